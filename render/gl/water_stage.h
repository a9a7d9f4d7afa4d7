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

#include <optional>

namespace tarn::render::gl
{

enum class FresnelKind
{
    exact,  // of a dielectric
    formed, // bias + scale (1 + I.N)^power
};

struct FresnelStyle
{
    FresnelKind kind = FresnelKind::exact;
    float bias = 0.02F;
    float scale = 0.98F;
    float power = 5.0F;
};

struct WaterStageOptions
{
    FresnelStyle fresnel;
    int samples = kSamples; // a pixel; no more than the context has
    LightSizes light;
};

class WaterStage
{
  public:
    explicit WaterStage(const Context& context, const WaterStageOptions& options = {});

    // The picture has the target's size, whatever the view says. Throws an Error when terrain or
    // depth is missing or a mesh is broken.
    void draw(const ReliefFrame& frame, const ReliefView& view, const Target& target);
    void draw(const ReliefFrame& frame, const ReliefView& view, const Camera& camera,
              const Target& target);

    // The last picture, for what is drawn over it before the next one.
    Backdrop backdrop();

    // The camera of a view, for a picture of that shape; and its orbit, for whoever moves it on.
    static Orbit orbitOf(const ReliefFrame& frame, const ReliefView& view, float aspect);
    static Camera cameraOf(const ReliefFrame& frame, const ReliefView& view, float aspect);

  private:
    void readFrame(const ReliefFrame& frame, const ReliefView& view, const Camera& camera,
                   const Target& target);
    void bindTextures();
    void drawBodyMaps();
    void drawPicture(const ReliefView& view, const Camera& camera);
    void drawBlock();
    void drawSides();
    void drawSurface(Program& program, bool isWater, const DrawState& state);
    void makeBlock(const ReliefSite& site, float lowest);

    const Context* context_;
    WaterStageOptions options_;
    WaterFields fields_;
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
