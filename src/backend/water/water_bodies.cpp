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
// Momentum: drag and lift go into the cells around each face. Where the surface slopes, the hump
// has pushed the water during the waves (pushX, pushY of the stages), and the body feels its own
// part of that slope by its faces; the difference between both, which is one of resolution, goes to
// the water, so that together they keep their momentum.
#include "backend/water/host_water.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// Bodies that one task handles; a matter of speed only.
constexpr int32_t kBodiesATask = 8;

// A hump of a body's share in what happens around it: 1 in the middle, 0 beyond its bounds and a
// little more, so that the cells where it rises are in.
constexpr float kBeyond = 1.5f; // cells

// What is left of a hump that fades and no longer counts (m).
constexpr float kFaded = 1.0e-7f;

// Corrections of momentum are no more than this part of the buoyancy, so that ground that is
// steeper than cells can tell makes no currents.
constexpr float kMostCorrection = 0.2f;

struct Share
{
    double middleX, middleY; // cells
    double reachX, reachY;
    int32_t firstColumn, lastColumn, firstRow, lastRow;

    Share(const WaterGrid& grid, const WaterBody& body)
    {
        const tnVec3 p = body.motion.position;
        const double cell = static_cast<double>(grid.cellSize);
        const auto half = [cell](float low, float high) {
            return 0.5 * (static_cast<double>(high) - static_cast<double>(low)) / cell +
                   static_cast<double>(kBeyond);
        };
        middleX = grid.column(p.x) + 0.5 *
                                         (static_cast<double>(body.bounds.low.x) +
                                          static_cast<double>(body.bounds.high.x)) /
                                         cell;
        middleY = grid.row(p.y) + 0.5 *
                                      (static_cast<double>(body.bounds.low.y) +
                                       static_cast<double>(body.bounds.high.y)) /
                                      cell;
        reachX = half(body.bounds.low.x, body.bounds.high.x);
        reachY = half(body.bounds.low.y, body.bounds.high.y);
        limit(middleX, reachX, grid.nx, grid.wrapX, &firstColumn, &lastColumn);
        limit(middleY, reachY, grid.ny, grid.wrapY, &firstRow, &lastRow);
    }

    float at(int32_t i, int32_t j) const
    {
        const double x = (i - middleX) / reachX;
        const double y = (j - middleY) / reachY;
        return static_cast<float>(std::max(1.0 - x * x, 0.0) * std::max(1.0 - y * y, 0.0));
    }

  private:
    static void limit(double middle, double reach, int32_t n, bool wraps, int32_t* first,
                      int32_t* last)
    {
        const double low = wraps ? middle - 0.5 * n : 0.0;
        const double high = wraps ? middle + 0.5 * n - 1.0 : n - 1.0;
        *first = static_cast<int32_t>(std::clamp(std::ceil(middle - reach), low, high + 1.0));
        *last = static_cast<int32_t>(std::clamp(std::floor(middle + reach), low - 1.0, high));
    }
};

} // namespace

// body(i, j, part) for the cells of a share, with indices inside the grid.
template <class Body>
void HostWater::forShare(const WaterBody& of, Body&& body) const
{
    const Share share(shape_.grid, of);
    for (int32_t j = share.firstRow; j <= share.lastRow; ++j)
    {
        const int32_t row = wrapped(j, shape_.grid.ny);
        for (int32_t i = share.firstColumn; i <= share.lastColumn; ++i)
        {
            body(wrapped(i, shape_.grid.nx), row, share.at(i, j));
        }
    }
}

int32_t HostWater::wrapped(int32_t k, int32_t n)
{
    const int32_t rest = k % n;
    return rest < 0 ? rest + n : rest;
}

// Whether a point lies on the grid; beyond walls there is no water.
bool HostWater::isOnGrid(float x, float y) const
{
    const WaterGrid& grid = shape_.grid;
    const double column = grid.column(x);
    const double row = grid.row(y);
    return (grid.wrapX || (column >= -0.5 && column <= grid.nx - 0.5)) &&
           (grid.wrapY || (row >= -0.5 && row <= grid.ny - 0.5));
}

