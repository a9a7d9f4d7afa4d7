// FlowCamera: takes pictures of a flow.
#pragma once

#include "scene/camera.h"
#include "scene/flow_shot.h"

#include "render/render.h"

namespace tarn::scene
{

class FlowCamera : public Camera
{
  public:
    // Throws an Error or a render::Error when the view cannot be drawn.
    explicit FlowCamera(const FlowRun& run)
        : shot_(run), painter_(run.scene().view.style, run.tasks())
    {
    }

    render::Image shoot() override { return painter_.draw(shot_.frame()); }

  private:
    FlowShot shot_;
    render::Painter painter_;
};

} // namespace tarn::scene
