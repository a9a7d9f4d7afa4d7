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

// A body with less of it under water (m^3) has no share in what happens around it: one over it must
// be a number to reckon with.
constexpr float kLeastVolume = 1.0e-20f;

// The water at a point of a body. (A tnVec3 would go through memory, part by part and back at once:
// a sixth of lookActual's time.)
struct PointFlow
{
    bool isWet = false;
    float velocityX = 0.0f;
    float velocityY = 0.0f;
};

// Of the four cells around it: depths and momenta, 0 where it is dry.
TN_INLINE PointFlow flowBetween(const BodyWeights& weight, Float4 a, Float4 b, Float4 c, Float4 d)
{
    const Float4 flow = (weight[0] * a + weight[3] * d) + (weight[1] * b + weight[2] * c);
    const float depth = flow[0];
    const float perDepth = depth > 0.0f ? 1.0f / depth : 0.0f;
    return {depth > 0.0f, perDepth * flow[1], perDepth * flow[2]};
}

// The water in the cells of a small body's box, side by side: points are many to a cell.
class BoxFlows
{
  public:
    BoxFlows(const BodyBox& box, const BodyFrame& frame)
        : box_(box), frame_(frame), startX_(frame.startX(box.column)),
          startY_(frame.startY(box.row))
    {
    }

    static bool fits(const BodyBox& box)
    {
        return box.isOnGrid && box.columns <= kMost && box.rows <= kMost;
    }

    void add(Float4 flow) { flows_[count_++] = flow; } // of the next cell

    PointFlow at(float armX, float armY) const
    {
        // Cells beyond a wall count as the cell at it.
        const auto endX = static_cast<float>(box_.columns - 1);
        const auto endY = static_cast<float>(box_.rows - 1);
        const float x = std::min(std::max(frame_.place(armX, startX_), 0.0f), endX);
        const float y = std::min(std::max(frame_.place(armY, startY_), 0.0f), endY);
        const auto i = static_cast<int32_t>(x);
        const auto j = static_cast<int32_t>(y);
        const int32_t right = std::min(i + 1, box_.columns - 1);
        const Float4* low = flows_ + j * box_.columns;
        const Float4* high = flows_ + std::min(j + 1, box_.rows - 1) * box_.columns;
        const BodyWeights weights(x - static_cast<float>(i), y - static_cast<float>(j));
        return flowBetween(weights, low[i], low[right], high[i], high[right]);
    }

  private:
    static constexpr int32_t kMost = 16; // cells along an axis

    const BodyBox& box_;
    const BodyFrame& frame_;
    float startX_;
    float startY_;
    int32_t count_ = 0;
    Float4 flows_[kMost * kMost];
};

} // namespace

// Of the beginning and the end of the waves; see the head of water_bodies.cpp.
void HostWater::takeMeans(int32_t tile)
{
    const int32_t column = tile % tiles_.columns;
    const int32_t row = tile / tiles_.columns;
    const int32_t end = tileColumnEnd(column);
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        const float* bed = fields_.bed.row(j);
        const float* depth = now_.depth.row(j);
        float* surface = meanSurface_.row(j);
        for (int32_t i = column * kTileColumns; i < end; ++i)
        {
            surface[i] = 0.5f * (surface[i] + (bed[i] + depth[i]));
        }
    }
}

