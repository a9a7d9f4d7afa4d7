// TestWater: a water that ends with its scope, with fields as plain vectors and functions of place.
//
// Uses the public API only. What must not fail is checked by EXPECT inside.
#pragma once

#include "support/test_flow.h"

#include "tarn/water.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tarn::test
{

class TestWater
{
  public:
    explicit TestWater(const tnWaterDef& def);
    ~TestWater();
    TestWater(const TestWater&) = delete;
    TestWater& operator=(const TestWater&) = delete;

    tnWater handle() const { return water_; }
    tnWaterDef def() const;
    tnWaterSettings settings() const { return def().settings; }
    void setSettings(const tnWaterSettings& settings) const;

    uint32_t step(float dt, int32_t count = 1); // all flags of all steps

    FieldCopy copy(tnWaterField field) const;
    FieldCopy dye(int32_t channel = 0) const { return copy(dyeField(channel)); }
    static tnWaterField dyeField(int32_t channel)
    {
        return static_cast<tnWaterField>(tn_waterDye0 + channel);
    }
    void set(tnWaterField field, const PlaceFunction& value);
    void brush(const tnWaterBrush& brush) const;

    // Bodies and springs that must be accepted. `bodies` has those that were added, in order.
    tnBody addBody(const tnBodyDef& def);
    tnSpring addSpring(const tnSpringDef& def) const;
    tnBodyDef body(tnBody body) const;
    tnBodyForce force(tnBody body) const;

    // What a host does after a step: forces and weight move the bodies (semi-implicit Euler;
    // turning as a ball of the same mean moment of inertia would).
    void moveBodies(float dt) const;

    tnWaterTotals totals() const;
    tnWaterStats stats() const;
    tnWaterSample sample(float x, float y) const;
    std::vector<tnWaterParticle> particles() const;
    uint64_t hash() const { return tnWater_Hash(water_); }
    std::vector<std::byte> save() const;
    // Whether every number of every field, particle, force and total is finite.
    bool isFinite() const;

    std::vector<tnBody> bodies;

  private:
    tnWater water_ = {};
};

// Every field that this water has.
std::vector<tnWaterField> fieldsOf(const tnWaterDef& def);

// The names of fields of two waters whose bits differ; empty when all are the same.
std::string differentFields(const TestWater& a, const TestWater& b);

// A pool with cells of 1/8 m, a metre deep, on one thread, with one dye.
tnWaterDef waterDef(int32_t nx, int32_t ny);

tnWaterEdge edgeOf(tnWaterEdgeType type, float number = 0.0f); // level or discharge
void makePeriodic(tnWaterDef& def, bool x = true, bool y = true);

// A shape of body, half as dense as water, with its middle there.
tnBodyDef bodyAt(tnBodyShape shape, float x, float y, float z);

// The four corners of a body that is a tetrahedron of about a metre, and its faces.
struct Tetrahedron
{
    tnVec3 vertices[4];
    int32_t triangles[12];

    Tetrahedron();
    tnBodyDef bodyAt(float x, float y, float z) const; // points into this
};

// A scene that uses everything at once: terrain with an island, a dam that breaks, bodies of every
// shape that float by their forces, springs, edges, rain, wind, dyes, foam, a viscous liquid.
tnWaterDef busyWaterDef(int32_t nx, int32_t ny);
void fillBusyWater(TestWater& water);
// Strokes before a step of it; they depend on the number of the step alone.
void strokeBusyWater(const TestWater& water, int32_t number);
// The strokes, the step, and what the host does with bodies.
uint32_t stepBusyWater(TestWater& water, int32_t number, float dt = 1.0f / 60.0f);

} // namespace tarn::test
