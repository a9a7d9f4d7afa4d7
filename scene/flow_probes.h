// FlowProbes: numbers taken from a flow.
#pragma once

#include "scene/probes.h"

namespace tarn::scene
{

// What can be asked at a point of such a flow: "velocity_x", "pressure", "dye0", ...
std::vector<std::string> sampleQuantities(const tnFlowDef& def);

// What a flow's step tells.
Figures flowFigures(const tnFlowStats& stats);

class FlowProbes : public ProbeTaker
{
  public:
    // Without a flow: names only.
    explicit FlowProbes(const tnFlowDef& def) : def_(def) {}

    // `solids` are those of the scene, in its order. Both must outlive this.
    FlowProbes(const tnFlowDef& def, tnFlow flow, const std::vector<tnSolid>& solids)
        : def_(def), flow_(flow), solids_(&solids)
    {
    }

  private:
    std::vector<std::vector<double>> samples(const ProbeDescription& probe) const override;
    Figures thing(const ProbeDescription& probe) const override;
    Figures totals() const override;
    Figures stats() const override;

    bool isThere() const { return !TN_IS_NULL(flow_); }

    const tnFlowDef& def_;
    tnFlow flow_ = {};
    const std::vector<tnSolid>* solids_ = nullptr;
};

} // namespace tarn::scene
