// FlowSurface: the flow that makes the surface of a water, where a scene has [water.on_flow].
//
// It covers what the water covers. Ground above the level is solid in it, edges that are open let
// fluid out. What pushes the water pushes it: strokes and bodies, by the library.
#pragma once

#include "scene/water_description.h"

#include "tarn/water_on_flow.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tarn::scene
{

class FlowSurface
{
  public:
    // Throws an Error.
    FlowSurface(const WaterDescription& water, const tnWaterDef& def);
    ~FlowSurface();
    FlowSurface(const FlowSurface&) = delete;
    FlowSurface& operator=(const FlowSurface&) = delete;

    tnFlow flow() const { return flow_; }
    const tnFlowSurface& surface() const { return surface_; }

    // Where there is land now.
    void followGround(tnWater water) const;

    // Whether water that is poured is dye of the flow, and the stroke that does it.
    bool takesWater() const { return surface_.field != tn_flowPressure; }
    void pour(const tnWaterBrush& brush) const;

    // A step of both. Returns tnStepFlags.
    std::uint32_t step(tnWater water, float dt) const;

    std::uint64_t hash() const { return tnFlow_Hash(flow_); }
    std::vector<std::uint8_t> save() const;
    void restore(std::span<const std::uint8_t> bytes) const; // throws an Error

  private:
    void setInitialDye(const WaterDescription& water) const;

    tnFlowDef def_ = {};
    tnFlowSurface surface_ = {};
    tnFlow flow_ = {};
};

} // namespace tarn::scene
