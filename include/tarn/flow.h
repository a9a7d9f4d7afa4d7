/* tarn/flow.h: Flow, the 2D incompressible fluid: ink, smoke, wind, heat.
 *
 *     tnFlowDef def = tnDefaultFlowDef();
 *     tnFlow flow;
 *     tnCreateFlow(&def, &flow);
 *     tnFlow_Brush(flow, &brush);           // the user's hand
 *     tnFlow_Step(flow, 1.0f / 60.0f);
 *     tnFlow_GetView(flow, tn_flowDye0, &view);
 *
 * Units are SI: metres, seconds, kg/m^3, Pa s; temperature in kelvin above or below
 * `ambientTemperature`'s scale, whichever the host likes. The fluid is one metre deep where a mass
 * or a force is meant. x goes right, y goes up; the lower left corner of the grid is `origin`.
 *
 * The grid is staggered: velocity x lives on the faces between columns, velocity y on those between
 * rows, everything else in cells. Dye has a grid of its own, 1 to 8 times finer.
 *
 * Every rate is per second: 30 and 144 steps a second look alike (docs/flow.md says how much). A
 * step allocates nothing, is stable for every dt, speed and viscosity, and gives the same bits for
 * every number of threads and every instruction set. All memory is taken when a flow is created,
 * resized or restored, or when a setting is switched on that needs more (each setter's comment says
 * so).
 *
 * One flow may be used from one thread at a time; different flows from different threads.
 */
#ifndef TARN_FLOW_H
#define TARN_FLOW_H

#include "tarn/base.h"
#include "tarn/field.h"
#include "tarn/gl.h"
#include "tarn/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TN_MAX_DYES 8            /* channels of dye */
#define TN_MAX_SOLID_VERTICES 64 /* of a polygon */

/* A flow, a solid in a flow, an emitter in a flow. Zero is null; stale ones are refused. */
typedef struct tnFlow
{
    uint32_t index;
    uint32_t generation;
} tnFlow;

typedef struct tnSolid
{
    uint32_t index;
    uint32_t generation;
} tnSolid;

typedef struct tnEmitter
{
    uint32_t index;
    uint32_t generation;
} tnEmitter;

/* ------------------------------------------------------------------------------------------------
 * Edges of the grid */

typedef enum tnFlowEdgeType TN_ENUM_TYPE
{
    tn_flowWall = 0,     /* nothing passes */
    tn_flowPeriodic = 1, /* continues at the opposite edge, which must be periodic too */
    tn_flowInflow = 2,   /* fluid enters with a given velocity, dye and temperature */
    tn_flowOutflow = 3   /* open: fluid leaves (or enters) freely against pressure 0 */
} tnFlowEdgeType;

/* One edge of the grid. */
typedef struct tnFlowEdge
{
    tnFlowEdgeType type;    /* default tn_flowWall */
    bool noSlip;            /* walls: the fluid at the wall moves with it; default false: it slides.
                               Felt as far as viscosity carries it */
    float normalSpeed;      /* inflow: into the grid (unit: m/s); below 0 sucks; default 0 */
    float tangentialSpeed;  /* no-slip walls and inflow: along the edge, to the right on bottom and
                               top, up on left and right (unit: m/s); default 0. A moving lid */
    float dye[TN_MAX_DYES]; /* inflow, and what outflow sucks in: its dye; default 0 */
    bool fixedTemperature;  /* walls: kept at `temperature`; default false: insulated */
    float temperature;      /* fixed walls, inflow, and what outflow sucks in; default 0 */
} tnFlowEdge;

/* What a profile along an edge gives. */
typedef enum tnEdgeQuantity TN_ENUM_TYPE
{
    tn_edgeNormalSpeed = 0,
    tn_edgeTangentialSpeed = 1,
    tn_edgeTemperature = 2,
    tn_edgeDye0 = 3 /* channel k is tn_edgeDye0 + k */
} tnEdgeQuantity;

/* ------------------------------------------------------------------------------------------------
 * Settings */

typedef enum tnAdvection TN_ENUM_TYPE
{
    tn_advectionMacCormack = 0,     /* second order, limited to its surroundings: crisp; default */
    tn_advectionSemiLagrangian = 1, /* first order: softer, half the cost */
    tn_advectionConserving = 2 /* dye and temperature only: by fluxes, so that the total is kept
                                  to rounding. Takes substeps where the flow crosses more than
                                  a cell a step */
} tnAdvection;

