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

} // namespace tarn::render::gl
