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

// The local surface is looked at as far around a body as kAroundSizes says, and so many cells at
// least; in about so many places to each side.
constexpr int32_t kLeastAround = 3;
constexpr int32_t kMostLooks = 6;
constexpr double kSteepest = 1.0;       // of it, a cell up for each across
constexpr double kLeastSpread = 1.0e-3; // places in a line tell no slope

// What is left of a hump that fades and no longer counts (m).
constexpr float kFaded = 1.0e-7f;

} // namespace

// ---- Places

// Where the four cells around a place are in memory, the same in every field. Those beyond a wall
// count as the cell at it. Nothing is known of places farther out: false.
bool HostWater::findCorners(int32_t i, int32_t j, ptrdiff_t (&at)[4]) const
{
    const WaterGrid& grid = shape_.grid;
    const auto stride = static_cast<ptrdiff_t>(bed_.stride);
    if (i >= 0 && i < grid.nx - 1 && j >= 0 && j < grid.ny - 1)
    {
        at[0] = j * stride + i;
        at[1] = at[0] + 1;
        at[2] = at[0] + stride;
        at[3] = at[2] + 1;
        return true;
    }
    const bool inside =
        (grid.wrapX || (i >= -1 && i < grid.nx)) && (grid.wrapY || (j >= -1 && j < grid.ny));
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
    const BodyFrame frame(grid, body.motion.position);
    const BodyPlace low(frame, body.bounds.low.x, body.bounds.low.y);
    const BodyPlace high(frame, body.bounds.high.x, body.bounds.high.y);
    BodyBox box = {low.i, low.j, high.i + 2 - low.i, high.j + 2 - low.j};
    const auto cut = [](int32_t& first, int32_t& count, int32_t n, bool wraps) {
        const int32_t end = wraps ? first + std::min(count, n) : std::min(first + count, n);
        first = wraps ? first : std::max(first, 0);
        count = std::max(end - first, 0);
    };
    cut(box.column, box.columns, grid.nx, grid.wrapX);
    cut(box.row, box.rows, grid.ny, grid.wrapY);
    box.columns = box.rows == 0 ? 0 : box.columns;
    box.rows = box.columns == 0 ? 0 : box.rows;
    const auto isOn = [](int32_t first, int32_t last, int32_t n, bool wraps) {
        return wraps ? last + 2 - first <= n : first >= -1 && last < n;
    };
    box.isOnGrid = box.rows > 0 && isOn(low.i, high.i, grid.nx, grid.wrapX) &&
                   isOn(low.j, high.j, grid.ny, grid.wrapY);
    return box;
}

// ---- The surface around

namespace
{

// A place along an axis where the surface around a body is looked at.
struct Look
{
    int32_t cell; // of the grid
    float away;   // from the body's middle, in cells
    float near;   // its weight
};

// Around a box of `count` cells: its middle, and evenly from there to both sides, as far as they
// lie on an axis of n cells.
class Looks
{
  public:
    Looks(int32_t first, int32_t count, float middle, int32_t n, bool wraps)
    {
        const int32_t reach = count / 2 + std::max(kAroundSizes * count, kLeastAround);
        const int32_t stride = std::max(reach / kMostLooks, 1);
        const int32_t steps = (reach + stride - 1) / stride;
        const float per = 1.0f / static_cast<float>((steps + 1) * stride);
        const auto look = [&](int32_t cell) {
            if (wraps || (cell >= 0 && cell < n))
            {
                const float away = static_cast<float>(cell) - middle;
                const float part = away * per;
                looks_[count_++] = {cellOnAxis(cell, n, true), away,
                                    std::max(1.0f - part * part, 0.0f)};
            }
        };
        const int32_t low = first + (count - 1) / 2;
        const int32_t high = first + count / 2;
        look(low);
        if (high != low)
        {
            look(high);
        }
        for (int32_t k = 1; k <= steps; ++k)
        {
            look(low - k * stride);
            look(high + k * stride);
        }
    }

    const Look* begin() const { return looks_; }
    const Look* end() const { return looks_ + count_; }

  private:
    // Up to 2 kMostLooks - 1 steps: a reach just too short for a stride of two.
    Look looks_[2 + 2 * (2 * kMostLooks - 1)];
    int32_t count_ = 0;
};

} // namespace

