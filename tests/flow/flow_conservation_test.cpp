// What is kept: the total of a dye that moves by fluxes, uniform dyes, and how much the others
// drift; what a step leaves of the divergence.
#include "support/full_size.h"
#include "support/random.h"
#include "support/solids.h"
#include "support/test_flow.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestFlow;

struct Box
{
    const char* name;
    bool periodic;
    int32_t dyeScale;
    bool mask;
    bool circle;
    bool plates = false; // thinner than a cell, askew
};

const Box kBoxes[] = {
    {"box", false, 1, false, false},
    {"box, finer dye", false, 2, false, false},
    {"torus", true, 1, false, false},
    {"torus, finer dye", true, 2, false, false},
    {"blocks", false, 1, true, false},
    {"blocks, finer dye", false, 2, true, false},
    {"torus with blocks", true, 1, true, false},
    {"circles", false, 1, false, true},
    {"circles, finer dye", false, 2, false, true},
    {"circles and blocks on a torus", true, 2, true, true},
    {"plates, finer dye", false, 2, false, false, true},
    {"plates, much finer dye", false, 5, false, false, true},
};

tnFlowDef defOf(const Box& box, int32_t cells, tnAdvection scheme)
{
    tnFlowDef def = test::flowDef(cells, cells);
    if (box.periodic)
    {
        test::makePeriodic(def);
    }
    def.dyeChannels = 2;
    def.dyeScale = box.dyeScale;
    def.settings.dyeAdvection = scheme;
    def.settings.confinement = 6.0f;
    return def;
}

// Whirls, solids, a dye in patches, and one that is 1 everywhere.
void fill(TestFlow& flow, const Box& box)
{
    const tnFlowDef def = flow.def();
    if (box.mask)
    {
        test::Mask mask = test::randomBlocks(def.nx, def.ny, 12);
        test::Random random(3);
        for (uint8_t& cell : mask.solid)
        {
            cell = cell != 0 && random.chance(0.5f) ? 255 : 0;
        }
        ASSERT_EQ(tnFlow_SetMask(flow.handle(), mask.solid.data(), def.nx * def.ny), tn_success);
    }
    for (int32_t k = 0; box.circle && k < 2; ++k)
    {
        tnSolidDef circle = tnDefaultSolidDef();
        circle.position = {0.3f + 0.37f * static_cast<float>(k), 0.61f};
        circle.radius = 0.11f;
        tnSolid solid = {};
        ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &solid), tn_success);
    }
    for (int32_t k = 0; box.plates && k < 4; ++k)
    {
        tnSolidDef plate = tnDefaultSolidDef();
        plate.type = tn_shapeBox;
        plate.radius = 0.0f;
        plate.halfSize = {0.17f, 0.2f * def.cellSize};
        plate.position = {0.27f + 0.43f * static_cast<float>(k % 2),
                          0.31f + 0.4f * static_cast<float>(k / 2)};
        plate.angle = 0.4f + 0.7f * static_cast<float>(k);
        tnSolid solid = {};
        ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &plate, &solid), tn_success);
    }
    flow.setStream(test::whirls(0.8, 21, box.periodic));
    flow.set(tn_flowDye0, [](double x, double y) {
        return std::fmod(std::floor(5.0 * x) + std::floor(5.0 * y), 2.0);
    });
    flow.set(TestFlow::dyeField(1), [](double, double) { return 1.0; });
}

TEST(FlowConservation, ADyeThatMovesByFluxesKeepsItsTotal)
{
    const int32_t steps = test::kSlowBuild ? 60 : 1000;
    for (const Box& box : kBoxes)
    {
        TestFlow flow(defOf(box, test::scaled(24, 64), tn_advectionConserving));
        fill(flow, box);
        const tnFlowTotals before = flow.totals();
        ASSERT_GT(before.dye[0], 0.0);
        float least = 1.0f, most = 1.0f;
        for (int32_t k = 0; k < steps; ++k)
        {
            flow.step(1.0f / 60.0f);
        }
        const tnFlowTotals after = flow.totals();
        EXPECT_GT(flow.stats().maxSpeed, 0.05f) << box.name;
        EXPECT_GE(flow.stats().substeps, 1) << box.name;
        // Roundings alone, of which a torus has a little more.
        const double bound = box.periodic ? 2e-6 : 1e-6;
        EXPECT_NEAR(after.dye[0] / before.dye[0], 1.0, bound) << box.name;
        EXPECT_NEAR(after.dye[1] / before.dye[1], 1.0, bound) << box.name;
        // A uniform dye stays uniform, and nothing leaves the range it was in.
        const FieldCopy uniform = flow.dye(1);
        const FieldCopy covered = flow.copy(tn_flowSolidDyes);
        const FieldCopy patches = flow.dye(0);
        float low = 0.0f, high = 1.0f;
        for (size_t k = 0; k < uniform.values.size(); ++k)
        {
            if (covered.values[k] < 1.0f)
            {
                least = std::min(least, uniform.values[k]);
                most = std::max(most, uniform.values[k]);
                low = std::min(low, patches.values[k]);
                high = std::max(high, patches.values[k]);
            }
        }
        EXPECT_NEAR(least, 1.0f, 2e-2f) << box.name;
        EXPECT_NEAR(most, 1.0f, 2e-2f) << box.name;
        EXPECT_GE(low, -1e-3f) << box.name;
        EXPECT_LE(high, 1.0f + 2e-2f) << box.name;
        RecordProperty(std::string("uniform_spread ") + box.name, std::to_string(most - least));
    }
}

