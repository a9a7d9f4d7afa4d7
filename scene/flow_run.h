// FlowRun: a scene with a 2D flow at work.
//
// In a step from t to t + dt: solids go from where their formulas have them at t to where they have
// them at t + dt; edges have their values of t + dt; everything else has those of the middle.
#pragma once

#include "scene/scene_run.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tarn::scene
{

class FlowRun : public SceneRun
{
  public:
    // Makes the flow with its solids, emitters and initial fields. Throws an Error.
    explicit FlowRun(Scene scene, RunOptions options = {});

    std::uint32_t step(double dt) override;
    double time() const override;
    std::int64_t steps() const override;
    std::uint64_t hash() const override;
    StepReport stepReport() const override;
    RunReport report() const override;
    std::vector<std::string> probeColumns() const override;
    std::vector<double> probeNumbers() const override;
    std::vector<std::uint8_t> save() const override;
    void restore(std::span<const std::uint8_t> bytes) override;
    std::unique_ptr<Camera> makeCamera() const override;

    tnFlowStats stats() const;
    tnFlowTotals totals() const;

    // The flow, for whatever else is wanted of it; and its size as it is now.
    tnFlow flow() const { return flow_.handle; }
    const tnFlowDef& def() const { return def_; }

    // The scene's mask on the cells as they are now, 1 is solid; all 0 where it has none.
    std::vector<float> maskNumbers() const;
    // Other walls, until the scene's mask changes: a number for each cell, from kSolidFrom on it is
    // solid. Throws an Error.
    void setWalls(std::span<const float> numbers);

  protected:
    void follow(const Scene& before, Change change) override;

  private:
    struct Owned
    {
        tnFlow handle = {};
        ~Owned()
        {
            if (!TN_IS_NULL(handle)) // it could not be made
            {
                tnDestroyFlow(handle);
            }
        }
    };

    const FlowDescription& description() const { return scene().flow(); }

    tnSolid addSolid(const SolidDescription& solid, double t);
    void addSolids();
    void addEmitters(double t);
    void setInitialFields();
    void setMask();
    void setField(tnFlowField field, const Pattern& pattern);
    void setStream(const Pattern& stream);
    void addFirstTracers();

    void regrid(const FlowDescription& before);
    void followEdges(const FlowDescription& before);
    void followSolids(const Scene& before);
    void dropProfiles(const FlowDescription& before);

    void applyFluid(double middle);
    void applyEdges(double t, bool all);
    void applyEdge(tnSide side, tnEdgeQuantity quantity, const Pattern& pattern, double t,
                   bool all);
    void moveSolids(double t, double dt);
    void workEmitters(double t, double dt);
    void workHands(double t, double dt);
    void strewTracers(double t, double dt);
    void addTracers(const TracerDescription& tracers, std::uint64_t seed, std::int64_t count);

    tnFlowBrush brushAt(const FlowBrushDescription& description, double t, double dt) const;

    Owned flow_;
    tnFlowDef def_ = {};
    std::vector<tnSolid> solids_;
    std::vector<tnEmitter> emitters_;
    std::vector<float> numbers_; // of the profile or field that is being set
    std::vector<tnVec2> points_; // of tracers that are being added
};

} // namespace tarn::scene
