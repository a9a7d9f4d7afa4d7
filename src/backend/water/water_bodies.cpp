// Bodies on the grid: what they displace lifts the surface, and what the water does to them it gets
// back.
//
// A body displaces water as a hump of the ground would: the depth of real water stays, the surface
// above it rises by the volume per area, and flows off. Since still water over any ground is still
// to the last bit, a body at rest leaves it so; since water is only moved, its volume stays.
//
// The volume under water is measured against the local surface: a plane through the water around
// the body, kAround times its size to all sides. It goes along with long waves that carry the body,
// at once, and smooths over what the body itself does: by the surface right above the hull, water
// that flows in under it would lift the hump that drives it out, and both would chase one another.
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

// The local surface is looked at as far around a body as so many times its size, and so many cells
// at least; in about so many places to each side. Nearer, it would go along with the waves
// that the body itself makes: a box that heaves in a channel radiates waves of seven times its
// length, and with three times its size around it, its damping would be half as much again as
// theory says.
constexpr int32_t kAround = 6;
constexpr int32_t kLeastAround = 3;
constexpr int32_t kMostLooks = 6;
constexpr double kSteepest = 1.0;       // of it, a cell up for each across
constexpr double kLeastSpread = 1.0e-3; // places in a line tell no slope

// What is left of a hump that fades and no longer counts (m).
constexpr float kFaded = 1.0e-7f;

} // namespace

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
    return box;
}

// ---- Displacing

// Places along an axis where the surface around a box of `count` cells is looked at: its middle,
// and evenly from there to both sides.
HostWater::Looks HostWater::looksAround(int32_t first, int32_t count)
{
    const int32_t reach = count / 2 + std::max(kAround * count, kLeastAround);
    const int32_t stride = std::max(reach / kMostLooks, 1);
    return {first + (count - 1) / 2, first + count / 2, stride, (reach + stride - 1) / stride};
}

// body(cell inside the grid, cell) for each of them that lies on an axis of n cells.
template <class Body>
void HostWater::forLooks(const Looks& looks, int32_t n, bool wraps, Body&& body)
{
    const auto look = [&](int32_t cell) {
        if (wraps || (cell >= 0 && cell < n))
        {
            body(cellOnAxis(cell, n, true), cell);
        }
    };
    look(looks.low);
    if (looks.high != looks.low)
    {
        look(looks.high);
    }
    for (int32_t k = 1; k <= looks.steps; ++k)
    {
        look(looks.low - k * looks.stride);
        look(looks.high + k * looks.stride);
    }
}

