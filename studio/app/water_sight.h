// WaterSight: a water in space, by WaterStage.
#pragma once

#include "studio/app/sight.h"

#include "render/gl/water_stage.h"
#include "scene/water_shot.h"

#include <optional>

namespace tarn::studio
{

// The stage, kept from scene to scene: it takes a moment to compile.
class WaterStages
{
  public:
    explicit WaterStages(const render::gl::Context& context) : context_(context) {}

    render::gl::WaterStage& at(QualityLevel level);

  private:
    const render::gl::Context& context_;
    std::optional<render::gl::WaterStage> stage_;
    QualityLevel level_ = QualityLevel::high;
};

class WaterSight : public Sight
{
  public:
    WaterSight(const scene::WaterRun& run, WaterStages& stages);

    void fit(Eye& eye, float aspect) override;
    void draw(const Eye& eye, QualityLevel level, const render::gl::Target& target) override;
    Ray rayThrough(const Eye& eye, float aspect, render::Point place) const override;
    std::optional<render::Point> placeOf(const Eye& eye, float aspect,
                                         tnVec3 point) const override;
    void refresh() override;
    bool hasSpace() const override { return true; }

  private:
    render::gl::Orbit underWater(const render::ReliefFrame& frame) const;

    const scene::WaterRun& run_;
    WaterStages& stages_;
    std::optional<scene::WaterShot> shot_;
};

} // namespace tarn::studio
