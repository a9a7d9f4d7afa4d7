// Bodies on the grid: what they displace lifts the surface, and what the water does to them it gets
// back.
//
// A body displaces water as a hump of the ground would: the depth of real water stays, the surface
// above it rises by the volume per area, and flows off. Since still water over any ground is still
// to the last bit, a body at rest leaves it so; since water is only moved, its volume stays.
//
// The volume under water is measured against the local surface: a plane through the water around
// the body, kAroundSizes times its size to all sides. It goes along with long waves that carry the
// body, at once, and smooths over what the body itself does: by the surface right above the hull,
// water that flows in under it would lift the hump that drives it out, and both would chase one
// another.
//
// What the hull drives out presses against it until it is gone: the surface above the hump, less
// that plane, is a pressure under all of the waterplane. It is the mean of that at the beginning of
// the waves, with the hump in its new place, and at their end. What the hump does to the water then
// is what the water does to the body, and waves in a closed tank neither gain nor lose energy by
// it: with the latter alone they would grow by dt omega^2 / 10 a second and more.
//
// Momentum: drag and lift go into the water that the body displaces. Along the surface a body is
// pushed by what its hump did to the water during the waves, with the opposite sign: density times
// gravity times its volume times the slope of the water (that is the sum of - depth times the slope
// of the hump, by parts), and a share of what the scheme did beyond that where humps are steeper
// than cells can tell.
#include "backend/water/body_grid.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// What is left of a hump that fades and no longer counts (m).
constexpr float kFaded = 1.0e-7f;

// More than this many units of a hump are beyond all sense.
constexpr float kMostUnits = 1073741824.0f;

// BodyWeights, side by side: 1 - part and part are exact.
TN_INLINE Float4 fourWeights(float partX, float partY)
{
    const Float4 across = Float4{1.0f, 0.0f, 1.0f, 0.0f} + partX * Float4{-1.0f, 1.0f, -1.0f, 1.0f};
    const Float4 up = Float4{1.0f, 1.0f, 0.0f, 0.0f} + partY * Float4{-1.0f, -1.0f, 1.0f, 1.0f};
    return across * up;
}

} // namespace

// ---- Places

// Where the four cells around a place are in memory, the same in every field. Those beyond a wall
// count as the cell at it. Nothing is known of places farther out than the middle of the first cell
// beyond: false.
bool HostWater::findCorners(const BodyPlace& place, ptrdiff_t (&at)[4]) const
{
    const WaterGrid& grid = shape_.grid;
    const auto stride = static_cast<ptrdiff_t>(fields_.bed.stride);
    const int32_t i = place.i;
    const int32_t j = place.j;
    if (i >= 0 && i < grid.nx - 1 && j >= 0 && j < grid.ny - 1)
    {
        at[0] = j * stride + i;
        at[1] = at[0] + 1;
        at[2] = at[0] + stride;
        at[3] = at[2] + 1;
        return true;
    }
    const auto isOn = [](int32_t cell, bool between, int32_t n, bool wraps) {
        return wraps || (cell >= -1 && cell < n + (between ? 0 : 1));
    };
    const bool inside = isOn(i, place.isBetweenColumns(), grid.nx, grid.wrapX) &&
                        isOn(j, place.isBetweenRows(), grid.ny, grid.wrapY);
    for (int32_t c = 0; c < 4 && inside; ++c)
    {
        at[c] = cellOnAxis(j + (c >> 1), grid.ny, grid.wrapY) * stride +
                cellOnAxis(i + (c & 1), grid.nx, grid.wrapX);
    }
    return inside;
}

