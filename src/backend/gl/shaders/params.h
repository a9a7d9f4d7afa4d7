// The blocks of parameters that shaders are given, one text for C++ and GLSL.
//
// A block has scalars only (int, uint, float), so that its layout is the same on both sides: one
// word each, in order. A shader defines the name of its block, in capitals, before it includes
// this.
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

// A stage of the waves of Water. What changes from substep to substep is in the plan.
#if defined(__cplusplus) || defined(WATER_STAGE)
TARN_BLOCK(WaterStage)
{
    int nx;
    int ny;
    int stride;
    int tileColumns;
    int tileCount;
    int carried; // how many things are carried: foam, dyes
    int carries; // a bit for each of them that there is any of
    int passes;  // whether water may come over an edge
    int slows;   // 0: nothing does, 1: a film's friction, 2: ground, yield stress or wind too
    int windy;
    float gravity;
    float thinDepth;
    float dryWaves;
    float dryDepth;
    float maxSpeed;
    float yieldRise;
    float stillSpeed2;
    float levelRounding;
    float mostGiven;
    float manning;
    float laminar;
    float yield;
    float windX;
    float windY;
}
TARN_BLOCK_END
#endif

// Before each substep, and after the last: which tiles work, and how long it may be.
#if defined(__cplusplus) || defined(WATER_PLAN)
TARN_BLOCK(WaterPlan)
{
    int tileColumns;
    int tileRows;
    int wrapX;
    int wrapY;
    int sleeps;
    int phase;    // 0: the first substep of a step, 1: one of the others, 2: after the last
    int edges;    // numbers to sum up, of groups along the edges
    int launched; // substeps that were asked for
    int most;     // substeps allowed
    float dt;     // of the step
    float reach;  // what a wave may go in a substep (m)
    float fastestCounted;
    float cellSize;
}
TARN_BLOCK_END
#endif

// Tiles that the host touched, measured.
#if defined(__cplusplus) || defined(WATER_MEASURE)
TARN_BLOCK(WaterMeasure)
{
    int nx;
    int ny;
    int stride;
    int tileColumns;
    int tileCount;
    float gravity;
    float thinDepth;
    float dryWaves;
}
TARN_BLOCK_END
#endif

// What comes in over inflow edges.
#if defined(__cplusplus) || defined(WATER_INFLOW)
TARN_BLOCK(WaterInflow)
{
    int nx;
    int ny;
    int stride;
    float gravity;
    float dryDepth;
}
TARN_BLOCK_END
#endif

// Whole tiles between fields and a packed buffer.
#if defined(__cplusplus) || defined(WATER_EXCHANGE)
TARN_BLOCK(WaterExchange)
{
    int nx;
    int ny;
    int stride;
    int tileColumns;
    int mode; // 0: out of the fields, 1: into them, 2: added to them, 3: zero into them
}
TARN_BLOCK_END
#endif

// amount *= keep, and none where it can no longer be seen.
#if defined(__cplusplus) || defined(WATER_DECAY)
TARN_BLOCK(WaterDecay)
{
    int nx;
    int firstRow;
    int endRow;
    int stride;
    float keep;
    float unseen;
}
TARN_BLOCK_END
#endif

#ifdef __cplusplus
} // namespace tarn::gl_params
#endif
