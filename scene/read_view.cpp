// Reads [view]: what is shown, and how. Every quantity has a style of its own, so that another one
// can be shown without new numbers.
#include "scene/defaults.h"
#include "scene/sections.h"

#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

constexpr Rule kPartRule = within("part", "", 0.0, 1.0);
constexpr Rule kPointsRule = notNegative("length", "points");

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

render::ScalarStyle readScalar(Reader table, const std::string& quantity)
{
    render::ScalarStyle style = render::quantityStyle(quantity);
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
    static const std::vector<std::string> kModes = {"light", "pigment"};
    const bool isPigment = table.choice("ink", kModes, 0) == 1;
    ink.mode = isPigment ? render::InkMode::pigment : render::InkMode::light;
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
    readColour(table, "background", isPigment ? ink.paper : ink.ground);
    ink.strength = readFloat(table, "strength", positive("factor", ""), ink.strength);
    ink.bloom = readFloat(table, "bloom", kPartRule, ink.bloom);
    ink.relief = readFloat(table, "relief", kPartRule, ink.relief);
    table.finish();
}

TextureDescription readTexture(Reader table)
{
    TextureDescription texture;
    const bool hasImage = table.has("image");
    if (hasImage)
    {
        texture.image = std::make_shared<const render::Image>(readPicture(table, "image"));
    }
    const bool hasFormulas = table.has("red") || table.has("green") || table.has("blue");
    if (hasFormulas && hasImage)
    {
        table.origin("image").fail("both image and formulas of colours are given; leave one out");
    }
    for (const char* key : {"red", "green", "blue"})
    {
        texture.channels.push_back(table.pattern(key, any("brightness", ""), 0.0));
    }
    texture.side = table.whole("size", within("number of pixels", "", 1.0, 4096.0), kTextureSide);
    table.finish();
    return texture;
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

void readMarks(Reader& view, render::View& style)
{
    readArrows(view, style.arrows);
    Reader solids = view.table("solids");
    readColour(solids, "fill", style.solid.fill);
    readColour(solids, "edge", style.solid.edge);
    style.solid.edgeWidth = readFloat(solids, "edge_width", kPointsRule, style.solid.edgeWidth);
    solids.finish();
    Reader tracers = view.table("tracers");
    style.tracers.radius =
        readFloat(tracers, "radius", positive("length", "points"), style.tracers.radius);
    readColour(tracers, "colour", style.tracers.colour);
    style.tracers.opacity = readFloat(tracers, "opacity", kPartRule, style.tracers.opacity);
    tracers.finish();
}

void readSize(Reader& table, render::View& style)
{
    const Rule pixels = within("number of pixels", "", 1.0, kMaxPictureSide);
    style.width = table.whole("width", pixels, style.width);
    style.height = table.whole("height", pixels, style.height);
}

void readWindow(Reader& table, const FlowDescription& flow, ViewDescription& view)
{
    if (!table.has("window"))
    {
        return;
    }
    const std::vector<double> sides = table.numbers("window", kPlaceRule, 4, {});
    const Rectangle all = flow.area();
    const double margin = 1e-6 * (all.right - all.left);
    const bool isInside = sides[0] >= all.left - margin && sides[1] >= all.bottom - margin &&
                          sides[2] <= all.right + margin && sides[3] <= all.top + margin;
    const double h = double(flow.def.cellSize);
    if (!isInside || sides[2] - sides[0] < h || sides[3] - sides[1] < h)
    {
        table.origin("window").fail(
            fmt::format("is not a part of the grid; give left, bottom, right, top within {}, {}, "
                        "{}, {}",
                        all.left, all.bottom, all.right, all.top));
    }
    view.window = {sides[0], sides[1], sides[2], sides[3]};
}

// What is shown must be carried.
void checkShown(Reader& table, const FlowDescription& flow, const ViewDescription& view)
{
    const tnFlowDef& def = flow.def;
    const Origin origin = table.origin("show");
    if (view.show == Show::dye && def.dyeChannels == 0)
    {
        origin.fail("'dye' cannot be shown without any; set flow.dye_channels above 0");
    }
    if (view.show == Show::temperature && !def.temperature)
    {
        origin.fail("'temperature' is not carried; set flow.temperature = true");
    }
    if (view.show == Show::texture && !def.texture)
    {
        origin.fail("'texture' is not carried; set flow.texture = true");
    }
}

render::Content contentOf(Show show)
{
    switch (show)
    {
    case Show::dye:
        return render::Content::ink;
    case Show::texture:
        return render::Content::texture;
    default:
        return render::Content::scalar;
    }
}

} // namespace

const std::vector<std::string>& showNames()
{
    static const std::vector<std::string> kNames = {
        "dye", "speed", "pressure", "vorticity", "divergence", "temperature", "texture"};
    return kNames;
}

ViewDescription readView(Reader table, const FlowDescription& flow)
{
    static const std::vector<std::string> kLegends = {"none", "inside", "below"};
    ViewDescription view;
    const Show usual = flow.def.dyeChannels > 0 ? Show::dye : Show::speed;
    view.show = static_cast<Show>(table.choice("show", showNames(), std::size_t(usual)));
    checkShown(table, flow, view);
    view.style.content = contentOf(view.show);
    readSize(table, view.style);
    readWindow(table, flow, view);
    view.style.title = table.text("title", {});
    view.style.showTime = table.flag("time", false);
    view.style.legend = static_cast<render::LegendPlace>(
        table.choice("legend", kLegends, std::size_t(render::LegendPlace::inside)));
    readColour(table, "margin", view.style.margin);
    view.fps =
        table.number("fps", Rule{"number of pictures", "1/s", 0.0, kMaxFps, true}, kDefaultFps);
    view.pace = table.number("pace", positive("pace", ""), 1.0);
    readMarks(table, view.style);
    readInk(table.table("dye"), view.style.ink);
    view.texture = readTexture(table.table("texture"));
    for (const Show show :
         {Show::speed, Show::pressure, Show::vorticity, Show::divergence, Show::temperature})
    {
        const std::string& name = showNames()[std::size_t(show)];
        const render::ScalarStyle style = readScalar(table.table(name), name);
        if (show == view.show)
        {
            view.style.scalar = style;
        }
    }
    table.finish();
    return view;
}

} // namespace tarn::scene