// ---- Displacing

// // The calm surface follows the actual one, twice filtered.
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

float HostWater::calmAt(int32_t i, int32_t j) const
{
    return fields_.displaced.row(j)[i] != 0.0f ? calm_.row(j)[i] : fields_.surface(i, j);
}

// The water at each vertex of a body: the calm surface.
void HostWater::lookCalm(WaterBody& body) const
{
    const WaterSurface surface(shape_.grid, fields_);
    const tnVec3 p = body.motion.position;
    for (int32_t k = 0; k < body.hull.vertexCount; ++k)
    {
        const SurfacePlace place = surface.at({p.x + body.arms[k].x, p.y + body.arms[k].y});
        BodyWater& water = body.water[k];
        float weights = 0.0f;
        float sum = 0.0f;
        for (int32_t c = 0; c < 4; ++c)
        {
            const int32_t i = place.i + (c & 1);
            const int32_t j = place.j + (c >> 1);
            const float weight =
                fields_.depth.row(j)[i] > kDryDepth || fields_.displaced.row(j)[i] > 0.0f
                    ? place.weight[c]
                    : 0.0f;
            weights += weight;
            sum += weight * calmAt(i, j);
        }
        water.wet = weights > 0.0f && isOnGrid(p.x + body.arms[k].x, p.y + body.arms[k].y);
        water.calm = water.wet ? sum / weights : 0.0f;
    }
}

// Adds volumes to the cells around their places, bilinearly.
void HostWater::gather(const WaterBody& body, Rows to, float times)
{
    const WaterSurface surface(shape_.grid, fields_);
    const tnVec3 p = body.motion.position;
    const float perArea = times / shape_.grid.cellArea();
    for (int32_t k = 0; k < body.displacement.count; ++k)
    {
        const DisplacedPart& part = body.parts[k];
        const tnVec2 point = {p.x + part.x, p.y + part.y};
        if (!isOnGrid(point.x, point.y))
        {
            continue;
        }
        const SurfacePlace place = surface.at(point);
        const float height = part.volume * perArea;
        for (int32_t c = 0; c < 4; ++c)
        {
            const int32_t i = place.i + (c & 1);
            const int32_t j = place.j + (c >> 1);
            if (place.weight[c] != 0.0f)
            {
                const int32_t column = wrapped(i, shape_.grid.nx);
                const int32_t row = wrapped(j, shape_.grid.ny);
                to.row(row)[column] += place.weight[c] * height;
                tileBodies_[tiles_.tileOf(column, row)] |= kBodiesNow;
            }
        }
    }
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
    fillGhosts(fields_.displaced, -1);
    fillGhosts(now_.depth, -1);
    fillGhosts(calm_, -1);
    const auto count = static_cast<int32_t>(bodies.size());
    tasks_.parallelFor((count + kBodiesATask - 1) / kBodiesATask, [&](int32_t task) {
        const int32_t end = std::min((task + 1) * kBodiesATask, count);
        for (int32_t k = task * kBodiesATask; k < end; ++k)
        {
            WaterBody& body = *bodies[static_cast<size_t>(k)];
            body.bounds = placeHull(body.hull, body.motion.rotation, body.arms);
            lookCalm(body);
            body.displacement =
                displaceBody(body.hull, body.motion, body.arms, body.water, body.parts);
        }
    });
    for (const WaterBody* body : bodies)
    {
        gather(*body, gathered_, body->presence);
    }
    for (int32_t tile = 0; tile < tiles_.count(); ++tile)
    {
        if (tileBodies_[tile] != 0)
        {
            settle(tile, keepFading);
        }
    }
    fillGhosts(bed_, -1);
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
        float* first = firstSurface_.row(j);
        float* bed = bed_.row(j);
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
            pushX_.row(j)[i] = 0.0f;
            pushY_.row(j)[i] = 0.0f;
            if (displaced[i] == 0.0f)
            {
                calm[i] = surface;
                calmer[i] = surface;
            }
            changes = changes || now != displaced[i];
            displaced[i] = now;
            bed[i] = ground[i] + now;
            first[i] = bed[i] + depth[i];
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
    gather(body, fading_, body.presence);
}

