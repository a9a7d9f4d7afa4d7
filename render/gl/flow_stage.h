// FlowStage: Flow as people see it, drawn by OpenGL in real time.
//
// It draws what a Painter draws, from the same Frame and View, with solids that look like things,
// and through a camera that can be anywhere in the plane. Fields may lie on the host or on the
// GPU (FieldView::gpu), where they are read in place.
//
//     gl::FlowStage stage(context);
//     stage.draw(frame, view, target);           // the whole world, as a Painter lays it out
//     stage.draw(frame, view, camera, target);   // or a part of it
//
// In order, from back to front: content (InkLayer, ScalarLayer, LiquidLayer), solids, streaklines,
// tracers, arrows, texts. All of it is linear light in one picture, which is then coded as sRGB.
//
// Without a ground (Transparency) ink and smoke can be laid over something else. Alpha is how much
// of that they hide; solids, scalars and textures hide all of it, margins nothing.
#pragma once

#include "render/gl/caption.h"
#include "render/gl/coarse_fields.h"
#include "render/gl/ink_layer.h"
#include "render/gl/map_layers.h"
#include "render/gl/plane_camera.h"
#include "render/gl/solid_layer.h"
#include "render/gl/tracer_sprites.h"
#include "render/layout.h"
#include "render/overlays.h"

namespace tarn::render::gl
{

enum class Transparency
{
    none,     // over the view's ground or paper; alpha is 1
    straight, // colours as they are, alpha beside them: what PNG files hold, and what is blended
              // by (SRC_ALPHA, ONE_MINUS_SRC_ALPHA)
    premultiplied, // coded colours times alpha: what windows are composed of, blended by (ONE,
                   // ONE_MINUS_SRC_ALPHA)
};

struct FlowStageOptions
{
    Transparency transparency = Transparency::none;
};

class FlowStage
{
  public:
    explicit FlowStage(const Context& context, const FlowStageOptions& options = {});

    // The picture has the target's size, whatever the view says. Throws an Error when the view
    // makes no sense or what its content needs is missing or has no size.
    void draw(const Frame& frame, const View& view, const Target& target);
    void draw(const Frame& frame, const View& view, const PlaneCamera& camera,
              const Target& target);

    // The camera of the first draw() for a picture of that size.
    static PlaneCamera cameraOf(const Frame& frame, const View& view, int width, int height);

    // Forgets earlier frames: automatic ranges start anew.
    void reset();

  private:
    Frame onHost(const Frame& frame, const View& view);
    void drawContent(const Frame& frame, const Frame& known, const View& view,
                     const PlaneShot& shot);
    void drawMarks(const Frame& frame, const Frame& known, const View& view, const PlaneShot& shot);
    void drawTexts(const Frame& frame, const View& view, const Layout& layout);

    const Context* context_;
    FlowStageOptions options_;
    InkLayer ink_;
    ScalarLayer scalar_;
    LiquidLayer liquid_;
    SolidLayer solids_;
    TracerSprites tracers_;
    CoarseFields coarse_;
    ArrowPainter arrows_;
    Caption lines_;
    Caption labels_;
    Caption legend_;
    Target picture_;
    Program encodeProgram_;
};

} // namespace tarn::render::gl
