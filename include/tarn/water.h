/* tarn/water.h: Water, small bodies of liquid with things floating in them.
 *
 *     tnWaterDef def = tnDefaultWaterDef();
 *     tnWater water;
 *     tnCreateWater(&def, &water);                     // a pool, 1 m deep, at rest
 *     tnWater_AddBody(water, &crate, &body);
 *     for each frame:
 *         tnWater_SetBodyMotions(water, motions, n);   // where your physics engine has them
 *         tnWater_Step(water, 1.0f / 60.0f);
 *         tnWater_GetBodyForces(water, bodies, n, forces);  // apply, and let the engine go on
 *
 * The water is a height field over a terrain: in every cell a depth and a velocity, the same from
 * the ground to the surface (shallow-water equations). Waves travel at sqrt(g depth), shores are
 * wet and dry, the volume is kept to rounding. Solids displace it, are carried and slowed down by
 * it, and make waves. Spray leaves the surface where waves plunge and bodies hit, and returns.
 *
 * Units are SI: metres, seconds, kilograms, newtons. x and y are the grid's axes, z goes up; the
 * lower left corner of the grid is `origin`. Everything lives in the middle of cells.
 *
 * Every rate is per second. A step allocates nothing, is stable for every dt, and gives the same
 * bits for every number of threads and every instruction set. Still water sleeps: where nothing
 * moves, a step costs next to nothing. One water may be used from one thread at a time; different
 * ones from different threads.
 */
#ifndef TARN_WATER_H
#define TARN_WATER_H

#include "tarn/base.h"
#include "tarn/field.h"
#include "tarn/gl.h"
#include "tarn/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TN_MAX_WATER_DYES 4 /* channels of dye */

/* A water, a body in it, a spring in it. Zero is null; stale ones are refused. */
typedef struct tnWater
{
    uint32_t index;
    uint32_t generation;
} tnWater;

typedef struct tnBody
{
    uint32_t index;
    uint32_t generation;
} tnBody;

typedef struct tnSpring
{
    uint32_t index;
    uint32_t generation;
} tnSpring;

/* ------------------------------------------------------------------------------------------------
 * Liquids */

typedef struct tnLiquid
{
    float density;     /* (unit: kg/m^3), > 0; default 1000 */
    float viscosity;   /* dynamic (unit: Pa s), >= 0; default 0.001. Slows layers beside each other
                          (a solve a step where the grid can feel it) and, in a film of depth h, by
                          3 viscosity / (density h^2) a second */
    float roughness;   /* of the ground, Manning's n (unit: s/m^(1/3)), >= 0; default 0.
                          0.01 concrete, 0.03 a river with stones */
    float yieldStress; /* what mud and lava stand without flowing (unit: Pa), >= 0; default 0 */
} tnLiquid;

typedef enum tnLiquidName TN_ENUM_TYPE
{
    tn_liquidWater = 0, /* 20 C */
    tn_liquidOil = 1,   /* olive oil, 20 C */
    tn_liquidHoney = 2, /* 25 C */
    tn_liquidMud = 3,   /* a debris flow */
    tn_liquidLava = 4,  /* basalt, 1150 C */
    tn_liquidCount
} tnLiquidName;

/* Figures of real liquids; docs/water.md names their sources. Water for a number out of range. */
TN_API tnLiquid tnGetLiquid(tnLiquidName name);
TN_API const char* tnLiquidName_ToString(tnLiquidName name);

/* ------------------------------------------------------------------------------------------------
 * Edges of the grid */

typedef enum tnWaterEdgeType TN_ENUM_TYPE
{
    tn_waterWall = 0,    /* nothing passes; waves come back */
    tn_waterOpen = 1,    /* waves and water leave */
    tn_waterLevel = 2,   /* a sea or lake beyond it, whose surface is at `level` */
    tn_waterInflow = 3,  /* water enters: `discharge` */
    tn_waterPeriodic = 4 /* continues at the opposite edge, which must be periodic too */
} tnWaterEdgeType;

typedef struct tnWaterEdge
{
    tnWaterEdgeType type;         /* default tn_waterWall */
    float level;                  /* level: height of the surface (unit: m); default 0 */
    float discharge;              /* inflow: volume per second and metre of edge (unit: m^2/s), into
                                     the grid; below 0: out of it, as long as there is any. Enters
                                     where the ground along the edge is lowest; default 0 */
    float dye[TN_MAX_WATER_DYES]; /* level, inflow: carried in; default 0 */
} tnWaterEdge;