/* What the fluid is like. May change between any two steps. Start from tnDefaultFlowSettings(). */
typedef struct tnFlowSettings
{
    float density;            /* (unit: kg/m^3), > 0; default 1 */
    float viscosity;          /* dynamic (unit: Pa s), >= 0; default 0. Above 0 costs two solves a
                                 step, and memory when first switched on */
    tnVec2 acceleration;      /* body force per mass (unit: m/s^2); default 0, 0 */
    tnVec2 gravity;           /* what makes warm fluid rise (unit: m/s^2); default 0, -9.81 */
    float thermalExpansion;   /* (unit: 1/K); default 0.0034, as air. 0: no buoyancy */
    float ambientTemperature; /* neither rises nor sinks (unit: K); default 0 */
    float thermalDiffusivity; /* (unit: m^2/s), >= 0; default 0. Above 0 costs a solve a step */
    float cooling;            /* towards ambient (unit: 1/s), >= 0; default 0 */
    float dyeWeight[TN_MAX_DYES]; /* how much heavier a unit of dye makes the fluid (part of its
                                     density); below 0: lighter; default 0 */
    float dyeDiffusivity[TN_MAX_DYES]; /* (unit: m^2/s), >= 0; default 0. Each above 0 costs a solve
                                        */
    float dyeDissipation[TN_MAX_DYES]; /* (unit: 1/s), >= 0; default 0 */
    float velocityDissipation;         /* drag (unit: 1/s), >= 0; default 0 */
    float confinement; /* vorticity confinement: drives small whirls that the grid wears down
                          (unit: 1/s), >= 0; default 0; lively: 5 to 30. No more than 1/dt counts.
                          Comes with an eddy viscosity that holds what has become steep */
    tnAdvection velocityAdvection;    /* default tn_advectionMacCormack */
    tnAdvection dyeAdvection;         /* default tn_advectionMacCormack */
    tnAdvection temperatureAdvection; /* default tn_advectionMacCormack */
    float tolerance;       /* divergence that a step may leave, as part of what it was before;
                              default 1e-4; 1e-6 to 1 */
    int32_t maxIterations; /* of each solve; default 50, 1 to 10000 */
    float texturePeriod;   /* a layer of the liquid texture lives this long (unit: s), > 0;
                              default 4 */
} tnFlowSettings;

/* ------------------------------------------------------------------------------------------------
 * Creation */

typedef struct tnFlowDef
{
    int32_t nx;              /* cells in x, 1 to 16384; default 256 */
    int32_t ny;              /* cells in y, 1 to 16384; default 256 */
    float cellSize;          /* width and height of a cell (unit: metres), > 0; default 1/256 */
    tnVec2 origin;           /* lower left corner (unit: metres); default 0, 0 */
    int32_t dyeChannels;     /* 0 to 8; default 3. Each takes 12 bytes a dye cell */
    int32_t dyeScale;        /* dye cells per velocity cell along an axis, 1 to 8; default 1 */
    bool temperature;        /* whether temperature is carried; default false */
    bool texture;            /* whether texture coordinates are; default false */
    int32_t tracerCapacity;  /* most tracer particles at once, 0 to 16777216; default 0 */
    int32_t solidCapacity;   /* most solids at once, 0 to 4096; default 256 */
    int32_t emitterCapacity; /* most emitters at once, 0 to 4096; default 64 */
    int32_t brushCapacity;   /* most strokes between two steps, 0 to 65536; default 256 */
    tnFlowEdge left;         /* default: slip walls, insulated, like the others */
    tnFlowEdge right;        /* left and right are periodic both or neither */
    tnFlowEdge bottom;       /* likewise bottom and top */
    tnFlowEdge top;
    tnFlowSettings settings;
    tnBackend backend;   /* default tn_backendCpu */
    tnGl gl;             /* of tn_backendGL: where it computes */
    tnFallback fallback; /* of tn_backendGL, where the device cannot; default tn_fallbackFail */
    int32_t threads;     /* of the built-in pool; 0: one per core (default), 1: the caller only */
    tnTaskSystem tasks;  /* the host's own; all zero (default): the built-in pool */
} tnFlowDef;

TN_API tnFlowSettings tnDefaultFlowSettings(void);
TN_API tnFlowEdge tnDefaultFlowEdge(void);
TN_API tnFlowDef tnDefaultFlowDef(void);

