// The solver's life, its coefficients, and the course of a solve.
//
// A solve loads the right-hand side, scaled and without what no x can produce, lets a method add
// its corrections to the caller's x, measures again where rounding may have hidden something, and
// takes the means out of closed regions. The methods are in methods.cpp, the way from the caller's
// arrays and back in caller_arrays.cpp, the look at the caller's numbers in examine.cpp.
#include "solve/solver.h"

#ifdef TARN_HAS_GL
#include "backend/gl/gl_backend.h"
#endif
#include "core/check.h"
#include "solve/defaults.h"
#include "solve/solver_run.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

namespace tarn
{

namespace
{

// A power of two that brings `value` into [1, 2), as far as floats reach.
float scaleToOne(double value)
{
    if (!(value > 0.0))
    {
        return 1.0f;
    }
    int exponent = 0;
    std::frexp(value, &exponent);
    return static_cast<float>(std::ldexp(1.0, std::clamp(1 - exponent, -126, 126)));
}

// What coefficients are brought to 1 by: the largest conductance, since faces that all are 1 need
// no multiplication, but where a is larger than the four of a cell together.
double unitOf(double largestB, double largestA)
{
    return largestA <= 4.0 * largestB ? largestB : std::max(largestB, largestA);
}

// Faces of a cell, in a corner between two Dirichlet edges, which count twice.
constexpr double kMostFaces = 6.0;

GridShape shapeOf(const tnSolverDef& def)
{
    return {{def.nx, 1.0f, def.left, def.right}, {def.ny, 1.0f, def.bottom, def.top}};
}

// `faces` and `a`: whether they are alike, but for edges.
Evenness evennessOf(const Domain& domain, bool faces, bool a)
{
    const int32_t nx = domain.shape.x.cells;
    const int32_t ny = domain.shape.y.cells;
    Evenness even = {faces, true, a, {}};
    even.values.x.low = domain.cx(0, 0);
    even.values.x.high = domain.cx(nx, 0);
    even.values.x.inner = nx > 1 ? domain.cx(1, 0) : 0.0f;
    even.values.x.beforeLast = even.values.x.inner;
    even.values.y.low = domain.cy(0, 0);
    even.values.y.high = domain.cy(0, ny);
    even.values.y.inner = ny > 1 ? domain.cy(0, 1) : 0.0f;
    even.values.y.beforeLast = even.values.y.inner;
    even.values.a = domain.hasA ? domain.cellA(0, 0) : 0.0f;
    for (int32_t j = 0; j < ny && even.edges; ++j)
    {
        even.edges = domain.cx(0, j) == even.values.x.low && domain.cx(nx, j) == even.values.x.high;
    }
    for (int32_t i = 0; i < nx && even.edges; ++i)
    {
        even.edges = domain.cy(i, 0) == even.values.y.low && domain.cy(i, ny) == even.values.y.high;
    }
    return even;
}

} // namespace

// ---- Life

tnResult Solver::makeBackend(const tnSolverDef& def, [[maybe_unused]] Tasks& tasks,
                             [[maybe_unused]] GlDevice* gl, Backend** out)
{
#ifdef TARN_HAS_GL
    if (gl != nullptr)
    {
        return createGlBackend(*gl, out);
    }
#endif
    *out = def.backend == tn_backendReference ? createReferenceBackend() : createCpuBackend(tasks);
    return *out != nullptr ? tn_success : tn_errorOutOfMemory;
}

tnResult Solver::create(const tnSolverDef& def, Solver** out, GlDevice* gl)
{
    *out = nullptr;
    const int64_t before = allocatedBytes();
    Solver* solver = makeObject<Solver>();
    if (solver == nullptr)
    {
        return tn_errorOutOfMemory;
    }
    solver->shape_ = shapeOf(def);
    solver->cellArea_ = wide(def.cellSize) * wide(def.cellSize);
    tnResult result = solver->tasks_.init(def.tasks, def.threads);
    if (result == tn_success)
    {
        result = makeBackend(def, solver->tasks_, gl, &solver->backend_);
    }
    solver->graphsGrow_ = def.graphBytes == 0 && gl == nullptr; // reading a device's cells is slow
    if (result == tn_success)
    {
        const BackendScope scope(*solver->backend_);
        const GridShape& shape = solver->shape_;
        const auto cells = static_cast<size_t>(int64_t{def.nx} * def.ny);
        const bool small = static_cast<int64_t>(cells) < defaults::kSmallGrid;
        const size_t budget = cells * (defaults::kBytesPerCell * (small ? 2 : 1) +
                                       static_cast<size_t>(def.graphBytes));
        const size_t labels = Regions::memoryBytes(shape);
        result = solver->multigrid_.create(solver->tasks_, *solver->backend_, shape,
                                           budget - std::min(budget, labels));
    }
    if (result == tn_success)
    {
        const auto rows = static_cast<size_t>(def.ny);
        const bool made = solver->backend_->createBox(solver->shape_) &&
                          solver->regions_.create(solver->shape_) &&
                          solver->arena_.create(arenaBytes(rows + 1, sizeof(double)));
        solver->rowSums_ = made ? solver->arena_.take<double>(rows + 1) : nullptr;
        result = made ? tn_success : tn_errorOutOfMemory;
    }
    if (result != tn_success)
    {
        solver->destroy();
        return result;
    }
    solver->setCoefficients({});
    solver->memoryBytes_ =
        allocatedBytes() - before + static_cast<int64_t>(solver->backend_->deviceBytes());
    *out = solver;
    return tn_success;
}

Solver::~Solver()
{
    if (backend_ != nullptr)
    {
        backend_->destroy();
    }
}

void Solver::destroy() noexcept
{
    destroyObject(this);
}

void Solver::relaxRows(RowSource r, std::span<const float> omegas, Backend::RowVisit x)
{
    const FpuScope fpu;
    const BackendScope scope(*backend_);
    Run run;
    run.made = &r;
    run.scale = rightScale();
    const auto scaled = [&](int32_t j, float* row) { run.putRightRow(j, {}, nx(), 0.0, row); };
    backend_->relaxRows(multigrid_.finest(), scaled, omegas, x);
}

void Solver::coarsenFields(bool hasA)
{
    const FpuScope fpu;
    const BackendScope scope(*backend_);
    multigrid_.beginCoefficients();
    multigrid_.endCoefficients(hasA, std::numeric_limits<double>::infinity(), {});
    isBox_ = false;
    forgetFindings();
}

void Solver::cycleFields(int32_t cycles, int32_t more)
{
    TN_ASSERT(cycles > 0);
    const FpuScope fpu;
    const BackendScope scope(*backend_);
    const int32_t post = multigrid_.usualPostSweeps();
    backend_->skipMeasures(true);
    multigrid_.beginVCycle(PreSweeps(), Start::fromZero);
    for (int32_t k = 1; k < cycles; ++k)
    {
        multigrid_.nextVCycle(post, more);
    }
    multigrid_.endVCycle(post, more, false);
    backend_->skipMeasures(false);
}

void Solver::relaxFields(int32_t sweeps, float omega)
{
    const FpuScope fpu;
    const BackendScope scope(*backend_);
    backend_->relax(multigrid_.finest(), sweeps, Order::redFirst, Start::fromZero, omega);
}

void Solver::subtractFields()
{
    const FpuScope fpu;
    const BackendScope scope(*backend_);
    backend_->skipMeasures(true);
    backend_->subtractApplied(multigrid_.finest(), multigrid_.finest().p, 1.0);
    backend_->skipMeasures(false);
}

tnSolverInfo Solver::info() const
{
    tnSolverInfo info = {};
    info.memoryBytes = memoryBytes_ + static_cast<int64_t>(multigrid_.ownGraphBytes());
    info.levels = multigrid_.levelCount();
    info.graphLevels = multigrid_.graphLevels();
    info.threads = tasks_.threadCount();
    return info;
}

// ---- Coefficients

void Solver::setCoefficients(const Coefficients& given)
{
    const FpuScope fpu;
    const BackendScope scope(*backend_);
    const Extremes a =
        given.a != nullptr ? scan(given.a, nx(), ny(), 0) : Extremes::ofOne(given.aEverywhere);
    const FaceExtremes faces = scanFaces(given);
    const double largestB = wide(faces.all.largest());
    const bool hasA = a.largest() > 0.0f;
    scale_ = scaleToOne(unitOf(largestB, wide(a.largest()) * cellArea_));
    Domain domain;
    domain.shape = shape_;
    domain.given = given;
    domain.hasA = hasA;
    domain.scale = scale_;
    domain.scaleA = wide(scale_) * cellArea_;

    const bool allOpen = !faces.between.anySigned() && scale_ * faces.between.smallest() > 0.0f;

    const double leastA = a.anySigned() ? 0.0 : domain.scaleA * wide(a.smallest());
    if (static_cast<float>(leastA) > 0.0f)
    {
        regions_.makeAllTied();
    }
    else
    {
        regions_.find(tasks_, domain, allOpen);
    }
    multigrid_.beginCoefficients();
    const Level& level = multigrid_.finest();
    backend_->writeRows(level.cx, [&](int32_t j, float* row) { domain.fillCx(j, row); });
    backend_->writeRows(level.cy, [&](int32_t j, float* row) { domain.fillCy(j, row); });
    if (hasA)
    {
        backend_->writeRows(level.a, [&](int32_t j, float* row) {
            for (int32_t i = 0; i < nx(); ++i)
            {
                row[i] = domain.cellA(i, j);
            }
        });
    }
    mostFaces_ = kMostFaces * wide(scale_) * largestB;
    const bool sameFaces = allOpen && faces.inner.most == faces.inner.least;
    const bool sameA = !hasA || a.most == a.least;
    multigrid_.endCoefficients(hasA, mostFaces_ / leastA, evennessOf(domain, sameFaces, sameA));
    isBox_ = backend_->prepareBox(multigrid_.finest());
    forgetFindings();
}

// What was found out about coefficients is not known of new ones.
void Solver::forgetFindings()
{
    stalls_ = false;
    warned_ = false;
    warnedOfDivergence_ = false;
}

void Solver::provideGraphMemory()
{
    if (graphsGrow_)
    {
        const BackendScope scope(*backend_);
        multigrid_.provideGraphMemory();
    }
}

void Solver::setEqualA(float a)
{
    const FpuScope fpu;
    const BackendScope scope(*backend_);
    const auto value = static_cast<float>(wide(scale_) * cellArea_ * wide(a));
    TN_ASSERT(value > 0.0f && value < 0x1p64f);
    regions_.makeAllTied();
    multigrid_.setEqualA(value, mostFaces_ / wide(value));
    isBox_ = backend_->prepareBox(multigrid_.finest());
    forgetFindings();
}

// Whether a solve goes without iterations. One that is told how many to make gets them.
bool Solver::isDirect(const tnSolveParams& params) const
{
    return isBox_ && (params.method == tn_methodDirect ||
                      (params.method == tn_methodAuto && params.tolerance > 0.0f));
}

// ---- Solving

tnResult Solver::solve(ConstRows r, Rows x, Rows remainder, const tnSolveParams& params,
                       tnSolveResult* result, Refusal* refusal)
{
    const FpuScope fpu;
    const BackendScope scope(*backend_);
    Run run;
    run.r = r;
    run.x = x;
    run.remainder = remainder;
    run.params = &params;
    const tnResult loaded = loadScaled(run, refusal);
    if (loaded != tn_success)
    {
        return loaded;
    }
    if (params.warmStart)
    {
        const tnResult started = startWarm(run, refusal);
        if (started != tn_success)
        {
            return started;
        }
    }
    return solveLoaded(run, result);
}

tnResult Solver::solveRows(RowSource r, Room room, tnSolveParams params,
                           FunctionRef<float(double norm)> toleranceFor, bool isJudged,
                           tnSolveResult* result)
{
    const FpuScope fpu;
    const BackendScope scope(*backend_);
    kept_ = {false, 1.0, 0.0, room.x};
    Run run;
    run.made = &r;
    run.room = room.r;
    run.x = room.x;
    run.keepsInside = true;
    run.isJudged = isJudged;
    run.params = &params;
    const tnResult loaded = loadScaled(run, nullptr);
    if (loaded != tn_success)
    {
        return loaded;
    }
    params.tolerance = toleranceFor(std::sqrt(run.wholeNorm2) / run.scale);
    return solveLoaded(run, result);
}

const float* Solver::solutionRow(int32_t j, float* buffer) const
{
    if (!kept_.inside)
    {
        return kept_.x.row(j);
    }
    const FieldId x = multigrid_.finest().x;
    const RowCells cells = regions_.cells(j);
    if (cells.labels == nullptr && isFloat(kept_.scale))
    {
        backend_->readScaledRow(x, j, static_cast<float>(kept_.scale),
                                static_cast<float>(kept_.shift), buffer);
        return buffer;
    }
    backend_->readRow(x, j, buffer);
    addToRow(buffer, cells, nx(), kept_.scale, kept_.shift, true, buffer, nullptr);
    return buffer;
}

// The right-hand side is in the finest level's r, or what a start left of it.
tnResult Solver::solveLoaded(Run& run, tnSolveResult* result)
{
    const tnSolverMethod asked = run.params->method;
    run.result.closedRegions = regions_.count();
    const bool isLeftToUs = asked == tn_methodAuto || asked == tn_methodDirect;
    run.result.method = isLeftToUs ? tn_methodMultigrid : asked;
    const double startNorm = run.norm;
    bool again = run.rightNorm > 0.0 && run.mayGoOn();
    while (again)
    {
        const double before = run.norm;
        const tnResult outcome = runMethod(run);
        if (outcome != tn_success)
        {
            return outcome;
        }
        again = false;
        const bool inSteps = run.result.method != tn_methodMultigrid &&
                             run.result.method != tn_methodDirect; // each of them delivered
        if (run.inParts && (run.remainder == nullptr || inSteps || !run.isTrusted()))
        {
            const bool claimed = run.reached();
            measureAnew(run);
            again = claimed && run.remainder != nullptr && run.mayGoOn() && run.norm < 0.5 * before;
            run.result.refinements += again ? 1 : 0;
            if (again && inSteps)
            {
                smoothRest(run);
            }
        }
    }
    if (backend_->isLost())
    {
        return tn_errorUnsupported;
    }
    if (!run.xIsSet && !run.keepsInside)
    {
        clear(run.x);
        clear(run.remainder);
    }
    if (run.result.iterations > 0 && !run.xIsFine)
    {
        removeMeans(run);
        if (!(scan(run.x, nx(), ny(), 0).largest() <= FLT_MAX))
        {
            return tn_errorOverflow;
        }
    }
    lastIterated_ = run.result.iterations > 0;
    run.result.relativeResidual =
        run.rightNorm > 0.0 ? static_cast<float>(run.norm / run.rightNorm) : 0.0f;
    run.result.converged = run.rightNorm == 0.0 || run.reached();
    run.result.factor =
        run.result.iterations > 0 && startNorm > 0.0
            ? static_cast<float>(std::pow(run.norm / startNorm, 1.0 / run.result.iterations))
            : 0.0f;
    if (result != nullptr)
    {
        *result = run.result;
    }
    return tn_success;
}

} // namespace tarn