/* ------------------------------------------------------------------------------------------------
 * Settings and creation */

/* What may change between any two steps. Start from tnDefaultWaterSettings(). */
typedef struct tnWaterSettings
{
    tnLiquid liquid;
    float gravity;       /* (unit: m/s^2), >= 0; default 9.81 */
    int32_t maxSubsteps; /* most substeps in a step, 1 to 1000; default 16. When waves are too fast
                            for that, less time passes: tn_stepSlow */
    float rain;          /* (unit: m/s of water), >= 0; default 0. A cloudburst: 3e-5 */
    float rainHeight;    /* from where drops fall (unit: m above the surface), > 0; default 3 */
    float dropVolume;    /* of a drop (unit: m^3), > 0; default 1e-6: rain in large drops, so that
                            each can be seen; the same water falls */
    float spray;         /* how much water leaves where waves break and bodies hit, as a part of
                            what the criteria would throw; 0: none; default 1 */
    float foamLife;      /* foam is down to 1/e after that (unit: s), > 0; default 4 */
    float dyeDissipation[TN_MAX_WATER_DYES]; /* (unit: 1/s), >= 0; default 0 */
    tnVec2 wind; /* drives the surface and spray (unit: m/s); default 0, 0 */
    bool sleep;  /* still water costs nothing; the same bits either way; default true */
} tnWaterSettings;

typedef struct tnWaterDef
{
    int32_t nx;               /* cells in x, 1 to 16384; default 128 */
    int32_t ny;               /* cells in y, 1 to 16384; default 128 */
    float cellSize;           /* width of a cell (unit: m), > 0; default 0.1 */
    tnVec2 origin;            /* lower left corner (unit: m); default 0, 0 */
    float level;              /* of the still surface at the beginning (unit: m); default 1. The
                                 ground is at 0 until tnWater_SetField says otherwise */
    int32_t dyeChannels;      /* 0 to TN_MAX_WATER_DYES; default 0 */
    int32_t bodyCapacity;     /* most bodies at once, 0 to 65536; default 256 */
    int32_t springCapacity;   /* most springs at once, 0 to 4096; default 64 */
    int32_t brushCapacity;    /* most strokes between two steps, 0 to 65536; default 256 */
    int32_t particleCapacity; /* most drops of spray and rain and flecks of foam at once, 0 to
                                 16777216; default 20000. Full: the oldest foam makes room; when
                                 there is none, water stays where it is */
    tnWaterEdge left;         /* default: walls */
    tnWaterEdge right;        /* left and right are periodic both or neither */
    tnWaterEdge bottom;       /* likewise bottom and top */
    tnWaterEdge top;
    tnWaterSettings settings;
    tnBackend backend;   /* default tn_backendCpu */
    tnGl gl;             /* tn_backendGL: the context to compute in, which must outlive the water */
    tnFallback fallback; /* tn_backendGL: what to do without it. With tn_fallbackCpu the state is
                            copied to the host on the way: in every step up to 512 x 512 cells, else
                            in every 16th; where the context is lost, the water goes on from the
                            last copy, at most two such intervals old */
    bool sameStep;       /* tn_backendGL: forces of bodies are of the step itself, for which each
                            step waits for the GPU; default false: they are those of the step before,
                            and the first step of a body has none. The water is the same either
                            way */
    int32_t threads;     /* of the built-in pool; 0: one per core (default), 1: the caller only */
    tnTaskSystem tasks;  /* the host's own; all zero (default): the built-in pool */
} tnWaterDef;

TN_API tnWaterSettings tnDefaultWaterSettings(void);
TN_API tnWaterEdge tnDefaultWaterEdge(void);
TN_API tnWaterDef tnDefaultWaterDef(void);

/* Makes a water at rest, its surface at `level` over flat ground at 0. On failure *out is null and
 * nothing is kept; errors as of tnCreateFlow. */
TN_API tnResult tnCreateWater(const tnWaterDef* def, tnWater* out);
TN_API tnResult tnDestroyWater(tnWater water);
TN_API bool tnWater_IsValid(tnWater water);

/* The def that would make this water anew: edges and settings as they are now. */
TN_API tnResult tnWater_GetDef(tnWater water, tnWaterDef* out);

