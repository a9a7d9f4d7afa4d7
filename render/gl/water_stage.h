// WaterStage: Water as people see it, drawn by OpenGL in real time.
//
// It draws what a ReliefPainter draws, from the same ReliefFrame and ReliefView: a frame says what
// is there, a view how it looks. Light is bent by Snell's law, each colour by its own index,
// thrown back as Fresnel has it, absorbed on its way, gathered by the actual waves into caustics,
// and shaded by bodies and hills. An eye under water sees Snell's window.
//
//     gl::WaterStage stage(context);
//     stage.draw(frame, view, target);            // as view.camera says
//     stage.draw(frame, view, camera, target);    // or from anywhere
//
// In order: fields become textures (WaterFields), bodies instances (BodyMeshes), sunlight two maps
// (WaterLight); bodies beyond the surface and as the surface mirrors them are drawn into textures
// of their own; then the picture, several samples a pixel: table, block, ground, bodies, water,
// drops; last it is brought to sRGB.
#pragma once

#include "render/gl/backdrop.h"
#include "render/gl/body_meshes.h"
#include "render/gl/camera.h"
#include "render/gl/coarse_fields.h"
#include "render/gl/defaults.h"
#include "render/gl/drop_sprites.h"
#include "render/gl/grid_mesh.h"
#include "render/gl/program.h"
#include "render/gl/scene_block.h"
#include "render/gl/target.h"
#include "render/gl/water_fields.h"
#include "render/gl/water_light.h"
#include "render/relief.h"
#include "render/relief_site.h"

#include <functional>
#include <optional>

namespace tarn::render::gl
{

// What a host decides, whatever views say.
struct WaterStageOptions
{
    std::optional<Detail> detail; // none: the view's
};

// Without perspective, as far away as to see everything, y upwards or away: from above at 90
// degrees, from the side at 0.
void flatten(ReliefCamera& camera, float elevation);

class WaterStage
{
  public:
    explicit WaterStage(const Context& context, const WaterStageOptions& options = {});

    // Takes effect with the next picture, which takes longer when the detail changes.
    void setOptions(const WaterStageOptions& options) { options_ = options; }
    const WaterStageOptions& options() const { return options_; }

    // Ground stays wet for a while where water has been in pictures before this one. Not when time
    // goes backwards or leaps, and not after this call.
    void forget() { fields_.forget(); }

    // The picture has the target's size, whatever the view says. Throws an Error when the view's
    // look makes no sense, terrain or depth is missing, fields do not fit together, or a mesh is
    // broken.
    void draw(const ReliefFrame& frame, const ReliefView& view, const Target& target);
    void draw(const ReliefFrame& frame, const ReliefView& view, const Camera& camera,
              const Target& target);
    // With a camera that depends on what there is: it is asked for with terrain, depth and surface
    // on the host, of fields that lie on the GPU a few thousand samples.
    using CameraChoice = std::function<Camera(const ReliefFrame& onHost)>;
    void draw(const ReliefFrame& frame, const ReliefView& view, const CameraChoice& choice,
              const Target& target);

    // Told the name of each pass of a picture as it begins, and "" after the last; for measuring.
    using PassListener = std::function<void(const char* pass)>;
    void setPassListener(PassListener listener) { onPass_ = std::move(listener); }

    // The last picture, for what is drawn over it before the next one.
    Backdrop backdrop();

    // The camera of a view, for a picture of that shape; and its orbit, for whoever moves it on.
    // Fields must be on the host.
    static Orbit orbitOf(const ReliefFrame& frame, const ReliefView& view, float aspect);
    static Camera cameraOf(const ReliefFrame& frame, const ReliefView& view, float aspect);

    // A place for an eye in the water: half way down in the deepest of some. Fields as above.
    static Vec3 divePlace(const ReliefFrame& frame);

  private:
    // What the host knows of a frame: its fields, and what heights there are in them.
    struct Known;

    Known look(const ReliefFrame& frame, const ReliefView& view);
    void drawSeen(const ReliefFrame& frame, const Known& known, const ReliefView& view,
                  const Camera& camera, const Target& target);
    void readFrame(const ReliefFrame& frame, const Known& known, const ReliefView& view,
                   const Camera& camera, const Target& target);
    void setDetail(Detail detail);
    void bindTextures();
    void drawBodyMaps();
    void drawPicture(const ReliefView& view, const Camera& camera);
    void drawBlock();
    void drawSides();
    void drawSurface(Program& program, bool isWater, const DrawState& state);
    void makeBlock(const ReliefSite& site, float lowest);

    void beginPass(const char* pass) const;

    const Context* context_;
    WaterStageOptions options_;
    PassListener onPass_;
    Detail detail_;
    WaterFields fields_;
    CoarseFields coarse_;
    BodyMeshes bodies_;
    DropSprites drops_;
    WaterLight light_;
    GridMesh grid_;
    Texture noise_;
    Buffer sceneBuffer_;
    SceneBlock scene_;
    Target picture_;
    Target behind_;
    Target mirrored_;
    std::optional<Target> depth_; // of the picture, once somebody asks for it
    Buffer blockVertices_;
    VertexArray blockArray_;
    int blockCount_ = 0;
    VertexArray noArray_;
    Program backdropProgram_;
    Program blockProgram_;
    Program groundProgram_;
    Program sectionProgram_;
    Program bodyProgram_;
    Program behindProgram_;
    Program mirrorProgram_;
    Program waterProgram_;
    Program paneProgram_;
    Program dropProgram_;
    Program encodeProgram_;
};

} // namespace tarn::render::gl