// ---- Forces

// Of the beginning and the end of the waves, where bodies are; see the head of this file.
float HostWater::meanSurface(int32_t i, int32_t j) const
{
    const float last = bed_.row(j)[i] + now_.depth.row(j)[i];
    const int32_t column = wrapped(i, shape_.grid.nx);
    const int32_t row = wrapped(j, shape_.grid.ny);
    return tileBodies_[tiles_.tileOf(column, row)] != 0
               ? 0.5f * (firstSurface_.row(row)[column] + last)
               : last;
}

void HostWater::lookActual(WaterBody& body) const
{
    const WaterSurface surface(shape_.grid, fields_);
    const tnVec3 p = body.motion.position;
    const SurfaceState middle = surface.state(surface.at({p.x, p.y}));
    body.waterVelocity = {middle.velocity.x, middle.velocity.y, middle.rising};
    for (int32_t k = 0; k < body.hull.vertexCount; ++k)
    {
        const SurfacePlace place = surface.at({p.x + body.arms[k].x, p.y + body.arms[k].y});
        BodyWater& water = body.water[k];
        float weights = 0.0f;
        float height = 0.0f;
        float depths = 0.0f;
        float x = 0.0f;
        float y = 0.0f;
        for (int32_t c = 0; c < 4; ++c)
        {
            const int32_t i = place.i + (c & 1);
            const int32_t j = place.j + (c >> 1);
            const float depth = now_.depth.row(j)[i];
            const float weight = depth > kDryDepth ? place.weight[c] : 0.0f;
            weights += weight;
            height += weight * meanSurface(i, j);
            depths += weight * depth;
            x += weight * now_.momentumX.row(j)[i];
            y += weight * now_.momentumY.row(j)[i];
        }
        water.wet = weights > 0.0f && isOnGrid(p.x + body.arms[k].x, p.y + body.arms[k].y);
        water.surface = water.wet ? height / weights : 0.0f;
        water.velocity = water.wet ? tnVec3{x / depths, y / depths, middle.rising} : tnVec3{};
    }
}

void HostWater::look(WaterBody& body, float gravity)
{
    fillGhosts(now_, gravity);
    body.bounds = placeHull(body.hull, body.motion.rotation, body.arms);
    lookActual(body);
}

void HostWater::wet(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
    fillGhosts(now_, liquid.gravity);
    fillGhosts(fields_.displaced, -1);
    const auto count = static_cast<int32_t>(bodies.size());
    tasks_.parallelFor((count + kBodiesATask - 1) / kBodiesATask, [&](int32_t task) {
        const int32_t end = std::min((task + 1) * kBodiesATask, count);
        for (int32_t k = task * kBodiesATask; k < end; ++k)
        {
            WaterBody& body = *bodies[static_cast<size_t>(k)];
            lookActual(body);
            body.forces = wetBody(body.hull, body.traits, body.motion, liquid, body.arms,
                                  body.water, body.points, body.pushes);
        }
    });
    for (const WaterBody* body : bodies)
    {
        pushBack(*body, liquid);
    }
    keepMomentum(bodies, liquid);
}

