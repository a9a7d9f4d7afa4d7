// Every validation case, coarse by default and at full size under TARN_TEST_FULL=1; cases.h says
// what each is. docs/validation.md shows the full ones. Two of them on the GPU too, coarse: drivers
// that are software take long.
#include "support/full_size.h"
#include "support/gl_device.h"
#include "validation/cases.h"
#include "validation/device.h"

#include <cmath>
#include <gtest/gtest.h>

namespace tarn
{
namespace
{

using validation::Check;
using validation::Outcome;
using validation::Size;

void expectHolds(Outcome (*run)(Size size), Size size = test::fullSize() ? Size::full : Size::quick)
{
    const Outcome outcome = run(size);
    EXPECT_FALSE(outcome.checks.empty());
    for (const Check& check : outcome.checks)
    {
        EXPECT_TRUE(check.holds()) << check.what << ": " << check.measured << ", reference "
                                   << check.reference << ", allowed: " << check.allowed();
    }
}

TEST(Validation, ALidDrivesACavityAsComputedAtRe100)
{
    expectHolds(validation::lidCavity100);
}

TEST(Validation, ALidDrivesACavityAsTheSpectralTablesSayAtRe1000)
{
    expectHolds(validation::lidCavity1000);
}

TEST(Validation, TaylorGreenVorticesDecayAtTheExactRate)
{
    expectHolds(validation::taylorGreen);
}

TEST(Validation, ACylinderShedsVorticesAtTheMeasuredFrequency)
{
    expectHolds(validation::cylinderShedding);
}

TEST(Validation, TheWakeOfASlowCylinderIsSteadyAndOfTheRightLength)
{
    expectHolds(validation::cylinderSteady);
}

TEST(Validation, ACylinderInASlowChannelFeelsTheForcesOfTheBenchmark)
{
    expectHolds(validation::cylinderInChannel20);
}

TEST(Validation, ACylinderInAFastChannelFeelsTheForcesOfTheBenchmark)
{
    expectHolds(validation::cylinderInChannel100);
}

TEST(Validation, ASquareHeatedFromTheSideCarriesTheTabulatedHeat)
{
    expectHolds(validation::heatedCavity);
}

TEST(Validation, ALayerHeatedFromBelowTurnsOverAtTheExactRate)
{
    expectHolds(validation::rayleighBenard);
}

TEST(Validation, AWaveOnALayerOfShearGrowsAtMichalkesRate)
{
    expectHolds(validation::kelvinHelmholtz);
}

TEST(Validation, AStepLeavesAsLittleDivergenceAsIsAskedFor)
{
    expectHolds(validation::divergence);
}

TEST(Validation, AWhirlLeavesWithoutAKick)
{
    expectHolds(validation::outflow);
}

TEST(Validation, ManufacturedPressureIsApproachedAtSecondOrder)
{
    expectHolds(validation::poisson);
}

TEST(Validation, VCyclesLeaveATenthWhateverTheSize)
{
    expectHolds(validation::vCycle);
}

TEST(Validation, ZalesaksDiscComesBackAsWellAsTheSchemeAllows)
{
    expectHolds(validation::zalesak);
}

TEST(Validation, LeVequesVortexGivesTheDiscBack)
{
    expectHolds(validation::leVeque);
}

TEST(Validation, ABellInRotationKeepsItsShapeAtSecondOrder)
{
    expectHolds(validation::gaussian);
}

TEST(Validation, ABrokenDamSendsTheWavesOfRitterAndStoker)
{
    expectHolds(validation::damBreak);
}

TEST(Validation, ALakeAtRestStaysAtRest)
{
    expectHolds(validation::lakeAtRest);
}

TEST(Validation, WaterGoesRoundInABowlWithItsPeriod)
{
    expectHolds(validation::thackerBowl);
}

TEST(Validation, WavesAndWakesHaveTheSpeedOfShallowWater)
{
    expectHolds(validation::waveSpeed);
}

TEST(Validation, BodiesFloatAsDeepAsArchimedesSaysAndLiftTheLevel)
{
    expectHolds(validation::floating);
}

TEST(Validation, ABoxBobsAndMakesWavesAsTheorySays)
{
    expectHolds(validation::heave);
}

TEST(Validation, ABoxFloatsUprightWhereItsMetacentreIsHighEnough)
{
    expectHolds(validation::boxStability);
}

TEST(Validation, BodiesSinkAndRiseAtTheirTerminalVelocities)
{
    expectHolds(validation::terminalVelocity);
}

TEST(Validation, WaterAndBodiesKeepTheirMomentumTogether)
{
    expectHolds(validation::momentum);
}

// ---- On the GPU

TEST(ValidationOnGl, TaylorGreenVorticesDecayAtTheExactRate)
{
    TARN_SKIP_WITHOUT_GL();
    const validation::DeviceScope scope(0);
    expectHolds(validation::taylorGreen, Size::quick);
}

TEST(ValidationOnGl, ABrokenDamSendsTheWavesOfRitterAndStoker)
{
    TARN_SKIP_WITHOUT_GL();
    const validation::DeviceScope scope(0);
    expectHolds(validation::damBreak, Size::quick);
}

TEST(ValidationOnGl, CasesComputeThere)
{
    TARN_SKIP_WITHOUT_GL();
    EXPECT_EQ(validation::there(tnDefaultFlowDef()).backend, tn_backendCpu);
    const validation::DeviceScope scope(0);
    EXPECT_TRUE(validation::isOnDevice());
    EXPECT_EQ(validation::there(tnDefaultFlowDef()).backend, tn_backendGL);
    EXPECT_EQ(validation::there(tnDefaultWaterDef()).backend, tn_backendGL);
    EXPECT_EQ(validation::there(tnDefaultSolverDef()).backend, tn_backendGL);
}

// ---- The judge itself

TEST(ValidationCheck, JudgesByItsKind)
{
    EXPECT_TRUE(validation::near("", 1.02, 1.0, 0.03).holds());
    EXPECT_FALSE(validation::near("", 1.04, 1.0, 0.03).holds());
    EXPECT_TRUE(validation::near("", -0.98, -1.0, 0.03).holds());
    EXPECT_FALSE(validation::near("", 0.98, -1.0, 0.03).holds()) << "the sign counts";
    EXPECT_TRUE(validation::atMost("", 0.5, 0.5).holds());
    EXPECT_FALSE(validation::atMost("", 0.51, 0.5).holds());
    EXPECT_FALSE(validation::atLeast("", 1.7, 1.8).holds());
    for (const Check& check :
         {validation::near("", std::nan(""), 1.0, 1.0), validation::atMost("", std::nan(""), 1.0),
          validation::atLeast("", std::nan(""), 1.0)})
    {
        EXPECT_FALSE(check.holds()) << "what is not a number holds nothing";
    }
}

} // namespace
} // namespace tarn