// The surface around a body: a plane through the water as far as kAroundSizes times its size. What
// is in the middle counts most. Heights are taken from the middle of the box on, so that where
// water is level nothing is left to be rounded.
void HostWater::lookAround(WaterBody& body) const
{
    body.isNearWater = false;
    body.slope = {};
    const BodyBox& box = body.box;
    if (box.rows == 0)
    {
        return;
    }
    const WaterGrid& grid = shape_.grid;
    const BodyFrame frame(grid, body.motion.position);
    const Looks across(box.column, box.columns, static_cast<float>(frame.i) + frame.restX, grid.nx,
                       grid.wrapX);
    const Looks up(box.row, box.rows, static_cast<float>(frame.j) + frame.restY, grid.ny,
                   grid.wrapY);
    const int32_t middle = across.begin()->cell;
    const int32_t middleRow = up.begin()->cell;
    const float base = bed_.row(middleRow)[middle] + now_.depth.row(middleRow)[middle];
    double w = 0.0, x = 0.0, y = 0.0, h = 0.0, xx = 0.0, xy = 0.0, yy = 0.0, xh = 0.0, yh = 0.0;
    for (const Look& row : up)
    {
        const float* depths = now_.depth.row(row.cell);
        const float* bed = bed_.row(row.cell);
        float rowW = 0.0f, rowX = 0.0f, rowH = 0.0f, rowXX = 0.0f, rowXH = 0.0f;
        for (const Look& column : across)
        {
            const float depth = depths[column.cell];
            const float weight = depth > kDryDepth ? column.near : 0.0f;
            const float height = (bed[column.cell] + depth) - base;
            const float wx = weight * column.away;
            rowW += weight;
            rowX += wx;
            rowH += weight * height;
            rowXX += wx * column.away;
            rowXH += wx * height;
        }
        const auto near = static_cast<double>(row.near);
        const auto away = static_cast<double>(row.away);
        const double ofRow = near * static_cast<double>(rowW);
        const double xOfRow = near * static_cast<double>(rowX);
        const double hOfRow = near * static_cast<double>(rowH);
        w += ofRow;
        x += xOfRow;
        h += hOfRow;
        y += away * ofRow;
        xx += near * static_cast<double>(rowXX);
        xy += away * xOfRow;
        yy += away * away * ofRow;
        xh += near * static_cast<double>(rowXH);
        yh += away * hOfRow;
    }
    body.isNearWater = w > 0.0;
    if (!body.isNearWater)
    {
        return;
    }
    // About the mean, so that the two equations for the slope stand alone.
    const double mx = x / w, my = y / w, mh = h / w;
    const double sxx = xx - mx * x, sxy = xy - mx * y, syy = yy - my * y;
    const double sxh = xh - mx * h, syh = yh - my * h;
    const double det = sxx * syy - sxy * sxy;
    double slopeX = 0.0, slopeY = 0.0;
    if (det > kLeastSpread * w * w)
    {
        slopeX = std::clamp((sxh * syy - syh * sxy) / det, -kSteepest, kSteepest);
        slopeY = std::clamp((syh * sxx - sxh * sxy) / det, -kSteepest, kSteepest);
    }
    body.level = base + static_cast<float>(mh - slopeX * mx - slopeY * my);
    const double perCell = static_cast<double>(frame.perCell);
    body.slope = {static_cast<float>(slopeX * perCell), static_cast<float>(slopeY * perCell)};
}

// ---- Displacing

// Whether there is water in every cell of a box, or was before bodies took its room.
bool HostWater::isAllWet(const BodyBox& box) const
{
    bool all = true;
    forRuns(box, 0, [&](int32_t i, int32_t j, int32_t, int32_t, int32_t count) {
        const float* depth = now_.depth.row(j) + i;
        const float* displaced = fields_.displaced.row(j) + i;
        for (int32_t k = 0; k < count; ++k)
        {
            all = all && std::max(depth[k], displaced[k]) > kDryDepth;
        }
    });
    return all;
}

// The same for one at least of the four cells from (i, j) on.
bool HostWater::isWetAround(int32_t i, int32_t j) const
{
    ptrdiff_t at[4];
    float wettest = 0.0f;
    const bool inside = findCorners(i, j, at);
    for (int32_t c = 0; c < 4 && inside; ++c)
    {
        wettest =
            std::max(wettest, std::max(now_.depth.first[at[c]], fields_.displaced.first[at[c]]));
    }
    return wettest > kDryDepth;
}

