// The public symbols of solver.h: every argument is checked here.
#include "tarn/solver.h"

#include "api/arguments.h"
#include "api/gl_devices.h"
#include "core/handle_table.h"
#include "core/log.h"
#include "solve/defaults.h"
#include "solve/solver.h"

#include <cmath>

using namespace tarn;

namespace
{

constinit HandleTable<Solver, tnSolver> gSolvers;

Solver* findSolver(tnSolver handle, const char* caller)
{
    Solver* solver = gSolvers.find(handle);
    if (solver == nullptr)
    {
        logMessage(tn_logError, tn_logInvalidHandle,
                   "%s: solver {%u, %u} is null or was destroyed; create it first", caller,
                   handle.index, handle.generation);
    }
    return solver;
}

bool isEdge(tnEdge edge)
{
    return edge == tn_edgeNeumann || edge == tn_edgeDirichlet || edge == tn_edgePeriodic;
}

tnResult checkAxis(const char* caller, const char* cellsName, int32_t cells, const char* edgesName,
                   tnEdge low, tnEdge high)
{
    if (cells < 1 || cells > defaults::kMaxCells)
    {
        return refuse(tn_errorSize, tn_logSolverSize, caller, cellsName, cells,
                      "a grid has 1 to 32768 cells along an axis");
    }
    if (!isEdge(low) || !isEdge(high))
    {
        return refuse(tn_errorInvalidArgument, tn_logSolverDef, caller, edgesName,
                      isEdge(low) ? high : low, "use one of the values of tnEdge");
    }
    if ((low == tn_edgePeriodic) != (high == tn_edgePeriodic))
    {
        logMessage(tn_logError, tn_logSolverDef,
                   "%s: %s: only one of them is tn_edgePeriodic; make both so, or neither", caller,
                   edgesName);
        return tn_errorInvalidArgument;
    }
    return tn_success;
}

tnResult checkDef(const tnSolverDef& def)
{
    constexpr const char* kCaller = "tnCreateSolver";
    tnResult result = checkAxis(kCaller, "nx", def.nx, "left and right", def.left, def.right);
    if (result == tn_success)
    {
        result = checkAxis(kCaller, "ny", def.ny, "bottom and top", def.bottom, def.top);
    }
    if (result != tn_success)
    {
        return result;
    }
    if (!std::isfinite(def.cellSize) || !(def.cellSize > 0.0f))
    {
        return refuse(tn_errorInvalidArgument, tn_logSolverDef, kCaller, "cellSize",
                      static_cast<double>(def.cellSize), "give a length in metres above 0");
    }
    if (def.graphBytes < 0 || def.graphBytes > defaults::kMaxGraphBytes)
    {
        return refuse(tn_errorInvalidArgument, tn_logSolverDef, kCaller, "graphBytes",
                      def.graphBytes, "give 0 to 256 bytes a cell");
    }
    if (def.backend != tn_backendCpu && def.backend != tn_backendReference &&
        def.backend != tn_backendGL)
    {
        return refuse(tn_errorInvalidArgument, tn_logSolverDef, kCaller, "backend", def.backend,
                      "use one of the values of tnBackend");
    }
    return tn_success;
}

tnResult checkParams(const tnSolveParams& params)
{
    const auto bad = [](const char* what, double value, const char* remedy) {
        return refuse(tn_errorInvalidArgument, tn_logSolveParams, "tnSolver_Solve", what, value,
                      remedy);
    };
    const auto isSweeps = [](int32_t sweeps) {
        return sweeps >= 0 && sweeps <= defaults::kMaxSweeps;
    };
    if (params.method < tn_methodAuto || params.method > tn_methodDirect)
    {
        return bad("method", params.method, "use one of the values of tnSolverMethod");
    }
    if (!std::isfinite(params.tolerance) || params.tolerance < 0.0f)
    {
        return bad("tolerance", static_cast<double>(params.tolerance),
                   "give a number >= 0, such as 1e-4");
    }
    if (params.maxIterations < 0 || params.maxIterations > defaults::kMaxIterations)
    {
        return bad("maxIterations", params.maxIterations, "give 0 to 1000000");
    }
    if (!isSweeps(params.preSweeps))
    {
        return bad("preSweeps", params.preSweeps, "give 1 to 8, or 0 for what is best");
    }
    if (!isSweeps(params.postSweeps))
    {
        return bad("postSweeps", params.postSweeps, "give 1 to 8, or 0 for what is best");
    }
    if (!(params.relaxation >= 0.0f && params.relaxation < 2.0f))
    {
        return bad("relaxation", static_cast<double>(params.relaxation),
                   "give a number above 0 and below 2, or 0 for the best");
    }
    return tn_success;
}

// Names the cell or face: its column and row.
tnResult refuseValue(const char* caller, const Solver::Refusal& bad, int32_t columns)
{
    const bool coefficient = bad.array[0] == 'a' || bad.array[0] == 'b';
    const bool negative = coefficient && bad.value < 0.0f;
    logMessage(tn_logError, negative ? tn_logNegative : tn_logNotFinite,
               "%s: %s[%lld] (column %d, row %d) is %g; %s", caller, bad.array,
               static_cast<long long>(int64_t{bad.row} * columns + bad.column), bad.column, bad.row,
               static_cast<double>(bad.value),
               negative ? "coefficients are >= 0" : "give finite numbers");
    return negative ? tn_errorNegative : tn_errorNotFinite;
}

} // namespace

