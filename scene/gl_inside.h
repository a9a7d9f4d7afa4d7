// GlInside: what [view.inside] and a map of [view] show of a running scene, over a picture of it by
// OpenGL.
#pragma once

#include "scene/cell_window.h"
#include "scene/flow_run.h"
#include "scene/water_run.h"

#include "render/flow_inside.h"
#include "render/gl/inside_stage.h"
#include "render/water_inside.h"

#include <memory>
#include <utility>
#include <vector>

namespace tarn::scene
{

class GlInside
{
  public:
    // Null where the scene shows nothing of that kind.
    static std::unique_ptr<GlInside> make(const Scene& scene, const render::gl::Context& context);

    GlInside(const render::gl::Context& context, render::InsideView view);

    // Something else from now on; ranges go on where the map is the same.
    void show(render::InsideView view) { view_ = std::move(view); }
    // What comes next is another fluid.
    void reset() { stage_.reset(); }

    void draw(const WaterRun& run, const CellWindow& window, const render::gl::Backdrop& backdrop,
              const render::gl::Target& target);
    void draw(const FlowRun& run, const CellWindow& window, const render::gl::Backdrop& backdrop,
              const render::gl::Target& target);

  private:
    render::InsideView view_;
    render::gl::InsideStage stage_;
    render::WaterInside water_;
    render::FlowInside flow_;
    std::vector<tnBodyMotion> bodies_;
};

// What a scene shows of the inside, its map included.
render::InsideView insideOf(const Scene& scene);

} // namespace tarn::scene
