#include "scene/twin_run.h"

#include "scene/bytes.h"
#include "scene/error.h"
#include "scene/twin_camera.h"

#include <algorithm>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

constexpr std::size_t kOwnColumns = 2; // time and step, the same of both

// The scene as one of the two sees it: half of the picture is its own.
Scene halfOf(Scene scene, bool isOnFlow)
{
    auto& water = std::get<WaterDescription>(scene.part);
    if (!isOnFlow)
    {
        water.onFlow.reset();
    }
    const int width = scene.view.style.width;
    const int half = std::max(isOnFlow ? width - width / 2 : width / 2, 1);
    scene.view.style.width = half;
    water.relief.width = half;
    const char* title = isOnFlow ? "on a flow" : "on waves";
    scene.view.style.title = title;
    water.relief.title = title;
    return scene;
}

// Figures of both under names of their own.
void append(Figures& to, const Figures& from, const char* whose)
{
    for (Figure figure : from)
    {
        figure.name = fmt::format("{}.{}", whose, figure.name);
        to.push_back(figure);
    }
}

} // namespace

TwinRun::TwinRun(const Scene& scene, RunOptions options)
    : SceneRun(scene, options), onWaves_(halfOf(scene, false), options),
      onFlow_(halfOf(scene, true), options)
{
}

std::uint32_t TwinRun::step(double dt)
{
    const std::uint32_t flags = onWaves_.step(dt);
    return (flags & tn_stepBadInput) != 0 ? flags : flags | onFlow_.step(dt);
}

std::uint64_t TwinRun::hash() const
{
    const std::uint64_t flow = onFlow_.hash();
    return tnHash(&flow, sizeof flow, onWaves_.hash());
}

StepReport TwinRun::stepReport() const
{
    const StepReport waves = onWaves_.stepReport();
    const StepReport flow = onFlow_.stepReport();
    StepReport both;
    both.time = waves.time;
    append(both.stages, waves.stages, "waves");
    append(both.stages, flow.stages, "flow");
    append(both.stats, waves.stats, "waves");
    append(both.stats, flow.stats, "flow");
    return both;
}

RunReport TwinRun::report() const
{
    RunReport both = onWaves_.report();
    const RunReport flow = onFlow_.report();
    Figures totals;
    append(totals, both.totals, "waves");
    append(totals, flow.totals, "flow");
    both.totals = totals;
    both.remark = fmt::format("waves: {}; flow: {}", both.remark, flow.remark);
    return both;
}

std::vector<std::string> TwinRun::probeColumns() const
{
    const std::vector<std::string> one = onWaves_.probeColumns();
    std::vector<std::string> both(one.begin(), one.begin() + kOwnColumns);
    for (const char* whose : {"waves", "flow"})
    {
        std::transform(one.begin() + kOwnColumns, one.end(), std::back_inserter(both),
                       [&](const std::string& name) { return fmt::format("{}.{}", whose, name); });
    }
    return both;
}

std::vector<double> TwinRun::probeNumbers() const
{
    std::vector<double> both = onWaves_.probeNumbers();
    const std::vector<double> flow = onFlow_.probeNumbers();
    both.insert(both.end(), flow.begin() + kOwnColumns, flow.end());
    return both;
}

std::vector<std::uint8_t> TwinRun::save() const
{
    const std::vector<std::uint8_t> waves = onWaves_.save();
    const std::vector<std::uint8_t> flow = onFlow_.save();
    ByteWriter out;
    out.putAll(std::span<const std::uint8_t>(waves));
    out.putAll(std::span<const std::uint8_t>(flow));
    return out.bytes();
}

void TwinRun::restore(std::span<const std::uint8_t> bytes)
{
    ByteReader in(bytes);
    const std::vector<std::uint8_t> waves = in.getAll<std::uint8_t>();
    const std::vector<std::uint8_t> flow = in.getAll<std::uint8_t>();
    onWaves_.restore(waves);
    onFlow_.restore(flow);
}

std::unique_ptr<Camera> TwinRun::makeCamera() const
{
    return std::make_unique<TwinCamera>(onWaves_.makeCamera(), onFlow_.makeCamera());
}

void TwinRun::follow(const Scene& before, Change)
{
    onWaves_.adopt(halfOf(scene(), false));
    try
    {
        onFlow_.adopt(halfOf(scene(), true));
    }
    catch (const Error&)
    {
        onWaves_.adopt(halfOf(before, false));
        throw;
    }
}

} // namespace tarn::scene