/* Makes a flow at rest, without dye, at ambient temperature. On failure *out is null and nothing is
 * kept. tn_errorSize: nx or ny out of range, or the fields would not fit in memory's address range.
 * tn_errorInvalidArgument, tn_errorNotFinite: another field is bad; the log says which.
 * tn_errorOutOfMemory: the allocator gave none. */
TN_API tnResult tnCreateFlow(const tnFlowDef* def, tnFlow* out);
TN_API tnResult tnDestroyFlow(tnFlow flow);
TN_API bool tnFlow_IsValid(tnFlow flow);

/* The def that would make this flow anew: size, edges and settings as they are now. */
TN_API tnResult tnFlow_GetDef(tnFlow flow, tnFlowDef* out);

/* Another resolution, with the fluid kept: every field is sampled anew, solids, emitters, tracers
 * and time go on. The width stays; nx x ny must have nearly (within one of the larger cells) the
 * old proportions. Allocates. tn_errorInvalidArgument: other proportions. On failure nothing
 * changes. */
TN_API tnResult tnFlow_Resize(tnFlow flow, int32_t nx, int32_t ny, int32_t dyeScale);

/* ------------------------------------------------------------------------------------------------
 * Step */

/* Advances the flow by dt (unit: s), > 0. Below 1e-9 s and beyond 1000 s it is cut to that. */
TN_API uint32_t tnFlow_Step(tnFlow flow, float dt);

/* ------------------------------------------------------------------------------------------------
 * Settings and edges; effective from the next step on */

/* May allocate when viscosity or a diffusivity first goes above 0. On failure nothing changes. */
TN_API tnResult tnFlow_SetSettings(tnFlow flow, const tnFlowSettings* settings);
TN_API tnResult tnFlow_GetSettings(tnFlow flow, tnFlowSettings* out);

/* Allocates when the type changes. Making one edge of a pair periodic makes the other so too, and
 * making it something else gives the other the same. */
TN_API tnResult tnFlow_SetEdge(tnFlow flow, tnSide side, const tnFlowEdge* edge);
TN_API tnResult tnFlow_GetEdge(tnFlow flow, tnSide side, tnFlowEdge* out);

/* A value for each cell along an edge, in place of the uniform one: ny values on left and right, nx
 * on bottom and top. NULL goes back to uniform. Lost when the flow is resized: a warning says so.
 */
TN_API tnResult tnFlow_SetEdgeProfile(tnFlow flow, tnSide side, tnEdgeQuantity quantity,
                                      const float* values, int32_t count);

/* ------------------------------------------------------------------------------------------------
 * The user's hand, and emitters
 *
 * A brush is soft: at distance d from the way between `from` and `to` its weight is
 * exp(-(d / radius)^2). A mouse drag between two frames leaves no gaps. */

typedef struct tnFlowBrush
{
    tnBrushMode mode;       /* default tn_brushImpulse */
    tnVec2 from;            /* (unit: metres) */
    tnVec2 to;              /* the same as `from` for a circle */
    float radius;           /* (unit: metres), > 0; default 0.02 */
    tnVec2 velocity;        /* added in the middle (unit: m/s; rate: m/s^2) */
    float dye[TN_MAX_DYES]; /* added in the middle (rate: per second) */
    float temperature;      /* added in the middle (unit: K; rate: K/s) */
    float holdRate;         /* of tn_brushHold (unit: 1/s), > 0; default 30 */
    bool holdVelocity;      /* what tn_brushHold draws: velocity, */
    bool holdDye;           /* dye, */
    bool holdTemperature;   /* and temperature; default all */
} tnFlowBrush;

TN_API tnFlowBrush tnDefaultFlowBrush(void);

/* One stroke, done at the beginning of the next step. tn_errorCapacity: brushCapacity strokes wait
 * already; this one is lost. */
TN_API tnResult tnFlow_Brush(tnFlow flow, const tnFlowBrush* brush);

/* A brush that works in every step until it is removed. tn_brushImpulse is refused. */
TN_API tnResult tnFlow_AddEmitter(tnFlow flow, const tnFlowBrush* brush, tnEmitter* out);
TN_API tnResult tnFlow_SetEmitter(tnFlow flow, tnEmitter emitter, const tnFlowBrush* brush);
TN_API tnResult tnFlow_RemoveEmitter(tnFlow flow, tnEmitter emitter);

