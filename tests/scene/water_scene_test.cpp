// Scenes with water: what is written arrives, errors say what and where, bodies float, and a run
// gives the same bits on any number of threads and after a restart.
#include "scene/builtin.h"
#include "scene/crowd.h"
#include "scene/error.h"
#include "scene/water_run.h"
#include "support/full_size.h"
#include "support/log_capture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace tarn::scene
{
namespace
{

constexpr const char* kTank = "[water]\nnx = 32\nny = 24\ncell_size = 0.125\nlevel = 1\n";

Scene tank(const std::string& rest, const std::vector<Override>& changes = {})
{
    return Scene::parse(kTank + rest, "tank.toml", changes);
}

std::string errorOf(const std::string& rest)
{
    try
    {
        tank(rest);
    }
    catch (const Error& error)
    {
        return error.what();
    }
    return "accepted";
}

tnFieldView field(const WaterRun& run, tnWaterField name)
{
    tnFieldView view = {};
    EXPECT_EQ(tnWater_GetView(run.water(), name, &view), tn_success);
    return view;
}

float at(const tnFieldView& view, int i, int j)
{
    return view.data[std::ptrdiff_t(j) * view.stride + i];
}

void advance(SceneRun& run, int steps, double dt = 1.0 / 60.0)
{
    for (int k = 0; k < steps; ++k)
    {
        run.step(dt);
    }
}

double probe(const SceneRun& run, const std::string& column)
{
    const std::vector<std::string> columns = run.probeColumns();
    const auto found = std::find(columns.begin(), columns.end(), column);
    EXPECT_NE(found, columns.end()) << column;
    return run.probeNumbers()[std::size_t(found - columns.begin())];
}

TEST(WaterScene, WhatIsWrittenArrives)
{
    const Scene scene = tank(
        "dye_channels = 2\nmax_substeps = 7\nspray = 0.5\nwind = [1, \"t\"]\nrain = \"1e-5*t\"\n"
        "origin = [-1, 2]\n[water.liquid]\nname = \"honey\"\nviscosity = 3\n"
        "[water.edges.left]\ntype = \"level\"\nlevel = \"1 + 0.1*t\"\ndye = [0, 0.5]\n"
        "[water.edges.right]\ntype = \"inflow\"\ndischarge = 0.2");
    const WaterDescription& water = scene.water();
    EXPECT_EQ(water.def.nx, 32);
    EXPECT_EQ(water.def.origin.x, -1.0F);
    EXPECT_EQ(water.area().top, 5.0);
    const tnWaterSettings settings = water.settings.at(4.0);
    EXPECT_EQ(settings.maxSubsteps, 7);
    EXPECT_EQ(settings.spray, 0.5F);
    EXPECT_EQ(settings.wind.y, 4.0F);
    EXPECT_EQ(settings.rain, 4e-5F);
    EXPECT_EQ(settings.liquid.viscosity, 3.0F);
    EXPECT_EQ(settings.liquid.density, tnGetLiquid(tn_liquidHoney).density);
    const tnWaterEdge edge = water.edges[tn_sideLeft].at(5.0);
    EXPECT_EQ(edge.type, tn_waterLevel);
    EXPECT_EQ(edge.level, 1.5F);
    EXPECT_EQ(edge.dye[1], 0.5F);
    EXPECT_EQ(water.edges[tn_sideRight].at(0.0).discharge, 0.2F);
    EXPECT_EQ(water.edges[tn_sideTop].type, tn_waterWall);
}

TEST(WaterScene, ALiquidMayBeANameOnly)
{
    EXPECT_EQ(tank("liquid = \"lava\"").water().settings.constant.liquid.density,
              tnGetLiquid(tn_liquidLava).density);
}

TEST(WaterScene, BodiesAreReadWithTheirShapes)
{
    const Scene scene =
        tank("[[water.bodies]]\nname = \"c\"\nshape = \"box\"\nsize = [1, 2, 3]\nposition = [1, 1, "
             "1]\nmass = 7\ndrag = 0.9\n[[water.bodies]]\nshape = \"cylinder\"\nradius = 0.1\n"
             "length = 0.6\nposition = [1, 1, \"1 + 0.1*t\"]\n[[water.bodies]]\nshape = \"mesh\"\n"
             "file = \"wedge.obj\"\nposition = [1, 1, 1]\ncount = 3\nscale = [0.5, 2]\ndensity = "
             "[100, 900]",
             {})
            .name.empty()
        ? Scene()
        : Scene::parse(std::string(kTank) +
                           "[[water.bodies]]\nname = \"c\"\nshape = \"box\"\nsize = [1, 2, 3]\n"
                           "position = [1, 1, 1]\nmass = 7\ndrag = 0.9\n",
                       "tank.toml");
    EXPECT_EQ(scene.water().bodies.size(), 1u);
}

} // namespace
} // namespace tarn::scene
