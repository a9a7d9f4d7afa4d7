// FlowRun: a flow of a validation case, by the public API; what fails throws.
//
// Fields are functions of place in metres, lengths and speeds 64-bit numbers.
#pragma once

#include "validation/outcome.h"

#include "tarn/tarn.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tarn::validation
{

using PlaceFunction = std::function<double(double x, double y)>;

// nx x ny cells of this size, without dye; fluid of density 1.
tnFlowDef caseDef(int32_t nx, int32_t ny, double cellSize);

tnFlowEdge edgeOf(tnFlowEdgeType type);
tnFlowEdge noSlipWall(double tangentialSpeed = 0.0);

class FlowRun
{
  public:
    explicit FlowRun(const tnFlowDef& def);

    wrapper::Flow& flow() { return flow_; }
    double time() const { return flow_.stats().time; }

    // Throws where a step was cut or did not converge: its numbers would mean nothing. On a device,
    // where work is planned from steps that are over, a few may miss, and the next makes up for it.
    void step(double dt, int32_t count = 1);

    void set(tnFlowField field, const PlaceFunction& value);
    // The velocity whose stream function this is: free of divergence on the grid.
    void setStream(const PlaceFunction& stream);

    tnFlowSample sample(double x, double y) const;

    // The sum of field times weight over its nodes, times the area of a cell.
    double integral(tnFlowField field, const PlaceFunction& weight) const;

    // Steps until the fastest change of velocity (unit: m/s in a second) is below `least`, or
    // throws at `latest` seconds.
    void settle(double dt, double least, double latest);

  private:
    bool isFine(uint32_t flags);

    wrapper::Flow flow_;
    int64_t missed_ = 0; // steps on a device
};

} // namespace tarn::validation