/* ------------------------------------------------------------------------------------------------
 * Solids
 *
 * Faces are covered by their exact part, so that a moving circle is smooth. Nothing passes a solid,
 * however thin it is; one that lies within a single cell is too small to be seen. */

typedef enum tnShapeType TN_ENUM_TYPE
{
    tn_shapeCircle = 0,  /* radius */
    tn_shapeBox = 1,     /* halfSize, and radius: its corners' rounding, may be 0 */
    tn_shapeCapsule = 2, /* halfSize.x: half the distance between the ends' centres; radius */
    tn_shapePolygon = 3  /* vertices in order, either way round, not crossing itself */
} tnShapeType;

typedef struct tnSolidDef
{
    tnShapeType type;       /* default tn_shapeCircle */
    float radius;           /* (unit: metres); default 0.05 */
    tnVec2 halfSize;        /* (unit: metres); default 0.05, 0.05 */
    const tnVec2* vertices; /* of a polygon, around `position`; copied */
    int32_t vertexCount;    /* 3 to TN_MAX_SOLID_VERTICES */
    tnVec2 position;        /* (unit: metres) */
    float angle;            /* counter-clockwise (unit: radians) */
    tnVec2 velocity;       /* (unit: m/s); the solid moves by itself, each step, before the fluid */
    float spin;            /* counter-clockwise (unit: rad/s) */
    bool noSlip;           /* the fluid at its surface moves with it; default true. Felt as far as
                              viscosity carries it */
    bool fixedTemperature; /* its surface is kept at `temperature`; default false: insulated */
    float temperature;
} tnSolidDef;

/* The fluid's force on a solid during the last step. */
typedef struct tnSolidForce
{
    tnVec2 pressure;      /* (unit: N) */
    tnVec2 viscous;       /* (unit: N) */
    float pressureTorque; /* about the solid's position, counter-clockwise (unit: N m) */
    float viscousTorque;
} tnSolidForce;

TN_API tnSolidDef tnDefaultSolidDef(void);
TN_API tnResult tnFlow_AddSolid(tnFlow flow, const tnSolidDef* def, tnSolid* out);
TN_API tnResult tnFlow_RemoveSolid(tnFlow flow, tnSolid solid);

/* Where it is and how it moves from now on: called each step by a host that simulates it. */
TN_API tnResult tnFlow_SetSolidMotion(tnFlow flow, tnSolid solid, tnVec2 position, float angle,
                                      tnVec2 velocity, float spin);

/* Its def, with the position and angle of now; `vertices` is null. */
TN_API tnResult tnFlow_GetSolid(tnFlow flow, tnSolid solid, tnSolidDef* out);
TN_API tnResult tnFlow_GetSolidForce(tnFlow flow, tnSolid solid, tnSolidForce* out);

/* Whole cells that are solid and still: nx*ny bytes, 128 and above is solid. NULL: none. */
TN_API tnResult tnFlow_SetMask(tnFlow flow, const uint8_t* mask, int32_t count);

/* Makes the cells whose centre is within `radius` of the way from `from` to `to` solid, or open. */
TN_API tnResult tnFlow_PaintMask(tnFlow flow, tnVec2 from, tnVec2 to, float radius, bool solid);
TN_API tnResult tnFlow_GetMaskForce(tnFlow flow, tnSolidForce* out); /* torque about `origin` */

/* ------------------------------------------------------------------------------------------------
 * Fields */

typedef enum tnFlowField TN_ENUM_TYPE
{
    tn_flowVelocityX = 0,   /* faces: (nx+1) x ny (unit: m/s) */
    tn_flowVelocityY = 1,   /* faces: nx x (ny+1) */
    tn_flowPressure = 2,    /* cells (unit: Pa); each closed region has mean 0 */
    tn_flowTemperature = 3, /* cells (unit: K) */
    tn_flowDivergence = 4,  /* cells: what is left (unit: 1/s); made when asked for */
    tn_flowVorticity = 5,   /* corners: (nx+1) x (ny+1) (unit: 1/s); made when asked for */
    tn_flowSolidCells = 6,  /* cells: covered part, 0 to 1 */
    tn_flowOpenX = 7,       /* faces: open part of (nx+1) x ny, 0 to 1 */
    tn_flowOpenY = 8,       /* faces: open part of nx x (ny+1) */
    tn_flowTextureX0 = 9,   /* cells: where in the picture the first layer's fluid came from, */
    tn_flowTextureY0 = 10,  /* as a displacement from the cell (unit: metres) */
    tn_flowTextureX1 = 11,  /* the second layer's */
    tn_flowTextureY1 = 12,
    tn_flowSolidDyes = 13, /* dye cells: covered part, 0 to 1 */
    tn_flowDye0 = 16       /* dye cells, (nx*dyeScale) x (ny*dyeScale); channel k is + k */
} tnFlowField;