// A disc that is led to and fro, and a box that spins.
TEST(FlowConservation, AUniformDyeThatMovesByFluxesStaysSoAroundSolidsThatMove)
{
    const int32_t cells = test::scaled(48, 96);
    for (const int32_t dyeScale : {1, 2, 3})
    {
        const int32_t steps = test::kSlowBuild ? 60 : 600 / dyeScale;
        Box box = kBoxes[0];
        box.dyeScale = dyeScale;
        tnFlowDef def = defOf(box, cells, tn_advectionConserving);
        def.temperature = true;
        def.settings.temperatureAdvection = tn_advectionConserving;
        TestFlow flow(def);
        fill(flow, box);
        flow.set(tn_flowTemperature, [](double, double) { return 20.0; });
        tnSolidDef disc = tnDefaultSolidDef();
        disc.position = {0.5f, 0.3f};
        disc.radius = 0.11f;
        tnSolid led = {};
        ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &disc, &led), tn_success);
        tnSolidDef paddle = tnDefaultSolidDef();
        paddle.type = tn_shapeBox;
        paddle.position = {0.5f, 0.7f};
        paddle.halfSize = {0.2f, 0.04f};
        paddle.radius = 0.0f;
        tnSolid spinning = {};
        ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &paddle, &spinning), tn_success);
        const double before = flow.totals().dye[0];
        float most = 0.0f; // of what a uniform dye is off anywhere at any time
        for (int32_t step = 0; step < steps; ++step)
        {
            const float t = static_cast<float>(step) / 60.0f;
            ASSERT_EQ(tnFlow_SetSolidMotion(flow.handle(), led, {0.5f + 0.2f * std::sin(t), 0.3f},
                                            0.0f, {0.2f * std::cos(t), 0.0f}, 0.0f),
                      tn_success);
            ASSERT_EQ(
                tnFlow_SetSolidMotion(flow.handle(), spinning, {0.5f, 0.7f}, 1.5f * t, {}, 1.5f),
                tn_success);
            flow.step(1.0f / 60.0f);
            const FieldCopy dye = flow.dye(1);
            const FieldCopy coveredDyes = flow.copy(tn_flowSolidDyes);
            for (size_t k = 0; k < dye.values.size(); ++k)
            {
                const float off = std::fabs(dye.values[k] - 1.0f);
                most = coveredDyes.values[k] < 1.0f ? std::max(most, off) : most;
            }
        }
        // Finer cells beside a turning edge come and go within a velocity cell.
        EXPECT_LE(most, dyeScale == 1 ? 2e-2f : 0.15f) << "finer by " << dyeScale;
        RecordProperty("off by " + std::to_string(dyeScale), std::to_string(most));
        const FieldCopy warmth = flow.copy(tn_flowTemperature);
        const FieldCopy coveredCells = flow.copy(tn_flowSolidCells);
        for (size_t k = 0; k < warmth.values.size(); ++k)
        {
            if (coveredCells.values[k] < 1.0f)
            {
                ASSERT_NEAR(warmth.values[k], 20.0f, 0.4f) << "finer by " << dyeScale;
            }
        }
        const double drift = flow.totals().dye[0] / before - 1.0;
        EXPECT_LE(std::fabs(drift), 5e-3) << "finer by " << dyeScale;
        RecordProperty("drift " + std::to_string(dyeScale), std::to_string(drift));
    }
}

