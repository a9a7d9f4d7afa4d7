// Multigrid on the device: coefficients of coarse levels, sweeps with what goes before and after
// them, and strips; see gl_backend.h.
#include "backend/gl/gl_backend.h"
#include "backend/gl/gl_level_params.h"
#include "backend/gl/gl_limits.h"
#include "backend/strip.h"

#include <algorithm>

namespace tarn
{

namespace
{

GlGroups groupsOver(int32_t columns, int32_t rows)
{
    return {glGroupsFor(columns, gl_limits::kGroupColumns),
            glGroupsFor(rows, gl_limits::kGroupRows)};
}

bool isOddRing(const AxisShape& axis)
{
    return axis.periodic() && axis.cells % 2 == 1;
}

bool isOddRing(const Level& level)
{
    return isOddRing(level.shape.x) || isOddRing(level.shape.y);
}

gl_params::Transfer transferParams(const GlBackend& backend, const Level& fine, const Level& coarse)
{
    auto params = levelParams<gl_params::Transfer>(backend, fine);
    params.coarseNx = coarse.shape.x.cells;
    params.coarseNy = coarse.shape.y.cells;
    params.coarseStride = backend.field(coarse.x).stride;
    params.coarseStrideX = backend.field(coarse.cx).stride;
    return params;
}

} // namespace

// ---- Coefficients

void GlBackend::finishCoefficients(const Level&)
{
    coefficientsMoved_ = true;
}

void GlBackend::finishA(const Level&)
{
    coefficientsMoved_ = true;
}

void GlBackend::coarsenCoefficients(const Level& fine, const Level& coarse)
{
    const auto params = transferParams(*this, fine, coarse);
    const int32_t nx = params.coarseNx;
    const int32_t ny = params.coarseNy;
    device_.run(programs_.get(GlKernel::coarsenX), params, {reads(fine.cx), writes(coarse.cx)},
                groupsOver(nx + 1, ny));
    device_.run(programs_.get(GlKernel::coarsenY), params, {reads(fine.cy), writes(coarse.cy)},
                groupsOver(nx, ny + 1));
    if (fine.hasA)
    {
        coarsenA(fine, coarse);
    }
    coefficientsMoved_ = true;
}

void GlBackend::coarsenA(const Level& fine, const Level& coarse)
{
    const auto params = transferParams(*this, fine, coarse);
    device_.run(programs_.get(GlKernel::coarsenA), params, {reads(fine.a), writes(coarse.a)},
                groupsOver(params.coarseNx, params.coarseNy));
}

// ---- Sweeps in tiles

namespace
{

GlKernel tileKernel(bool prolongs, bool restricts, bool measures, bool few)
{
    if (prolongs && restricts)
    {
        return measures ? GlKernel::tileProlongRestrictMeasure : GlKernel::tileProlongRestrict;
    }
    if (prolongs)
    {
        return measures ? GlKernel::tileProlongMeasure
               : few    ? GlKernel::tileProlongFew
                        : GlKernel::tileProlong;
    }
    if (restricts)
    {
        return few ? GlKernel::tileRestrictFew : GlKernel::tileRestrict;
    }
    return GlKernel::tileRelax;
}

} // namespace

// One dispatch; returns its work groups, for totals.
uint32_t GlBackend::runTile(const Level& level, const TileWork& work)
{
    auto params = levelParams<gl_params::Tile>(*this, level);
    params.halves = work.halves;
    params.before = work.before;
    params.over = work.over;
    params.omega = work.omega;
    params.firstColour = work.firstColour;
    params.fromZero = work.fromZero ? 1 : 0;
    params.constant = work.constant ? 1 : 0;
    // A residual looks one cell further than the sweeps before it; the first half-sweep from zero
    // looks nowhere.
    const int32_t swept = work.halves + (work.restricts ? 1 : 0);
    const int32_t seen = std::max(swept, work.measures ? work.before + 1 : 0);
    params.halo = std::max(seen - (work.fromZero ? 1 : 0), 1);
    if (work.coarse != nullptr)
    {
        params.coarseNx = work.coarse->shape.x.cells;
        params.coarseNy = work.coarse->shape.y.cells;
        params.coarseStride = field(work.coarse->x).stride;
    }
    const bool few = int64_t{params.nx} * params.ny <= gl_limits::kFewCells;
    const GlKernel kernel = tileKernel(work.prolongs, work.restricts, work.measures, few);
    const int32_t written = tileSide(kernel) - 2 * params.halo;
    const GlGroups groups = {glGroupsFor(params.nx, written), glGroupsFor(params.ny, written)};
    const GlBinding coarseX = work.prolongs ? reads(work.coarse->x) : GlBinding{};
    const GlBinding coarseR = work.restricts ? writes(work.coarse->r) : GlBinding{};
    const GlBinding sums = work.measures ? glWrite(partials_) : GlBinding{};
    device_.run(programs_.get(kernel, level.isEven), params,
                {coefficient(level, level.cx), coefficient(level, level.cy),
                 coefficient(level, level.a), reads(level.r), reads(level.x),
                 glWrite(fields_[level.x.index].other.buffer), coarseX, coarseR, sums},
                groups);
    swap(level.x);
    return groups.x * groups.y;
}

// As many dispatches as it takes: the interpolation goes with the first, residuals with the last.
uint32_t GlBackend::sweep(const Level& level, TileWork work)
{
    constexpr int32_t kMost = gl_limits::kMostHalves;
    while (work.halves > kMost)
    {
        TileWork part = work;
        part.restricts = false;
        part.measures = false;
        part.halves = kMost;
        runTile(level, part);
        work.prolongs = false;
        work.fromZero = false;
        work.halves -= kMost;
        work.before -= kMost;
        work.over = std::max(work.over - kMost, 0);
    }
    return runTile(level, work);
}

void GlBackend::relax(const Level& level, int32_t sweeps, Order order, Start start, float omega)
{
    TileWork work;
    work.fromZero = start == Start::fromZero;
    work.halves = 2 * sweeps;
    work.over = work.halves;
    work.omega = omega;
    work.firstColour = order == Order::blackFirst ? 1 : 0;
    relaxTiles(level, work);
}

void GlBackend::relaxTiles(const Level& level, const TileWork& work)
{
    if (isOddRing(level))
    {
        sweepRing(level, work);
        return;
    }
    sweep(level, work);
}

// A dispatch for each half-sweep: rows come from the host, and that takes longer.
void GlBackend::relaxRows(const Level& level, RowFill r, std::span<const float> omegas, RowVisit x)
{
    writeRows(level.r, r);
    TileWork work;
    work.fromZero = true;
    work.halves = 1;
    work.over = 1;
    for (const float omega : omegas)
    {
        work.omega = omega;
        relaxTiles(level, work);
        work.fromZero = false;
        work.firstColour = 1 - work.firstColour;
    }
    readRows(level.x, x);
}

void GlBackend::relaxAndRestrict(const Level& fine, const Level& coarse, int32_t sweeps,
                                 Start start)
{
    TileWork work;
    work.coarse = &coarse;
    work.restricts = true;
    work.fromZero = start == Start::fromZero;
    work.halves = 2 * sweeps;
    if (!isOddRing(fine))
    {
        sweep(fine, work);
        return;
    }
    sweepRing(fine, work);
    const auto params = transferParams(*this, fine, coarse);
    device_.run(programs_.get(GlKernel::ringRestrict), params,
                {reads(fine.cx), reads(fine.cy), reads(fine.a), reads(fine.r), reads(fine.x),
                 writes(coarse.r)},
                groupsOver(params.coarseNx, params.coarseNy));
}

void GlBackend::prolongAndRelax(const Level& coarse, const Level& fine, int32_t sweeps, Order order,
                                Interpolation interpolation)
{
    TileWork work;
    work.coarse = &coarse;
    work.prolongs = true;
    work.constant = interpolation == Interpolation::constant;
    work.halves = 2 * sweeps;
    work.over = work.constant ? 0 : std::max(work.halves - 1, 0);
    work.omega = fine.omega;
    work.firstColour = order == Order::blackFirst ? 1 : 0;
    if (!isOddRing(fine))
    {
        sweep(fine, work);
        return;
    }
    auto params = transferParams(*this, fine, coarse);
    params.constant = work.constant ? 1 : 0;
    device_.run(programs_.get(GlKernel::ringProlong), params,
                {reads(fine.cx), reads(fine.cy), reads(fine.a), reads(coarse.x), writes(fine.x)},
                groupsOver(params.nx, params.ny));
    sweepRing(fine, work);
}

// Sweeps add to what is there, so that it is cleared where it is to count as 0.
void GlBackend::clearFor(Start start, const Level& level)
{
    if (start == Start::fromZero)
    {
        const GlBuffer& x = field(level.x).buffer;
        device_.fill(x, 0, x.bytes, 0);
    }
}

double GlBackend::prolongRelaxAndRestrict(const Level& coarse, const Level& fine, Start start,
                                          int32_t postSweeps, int32_t preSweeps)
{
    clearFor(start, fine);
    if (isOddRing(fine) || 2 * (postSweeps + preSweeps) > gl_limits::kMostHalves)
    {
        prolongAndRelax(coarse, fine, postSweeps, Order::redFirst, Interpolation::linear);
        const double norm2 = skips_ ? 0.0 : residualNorm2(fine);
        relaxAndRestrict(fine, coarse, preSweeps, Start::fromX);
        return norm2;
    }
    TileWork work;
    work.coarse = &coarse;
    work.prolongs = true;
    work.restricts = true;
    work.measures = !skips_;
    work.before = 2 * postSweeps;
    work.halves = work.before + 2 * preSweeps;
    work.over = std::max(work.before - 1, 0);
    work.omega = fine.omega;
    const uint32_t groups = sweep(fine, work);
    return skips_ ? 0.0 : totals(groups).values[0];
}

Measured GlBackend::prolongRelaxAndMeasure(const Level& coarse, const Level& fine, Start start,
                                           int32_t sweeps, bool /*asks*/)
{
    clearFor(start, fine);
    if (skips_ || isOddRing(fine) || 2 * sweeps > gl_limits::kMostHalves)
    {
        prolongAndRelax(coarse, fine, sweeps, Order::redFirst, Interpolation::linear);
        return skips_ ? Measured{} : measure(fine);
    }
    TileWork work;
    work.coarse = &coarse;
    work.prolongs = true;
    work.measures = true;
    work.halves = 2 * sweeps;
    work.before = work.halves;
    work.over = std::max(work.halves - 1, 0);
    work.omega = fine.omega;
    const Triple all = totals(sweep(fine, work));
    return {all.values[0], {all.values[1], all.values[2]}};
}

// ---- Odd rings: in place, the cells at the seam after each other

void GlBackend::sweepRing(const Level& level, const TileWork& work)
{
    clearFor(work.fromZero ? Start::fromZero : Start::fromX, level);
    for (int32_t half = 0; half < work.halves; ++half)
    {
        relaxRingHalf(level, (half + work.firstColour) % 2, half < work.over ? work.omega : 1.0f);
    }
}

void GlBackend::relaxRingHalf(const Level& level, int32_t colour, float omega)
{
    const bool seamY = isOddRing(level.shape.y);
    const bool seamX = isOddRing(level.shape.x);
    const int32_t nx = level.shape.x.cells;
    // The row below the seam goes first; in each row the last column comes after the others, and
    // then the first one again.
    for (int32_t turn = seamY ? 0 : 1; turn < 2; ++turn)
    {
        const bool lastRow = turn == 0;
        relaxRingCells(level, colour, omega, lastRow, 0, seamX ? nx - 1 : nx);
        if (seamX)
        {
            relaxRingCells(level, colour, omega, lastRow, nx - 1, nx);
        }
        if (seamX && omega == 1.0f)
        {
            relaxRingCells(level, colour, omega, lastRow, 0, 1);
        }
    }
}

// Either the last row, or all others, or where that is no seam, all.
void GlBackend::relaxRingCells(const Level& level, int32_t colour, float omega, bool lastRow,
                               int32_t firstColumn, int32_t endColumn)
{
    const int32_t ny = level.shape.y.cells;
    auto params = levelParams<gl_params::RingSweep>(*this, level);
    params.colour = colour;
    params.omega = omega;
    params.firstRow = lastRow ? ny - 1 : 0;
    params.endRow = lastRow || !isOddRing(level.shape.y) ? ny : ny - 1;
    params.firstColumn = firstColumn;
    params.endColumn = endColumn;
    device_.run(programs_.get(GlKernel::ringSweep), params,
                {reads(level.cx), reads(level.cy), reads(level.a), reads(level.r), writes(level.x)},
                groupsOver(endColumn - firstColumn, params.endRow - params.firstRow));
}

void GlBackend::jacobi(const Level& level, FieldId, float omega)
{
    auto params = levelParams<gl_params::Cells>(*this, level);
    params.omega = omega;
    device_.run(programs_.get(GlKernel::jacobi, level.isEven), params,
                {coefficient(level, level.cx), coefficient(level, level.cy),
                 coefficient(level, level.a), reads(level.r), reads(level.x),
                 glWrite(fields_[level.x.index].other.buffer)},
                groupsOver(params.nx, params.ny));
    swap(level.x);
}

// ---- Strips

void GlBackend::solveStrip(const Level& level)
{
    if (std::max(level.shape.x.cells, level.shape.y.cells) > gl_limits::kLongestStrip)
    {
        solveStripOnHost(level);
        return;
    }
    device_.run(programs_.get(GlKernel::strip, level.isEven),
                levelParams<gl_params::Cells>(*this, level),
                {coefficient(level, level.cx), coefficient(level, level.cy),
                 coefficient(level, level.a), reads(level.r), writes(level.x), glWrite(stripWork_)},
                {});
}

namespace
{

struct HostField
{
    float* values = nullptr;
    int32_t stride = 0;

