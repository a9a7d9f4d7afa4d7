// Scenes whose water a flow carries: what is written arrives, hands push and pour, land is solid,
// and the comparison with waves is two runs that know nothing of one another.
#include "scene/error.h"
#include "scene/scene.h"
#include "scene/twin_camera.h"
#include "scene/twin_run.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tarn::scene
{
namespace
{

constexpr const char* kTank = "[water]\nnx = 32\nny = 24\ncell_size = 0.125\nlevel = 1\n";
constexpr const char* kCrates = "[[water.bodies]]\nname = \"crates\"\nshape = \"box\"\n"
                                "size = [0.4, 0.4, 0.4]\ncount = 4\nposition = [2, 1.5, 1.5]\n"
                                "spread = [2.5, 2, 0.5]\ndensity = [300, 700]\n";
constexpr const char* kHand = "[[water.hands]]\nposition = [\"2 + 0.8*sin(3*t)\", 1.5]\n";

Scene tank(const std::string& rest)
{
    return Scene::parse(kTank + rest, "tank.toml");
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

void advance(SceneRun& run, int steps)
{
    for (int k = 0; k < steps; ++k)
    {
        run.step(1.0 / 60.0);
    }
}

tnWaterSample sample(const WaterRun& run, float x, float y)
{
    const tnVec2 point = {x, y};
    tnWaterSample out = {};
    EXPECT_EQ(tnWater_Sample(run.water(), &point, 1, &out), tn_success);
    return out;
}

TEST(OnFlowScene, WhatIsWrittenArrives)
{
    const Scene scene = tank("[water.on_flow]\nnx = 16\nfield = \"dye\"\nscale = 0.5\nmost = 0.2\n"
                             "lag = 0.3\npush = 2\nviscosity = 5\ndissipation = 0.1\n"
                             "confinement = 3\ncompare = true\n");
    ASSERT_TRUE(scene.water().onFlow.has_value());
    const OnFlowDescription& on = *scene.water().onFlow;
    EXPECT_EQ(on.nx, 16);
    EXPECT_EQ(on.ny, 12) << "cells stay square";
    EXPECT_EQ(on.surface.field, tn_flowDye0);
    EXPECT_EQ(on.surface.scale, 0.5F);
    EXPECT_EQ(on.surface.most, 0.2F);
    EXPECT_EQ(on.surface.lag, 0.3F);
    EXPECT_EQ(on.surface.push, 2.0F);
    EXPECT_EQ(on.viscosity, 5.0F);
    EXPECT_EQ(on.dissipation, 0.1F);
    EXPECT_EQ(on.confinement, 3.0F);
    EXPECT_TRUE(on.isCompared);
    EXPECT_FALSE(tank("").water().onFlow.has_value());
}

TEST(OnFlowScene, ErrorsSayWhatIsWrong)
{
    EXPECT_NE(errorOf("[water.on_flow]\nmost = 0\n").find("water.on_flow.most"), std::string::npos);
    EXPECT_NE(errorOf("[water.on_flow]\nfield = \"speed\"\n").find("pressure"), std::string::npos);
    EXPECT_NE(errorOf("[water.on_flow]\n[water.edges.left]\ntype = \"inflow\"\n").find("'open'"),
              std::string::npos);
}

TEST(OnFlowScene, HandsPushTheFlowAndBodiesFloat)
{
    WaterRun run(tank("[water.on_flow]\n" + std::string(kHand) + kCrates));
    advance(run, 240);
    tnWaterStats stats = run.stats();
    EXPECT_EQ(stats.substeps, 0) << "no waves";
    EXPECT_GT(stats.maxSpeed, 0.1F);
    for (const RunBody& body : run.bodies())
    {
        const tnVec3 at = run.rigid().motion(body.rigid).position;
        EXPECT_NEAR(at.z, sample(run, at.x, at.y).surface, 0.25F) << "in the surface";
    }
    EXPECT_NEAR(run.drift(), 0.0, 1e-6) << "whatever comes or goes is booked";
}

TEST(OnFlowScene, PouredWaterIsDyeThatDrifts)
{
    WaterRun run(tank("[water.on_flow]\nfield = \"dye\"\nlag = 0\n"
                      "[water.initial]\nsurface = \"1 + 0.1*exp(-((x-1)^2 + (y-1)^2)/0.1)\"\n"
                      "[[water.strokes]]\nposition = [3, 2]\nradius = 0.4\nwater = 0.2\n"));
    run.step(1.0 / 60.0);
    EXPECT_NEAR(sample(run, 1.0F, 1.0F).surface, 1.1F, 0.01F);
    advance(run, 30);
    EXPECT_NEAR(sample(run, 3.0F, 2.0F).surface, 1.2F, 0.03F) << "it stays, where nothing moves it";
}

TEST(OnFlowScene, LandIsSolid)
{
    WaterRun run(
        tank("terrain = \"x > 2 ? 1.5 : 0\"\n[water.on_flow]\n"
             "[[water.strokes]]\nposition = [1.2, 1.5]\nvelocity = [1, 0]\nevery = 0.1\n"));
    advance(run, 60);
    EXPECT_EQ(sample(run, 3.0F, 1.5F).depth, 0.0F);
    const tnWaterSample jet = sample(run, 1.4375F, 1.5F);
    const tnWaterSample wall = sample(run, 1.9375F, 1.5F);
    EXPECT_GT(jet.velocity.x, 0.3F);
    EXPECT_LT(wall.velocity.x, 0.4F * jet.velocity.x) << "nothing flows into it";
}

TEST(OnFlowScene, AComparisonIsBothRunsAsTheyAreAlone)
{
    const std::string things = std::string(kHand) + kCrates +
                               "[[probes]]\nname = \"crate\"\ntype = \"body\"\nbody = \"crates\"\n";
    TwinRun twin(tank("[water.on_flow]\ncompare = true\n" + things));
    WaterRun waves(tank(things));
    WaterRun flow(tank("[water.on_flow]\n" + things));
    advance(twin, 60);
    advance(waves, 60);
    advance(flow, 60);
    EXPECT_EQ(twin.onWaves().hash(), waves.hash());
    EXPECT_EQ(twin.onFlow().hash(), flow.hash());
    EXPECT_EQ(twin.steps(), 60);

    const std::vector<std::string> columns = twin.probeColumns();
    ASSERT_EQ(columns.size(), twin.probeNumbers().size());
    EXPECT_NE(std::find(columns.begin(), columns.end(), "waves.crate.z"), columns.end());
    EXPECT_NE(std::find(columns.begin(), columns.end(), "flow.crate.z"), columns.end());
}

TEST(OnFlowScene, RunsAreTheSameOnAnyThreadsAndAfterARestart)
{
    const Scene scene =
        tank("[water.on_flow]\nnx = 20\ncompare = true\n" + std::string(kHand) + kCrates);
    const auto one = startScene(scene, {1, tn_backendCpu});
    const auto three = startScene(scene, {3, tn_backendCpu});
    advance(*one, 40);
    advance(*three, 40);
    EXPECT_EQ(one->hash(), three->hash());
    const std::vector<std::uint8_t> saved = one->save();
    advance(*one, 30);
    const auto other = startScene(scene, {2, tn_backendCpu});
    other->restore(saved);
    advance(*other, 30);
    EXPECT_EQ(other->hash(), one->hash());
    EXPECT_THROW(other->restore(std::span(saved).first(saved.size() / 2)), Error);
}

TEST(OnFlowScene, APictureOfBothHasAlphaWhereOneOfThemHas)
{
    struct Still : Camera
    {
        explicit Still(render::Image picture) : image(std::move(picture)) {}
        render::Image shoot() override { return image; }
        render::Image image;
    };
    render::Image clear(2, 3);
    clear.alpha = {10, 20, 30, 40, 50, 60};
    const render::Image opaque(1, 3);
    TwinCamera right(std::make_unique<Still>(opaque), std::make_unique<Still>(clear));
    EXPECT_EQ(right.shoot().alpha,
              (std::vector<std::uint8_t>{255, 10, 20, 255, 30, 40, 255, 50, 60}));
    TwinCamera left(std::make_unique<Still>(clear), std::make_unique<Still>(clear));
    EXPECT_EQ(left.shoot().alpha,
              (std::vector<std::uint8_t>{10, 20, 10, 20, 30, 40, 30, 40, 50, 60, 50, 60}));
    TwinCamera none(std::make_unique<Still>(opaque), std::make_unique<Still>(opaque));
    EXPECT_TRUE(none.shoot().alpha.empty());
}

TEST(OnFlowScene, AChangeThatOneHalfRefusesIsMadeInNeither)
{
    const std::string text =
        std::string(kTank) + "body_capacity = 4\n[water.on_flow]\ncompare = true\n" + kCrates;
    TwinRun twin(Scene::parse(text, "tank.toml"), {.threads = 1});
    advance(twin, 3);
    const std::uint64_t before = twin.hash();
    const Scene more = Scene::parse(text + "[[water.bodies]]\nposition = [1, 1, 2]\n", "tank.toml");
    EXPECT_THROW(twin.adopt(more), Error);
    EXPECT_EQ(twin.hash(), before);
    EXPECT_EQ(twin.onWaves().scene().water().bodies.size(), 1U);
    EXPECT_EQ(twin.onFlow().scene().water().bodies.size(), 1U);
}

TEST(OnFlowScene, BothHalvesAreInThePicture)
{
    Scene scene = tank("[water.on_flow]\ncompare = true\n[view]\nwidth = 121\nheight = 50\n");
    const auto run = startScene(scene, {1, tn_backendCpu});
    run->step(1.0 / 60.0);
    const render::Image image = run->makeCamera()->shoot();
    EXPECT_EQ(image.width, 121);
    EXPECT_EQ(image.height, 50);
    const auto colours = [&](int begin, int end) {
        int different = 0;
        for (int x = begin + 1; x < end; ++x)
        {
            different +=
                std::equal(image.pixel(x, 25), image.pixel(x, 25) + 3, image.pixel(begin, 25)) ? 0
                                                                                               : 1;
        }
        return different;
    };
    EXPECT_GT(colours(0, 60), 10);
    EXPECT_GT(colours(60, 121), 10);
}

} // namespace
} // namespace tarn::scene
