// Extreme inputs: finite fields, clear errors, no crash, no unbounded time.
#include "tarn/flow.h"

#include "support/failing_allocator.h"
#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/random.h"
#include "support/solids.h"
#include "support/test_flow.h"

#include <cfloat>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::FailingAllocator;
using test::TestFlow;

constexpr float kDt = 1.0f / 60.0f;
constexpr float kDenormal = 1e-42f;

// A small flow with all that a flow can have.
tnFlowDef fullDef(int32_t nx, int32_t ny)
{
    tnFlowDef def = test::flowDef(nx, ny);
    def.temperature = true;
    def.texture = true;
    def.dyeScale = 2;
    def.tracerCapacity = 16;
    def.settings.dyeWeight[0] = 0.1f;
    def.settings.confinement = 5.0f;
    return def;
}

void stir(TestFlow& flow)
{
    flow.setStream(test::whirls(0.5, 3));
    flow.set(tn_flowDye0, [](double x, double y) { return x * y; });
    flow.set(tn_flowTemperature, [](double x, double) { return 10.0 * x; });
    const tnVec2 points[3] = {{0.2f, 0.3f}, {0.5f, 0.5f}, {0.9f, 0.7f}};
    (void)tnFlow_AddTracers(flow.handle(), points, 3);
}

// After a few ordinary steps everything is finite still, and no faster than it may be.
void expectSound(TestFlow& flow, const std::string& what)
{
    flow.step(kDt, 3);
    EXPECT_TRUE(flow.isFinite()) << what;
    EXPECT_TRUE(std::isfinite(flow.stats().maxSpeed)) << what;
    const tnFlowTotals totals = flow.totals();
    EXPECT_TRUE(std::isfinite(totals.kineticEnergy) && std::isfinite(totals.dye[0])) << what;
}

// ---- X01: every kind of number in every parameter

const float kOdd[] = {-0.0f,  kDenormal, -kDenormal, FLT_MIN, FLT_MAX, -FLT_MAX, 1e30f,
                      -1e30f, 1e12f,     -1e12f,     1e9f,    -1e9f,   1e-6f,    1e-30f};

TEST(FlowTorture, OddNumbersInBrushesAreRefusedOrHarmless)
{
    const test::LogCapture log;
    const std::vector<std::function<float&(tnFlowBrush&)>> members = {
        [](tnFlowBrush& b) -> float& { return b.from.x; },
        [](tnFlowBrush& b) -> float& { return b.to.y; },
        [](tnFlowBrush& b) -> float& { return b.radius; },
        [](tnFlowBrush& b) -> float& { return b.velocity.x; },
        [](tnFlowBrush& b) -> float& { return b.dye[0]; },
        [](tnFlowBrush& b) -> float& { return b.temperature; },
        [](tnFlowBrush& b) -> float& { return b.holdRate; },
    };
    for (const bool periodic : {false, true})
    {
        tnFlowDef def = fullDef(12, 10);
        if (periodic)
        {
            test::makePeriodic(def);
        }
        for (const float odd : kOdd)
        {
            TestFlow flow(def);
            stir(flow);
            for (size_t m = 0; m < members.size(); ++m)
            {
                for (const tnBrushMode mode : {tn_brushImpulse, tn_brushRate, tn_brushHold})
                {
                    tnFlowBrush brush = tnDefaultFlowBrush();
                    brush.mode = mode;
                    brush.from = brush.to = {0.5f, 0.4f};
                    brush.velocity = {0.1f, 0.2f};
                    members[m](brush) = odd;
                    const tnResult result = tnFlow_Brush(flow.handle(), &brush);
                    EXPECT_TRUE(result == tn_success || result == tn_errorInvalidArgument);
                    flow.step(kDt);
                }
            }
            expectSound(flow, "brushes with " + std::to_string(odd));
        }
    }
}

TEST(FlowTorture, AHairlineAcrossTheWorldIsAStroke)
{
    TestFlow flow(fullDef(16, 16));
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = {-1e9f, 0.51f};
    brush.to = {1e9f, 0.53f};
    brush.radius = 1e-6f;
    brush.dye[0] = 1.0f;
    brush.velocity = {1.0f, 0.0f};
    ASSERT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
    brush.radius = 1e9f;
    ASSERT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
    flow.step(kDt);
    expectSound(flow, "hairline");
}