// Up and down the water counts as still: it gets nothing back there, so that what rises must not
// drive bodies.
void HostWater::lookActual(WaterBody& body, const BodyBox& box) const
{
    const BodyFrame frame(shape_.grid, body);
    const auto flowOf = [&](ptrdiff_t at) {
        const float depth = now_.depth.first[at];
        return depth > kDryDepth
                   ? Float4{depth, now_.momentumX.first[at], now_.momentumY.first[at], 0.0f}
                   : Float4{};
    };
    const auto flowAt = [&](float armX, float armY) {
        const BodyPlace place(frame, armX, armY);
        ptrdiff_t at[4];
        return findCorners(place, at) ? flowBetween(place.weight, flowOf(at[0]), flowOf(at[1]),
                                                    flowOf(at[2]), flowOf(at[3]))
                                      : PointFlow{};
    };
    const auto lookBy = [&](auto&& flowOver) {
        for (int32_t k = 0; k < body.hull.vertexCount; ++k)
        {
            const tnVec3 arm = body.arms[k];
            const PointFlow flow = flowOver(arm.x, arm.y);
            body.water[k].wet = body.isNearWater && flow.isWet;
            body.water[k].surface = body.levelOver(arm.x, arm.y);
            body.water[k].velocity = {flow.velocityX, flow.velocityY, 0.0f};
        }
    };
    const PointFlow middle = flowAt(0.0f, 0.0f);
    body.waterVelocity = {middle.velocityX, middle.velocityY, 0.0f};
    if (!BoxFlows::fits(box))
    {
        lookBy(flowAt);
        return;
    }
    BoxFlows flows(box, frame);
    const auto stride = static_cast<ptrdiff_t>(now_.depth.stride);
    forBox(box, 0,
           [&](int32_t i, int32_t j, int32_t, int32_t) { flows.add(flowOf(j * stride + i)); });
    lookBy([&flows](float armX, float armY) { return flows.at(armX, armY); });
}

// What presses against the hull beyond the local surface, by how much it displaces where.
BodyHead HostWater::headUnder(const WaterBody& body) const
{
    const BodyFrame frame(shape_.grid, body);
    const float cell = shape_.grid.cellSize;
    const float* patch = body.patch;
    double all = 0.0; // what is displaced, and that times heights and their moments
    double heights = 0.0;
    double momentX = 0.0;
    double momentY = 0.0;
    forBox(body.box, 0, [&](int32_t i, int32_t j, int32_t atI, int32_t atJ) {
        const float displaced = std::max(*patch++, 0.0f);
        const float x = (static_cast<float>(atI - frame.i) - frame.restX) * cell;
        const float y = (static_cast<float>(atJ - frame.j) - frame.restY) * cell;
        const float above = displaced * (meanSurface_.row(j)[i] - body.levelOver(x, y));
        all += wide(displaced);
        heights += wide(above);
        momentX += wide(above * x);
        momentY += wide(above * y);
    });
    const double per = all > 0.0 ? 1.0 / all : 0.0;
    return {static_cast<float>(heights * per), static_cast<float>(momentX * per),
            static_cast<float>(momentY * per)};
}

void HostWater::look(WaterBody& body)
{
    body.bounds = placeHull(body.hull, body.motion.rotation, body.arms);
    const BodyBox patch = body.box; // stays that of what it displaces
    body.box = boxOf(body);
    lookAround(body);
    lookActual(body, body.box);
    body.box = patch;
}

void HostWater::wet(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
    if (bodies.empty())
    {
        return;
    }
    forTilesWith(kBodiesNear, [&](int32_t tile) { takeMeans(tile); });
    forBodies(bodies, kBodiesATask, [&](WaterBody& body) {
        lookActual(body, body.box);
        body.forces = wetBody(body.hull, body.traits, body.motion, liquid, headUnder(body),
                              body.arms, body.around(), body.points);
        limitPush(body, liquid);
        slide(body, liquid);
    });
    const float usual = *std::max_element(tiles_.fastest, tiles_.fastest + tiles_.count());
    for (const WaterBody* body : bodies)
    {
        pushBack(*body, usual, liquid.gravity);
    }
    shareRest(bodies, liquid);
}

