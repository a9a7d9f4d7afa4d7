// The bodies of a water: their defs, meshes and motion.
#pragma once

#include "backend/water/water_body.h"
#include "core/memory.h"

#include "tarn/water.h"

#include <span>

namespace tarn
{

// A body as the caller gave it, and what the water made of it. Its meshes and working space are one
// block of memory, which the owner of the body frees.
struct BodyState
{
    tnBodyDef def;  // with the motion given last; no pointers
    WaterBody body; // its presence included
    BodyMass mass;  // of density 1
    tnBodyMesh mesh;
    void* memory;
    size_t memoryBytes;
    bool jumped; // teleported or changed: it displaces anew, from nothing on
};

// Makes the meshes of a body whose def has been checked. tn_errorOutOfMemory: nothing is kept.
tnResult makeBody(const tnBodyDef& def, const WaterGrid& grid, BodyState* out);
void freeBody(BodyState& state);

// Where it is and how it moves. A way that its speed does not explain is a jump.
void setMotion(BodyState& state, const tnBodyMotion& motion);

} // namespace tarn
