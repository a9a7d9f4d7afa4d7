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

// Emitters of dye and momentum, dissipation and confinement together, in a whirling box.
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
