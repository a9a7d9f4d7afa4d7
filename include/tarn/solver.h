/* tarn/solver.h: the implicit solver that pressure, viscosity and diffusion share.
 *
 *     (a - div(b grad)) x = r        a per cell, b per face, both >= 0
 *
 * on a rectangular staggered grid of square cells. Cells are numbered row by row from the
 * lower left: cell (i, j) is element j*nx + i of an array of nx*ny floats. A face between two
 * columns, `bx`, is element j*(nx+1) + i of (nx+1)*ny floats (face i is left of cell i); a face
 * between two rows, `by`, is element j*nx + i of nx*(ny+1) floats (face j is below cell j).
 * A face with b = 0 is shut. A cell with a = 0 whose faces are all shut is solid.
 *
 * A solver owns its memory from its creation on. Solving allocates nothing (but for tn_backendGL,
 * when it first brings a field back; see docs/solver.md), setting coefficients only what solids
 * that are finer than any before may want (`graphBytes`). Different solvers may be used from
 * different threads at the same time; one solver from one thread at a time. The result has the same
 * bits for every number of threads and for every instruction set, but for tn_backendGL.
 */
#ifndef TARN_SOLVER_H
#define TARN_SOLVER_H

#include "tarn/base.h"
#include "tarn/gl.h"
#include "tarn/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A solver. Zero is null; a destroyed one is recognised and refused. */
typedef struct tnSolver
{
    uint32_t index;
    uint32_t generation;
} tnSolver;

/* What x does at an edge of the grid. */
typedef enum tnEdge TN_ENUM_TYPE
{
    tn_edgeNeumann = 0,   /* no flux through the edge: a wall. b on the edge is not used. */
    tn_edgeDirichlet = 1, /* x = 0 on the edge itself, half a cell from the cell centre: open air.
                             For x = g there, add 2 b g / cellSize^2 to r of the edge's cells. */
    tn_edgePeriodic = 2   /* continues at the opposite edge, which must be periodic too. The two
                             edges are one face: b is read at the left (lower) one. */
} tnEdge;

/* How to solve. docs/solver.md tells what each leaves of the residual, docs/benchmarks.md its cost.
 */
typedef enum tnSolverMethod TN_ENUM_TYPE
{
    tn_methodAuto = 0,              /* tn_methodDirect where it can and a tolerance is asked for;
                                       else V-cycles, and tn_methodMultigridCG when they stall or
                                       make it worse */
    tn_methodMultigrid = 1,         /* V-cycles: each leaves a twentieth of the residual, a sixth
                                       among many solids. Where b jumps they may leave more than
                                       there was: the solve then ends, and tn_logDivergence says so
                                       (with a tolerance; without, all cycles are made) */
    tn_methodMultigridCG = 2,       /* conjugate gradient with a multigrid preconditioner whose
                                       coarse levels follow the passages between solids: mazes,
                                       one-cell walls, porous blocks */
    tn_methodConjugateGradient = 3, /* plain; iterations grow with the grid's width */
    tn_methodGaussSeidel = 4,       /* red-black, with over-relaxation */
    tn_methodJacobi = 5,            /* damped by 2/3; the textbook's */
    tn_methodDirect = 6             /* no iterations: waves along rows, elimination along columns;
                                       all but rounding is found in the time of two V-cycles. For
                                       boxes, on the CPU: b is the same on all faces between cells
                                       and a in all cells; rows are a multiple of 32 cells that only
                                       2, 3, 5 and 7 divide; left and right are walls both, open
                                       both or periodic; bottom and top are not periodic. Elsewhere
                                       it does what tn_methodAuto does. */
} tnSolverMethod;

/* What a solver is created with. Start from tnDefaultSolverDef(). */
typedef struct tnSolverDef
{
    int32_t nx;     /* cells in x, 1 to 32768; default 256 */
    int32_t ny;     /* cells in y, 1 to 32768; default 256. A cell takes 48 bytes, of grids below
                       65,536 cells up to twice that. */
    float cellSize; /* width and height of a cell (unit: metres), > 0; default 1 */
    tnEdge left;    /* default tn_edgeNeumann, like the others */
    tnEdge right;   /* left and right are periodic both or neither */
    tnEdge bottom;  /* likewise bottom and top */
    tnEdge top;
    tnBackend backend;  /* default tn_backendCpu */
    tnGl gl;            /* of tn_backendGL: where it computes */
    int32_t threads;    /* of the built-in pool; 0: one per core (default), 1: the caller only */
    tnTaskSystem tasks; /* the host's own; all zero (default): the built-in pool */
    int32_t graphBytes; /* extra memory (unit: bytes per cell) for domains with fine solids, taken
                           at creation; 1 to 256, and the log says where it is too little. Every
                           pattern fits with 32. 0 (default): tnSolver_SetCoefficients takes what
                           the solids at hand want, up to as much, which on a GPU it does not. */
} tnSolverDef;