// The cells that a body's points have a part in. A body that is larger than a periodic grid has a
// part in each of its cells once.
BodyBox HostWater::boxOf(const WaterBody& body) const
{
    const WaterGrid& grid = shape_.grid;
    const BodyFrame frame(grid, body);
    const BodyPlace low(frame, body.bounds.low.x, body.bounds.low.y);
    const BodyPlace high(frame, body.bounds.high.x, body.bounds.high.y);
    const int32_t lastColumn = high.i + (high.isBetweenColumns() ? 1 : 0);
    const int32_t lastRow = high.j + (high.isBetweenRows() ? 1 : 0);
    BodyBox box = {low.i, low.j, lastColumn + 1 - low.i, lastRow + 1 - low.j};
    const auto isOn = [](int32_t first, int32_t count, int32_t n, bool wraps) {
        return wraps ? count <= n : first >= -1 && first + count - 1 <= n;
    };
    const bool isOnGrid = isOn(box.column, box.columns, grid.nx, grid.wrapX) &&
                          isOn(box.row, box.rows, grid.ny, grid.wrapY);
    const auto cut = [](int32_t& first, int32_t& count, int32_t n, bool wraps) {
        const int32_t end = wraps ? first + std::min(count, n) : std::min(first + count, n);
        first = wraps ? first : std::max(first, 0);
        count = std::max(end - first, 0);
    };
    cut(box.column, box.columns, grid.nx, grid.wrapX);
    cut(box.row, box.rows, grid.ny, grid.wrapY);
    box.columns = box.rows == 0 ? 0 : box.columns;
    box.rows = box.columns == 0 ? 0 : box.rows;
    box.isOnGrid = box.rows > 0 && isOnGrid;
    return box;
}

// ---- Displacing

// Whether there is water in every cell of a box, or was before bodies took its room.
bool HostWater::isAllWet(const BodyBox& box) const
{
    int32_t dry = 0; // a number: compilers make vectors of the loop then
    forRuns(box, 0, [&](int32_t i, int32_t j, int32_t, int32_t, int32_t count) {
        const float* depth = now_.depth.row(j) + i;
        const float* displaced = fields_.displaced.row(j) + i;
        int32_t dryInRow = 0;
        for (int32_t k = 0; k < count; ++k)
        {
            const float deepest = depth[k] > displaced[k] ? depth[k] : displaced[k];
            dryInRow |= deepest > kDryDepth ? 0 : 1;
        }
        dry |= dryInRow;
    });
    return dry == 0;
}

// The same for one at least of the cells around a place.
bool HostWater::isWetAround(const BodyPlace& place) const
{
    ptrdiff_t at[4];
    float wettest = 0.0f;
    const bool inside = findCorners(place, at);
    for (int32_t c = 0; c < 4 && inside; ++c)
    {
        const float depth = std::max(now_.depth.first[at[c]], fields_.displaced.first[at[c]]);
        wettest = place.weight[c] > 0.0f ? std::max(wettest, depth) : wettest;
    }
    return wettest > kDryDepth;
}

// The volume per area that a body displaces, cell by cell of its box.
void HostWater::displaceOne(WaterBody& body) const
{
    body.bounds = placeHull(body.hull, body.motion.rotation, body.arms);
    body.box = boxOf(body);
    lookAround(body);
    const BodyFrame frame(shape_.grid, body);
    const bool allWet = body.box.isOnGrid && isAllWet(body.box);
    for (int32_t k = 0; k < body.hull.vertexCount; ++k)
    {
        const tnVec3 arm = body.arms[k];
        BodyWater& water = body.water[k];
        water.calm = body.levelOver(arm.x, arm.y);
        water.wet = body.isNearWater && (allWet || isWetAround({frame, arm.x, arm.y}));
    }
    body.displacement =
        displaceBody(body.hull, body.motion, body.arms, body.around(), body.points, body.parts);
    heap(body, frame);
}

