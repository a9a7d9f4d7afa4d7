// Bodies that a water carries, moved by the least a physics engine does.
//
// Semi-implicit Euler from the forces of the water and gravity. To the ground, the walls and each
// other bodies are soft balls: springs with dampers. Only additions, multiplications, divisions and
// square roots go into it, so that hashes can be compared between machines.
#pragma once

#include "tarn/water.h"

#include <vector>

namespace tarn::bench
{

class FloatingBodies
{
  public:
    // In a square with walls, whose edge this is (unit: m), on ground at 0.
    explicit FloatingBodies(float edge) : edge_(edge) {}

    // Throws tarn::Error.
    void add(tnWater water, const tnBodyDef& def);

    int32_t count() const { return static_cast<int32_t>(motions_.size()); }
    const tnBodyMotion* motions() const { return motions_.data(); }
    const tnBody* bodies() const { return bodies_.data(); }
    tnBodyForce* forces() { return forces_.data(); } // to be filled by the water

    // dt on, by the forces as they are.
    void move(float dt);

  private:
    // What does not change.
    struct Build
    {
        float mass;     // (unit: kg)
        tnVec3 inertia; // about the body's own axes (unit: kg m^2)
        float reach;    // radius of the ball that it is in contacts (unit: m)
    };

    void touchWalls(size_t body);
    void touchOthers();

    float edge_;
    std::vector<tnBody> bodies_;
    std::vector<tnBodyMotion> motions_;
    std::vector<tnBodyForce> forces_;
    std::vector<Build> builds_;
    std::vector<tnVec3> push_; // of contacts (unit: m/s^2)
};

} // namespace tarn::bench
