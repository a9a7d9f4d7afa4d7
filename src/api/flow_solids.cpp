// The public symbols of flow.h about solids.
#include "api/arguments.h"
#include "api/flow_checks.h"
#include "core/fpu.h"
#include "flow/defaults.h"

#include "tarn/flow.h"

#include <algorithm>

using namespace tarn;

namespace
{

constexpr float kMostSize = 1.0e6f;

tnResult checkMotion(tnVec2 position, float angle, tnVec2 velocity, float spin, const char* caller)
{
    constexpr const char* kFast = "give at most 1e12 either way";
    ArgumentCheck check(caller, tn_logSolidDef);
    check.also(checkPoint("position", position, caller, tn_logSolidDef))
        .within("angle", angle, -1.0e9f, 1.0e9f, "give radians within 1e9")
        .within("velocity.x", velocity.x, -kMostSpeed, kMostSpeed, kFast)
        .within("velocity.y", velocity.y, -kMostSpeed, kMostSpeed, kFast)
        .within("spin", spin, -defaults::kMostSpin, defaults::kMostSpin,
                "give radians per second within 1e9");
    return check.result();
}

// Says what problemOf found.
tnResult refuseShape(const ShapeProblem& problem, const char* caller)
{
    const char* field = "";
    switch (problem.field)
    {
    case ShapeField::radius:
        field = "radius";
        break;
    case ShapeField::halfWidth:
        field = "halfSize.x";
        break;
    case ShapeField::halfHeight:
        field = "halfSize.y";
        break;
    case ShapeField::vertices:
        field = "vertices";
        break;
    }
    const auto bad = [&](const char* what, const char* remedy) {
        return refuse(tn_errorInvalidArgument, tn_logSolidDef, caller, what, problem.value, remedy);
    };
    switch (problem.fault)
    {
    case ShapeFault::none:
        break;
    case ShapeFault::notFinite:
        return refuse(tn_errorNotFinite, tn_logNotFinite, caller, field, problem.value,
                      "give finite numbers");
    case ShapeFault::notPositive:
        return bad(field, "give metres above 0");
    case ShapeFault::negative:
        return bad(field, "give metres of 0 or more");
    case ShapeFault::roundedTooMuch:
        return bad("radius", "the corners of a box are at most as round as its half sizes");
    case ShapeFault::tooFewVertices:
    case ShapeFault::tooManyVertices:
        return bad("vertexCount", "a polygon has 3 to 64 vertices");
    case ShapeFault::noArea:
        return bad("the polygon's area", "give vertices that are not on one line");
    case ShapeFault::repeatedVertex:
        logMessage(tn_logError, tn_logSolidDef,
                   "%s: vertices[%d] and vertices[%d] are the same point; leave one out", caller,
                   problem.index, problem.other);
        return tn_errorInvalidArgument;
    case ShapeFault::crossingEdges:
        logMessage(tn_logError, tn_logSolidDef,
                   "%s: the sides from vertices[%d] and vertices[%d] cross; give the vertices in "
                   "the order they have around the solid",
                   caller, problem.index, problem.other);
        return tn_errorInvalidArgument;
    }
    return tn_success;
}

tnResult checkSizes(const tnSolidDef& def, const char* caller)
{
    constexpr const char* kRemedy = "give at most 1e6 metres";
    ArgumentCheck check(caller, tn_logSolidDef);
    check.within("type", int64_t{def.type}, tn_shapeCircle, tn_shapePolygon,
                 "use one of the values of tnShapeType");
    if (def.type == tn_shapePolygon)
    {
        check.within("vertexCount", int64_t{def.vertexCount}, 3, TN_MAX_SOLID_VERTICES,
                     "a polygon has 3 to 64 vertices");
        if (check.isGood() && def.vertices == nullptr)
        {
            return refuseNull(caller, "vertices");
        }
        for (int32_t k = 0; k < def.vertexCount && check.isGood(); ++k)
        {
            check.within("vertices.x", def.vertices[k].x, -kMostSize, kMostSize, kRemedy)
                .within("vertices.y", def.vertices[k].y, -kMostSize, kMostSize, kRemedy);
        }
        return check.result();
    }
    return check.within("radius", def.radius, -kMostSize, kMostSize, kRemedy)
        .within("halfSize.x", def.halfSize.x, -kMostSize, kMostSize, kRemedy)
        .within("halfSize.y", def.halfSize.y, -kMostSize, kMostSize, kRemedy)
        .result();
}

Shape shapeOf(const tnSolidDef& def)
{
    switch (def.type)
    {
    case tn_shapeBox:
        return boxShape(def.halfSize.x, def.halfSize.y, def.radius);
    case tn_shapeCapsule:
        return capsuleShape(def.halfSize.x, def.radius);
    case tn_shapePolygon:
    {
        ShapeVertex vertices[TN_MAX_SOLID_VERTICES];
        for (int32_t k = 0; k < def.vertexCount; ++k)
        {
            vertices[k] = {def.vertices[k].x, def.vertices[k].y};
        }
        return polygonShape(vertices, def.vertexCount);
    }
    case tn_shapeCircle:
        break;
    }
    return circleShape(def.radius);
}

SolidState* findSolid(Flow* flow, tnSolid solid, const char* caller)
{
    SolidState* found = flow->findSolid(solid);
    if (found == nullptr)
    {
        logMessage(tn_logError, tn_logInvalidHandle,
                   "%s: solid {%u, %u} is null or was removed; add it first", caller, solid.index,
                   solid.generation);
    }
    return found;
}

} // namespace

