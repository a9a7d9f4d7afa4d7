// Parameters of [view], for flows and for waters.
#include "studio/model/parameter_reads.h"

#include "scene/words.h"

#include "render/relief.h"

#include <utility>

namespace tarn::studio
{
namespace
{

using scene::Scene;

using Words = std::vector<std::string>;

template <class Enumeration>
Setting word(const Words& words, Enumeration value)
{
    return words[static_cast<std::size_t>(value)];
}

// The colours of a map: as written, else the usual ones of what render calls `quantity`.
Parameter mapParameter(const char* key, const char* label, const char* quantity)
{
    return {.key = key,
            .group = "Colour maps",
            .label = label,
            .unit = "",
            .hint = "Colours of the map, from its low end to its high end.",
            .kind = ParameterKind::choice,
            .words = render::mapNames(),
            .read = [key, quantity](const Scene& scene, double) -> Setting {
                const auto usual = static_cast<std::size_t>(render::quantityStyle(quantity).map);
                return writtenText(scene, key, render::mapNames()[usual]);
            }};
}

Setting background(const Scene& scene)
{
    const render::InkStyle& ink = scene.view.style.ink;
    return colourText(ink.mode == render::InkMode::pigment ? ink.paper : ink.ground);
}

// The known look that has this colour.
Setting liquidLookName(const Scene& scene)
{
    for (const std::string& name : render::liquidLookNames())
    {
        const render::LiquidLook look = render::liquidLook(name);
        const render::LiquidLook& now = scene.water().relief.liquid;
        if (look.absorption == now.absorption && look.body == now.body)
        {
            return name;
        }
    }
    return render::liquidLookNames().front();
}

// What the pictures of all scenes have.
std::vector<Parameter> pictureParameters()
{
    return {
        {.key = "view.arrows.shown",
         .group = "Picture",
         .label = "Arrows",
         .unit = "",
         .hint = "Arrows of the velocity over the picture.",
         .kind = ParameterKind::flag,
         .read = [](const Scene& scene, double) -> Setting {
             return scene.view.style.arrows.shown;
         }},
        {.key = "view.arrows.spacing",
         .group = "Picture",
         .label = "Arrows apart",
         .unit = "points",
         .hint = "From one to the next; 720 points are the shorter side.",
         .low = 8.0,
         .high = 120.0,
         .read = [](const Scene& scene, double) -> Setting {
             return double(scene.view.style.arrows.spacing);
         }},
        {.key = "view.pace",
         .group = "Picture",
         .label = "Pace of videos",
         .unit = "",
         .hint = "Seconds of the scene in a second of video.",
         .low = 0.1,
         .high = 4.0,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double) -> Setting { return scene.view.pace; }},
        {.key = "view.time",
         .group = "Picture",
         .label = "Show the time",
         .unit = "",
         .hint = "In the upper right corner of pictures.",
         .kind = ParameterKind::flag,
         .read = [](const Scene& scene, double) -> Setting { return scene.view.style.showTime; }},
        {.key = "view.legend",
         .group = "Picture",
         .label = "Legend",
         .unit = "",
         .hint = "Of maps: the colour bar.",
         .kind = ParameterKind::choice,
         .words = scene::legendNames(),
         .read = [](const Scene& scene, double) -> Setting {
             return word(scene::legendNames(), scene.view.style.legend);
         }},
    };
}

std::vector<Parameter> joined(std::vector<Parameter> own, std::vector<Parameter> maps)
{
    for (const std::vector<Parameter>& more : {pictureParameters(), std::move(maps)})
    {
        own.insert(own.end(), more.begin(), more.end());
    }
    return own;
}

} // namespace

