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
#include "backend/water/host_water.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// Bodies that one task handles; a matter of speed only.
constexpr int32_t kBodiesATask = 4;
constexpr int32_t kRowsWorthTasks = 8; // of tiles; likewise

// The share of a body in what happens around it reaches so far beyond its bounds: a hump rises over
// one cell more, the states of cells beside it know of it, and so do those beside them.
constexpr int32_t kBeyond = 3; // cells

// Of the water around a body, this part is brought to its speed in a step at most.
constexpr float kMostBrought = 0.5f;

// Every cell of a body's box has this much of a hump (m) where the body's push is shared out.
constexpr float kLeastHump = 1.0e-6f;

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

// What the scheme does beyond the slope of the water is no more than this many times the buoyancy:
// a guard against hosts that throw bodies about.
constexpr float kMostRest = 2.0f;

// The water at a point of a body.
struct PointFlow
{
    bool isWet = false;
    tnVec3 velocity = {};
};

// Where a body is, in cells: the cell of its middle, and the rest. Points of it are found from
// there in 32 bits, however far from the origin it is.
struct BodyFrame
{
    int32_t i, j;
    float restX, restY;
    float perCell;

    BodyFrame(const WaterGrid& grid, tnVec3 position) : perCell(1.0f / grid.cellSize)
    {
        const double x = grid.column(position.x);
        const double y = grid.row(position.y);
        const double wholeX = std::floor(std::clamp(x, -kFar, kFar));
        const double wholeY = std::floor(std::clamp(y, -kFar, kFar));
        i = static_cast<int32_t>(wholeX);
        j = static_cast<int32_t>(wholeY);
        restX = static_cast<float>(std::clamp(x, -kFar, kFar) - wholeX);
        restY = static_cast<float>(std::clamp(y, -kFar, kFar) - wholeY);
    }

    static constexpr double kFar = 1.0e9; // cells; nothing is there
};

// Four cells around a point, and their weights: lower left, lower right, upper left, upper right.
struct BodyPlace
{
    int32_t i, j;
    float weight[4];

    BodyPlace(const BodyFrame& frame, float armX, float armY)
    {
        const float x = frame.restX + armX * frame.perCell;
        const float y = frame.restY + armY * frame.perCell;
        const float wholeX = std::floor(x);
        const float wholeY = std::floor(y);
        i = frame.i + static_cast<int32_t>(wholeX);
        j = frame.j + static_cast<int32_t>(wholeY);
        const float partX = x - wholeX;
        const float partY = y - wholeY;
        weight[0] = (1.0f - partX) * (1.0f - partY);
        weight[1] = partX * (1.0f - partY);
        weight[2] = (1.0f - partX) * partY;
        weight[3] = partX * partY;
    }
};

} // namespace

int32_t HostWater::wrapped(int32_t k, int32_t n)
{
    if (k >= 0 && k < n)
    {
        return k;
    }
    const int32_t rest = k % n;
    return rest < 0 ? rest + n : rest;
}

// A cell of the grid for indices that may lie beyond it: round where it is periodic, else the
// nearest.
int32_t HostWater::cellOf(int32_t k, int32_t n, bool wraps)
{
    return wraps ? wrapped(k, n) : std::clamp(k, 0, n - 1);
}

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
        at[c] = cellOf(j + (c >> 1), grid.ny, grid.wrapY) * stride +
                cellOf(i + (c & 1), grid.nx, grid.wrapX);
    }
    return inside;
}

