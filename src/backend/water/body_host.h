// What the host gets of what the water does to a body, so that it can go on by explicit steps.
#pragma once

#include "backend/water/body_water.h"

namespace tarn
{

// What a body feels, in sums over its wet faces.
struct BodyWetness
{
    double volume = 0.0;     // under water
    Vec3 moment;             // of that volume
    double waterplane = 0.0; // area
    double head = 0.0;       // what presses beyond the surface, as a volume,
    double headX = 0.0;      // and its moments
    double headY = 0.0;
    double area = 0.0;   // of wet faces
    double slopeX = 0.0; // of depth times normal
    double slopeY = 0.0;
    Vec3 resistance;   // drag and lift
    Vec3 torque;       // of them
    double rate = 0.0; // what drag and lift come to, over speed (unit: kg/s)
    // The same in turning, over spin and over the inertia of 1 kg: no less than about any axis.
    double turningRate = 0.0;
    double speedUp = 0.0; // through the water, of what is under it (unit: m/s)
};

tnVec3 limited(tnVec3 v, float most); // each of its parts

// Fills in force, torque and slope.
void handOver(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
              const BodyLiquid& liquid, const BodyWetness& wet, const WetPoint* points,
              BodyForces& out);

} // namespace tarn
