// The memory of Spray, the order of a step, and what can be asked of it.
#include "backend/water/spray.h"

#include "backend/water/spray_parts.h"

namespace tarn
{

namespace
{

size_t tileCount(const WaterGrid& grid)
{
    return static_cast<size_t>(tilesAcross(grid.nx)) * static_cast<size_t>(tilesUp(grid.ny));
}

} // namespace

bool isSound(const tnWaterParticle& particle, const ParticleTrait& trait)
{
    const auto within = [](tnVec3 v, float most) {
        return std::fabs(v.x) <= most && std::fabs(v.y) <= most && std::fabs(v.z) <= most;
    };
    const auto amount = [](float value) { return value >= 0.0f && value <= spray::kMostSaved; };
    const bool known = particle.kind == tn_particleSpray || particle.kind == tn_particleRain ||
                       particle.kind == tn_particleFoam;
    return known && within(particle.position, spray::kFarthest) &&
           within(particle.velocity, spray::kFastestDrop) && amount(particle.volume) &&
           amount(particle.age) && amount(trait.drag) && amount(trait.life) &&
           (particle.kind != tn_particleFoam || particle.volume == 0.0f);
}

size_t Spray::bytes(const WaterGrid& grid, int32_t capacity, int32_t dyeChannels)
{
    const size_t particles = static_cast<size_t>(capacity);
    const size_t tiles = tileCount(grid);
    const size_t pieces[] = {
        arenaBytes(particles, sizeof(tnWaterParticle)),
        arenaBytes(particles, sizeof(ParticleTrait)),
        arenaBytes(particles * static_cast<size_t>(dyeChannels), sizeof(float)),
        arenaBytes(particles, sizeof(int32_t)),
        arenaBytes(tiles * spray::kBirthsPerTile, sizeof(SprayBirth)),
        arenaBytes(tiles, sizeof(int32_t)),
        arenaBytes(spray::kMostLandedFlecks, sizeof(tnVec2)),
    };
    size_t all = 0;
    for (const size_t piece : pieces)
    {
        all = addSizes(all, piece);
    }
    return all;
}

bool Spray::create(Arena& arena, const WaterGrid& grid, int32_t capacity,
                   int32_t dyeChannels) noexcept
{
    const size_t particles = static_cast<size_t>(capacity);
    const size_t tiles = tileCount(grid);
    auto* shown = arena.take<tnWaterParticle>(particles);
    auto* traits = arena.take<ParticleTrait>(particles);
    auto* dyes = arena.take<float>(particles * static_cast<size_t>(dyeChannels));
    fates_ = arena.take<int32_t>(particles);
    births_ = arena.take<SprayBirth>(tiles * spray::kBirthsPerTile);
    birthCounts_ = arena.take<int32_t>(tiles);
    landedFlecks_ = arena.take<tnVec2>(spray::kMostLandedFlecks);
    pool_.useMemory(shown, traits, dyes, capacity, dyeChannels);
    return landedFlecks_ != nullptr;
}

SprayReport Spray::step(Tasks& tasks, const SprayStep& step) noexcept
{
    const FpuScope fpu;
    SprayReport report;
    fly(tasks, step);
    land(step, &report);
    search(tasks, step);
    giveBirth(step, &report);
    splash(step, &report);
    rain(step, &report);
    ++ledger_.steps;
    return report;
}

float Spray::add(const SprayWater& water, const tnLiquid& liquid, tnVec3 position, tnVec3 velocity,
                 float volume, bool taken) noexcept
{
    const FpuScope fpu;
    if (!(volume > 0.0f) || !pool_.hasRoom())
    {
        return 0.0f;
    }
    const WaterCell cell = cellUnder(water.grid, position.x, position.y);
    const tnVec3 thrown = boundedVelocity(velocity);
    float dyes[TN_MAX_WATER_DYES] = {};
    float inAir = volume;
    if (taken)
    {
        const WaterExchange exchange(water.grid, water.fields, pool_.dyeChannels(), &ledger_.rests);
        const double most = wide(spray::kMostByHand * water.fields.depth.row(cell.j)[cell.i]);
        inAir = exchange.take(cell, std::min(wide(volume), most * exchange.cellArea()),
                              {thrown.x, thrown.y}, dyes);
        water.tiles.wake(cell.i, cell.j);
    }
    if (!(inAir > 0.0f))
    {
        return 0.0f;
    }
    const int32_t k = pool_.placeForDrop();
    pool_.particles()[k] = {position, thrown, inAir, 0.0f, tn_particleSpray};
    const Fold fold(water.grid, cell);
    CounterRandom random(ledger_.steps, kForCall, fold.low, fold.high);
    pool_.traits()[k].drag = dragOfSpray(liquid, random.unit());
    std::copy(dyes, dyes + pool_.dyeChannels(), pool_.dyes(k));
    return inAir;
}

SprayBirth* Spray::birthsOf(int32_t tile) const
{
    return births_ + static_cast<size_t>(tile) * spray::kBirthsPerTile;
}

int32_t Spray::countOf(tnParticleKind kind) const
{
    const tnWaterParticle* all = pool_.particles();
    return static_cast<int32_t>(std::count_if(
        all, all + pool_.count(), [kind](const tnWaterParticle& p) { return p.kind == kind; }));
}

double Spray::volume() const
{
    double sum = ledger_.rests.volume;
    for (int32_t k = 0; k < pool_.count(); ++k)
    {
        sum += wide(pool_.particles()[k].volume);
    }
    return sum;
}

double Spray::dye(int32_t channel) const
{
    double sum = ledger_.rests.dye[channel];
    for (int32_t k = 0; k < pool_.count(); ++k)
    {
        sum += wide(pool_.dyes(k)[channel]);
    }
    return sum;
}

Vec2 Spray::volumeFlow() const
{
    Vec2 sum;
    for (int32_t k = 0; k < pool_.count(); ++k)
    {
        const tnWaterParticle& p = pool_.particles()[k];
        sum = sum + wide(p.volume) * Vec2{wide(p.velocity.x), wide(p.velocity.y)};
    }
    return sum;
}

SprayState Spray::state()
{
    return {pool_.particles(), pool_.traits(),   pool_.dyes(0),      &ledger_,
            pool_.count(),     pool_.capacity(), pool_.dyeChannels()};
}

} // namespace tarn
