// HostWater: memory, views and tiles.
#include "backend/water/host_water.h"

#include <algorithm>

namespace tarn
{

namespace
{

constexpr size_t kPad = 16; // floats before and after a row: ghosts, and whole vectors

size_t rounded(size_t floats)
{
    return (floats + kPad - 1) / kPad * kPad;
}

} // namespace

WaterBackend* createWaterBackend(const WaterShape& shape, tnBackend backend, Tasks& tasks)
{
    const WaveRowKernels& kernels =
        backend == tn_backendReference ? plainWaveRowKernels() : vectorWaveRowKernels();
    HostWater* water = makeObject<HostWater>(shape, kernels, tasks);
    if (water != nullptr && !water->takeMemory())
    {
        water->destroy();
        return nullptr;
    }
    return water;
}

HostWater::HostWater(const WaterShape& shape, const WaveRowKernels& kernels, Tasks& tasks) noexcept
    : shape_(shape), kernels_(kernels), tasks_(tasks)
{
}

void HostWater::destroy() noexcept
{
    destroyObject(this);
}

tnBackend HostWater::kind() const
{
    return &kernels_ == &plainWaveRowKernels() ? tn_backendReference : tn_backendCpu;
}

// ---- Memory

size_t HostWater::rowFloats() const
{
    return rounded(static_cast<size_t>(shape_.grid.nx) + 1) + 2 * kPad;
}

size_t HostWater::fieldBytes() const
{
    // One row more than the grid has: faces.
    const size_t rows = static_cast<size_t>(shape_.grid.ny) + 2 * kWaterGhosts + 1;
    return arenaBytes(rows * rowFloats(), sizeof(float));
}

Rows HostWater::takeField() noexcept
{
    const size_t rows = static_cast<size_t>(shape_.grid.ny) + 2 * kWaterGhosts + 1;
    float* memory = arena_.take<float>(rows * rowFloats());
    return {memory + kWaterGhosts * rowFloats() + kPad, rowFloats()};
}

bool HostWater::takeMemory() noexcept
{
    const int32_t nx = shape_.grid.nx;
    const int32_t ny = shape_.grid.ny;
    const int32_t carried = 1 + shape_.dyeChannels;
    tiles_.columns = tilesAcross(nx);
    tiles_.rows = tilesUp(ny);
    const auto tiles = static_cast<size_t>(tiles_.count());
    scratchCount_ = 2 * tasks_.threadCount();

    const size_t fields = 2 * (3 + static_cast<size_t>(carried)) + 3 + 3 + 3 + 1 + 4;
    const auto longest = static_cast<size_t>(std::max(nx, ny));
    size_t bytes = 0;
    for (size_t k = 0; k < fields; ++k)
    {
        bytes = addSizes(bytes, fieldBytes());
    }
    bytes = addSizes(bytes, 7 * arenaBytes(tiles, 1) + 2 * arenaBytes(tiles, sizeof(float)));
    bytes = addSizes(bytes, arenaBytes(tiles, sizeof(Chunk)) + arenaBytes(tiles, sizeof(double)));
    bytes = addSizes(bytes, static_cast<size_t>(scratchCount_) * scratchBytes());
    bytes = addSizes(bytes, 4 * arenaBytes(longest, sizeof(float)));
    if (!arena_.create(bytes))
    {
        return false;
    }
    for (State* state : {&now_, &next_})
    {
        state->depth = takeField();
        state->momentumX = takeField();
        state->momentumY = takeField();
        for (int32_t k = 0; k < carried; ++k)
        {
            state->carried[k] = takeField();
        }
    }
    fields_.bed = takeField();
    fields_.ground = takeField();
    fields_.displaced = takeField();
    fields_.fading = takeField();
    nameFields();
    meanSurface_ = takeField();
    gathered_ = takeField();
    pushX_ = takeField();
    pushY_ = takeField();
    worked_ = takeField();
    spare_ = takeField();
    for (Rows& rows : viscous_)
    {
        rows = takeField();
    }
    tiles_.stirred = arena_.take<uint8_t>(tiles);
    tiles_.awake = arena_.take<uint8_t>(tiles);
    tiles_.worked = arena_.take<uint8_t>(tiles);
    tiles_.foamy = arena_.take<uint8_t>(tiles);
    tiles_.measured = arena_.take<uint8_t>(tiles);
    tileBodies_ = arena_.take<uint8_t>(tiles);
    tileWasFoamy_ = arena_.take<uint8_t>(tiles);
    tiles_.fastest = arena_.take<float>(tiles);
    tiles_.deepest = arena_.take<float>(tiles);
    chunks_ = arena_.take<Chunk>(tiles);
    chunkEntered_ = arena_.take<double>(tiles);
    scratch_ = arena_.take<std::byte>(static_cast<size_t>(scratchCount_) * scratchBytes());
    for (float*& inflow : inflow_)
    {
        inflow = arena_.take<float>(longest);
    }
    tiles_.wakeAll();
    return true;
}

// ---- Fields

// value(i, j) for every cell. Velocities and concentrations become amounts; what a cell carries
// keeps its concentration when the depth changes.
template <class Value>
void HostWater::setAll(tnWaterField field, Value&& value)
{
    const auto put = [&](int32_t i, int32_t j, float number) {
        float& depth = now_.depth.row(j)[i];
        const auto setDepth = [&](float to) {
            const float before = depth;
            depth = std::max(to, 0.0f);
            const float kept = before > 0.0f ? depth / before : 0.0f;
            now_.momentumX.row(j)[i] *= kept;
            now_.momentumY.row(j)[i] *= kept;
            for (int32_t k = 0; k < 1 + shape_.dyeChannels; ++k)
            {
                now_.carried[k].row(j)[i] *= kept;
            }
        };
        switch (field)
        {
        case tn_waterDepth:
            return setDepth(number);
        case tn_waterSurface:
            return setDepth(number - fields_.bed.row(j)[i]);
        case tn_waterTerrain:
            fields_.ground.row(j)[i] = number;
            return;
        case tn_waterVelocityX:
            now_.momentumX.row(j)[i] = depth * number;
            return;
        case tn_waterVelocityY:
            now_.momentumY.row(j)[i] = depth * number;
            return;
        case tn_waterFoam:
            now_.carried[0].row(j)[i] = depth * std::clamp(number, 0.0f, 1.0f);
            return;
        default:
            now_.carried[1 + (field - tn_waterDye0)].row(j)[i] = depth * std::max(number, 0.0f);
            return;
        }
    };
    for (int32_t j = 0; j < shape_.grid.ny; ++j)
    {
        for (int32_t i = 0; i < shape_.grid.nx; ++i)
        {
            put(i, j, value(i, j));
        }
    }
    finishFields();
}

void HostWater::fill(tnWaterField field, float value)
{
    setAll(field, [value](int32_t, int32_t) { return value; });
}

void HostWater::load(tnWaterField field, const float* values)
{
    const auto columns = static_cast<size_t>(shape_.grid.nx);
    setAll(field, [&](int32_t i, int32_t j) {
        return values[static_cast<size_t>(j) * columns + static_cast<size_t>(i)];
    });
}

void HostWater::sumBed()
{
    for (int32_t j = 0; j < shape_.grid.ny; ++j)
    {
        const float* ground = fields_.ground.row(j);
        const float* displaced = fields_.displaced.row(j);
        float* bed = fields_.bed.row(j);
        for (int32_t i = 0; i < shape_.grid.nx; ++i)
        {
            bed[i] = ground[i] + displaced[i];
        }
    }
    fillBedGhosts();
}

void HostWater::findCarried()
{
    const int32_t nx = shape_.grid.nx;
    for (int32_t k = 0; k < kCarried; ++k)
    {
        carries_[k] = false;
        for (int32_t j = 0; now_.carried[k].first != nullptr && j < shape_.grid.ny; ++j)
        {
            const float* row = now_.carried[k].row(j);
            carries_[k] =
                carries_[k] || std::any_of(row, row + nx, [](float a) { return a != 0.0f; });
        }
        carries_[k] = carries_[k] || (k > 0 && edgesBring(k - 1));
    }
}

void HostWater::finishFields()
{
    sumBed();
    findCarried();
    std::fill_n(tiles_.foamy, tiles_.count(), static_cast<uint8_t>(carries_[0] ? 1 : 0));
    std::fill_n(tileWasFoamy_, tiles_.count(), uint8_t{1});
    tiles_.wakeAll();
}

void HostWater::visitState(FunctionRef<void(Rows)> visit)
{
    for (const Rows& rows : {now_.depth, now_.momentumX, now_.momentumY, fields_.ground,
                             fields_.displaced, fields_.fading})
    {
        visit(rows);
    }
    for (int32_t k = 0; k < 1 + shape_.dyeChannels; ++k)
    {
        visit(now_.carried[k]);
    }
}

// What follows from the state. All tiles count as awake: those that sleep are put to sleep anew.
void HostWater::finishRestore()
{
    sumBed();
    findCarried();
    std::fill_n(tiles_.awake, tiles_.count(), uint8_t{1});
    std::fill_n(tileWasFoamy_, tiles_.count(), uint8_t{1});
    std::fill_n(tileBodies_, tiles_.count(), uint8_t{0});
    for (int32_t j = 0; j < shape_.grid.ny; ++j)
    {
        for (int32_t i = 0; i < shape_.grid.nx; ++i)
        {
            if (fields_.displaced.row(j)[i] != 0.0f || fields_.fading.row(j)[i] != 0.0f)
            {
                tileBodies_[tiles_.tileOf(i, j)] = kBodiesBefore;
            }
        }
    }
}

tnFieldView HostWater::frame() const
{
    const WaterGrid& grid = shape_.grid;
    const auto half = 0.5 * static_cast<double>(grid.cellSize);
    return {nullptr,
            grid.nx,
            grid.ny,
            0,
            {static_cast<float>(grid.originX + half), static_cast<float>(grid.originY + half)},
            grid.cellSize};
}

tnFieldView HostWater::view(tnWaterField field)
{
    const WaterGrid& grid = shape_.grid;
    const auto show = [&](Rows rows) {
        tnFieldView view = frame();
        view.data = rows.first;
        view.stride = static_cast<int32_t>(rows.stride);
        return view;
    };
    // A field made of the others, cell by cell, in memory of its own that steps work with.
    const auto make = [&](Rows to, auto&& value) {
        tasks_.parallelFor(tiles_.rows, [&](int32_t tileRow) {
            for (int32_t j = tileRow * kTileRows; j < tileRowEnd(tileRow); ++j)
            {
                float* row = to.row(j);
                for (int32_t i = 0; i < grid.nx; ++i)
                {
                    row[i] = value(i, j);
                }
            }
        });
        return show(to);
    };
    const auto perDepth = [&](Rows to, Rows amount) {
        return make(to, [&](int32_t i, int32_t j) {
            const float depth = now_.depth.row(j)[i];
            return depth > kDryDepth ? amount.row(j)[i] / depth : 0.0f;
        });
    };
    switch (field)
    {
    case tn_waterDepth:
        return show(now_.depth);
    case tn_waterSurface:
        return make(viscous_[0], [&](int32_t i, int32_t j) { return fields_.surface(i, j); });
    case tn_waterTerrain:
        return show(fields_.ground);
    case tn_waterVelocityX:
        return perDepth(viscous_[1], now_.momentumX);
    case tn_waterVelocityY:
        return perDepth(viscous_[2], now_.momentumY);
    case tn_waterDisplaced:
        return show(fields_.displaced);
    case tn_waterFoam:
        return perDepth(viscous_[3], now_.carried[0]);
    default:
    {
        const Rows room[TN_MAX_WATER_DYES] = {spare_, pushX_, pushY_, worked_};
        const int32_t channel = field - tn_waterDye0;
        return perDepth(room[channel], now_.carried[1 + channel]);
    }
    }
}

void HostWater::decayDye(const float keep[TN_MAX_WATER_DYES])
{
    for (int32_t k = 0; k < shape_.dyeChannels; ++k)
    {
        if (!carries_[1 + k] || keep[k] >= 1.0f)
        {
            continue;
        }
        const auto decay = [&](Rows rows, int32_t j, int32_t first, int32_t end) {
            float* row = rows.row(j);
            for (int32_t i = first; i < end; ++i)
            {
                // What can no longer be seen is none, so that it comes to an end.
                const float left = row[i] * keep[k];
                row[i] = left > kUnseen ? left : 0.0f;
            }
        };
        tasks_.parallelFor(tiles_.rows, [&](int32_t tileRow) {
            for (int32_t j = tileRow * kTileRows; j < tileRowEnd(tileRow); ++j)
            {
                decay(now_.carried[1 + k], j, 0, shape_.grid.nx);
                for (int32_t column = 0; column < tiles_.columns; ++column)
                {
                    if (tiles_.awake[tileRow * tiles_.columns + column] == 0)
                    {
                        decay(next_.carried[1 + k], j, column * kTileColumns,
                              tileColumnEnd(column));
                    }
                }
            }
        });
    }
}

// ---- Tiles

int32_t HostWater::tileColumnEnd(int32_t column) const
{
    return std::min((column + 1) * kTileColumns, shape_.grid.nx);
}

int32_t HostWater::tileRowEnd(int32_t row) const
{
    return std::min((row + 1) * kTileRows, shape_.grid.ny);
}

// Foam changes between steps in tiles that sleep too, and is carried near foamy ones only: all
// others have the same of it on both sides of a substep.
void HostWater::beginStep()
{
    for (int32_t tile = 0; tile < tiles_.count(); ++tile)
    {
        const bool isFoamy = tiles_.foamy[tile] != 0;
        const bool isCarried = isFoamy && tiles_.awake[tile] != 0;
        if ((isFoamy || tileWasFoamy_[tile] != 0) && !isCarried)
        {
            copyTile(tile, now_.carried[0], next_.carried[0]);
        }
    }
    std::copy_n(tiles_.foamy, tiles_.count(), tileWasFoamy_);
    std::copy_n(tiles_.foamy, tiles_.count(), tiles_.worked);
    carries_[0] =
        std::count(tiles_.foamy, tiles_.foamy + tiles_.count(), uint8_t{0}) < tiles_.count();
}

void HostWater::copyTile(int32_t tile, Rows from, Rows to) const
{
    const int32_t row = tile / tiles_.columns;
    const int32_t column = tile % tiles_.columns;
    const int32_t first = column * kTileColumns;
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        std::copy_n(from.row(j) + first, tileColumnEnd(column) - first, to.row(j) + first);
    }
}