/* Another resolution, with the water kept: ground, surface, currents, foam and dye are sampled
 * anew; the volume, the momentum and the dyes are what they were in all, to rounding. Bodies,
 * springs, drops, waiting strokes and time go on; handles stay. The width stays; nx x ny must have
 * nearly (within one of the larger cells) the old proportions. `terrain`: nx * ny heights of the
 * ground on the new grid (unit: m), where they are known better than by sampling the old ones; may
 * be null. Allocates. tn_errorInvalidArgument: other proportions; tn_errorNotFinite. On failure
 * nothing changes. */
TN_API tnResult tnWater_Resize(tnWater water, int32_t nx, int32_t ny, const float* terrain);

/* Effective from the next step on. Viscosity may take memory when first felt. */
TN_API tnResult tnWater_SetSettings(tnWater water, const tnWaterSettings* settings);
TN_API tnResult tnWater_GetSettings(tnWater water, tnWaterSettings* out);

/* Making one edge of a pair periodic makes the other so too, and making it something else gives the
 * other the same. */
TN_API tnResult tnWater_SetEdge(tnWater water, tnSide side, const tnWaterEdge* edge);
TN_API tnResult tnWater_GetEdge(tnWater water, tnSide side, tnWaterEdge* out);

/* Advances the water by dt (unit: s), > 0; below 1e-9 s and beyond 1000 s it is cut to that.
 * Returns tnStepFlags. */
TN_API uint32_t tnWater_Step(tnWater water, float dt);

/* ------------------------------------------------------------------------------------------------
 * The user's hand, springs and drains
 *
 * A brush is soft: at distance d from the way between `from` and `to` its weight is
 * exp(-(d / radius)^2). What a stroke takes away ends at dry ground. */

typedef struct tnWaterBrush
{
    tnBrushMode mode; /* tn_brushImpulse (default) or tn_brushRate; tn_brushHold is refused */
    tnVec2 from;      /* (unit: m) */
    tnVec2 to;        /* the same as `from` for a circle */
    float radius;     /* (unit: m), > 0; default 0.3 */
    tnVec2 velocity;  /* added in the middle (unit: m/s; rate: m/s^2) */
    float water;      /* depth added in the middle (unit: m; rate: m/s); below 0: taken away */
    float splash;     /* a dent with a ring around it, of no volume: depth of the dent (unit: m;
                         rate: m/s) */
    float terrain;    /* the ground goes up (below 0: down) in the middle (unit: m; rate: m/s); the
                         water on it goes along */
    float foam;       /* added in the middle, 0 to 1 */
    float dye[TN_MAX_WATER_DYES]; /* concentration added in the middle */
} tnWaterBrush;

TN_API tnWaterBrush tnDefaultWaterBrush(void);

/* One stroke, done at the beginning of the next step. tn_errorCapacity: brushCapacity strokes wait
 * already; this one is lost. */
TN_API tnResult tnWater_Brush(tnWater water, const tnWaterBrush* brush);

/* Water that comes from below, or leaves there, until the spring is removed. */
typedef struct tnSpringDef
{
    tnVec2 position;              /* (unit: m) */
    float radius;                 /* soft, as a brush's (unit: m), > 0; default 0.3 */
    float discharge;              /* (unit: m^3/s); below 0: a drain, as long as there is any */
    tnVec2 velocity;              /* that it comes with (unit: m/s); default 0, 0 */
    float dye[TN_MAX_WATER_DYES]; /* that it comes with; default 0 */
} tnSpringDef;

TN_API tnSpringDef tnDefaultSpringDef(void);
TN_API tnResult tnWater_AddSpring(tnWater water, const tnSpringDef* def, tnSpring* out);
TN_API tnResult tnWater_SetSpring(tnWater water, tnSpring spring, const tnSpringDef* def);
TN_API tnResult tnWater_RemoveSpring(tnWater water, tnSpring spring);

/* ------------------------------------------------------------------------------------------------
 * Bodies
 *
 * The host moves bodies, by its physics engine; the water tells what it does to them. In a step,
 * bodies displace water and drag it along where they are now; after it, the forces are those of the
 * water as it then is. Horizontal forces act on the water in return, to the last bit of rounding.
 */

typedef enum tnBodyShape TN_ENUM_TYPE
{
    tn_bodySphere = 0,   /* radius */
    tn_bodyBox = 1,      /* halfSize */
    tn_bodyCapsule = 2,  /* along z: halfLength between the ends' centres and the middle, radius */
    tn_bodyCylinder = 3, /* along z: halfLength, radius */
    tn_bodyMesh = 4      /* vertices and triangles, closed, counter-clockwise from outside */
} tnBodyShape;