tnSolidDef tnDefaultSolidDef(void)
{
    tnSolidDef def = {};
    def.radius = defaults::kSolidSize;
    def.halfSize = {defaults::kSolidSize, defaults::kSolidSize};
    def.noSlip = true;
    return def;
}

tnResult tnFlow_AddSolid(tnFlow handle, const tnSolidDef* def, tnSolid* out)
{
    constexpr const char* kCaller = "tnFlow_AddSolid";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (out == nullptr)
    {
        return refuseNull(kCaller, "out");
    }
    *out = tnSolid{};
    if (def == nullptr)
    {
        return refuseNull(kCaller, "def");
    }
    ArgumentCheck check(kCaller, tn_logSolidDef);
    check.also(checkSizes(*def, kCaller));
    if (check.isGood())
    {
        check.also(checkMotion(def->position, def->angle, def->velocity, def->spin, kCaller));
    }
    check.within("temperature", def->temperature, -kMostAmount, kMostAmount,
                 "give at most 1e30 either way");
    if (!check.isGood())
    {
        return check.result();
    }
    const FpuScope fpu;
    SolidState solid = {};
    solid.shape = shapeOf(*def);
    tnResult result = refuseShape(problemOf(solid.shape), kCaller);
    if (result != tn_success)
    {
        return result;
    }
    solid.x = static_cast<double>(def->position.x);
    solid.y = static_cast<double>(def->position.y);
    solid.angle = static_cast<double>(def->angle);
    solid.motion = {def->velocity.x, def->velocity.y, def->spin};
    solid.noSlip = def->noSlip;
    solid.fixedTemperature = def->fixedTemperature;
    solid.temperature = def->temperature;
    result = flow->addSolid(solid, out);
    if (result == tn_errorCapacity)
    {
        refuse(result, tn_logCapacity, kCaller, "the number of solids", flow->def().solidCapacity,
               "remove some, or raise solidCapacity");
    }
    return result;
}

tnResult tnFlow_RemoveSolid(tnFlow handle, tnSolid solid)
{
    constexpr const char* kCaller = "tnFlow_RemoveSolid";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr || findSolid(flow, solid, kCaller) == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    flow->removeSolid(solid);
    return tn_success;
}

