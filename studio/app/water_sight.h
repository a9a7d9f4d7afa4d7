// WaterSight: a water in space, by WaterStage.
#pragma once

#include "studio/app/sight.h"
#include "studio/app/stages.h"

#include "scene/gl_fences.h"
#include "scene/water_shot.h"

#include <optional>

namespace tarn::studio
{

class WaterSight : public Sight
{
  public:
    WaterSight(const scene::WaterRun& run, Stages& stages);

    void fit(Eye& eye, float aspect) override;
    void draw(const Eye& eye, const Look& look, const render::gl::Target& target) override;
    render::Image cutOut(const Eye& eye, const Look& look,
                         const render::gl::Target& target) override;
    Ray rayThrough(const Eye& eye, float aspect, render::Point place) const override;
    std::optional<render::Point> placeOf(const Eye& eye, float aspect, tnVec3 point) const override;
    void refresh() override;
    bool hasSpace() const override { return true; }

  private:
    void draw(const Eye& eye, const Look& look, const render::ReliefView& view,
              const render::gl::Target& target);

    const scene::WaterRun& run_;
    Stages& stages_;
    scene::FieldsFrom from_;
    scene::GlFences fences_;
    std::optional<scene::WaterShot> shot_;
};

} // namespace tarn::studio