typedef struct tnBodyDef
{
    tnBodyShape shape;        /* default tn_bodySphere */
    float radius;             /* (unit: m), > 0; default 0.25 */
    tnVec3 halfSize;          /* (unit: m), > 0; default 0.25 each */
    float halfLength;         /* (unit: m), >= 0; default 0.25 */
    const tnVec3* vertices;   /* of a mesh, around its centre of mass (unit: m); copied */
    int32_t vertexCount;      /* 4 to 1048576 */
    const int32_t* triangles; /* three vertices each; copied */
    int32_t triangleCount;    /* 4 to 2097152 */
    int32_t facets;      /* about how many triangles a round or large shape is made of; more are
                            more exact and cost more; 0 (default): as the grid can resolve */
    float mass;          /* (unit: kg), > 0; 0 (default): from density */
    float density;       /* (unit: kg/m^3), > 0; default 500 */
    tnVec3 position;     /* of the centre of mass (unit: m) */
    tnQuat rotation;     /* default 0, 0, 0, 1; any length but 0 */
    tnVec3 velocity;     /* (unit: m/s) */
    tnVec3 spin;         /* axis times rate (unit: rad/s) */
    float drag;          /* coefficient for the area that meets the water, >= 0; 0 to 10.
                            Below 0 (default): as the shape's in books: 0.47 sphere, 0.8
                            cylinder and capsule, 1.05 box, 0.6 mesh */
    float lift;          /* coefficient, 0 to 10; default 0.1 */
    float effectiveArea; /* 1 (default): a face counts by the area that meets the water; 0: by
                            all of its area */
    float addedMass;     /* water that must be moved along up and down and in turning, beyond what
                            the waves do, part of what is displaced, 0 to 10; default 0.2. A
                            sphere far from the surface: 0.5 */
} tnBodyDef;

TN_API tnBodyDef tnDefaultBodyDef(void);

/* Adds a body; it displaces water from the next step on, gently. Allocates.
 * tn_errorInvalidArgument: something is out of range, or a mesh is not closed: the log says what
 * and where. */
TN_API tnResult tnWater_AddBody(tnWater water, const tnBodyDef* def, tnBody* out);
TN_API tnResult tnWater_RemoveBody(tnWater water, tnBody body);

/* Another shape, size, mass or coefficients for the same body; position and motion come from the
 * def too. Allocates. On failure nothing changes. */
TN_API tnResult tnWater_SetBody(tnWater water, tnBody body, const tnBodyDef* def);

/* Its def, with the position and motion given last; `vertices` and `triangles` are null. */
TN_API tnResult tnWater_GetBody(tnWater water, tnBody body, tnBodyDef* out);

/* Where a body is and how it moves. */
typedef struct tnBodyMotion
{
    tnBody body;
    tnVec3 position;
    tnQuat rotation;
    tnVec3 velocity;
    tnVec3 spin;
} tnBodyMotion;

/* For many bodies at once. All are checked first; on failure nothing changes. */
TN_API tnResult tnWater_SetBodyMotions(tnWater water, const tnBodyMotion* motions, int32_t count);

/* What the water does to a body, from the last step. Weight is not in it. Made for a host that goes
 * on by mass * acceleration = force + mass * gravity: added mass is taken into account. */
typedef struct tnBodyForce
{
    tnVec3 force;            /* (unit: N) */
    tnVec3 torque;           /* about the centre of mass (unit: N m) */
    float submergedVolume;   /* (unit: m^3) */
    tnVec3 centreOfBuoyancy; /* of that volume (unit: m); the centre of mass when it is 0 */
    float waterplaneArea;    /* where the surface cuts it (unit: m^2) */
    float wettedArea;        /* (unit: m^2) */
} tnBodyForce;

TN_API tnResult tnWater_GetBodyForces(tnWater water, const tnBody* bodies, int32_t count,
                                      tnBodyForce* out);

/* A face of a body under water, cut by the surface where it was. */
typedef struct tnWettedFace
{
    tnVec3 centre; /* (unit: m) */
    tnVec3 normal; /* outwards, of length 1 */
    float area;    /* (unit: m^2) */
    float depth;   /* of the centre (unit: m) */
    tnVec3 force;  /* pressure, drag and lift (unit: N) */
} tnWettedFace;

/* The wetted faces of one body now; *count tells how many there are. Writes at most `capacity`;
 * tn_errorCapacity when that is not enough. `out` may be null when capacity is 0. */
TN_API tnResult tnWater_GetWettedFaces(tnWater water, tnBody body, tnWettedFace* out,
                                       int32_t capacity, int32_t* count);

