// Every rate is per second: 30, 60 and 144 steps a second give nearly the same flow.
#include "support/full_size.h"
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

TEST(FlowRates, DissipationAndCoolingAreExactForEveryStep)
{
    for (const int32_t steps : {30, 60, 144})
    {
        tnFlowDef def = test::flowDef(8, 8);
        def.temperature = true;
        def.settings.thermalExpansion = 0.0f;
        def.settings.dyeDissipation[0] = 1.5f;
        def.settings.cooling = 0.7f;
        def.settings.ambientTemperature = 10.0f;
        TestFlow flow(def);
        flow.set(tn_flowDye0, [](double, double) { return 2.0; });
        flow.set(tn_flowTemperature, [](double, double) { return 60.0; });
        flow.step(1.0f / static_cast<float>(steps), steps);
        const tnFlowSample sample = flow.sample(0.5f, 0.5f);
        EXPECT_NEAR(sample.dye[0], 2.0f * std::exp(-1.5f), 1e-4f) << steps;
        EXPECT_NEAR(sample.temperature, 10.0f + 50.0f * std::exp(-0.7f), 1e-3f) << steps;
    }
}

TEST(FlowRates, DragSlowsAWindByTheSame)
{
    for (const int32_t steps : {30, 60, 144})
    {
        tnFlowDef def = test::flowDef(16, 16);
        test::makePeriodic(def);
        def.settings.velocityDissipation = 2.0f;
        TestFlow flow(def);
        flow.set(tn_flowVelocityX, [](double, double) { return 3.0; });
        flow.step(1.0f / static_cast<float>(steps), steps);
        EXPECT_NEAR(flow.sample(0.5f, 0.5f).velocity.x, 3.0f * std::exp(-2.0f), 1e-3f) << steps;
    }
}

TEST(FlowRates, AccelerationAddsUpToTheSameSpeed)
{
    for (const int32_t steps : {30, 60, 144})
    {
        tnFlowDef def = test::flowDef(16, 16);
        test::makePeriodic(def);
        def.settings.acceleration = {0.5f, -2.0f};
        TestFlow flow(def);
        flow.step(1.0f / static_cast<float>(steps), steps);
        EXPECT_NEAR(flow.sample(0.5f, 0.5f).velocity.x, 0.5f, 1e-4f) << steps;
        EXPECT_NEAR(flow.sample(0.5f, 0.5f).velocity.y, -2.0f, 1e-4f) << steps;
    }
}

// A shear wave decays as exp(-nu k^2 t).
TEST(FlowRates, ViscosityDampsAShearWaveByTheSame)
{
    for (const int32_t steps : {30, 60, 144})
    {
        tnFlowDef def = test::flowDef(64, 64);
        test::makePeriodic(def);
        def.settings.density = 2.0f;
        def.settings.viscosity = 0.04f;
        TestFlow flow(def);
        const double k = 2.0 * std::numbers::pi;
        flow.set(tn_flowVelocityX, [k](double, double y) { return std::sin(k * y); });
        flow.step(1.0f / static_cast<float>(steps), steps);
        const double expected = std::exp(-0.02 * k * k);
        EXPECT_NEAR(static_cast<double>(flow.copy(tn_flowVelocityX).most()), expected,
                    0.01 * expected)
            << steps;
    }
}

// A wave of dye, or of warmth, in fluid at rest decays as exp(-D k^2 t), each by its own D;
// implicit steps of 1/30 s leave 2 % more of the quickest.
TEST(FlowRates, DyesAndWarmthDiffuseEachAtItsOwnRate)
{
    const double k = 2.0 * std::numbers::pi;
    for (const int32_t steps : {30, 144})
    {
        for (const int32_t scale : {1, 2})
        {
            tnFlowDef def = test::flowDef(64, 64);
            test::makePeriodic(def);
            def.dyeChannels = 3;
            def.dyeScale = scale;
            def.temperature = true;
            def.settings.thermalExpansion = 0.0f;
            def.settings.dyeDiffusivity[0] = 0.01f;
            def.settings.dyeDiffusivity[2] = 0.03f;
            def.settings.thermalDiffusivity = 0.02f;
            TestFlow flow(def);
            const auto wave = [k](double x, double) { return 1.0 + std::sin(k * x); };
            for (int32_t c = 0; c < 3; ++c)
            {
                flow.set(TestFlow::dyeField(c), wave);
            }
            flow.set(tn_flowTemperature, wave);
            flow.step(1.0f / static_cast<float>(steps), steps);
            const auto expectWave = [&](const FieldCopy& field, double diffusivity,
                                        const char* what) {
                const double left = std::exp(-diffusivity * k * k);
                EXPECT_NEAR(static_cast<double>(field.most()) - 1.0, left, 0.025 * left)
                    << what << ", " << steps << " steps a second, finer by " << scale;
                EXPECT_NEAR(1.0 - static_cast<double>(field.least()), left, 0.025 * left) << what;
            };
            expectWave(flow.dye(0), 0.01, "first dye");
            expectWave(flow.dye(1), 0.0, "dye that does not diffuse");
            expectWave(flow.dye(2), 0.03, "third dye");
            expectWave(flow.copy(tn_flowTemperature), 0.02, "warmth");
        }
    }
}