// What the parts of a body displace, in a hump. It is summed up in whole units: in which order they
// come is not to be seen in it, and a body and its mirror image, whose faces come in another order,
// heap up the same. Each part goes to four cells; the sums for them are kept together with the
// lower left one (no part waits for half of what the one before has written) and brought to their
// cells in the end.
void HostWater::heap(WaterBody& body, const BodyFrame& frame) const
{
    const BodyBox& box = body.box;
    const auto columns = static_cast<ptrdiff_t>(box.columns);
    std::fill_n(body.humps, columns * box.rows, Whole4{});
    const float units = body.presence / shape_.grid.cellArea() / body.humpUnit;
    const float startX = frame.startX(box.column);
    const float startY = frame.startY(box.row);
    for (int32_t k = 0; k < body.displacement.count; ++k)
    {
        const DisplacedPart& part = body.parts[k];
        const float height = std::min(std::max(part.volume * units, -kMostUnits), kMostUnits);
        const float x = frame.place(part.x, startX);
        const float y = frame.place(part.y, startY);
        const auto i = static_cast<int32_t>(x);
        const auto j = static_cast<int32_t>(y);
        if (x >= 0.0f && y >= 0.0f && i + 1 < box.columns && j + 1 < box.rows)
        {
            Whole4& sums = body.humps[j * columns + i];
            const float partX = x - static_cast<float>(i);
            const float partY = y - static_cast<float>(j);
            sums = sums + nearest(height * fourWeights(partX, partY));
            continue;
        }
        heapAround(body, BodyPlace(frame, part.x, part.y), height);
    }
    for (int32_t j = 0; j < box.rows; ++j)
    {
        const Whole4* here = body.humps + j * columns;
        const Whole4* below = j > 0 ? here - columns : nullptr;
        float* patch = body.patch + j * columns;
        uint32_t fromLeft = 0;
        for (int32_t i = 0; i < box.columns; ++i)
        {
            const uint32_t sum = here[i][0] + fromLeft + (below != nullptr ? below[i][2] : 0u);
            fromLeft = here[i][1] + (below != nullptr ? below[i][3] : 0u);
            patch[i] = body.humpUnit * static_cast<float>(static_cast<int32_t>(sum));
        }
    }
}

// A part that goes to cells beyond the grid, or around it.
void HostWater::heapAround(const WaterBody& body, const BodyPlace& place, float height) const
{
    const BodyBox& box = body.box;
    const WaterGrid& grid = shape_.grid;
    const Whole4 units = nearest(
        height * Float4{place.weight[0], place.weight[1], place.weight[2], place.weight[3]});
    const auto index = [](int32_t k, int32_t first, int32_t count, int32_t n, bool wraps) {
        const int32_t at = k - first;
        return wraps && at >= count && count == n ? at % n : at;
    };
    for (int32_t c = 0; c < 4; ++c)
    {
        const int32_t i = index(place.i + (c & 1), box.column, box.columns, grid.nx, grid.wrapX);
        const int32_t j = index(place.j + (c >> 1), box.row, box.rows, grid.ny, grid.wrapY);
        if (i >= 0 && i < box.columns && j >= 0 && j < box.rows)
        {
            body.humps[j * ptrdiff_t{box.columns} + i][0] += units[c];
        }
    }
}

// Adds a body's patch to a field.
void HostWater::gather(const WaterBody& body, Rows to)
{
    const float* patch = body.patch;
    forRuns(body.box, 0, [&](int32_t first, int32_t j, int32_t, int32_t, int32_t count) {
        float* row = to.row(j);
        uint8_t* marks = tileBodies_ + tiles_.tileOf(0, j);
        for (int32_t i = first; i < first + count;)
        {
            const int32_t column = i / kTileColumns;
            const int32_t columns = std::min(tileColumnEnd(column), first + count) - i;
            int32_t some = 0;
            for (int32_t k = 0; k < columns; ++k)
            {
                row[i + k] += patch[k];
                some |= patch[k] != 0.0f ? 1 : 0;
            }
            marks[column] |= some != 0 ? kBodiesNow : uint8_t{0};
            patch += columns;
            i += columns;
        }
    });
}