/* How to solve once. Start from tnDefaultSolveParams(). */
typedef struct tnSolveParams
{
    tnSolverMethod method; /* default tn_methodAuto */
    float tolerance;       /* stop when |r - A x| <= tolerance |r| (2-norms); 0: run all
                              iterations; default 1e-4, >= 0 */
    int32_t maxIterations; /* stop after this many at the latest; default 100, 0 to 1000000 */
    bool warmStart;        /* start from the given x instead of zero; default false */
    int32_t preSweeps;     /* of the V-cycle, before going down; 1 to 8; 0, the default: what is
                              best for the domain */
    int32_t postSweeps;    /* and after coming up, likewise */
    float relaxation;      /* of tn_methodGaussSeidel; 0 (default): the best for the grid's
                              size; else > 0 and < 2 */
} tnSolveParams;

/* What a solve did. */
typedef struct tnSolveResult
{
    bool converged;         /* the tolerance was reached */
    tnSolverMethod method;  /* the method that finished the work */
    int32_t iterations;     /* cycles, sweeps or conjugate gradient steps, all told */
    int32_t refinements;    /* times the residual was taken again in 64 bits */
    float relativeResidual; /* |r - A x| / |r| at the end, of the compatible r */
    float factor;           /* mean reduction of the residual per iteration */
    int32_t closedRegions;  /* regions with a = 0 that no open Dirichlet edge touches. Each has its
                               own constant: the mean of x in it is made 0. Solid cells are not
                               counted. */
    float incompatibility;  /* |part of r that no x can produce| / |r|: each closed region's
                               mean, which was left out; 0 when r sums to zero in each */
} tnSolveResult;

/* What a solver is like. */
typedef struct tnSolverInfo
{
    int64_t memoryBytes; /* all that the solver owns, all levels included */
    int32_t levels;      /* of the multigrid */
    int32_t graphLevels; /* of the preconditioner for hard domains: those that follow the
                            passages; 0 until it was needed */
    int32_t threads;     /* that work on a solve */
} tnSolverInfo;

TN_API tnSolverDef tnDefaultSolverDef(void);
TN_API tnSolveParams tnDefaultSolveParams(void);

/* Makes a solver with a = 0 and b = 1. On failure *out is null and nothing is kept.
 * tn_errorSize: nx or ny out of range. tn_errorInvalidArgument: another field is; the log says
 * which. tn_errorOutOfMemory: the allocator, or the device, gave none. tn_errorInvalidHandle: of
 * tn_backendGL, gl is null or was destroyed. tn_errorUnsupported: the device cannot; the log says
 * why. */
TN_API tnResult tnCreateSolver(const tnSolverDef* def, tnSolver* out);

TN_API tnResult tnDestroySolver(tnSolver solver);

TN_API bool tnSolver_IsValid(tnSolver solver);

/* Sets the coefficients: `a` for nx*ny cells (unit of r over x), `bx` for (nx+1)*ny and `by` for
 * nx*(ny+1) faces (the same unit times metres squared). NULL means 0 for a and 1 for b.
 * Negative or non-finite values are refused and change nothing. Costs two to five V-cycles. May
 * allocate up to 32 bytes a cell for the finest solids; see tnSolverDef.graphBytes. */
TN_API tnResult tnSolver_SetCoefficients(tnSolver solver, const float* a, const float* bx,
                                         const float* by);

/* Solves for x, nx*ny floats, given r, nx*ny floats.
 *
 * 32-bit numbers cannot hold every solution: on a large grid the rounding of x alone leaves a
 * residual of 1e-5 to 1e-2 of r. `remainder`, where given (nx*ny floats), receives what does not
 * fit into x, so that x + remainder has the residual that is reported; use both when you take
 * gradients. Without it, relativeResidual is that of x alone and may stay above the tolerance.
 *
 * `params` NULL means the defaults; `result` may be NULL. On an error x, remainder and *result
 * are untouched, but for tn_errorOverflow (the solution does not fit 32-bit floats) and
 * tn_errorUnsupported (the OpenGL context was lost), which leave nothing of use in x and
 * remainder. With a warm start the remainder is output only. Arrays may
 * not overlap. tn_success is returned whether or not the tolerance was
 * reached: see result->converged. */
TN_API tnResult tnSolver_Solve(tnSolver solver, const float* r, float* x, float* remainder,
                               const tnSolveParams* params, tnSolveResult* result);

TN_API tnResult tnSolver_GetInfo(tnSolver solver, tnSolverInfo* out);

#ifdef __cplusplus
}
#endif

#endif
