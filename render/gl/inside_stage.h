// InsideStage: looking inside a fluid: draws what an InsideView asks for over a finished picture.
//
//     gl::InsideStage inside(context);
//     inside.draw(frame, view, stage.backdrop(), target);  // over a picture of a WaterStage
//     inside.draw(frame, view, gl::Backdrop::flat(world, width, height), target);  // over a Flow
//
// Over water everything lies on the displaced surface; what bodies or banks hide is faint. Lines
// are smooth and have their width in pixels. Ranges follow the fluid without jumps, so draw with
// one stage what is seen again and again.
//
// In order: map and grid, wetted parts of bodies, streamlines, arrows, forces, keys; into a picture
// of its own with several samples a pixel, which is then laid over the target.
#pragma once

#include "render/gl/backdrop.h"
#include "render/gl/colour_maps.h"
#include "render/gl/field_texture.h"
#include "render/gl/grid_mesh.h"
#include "render/gl/inside_marks.h"
#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/inside_frame.h"
#include "render/inside_keys.h"
#include "render/inside_view.h"
#include "render/range_follower.h"

#include <vector>

namespace tarn::render::gl
{

class InsideStage
{
  public:
    explicit InsideStage(const Context& context);

    // The target keeps what it shows where nothing is laid over it. Throws an Error when the view
    // asks for a field that the frame does not have.
    void draw(const InsideFrame& frame, const InsideView& view, const Backdrop& backdrop,
              const Target& target);

    // Ranges begin anew: what comes next is another fluid, or another moment of it.
    void reset();

    // What the last picture's colours and arrows stand for.
    Limits mapLimits() const { return mapLimits_; }
    float fullSpeed() const { return fullSpeed_; } // m/s

  private:
    // All instances of a kind, and how they are drawn.
    class Instances
    {
      public:
        Instances(const Context& context, const char* vertex, const char* fragment,
                  std::span<const Attribute> attributes, int stride);
        void draw(const void* instances, std::size_t count, float halo);

        Program program;

      private:
        const Context* context_;
        Buffer buffer_;
        VertexArray array_;
        int stride_;
    };

    void followRanges(const InsideFrame& frame, const InsideView& view);
    void followSpeed(const InsideFrame& frame, float given);
    void followBodies(const InsideFrame& frame, float givenForce);
    void prepare(Program& program, const InsideFrame& frame, const Backdrop& backdrop,
                 float hiddenOpacity, bool isLifted);
    void drawSurface(const InsideFrame& frame, const InsideView& view, const Backdrop& backdrop,
                     float point);
    void drawBodies(const InsideFrame& frame, const Backdrop& backdrop, float point);
    void drawMarks(const InsideFrame& frame, const InsideView& view, const Backdrop& backdrop,
                   float point);
    void drawKeys(const InsideFrame& frame, const InsideView& view);

    const Context* context_;
    Target overlay_;
    GridMesh mesh_;
    FieldTexture scalar_;
    FieldTexture solid_;
    Texture nothing_; // where a shader wants a texture that it does not read
    ColourMaps maps_;
    Program surfaceProgram_;
    Program bodyProgram_;
    Program pictureProgram_;
    Instances lines_;
    Instances arrows_;
    Buffer bodyVertices_;
    VertexArray bodyArray_;
    std::vector<float> bodyFloats_;
    InsideKeys keys_;
    Texture keyTexture_;

    QuantityFollower mapFollower_;
    RangeFollower speedFollower_;
    RangeFollower forceFollower_;
    RangeFollower pressureFollower_;
    std::vector<float> samples_;
    Limits mapLimits_;
    float fullSpeed_ = 1.0F;
    float fullForce_ = 1.0F;    // N
    float fullPressure_ = 1.0F; // Pa, of wetted parts
};

} // namespace tarn::render::gl