tnSolverDef tnDefaultSolverDef(void)
{
    tnSolverDef def = {};
    def.nx = defaults::kCells;
    def.ny = defaults::kCells;
    def.cellSize = 1.0f;
    return def;
}

tnSolveParams tnDefaultSolveParams(void)
{
    tnSolveParams params = {};
    params.tolerance = defaults::kTolerance;
    params.maxIterations = defaults::kIterations;
    return params;
}

tnResult tnCreateSolver(const tnSolverDef* def, tnSolver* out)
{
    if (out == nullptr)
    {
        return refuseNull("tnCreateSolver", "out");
    }
    *out = tnSolver{};
    if (def == nullptr)
    {
        return refuseNull("tnCreateSolver", "def");
    }
    tnResult result = checkDef(*def);
    if (result != tn_success)
    {
        return result;
    }
    GlDevice* gl = nullptr;
    result = findGlDevice(def->backend, def->gl, "tnCreateSolver", &gl);
    if (result != tn_success)
    {
        return result;
    }
    Solver* solver = nullptr;
    result = Solver::create(*def, &solver, gl);
    if (result == tn_errorOutOfMemory)
    {
        logMessage(tn_logError, tn_logOutOfMemory,
                   "tnCreateSolver: no memory for %d x %d cells (about %lld MB); use a smaller "
                   "grid",
                   def->nx, def->ny,
                   static_cast<long long>(int64_t{def->nx} * def->ny *
                                          static_cast<int64_t>(defaults::kBytesPerCell) / 1000000));
    }
    if (result != tn_success)
    {
        return result;
    }
    result = gSolvers.add(solver, out);
    if (result != tn_success)
    {
        logMessage(tn_logError, tn_logHandleTableFull,
                   "tnCreateSolver: all 4096 solvers are in use; destroy some");
        solver->destroy();
    }
    return result;
}

tnResult tnDestroySolver(tnSolver handle)
{
    if (findSolver(handle, "tnDestroySolver") == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    Solver* solver = gSolvers.remove(handle);
    if (solver == nullptr) // another thread destroyed it in between
    {
        return tn_errorInvalidHandle;
    }
    solver->destroy();
    return tn_success;
}

bool tnSolver_IsValid(tnSolver handle)
{
    return gSolvers.find(handle) != nullptr;
}

tnResult tnSolver_SetCoefficients(tnSolver handle, const float* a, const float* bx, const float* by)
{
    constexpr const char* kCaller = "tnSolver_SetCoefficients";
    Solver* solver = findSolver(handle, kCaller);
    if (solver == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    const int32_t nx = solver->nx();
    const Coefficients given = {tightRows(a, nx), tightRows(bx, nx + 1), tightRows(by, nx)};
    const Solver::Refusal bad = solver->examine(given);
    if (bad.array != nullptr)
    {
        return refuseValue(kCaller, bad, nx + (bad.array[1] == 'x' ? 1 : 0));
    }
    solver->setCoefficients(given);
    solver->provideGraphMemory();
    return tn_success;
}

tnResult tnSolver_Solve(tnSolver handle, const float* r, float* x, float* remainder,
                        const tnSolveParams* params, tnSolveResult* result)
{
    constexpr const char* kCaller = "tnSolver_Solve";
    Solver* solver = findSolver(handle, kCaller);
    if (solver == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (r == nullptr || x == nullptr)
    {
        return refuseNull(kCaller, r == nullptr ? "r" : "x");
    }
    const tnSolveParams used = params != nullptr ? *params : tnDefaultSolveParams();
    const tnResult checked = checkParams(used);
    if (checked != tn_success)
    {
        return checked;
    }
    const int32_t nx = solver->nx();
    Solver::Refusal bad;
    const tnResult solved = solver->solve(tightRows(r, nx), tightRows(x, nx),
                                          tightRows(remainder, nx), used, result, &bad);
    if (solved == tn_errorNotFinite)
    {
        return refuseValue(kCaller, bad, nx);
    }
    if (solved == tn_errorUnsupported)
    {
        logMessage(
            tn_logError, tn_logGl,
            "%s: the OpenGL context was lost; destroy the solver and its tnGl, and make them "
            "anew",
            kCaller);
    }
    if (solved == tn_errorOverflow)
    {
        logMessage(
            tn_logError, tn_logOverflow,
            "%s: the solution, or what the method makes of it on the way, does not fit 32-bit "
            "floats; scale r down, raise the smallest coefficients, or use tn_methodAuto",
            kCaller);
    }
    return solved;
}

tnResult tnSolver_GetInfo(tnSolver handle, tnSolverInfo* out)
{
    const Solver* solver = findSolver(handle, "tnSolver_GetInfo");
    if (solver == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (out == nullptr)
    {
        return refuseNull("tnSolver_GetInfo", "out");
    }
    *out = solver->info();
    return tn_success;
}
