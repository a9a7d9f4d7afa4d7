// What the water does to bodies, and bodies to the water in return; see the head of
// water_bodies.cpp.
#include "backend/water/body_grid.h"

namespace tarn
{

namespace
{

// Of the water around a body, this part is brought to its speed in a step at most.
constexpr float kMostBrought = 0.5f;

// Every cell of a body's box has this much of a hump (m) where the body's push is shared out.
constexpr float kLeastHump = 1.0e-6f;

// What the scheme does beyond the slope of the water is no more than this many times the buoyancy:
// a guard against hosts that throw bodies about.
constexpr float kMostRest = 2.0f;

// The water at a point of a body.
struct PointFlow
{
    bool isWet = false;
    tnVec3 velocity = {};
};

} // namespace

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
        const int32_t column = cellOnAxis(i, grid.nx, grid.wrapX);
        const int32_t row = cellOnAxis(j, grid.ny, grid.wrapY);
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