TEST(FlowTorture, OddNumbersInSettingsAreRefusedOrHarmless)
{
    const test::LogCapture log;
    const std::vector<std::function<float&(tnFlowSettings&)>> members = {
        [](tnFlowSettings& s) -> float& { return s.density; },
        [](tnFlowSettings& s) -> float& { return s.viscosity; },
        [](tnFlowSettings& s) -> float& { return s.acceleration.x; },
        [](tnFlowSettings& s) -> float& { return s.gravity.y; },
        [](tnFlowSettings& s) -> float& { return s.thermalExpansion; },
        [](tnFlowSettings& s) -> float& { return s.ambientTemperature; },
        [](tnFlowSettings& s) -> float& { return s.thermalDiffusivity; },
        [](tnFlowSettings& s) -> float& { return s.cooling; },
        [](tnFlowSettings& s) -> float& { return s.dyeWeight[0]; },
        [](tnFlowSettings& s) -> float& { return s.dyeDiffusivity[0]; },
        [](tnFlowSettings& s) -> float& { return s.dyeDissipation[0]; },
        [](tnFlowSettings& s) -> float& { return s.velocityDissipation; },
        [](tnFlowSettings& s) -> float& { return s.confinement; },
        [](tnFlowSettings& s) -> float& { return s.texturePeriod; },
    };
    for (size_t m = 0; m < members.size(); ++m)
    {
        for (const float odd : kOdd)
        {
            TestFlow flow(fullDef(12, 10));
            stir(flow);
            tnFlowSettings settings = flow.settings();
            settings.viscosity = 0.01f;
            members[m](settings) = odd;
            const tnResult result = tnFlow_SetSettings(flow.handle(), &settings);
            EXPECT_TRUE(result == tn_success || result == tn_errorInvalidArgument);
            flow.step(kDt, 4);
            settings = tnDefaultFlowSettings();
            ASSERT_EQ(tnFlow_SetSettings(flow.handle(), &settings), tn_success);
            expectSound(flow, "setting " + std::to_string(m) + " = " + std::to_string(odd));
        }
    }
}

TEST(FlowTorture, OddNumbersInEdgesAndSolidsAreRefusedOrHarmless)
{
    const test::LogCapture log;
    for (const float odd : kOdd)
    {
        TestFlow flow(fullDef(12, 10));
        stir(flow);
        for (const tnFlowEdgeType type : {tn_flowInflow, tn_flowWall, tn_flowOutflow})
        {
            tnFlowEdge edge = test::edgeOf(type, odd);
            edge.noSlip = true;
            edge.fixedTemperature = true;
            edge.tangentialSpeed = odd;
            edge.dye[0] = odd;
            edge.temperature = odd;
            const tnResult result = tnFlow_SetEdge(flow.handle(), tn_sideTop, &edge);
            EXPECT_TRUE(result == tn_success || result == tn_errorInvalidArgument);
            flow.step(kDt, 2);
        }
        const std::vector<std::function<float&(tnSolidDef&)>> members = {
            [](tnSolidDef& s) -> float& { return s.radius; },
            [](tnSolidDef& s) -> float& { return s.halfSize.x; },
            [](tnSolidDef& s) -> float& { return s.position.x; },
            [](tnSolidDef& s) -> float& { return s.angle; },
            [](tnSolidDef& s) -> float& { return s.velocity.y; },
            [](tnSolidDef& s) -> float& { return s.spin; },
            [](tnSolidDef& s) -> float& { return s.temperature; },
        };
        for (const tnShapeType type : {tn_shapeCircle, tn_shapeBox, tn_shapeCapsule})
        {
            for (size_t m = 0; m < members.size(); ++m)
            {
                tnSolidDef def = tnDefaultSolidDef();
                def.type = type;
                def.position = {0.4f, 0.6f};
                def.fixedTemperature = true;
                members[m](def) = odd;
                tnSolid solid = {};
                const tnResult result = tnFlow_AddSolid(flow.handle(), &def, &solid);
                EXPECT_TRUE(result == tn_success || result == tn_errorInvalidArgument);
                flow.step(kDt, 2);
                if (result == tn_success)
                {
                    tnSolidForce force = {};
                    EXPECT_EQ(tnFlow_GetSolidForce(flow.handle(), solid, &force), tn_success);
                    EXPECT_TRUE(std::isfinite(force.pressure.x) && std::isfinite(force.viscous.y) &&
                                std::isfinite(force.pressureTorque))
                        << "member " << m << " = " << odd;
                    EXPECT_EQ(tnFlow_RemoveSolid(flow.handle(), solid), tn_success);
                }
            }
        }
        const tnFlowEdge wall = tnDefaultFlowEdge();
        ASSERT_EQ(tnFlow_SetEdge(flow.handle(), tn_sideTop, &wall), tn_success);
        expectSound(flow, "edges and solids with " + std::to_string(odd));
    }
}