// In a shear wave U sin(k y) confinement pushes along the wave only, by what its formula says of
// vorticity -U k cos(k y) and the slope of that: it drives what is smooth and holds what is steep,
// most where vorticity changes its sign. Leith's factor fades in up to a confinement of 4.
TEST(FlowRates, ConfinementPushesAShearWaveByItsFormula)
{
    constexpr int32_t kCells = 128;
    constexpr double kWave = 4.0 * 2.0 * std::numbers::pi;
    constexpr double kDt = 1e-3;
    struct Case
    {
        double confinement, leith, speed;
    };
    for (const auto& [confinement, leith, speed] :
         {Case{10.0, 0.5, 1.0}, Case{2.0, 0.25, 20.0}, Case{0.01, 0.00125, 1.0}})
    {
        tnFlowDef def = test::flowDef(kCells, kCells);
        test::makePeriodic(def);
        def.settings.confinement = static_cast<float>(confinement);
        TestFlow flow(def);
        flow.set(tn_flowVelocityX, [&](double, double y) { return speed * std::sin(kWave * y); });
        const FieldCopy before = flow.copy(tn_flowVelocityX);
        flow.step(static_cast<float>(kDt));
        const FieldCopy after = flow.copy(tn_flowVelocityX);
        const double h = 1.0 / kCells;
        const double most = kDt * h * speed * kWave * (confinement + leith * speed * kWave * 0.04);
        for (const int32_t j : {3, 4, 7, 8, 12, 19, 20, 23, 24})
        {
            const double y = static_cast<double>(after.place(0, j).y);
            const double whirl = -speed * kWave * std::cos(kWave * y);
            const double slope = speed * kWave * kWave * std::sin(kWave * y);
            const double rise = h * std::fabs(slope);
            const double push = h * (confinement * std::fabs(whirl) - leith * rise * rise);
            const double expected = kDt * (slope > 0.0 ? push : -push);
            const double got = static_cast<double>(after.at(5, j) - before.at(5, j));
            EXPECT_NEAR(got, expected, 0.04 * most) << confinement << ", row " << j;
        }
    }
}

// Twice to sixty times a second, and far beyond what is lively: whirls take no more of it in a step
// than they have.
TEST(FlowRates, ConfinementStaysWithinBoundsInStepsOfEveryLength)
{
    struct Case
    {
        float confinement;
        int32_t rate;
        tnAdvection scheme;
    };
    for (const auto& [confinement, rate, scheme] :
         {Case{30.0f, 2, tn_advectionMacCormack}, Case{30.0f, 4, tn_advectionSemiLagrangian},
          Case{30.0f, 10, tn_advectionMacCormack}, Case{30.0f, 15, tn_advectionMacCormack},
          Case{1000.0f, 60, tn_advectionMacCormack}})
    {
        tnFlowDef def = test::flowDef(64, 64);
        def.settings.confinement = confinement;
        def.settings.velocityAdvection = scheme;
        TestFlow flow(def);
        flow.setStream(test::whirls(0.5, 33));
        flow.step(1e-6f);
        const float before = flow.stats().maxSpeed;
        flow.step(1.0f / static_cast<float>(rate), test::kSlowBuild ? 40 : 200);
        EXPECT_LE(flow.stats().maxSpeed, 200.0f * before) << confinement << " at " << rate;
    }
}

