// The blocks of parameters that shaders are given, one text for C++ and GLSL.
//
// A block has scalars only (int, uint, float), so that its layout is the same on both sides: one
// word each, in order; a struct that lies in a buffer may have arrays of them. A shader defines the
// name of its block, in capitals, before it includes this.
#ifdef __cplusplus
#pragma once
#include <cstdint>
namespace tarn::gl_params
{
using uint = uint32_t;
#define TARN_BLOCK(Name) struct Name
#define TARN_BLOCK_END ;
#else
#define TARN_BLOCK(Name) layout(std140, binding = 0) uniform Name
#define TARN_BLOCK_END p;
#endif

// f = alpha g + beta f over nx x ny numbers in rows of `stride`.
#if defined(__cplusplus) || defined(COMBINE)
TARN_BLOCK(Combine)
{
    int nx;
    int ny;
    int stride;
    float alpha;
    float beta;
}
TARN_BLOCK_END
#endif

// What all shaders of Flow are given. Fields have the padded rows of backend/flow/flow_grid.h.
#if defined(__cplusplus) || defined(FLOW)
TARN_BLOCK(Flow)
{
    int nx;
    int ny;
    int strideU; // floats from row to row: of faces between columns
    int strideV; // of faces between rows,
    int offsetV; // which lie behind the others in one buffer
    int strideC; // of cells
    int wrapX;   // periodic
    int wrapY;
    int left; // edges: see EdgeBits
    int right;
    int bottom;
    int top;
    int edgeStride; // from one row of edge values to the next
    float lowX;     // how far ways may lead: see FlowGrid
    float highX;
    float lowY;
    float highY;
    float trustLowX; // where MacCormack's correction is made: see AdvectJob
    float trustHighX;
    float trustLowY;
    float trustHighY;
    float rate;  // dt over the size of a cell
    float guess; // of what is pressed
    float keep;
    float scale;
    float mean;
    int ahead;   // whether ways ahead are wanted
    int columns; // of carried cells,
    int rows;
    int stride;
    int plane;    // floats from one carried field to the next
    int fine;     // carried cells along a velocity cell
    int count;    // carried fields
    int quantity; // the first one's row of edge values; what kind: see flow_edges.glsl
    int stroke;   // which of those in the buffer
    int blocks;   // where in the links those of blocks begin, and those of dye cells
    int dyeLinks;
    int walls; // where in the faces their velocities begin
}
TARN_BLOCK_END
#endif

// A stroke on the nodes of some fields; see HostFlow::strokeNodes. Lies in a buffer.
#if defined(__cplusplus) || defined(FLOW_STROKE)
struct FlowStrokeNodes
{
    int firstColumn;
    int firstRow;
    int columnCount;
    int rowCount;
    int holds;
    int fields; // how many are stroked
    float x;    // of the first node from the stroke's start; like what follows over the radius
    float y;
    float perNode;
    float alongX;
    float alongY;
    float perLength2;
    float holdDt;
    float most;
    int field[8]; // which of them, and how much
    float amount[8];
};
#endif

// Forces of a step; see FlowForces. Lies in a buffer.
#if defined(__cplusplus) || defined(FLOW_PULL)
struct FlowPull
{
    int varies; // from cell to cell
    float dt;
    float maxSpeed;
    float whirl; // from differences of velocity to vorticity
    float confinement;
    float accelerationX;
    float accelerationY;
    float liftX;
    float liftY;
    float ambient;
    float keepVelocity;
    float keepTemperature;
    float weightX[8];
    float weightY[8];
    float keepDye[8];
};
#endif

#ifdef __cplusplus
} // namespace tarn::gl_params
#endif