/* Of a homogeneous body of its shape: what a physics engine wants to know. */
typedef struct tnMassProperties
{
    float volume;        /* (unit: m^3) */
    float mass;          /* (unit: kg) */
    tnVec3 centre;       /* of volume, in the body's own axes (unit: m) */
    float inertia[3][3]; /* about the centre of mass at the origin, own axes (unit: kg m^2) */
} tnMassProperties;

TN_API tnResult tnWater_GetMassProperties(tnWater water, tnBody body, tnMassProperties* out);

/* The triangles that the water knows a body by, in its own axes: for drawing. Valid until the body
 * is changed or removed. */
typedef struct tnBodyMesh
{
    const tnVec3* vertices;
    int32_t vertexCount;
    const int32_t* triangles;
    int32_t triangleCount;
} tnBodyMesh;

TN_API tnResult tnWater_GetBodyMesh(tnWater water, tnBody body, tnBodyMesh* out);

/* ------------------------------------------------------------------------------------------------
 * Fields and questions */

typedef enum tnWaterField TN_ENUM_TYPE
{
    tn_waterDepth = 0,     /* of real water (unit: m) */
    tn_waterSurface = 1,   /* height of the surface (unit: m); the ground where it is dry */
    tn_waterTerrain = 2,   /* height of the ground (unit: m) */
    tn_waterVelocityX = 3, /* (unit: m/s); 0 where it is dry */
    tn_waterVelocityY = 4,
    tn_waterDisplaced = 5, /* volume of bodies under water per area (unit: m) */
    tn_waterFoam = 6,      /* 0 to 1 */
    tn_waterDye0 = 8       /* concentration; channel k is + k */
} tnWaterField;

/* All fields are nx x ny, one number for each cell, at its middle. On a GPU: brings all of the
 * water to the host, and waits for it; a second view before the next step costs nothing. See
 * tnWater_RequestField for one that does not wait. */
TN_API tnResult tnWater_GetView(tnWater water, tnWaterField field, tnFieldView* out);

/* The field where it lies on the GPU, for drawing without a copy; see tnGlFieldView. Nothing waits.
 * Depth lies there as it is. The others are made of the state by a dispatch, the terrain is copied
 * there once it has changed: these take memory at the first call. Water that the host has changed,
 * or does in a step (docs/water.md tells what), is copied first. What bodies give to the water at
 * the end of a step is in velocities with the next one, where `sameStep` is not set.
 * tn_errorUnsupported: the water is not on a GPU, or its context is lost; the log says which. */
TN_API tnResult tnWater_GetGlView(tnWater water, tnWaterField field, tnGlFieldView* out);

/* Sets a whole field: nx * ny floats without gaps. NaN and infinity are refused and change nothing.
 * Terrain: the depth of the water on it stays. Surface: depth is what lies above the ground and is
 * not displaced. tn_waterDisplaced is refused. */
TN_API tnResult tnWater_SetField(tnWater water, tnWaterField field, const float* values,
                                 int64_t count);

/* What the water is like at a point of the plane. */
typedef struct tnWaterSample
{
    float surface;   /* height (unit: m); the ground where it is dry */
    float depth;     /* from the ground to the surface (unit: m) */
    float terrain;   /* height of the ground (unit: m) */
    tnVec3 normal;   /* of the surface, of length 1, upwards */
    tnVec3 velocity; /* of the surface, up and down included (unit: m/s) */
    float foam;
    float dye[TN_MAX_WATER_DYES];
} tnWaterSample;

/* At `count` points (unit: m), of the water as the last step left it: no lag. Points outside get
 * the nearest edge's values, or go round where it is periodic. On a GPU: brings all of the water to
 * the host, and waits for it. */
TN_API tnResult tnWater_Sample(tnWater water, const tnVec2* points, int32_t count,
                               tnWaterSample* out);

/* Reads that wait for nothing: as of a flow, see tnFlow_RequestField. On a GPU what bodies give to
 * the water at the end of a step is in velocities with the next one, as of tnWater_GetGlView. */
TN_API tnResult tnWater_RequestField(tnWater water, tnWaterField field, tnRead* out);
TN_API tnResult tnWater_RequestSamples(tnWater water, const tnVec2* points, int32_t count,
                                       tnRead* out);
TN_API tnResult tnWater_GetReadField(tnWater water, tnRead read, bool waits, tnFieldView* out);
TN_API tnResult tnWater_GetReadSamples(tnWater water, tnRead read, bool waits,
                                       const tnWaterSample** samples, int32_t* count);
