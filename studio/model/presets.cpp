#include "studio/model/presets.h"

namespace tarn::studio
{
namespace
{

// A liquid by its name: what was set of another one goes.
constexpr PresetKey kWater[] = {{"water.liquid.name", "\"water\""},
                                {"water.liquid.viscosity", nullptr},
                                {"water.liquid.density", nullptr},
                                {"water.liquid.yield_stress", nullptr},
                                {"view.relief.liquid", nullptr}};
constexpr PresetKey kSea[] = {{"water.liquid.name", "\"water\""},
                              {"water.liquid.viscosity", nullptr},
                              {"water.liquid.density", "1025.0"},
                              {"water.liquid.yield_stress", nullptr},
                              {"view.relief.liquid", "\"sea\""}};
constexpr PresetKey kOil[] = {{"water.liquid.name", "\"oil\""},
                              {"water.liquid.viscosity", nullptr},
                              {"water.liquid.density", nullptr},
                              {"water.liquid.yield_stress", nullptr},
                              {"view.relief.liquid", nullptr}};
constexpr PresetKey kHoney[] = {{"water.liquid.name", "\"honey\""},
                                {"water.liquid.viscosity", nullptr},
                                {"water.liquid.density", nullptr},
                                {"water.liquid.yield_stress", nullptr},
                                {"view.relief.liquid", nullptr}};
constexpr PresetKey kMud[] = {{"water.liquid.name", "\"mud\""},
                              {"water.liquid.viscosity", nullptr},
                              {"water.liquid.density", nullptr},
                              {"water.liquid.yield_stress", nullptr},
                              {"view.relief.liquid", nullptr}};
constexpr PresetKey kLava[] = {{"water.liquid.name", "\"lava\""},
                               {"water.liquid.viscosity", nullptr},
                               {"water.liquid.density", nullptr},
                               {"water.liquid.yield_stress", nullptr},
                               {"view.relief.liquid", nullptr}};

constexpr Preset kLiquids[] = {
    {"Water", "As from the tap, at 20 degrees.", kWater},
    {"Sea", "Salt water: a little heavier, and green.", kSea},
    {"Oil", "Olive oil: lighter than water, and slow.", kOil},
    {"Honey", "Ten thousand times as thick as water.", kHoney},
    {"Mud", "Heavy, and it stands without flowing.", kMud},
    {"Lava", "Basalt at 1150 degrees: heavy, thick, and it glows.", kLava},
};

constexpr PresetKey kLively[] = {{"flow.fluid.viscosity", nullptr},
                                 {"flow.fluid.confinement", "14.0"},
                                 {"flow.fluid.velocity_dissipation", "0.1"}};
constexpr PresetKey kCalm[] = {{"flow.fluid.viscosity", nullptr},
                               {"flow.fluid.confinement", nullptr},
                               {"flow.fluid.velocity_dissipation", "0.6"}};
constexpr PresetKey kSyrup[] = {{"flow.fluid.viscosity", "0.02"},
                                {"flow.fluid.confinement", nullptr},
                                {"flow.fluid.velocity_dissipation", nullptr}};
constexpr PresetKey kIdeal[] = {{"flow.fluid.viscosity", nullptr},
                                {"flow.fluid.confinement", nullptr},
                                {"flow.fluid.velocity_dissipation", nullptr}};

constexpr Preset kFluids[] = {
    {"Lively", "Many small whirls that last.", kLively},
    {"Calm", "Motion dies down within seconds.", kCalm},
    {"Syrup", "Thick: whirls are smooth, and soon gone.", kSyrup},
    {"Ideal", "No viscosity, nothing added, nothing taken.", kIdeal},
};

} // namespace

std::span<const Preset> presetsOf(const scene::Scene& scene)
{
    const bool isFlow = std::holds_alternative<scene::FlowDescription>(scene.part);
    return isFlow ? std::span<const Preset>(kFluids) : std::span<const Preset>(kLiquids);
}

} // namespace tarn::studio
