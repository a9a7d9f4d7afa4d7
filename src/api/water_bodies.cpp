// The public symbols of water.h about bodies.
#include "api/arguments.h"
#include "api/water_checks.h"
#include "core/fpu.h"
#include "field/body_mesh.h"
#include "water/defaults.h"
#include "water/water.h"

#include "tarn/water.h"

#include <algorithm>
#include <cmath>

using namespace tarn;

namespace
{

constexpr float kLeastSize = 1.0e-4f; // m
constexpr float kMostSize = 1.0e5f;
constexpr float kMostBodySpeed = 1.0e7f; // m/s
constexpr float kMostSpin = 1.0e6f;      // rad/s
constexpr int64_t kMostVertices = 1048576;
constexpr int64_t kMostMeshTriangles = 2097152;

ArgumentCheck& motion(ArgumentCheck& check, tnVec3 position, tnQuat rotation, tnVec3 velocity,
                      tnVec3 spin)
{
    checkVector(check, "position", position, defaults::kFarthestPlace,
                "give coordinates within 1e9 metres");
    checkVector(check, "velocity", velocity, kMostBodySpeed, "give at most 1e7 m/s either way");
    checkVector(check, "spin", spin, kMostSpin, "give at most 1e6 rad/s either way");
    check.finite("rotation.x", rotation.x)
        .finite("rotation.y", rotation.y)
        .finite("rotation.z", rotation.z)
        .finite("rotation.w", rotation.w);
    const float largest = std::max(std::max(std::fabs(rotation.x), std::fabs(rotation.y)),
                                   std::max(std::fabs(rotation.z), std::fabs(rotation.w)));
    return check.within("the largest part of rotation", largest, 1.0e-15f, 1.0e15f,
                        "give a quaternion that is not 0, as 0, 0, 0, 1");
}

ArgumentCheck& sizes(ArgumentCheck& check, const tnBodyDef& def)
{
    constexpr const char* kSize = "give 1e-4 to 1e5 metres";
    if (def.shape == tn_bodyBox)
    {
        return check.within("halfSize.x", def.halfSize.x, kLeastSize, kMostSize, kSize)
            .within("halfSize.y", def.halfSize.y, kLeastSize, kMostSize, kSize)
            .within("halfSize.z", def.halfSize.z, kLeastSize, kMostSize, kSize);
    }
    if (def.shape == tn_bodyMesh)
    {
        return check
            .within("vertexCount", int64_t{def.vertexCount}, 4, kMostVertices,
                    "give 4 to 1048576 vertices", tn_errorSize)
            .within("triangleCount", int64_t{def.triangleCount}, 4, kMostMeshTriangles,
                    "give 4 to 2097152 triangles", tn_errorSize);
    }
    check.within("radius", def.radius, kLeastSize, kMostSize, kSize);
    const float least = def.shape == tn_bodyCylinder ? kLeastSize : 0.0f;
    return def.shape == tn_bodySphere
               ? check
               : check.within("halfLength", def.halfLength, least, kMostSize, kSize);
}

const char* sentenceOf(BodyMeshFault fault)
{
    switch (fault)
    {
    case BodyMeshFault::tooFewVertices:
        return "has too few vertices; a closed mesh has 4 or more";
    case BodyMeshFault::tooFewTriangles:
        return "has too few triangles; a closed mesh has 4 or more";
    case BodyMeshFault::notFinite:
        return "has a vertex that is not finite; give numbers";
    case BodyMeshFault::tooFar:
        return "has a vertex beyond 1e6 metres; give it around the centre of mass";
    case BodyMeshFault::indexOutOfRange:
        return "has a triangle with a corner that is no vertex; number them from 0";
    case BodyMeshFault::repeatedVertex:
        return "has a triangle with the same vertex twice; leave it out";
    case BodyMeshFault::openEdge:
        return "has a hole: an edge with a triangle on one side only; close it";
    case BodyMeshFault::doubledEdge:
        return "has an edge twice in one direction; turn one triangle over, or part the pieces";
    case BodyMeshFault::insideOut:
        return "is inside out; swap two corners of every triangle";
    default:
        return "has no volume; give a solid";
    }
}

tnResult checkMesh(const tnBodyDef& def, const char* caller)
{
    if (def.vertices == nullptr || def.triangles == nullptr)
    {
        return refuseNull(caller, def.vertices == nullptr ? "vertices" : "triangles");
    }
    Arena scratch;
    const size_t numbers = bodyMeshScratch(def.triangleCount);
    if (!scratch.create(arenaBytes(numbers, sizeof(uint64_t))))
    {
        logMessage(tn_logError, tn_logOutOfMemory, "%s: no memory to check %d triangles", caller,
                   def.triangleCount);
        return tn_errorOutOfMemory;
    }
    const BodyMeshProblem problem =
        problemOf({def.vertices, def.vertexCount, def.triangles, def.triangleCount},
                  {scratch.take<uint64_t>(numbers), numbers});
    if (problem.fault == BodyMeshFault::none)
    {
        return tn_success;
    }
    logMessage(tn_logError, tn_logBodyMesh,
               "%s: the mesh %s (triangle %d, vertex %d, vertex %d; value %g)", caller,
               sentenceOf(problem.fault), problem.triangle, problem.vertex, problem.other,
               problem.value);
    return problem.fault == BodyMeshFault::notFinite ? tn_errorNotFinite : tn_errorInvalidArgument;
}

} // namespace

