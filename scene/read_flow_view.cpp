// Reads [view] of a flow. Every quantity has a style of its own, so that another one can be shown
// without new numbers.
#include "scene/defaults.h"
#include "scene/sections.h"
#include "scene/view_keys.h"

#include "render/flow_inside.h"

namespace tarn::scene
{
namespace
{

TextureDescription readTexture(Reader table)
{
    TextureDescription texture;
    const bool hasImage = table.has("image");
    if (hasImage)
    {
        const std::string path = picturePath(table, "image");
        table.located("image", [&] {
            texture.image = std::make_shared<const render::Image>(render::readImage(path));
        });
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

void readMarks(Reader& view, render::View& style)
{
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

// A map of it must be carried.
void checkCarried(const Reader& table, const FlowDescription& flow, const std::string& map)
{
    if (map == "temperature" && !flow.def.temperature)
    {
        table.origin("show").fail("'temperature' is not carried; set flow.temperature = true");
    }
}

// What is shown must be carried.
void checkShown(Reader& table, const FlowDescription& flow, FlowShow shown)
{
    const tnFlowDef& def = flow.def;
    const Origin origin = table.origin("show");
    if (shown == FlowShow::dye && def.dyeChannels == 0)
    {
        origin.fail("'dye' cannot be shown without any; set flow.dye_channels above 0");
    }
    checkCarried(table, flow, flowShowNames()[std::size_t(shown)]);
    if (shown == FlowShow::texture && !def.texture)
    {
        origin.fail("'texture' is not carried; set flow.texture = true");
    }
}

render::Content contentOf(FlowShow show)
{
    switch (show)
    {
    case FlowShow::dye:
        return render::Content::ink;
    case FlowShow::texture:
        return render::Content::texture;
    default:
        return render::Content::scalar;
    }
}

} // namespace

const std::vector<std::string>& flowShowNames()
{
    static const std::vector<std::string> kNames = {
        "dye", "speed", "pressure", "vorticity", "divergence", "temperature", "texture"};
    return kNames;
}

ViewDescription readView(Reader table, FlowDescription& flow)
{
    ViewDescription view;
    const FlowShow usual = flow.def.dyeChannels > 0 ? FlowShow::dye : FlowShow::speed;
    flow.show = static_cast<FlowShow>(table.choice("show", flowShowNames(), std::size_t(usual)));
    checkShown(table, flow, flow.show);
    view.style.content = contentOf(flow.show);
    readViewKeys(table, flow.area(), double(flow.def.cellSize), render::flowMapNames(), view);
    readMarks(table, view.style);
    readInk(table.table("dye"), view.style.ink);
    flow.texture = readTexture(table.table("texture"));
    for (const std::string& name : render::flowMapNames())
    {
        const render::ScalarStyle style = readScalar(table.table(name), render::flowMapStyle(name));
        if (name == flowShowNames()[std::size_t(flow.show)])
        {
            view.style.scalar = style;
        }
        if (view.inside.map && view.inside.map->name == name)
        {
            checkCarried(table.table("inside"), flow, name);
            view.inside.map = style;
        }
    }
    table.finish();
    return view;
}

} // namespace tarn::scene
