// SceneRun: a scene at work. It owns the flow, and before each step applies what the scene's
// formulas ask for.
//
// In a step from t to t + dt: solids go from where their formulas have them at t to where they have
// them at t + dt; edges have their values of t + dt; everything else has those of the middle. All
// of it depends on the scene, t and dt alone, so that a restored run goes on as if it had never
// stopped.
#pragma once

#include "scene/scene.h"

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
};

class SceneRun
{
  public:
    // Makes the flow with its solids, emitters and initial fields. Throws an Error.
    explicit SceneRun(Scene scene, RunOptions options = {});
    ~SceneRun();
    SceneRun(const SceneRun&) = delete;
    SceneRun& operator=(const SceneRun&) = delete;

    // One step (unit: s). Returns tnStepFlags. Throws an Error when a formula gives a bad number.
    std::uint32_t step(double dt);

    double time() const;
    std::int64_t steps() const;
    tnFlowStats stats() const;
    tnFlowTotals totals() const;
    std::uint64_t hash() const;

    // The flow, for whatever else is wanted of it; and its size as it is now.
    tnFlow flow() const { return flow_; }
    const tnFlowDef& def() const { return def_; }
    const Scene& scene() const { return scene_; }

    // The threads that the flow uses, for others to share.
    tnTaskSystem tasks() const { return tasks_; }

    // The numbers that the scene's probes give now, one for each of probeColumns of probes.h.
    std::vector<double> probeNumbers() const;

    // The whole state, and back. What was saved by another scene is refused. Throw an Error.
    std::vector<std::uint8_t> save() const;
    void restore(std::span<const std::uint8_t> bytes);

  private:
    void start();
    void addSolids();
    void addEmitters();
    void setInitialFields();
    void setMask();
    void setField(tnFlowField field, const Pattern& pattern);
    void setStream(const Pattern& stream);
    void addFirstTracers();

    void applyFluid(double middle);
    void applyEdges(double t, bool all);
    void applyEdge(tnSide side, tnEdgeQuantity quantity, const Pattern& pattern, double t,
                   bool all);
    void moveSolids(double t, double dt);
    void workEmitters(double t, double dt);
    void workHands(double t, double dt);
    void strewTracers(double t, double dt);
    void addTracers(const TracerDescription& tracers, std::uint64_t seed, std::int64_t count);

    tnFlowBrush brushAt(const BrushDescription& description, double t, double dt) const;

    Scene scene_;
    tnThreadPool pool_ = {};
    tnTaskSystem tasks_ = {};
    tnFlow flow_ = {};
    tnFlowDef def_ = {};
    std::vector<tnSolid> solids_;
    std::vector<tnEmitter> emitters_;
    std::vector<float> numbers_; // of the profile or field that is being set
    std::vector<tnVec2> points_; // of tracers that are being added
};

} // namespace tarn::scene
