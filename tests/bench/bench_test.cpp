// The benchmarks' own tools: what is measured against what, and how it is written down.
#include "bench/bandwidth.h"
#include "bench/classic_fluid.h"
#include "bench/flow_bars.h"
#include "bench/flow_case.h"
#include "bench/render_bars.h"
#include "bench/report.h"
#include "bench/solver_bars.h"
#include "bench/stirring.h"
#include "bench/stopwatch.h"
#include "bench/suite.h"
#include "bench/thesis_table.h"
#include "bench/water_bars.h"
#include "bench/water_case.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <span>

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

TEST(Report, ColumnsThatARowDoesNotHaveAreEmptyThere)
{
    Row water;
    water["stages"] = {{"waves", 1}};
    Row flow;
    flow["case"] = "ink";
    flow["stages"] = {{"forces", 2}};
    EXPECT_EQ(toCsv({water, flow}), "stages.waves,case,stages.forces\n"
                                    "1,,\n"
                                    ",ink,2\n");
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

TEST(Stirring, IsTheSameOverAGridAsAtItsPoints)
{
    constexpr int32_t kCells = 7;
    const std::vector<double> corners = stirringAtCorners(kCells);
    const std::vector<float> ink = cloudsInCells(kCells, 2);
    ASSERT_EQ(corners.size(), size_t{64});
    ASSERT_EQ(ink.size(), size_t{49});
    EXPECT_EQ(corners[8 * 3 + 5], stirring(5.0 / kCells, 3.0 / kCells));
    EXPECT_EQ(ink[7 * 3 + 5], float(clouds(5.5 / kCells, 3.5 / kCells, 2)));
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
    ASSERT_EQ(cases.size(), 4u);
    EXPECT_EQ(leastBytesPerCell(cases[0]), 4 * 8);
    EXPECT_EQ(leastBytesPerCell(cases[1]), 7 * 8);
    EXPECT_EQ(leastBytesPerCell(cases[2]), 7 * 8);
    EXPECT_EQ(leastBytesPerCell(cases[3]), 7 * 8);
}

TEST(Bandwidth, IsTakenBesideTheQuickestSteps)
{
    // The memory was faster while steps were slower: another machine, as far as they can tell.
    const Round rounds[] = {{1.05, 46.0}, {1.00, 45.0}, {1.50, 75.0}, {1.09, 47.0}, {1.11, 60.0}};
    EXPECT_EQ(bandwidthBeside(rounds), 47.0);
    EXPECT_EQ(bandwidthBeside(std::span(rounds).subspan(2, 1)), 75.0);
}

// ---- The solver's bars

Row solverRow(const char* solverCase, int32_t n, int32_t threads)
{
    Row row;
    row["case"] = solverCase;
    row["n"] = n;
    row["threads"] = threads;
    row["backend"] = "cpu";
    row["vcycle_ms"] = 0.75;
    row["solve_ms"] = 3.0;
    row["classic_sweep_ms"] = 5.0;
    row["memory_bytes_per_cell"] = 47.25;
    return row;
}

TEST(SolverBars, SayWhatWasReachedAndWhatWasMissed)
{
    const auto lineOf = [](const char* text) {
        return std::string(text) + " 1024 x 1024, 2 threads: ";
    };
    EXPECT_EQ(solverBars({solverRow("open", 1024, 2), solverRow("solids", 1024, 2)}),
              (std::vector<std::string>{
                  lineOf("missed   open") + "0.15 of a classic sweep for a V-cycle, at most 0.125",
                  lineOf("reached  open") + "0.6 of a classic sweep for a solve, at most 0.7",
                  lineOf("reached  open") + "47.2 bytes a cell, at most 48",
                  lineOf("reached  solids") + "0.15 of a classic sweep for a V-cycle, at most 0.2",
                  lineOf("reached  solids") + "0.6 of a classic sweep for a solve, at most 0.7",
                  lineOf("reached  solids") + "47.2 bytes a cell, at most 48"}));
}

TEST(SolverBars, AreForOneSizeTwoThreadsAndTheCpu)
{
    Row onGpu = solverRow("open", 1024, 2);
    onGpu["backend"] = "gl";
    EXPECT_TRUE(solverBars({solverRow("open", 512, 2), solverRow("open", 1024, 1), onGpu}).empty());
}

// ---- Flow's bars

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

TEST(FlowBars, HaveOthersForAGpu)
{
    Row row = flowRow("ink", 4096, 0, 3.0);
    row["backend"] = "gl";
    row["copy_share"] = 0.4;
    EXPECT_EQ(flowBars({row}),
              (std::vector<std::string>{
                  "reached  ink 4096 x 4096, gl: 3 ms a step, at most 3.2",
                  "missed   ink 4096 x 4096, gl: 0.4 of a copy's speed, at least 0.5"}));
}

// ---- Water

class Collector : public Listener
{
  public:
    void onRow(const Row& row) override { rows.push_back(row); }
    void onProgress(double fraction, std::string_view) override
    {
        EXPECT_GE(fraction, last_);
        EXPECT_LE(fraction, 1.0 + 1e-9);
        last_ = fraction;
    }

    std::vector<Row> rows;

  private:
    double last_ = 0.0;
};

TEST(WaterSuite, HasARowForEachNumberOfBodiesWithTheThesissFramesBeside)
{
    Collector collector;
    makeWaterSuite().run({{16}, {1, 2}}, collector);
    ASSERT_EQ(collector.rows.size(), 2 * std::size(kThesisBodies));
    for (size_t k = 0; k < collector.rows.size(); ++k)
    {
        const Row& row = collector.rows[k];
        EXPECT_EQ(row.at("suite"), "water");
        EXPECT_EQ(row.at("case"), "thesis");
        EXPECT_EQ(row.at("n"), 16);
        EXPECT_EQ(row.at("threads"), k % 2 + 1);
        EXPECT_EQ(row.at("bodies"), kThesisBodies[k / 2]);
        EXPECT_EQ(row.at("thesis_fps"), kThesisLines[0].fps[k / 2]);
        EXPECT_GE(row.at("particles"), 0);
        EXPECT_GE(row.at("triangles"), 24 * kThesisBodies[k / 2]);
        EXPECT_NEAR(row.at("fps").get<double>() * row.at("ms").get<double>(), 1000.0, 1e-6);
        EXPECT_EQ(row.at("awake"), 1.0) << "what sleeps is not measured";
        EXPECT_LT(row.at("volume_drift"), 1e-6);
        EXPECT_EQ(row.at("flags"), 0);
        for (const char* stage : {"edits", "bodies", "waves", "viscosity", "forces", "spray"})
        {
            EXPECT_GE(row.at("stages").at(stage), 0.0) << stage;
        }
    }
    for (size_t k = 0; k < collector.rows.size(); k += 2)
    {
        EXPECT_EQ(collector.rows[k].at("hash"), collector.rows[k + 1].at("hash")) << k;
    }
}

TEST(ThesisTable, KnowsItsOwnCellsOnly)
{
    EXPECT_EQ(thesisFps(16, 1), 178.0);
    EXPECT_EQ(thesisFps(32, 40), 102.0);
    EXPECT_EQ(thesisFps(48, 100), 45.0);
    EXPECT_EQ(thesisFps(64, 1), std::nullopt);
    EXPECT_EQ(thesisFps(48, 30), std::nullopt);
}

const WaterCase& caseNamed(const std::vector<WaterCase>& cases, const char* name)
{
    return *std::find_if(cases.begin(), cases.end(),
                         [&](const WaterCase& waterCase) { return waterCase.name == name; });
}

TEST(Pond, KeepsItsDropsInTheAir)
{
    const std::vector<WaterCase> cases = waterCases(128);
    Pond pond(caseNamed(cases, "spray"), 128, 1);
    for (int step = 0; step < 90; ++step) // the first have landed by then
    {
        pond.disturb();
        ASSERT_GE(pond.airborne(), 20000) << step;
        pond.step();
        pond.moveBodies();
    }
}

TEST(Pond, SleepsWhenStillAndIsAwakeAllOverWhenActive)
{
    const std::vector<WaterCase> cases = waterCases(512);
    Pond still(caseNamed(cases, "still"), 512, 1);
    Pond active(caseNamed(cases, "active"), 512, 1);
    for (int step = 0; step < 5; ++step)
    {
        still.disturb();
        still.step();
        active.disturb();
        active.step();
    }
    EXPECT_EQ(still.stats().tilesAwake, 0);
    EXPECT_EQ(active.stats().tilesAwake, active.stats().tiles);
}

// Four bodies in a pool of their own: cork floats, brick lies on the ground, nobody leaves.
TEST(FloatingBodies, StayInThePondAndFindTheirHeight)
{
    constexpr float kEdge = 4.0f;
    tnWaterDef def = tnDefaultWaterDef();
    def.nx = 16;
    def.ny = 16;
    def.cellSize = kEdge / 16.0f;
    def.threads = 1;
    tnWater water = {};
    ASSERT_EQ(tnCreateWater(&def, &water), tn_success);
    FloatingBodies bodies(kEdge);
    for (int32_t k = 0; k < 4; ++k)
    {
        tnBodyDef ball = tnDefaultBodyDef();
        ball.density = k % 2 == 0 ? 250.0f : 2000.0f;
        ball.position = {0.8f * static_cast<float>(k + 1), 2.0f, 1.2f};
        ball.velocity = {3.0f, 0.0f, 0.0f};
        bodies.add(water, ball);
    }
    for (int step = 0; step < 1200; ++step)
    {
        ASSERT_EQ(tnWater_SetBodyMotions(water, bodies.motions(), bodies.count()), tn_success);
        tnWater_Step(water, kWaterDt);
        ASSERT_EQ(tnWater_GetBodyForces(water, bodies.bodies(), bodies.count(), bodies.forces()),
                  tn_success);
        bodies.move(kWaterDt);
    }
    for (int32_t k = 0; k < 4; ++k)
    {
        const tnVec3 at = bodies.motions()[k].position;
        EXPECT_GT(at.x, 0.0f) << k;
        EXPECT_LT(at.x, kEdge) << k;
        if (k % 2 == 0)
        {
            EXPECT_GT(at.z, 1.0f) << "a quarter of a ball under water";
            EXPECT_LT(at.z, 1.25f);
        }
        else
        {
            EXPECT_NEAR(at.z, 0.25f, 0.05f) << "on the ground, into which it may sink a little";
        }
    }
    tnDestroyWater(water);
}

Row waterRow(const char* waterCase, int n, int bodies, double ms)
{
    const std::optional<double> thesis = thesisFps(n, bodies);
    return {{"case", waterCase},
            {"n", n},
            {"threads", 2},
            {"bodies", bodies},
            {"ms", ms},
            {"fps", 1000.0 / ms},
            {"times_thesis", thesis ? Row(1000.0 / ms / thesis.value_or(1.0)) : Row(nullptr)}};
}

TEST(WaterBars, SayWhatWasReachedAndWhatWasMissed)
{
    const std::vector<std::string> lines =
        waterBars({waterRow("thesis", 16, 1, 0.25), waterRow("thesis", 48, 100, 0.5),
                   waterRow("spray", 256, 100, 2.5), waterRow("crowd", 256, 1000, 20.0),
                   waterRow("lake", 1024, 40, 10.0), waterRow("active", 1024, 0, 10.0),
                   waterRow("still", 1024, 0, 0.1)});
    EXPECT_EQ(
        lines,
        (std::vector<std::string>{
            "reached  thesis with 1 body, 16 x 16, 2 threads: 22.5 times the thesis's frames, at "
            "least 20",
            "missed   thesis with 100 bodies, 48 x 48, 2 threads: 44.4 times the thesis's frames, "
            "at least 60",
            "reached  spray with 100 bodies, 256 x 256, 2 threads: 400 frames a second, at least "
            "300",
            "missed   crowd with 1000 bodies, 256 x 256, 2 threads: 50 frames a second, at least "
            "60",
            "reached  lake with 40 bodies, 1024 x 1024, 2 threads: 100 frames a second, at least "
            "60",
            "reached  still 1024 x 1024, 2 threads: 0.01 of an active pond's time, at most "
            "0.02"}));
}

Row renderRow(const char* detail, bool isSoftware, double simulationMs, double fps)
{
    return {{"case", "pool"},
            {"n", 256},
            {"threads", 2},
            {"bodies", 40},
            {"width", 1280},
            {"detail", detail},
            {"fps", fps},
            {"simulation_ms", simulationMs},
            {"software", isSoftware}};
}

TEST(RenderBars, AreOfThePoolAndOfFramesOnlyWhereThereIsAGpu)
{
    EXPECT_EQ(
        renderBars({renderRow("low", true, 4.5, 2.0), renderRow("high", true, 4.5, 0.3)}),
        (std::vector<std::string>{"missed   pool with 40 bodies, 256 x 256, 2 threads: 4.5 ms "
                                  "of simulation a step, at most 4"}));
    EXPECT_EQ(renderBars({renderRow("high", false, 3.0, 90.0)}),
              (std::vector<std::string>{
                  "reached  pool with 40 bodies, 256 x 256, 2 threads: 3 ms of simulation a step, "
                  "at most 4",
                  "reached  pool with 40 bodies, 256 x 256, 2 threads, drawn high: 90 frames a "
                  "second, at least 60"}));
    Row other = renderRow("high", false, 3.0, 90.0);
    other["case"] = "beach";
    EXPECT_TRUE(renderBars({other}).empty());
}

TEST(WaterBars, AreSilentAboutWhatWasNotMeasured)
{
    Row oneThread = waterRow("lake", 1024, 40, 10.0);
    oneThread["threads"] = 1;
    EXPECT_TRUE(waterBars({}).empty());
    EXPECT_TRUE(waterBars({oneThread}).empty()) << "they are for two threads";
    EXPECT_TRUE(waterBars({waterRow("still", 1024, 0, 0.1)}).empty()) << "no active pond beside";
    EXPECT_TRUE(waterBars({waterRow("thesis", 64, 10, 0.1)}).empty()) << "not in the table";
}

} // namespace
} // namespace tarn::bench
