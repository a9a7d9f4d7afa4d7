// GlMapCamera: takes pictures of a flow as a map of one quantity, drawn by OpenGL, with the marks
// of [view.inside] over it.
#pragma once

#include "scene/camera.h"
#include "scene/gl_inside.h"

#include "render/gl/target.h"

#include <memory>

namespace tarn::scene
{

class GlMapCamera : public Camera
{
  public:
    GlMapCamera(const FlowRun& run, const render::gl::Context& context);

    render::Image shoot() override;

  private:
    const FlowRun& run_;
    render::Colour margin_;
    std::unique_ptr<GlInside> inside_;
    render::gl::Target target_;
};

} // namespace tarn::scene
