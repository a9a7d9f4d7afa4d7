// The solver's life, its arithmetic on the caller's arrays, and its methods; see solver.h.
#include "solve/solver.h"

#include "core/log.h"
#include "solve/defaults.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <numbers>

namespace tarn
{

namespace
{

// Rows of the caller's arrays that one task handles; a matter of speed only.
constexpr int32_t kBandRows = 32;

double wide(float value)
{
    return static_cast<double>(value);
}

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

GridShape shapeOf(const tnSolverDef& def)
{
    return {{def.nx, 1.0f, def.left, def.right}, {def.ny, 1.0f, def.bottom, def.top}};
}

} // namespace

// The extremes of an array as bit patterns: for floats >= 0 their order is that of the numbers,
// infinity and NaN come last, and a sign makes the pattern negative.
struct Solver::Bits
{
    int32_t most = 0;          // of the magnitudes
    int32_t least = INT32_MAX; // of all values, sign included; of the unskipped columns

    static int32_t of(float value)
    {
        int32_t bits = 0;
        std::memcpy(&bits, &value, sizeof(bits));
        return bits;
    }
    float largest() const
    {
        float value = 0.0f;
        std::memcpy(&value, &most, sizeof(value));
        return value;
    }
    float smallest() const
    {
        float value = 0.0f;
        std::memcpy(&value, &least, sizeof(value));
        return value;
    }
};

struct Solver::Run
{
    const float* r = nullptr;
    float* x = nullptr;
    float* remainder = nullptr;
    const tnSolveParams* params = nullptr;
    tnSolveResult result = {};

    double scale = 1.0;     // the finest level's r is the caller's times this
    double unscale = 1.0;   // and the caller's x is the finest level's times this
    double rightNorm = 0.0; // |r|, compatible part
    double norm = 0.0;      // |r - A x| so far
    bool xIsSet = false;    // the caller's x holds a part of the solution
    bool delivered = false; // parts beyond the last were rounded into x alone

    bool reached() const
    {
        return params->tolerance > 0.0f && norm <= wide(params->tolerance) * rightNorm;
    }
    bool mayGoOn() const { return result.iterations < params->maxIterations && !reached(); }
};

// ---- Life

tnResult Solver::create(const tnSolverDef& def, Solver** out)
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
        solver->backend_ = def.backend == tn_backendReference ? createReferenceBackend()
                                                              : createCpuBackend(solver->tasks_);
        result = solver->backend_ != nullptr ? tn_success : tn_errorOutOfMemory;
    }
    if (result == tn_success)
    {
        const GridShape& shape = solver->shape_;
        const auto cells = static_cast<size_t>(int64_t{def.nx} * def.ny);
        const bool small = static_cast<int64_t>(cells) <= defaults::kSmallGrid;
        const size_t budget = cells * defaults::kBytesPerCell * (small ? 2 : 1);
        const size_t labels = Regions::memoryBytes(shape);
        result = solver->multigrid_.create(solver->tasks_, *solver->backend_, shape,
                                           budget - std::min(budget, labels));
    }
    if (result == tn_success)
    {
        const auto rows = static_cast<size_t>(def.ny);
        const bool made = solver->regions_.create(solver->shape_) &&
                          solver->arena_.create(arenaBytes(2 * rows, sizeof(double)));
        solver->rowSums_ = made ? solver->arena_.take<double>(2 * rows) : nullptr;
        result = made ? tn_success : tn_errorOutOfMemory;
    }
    if (result != tn_success)
    {
        solver->destroy();
        return result;
    }
    solver->setCoefficients(nullptr, nullptr, nullptr);
    solver->memoryBytes_ = allocatedBytes() - before;
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

tnSolverInfo Solver::info() const
{
    tnSolverInfo info = {};
    info.memoryBytes = memoryBytes_;
    info.levels = multigrid_.levelCount();
    info.graphLevels = multigrid_.graphLevels();
    info.threads = tasks_.threadCount();
    return info;
}

// ---- The caller's arrays

// body(first row, last row) for bands of rows, at the same time.
template <class Body>
void Solver::forBands(Body&& body)
{
    const int32_t rows = shape_.y.cells;
    tasks_.parallelFor((rows + kBandRows - 1) / kBandRows, [&](int32_t band) {
        body(band * kBandRows, std::min((band + 1) * kBandRows, rows));
    });
}

