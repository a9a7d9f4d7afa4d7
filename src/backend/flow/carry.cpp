// Advection: the velocity and all it carries move along the velocity of the last step.
//
// Semi-Lagrangian: each node takes what was where its fluid came from (Stam 1999). MacCormack: the
// result is followed back again, and half of what that differs by is put right, held within the
// nodes it came from (Selle et al. 2008). The correction goes up the grid a few rows behind the
// result that it is of, so that both are one pass through memory, and nodes that the fluid came
// from are looked up once.
#include "backend/flow/host_flow.h"
#include "backend/flow/lagging_sweep.h"
#include "backend/flow/row_sums.h"

#include <algorithm>
#include <bit>

namespace tarn
{

namespace
{

// Scalars of as many bytes, moved, are out of the caches when somebody looks at them again.
constexpr size_t kBytesWorthStreaming = size_t{1} << 23;

bool isWorthStreaming(const AdvectJob& job)
{
    const size_t floats =
        static_cast<size_t>(job.count) * job.to[0].stride * static_cast<size_t>(job.rows);
    return floats * sizeof(float) >= kBytesWorthStreaming;
}

// Scalars that move together, in floats of a row of all of them: with more the rows that wait for
// MacCormack's correction do not fit the second-level cache. At least two, since where ways end is
// found for all of them at once.
constexpr size_t kFloatsTogether = 2048;
constexpr size_t kFewestTogether = 2;

} // namespace

AdvectJob HostFlow::jobFor(AdvectJob::At at, float rate) const
{
    AdvectJob job;
    job.grid = grid(1);
    job.rate = rate;
    job.at = at;
    const NodeTables& nodes = at == AdvectJob::At::cells    ? cellNodes_
                              : at == AdvectJob::At::facesX ? faceXNodes_
                                                            : faceYNodes_;
    job.columns = {nodes.columns, nodes.columnBase, nodes.columnPhase};
    job.rowBase = nodes.rowBase;
    job.rowPhase = nodes.rowPhase;
    job.rows = nodes.rows;
    job.cellLinks = job.grid.links;
    // Beyond the middle of the last cell at an open edge, what comes from outside would count.
    const auto trust = [this](tnSide side) { return isOpenEdge(side) ? 0.5f : 0.0f; };
    job.trustLowX = trust(tn_sideLeft);
    job.trustHighX = static_cast<float>(shape_.nx) - trust(tn_sideRight);
    job.trustLowY = trust(tn_sideBottom);
    job.trustHighY = static_cast<float>(shape_.ny) - trust(tn_sideTop);
    return job;
}

AdvectJob HostFlow::jobForDye(float rate) const
{
    AdvectJob job = jobFor(AdvectJob::At::cells, rate);
    job.grid = grid(shape_.dyeScale);
    job.scale = shape_.dyeScale;
    job.columns = {dyeNodes_.columns, dyeNodes_.columnBase, dyeNodes_.columnPhase};
    job.rowBase = dyeNodes_.rowBase;
    job.rowPhase = dyeNodes_.rowPhase;
    job.rows = dyeNodes_.rows;
    job.cellLinks = linkGrid(dyeLinks_, true);
    return job;
}

void HostFlow::useWays(AdvectJob& job) const
{
    job.hasWays = true;
    for (int32_t k = 0; k < 2; ++k)
    {
        job.wayX[k] = wayX_[k];
        job.wayY[k] = wayY_[k];
    }
}

// The ways of a row of cells, and how many rows away they lead, with the nodes around their ends.
void HostFlow::traceWays(const AdvectJob& job, int32_t j, bool ahead)
{
    const float farthest = kernels_.trace(job, j, ahead);
    rowReach_[j] = static_cast<int32_t>(std::min(farthest, static_cast<float>(shape_.ny))) + 1;
    for (int32_t k = 0; k < (ahead ? 2 : 1); ++k)
    {
        finishScalarRow(wayX_[k], copiedEdges(), 1, j);
        finishScalarRow(wayY_[k], copiedEdges(), 1, j);
    }
}

// The ways that a tile needs of others: those of the row below it, and those next to the edges,
// which are repeated beyond.
void HostFlow::traceEarly(const AdvectJob& job, const RowTiles& tiles, bool ahead)
{
    tasks_.parallelFor(tiles.count, [&](int32_t tile) {
        const int32_t last = std::min(tiles.cut(tile + 1), shape_.ny) - 1;
        traceWays(job, last, ahead);
        if (tile == 0 && last > 0)
        {
            traceWays(job, 0, ahead);
        }
    });
    for (int32_t k = 0; k < (ahead ? 2 : 1); ++k)
    {
        finishScalarBeyond(wayX_[k], copiedEdges(), 1);
        finishScalarBeyond(wayY_[k], copiedEdges(), 1);
    }
}

// One for each thread, unless they would be low, since rows next to cuts are corrected late. Among
// solids some rows take much longer than others: more of them then, for threads to share out.
int32_t HostFlow::tileCount(int32_t rows, bool amongSolids) const noexcept
{
    constexpr int32_t kFewRows = 64;
    const int32_t threads = tasks_.threadCount();
    const int32_t shared = amongSolids ? std::min(4 * threads, rows / kFewRows) : 1;
    return std::max(std::clamp(rows / kFewestBandRows, 1, threads), shared);
}

RowTiles HostFlow::advectTiles(int32_t rows) const
{
    return {rows, tileCount(rows, anySolids_)};
}

// The ring of a tile.
BoundRing HostFlow::boundRing(int32_t tile, int32_t fields, int32_t rows) const
{
    return {bounds_ + static_cast<size_t>(tile) * boundFloats(), boundStride(), rows, fields};
}

// move(row, bounds) for all rows of some fields, finish() for what lies beyond them, and
// correct(row, bounds) as soon as the rows around it are there, up to reach(row) away. Rows that
// look farther than mostReach come last; if that is below 0, all do, and no bounds are kept.
template <class Move, class Reach, class Finish, class Correct>
void HostFlow::moveAndCorrect(const RowTiles& tiles, int32_t fields, int32_t mostReach, Move&& move,
                              Reach&& reach, Finish&& finish, Correct&& correct)
{
    const auto rows = static_cast<int32_t>(std::bit_ceil(static_cast<uint32_t>(mostReach + 1)));
    const auto bounds = [&](int32_t tile) {
        return mostReach < 0 ? BoundRing{} : boundRing(tile, fields, rows);
    };
    runLagging(
        tasks_, {tiles, mostReach, isLeft_},
        [&](int32_t row, int32_t tile) { move(row, bounds(tile)); }, reach,
        [&](int32_t row, int32_t tile) { correct(row, bounds(tile)); });
    finish();
    forRows(tiles.rows, [&](int32_t row) {
        if (isLeft_[row])
        {
            correct(row, BoundRing{});
        }
    });
}

// Scalars on the nodes of cells that need nothing but where ways back end move as soon as these are
// traced: while ways are in the cache, and in a pass less.
void HostFlow::announceScalars(tnAdvection dye, tnAdvection temperature)
{
    dyesGoAlong_ =
        shape_.dyeChannels > 0 && shape_.dyeScale == 1 && dye == tn_advectionSemiLagrangian;
    temperatureGoesAlong_ = shape_.temperature && temperature == tn_advectionSemiLagrangian;
}

size_t HostFlow::listAlong(CarriedScalar* scalars)
{
    size_t count = 0;
    for (int32_t c = 0; c < (dyesGoAlong_ ? shape_.dyeChannels : 0); ++c)
    {
        scalars[count++] = {&dyes_[c], dyeEdges(c)};
    }
    if (temperatureGoesAlong_)
    {
        scalars[count++] = {&temperature_, temperatureEdges()};
    }
    return count;
}

AdvectJob HostFlow::jobAlong(float rate, std::span<const CarriedScalar> scalars) const
{
    AdvectJob job = jobFor(AdvectJob::At::cells, rate);
    useWays(job);
    job.count = 0;
    for (const CarriedScalar& scalar : scalars)
    {
        job.from[job.count] = scalar.field->now;
        job.to[job.count] = scalar.field->next;
        ++job.count;
    }
    job.streams = job.count > 0 && isWorthStreaming(job);
    return job;
}

// Ways are traced right before they are first used, row by row.
void HostFlow::advectVelocity(float rate, tnAdvection scheme, float reflection, bool ahead)
{
    const int32_t ny = shape_.ny;
    AdvectJob cells = jobFor(AdvectJob::At::cells, rate);
    AdvectJob x = jobFor(AdvectJob::At::facesX, rate);
    AdvectJob y = jobFor(AdvectJob::At::facesY, rate);
    for (AdvectJob* job : {&cells, &x, &y})
    {
        useWays(*job);
    }
    x.count = y.count = 1;
    x.from[0] = u_.now;
    y.from[0] = v_.now;
    if (reflection != 0.0f)
    {
        subtractPressed(reflectedX_, reflectedY_, reflection);
        x.from[0] = reflectedX_;
        y.from[0] = reflectedY_;
    }
    const bool corrects = scheme == tn_advectionMacCormack;
    const Field movedX = corrects ? u_.hat : u_.next;
    const Field movedY = corrects ? v_.hat : v_.next;
    x.to[0] = movedX;
    y.to[0] = movedY;
    CarriedScalar alongList[kMaxCarried];
    const std::span<const CarriedScalar> along(alongList, listAlong(alongList));
    const AdvectJob alongJob = jobAlong(rate, along);
    const RowTiles tiles = advectTiles(ny + 1);
    traceEarly(cells, tiles, ahead);
    const auto move = [&](int32_t j, const BoundRing& bounds) {
        if (j > 0 && j < ny - 1 && !tiles.isCut(j + 1))
        {
            traceWays(cells, j, ahead);
        }
        kernels_.advect(y, j, bounds);
        if (j < ny)
        {
            kernels_.advect(x, j, bounds.from(1));
        }
        if (j < ny && !along.empty())
        {
            kernels_.advect(alongJob, j, BoundRing{});
            for (const CarriedScalar& scalar : along)
            {
                finishScalarRow(scalar.field->next, scalar.edges, 1, j);
            }
        }
        finishFaces(movedX, movedY, j);
    };
    const auto finish = [&] { finishBeyond(movedX, movedY); };
    if (!corrects)
    {
        forTiles(tiles, [&](int32_t j) { move(j, BoundRing{}); });
        finish();
        return;
    }
    AdvectJob betterX = x;
    AdvectJob betterY = y;
    betterX.hat[0] = u_.hat;
    betterX.to[0] = u_.next;
    betterY.hat[0] = v_.hat;
    betterY.to[0] = v_.next;
    // One more, since row ny, which y has and tiles count, lies beyond the grid for x.
    const auto reach = [&](int32_t j) {
        return std::max(rowReach_[std::max(j - 1, 0)], rowReach_[std::min(j, ny - 1)]) + 1;
    };
    const auto correct = [&](int32_t j, const BoundRing& bounds) {
        kernels_.correct(betterY, j, bounds);
        if (j < ny)
        {
            kernels_.correct(betterX, j, bounds.from(1));
        }
        finishFaces(u_.next, v_.next, j);
    };
    moveAndCorrect(tiles, 2, kBoundRows - 1, move, reach, finish, correct);
    finishBeyond(u_.next, v_.next);
}

void HostFlow::acceptVelocity()
{
    u_.advance();
    v_.advance();
}

void HostFlow::carryScalars(AdvectJob job, std::span<const CarriedScalar> scalars,
                            tnAdvection scheme)
{
    const bool corrects = scheme == tn_advectionMacCormack;
    job.count = 0;
    for (const CarriedScalar& scalar : scalars)
    {
        job.from[job.count] = scalar.field->now;
        job.hat[job.count] = scalar.field->hat;
        job.to[job.count] = corrects ? scalar.field->hat : scalar.field->next;
        ++job.count;
    }
    const auto hat = [](const CarriedScalar& scalar) { return scalar.field->hat; };
    const auto next = [](const CarriedScalar& scalar) { return scalar.field->next; };
    // Rows are finished while they are in the cache.
    const auto runRow = [&](auto kernel, const AdvectJob& doing, auto&& fieldOf, int32_t j,
                            const BoundRing& bounds) {
        kernel(doing, j, bounds);
        for (const CarriedScalar& scalar : scalars)
        {
            finishScalarRow(fieldOf(scalar), scalar.edges, job.scale, j);
        }
    };
    const auto finish = [&](auto&& fieldOf) {
        for (const CarriedScalar& scalar : scalars)
        {
            finishScalarBeyond(fieldOf(scalar), scalar.edges, job.scale);
        }
    };
    const RowTiles tiles = advectTiles(job.rows);
    const bool streams = isWorthStreaming(job);
    job.streams = streams && !corrects;
    if (corrects)
    {
        AdvectJob better = job;
        better.streams = streams;
        for (int32_t f = 0; f < job.count; ++f)
        {
            better.to[f] = scalars[static_cast<size_t>(f)].field->next;
        }
        // Ways that are followed here and now tell nobody how far they lead.
        const int32_t mostReach =
            job.hasWays
                ? std::min(*std::max_element(rowReach_, rowReach_ + job.rows), kBoundRows - 1)
                : -1;
        moveAndCorrect(
            tiles, job.count, mostReach,
            [&](int32_t j, const BoundRing& bounds) {
                runRow(kernels_.advect, job, hat, j, bounds);
            },
            [&](int32_t j) { return job.hasWays ? rowReach_[j] : 0; }, [&] { finish(hat); },
            [&](int32_t j, const BoundRing& bounds) {
                runRow(kernels_.correct, better, next, j, bounds);
            });
    }
    else
    {
        forTiles(tiles, [&](int32_t j) { runRow(kernels_.advect, job, next, j, BoundRing{}); });
    }
    finish(next);
    for (const CarriedScalar& scalar : scalars)
    {
        scalar.field->advance();
    }
}

int32_t HostFlow::advectScalars(float rate, tnAdvection dye, tnAdvection temperature, bool* cut)
{
    int32_t substeps = 0;
    CarriedScalar scalars[kMaxCarried];
    size_t count = listAlong(scalars);
    const bool dyesAreThere = dyesGoAlong_;
    const bool temperatureIsThere = temperatureGoesAlong_;
    for (const CarriedScalar& scalar : std::span(scalars, count))
    {
        finishScalarBeyond(scalar.field->next, scalar.edges, 1);
        scalar.field->advance();
    }
    dyesGoAlong_ = false;
    temperatureGoesAlong_ = false;
    count = 0;
    const auto run = [&](bool isDye, tnAdvection scheme) {
        const std::span<const CarriedScalar> all(scalars, count);
        if (scheme == tn_advectionConserving)
        {
            substeps += carryByFluxes(all, isDye ? shape_.dyeScale : 1, rate, cut);
        }
        else
        {
            AdvectJob job = isDye ? jobForDye(rate) : jobFor(AdvectJob::At::cells, rate);
            if (job.scale == 1)
            {
                useWays(job);
            }
            const size_t few =
                std::max(kFewestTogether, kFloatsTogether / static_cast<size_t>(job.columns.count));
            for (size_t begin = 0; begin < count; begin += few)
            {
                carryScalars(job, all.subspan(begin, std::min(few, count - begin)), scheme);
            }
        }
    };
    for (int32_t c = 0; c < (dyesAreThere ? 0 : shape_.dyeChannels); ++c)
    {
        scalars[count++] = {&dyes_[c], dyeEdges(c)};
    }
    const bool carriesTemperature = shape_.temperature && !temperatureIsThere;
    // On the same nodes and in the same way, temperature goes together with the dyes.
    const bool together = count > 0 && shape_.dyeScale == 1 && dye == temperature;
    if (carriesTemperature && together)
    {
        scalars[count++] = {&temperature_, temperatureEdges()};
    }
    if (count > 0)
    {
        run(true, dye);
    }
    if (carriesTemperature && !together)
    {
        scalars[0] = {&temperature_, temperatureEdges()};
        count = 1;
        run(false, temperature);
    }
    return substeps;
}

void HostFlow::advectTexture(float rate, const bool renew[2])
{
    for (int32_t layer = 0; layer < 2; ++layer)
    {
        Field* coordinates = &texture_[2 * layer];
        if (renew[layer])
        {
            for (int32_t axis = 0; axis < 2; ++axis)
            {
                forRows(shape_.ny,
                        [&](int32_t j) { std::fill_n(coordinates[axis].row(j), shape_.nx, 0.0f); });
            }
        }
        // What is carried is how far the picture has been displaced. It is there at the way's
        // end, and the way itself adds to it.
        AdvectJob job = jobFor(AdvectJob::At::cells, rate);
        useWays(job);
        job.count = 2;
        for (int32_t axis = 0; axis < 2; ++axis)
        {
            finishScalar(coordinates[axis], copiedEdges(), 1);
            job.from[axis] = coordinates[axis];
            job.to[axis] = textureNext_[axis];
        }
        const float h = shape_.cellSize;
        forRows(shape_.ny, [&](int32_t j) {
            kernels_.advect(job, j, BoundRing{});
            float* x = textureNext_[0].row(j);
            float* y = textureNext_[1].row(j);
            addRow(x, h, wayX_[0].row(j), shape_.nx);
            addRow(y, h, wayY_[0].row(j), shape_.nx);
        });
        std::swap(coordinates[0], textureNext_[0]);
        std::swap(coordinates[1], textureNext_[1]);
    }
}

} // namespace tarn
