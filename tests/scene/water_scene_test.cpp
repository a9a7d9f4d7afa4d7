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
#include <gtest/gtest.h>
#include <string>

namespace tarn::scene
{
namespace
{

constexpr const char* kTank = "[water]\nnx = 32\nny = 24\ncell_size = 0.125\nlevel = 1\n";

Scene tank(const std::string& rest)
{
    return Scene::parse(kTank + rest, "tank.toml", {}, TARN_TEST_DATA "/scene");
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

TEST(WaterScene, AReliefIsSeenAsItsKeysSay)
{
    const render::ReliefView plain = tank("").water().relief;
    EXPECT_EQ(plain.fresnel.kind, render::FresnelKind::exact);
    EXPECT_EQ(plain.detail, render::Detail::high);
    EXPECT_EQ(tank("liquid = \"honey\"").water().relief.liquid.refractiveIndex,
              render::liquidLook("honey").refractiveIndex);
    const render::ReliefView view =
        tank("[view.relief]\nliquid = \"diamond\"\nrefractive_index = 2\ndispersion = 0.2\n"
             "fresnel = \"formed\"\nfresnel_bias = 0.1\nfresnel_scale = 0.6\nfresnel_power = 3\n"
             "detail = \"low\"")
            .water()
            .relief;
    EXPECT_EQ(view.liquid.refractiveIndex, 2.0F);
    EXPECT_EQ(view.liquid.dispersion, 0.2F);
    EXPECT_EQ(view.fresnel.kind, render::FresnelKind::formed);
    EXPECT_EQ(view.fresnel.bias, 0.1F);
    EXPECT_EQ(view.fresnel.scale, 0.6F);
    EXPECT_EQ(view.fresnel.power, 3.0F);
    EXPECT_EQ(view.detail, render::Detail::low);
    EXPECT_EQ(errorOf("[view.relief]\nfresnel_bias = 0.1"),
              "view.relief.fresnel_bias: has no effect when fresnel is 'exact'; it is for 'formed' "
              "(tank.toml:7)");
    EXPECT_EQ(errorOf("[view.relief]\ndetail = \"fine\""),
              "view.relief.detail: there is no 'fine'; choose from: low, medium, high, best "
              "(tank.toml:7)");
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
             "file = \"wedge.obj\"\nposition = [1, 1, 1]\nscale = [0.5, 2]\ndensity = [100, 900]");
    const std::vector<BodyDescription>& bodies = scene.water().bodies;
    ASSERT_EQ(bodies.size(), 3u);
    EXPECT_EQ(bodies[0].name, "c");
    EXPECT_EQ(bodies[0].shape.halfSize.z, 1.5F);
    EXPECT_EQ(bodies[0].shape.mass, 7.0F);
    EXPECT_EQ(bodies[0].shape.drag, 0.9F);
    EXPECT_FALSE(bodies[0].isLed());
    EXPECT_EQ(bodies[1].name, "body1");
    EXPECT_EQ(bodies[1].shape.halfLength, 0.3F);
    EXPECT_TRUE(bodies[1].isLed());
    ASSERT_TRUE(bodies[2].mesh);
    EXPECT_EQ(bodies[2].mesh->triangles.size(), 3u * 8u) << "polygons are cut";
    EXPECT_NEAR(volumeOf(*bodies[2].mesh), 0.12, 1e-6);
    Mesh mesh = *bodies[2].mesh;
    const tnVec3 middle = centre(mesh);
    EXPECT_NEAR(middle.x, 0.0F, 1e-6F) << "it is about its centre of mass";
    EXPECT_EQ(bodies[2].scale[1], 2.0);
    EXPECT_EQ(bodies[2].density[0], 100.0);
}

TEST(WaterScene, BuiltInMeshesAreClosedAndStandUpright)
{
    for (const Mesh& mesh : {makeDuck(0.5), makeBoat(4.0)})
    {
        EXPECT_EQ(openEdges(mesh), 0);
        EXPECT_GT(volumeOf(mesh), 0.0);
        EXPECT_LE(mesh.triangles.size(), 3u * 400u);
        Mesh copy = mesh;
        const tnVec3 middle = centre(copy);
        EXPECT_NEAR(middle.x, 0.0F, 1e-5F);
        EXPECT_NEAR(middle.y, 0.0F, 1e-5F) << "left and right are alike";
    }
}

TEST(WaterScene, ErrorsNameKeyValueAndRemedy)
{
    EXPECT_EQ(errorOf("rain = -1"), "water.rain: -1 m/s is negative; give a rate of 0 or more "
                                    "(tank.toml:6)");
    EXPECT_EQ(errorOf("[flow]\nnx = 3"),
              "water: both [flow] and [water] are given; a scene has one of them (tank.toml:1)");
    EXPECT_EQ(errorOf("[water.edges.left]\ntype = \"wall\"\nlevel = 3"),
              "water.edges.left.level: has no effect on an edge of type 'wall'; it is for level "
              "(tank.toml:8)");
    EXPECT_EQ(errorOf("[water.edges.left]\ntype = \"periodic\""),
              "water.edges.left: is periodic, and right is not; make both so, or neither "
              "(tank.toml:6)");
    EXPECT_EQ(errorOf("[water.initial]\nsurface = 1\ndepth = 1"),
              "water.initial.depth: both surface and depth are given; leave one of them out "
              "(tank.toml:8)");
    EXPECT_EQ(errorOf("[[water.springs]]\nposition = [1, 1]"),
              "water.springs[0].discharge: is missing; give what comes out in m^3/s, below 0 for a "
              "drain (tank.toml:6)");
    EXPECT_EQ(errorOf("[[water.hands]]\nposition = [1, 1]\ndye = [1]"),
              "water.hands[0].dye: there is no dye; set water.dye_channels above 0 (tank.toml:8)");
    EXPECT_EQ(errorOf("liquid = \"hony\""),
              "water.liquid: there is no 'hony'; did you mean 'honey'? (tank.toml:6)");
}

TEST(WaterScene, ErrorsOfBodiesNameTheTable)
{
    const std::string body = "[[water.bodies]]\nposition = [1, 1, 1]\n";
    EXPECT_EQ(errorOf("[[water.bodies]]\nradius = 1"),
              "water.bodies[0].position: is missing; give one, as in position = [1, 1, 0.5] "
              "(tank.toml:6)");
    EXPECT_EQ(errorOf(body + "raduis = 1"),
              "water.bodies[0].raduis: there is no such key; did you mean 'radius'? "
              "(tank.toml:8)");
    EXPECT_EQ(errorOf(body + "density = 1\nmass = 2"),
              "water.bodies[0].mass: both mass and density are given; leave one of them out "
              "(tank.toml:9)");
    EXPECT_EQ(errorOf(body + "fixed = true\nvelocity = [1, 0, 0]"),
              "water.bodies[0].velocity: has no effect on a fixed body; leave it out "
              "(tank.toml:9)");
    EXPECT_EQ(errorOf("[[water.bodies]]\nposition = [1, \"t\", 1]\ncount = 2"),
              "water.bodies[0].count: formulas of t lead one body; write a table for each "
              "(tank.toml:8)");
    EXPECT_EQ(errorOf(body + "shape = \"mesh\"\nfile = \"open.obj\""),
              "water.bodies[0].file: 3 edges have no triangle on one side; a body needs a closed "
              "surface (tank.toml:9)");
    EXPECT_NE(errorOf(body + "shape = \"mesh\"\nfile = \"none.obj\"").find("(tank.toml:9)"),
              std::string::npos);
    EXPECT_EQ(errorOf(body + "density = [5, 1]"),
              "water.bodies[0].density: 5 is above 1; give the lower end first (tank.toml:8)");
    EXPECT_EQ(errorOf(body + "count = 70000"),
              "water.bodies[0].count: 70000 is out of range; give a number from 1 to 65536 "
              "(tank.toml:8)");
    EXPECT_EQ(errorOf(body + "[[probes]]\ntype = \"body\"\nbody = \"boat\""),
              "probes[0].body: there is no 'boat'; choose from: body0 (tank.toml:10)");
}

TEST(WaterScene, TerrainComesFromAFormulaAListOrAPictureOf16Bits)
{
    const WaterRun formula(tank("terrain = \"0.1*x + 2*y\""));
    EXPECT_NEAR(at(field(formula, tn_waterTerrain), 3, 5), 0.1F * 0.4375F + 2.0F * 0.6875F, 1e-5F);
    const WaterRun list(tank("terrain = [[2, 2], [0, 0]]"));
    EXPECT_EQ(at(field(list, tn_waterTerrain), 7, 0), 0.0F);
    EXPECT_EQ(at(field(list, tn_waterTerrain), 7, 23), 2.0F);
    const WaterRun picture(
        tank("terrain = { image = \"heights.png\", channel = \"red\", low = 0, high = 65535 }"));
    for (int j = 0; j < 24; ++j)
    {
        EXPECT_NEAR(at(field(picture, tn_waterTerrain), 11, j), 11000.0F + 5.0F * float(j), 0.01F);
    }
}

TEST(WaterScene, WaterLiesWhereTheGroundIsLowerThanItsSurface)
{
    const WaterRun level(tank("terrain = \"0.5*x\""));
    EXPECT_NEAR(at(field(level, tn_waterDepth), 0, 3), 1.0F - 0.5F * 0.0625F, 1e-6F);
    EXPECT_EQ(at(field(level, tn_waterDepth), 31, 3), 0.0F);
    const WaterRun surface(tank("terrain = -1\n[water.initial]\nsurface = \"x < 2 ? 1 : -1\"\n"
                                "velocity_y = 0.5"));
    EXPECT_EQ(at(field(surface, tn_waterDepth), 0, 0), 2.0F);
    EXPECT_EQ(at(field(surface, tn_waterDepth), 31, 0), 0.0F);
    EXPECT_NEAR(at(field(surface, tn_waterVelocityY), 4, 4), 0.5F, 1e-6F);
}

TEST(WaterScene, GroundThatChangesCarriesWhatLiesOnIt)
{
    WaterRun run(tank("terrain = \"0.2*t\"\n[water.initial]\ndepth = 0\n[[water.bodies]]\n"
                      "name = \"stone\"\nshape = \"box\"\nsize = [0.5, 0.5, 0.5]\ndensity = 2000\n"
                      "position = [2, 1.5, 0.26]\n[[probes]]\nname = \"stone\"\ntype = \"body\"\n"
                      "body = \"stone\""));
    advance(run, 120);
    EXPECT_NEAR(at(field(run, tn_waterTerrain), 3, 3), 0.4F, 1e-5F);
    EXPECT_NEAR(probe(run, "stone.z"), 0.65, 0.05);
}

TEST(WaterScene, AClosedTankRisesByWhatFloatsInIt)
{
    WaterRun run(tank("[[water.bodies]]\nname = \"raft\"\nshape = \"box\"\nsize = [0.8, 0.8, 0.3]"
                      "\ndensity = 400\nposition = [2, 1.5, 1.05]\n[[probes]]\nname = \"raft\"\n"
                      "type = \"body\"\nbody = \"raft\"\n[[probes]]\nname = \"all\"\ntype = "
                      "\"totals\"\n[[probes]]\nname = \"corner\"\ntype = \"point\"\nposition = "
                      "[0.2, 0.2]"));
    advance(run, 300);
    double volume = 0.0;
    double force = 0.0;
    double surface = 0.0;
    constexpr int kSteps = 900; // waves go to and fro in a closed tank: the mean counts
    for (int k = 0; k < kSteps; ++k)
    {
        run.step(1.0 / 60.0);
        volume += probe(run, "raft.submerged_volume") / kSteps;
        force += probe(run, "raft.force_z") / kSteps;
        surface += probe(run, "corner.surface") / kSteps;
    }
    const double displaced = 0.4 * 0.8 * 0.8 * 0.3;
    EXPECT_NEAR(volume, displaced, 0.02 * displaced);
    EXPECT_NEAR(force, 1000.0 * 9.81 * displaced, 10.0);
    EXPECT_NEAR(surface, 1.0 + displaced / (4.0 * 3.0), 0.001);
    EXPECT_LT(probe(run, "raft.tilt"), 10.0);
    EXPECT_NEAR(probe(run, "all.drift"), 0.0, 1e-6);
    EXPECT_NEAR(probe(run, "all.volume"), 12.0, 1e-4);
}

TEST(WaterScene, LightThingsFloatAndHeavyOnesSink)
{
    WaterRun run(tank("[[water.bodies]]\nname = \"cork\"\nradius = 0.2\ndensity = 200\nposition = "
                      "[1, 1, 1.3]\n[[water.bodies]]\nname = \"stone\"\nradius = 0.2\ndensity = "
                      "2500\nposition = [3, 2, 1.3]\n[[probes]]\nname = \"cork\"\ntype = \"body\"\n"
                      "body = \"cork\"\n[[probes]]\nname = \"stone\"\ntype = \"body\"\nbody = "
                      "\"stone\""));
    advance(run, 600);
    EXPECT_GT(probe(run, "cork.z"), 1.0);
    EXPECT_NEAR(probe(run, "stone.z"), 0.2, 0.02);
}

TEST(WaterScene, ALedPaddleMakesWaves)
{
    WaterRun run(
        tank("[[water.bodies]]\nshape = \"box\"\nsize = [0.3, 2.8, 2]\nposition = [\"0.5 + "
             "0.2*sin(4*t)\", 1.5, 1]\nrotation = [0, \"10*sin(4*t)\", 0]\n[[probes]]\n"
             "name = \"paddle\"\ntype = \"body\"\nbody = \"body0\"\n[[probes]]\nname = "
             "\"far\"\ntype = \"point\"\nposition = [3.5, 1.5]"));
    double highest = 0.0;
    for (int k = 0; k < 120; ++k)
    {
        run.step(1.0 / 60.0);
        highest = std::max(highest, probe(run, "far.surface"));
    }
    EXPECT_NEAR(probe(run, "paddle.x"), 0.5 + 0.2 * std::sin(8.0), 1e-4);
    EXPECT_NEAR(probe(run, "paddle.tilt"), std::abs(10.0 * std::sin(8.0)), 1e-2);
    EXPECT_GT(highest, 1.15);
}

TEST(WaterScene, AMotorDrivesABoatAndThrowsWaterBack)
{
    WaterRun run(Scene::parse(
        "[water]\nnx = 96\nny = 48\ncell_size = 0.25\nlevel = 1.5\n[[water.bodies]]\nname = "
        "\"boat\"\nshape = \"boat\"\nlength = 3\ndensity = 350\nposition = [5, 6, 1.7]\nmotor = { "
        "thrust = 600, position = [-1.3, 0, -0.25] }\n[[probes]]\nname = \"boat\"\ntype = "
        "\"body\"\nbody = \"boat\"",
        "boat.toml"));
    advance(run, 240);
    EXPECT_GT(probe(run, "boat.velocity_x"), 0.5);
    EXPECT_NEAR(probe(run, "boat.y"), 6.0, 0.5);
    EXPECT_LT(probe(run, "boat.tilt"), 25.0);
}

TEST(WaterScene, HandsStrokesAndSpringsBringWhatTheySay)
{
    WaterRun run(tank("dye_channels = 1\n[[water.springs]]\nposition = [1, 1]\ndischarge = \"t < 1 "
                      "? 0.3 : 0\"\ndye = [2]\n[[water.strokes]]\nposition = [3, 2]\nradius = 0.3\n"
                      "water = 0.2\ntime = 0.5\nevery = 0.5\nuntil = 1.2\n[[probes]]\nname = "
                      "\"all\"\ntype = \"totals\""));
    advance(run, 120);
    const double once = 0.2 * 3.14159265 * 0.3 * 0.3;
    EXPECT_NEAR(run.totals().added, 0.3 + 2.0 * once, 0.01);
    EXPECT_NEAR(probe(run, "all.dye0"), 0.6, 0.02);
    EXPECT_NEAR(run.drift(), 0.0, 1e-6);
}

TEST(WaterScene, AHandDrawsTheWaterAlong)
{
    WaterRun run(
        tank("[[water.hands]]\nposition = [\"0.5 + 0.6*t\", 1.5]\nradius = 0.3\non = \"t < "
             "3\"\n[[probes]]\nname = \"there\"\ntype = \"point\"\nposition = [2.3, 1.5]\n"
             "quantities = [\"velocity_x\"]"));
    advance(run, 180);
    EXPECT_GT(probe(run, "there.velocity_x"), 0.25);
    EXPECT_LT(probe(run, "there.velocity_x"), 0.9);
}

TEST(WaterScene, WhoLeavesIsGoneUnlessItReturns)
{
    WaterRun run(tank("[water.edges.right]\ntype = \"open\"\n[[water.bodies]]\nname = \"gone\"\n"
                      "radius = 0.1\nposition = [3, 1, 2]\nvelocity = [8, 0, 0]\n[[water.bodies]]\n"
                      "name = \"back\"\nradius = 0.1\nposition = [3, 2, 2]\nvelocity = [8, 0, 0]\n"
                      "returns = true\n[[probes]]\nname = \"gone\"\ntype = \"body\"\nbody = "
                      "\"gone\""));
    advance(run, 12);
    EXPECT_FALSE(run.body(0, 0).isThere());
    EXPECT_TRUE(std::isnan(probe(run, "gone.x")));
    ASSERT_TRUE(run.body(1, 0).isThere());
    EXPECT_LT(run.rigid().motion(run.body(1, 0).rigid).position.x, 4.2F);
}

TEST(WaterScene, PeriodicEdgesBringBodiesRound)
{
    WaterRun run(tank("[water.edges.left]\ntype = \"periodic\"\n[water.edges.right]\ntype = "
                      "\"periodic\"\n[[water.bodies]]\nradius = 0.1\nposition = [3.9, 1, 3]\n"
                      "velocity = [8, 0, 0]"));
    advance(run, 6);
    ASSERT_TRUE(run.body(0, 0).isThere());
    EXPECT_NEAR(run.rigid().motion(run.body(0, 0).rigid).position.x, 3.9F + 0.8F - 4.0F, 0.05F);
}

TEST(WaterScene, BodiesComeGoAndGrowWhileItRuns)
{
    WaterRun run(tank("[[water.bodies]]\nradius = 0.15\nposition = [1, 1, 1.5]\ncount = 2\nspread "
                      "= [1, 1, 1]"));
    advance(run, 60);
    RigidMotion motion;
    motion.position = {2.5F, 1.5F, 1.6F};
    const std::size_t third = run.addBody(0, motion, 1.5, 300.0);
    advance(run, 60);
    run.resizeBody(third, 2.0);
    advance(run, 60);
    run.removeBody(0);
    EXPECT_FALSE(run.bodies()[0].isThere());
    advance(run, 60);
    EXPECT_NEAR(run.drift(), 0.0, 1e-6) << "no water came or went";
    EXPECT_LT(run.stats().maxSpeed, 8.0F) << "and nothing burst";
}

// Crates that fall on one another, in water, on the ground and against walls.
Scene heap()
{
    return tank("particle_capacity = 2000\nterrain = \"0.3*sin(2*x)\"\n[[water.bodies]]\nshape = "
                "\"box\"\nsize = [0.4, 0.4, 0.4]\ncount = 12\ndensity = [300, 2500]\nposition = "
                "[2, 1.5, 2.5]\nspread = [2, 1.5, 3]\n[[water.bodies]]\nshape = \"duck\"\nlength = "
                "0.4\ncount = 4\ndensity = 300\nposition = [2, 1.5, 3]\nspread = [2, 1.5, 3]\n"
                "[[water.bodies]]\nshape = \"cylinder\"\nradius = 0.1\nlength = 0.5\ncount = 4\n"
                "position = [2, 1.5, 3.5]\nspread = [2, 1.5, 3]");
}

TEST(WaterScene, ARunIsTheSameOnAnyNumberOfThreads)
{
    std::uint64_t first = 0;
    for (const int threads : {1, 2, 4})
    {
        WaterRun run(heap(), {threads, tn_backendCpu});
        advance(run, test::scaled(150, 600));
        first = threads == 1 ? run.hash() : first;
        EXPECT_EQ(run.hash(), first) << threads << " threads";
    }
}

TEST(WaterScene, ARestoredRunGoesOnWithTheSameBitsWhileBodiesTouch)
{
    WaterRun whole(heap(), {1, tn_backendCpu});
    for (const int steps : {40, 60, 100})
    {
        advance(whole, steps);
        WaterRun other(heap(), {2, tn_backendCpu});
        advance(other, 7); // what it was before does not matter
        other.restore(whole.save());
        EXPECT_EQ(other.hash(), whole.hash());
        advance(other, 30);
        advance(whole, 30);
        EXPECT_EQ(other.hash(), whole.hash()) << "after " << steps;
    }
}

TEST(WaterScene, WhatAnotherSceneSavedIsRefused)
{
    WaterRun run(heap());
    WaterRun other(tank("dye_channels = 2"));
    const test::LogCapture quiet;
    EXPECT_THROW(other.restore(run.save()), Error) << "other bodies";
    EXPECT_THROW(run.restore(other.save()), Error) << "other dyes";
    EXPECT_THROW(run.restore(std::vector<std::uint8_t>(100, 7)), Error);
    std::vector<std::uint8_t> cut = run.save();
    cut.resize(cut.size() - 9);
    EXPECT_THROW(run.restore(cut), Error);
}

TEST(Crowd, BodiesAreStrewnWithinTheirBoxAndApart)
{
    const Scene scene = tank("[[water.bodies]]\nshape = \"box\"\nsize = [0.2, 0.2, 0.2]\ncount = "
                             "40\nposition = [2, 1.5, 3]\nspread = [2, 2, 2]\ndensity = [100, 200]"
                             "\nscale = [0.5, 1]");
    const BodyDescription& body = scene.water().bodies[0];
    const auto ground = [](float, float, float) { return 2.5F; };
    Crowd crowd(1, ground);
    Crowd again(1, ground);
    std::vector<Beginning> placed;
    for (int k = 0; k < body.count; ++k)
    {
        placed.push_back(crowd.place(body, 0, k));
        const Beginning& one = placed.back();
        EXPECT_EQ(again.place(body, 0, k).motion.position.x, one.motion.position.x);
        EXPECT_GE(one.motion.position.x, 1.0F);
        EXPECT_LE(one.motion.position.z, 4.0F);
        EXPECT_GE(one.motion.position.z, 2.5F + 0.17F * one.scale) << "above the ground";
        EXPECT_GE(one.density, 100.0F);
        EXPECT_LE(one.scale, 1.0F);
        for (std::size_t other = 0; other + 1 < placed.size(); ++other)
        {
            const tnVec3& a = placed[other].motion.position;
            const tnVec3& b = one.motion.position;
            EXPECT_GE(std::hypot(a.x - b.x, a.y - b.y, a.z - b.z),
                      0.99F * 0.1F * std::sqrt(3.0F) * (placed[other].scale + one.scale));
        }
    }
    EXPECT_NE(Crowd(2, ground).place(body, 0, 0).motion.position.x, placed[0].motion.position.x);
}

TEST(BuiltinScenes, AllWatersRunAndKeepTheirVolume)
{
    int count = 0;
    for (const BuiltinScene& builtin : builtinScenes())
    {
        const Scene scene = Scene::find(std::string(builtin.name));
        if (!std::holds_alternative<WaterDescription>(scene.part))
        {
            continue;
        }
        ++count;
        SCOPED_TRACE(std::string(builtin.name));
        WaterRun run(scene);
        for (int k = 0; k < test::scaled(20, 600); ++k)
        {
            const std::uint32_t flags = run.step(scene.run.dt);
            ASSERT_EQ(flags & ~std::uint32_t(tn_stepCapacity), 0u) << "step " << k;
        }
        EXPECT_NEAR(run.drift(), 0.0, 1e-6);
        const tnWaterTotals totals = run.totals();
        EXPECT_TRUE(std::isfinite(totals.kineticEnergy) && std::isfinite(totals.volume));
        for (const RunBody& body : run.bodies())
        {
            if (!body.isThere())
            {
                continue; // left by an open edge
            }
            const RigidMotion motion = run.rigid().motion(body.rigid);
            ASSERT_GT(motion.position.z, -5.0F);
            ASSERT_LT(std::abs(motion.velocity.x), 30.0F);
            ASSERT_LT(std::abs(motion.velocity.y), 30.0F);
            ASSERT_LT(std::abs(motion.velocity.z), 30.0F);
        }
    }
    EXPECT_GE(count, 9);
}

// ---- Mirror images

// What becomes of (x, y): left and right, below and above, or x and y change places.
enum class Mirror
{
    none,
    x,
    y,
    diagonal
};

tnVec3 imageOf(tnVec3 v, Mirror mirror)
{
    switch (mirror)
    {
    case Mirror::none:
        return v;
    case Mirror::x:
        return {-v.x, v.y, v.z};
    case Mirror::y:
        return {v.x, -v.y, v.z};
    default:
        return {v.y, v.x, v.z};
    }
}

tnVec3 imageOfTurn(tnVec3 turn, Mirror mirror)
{
    const tnVec3 image = imageOf(turn, mirror);
    return mirror == Mirror::none ? turn : tnVec3{-image.x, -image.y, -image.z};
}

std::string written(tnVec3 v)
{
    return "[" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) +
           "]\n";
}

// A raft, a ball that drifts and a crate that tumbles, in a wave, about the origin.
class Crew
{
  public:
    Crew(Mirror mirror, tnVec3 ballPlace, tnVec3 ballVelocity) : run_(scene(mirror, ballPlace))
    {
        setMotion(1, mirror, {0.0F, 0.0F, 0.0F, 1.0F}, ballVelocity, {});
        setMotion(2, mirror, {0.2F, -0.3F, 0.4F, 0.842614977F}, {}, {0.5F, 1.0F, -0.5F});
    }