// `skip`: columns at either end that `least` does not look at.
Solver::Bits Solver::scan(const float* values, int32_t columns, int32_t rows, int32_t skip)
{
    const int32_t bands = (rows + kBandRows - 1) / kBandRows;
    auto* found = reinterpret_cast<Bits*>(rowSums_); // one a band, of which there are fewer
    static_assert(sizeof(Bits) <= sizeof(double));
    tasks_.parallelFor(bands, [&](int32_t band) {
        Bits bits;
        const int32_t end = std::min((band + 1) * kBandRows, rows);
        for (int32_t j = band * kBandRows; j < end; ++j)
        {
            const float* row = values + static_cast<size_t>(j) * static_cast<size_t>(columns);
            for (int32_t i = 0; i < columns; ++i)
            {
                bits.most = std::max(bits.most, Bits::of(row[i]) & INT32_MAX);
            }
            for (int32_t i = skip; i < columns - skip; ++i)
            {
                bits.least = std::min(bits.least, Bits::of(row[i]));
            }
        }
        found[band] = bits;
    });
    Bits all;
    for (int32_t band = 0; band < bands; ++band)
    {
        all.most = std::max(all.most, found[band].most);
        all.least = std::min(all.least, found[band].least);
    }
    return all;
}

Solver::BadValue Solver::findNotFinite(const float* values, const char* array)
{
    if (scan(values, nx(), ny(), 0).largest() <= FLT_MAX)
    {
        return {};
    }
    int64_t i = 0;
    while (std::isfinite(values[i]))
    {
        ++i;
    }
    return {array, i, values[i]};
}

Solver::BadValue Solver::findBadCoefficient(const float* a, const float* bx, const float* by)
{
    const auto check = [&](const float* values, int32_t columns, int32_t rows,
                           const char* array) -> BadValue {
        const Bits bits = values != nullptr ? scan(values, columns, rows, 0) : Bits();
        if (bits.largest() <= FLT_MAX && bits.least >= 0)
        {
            return {};
        }
        const int64_t count = int64_t{columns} * rows;
        for (int64_t i = 0; i < count; ++i)
        {
            if (!(values[i] >= 0.0f && values[i] <= FLT_MAX))
            {
                return {array, i, values[i]};
            }
        }
        return {}; // only zeros with a sign
    };
    BadValue bad = check(a, nx(), ny(), "a");
    bad = bad.array != nullptr ? bad : check(bx, nx() + 1, ny(), "bx");
    return bad.array != nullptr ? bad : check(by, nx(), ny() + 1, "by");
}

void Solver::setCoefficients(const float* a, const float* bx, const float* by)
{
    const FpuScope fpu;
    Domain domain;
    domain.shape = shape_;
    domain.a = a;
    domain.bx = bx;
    domain.by = by;

    const Bits bitsA = a != nullptr ? scan(a, nx(), ny(), 0) : Bits();
    const Bits one = {Bits::of(1.0f), Bits::of(1.0f)};
    const Bits bitsX = bx != nullptr ? scan(bx, nx() + 1, ny(), 1) : one;
    // Rows 1 to ny - 1 of by lie between cells.
    const Bits bitsY = by != nullptr ? scan(by, nx(), ny() + 1, 0) : one;
    const Bits between = by != nullptr && ny() > 1 ? scan(by + nx(), nx(), ny() - 1, 0) : one;
    const bool hasA = bitsA.largest() > 0.0f;
    domain.a = hasA ? a : nullptr;
    scale_ = scaleToOne(std::max(
        {wide(bitsX.largest()), wide(bitsY.largest()), wide(bitsA.largest()) * cellArea_}));
    domain.scale = scale_;
    domain.scaleA = wide(scale_) * cellArea_;
    const bool allOpen = (nx() == 1 || scale_ * bitsX.smallest() > 0.0f) &&
                         (ny() == 1 || scale_ * between.smallest() > 0.0f);

    regions_.find(tasks_, domain, allOpen);
    multigrid_.beginCoefficients();
    const Level& level = multigrid_.finest();
    backend_->writeRows(level.cx, [&](int32_t j, float* row) {
        for (int32_t i = 0; i <= nx(); ++i)
        {
            row[i] = domain.cx(i, j);
        }
    });
    backend_->writeRows(level.cy, [&](int32_t j, float* row) {
        for (int32_t i = 0; i < nx(); ++i)
        {
            row[i] = domain.cy(i, j);
        }
    });
    if (hasA)
    {
        backend_->writeRows(level.a, [&](int32_t j, float* row) {
            for (int32_t i = 0; i < nx(); ++i)
            {
                row[i] = domain.cellA(i, j);
            }
        });
    }
    multigrid_.endCoefficients(hasA);
    stalls_ = false;
}

