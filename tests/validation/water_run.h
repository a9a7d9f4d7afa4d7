// WaterRun: a water of a validation case, by the public API; what fails throws.
//
// Lengths and speeds are 64-bit numbers. Bodies are moved by support/rigid_body.h, a step of theirs
// after each of the water's.
#pragma once

#include "support/rigid_body.h"
#include "validation/outcome.h"

#include "tarn/tarn.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace tarn::validation
{

inline constexpr double kGravity = 9.81; // Water's default (unit: m/s^2)

// nx x ny cells of this size, of water without viscosity and spray.
tnWaterDef waterDef(int32_t nx, int32_t ny, double cellSize);

tnWaterEdge edgeOf(tnWaterEdgeType type);

class WaterRun
{
  public:
    explicit WaterRun(const tnWaterDef& def);
    ~WaterRun();
    WaterRun(const WaterRun&) = delete;
    WaterRun& operator=(const WaterRun&) = delete;

    double time() const;

    // Bodies move, the water lives for dt, then bodies feel it. Throws where time was lost: its
    // numbers would mean nothing.
    void step(double dt, int32_t count = 1);

    void set(tnWaterField field, const std::function<double(double x, double y)>& value);
    FieldView view(tnWaterField field) const;
    tnWaterSample sample(double x, double y) const;
    tnWaterTotals totals() const;
    // Of the magnitudes.
    double largest(tnWaterField field) const;
    double mean(tnWaterField field) const;

    // The body's number in bodies().
    size_t add(const tnBodyDef& def);
    std::vector<test::RigidBody>& bodies() { return bodies_; }

    // Called for a body with the forces on it, before it moves: to hold it, or to push it.
    std::function<void(test::RigidBody& body, tnVec3& force, tnVec3& torque)> onForce;

  private:
    void moveBodies(float dt);

    tnWater water_{};
    std::vector<test::RigidBody> bodies_;
};

} // namespace tarn::validation
