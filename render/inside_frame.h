// InsideFrame: what there is to see inside a fluid at one moment. It owns nothing; FlowInside and
// WaterInside fill one in from a simulation.
#pragma once

#include "render/frame.h"

#include "tarn/water.h"

#include <cstdint>
#include <span>

namespace tarn::render
{

// The part of a grid that is looked at, in whole cells, and where it lies.
struct CellPart
{
    int left = 0;
    int bottom = 0;
    int columns = 0;
    int rows = 0;
    Rectangle world; // metres

    std::size_t cells() const { return std::size_t(columns) * std::size_t(rows); }
};

// All of a grid of nx x ny cells.
inline CellPart wholeGrid(int nx, int ny, float cellSize, tnVec2 origin)
{
    return {0,
            0,
            nx,
            ny,
            {origin.x, origin.y, origin.x + cellSize * static_cast<float>(nx),
             origin.y + cellSize * static_cast<float>(ny)}};
}

// What water does to a body. Forces in newtons, places in metres.
struct InsideBody
{
    std::span<const tnVec3> vertices;        // its mesh, in its own axes
    std::span<const std::int32_t> triangles; // three vertices each
    tnVec3 position = {0.0F, 0.0F, 0.0F};    // of its centre of mass
    tnQuat rotation = {0.0F, 0.0F, 0.0F, 1.0F};
    tnVec3 centreOfBuoyancy = {0.0F, 0.0F, 0.0F};
    tnVec3 weight = {0.0F, 0.0F, 0.0F};
    tnVec3 buoyancy = {0.0F, 0.0F, 0.0F};
    tnVec3 drag = {0.0F, 0.0F, 0.0F}; // all that water does beside buoyancy: drag, lift, waves
    std::span<const tnWettedFace> faces;

    bool isWet() const { return buoyancy.z != 0.0F; }
};

struct InsideFrame
{
    Rectangle world; // what the fields cover
    int columns = 1; // of the fluid's own grid
    int rows = 1;
    FieldView velocityX; // m/s at cell centres, for arrows and streamlines
    FieldView velocityY;
    FieldView scalar; // for a map
    FieldView solid;  // the solid or dry part of each cell, 0 .. 1
    std::span<const InsideBody> bodies;
    float pressureGradient = 0.0F; // Pa for each metre of depth: density times gravity
    float level = 0.0F;            // mean height of the surface, metres
};

} // namespace tarn::render
