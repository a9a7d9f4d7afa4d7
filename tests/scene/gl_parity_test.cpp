// Every built-in scene on the GPU beside the same scene on the CPU, for 200 steps.
//
// How long the two can be alike is measured, not guessed: another run on the CPU has cells larger
// by less than a millionth, so that every number rounds another way, and leaves a third of the
// divergence. As long as that stays near the first, the GPU has to; from where it does not, chaos
// has set in, and only sums are compared, which may differ as those of the CPU's runs do: of that
// one, and where these are not wide enough apart, of more of its kind. Volume and divergence are
// held to the CPU's bounds throughout.
//
// By default scenes are coarse, for drivers that are software; TARN_TEST_FULL=1 runs them as they
// are.
#include "scene/builtin.h"
#include "scene/flow_run.h"
#include "scene/twin_run.h"
#include "scene/water_run.h"
#include "support/full_size.h"
#include "support/gl_device.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace tarn::scene
{
namespace
{

constexpr int kSteps = 200;
constexpr int kLooks[] = {1, 2, 5, 10, 20, 35, 50, 75, 100, 125, 150, 175, 200};

constexpr int kOthers = 5;       // further runs; all but the first where sums are not near
constexpr double kLarger = 2e-7; // cells of the first of them; twice that of the next, and so on
constexpr double kTighter = 0.3; // and their projections' goal, as part of the scene's

constexpr double kSame = 1e-3;        // of a field, relative, in L2
constexpr double kPredictable = 2e-4; // what the first of those runs may be away for that
// Pressure is what makes the divergence go: known as well as that is gone, and what is smooth in it
// shows little there.
constexpr double kSamePressure = 3e-2;
constexpr double kSameSums = 0.02; // of energy and dye, when chaos has set in, beside those runs'

constexpr double kMostDrift = 1e-6; // of volume, in all steps
constexpr double kMostLeft = 2.0;   // times the divergence that may be left: plans are a step late
constexpr double kMostMissed = 0.1; // of all steps

// Of the runs that coarse scenes are made for.
constexpr int kCoarse = 80;    // cells along the longer side
constexpr int kFewDyes = 2;    // dye cells for a cell
constexpr int kFewBodies = 60; // of a kind

// Numbers that belong together, and what they are compared with at least.
struct Numbers
{
    std::string name;
    std::vector<double> values;
    double least = 0.0; // below this norm, differences are compared with this
    double most = kSame;
};

void append(std::vector<double>& to, const tnFieldView& view, double less = 0.0)
{
    for (int j = 0; j < view.rows; ++j)
    {
        for (int i = 0; i < view.columns; ++i)
        {
            to.push_back(double(view.data[std::ptrdiff_t(j) * view.stride + i]) - less);
        }
    }
}

double norm(const std::vector<double>& values)
{
    double sum = 0.0;
    for (const double value : values)
    {
        sum += value * value;
    }
    return std::sqrt(sum);
}

void takeMeanOff(std::vector<double>& values)
{
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    for (double& value : values)
    {
        value -= mean;
    }
}

double difference(const Numbers& a, const Numbers& b)
{
    if (a.values.size() != b.values.size())
    {
        return 1.0; // a body is gone
    }
    std::vector<double> apart(a.values);
    for (std::size_t k = 0; k < apart.size(); ++k)
    {
        apart[k] -= b.values[k];
    }
    const double size = std::max(norm(b.values), b.least);
    return size > 0.0 ? norm(apart) / size : norm(apart);
}

// ---- What is compared

std::vector<Numbers> numbersOf(const FlowRun& run)
{
    const auto collect = [&](const char* name, std::vector<int> fields, double less = 0.0) {
        Numbers all = {name, {}};
        for (const int field : fields)
        {
            tnFieldView view = {};
            EXPECT_EQ(tnFlow_GetView(run.flow(), static_cast<tnFlowField>(field), &view),
                      tn_success);
            append(all.values, view, less);
        }
        return all;
    };
    std::vector<Numbers> all = {collect("velocity", {tn_flowVelocityX, tn_flowVelocityY}),
                                collect("pressure", {tn_flowPressure})};
    all.back().most = kSamePressure;
    const tnFlowDef& def = run.def();
    const bool isOpen = def.left.type == tn_flowOutflow || def.right.type == tn_flowOutflow ||
                        def.bottom.type == tn_flowOutflow || def.top.type == tn_flowOutflow;
    if (!isOpen)
    {
        takeMeanOff(all.back().values); // a constant says nothing there
    }
    if (run.def().temperature)
    {
        const double ambient = double(run.def().settings.ambientTemperature);
        all.push_back(collect("temperature", {tn_flowTemperature}, ambient));
    }
    if (run.def().texture)
    {
        all.push_back(collect(
            "texture", {tn_flowTextureX0, tn_flowTextureY0, tn_flowTextureX1, tn_flowTextureY1}));
    }
    std::vector<int> dyes;
    for (int k = 0; k < run.def().dyeChannels; ++k)
    {
        dyes.push_back(tn_flowDye0 + k);
    }
    if (!dyes.empty())
    {
        all.push_back(collect("dye", dyes));
    }
    return all;
}

std::vector<Numbers> numbersOf(const WaterRun& run)
{
    const auto collect = [&](const char* name, std::vector<int> fields) {
        Numbers all = {name, {}};
        for (const int field : fields)
        {
            tnFieldView view = {};
            EXPECT_EQ(tnWater_GetView(run.water(), static_cast<tnWaterField>(field), &view),
                      tn_success);
            append(all.values, view);
        }
        return all;
    };
    const Numbers depth = collect("depth", {tn_waterDepth});
    const std::size_t cells = depth.values.size();
    // Not velocity, which is anything at a shore.
    Numbers momentum = collect("momentum", {tn_waterVelocityX, tn_waterVelocityY});
    double fast = 0.0; // what waves of full height would carry
    for (std::size_t k = 0; k < cells; ++k)
    {
        momentum.values[k] *= depth.values[k];
        momentum.values[cells + k] *= depth.values[k];
        fast += 9.81 * std::pow(depth.values[k], 3.0);
    }
    momentum.least = 1e-3 * std::sqrt(fast);
    Numbers foam = collect("foam", {tn_waterFoam});
    foam.least = 1e-2 * std::sqrt(double(cells));
    std::vector<Numbers> all = {depth, momentum, foam};
    std::vector<int> dyes;
    for (int k = 0; k < run.def().dyeChannels; ++k)
    {
        dyes.push_back(tn_waterDye0 + k);
    }
    if (!dyes.empty())
    {
        all.push_back(collect("dye", dyes));
    }
    Numbers places = {"bodies", {}};
    for (const RunBody& body : run.bodies())
    {
        if (body.isThere())
        {
            const tnVec3 at = run.rigid().motion(body.rigid).position;
            places.values.insert(places.values.end(), {double(at.x), double(at.y), double(at.z)});
        }
    }
    if (!run.bodies().empty())
    {
        all.push_back(places);
    }
    return all;
}

std::vector<Numbers> numbersOf(const SceneRun& run)
{
    if (const auto* flow = dynamic_cast<const FlowRun*>(&run))
    {
        return numbersOf(*flow);
    }
    if (const auto* twin = dynamic_cast<const TwinRun*>(&run))
    {
        std::vector<Numbers> all = numbersOf(twin->onWaves());
        for (Numbers& more : numbersOf(twin->onFlow()))
        {
            more.name = "on_flow." + more.name;
            all.push_back(std::move(more));
        }
        return all;
    }
    return numbersOf(dynamic_cast<const WaterRun&>(run));
}

// Sums that may be compared when nothing else may.
std::vector<Numbers> sumsOf(const SceneRun& run)
{
    const auto one = [](const char* name, double value) { return Numbers{name, {value}}; };
    if (const auto* flow = dynamic_cast<const FlowRun*>(&run))
    {
        const tnFlowTotals totals = flow->totals();
        std::vector<Numbers> all = {one("kinetic energy", totals.kineticEnergy)};
        Numbers dye = {"all dye", {}};
        for (int k = 0; k < flow->def().dyeChannels; ++k)
        {
            dye.values.push_back(totals.dye[k]);
        }
        all.push_back(dye);
        return all;
    }
    const auto* twin = dynamic_cast<const TwinRun*>(&run);
    const auto& water = twin ? twin->onWaves() : dynamic_cast<const WaterRun&>(run);
    return {one("volume", water.totals().volume)};
}

// ---- Bounds that hold throughout

// How often a step of a flow left more divergence than its tolerance, and the most it left at a
// look, in times of what it may.
struct Divergence
{
    int missed = 0;
    double worst = 0.0;

    void look(const FlowRun& run)
    {
        tnFieldView view = {};
        ASSERT_EQ(tnFlow_GetView(run.flow(), tn_flowDivergence, &view), tn_success);
        std::vector<double> left;
        append(left, view);
        const tnFlowStats stats = run.stats();
        const double rounding = 4e-7 * double(stats.maxSpeed) / double(run.def().cellSize);
        const double may = std::max(
            double(run.def().settings.tolerance) * double(stats.divergenceBefore), rounding);
        const double is = norm(left) / std::sqrt(double(left.size()));
        worst = may > 0.0 ? std::max(worst, is / may) : worst;
    }
};

const WaterRun* waterOf(const SceneRun& run)
{
    if (const auto* twin = dynamic_cast<const TwinRun*>(&run))
    {
        return &twin->onWaves();
    }
    return dynamic_cast<const WaterRun*>(&run);
}

// ---- The runs

// On cells larger by that part, and the goal of its projections.
Scene sceneFor(const std::string& name, double larger, double tolerance)
{
    Scene scene = Scene::find(name);
    const auto size = [](const auto& def) { return double(std::max(def.nx, def.ny)); };
    if (auto* flow = std::get_if<FlowDescription>(&scene.part))
    {
        if (!test::fullSize())
        {
            flow->def.dyeScale = std::min(flow->def.dyeScale, kFewDyes);
            scene.refine(std::min(1.0, kCoarse / size(flow->def)));
        }
        flow->def.cellSize *= float(1.0 + larger);
        flow->fluid.constant.tolerance *= float(tolerance);
        return scene;
    }
    auto& water = std::get<WaterDescription>(scene.part);
    if (!test::fullSize())
    {
        for (BodyDescription& body : water.bodies)
        {
            body.count = std::min(body.count, kFewBodies);
        }
        scene.refine(std::min(1.0, kCoarse / size(water.def)));
    }
    water.def.cellSize *= float(1.0 + larger);
    water.def.sameStep = true; // forces as on the CPU, not a step late
    return scene;
}

class GlParity : public testing::TestWithParam<std::string>
{
};

TEST_P(GlParity, ASceneGoesAsOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    const Scene scene = sceneFor(GetParam(), 0.0, 1.0);
    const int threads = test::fullSize() ? 0 : 1;
    const auto cpu = startScene(scene, {threads, tn_backendCpu});
    const auto startOther = [&](int k) {
        return startScene(sceneFor(GetParam(), k * kLarger, kTighter), {threads, tn_backendCpu});
    };
    const auto other = startOther(1);
    const auto gpu = startScene(scene, {threads, tn_backendGL});
    const auto* flow = dynamic_cast<const FlowRun*>(gpu.get());
    Divergence divergence;
    double worst = 0.0; // of fields, as long as they can be compared
    int comparable = 0; // steps
    bool chaotic = false;
    for (int k = 1; k <= kSteps; ++k)
    {
        const std::uint32_t expected = cpu->step(scene.run.dt);
        other->step(scene.run.dt);
        const std::uint32_t flags = gpu->step(scene.run.dt);
        divergence.missed += (flags & ~expected & tn_stepNotConverged) != 0 ? 1 : 0;
        EXPECT_EQ(flags & ~expected & ~std::uint32_t{tn_stepNotConverged}, 0u) << "step " << k;
        if (std::find(std::begin(kLooks), std::end(kLooks), k) == std::end(kLooks))
        {
            continue;
        }
        const std::vector<Numbers> here = numbersOf(*gpu);
        const std::vector<Numbers> there = numbersOf(*cpu);
        const std::vector<Numbers> aside = numbersOf(*other);
        for (std::size_t n = 0; n < there.size(); ++n)
        {
            chaotic = chaotic ||
                      (there[n].most == kSame && difference(aside[n], there[n]) > kPredictable);
        }
        comparable = chaotic ? comparable : k;
        for (std::size_t n = 0; n < there.size() && !chaotic; ++n)
        {
            const double apart = difference(here[n], there[n]);
            worst = std::max(worst, apart * kSame / there[n].most);
            EXPECT_LE(apart, there[n].most) << there[n].name << " in step " << k;
        }
        if (flow != nullptr)
        {
            divergence.look(*flow);
        }
    }
    const std::vector<Numbers> here = sumsOf(*gpu);
    const std::vector<Numbers> there = sumsOf(*cpu);
    std::vector<double> spreads(there.size()); // of the CPU's own
    const auto widen = [&](const SceneRun& run) {
        const std::vector<Numbers> aside = sumsOf(run);
        for (std::size_t n = 0; n < there.size(); ++n)
        {
            spreads[n] = std::max(spreads[n], difference(aside[n], there[n]));
        }
    };
    const auto mayBe = [&](std::size_t n) { return kSameSums + 3.0 * spreads[n]; };
    const auto isBeyond = [&] {
        bool beyond = false;
        for (std::size_t n = 0; n < there.size(); ++n)
        {
            beyond = beyond || difference(here[n], there[n]) > mayBe(n);
        }
        return beyond;
    };
    widen(*other);
    for (int k = 2; k <= kOthers && isBeyond(); ++k)
    {
        const auto another = startOther(k);
        for (int step = 0; step < kSteps; ++step)
        {
            another->step(scene.run.dt);
        }
        widen(*another);
    }
    double sums = 0.0;
    for (std::size_t n = 0; n < there.size(); ++n)
    {
        const double apart = difference(here[n], there[n]);
        sums = std::max(sums, apart);
        EXPECT_LE(apart, mayBe(n)) << there[n].name;
    }
    double drift = 0.0;
    if (const WaterRun* water = waterOf(*gpu))
    {
        drift = water->drift();
        EXPECT_LE(std::abs(drift), kMostDrift);
        EXPECT_EQ(water->stats().backend, tn_backendGL);
    }
    EXPECT_LE(divergence.worst, kMostLeft);
    EXPECT_LE(divergence.missed, kMostMissed * kSteps);
    EXPECT_GT(comparable, 0) << "nothing was compared";
    const RunReport report = gpu->report();
    std::printf("%-17s %4d x %-4d comparable for %3d steps, apart by %.1e; sums %.1e; divergence "
                "%.2f of what may be left, %d steps missed; drift %.1e\n",
                GetParam().c_str(), report.nx, report.ny, comparable, worst, sums, divergence.worst,
                divergence.missed, drift);
}

std::vector<std::string> builtinNames()
{
    std::vector<std::string> names;
    for (const BuiltinScene& scene : builtinScenes())
    {
        names.emplace_back(scene.name);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Scenes, GlParity, testing::ValuesIn(builtinNames()),
                         [](const auto& each) { return each.param; });

} // namespace
} // namespace tarn::scene
