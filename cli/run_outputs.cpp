// Writes what a run gives. Rows and pictures are due at multiples of their interval, counted from
// the run's start, so that they do not drift.
#include "cli/run_outputs.h"

#include "cli/usage_error.h"
#include "scene/probes.h"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace tarn::cli
{
namespace
{

// Sums of steps miss a multiple of the interval by roundings; a thousandth of it is none.
constexpr double kSlack = 1e-3;

bool isDue(double elapsed, long long count, double interval)
{
    return elapsed >= interval * (static_cast<double>(count) - kSlack);
}

} // namespace

RunOutputs::RunOutputs(const OutputPaths& paths, const scene::SceneRun& run,
                       std::unique_ptr<scene::Camera> camera)
    : paths_(paths), camera_(std::move(camera)), start_(run.time())
{
    const scene::Scene& scene = run.scene();
    if (!paths.probes.empty())
    {
        if (scene.probes.empty())
        {
            throw UsageError(fmt::format("--probes {}: '{}' has no probes; add [[probes]] to it",
                                         paths.probes, scene.name));
        }
        probes_.emplace(paths.probes);
        probes_->write(scene::csvHeading(run.probeColumns()));
    }
    if (!paths.save.empty())
    {
        save_.emplace(paths.save);
    }
    if (!paths.video.empty())
    {
        recorders_.push_back(std::make_unique<render::Video>(
            paths.video, render::VideoOptions{.framesPerSecond = scene.view.fps}));
    }
    if (!paths.frames.empty())
    {
        recorders_.push_back(std::make_unique<render::FrameFolder>(paths.frames));
    }
    if (!paths.picture.empty())
    {
        const WholeFile probe(paths.picture); // whether it can be written
    }
    if (camera_ == nullptr && (!recorders_.empty() || !paths.picture.empty()))
    {
        camera_ = run.makeCamera();
    }
}

void RunOutputs::take(const scene::SceneRun& run)
{
    takeProbes(run);
    takePictures(run);
}

void RunOutputs::takeProbes(const scene::SceneRun& run)
{
    const double interval = run.scene().run.probeInterval;
    const double elapsed = run.time() - start_;
    if (probes_ && isDue(elapsed, rows_, interval))
    {
        probes_->write(scene::csvLine(run.probeNumbers()));
        do // intervals shorter than a step have one row a step
        {
            ++rows_;
        } while (interval > 0.0 && isDue(elapsed, rows_, interval));
    }
}

void RunOutputs::takePictures(const scene::SceneRun& run)
{
    const scene::ViewDescription& view = run.scene().view;
    const double interval = view.pace / view.fps;
    const double elapsed = run.time() - start_;
    if (recorders_.empty() || !isDue(elapsed, pictures_, interval))
    {
        return;
    }
    const render::Image image = camera_->shoot();
    while (isDue(elapsed, pictures_, interval)) // a long step fills several pictures
    {
        for (const auto& recorder : recorders_)
        {
            recorder->add(image);
        }
        ++pictures_;
    }
}

void RunOutputs::finish(const scene::SceneRun& run)
{
    if (probes_)
    {
        probes_->commit();
        written_.push_back(paths_.probes);
    }
    for (const auto& recorder : recorders_)
    {
        recorder->finish();
    }
    if (!paths_.video.empty())
    {
        written_.push_back(paths_.video);
    }
    if (!paths_.frames.empty())
    {
        written_.push_back(paths_.frames);
    }
    if (!paths_.picture.empty())
    {
        render::writePng(paths_.picture, camera_->shoot());
        written_.push_back(paths_.picture);
    }
    if (save_)
    {
        const std::vector<std::uint8_t> bytes = run.save();
        save_->commit({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        written_.push_back(paths_.save);
    }
}

} // namespace tarn::cli
