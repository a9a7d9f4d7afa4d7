// What a change of a scene's text means to the scene that runs, and that it is done.
#include "scene/change.h"

#include "studio/test_scenes.h"

#include "scene/document_text.h"
#include "scene/error.h"
#include "scene/flow_run.h"
#include "scene/water_run.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace tarn::scene
{
namespace
{

using studio::kPool;
using studio::kTank;

Scene parse(const std::string& text)
{
    return Scene::parse(text, "test.toml");
}

Scene with(const std::string& text, const std::string& key, const std::string& toml)
{
    const KeyText change = {key, toml};
    return parse(withKeys(text, std::span(&change, 1)));
}

Change planFor(const std::string& text, const std::string& key, const std::string& toml)
{
    return planChange(parse(text), with(text, key, toml)).change;
}

void run(SceneRun& scene, int steps)
{
    for (int k = 0; k < steps; ++k)
    {
        scene.step(1.0 / 60.0);
    }
}

TEST(SceneChange, IsPlannedByWhatWasWritten)
{
    EXPECT_EQ(planFor(kPool, "water.level", "\"0.5 + 0.5\""), Change::none);
    EXPECT_EQ(planFor(kPool, "water.liquid.viscosity", "1.0"), Change::told);
    EXPECT_EQ(planFor(kPool, "view.show", "\"depth\""), Change::told);
    EXPECT_EQ(planFor(kPool, "water.initial.surface", "\"1 + 0.1*x\""), Change::atReset);
    EXPECT_EQ(planFor(kPool, "water.level", "2"), Change::restarts);
    EXPECT_EQ(planFor(kPool, "constants.k", "2"), Change::restarts);
    EXPECT_EQ(planFor(kPool, "water.width", "8"), Change::restarts) << "another area";
    EXPECT_EQ(planFor(kTank, "flow.fluid.viscosity", "1.0"), Change::told);
    EXPECT_EQ(planFor(kTank, "flow.dye_scale", "1"), Change::regrids);
    EXPECT_EQ(planFor(kTank, "flow.dye_channels", "3"), Change::restarts);
    EXPECT_EQ(planChange(parse(kPool), parse(kTank)).change, Change::restarts);
    EXPECT_EQ(planChange(parse(kPool), with(kPool, "water.level", "2")).key, "water.level");
}

TEST(SceneChange, SettingsAreToldToTheWaterAndTheBodies)
{
    WaterRun water(parse(kPool));
    run(water, 5);
    EXPECT_EQ(water.adopt(with(kPool, "water.gravity", "\"1 + t\"")), Change::told);
    tnWaterSettings settings = {};
    ASSERT_EQ(tnWater_GetSettings(water.water(), &settings), tn_success);
    EXPECT_NEAR(double(settings.gravity), 1.0 + water.time(), 1e-6);
    EXPECT_EQ(water.steps(), 5);
}

TEST(SceneChange, BodiesThatSayTheSameGoOn)
{
    WaterRun water(parse(kPool));
    run(water, 20);
    const RigidMotion before = water.rigid().motion(water.body(1, 3).rigid);
    const std::string more = withElement(withoutElement(kPool, "water.bodies", 0), "water.bodies",
                                         "name = \"new\"\nshape = \"box\"\nposition = [3, 1, 2]\n");
    EXPECT_EQ(water.adopt(parse(more)), Change::told);
    ASSERT_EQ(water.bodies().size(), 5U);
    const RigidMotion after = water.rigid().motion(water.body(0, 3).rigid);
    EXPECT_EQ(before.position.x, after.position.x);
    EXPECT_EQ(before.velocity.z, after.velocity.z);
    EXPECT_NEAR(double(water.rigid().motion(water.body(1, 0).rigid).position.z), 2.0, 1e-6);
    run(water, 20);
    EXPECT_LT(double(water.rigid().motion(water.body(1, 0).rigid).position.z), 2.0) << "it falls";

    // Saved and restored by a scene that has never seen the first one.
    WaterRun other(parse(more));
    other.restore(water.save());
    EXPECT_EQ(other.hash(), water.hash());
    run(water, 10);
    run(other, 10);
    EXPECT_EQ(other.hash(), water.hash());
}

TEST(SceneChange, ABodyThatHasNoRoomChangesNothing)
{
    const std::string full = withKeys(kPool, std::vector<KeyText>{{"water.body_capacity", "5"}});
    WaterRun water(parse(full));
    run(water, 3);
    const std::uint64_t before = water.hash();
    EXPECT_THROW(water.adopt(parse(withElement(full, "water.bodies", "position = [1, 2, 3]\n"))),
                 Error);
    EXPECT_EQ(water.hash(), before);
    EXPECT_EQ(water.bodies().size(), 5U);
    EXPECT_NO_THROW(run(water, 3));
}

TEST(SceneChange, WhatIsRefusedInPartLeavesAllAsItWas)
{
    const std::string full = withKeys(kPool, std::vector<KeyText>{{"water.body_capacity", "5"}});
    WaterRun water(parse(full));
    run(water, 3);
    WaterRun same(parse(full));
    run(same, 3);
    // Edges, ground and a new grid are told before bodies are.
    const std::vector<KeyText> others = {{"water.edges.left.type", "\"open\""},
                                         {"water.terrain", "\"0.1*x\""},
                                         {"water.nx", "60"},
                                         {"water.ny", "45"}};
    const std::string more =
        withElement(withKeys(full, others), "water.bodies", "position = [1, 2, 3]\n");
    const Scene refused = parse(more);
    EXPECT_THROW(water.adopt(refused), Error);
    EXPECT_EQ(water.hash(), same.hash());
    EXPECT_EQ(water.def().nx, 40);
    tnWaterEdge edge = {};
    ASSERT_EQ(tnWater_GetEdge(water.water(), tn_sideLeft, &edge), tn_success);
    EXPECT_EQ(edge.type, tn_waterWall);
    run(water, 60);
    run(same, 60);
    EXPECT_EQ(water.hash(), same.hash()) << "bodies meet the same walls too";

    FlowRun flow(parse(kTank));
    run(flow, 3);
    const std::uint64_t before = flow.hash();
    const std::string bad = withElement(
        withKeys(kTank, std::vector<KeyText>{{"flow.edges.left.normal_speed", "\"0.1*y\""},
                                             {"flow.edges.left.type", "\"inflow\""},
                                             {"flow.mask", "\"x > 1.3\""}}),
        "flow.solids", "name = \"late\"\nposition = [\"0.5 + sqrt(0.01 - t)\", 0.3]\n");
    const Scene late = parse(bad); // it is no number any more by now
    EXPECT_THROW(flow.adopt(late), Error);
    EXPECT_EQ(flow.hash(), before);
}

TEST(SceneChange, GroundAndMaskThatGoWithANewGridAreGone)
{
    const std::string hilly = withKeys(kPool, std::vector<KeyText>{{"water.terrain", "\"0.1*x\""}});
    WaterRun water(parse(hilly));
    run(water, 3);
    const std::string flat =
        withKeys(kPool, std::vector<KeyText>{{"water.nx", "64"}, {"water.ny", "48"}});
    EXPECT_EQ(water.adopt(parse(flat)), Change::regrids);
    tnWaterSample sample = {};
    const tnVec2 place = {3.0F, 1.5F};
    ASSERT_EQ(tnWater_Sample(water.water(), &place, 1, &sample), tn_success);
    EXPECT_EQ(sample.terrain, 0.0F);

    const std::string walled = withKeys(kTank, std::vector<KeyText>{{"flow.mask", "\"x > 1.3\""}});
    FlowRun flow(parse(walled));
    run(flow, 2);
    const std::string open =
        withKeys(kTank, std::vector<KeyText>{{"flow.nx", "72"}, {"flow.ny", "48"}});
    EXPECT_EQ(flow.adopt(parse(open)), Change::regrids);
    run(flow, 1);
    tnFieldView solid = {};
    ASSERT_EQ(tnFlow_GetView(flow.flow(), tn_flowSolidCells, &solid), tn_success);
    EXPECT_EQ(solid.data[solid.columns - 1], 0.0F);
}

TEST(SceneChange, BodiesMeetTheWallsOfANewGrid)
{
    // 3.1 m along y; of cells four times as large it is 3.2 m.
    const std::string text = "[water]\nnx = 40\nny = 31\nwidth = 4\nlevel = 1\n"
                             "[[water.bodies]]\nname = \"ball\"\nshape = \"sphere\"\n"
                             "radius = 0.2\ndensity = 300\nposition = [2, 2.5, 1.1]\n";
    WaterRun water(parse(text));
    run(water, 5);
    const std::string coarse =
        withKeys(text, std::vector<KeyText>{{"water.nx", "10"}, {"water.ny", "8"}});
    ASSERT_EQ(water.adopt(parse(coarse)), Change::regrids);
    const RigidId ball = water.body(0, 0).rigid;
    RigidMotion motion = water.rigid().motion(ball);
    motion.velocity = {0.0F, 3.0F, 0.0F};
    water.rigid().setMotion(ball, motion);
    float farthest = 0.0F;
    for (int k = 0; k < 60; ++k)
    {
        water.step(1.0 / 60.0);
        farthest = std::max(farthest, water.rigid().motion(ball).position.y);
    }
    EXPECT_GT(farthest, 2.95F) << "not stopped by the old wall";
    EXPECT_LT(farthest, 3.05F) << "but by the new one";
}

TEST(SceneChange, EdgesTerrainAndSpringsAreTold)
{
    WaterRun water(parse(kPool));
    run(water, 5);
    EXPECT_EQ(water.adopt(with(kPool, "water.edges.left.type", "\"open\"")), Change::told);
    tnWaterEdge edge = {};
    ASSERT_EQ(tnWater_GetEdge(water.water(), tn_sideLeft, &edge), tn_success);
    EXPECT_EQ(edge.type, tn_waterOpen);
    const tnWaterTotals before = water.totals();
    EXPECT_EQ(water.adopt(with(kPool, "water.terrain", "\"0.1*x\"")), Change::told);
    EXPECT_NEAR(water.totals().volume, before.volume, 1e-6 * before.volume);
    tnWaterSample sample = {};
    const tnVec2 place = {3.0F, 1.5F};
    ASSERT_EQ(tnWater_Sample(water.water(), &place, 1, &sample), tn_success);
    EXPECT_NEAR(double(sample.terrain), 0.3, 0.01);
    const std::string spring =
        withElement(kPool, "water.springs", "position = [1, 1]\ndischarge = 0.5\n");
    EXPECT_EQ(water.adopt(parse(spring)), Change::told);
    const double added = water.totals().added;
    run(water, 6);
    EXPECT_NEAR(water.totals().added - added, 0.05, 1e-3);
    EXPECT_EQ(water.adopt(parse(kPool)), Change::told);
    const double done = water.totals().added;
    run(water, 6);
    EXPECT_NEAR(water.totals().added, done, 1e-6);
}

TEST(SceneChange, ANewGridKeepsTheWater)
{
    WaterRun water(parse(kPool));
    run(water, 60);
    const tnWaterTotals before = water.totals();
    const double time = water.time();
    const RigidMotion buoy = water.rigid().motion(water.body(0, 0).rigid);
    const std::string finer =
        withKeys(kPool, std::vector<KeyText>{{"water.nx", "64"}, {"water.ny", "48"}});
    EXPECT_EQ(water.adopt(parse(finer)), Change::regrids);
    EXPECT_EQ(water.def().nx, 64);
    EXPECT_EQ(water.time(), time);
    EXPECT_NEAR(water.totals().volume, before.volume, 1e-6 * before.volume);
    EXPECT_NEAR(water.totals().momentumX, before.momentumX,
                1e-3 * std::abs(before.momentumX) + 0.1);
    EXPECT_NEAR(water.drift(), 0.0, 1e-6);
    EXPECT_EQ(water.rigid().motion(water.body(0, 0).rigid).position.z, buoy.position.z);
    run(water, 30);
    EXPECT_NEAR(double(water.rigid().motion(water.body(0, 0).rigid).position.z),
                double(buoy.position.z), 0.1);

    WaterRun other(parse(finer));
    other.restore(water.save());
    EXPECT_EQ(other.hash(), water.hash());
}

TEST(SceneChange, ANewGridHasTheGroundAsFineAsItsFormula)
{
    const std::string hilly = withKeys(
        kPool, std::vector<KeyText>{{"water.terrain", "\"0.8*exp(-((x-2)^2+(y-1.5)^2)*9)\""}});
    WaterRun water(parse(hilly));
    for (const auto& [nx, ny] : {std::pair("12", "9"), std::pair("80", "60")})
    {
        water.adopt(
            parse(withKeys(hilly, std::vector<KeyText>{{"water.nx", nx}, {"water.ny", ny}})));
        run(water, 5);
    }
    tnWaterSample sample = {};
    const tnVec2 top = {2.0F, 1.5F};
    ASSERT_EQ(tnWater_Sample(water.water(), &top, 1, &sample), tn_success);
    EXPECT_NEAR(double(sample.terrain), 0.8, 0.02);
}

TEST(SceneChange, AFlowFollowsTooAndKeepsItsDye)
{
    FlowRun flow(parse(kTank));
    run(flow, 10);
    const tnFlowTotals before = flow.totals();
    EXPECT_EQ(flow.adopt(with(kTank, "flow.fluid.confinement", "5")), Change::told);
    tnFlowSettings settings = {};
    ASSERT_EQ(tnFlow_GetSettings(flow.flow(), &settings), tn_success);
    EXPECT_EQ(settings.confinement, 5.0F);

    const std::string finer =
        withKeys(kTank, std::vector<KeyText>{{"flow.nx", "72"}, {"flow.ny", "48"}});
    EXPECT_EQ(flow.adopt(parse(finer)), Change::regrids);
    EXPECT_EQ(flow.def().nx, 72);
    EXPECT_NEAR(flow.totals().dye[0], before.dye[0], 0.02 * before.dye[0]);
    EXPECT_NEAR(flow.totals().kineticEnergy, before.kineticEnergy, 0.1 * before.kineticEnergy);
    EXPECT_EQ(flow.steps(), 10);

    const std::string other =
        withElement(withoutElement(finer, "flow.solids", 0), "flow.solids",
                    "name = \"bar\"\nshape = \"box\"\nposition = [0.5, 0.3]\n");
    EXPECT_EQ(flow.adopt(parse(other)), Change::told);
    run(flow, 5);
    FlowRun again(parse(other));
    again.restore(flow.save());
    EXPECT_EQ(again.hash(), flow.hash());
    run(flow, 5);
    run(again, 5);
    EXPECT_EQ(again.hash(), flow.hash());
}

TEST(SceneChange, EdgesProfilesMaskAndEmittersOfAFlowAreTold)
{
    FlowRun flow(parse(kTank));
    run(flow, 2);
    const std::string inflow =
        withKeys(kTank, std::vector<KeyText>{{"flow.edges.left.type", "\"inflow\""},
                                             {"flow.edges.left.normal_speed", "\"y*(1-y)\""},
                                             {"flow.edges.right.type", "\"outflow\""},
                                             {"flow.mask", "\"x > 1.3 && y < 0.2\""}});
    EXPECT_EQ(flow.adopt(parse(inflow)), Change::told);
    run(flow, 2);
    tnFieldView solid = {};
    ASSERT_EQ(tnFlow_GetView(flow.flow(), tn_flowSolidCells, &solid), tn_success);
    EXPECT_EQ(solid.data[solid.columns - 1], 1.0F);
    tnFlowEdge edge = {};
    ASSERT_EQ(tnFlow_GetEdge(flow.flow(), tn_sideLeft, &edge), tn_success);
    EXPECT_EQ(edge.type, tn_flowInflow);
    EXPECT_EQ(flow.adopt(parse(kTank)), Change::told);
    ASSERT_EQ(tnFlow_GetView(flow.flow(), tn_flowSolidCells, &solid), tn_success);
    EXPECT_EQ(solid.data[solid.columns - 1], 0.0F);
    const std::string still = withoutElement(kTank, "flow.emitters", 0);
    EXPECT_EQ(flow.adopt(parse(still)), Change::told);
    const double dye = flow.totals().dye[1];
    run(flow, 5);
    EXPECT_NEAR(flow.totals().dye[1], dye, 0.05 * dye + 1e-6);
}

} // namespace
} // namespace tarn::scene
