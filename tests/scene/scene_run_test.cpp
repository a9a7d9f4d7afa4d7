// Scenes at work: formulas reach the flow, probes tell the truth, a restored run goes on as before.
#include "scene/builtin.h"
#include "scene/error.h"
#include "scene/flow_run.h"
#include "scene/probes.h"
#include "support/log_capture.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace tarn::scene
{
namespace
{

constexpr const char* kSmall = "[flow]\nnx = 24\nny = 16\nwidth = 1.5\n";

Scene small(const std::string& rest, const std::vector<Override>& changes = {})
{
    return Scene::parse(kSmall + rest, "small.toml", changes);
}

tnFieldView field(const FlowRun& run, tnFlowField name)
{
    tnFieldView view = {};
    EXPECT_EQ(tnFlow_GetView(run.flow(), name, &view), tn_success);
    return view;
}

float at(const tnFieldView& view, int i, int j)
{
    return view.data[std::ptrdiff_t(j) * view.stride + i];
}

TEST(FlowRun, InitialFieldsAreTheFormulasAtTheirPoints)
{
    const FlowRun run(small("temperature = true\n[flow.initial]\nvelocity_x = \"x + 10*y\"\n"
                            "velocity_y = \"x*y\"\ntemperature = \"7 - y\"\ndye = [\"x\", 0.5]"));
    for (const tnFlowField name :
         {tn_flowVelocityX, tn_flowVelocityY, tn_flowTemperature, tn_flowDye0})
    {
        const tnFieldView view = field(run, name);
        const int wallsX = name == tn_flowVelocityX ? 1 : 0; // nothing flows through walls
        const int wallsY = name == tn_flowVelocityY ? 1 : 0;
        for (int j = wallsY; j < view.rows - wallsY; ++j)
        {
            for (int i = wallsX; i < view.columns - wallsX; ++i)
            {
                const float x = view.origin.x + static_cast<float>(i) * view.spacing;
                const float y = view.origin.y + static_cast<float>(j) * view.spacing;
                const float expected = name == tn_flowVelocityX   ? x + 10.0F * y
                                       : name == tn_flowVelocityY ? x * y
                                       : name == tn_flowDye0      ? x
                                                                  : 7.0F - y;
                ASSERT_NEAR(at(view, i, j), expected, 1e-5F) << name;
            }
        }
    }
}

TEST(FlowRun, AStreamFunctionGivesAVelocityWithoutDivergence)
{
    const FlowRun run(small("[flow.initial]\nstream = \"0.1*sin(2*pi*x/1.5)*sin(pi*y)\""));
    const tnFieldView u = field(run, tn_flowVelocityX);
    const tnFieldView v = field(run, tn_flowVelocityY);
    for (int j = 0; j < 16; ++j)
    {
        for (int i = 0; i < 24; ++i)
        {
            const float out = at(u, i + 1, j) - at(u, i, j) + at(v, i, j + 1) - at(v, i, j);
            ASSERT_NEAR(out, 0.0F, 2e-6F);
        }
    }
}

TEST(FlowRun, ListsAreReadAsOnAPage)
{
    const FlowRun run(Scene::parse("[flow]\nnx = 3\nny = 2\n[flow.initial]\ndye = [[[1, 2, 3], "
                                   "[4, 5, 6]]]\nvelocity_x = 0.25",
                                   "list.toml"));
    const tnFieldView dye = field(run, tn_flowDye0);
    EXPECT_EQ(at(dye, 0, 1), 1.0F);
    EXPECT_EQ(at(dye, 2, 1), 3.0F);
    EXPECT_EQ(at(dye, 0, 0), 4.0F);
    EXPECT_EQ(at(dye, 2, 0), 6.0F);
    EXPECT_EQ(at(field(run, tn_flowVelocityX), 1, 1), 0.25F);
}

TEST(FlowRun, PicturesAreStretchedOverTheGrid)
{
    const FlowRun run(Scene::parse("[flow]\nnx = 16\nny = 16\ndye_scale = 2\n[flow.initial]\ndye "
                                   "= [{ image = \"drop.png\", channel = \"green\", low = 1, "
                                   "high = 3 }]",
                                   "picture.toml", {}, TARN_TEST_DATA "/scene"));
    const tnFieldView dye = field(run, tn_flowDye0);
    ASSERT_EQ(dye.columns, 32);
    EXPECT_NEAR(at(dye, 0, 5), 1.0F, 0.01F);  // green grows to the right, from 0 ...
    EXPECT_NEAR(at(dye, 31, 5), 3.0F, 0.01F); // ... to 255
    EXPECT_NEAR(at(dye, 16, 9), 2.0F, 0.07F);
}

TEST(FlowRun, SolidsAreWhereTheirFormulasSay)
{
    FlowRun run(small("[[flow.solids]]\nname = \"led\"\nposition = [\"0.5 + 0.2*sin(t)\", 0.5]\n"
                      "angle = \"t^2\"\n[[flow.solids]]\nposition = [0.2, 0.2]\nvelocity = [\"t\", "
                      "0]\nspin = 2\nradius = 0.02\n[[probes]]\nname = \"led\"\ntype = \"force\"\n"
                      "solid = \"led\""));
    for (int k = 0; k < 10; ++k)
    {
        run.step(0.125);
    }
    const double t = 1.25;
    EXPECT_EQ(run.time(), t);
    tnSolidDef led = {};
    ASSERT_EQ(tnFlow_GetSolid(run.flow(), {1, 1}, &led), tn_success);
    EXPECT_NEAR(led.position.x, 0.5 + 0.2 * std::sin(t), 1e-5);
    EXPECT_NEAR(std::remainder(double(led.angle) - t * t, 2 * 3.14159265358979), 0.0, 1e-4);
    tnSolidDef pushed = {};
    ASSERT_EQ(tnFlow_GetSolid(run.flow(), {2, 1}, &pushed), tn_success);
    EXPECT_NEAR(pushed.position.x, 0.2 + t * t / 2, 1e-5) << "the integral of its speed";
    EXPECT_NEAR(std::remainder(double(pushed.angle) - 2 * t, 2 * 3.14159265358979), 0.0, 1e-4);
}

TEST(FlowRun, EmittersWorkWhileTheyAreOn)
{
    FlowRun run(small("[[flow.emitters]]\nposition = [0.75, 0.5]\nradius = 0.2\ndye = [\"t < 1 ? "
                      "1 : 3\"]\non = \"t < 0.5 || t > 1\"\n[[probes]]\ntype = \"totals\""));
    const auto advance = [&] {
        for (int k = 0; k < 8; ++k)
        {
            run.step(0.0625);
        }
        return run.totals().dye[0];
    };
    const double first = advance();
    const double second = advance();
    const double third = advance();
    // A unit in the middle of exp(-(d/r)^2) is pi r^2 altogether.
    EXPECT_NEAR(first, 0.5 * 3.14159 * 0.04, 0.002);
    EXPECT_NEAR(second, first, 1e-6);
    EXPECT_NEAR(third - second, 3.0 * first, 0.006);
}

TEST(FlowRun, AHandDrawsTheFluidAlong)
{
    FlowRun run(small("[[flow.hands]]\nposition = [\"0.2 + 0.5*t\", 0.5]\nradius = 0.1\ndye = [0, "
                      "2]\n[[probes]]\nname = \"there\"\ntype = \"point\"\nposition = [0.7, 0.5]"));
    for (int k = 0; k < 60; ++k)
    {
        run.step(1.0 / 60.0);
    }
    const std::vector<double> numbers = run.probeNumbers();
    EXPECT_GT(numbers[2], 0.15) << "velocity_x where the hand is";
    EXPECT_LT(numbers[2], 0.6);
    EXPECT_GT(run.totals().dye[1], 0.01);
    EXPECT_EQ(run.totals().dye[0], 0.0);
}

TEST(FlowRun, EdgeProfilesFollowTheirFormulas)
{
    FlowRun run(small("[flow.edges.left]\ntype = \"inflow\"\nnormal_speed = \"(1 + t)*y\"\n"
                      "[flow.edges.right]\ntype = \"outflow\""));
    for (int k = 0; k < 4; ++k)
    {
        run.step(0.25);
    }
    const tnFieldView u = field(run, tn_flowVelocityX);
    for (int j = 0; j < 16; ++j)
    {
        const double y = (j + 0.5) / 16.0;
        EXPECT_NEAR(at(u, 0, j), 2.0 * y, 1e-4) << "at the end of the step";
    }
}

TEST(FlowRun, ListsOnUprightEdgesGoFromBottomToTop)
{
    FlowRun run(Scene::parse("[flow]\nnx = 8\nny = 2\n[flow.edges.left]\ntype = \"inflow\"\n"
                             "normal_speed = [1, 3]\n[flow.edges.right]\ntype = \"outflow\"",
                             "edge.toml"));
    run.step(0.001);
    EXPECT_NEAR(at(field(run, tn_flowVelocityX), 0, 0), 1.0F, 1e-4F);
    EXPECT_NEAR(at(field(run, tn_flowVelocityX), 0, 1), 3.0F, 1e-4F);
}

TEST(FlowRun, WhatAnOutflowSucksInHasItsDyeAndTemperature)
{
    FlowRun run(small("temperature = true\n[flow.edges.left]\ntype = \"outflow\"\n"
                      "dye = [0, \"2*(y > 0)\"]\ntemperature = 5\n"
                      "[flow.edges.right]\ntype = \"inflow\"\nnormal_speed = -1"));
    for (int k = 0; k < 20; ++k)
    {
        run.step(0.02);
    }
    EXPECT_EQ(at(field(run, tn_flowDye0), 1, 8), 0.0F);
    EXPECT_NEAR(at(field(run, static_cast<tnFlowField>(tn_flowDye0 + 1)), 1, 8), 2.0F, 0.1F);
    EXPECT_NEAR(at(field(run, tn_flowTemperature), 1, 8), 5.0F, 0.25F);
}

TEST(FlowRun, AFormulaThatTurnsBadIsNamedWithItsTime)
{
    FlowRun run(small("[flow.fluid]\nviscosity = \"1 - t\""));
    run.step(0.5);
    run.step(0.5);
    try
    {
        run.step(0.5);
        FAIL() << "accepted";
    }
    catch (const Error& error)
    {
        EXPECT_STREQ(error.what(),
                     "flow.fluid.viscosity: '1 - t' at t = 1.25 s gives -0.25 Pa s, which is "
                     "negative; give a viscosity from 0 to 1e+12 (small.toml:6)");
    }
}

// Led by formulas, things are as fast as those change: that is held to the library's limits too.
TEST(FlowRun, AFormulaThatLeadsTooFastIsNamedWithItsTime)
{
    struct Case
    {
        const char* lines;
        const char* message;
    };
    for (const Case& entry :
         {Case{"[[flow.solids]]\nangle = \"9e8*floor(t + 0.9999)\"",
               "flow.solids[0].angle: the change of '9e8*floor(t + 0.9999)' at t = 0 s gives "},
          Case{"[[flow.solids]]\nposition = [\"9e8*floor(t + 0.9999)\", 0]",
               "flow.solids[0].position[0]: the change of '9e8*floor(t + 0.9999)' at t = 0 s "},
          Case{"[[flow.hands]]\nposition = [0, \"9e8*floor(t + 0.9999)\"]",
               "flow.hands[0].position[1]: the change of '9e8*floor(t + 0.9999)' at t = 0 s "}})
    {
        FlowRun run(small(entry.lines));
        std::string message = "accepted";
        try
        {
            run.step(0.0005);
            run.step(0.0005);
        }
        catch (const Error& error)
        {
            message = error.what();
        }
        EXPECT_EQ(message.substr(0, std::string(entry.message).size()), entry.message) << message;
        EXPECT_NE(message.find("(small.toml:"), std::string::npos) << message;
    }
}

TEST(FlowRun, ARestoredRunGoesOnAsIfItHadNeverStopped)
{
    const Scene scene = small("tracer_capacity = 100\n[[flow.tracers]]\ncount = 10\nrate = 30\n"
                              "[[flow.solids]]\nposition = [\"0.7 + 0.2*sin(3*t)\", 0.5]\n"
                              "[[flow.emitters]]\nposition = [0.2, 0.5]\nvelocity = [2, 0]\ndye = "
                              "[1]\non = \"mod(t, 0.2) < 0.1\"");
    FlowRun whole(scene, {1, tn_backendCpu});
    FlowRun first(scene, {2, tn_backendCpu});
    for (int k = 0; k < 20; ++k)
    {
        whole.step(1.0 / 60.0);
        if (k < 9)
        {
            first.step(1.0 / 60.0);
        }
    }
    FlowRun second(scene, {1, tn_backendCpu});
    second.restore(first.save());
    EXPECT_EQ(second.steps(), 9);
    for (int k = 9; k < 20; ++k)
    {
        second.step(1.0 / 60.0);
    }
    EXPECT_EQ(second.hash(), whole.hash());
}

TEST(FlowRun, WhatAnotherSceneSavedIsRefused)
{
    FlowRun other(small("dye_channels = 1"));
    FlowRun run(small("[[flow.solids]]\nposition = [0.5, 0.5]"));
    const test::LogCapture quiet;
    EXPECT_THROW(run.restore(other.save()), Error);
    EXPECT_THROW(run.restore(std::vector<std::uint8_t>(100, 7)), Error);
}

TEST(Probes, ColumnsAndLinesHaveOneExactForm)
{
    const Scene scene = small("dye_channels = 1\n[[flow.solids]]\nname = \"post\"\n"
                              "position = [0.7, 0.5]\n[[probes]]\nname = \"p\"\ntype = \"point\"\n"
                              "position = [0.1, 0.1]\nquantities = [\"speed\", \"dye0\"]\n"
                              "[[probes]]\nname = \"l\"\ntype = \"line\"\nfrom = [0, 0.5]\nto = "
                              "[1.5, 0.5]\ncount = 2\n[[probes]]\nname = \"f\"\ntype = \"force\"\n"
                              "solid = \"post\"\nreference_speed = 2\nreference_length = 0.1\n"
                              "[[probes]]\ntype = \"totals\"\n[[probes]]\nname = \"s\"\ntype = "
                              "\"stats\"");
    const std::vector<std::string> columns = FlowRun(scene).probeColumns();
    EXPECT_EQ(csvHeading(columns),
              "time,step,p.speed,p.dye0,l.velocity_x.0,l.velocity_x.1,l.velocity_y.0,"
              "l.velocity_y.1,f.force_x,f.force_y,f.pressure_x,f.pressure_y,f.viscous_x,"
              "f.viscous_y,f.torque,f.drag,f.lift,probe3.kinetic_energy,probe3.enstrophy,"
              "probe3.open_area,probe3.dye0,s.max_speed,s.divergence_before,s.divergence_after,"
              "s.pressure_iterations,s.viscosity_iterations,s.diffusion_iterations\n");
    const FlowRun run(scene);
    EXPECT_EQ(run.probeNumbers().size(), columns.size());
    EXPECT_EQ(csvLine({0.0, 12.0, 1.0 / 3.0, -2.5e-20, 1e9}), "0,12,0.333333333,-2.5e-20,1e+09\n");
}

TEST(Probes, DragAndLiftArePartsOfTheDynamicForce)
{
    FlowRun run(small("[flow.fluid]\ndensity = 2\n[flow.edges.left]\ntype = \"inflow\"\n"
                      "normal_speed = 1\n[flow.edges.right]\ntype = \"outflow\"\n"
                      "[[flow.solids]]\nname = \"post\"\nposition = [0.7, 0.6]\nradius = 0.15\n"
                      "[[probes]]\nname = \"f\"\ntype = \"force\"\nsolid = \"post\"\ndirection = "
                      "[0, 2]\nreference_speed = 3\nreference_length = 0.3"));
    for (int k = 0; k < 5; ++k)
    {
        run.step(0.02);
    }
    const std::vector<double> row = run.probeNumbers();
    const double dynamic = 0.5 * 2.0 * 9.0 * 0.3;
    EXPECT_NE(row[2], 0.0);
    EXPECT_NEAR(row[9], row[3] / dynamic, 1e-12) << "drag is along y";
    EXPECT_NEAR(row[10], -row[2] / dynamic, 1e-12) << "lift is to its left";
}

TEST(BuiltinScenes, AllTellWhatTheyAre)
{
    EXPECT_GE(builtinScenes().size(), 19u);
    for (const BuiltinScene& builtin : builtinScenes())
    {
        SCOPED_TRACE(std::string(builtin.name));
        const Scene scene = Scene::find(std::string(builtin.name));
        EXPECT_EQ(scene.name, builtin.name);
        EXPECT_FALSE(scene.summary.empty());
        EXPECT_EQ(scene.summary.back(), '.');
    }
}

TEST(BuiltinScenes, AllFlowsRun)
{
    for (const BuiltinScene& builtin : builtinScenes())
    {
        SCOPED_TRACE(std::string(builtin.name));
        Scene scene = Scene::find(std::string(builtin.name));
        if (!std::holds_alternative<FlowDescription>(scene.part))
        {
            continue;
        }
        std::get<FlowDescription>(scene.part).def.dyeScale = 1;
        FlowRun run(scene);
        for (int k = 0; k < 3; ++k)
        {
            EXPECT_EQ(run.step(scene.run.dt), 0u) << "step " << k;
        }
        EXPECT_LT(run.stats().divergenceAfter, 0.05F * run.stats().divergenceBefore + 1e-3F);
    }
}

} // namespace
} // namespace tarn::scene
