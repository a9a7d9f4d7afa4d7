// TwinRun: a scene with [water.on_flow] and `compare`, run twice side by side: on waves to the
// left, on the flow to the right. Both have the same bodies, hands and strokes; neither knows the
// other.
#pragma once

#include "scene/water_run.h"

namespace tarn::scene
{

class TwinRun : public SceneRun
{
  public:
    // Throws an Error.
    explicit TwinRun(const Scene& scene, RunOptions options = {});

    std::uint32_t step(double dt) override;
    double time() const override { return onWaves_.time(); }
    std::int64_t steps() const override { return onWaves_.steps(); }
    std::uint64_t hash() const override;
    StepReport stepReport() const override;
    RunReport report() const override;
    // Probes of the scene twice: waves.NAME and flow.NAME.
    std::vector<std::string> probeColumns() const override;
    std::vector<double> probeNumbers() const override;
    std::vector<std::uint8_t> save() const override;
    void restore(std::span<const std::uint8_t> bytes) override;
    std::unique_ptr<Camera> makeCamera() const override;

    const WaterRun& onWaves() const { return onWaves_; }
    const WaterRun& onFlow() const { return onFlow_; }

  protected:
    void follow(const Scene& before, Change change) override;

  private:
    WaterRun onWaves_;
    WaterRun onFlow_;
};

} // namespace tarn::scene
