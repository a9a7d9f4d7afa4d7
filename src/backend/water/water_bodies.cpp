// Bodies on the grid: what they displace lifts the surface, and what the water does to them it gets
// back.
//
// A body displaces water as a hump of the ground would: the depth of real water stays, the surface
// above it rises by the volume per area, and flows off. Since still water over any ground is still
// to the last bit, a body at rest leaves it so; since water is only moved, its volume stays.
//
// The volume that is displaced is measured against a calm surface, the actual one without its
// waves: by the actual one, water that flows in under the hull would lift the hump that drives it
// out, and both would chase one another. Waves of a period well below kCalmTime are filtered out by
// a low pass of second order; one of first order would feed them, by 1 / kCalmTime a second.
//
// Buoyancy is that of the mean of two surfaces, that of the beginning of the waves, with the hump
// in its new place, and that of their end. What the hump does to the water then is what the water
// does to the body, and waves in a closed tank neither gain nor lose energy by it: with the latter
// alone they would grow by dt omega^2 / 10 a second and more.
//
// Momentum: drag and lift go into the cells around each face. Along the surface a body is pushed by
// what its hump did to the water during the waves, with the opposite sign: density times gravity
// times its volume times the slope of the water (that is the sum of - depth times the slope of the
// hump, by parts), and a share of what the scheme did beyond that where humps are steeper than
// cells can tell.
#include "backend/water/host_water.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// Bodies that one task handles; a matter of speed only.
constexpr int32_t kBodiesATask = 4;

// The share of a body in what happens around it reaches so far beyond its bounds: a hump rises over
// one cell more, the states of cells beside it know of it, and so do those beside them.
constexpr int32_t kBeyond = 3; // cells

// What is left of a hump that fades and no longer counts (m).
constexpr float kFaded = 1.0e-7f;

// What the scheme does beyond the slope of the water is no more than this many times the buoyancy:
// a guard against hosts that throw bodies about.
constexpr float kMostRest = 4.0f;

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
// nearest. Beyond the edge cells' outer half there is no water: *outside.
int32_t HostWater::cellOf(int32_t k, int32_t n, bool wraps)
{
    return wraps ? wrapped(k, n) : std::clamp(k, 0, n - 1);
}

// body(c, i, j) for the four cells of a place that lie on the grid; those beyond a wall count as
// the cell at it. False, and nothing, where the place lies outside altogether.
template <class Place, class Body>
bool HostWater::forCorners(const Place& place, Body&& body) const
{
    const WaterGrid& grid = shape_.grid;
    const bool inside = (grid.wrapX || (place.i >= -1 && place.i < grid.nx)) &&
                        (grid.wrapY || (place.j >= -1 && place.j < grid.ny));
    if (!inside)
    {
        return false;
    }
    const int32_t i[2] = {cellOf(place.i, grid.nx, grid.wrapX),
                          cellOf(place.i + 1, grid.nx, grid.wrapX)};
    const int32_t j[2] = {cellOf(place.j, grid.ny, grid.wrapY),
                          cellOf(place.j + 1, grid.ny, grid.wrapY)};
    for (int32_t c = 0; c < 4; ++c)
    {
        body(c, i[c & 1], j[c >> 1]);
    }
    return true;
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

// The calm surface follows the actual one, twice filtered.
void HostWater::followCalm(int32_t tile, float follow)
{
    const int32_t column = tile % tiles_.columns;
    const int32_t row = tile / tiles_.columns;
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        const float* depth = now_.depth.row(j);
        const float* bed = bed_.row(j);
        float* calmer = calmer_.row(j);
        float* calm = calm_.row(j);
        for (int32_t i = column * kTileColumns; i < tileColumnEnd(column); ++i)
        {
            calmer[i] += follow * ((bed[i] + depth[i]) - calmer[i]);
            calm[i] += follow * (calmer[i] - calm[i]);
        }
    }
}

