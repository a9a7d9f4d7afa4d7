// Reads what the views of all scenes have.
#include "scene/view_keys.h"
#include "scene/words.h"

#include "scene/defaults.h"
#include "scene/sections.h"

#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

render::Range readRange(Reader& table, render::Range fallback)
{
    static const std::vector<std::string> kKinds = {"auto", "from_zero", "symmetric"};
    constexpr render::RangeKind kKindOf[] = {
        render::RangeKind::automatic, render::RangeKind::fromZero, render::RangeKind::symmetric};
    if (!table.has("range"))
    {
        return fallback;
    }
    if (table.isText("range"))
    {
        return {kKindOf[table.choice("range", kKinds, 0)], 0.0F, 1.0F};
    }
    const std::vector<double> ends = table.numbers("range", any("number", ""), 2, {});
    if (!(ends[0] < ends[1]))
    {
        table.origin("range").fail(
            fmt::format("{} is not below {}; give the lower end first", ends[0], ends[1]));
    }
    return {render::RangeKind::fixed, static_cast<float>(ends[0]), static_cast<float>(ends[1])};
}

void readArrows(Reader& view, render::ArrowStyle& arrows)
{
    if (!view.isTable("arrows"))
    {
        arrows.shown = view.flag("arrows", arrows.shown);
        return;
    }
    Reader table = view.table("arrows");
    arrows.shown = table.flag("shown", true);
    arrows.spacing =
        readFloat(table, "spacing", within("length", "points", 4.0, 720.0), arrows.spacing);
    arrows.fullSpeed =
        readFloat(table, "full_speed", notNegative("speed", "m/s"), arrows.fullSpeed);
    readColour(table, "colour", arrows.colour);
    table.finish();
}

void readInside(Reader table, std::span<const std::string> maps, render::InsideView& inside)
{
    std::string words;
    if (table.isText("show"))
    {
        words = table.text("show", {});
    }
    else
    {
        for (const std::string& word : table.texts("show"))
        {
            words += (words.empty() ? "" : ",") + word;
        }
    }
    table.located("show", [&] { render::showInside(inside, words, maps); });
    render::StreamlineStyle& lines = inside.streamline;
    const Rule length = within("length", "points", 4.0, 7200.0);
    lines.spacing = readFloat(table, "streamline_spacing", length, lines.spacing);
    lines.length = readFloat(table, "streamline_length", length, lines.length);
    readColour(table, "streamline_colour", lines.colour);
    inside.mapOpacity = readFloat(table, "map_opacity", kPartRule, inside.mapOpacity);
    inside.gridOpacity = readFloat(table, "grid_opacity", kPartRule, inside.gridOpacity);
    inside.fullForce = readFloat(table, "full_force", notNegative("force", "N"), inside.fullForce);
    table.finish();
}

void readSize(Reader& table, render::View& style)
{
    const Rule pixels = within("number of pixels", "", 1.0, kMaxPictureSide);
    style.width = table.whole("width", pixels, style.width);
    style.height = table.whole("height", pixels, style.height);
}

void readWindow(Reader& table, const Rectangle& all, double h, ViewDescription& view)
{
    if (!table.has("window"))
    {
        return;
    }
    const std::vector<double> sides = table.numbers("window", kPlaceRule, 4, {});
    const double margin = 1e-6 * (all.right - all.left);
    const bool isInside = sides[0] >= all.left - margin && sides[1] >= all.bottom - margin &&
                          sides[2] <= all.right + margin && sides[3] <= all.top + margin;
    if (!isInside || sides[2] - sides[0] < h || sides[3] - sides[1] < h)
    {
        table.origin("window").fail(
            fmt::format("is not a part of the grid; give left, bottom, right, top within {}, {}, "
                        "{}, {}",
                        all.left, all.bottom, all.right, all.top));
    }
    view.window = {sides[0], sides[1], sides[2], sides[3]};
}

} // namespace

float readFloat(Reader& table, const char* key, const Rule& rule, float fallback)
{
    return static_cast<float>(table.number(key, rule, double(fallback)));
}

void readColour(Reader& table, const char* key, render::Colour& colour)
{
    if (table.has(key))
    {
        const std::string text = table.text(key, {});
        table.located(key, [&] { colour = render::parseColour(text); });
    }
}

render::ScalarStyle readScalar(Reader table, render::ScalarStyle style)
{
    if (table.has("map"))
    {
        const std::string name = table.text("map", {});
        table.located("map", [&] { style.map = render::parseMapName(name); });
    }
    style.range = readRange(table, style.range);
    table.finish();
    return style;
}

void readInk(Reader table, render::InkStyle& ink)
{
    ink.mode = static_cast<render::InkMode>(table.choice("ink", inkNames(), 0));
    const bool isPigment = ink.mode == render::InkMode::pigment;
    const std::vector<std::string> colours = table.texts("colours");
    table.located("colours", [&] {
        for (const std::string& colour : colours)
        {
            ink.colours.push_back(render::parseColour(colour));
        }
    });
    if (colours.size() > static_cast<std::size_t>(table.context().dyeChannels))
    {
        table.origin("colours").fail(fmt::format("{} colours were given for {} dyes",
                                                 colours.size(), table.context().dyeChannels));
    }
    const auto dyes = static_cast<std::size_t>(table.context().dyeChannels);
    for (const double part : table.numbers("glow", kPartRule, dyes, {}))
    {
        ink.glow.push_back(static_cast<float>(part));
    }
    readColour(table, "background", isPigment ? ink.paper : ink.ground);
    ink.strength = readFloat(table, "strength", positive("factor", ""), ink.strength);
    ink.bloom = readFloat(table, "bloom", kPartRule, ink.bloom);
    ink.relief = readFloat(table, "relief", kPartRule, ink.relief);
    table.finish();
}

void readViewKeys(Reader& table, const Rectangle& area, double cellSize,
                  std::span<const std::string> maps, ViewDescription& view)
{
    readSize(table, view.style);
    readWindow(table, area, cellSize, view);
    view.style.title = table.text("title", {});
    view.style.showTime = table.flag("time", false);
    view.style.legend = static_cast<render::LegendPlace>(
        table.choice("legend", legendNames(), std::size_t(render::LegendPlace::inside)));
    readColour(table, "margin", view.style.margin);
    view.fps =
        table.number("fps", Rule{"number of pictures", "1/s", 0.0, kMaxFps, true}, kDefaultFps);
    view.pace = table.number("pace", positive("pace", ""), 1.0);
    readArrows(table, view.style.arrows);
    readInside(table.table("inside"), maps, view.inside);
}

} // namespace tarn::scene