TN_API tnResult tnWater_EndRead(tnWater water, tnRead read);

/* ------------------------------------------------------------------------------------------------
 * Spray, rain and flecks of foam */

typedef enum tnParticleKind TN_ENUM_TYPE
{
    tn_particleSpray = 0, /* water in the air */
    tn_particleRain = 1,  /* likewise, from above */
    tn_particleFoam = 2   /* drifts on the surface and fades; of no volume */
} tnParticleKind;

typedef struct tnWaterParticle
{
    tnVec3 position; /* (unit: m) */
    tnVec3 velocity; /* (unit: m/s) */
    float volume;    /* of water (unit: m^3) */
    float age;       /* (unit: s) */
    tnParticleKind kind;
} tnWaterParticle;

/* All of them, valid until the next call that changes the water. */
TN_API tnResult tnWater_GetParticles(tnWater water, const tnWaterParticle** particles,
                                     int32_t* count);

/* Throws water into the air: `volume` (unit: m^3) is taken from the water at `position` where
 * `taken` is true, else it is new. tn_errorCapacity: no room, nothing changes. */
TN_API tnResult tnWater_AddSpray(tnWater water, tnVec3 position, tnVec3 velocity, float volume,
                                 bool taken);

/* ------------------------------------------------------------------------------------------------
 * Statistics */

typedef enum tnWaterStage TN_ENUM_TYPE
{
    tn_waterStageEdits = 0, /* strokes and springs */
    tn_waterStageBodies,    /* bodies displace and drag */
    tn_waterStageWaves,     /* substeps of the fluxes, friction, dye and foam */
    tn_waterStageViscosity,
    tn_waterStageForces, /* of the water on bodies */
    tn_waterStageSpray,  /* spray, rain, foam */
    tn_waterStageCount
} tnWaterStage;

TN_API const char* tnWaterStage_ToString(tnWaterStage stage);

typedef struct tnWaterStats
{
    double time;     /* that the water has lived (unit: s) */
    double lostTime; /* that it was asked to live and did not: tn_stepSlow (unit: s) */
    int64_t steps;
    int32_t substeps;   /* of the last step */
    float maxSpeed;     /* (unit: m/s) */
    float maxWaveSpeed; /* |velocity| + sqrt(g depth), the largest (unit: m/s) */
    int32_t tiles;      /* pieces of the grid that can sleep, */
    int32_t tilesAwake; /* and how many were awake in the last substep */
    int32_t spray;      /* drops in the air, */
    int32_t rain;       /* of rain, */
    int32_t foam;       /* and flecks of foam */
    int32_t viscosityIterations;
    tnBackend backend;   /* that computes now: see tnWaterDef.fallback */
    int64_t deviceBytes; /* on a GPU: what the waves read and wrote, counted from its operations */
    float ms[tn_waterStageCount]; /* wall time of each stage */
} tnWaterStats;

TN_API tnResult tnWater_GetStats(tnWater water, tnWaterStats* out);

/* Sums, made when asked for. */
typedef struct tnWaterTotals
{
    double volume;    /* of water on the ground and in the air (unit: m^3) */
    double airborne;  /* the part in the air (unit: m^3) */
    double added;     /* by edges, springs, brushes, rain and fields since creation, less what
                         they took: volume - added stays the same (unit: m^3) */
    double displaced; /* volume of bodies under water (unit: m^3) */
    double momentumX; /* of water, spray included (unit: kg m/s) */
    double momentumY;
    double kineticEnergy;          /* (unit: J) */
    double potentialEnergy;        /* of water above the lowest ground (unit: J) */
    double wetArea;                /* (unit: m^2) */
    double dye[TN_MAX_WATER_DYES]; /* integral over the volume (unit: m^3) */
} tnWaterTotals;

TN_API tnResult tnWater_GetTotals(tnWater water, tnWaterTotals* out);

/* ------------------------------------------------------------------------------------------------
 * Save, restore, hash: as of a flow. Bodies, springs and particles are part of it. */

TN_API size_t tnWater_GetSaveSize(tnWater water);
TN_API tnResult tnWater_Save(tnWater water, void* bytes, size_t capacity, size_t* written);
TN_API tnResult tnWater_Restore(tnWater water, const void* bytes, size_t size);
TN_API uint64_t tnWater_Hash(tnWater water);

#ifdef __cplusplus
}
#endif

#endif
