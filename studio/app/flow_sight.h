// FlowSight: a flow from above, by FlowStage.
#pragma once

#include "studio/app/sight.h"
#include "studio/app/stages.h"

#include "scene/flow_shot.h"
#include "scene/gl_fences.h"

#include <optional>

namespace tarn::studio
{

class FlowSight : public Sight
{
  public:
    FlowSight(const scene::FlowRun& run, Stages& stages);

    void fit(Eye& eye, float aspect) override;
    void draw(const Eye& eye, const Look& look, const render::gl::Target& target) override;
    render::Image cutOut(const Eye& eye, const Look& look,
                         const render::gl::Target& target) override;
    Ray rayThrough(const Eye& eye, float aspect, render::Point place) const override;
    std::optional<render::Point> placeOf(const Eye& eye, float aspect, tnVec3 point) const override;
    void refresh() override;
    bool hasSpace() const override { return false; }

  private:
    void draw(const Eye& eye, const Look& look, bool isTransparent,
              const render::gl::Target& target);
    scene::CellWindow window() const;

    const scene::FlowRun& run_;
    Stages& stages_;
    scene::FieldsFrom from_;
    scene::GlFences fences_;
    std::optional<scene::FlowShot> shot_;
};

} // namespace tarn::studio