    float& at(int32_t i, int32_t j) const
    {
        return values[static_cast<size_t>(j) * static_cast<size_t>(stride) +
                      static_cast<size_t>(i)];
    }
};

struct HostView
{
    int32_t nx, ny;
    bool ringX, ringY, hasA;
    HostField x, r, cx, cy, a;
};

} // namespace

void GlBackend::solveStripOnHost(const Level& level)
{
    for (const FieldId id : {level.r, level.cx, level.cy, level.a})
    {
        fetch(id);
    }
    const auto longest = static_cast<size_t>(std::max(level.shape.x.cells, level.shape.y.cells));
    Arena work;
    hostMemory(fields_[level.x.index]);
    if (lacksMemory_ || !work.create(arenaBytes(stripDoubles(longest), sizeof(double))))
    {
        return;
    }
    const auto host = [&](FieldId id) {
        return HostField{fields_[id.index].host, field(id).stride};
    };
    const HostView view = {level.shape.x.cells,
                           level.shape.y.cells,
                           level.shape.x.periodic(),
                           level.shape.y.periodic(),
                           level.hasA,
                           host(level.x),
                           host(level.r),
                           host(level.cx),
                           host(level.cy),
                           host(level.a)};
    solveStripOf(view, work.take<double>(stripDoubles(longest)));
    const GlField& x = field(level.x);
    writeRows(level.x,
              [&](int32_t j, float* values) { std::copy_n(&view.x.at(0, j), x.columns, values); });
}

} // namespace tarn
