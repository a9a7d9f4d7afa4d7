// The blocks of parameters that shaders are given, one text for C++ and GLSL.
//
// A block has scalars only (int, uint, float), so that its layout is the same on both sides: one
// word each, in order; a list of words comes last, behind a multiple of four others (TARN_LIST). A
// struct that lies in a buffer may have arrays. A shader defines the name of its block, in
// capitals, before it includes this.
#ifdef __cplusplus
#pragma once
#include <cstdint>
namespace tarn::gl_params
{
using uint = uint32_t;
#define TARN_BLOCK(Name) struct Name
#define TARN_BLOCK_END ;
#define TARN_LIST(name, count) uint name[count]
#else
#define TARN_BLOCK(Name) layout(std140, binding = 0) uniform Name
#define TARN_BLOCK_END p;
#define TARN_LIST(name, count) uvec4 name[(count) / 4] // word k: name[k / 4][k % 4]
#endif

// A level of the solver: its shape, how its rows lie (`stride` of cells, `strideX` of cx), and its
// even coefficients (backend/even_coefficients.h). `last` is the width of the last cell in widths
// of the others.
#define TARN_LEVEL                                                                                 \
    int nx;                                                                                        \
    int ny;                                                                                        \
    int ringX;                                                                                     \
    int ringY;                                                                                     \
    int stride;                                                                                    \
    int strideX;                                                                                   \
    int hasA;                                                                                      \
    float lastX;                                                                                   \
    float lastY;                                                                                   \
    float lowX;                                                                                    \
    float innerX;                                                                                  \
    float beforeLastX;                                                                             \
    float highX;                                                                                   \
    float widthX;                                                                                  \
    float lastWidthX;                                                                              \
    float lowY;                                                                                    \
    float innerY;                                                                                  \
    float beforeLastY;                                                                             \
    float highY;                                                                                   \
    float widthY;                                                                                  \
    float lastWidthY;                                                                              \
    float evenA;

// Half-sweeps in tiles, with what comes before and after them.
#if defined(__cplusplus) || defined(TILE)
TARN_BLOCK(Tile)
{
    TARN_LEVEL
    int coarseNx;
    int coarseNy;
    int coarseStride;
    int halo;        // cells around what a tile writes
    int halves;      // half-sweeps in all
    int before;      // of them, those before the residual is measured
    int over;        // of them, the first ones, over-relaxed
    float omega;     // by this
    int firstColour; // 0: red
    int fromZero;
    int constant; // interpolation
}
TARN_BLOCK_END
#endif

// One set of cells of a half-sweep on an odd ring.
#if defined(__cplusplus) || defined(RING_SWEEP)
TARN_BLOCK(RingSweep)
{
    TARN_LEVEL
    int colour;
    float omega;
    int firstRow;
    int endRow;
    int firstColumn;
    int endColumn;
}
TARN_BLOCK_END
#endif

// From one level to the next: coefficients, residuals, corrections. The level is the fine one.
#if defined(__cplusplus) || defined(TRANSFER)
TARN_BLOCK(Transfer)
{
    TARN_LEVEL
    int coarseNx;
    int coarseNy;
    int coarseStride;
    int coarseStrideX;
    int constant; // interpolation
}
TARN_BLOCK_END
#endif

// Operations on the cells of a level, one at a time. A factor of 64 bits is two words.
#if defined(__cplusplus) || defined(CELLS)
TARN_BLOCK(Cells)
{
    TARN_LEVEL
    float omega;
    int both; // f and g, not f alone
    uint factorLow;
    uint factorHigh;
}
TARN_BLOCK_END
#endif

// `count` triples of sums become one.
#if defined(__cplusplus) || defined(SUM)
TARN_BLOCK(Sum)
{
    int count;
}
TARN_BLOCK_END
#endif

// A V-cycle on small levels.
#if defined(__cplusplus) || defined(SMALL)
TARN_BLOCK(Small)
{
    int levels;
    int down;
    int up;
    int last; // sweeps on the last level; 0: it is a strip
    int stride;
}
TARN_BLOCK_END
struct SmallLevel
{
    TARN_LEVEL
    int at;   // in shared memory
    int cxAt; // in the buffer of coefficients, where they are not even
    int cyAt; //
    int aAt;  //
    float omega;
};
#endif

// An even level by the modes of its axes: where these lie, and the units of their numbers.
#if defined(__cplusplus) || defined(MODES)
TARN_BLOCK(Modes)
{
    int nx;
    int ny;
    int blocksX; // vectors of four cells or modes
    int blocksY;
    int stride; // of r and x, in cells
    int backX;  // in vectors, from those that modes of x begin with
    int numbersX;
    int atY;
    int backY;
    int numbersY;
    float rateX;
    float rateY;
    float rateA;
}
TARN_BLOCK_END
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

// Numbers that lie apart become plain rows.
#if defined(__cplusplus) || defined(GATHER)
TARN_BLOCK(Gather)
{
    int columns;
    int rows;
    int first;
    int fromStride;
    int step;
    int stride;
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
    int left; // edges, a word each: see flow_grid.glsl
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
    int plane;    // cells from one group of carried fields to the next
    int width;    // carried fields in a group, side by side in each of its cells: 1, 2 or 4
    int fine;     // carried cells along a velocity cell
    int count;    // carried fields
    int quantity; // the first one's row of edge values; see flow_grid.glsl
    int stroke;   // the first of those in the buffer
    int blocks;   // where in the links those of blocks begin, and those of dye cells
    int dyeLinks;
    // Of a diffusion (flow_diffused.glsl): what it is of, how many unknowns there are and how their
    // rows lie, what is at their sides, and whether walls give them anything.
    int what;
    int field;
    int first;
    int systemColumns;
    int systemRows;
    int systemStride;
    int sides;
    int held;
    int givenPlane;
    float a;
    float factor;
    float originX; // metres
    float originY;
    float cellSize;
    int walls; // where in the faces their velocities begin
    int sums;  // where behind what is pressed those of tiles do
}
TARN_BLOCK_END
#endif

// A stroke on the nodes of some fields; see HostFlow::strokeNodes. Lies in a buffer.
#if defined(__cplusplus) || defined(FLOW_STROKE)
struct FlowStrokeNodes
{
    int target; // 0, 1: a component of velocity, 2: carried cells
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

// A node that counts in the force on a solid; see HostFlow::ForceNode. Lies in a buffer.
#if defined(__cplusplus) || defined(FLOW_FORCE)
struct FlowForceNode
{
    int kind;
    int i;
    int j;
    float armX;
    float armY;
    float constant;
    float weightX[5];
    float weightY[5];
};
#endif

// Forces of a step; see FlowForces. Lies in a buffer.
#if defined(__cplusplus) || defined(FLOW_PULL)
struct FlowPull
{
    int varies; // from cell to cell
    float dt;
    float maxSpeed;
    float whirl;       // from differences of velocity to vorticity
    float confinement; // see Confinement
    float calm;
    float steepest;
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

// How fields lie that points are asked about, and a point: a cell and the way from its lower left
// corner, as HostFlow::placeOf has it. Both lie in a buffer, the points behind.
#if defined(__cplusplus) || defined(FLOW_SAMPLE)
struct FlowSampled
{
    int count;
    int dyes;
    int warm;    // whether there is temperature
    float whirl; // from differences of velocity to vorticity
    int dyeStride;
    int dyeStep;
    int dyeFirst[8]; // cell (0, 0) of each
};
struct FlowPoint
{
    int baseX;
    int baseY;
    float restX;
    float restY;
    float solid; // known to the host
};
#endif

// A substep of the waves of Water. What changes from substep to substep is in the plan.
#if defined(__cplusplus) || defined(WATER_WAVES)
TARN_BLOCK(WaterWaves)
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
    int edges;    // numbers to sum up, of groups along the edges; 0 where nothing passes these
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

// Whole tiles between fields and a packed buffer. Which ones is said here, not in a buffer that the
// host writes between two dispatches.
#define TARN_PIECES 240
#if defined(__cplusplus) || defined(WATER_EXCHANGE)
TARN_BLOCK(WaterExchange)
{
    int nx;
    int ny;
    int stride;
    int tileColumns;
    int mode;  // 0: out of the fields, 1: into them, 2: zero into them
    int first; // piece in the packed buffer
    int none0;
    int none1;
    TARN_LIST(pieces, TARN_PIECES); // tile * TARN_PIECE_FIELDS + field
}
TARN_BLOCK_END
#define TARN_PIECE_FIELDS 32
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

// A field of Water made of its state.
#if defined(__cplusplus) || defined(WATER_VIEW)
TARN_BLOCK(WaterView)
{
    int nx;
    int ny;
    int stride;
    int what; // 0: the surface, 1: what is displaced, 2: momentum and 3: what is carried over depth
    int plane; // of momentum or of what is carried
    float dryDepth;
}
TARN_BLOCK_END
#endif

// Points on the water, each a cell and the parts of the way to the next ones.
#if defined(__cplusplus) || defined(WATER_SAMPLE)
TARN_BLOCK(WaterSample)
{
    int nx;
    int ny;
    int stride;
    int wrapX;
    int wrapY;
    int count;
    int dyes;
    float gravity;
    float dryDepth;
    float cellSize;
}
TARN_BLOCK_END
struct WaterPoint
{
    int column;
    int row;
    float partX;
    float partY;
};
#endif

#ifdef __cplusplus
} // namespace tarn::gl_params
#endif