TEST(FlowTorture, OddPlacesCanBeSampledAndTraced)
{
    TestFlow flow(fullDef(12, 10));
    stir(flow);
    flow.step(kDt);
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float odd : {std::nanf(""), kInfinity, -kInfinity, FLT_MAX, -FLT_MAX, kDenormal})
    {
        for (const tnVec2 at : {tnVec2{odd, 0.5f}, tnVec2{0.5f, odd}, tnVec2{odd, odd}})
        {
            const tnFlowSample sample = flow.sample(at.x, at.y);
            EXPECT_TRUE(std::isfinite(sample.velocity.x) && std::isfinite(sample.pressure) &&
                        std::isfinite(sample.dye[0]));
            EXPECT_EQ(tnFlow_AddTracers(flow.handle(), &at, 1), tn_success);
        }
    }
    expectSound(flow, "odd places");
}

// ---- X02: steps of every length

TEST(FlowTorture, StepsOfEveryLength)
{
    const test::LogCapture log;
    for (const bool periodic : {false, true})
    {
        tnFlowDef def = fullDef(16, 12);
        def.settings.viscosity = 1e-3f;
        if (periodic)
        {
            test::makePeriodic(def);
        }
        TestFlow flow(def);
        stir(flow);
        for (const float dt :
             {1e-9f, kDenormal, 1e3f, 1e-9f, FLT_MAX, 1e-9f, 10.0f, kDt, 1e3f, kDt})
        {
            const uint32_t flags = flow.step(dt);
            const bool cut = dt < 1e-9f || dt > 1e3f;
            EXPECT_TRUE(!cut || (flags & tn_stepClamped) != 0) << dt;
            EXPECT_TRUE(flow.isFinite()) << "after " << dt;
            stir(flow);
        }
        expectSound(flow, "steps");
        EXPECT_LT(flow.stats().maxSpeed, 100.0f);
    }
}

TEST(FlowTorture, UnsteadyFrameRatesAndAHitch)
{
    TestFlow flow(fullDef(24, 24));
    stir(flow);
    for (int32_t k = 0; k < 200; ++k)
    {
        flow.step(k % 2 == 0 ? 1.0f / 240.0f : 1.0f / 15.0f);
        if (k == 100)
        {
            flow.step(10.0f);
        }
    }
    expectSound(flow, "unsteady");
    EXPECT_LT(flow.stats().maxSpeed, 50.0f);
}

// ---- X03: absurd speeds and forces

TEST(FlowTorture, AbsurdSpeedsAndForcesAreContained)
{
    for (const bool periodic : {false, true})
    {
        tnFlowDef def = fullDef(20, 16);
        if (periodic)
        {
            test::makePeriodic(def);
        }
        TestFlow flow(def);
        stir(flow);
        tnFlowBrush spike = tnDefaultFlowBrush();
        spike.from = spike.to = {0.525f, 0.425f};
        spike.radius = 0.02f;
        spike.velocity = {1e6f, -1e6f};
        ASSERT_EQ(tnFlow_Brush(flow.handle(), &spike), tn_success);
        flow.step(kDt, 3);
        EXPECT_TRUE(flow.isFinite());
        spike.velocity = {1e12f, 1e12f};
        ASSERT_EQ(tnFlow_Brush(flow.handle(), &spike), tn_success);
        EXPECT_NE(flow.step(kDt) & tn_stepClamped, 0u);
        EXPECT_TRUE(flow.isFinite());
        tnFlowSettings settings = flow.settings();
        settings.acceleration = {1e12f, 0.0f};
        ASSERT_EQ(tnFlow_SetSettings(flow.handle(), &settings), tn_success);
        flow.step(kDt, 3);
        EXPECT_TRUE(flow.isFinite());
        settings.acceleration = {};
        ASSERT_EQ(tnFlow_SetSettings(flow.handle(), &settings), tn_success);
        expectSound(flow, "absurd");
    }
}