// What a body feels of the slope of the water, cell by cell of what it displaces.
void HostWater::slide(WaterBody& body, const BodyLiquid& liquid) const
{
    const WaterGrid& grid = shape_.grid;
    const float* patch = body.patch;
    double x = 0.0;
    double y = 0.0;
    forRuns(body.box, 0, [&](int32_t first, int32_t j, int32_t, int32_t, int32_t count) {
        const float* level = meanSurface_.row(j);
        const float* below = meanSurface_.row(cellOnAxis(j - 1, grid.ny, grid.wrapY));
        const float* above = meanSurface_.row(cellOnAxis(j + 1, grid.ny, grid.wrapY));
        for (int32_t i = first; i < first + count; ++i)
        {
            const float displaced = *patch++;
            x += wide(displaced * (level[cellOnAxis(i + 1, grid.nx, grid.wrapX)] -
                                   level[cellOnAxis(i - 1, grid.nx, grid.wrapX)]));
            y += wide(displaced * (above[i] - below[i]));
        }
    });
    const float times = -0.5f * liquid.density * liquid.gravity * grid.cellSize;
    body.forces.host.force.x += times * static_cast<float>(x);
    body.forces.host.force.y += times * static_cast<float>(y);
}

// body(i, j, depth, weight) for the wet cells of a body's box, with their share in its push.
template <class Body>
void HostWater::forWet(const WaterBody& of, Body&& body) const
{
    const float* patch = of.patch;
    forBox(of.box, 0, [&](int32_t i, int32_t j, int32_t, int32_t) {
        const float displaced = std::max(*patch++, 0.0f);
        const float depth = now_.depth.row(j)[i];
        if (depth > kDryDepth)
        {
            body(i, j, depth, (displaced + kLeastHump) * depth);
        }
    });
}

// The water gets the opposite of drag and lift, by how much of it there is where the body displaces
// it. Drag brings water along: no more than half of it, to the body's own speed. That limits the
// force on a body that is aground in a film.
void HostWater::limitPush(WaterBody& body, const BodyLiquid& liquid) const
{
    body.push = {};
    tnVec3& force = body.forces.host.force;
    if (force.x == 0.0f && force.y == 0.0f)
    {
        return;
    }
    double weights = 0.0;
    double depths = 0.0;
    forWet(body, [&](int32_t, int32_t, float depth, float weight) {
        weights += wide(weight);
        depths += wide(depth);
    });
    const float perArea = liquid.dt / (liquid.density * shape_.grid.cellArea());
    const float asked = perArea * std::sqrt(force.x * force.x + force.y * force.y);
    const tnVec3 way = body.motion.velocity - body.waterVelocity;
    const float fastest =
        std::sqrt(way.x * way.x + way.y * way.y) + length(body.motion.spin) * body.hull.reach;
    const float most = kMostBrought * fastest * static_cast<float>(depths);
    const float part = asked > most ? most / asked : 1.0f;
    force.x *= part;
    force.y *= part;
    if (weights > 0.0)
    {
        const float each = -perArea / static_cast<float>(weights);
        body.push = {each * force.x, each * force.y};
    }
}

// Waves are as fast as they were, unless somebody hits hard: water that gets faster than half of
// what is `usual` is noted. Which tile it lies in makes no difference to that.
void HostWater::pushBack(const WaterBody& body, float usual, float gravity)
{
    if (body.push.x == 0.0f && body.push.y == 0.0f)
    {
        return;
    }
    forWet(body, [&](int32_t i, int32_t j, float depth, float weight) {
        float& x = now_.momentumX.row(j)[i];
        float& y = now_.momentumY.row(j)[i];
        x += weight * body.push.x;
        y += weight * body.push.y;
        const int32_t tile = tiles_.tileOf(i, j);
        tiles_.stirred[tile] = 1;
        if (std::max(std::fabs(x), std::fabs(y)) > 0.5f * usual * depth)
        {
            quicken(tile, waveSpeed(depth, x, y, gravity));
        }
    });
}