// The calm surface at each vertex of a body, and the volume per area that it displaces, cell by
// cell of its box.
void HostWater::displaceOne(WaterBody& body) const
{
    body.bounds = placeHull(body.hull, body.motion.rotation, body.arms);
    body.box = boxOf(body);
    const BodyFrame frame(shape_.grid, body.motion.position);
    for (int32_t k = 0; k < body.hull.vertexCount; ++k)
    {
        const BodyPlace place(frame, body.arms[k].x, body.arms[k].y);
        BodyWater& water = body.water[k];
        float weights = 0.0f;
        float sum = 0.0f;
        forCorners(place, [&](int32_t c, int32_t i, int32_t j) {
            const float displaced = fields_.displaced.row(j)[i];
            const float depth = now_.depth.row(j)[i];
            const float weight = depth > kDryDepth || displaced > 0.0f ? place.weight[c] : 0.0f;
            weights += weight;
            sum += weight * (displaced != 0.0f ? calm_.row(j)[i] : bed_.row(j)[i] + depth);
        });
        water.wet = weights > 0.0f;
        water.calm = water.wet ? sum / weights : 0.0f;
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

void HostWater::displace(std::span<WaterBody* const> bodies, float follow, float keepFading)
{
    for (int32_t tile = 0; tile < tiles_.count(); ++tile)
    {
        if (tileBodies_[tile] != 0)
        {
            followCalm(tile, follow);
        }
    }
    forBodies(bodies, [&](WaterBody& body) { displaceOne(body); });
    for (const WaterBody* body : bodies)
    {
        gather(*body, gathered_);
    }
    for (int32_t tile = 0; tile < tiles_.count(); ++tile)
    {
        if (tileBodies_[tile] != 0)
        {
            settle(tile, keepFading);
        }
    }
    fillGhosts(bed_, -1);
    for (const WaterBody* body : bodies)
    {
        forBox(body->box, 1, [&](int32_t i, int32_t j, int32_t, int32_t) {
            firstSurface_.row(j)[i] = bed_.row(j)[i] + now_.depth.row(j)[i];
        });
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
        float* calm = calm_.row(j);
        float* calmer = calmer_.row(j);
        float* bed = bed_.row(j);
        float* pushX = pushX_.row(j);
        float* pushY = pushY_.row(j);
        const float* ground = fields_.ground.row(j);
        const float* depth = now_.depth.row(j);
        for (int32_t i = column * kTileColumns; i < tileColumnEnd(column); ++i)
        {
            const float surface = bed[i] + depth[i];
            const float left = fading[i] * keepFading;
            fading[i] = std::fabs(left) > kFaded ? left : 0.0f;
            fades = fades || fading[i] != 0.0f;
            const float now = gathered[i] + fading[i];
            gathered[i] = 0.0f;
            pushX[i] = 0.0f;
            pushY[i] = 0.0f;
            calm[i] = displaced[i] == 0.0f ? surface : calm[i];
            calmer[i] = displaced[i] == 0.0f ? surface : calmer[i];
            changes = changes || now != displaced[i];
            displaced[i] = now;
            bed[i] = ground[i] + now;
        }
    }
    if (changes)
    {
        tiles_.wake(column * kTileColumns, row * kTileRows);
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

// Up and down, drag is that of still water. The water has no momentum in that direction to give:
// drag by how fast it flows together under the hull would push the body with what is not taken from
// anything, and a box would bob higher and higher.
void HostWater::lookActual(WaterBody& body) const
{
    const WaterSurface surface(shape_.grid, fields_);
    const tnVec3 p = body.motion.position;
    const SurfaceState middle = surface.state(surface.at({p.x, p.y}));
    body.waterVelocity = {middle.velocity.x, middle.velocity.y, middle.rising};
    const BodyFrame frame(shape_.grid, p);
    for (int32_t k = 0; k < body.hull.vertexCount; ++k)
    {
        const BodyPlace place(frame, body.arms[k].x, body.arms[k].y);
        BodyWater& water = body.water[k];
        float weights = 0.0f;
        float height = 0.0f;
        float depths = 0.0f;
        float x = 0.0f;
        float y = 0.0f;
        forCorners(place, [&](int32_t c, int32_t i, int32_t j) {
            const float depth = now_.depth.row(j)[i];
            const float weight = depth > kDryDepth ? place.weight[c] : 0.0f;
            weights += weight;
            height += weight * meanSurface(i, j);
            depths += weight * depth;
            x += weight * now_.momentumX.row(j)[i];
            y += weight * now_.momentumY.row(j)[i];
        });
        water.wet = weights > 0.0f;
        water.surface = water.wet ? height / weights : 0.0f;
        water.velocity = water.wet ? tnVec3{x / depths, y / depths, 0.0f} : tnVec3{};
    }
}

void HostWater::look(WaterBody& body, float gravity)
{
    fillGhosts(now_, gravity);
    body.bounds = placeHull(body.hull, body.motion.rotation, body.arms);
    body.box = boxOf(body);
    forBox(body.box, 1, [&](int32_t i, int32_t j, int32_t, int32_t) {
        firstSurface_.row(j)[i] = bed_.row(j)[i] + now_.depth.row(j)[i];
    });
    lookActual(body);
}

void HostWater::wet(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
    if (bodies.empty())
    {
        return;
    }
    fillGhosts(now_, liquid.gravity);
    fillGhosts(fields_.displaced, -1);
    forBodies(bodies, [&](WaterBody& body) {
        lookActual(body);
        body.forces = wetBody(body.hull, body.traits, body.motion, liquid, body.arms, body.water,
                              body.points, body.pushes);
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

// The water gets what drag and lift do to each face, the other way round: in the wet cells around
// it, all of them becoming faster alike.
//
// A hull that stands on the ground has faces in a film of water, which drag as in the deep would
// shoot away. In a step a face makes the water below and above it no more than half as fast as it
// goes through it; what is beyond that the body does not feel either.
void HostWater::pushBack(WaterBody& body, const BodyLiquid& liquid)
{
    const BodyFrame frame(shape_.grid, body.motion.position);
    for (int32_t k = 0; k < body.forces.pushes; ++k)
    {
        const BodyPush& face = body.pushes[k];
        const float asked =
            liquid.dt * std::sqrt(face.forceX * face.forceX + face.forceY * face.forceY);
        if (!(asked > 0.0f))
        {
            continue;
        }
        const BodyPlace place(frame, face.x, face.y);
        float share[4] = {};
        float depth = 0.0f;
        forCorners(place, [&](int32_t c, int32_t i, int32_t j) {
            const float there = now_.depth.row(j)[i];
            share[c] = there > kDryDepth ? place.weight[c] * there : 0.0f;
            depth += share[c];
        });
        const float most = 0.5f * liquid.density * depth * face.sweep;
        const float kept = std::min(1.0f, most / asked);
        body.forces.host.force.x -= (1.0f - kept) * face.forceX;
        body.forces.host.force.y -= (1.0f - kept) * face.forceY;
        if (!(kept > 0.0f))
        {
            continue;
        }
        const float times = -kept * liquid.dt / (depth * liquid.density * shape_.grid.cellArea());
        forCorners(place, [&](int32_t c, int32_t i, int32_t j) {
            if (share[c] > 0.0f)
            {
                now_.momentumX.row(j)[i] += share[c] * (times * face.forceX);
                now_.momentumY.row(j)[i] += share[c] * (times * face.forceY);
                tiles_.wake(i, j);
            }
        });
    }
}

// What the scheme did to the water of a cell beyond depth times the slope of its bed (m^2/s).
tnVec2 HostWater::restOfPush(int32_t i, int32_t j, const BodyLiquid& liquid) const
{
    const WaterGrid& grid = shape_.grid;
    const auto bed = [&](int32_t column, int32_t row) {
        return bed_.row(cellOf(row, grid.ny, grid.wrapY))[cellOf(column, grid.nx, grid.wrapX)];
    };
    const float depth = meanSurface(i, j) - bed_.row(j)[i];
    const auto isSteep = [&](int32_t column, int32_t row) {
        const float there = fields_.ground.row(
            cellOf(row, grid.ny, grid.wrapY))[cellOf(column, grid.nx, grid.wrapX)];
        return std::fabs(there - fields_.ground.row(j)[i]) > depth;
    };
    // Ground which is steeper than cells can tell is not a body.
    if (isSteep(i + 1, j) || isSteep(i - 1, j) || isSteep(i, j + 1) || isSteep(i, j - 1))
    {
        return {};
    }
    const float rate = liquid.gravity * depth * (0.5f * liquid.dt / grid.cellSize);
    return {pushX_.row(j)[i] + rate * (bed(i + 1, j) - bed(i - 1, j)),
            pushY_.row(j)[i] + rate * (bed(i, j + 1) - bed(i, j - 1))};
}

// That, in the neighbourhood of bodies, is theirs; by their volume where they are close together.
void HostWater::shareRest(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
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
            const tnVec2 rest = restOfPush(i, j, liquid);
            x += share * rest.x;
            y += share * rest.y;
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
