// Parameters of [flow], [flow.fluid] and [run].
#include "studio/model/parameter_reads.h"

#include "scene/words.h"

namespace tarn::studio
{
namespace
{

using scene::Scene;

Setting methodName(tnAdvection method)
{
    return scene::advectionNames()[std::size_t(method)];
}

} // namespace

std::vector<Parameter> flowParameters()
{
    return {
        {.key = "flow.fluid.viscosity",
         .group = "Fluid",
         .label = "Viscosity",
         .unit = "Pa s",
         .hint = "How thick it is. Above 0 it costs two solves a step.",
         .low = 0.0,
         .high = 10.0,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).viscosity);
         }},
        {.key = "flow.fluid.density",
         .group = "Fluid",
         .label = "Density",
         .unit = "kg/m^3",
         .hint = "Heavy fluid is slower to push: air 1.2, water 1000.",
         .low = 0.1,
         .high = 2000.0,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).density);
         }},
        {.key = "flow.fluid.confinement",
         .group = "Fluid",
         .label = "Vorticity",
         .unit = "1/s",
         .hint = "Gives small whirls back what the grid takes; lively: 5 to 30.",
         .low = 0.0,
         .high = 50.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).confinement);
         }},
        {.key = "flow.fluid.velocity_dissipation",
         .group = "Fluid",
         .label = "Drag",
         .unit = "1/s",
         .hint = "How quickly motion dies down; 0: by viscosity alone.",
         .low = 0.0,
         .high = 5.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).velocityDissipation);
         }},
        {.key = "flow.fluid.acceleration",
         .group = "Fluid",
         .label = "Pull",
         .unit = "m/s^2",
         .hint = "A force on all of the fluid, along x and y.",
         .kind = ParameterKind::pair,
         .low = -10.0,
         .high = 10.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return asPair(double(scene.flow().fluid.at(t).acceleration.x),
                           double(scene.flow().fluid.at(t).acceleration.y));
         }},
        {.key = "flow.fluid.gravity",
         .group = "Fluid",
         .label = "Gravity",
         .unit = "m/s^2",
         .hint = "What makes warm fluid rise and heavy dye sink.",
         .kind = ParameterKind::pair,
         .low = -25.0,
         .high = 25.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return asPair(double(scene.flow().fluid.at(t).gravity.x),
                           double(scene.flow().fluid.at(t).gravity.y));
         }},
        {.key = "flow.fluid.dye_dissipation",
         .group = "Dye",
         .label = "Dye fades",
         .unit = "1/s",
         .hint = "How quickly all dyes fade; 0: never.",
         .low = 0.0,
         .high = 5.0,
         .isPerDye = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).dyeDissipation[0]);
         }},
        {.key = "flow.fluid.dye_diffusivity",
         .group = "Dye",
         .label = "Dye spreads",
         .unit = "m^2/s",
         .hint = "As by itself in still fluid. Above 0 it costs a solve for each dye.",
         .low = 0.0,
         .high = 0.01,
         .isLogarithmic = true,
         .isPerDye = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).dyeDiffusivity[0]);
         }},
        {.key = "flow.fluid.dye_weight",
         .group = "Dye",
         .label = "Weight of dye",
         .unit = "",
         .hint = "How much heavier a unit of dye makes the fluid; below 0: it rises.",
         .low = -1.0,
         .high = 1.0,
         .isPerDye = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).dyeWeight[0]);
         }},
        {.key = "flow.dye_channels",
         .group = "Dye",
         .label = "Dyes",
         .unit = "",
         .hint = "How many dyes the fluid carries.",
         .kind = ParameterKind::whole,
         .low = 0,
         .high = 8,
         .cost = kRestarts,
         .read = [](const Scene& scene, double) -> Setting {
             return double(scene.flow().def.dyeChannels);
         }},
        {.key = "flow.fluid.thermal_expansion",
         .group = "Heat",
         .label = "Expansion",
         .unit = "1/K",
         .hint = "Where temperature is carried: how much lighter warm fluid is; air 0.0034.",
         .low = 0.0,
         .high = 0.1,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).thermalExpansion);
         }},
        {.key = "flow.fluid.ambient_temperature",
         .group = "Heat",
         .label = "Ambient temperature",
         .unit = "K",
         .hint = "Where temperature is carried: neither rises nor sinks.",
         .low = -50.0,
         .high = 50.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).ambientTemperature);
         }},
        {.key = "flow.fluid.thermal_diffusivity",
         .group = "Heat",
         .label = "Heat spreads",
         .unit = "m^2/s",
         .hint =
             "Where temperature is carried: as by itself in still fluid. Above 0 it costs a solve.",
         .low = 0.0,
         .high = 0.01,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).thermalDiffusivity);
         }},
        {.key = "flow.fluid.cooling",
         .group = "Heat",
         .label = "Cooling",
         .unit = "1/s",
         .hint = "Where temperature is carried: how quickly it comes back to ambient.",
         .low = 0.0,
         .high = 5.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).cooling);
         }},
        {.key = "flow.temperature",
         .group = "Heat",
         .label = "Carry temperature",
         .unit = "",
         .hint = "Whether the fluid has a temperature at all.",
         .kind = ParameterKind::flag,
         .cost = kRestarts,
         .read = [](const Scene& scene, double) -> Setting {
             return scene.flow().def.temperature;
         }},
        {.key = "flow.nx",
         .group = "Grid",
         .label = "Resolution",
         .unit = "cells",
         .hint = "Cells along x; those along y follow.",
         .kind = ParameterKind::whole,
         .low = 16,
         .high = 1024,
         .isLogarithmic = true,
         .cost = kRegrids,
         .read = [](const Scene& scene, double) -> Setting { return double(scene.flow().def.nx); }},
        {.key = "flow.dye_scale",
         .group = "Grid",
         .label = "Dye cells per cell",
         .unit = "",
         .hint = "Dye is carried on a grid that is so many times finer.",
         .kind = ParameterKind::whole,
         .low = 1,
         .high = 8,
         .cost = kRegrids,
         .read = [](const Scene& scene, double) -> Setting {
             return double(scene.flow().def.dyeScale);
         }},
        {.key = "flow.texture",
         .group = "Grid",
         .label = "Carry a texture",
         .unit = "",
         .hint = "Whether a picture can be carried along by the fluid.",
         .kind = ParameterKind::flag,
         .cost = kRestarts,
         .read = [](const Scene& scene, double) -> Setting { return scene.flow().def.texture; }},
        {.key = "flow.tracer_capacity",
         .group = "Grid",
         .label = "Room for tracers",
         .unit = "",
         .hint = "Most tracers at once.",
         .kind = ParameterKind::whole,
         .low = 0,
         .high = 200000,
         .cost = kRestarts,
         .read = [](const Scene& scene, double) -> Setting {
             return double(scene.flow().def.tracerCapacity);
         }},
        {.key = "flow.fluid.tolerance",
         .group = "Solver",
         .label = "Tolerance",
         .unit = "",
         .hint = "Divergence that a step may leave, as part of what it was before.",
         .low = 1e-06,
         .high = 1.0,
         .isLogarithmic = true,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).tolerance);
         }},
        {.key = "flow.fluid.max_iterations",
         .group = "Solver",
         .label = "Most iterations",
         .unit = "",
         .hint = "Of each solve.",
         .kind = ParameterKind::whole,
         .low = 1,
         .high = 200,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).maxIterations);
         }},
        {.key = "flow.fluid.velocity_advection",
         .group = "Solver",
         .label = "Velocity is carried by",
         .unit = "",
         .hint = "MacCormack keeps whirls sharp; semi-Lagrangian is cheaper and smoother.",
         .kind = ParameterKind::choice,
         .words = std::span(scene::advectionNames()).first(2),
         .read = [](const Scene& scene, double t) -> Setting {
             return methodName(scene.flow().fluid.at(t).velocityAdvection);
         }},
        {.key = "flow.fluid.dye_advection",
         .group = "Solver",
         .label = "Dye is carried by",
         .unit = "",
         .hint = "Conserving keeps the amount of dye to rounding.",
         .kind = ParameterKind::choice,
         .words = scene::advectionNames(),
         .read = [](const Scene& scene, double t) -> Setting {
             return methodName(scene.flow().fluid.at(t).dyeAdvection);
         }},
        {.key = "flow.fluid.temperature_advection",
         .group = "Solver",
         .label = "Heat is carried by",
         .unit = "",
         .hint = "As for dye.",
         .kind = ParameterKind::choice,
         .words = scene::advectionNames(),
         .read = [](const Scene& scene, double t) -> Setting {
             return methodName(scene.flow().fluid.at(t).temperatureAdvection);
         }},
        {.key = "flow.fluid.texture_period",
         .group = "Solver",
         .label = "Texture lives",
         .unit = "s",
         .hint = "A layer of the liquid texture is renewed after that.",
         .low = 0.5,
         .high = 20.0,
         .read = [](const Scene& scene, double t) -> Setting {
             return double(scene.flow().fluid.at(t).texturePeriod);
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
