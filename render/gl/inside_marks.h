// InsideMarks: where arrows, streamlines and labels are, in the world, for a picture of some size.
// No OpenGL: InsideStage draws what is found here.
//
// Marks stand on nested lattices that are fixed in the world, each twice as fine as the one before;
// a lattice fades in where it comes to be as wide as wanted in the picture. So nothing jumps when
// the fluid moves or the camera does, and marks are as dense as can be read at every zoom.
#pragma once

#include "render/gl/pixel_scale.h"
#include "render/inside_frame.h"
#include "render/inside_view.h"
#include "render/vec3.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::render::gl
{

// As inside_arrow.vert reads it. A draped one has its heights from the surface.
struct ArrowMark
{
    Vec3 tail;
    float width = 1.0F; // pixels, of the shaft
    Vec3 tip;
    float head = 8.0F; // pixels, less on short arrows
    Colour colour;     // sRGB
    float opacity = 1.0F;
    float isDraped = 0.0F;
};
static_assert(sizeof(ArrowMark) == 13 * sizeof(float));

// A piece of a line, as inside_line.vert reads it.
struct LineMark
{
    Vec3 before; // where the line comes from, and goes on to: joints are mitred
    float isDraped = 0.0F;
    Vec3 from;
    float opacityFrom = 1.0F;
    Vec3 to;
    float opacityTo = 1.0F;
    Vec3 after;
    float width = 1.0F;                                  // pixels
    std::array<float, 4> off = {0.0F, 0.0F, 0.0F, 0.0F}; // of from and to, pixels, y up
    Colour colour;                                       // sRGB
    float hasCaps = 1.0F;                                // round ends
};
static_assert(sizeof(LineMark) == 24 * sizeof(float));

struct MarkPlace
{
    Point at;
    float metresPerPixel = 0.0F;
    float strength = 1.0F;  // 0 .. 1
    std::uint32_t name = 0; // the same for the same place at any zoom
};

// Places on lattices of which the finest seen is about `spacing` pixels wide, and no finer than
// `finest` metres; `level` is the height of the plane they are on.
void findPlaces(const Rectangle& world, float level, const PixelScale& scale, float spacing,
                float finest, std::vector<MarkPlace>& places);

class InsideMarks
{
  public:
    explicit InsideMarks(const PixelScale& scale);

    // Velocity: an arrow as long as the spacing has `fullSpeed` (m/s).
    void addVelocity(const InsideFrame& frame, const ArrowStyle& style, float fullSpeed);
    void addStreamlines(const InsideFrame& frame, const StreamlineStyle& style, float fullSpeed);

    // On wetted faces, of the force per area: an arrow of kNeedleLength points has `fullPressure`
    // (Pa).
    void addWettedFaces(const InsideFrame& frame, float fullPressure);

    // Buoyancy, weight, drag and lift, labelled, with discs at the centres of mass and of buoyancy:
    // an arrow of kForceLength points has `fullForce` (N).
    void addForces(const InsideFrame& frame, float fullForce);

    const std::vector<ArrowMark>& velocity() const { return velocity_; }
    const std::vector<LineMark>& streamlines() const { return streamlines_; }
    const std::vector<ArrowMark>& needles() const { return needles_; }
    const std::vector<ArrowMark>& forces() const { return forces_; }
    const std::vector<LineMark>& labels() const { return labels_; } // and discs

  private:
    void addForce(Vec3 at, Vec3 force, float fullForce, Colour colour);
    void addLabel(std::string_view text, Vec3 at, Point off, Colour colour);
    bool claims(const Rectangle& room);
    void addDisc(Vec3 at, float radius, Colour colour);

    PixelScale scale_;
    float point_;
    std::vector<MarkPlace> places_;
    std::vector<Point> line_;
    std::vector<Rectangle> taken_; // by labels, pixels
    std::vector<ArrowMark> velocity_;
    std::vector<LineMark> streamlines_;
    std::vector<ArrowMark> needles_;
    std::vector<ArrowMark> forces_;
    std::vector<LineMark> labels_;
};

// The colours of forces, told apart by every eye (Okabe, Ito 2008).
Colour buoyancyColour();
Colour weightColour();
Colour dragColour();

// "12.3 kN"
std::string forceText(float newtons);

} // namespace tarn::render::gl
