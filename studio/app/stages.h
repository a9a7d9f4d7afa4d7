// Stages: what draws pictures by OpenGL, made when it is first wanted and kept from scene to scene:
// shaders take a moment to compile.
#pragma once

#include "studio/app/quality.h"

#include "render/gl/flow_stage.h"
#include "render/gl/water_stage.h"
#include "scene/gl_inside.h"

#include <optional>

namespace tarn::studio
{

class Stages
{
  public:
    explicit Stages(const render::gl::Context& context) : context_(context) {}

    const render::gl::Context& context() const { return context_; }
    render::gl::WaterStage& water(render::Detail level);
    // Ink and smoke over nothing, or over the scene's ground.
    render::gl::FlowStage& flow(bool isTransparent);
    scene::GlInside& inside();

    // What comes next is another fluid.
    void beginAnew();

  private:
    const render::gl::Context& context_;
    std::optional<render::gl::WaterStage> water_;
    std::optional<render::gl::FlowStage> flow_;
    bool isFlowTransparent_ = false;
    std::optional<scene::GlInside> inside_;
};

} // namespace tarn::studio