// Several cells a step, told by place alone: what it leaves and what it covers is not what flows.
TEST(FlowConservation, ASolidThatLeapsLeavesBoundedDye)
{
    tnFlowDef def = defOf(kBoxes[0], 32, tn_advectionConserving);
    TestFlow flow(def);
    fill(flow, kBoxes[0]);
    tnSolidDef disc = tnDefaultSolidDef();
    disc.position = {0.5f, 0.5f};
    disc.radius = 0.15f;
    tnSolid solid = {};
    ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &disc, &solid), tn_success);
    for (int32_t step = 0; step < 200; ++step)
    {
        const float t = 0.7f * static_cast<float>(step);
        const float speed = step % 2 == 0 ? 0.0f : 12.0f;
        ASSERT_EQ(tnFlow_SetSolidMotion(flow.handle(), solid,
                                        {0.5f + 0.25f * std::sin(t), 0.5f + 0.25f * std::cos(t)},
                                        0.0f, {speed * std::cos(t), -speed * std::sin(t)}, 0.0f),
                  tn_success);
        flow.step(1.0f / 60.0f);
    }
    const FieldCopy dye = flow.dye(1);
    for (const float value : dye.values)
    {
        ASSERT_GE(value, 0.5f);
        ASSERT_LE(value, 2.0f);
    }
}

TEST(FlowConservation, TheOtherSchemesKeepUniformDyeAndDriftALittle)
{
    const int32_t steps = test::kSlowBuild ? 60 : 600; // ten seconds
    for (const tnAdvection scheme : {tn_advectionMacCormack, tn_advectionSemiLagrangian})
    {
        for (const Box& box : kBoxes)
        {
            TestFlow flow(defOf(box, test::scaled(24, 64), scheme));
            fill(flow, box);
            const double before = flow.totals().dye[0];
            flow.step(1.0f / 60.0f, steps);
            const double drift = flow.totals().dye[0] / before - 1.0;
            const FieldCopy uniform = flow.dye(1);
            const FieldCopy covered = flow.copy(tn_flowSolidDyes);
            for (size_t k = 0; k < uniform.values.size(); ++k)
            {
                if (covered.values[k] < 1.0f)
                {
                    ASSERT_NEAR(uniform.values[k], 1.0f, 1e-5f) << box.name;
                }
            }
            EXPECT_LE(std::fabs(drift), 0.25) << box.name;
            RecordProperty((scheme == tn_advectionMacCormack ? "drift MacCormack "
                                                             : "drift semi-Lagrangian ") +
                               std::string(box.name),
                           std::to_string(drift));
        }
    }
}

// One blob in a flow that folds it: what docs/flow.md says of it.
TEST(FlowConservation, ABlobGrowsOrShrinksByPlainSchemesAsIsDocumented)
{
    struct Growth
    {
        tnAdvection scheme;
        double least, most;
    };
    for (const auto& [scheme, least, most] :
         {Growth{tn_advectionMacCormack, 1.3, 1.55}, Growth{tn_advectionSemiLagrangian, -0.15, 0.0},
          Growth{tn_advectionConserving, -1e-6, 1e-6}})
    {
        tnFlowDef def = test::flowDef(96, 64);
        def.cellSize = 1.0f / 64.0f;
        def.dyeChannels = 1;
        def.settings.dyeAdvection = scheme;
        TestFlow flow(def);
        const double width = 1.5;
        flow.setStream([&](double x, double y) {
            const double pi = std::numbers::pi;
            return 0.1 * (std::sin(2.0 * pi * x / width) * std::sin(pi * y) +
                          0.5 * std::sin(4.0 * pi * x / width) * std::sin(3.0 * pi * y));
        });
        flow.set(tn_flowDye0, [](double x, double y) {
            return std::exp(-((x - 0.4) * (x - 0.4) + (y - 0.3) * (y - 0.3)) / 0.01);
        });
        const double before = flow.totals().dye[0];
        flow.step(1.0f / 60.0f, test::kSlowBuild ? 120 : 600);
        const double growth = flow.totals().dye[0] / before - 1.0;
        EXPECT_GE(growth, test::kSlowBuild ? std::min(least, 0.3) : least) << scheme;
        EXPECT_LE(growth, most) << scheme;
        RecordProperty("growth " + std::to_string(scheme), std::to_string(growth));
    }
}