/* On a GPU: brings the field to the host, and waits for it; a second view before the next step
 * costs nothing. See tnFlow_RequestField for one that does not wait. */
TN_API tnResult tnFlow_GetView(tnFlow flow, tnFlowField field, tnFieldView* out);

/* The field where it lies on the GPU, for drawing without a copy; see tnGlFieldView. Nothing waits.
 * Velocity, temperature, dye and open parts of faces lie there as they are. Pressure, divergence
 * and vorticity are made by a dispatch, the covered parts of cells are copied there once solids
 * have changed, and texture coordinates in every call: these take memory at the first call. What
 * the host has changed, or does in a step (docs/flow.md tells what), is copied first.
 * tn_errorUnsupported: the flow is not on a GPU, or its context is lost; the log says which. */
TN_API tnResult tnFlow_GetGlView(tnFlow flow, tnFlowField field, tnGlFieldView* out);

/* Sets a whole field: velocity, temperature or dye, columns * rows floats without gaps. NaN and
 * infinity are refused and change nothing. A velocity that flows through walls or is not free of
 * divergence is made so by the next step. */
TN_API tnResult tnFlow_SetField(tnFlow flow, tnFlowField field, const float* values, int64_t count);

/* How much each layer of the liquid texture counts now; the two sum to 1. */
TN_API tnResult tnFlow_GetTextureWeights(tnFlow flow, float* first, float* second);

/* What the fluid is like at a point. */
typedef struct tnFlowSample
{
    tnVec2 velocity;
    float pressure;
    float temperature;
    float vorticity;
    float dye[TN_MAX_DYES];
    float solid; /* covered part of the cell there; 1 outside of walls */
} tnFlowSample;

/* Samples the flow at `count` points (unit: metres). Points outside get the nearest edge's values,
 * or go round where it is periodic. On a GPU: brings all fields to the host, and waits for them. */
TN_API tnResult tnFlow_Sample(tnFlow flow, const tnVec2* points, int32_t count, tnFlowSample* out);

/* ------------------------------------------------------------------------------------------------
 * Reads that wait for nothing
 *
 *     tnFlow_RequestField(flow, tn_flowDye0, &read);      // after step k
 *     tnFlow_Step(flow, dt);                              // k + 1, while the numbers travel
 *     if (tnFlow_GetReadField(flow, read, false, &view) == tn_success)
 *     {
 *         ...                                             // dye as step k left it
 *         tnFlow_EndRead(flow, read);
 *     }
 *
 * On a GPU a request costs a copy there, and for samples a dispatch; the numbers cross while the
 * GPU goes on, and are here once it has come so far: after step k + 1, where the host does not run
 * ahead of it by more than a step. On the CPU a request makes a copy, which is ready at once. At
 * most TN_MAX_READS are on their way; each takes memory as large as its numbers, on the GPU too,
 * when it is larger than those before it were, and keeps it: the same requests step after step
 * allocate nothing. Resizing, restoring, and edges that change their type end all of them. */

/* A field, as it is now. tn_errorCapacity: TN_MAX_READS have been asked for and not been ended.
 * tn_errorOutOfMemory: there is none for it, here or on the GPU. tn_errorUnsupported: the context
 * is lost. */
TN_API tnResult tnFlow_RequestField(tnFlow flow, tnFlowField field, tnRead* out);

/* What tnFlow_Sample tells, at `count` points, > 0, of the flow as it is now. */
TN_API tnResult tnFlow_RequestSamples(tnFlow flow, const tnVec2* points, int32_t count,
                                      tnRead* out);

/* What was asked for, valid until the read is ended. tn_errorNotReady: it is still on its way; with
 * `waits` the call waits for it instead, as long as the GPU is behind. tn_errorInvalidArgument: the
 * read is of samples. tn_errorUnsupported: the context was lost, and the numbers with it. */