// The volume per area that a body displaces, cell by cell of its box.
void HostWater::displaceOne(WaterBody& body) const
{
    body.bounds = placeHull(body.hull, body.motion.rotation, body.arms);
    body.box = boxOf(body);
    lookAround(body);
    const BodyFrame frame(shape_.grid, body.motion.position);
    const bool allWet = body.box.isOnGrid && isAllWet(body.box);
    for (int32_t k = 0; k < body.hull.vertexCount; ++k)
    {
        const tnVec3 arm = body.arms[k];
        BodyWater& water = body.water[k];
        water.calm = body.levelOver(arm.x, arm.y);
        water.wet = body.isNearWater;
        if (body.isNearWater && !allWet)
        {
            const BodyPlace place(frame, arm.x, arm.y);
            water.wet = isWetAround(place.i, place.j);
        }
    }
    body.displacement =
        displaceBody(body.hull, body.motion, body.arms, body.water, body.points, body.parts);

    std::fill_n(body.patch,
                static_cast<size_t>(body.box.columns) * static_cast<size_t>(body.box.rows), 0.0f);
    const float perArea = body.presence / shape_.grid.cellArea();
    const float startX = static_cast<float>(frame.i - body.box.column) + frame.restX;
    const float startY = static_cast<float>(frame.j - body.box.row) + frame.restY;
    for (int32_t k = 0; k < body.displacement.count; ++k)
    {
        const DisplacedPart& part = body.parts[k];
        const float height = part.volume * perArea;
        const float x = startX + part.x * frame.perCell;
        const float y = startY + part.y * frame.perCell;
        const auto i = static_cast<int32_t>(x);
        const auto j = static_cast<int32_t>(y);
        if (x >= 0.0f && y >= 0.0f && i + 1 < body.box.columns && j + 1 < body.box.rows)
        {
            float* low = body.patch + j * ptrdiff_t{body.box.columns} + i;
            float* high = low + body.box.columns;
            const float partX = x - static_cast<float>(i);
            const float highest = height * (y - static_cast<float>(j));
            const float lowest = height - highest;
            const float lowRight = lowest * partX;
            const float highRight = highest * partX;
            low[0] += lowest - lowRight;
            low[1] += lowRight;
            high[0] += highest - highRight;
            high[1] += highRight;
            continue;
        }
        // Beyond the grid, or around it.
        const BodyPlace place(frame, part.x, part.y);
        forPatch(body, place, [&](int32_t c, float& there) { there += place.weight[c] * height; });
    }
}

// body(c, number of the patch) for the four cells of a place, as far as they lie on the grid.
template <class Place, class Body>
void HostWater::forPatch(const WaterBody& of, const Place& place, Body&& body) const
{
    const BodyBox& box = of.box;
    const auto columns = static_cast<size_t>(box.columns);
    const auto index = [](int32_t k, int32_t first, int32_t count, int32_t n, bool wraps) {
        const int32_t at = k - first;
        return wraps && at >= count && count == n ? at % n : at;
    };
    for (int32_t c = 0; c < 4; ++c)
    {
        const int32_t i =
            index(place.i + (c & 1), box.column, box.columns, shape_.grid.nx, shape_.grid.wrapX);
        const int32_t j =
            index(place.j + (c >> 1), box.row, box.rows, shape_.grid.ny, shape_.grid.wrapY);
        if (i >= 0 && i < box.columns && j >= 0 && j < box.rows)
        {
            body(c, of.patch[static_cast<size_t>(j) * columns + static_cast<size_t>(i)]);
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
        for (int32_t i = first; i < first + count; ++i)
        {
            row[i] += *patch;
            if (*patch++ != 0.0f)
            {
                marks[i / kTileColumns] |= kBodiesNow;
            }
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
    fillGhosts(bed_, -1);
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
        const float* bed = bed_.row(j);
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
    bool changes = false;
    bool fades = false;
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        float* gathered = gathered_.row(j);
        float* fading = fading_.row(j);
        float* displaced = fields_.displaced.row(j);
        float* bed = bed_.row(j);
        const float* ground = fields_.ground.row(j);
        for (int32_t i = column * kTileColumns; i < end; ++i)
        {
            const float left = fading[i] * keepFading;
            fading[i] = std::fabs(left) > kFaded ? left : 0.0f;
            fades = fades || fading[i] != 0.0f;
            const float now = gathered[i] + fading[i];
            gathered[i] = 0.0f;
            changes = changes || now != displaced[i];
            displaced[i] = now;
            bed[i] = ground[i] + now;
        }
    }
    if (changes)
    {
        tiles_.stirred[tile] = 1; // speeds and depths are what they were
    }
    const bool now = (tileBodies_[tile] & kBodiesNow) != 0;
    tileBodies_[tile] = now || fades ? kBodiesBefore : uint8_t{0};
}

// A body that goes leaves what it displaced behind, to fade.
void HostWater::leaveBehind(const WaterBody& body)
{
    gather(body, fading_);
}

} // namespace tarn
