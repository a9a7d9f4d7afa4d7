// `tarn run SCENE`: runs a scene, with pictures, probes and a summary.
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/run_outputs.h"
#include "cli/run_summary.h"
#include "cli/scene_options.h"
#include "cli/usage_error.h"
#include "cli/whole_file.h"
#include "scene/error.h"
#include "scene/scene_run.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <optional>

namespace tarn::cli
{
namespace
{

using Clock = std::chrono::steady_clock;

struct Options : SceneOptions
{
    bool arrows = false;
    bool hash = false;
    std::string backend = "cpu";
    int glDevice = 0;
    std::string restore;
    std::string json;
    OutputPaths paths;
};

std::vector<std::uint8_t> readWhole(const std::string& path)
{
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    std::vector<std::uint8_t> bytes(error ? 0 : size);
    if (error || !file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size())))
    {
        throw UsageError(fmt::format("--restore: cannot read '{}': {}", path,
                                     error ? error.message() : "it ends too early"));
    }
    return bytes;
}

scene::RunOptions runOptions(const Options& options)
{
    scene::RunOptions result;
    result.threads = options.threads;
    for (const tnBackend backend : {tn_backendReference, tn_backendGL})
    {
        result.backend = options.backend == tnBackend_ToString(backend) ? backend : result.backend;
    }
    result.glDevice = options.glDevice;
    return result;
}

// Steps until the end or Ctrl-C, whichever comes first.
void advance(scene::SceneRun& run, std::int64_t steps, double dt, const InterruptScope& interrupt,
             RunOutputs& outputs, RunSummary& summary)
{
    Progress progress;
    outputs.take(run);
    for (std::int64_t k = 0; k < steps && !interrupt.wasAsked(); ++k)
    {
        const Clock::time_point before = Clock::now();
        const std::uint32_t flags = run.step(dt);
        const std::chrono::duration<double> seconds = Clock::now() - before;
        const scene::StepReport report = run.stepReport();
        summary.addStep(flags, seconds.count(), report);
        outputs.take(run);
        progress.update(
            static_cast<double>(k + 1) / static_cast<double>(steps),
            fmt::format("t = {:.2f} s, {:.1f} steps/s", report.time, summary.stepsPerSecond()));
    }
}

void runScene(const Options& options)
{
    std::vector<scene::Override> more;
    if (options.arrows)
    {
        more.push_back({"view.arrows.shown", "true", "--arrows"});
    }
    const scene::Scene scene = loadScene(options, more);
    const std::int64_t steps = stepCount(options, scene.run);
    const bool jsonToStdout = options.json == "-";
    std::optional<WholeFile> jsonFile;
    if (!options.json.empty() && !jsonToStdout)
    {
        jsonFile.emplace(options.json);
    }
    const std::vector<std::uint8_t> saved =
        options.restore.empty() ? std::vector<std::uint8_t>() : readWhole(options.restore);

    const std::unique_ptr<scene::SceneRun> owned = scene::startScene(scene, runOptions(options));
    scene::SceneRun& run = *owned;
    if (!options.restore.empty())
    {
        run.restore(saved);
    }
    RunOutputs outputs(options.paths, run, nullptr);
    RunSummary summary;
    const InterruptScope interrupt;
    advance(run, steps, scene.run.dt, interrupt, outputs, summary);
    outputs.finish(run);
    const bool wasStopped = interrupt.wasAsked();

    std::vector<std::string> files = outputs.written();
    if (jsonFile)
    {
        files.push_back(options.json);
    }
    summary.close(run, options.hash, wasStopped, scene.run.dt, files);
    if (jsonFile)
    {
        jsonFile->commit(summary.json());
    }
    fmt::print("{}", jsonToStdout ? summary.json() : summary.text());
    if (wasStopped)
    {
        throw Stopped("stopped");
    }
}

void addOutputOptions(CLI::App& command, Options& options)
{
    command.add_option("--probes", options.paths.probes, "Write the scene's probes as CSV")
        ->type_name("FILE");
    command.add_option("--video", options.paths.video, "Write a video: .mp4, .mov or .mkv")
        ->type_name("FILE");
    command.add_option("--frames", options.paths.frames, "Write each picture as PNG into a folder")
        ->type_name("DIR");
    command.add_option("--picture", options.paths.picture, "Write the last picture as PNG")
        ->type_name("FILE");
    command.add_option("--save", options.paths.save, "Write the state at the end")
        ->type_name("FILE");
    command.add_option("--json", options.json, "Write a summary as JSON; - for stdout")
        ->type_name("FILE|-");
    command.add_flag("--hash", options.hash, "Tell the hash of the state at the end");
}

void addPictureOptions(CLI::App& command, Options& options)
{
    command
        .add_option("--view", options.view,
                    "What pictures show. Flow: dye, speed, pressure, vorticity, divergence, "
                    "temperature, texture. Water: relief, surface, depth, speed, foam, dye, "
                    "terrain")
        ->type_name("NAME");
    command.add_flag("--arrows", options.arrows, "Draw arrows of velocity");
    addPictureSize(command, options);
}

} // namespace

void addRunCommand(CLI::App& program)
{
    CLI::App* command =
        program.add_subcommand("run", "Run a scene; write videos, pictures and measurements");
    command->group("Commands");
    const auto options = std::make_shared<Options>();
    addSceneOptions(*command, *options);
    command->add_option("--backend", options->backend, "cpu, reference or gl")
        ->type_name("NAME")
        ->check(CLI::IsMember({"cpu", "reference", "gl"}));
    command
        ->add_option("--gl-device", options->glDevice,
                     "The device of --backend gl, as tarn info numbers them; 0 unless given")
        ->type_name("K")
        ->check(CLI::Range(0, 1000));
    command->add_option("--restore", options->restore, "Begin with a state that --save wrote")
        ->type_name("FILE");
    addOutputOptions(*command, *options);
    addPictureOptions(*command, *options);
    command->callback([options] { runScene(*options); });
}

} // namespace tarn::cli