// Strokes of warmth beyond reason between steps that are nothing like one another: what is left of
// a long step's pressure must not be enlarged for the next one.
TEST(FlowTorture, AbsurdForcesInStepsOfUnlikeLengthAreContained)
{
    const std::vector<std::vector<float>> rhythms = {
        {1e-9f, 1e3f}, {1e3f, 1e-3f}, {1.0f / 240.0f, 1.0f / 15.0f, 1e-9f, 1e3f, 10.0f, kDt}};
    for (const tnAdvection scheme :
         {tn_advectionSemiLagrangian, tn_advectionMacCormack, tn_advectionConserving})
    {
        for (const std::vector<float>& dts : rhythms)
        {
            tnFlowDef def = test::flowDef(48, 31);
            def.temperature = true;
            def.tracerCapacity = 16;
            def.settings.temperatureAdvection = scheme;
            def.settings.dyeAdvection = scheme;
            if (scheme == tn_advectionSemiLagrangian)
            {
                def.settings.velocityAdvection = scheme;
            }
            TestFlow flow(def);
            stir(flow);
            SCOPED_TRACE("scheme " + std::to_string(scheme) + ", dt " + std::to_string(dts[0]));
            for (int32_t k = 0; k < test::scaled(60, 600); ++k)
            {
                tnFlowBrush brush = tnDefaultFlowBrush();
                brush.from = brush.to = {0.5f, 0.3f};
                brush.velocity = {k % 5 == 0 ? 1e6f : 1.0f, k % 11 == 0 ? -1e12f : 0.0f};
                brush.temperature = k % 2 == 0 ? -1e9f : 1e9f;
                ASSERT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
                flow.step(dts[static_cast<size_t>(k) % dts.size()]);
                ASSERT_LE(flow.stats().maxSpeed, 1.5e8f) << "step " << k;
            }
            expectSound(flow, "unlike steps");
            const std::vector<std::byte> saved = flow.save();
            EXPECT_EQ(tnFlow_Restore(flow.handle(), saved.data(), saved.size()), tn_success);
        }
    }
}

TEST(FlowTorture, ACheckerboardOfSpeedsIsContained)
{
    TestFlow flow(fullDef(17, 13));
    for (const double speed : {1e5, 1e12})
    {
        for (const tnFlowField field : {tn_flowVelocityX, tn_flowVelocityY})
        {
            flow.set(field, [speed](double x, double y) {
                const int32_t i = static_cast<int32_t>(std::lround(2.0 * 17.0 * x));
                const int32_t j = static_cast<int32_t>(std::lround(2.0 * 17.0 * y));
                return (i / 2 + j / 2) % 2 == 0 ? speed : -speed;
            });
        }
        flow.step(kDt, 5);
        EXPECT_TRUE(flow.isFinite()) << speed;
    }
    expectSound(flow, "checkerboard");
}

// ---- X04: grids of every shape

TEST(FlowTorture, GridsOfEveryShape)
{
    const int32_t sizes[][2] = {{1, 1},  {1, 7}, {7, 1},  {2, 2},  {3, 3},   {1, 64},
                                {64, 1}, {5, 3}, {31, 2}, {2, 31}, {13, 17}, {97, 3}};
    for (const auto& size : sizes)
    {
        for (const int32_t edges : {0, 1, 2, 3})
        {
            tnFlowDef def = fullDef(size[0], size[1]);
            def.settings.viscosity = 1e-3f;
            def.settings.thermalDiffusivity = 1e-3f;
            def.settings.dyeDiffusivity[0] = 1e-3f;
            def.settings.dyeAdvection =
                edges == 1 ? tn_advectionConserving : tn_advectionMacCormack;
            test::makePeriodic(def, edges == 1 || edges == 2, edges == 1);
            if (edges == 3)
            {
                def.left = test::edgeOf(tn_flowInflow, 0.5f);
                def.right = test::edgeOf(tn_flowOutflow);
                def.top.noSlip = true;
            }
            const std::string name = std::to_string(size[0]) + " x " + std::to_string(size[1]) +
                                     ", edges " + std::to_string(edges);
            TestFlow flow(def);
            stir(flow);
            tnSolidDef circle = tnDefaultSolidDef();
            circle.position = {0.5f, 0.5f};
            circle.velocity = {0.3f, 0.2f};
            tnSolid solid = {};
            ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &solid), tn_success);
            tnFlowBrush brush = tnDefaultFlowBrush();
            brush.velocity = {1.0f, 1.0f};
            brush.dye[0] = 1.0f;
            ASSERT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
            flow.step(kDt, 5);
            expectSound(flow, name);
            const std::vector<std::byte> bytes = flow.save();
            EXPECT_EQ(tnFlow_Restore(flow.handle(), bytes.data(), bytes.size()), tn_success);
            EXPECT_EQ(tnFlow_Resize(flow.handle(), 2 * size[0], 2 * size[1], 3), tn_success);
            expectSound(flow, name + ", resized");
        }
    }
}

