// The styles of well-known quantities, and the inks nobody chose.
#include "render/view.h"

#include "render/defaults.h"
#include "render/error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tarn::render
{
namespace
{

struct QuantityRow
{
    std::string_view name;
    std::string_view unit;
    MapName map;
    RangeKind range;
};

constexpr std::array kQuantities = {
    QuantityRow{"speed", "m/s", MapName::heat, RangeKind::fromZero},
    QuantityRow{"vorticity", "1/s", MapName::diverging, RangeKind::symmetric},
    QuantityRow{"pressure", "Pa", MapName::diverging, RangeKind::symmetric},
    QuantityRow{"divergence", "1/s", MapName::diverging, RangeKind::symmetric},
    QuantityRow{"temperature", "°C", MapName::heat, RangeKind::automatic},
    QuantityRow{"dye", "", MapName::lagoon, RangeKind::fromZero},
    QuantityRow{"height", "m", MapName::lagoon, RangeKind::automatic},
    QuantityRow{"depth", "m", MapName::lagoon, RangeKind::fromZero},
    QuantityRow{"foam", "", MapName::grey, RangeKind::fromZero},
    QuantityRow{"ground pressure", "Pa", MapName::lagoon, RangeKind::fromZero},
    QuantityRow{"displaced", "m", MapName::lagoon, RangeKind::fromZero},
};

// Neighbours are far apart in hue, so that two or three inks contrast.
constexpr std::array<const char*, kMaxDyes> kLights = {"#1fa2ff", "#ff3d81", "#7dff4f", "#ffb01f",
                                                       "#9b5cff", "#16f2d2", "#ff6a3d", "#f4f06a"};
constexpr std::array<const char*, kMaxDyes> kPigments = {
    "#1d4f9e", "#b3202e", "#e0a100", "#1f7a4d", "#6b2d8c", "#d9622b", "#14808f", "#3a3a3f"};

} // namespace

float pointOf(int width, int height)
{
    return std::max(static_cast<float>(std::min(width, height)) / 720.0F, kLeastPoint);
}

ScalarStyle quantityStyle(std::string_view quantity)
{
    std::string known;
    for (const QuantityRow& row : kQuantities)
    {
        if (row.name == quantity)
        {
            return {std::string(row.name), std::string(row.unit), row.map, {row.range, 0.0F, 1.0F}};
        }
        known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
    }
    throw Error(fmt::format("quantity: there is no '{}'; choose from: {}", quantity, known));
}

Colour inkPalette(int index, InkMode mode)
{
    const auto& colours = mode == InkMode::pigment ? kPigments : kLights;
    return parseColour(colours[static_cast<std::size_t>(index) % colours.size()]);
}

} // namespace tarn::render
