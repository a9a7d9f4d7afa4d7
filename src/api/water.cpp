// The public symbols of water.h that make a water, step it, and set what it is like.
#include "tarn/water.h"

#include "api/arguments.h"
#include "api/gl_devices.h"
#include "api/water_checks.h"
#include "core/def_edges.h"
#include "core/fpu.h"
#include "core/handle_table.h"
#include "water/defaults.h"
#include "water/water.h"

#include <cmath>

using namespace tarn;

namespace
{

constinit HandleTable<Water, tnWater> gWaters;

tnResult reported(tnResult result, const char* caller, const char* what)
{
    if (result == tn_errorOutOfMemory)
    {
        logMessage(tn_logError, tn_logOutOfMemory,
                   "%s: no memory for %s; use a smaller grid or smaller capacities", caller, what);
    }
    return result;
}

tnResult refuseSpring(tnSpring spring, const char* caller)
{
    logMessage(tn_logError, tn_logInvalidHandle,
               "%s: spring {%u, %u} is null or was removed; add it first", caller, spring.index,
               spring.generation);
    return tn_errorInvalidHandle;
}

} // namespace

Water* tarn::findWater(tnWater handle, const char* caller)
{
    Water* water = gWaters.find(handle);
    if (water == nullptr)
    {
        logMessage(tn_logError, tn_logInvalidHandle,
                   "%s: water {%u, %u} is null or was destroyed; create it first", caller,
                   handle.index, handle.generation);
    }
    return water;
}

// ---- Defaults

tnLiquid tnGetLiquid(tnLiquidName name)
{
    return defaults::kLiquids[name >= 0 && name < tn_liquidCount ? name : tn_liquidWater];
}

const char* tnLiquidName_ToString(tnLiquidName name)
{
    return name >= 0 && name < tn_liquidCount ? defaults::kLiquidNames[name] : "unknown";
}

const char* tnWaterStage_ToString(tnWaterStage stage)
{
    constexpr const char* kNames[tn_waterStageCount] = {"edits",     "bodies", "waves",
                                                        "viscosity", "forces", "spray"};
    return stage >= 0 && stage < tn_waterStageCount ? kNames[stage] : "unknown";
}

tnWaterSettings tnDefaultWaterSettings(void)
{
    tnWaterSettings s = {};
    s.liquid = defaults::kLiquid;
    s.gravity = defaults::kWaterGravity;
    s.maxSubsteps = defaults::kSubsteps;
    s.rainHeight = defaults::kRainHeight;
    s.dropVolume = defaults::kDropVolume;
    s.spray = 1.0f;
    s.foamLife = defaults::kFoamLife;
    s.sleep = true;
    return s;
}

tnWaterEdge tnDefaultWaterEdge(void)
{
    return {};
}

tnWaterDef tnDefaultWaterDef(void)
{
    tnWaterDef def = {};
    def.nx = defaults::kWaterCells;
    def.ny = defaults::kWaterCells;
    def.cellSize = defaults::kWaterCellSize;
    def.level = defaults::kWaterLevel;
    def.bodyCapacity = defaults::kBodies;
    def.springCapacity = defaults::kSprings;
    def.brushCapacity = defaults::kWaterBrushes;
    def.particleCapacity = defaults::kParticles;
    def.settings = tnDefaultWaterSettings();
    return def;
}

tnWaterBrush tnDefaultWaterBrush(void)
{
    tnWaterBrush brush = {};
    brush.radius = defaults::kWaterBrushRadius;
    return brush;
}

tnSpringDef tnDefaultSpringDef(void)
{
    tnSpringDef spring = {};
    spring.radius = defaults::kWaterBrushRadius;
    return spring;
}

// ---- Creation

tnResult tnCreateWater(const tnWaterDef* def, tnWater* out)
{
    constexpr const char* kCaller = "tnCreateWater";
    if (out == nullptr)
    {
        return refuseNull(kCaller, "out");
    }
    *out = tnWater{};
    if (def == nullptr)
    {
        return refuseNull(kCaller, "def");
    }
    tnResult result = checkWaterDef(*def, kCaller);
    if (result != tn_success)
    {
        return result;
    }
    GlDevice* device = nullptr;
    if (def->backend == tn_backendGL && !(TN_IS_NULL(def->gl) && def->fallback == tn_fallbackCpu))
    {
        device = findGlDevice(def->gl, kCaller);
        if (device == nullptr)
        {
            return tn_errorInvalidHandle;
        }
    }
    const FpuScope fpu;
    Water* water = nullptr;
    result = reported(Water::create(*def, device, &water), kCaller, "the water");
    if (result != tn_success)
    {
        return result;
    }
    result = gWaters.add(water, out);
    if (result != tn_success)
    {
        logMessage(tn_logError, tn_logHandleTableFull,
                   "%s: all 4096 waters are in use; destroy some", kCaller);
        water->destroy();
    }
    return result;
}