// Strokes in all directions in a closed box, whose whirls confinement keeps small and fast: what
// MacCormack's correction makes of the dye there by its limits, and no more.
TEST(FlowConservation, FineWhirlsUnderConfinementMakeLittleDye)
{
    const int32_t cells = test::kSlowBuild ? 64 : 128;
    for (const int32_t rate : {30, 60, 144})
    {
        tnFlowDef def = test::flowDef(cells, cells);
        def.settings.dyeAdvection = tn_advectionMacCormack;
        def.settings.confinement = 8.0f;
        TestFlow flow(def);
        test::Random random(5);
        for (int32_t stroke = 0; stroke < 6; ++stroke)
        {
            const double angle = 0.01 * random.between(0, 628);
            const auto x = static_cast<float>(std::cos(angle));
            const auto y = static_cast<float>(std::sin(angle));
            tnFlowBrush brush = tnDefaultFlowBrush();
            brush.from = {0.01f * static_cast<float>(random.between(20, 80)),
                          0.01f * static_cast<float>(random.between(20, 80))};
            brush.to = {brush.from.x + 0.2f * x, brush.from.y + 0.2f * y};
            brush.radius = 0.05f;
            brush.velocity = {1.5f * x, 1.5f * y};
            brush.dye[0] = stroke < 3 ? 1.0f : 0.0f;
            ASSERT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
        }
        flow.step(1e-6f);
        const double before = flow.totals().dye[0];
        const float fastest = flow.stats().maxSpeed;
        flow.step(1.0f / static_cast<float>(rate), 3 * rate);
        EXPECT_NEAR(flow.totals().dye[0] / before, 1.0, 0.5) << rate << " steps a second";
        EXPECT_LE(flow.stats().maxSpeed, 3.0f * fastest) << rate << " steps a second";
        RecordProperty("made at " + std::to_string(rate),
                       std::to_string(flow.totals().dye[0] / before - 1.0) + ", " +
                           std::to_string(flow.stats().maxSpeed / fastest));
    }
}

TEST(FlowConservation, LongStepsThatCrossManyCellsKeepTheTotalToo)
{
    tnFlowDef def = defOf(kBoxes[0], 32, tn_advectionConserving);
    TestFlow flow(def);
    fill(flow, kBoxes[0]);
    const double before = flow.totals().dye[0];
    flow.step(0.25f, 20); // several cells a step
    EXPECT_GT(flow.stats().substeps, 2);
    EXPECT_NEAR(flow.totals().dye[0] / before, 1.0, 1e-6);
    EXPECT_GE(flow.dye().least(), -1e-3f);
}

TEST(FlowConservation, TemperatureMovesByFluxesToo)
{
    tnFlowDef def = defOf(kBoxes[4], 32, tn_advectionMacCormack);
    def.temperature = true;
    def.settings.thermalExpansion = 0.0f;
    def.settings.temperatureAdvection = tn_advectionConserving;
    TestFlow flow(def);
    fill(flow, kBoxes[4]);
    flow.set(tn_flowTemperature, [](double x, double) { return x > 0.5 ? 10.0 : 1.0; });
    const double before = flow.totals().temperature;
    flow.step(1.0f / 60.0f, 200);
    EXPECT_NEAR(flow.totals().temperature / before, 1.0, 1e-6);
}

// ---- Divergence

// A lively flow: whirls, jets, confinement, a body in the way.
void expectDivergence(int32_t cells, float tolerance, int32_t steps)
{
    tnFlowDef def = test::flowDef(cells, cells);
    def.dyeChannels = 0;
    def.settings.confinement = 10.0f;
    def.settings.tolerance = tolerance;
    TestFlow flow(def);
    flow.setStream(test::whirls(2.0, 8));
    tnFlowBrush jet = tnDefaultFlowBrush();
    jet.mode = tn_brushRate;
    jet.from = jet.to = {0.2f, 0.3f};
    jet.velocity = {30.0f, 20.0f};
    tnEmitter emitter = {};
    ASSERT_EQ(tnFlow_AddEmitter(flow.handle(), &jet, &emitter), tn_success);
    tnSolidDef circle = tnDefaultSolidDef();
    circle.position = {0.6f, 0.55f};
    tnSolid solid = {};
    ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &solid), tn_success);
    for (int32_t k = 0; k < steps; ++k)
    {
        EXPECT_EQ(flow.step(1.0f / 60.0f), 0u) << "step " << k;
        const tnFlowStats stats = flow.stats();
        ASSERT_GT(stats.divergenceBefore, 0.0f);
        EXPECT_LE(stats.divergenceAfter, tolerance * stats.divergenceBefore) << "step " << k;
    }
    // What the statistics say is what the field shows.
    const FieldCopy left = flow.copy(tn_flowDivergence);
    double squares = 0.0;
    for (const float value : left.values)
    {
        squares += static_cast<double>(value) * static_cast<double>(value);
    }
    const double area = flow.totals().openArea;
    const double rms = std::sqrt(squares / (area * cells * cells));
    EXPECT_NEAR(rms / static_cast<double>(flow.stats().divergenceAfter), 1.0, 0.02);
}

TEST(FlowConservation, LittleDivergenceIsLeftByDefault)
{
    expectDivergence(256, 1e-4f, test::kSlowBuild ? 3 : 20);
    expectDivergence(512, 1e-4f, test::kSlowBuild ? 1 : 6);
}

TEST(FlowConservation, LessIsLeftWhenAskedFor)
{
    expectDivergence(256, 1e-5f, test::kSlowBuild ? 3 : 20);
    expectDivergence(512, 1e-5f, test::kSlowBuild ? 1 : 6);
}

} // namespace
} // namespace tarn
