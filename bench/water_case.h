// The ponds that the suite `water` measures: a square, 1 m deep, cells of 0.25 m, walls around it.
//
//     thesis  below 128 cells along an edge: 1 to 100 spheres and boxes
//     spray   below 512: 100 bodies of every shape, and 20,000 drops kept in the air
//     crowd   below 512: 1,000 of them
//     lake    from 512 on: 40 of them
//     active  from 512 on: nothing but waves
//     still   from 512 on: nothing at all, so that it sleeps
//
// On a GPU there is room for drops only where the case has some: spray is the host's, and would
// have all of the water there and back in every step.
//
// In all but the last there are waves everywhere from the start, and a stone falls in six times a
// second, so that no part of the water sleeps.
#pragma once

#include "bench/dice.h"
#include "bench/floating_bodies.h"
#include "tarn/water.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tarn::bench
{

inline constexpr float kWaterDt = 1.0f / 60.0f;

struct WaterCase
{
    std::string name;
    int32_t bodies;
    int32_t drops; // kept in the air
    bool mixed;    // cylinders and capsules too
    bool waves;
};

// Those that are measured at this size.
std::vector<WaterCase> waterCases(int32_t n);

// A pond and what floats in it. Everything may throw tarn::Error.
class Pond
{
  public:
    Pond(const WaterCase& waterCase, int32_t n, int32_t threads, tnBackend backend = tn_backendCpu,
         tnGl gl = {});
    ~Pond();
    Pond(const Pond&) = delete;
    Pond& operator=(const Pond&) = delete;

    // What the world does before a step: a stone, drops.
    void disturb();

    // What is measured: motions in, the water's step, forces out. Returns tnStepFlags.
    uint32_t step();

    // What a physics engine does after it.
    void moveBodies() { bodies_.move(kWaterDt); }

    int32_t airborne() const { return airborne_; } // drops, since disturb()
    int32_t triangles() const;
    tnWaterStats stats() const;
    double ownVolume() const; // of the water, without what was added or taken (unit: m^3)
    uint64_t hash() const;

  private:
    void makeWaves(int32_t n);
    void addBodies();
    void throwStone();
    void throwDrop();

    WaterCase case_;
    float edge_; // (unit: m)
    tnWater water_ = {};
    FloatingBodies bodies_;
    Dice dice_;
    int32_t steps_ = 0;
    int32_t airborne_ = 0;
};

} // namespace tarn::bench
