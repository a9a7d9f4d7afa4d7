// V-cycles, and the symmetric cycle for preconditioning; see multigrid.h.
#include "solve/multigrid.h"

#include "solve/defaults.h"
#include "solve/k_cycle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tarn
{

namespace
{

// Sweeps on the way down and up of the preconditioner: two, since with one the conjugate gradient
// takes a third more steps. On the grid right under the first graph more of them are cheap beside
// the graph (measured on random blocks at 1024^2: 0.31 a step with two, 0.28 with four).
constexpr int32_t kPreconditionerSweeps = 2;
constexpr int32_t kSweepsUnderGraph = 4;

// Where couplings are at most this, against a, a sweep leaves a quarter of the error or less, and
// coarser grids have nothing to do: a weighs four times as much on each. The last grid takes four
// sweeps then.
constexpr double kFewCouplings = 1.0;
constexpr int32_t kLastSweeps = 4;

// Over-relaxation after interpolation, in open water and where a is 0. V(1,1) then leaves 0.05 of
// the residual, else 0.09 (1.2: 0.07, 1.4: 0.06). Among solids it costs more than it gains.
constexpr double kMostOmega = 1.3;

// Where a counts against the couplings, no more than is best for sweeps alone (Young 1971).
float omegaFor(double couplings)
{
    const double weight = std::isfinite(couplings) ? couplings / (1.0 + couplings) : 1.0;
    const double best = 2.0 / (1.0 + std::sqrt(std::max(1.0 - weight * weight, 0.0)));
    return static_cast<float>(std::min(best, kMostOmega));
}

constexpr int32_t kFieldsPerLevel = 6;

// x, r, cx, cy, p; the level's a comes behind all levels.
std::array<FieldSpec, kFieldsPerLevel - 1> fieldsOf(const GridShape& shape)
{
    const int32_t nx = shape.x.cells;
    const int32_t ny = shape.y.cells;
    const bool ring = shape.x.periodic();
    return {{{nx, ny, Staggering::cells, ring, true},
             {nx, ny, Staggering::cells, false},
             {nx, ny, Staggering::facesX, false},
             {nx, ny, Staggering::facesY, false},
             {nx, ny, Staggering::cells, ring}}};
}

} // namespace

tnResult Multigrid::create(Tasks& tasks, Backend& backend, const GridShape& shape,
                           size_t bytesInAll)
{
    tasks_ = &tasks;
    backend_ = &backend;
    std::array<FieldSpec, kMaxLevels * kFieldsPerLevel> specs;
    std::array<FieldId, kMaxLevels * kFieldsPerLevel> ids;
    levelCount_ = tarn::levelCount(shape);
    GridShape levelShape = shape;
    for (int32_t l = 0; l < levelCount_; ++l, levelShape = coarsened(levelShape))
    {
        levels_[l].shape = levelShape;
        std::ranges::copy(fieldsOf(levelShape), specs.begin() + l * (kFieldsPerLevel - 1));
        specs[static_cast<size_t>(levelCount_ * (kFieldsPerLevel - 1) + l)] = {
            levelShape.x.cells, levelShape.y.cells, Staggering::cells, false};
    }
    const std::span<const FieldSpec> used(specs.data(),
                                          static_cast<size_t>(levelCount_ * kFieldsPerLevel));
    if (!graph_.create(shape))
    {
        return tn_errorOutOfMemory;
    }
    const size_t taken = addSizes(backend.fieldBytes(used), GraphHierarchy::memoryBytes(shape));
    const size_t spare = bytesInAll > taken ? bytesInAll - taken : 0;
    const tnResult result = backend.createFields(used, spare, ids.data());
    for (int32_t l = 0; result == tn_success && l < levelCount_; ++l)
    {
        const FieldId* id = ids.data() + l * (kFieldsPerLevel - 1);
        levels_[l].x = id[0];
        levels_[l].r = id[1];
        levels_[l].cx = id[2];
        levels_[l].cy = id[3];
        levels_[l].p = id[4];
        levels_[l].a = ids[static_cast<size_t>(levelCount_ * (kFieldsPerLevel - 1) + l)];
    }
    return result;
}

void Multigrid::beginCoefficients()
{
    dropGraph();
    firstSplit_ = kUnknown;
    graphStart_ = 0;
}

void Multigrid::endCoefficients(bool hasA, double couplings, const Evenness& even)
{
    even_ = even;
    chooseCycleLevels(couplings);
    for (int32_t l = 0; l < levelCount_; ++l)
    {
        levels_[l].hasA = hasA;
    }
    describeEven();
    backend_->finishCoefficients(levels_[0]);
    coarsenFrom(0);
}

void Multigrid::chooseCycleLevels(double couplings)
{
    cycleLevels_ = 1;
    const auto omega = [&] { return even_.faces ? omegaFor(couplings) : 1.0f; };
    levels_[0].omega = omega();
    for (; cycleLevels_ < levelCount_ && couplings > kFewCouplings; ++cycleLevels_)
    {
        couplings /= 4.0;
        levels_[cycleLevels_].omega = omega();
    }
}

void Multigrid::describeEven()
{
    for (int32_t l = 0; l < levelCount_; ++l)
    {
        levels_[l].isEven = even_.all();
        levels_[l].even =
            l == 0 ? even_.values : tarn::coarsened(levels_[l - 1].even, levels_[l - 1].shape);
    }
}

void Multigrid::setEqualA(float a, double couplings)
{
    even_.a = true;
    even_.values.a = a;
    chooseCycleLevels(couplings);
    const bool whole = graphBuilt_; // the graphs have taken coarse coefficients away
    beginCoefficients();
    backend_->writeRows(
        levels_[0].a, [&](int32_t, float* row) { std::fill_n(row, levels_[0].shape.x.cells, a); });
    if (whole)
    {
        endCoefficients(true, couplings, even_);
        return;
    }
    describeEven();
    for (int32_t l = 0; l < levelCount_; ++l)
    {
        levels_[l].hasA = true;
        if (l > 0)
        {
            backend_->coarsenA(levels_[l - 1], levels_[l]);
        }
        backend_->finishA(levels_[l]);
    }
}

void Multigrid::coarsenFrom(int32_t level)
{
    for (int32_t l = level; l + 1 < levelCount_; ++l)
    {
        backend_->coarsenCoefficients(levels_[l], levels_[l + 1]);
    }
}

// What comes before the first pass.
void Multigrid::startVCycle(PreSweeps preSweeps, Start start)
{
    if (graphBuilt_)
    {
        dropGraph();
        coarsenFrom(graphStart_ - 1);
    }
    preSweeps_ = preSweeps.count;
    start_ = start;
    xBefore_ = preSweeps.notFromZero ? start : Start::fromX;
}

void Multigrid::beginVCycle(PreSweeps preSweeps, Start start)
{
    startVCycle(preSweeps, start);
    if (cycleLevels_ == 1)
    {
        return;
    }
    if (xBefore_ == Start::fromZero)
    {
        backend_->restrictRight(levels_[0], levels_[1]);
        return;
    }
    backend_->relaxAndRestrict(levels_[0], levels_[1], preSweeps_, start);
}

Moments Multigrid::beginVCycle(PreSweeps preSweeps, Backend::RowFill r)
{
    startVCycle(preSweeps, Start::fromZero);
    if (cycleLevels_ == 1)
    {
        return backend_->writeCells(levels_[0].r, r);
    }
    return xBefore_ == Start::fromZero
               ? backend_->writeAndRestrict(levels_[0], levels_[1], r)
               : backend_->writeRelaxAndRestrict(levels_[0], levels_[1], r, preSweeps_);
}

// x of the last level to visit, from its r.
void Multigrid::solveLast()
{
    const Level& last = levels_[cycleLevels_ - 1];
    if (cycleLevels_ == levelCount_)
    {
        backend_->solveStrip(last);
        return;
    }
    backend_->relax(last, kLastSweeps, Order::redFirst, cycleLevels_ > 1 ? Start::fromZero : start_,
                    1.0f);
    start_ = Start::fromX;
}

// x of level 1 from its r, or of the finest level if that is all there is. There sweeps are cheap:
// one more on the way up, and V(1,1) leaves 0.05 of the residual in open water, not 0.1. Among
// solids as many as on the finest level. (Two on the way down in place of one: 0.084 in place of
// 0.090, for as much time.)
void Multigrid::solveCoarse(int32_t postSweeps)
{
    const int32_t last = cycleLevels_ - 1;
    const int32_t down = preSweeps_;
    const int32_t up = even_.faces ? postSweeps + 1 : postSweeps;
    const std::span<const Level> coarse(levels_ + 1, static_cast<size_t>(last));
    const int32_t small = backend_->smallLevels(coarse);
    const int32_t bottom = small > 0 ? cycleLevels_ - small : last;
    for (int32_t l = 1; l < bottom; ++l)
    {
        backend_->relaxAndRestrict(levels_[l], levels_[l + 1], down, Start::fromZero);
    }
    if (small > 0)
    {
        const bool direct = cycleLevels_ == levelCount_;
        backend_->cycleSmall(coarse.last(static_cast<size_t>(small)),
                             {down, up, direct ? 0 : kLastSweeps});
    }
    else
    {
        solveLast();
    }
    for (int32_t l = bottom; l-- > 1;)
    {
        backend_->prolongAndRelax(levels_[l + 1], levels_[l], up, Order::redFirst,
                                  Interpolation::linear);
    }
}

double Multigrid::nextVCycle(int32_t postSweeps, int32_t moreSweeps)
{
    solveCoarse(postSweeps);
    return cycleLevels_ > 1
               ? backend_->prolongRelaxAndRestrict(levels_[1], levels_[0],
                                                   std::exchange(xBefore_, Start::fromX),
                                                   postSweeps + moreSweeps, preSweeps_)
               : backend_->residualNorm2(levels_[0]);
}

Measured Multigrid::endVCycle(int32_t postSweeps, int32_t moreSweeps, bool asks)
{
    solveCoarse(postSweeps);
    return cycleLevels_ > 1
               ? backend_->prolongRelaxAndMeasure(levels_[1], levels_[0],
                                                  std::exchange(xBefore_, Start::fromX),
                                                  postSweeps + moreSweeps, asks)
               : backend_->measure(levels_[0]);
}

int32_t Multigrid::graphStart()
{
    if (graphBuilt_)
    {
        return graphStart_;
    }
    if (firstSplit_ == kUnknown)
    {
        firstSplit_ = 0;
        while (firstSplit_ + 1 < levelCount_ &&
               !graph_.hasSplitBlocks(*backend_, levels_[firstSplit_]))
        {
            ++firstSplit_;
        }
    }
    return firstSplit_ + 1;
}

// Memory holds x, r, cx, cy and p of all levels, then a of all levels, then the spare bytes. What
// follows the first field returned is not needed while graphs start at that level.
FieldId Multigrid::firstToLend(int32_t start) const
{
    return levels_[0].hasA ? levels_[start].a : levels_[start].x;
}

void Multigrid::provideGraphMemory()
{
    if (even_.faces || graphStart() == levelCount_)
    {
        return;
    }
    const int32_t start = graphStart();
    const size_t lent = backend_->lend(firstToLend(start)).size();
    const size_t lacking = graph_.bytesLacking(*backend_, levels_[start - 1], lent);
    const GridShape& shape = levels_[0].shape;
    const auto cells = static_cast<size_t>(int64_t{shape.x.cells} * shape.y.cells);
    const size_t enough = defaults::kEnoughGraphBytes * cells;
    const size_t bytes = arenaBytes(std::min(lacking, enough), 1);
    if (bytes > graphArena_.bytes())
    {
        ownGraphMemory_ = {};
        if (graphArena_.create(bytes))
        {
            ownGraphMemory_ = {graphArena_.take<std::byte>(bytes), bytes};
        }
    }
}

// From the first level that needs it, or the first one after that whose graphs fit the memory.
void Multigrid::buildGraph()
{
    for (int32_t start = std::max(graphStart(), graphStart_); start < levelCount_; ++start)
    {
        graphStart_ = start;
        graphBuilt_ = true;
        if (graph_.build(*backend_, levels_[start - 1], backend_->lend(firstToLend(start)),
                         ownGraphMemory_))
        {
            return;
        }
        dropGraph();
        coarsenFrom(start - 1);
    }
}

void Multigrid::dropGraph()
{
    if (graphBuilt_)
    {
        backend_->reclaim(firstToLend(graphStart_));
        graphBuilt_ = false;
    }
}

void Multigrid::precondition()
{
    if (!graphBuilt_)
    {
        buildGraph();
    }
    precondition(0);
}

void Multigrid::precondition(int32_t level)
{
    const Level& here = levels_[level];
    if (graphBuilt_ && level + 1 == graphStart_)
    {
        backend_->relax(here, kSweepsUnderGraph, Order::redFirst, Start::fromZero, 1.0f);
        graph_.correct(*tasks_, *backend_, here);
        backend_->relax(here, kSweepsUnderGraph, Order::blackFirst, Start::fromX, 1.0f);
        return;
    }
    if (level + 1 == levelCount_)
    {
        backend_->solveStrip(here);
        return;
    }
    const Level& coarse = levels_[level + 1];
    backend_->relaxAndRestrict(here, coarse, kPreconditionerSweeps, Start::fromZero);
    if (graphBuilt_ && level + 2 == graphStart_)
    {
        twoSteps(level + 1);
    }
    else
    {
        precondition(level + 1);
    }
    backend_->prolongAndRelax(coarse, here, kPreconditionerSweeps, Order::blackFirst,
                              Interpolation::constant);
}

// The K-cycle's steps on the grid under the first graph; its r is used up.
void Multigrid::twoSteps(int32_t level)
{
    const Level& here = levels_[level];
    const double before = backend_->dot(here, here.r, here.r);
    precondition(level);
    backend_->combine(here, here.p, 1.0f, here.x, 0.0f);
    const double pAp = backend_->dotApplied(here, here.p, here.p);
    const double alpha1 = backend_->dot(here, here.p, here.r) / pAp;
    if (!(pAp > 0.0) || !isPlausibleStep(alpha1))
    {
        return;
    }
    const double after = backend_->subtractApplied(here, here.p, alpha1);
    KStep step = {alpha1, 0.0};
    if (after > kGoodEnoughForK * before)
    {
        precondition(level);
        step = secondKStep(alpha1, pAp, backend_->dotApplied(here, here.x, here.p),
                           backend_->dotApplied(here, here.x, here.x),
                           backend_->dot(here, here.x, here.r));
    }
    backend_->combine(here, here.x, static_cast<float>(step.ofP), here.p,
                      static_cast<float>(step.ofZ));
}

} // namespace tarn