void* noMemory(void*, size_t, size_t)
{
    return nullptr;
}
void neverFreed(void*, void*, size_t) {}

TEST(FlowTorture, TheLargestGridIsRefusedForWantOfMemoryOnly)
{
    const test::LogCapture log;
    ASSERT_EQ(tnSetAllocator(noMemory, neverFreed, nullptr), tn_success);
    tnFlowDef def = tnDefaultFlowDef();
    def.nx = def.ny = 16384;
    def.dyeScale = 8;
    def.dyeChannels = 8;
    def.temperature = def.texture = true;
    tnFlow flow = {3, 3};
    EXPECT_EQ(tnCreateFlow(&def, &flow), tn_errorOutOfMemory);
    EXPECT_EQ(log.last(), tn_logOutOfMemory);
    EXPECT_TRUE(TN_IS_NULL(flow));
    ASSERT_EQ(tnSetAllocator(nullptr, nullptr, nullptr), tn_success);
}

// ---- X05: solids everywhere

std::vector<uint8_t> bytesOf(const test::Mask& mask)
{
    std::vector<uint8_t> bytes;
    for (const uint8_t cell : mask.solid)
    {
        bytes.push_back(cell != 0 ? 255 : 0);
    }
    return bytes;
}

TEST(FlowTorture, SolidsOfEveryPatternAndAllCells)
{
    constexpr int32_t kNx = 21;
    constexpr int32_t kNy = 17;
    for (const bool periodic : {false, true})
    {
        tnFlowDef def = fullDef(kNx, kNy);
        def.settings.viscosity = 1e-3f;
        def.settings.dyeDiffusivity[0] = 1e-3f;
        def.settings.dyeAdvection = tn_advectionConserving;
        if (periodic)
        {
            test::makePeriodic(def);
        }
        std::vector<test::NamedMask> patterns = test::allPatterns(kNx, kNy);
        patterns.push_back({"all solid", test::Mask(kNx, kNy, true)});
        patterns.push_back({"all but one", test::Mask(kNx, kNy, true)});
        patterns.back().mask.set(7, 5, false);
        for (const test::NamedMask& pattern : patterns)
        {
            TestFlow flow(def);
            stir(flow);
            const std::vector<uint8_t> bytes = bytesOf(pattern.mask);
            for (int32_t k = 0; k < 6; ++k) // on and off
            {
                ASSERT_EQ(
                    tnFlow_SetMask(flow.handle(), k % 2 == 0 ? bytes.data() : nullptr, kNx * kNy),
                    tn_success);
                flow.step(kDt);
                EXPECT_TRUE(flow.isFinite()) << pattern.name;
            }
            ASSERT_EQ(tnFlow_SetMask(flow.handle(), bytes.data(), kNx * kNy), tn_success);
            expectSound(flow, pattern.name);
        }
    }
}

