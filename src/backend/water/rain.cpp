// Rain: drops that come into being above the surface at random places and fall.
//
// As much water falls as the settings say, whatever room there is: what cannot be a drop in the air
// is given to cells at random places right away.
#include "backend/water/spray_parts.h"

namespace tarn
{

namespace
{

tnVec2 randomPoint(const WaterGrid& grid, CounterRandom& random)
{
    const double h = wide(grid.cellSize);
    const double x = wide(random.unit()) * static_cast<double>(grid.nx);
    const double y = wide(random.unit()) * static_cast<double>(grid.ny);
    return {static_cast<float>(grid.originX + h * x), static_cast<float>(grid.originY + h * y)};
}

} // namespace

void Spray::rain(const SprayStep& step, SprayReport* report)
{
    const WaterGrid& grid = step.water.grid;
    if (!(step.settings->rain > 0.0f))
    {
        return;
    }
    const double cells = static_cast<double>(grid.nx) * static_cast<double>(grid.ny);
    const double fallen = wide(step.settings->rain) * wide(step.dt) * cells * wide(grid.cellArea());
    const double drop = wide(step.settings->dropVolume);
    ledger_.rainDue += fallen;
    const double due = std::floor(ledger_.rainDue / drop);
    const double share = wide(spray::kRainShare) * static_cast<double>(pool_.capacity());
    const double room = std::max(0.0, share - static_cast<double>(countOf(tn_particleRain)));
    const uint32_t inAir = static_cast<uint32_t>(std::min(due, room));
    uint32_t number = 0;
    while (number < inAir && addRainDrop(step, number, report))
    {
        ++number;
    }
    const double left = due - static_cast<double>(number);
    if (left > 0.0)
    {
        rainAtOnce(step, number, left, report);
    }
    ledger_.rainDue = std::max(0.0, ledger_.rainDue - due * drop);
}

bool Spray::addRainDrop(const SprayStep& step, uint32_t number, SprayReport* report)
{
    const int32_t k = pool_.placeForDrop();
    if (k == ParticlePool::kNoRoom)
    {
        report->refused = true;
        return false;
    }
    const tnWaterSettings& settings = *step.settings;
    CounterRandom random(ledger_.steps, kForRain, number, 0);
    const tnVec2 at = randomPoint(step.water.grid, random);
    const float drag = dragOf(settings.liquid, spray::kRainDrop);
    const float speed = boundedSpeed(std::sqrt(settings.gravity / drag)); // terminal
    const float since = random.unit() * std::min(step.dt, spray::kLongestFlight);
    const float surface = surfaceAt(step.water.fields, waterPlace(step.water.grid, at.x, at.y));
    // Drops of a step have started at any time during it, but are still in the air.
    const float height = std::max(settings.rainHeight - speed * since, 0.0f);
    pool_.particles()[k] = {{at.x, at.y, surface + height},
                            {boundedSpeed(settings.wind.x), boundedSpeed(settings.wind.y), -speed},
                            settings.dropVolume,
                            since,
                            tn_particleRain};
    pool_.traits()[k].drag = drag;
    report->added += wide(settings.dropVolume);
    return true;
}

void Spray::rainAtOnce(const SprayStep& step, uint32_t number, double drops, SprayReport* report)
{
    const SprayWater& water = step.water;
    const WaterExchange exchange(water.grid, water.fields, pool_.dyeChannels(), &ledger_.rests);
    const double places = std::min(drops, static_cast<double>(spray::kMostRainPlaces));
    const float each = static_cast<float>(drops * wide(step.settings->dropVolume) / places);
    for (uint32_t k = 0; k < static_cast<uint32_t>(places); ++k)
    {
        CounterRandom random(ledger_.steps, kForRain, number + k, 0);
        const tnVec2 at = randomPoint(water.grid, random);
        const WaterCell cell = cellUnder(water.grid, at.x, at.y);
        exchange.give(cell, each, {}, nullptr);
        water.tiles.wake(cell.i, cell.j);
        report->added += wide(each);
    }
}

} // namespace tarn
