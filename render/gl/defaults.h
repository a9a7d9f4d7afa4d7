// The numbers behind pictures by OpenGL, each with its reason; those that the CPU's pictures share
// are in render/defaults.h.
#pragma once

namespace tarn::render::gl
{

// Texels along a side of the maps of light: a shadow's edge on a floor that fills 1280 pixels is
// as sharp as the sun allows; caustics blur by more than a texel anyway.
inline constexpr int kShadowTexels = 2048;
inline constexpr int kCausticTexels = 1024;

// Quads along the longer side of the surface whose light is followed: three texels each, so that
// triangles are still met where light is gathered three times along both axes.
inline constexpr int kBeams = 340;

// Samples a pixel of the picture.
inline constexpr int kSamples = 4;

// Pixels of the picture's longer side to a quad of the drawn surface, and how many quads there are
// at most along its longer side: normals come from a texture, so these only shape silhouettes and
// where bodies cut the surface. Triangles of a few pixels cost as much as ones of sixteen.
inline constexpr int kQuadPixels = 6;
inline constexpr int kSurfaceQuads = 256;

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