TEST(FlowTorture, SolidsThatTeleportAndSpinLeaveTheFluidSound)
{
    tnFlowDef def = fullDef(32, 32);
    def.solidCapacity = 1000;
    TestFlow flow(def);
    stir(flow);
    test::Random random(5);
    std::vector<tnSolid> solids(300);
    for (tnSolid& solid : solids) // all at one point
    {
        tnSolidDef box = tnDefaultSolidDef();
        box.type = tn_shapeBox;
        box.radius = 0.0f;
        box.halfSize = {0.1f, 0.02f};
        box.position = {0.5f, 0.5f};
        box.angle = random.unit();
        ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &box, &solid), tn_success);
    }
    flow.step(kDt, 2);
    EXPECT_TRUE(flow.isFinite());
    for (int32_t k = 1; k < 300; ++k)
    {
        ASSERT_EQ(tnFlow_RemoveSolid(flow.handle(), solids[static_cast<size_t>(k)]), tn_success);
    }
    for (int32_t k = 0; k < 20; ++k)
    {
        const tnVec2 at = {random.chance(0.3f) ? 1e6f : random.unit(), random.unit()};
        ASSERT_EQ(tnFlow_SetSolidMotion(flow.handle(), solids[0], at, 0.0f,
                                        {random.magnitude(1.0f, 1e6f), 0.0f}, 1e5f),
                  tn_success);
        flow.step(kDt);
        EXPECT_TRUE(flow.isFinite());
    }
    ASSERT_EQ(tnFlow_RemoveSolid(flow.handle(), solids[0]), tn_success);
    expectSound(flow, "teleports");
}

// ---- X08, X12: viscosity, diffusion, warmth and weight beyond reason

TEST(FlowTorture, HoneyAndAlmostNothing)
{
    for (const float amount : {1e-30f, kDenormal, 1e-7f, 1.0f, 1e12f})
    {
        for (const float dt : {1e-9f, kDt, 1e3f})
        {
            tnFlowDef def = fullDef(16, 12);
            def.settings.viscosity = amount;
            def.settings.thermalDiffusivity = amount;
            def.settings.dyeDiffusivity[0] = amount;
            def.top.noSlip = true;
            TestFlow flow(def);
            stir(flow);
            const double before = flow.totals().dye[0];
            flow.step(dt, 3);
            EXPECT_TRUE(flow.isFinite()) << amount;
            if (dt < 1.0f)
            {
                EXPECT_LE(flow.stats().maxSpeed, 10.0f) << amount;
                EXPECT_NEAR(flow.totals().dye[0] / before, 1.0, 0.02) << amount << ", " << dt;
            }
            expectSound(flow, "viscosity " + std::to_string(amount));
        }
    }
}

TEST(FlowTorture, WarmthAndWeightBeyondReason)
{
    tnFlowDef def = fullDef(20, 20);
    TestFlow flow(def);
    stir(flow);
    for (int32_t k = 0; k < 30; ++k)
    {
        tnFlowSettings settings = flow.settings();
        settings.gravity.y = k % 2 == 0 ? -9.81f : 9.81f; // buoyancy turns round every frame
        settings.dyeWeight[0] = k % 3 == 0 ? 1e6f : -1e6f;
        ASSERT_EQ(tnFlow_SetSettings(flow.handle(), &settings), tn_success);
        tnFlowBrush brush = tnDefaultFlowBrush();
        brush.from = brush.to = {0.3f + 0.01f * static_cast<float>(k), 0.5f};
        brush.temperature = k % 2 == 0 ? 1e9f : -1e9f;
        brush.dye[0] = 1e30f;
        ASSERT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
        flow.step(kDt);
        EXPECT_TRUE(flow.isFinite()) << "step " << k;
    }
    tnFlowSettings settings = tnDefaultFlowSettings();
    ASSERT_EQ(tnFlow_SetSettings(flow.handle(), &settings), tn_success);
    expectSound(flow, "warmth");
}

// Thousands of years of the most dye that can be given.
TEST(FlowTorture, WhatAddsUpForEverStaysFinite)
{
    tnFlowDef def = fullDef(8, 8);
    def.brushCapacity = 4096;
    for (const tnAdvection scheme : {tn_advectionMacCormack, tn_advectionConserving})
    {
        def.settings.dyeAdvection = scheme;
        def.settings.temperatureAdvection = scheme;
        def.settings.dyeDiffusivity[0] = 1e-5f;
        def.settings.thermalDiffusivity = 1e-5f;
        TestFlow flow(def);
        stir(flow);
        tnFlowBrush brush = tnDefaultFlowBrush();
        brush.mode = tn_brushRate;
        brush.from = brush.to = {0.5f, 0.5f};
        brush.radius = 1.0f;
        brush.dye[0] = 1e30f;
        brush.temperature = -1e30f;
        for (int32_t k = 0; k < 40; ++k)
        {
            for (int32_t n = 0; n < 4096; ++n)
            {
                ASSERT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
            }
            flow.step(k % 2 == 0 ? 1e3f : kDt);
        }
        EXPECT_TRUE(flow.isFinite());
        expectSound(flow, "for ever");
    }
}