// Writes the compatible part of the caller's r to the finest level, scaled.
void Solver::loadRightHandSide(Run& run, bool measure)
{
    const Level& level = multigrid_.finest();
    double* lost = rowSums_;        // what is left out, squared
    double* kept = rowSums_ + ny(); // and what is not
    const auto columns = static_cast<size_t>(nx());
    const auto load = [&](int32_t j, float* row, const Regions::Means* means, bool add) {
        const float* r = run.r + static_cast<size_t>(j) * columns;
        const uint32_t* labels = regions_.labels(j);
        const uint32_t same = regions_.count() > 0 ? 0 : Regions::kFree;
        double lostHere = add ? lost[j] : 0.0;
        for (int32_t i = 0; i < nx(); ++i)
        {
            const uint32_t label = labels != nullptr ? labels[i] : same;
            const double value = add ? 0.0 : run.scale * wide(r[i]);
            const double mean = means != nullptr ? run.scale * means->of(label) : 0.0;
            const double left = label == Regions::kSolid ? value : mean;
            lostHere += left * left;
            row[i] = static_cast<float>(value - left);
        }
        lost[j] = lostHere;
    };
    if (regions_.count() == 0)
    {
        backend_->writeRows(level.r, [&](int32_t j, float* row) { load(j, row, nullptr, false); });
    }
    regions_.forMeans(tasks_, run.r, [&](const Regions::Means& means) {
        if (means.first == 0)
        {
            backend_->writeRows(level.r,
                                [&](int32_t j, float* row) { load(j, row, &means, false); });
        }
        else
        {
            backend_->addRows(level.r, [&](int32_t j, float* row) { load(j, row, &means, true); });
        }
    });
    static_cast<void>(kept);
    if (measure)
    {
        double lostAll = 0.0;
        for (int32_t j = 0; j < ny(); ++j)
        {
            lostAll += lost[j];
        }
        const double norm2 = backend_->dot(level, level.r, level.r);
        run.rightNorm = std::sqrt(norm2);
        run.norm = run.rightNorm;
        const double all = norm2 + lostAll;
        run.result.incompatibility =
            all > 0.0 ? static_cast<float>(std::sqrt(lostAll / all)) : 0.0f;
    }
}

// Takes the caller's x as found so far: the finest level's r becomes its residual.
void Solver::startFrom(Run& run, const float* x)
{
    const Level& level = multigrid_.finest();
    const auto columns = static_cast<size_t>(nx());
    backend_->writeRows(level.x, [&](int32_t j, float* row) {
        const float* from = x + static_cast<size_t>(j) * columns;
        const uint32_t* labels = regions_.labels(j);
        for (int32_t i = 0; i < nx(); ++i)
        {
            const bool solid = labels != nullptr && labels[i] == Regions::kSolid;
            row[i] = solid ? 0.0f : static_cast<float>(wide(from[i]) / run.unscale);
        }
    });
    run.norm = std::sqrt(backend_->subtractApplied(level, level.x, 1.0));
}

// Adds factor * field to the caller's x, with what does not fit going to the remainder.
void Solver::deliver(Run& run, FieldId field, double factor)
{
    const double scaled = factor * run.unscale;
    const auto columns = static_cast<size_t>(nx());
    const bool add = run.xIsSet;
    backend_->readRows(field, [&](int32_t j, const float* row) {
        const size_t first = static_cast<size_t>(j) * columns;
        float* x = run.x + first;
        if (run.remainder == nullptr)
        {
            for (int32_t i = 0; i < nx(); ++i)
            {
                const double value = scaled * wide(row[i]);
                x[i] = static_cast<float>(add ? wide(x[i]) + value : value);
            }
            return;
        }
        float* remainder = run.remainder + first;
        for (int32_t i = 0; i < nx(); ++i)
        {
            const double before = add ? wide(x[i]) + wide(remainder[i]) : 0.0;
            const double sum = before + scaled * wide(row[i]);
            x[i] = static_cast<float>(sum);
            remainder[i] = static_cast<float>(sum - wide(x[i]));
        }
    });
    run.delivered = run.delivered || add;
    run.xIsSet = true;
}

