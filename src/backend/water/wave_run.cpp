// The waves of a step: substeps of equal length, made anew whenever the fastest wave has become
// faster. Shaders have the same plan in water_plan.comp.
#include "backend/water/host_water.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

WaveOutcome HostWater::runWaves(const WavePlan& plan)
{
    const WaveSettings& waves = plan.settings;
    WaterExtremes extremes = this->extremes(waves.gravity);
    WaveOutcome outcome;
    outcome.added = plan.added;
    double left = static_cast<double>(plan.dt);
    while (left > 0.0 && outcome.substeps < plan.maxSubsteps)
    {
        const auto fastest = static_cast<double>(std::min(extremes.fastest, waves.maxSpeed * 2.0f));
        const double needed = std::max(std::ceil(left * fastest / plan.reach), 1.0);
        const bool fits = needed <= plan.maxSubsteps - outcome.substeps;
        const double sub = fits ? left / needed : plan.reach / fastest;
        outcome.added += runSubstep(static_cast<float>(sub), waves, plan.sleeps);
        left = fits && needed == 1.0 ? 0.0 : left - sub;
        ++outcome.substeps;
        extremes = this->extremes(waves.gravity);
    }
    outcome.lost = left;
    outcome.fastest = extremes.fastest;
    outcome.tilesAwake =
        static_cast<int32_t>(std::count(tiles_.awake, tiles_.awake + tiles_.count(), uint8_t{1}));
    return outcome;
}

} // namespace tarn
