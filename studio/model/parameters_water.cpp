// Parameters of [water] and [run].
#include "studio/model/parameter_reads.h"

namespace tarn::studio
{
namespace
{

using scene::Scene;

const std::vector<std::string>& liquidNames()
{
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> names;
        for (int k = 0; k < tn_liquidCount; ++k)
        {
            names.emplace_back(tnLiquidName_ToString(static_cast<tnLiquidName>(k)));
        }
        return names;
    }();
    return kNames;
}

} // namespace

std::vector<Parameter> waterParameters()
{
    return {
        {.key = "water.liquid.name",
         .group = "Liquid",
         .label = "Liquid",
         .unit = "",
         .hint = "What the pool is filled with; the numbers below start from it.",
         .kind = ParameterKind::choice,
         .words = liquidNames(),
         .read = [](const Scene& scene, double) -> Setting {
             return writtenText(scene, "water.liquid.name", liquidNames().front());
         }},
        {.key = "water.liquid.viscosity",
         .group = "Liquid",
         .label = "Viscosity",
         .unit = "Pa s",
         .hint = "How thick it is: water 0.001, oil 0.08, honey 10, lava 100. Thick liquids cost a "
                 "solve a step.",
         .low = 0.0,
         .high = 1000.0,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).liquid.viscosity);
         }},
        {.key = "water.liquid.density",
         .group = "Liquid",
         .label = "Density",
         .unit = "kg/m^3",
         .hint = "What is lighter floats in it, and the lighter, the higher.",
         .low = 500.0,
         .high = 3000.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).liquid.density);
         }},
        {.key = "water.liquid.roughness",
         .group = "Liquid",
         .label = "Roughness of the ground",
         .unit = "s/m^(1/3)",
         .hint = "Manning's n: 0.01 concrete, 0.03 a river with stones. Waves die down sooner on "
                 "rough ground.",
         .low = 0.0,
         .high = 0.1,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).liquid.roughness);
         }},
        {.key = "water.liquid.yield_stress",
         .group = "Liquid",
         .label = "Yield stress",
         .unit = "Pa",
         .hint = "What mud and lava stand without flowing.",
         .low = 0.0,
         .high = 2000.0,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).liquid.yieldStress);
         }},
        {.key = "water.gravity",
         .group = "Waves",
         .label = "Gravity",
         .unit = "m/s^2",
         .hint = "9.81 on Earth, 1.62 on the Moon.",
         .low = 0.0,
         .high = 25.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).gravity);
         }},
        {.key = "water.wind",
         .group = "Waves",
         .label = "Wind",
         .unit = "m/s",
         .hint = "Drives the surface and the spray: along x and along y.",
         .kind = ParameterKind::pair,
         .low = -20.0,
         .high = 20.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return asPair(double(scene.water().settings.at(t).wind.x),
                           double(scene.water().settings.at(t).wind.y));
         }},
        {.key = "water.rain",
         .group = "Rain, spray and foam",
         .label = "Rain",
         .unit = "m/s",
         .hint = "Water that falls from above; a cloudburst is 3e-5.",
         .low = 0.0,
         .high = 0.001,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).rain);
         }},
        {.key = "water.rain_height",
         .group = "Rain, spray and foam",
         .label = "Rain falls from",
         .unit = "m",
         .hint = "How far above the surface drops begin.",
         .low = 0.5,
         .high = 10.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).rainHeight);
         }},
        {.key = "water.drop_volume",
         .group = "Rain, spray and foam",
         .label = "Volume of a drop",
         .unit = "m^3",
         .hint = "Large drops are fewer, and each is seen; the same water falls.",
         .low = 1e-08,
         .high = 0.0001,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).dropVolume);
         }},
        {.key = "water.spray",
         .group = "Rain, spray and foam",
         .label = "Spray",
         .unit = "",
         .hint = "How much water leaves where waves break and bodies hit; 1 is as usual, 0 none.",
         .low = 0.0,
         .high = 3.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).spray);
         }},
        {.key = "water.foam_life",
         .group = "Rain, spray and foam",
         .label = "Foam lasts",
         .unit = "s",
         .hint = "Foam is down to a third after that.",
         .low = 0.1,
         .high = 60.0,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).foamLife);
         }},
        {.key = "water.dye_dissipation",
         .group = "Dye",
         .label = "Dye fades",
         .unit = "1/s",
         .hint = "How quickly all dyes fade; 0: never.",
         .low = 0.0,
         .high = 5.0,
         .isPerDye = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).dyeDissipation[0]);
         }},
        {.key = "water.dye_channels",
         .group = "Dye",
         .label = "Dyes",
         .unit = "",
         .hint = "How many dyes the water carries.",
         .kind = ParameterKind::whole,
         .low = 0,
         .high = 4,
         .cost = kRestarts,
         .read = [](const Scene& scene, double) -> Setting {
             return double(scene.water().def.dyeChannels);
         }},
        {.key = "water.nx",
         .group = "Grid",
         .label = "Resolution",
         .unit = "cells",
         .hint = "Cells along x; those along y follow. Twice as many cost eight times as much.",
         .kind = ParameterKind::whole,
         .low = 16,
         .high = 512,
         .isLogarithmic = true,
         .cost = kRegrids,
         .read = [](const Scene& scene, double) -> Setting {
             return double(scene.water().def.nx);
         }},
        {.key = "water.level",
         .group = "Grid",
         .label = "Level",
         .unit = "m",
         .hint = "Of the still surface at the beginning.",
         .low = 0.0,
         .high = 5.0,
         .cost = kRestarts,
         .read = [](const Scene& scene, double) -> Setting {
             return double(scene.water().def.level);
         }},
        {.key = "water.particle_capacity",
         .group = "Grid",
         .label = "Room for drops",
         .unit = "",
         .hint = "Most drops and flecks of foam at once.",
         .kind = ParameterKind::whole,
         .low = 0,
         .high = 100000,
         .cost = kRestarts,
         .read = [](const Scene& scene, double) -> Setting {
             return double(scene.water().def.particleCapacity);
         }},
        {.key = "water.max_substeps",
         .group = "Solver",
         .label = "Most substeps",
         .unit = "",
         .hint = "Of waves in a step. When they are too fast for that, less time passes.",
         .kind = ParameterKind::whole,
         .low = 1,
         .high = 64,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.water().settings.at(t).maxSubsteps);
         }},
        {.key = "water.sleep",
         .group = "Solver",
         .label = "Still water sleeps",
         .unit = "",
         .hint = "Where nothing moves a step costs nothing; the same bits either way.",
         .kind = ParameterKind::flag,
         .read = [](const Scene& scene, double t) -> Setting {
             return scene.water().settings.at(t).sleep;
         }},
        {.key = "run.dt",
         .group = "Time",
         .label = "Step",
         .unit = "s",
         .hint = "The fixed time step, whatever the frame rate.",
         .low = 0.0020833333333333333,
         .high = 0.05,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double) -> Setting { return scene.run.dt; }},
    };
}

} // namespace tarn::studio
