#include "studio/model/presets.h"

#include <array>

namespace tarn::studio
{
namespace
{

// A liquid by its name: what was set of another one goes.
constexpr std::array<PresetKey, 5> liquid(const char* name, const char* density = nullptr,
                                          const char* look = nullptr)
{
    return {{{"water.liquid.name", name},
             {"water.liquid.viscosity", nullptr},
             {"water.liquid.density", density},
             {"water.liquid.yield_stress", nullptr},
             {"view.relief.liquid", look}}};
}

constexpr auto kWater = liquid("\"water\"");
constexpr auto kSea = liquid("\"water\"", "1025.0", "\"sea\"");
constexpr auto kOil = liquid("\"oil\"");
constexpr auto kHoney = liquid("\"honey\"");
constexpr auto kMud = liquid("\"mud\"");
constexpr auto kLava = liquid("\"lava\"");

constexpr Preset kLiquids[] = {
    {"Water", "As from the tap, at 20 degrees.", kWater},
    {"Sea", "Salt water: a little heavier, and green.", kSea},
    {"Oil", "Olive oil: lighter than water, and slow.", kOil},
    {"Honey", "Ten thousand times as thick as water.", kHoney},
    {"Mud", "Heavy, and it stands without flowing.", kMud},
    {"Lava", "Basalt at 1150 degrees: heavy, thick, and it glows.", kLava},
};

constexpr std::array<PresetKey, 3> fluid(const char* viscosity, const char* confinement,
                                         const char* dissipation)
{
    return {{{"flow.fluid.viscosity", viscosity},
             {"flow.fluid.confinement", confinement},
             {"flow.fluid.velocity_dissipation", dissipation}}};
}

constexpr auto kLively = fluid(nullptr, "14.0", "0.1");
constexpr auto kCalm = fluid(nullptr, nullptr, "0.6");
constexpr auto kSyrup = fluid("0.02", nullptr, nullptr);
constexpr auto kIdeal = fluid(nullptr, nullptr, nullptr);

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
