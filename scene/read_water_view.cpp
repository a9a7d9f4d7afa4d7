// Reads [view] of a water: a relief unless something else is asked for.
#include "scene/defaults.h"
#include "scene/sections.h"
#include "scene/view_keys.h"
#include "scene/words.h"

#include "render/water_inside.h"

namespace tarn::scene
{
namespace
{

constexpr Rule kDegreesRule = any("angle", "degrees");

void readCamera(Reader& table, render::ReliefCamera& camera)
{
    camera.azimuth = readFloat(table, "azimuth", kDegreesRule, camera.azimuth);
    camera.elevation =
        readFloat(table, "elevation", within("angle", "degrees", 1.0, 90.0), camera.elevation);
    camera.fieldOfView = readFloat(table, "field_of_view", within("angle", "degrees", 0.0, 120.0),
                                   camera.fieldOfView);
    camera.distance = readFloat(table, "distance", notNegative("length", "m"), camera.distance);
    camera.hasTarget = table.has("target");
    const std::vector<double> target = table.numbers("target", kPlaceRule, 3, {0.0, 0.0, 0.0});
    camera.target = {static_cast<float>(target[0]), static_cast<float>(target[1]),
                     static_cast<float>(target[2])};
}

void readLight(Reader& table, render::ReliefLight& light)
{
    light.azimuth = readFloat(table, "sun_azimuth", kDegreesRule, light.azimuth);
    light.elevation =
        readFloat(table, "sun_elevation", within("angle", "degrees", 5.0, 90.0), light.elevation);
    light.strength = readFloat(table, "sun", notNegative("strength", ""), light.strength);
    light.clouds = readFloat(table, "clouds", kPartRule, light.clouds);
    light.exposure =
        readFloat(table, "exposure", within("factor", "", 0.01, 100.0), light.exposure);
}

// The liquid looks like what it is, unless the file says otherwise.
void readLiquidLook(Reader& table, const WaterDescription& water, render::LiquidLook& look)
{
    std::string name = "water";
    const tnLiquid& liquid = water.settings.constant.liquid;
    for (int k = 0; k < tn_liquidCount; ++k)
    {
        const auto known = static_cast<tnLiquidName>(k);
        if (tnGetLiquid(known).density == liquid.density)
        {
            name = tnLiquidName_ToString(known);
        }
    }
    name = table.text("liquid", name);
    table.located("liquid", [&] { look = render::liquidLook(name); });
    look.ripples = readFloat(table, "ripples", kPartRule, look.ripples);
    look.caustics = readFloat(table, "caustics", notNegative("strength", ""), look.caustics);
    look.refractiveIndex =
        readFloat(table, "refractive_index", within("index", "", 1.0, 3.0), look.refractiveIndex);
    look.dispersion =
        readFloat(table, "dispersion", within("spread", "", 0.0, 1.0), look.dispersion);
}

void readFresnel(Reader& table, render::FresnelStyle& fresnel)
{
    fresnel.kind = static_cast<render::FresnelKind>(
        table.choice("fresnel", fresnelNames(), std::size_t(fresnel.kind)));
    for (const char* key : {"fresnel_bias", "fresnel_scale", "fresnel_power"})
    {
        if (fresnel.kind == render::FresnelKind::exact && table.has(key))
        {
            table.origin(key).fail("has no effect when fresnel is 'exact'; it is for 'formed'");
        }
    }
    fresnel.bias = readFloat(table, "fresnel_bias", kPartRule, fresnel.bias);
    fresnel.scale = readFloat(table, "fresnel_scale", kPartRule, fresnel.scale);
    fresnel.power =
        readFloat(table, "fresnel_power", within("power", "", 0.0, 100.0), fresnel.power);
}

void readGround(Reader& table, render::ReliefView& relief)
{
    relief.ground.look = static_cast<render::GroundLook>(
        table.choice("ground", groundNames(), std::size_t(relief.ground.look)));
    readColour(table, "ground_colour", relief.ground.colour);
    relief.ground.tile = readFloat(table, "tile", notNegative("length", "m"), relief.ground.tile);
    relief.border = static_cast<render::Border>(
        table.choice("border", borderNames(), std::size_t(relief.border)));
    relief.rim = readFloat(table, "rim", notNegative("length", "m"), relief.rim);
}

void readRelief(Reader table, WaterDescription& water)
{
    render::ReliefView& relief = water.relief;
    readCamera(table, relief.camera);
    readLight(table, relief.light);
    readLiquidLook(table, water, relief.liquid);
    readFresnel(table, relief.fresnel);
    readGround(table, relief);
    readColour(table, "background", relief.background);
    relief.quality = static_cast<render::ReliefQuality>(
        table.choice("quality", reliefQualityNames(), std::size_t(relief.quality)));
    relief.detail = static_cast<render::Detail>(
        table.choice("detail", detailNames(), std::size_t(relief.detail)));
    table.finish();
}

} // namespace

const std::vector<std::string>& waterShowNames()
{
    static const std::vector<std::string> kNames = {"relief", "surface", "depth",  "speed",
                                                    "foam",   "dye",     "terrain"};
    return kNames;
}

ViewDescription readView(Reader table, WaterDescription& water)
{
    ViewDescription view;
    water.show = static_cast<WaterShow>(table.choice("show", waterShowNames(), 0));
    if (water.show == WaterShow::dye && water.def.dyeChannels == 0)
    {
        table.origin("show").fail(
            "'dye' cannot be shown without any; set water.dye_channels above 0");
    }
    view.style.content =
        water.show == WaterShow::dye ? render::Content::ink : render::Content::scalar;
    readViewKeys(table, water.area(), double(water.def.cellSize), render::waterMapNames(), view);
    readInk(table.table("dye"), view.style.ink);
    for (const std::string& name : render::waterMapNames())
    {
        const render::ScalarStyle style =
            readScalar(table.table(name), render::waterMapStyle(name));
        if (name == waterShowNames()[std::size_t(water.show)])
        {
            view.style.scalar = style;
        }
        if (view.inside.map && view.inside.map->name == name)
        {
            view.inside.map = style;
        }
    }
    readRelief(table.table("relief"), water);
    water.relief.width = view.style.width;
    water.relief.height = view.style.height > 0 ? view.style.height : view.style.width * 9 / 16;
    water.relief.title = view.style.title;
    water.relief.showTime = view.style.showTime;
    water.relief.dyeColours = view.style.ink.colours;
    table.finish();
    return view;
}

} // namespace tarn::scene