std::vector<Parameter> flowViewParameters()
{
    return joined(
        {
            {.key = "view.show",
             .group = "Picture",
             .label = "Show",
             .unit = "",
             .hint = "What pictures show.",
             .kind = ParameterKind::choice,
             .words = scene::flowShowNames(),
             .read = [](const Scene& scene, double) -> Setting {
                 return word(scene::flowShowNames(), scene.flow().show);
             }},
            {.key = "view.dye.ink",
             .group = "Ink",
             .label = "Ink",
             .unit = "",
             .hint = "Light glows on a dark ground; pigment darkens paper; smoke hides what is "
                     "behind it.",
             .kind = ParameterKind::choice,
             .words = scene::inkNames(),
             .read = [](const Scene& scene, double) -> Setting {
                 return word(scene::inkNames(), scene.view.style.ink.mode);
             }},
            {.key = "view.dye.strength",
             .group = "Ink",
             .label = "Strength",
             .unit = "",
             .hint = "Amounts of dye are multiplied by this.",
             .low = 0.05,
             .high = 20.0,
             .isLogarithmic = true,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.view.style.ink.strength);
             }},
            {.key = "view.dye.bloom",
             .group = "Ink",
             .label = "Bloom",
             .unit = "",
             .hint = "How much bright ink spreads its light.",
             .low = 0.0,
             .high = 1.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.view.style.ink.bloom);
             }},
            {.key = "view.dye.relief",
             .group = "Ink",
             .label = "Relief",
             .unit = "",
             .hint = "How strongly a lamp models the ink.",
             .low = 0.0,
             .high = 1.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.view.style.ink.relief);
             }},
            {.key = "view.dye.background",
             .group = "Ink",
             .label = "Background",
             .unit = "",
             .hint = "Behind light, or the paper behind pigment.",
             .kind = ParameterKind::colour,
             .read = [](const Scene& scene, double) -> Setting { return background(scene); }},
            {.key = "view.solids.fill",
             .group = "Solids",
             .label = "Solids",
             .unit = "",
             .hint = "Their colour.",
             .kind = ParameterKind::colour,
             .read = [](const Scene& scene, double) -> Setting {
                 return colourText(scene.view.style.solid.fill);
             }},
            {.key = "view.solids.edge",
             .group = "Solids",
             .label = "Edges of solids",
             .unit = "",
             .hint = "The colour of their outlines.",
             .kind = ParameterKind::colour,
             .read = [](const Scene& scene, double) -> Setting {
                 return colourText(scene.view.style.solid.edge);
             }},
            {.key = "view.tracers.radius",
             .group = "Tracers",
             .label = "Tracers",
             .unit = "points",
             .hint = "Their radius.",
             .low = 0.5,
             .high = 10.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.view.style.tracers.radius);
             }},
            {.key = "view.tracers.opacity",
             .group = "Tracers",
             .label = "Opacity of tracers",
             .unit = "",
             .hint = "0: not seen.",
             .low = 0.0,
             .high = 1.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.view.style.tracers.opacity);
             }},
            {.key = "view.tracers.colour",
             .group = "Tracers",
             .label = "Colour of tracers",
             .unit = "",
             .hint = "",
             .kind = ParameterKind::colour,
             .read = [](const Scene& scene, double) -> Setting {
                 return colourText(scene.view.style.tracers.colour);
             }},
        },
        {mapParameter("view.speed.map", "Map of speed", "speed"),
         mapParameter("view.pressure.map", "Map of pressure", "pressure"),
         mapParameter("view.vorticity.map", "Map of vorticity", "vorticity"),
         mapParameter("view.divergence.map", "Map of divergence", "divergence"),
         mapParameter("view.temperature.map", "Map of temperature", "temperature")});
}

