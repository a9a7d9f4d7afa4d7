// WaterBody: a body in a water, with what is known about it in a step and memory to work with.
#pragma once

#include "backend/water/body_water.h"

namespace tarn
{

struct WaterBody
{
    BodyHull hull;
    BodyTraits traits;
    BodyMotion motion;
    float presence = 1.0f; // the part of its volume that displaces water yet

    // As many as the hull has vertices, pieces or faces.
    tnVec3* arms = nullptr;
    BodyWater* water = nullptr;
    WetPoint* points = nullptr;
    DisplacedPart* parts = nullptr;
    BodyPush* pushes = nullptr;

    // Results.
    BodyBounds bounds;             // of the arms
    BodyDisplacement displacement; // under the calm surface
    BodyForces forces;             // under the actual one
    tnVec3 waterVelocity = {};     // in the middle (m/s)
};

} // namespace tarn