TN_API tnResult tnFlow_GetReadField(tnFlow flow, tnRead read, bool waits, tnFieldView* out);
TN_API tnResult tnFlow_GetReadSamples(tnFlow flow, tnRead read, bool waits,
                                      const tnFlowSample** samples, int32_t* count);

/* Ends a read, arrived or not, and makes room for another. */
TN_API tnResult tnFlow_EndRead(tnFlow flow, tnRead read);

/* ------------------------------------------------------------------------------------------------
 * Tracers: particles that the flow carries */

/* Adds tracers at these points; those inside solids or outside of the grid are left out. Returns
 * tn_errorCapacity when not all fit: the first ones do. */
TN_API tnResult tnFlow_AddTracers(tnFlow flow, const tnVec2* points, int32_t count);
TN_API tnResult tnFlow_ClearTracers(tnFlow flow);

/* The tracers, valid until the next call that changes the flow. Those that leave through an open
 * edge are removed; the others keep their order. */
TN_API tnResult tnFlow_GetTracers(tnFlow flow, const tnVec2** points, int32_t* count);

/* ------------------------------------------------------------------------------------------------
 * Statistics */

typedef enum tnFlowStage TN_ENUM_TYPE
{
    tn_stageSolids = 0,     /* solids and edges become faces */
    tn_stageAdvectVelocity, /* and semi-Lagrangian dye and temperature on its own cells */
    tn_stageAdvectScalars,  /* dye, temperature, texture */
    tn_stageForces,         /* brushes, emitters, buoyancy, confinement */
    tn_stageDiffusion,      /* viscosity, diffusion */
    tn_stageProjection,
    tn_stageTracers,
    tn_stageCount
} tnFlowStage;

/* Of the last step. */
typedef struct tnFlowStats
{
    double time;            /* since creation (unit: s) */
    int64_t steps;          /* since creation */
    float maxSpeed;         /* (unit: m/s) */
    float divergenceBefore; /* root mean square over open cells, before projection (unit: 1/s) */
    float divergenceAfter;  /* and after it */
    int32_t pressureIterations;
    int32_t viscosityIterations; /* of both components */
    int32_t diffusionIterations; /* of all dyes and temperature */
    int32_t substeps;            /* of tn_advectionConserving; 0 when not used */
    int32_t tracers;
    float incompatibility;   /* rate at which inflow into closed regions was left out, as part of
                                the divergence before */
    float ms[tn_stageCount]; /* wall time of each stage */
} tnFlowStats;

TN_API tnResult tnFlow_GetStats(tnFlow flow, tnFlowStats* out);

/* Sums over the whole flow, made when asked for. */
typedef struct tnFlowTotals
{
    double kineticEnergy;    /* (unit: J per metre of depth) */
    double enstrophy;        /* half the integral of vorticity squared (unit: m^2/s^2) */
    double dye[TN_MAX_DYES]; /* integral over all cells but solid ones (unit: m^2) */
    double temperature;      /* likewise, above ambient (unit: K m^2) */
    double openArea;         /* (unit: m^2) */
} tnFlowTotals;

TN_API tnResult tnFlow_GetTotals(tnFlow flow, tnFlowTotals* out);

/* A line of lower-case text, as "advect velocity". Never null. Static storage. */
TN_API const char* tnFlowStage_ToString(tnFlowStage stage);

/* ------------------------------------------------------------------------------------------------
 * Save, restore, hash */

/* The most bytes tnFlow_Save takes now; 0 for a bad handle. */
TN_API size_t tnFlow_GetSaveSize(tnFlow flow);

/* Writes the whole state to `bytes`, which has room for `capacity`; *written tells how much it
 * took. tn_errorCapacity: too little room; nothing is written. */
TN_API tnResult tnFlow_Save(tnFlow flow, void* bytes, size_t capacity, size_t* written);

/* The flow becomes what was saved, size included; backend, threads and tasks stay its own. Handles
 * of solids and emitters are those of the saved flow. The next steps give the bits that the saved
 * flow would have given. tn_errorInvalidArgument: not a flow that this version can read; the log
 * says why. tn_errorOutOfMemory: no room for both flows. Nothing changes then. Allocates. */
TN_API tnResult tnFlow_Restore(tnFlow flow, const void* bytes, size_t size);

/* A hash of the state: equal flows have equal hashes, on every machine. 0 for a bad handle. */
TN_API uint64_t tnFlow_Hash(tnFlow flow);

#ifdef __cplusplus
}
#endif

#endif
