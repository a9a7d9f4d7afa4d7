// The numbers behind pictures by OpenGL, each with its reason; those that the CPU's pictures share
// are in render/defaults.h.
#pragma once

#include "render/defaults.h"
#include "render/relief.h"

#include <cstddef>
#include <iterator>

namespace tarn::render::gl
{

// What a Detail stands for.
struct WaterDetail
{
    int samples; // a pixel; no more than the context has
    // Texels along a side of the maps of light. A shadow's edge on a floor that fills 1280 pixels
    // is as sharp as the sun allows at 2048; caustics blur by more than a texel at 1024 anyway.
    int shadowTexels;
    int causticTexels;
    int causticSamples;
    // Quads along the longer side of the surface whose light is followed: three texels each, so
    // that triangles are still met where light is gathered three times along both axes.
    int beams;
    // Pixels of the picture's longer side to a quad of the drawn surface, and how many quads there
    // are at most along its longer side: normals come from a texture, so these only shape
    // silhouettes and where bodies cut the surface. Triangles of a few pixels cost as much as ones
    // of sixteen. Where land rises above the water there are three quarters of the most.
    int quadPixels;
    int surfaceQuads;
    int bodyMapPixels; // of the picture along a side to one of the maps of bodies
    int bodyLooks;     // along a refracted ray, for bodies
    bool bendsColoursApart;
    bool hasFineShadows;
};

// By Detail.
inline constexpr WaterDetail kWaterDetails[] = {
    // low
    {.samples = 1,
     .shadowTexels = 512,
     .causticTexels = 256,
     .causticSamples = 1,
     .beams = 96,
     .quadPixels = 24,
     .surfaceQuads = 96,
     .bodyMapPixels = 2,
     .bodyLooks = 8,
     .bendsColoursApart = false,
     .hasFineShadows = false},
    // medium
    {.samples = 4,
     .shadowTexels = 1024,
     .causticTexels = 512,
     .causticSamples = 1,
     .beams = 170,
     .quadPixels = 16,
     .surfaceQuads = 128,
     .bodyMapPixels = 1,
     .bodyLooks = 12,
     .bendsColoursApart = false,
     .hasFineShadows = true},
    // high
    {.samples = 4,
     .shadowTexels = 2048,
     .causticTexels = 1024,
     .causticSamples = 4,
     .beams = 340,
     .quadPixels = 10,
     .surfaceQuads = 256,
     .bodyMapPixels = 1,
     .bodyLooks = 16,
     .bendsColoursApart = true,
     .hasFineShadows = true},
    // best
    {.samples = 8,
     .shadowTexels = 4096,
     .causticTexels = 2048,
     .causticSamples = 4,
     .beams = 680,
     .quadPixels = 6,
     .surfaceQuads = 512,
     .bodyMapPixels = 1,
     .bodyLooks = 32,
     .bendsColoursApart = true,
     .hasFineShadows = true},
};
static_assert(std::size(kWaterDetails) == std::size_t(Detail::best) + 1);

// The smallest copies that are read of the maps of bodies (beneath.glsl, water.glsl: is there
// anything within 64 pixels?) and of caustics (light.glsl: 2.5 at most). A copy costs the driver as
// much as a pass does, however small it is.
inline constexpr int kBodyMapCopies = 6;
inline constexpr int kCausticCopies = 3;

// How long wet sand takes to dry to a third (s), and how much time may pass between two pictures
// for the second to remember what was wet in the first.
inline constexpr double kDrying = 8.0;
inline constexpr double kMostRemembered = 5.0;

// Quads along each side of a block that is cut through.
inline constexpr int kSideQuads = 256;

// Pixels to a cell up to which fields are drawn crisp, and from which on so smooth that no cells
// are seen.
inline constexpr float kCrispPixels = 2.0F;
inline constexpr float kSmoothPixels = 5.0F;

// The most that four dyes come to in a mix, or smoke along a way of light. Half floats end at
// 65504: two such mixes, brightest on a slope that faces the lamp, summed up over a pyramid of any
// height, must stay below. No picture shows more: smoke along such a way lets nothing through.
inline constexpr float kMostMixed = 2000.0F;
static_assert(2.0F * kMostMixed * kReliefBright / (1.0F - kBloomFalloff) < 65504.0F);

// Texels along the longer side of the map of light in smoke: shadows in smoke are soft anyway.
inline constexpr int kSmokeTexels = 256;
// How wide the front is from which light comes to a spot, as a part of the way to it.
inline constexpr float kSmokeSpread = 0.35F;
// Optical depth of one unit of smoke to the eye, and to light that crosses the whole world in it.
inline constexpr float kSmokeDepth = 2.2F;
inline constexpr float kSmokeShade = 14.0F;
// Light of the lamp and of the sky on smoke, and how much of the glow's spread it catches.
inline constexpr float kSmokeLamp = 1.5F;
inline constexpr float kSmokeSky = 0.16F;
inline constexpr float kSmokeGlow = 2.5F;

// How wide the slope of a solid's edge is, in points, and how dark its shadow.
inline constexpr float kSolidRound = 11.0F;
inline constexpr float kSolidShade = 0.45F;

// Samples along the longer side of fields that are looked at on the host although they lie on the
// GPU: for ranges, levels and arrows.
inline constexpr int kCoarseSide = 128;

// ------------------------------------------------------------------------------------------------
// Looking inside. Points are those of view.h.

// Samples a pixel of what is drawn over a picture.
inline constexpr int kMarkSamples = 4;

// Metres of ground to a pixel are no more than this times those of what faces the eye: beyond, at a
// grazing view, marks would be laid out for what cannot be seen anyway.
inline constexpr float kGrazing = 4.0F;

// A lattice of marks begins to be seen when it is this part of the wanted spacing, and is all there
// at the whole of it: the next finer one is half as wide, and not begun then.
inline constexpr float kLatticeBegins = 0.7F;
// Marks of one kind in a picture: what can be told apart in 4K, ten times over.
inline constexpr int kMostMarks = 40000;

// Arrows, points: shaft, head, dark halo around them; as parts of the spacing: the longest arrow.
inline constexpr float kArrowShaft = 1.7F;
inline constexpr float kArrowHead = 8.0F;
inline constexpr float kHalo = 1.2F;
inline constexpr float kLongestArrow = 1.5F;
// Lines are no thinner than this in pixels: below, they are dashed by the raster of the picture.
inline constexpr float kLeastLine = 1.2F;

// Streamlines: pixels of a step (pieces bend by less than a tenth of a pixel on circles of some
// 20), the part of a line that fades in from behind and out ahead, the speeds (parts of the full
// one) between which lines fade away: slow flow has no direction worth a line; how far a seed is
// from its place on the lattice, so that no rows are seen.
inline constexpr float kStreamStep = 4.0F;
inline constexpr float kStreamRise = 0.7F;
inline constexpr float kStreamFall = 0.1F;
inline constexpr float kStreamSlow = 0.005F;
inline constexpr float kStreamFast = 0.04F;
inline constexpr float kSeedJitter = 0.35F;

// The grid: width of a line in points; cells of so many pixels begin to be seen, and are all there.
inline constexpr float kGridLine = 1.0F;
inline constexpr float kGridLeast = 3.0F;
inline constexpr float kGridFull = 8.0F;

// How far marks on the surface are lifted towards the eye before something hides them, as a part of
// the world's longer side: quads of the surface are flatter than the marks are.
inline constexpr float kMarkLift = 0.004F;
// What is left of hidden marks.
inline constexpr float kHiddenOpacity = 0.12F;

// Bodies: opacity of wetted parts that face the eye and that look away; points of an arrow of the
// full pressure and of the full force; pixels of a face's side at which its arrow begins to be seen
// and is all there; points of a disc at a centre, of a label's capitals, and a label's distance.
inline constexpr float kWettedFront = 0.72F;
inline constexpr float kWettedBack = 0.3F;
inline constexpr float kNeedleLength = 24.0F;
inline constexpr float kForceLength = 120.0F;
inline constexpr float kFaceLeast = 9.0F;
inline constexpr float kFaceFull = 18.0F;
inline constexpr float kDiscRadius = 5.0F;
inline constexpr float kLabelHeight = 10.0F;
inline constexpr float kLabelAway = 7.0F;
// Forces below this part of the full one are not drawn: they would be a head without an arrow.
inline constexpr float kLeastForce = 0.03F;

} // namespace tarn::render::gl