// ---- X16: no memory at any call

// Makes a flow, then `call` with an allocator that fails at its k-th request, for every k until it
// succeeds. Before that, it fails cleanly, and the flow is what it was.
void expectCleanFailures(const char* name, int32_t least,
                         const std::function<tnResult(tnFlow)>& call)
{
    ASSERT_EQ(tnGetAllocatedBytes(), 0) << name;
    FailingAllocator allocator;
    ASSERT_EQ(tnSetAllocator(FailingAllocator::alloc, FailingAllocator::free, &allocator),
              tn_success);
    {
        const test::LogCapture log;
        tnFlowDef def = test::busyDef(14, 11);
        def.settings.viscosity = 0.0f;
        def.settings.thermalDiffusivity = 0.0f;
        def.settings.dyeDiffusivity[1] = 0.0f;
        def.threads = 2;
        TestFlow flow(def);
        test::fillBusyScene(flow.handle());
        test::stepBusyScene(flow.handle(), 0);
        const uint64_t before = flow.hash();
        tnResult result = tn_errorOutOfMemory;
        for (int32_t k = 1; result != tn_success; ++k)
        {
            ASSERT_LT(k, 200) << name;
            allocator.calls = 0;
            allocator.failAt = k;
            result = call(flow.handle());
            allocator.failAt = 0;
            if (result == tn_success)
            {
                EXPECT_GT(k, least) << name;
                break;
            }
            EXPECT_EQ(result, tn_errorOutOfMemory) << name << ", call " << k;
            EXPECT_TRUE(log.has(tn_logOutOfMemory)) << name << ", call " << k;
            EXPECT_EQ(flow.hash(), before) << name << ", call " << k;
        }
        test::stepBusyScene(flow.handle(), 1);
        EXPECT_TRUE(flow.isFinite()) << name;
    }
    EXPECT_EQ(allocator.alive, 0) << name;
    EXPECT_EQ(tnGetAllocatedBytes(), 0) << name;
    ASSERT_EQ(tnSetAllocator(nullptr, nullptr, nullptr), tn_success);
}

TEST(FlowTorture, NoMemoryAtAnyCallOfCreation)
{
    expectCleanFailures("create", 8, [](tnFlow) {
        tnFlowDef def = test::busyDef(12, 10);
        def.threads = 2;
        tnFlow other = {};
        const tnResult result = tnCreateFlow(&def, &other);
        EXPECT_EQ(TN_IS_NULL(other), result != tn_success);
        return result == tn_success ? tnDestroyFlow(other) : result;
    });
}

TEST(FlowTorture, NoMemoryAtAnyCallOfAResize)
{
    expectCleanFailures("resize", 3, [](tnFlow flow) { return tnFlow_Resize(flow, 28, 22, 1); });
}

TEST(FlowTorture, NoMemoryAtAnyCallOfARestore)
{
    std::vector<std::byte> bytes;
    {
        TestFlow flow(test::busyDef(18, 15));
        test::fillBusyScene(flow.handle());
        test::stepBusyScene(flow.handle(), 0);
        bytes = flow.save();
    }
    expectCleanFailures("restore", 3, [&bytes](tnFlow flow) {
        return tnFlow_Restore(flow, bytes.data(), bytes.size());
    });
}

TEST(FlowTorture, NoMemoryAtAnyCallOfNewSettings)
{
    expectCleanFailures("settings", 3, [](tnFlow flow) {
        tnFlowSettings settings = {};
        EXPECT_EQ(tnFlow_GetSettings(flow, &settings), tn_success);
        settings.viscosity = 1e-3f;
        settings.thermalDiffusivity = 1e-3f;
        settings.dyeDiffusivity[0] = 1e-3f;
        return tnFlow_SetSettings(flow, &settings);
    });
}

TEST(FlowTorture, NoMemoryAtAnyCallOfANewEdge)
{
    expectCleanFailures("edge", 3, [](tnFlow flow) {
        const tnFlowEdge edge = test::edgeOf(tn_flowPeriodic);
        return tnFlow_SetEdge(flow, tn_sideTop, &edge);
    });
}

} // namespace
} // namespace tarn