    WaterRun& run() { return run_; }
    RigidMotion motion(std::size_t body) const
    {
        return run_.rigid().motion(run_.bodies()[body].rigid);
    }

  private:
    static Scene scene(Mirror mirror, tnVec3 ballPlace)
    {
        const auto place = [mirror](tnVec3 v) {
            return "position = " + written(imageOf(v, mirror));
        };
        const bool swaps = mirror == Mirror::diagonal;
        const std::string along = mirror == Mirror::x ? "-x" : swaps ? "y" : "x";
        return Scene::parse(
            std::string("[water]\ncell_size = 0.125\nspray = 0\n") +
                (swaps ? "nx = 48\nny = 64\norigin = [-3, -4]\n"
                       : "nx = 64\nny = 48\norigin = [-4, -3]\n") +
                "[water.initial]\nsurface = \"1 + 0.1*exp(-4*(" + along + " + 3)^2)\"\n" +
                "[[water.bodies]]\nshape = \"box\"\nsize = [0.8, 0.8, 0.3]\n" +
                place({-2.0F, -1.0F, 1.1F}) + "[[water.bodies]]\nradius = 0.35\n" +
                place(ballPlace) + "[[water.bodies]]\nshape = \"box\"\nsize = " +
                (swaps ? "[0.5, 0.8, 0.4]\n" : "[0.8, 0.5, 0.4]\n") + place({0.5F, -0.5F, 1.3F}),
            "crew.toml");
    }