// The water gets an impulse (N s) at a place, in the wet cells around it.
void HostWater::push(tnVec2 point, float impulseX, float impulseY, float density)
{
    const WaterSurface surface(shape_.grid, fields_);
    const SurfacePlace place = surface.at(point);
    float weights = 0.0f;
    float weight[4];
    for (int32_t c = 0; c < 4; ++c)
    {
        const float depth = now_.depth.row(place.j + (c >> 1))[place.i + (c & 1)];
        weight[c] = depth > kDryDepth ? place.weight[c] : 0.0f;
        weights += weight[c];
    }
    if (!(weights > 0.0f))
    {
        return;
    }
    const float per = 1.0f / (weights * density * shape_.grid.cellArea());
    for (int32_t c = 0; c < 4; ++c)
    {
        if (weight[c] > 0.0f)
        {
            const int32_t i = wrapped(place.i + (c & 1), shape_.grid.nx);
            const int32_t j = wrapped(place.j + (c >> 1), shape_.grid.ny);
            now_.momentumX.row(j)[i] += weight[c] * per * impulseX;
            now_.momentumY.row(j)[i] += weight[c] * per * impulseY;
            tiles_.wake(i, j);
        }
    }
}

void HostWater::pushBack(const WaterBody& body, const BodyLiquid& liquid)
{
    const tnVec3 p = body.motion.position;
    for (int32_t k = 0; k < body.forces.pushes; ++k)
    {
        const BodyPush& face = body.pushes[k];
        if (face.forceX != 0.0f || face.forceY != 0.0f)
        {
            push({p.x + face.x, p.y + face.y}, -face.forceX * liquid.dt, -face.forceY * liquid.dt,
                 liquid.density);
        }
    }
}

// See the head of this file. Shares of bodies that are close to one another are by their volume.
void HostWater::keepMomentum(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
    for (const WaterBody* body : bodies)
    {
        const auto volume = static_cast<float>(body->displacement.volume);
        if (volume > 0.0f)
        {
            forShare(*body, [&](int32_t i, int32_t j, float part) {
                gathered_.row(j)[i] += part * volume;
            });
        }
    }
    const float area = shape_.grid.cellArea();
    for (WaterBody* body : bodies)
    {
        const auto volume = static_cast<float>(body->displacement.volume);
        tnBodyForce& host = body->forces.host;
        host.force.x += body->forces.slopeX;
        host.force.y += body->forces.slopeY;
        if (!(volume > 0.0f))
        {
            continue;
        }
        float pushedX = 0.0f;
        float pushedY = 0.0f;
        forShare(*body, [&](int32_t i, int32_t j, float part) {
            const float all = gathered_.row(j)[i];
            const float share = all > 0.0f ? part * volume / all : 0.0f;
            const tnVec2 bump = pushOfBodies(i, j, liquid);
            pushedX += share * bump.x;
            pushedY += share * bump.y;
        });
        const float impulse = liquid.density * area;
        const float most = kMostCorrection * liquid.density * liquid.gravity * volume * liquid.dt;
        const float x = -body->forces.slopeX * liquid.dt - pushedX * impulse;
        const float y = -body->forces.slopeY * liquid.dt - pushedY * impulse;
        const tnVec3 centre = host.centreOfBuoyancy;
        push({centre.x, centre.y}, std::clamp(x, -most, most), std::clamp(y, -most, most),
             liquid.density);
    }
    for (const WaterBody* body : bodies)
    {
        if (body->displacement.volume > 0.0)
        {
            forShare(*body, [&](int32_t i, int32_t j, float) { gathered_.row(j)[i] = 0.0f; });
        }
    }
}

// What the bed did to the water of a cell during the waves, less what the ground alone would have
// (m^2/s): that was bodies.
tnVec2 HostWater::pushOfBodies(int32_t i, int32_t j, const BodyLiquid& liquid) const
{
    const auto ground = [&](int32_t column, int32_t row) {
        // No higher than the surface: there the water ends.
        return std::min(fields_.ground.row(row)[column], fields_.surface(i, j));
    };
    const float depth = now_.depth.row(j)[i];
    const float rate = liquid.gravity * depth * (0.5f * liquid.dt / shape_.grid.cellSize);
    return {pushX_.row(j)[i] + rate * (ground(i + 1, j) - ground(i - 1, j)),
            pushY_.row(j)[i] + rate * (ground(i, j + 1) - ground(i, j - 1))};
}

} // namespace tarn
