// TestFlow: a flow that ends with its scope, with fields as plain vectors and functions of place.
//
// Uses the public API only. What must not fail is checked by EXPECT inside.
#pragma once

#include "tarn/flow.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tarn::test
{

// A field without gaps, and where its nodes lie.
struct FieldCopy
{
    FieldCopy() = default;
    explicit FieldCopy(const tnFieldView& view);

    int32_t columns = 0;
    int32_t rows = 0;
    tnVec2 origin = {};
    float spacing = 0.0f;
    std::vector<float> values;

    float at(int32_t i, int32_t j) const
    {
        return values[static_cast<size_t>(j) * static_cast<size_t>(columns) +
                      static_cast<size_t>(i)];
    }
    tnVec2 place(int32_t i, int32_t j) const
    {
        return {origin.x + spacing * static_cast<float>(i),
                origin.y + spacing * static_cast<float>(j)};
    }
    void fill(const std::function<double(double x, double y)>& value);
    bool isFinite() const;
    double sum() const;
    float least() const;
    float most() const;
    float largest() const; // of the magnitudes
};

// The largest difference of two fields of the same shape.
float largestDifference(const FieldCopy& a, const FieldCopy& b);

using PlaceFunction = std::function<double(double x, double y)>;

class TestFlow
{
  public:
    explicit TestFlow(const tnFlowDef& def);
    ~TestFlow();
    TestFlow(const TestFlow&) = delete;
    TestFlow& operator=(const TestFlow&) = delete;

    tnFlow handle() const { return flow_; }
    tnFlowDef def() const;
    tnFlowSettings settings() const { return def().settings; }

    uint32_t step(float dt, int32_t count = 1); // all flags of all steps

    FieldCopy copy(tnFlowField field) const;
    FieldCopy dye(int32_t channel = 0) const { return copy(dyeField(channel)); }
    static tnFlowField dyeField(int32_t channel)
    {
        return static_cast<tnFlowField>(tn_flowDye0 + channel);
    }
    void set(tnFlowField field, const PlaceFunction& value);
    // The velocity whose stream function this is: free of divergence on the grid.
    void setStream(const PlaceFunction& stream);

    tnFlowTotals totals() const;
    tnFlowStats stats() const;
    tnFlowSample sample(float x, float y) const;
    std::vector<tnVec2> tracers() const;
    uint64_t hash() const { return tnFlow_Hash(flow_); }
    std::vector<std::byte> save() const;
    // Whether every number of every field is finite.
    bool isFinite() const;

  private:
    tnFlow flow_ = {};
};

// A square (or not) flow, a metre wide, on one thread, with one dye.
tnFlowDef flowDef(int32_t nx, int32_t ny);

tnFlowEdge edgeOf(tnFlowEdgeType type, float normalSpeed = 0.0f);
void makePeriodic(tnFlowDef& def, bool x = true, bool y = true);

// A handful of whirls in the unit square, as a stream function: no flow through the edges, or
// repeating beyond them. `speed` is the fastest, about.
PlaceFunction whirls(double speed, uint64_t seed, bool periodic = false);

// A scene that uses everything at once: moving solids of every shape, a mask, emitters, tracers,
// texture, warmth, viscosity, two dyes. `nx` x `ny` cells.
tnFlowDef busyDef(int32_t nx, int32_t ny);
void fillBusyScene(tnFlow flow);
// Strokes before a step of it; they depend on the number of the step alone.
void strokeBusyScene(tnFlow flow, int32_t number);
// The strokes, and the step.
uint32_t stepBusyScene(tnFlow flow, int32_t number, float dt = 1.0f / 60.0f);

} // namespace tarn::test
