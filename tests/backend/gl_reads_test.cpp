// Reads of what is on a GPU: as the flow or water was when they were asked for, whatever has
// happened since, without a wait, and the same as what the host is told when it waits.
#include "support/gl_looks.h"
#include "support/log_capture.h"
#include "support/random.h"
#include "support/test_water.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace tarn::test
{
namespace
{

constexpr float kDt = 1.0f / 60.0f;

tnFlowDef onGl(tnFlowDef def, tnGl gl)
{
    def.backend = tn_backendGL;
    def.gl = gl;
    return def;
}
tnWaterDef onGl(tnWaterDef def, tnGl gl)
{
    def.backend = tn_backendGL;
    def.gl = gl;
    return def;
}

void stir(const TestFlow& flow, float strength = 0.5f)
{
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = {0.2f, 0.3f};
    brush.to = {0.7f, 0.45f};
    brush.radius = 0.1f;
    brush.velocity = {strength, 0.5f * strength};
    brush.temperature = 3.0f;
    brush.dye[0] = 1.0f;
    brush.dye[1] = 2.0f;
    EXPECT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
}

// All over the grid, on its edges and corners, and beyond.
std::vector<tnVec2> pointsAround(float width, float height)
{
    std::vector<tnVec2> points = {{0.0f, 0.0f},
                                  {width, height},
                                  {width, 0.0f},
                                  {0.5f * width, height},
                                  {0.0f, 0.3f * height},
                                  {-0.4f * width, 0.5f * height},
                                  {1.3f * width, 0.2f * height},
                                  {0.3f * width, -5.0f * height}};
    Random random(11);
    for (int32_t k = 0; k < 500; ++k)
    {
        points.push_back({width * random.unit(), height * random.unit()});
    }
    return points;
}

// Numbers of samples, as they lie in memory.
template <class Sample>
std::vector<float> numbersOf(const Sample* samples, size_t count)
{
    const auto* first = reinterpret_cast<const float*>(samples);
    return {first, first + count * sizeof(Sample) / sizeof(float)};
}

// Each number within `most` of the largest of its kind.
template <class Sample>
void expectSameSamples(const std::vector<float>& got, const std::vector<float>& expected,
                       float most)
{
    constexpr size_t kEach = sizeof(Sample) / sizeof(float);
    ASSERT_EQ(got.size(), expected.size());
    float largest[kEach] = {};
    for (size_t k = 0; k < expected.size(); ++k)
    {
        largest[k % kEach] = std::max(largest[k % kEach], std::fabs(expected[k]));
    }
    for (size_t k = 0; k < expected.size(); ++k)
    {
        ASSERT_NEAR(got[k], expected[k], most * largest[k % kEach])
            << "number " << k % kEach << " of point " << k / kEach;
    }
}

std::vector<float> samplesNow(const TestFlow& flow, const std::vector<tnVec2>& points)
{
    std::vector<tnFlowSample> samples(points.size());
    const auto count = static_cast<int32_t>(points.size());
    EXPECT_EQ(tnFlow_Sample(flow.handle(), points.data(), count, samples.data()), tn_success);
    return numbersOf(samples.data(), samples.size());
}
std::vector<float> samplesNow(const TestWater& water, const std::vector<tnVec2>& points)
{
    std::vector<tnWaterSample> samples(points.size());
    const auto count = static_cast<int32_t>(points.size());
    EXPECT_EQ(tnWater_Sample(water.handle(), points.data(), count, samples.data()), tn_success);
    return numbersOf(samples.data(), samples.size());
}

class GlReads : public testing::Test
{
  protected:
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }

    // A device that is software has done everything by the time a step returns; others may need to
    // be waited for.
    static bool waits(tnGl gl)
    {
        tnGlInfo info = {};
        EXPECT_EQ(tnGl_GetInfo(gl, &info), tn_success);
        return !info.software;
    }
};

TEST_F(GlReads, OfAFlowAreOfTheStepTheyWereAskedAfter)
{
    const OwnedGl gl;
    tnFlowDef def = flowDef(50, 34);
    def.dyeChannels = 2;
    def.dyeScale = 2;
    def.temperature = true;
    TestFlow flow(onGl(def, gl.handle()));
    const tnFlowField fields[] = {tn_flowVelocityX, tn_flowVelocityY,   tn_flowPressure,
                                  tn_flowVorticity, tn_flowTemperature, TestFlow::dyeField(1)};
    int64_t allocations = 0;
    for (int32_t k = 0; k < 5; ++k)
    {
        stir(flow);
        flow.step(kDt);
        tnRead reads[std::size(fields)] = {};
        for (size_t f = 0; f < std::size(fields); ++f)
        {
            ASSERT_EQ(tnFlow_RequestField(flow.handle(), fields[f], &reads[f]), tn_success);
        }
        EXPECT_TRUE(k < 2 || tnGetAllocationCount() == allocations); // after the first ones
        std::vector<FieldCopy> before;
        for (const tnFlowField field : fields)
        {
            before.push_back(flow.copy(field));
        }
        stir(flow);
        flow.step(kDt);
        for (size_t f = 0; f < std::size(fields); ++f)
        {
            tnFieldView view = {};
            ASSERT_EQ(tnFlow_GetReadField(flow.handle(), reads[f], waits(gl.handle()), &view),
                      tn_success);
            expectSameField(FieldCopy(view), before[f], 1e-6f, fields[f]);
            EXPECT_EQ(tnFlow_GetReadField(flow.handle(), reads[f], false, &view), tn_success);
            EXPECT_EQ(tnFlow_EndRead(flow.handle(), reads[f]), tn_success);
        }
        EXPECT_GT(largestDifference(before[5], flow.dye(1)), 0.1f);
        allocations = tnGetAllocationCount();
    }
}

TEST_F(GlReads, OfWaterAreOfTheStepTheyWereAskedAfter)
{
    const OwnedGl gl;
    tnWaterDef def = waterDef(80, 40);
    def.particleCapacity = 0;
    TestWater water(onGl(def, gl.handle()));
    water.set(tn_waterTerrain, [](double x, double) { return 0.1 * x; });
    water.set(tn_waterSurface, [](double x, double) { return x < 4.0 ? 1.3 : 0.9; });
    water.set(tn_waterDye0, [](double x, double) { return x; });
    const std::vector<tnWaterField> fields = {tn_waterDepth, tn_waterSurface, tn_waterVelocityX,
                                              tn_waterVelocityY, tn_waterDye0};
    for (int32_t k = 0; k < 4; ++k)
    {
        water.step(kDt, 2);
        std::vector<tnRead> reads(fields.size());
        for (size_t f = 0; f < fields.size(); ++f)
        {
            ASSERT_EQ(tnWater_RequestField(water.handle(), fields[f], &reads[f]), tn_success);
        }
        std::vector<FieldCopy> before;
        for (const tnWaterField field : fields)
        {
            before.push_back(water.copy(field));
        }
        water.step(kDt);
        for (size_t f = 0; f < fields.size(); ++f)
        {
            tnFieldView view = {};
            ASSERT_EQ(tnWater_GetReadField(water.handle(), reads[f], waits(gl.handle()), &view),
                      tn_success);
            expectSameField(FieldCopy(view), before[f], 2e-6f, fields[f]);
            EXPECT_EQ(tnWater_EndRead(water.handle(), reads[f]), tn_success);
        }
        EXPECT_GT(largestDifference(before[0], water.copy(tn_waterDepth)), 1e-3f);
    }
}

// The device looks up what the host does.
void expectFlowSamples(const tnFlowDef& def, const std::function<void(const TestFlow&)>& prepare,
                       bool waits)
{
    TestFlow flow(def);
    prepare(flow);
    for (int32_t k = 0; k < 4; ++k)
    {
        stir(flow);
        flow.step(kDt);
    }
    const std::vector<tnVec2> points = pointsAround(static_cast<float>(def.nx) * def.cellSize,
                                                    static_cast<float>(def.ny) * def.cellSize);
    tnRead read = {};
    ASSERT_EQ(tnFlow_RequestSamples(flow.handle(), points.data(),
                                    static_cast<int32_t>(points.size()), &read),
              tn_success);
    const std::vector<float> expected = samplesNow(flow, points);
    flow.step(kDt);
    const tnFlowSample* samples = nullptr;
    int32_t count = 0;
    ASSERT_EQ(tnFlow_GetReadSamples(flow.handle(), read, waits, &samples, &count), tn_success);
    ASSERT_EQ(count, static_cast<int32_t>(points.size()));
    expectSameSamples<tnFlowSample>(numbersOf(samples, points.size()), expected, 1e-5f);
    EXPECT_EQ(tnFlow_EndRead(flow.handle(), read), tn_success);
}

TEST_F(GlReads, SampleAFlowAsTheHostDoes)
{
    const OwnedGl gl;
    tnFlowDef def = onGl(flowDef(40, 28), gl.handle());
    def.dyeChannels = 2;
    def.temperature = true;
    const auto nothing = [](const TestFlow&) {};
    expectFlowSamples(def, nothing, waits(gl.handle()));
    def.dyeScale = 3;
    const auto solids = [](const TestFlow& flow) {
        tnSolidDef solid = tnDefaultSolidDef();
        solid.position = {0.55f, 0.35f};
        solid.radius = 0.12f;
        tnSolid made = {};
        EXPECT_EQ(tnFlow_AddSolid(flow.handle(), &solid, &made), tn_success);
        solid.type = tn_shapeBox;
        solid.position = {0.3f, 0.5f};
        solid.halfSize = {0.004f, 0.15f};
        solid.radius = 0.0f;
        solid.noSlip = false;
        EXPECT_EQ(tnFlow_AddSolid(flow.handle(), &solid, &made), tn_success);
    };
    expectFlowSamples(def, solids, waits(gl.handle()));
    makePeriodic(def, true, false);
    def.top = edgeOf(tn_flowOutflow);
    def.bottom = edgeOf(tn_flowInflow, 0.1f);
    expectFlowSamples(def, solids, waits(gl.handle()));
    def.dyeChannels = 0;
    def.dyeScale = 1;
    def.temperature = false;
    makePeriodic(def);
    expectFlowSamples(def, nothing, waits(gl.handle()));
}

TEST_F(GlReads, SampleWaterAsTheHostDoes)
{
    const OwnedGl gl;
    tnWaterDef walls = waterDef(37, 29);
    tnWaterDef mixed = walls;
    mixed.left = edgeOf(tn_waterInflow, 0.3f);
    mixed.right = edgeOf(tn_waterLevel, 0.7f);
    mixed.top = edgeOf(tn_waterOpen);
    tnWaterDef ring = walls;
    makePeriodic(ring);
    tnWaterDef half = walls;
    makePeriodic(half, false, true);
    for (tnWaterDef def : {walls, mixed, ring, half})
    {
        def.particleCapacity = 0;
        def.dyeChannels = 3;
        TestWater water(onGl(def, gl.handle()));
        // An island, so that some points lie on the dry.
        water.set(tn_waterTerrain,
                  [](double x, double y) { return 1.5 - 0.8 * std::hypot(x - 2.5, y - 1.5); });
        water.set(tn_waterSurface, [](double x, double) { return x < 2.0 ? 0.9 : 0.6; });
        water.set(tn_waterDye0, [](double x, double) { return 1.0 + x; });
        water.step(kDt, 6);
        const std::vector<tnVec2> points = pointsAround(static_cast<float>(def.nx) * def.cellSize,
                                                        static_cast<float>(def.ny) * def.cellSize);
        tnRead read = {};
        ASSERT_EQ(tnWater_RequestSamples(water.handle(), points.data(),
                                         static_cast<int32_t>(points.size()), &read),
                  tn_success);
        const std::vector<float> expected = samplesNow(water, points);
        water.step(kDt);
        const tnWaterSample* samples = nullptr;
        int32_t count = 0;
        ASSERT_EQ(
            tnWater_GetReadSamples(water.handle(), read, waits(gl.handle()), &samples, &count),
            tn_success);
        ASSERT_EQ(count, static_cast<int32_t>(points.size()));
        expectSameSamples<tnWaterSample>(numbersOf(samples, points.size()), expected, 1e-5f);
    }
}

TEST_F(GlReads, ChangeNothing)
{
    const OwnedGl gl;
    tnWaterDef watered = waterDef(48, 32);
    watered.particleCapacity = 0;
    const tnVec2 points[] = {{0.5f, 0.5f}, {0.1f, 0.9f}};
    uint64_t hashes[2][2];
    for (const size_t reads : {size_t{0}, size_t{1}})
    {
        TestFlow flow(onGl(flowDef(32, 32), gl.handle()));
        TestWater water(onGl(watered, gl.handle()));
        water.set(tn_waterSurface, [](double x, double) { return x < 2.0 ? 1.5 : 1.0; });
        for (int32_t k = 0; k < 10; ++k)
        {
            stir(flow);
            flow.step(kDt);
            water.step(kDt);
            tnRead read = {};
            if (reads == 0)
            {
                continue;
            }
            EXPECT_EQ(tnFlow_RequestField(flow.handle(), tn_flowPressure, &read), tn_success);
            EXPECT_EQ(tnFlow_EndRead(flow.handle(), read), tn_success); // on its way
            EXPECT_EQ(tnFlow_RequestSamples(flow.handle(), points, 2, &read), tn_success);
            EXPECT_EQ(tnFlow_EndRead(flow.handle(), read), tn_success);
            EXPECT_EQ(tnWater_RequestField(water.handle(), tn_waterVelocityX, &read), tn_success);
            EXPECT_EQ(tnWater_EndRead(water.handle(), read), tn_success);
            EXPECT_EQ(tnWater_RequestSamples(water.handle(), points, 2, &read), tn_success);
            EXPECT_EQ(tnWater_EndRead(water.handle(), read), tn_success);
        }
        hashes[reads][0] = flow.hash();
        hashes[reads][1] = water.hash();
    }
    EXPECT_EQ(hashes[0][0], hashes[1][0]);
    EXPECT_EQ(hashes[0][1], hashes[1][1]);
}

TEST_F(GlReads, FailWithAReason)
{
    const LogCapture log;
    const BreakableGl gl;
    TestFlow flow(onGl(flowDef(16, 16), gl.handle()));
    tnWaterDef watered = waterDef(16, 16);
    watered.particleCapacity = 0;
    TestWater water(onGl(watered, gl.handle()));
    flow.step(kDt);
    water.step(kDt);
    tnRead read = {};
    // What the device cannot sample, the host does, at once.
    const tnVec2 point = {0.5f, 0.5f};
    gl.force(GlFault::compile);
    ASSERT_EQ(tnFlow_RequestSamples(flow.handle(), &point, 1, &read), tn_success);
    const tnFlowSample* samples = nullptr;
    int32_t count = 0;
    EXPECT_EQ(tnFlow_GetReadSamples(flow.handle(), read, false, &samples, &count), tn_success);
    EXPECT_EQ(count, 1);
    EXPECT_EQ(tnFlow_EndRead(flow.handle(), read), tn_success);
    gl.force(GlFault::memory);
    EXPECT_EQ(tnFlow_RequestField(flow.handle(), tn_flowVorticity, &read), tn_errorOutOfMemory);
    EXPECT_EQ(log.last(), tn_logOutOfMemory);
    EXPECT_TRUE(TN_IS_NULL(read));

    tnRead ofFlow = {};
    tnRead ofWater = {};
    ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &ofFlow), tn_success);
    ASSERT_EQ(tnWater_RequestField(water.handle(), tn_waterDepth, &ofWater), tn_success);
    gl.force(GlFault::loss);
    tnFieldView view = {};
    for (const bool waits : {false, true})
    {
        EXPECT_EQ(tnFlow_GetReadField(flow.handle(), ofFlow, waits, &view), tn_errorUnsupported);
        EXPECT_EQ(tnWater_GetReadField(water.handle(), ofWater, waits, &view), tn_errorUnsupported);
        EXPECT_EQ(view.data, nullptr);
    }
    EXPECT_EQ(tnFlow_EndRead(flow.handle(), ofFlow), tn_success);
    EXPECT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &read), tn_errorUnsupported);
    EXPECT_EQ(tnWater_RequestField(water.handle(), tn_waterDepth, &read), tn_errorUnsupported);
    EXPECT_EQ(log.last(), tn_logGl);
}

// Another size has another device's memory behind it: what was on its way is gone, and its handle
// stays stale when the slot is used again.
TEST_F(GlReads, EndWithAnotherSize)
{
    const LogCapture log;
    const OwnedGl gl;
    TestFlow flow(onGl(flowDef(16, 16), gl.handle()));
    flow.step(kDt);
    tnRead before = {};
    ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &before), tn_success);
    ASSERT_EQ(tnFlow_Resize(flow.handle(), 32, 32, 1), tn_success);
    tnRead after = {};
    ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &after), tn_success);
    EXPECT_EQ(after.index, before.index);
    tnFieldView view = {};
    EXPECT_EQ(tnFlow_GetReadField(flow.handle(), before, true, &view), tn_errorInvalidHandle);
    ASSERT_EQ(tnFlow_GetReadField(flow.handle(), after, true, &view), tn_success);
    EXPECT_EQ(view.columns, 32);
}

} // namespace
} // namespace tarn::test
