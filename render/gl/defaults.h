// The numbers behind pictures by OpenGL, each with its reason; those that the CPU's pictures share
// are in render/defaults.h.
#pragma once

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
    {1, 512, 256, 1, 96, 24, 96, 2, 8, false, false},
    {4, 1024, 512, 1, 170, 16, 128, 1, 12, false, true},
    {4, 2048, 1024, 4, 340, 10, 256, 1, 16, true, true},
    {8, 4096, 2048, 4, 680, 6, 512, 1, 32, true, true},
};

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

// Texels along the longer side of the map of light in smoke: shadows in smoke are soft anyway.
inline constexpr int kSmokeTexels = 256;
// How wide the front is from which light comes to a spot, as a part of the way to it.
inline constexpr float kSmokeSpread = 0.35F;
// Optical depth of one unit of smoke to the eye, and to light that crosses the whole world in it.
inline constexpr float kSmokeDepth = 3.0F;
inline constexpr float kSmokeShade = 9.0F;
// Light of the lamp and of the sky on smoke, and how much of the glow's spread it catches.
inline constexpr float kSmokeLamp = 1.15F;
inline constexpr float kSmokeSky = 0.22F;
inline constexpr float kSmokeGlow = 2.5F;

// How wide the slope of a solid's edge is, in points, and how dark its shadow.
inline constexpr float kSolidRound = 11.0F;
inline constexpr float kSolidShade = 0.45F;

// Samples along the longer side of fields that are looked at on the host although they lie on the
// GPU: for ranges, levels and arrows.
inline constexpr int kCoarseSide = 128;

} // namespace tarn::render::gl
