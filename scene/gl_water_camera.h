// GlWaterCamera: takes pictures of a water as a relief, drawn by OpenGL.
#pragma once

#include "scene/gl_camera.h"
#include "scene/gl_fences.h"
#include "scene/gl_inside.h"
#include "scene/water_run.h"
#include "scene/water_shot.h"

#include "render/gl/target.h"
#include "render/gl/water_stage.h"

#include <memory>

namespace tarn::scene
{

class GlWaterCamera : public Camera
{
  public:
    GlWaterCamera(const WaterRun& run, const render::gl::Context& context, GlCameraChoice choice);

    render::Image shoot() override;

  private:
    const WaterRun& run_;
    WaterShot shot_;
    GlFences fences_;
    render::ReliefView view_;
    GlCameraChoice choice_;
    render::gl::WaterStage stage_;
    std::unique_ptr<GlInside> inside_; // null: it is not looked inside
    render::gl::Target target_;
};

} // namespace tarn::scene
