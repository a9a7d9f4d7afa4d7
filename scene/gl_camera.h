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

// How the context that draws is related to the one that the run's fluid is in.
enum class GlKinship
{
    none,   // fields are brought to the host and from there to the renderer
    same,   // it is that context: fields are drawn from the fluid's buffers, nothing is copied
    shares, // both are in a share group (RunOptions::isGlShared): the same, with fences
};

// From where, when not as the scene says.
struct GlCameraChoice
{
    std::string view;                 // one of glCameraViews(); empty: the scene's
    std::optional<float> azimuth;     // degrees
    std::optional<float> elevation;   // degrees, from -90 on
    std::optional<float> distance;    // metres from the target
    std::optional<float> fieldOfView; // degrees; 0: orthographic
    std::optional<float> x;           // of flows and maps: the middle of the picture (m)
    std::optional<float> y;
    std::optional<float> zoom;  // of flows and maps; 1: all of it
    bool isTransparent = false; // no ground behind ink and smoke; pictures have alpha
    GlKinship kinship = GlKinship::none;
};

// Of reliefs: "top" and "side" are orthographic, "under" is an eye in the water.
const std::vector<std::string>& glCameraViews();

// "under", or numbers by name, as in "azimuth=30,elevation=20" for reliefs and "x=0.5,y=0.2,zoom=4"
// for flows and maps; words and numbers may be mixed. Throws an Error.
GlCameraChoice parseGlCamera(std::string_view text);

// The context must be current and must outlive the camera, as must the run. Throws an Error when
// the choice does not fit what the scene shows.
std::unique_ptr<Camera> makeGlCamera(const SceneRun& run, const render::gl::Context& context,
                                     const GlCameraChoice& choice = {});

} // namespace tarn::scene