std::vector<Parameter> waterViewParameters()
{
    return joined(
        {
            {.key = "view.show",
             .group = "Picture",
             .label = "Show",
             .unit = "",
             .hint = "What pictures show: the relief, or a map from above.",
             .kind = ParameterKind::choice,
             .words = scene::waterShowNames(),
             .read = [](const Scene& scene, double) -> Setting {
                 return word(scene::waterShowNames(), scene.water().show);
             }},
            {.key = "view.relief.azimuth",
             .group = "Camera",
             .label = "Azimuth",
             .unit = "degrees",
             .hint = "Where the eye is, from +x towards +y.",
             .low = -180.0,
             .high = 180.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.camera.azimuth);
             }},
            {.key = "view.relief.elevation",
             .group = "Camera",
             .label = "Elevation",
             .unit = "degrees",
             .hint = "Above the horizon.",
             .low = 1.0,
             .high = 90.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.camera.elevation);
             }},
            {.key = "view.relief.field_of_view",
             .group = "Camera",
             .label = "Field of view",
             .unit = "degrees",
             .hint = "Of the height of the picture; 0: orthographic.",
             .low = 0.0,
             .high = 120.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.camera.fieldOfView);
             }},
            {.key = "view.relief.distance",
             .group = "Camera",
             .label = "Distance",
             .unit = "m",
             .hint = "From the target; 0: as far as to see everything.",
             .low = 0.0,
             .high = 100.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.camera.distance);
             }},
            {.key = "view.relief.sun_azimuth",
             .group = "Light",
             .label = "Azimuth of the sun",
             .unit = "degrees",
             .hint = "From +x towards +y.",
             .low = -180.0,
             .high = 180.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.light.azimuth);
             }},
            {.key = "view.relief.sun_elevation",
             .group = "Light",
             .label = "Elevation of the sun",
             .unit = "degrees",
             .hint = "Above the horizon.",
             .low = 5.0,
             .high = 90.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.light.elevation);
             }},
            {.key = "view.relief.sun",
             .group = "Light",
             .label = "Sun",
             .unit = "",
             .hint = "0: an overcast day.",
             .low = 0.0,
             .high = 3.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.light.strength);
             }},
            {.key = "view.relief.clouds",
             .group = "Light",
             .label = "Clouds",
             .unit = "",
             .hint = "In what the water reflects.",
             .low = 0.0,
             .high = 1.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.light.clouds);
             }},
            {.key = "view.relief.exposure",
             .group = "Light",
             .label = "Exposure",
             .unit = "",
             .hint = "Of the whole picture.",
             .low = 0.1,
             .high = 10.0,
             .isLogarithmic = true,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.light.exposure);
             }},
            {.key = "view.relief.liquid",
             .group = "Look of the liquid",
             .label = "Looks like",
             .unit = "",
             .hint = "Colour, gloss and refraction of a known liquid.",
             .kind = ParameterKind::choice,
             .words = render::liquidLookNames(),
             .read = [](const Scene& scene, double) -> Setting { return liquidLookName(scene); }},
            {.key = "view.relief.ripples",
             .group = "Look of the liquid",
             .label = "Ripples",
             .unit = "",
             .hint = "Slope of waves too small for the grid.",
             .low = 0.0,
             .high = 0.3,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.liquid.ripples);
             }},
            {.key = "view.relief.caustics",
             .group = "Look of the liquid",
             .label = "Caustics",
             .unit = "",
             .hint = "Light that waves gather on the ground; 1 is as it is.",
             .low = 0.0,
             .high = 3.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.liquid.caustics);
             }},
            {.key = "view.relief.refractive_index",
             .group = "Look of the liquid",
             .label = "Refractive index",
             .unit = "",
             .hint = "How strongly light is bent: water 1.33, honey 1.5, diamond 2.4.",
             .low = 1.0,
             .high = 3.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.liquid.refractiveIndex);
             }},
            {.key = "view.relief.dispersion",
             .group = "Look of the liquid",
             .label = "Dispersion",
             .unit = "",
             .hint = "How much more blue light is bent than red.",
             .low = 0.0,
             .high = 0.3,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.liquid.dispersion);
             }},
            {.key = "view.relief.fresnel",
             .group = "Look of the liquid",
             .label = "Reflection",
             .unit = "",
             .hint = "Exact for the liquid, or formed by bias, scale and power.",
             .kind = ParameterKind::choice,
             .words = scene::fresnelNames(),
             .read = [](const Scene& scene, double) -> Setting {
                 return word(scene::fresnelNames(), scene.water().relief.fresnel.kind);
             }},
            {.key = "view.relief.detail",
             .group = "Picture",
             .label = "Detail",
             .unit = "",
             .hint = "Of pictures drawn by OpenGL.",
             .kind = ParameterKind::choice,
             .words = scene::detailNames(),
             .read = [](const Scene& scene, double) -> Setting {
                 return word(scene::detailNames(), scene.water().relief.detail);
             }},
            {.key = "view.relief.ground",
             .group = "Ground",
             .label = "Ground",
             .unit = "",
             .hint = "What it is made of.",
             .kind = ParameterKind::choice,
             .words = scene::groundNames(),
             .read = [](const Scene& scene, double) -> Setting {
                 return word(scene::groundNames(), scene.water().relief.ground.look);
             }},
            {.key = "view.relief.ground_colour",
             .group = "Ground",
             .label = "Colour of the ground",
             .unit = "",
             .hint = "Of plain ground.",
             .kind = ParameterKind::colour,
             .read = [](const Scene& scene, double) -> Setting {
                 return colourText(scene.water().relief.ground.colour);
             }},
            {.key = "view.relief.tile",
             .group = "Ground",
             .label = "Tiles",
             .unit = "m",
             .hint = "Along a tile; 0: some 20 along the shorter side.",
             .low = 0.0,
             .high = 2.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.ground.tile);
             }},
            {.key = "view.relief.border",
             .group = "Ground",
             .label = "Border",
             .unit = "",
             .hint = "Cut through as a model, or a pool with a rim.",
             .kind = ParameterKind::choice,
             .words = scene::borderNames(),
             .read = [](const Scene& scene, double) -> Setting {
                 return word(scene::borderNames(), scene.water().relief.border);
             }},
            {.key = "view.relief.rim",
             .group = "Ground",
             .label = "Rim",
             .unit = "m",
             .hint = "From the highest water to the rim of a pool; 0: as fits.",
             .low = 0.0,
             .high = 2.0,
             .read = [](const Scene& scene, double) -> Setting {
                 return double(scene.water().relief.rim);
             }},
            {.key = "view.relief.background",
             .group = "Ground",
             .label = "Table",
             .unit = "",
             .hint = "What the model stands on.",
             .kind = ParameterKind::colour,
             .read = [](const Scene& scene, double) -> Setting {
                 return colourText(scene.water().relief.background);
             }},
            {.key = "view.relief.quality",
             .group = "Picture",
             .label = "Quality on the CPU",
             .unit = "",
             .hint = "Rays a pixel, where OpenGL is not drawing.",
             .kind = ParameterKind::choice,
             .words = scene::reliefQualityNames(),
             .cost = "Only pictures made by the CPU take longer.",
             .read = [](const Scene& scene, double) -> Setting {
                 return word(scene::reliefQualityNames(), scene.water().relief.quality);
             }},
        },
        {mapParameter("view.surface.map", "Map of surface", "height"),
         mapParameter("view.depth.map", "Map of depth", "depth"),
         mapParameter("view.speed.map", "Map of speed", "speed"),
         mapParameter("view.foam.map", "Map of foam", "foam"),
         mapParameter("view.terrain.map", "Map of terrain", "height")});
}

} // namespace tarn::studio
