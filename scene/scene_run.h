// SceneRun: a scene at work, whatever part it is of. It owns the fluid, and before each step
// applies what the scene's formulas ask for. FlowRun (flow_run.h) and WaterRun (water_run.h) do the
// work.
//
// All that happens in a step depends on the scene, the state, t and dt alone, so that a restored
// run goes on as if it had never stopped.
#pragma once

#include "scene/camera.h"
#include "scene/change.h"
#include "scene/figures.h"
#include "scene/scene.h"

#include "tarn/gl.h"
#include "tarn/tasks.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tarn::scene
{

struct RunOptions
{
    int threads = 0; // 0: one per core
    tnBackend backend = tn_backendCpu;
    int glDevice = 0; // of tn_backendGL
    // Of tn_backendGL: a context of its own that shares objects with the one that is current when
    // the run is made (tn_glShared), for drawing without a copy.
    bool isGlShared = false;
};

// What the last step tells.
struct StepReport
{
    double time = 0.0; // s
    Figures stages;    // wall time of each (ms)
    Figures stats;
};

// What a whole run tells.
struct RunReport
{
    int nx = 0;
    int ny = 0;
    Figures grid;   // what else the grid is like
    Figures totals; // sums over it
    std::vector<double> dyes;
    std::string remark; // a line for people; may be empty
};

// The threads that a run's parts share.
class Threads
{
  public:
    // Throws an Error.
    explicit Threads(int count);
    ~Threads();
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    tnTaskSystem tasks() const { return tasks_; }

  private:
    tnThreadPool pool_ = {};
    tnTaskSystem tasks_ = {};
};

// The context that a run's parts compute in; none unless the backend is the GPU.
class Gpu
{
  public:
    // Throws an Error.
    explicit Gpu(const RunOptions& options);
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    tnGl handle() const { return handle_; }

  private:
    tnGl handle_ = {};
};

class SceneRun
{
  public:
    virtual ~SceneRun() = default;
    SceneRun(const SceneRun&) = delete;
    SceneRun& operator=(const SceneRun&) = delete;

    // One step (unit: s). Returns tnStepFlags. Throws an Error when a formula gives a bad number.
    virtual std::uint32_t step(double dt) = 0;

    virtual double time() const = 0;
    virtual std::int64_t steps() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual StepReport stepReport() const = 0;
    virtual RunReport report() const = 0;

    // The columns of the scene's probes, and the numbers that they give now.
    virtual std::vector<std::string> probeColumns() const = 0;
    virtual std::vector<double> probeNumbers() const = 0;

    // The whole state, and back. What was saved by another scene is refused. Throw an Error.
    virtual std::vector<std::uint8_t> save() const = 0;
    virtual void restore(std::span<const std::uint8_t> bytes) = 0;

    // Goes on with a changed scene, as planChange() says: what can be told is told, a new grid
    // takes over the fluid. Cameras and probes that were made before are no longer of use. Returns
    // what it came to; Change::restarts: nothing was done, start the scene anew. Throws an Error
    // where the library refuses something; scene and fluid are then as they were.
    Change adopt(Scene next);

    // Throws an Error or a render::Error when the view cannot be drawn. Uses the run and its
    // threads, so it must not outlive it.
    virtual std::unique_ptr<Camera> makeCamera() const = 0;

    const Scene& scene() const { return scene_; }
    const RunOptions& options() const { return options_; }

    // The threads that the run uses, for others to share.
    tnTaskSystem tasks() const { return threads_.tasks(); }
    tnGl gl() const { return gpu_.handle(); }

  protected:
    SceneRun(Scene scene, RunOptions options);

    // The fluid follows from the scene before to scene(). Throws an Error.
    virtual void follow(const Scene& before, Change change) = 0;

  private:
    Scene scene_;
    RunOptions options_;
    Threads threads_;
    Gpu gpu_;
};

// Makes the fluid with everything in it. Throws an Error.
std::unique_ptr<SceneRun> startScene(Scene scene, RunOptions options = {});

} // namespace tarn::scene
