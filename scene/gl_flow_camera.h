// GlFlowCamera and GlMapCamera: take pictures of a flow, and of a water as a map, drawn by OpenGL.
#pragma once

#include "scene/flow_shot.h"
#include "scene/gl_camera.h"
#include "scene/gl_fences.h"
#include "scene/gl_inside.h"
#include "scene/water_map_shot.h"

#include "render/gl/flow_stage.h"
#include "render/gl/target.h"

#include <memory>

namespace tarn::scene
{

// A picture of the plane, as the view says and from where the choice says.
class GlPlane
{
  public:
    GlPlane(const Scene& scene, const render::gl::Context& context, GlCameraChoice choice);

    // What is looked at inside, before a picture is taken.
    template <class Run>
    void lookInside(const Run& run)
    {
        if (inside_)
        {
            inside_->take(run);
        }
    }

    render::Image shoot(const render::Frame& frame);

  private:
    render::View view_;
    GlCameraChoice choice_;
    render::gl::FlowStage stage_;
    std::unique_ptr<GlInside> inside_; // null: it is not looked inside
    render::gl::Target target_;
};

class GlFlowCamera : public Camera
{
  public:
    GlFlowCamera(const FlowRun& run, const render::gl::Context& context,
                 const GlCameraChoice& choice);

    render::Image shoot() override;

  private:
    const FlowRun& run_;
    FlowShot shot_;
    GlFences fences_;
    GlPlane plane_;
};

class GlMapCamera : public Camera
{
  public:
    GlMapCamera(const WaterRun& run, const render::gl::Context& context,
                const GlCameraChoice& choice);

    render::Image shoot() override;

  private:
    const WaterRun& run_;
    WaterMapShot shot_;
    GlPlane plane_;
};

} // namespace tarn::scene