    void setMotion(std::size_t body, Mirror mirror, tnQuat q, tnVec3 velocity, tnVec3 spin)
    {
        RigidMotion motion = this->motion(body);
        const tnVec3 axis = imageOfTurn({q.x, q.y, q.z}, mirror);
        motion.rotation = {axis.x, axis.y, axis.z, q.w};
        motion.velocity = imageOf(velocity, mirror);
        motion.spin = imageOfTurn(spin, mirror);
        run_.rigid().setMotion(run_.bodies()[body].rigid, motion);
    }

    WaterRun run_;
};

float apart(tnVec3 a, tnVec3 b)
{
    return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

// How far a body is from where its image is, the farthest.
float farthest(const Crew& crew, const Crew& image, Mirror mirror)
{
    float worst = 0.0F;
    for (std::size_t k = 0; k < 3; ++k)
    {
        worst = std::max(worst,
                         apart(imageOf(crew.motion(k).position, mirror), image.motion(k).position));
    }
    return worst;
}

float farthestAfter(int steps, Mirror mirror, tnVec3 ballPlace, tnVec3 ballVelocity)
{
    Crew crew(Mirror::none, ballPlace, ballVelocity);
    Crew image(mirror, ballPlace, ballVelocity);
    advance(crew.run(), steps);
    advance(image.run(), steps);
    return farthest(crew, image, mirror);
}

// Bullet turns x into -x and y into -y without a trace; x and y that change places it adds up in
// another order.
TEST(WaterScene, MirrorImagesStayMirrorImages)
{
    const tnVec3 place = {2.25F, 1.5F, 1.2F};
    const tnVec3 velocity = {-0.25F, 0.125F, 0.0F};
    const int steps = test::kSlowBuild ? 100 : 1000;
    EXPECT_EQ(farthestAfter(steps, Mirror::x, place, velocity), 0.0F);
    EXPECT_EQ(farthestAfter(steps, Mirror::y, place, velocity), 0.0F);
    EXPECT_LE(farthestAfter(steps, Mirror::diagonal, place, velocity), 3e-5F);
}

// Contacts are Bullet's, and not the same in the mirror to the last bit; what comes after one grows
// apart in time, to a millimetre after 1,000 steps.
TEST(WaterScene, MirrorImagesCollideAsMirrorImages)
{
    const tnVec3 place = {1.5F, -0.5F, 1.2F}; // beside the crate
    const tnVec3 velocity = {-2.0F, 0.125F, 0.0F};
    for (const Mirror mirror : {Mirror::x, Mirror::y, Mirror::diagonal})
    {
        EXPECT_LE(farthestAfter(test::kSlowBuild ? 100 : 300, mirror, place, velocity), 3e-5F)
            << int(mirror);
    }
}

} // namespace
} // namespace tarn::scene
