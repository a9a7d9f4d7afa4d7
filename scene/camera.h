// Camera: takes pictures of a running scene, as its [view] says.
//
//     const auto camera = run.makeCamera();
//     render::writePng("wake.png", camera->shoot());
#pragma once

#include "render/image.h"

namespace tarn::scene
{

class Camera
{
  public:
    Camera() = default;
    virtual ~Camera() = default;
    Camera(const Camera&) = delete;
    Camera& operator=(const Camera&) = delete;

    // The run as it is now. Throws an Error or a render::Error.
    virtual render::Image shoot() = 0;
};

} // namespace tarn::scene