// Hands over the correction found so far and goes on with what it leaves.
void Solver::refine(Run& run)
{
    const Level& level = multigrid_.finest();
    deliver(run, level.x, 1.0);
    run.norm = std::sqrt(backend_->subtractApplied(level, level.x, 1.0));
    ++run.result.refinements;
}

// Makes the mean of x in each closed region 0.
void Solver::removeMeans(Run& run)
{
    const auto columns = static_cast<size_t>(nx());
    regions_.forMeans(tasks_, run.x, [&](const Regions::Means& means) {
        forBands([&](int32_t begin, int32_t end) {
            for (int32_t j = begin; j < end; ++j)
            {
                const size_t first = static_cast<size_t>(j) * columns;
                const uint32_t* labels = regions_.labels(j);
                for (int32_t i = 0; i < nx(); ++i)
                {
                    float& x = run.x[first + static_cast<size_t>(i)];
                    const double mean = means.of(labels != nullptr ? labels[i] : 0);
                    if (run.remainder == nullptr)
                    {
                        x = static_cast<float>(wide(x) - mean);
                        continue;
                    }
                    float& remainder = run.remainder[first + static_cast<size_t>(i)];
                    const double value = wide(x) + wide(remainder) - mean;
                    x = static_cast<float>(value);
                    remainder = static_cast<float>(value - wide(x));
                }
            }
        });
    });
}

// |r - A x| of the caller's x as it stands, without the remainder.
double Solver::trueResidual(Run& run)
{
    loadRightHandSide(run, false);
    startFrom(run, run.x);
    return run.norm;
}

// ---- Solving

