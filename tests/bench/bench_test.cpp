// The benchmarks' own tools: what is measured against what, and how it is written down.
#include "bench/classic_fluid.h"
#include "bench/flow_bars.h"
#include "bench/flow_case.h"
#include "bench/report.h"
#include "bench/stirring.h"
#include "bench/stopwatch.h"

#include <cmath>
#include <gtest/gtest.h>

namespace tarn::bench
{
namespace
{

TEST(Samples, AQuarterIsNoLargerThanTheLowerQuartile)
{
    Samples samples;
    samples.add(5.0);
    EXPECT_EQ(samples.lowerQuartile(), 5.0);
    for (const double value : {9.0, 1.0, 7.0, 3.0})
    {
        samples.add(value);
    }
    EXPECT_EQ(samples.lowerQuartile(), 3.0);
    for (const double value : {2.0, 8.0, 6.0, 4.0})
    {
        samples.add(value);
    }
    EXPECT_EQ(samples.lowerQuartile(), 3.0);
}

TEST(Report, CsvSpreadsObjectsLeavesNullOutAndQuotesCommas)
{
    const Row first = {{"name", "a,b"}, {"stages", {{"forces", 1}, {"projection", 2}}}, {"x", 3}};
    const Row second = {
        {"name", "c"}, {"stages", {{"forces", 4}, {"projection", 5}}}, {"x", nullptr}};
    EXPECT_EQ(toCsv({first, second}), "name,stages.forces,stages.projection,x\n"
                                      "\"a,b\",1,2,3\n"
                                      "c,4,5,\n");
}

// ---- What is stirred

TEST(Stirring, NothingFlowsThroughTheWalls)
{
    for (int k = 0; k <= 10; ++k)
    {
        const double t = 0.1 * k;
        EXPECT_EQ(stirring(t, 0.0), 0.0);
        EXPECT_EQ(stirring(t, 1.0), 0.0);
        EXPECT_EQ(stirring(0.0, t), 0.0);
        EXPECT_EQ(stirring(1.0, t), 0.0);
    }
}

TEST(Stirring, IsLivelyAndNoFasterThanItSays)
{
    constexpr int n = 256;
    constexpr double h = 1.0 / n;
    double most = 0.0;
    for (int j = 0; j < n; ++j)
    {
        for (int i = 0; i < n; ++i)
        {
            const double here = stirring(i * h, j * h);
            const double u = (stirring(i * h, (j + 1) * h) - here) / h;
            const double v = (stirring((i + 1) * h, j * h) - here) / h;
            most = std::max(most, std::hypot(u, v));
        }
    }
    EXPECT_GT(most, 0.5);
    EXPECT_LT(most, 1.0);
}

TEST(Stirring, EveryChannelHasCloudsOfItsOwnWithinTheirRange)
{
    for (int channel = 0; channel < 4; ++channel)
    {
        for (int k = 0; k < 100; ++k)
        {
            const double value = clouds(0.01 * k, 0.37 * k - std::floor(0.37 * k), channel);
            EXPECT_GE(value, 0.05 - 1e-12);
            EXPECT_LE(value, 1.0 + 1e-12);
        }
    }
    EXPECT_NE(clouds(0.1, 0.1, 0), clouds(0.1, 0.1, 1));
}

// ---- The yardsticks

TEST(ClassicFluid, LeavesTheMoreOfTheDivergenceTheFinerTheGrid)
{
    double previous = 0.0;
    for (const int32_t n : {128, 256, 512})
    {
        ClassicFluid fluid(n);
        fluid.step(1.0f / 60.0f);
        const double left = fluid.divergenceLeft();
        EXPECT_GT(left, previous) << n;
        EXPECT_LT(left, 1.0) << n;
        previous = left;
    }
    EXPECT_GT(previous, 0.5) << "twenty sweeps reach twenty cells far";
}

TEST(FlowCases, TheLeastBytesAreEachFieldOnceInAndOnceOut)
{
    // Velocity x and y, pressure, one dye or four: 4 bytes in and 4 out for each.
    const std::span<const FlowCase> cases = flowCases();
    ASSERT_EQ(cases.size(), 3u);
    EXPECT_EQ(leastBytesPerCell(cases[0]), 4 * 8);
    EXPECT_EQ(leastBytesPerCell(cases[1]), 7 * 8);
    EXPECT_EQ(leastBytesPerCell(cases[2]), 7 * 8);
}

// ---- The bars

Row flowRow(const char* flowCase, int n, int threads, double ms)
{
    return {{"case", flowCase},     {"n", n},
            {"threads", threads},   {"ms", ms},
            {"divergence", 5e-5},   {"classic_ms", 120.0},
            {"limit_ms", ms / 4.0}, {"speedup", 1.8}};
}

TEST(FlowBars, SayWhatWasReachedAndWhatWasMissed)
{
    const std::vector<std::string> lines = flowBars({flowRow("plume", 512, 2, 1.5)});
    EXPECT_EQ(lines,
              (std::vector<std::string>{
                  "missed   plume 512 x 512, 2 threads: 80 times as fast as the textbook, at least "
                  "100",
                  "reached  plume 512 x 512, 2 threads: 5e-05 of the divergence left, at most "
                  "0.0001",
                  "reached  plume 512 x 512, 2 threads: 4 times as long as memory takes, at most 5",
                  "reached  plume 512 x 512, 2 threads: 1.8 times as fast as one thread, at least "
                  "1.7"}));
}

TEST(FlowBars, AreSilentAboutWhatWasNotMeasured)
{
    Row alone = flowRow("ink", 2048, 2, 64.0);
    alone["speedup"] = nullptr;
    EXPECT_TRUE(flowBars({}).empty());
    EXPECT_TRUE(flowBars({flowRow("plume", 512, 1, 1.0)}).empty()) << "they are for two threads";
    EXPECT_TRUE(flowBars({alone}).empty()) << "no row at 256 and none with one thread";
    const std::vector<std::string> lines = flowBars({alone, flowRow("ink", 256, 2, 0.5)});
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(
        lines[0],
        "reached  ink 2048 x 2048, 2 threads: 2 times the cost of a cell at 256, at most 2.5");
}

} // namespace
} // namespace tarn::bench
