// What is in the air falls, and what lies on the surface drifts; drops that meet the surface or the
// ground give their water back.
//
// Flight is by the semi-implicit rule: with r = v - wind, v' = (v + dt (g + k |r| wind)) / (1 + dt
// k |r|), which is stable for every dt and has the right terminal speed; places go by the mean of
// old and new velocity, so that without air the parabola is exact. A flight goes in pieces of about
// a cell, so that no drop passes through a wall of terrain. A drop that meets ground from the side
// slides down where it came from.
#include "backend/water/spray_parts.h"

namespace tarn
{

namespace
{

// What a flight needs to know.
struct Air
{
    WaterGrid grid;
    PlaceFinder places;
    WaterFields fields;
    tnWaterEdgeType edges[4];
    float dt;
    float gravity;
    tnVec2 wind;
    float cellsPerSpeed; // that a drop crosses in dt
    double width;        // of the grid (m)
    double height;
    tnVec2 low; // corners; a float strictly between them is inside
    tnVec2 high;

    explicit Air(const SprayStep& step)
        : grid(step.water.grid), places(grid),
          fields(step.water.fields), edges{step.edges[0], step.edges[1], step.edges[2],
                                           step.edges[3]},
          dt(std::min(step.dt, spray::kLongestFlight)),
          gravity(step.settings->gravity), wind{boundedSpeed(step.settings->wind.x),
                                                boundedSpeed(step.settings->wind.y)},
          cellsPerSpeed(dt / grid.cellSize),
          width(static_cast<double>(grid.nx) * wide(grid.cellSize)),
          height(static_cast<double>(grid.ny) * wide(grid.cellSize)),
          low{static_cast<float>(grid.originX), static_cast<float>(grid.originY)},
          high{static_cast<float>(grid.originX + width), static_cast<float>(grid.originY + height)}
    {
    }

    // Brings a place beyond the edges back; false where it has left for good.
    bool keepInside(tnWaterParticle& p) const
    {
        if (p.position.x > low.x && p.position.x < high.x && p.position.y > low.y &&
            p.position.y < high.y)
        {
            return true;
        }
        return keepOnAxis(p.position.x, p.velocity.x, grid.originX, width, edges[tn_sideLeft],
                          edges[tn_sideRight]) &&
               keepOnAxis(p.position.y, p.velocity.y, grid.originY, height, edges[tn_sideBottom],
                          edges[tn_sideTop]);
    }

    // Where a fleck goes, and how it fares.
    int32_t drift(tnWaterParticle& p, ParticleTrait& trait) const;

    // Where a drop is after dt, or the cell it lands in.
    int32_t fly(tnWaterParticle& p, float drag) const;

  private:
    // A wall stops what meets it.
    static bool keepOnAxis(float& place, float& velocity, double start, double length,
                           tnWaterEdgeType lowEdge, tnWaterEdgeType highEdge)
    {
        const tnWaterEdgeType edge = wide(place) < start ? lowEdge : highEdge;
        if (bringOnAxis(place, start, length, edge == tn_waterPeriodic))
        {
            return true;
        }
        velocity = 0.0f;
        return edge == tn_waterWall;
    }

    void fall(tnWaterParticle& p, float drag, float time) const;

