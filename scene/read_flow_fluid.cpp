// Reads [flow.fluid]: every number of tnFlowSettings, as a table of keys.
#include "scene/flow_rules.h"
#include "scene/read_settings.h"
#include "scene/sections.h"
#include "scene/words.h"

#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

struct MethodKey
{
    const char* key;
    bool mayConserve;
    tnAdvection tnFlowSettings::*member;
};

constexpr Rule kDiffusivityRule = within("diffusivity", "m^2/s", 0.0, 1e12);

const NumberKey<tnFlowSettings> kNumbers[] = {
    {"density", within("density", "kg/m^3", 1e-9, 1e12),
     [](tnFlowSettings& s, int) -> float& { return s.density; }},
    {"viscosity", kFlowViscosityRule, [](tnFlowSettings& s, int) -> float& { return s.viscosity; }},
    {"thermal_expansion", within("expansion", "1/K", -1e6, 1e6),
     [](tnFlowSettings& s, int) -> float& { return s.thermalExpansion; }},
    {"ambient_temperature", kTemperatureRule,
     [](tnFlowSettings& s, int) -> float& { return s.ambientTemperature; }},
    {"thermal_diffusivity", kDiffusivityRule,
     [](tnFlowSettings& s, int) -> float& { return s.thermalDiffusivity; }},
    {"cooling", kFlowRateRule, [](tnFlowSettings& s, int) -> float& { return s.cooling; }},
    {"velocity_dissipation", kFlowRateRule,
     [](tnFlowSettings& s, int) -> float& { return s.velocityDissipation; }},
    {"confinement", kFlowRateRule, [](tnFlowSettings& s, int) -> float& { return s.confinement; }},
    {"tolerance", within("part", "", 1e-6, 1.0),
     [](tnFlowSettings& s, int) -> float& { return s.tolerance; }},
    {"texture_period", within("time", "s", 1e-3, 1e6),
     [](tnFlowSettings& s, int) -> float& { return s.texturePeriod; }},
};

const ListKey<tnFlowSettings> kLists[] = {
    {"acceleration", kFlowAccelerationRule, false,
     [](tnFlowSettings& s, int k) -> float& {
         return k == 0 ? s.acceleration.x : s.acceleration.y;
     }},
    {"gravity", kFlowAccelerationRule, false,
     [](tnFlowSettings& s, int k) -> float& { return k == 0 ? s.gravity.x : s.gravity.y; }},
    {"dye_weight", within("part of the density", "", -1e6, 1e6), true,
     [](tnFlowSettings& s, int k) -> float& { return s.dyeWeight[k]; }},
    {"dye_diffusivity", kDiffusivityRule, true,
     [](tnFlowSettings& s, int k) -> float& { return s.dyeDiffusivity[k]; }},
    {"dye_dissipation", kFlowRateRule, true,
     [](tnFlowSettings& s, int k) -> float& { return s.dyeDissipation[k]; }},
};

const MethodKey kMethods[] = {
    {"velocity_advection", false, &tnFlowSettings::velocityAdvection},
    {"dye_advection", true, &tnFlowSettings::dyeAdvection},
    {"temperature_advection", true, &tnFlowSettings::temperatureAdvection},
};

} // namespace

FluidDescription readFluid(Reader table)
{
    FluidDescription fluid;
    fluid.constant = tnDefaultFlowSettings();
    readNumberKeys<tnFlowSettings>(table, kNumbers, fluid);
    readListKeys<tnFlowSettings>(table, kLists, fluid);
    for (const MethodKey& entry : kMethods)
    {
        const std::span<const std::string> names(advectionNames().data(),
                                                 entry.mayConserve ? 3 : 2);
        fluid.constant.*entry.member =
            static_cast<tnAdvection>(table.choice(entry.key, names, tn_advectionMacCormack));
    }
    fluid.constant.maxIterations = table.whole("max_iterations", within("number", "", 1.0, 10000.0),
                                               fluid.constant.maxIterations);
    table.finish();
    return fluid;
}

} // namespace tarn::scene
