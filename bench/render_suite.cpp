// The suite `render`: what a picture of a scene costs by OpenGL, beside the simulation that it
// shows, and both together as a game has them.
//
// The scene runs for a second before anything is timed, so that everything has fallen in. Then, for
// each number of threads: steps alone, of which the lower quartile counts, as each does other work
// than the last; and for each detail pictures alone, all of one moment, from an idle device until
// it is so again, by the device's clock where it has one; passes of a picture one by one; and
// frames, a step and a picture each, by the host's clock: there the host computes the next step
// while the device draws.
#include "bench/bench_gl.h"
#include "bench/gl_clock.h"
#include "bench/render_bars.h"
#include "bench/row_text.h"
#include "bench/stopwatch.h"

#include "render/gl/headless.h"
#include "render/gl/water_stage.h"
#include "scene/water_run.h"
#include "scene/water_shot.h"

#include <algorithm>
#include <memory>

namespace tarn::bench
{
namespace
{

namespace gl = render::gl;

struct RenderCase
{
    const char* scene;
    bool hasSize; // of its own choice: cells along an edge are asked for
};
constexpr RenderCase kCases[] = {{"pool", true}, {"beach", false}};

constexpr const char* kDetailNames[] = {"low", "medium", "high", "best"};
constexpr render::Detail kDetails[] = {render::Detail::low, render::Detail::high};

constexpr int32_t kFirstSteps = 60;
constexpr int32_t kSteps = 120;
// Pictures of a row: on the CPU each takes long and they differ little.
constexpr int32_t kPictures = 100;
constexpr int32_t kSoftwarePictures = 2;

scene::Scene sceneOf(const RenderCase& renderCase, int32_t n)
{
    std::vector<scene::Override> changes;
    if (renderCase.hasSize)
    {
        const std::string cells = std::to_string(n);
        changes = {{"water.nx", cells, "--n " + cells}, {"water.ny", cells, "--n " + cells}};
    }
    return scene::Scene::find(renderCase.scene, changes);
}

// A scene at work and its pictures.
class Show
{
  public:
    Show(const RenderCase& renderCase, int32_t n, int32_t threads, const gl::Headless& headless)
        : scene_(sceneOf(renderCase, n)), run_(scene_, {.threads = threads}), shot_(run_),
          stage_(headless.context()), target_(gl::Target::offscreen(headless.context(), 1, 1))
    {
    }

    void setPicture(PictureSize size, render::Detail detail)
    {
        target_.resize(size.width, size.height);
        stage_.setOptions({.detail = detail});
    }

    void step() { run_.step(scene_.run.dt); }
    void draw() { stage_.draw(shot_.frame(), scene_.water().relief, target_); }

    const scene::WaterRun& run() const { return run_; }
    gl::WaterStage& stage() { return stage_; }