// body(i, j) for the cells of a box on the grid, with indices inside it.
template <class Body>
void HostWater::forBox(const BodyBox& box, int32_t more, Body&& body) const
{
    const WaterGrid& grid = shape_.grid;
    const auto low = [more](int32_t first, bool wraps) {
        return wraps ? first - more : std::max(first - more, 0);
    };
    const auto high = [more](int32_t first, int32_t count, int32_t n, bool wraps) {
        const int32_t last = first + count - 1 + more;
        return wraps ? last : std::min(last, n - 1);
    };
    const int32_t lastRow = high(box.row, box.rows, grid.ny, grid.wrapY);
    const int32_t lastColumn = high(box.column, box.columns, grid.nx, grid.wrapX);
    for (int32_t j = low(box.row, grid.wrapY); j <= lastRow; ++j)
    {
        const int32_t row = wrapped(j, grid.ny);
        for (int32_t i = low(box.column, grid.wrapX); i <= lastColumn; ++i)
        {
            body(wrapped(i, grid.nx), row, i, j);
        }
    }
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
            body(wrapped(cell, n), cell);
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
            const int32_t tile =
                tiles_.tileOf(cellOf(i, grid.nx, grid.wrapX), cellOf(j, grid.ny, grid.wrapY));
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

// body(tile) for tiles with one of these marks, at the same time where that pays.
template <class Body>
void HostWater::forTilesWith(uint8_t marks, Body&& body)
{
    const auto forRow = [&](int32_t row) {
        for (int32_t tile = row * tiles_.columns; tile < (row + 1) * tiles_.columns; ++tile)
        {
            if ((tileBodies_[tile] & marks) != 0)
            {
                body(tile);
            }
        }
    };
    if (tiles_.rows >= kRowsWorthTasks)
    {
        tasks_.parallelFor(tiles_.rows, forRow);
        return;
    }
    for (int32_t row = 0; row < tiles_.rows; ++row)
    {
        forRow(row);
    }
}

template <class Body>
void HostWater::forBodies(std::span<WaterBody* const> bodies, Body&& body)
{
    const auto count = static_cast<int32_t>(bodies.size());
    tasks_.parallelFor((count + kBodiesATask - 1) / kBodiesATask, [&](int32_t task) {
        const int32_t end = std::min((task + 1) * kBodiesATask, count);
        for (int32_t k = task * kBodiesATask; k < end; ++k)
        {
            body(*bodies[static_cast<size_t>(k)]);
        }
    });
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

// ---- Forces

// Of the beginning and the end of the waves; see the head of this file. Known around bodies.
float HostWater::meanSurface(int32_t i, int32_t j) const
{
    return 0.5f * (firstSurface_.row(j)[i] + (bed_.row(j)[i] + now_.depth.row(j)[i]));
}

// Up and down the water counts as still: it gets nothing back there, so that what rises must not
// drive bodies.
void HostWater::lookActual(WaterBody& body) const
{
    const BodyFrame frame(shape_.grid, body.motion.position);
    const auto flowAt = [&](float armX, float armY) {
        const BodyPlace place(frame, armX, armY);
        float depths = 0.0f;
        float x = 0.0f;
        float y = 0.0f;
        ptrdiff_t at[4];
        const bool inside = findCorners(place.i, place.j, at);
        for (int32_t c = 0; c < 4 && inside; ++c)
        {
            const float depth = now_.depth.first[at[c]];
            const float weight = depth > kDryDepth ? place.weight[c] : 0.0f;
            depths += weight * depth;
            x += weight * now_.momentumX.first[at[c]];
            y += weight * now_.momentumY.first[at[c]];
        }
        return depths > 0.0f ? PointFlow{true, {x / depths, y / depths, 0.0f}} : PointFlow{};
    };
    body.waterVelocity = flowAt(0.0f, 0.0f).velocity;
    for (int32_t k = 0; k < body.hull.vertexCount; ++k)
    {
        const tnVec3 arm = body.arms[k];
        const PointFlow flow = flowAt(arm.x, arm.y);
        body.water[k].wet = body.isNearWater && flow.isWet;
        body.water[k].surface = levelOver(body, arm.x, arm.y);
        body.water[k].velocity = flow.velocity;
    }
}

// What presses against the hull beyond the local surface, by how much it displaces where.
BodyHead HostWater::headUnder(const WaterBody& body) const
{
    const BodyFrame frame(shape_.grid, body.motion.position);
    const float cell = shape_.grid.cellSize;
    const float* patch = body.patch;
    float all = 0.0f;
    BodyHead head;
    forBox(body.box, 0, [&](int32_t i, int32_t j, int32_t atI, int32_t atJ) {
        const float displaced = std::max(*patch++, 0.0f);
        const float x = (static_cast<float>(atI - frame.i) - frame.restX) * cell;
        const float y = (static_cast<float>(atJ - frame.j) - frame.restY) * cell;
        const float above = displaced * (meanSurface(i, j) - levelOver(body, x, y));
        all += displaced;
        head.height += above;
        head.momentX += above * x;
        head.momentY += above * y;
    });
    const float per = all > 0.0f ? 1.0f / all : 0.0f;
    return {head.height * per, head.momentX * per, head.momentY * per};
}

void HostWater::look(WaterBody& body)
{
    body.bounds = placeHull(body.hull, body.motion.rotation, body.arms);
    const BodyBox patch = body.box; // stays that of what it displaces
    body.box = boxOf(body);
    lookAround(body);
    body.box = patch;
    lookActual(body);
}

void HostWater::wet(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
    if (bodies.empty())
    {
        return;
    }
    forBodies(bodies, [&](WaterBody& body) {
        lookActual(body);
        body.forces = wetBody(body.hull, body.traits, body.motion, liquid, headUnder(body),
                              body.arms, body.water, body.points, body.pushes);
        slide(body, liquid);
    });
    for (WaterBody* body : bodies)
    {
        pushBack(*body, liquid);
    }
    shareRest(bodies, liquid);
}

// What a body feels of the slope of the water, cell by cell of what it displaces.
void HostWater::slide(WaterBody& body, const BodyLiquid& liquid) const
{
    const WaterGrid& grid = shape_.grid;
    const float* patch = body.patch;
    float x = 0.0f;
    float y = 0.0f;
    const auto level = [&](int32_t i, int32_t j) {
        const int32_t column = cellOf(i, grid.nx, grid.wrapX);
        const int32_t row = cellOf(j, grid.ny, grid.wrapY);
        return meanSurface(column, row);
    };
    forBox(body.box, 0, [&](int32_t, int32_t, int32_t i, int32_t j) {
        const float displaced = *patch++;
        if (displaced != 0.0f)
        {
            x += displaced * (level(i + 1, j) - level(i - 1, j));
            y += displaced * (level(i, j + 1) - level(i, j - 1));
        }
    });
    const float times = -0.5f * liquid.density * liquid.gravity * grid.cellSize;
    body.forces.host.force.x += times * x;
    body.forces.host.force.y += times * y;
}

// The water gets the opposite of drag and lift, by how much of it there is where the body displaces
// it. Drag brings water along: no more than half of it, to the body's own speed. That limits the
// force on a body that is aground in a film.
void HostWater::pushBack(WaterBody& body, const BodyLiquid& liquid)
{
    float forceX = 0.0f;
    float forceY = 0.0f;
    for (int32_t k = 0; k < body.forces.pushes; ++k)
    {
        forceX += body.pushes[k].forceX;
        forceY += body.pushes[k].forceY;
    }
    if (forceX == 0.0f && forceY == 0.0f)
    {
        return;
    }
    const auto forWet = [&](auto&& work) {
        const float* patch = body.patch;
        forBox(body.box, 0, [&](int32_t i, int32_t j, int32_t, int32_t) {
            const float displaced = std::max(*patch++, 0.0f);
            const float depth = now_.depth.row(j)[i];
            if (depth > kDryDepth)
            {
                work(i, j, depth, (displaced + kLeastHump) * depth);
            }
        });
    };
    float weights = 0.0f;
    float depths = 0.0f;
    forWet([&](int32_t, int32_t, float depth, float weight) {
        weights += weight;
        depths += depth;
    });
    const float perArea = liquid.dt / (liquid.density * shape_.grid.cellArea());
    const float asked = perArea * std::sqrt(forceX * forceX + forceY * forceY);
    const tnVec3 way = body.motion.velocity - body.waterVelocity;
    const float fastest =
        std::sqrt(way.x * way.x + way.y * way.y) + length(body.motion.spin) * body.hull.reach;
    const float most = kMostBrought * fastest * depths;
    const float part = asked > most ? most / asked : 1.0f;
    body.forces.host.force.x -= (1.0f - part) * forceX;
    body.forces.host.force.y -= (1.0f - part) * forceY;
    if (!(weights > 0.0f))
    {
        return;
    }
    const float times = -part * perArea / weights;
    forWet([&](int32_t i, int32_t j, float depth, float weight) {
        float& x = now_.momentumX.row(j)[i];
        float& y = now_.momentumY.row(j)[i];
        x += weight * times * forceX;
        y += weight * times * forceY;
        const int32_t tile = tiles_.tileOf(i, j);
        tiles_.stirred[tile] = 1;
        // Waves are as fast as they were, unless somebody hits hard.
        const float usual = 0.5f * tiles_.fastest[tile] * depth;
        const bool isFast = std::max(std::fabs(x), std::fabs(y)) > usual;
        tiles_.measured[tile] = isFast ? uint8_t{0} : tiles_.measured[tile];
    });
}

// What the scheme did to the water of a tile beyond depth times the slope of its bed (m^2/s), in
// place of all it did. Nothing where it was calm, or asleep.
void HostWater::leaveRest(int32_t tile, const BodyLiquid& liquid)
{
    const int32_t column = tile % tiles_.columns;
    const int32_t row = tile / tiles_.columns;
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        const float* bed = bed_.row(j);
        const float* bedBelow = bed_.row(j - 1);
        const float* bedAbove = bed_.row(j + 1);
        const float* ground = fields_.ground.row(j);
        const float* below = fields_.ground.row(j - 1);
        const float* above = fields_.ground.row(j + 1);
        const float* first = firstSurface_.row(j);
        const float* depth = now_.depth.row(j);
        const float* worked = worked_.row(j);
        float* pushX = pushX_.row(j);
        float* pushY = pushY_.row(j);
        for (int32_t i = column * kTileColumns; i < tileColumnEnd(column); ++i)
        {
            const float times = 0.5f * liquid.gravity * worked[i];
            const float mean = 0.5f * ((first[i] - bed[i]) + depth[i]);
            // Ground which is steeper than cells can tell is not a body.
            const float steepX = std::max(std::fabs(ground[i + 1] - ground[i]),
                                          std::fabs(ground[i - 1] - ground[i]));
            const float steepY =
                std::max(std::fabs(above[i] - ground[i]), std::fabs(below[i] - ground[i]));
            const float counts = std::max(steepX, steepY) > mean ? 0.0f : 1.0f;
            pushX[i] = counts * (pushX[i] + times * mean * (bed[i + 1] - bed[i - 1]));
            pushY[i] = counts * (pushY[i] + times * mean * (bedAbove[i] - bedBelow[i]));
        }
    }
}

// That, in the neighbourhood of bodies, is theirs; by their volume where they are close together.
void HostWater::shareRest(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
    forTilesWith(kBodiesNear, [&](int32_t tile) { leaveRest(tile, liquid); });
    const auto volumeOf = [](const WaterBody& body) {
        return static_cast<float>(std::max(body.displacement.volume, 0.0)) * body.presence;
    };
    for (const WaterBody* body : bodies)
    {
        const float volume = volumeOf(*body);
        if (volume > 0.0f)
        {
            forBox(body->box, kBeyond,
                   [&](int32_t i, int32_t j, int32_t, int32_t) { gathered_.row(j)[i] += volume; });
        }
    }
    for (WaterBody* body : bodies)
    {
        const float volume = volumeOf(*body);
        if (!(volume > 0.0f))
        {
            continue;
        }
        float x = 0.0f;
        float y = 0.0f;
        forBox(body->box, kBeyond, [&](int32_t i, int32_t j, int32_t, int32_t) {
            const float share = volume / gathered_.row(j)[i];
            x += share * pushX_.row(j)[i];
            y += share * pushY_.row(j)[i];
        });
        const float force = liquid.density * shape_.grid.cellArea() / liquid.dt;
        const float most = kMostRest * liquid.density * liquid.gravity * volume;
        body->forces.host.force.x -= std::clamp(x * force, -most, most);
        body->forces.host.force.y -= std::clamp(y * force, -most, most);
    }
    for (const WaterBody* body : bodies)
    {
        forBox(body->box, kBeyond,
               [&](int32_t i, int32_t j, int32_t, int32_t) { gathered_.row(j)[i] = 0.0f; });
    }
}

} // namespace tarn
