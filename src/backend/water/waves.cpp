// A substep of the waves: two stages of the finite-volume scheme of wave_rows.h over all tiles that
// are awake.
//
// A task works on a chunk of up to sixteen tiles beside one another, from the lowest row up, with
// working rows that stay in the cache. When row r has become cells, row r - 1 can have its faces
// towards below and above, the face between r - 2 and r - 1 its flux, and row r - 2 its end:
//
//     r        cells
//     r - 1    states at the faces below and above
//     r - 2|r - 1  flux
//     r - 2    states at the faces left and right, fluxes through them, update
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

constexpr int32_t kPassing = 2; // rows of y faces and y fluxes that are alive
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
        Row low[kAlive], high[kAlive]; // at the faces below and above
        Row west, east;
    };

    Cells cells[kAlive];
    Faces south[kPassing], north[kPassing];
    Faces west, east;
    Fluxes up[kPassing]; // through the faces below a row
    Fluxes left;
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

struct HostWater::Stage
{
    WaveConstants constants;
    WaveSettings settings;
    float dt = 0.0f;
    float rate = 0.0f;
    const State* from = nullptr;
    const State* first = nullptr; // of the second stage: what was before the first
    const State* to = nullptr;
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

void HostWater::cellRow(const Stage& stage, const Chunk& chunk, int32_t j, Scratch& scratch)
{
    const int32_t first = chunk.firstColumn - kWaterGhosts;
    const int32_t count = chunk.width() + 2 * kWaterGhosts;
    Scratch::Cells& cells = scratch.cells[(j + kAlive) % kAlive];
    cells.depth = stage.from->depth.row(j) + chunk.firstColumn;
    kernels_.cells(stage.constants, stage.from->depth.row(j) + first,
                   stage.from->momentumX.row(j) + first, stage.from->momentumY.row(j) + first,
                   bed_.row(j) + first, Scratch::of(cells, -kWaterGhosts), wholeVectors(count));
    scratch.forCarried(chunk.width(), [&](int32_t k, int32_t begin, int32_t end) {
        const int32_t column = first + begin;
        kernels_.concentrations(
            stage.from->carried[k].row(j) + column, stage.from->depth.row(j) + column, kDryWaves,
            Scratch::of(scratch.carried[k].cells[(j + kAlive) % kAlive]) + (begin - kWaterGhosts),
            end - begin + 2 * kWaterGhosts);
    });
}

void HostWater::upFaces(const Stage& stage, const Chunk& chunk, int32_t j, Scratch& scratch)
{
    const auto cells = [&](int32_t row) {
        return Scratch::of(scratch.cells[(row + kAlive) % kAlive]);
    };
    const int32_t side = j & 1;
    kernels_.faces(stage.constants, cells(j - 1), cells(j), cells(j + 1), 1,
                   Scratch::of(scratch.south[side]), Scratch::of(scratch.north[side]),
                   wholeVectors(chunk.width()));
    scratch.forCarried(chunk.width(), [&](int32_t k, int32_t begin, int32_t end) {
        Scratch::Concentrations& c = scratch.carried[k];
        const auto at = [&](Scratch::Row* rows, int32_t row) {
            return Scratch::of(rows[(row + kAlive) % kAlive]) + begin;
        };
        kernels_.carriedFaces(stage.constants, at(c.cells, j - 1), at(c.cells, j),
                              at(c.cells, j + 1), at(c.low, j), at(c.high, j), end - begin);
    });
}

// Through the faces between rows j - 1 and j.
void HostWater::upFluxes(const Stage& stage, const Chunk& chunk, int32_t j, Scratch& scratch)
{
    const auto cells = [&](int32_t row) {
        return Scratch::of(scratch.cells[(row + kAlive) % kAlive]);
    };
    const FluxRow flux = Scratch::of(scratch.up[j & 1], scratch.pushes);
    kernels_.fluxes(stage.constants, Scratch::of(scratch.north[(j - 1) & 1]),
                    Scratch::of(scratch.south[j & 1]), cells(j - 1), cells(j), 1, flux,
                    Scratch::of(scratch.fastest[1]), wholeVectors(chunk.width()));
    if (j == 0 || j == shape_.grid.ny)
    {
        const tnSide side = j == 0 ? tn_sideBottom : tn_sideTop;
        const FaceRow inside =
            j == 0 ? Scratch::of(scratch.south[0]) : Scratch::of(scratch.north[(j - 1) & 1]);
        for (int32_t i = 0; edges_[side].type == tn_waterInflow && i < chunk.width(); ++i)
        {
            admit(stage, side, flux, inside, i, chunk.firstColumn + i);
        }
    }
}

// An inflow edge: its face passes what the edge says, whatever lies beyond.
void HostWater::admit(const Stage& stage, tnSide side, const FluxRow& flux, const FaceRow& inside,
                      int32_t face, int32_t cell)
{
    const bool isLow = side == tn_sideLeft || side == tn_sideBottom;
    const int32_t state = side == tn_sideRight ? face - 1 : face;
    const float gravity = stage.constants.gravity;
    const float depth = inside.depth[state];
    // Beyond a quarter of what is there, nothing leaves in a stage.
    const float mass = std::max(inflow_[side][cell], -0.25f * depth / stage.rate);
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

void HostWater::finishRow(const Stage& stage, const Chunk& chunk, int32_t j, Scratch& scratch,
                          double* entered)
{
    const int32_t width = chunk.width();
    const int32_t nx = shape_.grid.nx;
    Scratch::Cells& cells = scratch.cells[(j + kAlive) % kAlive];
    // States of one cell more on either side, fluxes through one face more than there are cells.
    kernels_.faces(stage.constants, Scratch::of(cells, -2), Scratch::of(cells, -1),
                   Scratch::of(cells, 0), 0, Scratch::of(scratch.west, -1),
                   Scratch::of(scratch.east, -1), wholeVectors(width + 2));
    const FluxRow left = Scratch::of(scratch.left, scratch.pushes);
    kernels_.fluxes(stage.constants, Scratch::of(scratch.east, -1), Scratch::of(scratch.west),
                    Scratch::of(cells, -1), Scratch::of(cells), 0, left,
                    Scratch::of(scratch.fastest[0]), wholeVectors(width + 1));
    if (chunk.firstColumn == 0 && edges_[tn_sideLeft].type == tn_waterInflow)
    {
        admit(stage, tn_sideLeft, left, Scratch::of(scratch.west), 0, j);
    }
    if (chunk.endColumn == nx && edges_[tn_sideRight].type == tn_waterInflow)
    {
        admit(stage, tn_sideRight, left, Scratch::of(scratch.east), width, j);
    }
    const FluxRow below = Scratch::of(scratch.up[j & 1], scratch.pushes);
    const FluxRow above = Scratch::of(scratch.up[(j + 1) & 1], scratch.pushes);

    const auto column = [&](Rows rows) { return rows.row(j) + chunk.firstColumn; };
    const auto columnOf = [&](const State* state, Rows State::*rows) -> const float* {
        return state != nullptr ? column(state->*rows) : nullptr;
    };
    UpdateRow row;
    row.rate = stage.rate;
    row.west = Scratch::of(scratch.west);
    row.east = Scratch::of(scratch.east);
    row.south = Scratch::of(scratch.south[j & 1]);
    row.north = Scratch::of(scratch.north[j & 1]);
    row.left = left;
    row.below = below;
    row.above = above;
    row.moves = Scratch::of(cells).moves;
    row.depth = column(stage.from->depth);
    row.momentumX = column(stage.from->momentumX);
    row.momentumY = column(stage.from->momentumY);
    row.firstDepth = columnOf(stage.first, &State::depth);
    row.firstMomentumX = columnOf(stage.first, &State::momentumX);
    row.firstMomentumY = columnOf(stage.first, &State::momentumY);
    row.toDepth = column(stage.to->depth);
    row.toMomentumX = column(stage.to->momentumX);
    row.toMomentumY = column(stage.to->momentumY);
    row.pushShare = 0.5f; // two stages
    row.stirred = Scratch::of(scratch.stirred);
    row.deepest = Scratch::of(scratch.deepest);
    Scratch::forRuns(scratch.pushed, width, [&](int32_t first, int32_t end, bool pushed) {
        row.pushX = pushed ? column(pushX_) : nullptr;
        row.pushY = pushed ? column(pushY_) : nullptr;
        row.worked = pushed ? column(worked_) : nullptr;
        kernels_.update(stage.constants, row, first, end);
    });

    carryRow(stage, chunk, j, scratch);
    const WaveSettings& s = stage.settings;
    const bool slows = s.manning > 0.0f || s.viscosity > 0.0f || s.yield > 0.0f || s.isWindy();
    if (stage.first != nullptr && slows)
    {
        kernels_.friction({stage.dt, s.manning, 3.0f * s.viscosity, s.yield, s.wind.x, s.wind.y,
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

void HostWater::carryRow(const Stage& stage, const Chunk& chunk, int32_t j, Scratch& scratch)
{
    scratch.forCarried(chunk.width(), [&](int32_t k, int32_t begin, int32_t end) {
        Scratch::Concentrations& c = scratch.carried[k];
        const auto at = [&](Scratch::Row* rows, int32_t row) {
            return Scratch::of(rows[(row + kAlive) % kAlive]) + begin;
        };
        const float* cells = at(c.cells, j);
        float* west = Scratch::of(c.west) + begin;
        float* east = Scratch::of(c.east) + begin;
        kernels_.carriedFaces(stage.constants, cells - 2, cells - 1, cells, west - 1, east - 1,
                              end - begin + 2);
        const auto column = [&](const State* state) {
            return state->carried[k].row(j) + chunk.firstColumn + begin;
        };
        kernels_.carry(stage.rate, Scratch::of(scratch.left.mass) + begin,
                       Scratch::of(scratch.up[j & 1].mass) + begin,
                       Scratch::of(scratch.up[(j + 1) & 1].mass) + begin, west, east, at(c.low, j),
                       at(c.high, j), at(c.high, j - 1), at(c.low, j + 1), column(stage.from),
                       stage.first != nullptr ? column(stage.first) : nullptr, column(stage.to),
                       end - begin);
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
void HostWater::findTasks(const Chunk& chunk, Scratch& scratch) const
{
    scratch.pushes = false;
    const int32_t first = tiles_.tileOf(chunk.firstColumn, chunk.firstRow);
    for (int32_t k = 0; k * kTileColumns < chunk.width(); ++k)
    {
        scratch.pushed[k] = (tileBodies_[first + k] & kBodiesNear) != 0;
        scratch.pushes = scratch.pushes || scratch.pushed[k];
        scratch.carries[0][k] = carries_[0] && isFoamyAround(first + k);
        for (int32_t dye = 1; dye < kCarried; ++dye)
        {
            scratch.carries[dye][k] = carries_[dye];
        }
    }
}

void HostWater::runChunk(const Stage& stage, const Chunk& chunk, Scratch& scratch, double* entered)
{
    findTasks(chunk, scratch);
    std::fill_n(scratch.stirred, kRowFloats, 0.0f);
    std::fill_n(scratch.deepest, kRowFloats, 0.0f);
    std::fill_n(scratch.fastest[0], kRowFloats, 0.0f);
    std::fill_n(scratch.fastest[1], kRowFloats, 0.0f);
    for (int32_t r = chunk.firstRow - 2; r <= chunk.endRow + 1; ++r)
    {
        cellRow(stage, chunk, r, scratch);
        if (r >= chunk.firstRow)
        {
            upFaces(stage, chunk, r - 1, scratch);
        }
        if (r >= chunk.firstRow + 1)
        {
            upFluxes(stage, chunk, r - 1, scratch);
        }
        if (r >= chunk.firstRow + 2)
        {
            finishRow(stage, chunk, r - 2, scratch, entered);
        }
    }
}

// ---- Stages and substeps

// What each tile was like after the second stage.
void HostWater::noteTiles(const Chunk& chunk, const Scratch& scratch, const Stage& stage)
{
    const bool second = stage.first != nullptr;
    for (int32_t first = chunk.firstColumn; first < chunk.endColumn; first += kTileColumns)
    {
        const int32_t end = std::min(first + kTileColumns, chunk.endColumn);
        const size_t a = kRowStart + static_cast<size_t>(first - chunk.firstColumn);
        const size_t b = kRowStart + static_cast<size_t>(end - chunk.firstColumn);
        const auto largest = [&](const Scratch::Row& row) {
            return *std::max_element(row + a, row + b);
        };
        const int32_t tile = tiles_.tileOf(first, chunk.firstRow);
        const bool driven = stage.settings.isWindy() && largest(scratch.deepest) > kDryWaves;
        const bool moved = driven || largest(scratch.stirred) > 0.0f;
        tiles_.stirred[tile] =
            static_cast<uint8_t>(moved || (second && tiles_.stirred[tile] != 0) ? 1 : 0);
        if (second)
        {
            const float last = scratch.fastest[0][b]; // faces of columns are one more
            tiles_.fastest[tile] =
                std::max({largest(scratch.fastest[0]), largest(scratch.fastest[1]), last});
            tiles_.deepest[tile] = largest(scratch.deepest);
            tiles_.measured[tile] = 1;
        }
    }
}

double HostWater::runStage(const Stage& stage)
{
    forChunks([&](const Chunk& chunk, int32_t k, Scratch& scratch) {
        double entered = 0.0;
        runChunk(stage, chunk, scratch, &entered);
        chunkEntered_[k] = entered;
        noteTiles(chunk, scratch, stage);
    });
    double sum = 0.0;
    for (int32_t k = 0; k < chunkCount_; ++k)
    {
        sum += chunkEntered_[k];
    }
    return sum;
}

double HostWater::substep(float dt, const WaveSettings& settings, bool sleeps)
{
    chooseAwake(sleeps);
    if (chunkCount_ == 0)
    {
        return 0.0;
    }
    const float h = shape_.grid.cellSize;
    Stage stage;
    stage.settings = settings;
    stage.constants = {settings.gravity,
                       kThinDepth * kThinDepth,
                       kDryWaves,
                       settings.maxSpeed,
                       h / dt,
                       settings.gravity > 0.0f ? settings.yield * h / settings.gravity : 0.0f,
                       settings.isWindy() ? 0.0f : kStillSpeed2 * settings.gravity};
    stage.dt = dt;
    stage.rate = dt / h;
    double entered = 0.0;
    for (int32_t k = 0; k < 2; ++k)
    {
        stage.from = k == 0 ? &now_ : &next_;
        stage.to = k == 0 ? &next_ : &now_;
        stage.first = k == 0 ? nullptr : &now_;
        fillGhosts(*stage.from, settings.gravity);
        prepareInflow(*stage.from, settings.gravity);
        entered += 0.5 * runStage(stage);
    }
    return entered * static_cast<double>(dt) * static_cast<double>(h);
}

} // namespace tarn