tnResult tarn::checkBody(const tnBodyDef& def, const char* caller)
{
    ArgumentCheck check(caller, tn_logBodyDef);
    check.within("shape", int64_t{def.shape}, tn_bodySphere, tn_bodyMesh,
                 "use one of the values of tnBodyShape");
    if (check.isGood())
    {
        sizes(check, def);
    }
    check.within("facets", int64_t{def.facets}, 0, kMostMeshTriangles, "give 0 to 2097152")
        .within("mass", def.mass, 0.0f, 1.0e15f, "give kg above 0, or 0 to use density")
        .within("drag", def.drag, -1.0e9f, 10.0f, "give 0 to 10, or below 0 for the shape's own")
        .within("lift", def.lift, 0.0f, 10.0f, "give 0 to 10")
        .within("effectiveArea", def.effectiveArea, 0.0f, 1.0f, "give 0 to 1")
        .within("addedMass", def.addedMass, 0.0f, 10.0f, "give 0 to 10, as 0.5");
    if (def.mass > 0.0f)
    {
        check.within("mass", def.mass, 1.0e-12f, 1.0e15f, "give 1e-12 to 1e15 kg");
    }
    else
    {
        check.within("density", def.density, 1.0e-6f, 1.0e12f, "give kg/m^3 above 0, as 500");
    }
    motion(check, def.position, def.rotation, def.velocity, def.spin);
    if (check.isGood() && def.shape == tn_bodyMesh)
    {
        check.also(checkMesh(def, caller));
    }
    return check.result();
}

namespace
{

BodyState* findBody(Water& water, tnBody body, const char* caller)
{
    BodyState* found = water.findBody(body);
    if (found == nullptr)
    {
        logMessage(tn_logError, tn_logInvalidHandle,
                   "%s: body {%u, %u} is null or was removed; add it first", caller, body.index,
                   body.generation);
    }
    return found;
}

tnResult noMemory(tnResult result, const char* caller)
{
    if (result == tn_errorOutOfMemory)
    {
        logMessage(tn_logError, tn_logOutOfMemory, "%s: no memory for the body; use fewer facets",
                   caller);
    }
    return result;
}

// Answers a question about a body: body(water, state, *out), once all are known to be there.
template <class T, class Body>
tnResult answerBody(tnWater handle, tnBody body, T* out, const char* caller, Body&& ask)
{
    return answer(handle, out, caller, [&](Water& water, T& to) {
        BodyState* state = findBody(water, body, caller);
        if (state == nullptr)
        {
            return tn_errorInvalidHandle;
        }
        ask(*state, to);
        return tn_success;
    });
}

} // namespace

tnBodyDef tnDefaultBodyDef(void)
{
    tnBodyDef def = {};
    def.radius = defaults::kBodySize;
    def.halfSize = {defaults::kBodySize, defaults::kBodySize, defaults::kBodySize};
    def.halfLength = defaults::kBodySize;
    def.density = defaults::kBodyDensity;
    def.rotation = {0.0f, 0.0f, 0.0f, 1.0f};
    def.drag = -1.0f;
    def.lift = defaults::kLift;
    def.effectiveArea = 1.0f;
    def.addedMass = defaults::kAddedMass;
    return def;
}

tnResult tnWater_AddBody(tnWater handle, const tnBodyDef* def, tnBody* out)
{
    constexpr const char* kCaller = "tnWater_AddBody";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (def == nullptr || out == nullptr)
    {
        return refuseNull(kCaller, def == nullptr ? "def" : "out");
    }
    *out = tnBody{};
    const FpuScope fpu;
    tnResult result = checkBody(*def, kCaller);
    if (result != tn_success)
    {
        return result;
    }
    result = noMemory(water->addBody(*def, out), kCaller);
    if (result == tn_errorCapacity)
    {
        refuse(result, tn_logCapacity, kCaller, "the number of bodies", water->def().bodyCapacity,
               "remove some, or raise bodyCapacity");
    }
    return result;
}

tnResult tnWater_RemoveBody(tnWater handle, tnBody body)
{
    constexpr const char* kCaller = "tnWater_RemoveBody";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr || findBody(*water, body, kCaller) == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    const FpuScope fpu;
    water->removeBody(body);
    return tn_success;
}

