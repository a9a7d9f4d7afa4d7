// `tarn render SCENE`: runs a scene and draws it by OpenGL, without a window.
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/run_outputs.h"
#include "cli/scene_options.h"
#include "cli/usage_error.h"
#include "scene/error.h"
#include "scene/scene_run.h"

#ifdef TARN_HAS_GL
#include "render/gl/headless.h"
#include "scene/gl_camera.h"
#endif

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

namespace tarn::cli
{
namespace
{

struct Options : SceneOptions
{
    std::string camera;
    std::string backend = "cpu";
    int glDevice = 0;
    bool isTransparent = false;
    OutputPaths paths;
};

#ifdef TARN_HAS_GL

scene::GlCameraChoice cameraFrom(const Options& options)
{
    try
    {
        return scene::parseGlCamera(options.camera);
    }
    catch (const scene::Error& error)
    {
        throw UsageError(fmt::format("--camera {}: {}", options.camera, error.what()));
    }
}

void renderScene(const Options& options)
{
    if (options.paths.picture.empty() && options.paths.frames.empty() &&
        options.paths.video.empty())
    {
        throw UsageError("nothing to write; give --png FILE, --frames DIR or --video FILE");
    }
    scene::GlCameraChoice choice = cameraFrom(options);
    const scene::Scene scene = loadScene(options);
    const std::int64_t steps = stepCount(options, scene.run);
    scene::RunOptions runOptions;
    runOptions.threads = options.threads;
    runOptions.glDevice = options.glDevice;
    const bool isOnGpu = options.backend == tnBackend_ToString(tn_backendGL);
    runOptions.backend = isOnGpu ? tn_backendGL : tn_backendCpu;
    const std::unique_ptr<scene::SceneRun> run = scene::startScene(scene, runOptions);
    // On the GPU the fluid's own context draws too, so that its buffers need not be copied.
    const render::gl::Headless headless =
        isOnGpu ? render::gl::Headless(run->gl()) : render::gl::Headless(options.glDevice);
    choice.isTransparent = options.isTransparent;
    choice.kinship = isOnGpu ? scene::GlKinship::same : scene::GlKinship::none;
    RunOutputs outputs(options.paths, *run, scene::makeGlCamera(*run, headless.context(), choice));
    const InterruptScope interrupt;
    Progress progress;
    outputs.take(*run);
    for (std::int64_t k = 0; k < steps && !interrupt.wasAsked(); ++k)
    {
        run->step(scene.run.dt);
        outputs.take(*run);
        progress.update(static_cast<double>(k + 1) / static_cast<double>(steps),
                        fmt::format("t = {:.2f} s", run->time()));
    }
    outputs.finish(*run);
    fmt::print("{} at t = {:.2f} s, drawn by {}\n", scene.name, run->time(),
               headless.context().renderer());
    for (const std::string& path : outputs.written())
    {
        fmt::print("wrote {}\n", path);
    }
    if (interrupt.wasAsked())
    {
        throw Stopped("stopped");
    }
}

#else

void renderScene(const Options& options)
{
    throw scene::Error(fmt::format("this build has no OpenGL in it; use tarn run {} --picture, "
                                   "which draws on the CPU",
                                   options.scene));
}

#endif

} // namespace

void addRenderCommand(CLI::App& program)
{
    CLI::App* command = program.add_subcommand(
        "render", "Run a scene and draw it by OpenGL: pictures and videos as in a game");
    command->group("Commands");
    const auto options = std::make_shared<Options>();
    addSceneOptions(*command, *options);
    command->add_option("--png", options->paths.picture, "Write the last picture as PNG")
        ->type_name("FILE");
    command
        ->add_option("--frames", options->paths.frames, "Write each picture as PNG into a folder")
        ->type_name("DIR");
    command->add_option("--video", options->paths.video, "Write a video: .mp4, .mov or .mkv")
        ->type_name("FILE");
    command
        ->add_option("--camera", options->camera,
                     "From where. Water: top, side, under; or azimuth=, elevation=, distance=, "
                     "field_of_view= with commas between. Flows and maps: x=, y=, zoom=. The "
                     "scene's unless given")
        ->type_name("VIEW");
    command
        ->add_option(
            "--view", options->view,
            "What pictures show: dye, relief, texture, or a map of depth, speed, pressure, "
            "vorticity, ... as view.show has it")
        ->type_name("NAME");
    command
        ->add_option(
            "--inside", options->inside,
            "Look inside: arrows, streamlines, grid, wetted, forces, or a map of depth, speed, "
            "pressure, ..., with commas between")
        ->type_name("MARKS");
    addPictureSize(*command, *options);
    command->add_flag("--transparent", options->isTransparent,
                      "No ground behind ink and smoke: PNG files with transparency");
    command->add_option("--backend", options->backend, "What computes: cpu (default) or gl")
        ->type_name("NAME")
        ->check(CLI::IsMember({"cpu", "gl"}));
    command
        ->add_option("--gl-device", options->glDevice,
                     "The device that draws, as tarn info numbers them; 0 unless given")
        ->type_name("K")
        ->check(CLI::Range(0, 1000));
    command->callback([options] { renderScene(*options); });
}

} // namespace tarn::cli