// Confinement drives whirls for seconds, and what it makes of them is its own doing, not that of
// the steps: without Leith's viscosity 144 steps a second made 5 times the enstrophy of 30 here.
TEST(FlowRates, StrongConfinementLooksAlike)
{
    const auto run = [](float confinement, int32_t rate) {
        tnFlowDef def = test::flowDef(64, 64);
        def.settings.confinement = confinement;
        TestFlow flow(def);
        tnFlowBrush jet = tnDefaultFlowBrush();
        jet.mode = tn_brushRate;
        jet.from = jet.to = {0.3f, 0.4f};
        jet.radius = 0.08f;
        jet.velocity = {1.5f, 0.6f};
        tnEmitter emitter = {};
        EXPECT_EQ(tnFlow_AddEmitter(flow.handle(), &jet, &emitter), tn_success);
        flow.step(1.0f / static_cast<float>(rate), 3 * rate);
        return flow.totals();
    };
    for (const float confinement : {4.0f, 8.0f, 20.0f})
    {
        const tnFlowTotals slow = run(confinement, 30);
        const tnFlowTotals quick = run(confinement, 144);
        EXPECT_NEAR(quick.kineticEnergy / slow.kineticEnergy, 1.0, 0.4) << confinement;
        EXPECT_NEAR(quick.enstrophy / slow.enstrophy, 1.0, 0.4) << confinement;
    }
}

// Emitters of dye and momentum, dissipation and confinement together, in a whirling box.
TEST(FlowRates, ALivelySecondLooksAlike)
{
    struct Picture
    {
        double dye, energy, enstrophy;
        std::vector<double> blocks; // dye in 8 x 8 parts
    };
    const auto run = [](int32_t steps) {
        tnFlowDef def = test::flowDef(64, 64);
        def.settings.confinement = 4.0f;
        def.settings.dyeDissipation[0] = 0.5f;
        def.settings.velocityDissipation = 0.3f;
        TestFlow flow(def);
        flow.setStream(test::whirls(0.3, 33));
        tnFlowBrush jet = tnDefaultFlowBrush();
        jet.mode = tn_brushRate;
        jet.from = jet.to = {0.3f, 0.4f};
        jet.radius = 0.08f;
        jet.velocity = {1.5f, 0.6f};
        jet.dye[0] = 2.0f;
        tnEmitter emitter = {};
        EXPECT_EQ(tnFlow_AddEmitter(flow.handle(), &jet, &emitter), tn_success);
        flow.step(1.0f / static_cast<float>(steps), steps);
        const tnFlowTotals totals = flow.totals();
        Picture picture = {totals.dye[0], totals.kineticEnergy, totals.enstrophy, {}};
        picture.blocks.resize(64);
        const FieldCopy dye = flow.dye();
        for (int32_t j = 0; j < 64; ++j)
        {
            for (int32_t i = 0; i < 64; ++i)
            {
                picture.blocks[static_cast<size_t>((j / 8) * 8 + i / 8)] +=
                    static_cast<double>(dye.at(i, j)) / 64.0;
            }
        }
        return picture;
    };
    const Picture middle = run(60);
    for (const int32_t steps : {30, 144})
    {
        const Picture other = run(steps);
        const std::string at = " at " + std::to_string(steps);
        EXPECT_NEAR(other.dye / middle.dye, 1.0, 0.03) << at;
        EXPECT_NEAR(other.energy / middle.energy, 1.0, 0.06) << at;
        EXPECT_NEAR(other.enstrophy / middle.enstrophy, 1.0, 0.25) << at;
        double difference = 0.0, sum = 0.0;
        for (size_t k = 0; k < 64; ++k)
        {
            difference += std::fabs(other.blocks[k] - middle.blocks[k]);
            sum += std::fabs(middle.blocks[k]);
        }
        EXPECT_LE(difference / sum, 0.06) << at;
        RecordProperty("dye" + at, std::to_string(other.dye / middle.dye - 1.0));
        RecordProperty("energy" + at, std::to_string(other.energy / middle.energy - 1.0));
        RecordProperty("enstrophy" + at, std::to_string(other.enstrophy / middle.enstrophy - 1.0));
        RecordProperty("picture" + at, std::to_string(difference / sum));
    }
}

} // namespace
} // namespace tarn
