// A substep of the waves: the finite-volume scheme of wave_rows.h over all tiles that are awake,
// from what is to what will be (now_ and next_, which then change places).
//
// A task works on a chunk of up to sixteen tiles beside one another, from the lowest row up, with
// working rows that stay in the cache. When row r has become cells, row r - 1 can have the states
// at its faces, the faces between r - 2 and r - 1 their fluxes, and row r - 2 its end:
//
//     r            cells
//     r - 1        states at all four faces, half a substep ahead; fluxes left and right
//     r - 2|r - 1  fluxes
//     r - 2        update
#include "backend/water/host_water.h"
#include "core/cube_root.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace tarn
{

namespace
{

constexpr size_t kRowFloats = static_cast<size_t>(HostWater::kChunkColumns) + 32;
constexpr size_t kRowStart = 16; // the first column of the chunk; ghosts before it

constexpr int32_t kChunkTiles = HostWater::kChunkColumns / kTileColumns;

// Working rows have room for whole vectors of the widest kind: no loop need end in single cells.
constexpr int32_t wholeVectors(int32_t count)
{
    return (count + 15) / 16 * 16;
}

constexpr int32_t kPassing = 2; // rows of faces and fluxes that are alive
constexpr int32_t kAlive = 3;   // rows of cells

} // namespace

// Working rows. Element k of a row belongs to column firstColumn + k of the chunk; those from -2 to
// width + 2 are there.
struct HostWater::Scratch
{
    using Row = float[kRowFloats];

    struct Cells
    {
        Row surface, velocityX, velocityY, moves, most[4];
        const float* depth;
    };
    struct Faces
    {
        Row depth, surface, across, along;
    };
    struct Fluxes
    {
        Row mass, low, high, along, rough, lowPressure, highPressure;
    };
    struct Concentrations
    {
        Row cells[kAlive];
        Row south[kAlive], north[kAlive], west[kAlive], east[kAlive]; // at faces
    };

    Cells cells[kAlive];
    Faces south[kPassing], north[kPassing];
    Faces west, east;
    Row innerX[kPassing], innerY[kPassing];
    Fluxes left[kPassing]; // through the faces of a row,
    Fluxes up[kPassing];   // and below it
    Concentrations carried[kCarried];
    Row stirred, deepest;
    Row fastest[2]; // through faces of columns and rows
    // By tile: what the bed does to the water is noted, for there are bodies; and there is
    // something to carry in it or beside it.
    bool pushed[kChunkTiles];
    bool carries[kCarried][kChunkTiles];
    bool pushes; // any tile

    // body(first, end, flag) for tiles beside one another that have the same flag, as columns.
    template <class Body>
    static void forRuns(const bool* flags, int32_t width, Body&& body)
    {
        for (int32_t first = 0; first < width;)
        {
            const bool flag = flags[first / kTileColumns];
            int32_t end = first;
            while (end < width && flags[end / kTileColumns] == flag)
            {
                end += kTileColumns;
            }
            end = std::min(end, width);
            body(first, end, flag);
            first = end;
        }
    }

    // body(k, first, end) for the columns that something is carried in.
    template <class Body>
    void forCarried(int32_t width, Body&& body)
    {
        for (int32_t k = 0; k < kCarried; ++k)
        {
            forRuns(carries[k], width, [&](int32_t first, int32_t end, bool some) {
                if (some)
                {
                    body(k, first, end);
                }
            });
        }
    }

    // Rows from the element `offset` on.
    static CellRow of(Cells& c, int32_t offset = 0)
    {
        const size_t k = kRowStart + static_cast<size_t>(offset);
        return {c.depth + offset,
                c.surface + k,
                {c.velocityX + k, c.velocityY + k},
                c.moves + k,
                {c.most[0] + k, c.most[1] + k, c.most[2] + k, c.most[3] + k}};
    }
    static FaceRow of(Faces& f, int32_t offset = 0)
    {
        const size_t k = kRowStart + static_cast<size_t>(offset);
        return {f.depth + k, f.surface + k, f.across + k, f.along + k};
    }
    static FluxRow of(Fluxes& f, bool pressures)
    {
        const size_t k = kRowStart;
        return {f.mass + k,
                f.low + k,
                f.high + k,
                f.along + k,
                f.rough + k,
                pressures ? f.lowPressure + k : nullptr,
                pressures ? f.highPressure + k : nullptr};
    }
    static float* of(Row& row) { return row + kRowStart; }
};

struct HostWater::Substep
{
    WaveConstants constants;
    WaveSettings settings;
    float dt = 0.0f;
};

size_t HostWater::scratchBytes()
{
    return arenaBytes(1, sizeof(Scratch));
}

int32_t HostWater::taskCount(int32_t pieces) const
{
    // A task is worth its while from four chunks on.
    return tasks_.threadCount() > 1 ? std::min(scratchCount_, (pieces + 3) / 4) : 1;
}

// body(chunk, its number, scratch), at the same time where that pays.
template <class Body>
void HostWater::forChunks(Body&& body)
{
    const int32_t tasks = taskCount(chunkCount_);
    tasks_.parallelFor(tasks, [&](int32_t task) {
        auto* scratch =
            new (scratch_ + static_cast<size_t>(task) * scratchBytes()) Scratch; // plain floats
        const int32_t begin = static_cast<int32_t>(int64_t{chunkCount_} * task / tasks);
        const int32_t end = static_cast<int32_t>(int64_t{chunkCount_} * (task + 1) / tasks);
        for (int32_t k = begin; k < end; ++k)
        {
            body(chunks_[k], k, *scratch);
        }
    });
}

// ---- Rows of a chunk

void HostWater::cellRow(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch)
{
    const int32_t first = chunk.firstColumn - kWaterGhosts;
    const int32_t count = chunk.width() + 2 * kWaterGhosts;
    Scratch::Cells& cells = scratch.cells[(j + kAlive) % kAlive];
    cells.depth = now_.depth.row(j) + chunk.firstColumn;
    kernels_.cells(substep.constants, now_.depth.row(j) + first, now_.momentumX.row(j) + first,
                   now_.momentumY.row(j) + first, fields_.bed.row(j) + first,
                   Scratch::of(cells, -kWaterGhosts), wholeVectors(count));
    scratch.forCarried(chunk.width(), [&](int32_t k, int32_t begin, int32_t end) {
        const int32_t column = first + begin;
        kernels_.concentrations(
            now_.carried[k].row(j) + column, now_.depth.row(j) + column, kDryWaves,
            Scratch::of(scratch.carried[k].cells[(j + kAlive) % kAlive]) + (begin - kWaterGhosts),
            end - begin + 2 * kWaterGhosts);
    });
}

void HostWater::faceRow(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch)
{
    const auto cells = [&](int32_t row) {
        return Scratch::of(scratch.cells[(row + kAlive) % kAlive], -1);
    };
    const int32_t side = j & 1;
    kernels_.faces(substep.constants, cells(j - 1), cells(j), cells(j + 1),
                   Scratch::of(scratch.west, -1), Scratch::of(scratch.east, -1),
                   Scratch::of(scratch.south[side], -1), Scratch::of(scratch.north[side], -1),
                   {Scratch::of(scratch.innerX[side]) - 1, Scratch::of(scratch.innerY[side]) - 1},
                   wholeVectors(chunk.width() + 2));
    scratch.forCarried(chunk.width(), [&](int32_t k, int32_t begin, int32_t end) {
        Scratch::Concentrations& c = scratch.carried[k];
        const auto at = [&](Scratch::Row* rows, int32_t row) {
            return Scratch::of(rows[(row + kAlive) % kAlive]) + (begin - 1);
        };
        kernels_.carriedFaces(substep.constants,
                              Scratch::of(scratch.cells[(j + kAlive) % kAlive], begin - 1),
                              at(c.cells, j - 1), at(c.cells, j), at(c.cells, j + 1), at(c.west, j),
                              at(c.east, j), at(c.south, j), at(c.north, j), end - begin + 2);
    });
}

// Through the faces within row j, of which the states were made last.
void HostWater::leftFluxes(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch)
{
    const int32_t width = chunk.width();
    Scratch::Cells& cells = scratch.cells[(j + kAlive) % kAlive];
    const FluxRow left = Scratch::of(scratch.left[j & 1], scratch.pushes);
    kernels_.fluxes(substep.constants, Scratch::of(scratch.east, -1), Scratch::of(scratch.west),
                    Scratch::of(cells, -1), Scratch::of(cells), 0, left,
                    Scratch::of(scratch.fastest[0]), wholeVectors(width + 1));
    if (chunk.firstColumn == 0 && edges_[tn_sideLeft].type == tn_waterInflow)
    {
        admit(substep, tn_sideLeft, left, Scratch::of(scratch.west), Scratch::of(cells), 0, j);
    }
    if (chunk.endColumn == shape_.grid.nx && edges_[tn_sideRight].type == tn_waterInflow)
    {
        admit(substep, tn_sideRight, left, Scratch::of(scratch.east), Scratch::of(cells), width, j);
    }
}

// Through the faces between rows j - 1 and j.
void HostWater::upFluxes(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch)
{
    const auto cells = [&](int32_t row) {
        return Scratch::of(scratch.cells[(row + kAlive) % kAlive]);
    };
    const FluxRow flux = Scratch::of(scratch.up[j & 1], scratch.pushes);
    kernels_.fluxes(substep.constants, Scratch::of(scratch.north[(j - 1) & 1]),
                    Scratch::of(scratch.south[j & 1]), cells(j - 1), cells(j), 1, flux,
                    Scratch::of(scratch.fastest[1]), wholeVectors(chunk.width()));
    if (j == 0 || j == shape_.grid.ny)
    {
        const tnSide side = j == 0 ? tn_sideBottom : tn_sideTop;
        const FaceRow inside =
            j == 0 ? Scratch::of(scratch.south[0]) : Scratch::of(scratch.north[(j - 1) & 1]);
        for (int32_t i = 0; edges_[side].type == tn_waterInflow && i < chunk.width(); ++i)
        {
            admit(substep, side, flux, inside, cells(j == 0 ? 0 : j - 1), i, chunk.firstColumn + i);
        }
    }
}

// An inflow edge: its face passes what the edge says, whatever lies beyond. `inside` and `cells`
// are of the row of the cell inside.
void HostWater::admit(const Substep& substep, tnSide side, const FluxRow& flux,
                      const FaceRow& inside, const CellRow& cells, int32_t face, int32_t cell)
{
    const bool isLow = side == tn_sideLeft || side == tn_sideBottom;
    const int32_t state = side == tn_sideRight ? face - 1 : face;
    const float gravity = substep.constants.gravity;
    const float depth = std::max(inside.depth[state], 0.0f);
    // Beyond its share of what is there, nothing leaves.
    const float mass = std::max(inflow_[side][cell], -std::fabs(cells.most[side][state]));
    // As deep as it is inside, or as a weir lets so much pass.
    const float weir = gravity > 0.0f && mass > 0.0f ? cubeRoot(mass * mass / gravity) : 0.0f;
    const float through = std::max(depth, weir);
    const float carried = through > kDryWaves ? mass * mass / through : 0.0f;
    const float push = carried + 0.5f * gravity * ((through - depth) * (through + depth));
    const float sign = isLow ? 1.0f : -1.0f;
    flux.mass[face] = sign * mass;
    flux.low[face] = push;
    flux.high[face] = push;
    flux.along[face] = mass < 0.0f ? flux.mass[face] * inside.along[state] : 0.0f;
    flux.rough[face] = mass != 0.0f ? 1.0f : flux.rough[face];
}

void HostWater::finishRow(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch,
                          double* entered)
{
    const int32_t width = chunk.width();
    const int32_t nx = shape_.grid.nx;
    Scratch::Cells& cells = scratch.cells[(j + kAlive) % kAlive];
    const FluxRow left = Scratch::of(scratch.left[j & 1], scratch.pushes);
    const FluxRow below = Scratch::of(scratch.up[j & 1], scratch.pushes);
    const FluxRow above = Scratch::of(scratch.up[(j + 1) & 1], scratch.pushes);

    const auto column = [&](Rows rows) { return rows.row(j) + chunk.firstColumn; };
    UpdateRow row;
    row.left = left;
    row.below = below;
    row.above = above;
    row.inner = {Scratch::of(scratch.innerX[j & 1]), Scratch::of(scratch.innerY[j & 1])};
    row.moves = Scratch::of(cells).moves;
    row.depth = column(now_.depth);
    row.momentumX = column(now_.momentumX);
    row.momentumY = column(now_.momentumY);
    row.toDepth = column(next_.depth);
    row.toMomentumX = column(next_.momentumX);
    row.toMomentumY = column(next_.momentumY);
    row.stirred = Scratch::of(scratch.stirred);
    row.deepest = Scratch::of(scratch.deepest);
    Scratch::forRuns(scratch.pushed, width, [&](int32_t first, int32_t end, bool pushed) {
        row.pushX = pushed ? column(pushX_) : nullptr;
        row.pushY = pushed ? column(pushY_) : nullptr;
        row.worked = pushed ? column(worked_) : nullptr;
        kernels_.update(substep.constants, row, first, end);
    });

    carryRow(substep, chunk, j, scratch);
    const WaveSettings& s = substep.settings;
    const bool slows = s.manning > 0.0f || s.viscosity > 0.0f || s.yield > 0.0f || s.isWindy();
    if (slows)
    {
        kernels_.friction({substep.dt, s.manning, 3.0f * s.viscosity, s.yield, s.wind.x, s.wind.y,
                           kThinDepth, kDryWaves, row.toDepth, row.toMomentumX, row.toMomentumY},
                          width);
    }

    if (chunk.firstColumn == 0)
    {
        *entered += static_cast<double>(left.mass[0]);
    }
    if (chunk.endColumn == nx)
    {
        *entered -= static_cast<double>(left.mass[width]);
    }
    for (int32_t i = 0; j == 0 && i < width; ++i)
    {
        *entered += static_cast<double>(below.mass[i]);
    }
    for (int32_t i = 0; j == shape_.grid.ny - 1 && i < width; ++i)
    {
        *entered -= static_cast<double>(above.mass[i]);
    }
}

void HostWater::carryRow(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch)
{
    scratch.forCarried(chunk.width(), [&](int32_t k, int32_t begin, int32_t end) {
        Scratch::Concentrations& c = scratch.carried[k];
        const auto at = [&](Scratch::Row* rows, int32_t row) {
            return Scratch::of(rows[(row + kAlive) % kAlive]) + begin;
        };
        const auto column = [&](const State& state) {
            return state.carried[k].row(j) + chunk.firstColumn + begin;
        };
        kernels_.carry(substep.constants.rate, Scratch::of(scratch.left[j & 1].mass) + begin,
                       Scratch::of(scratch.up[j & 1].mass) + begin,
                       Scratch::of(scratch.up[(j + 1) & 1].mass) + begin, at(c.west, j),
                       at(c.east, j), at(c.south, j), at(c.north, j), at(c.north, j - 1),
                       at(c.south, j + 1), column(now_), column(next_), end - begin);
    });
}

// Foam is in few places; elsewhere there is none to carry.
bool HostWater::isFoamyAround(int32_t tile) const
{
    const int32_t row = tile / tiles_.columns;
    const int32_t column = tile % tiles_.columns;
    for (int32_t dj = -1; dj <= 1; ++dj)
    {
        const int32_t j = cellOnAxis(row + dj, tiles_.rows, shape_.grid.wrapY);
        for (int32_t di = -1; di <= 1; ++di)
        {
            const int32_t i = cellOnAxis(column + di, tiles_.columns, shape_.grid.wrapX);
            if (tiles_.foamy[j * tiles_.columns + i] != 0)
            {
                return true;
            }
        }
    }
    return false;
}

// What is done to which tiles.
void HostWater::findTasks(const Chunk& chunk, Scratch& scratch)
{
    scratch.pushes = false;
    const int32_t first = tiles_.tileOf(chunk.firstColumn, chunk.firstRow);
    for (int32_t k = 0; k * kTileColumns < chunk.width(); ++k)
    {
        scratch.pushed[k] = (tileBodies_[first + k] & kBodiesNear) != 0;
        scratch.pushes = scratch.pushes || scratch.pushed[k];
        scratch.carries[0][k] = carries_[0] && isFoamyAround(first + k);
        tileWasFoamy_[first + k] |= scratch.carries[0][k] ? uint8_t{1} : uint8_t{0};
        for (int32_t dye = 1; dye < kCarried; ++dye)
        {
            scratch.carries[dye][k] = carries_[dye];
        }
    }
}

void HostWater::runChunk(const Substep& substep, const Chunk& chunk, Scratch& scratch,
                         double* entered)
{
    findTasks(chunk, scratch);
    std::fill_n(scratch.stirred, kRowFloats, 0.0f);
    std::fill_n(scratch.deepest, kRowFloats, 0.0f);
    std::fill_n(scratch.fastest[0], kRowFloats, 0.0f);
    std::fill_n(scratch.fastest[1], kRowFloats, 0.0f);
    for (int32_t r = chunk.firstRow - 2; r <= chunk.endRow + 1; ++r)
    {
        cellRow(substep, chunk, r, scratch);
        if (r >= chunk.firstRow)
        {
            faceRow(substep, chunk, r - 1, scratch);
        }
        if (r >= chunk.firstRow + 1 && r <= chunk.endRow)
        {
            leftFluxes(substep, chunk, r - 1, scratch);
        }
        if (r >= chunk.firstRow + 1)
        {
            upFluxes(substep, chunk, r - 1, scratch);
        }
        if (r >= chunk.firstRow + 2)
        {
            finishRow(substep, chunk, r - 2, scratch, entered);
        }
    }
}

// ---- Substeps

// What each tile was like.
void HostWater::noteTiles(const Chunk& chunk, const Scratch& scratch, const Substep& substep)
{
    for (int32_t first = chunk.firstColumn; first < chunk.endColumn; first += kTileColumns)
    {
        const int32_t end = std::min(first + kTileColumns, chunk.endColumn);
        const size_t a = kRowStart + static_cast<size_t>(first - chunk.firstColumn);
        const size_t b = kRowStart + static_cast<size_t>(end - chunk.firstColumn);
        const auto largest = [&](const Scratch::Row& row) {
            return *std::max_element(row + a, row + b);
        };
        const int32_t tile = tiles_.tileOf(first, chunk.firstRow);
        const bool driven = substep.settings.isWindy() && largest(scratch.deepest) > kDryWaves;
        const float last = scratch.fastest[0][b]; // faces of columns are one more
        tiles_.stirred[tile] = driven || largest(scratch.stirred) > 0.0f ? 1 : 0;
        tiles_.fastest[tile] =
            std::max({largest(scratch.fastest[0]), largest(scratch.fastest[1]), last});
        tiles_.deepest[tile] = largest(scratch.deepest);
        tiles_.measured[tile] = 1;
    }
}

double HostWater::runChunks(const Substep& substep)
{
    forChunks([&](const Chunk& chunk, int32_t k, Scratch& scratch) {
        double entered = 0.0;
        runChunk(substep, chunk, scratch, &entered);
        chunkEntered_[k] = entered;
        noteTiles(chunk, scratch, substep);
    });
    double sum = 0.0;
    for (int32_t k = 0; k < chunkCount_; ++k)
    {
        sum += chunkEntered_[k];
    }
    return sum;
}

double HostWater::runSubstep(float dt, const WaveSettings& settings, bool sleeps)
{
    chooseAwake(sleeps);
    if (chunkCount_ == 0)
    {
        return 0.0;
    }
    const float h = shape_.grid.cellSize;
    Substep substep;
    substep.settings = settings;
    substep.constants = {settings.gravity,
                         kThinDepth * kThinDepth,
                         kDryWaves,
                         settings.maxSpeed,
                         h / dt,
                         dt / h,
                         settings.gravity > 0.0f ? settings.yield * h / settings.gravity : 0.0f,
                         settings.isWindy() ? 0.0f : kStillSpeed2 * settings.gravity};
    substep.dt = dt;
    fillGhosts(settings.gravity);
    prepareInflow(settings.gravity);
    const double entered = runChunks(substep);
    turnOver();
    return entered * static_cast<double>(dt) * static_cast<double>(h);
}

} // namespace tarn