tnResult Solver::solve(const float* r, float* x, float* remainder, const tnSolveParams& params,
                       tnSolveResult* result)
{
    const FpuScope fpu;
    Run run;
    run.r = r;
    run.x = x;
    run.remainder = remainder;
    run.params = &params;
    run.result.closedRegions = regions_.count();
    run.result.method = params.method == tn_methodAuto ? tn_methodMultigrid : params.method;

    const double toLevel = wide(scale_) * cellArea_;
    const double largest = wide(scan(r, nx(), ny(), 0).largest());
    const double rightScale = wide(scaleToOne(largest * toLevel));
    run.scale = toLevel * rightScale;
    run.unscale = 1.0 / rightScale;
    loadRightHandSide(run, true);

    // A start too far off for the scaled numbers is worse than none.
    const bool warm = params.warmStart && run.rightNorm > 0.0 &&
                      wide(scan(x, nx(), ny(), 0).largest()) / run.unscale < 1e30;
    if (warm)
    {
        startFrom(run, x);
        run.xIsSet = true;
        if (remainder != nullptr)
        {
            std::fill_n(remainder, static_cast<size_t>(int64_t{nx()} * ny()), 0.0f);
        }
    }
    const double startNorm = run.norm;
    tnResult outcome = tn_success;
    if (run.rightNorm > 0.0 && run.mayGoOn())
    {
        switch (params.method)
        {
        case tn_methodAuto:
        case tn_methodMultigrid:
            outcome = runVCycles(run);
            break;
        case tn_methodMultigridCG:
        case tn_methodConjugateGradient:
            outcome = runConjugateGradient(run);
            break;
        case tn_methodGaussSeidel:
        case tn_methodJacobi:
            outcome = runSweeps(run);
            break;
        }
    }
    if (outcome != tn_success)
    {
        return outcome;
    }
    if (!run.xIsSet)
    {
        const auto cells = static_cast<size_t>(int64_t{nx()} * ny());
        std::fill_n(x, cells, 0.0f);
        if (remainder != nullptr)
        {
            std::fill_n(remainder, cells, 0.0f);
        }
    }
    if (run.result.iterations > 0)
    {
        removeMeans(run);
        if (run.delivered && remainder == nullptr)
        {
            trueResidual(run);
        }
    }
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

// V-cycles until the tolerance, refined when 32 bits hold them up. Under tn_methodAuto, when they
// are held up by the domain, the conjugate gradient goes on.
tnResult Solver::runVCycles(Run& run)
{
    const Level& level = multigrid_.finest();
    const tnSolveParams& params = *run.params;
    const bool mayChange = params.method == tn_methodAuto;
    if (mayChange && stalls_)
    {
        return runConjugateGradient(run);
    }
    const bool watch = params.tolerance > 0.0f;
    Start start = Start::fromZero;
    double fresh = run.norm; // at the last refinement
    int32_t slow = 0;
    while (run.mayGoOn())
    {
        multigrid_.vCycle(params.preSweeps, params.postSweeps, start);
        start = Start::fromX;
        ++run.result.iterations;
        const bool last = run.result.iterations == params.maxIterations;
        if (!watch && !last)
        {
            continue;
        }
        const double before = run.norm;
        run.norm = std::sqrt(backend_->residualNorm2(level));
        if (!std::isfinite(run.norm))
        {
            return tn_errorOverflow;
        }
        slow = run.norm > defaults::kStalled * before ? slow + 1 : 0;
        if (!watch || slow < 2 || run.reached())
        {
            continue;
        }
        if (run.norm < defaults::kRefineAfter * fresh)
        {
            if (run.remainder == nullptr && run.result.refinements > 0)
            {
                break; // x alone cannot hold more
            }
            refine(run);
            fresh = run.norm;
            start = Start::fromZero;
            slow = 0;
        }
        else if (mayChange &&
                 (run.norm > defaults::kStalledBadly * before || multigrid_.graphStart() > 1))
        {
            stalls_ = true;
            refine(run);
            return runConjugateGradient(run);
        }
    }
    if (start == Start::fromX)
    {
        deliver(run, level.x, 1.0);
    }
    return tn_success;
}

// Flexible conjugate gradient on the finest level's r, which is the residual throughout.
tnResult Solver::runConjugateGradient(Run& run)
{
    const Level& level = multigrid_.finest();
    const bool plain = run.params->method == tn_methodConjugateGradient;
    const FieldId z = plain ? level.r : level.x;
    run.result.method = plain ? tn_methodConjugateGradient : tn_methodMultigridCG;
    double pAp = 0.0;
    for (bool first = true; run.mayGoOn(); first = false)
    {
        if (!plain)
        {
            multigrid_.precondition();
        }
        const double beta = first ? 0.0 : -backend_->dotApplied(level, z, level.p) / pAp;
        backend_->combine(level, level.p, 1.0f, z, static_cast<float>(beta));
        pAp = backend_->dotApplied(level, level.p, level.p);
        const double alpha = backend_->dot(level, level.p, level.r) / pAp;
        if (!(pAp > 0.0) || !std::isfinite(alpha))
        {
            break; // nothing left that 32 bits can tell from 0
        }
        run.norm = std::sqrt(backend_->subtractApplied(level, level.p, alpha));
        if (!std::isfinite(run.norm))
        {
            return tn_errorOverflow;
        }
        deliver(run, level.p, alpha);
        ++run.result.iterations;
    }
    return tn_success;
}

// Jacobi or over-relaxed Gauss-Seidel.
tnResult Solver::runSweeps(Run& run)
{
    const Level& level = multigrid_.finest();
    const tnSolveParams& params = *run.params;
    // The best for Poisson's equation on a square of as many cells (Young 1954).
    const double best = 2.0 / (1.0 + std::sin(std::numbers::pi / (std::max(nx(), ny()) + 1.0)));
    const float omega = params.relaxation > 0.0f ? params.relaxation : static_cast<float>(best);
    backend_->writeRows(level.x, [&](int32_t, float* row) { std::fill_n(row, nx(), 0.0f); });
    while (run.mayGoOn())
    {
        if (params.method == tn_methodJacobi)
        {
            backend_->jacobi(level, level.p, defaults::kJacobiDamping);
        }
        else
        {
            backend_->relax(level, 1, Order::redFirst, Start::fromX, omega);
        }
        ++run.result.iterations;
        if (params.tolerance > 0.0f || run.result.iterations == params.maxIterations)
        {
            run.norm = std::sqrt(backend_->residualNorm2(level));
            if (!std::isfinite(run.norm))
            {
                return tn_errorOverflow;
            }
        }
    }
    deliver(run, level.x, 1.0);
    return tn_success;
}

} // namespace tarn
