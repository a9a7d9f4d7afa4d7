// The suite `render`: what a picture of a scene costs by OpenGL, beside the simulation that it
// shows, and both together as a game has them.
//
// The scene runs for a second before anything is timed, so that everything has fallen in. Then, for
// each number of threads: steps alone, of which the lower quartile counts, as each does other work
// than the last; and for each detail pictures alone, all of one moment, from an idle device until
// it is so again, by the device's clock where it has one; passes of a picture one by one; and
// frames, a step and a picture each, by the host's clock: there the host computes the next step
// while the device draws.
#include "bench/gl_clock.h"
#include "bench/render_bars.h"
#include "bench/row_text.h"
#include "bench/stopwatch.h"

#include "render/gl/flow_stage.h"
#include "render/gl/headless.h"
#include "render/gl/water_stage.h"
#include "scene/flow_run.h"
#include "scene/flow_shot.h"
#include "scene/water_run.h"
#include "scene/water_shot.h"
#include "scene/words.h"

#include <memory>
#include <optional>

namespace tarn::bench
{
namespace
{

namespace gl = render::gl;

struct RenderCase
{
    const char* scene;
    bool hasSize; // cells along an edge are as asked for, in place of the scene's
    bool isFlow;
};
constexpr RenderCase kCases[] = {
    {"pool", true, false}, {"beach", false, false}, {"ink", false, true}};

// Of reliefs; a flow has but one.
using MaybeDetail = std::optional<render::Detail>;

std::vector<MaybeDetail> detailsOf(const RenderCase& renderCase)
{
    return renderCase.isFlow ? std::vector<MaybeDetail>{std::nullopt}
                             : std::vector<MaybeDetail>{render::Detail::low, render::Detail::high};
}

constexpr int32_t kFirstSteps = 60;
constexpr int32_t kSteps = 120;
// Pictures of a row: on the CPU each takes long and they differ little.
constexpr int32_t kPictures = 100;
constexpr int32_t kSoftwarePictures = 2;
constexpr int32_t kHostPictures = 20;

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
    explicit Show(const gl::Context& context) : target_(gl::Target::offscreen(context, 1, 1)) {}
    virtual ~Show() = default;
    Show(const Show&) = delete;
    Show& operator=(const Show&) = delete;

    void step() { run().step(run().scene().run.dt); }
    void resize(scene::PictureSize size) { target_.resize(size.width, size.height); }

    virtual scene::SceneRun& run() = 0;
    virtual void draw() = 0;
    virtual int32_t bodies() const { return 0; }
    virtual void setDetail(MaybeDetail) {}
    // As WaterStage has it; one without passes calls nobody.
    virtual void setPassListener(const gl::WaterStage::PassListener&) {}

  protected:
    gl::Target target_;
};

class WaterPicture : public Show
{
  public:
    WaterPicture(const scene::Scene& scene, int32_t threads, const gl::Context& context)
        : Show(context), run_(scene, {.threads = threads}), shot_(run_), stage_(context)
    {
    }

    scene::SceneRun& run() override { return run_; }
    void draw() override { stage_.draw(shot_.frame(), run_.scene().water().relief, target_); }
    int32_t bodies() const override { return static_cast<int32_t>(run_.bodies().size()); }
    void setDetail(MaybeDetail detail) override { stage_.setOptions({.detail = detail}); }
    void setPassListener(const gl::WaterStage::PassListener& listener) override
    {
        stage_.setPassListener(listener);
    }

  private:
    scene::WaterRun run_;
    scene::WaterShot shot_;
    gl::WaterStage stage_;
};

class FlowPicture : public Show
{
  public:
    FlowPicture(const scene::Scene& scene, int32_t threads, const gl::Context& context)
        : Show(context), run_(scene, {.threads = threads}), shot_(run_), stage_(context)
    {
    }

    scene::SceneRun& run() override { return run_; }
    void draw() override { stage_.draw(shot_.frame(), run_.scene().view.style, target_); }

  private:
    scene::FlowRun run_;
    scene::FlowShot shot_;
    gl::FlowStage stage_;
};

std::unique_ptr<Show> makeShow(const RenderCase& renderCase, int32_t n, int32_t threads,
                               const gl::Context& context)
{
    const scene::Scene scene = sceneOf(renderCase, n);
    if (renderCase.isFlow)
    {
        return std::make_unique<FlowPicture>(scene, threads, context);
    }
    return std::make_unique<WaterPicture>(scene, threads, context);
}

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
    Row passes = Row::object();
    std::string current;
    show.setPassListener([&](const char* pass) {
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
    show.setPassListener({});
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
    const double shows = double(std::size(kCases) * request.sizes.size() * request.threads.size());
    double done = 0.0;
    for (const RenderCase& renderCase : kCases)
    {
        for (const int32_t n : request.sizes)
        {
            for (const int32_t threads : request.threads)
            {
                listener.onProgress(done++ / shows, renderCase.scene);
                if (!renderCase.hasSize && n != request.sizes.front())
                {
                    continue;
                }
                const auto show = makeShow(renderCase, n, threads, headless.context());
                const StepTimes steps = timeSteps(*show);
                for (const scene::PictureSize size : request.pictures)
                {
                    show->resize(size);
                    for (const MaybeDetail detail : detailsOf(renderCase))
                    {
                        show->setDetail(detail);
                        Row row;
                        row["suite"] = "render";
                        row["case"] = renderCase.scene;
                        row["n"] = show->run().report().nx;
                        row["bodies"] = show->bodies();
                        row["threads"] = threads;
                        row["width"] = size.width;
                        row["height"] = size.height;
                        row["detail"] = detail ? scene::detailNames()[size_t(*detail)] : "";
                        row["simulation_ms"] = steps.ms;
                        row["picture_ms"] = timePictures(*show, clock, pictures);
                        row["host_ms"] =
                            info.software ? Row() : Row(timeHost(*show, clock, kHostPictures));
                        row["frame_ms"] = timeFrames(*show, clock, pictures);
                        row["fps"] = 1000.0 / get<double>(row, "frame_ms");
                        row["stages"] = steps.stages;
                        row["passes"] = timePasses(*show, clock);
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
    const Row& passes = row.at("passes");
    return passes.contains(pass) ? fmt::format("{:.2f}", passes.at(pass).get<double>()) : "";
}

std::vector<Column> columns()
{
    return {
        {"case", 5, [](const Row& r) { return get<std::string>(r, "case"); }},
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