// A tile works when it or one around it is stirred. One that no longer does is put to sleep.
void HostWater::chooseAwake(bool sleeps)
{
    for (int32_t row = 0; row < tiles_.rows; ++row)
    {
        for (int32_t column = 0; column < tiles_.columns; ++column)
        {
            bool works = !sleeps;
            for (int32_t dj = -1; dj <= 1 && !works; ++dj)
            {
                const int32_t j = cellOnAxis(row + dj, tiles_.rows, shape_.grid.wrapY);
                for (int32_t di = -1; di <= 1; ++di)
                {
                    const int32_t i = cellOnAxis(column + di, tiles_.columns, shape_.grid.wrapX);
                    works = works || tiles_.stirred[j * tiles_.columns + i] != 0;
                }
            }
            const int32_t tile = row * tiles_.columns + column;
            if (!works && tiles_.awake[tile] != 0)
            {
                putToSleep(tile);
            }
            tiles_.awake[tile] = works ? 1 : 0;
            tiles_.worked[tile] |= tiles_.awake[tile];
        }
    }
    makeChunks();
}

// A tile that sleeps is the same on both sides of a substep.
void HostWater::putToSleep(int32_t tile)
{
    copyTile(tile, now_.depth, next_.depth);
    copyTile(tile, now_.momentumX, next_.momentumX);
    copyTile(tile, now_.momentumY, next_.momentumY);
    for (int32_t k = 0; k < 1 + shape_.dyeChannels; ++k)
    {
        copyTile(tile, now_.carried[k], next_.carried[k]);
    }
}

