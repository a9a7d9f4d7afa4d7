// WaterProbes: numbers taken from a water and the bodies in it.
#pragma once

#include "scene/probes.h"

namespace tarn::scene
{

class WaterRun;

// What can be asked at a point of such a water: "surface", "depth", "dye0", ...
std::vector<std::string> sampleQuantities(const tnWaterDef& def);

// What a water's step tells, and what it is altogether. `drift` is the part of the volume that came
// or went without anybody bringing or taking it.
Figures waterFigures(const tnWaterStats& stats);
Figures waterFigures(const tnWaterTotals& totals, double drift);

class WaterProbes : public ProbeTaker
{
  public:
    // Without a run: names only.
    explicit WaterProbes(const tnWaterDef& def) : def_(def) {}

    // Both must outlive this.
    WaterProbes(const tnWaterDef& def, const WaterRun& run) : def_(def), run_(&run) {}

  private:
    std::vector<std::vector<double>> samples(const ProbeDescription& probe) const override;
    Figures thing(const ProbeDescription& probe) const override;
    Figures totals() const override;
    Figures stats() const override;

    const tnWaterDef& def_;
    const WaterRun* run_ = nullptr;
};

} // namespace tarn::scene