// The surface around a body: a plane through the water as far as kAround times its size. What is in
// the middle counts most.
void HostWater::lookAround(WaterBody& body) const
{
    body.isNearWater = false;
    body.slope = {};
    if (body.box.rows == 0)
    {
        return;
    }
    const WaterGrid& grid = shape_.grid;
    const BodyFrame frame(grid, body.motion.position);
    const Looks across = looksAround(body.box.column, body.box.columns);
    const Looks up = looksAround(body.box.row, body.box.rows);
    const float middleX = static_cast<float>(frame.i) + frame.restX;
    const float middleY = static_cast<float>(frame.j) + frame.restY;
    const float perX = 1.0f / static_cast<float>((across.steps + 1) * across.stride);
    const float perY = 1.0f / static_cast<float>((up.steps + 1) * up.stride);
    double w = 0.0, x = 0.0, y = 0.0, h = 0.0, xx = 0.0, xy = 0.0, yy = 0.0, xh = 0.0, yh = 0.0;
    const float base = bed_.row(0)[0];
    forLooks(up, grid.ny, grid.wrapY, [&](int32_t j, int32_t atJ) {
        const float* depths = now_.depth.row(j);
        const float* bed = bed_.row(j);
        const float dy = static_cast<float>(atJ) - middleY;
        const float nearY = std::max(1.0f - (dy * perY) * (dy * perY), 0.0f);
        forLooks(across, grid.nx, grid.wrapX, [&](int32_t i, int32_t atI) {
            const float dx = static_cast<float>(atI) - middleX;
            const float nearX = std::max(1.0f - (dx * perX) * (dx * perX), 0.0f);
            const float weight = depths[i] > kDryDepth ? nearX * nearY : 0.0f;
            const float height = (bed[i] + depths[i]) - base;
            const float wx = weight * dx;
            const float wy = weight * dy;
            w += static_cast<double>(weight);
            x += static_cast<double>(wx);
            y += static_cast<double>(wy);
            h += static_cast<double>(weight * height);
            xx += static_cast<double>(wx * dx);
            xy += static_cast<double>(wx * dy);
            yy += static_cast<double>(wy * dy);
            xh += static_cast<double>(wx * height);
            yh += static_cast<double>(wy * height);
        });
    });
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

// The local surface over a point of the body, by its arm.
float HostWater::levelOver(const WaterBody& body, float armX, float armY)
{
    return body.level + (body.slope.x * armX + body.slope.y * armY);
}

// The volume per area that a body displaces, cell by cell of its box.
void HostWater::displaceOne(WaterBody& body) const
{
    body.bounds = placeHull(body.hull, body.motion.rotation, body.arms);
    body.box = boxOf(body);
    lookAround(body);
    const BodyFrame frame(shape_.grid, body.motion.position);
    for (int32_t k = 0; k < body.hull.vertexCount; ++k)
    {
        const BodyPlace place(frame, body.arms[k].x, body.arms[k].y);
        BodyWater& water = body.water[k];
        float wettest = 0.0f;
        ptrdiff_t at[4];
        const bool inside = findCorners(place.i, place.j, at);
        for (int32_t c = 0; c < 4 && inside; ++c)
        {
            wettest = std::max(wettest,
                               std::max(now_.depth.first[at[c]], fields_.displaced.first[at[c]]));
        }
        water.wet = body.isNearWater && wettest > kDryDepth;
        water.calm = levelOver(body, body.arms[k].x, body.arms[k].y);
    }
    body.displacement =
        displaceBody(body.hull, body.motion, body.arms, body.water, body.points, body.parts);

    std::fill_n(body.patch,
                static_cast<size_t>(body.box.columns) * static_cast<size_t>(body.box.rows), 0.0f);
    const float perArea = body.presence / shape_.grid.cellArea();
    for (int32_t k = 0; k < body.displacement.count; ++k)
    {
        const DisplacedPart& part = body.parts[k];
        const BodyPlace place(frame, part.x, part.y);
        const float height = part.volume * perArea;
        forPatch(body, place, [&](int32_t c, float& there) { there += place.weight[c] * height; });
    }
}

// body(c, number of the patch) for the four cells of a place, as far as they lie on the grid.
template <class Place, class Body>
void HostWater::forPatch(const WaterBody& of, const Place& place, Body&& body) const
{
    const BodyBox& box = of.box;
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
            body(c, of.patch[static_cast<size_t>(j) * static_cast<size_t>(box.columns) +
                             static_cast<size_t>(i)]);
        }
    }
}

// Adds a body's patch to a field.
void HostWater::gather(const WaterBody& body, Rows to)
{
    const float* patch = body.patch;
    forBox(body.box, 0, [&](int32_t i, int32_t j, int32_t, int32_t) {
        to.row(j)[i] += *patch;
        if (*patch++ != 0.0f)
        {
            tileBodies_[tiles_.tileOf(i, j)] |= kBodiesNow;
        }
    });
}

void HostWater::displace(std::span<WaterBody* const> bodies, float keepFading)
{
    for (int32_t tile = 0; tile < tiles_.count(); ++tile)
    {
        tileBodies_[tile] &= static_cast<uint8_t>(~kBodiesNear);
    }
    forBodies(bodies, [&](WaterBody& body) { displaceOne(body); });
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
        float* surface = firstSurface_.row(j);
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
    bool changes = false;
    bool fades = false;
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        float* gathered = gathered_.row(j);
        float* fading = fading_.row(j);
        float* displaced = fields_.displaced.row(j);
        float* bed = bed_.row(j);
        const float* ground = fields_.ground.row(j);
        for (int32_t i = column * kTileColumns; i < tileColumnEnd(column); ++i)
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
void HostWater::leave(const WaterBody& body)
{
    gather(body, fading_);
}

} // namespace tarn