void HostWater::displace(std::span<WaterBody* const> bodies, float keepFading)
{
    for (int32_t tile = 0; tile < tiles_.count(); ++tile)
    {
        tileBodies_[tile] &= static_cast<uint8_t>(~kBodiesNear);
    }
    forBodies(bodies, kBodiesATask, [&](WaterBody& body) { displaceOne(body); });
    for (const WaterBody* body : bodies)
    {
        gather(*body, gathered_);
    }
    forTilesWith(kBodies, [&](int32_t tile) { settle(tile, keepFading); });
    fillGhosts(fields_.bed, -1);
    for (const WaterBody* body : bodies)
    {
        markNear(body->box);
    }
    forTilesWith(kBodiesNear, [&](int32_t tile) { beginPushes(tile); });
}

// The tiles where a body will have a share in what happens.
void HostWater::markNear(const BodyBox& box)
{
    const WaterGrid& grid = shape_.grid;
    const int32_t lastRow = box.row + box.rows - 1 + kBeyond;
    const int32_t lastColumn = box.column + box.columns - 1 + kBeyond;
    for (int32_t j = box.row - kBeyond; box.rows > 0;
         j = std::min(j + kTileRows, lastRow)) // the last row too
    {
        for (int32_t i = box.column - kBeyond;; i = std::min(i + kTileColumns, lastColumn))
        {
            const int32_t tile = tiles_.tileOf(cellOnAxis(i, grid.nx, grid.wrapX),
                                               cellOnAxis(j, grid.ny, grid.wrapY));
            tileBodies_[tile] |= kBodiesNear;
            if (i == lastColumn)
            {
                break;
            }
        }
        if (j == lastRow)
        {
            break;
        }
    }
}

// Pushes are summed up from 0 on, and the surface is kept as it is before the waves.
void HostWater::beginPushes(int32_t tile)
{
    const int32_t column = tile % tiles_.columns;
    const int32_t row = tile / tiles_.columns;
    const int32_t first = column * kTileColumns;
    const int32_t count = tileColumnEnd(column) - first;
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        for (const Rows& rows : {pushX_, pushY_, worked_})
        {
            std::fill_n(rows.row(j) + first, count, 0.0f);
        }
        const float* bed = fields_.bed.row(j);
        const float* depth = now_.depth.row(j);
        float* surface = meanSurface_.row(j);
        for (int32_t i = first; i < first + count; ++i)
        {
            surface[i] = bed[i] + depth[i];
        }
    }
}

// What was gathered becomes what is displaced.
void HostWater::settle(int32_t tile, float keepFading)
{
    const int32_t column = tile % tiles_.columns;
    const int32_t row = tile / tiles_.columns;
    const int32_t end = tileColumnEnd(column);
    int32_t changes = 0; // numbers: compilers make vectors of the loop then
    int32_t fades = 0;
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        float* gathered = gathered_.row(j);
        float* fading = fields_.fading.row(j);
        float* displaced = fields_.displaced.row(j);
        float* bed = fields_.bed.row(j);
        const float* ground = fields_.ground.row(j);
        for (int32_t i = column * kTileColumns; i < end; ++i)
        {
            const float left = fading[i] * keepFading;
            const float kept = std::fabs(left) > kFaded ? left : 0.0f;
            fading[i] = kept;
            fades |= kept != 0.0f ? 1 : 0;
            const float now = gathered[i] + kept;
            gathered[i] = 0.0f;
            changes |= now != displaced[i] ? 1 : 0;
            displaced[i] = now;
            bed[i] = ground[i] + now;
        }
    }
    if (changes != 0)
    {
        tiles_.stirred[tile] = 1; // speeds and depths are what they were
    }
    const bool now = (tileBodies_[tile] & kBodiesNow) != 0;
    tileBodies_[tile] = now || fades != 0 ? kBodiesBefore : uint8_t{0};
}

// A body that goes leaves what it displaced behind, to fade.
void HostWater::leaveBehind(const WaterBody& body)
{
    gather(body, fields_.fading);
}

} // namespace tarn