  private:
    scene::Scene scene_;
    scene::WaterRun run_;
    scene::WaterShot shot_;
    gl::WaterStage stage_;
    gl::Target target_;
};

// Steps alone.
struct StepTimes
{
    double ms = 0.0;
    Row stages;
    uint64_t hash = 0;
};

StepTimes timeSteps(Show& show)
{
    Samples all;
    std::vector<Samples> stages;
    for (int32_t step = 0; step < kFirstSteps; ++step)
    {
        show.step();
    }
    for (int32_t step = 0; step < kSteps; ++step)
    {
        const double before = millisecondsNow();
        show.step();
        all.add(millisecondsNow() - before);
        const scene::Figures figures = show.run().stepReport().stages;
        stages.resize(figures.size());
        for (size_t k = 0; k < figures.size(); ++k)
        {
            stages[k].add(figures[k].value);
        }
    }
    StepTimes times;
    times.ms = all.lowerQuartile();
    const scene::Figures figures = show.run().stepReport().stages;
    for (size_t k = 0; k < figures.size(); ++k)
    {
        times.stages[figures[k].name] = stages[k].lowerQuartile();
    }
    times.hash = show.run().hash();
    return times;
}

double timePictures(Show& show, GlClock& clock, int32_t pictures)
{
    show.draw();
    clock.begin();
    for (int32_t k = 0; k < pictures; ++k)
    {
        show.draw();
    }
    return clock.end() / pictures;
}

// What the host has to do for a picture, while the device is idle before.
double timeHost(Show& show, GlClock& clock, int32_t pictures)
{
    Samples samples;
    for (int32_t k = 0; k < pictures; ++k)
    {
        clock.begin();
        const double before = millisecondsNow();
        show.draw();
        samples.add(millisecondsNow() - before);
        clock.end();
    }
    return samples.lowerQuartile();
}

Row timePasses(Show& show, GlClock& clock)
{
    Row passes;
    std::string current;
    show.stage().setPassListener([&](const char* pass) {
        if (!current.empty())
        {
            passes[current] = clock.end();
        }
        current = pass;
        if (!current.empty())
        {
            clock.begin();
        }
    });
    show.draw();
    show.stage().setPassListener({});
    return passes;
}

double timeFrames(Show& show, GlClock& clock, int32_t frames)
{
    clock.begin();
    const double before = millisecondsNow();
    for (int32_t k = 0; k < frames; ++k)
    {
        show.step();
        show.draw();
    }
    clock.end();
    return (millisecondsNow() - before) / frames;
}

void run(const Request& request, Listener& listener)
{
    const gl::Headless headless(request.glDevice);
    tnGlInfo info = {};
    tnGl_GetInfo(headless.handle(), &info);
    GlClock clock(headless.handle());
    const int32_t pictures = info.software ? kSoftwarePictures : kPictures;
    const double rows = double(std::size(kCases) * request.sizes.size() * request.threads.size() *
                               request.pictures.size() * std::size(kDetails));
    double done = 0.0;
    for (const RenderCase& renderCase : kCases)
    {
        for (const int32_t n : request.sizes)
        {
            if (!renderCase.hasSize && n != request.sizes.front())
            {
                continue;
            }
            for (const int32_t threads : request.threads)
            {
                listener.onProgress(done / rows, renderCase.scene);
                Show show(renderCase, n, threads, headless);
                const StepTimes steps = timeSteps(show);
                const scene::RunReport report = show.run().report();
                for (const PictureSize size : request.pictures)
                {
                    for (const render::Detail detail : kDetails)
                    {
                        const char* name = kDetailNames[size_t(detail)];
                        listener.onProgress(done++ / rows,
                                            fmt::format("{}, {} x {}, {}", renderCase.scene,
                                                        size.width, size.height, name));
                        show.setPicture(size, detail);
                        Row row;
                        row["suite"] = "render";
                        row["case"] = renderCase.scene;
                        row["n"] = report.nx;
                        row["bodies"] = show.run().bodies().size();
                        row["threads"] = threads;
                        row["width"] = size.width;
                        row["height"] = size.height;
                        row["detail"] = name;
                        row["simulation_ms"] = steps.ms;
                        row["picture_ms"] = timePictures(show, clock, pictures);
                        row["host_ms"] = info.software ? Row() : Row(timeHost(show, clock, 20));
                        row["frame_ms"] = timeFrames(show, clock, pictures);
                        row["fps"] = 1000.0 / get<double>(row, "frame_ms");
                        row["stages"] = steps.stages;
                        row["passes"] = timePasses(show, clock);
                        row["hash"] = fmt::format("{:016x}", steps.hash);
                        row["instruction_set"] = tnGetInstructionSets().used;
                        row["device"] = info.renderer;
                        row["software"] = info.software;
                        row["device_clock"] = clock.isDevices();
                        listener.onRow(row);
                    }
                }
            }
        }
    }
}

std::string passMs(const Row& row, const char* pass)
{
    return fmt::format("{:.2f}", row.at("passes").at(pass).get<double>());
}

std::vector<Column> columns()
{
    return {
        {"case", 6, [](const Row& r) { return get<std::string>(r, "case"); }},
        {"n", 5, [](const Row& r) { return fmt::format("{}", get<int32_t>(r, "n")); }},
        {"bodies", 6, [](const Row& r) { return fmt::format("{}", get<int32_t>(r, "bodies")); }},
        {"threads", 7, [](const Row& r) { return fmt::format("{}", get<int32_t>(r, "threads")); }},
        {"picture", 9,
         [](const Row& r) {
             return fmt::format("{}x{}", get<int32_t>(r, "width"), get<int32_t>(r, "height"));
         }},
        {"detail", 6, [](const Row& r) { return get<std::string>(r, "detail"); }},
        {"sim ms", 7, [](const Row& r) { return numberOrNothing(r, "simulation_ms", 2); }},
        {"pict ms", 8, [](const Row& r) { return numberOrNothing(r, "picture_ms", 2); }},
        {"host ms", 7, [](const Row& r) { return numberOrNothing(r, "host_ms", 2); }},
        {"frame ms", 8, [](const Row& r) { return numberOrNothing(r, "frame_ms", 2); }},
        {"fps", 6, [](const Row& r) { return numberOrNothing(r, "fps", 1); }},
        {"caustics", 8, [](const Row& r) { return passMs(r, "caustics"); }},
        {"water", 8, [](const Row& r) { return passMs(r, "water"); }},
        {"hash", 16, [](const Row& r) { return get<std::string>(r, "hash"); }},
    };
}

} // namespace

Suite makeRenderSuite()
{
    Suite suite = {
        "render",     "pictures by OpenGL and the simulation they show, alone and together",
        {{256}, {2}}, 4096,
        columns(),    run,
        renderBars};
    suite.defaults.pictures = {{1280, 720}};
    return suite;
}

} // namespace tarn::bench
