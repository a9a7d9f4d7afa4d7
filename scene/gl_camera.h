// Pictures of a running scene by OpenGL, in real time where there is a GPU.
//
//     const render::gl::Headless headless;
//     const auto camera = makeGlCamera(*run, headless.context());
//     render::writePng("pool.png", camera->shoot());
#pragma once

#include "scene/camera.h"
#include "scene/scene_run.h"

#include "render/gl/context.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::scene
{

// From where, when not as the scene says.
struct GlCameraChoice
{
    std::string view;                 // one of glCameraViews(); empty: the scene's
    std::optional<float> azimuth;     // degrees
    std::optional<float> elevation;   // degrees, from -90 on
    std::optional<float> distance;    // metres from the target
    std::optional<float> fieldOfView; // degrees; 0: orthographic
};

// "top" and "side" are orthographic, "under" is an eye in the water.
const std::vector<std::string>& glCameraViews();

// "under", or numbers by name, as in "azimuth=30,elevation=20"; both may be mixed. Throws an Error.
GlCameraChoice parseGlCamera(std::string_view text);

// The context must be current and must outlive the camera, as must the run. Throws an Error when
// what the scene shows cannot be drawn by OpenGL.
std::unique_ptr<Camera> makeGlCamera(const SceneRun& run, const render::gl::Context& context,
                                     const GlCameraChoice& choice = {});

} // namespace tarn::scene