// What the scheme did to the water of a tile beyond depth times the slope of its bed (m^2/s), for
// each unit of the volume of bodies around that was gathered, in place of all it did. Nothing where
// it was calm, or asleep.
void HostWater::leaveRest(int32_t tile, const BodyLiquid& liquid)
{
    const int32_t column = tile % tiles_.columns;
    const int32_t row = tile / tiles_.columns;
    const int32_t first = column * kTileColumns;
    const int32_t end = tileColumnEnd(column);
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        const float* bed = fields_.bed.row(j);
        const float* surface = meanSurface_.row(j);
        float* shares = gathered_.row(j);
        takeShares(surface, first, end, j, shares);
        const float* worked = worked_.row(j);
        const auto rest = [&](float* push, const float* next, const float* last) {
            for (int32_t i = first; i < end; ++i)
            {
                const float done = 0.5f * liquid.gravity * worked[i] * (surface[i] - bed[i]);
                push[i] = shares[i] * (push[i] + done * (next[i] - last[i]));
            }
        };
        rest(pushX_.row(j), bed + 1, bed - 1);
        rest(pushY_.row(j), fields_.bed.row(j + 1), fields_.bed.row(j - 1));
        std::fill(shares + first, shares + end, 0.0f);
    }
}

// One over the volume of bodies around, in its place. Ground which is steeper than cells can tell
// is not a body: nobody has a share there.
void HostWater::takeShares(const float* surface, int32_t first, int32_t end, int32_t j,
                           float* volumes) const
{
    const float* bed = fields_.bed.row(j);
    const float* ground = fields_.ground.row(j);
    const float* below = fields_.ground.row(j - 1);
    const float* above = fields_.ground.row(j + 1);
    // By value and without branches: compilers make vectors of it then.
    const auto larger = [](float a, float b) { return a > b ? a : b; };
    for (int32_t i = first; i < end; ++i)
    {
        const float here = ground[i];
        const float steepX =
            larger(std::fabs(ground[i + 1] - here), std::fabs(ground[i - 1] - here));
        const float steepY = larger(std::fabs(above[i] - here), std::fabs(below[i] - here));
        const float depth = surface[i] - bed[i];
        const int32_t none = static_cast<int32_t>(larger(steepX, steepY) > depth) |
                             static_cast<int32_t>(!(volumes[i] > 0.0f));
        volumes[i] = static_cast<float>(1 - none) / larger(volumes[i], kLeastVolume);
    }
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
        if (!(volume > kLeastVolume))
        {
            continue;
        }
        forRuns(body->box, kBeyond, [&](int32_t i, int32_t j, int32_t, int32_t, int32_t count) {
            float* volumes = gathered_.row(j) + i;
            for (int32_t k = 0; k < count; ++k)
            {
                volumes[k] += volume;
            }
        });
    }
    forTilesWith(kBodiesNear, [&](int32_t tile) { leaveRest(tile, liquid); });
    forBodies(bodies, kBodiesALightTask, [&](WaterBody& body) {
        const float volume = volumeOf(body);
        if (!(volume > kLeastVolume))
        {
            return;
        }
        Sum4 sumX; // four of a row at a time,
        Sum4 sumY;
        double restX = 0.0; // and what is left of it
        double restY = 0.0;
        forRuns(body.box, kBeyond, [&](int32_t i, int32_t j, int32_t, int32_t, int32_t count) {
            const float* pushX = pushX_.row(j) + i;
            const float* pushY = pushY_.row(j) + i;
            int32_t k = 0;
            for (; k + 4 <= count; k += 4)
            {
                sumX.add(four(pushX + k));
                sumY.add(four(pushY + k));
            }
            for (; k < count; ++k)
            {
                restX += wide(pushX[k]);
                restY += wide(pushY[k]);
            }
        });
        const auto x = static_cast<float>(sumX.all() + restX);
        const auto y = static_cast<float>(sumY.all() + restY);
        const float force = volume * liquid.density * shape_.grid.cellArea() / liquid.dt;
        const float most = kMostRest * liquid.density * liquid.gravity * volume;
        body.forces.host.force.x -= std::clamp(x * force, -most, most);
        body.forces.host.force.y -= std::clamp(y * force, -most, most);
    });
}

} // namespace tarn
