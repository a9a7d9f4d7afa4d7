// Colour maps: a few colours by lightness, chroma and hue, a spline through them in OKLab, walked
// at constant speed. Equal steps of the value are then equal steps for the eye, with no bright or
// dark bands that the field does not have.
#include "render/colour.h"

#include "render/defaults.h"
#include "render/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <span>

namespace tarn::render
{
namespace
{

struct Stop
{
    float lightness;
    float chroma;
    float hue; // degrees
};

constexpr Stop kHeat[] = {{0.06F, 0.02F, 280.0F}, {0.25F, 0.125F, 297.0F}, {0.42F, 0.175F, 348.0F},
                          {0.58F, 0.2F, 26.0F},   {0.74F, 0.17F, 58.0F},   {0.88F, 0.15F, 90.0F},
                          {0.985F, 0.05F, 105.0F}};
constexpr Stop kLagoon[] = {{0.14F, 0.06F, 275.0F},  {0.32F, 0.11F, 260.0F},
                            {0.5F, 0.105F, 232.0F},  {0.67F, 0.105F, 190.0F},
                            {0.82F, 0.115F, 150.0F}, {0.95F, 0.07F, 105.0F}};
constexpr Stop kGrey[] = {{0.05F, 0.0F, 0.0F}, {0.5F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}};
constexpr Stop kDiverging[] = {
    {0.9F, 0.075F, 210.0F}, {0.66F, 0.145F, 245.0F}, {0.4F, 0.14F, 262.0F}, {0.15F, 0.012F, 280.0F},
    {0.4F, 0.125F, 28.0F},  {0.66F, 0.175F, 48.0F},  {0.9F, 0.12F, 88.0F}};
constexpr Stop kPaper[] = {{0.28F, 0.11F, 265.0F},  {0.5F, 0.14F, 255.0F},  {0.75F, 0.09F, 240.0F},
                           {0.965F, 0.006F, 90.0F}, {0.77F, 0.105F, 55.0F}, {0.55F, 0.165F, 35.0F},
                           {0.32F, 0.115F, 22.0F}};

struct MapRecipe
{
    MapName map;
    std::string_view name;
    std::span<const Stop> stops;
    bool isDiverging;
};

constexpr std::array kRecipes = {
    MapRecipe{MapName::heat, "heat", kHeat, false},
    MapRecipe{MapName::lagoon, "lagoon", kLagoon, false},
    MapRecipe{MapName::grey, "grey", kGrey, false},
    MapRecipe{MapName::diverging, "diverging", kDiverging, true},
    MapRecipe{MapName::paper, "paper", kPaper, true},
};

OkLab labOf(const Stop& stop)
{
    const float angle = stop.hue * std::numbers::pi_v<float> / 180.0F;
    return {stop.lightness, stop.chroma * std::cos(angle), stop.chroma * std::sin(angle)};
}

OkLab mix(OkLab p, OkLab q, float t)
{
    return {p.lightness + (q.lightness - p.lightness) * t, p.a + (q.a - p.a) * t,
            p.b + (q.b - p.b) * t};
}

float distance(OkLab p, OkLab q)
{
    return std::hypot(q.lightness - p.lightness, q.a - p.a, q.b - p.b);
}

// The spline (Catmull-Rom) at `t` in 0 .. stops - 1. End tangents look towards the neighbour.
OkLab splineAt(std::span<const Stop> stops, float t)
{
    const int last = static_cast<int>(stops.size()) - 1;
    const int i = std::clamp(static_cast<int>(t), 0, last - 1);
    const float f = t - static_cast<float>(i);
    const auto lab = [&](int k) { return labOf(stops[std::size_t(std::clamp(k, 0, last))]); };
    const OkLab p[4] = {lab(i - 1), lab(i), lab(i + 1), lab(i + 2)};
    const float w[4] = {f * (-0.5F + f * (1.0F - 0.5F * f)), 1.0F + f * f * (-2.5F + 1.5F * f),
                        f * (0.5F + f * (2.0F - 1.5F * f)), f * f * (-0.5F + 0.5F * f)};
    OkLab sum;
    for (int k = 0; k < 4; ++k)
    {
        sum.lightness += w[k] * p[k].lightness;
        sum.a += w[k] * p[k].a;
        sum.b += w[k] * p[k].b;
    }
    return sum;
}

bool isShowable(Colour c)
{
    return std::min({c.r, c.g, c.b}) >= -1e-4F && std::max({c.r, c.g, c.b}) <= 1.0F + 1e-4F;
}

// The most colourful one of this lightness and hue that a display can show.
OkLab intoGamut(OkLab lab)
{
    if (isShowable(fromOkLab(lab)))
    {
        return lab;
    }
    const OkLab grey = {lab.lightness, 0.0F, 0.0F};
    float low = 0.0F;
    float high = 1.0F;
    for (int i = 0; i < 16; ++i)
    {
        const float middle = 0.5F * (low + high);
        (isShowable(fromOkLab(mix(grey, lab, middle))) ? low : high) = middle;
    }
    return mix(grey, lab, low);
}

// Appends `steps` colours at equal distances along the spline from stop `from` to stop `to`; the
// last of them is at `to` where `closed`, else one step before.
void walk(std::span<const Stop> stops, float from, float to, int steps, bool closed,
          std::vector<Colour>& table)
{
    constexpr int kFine = 4096;
    std::vector<OkLab> path(kFine + 1);
    std::vector<float> length(kFine + 1, 0.0F);
    for (int k = 0; k <= kFine; ++k)
    {
        const float t = from + (to - from) * static_cast<float>(k) / kFine;
        path[std::size_t(k)] = intoGamut(splineAt(stops, t));
        if (k > 0)
        {
            length[std::size_t(k)] = length[std::size_t(k - 1)] +
                                     distance(path[std::size_t(k - 1)], path[std::size_t(k)]);
        }
    }
    std::size_t k = 1;
    const int intervals = closed ? steps - 1 : steps;
    for (int s = 0; s < steps; ++s)
    {
        const float wanted = length.back() * static_cast<float>(s) / static_cast<float>(intervals);
        while (k < kFine && length[k] < wanted)
        {
            ++k;
        }
        const float span = std::max(length[k] - length[k - 1], 1e-9F);
        const float f = std::clamp((wanted - length[k - 1]) / span, 0.0F, 1.0F);
        const Colour c = fromOkLab(mix(path[k - 1], path[k], f));
        table.push_back({std::clamp(c.r, 0.0F, 1.0F), std::clamp(c.g, 0.0F, 1.0F),
                         std::clamp(c.b, 0.0F, 1.0F)});
    }
}

} // namespace

ColourMap::ColourMap(MapName name)
{
    const auto& recipe = *std::find_if(kRecipes.begin(), kRecipes.end(),
                                       [name](const MapRecipe& r) { return r.map == name; });
    isDiverging_ = recipe.isDiverging;
    table_.reserve(kMapSteps);
    const auto last = static_cast<float>(recipe.stops.size() - 1);
    if (isDiverging_)
    {
        // Each half at its own speed: the middle stays in the middle.
        walk(recipe.stops, 0.0F, 0.5F * last, kMapSteps / 2, false, table_);
        walk(recipe.stops, 0.5F * last, last, kMapSteps / 2, true, table_);
    }
    else
    {
        walk(recipe.stops, 0.0F, last, kMapSteps, true, table_);
    }
}

Colour ColourMap::at(float t) const
{
    const float clamped = t > 0.0F ? std::min(t, 1.0F) : 0.0F;
    const float place = clamped * static_cast<float>(table_.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(place), table_.size() - 2);
    const float f = place - static_cast<float>(i);
    const Colour& p = table_[i];
    const Colour& q = table_[i + 1];
    return {p.r + (q.r - p.r) * f, p.g + (q.g - p.g) * f, p.b + (q.b - p.b) * f};
}

const std::vector<std::string>& mapNames()
{
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> names;
        for (const MapRecipe& recipe : kRecipes)
        {
            names.emplace_back(recipe.name);
        }
        return names;
    }();
    return kNames;
}

MapName parseMapName(std::string_view text)
{
    for (const MapRecipe& recipe : kRecipes)
    {
        if (recipe.name == text)
        {
            return recipe.map;
        }
    }
    throw Error(fmt::format("colour map: there is no '{}'; choose from: {}", text,
                            fmt::join(mapNames(), ", ")));
}

} // namespace tarn::render