tnResult tnDestroyWater(tnWater handle)
{
    if (findWater(handle, "tnDestroyWater") == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    Water* water = gWaters.remove(handle);
    if (water == nullptr) // another thread destroyed it in between
    {
        return tn_errorInvalidHandle;
    }
    water->destroy();
    return tn_success;
}

bool tnWater_IsValid(tnWater handle)
{
    return gWaters.find(handle) != nullptr;
}

tnResult tnWater_GetDef(tnWater handle, tnWaterDef* out)
{
    return answer(handle, out, "tnWater_GetDef", [](const Water& water, tnWaterDef& def) {
        def = water.def();
        return tn_success;
    });
}

// ---- Step

uint32_t tnWater_Step(tnWater handle, float dt)
{
    constexpr const char* kCaller = "tnWater_Step";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_stepBadInput;
    }
    if (!std::isfinite(dt) || !(dt > 0.0f))
    {
        refuse(tn_errorInvalidArgument, tn_logWaterStep, kCaller, "dt", static_cast<double>(dt),
               "give seconds above 0");
        return tn_stepBadInput;
    }
    const FpuScope fpu;
    return water->step(dt);
}

// ---- Settings and edges

tnResult tnWater_SetSettings(tnWater handle, const tnWaterSettings* settings)
{
    constexpr const char* kCaller = "tnWater_SetSettings";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (settings == nullptr)
    {
        return refuseNull(kCaller, "settings");
    }
    const tnResult result = checkWaterSettings(*settings, kCaller);
    const FpuScope fpu;
    return result == tn_success ? reported(water->setSettings(*settings), kCaller, "the solver")
                                : result;
}

tnResult tnWater_GetSettings(tnWater handle, tnWaterSettings* out)
{
    return answer(handle, out, "tnWater_GetSettings",
                  [](const Water& water, tnWaterSettings& settings) {
                      settings = water.def().settings;
                      return tn_success;
                  });
}

tnResult tnWater_SetEdge(tnWater handle, tnSide side, const tnWaterEdge* edge)
{
    constexpr const char* kCaller = "tnWater_SetEdge";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (edge == nullptr)
    {
        return refuseNull(kCaller, "edge");
    }
    tnResult result = checkWaterSide(side, kCaller);
    result = result == tn_success ? checkWaterEdge(*edge, "edge", kCaller) : result;
    const FpuScope fpu;
    return result == tn_success ? reported(water->setEdge(side, *edge), kCaller, "the new edge")
                                : result;
}

tnResult tnWater_GetEdge(tnWater handle, tnSide side, tnWaterEdge* out)
{
    constexpr const char* kCaller = "tnWater_GetEdge";
    return answer(handle, out, kCaller, [side](const Water& water, tnWaterEdge& edge) {
        const tnResult result = checkWaterSide(side, kCaller);
        if (result == tn_success)
        {
            edge = edgeOf(water.def(), side);
        }
        return result;
    });
}

// ---- Strokes and springs

tnResult tnWater_Brush(tnWater handle, const tnWaterBrush* brush)
{
    constexpr const char* kCaller = "tnWater_Brush";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (brush == nullptr)
    {
        return refuseNull(kCaller, "brush");
    }
    const tnResult result = checkWaterBrush(*brush, kCaller);
    if (result != tn_success)
    {
        return result;
    }
    return water->brush(*brush)
               ? tn_success
               : refuse(tn_errorCapacity, tn_logCapacity, kCaller, "the number of strokes",
                        water->def().brushCapacity, "step first, or raise brushCapacity");
}

tnResult tnWater_AddSpring(tnWater handle, const tnSpringDef* def, tnSpring* out)
{
    constexpr const char* kCaller = "tnWater_AddSpring";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (def == nullptr || out == nullptr)
    {
        return refuseNull(kCaller, def == nullptr ? "def" : "out");
    }
    *out = tnSpring{};
    tnResult result = checkSpring(*def, kCaller);
    if (result != tn_success)
    {
        return result;
    }
    result = water->addSpring(*def, out);
    return result == tn_success
               ? result
               : refuse(result, tn_logCapacity, kCaller, "the number of springs",
                        water->def().springCapacity, "remove some, or raise springCapacity");
}

tnResult tnWater_SetSpring(tnWater handle, tnSpring spring, const tnSpringDef* def)
{
    constexpr const char* kCaller = "tnWater_SetSpring";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    tnSpringDef* found = water->findSpring(spring);
    if (found == nullptr)
    {
        return refuseSpring(spring, kCaller);
    }
    if (def == nullptr)
    {
        return refuseNull(kCaller, "def");
    }
    const tnResult result = checkSpring(*def, kCaller);
    if (result == tn_success)
    {
        *found = *def;
    }
    return result;
}

tnResult tnWater_RemoveSpring(tnWater handle, tnSpring spring)
{
    constexpr const char* kCaller = "tnWater_RemoveSpring";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    return water->removeSpring(spring) ? tn_success : refuseSpring(spring, kCaller);
}
