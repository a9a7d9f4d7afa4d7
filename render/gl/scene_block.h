// SceneBlock: the numbers of a frame that all shaders of a picture of water share; the same in
// shaders/scene.glsl.
#pragma once

#include "render/colour.h"
#include "render/gl/matrix.h"
#include "render/vec3.h"

namespace tarn::render::gl
{

struct Vec4
{
    float x = 0.0F;
    float y = 0.0F;
    float z = 0.0F;
    float w = 0.0F;

    Vec4() = default;
    Vec4(float x_, float y_, float z_, float w_) : x(x_), y(y_), z(z_), w(w_) {}
    Vec4(Vec3 v, float w_) : x(v.x), y(v.y), z(v.z), w(w_) {}
    Vec4(Colour c, float w_) : x(c.r), y(c.g), z(c.b), w(w_) {}
};

struct SceneBlock
{
    Matrix viewProjection;
    Vec4 eye;
    Vec4 forward;
    Vec4 world;
    Vec4 outer;
    Vec4 levels;
    Vec4 sun;
    Vec4 sunInWater;
    Vec4 sunLight;
    Vec4 skyLight;
    Vec4 zenith;
    Vec4 horizon;
    Vec4 absorption;
    Vec4 deep;
    Vec4 glow;
    Vec4 indices;
    Vec4 fresnelForm;
    Vec4 ground;
    Vec4 groundColour;
    Vec4 background;
    Vec4 lattice;
    Vec4 pixel;
    Vec4 extras;
    Vec4 lightMap;
    Vec4 lightRange;
    Vec4 depthRange;
    Vec4 detail;
};
static_assert(sizeof(SceneBlock) == 4 * (16 + 4 * 26));

} // namespace tarn::render::gl