    int32_t indexOf(WaterCell cell) const { return cell.j * grid.nx + cell.i; }
};

int32_t Air::drift(tnWaterParticle& p, ParticleTrait& trait) const
{
    p.age += dt;
    p.position.x += dt * p.velocity.x;
    p.position.y += dt * p.velocity.y;
    if (!keepInside(p))
    {
        return kGone;
    }
    const WaterPlace place = places.at(p.position.x, p.position.y);
    const WetBlend here(fields, place);
    trait.life -= here.wet ? dt : spray::kStranded * dt;
    p.position.z = surfaceAt(fields, place, here);
    if (here.wet)
    {
        const float depth =
            here.sum([this](int32_t i, int32_t j) { return fields.depth.row(j)[i]; });
        const float x =
            here.sum([this](int32_t i, int32_t j) { return fields.momentumX.row(j)[i]; });
        const float y =
            here.sum([this](int32_t i, int32_t j) { return fields.momentumY.row(j)[i]; });
        p.velocity = boundedVelocity({x / depth, y / depth, 0.0f});
    }
    else
    {
        p.velocity = {};
    }
    return trait.life > 0.0f ? kFlies : kGone;
}

void Air::fall(tnWaterParticle& p, float drag, float time) const
{
    const tnVec3 old = p.velocity;
    const float x = old.x - wind.x;
    const float y = old.y - wind.y;
    const float held = time * drag * std::sqrt((x * x + y * y) + old.z * old.z);
    const float left = 1.0f / (1.0f + held);
    p.velocity = boundedVelocity({(old.x + held * wind.x) * left, (old.y + held * wind.y) * left,
                                  (old.z - time * gravity) * left});
    const float half = 0.5f * time;
    p.position.x += half * (old.x + p.velocity.x);
    p.position.y += half * (old.y + p.velocity.y);
    p.position.z += half * (old.z + p.velocity.z);
}

int32_t Air::fly(tnWaterParticle& p, float drag) const
{
    const float cells = std::max(std::fabs(p.velocity.x), std::fabs(p.velocity.y)) * cellsPerSpeed;
    constexpr float kMost = static_cast<float>(spray::kMostPieces);
    const int32_t pieces = static_cast<int32_t>(std::min(cells, kMost - 1.0f)) + 1;
    const float time = pieces == 1 ? dt : dt / static_cast<float>(pieces);
    p.age += dt;
    for (int32_t piece = 0; piece < pieces; ++piece)
    {
        const tnVec3 from = p.position;
        fall(p, drag, time);
        if (!keepInside(p))
        {
            return kGone;
        }
        // Most drops are more than a cell above the one below them, and need no closer look.
        const WaterCell below = places.cellAt(p.position.x, p.position.y);
        if (p.position.z > fields.surface(below.i, below.j) + grid.cellSize)
        {
            continue;
        }
        const WaterPlace place = places.at(p.position.x, p.position.y);
        if (p.position.z > surfaceAt(fields, place))
        {
            continue;
        }
        const WaterCell cell = place.cell();
        if (fields.ground.row(cell.j)[cell.i] > from.z)
        {
            p.velocity.x = 0.0f;
            p.velocity.y = 0.0f;
            return indexOf(places.at(from.x, from.y).cell());
        }
        return indexOf(cell);
    }
    return kFlies;
}

} // namespace

void Spray::fly(Tasks& tasks, const SprayStep& step)
{
    const Air air(step);
    const int32_t count = pool_.count();
    const int32_t pieces = (count + spray::kParticlesPerTask - 1) / spray::kParticlesPerTask;
    tasks.parallelFor(pieces, [this, &air, count](int32_t piece) {
        const int32_t begin = piece * spray::kParticlesPerTask;
        const int32_t end = std::min(begin + spray::kParticlesPerTask, count);
        for (int32_t k = begin; k < end; ++k)
        {
            tnWaterParticle& p = pool_.particles()[k];
            ParticleTrait& trait = pool_.traits()[k];
            fates_[k] = p.kind == tn_particleFoam ? air.drift(p, trait) : air.fly(p, trait.drag);
        }
    });
}

void Spray::land(const SprayStep& step, SprayReport* report)
{
    const WaterExchange exchange(step.water.grid, step.water.fields, pool_.dyeChannels(),
                                 &ledger_.rests);
    int32_t flecks = 0;
    const int32_t nx = step.water.grid.nx;
    pool_.removeIf([&](int32_t k) {
        const int32_t fate = fates_[k];
        if (fate == kFlies)
        {
            return false;
        }
        const tnWaterParticle& p = pool_.particles()[k];
        if (fate == kGone)
        {
            report->lost += wide(p.volume);
            return true;
        }
        const WaterCell cell = {fate % nx, fate / nx};
        if (landDrop(step, exchange, k, cell))
        {
            return false;
        }
        const uint32_t number = static_cast<uint32_t>(k);
        if (p.kind == tn_particleSpray && step.water.fields.depth.row(cell.j)[cell.i] > kDryDepth &&
            flecks < spray::kMostLandedFlecks &&
            CounterRandom(ledger_.steps, kForLanding, number, 1).unit() < spray::kFlecksOfDrop)
        {
            landedFlecks_[flecks++] = {p.position.x, p.position.y};
        }
        return true;
    });
    for (int32_t k = 0; k < flecks; ++k)
    {
        CounterRandom random(ledger_.steps, kForLanding, static_cast<uint32_t>(k), 2);
        addFleck(step, landedFlecks_[k], random.unit());
    }
}

namespace
{

// A heavy drop presses a dent into its cell: a part of its water goes to the neighbours.
void makeRing(const SprayWater& water, const WaterExchange& exchange, WaterCell cell, double volume)
{
    const float surface = water.fields.surface(cell.i, cell.j);
    WaterCell around[4];
    int32_t count = 0;
    constexpr int32_t kSteps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (const auto& step : kSteps)
    {
        const bool inside =
            findCell(water.grid, cell.i + step[0], cell.j + step[1], &around[count]);
        // Water does not go up a bank.
        count += inside && water.fields.ground.row(around[count].j)[around[count].i] < surface;
    }
    if (count == 0)
    {
        return;
    }
    const tnVec2 velocity = waterVelocity(water.fields, cell);
    float dyes[TN_MAX_WATER_DYES] = {};
    const float taken = exchange.take(cell, volume, velocity, dyes);
    for (int32_t k = 0; k < count; ++k)
    {
        exchange.give(around[k], taken, velocity, dyes, 1.0 / static_cast<double>(count));
        water.tiles.wakeLate(around[k].i, around[k].j);
    }
}

} // namespace

bool Spray::landDrop(const SprayStep& step, const WaterExchange& exchange, int32_t k,
                     WaterCell cell)
{
    const SprayWater& water = step.water;
    tnWaterParticle& p = pool_.particles()[k];
    const float depth = water.fields.depth.row(cell.j)[cell.i];
    const bool splashes = p.kind == tn_particleRain && depth > spray::kSplashDepth;
    const float given = splashes ? (1.0f - spray::kSplashPart) * p.volume : p.volume;
    exchange.give(cell, given, {p.velocity.x, p.velocity.y}, pool_.dyes(k));
    water.tiles.wakeLate(cell.i, cell.j);

    const float layer = given / water.grid.cellArea();
    if (p.kind == tn_particleSpray)
    {
        const float now = water.fields.depth.row(cell.j)[cell.i];
        whiten(water.fields, cell,
               thinness(step.settings->liquid) * spray::kFoamOfDrop * layer / now);
        water.tiles.foamy[water.tiles.tileOf(cell.i, cell.j)] = 1;
    }
    const float waveSpeed = std::sqrt(step.settings->gravity * depth);
    if (-p.velocity.z > spray::kRingSpeed && layer > spray::kRingLayer && depth > kDryDepth)
    {
        // The layer comes to rest over the time that waves take to get away from it.
        const float dent =
            std::min(layer * -p.velocity.z / std::max(waveSpeed, 1.0f), spray::kMostDent * depth);
        makeRing(water, exchange, cell, wide(dent) * exchange.cellArea());
    }
    if (!splashes)
    {
        return false;
    }
    // The rest goes up again, as a drop of spray in the same place.
    p.volume -= given; // exact: given is more than half
    p.kind = tn_particleSpray;
    p.age = 0.0f;
    p.position.z = water.fields.surface(cell.i, cell.j);
    CounterRandom random(ledger_.steps, kForLanding, static_cast<uint32_t>(k), 0);
    const tnVec3 before = p.velocity;
    p.velocity = {spray::kSpread * spray::kSplashSpeed * random.signedUnit(),
                  spray::kSpread * spray::kSplashSpeed * random.signedUnit(),
                  spray::kSplashSpeed * (1.0f + spray::kScatter * random.signedUnit())};
    exchange.push(cell, wide(p.volume), {before.x - p.velocity.x, before.y - p.velocity.y});
    std::fill_n(pool_.dyes(k), pool_.dyeChannels(), 0.0f);
    return true;
}

} // namespace tarn
