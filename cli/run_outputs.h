// RunOutputs: the files that `tarn run` writes: probes, pictures, videos, saves.
//
// All are opened before the first step, so that what cannot be written is known at once, and are
// put in place by finish(): whole, or not at all.
#pragma once

#include "cli/whole_file.h"
#include "render/recorder.h"
#include "scene/camera.h"
#include "scene/scene_run.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tarn::cli
{

struct OutputPaths
{
    std::string probes; // empty: none, like the others
    std::string frames; // a folder
    std::string video;
    std::string picture; // of the last moment
    std::string save;
};

class RunOutputs
{
  public:
    // Pictures are taken by the camera, or, where it is null, by the run's own. Throws a UsageError
    // or another room's error when something cannot be written.
    RunOutputs(const OutputPaths& paths, const scene::SceneRun& run,
               std::unique_ptr<scene::Camera> camera);

    // Takes what is due at the run's time: rows of probes, pictures. Call it before the first step
    // and after each.
    void take(const scene::SceneRun& run);

    // The last picture and the save; then puts all files in place.
    void finish(const scene::SceneRun& run);

    const std::vector<std::string>& written() const { return written_; }

  private:
    void takeProbes(const scene::SceneRun& run);
    void takePictures(const scene::SceneRun& run);

    OutputPaths paths_;
    std::optional<WholeFile> probes_;
    std::optional<WholeFile> save_;
    std::vector<std::unique_ptr<render::Recorder>> recorders_;
    std::unique_ptr<scene::Camera> camera_; // where pictures are wanted; the run must outlive this
    double start_ = 0.0;                    // s, the run's time when it began
    long long rows_ = 0;                    // of probes so far
    long long pictures_ = 0;
    std::vector<std::string> written_;
};

} // namespace tarn::cli