tnResult tnFlow_SetSolidMotion(tnFlow handle, tnSolid solid, tnVec2 position, float angle,
                               tnVec2 velocity, float spin)
{
    constexpr const char* kCaller = "tnFlow_SetSolidMotion";
    Flow* flow = findFlow(handle, kCaller);
    SolidState* found = flow != nullptr ? findSolid(flow, solid, kCaller) : nullptr;
    if (found == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    const tnResult result = checkMotion(position, angle, velocity, spin, kCaller);
    if (result == tn_success)
    {
        found->x = static_cast<double>(position.x);
        found->y = static_cast<double>(position.y);
        found->angle = static_cast<double>(angle);
        found->motion = {velocity.x, velocity.y, spin};
        flow->solidsChanged();
    }
    return result;
}

tnResult tnFlow_GetSolid(tnFlow handle, tnSolid solid, tnSolidDef* out)
{
    constexpr const char* kCaller = "tnFlow_GetSolid";
    Flow* flow = findFlow(handle, kCaller);
    const SolidState* found = flow != nullptr ? findSolid(flow, solid, kCaller) : nullptr;
    if (found == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (out == nullptr)
    {
        return refuseNull(kCaller, "out");
    }
    const Shape& shape = found->shape;
    tnSolidDef def = tnDefaultSolidDef();
    def.type = static_cast<tnShapeType>(shape.kind);
    def.radius = shape.radius;
    def.halfSize = {shape.halfWidth, shape.halfHeight};
    def.vertexCount = shape.vertexCount;
    const Pose pose = found->pose();
    def.position = {pose.x, pose.y};
    def.angle = pose.angle;
    def.velocity = {found->motion.vx, found->motion.vy};
    def.spin = found->motion.spin;
    def.noSlip = found->noSlip;
    def.fixedTemperature = found->fixedTemperature;
    def.temperature = found->temperature;
    *out = def;
    return tn_success;
}

tnResult tnFlow_GetSolidForce(tnFlow handle, tnSolid solid, tnSolidForce* out)
{
    constexpr const char* kCaller = "tnFlow_GetSolidForce";
    Flow* flow = findFlow(handle, kCaller);
    const SolidState* found = flow != nullptr ? findSolid(flow, solid, kCaller) : nullptr;
    if (found == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (out == nullptr)
    {
        return refuseNull(kCaller, "out");
    }
    flow->bringForces();
    *out = found->force;
    return tn_success;
}

// ---- Mask

tnResult tnFlow_SetMask(tnFlow handle, const uint8_t* mask, int32_t count)
{
    constexpr const char* kCaller = "tnFlow_SetMask";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    const int64_t cells = int64_t{flow->def().nx} * flow->def().ny;
    ArgumentCheck check(kCaller, tn_logFlowField);
    if (mask != nullptr)
    {
        check.within("count", int64_t{count}, cells, cells, "a mask has nx * ny bytes",
                     tn_errorSize);
    }
    if (check.isGood())
    {
        flow->setMask(mask);
    }
    return check.result();
}

tnResult tnFlow_PaintMask(tnFlow handle, tnVec2 from, tnVec2 to, float radius, bool solid)
{
    constexpr const char* kCaller = "tnFlow_PaintMask";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    ArgumentCheck check(kCaller, tn_logFlowBrush);
    check.also(checkPoint("from", from, kCaller, tn_logFlowBrush));
    if (check.isGood())
    {
        check.also(checkPoint("to", to, kCaller, tn_logFlowBrush));
    }
    check.within("radius", radius, 0.0f, kFarthest, "give metres of 0 or more");
    if (check.isGood())
    {
        const FpuScope fpu;
        flow->paintMask(from, to, radius, solid);
    }
    return check.result();
}

tnResult tnFlow_GetMaskForce(tnFlow handle, tnSolidForce* out)
{
    return answer(handle, out, "tnFlow_GetMaskForce", [](Flow& flow, tnSolidForce& force) {
        flow.bringForces();
        force = flow.maskForce();
        return tn_success;
    });
}