tnResult tnWater_SetBody(tnWater handle, tnBody body, const tnBodyDef* def)
{
    constexpr const char* kCaller = "tnWater_SetBody";
    Water* water = findWater(handle, kCaller);
    BodyState* state = water != nullptr ? findBody(*water, body, kCaller) : nullptr;
    if (state == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (def == nullptr)
    {
        return refuseNull(kCaller, "def");
    }
    const FpuScope fpu;
    const tnResult result = checkBody(*def, kCaller);
    return result == tn_success ? noMemory(water->setBody(*state, *def), kCaller) : result;
}

tnResult tnWater_GetBody(tnWater handle, tnBody body, tnBodyDef* out)
{
    return answerBody(handle, body, out, "tnWater_GetBody",
                      [](const BodyState& state, tnBodyDef& def) { def = state.def; });
}

tnResult tnWater_SetBodyMotions(tnWater handle, const tnBodyMotion* motions, int32_t count)
{
    constexpr const char* kCaller = "tnWater_SetBodyMotions";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (count < 0)
    {
        return refuse(tn_errorSize, tn_logBodyMotion, kCaller, "count", count, "give 0 or more");
    }
    if (count > 0 && motions == nullptr)
    {
        return refuseNull(kCaller, "motions");
    }
    for (int32_t k = 0; k < count; ++k)
    {
        const tnBodyMotion& m = motions[k];
        ArgumentCheck check(kCaller, tn_logBodyMotion);
        if (findBody(*water, m.body, kCaller) == nullptr)
        {
            return tn_errorInvalidHandle;
        }
        if (!motion(check, m.position, m.rotation, m.velocity, m.spin).isGood())
        {
            return check.result();
        }
    }
    const FpuScope fpu;
    for (int32_t k = 0; k < count; ++k)
    {
        setMotion(*water->findBody(motions[k].body), motions[k]);
    }
    return tn_success;
}

tnResult tnWater_GetBodyForces(tnWater handle, const tnBody* bodies, int32_t count,
                               tnBodyForce* out)
{
    constexpr const char* kCaller = "tnWater_GetBodyForces";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (count < 0)
    {
        return refuse(tn_errorSize, tn_logBodyMotion, kCaller, "count", count, "give 0 or more");
    }
    if (count > 0 && (bodies == nullptr || out == nullptr))
    {
        return refuseNull(kCaller, bodies == nullptr ? "bodies" : "out");
    }
    for (int32_t k = 0; k < count; ++k)
    {
        const BodyState* state = findBody(*water, bodies[k], kCaller);
        if (state == nullptr)
        {
            return tn_errorInvalidHandle;
        }
        out[k] = state->body.forces.host;
    }
    return tn_success;
}

tnResult tnWater_GetWettedFaces(tnWater handle, tnBody body, tnWettedFace* out, int32_t capacity,
                                int32_t* count)
{
    constexpr const char* kCaller = "tnWater_GetWettedFaces";
    Water* water = findWater(handle, kCaller);
    BodyState* state = water != nullptr ? findBody(*water, body, kCaller) : nullptr;
    if (state == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (capacity < 0)
    {
        return refuse(tn_errorSize, tn_logBodyDef, kCaller, "capacity", capacity, "give 0 or more");
    }
    if (count == nullptr || (out == nullptr && capacity > 0))
    {
        return refuseNull(kCaller, count == nullptr ? "count" : "out");
    }
    const FpuScope fpu;
    *count = water->wettedFaces(*state, out, capacity);
    return *count <= capacity ? tn_success
                              : refuse(tn_errorCapacity, tn_logCapacity, kCaller, "capacity",
                                       capacity, "give room for as many faces as *count says");
}

tnResult tnWater_GetMassProperties(tnWater handle, tnBody body, tnMassProperties* out)
{
    return answerBody(handle, body, out, "tnWater_GetMassProperties",
                      [](const BodyState& state, tnMassProperties& properties) {
                          const FpuScope fpu;
                          const double density =
                              static_cast<double>(state.def.mass) / state.mass.volume;
                          properties.volume = static_cast<float>(state.mass.volume);
                          properties.mass = state.def.mass;
                          properties.centre = narrow(state.mass.centre);
                          for (int32_t r = 0; r < 3; ++r)
                          {
                              for (int32_t c = 0; c < 3; ++c)
                              {
                                  properties.inertia[r][c] =
                                      static_cast<float>(density * state.mass.inertia[r][c]);
                              }
                          }
                      });
}

tnResult tnWater_GetBodyMesh(tnWater handle, tnBody body, tnBodyMesh* out)
{
    return answerBody(handle, body, out, "tnWater_GetBodyMesh",
                      [](const BodyState& state, tnBodyMesh& mesh) { mesh = state.mesh; });
}