// What a substep has made is what is now.
void HostWater::turnOver()
{
    std::swap(now_.depth, next_.depth);
    std::swap(now_.momentumX, next_.momentumX);
    std::swap(now_.momentumY, next_.momentumY);
    for (int32_t k = 0; k < kCarried; ++k)
    {
        if (carries_[k])
        {
            std::swap(now_.carried[k], next_.carried[k]);
        }
    }
    nameFields();
}

void HostWater::nameFields()
{
    fields_.depth = now_.depth;
    fields_.momentumX = now_.momentumX;
    fields_.momentumY = now_.momentumY;
    fields_.foam = now_.carried[0];
    std::copy_n(now_.carried + 1, TN_MAX_WATER_DYES, fields_.dye);
}

// Runs of awake tiles beside one another.
void HostWater::makeChunks()
{
    chunkCount_ = 0;
    for (int32_t row = 0; row < tiles_.rows; ++row)
    {
        const uint8_t* awake = tiles_.awake + row * tiles_.columns;
        for (int32_t column = 0; column < tiles_.columns;)
        {
            if (awake[column] == 0)
            {
                ++column;
                continue;
            }
            int32_t end = column + 1;
            while (end < tiles_.columns && awake[end] != 0 &&
                   end - column < kChunkColumns / kTileColumns)
            {
                ++end;
            }
            chunks_[chunkCount_++] = {column * kTileColumns, tileColumnEnd(end - 1),
                                      row * kTileRows, tileRowEnd(row)};
            column = end;
        }
    }
}

} // namespace tarn
