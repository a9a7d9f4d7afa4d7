// GlInside: what [view.inside] shows of a running scene, over a picture of it by OpenGL.
#pragma once

#include "scene/flow_run.h"
#include "scene/water_run.h"

#include "render/flow_inside.h"
#include "render/gl/inside_stage.h"
#include "render/water_inside.h"

#include <memory>
#include <vector>

namespace tarn::scene
{

class GlInside
{
  public:
    // Null where the scene shows nothing of that kind.
    static std::unique_ptr<GlInside> make(const Scene& scene, const render::gl::Context& context);

    GlInside(const render::gl::Context& context, render::InsideView view);

    // What there is now, before anything is drawn.
    void take(const WaterRun& run);
    void take(const FlowRun& run);

    // What was taken, over a picture.
    void draw(const render::gl::Backdrop& backdrop, const render::gl::Target& target);

    bool hasMap() const { return view_.map.has_value(); }

  private:
    render::InsideView view_;
    render::gl::InsideStage stage_;
    render::WaterInside water_;
    render::FlowInside flow_;
    std::vector<tnBodyMotion> bodies_;
    render::InsideFrame frame_;
};

// What a scene shows of the inside, with its styles of arrows and solids.
render::InsideView insideOf(const Scene& scene);

} // namespace tarn::scene
