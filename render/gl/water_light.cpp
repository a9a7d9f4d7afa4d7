#include "render/gl/water_light.h"

#include "render/gl/textures_in_use.h"

#include <algorithm>
#include <cmath>

namespace tarn::render::gl
{

namespace
{

Target gatheredTarget(const Context& context, const WaterDetail& detail)
{
    return Target::offscreen(context, detail.causticTexels, detail.causticTexels,
                             {.colour = Format::rgba16f, .samples = detail.causticSamples});
}

// Whether light of all colours lands within a texel: flat water bends red and blue that far apart.
bool landsTogether(const SceneBlock& scene)
{
    const float sine = std::sqrt(std::max(1.0F - scene.sun.z * scene.sun.z, 0.0F));
    const auto tangent = [&](float index) {
        return sine / std::sqrt(std::max(index * index - sine * sine, 1e-6F));
    };
    const float deepest = scene.levels.z - scene.lightRange.x;
    const float apart = std::abs(tangent(scene.indices.x) - tangent(scene.indices.z)) * deepest;
    return apart < scene.lightRange.w;
}

} // namespace

WaterLight::WaterLight(const Context& context, const WaterDetail& detail)
    : context_(&context), detail_(detail), shadows_(context, Format::depth24, Filter::shadow),
      shadowFrame_(context), gathered_(gatheredTarget(context, detail)),
      caustics_(context, Format::rgba16f, Filter::mipmaps), beams_(context),
      bodyProgram_(context, {"body.vert", "nothing.frag", "#define SHADOW\n"}),
      groundProgram_(context, {"groundshadow.vert", "nothing.frag", ""}),
      causticProgram_(context, {"caustic.vert", "caustic.frag", ""}),
      softenProgram_(context, {"full.vert", "soften.frag", ""})
{
    setDetail(detail);
}

void WaterLight::setDetail(const WaterDetail& detail)
{
    if (detail.causticTexels != detail_.causticTexels ||
        detail.causticSamples != detail_.causticSamples)
    {
        gathered_ = gatheredTarget(*context_, detail);
    }
    detail_ = detail;
    caustics_.resize(detail.causticTexels, detail.causticTexels);
    shadows_.resize(detail.shadowTexels, detail.shadowTexels);
    shadowFrame_.attach({}, &shadows_);
}

LightFrame WaterLight::frameOf(const ReliefSite& site, float lowest, float highest,
                               float level) const
{
    const auto way = [](Vec3 towards, float up) {
        return Vec3(towards.x / towards.z * up, towards.y / towards.z * up, 0.0F);
    };
    const Vec3 below = way(site.sunInWater, std::max(level - lowest, 0.0F));
    const Vec3 above = way(site.sun, -std::max(highest - level, 0.0F));
    const auto low = [](float a, float b) { return std::min({a, b, 0.0F}); };
    const auto high = [](float a, float b) { return std::max({a, b, 0.0F}); };
    const float left = site.inner.left + low(below.x, above.x);
    const float right = site.inner.right + high(below.x, above.x);
    const float bottom = site.inner.bottom + low(below.y, above.y);
    const float top = site.inner.top + high(below.y, above.y);
    LightFrame frame;
    frame.map = {0.5F * (left + right), 0.5F * (bottom + top), 0.51F * (right - left),
                 0.51F * (top - bottom)};
    const float area = 4.0F * frame.map.z * frame.map.w;
    const float margin = 0.01F * (highest - lowest) + 1e-3F;
    frame.range = {lowest - margin, highest + margin,
                   std::sqrt(area) / static_cast<float>(detail_.shadowTexels),
                   std::sqrt(area) / static_cast<float>(detail_.causticTexels)};
    return frame;
}

void WaterLight::drawShadows(const BodyMeshes& bodies, const SceneBlock& scene,
                             const GridMesh& grid)
{
    const Context& gl = *context_;
    gl->BindFramebuffer(GL_FRAMEBUFFER, shadowFrame_.name());
    gl->Viewport(0, 0, shadows_.width(), shadows_.height());
    gl.apply({.depth = Depth::write, .depthBias = 1.5F});
    const float far = 1.0F;
    gl->ClearBufferfv(GL_DEPTH, 0, &far);
    bodyProgram_.use();
    bodies.draw();
    // Ground that is all below the water shades nothing.
    if (scene.levels.w > scene.levels.z)
    {
        groundProgram_.use();
        groundProgram_.set("gridSize", static_cast<float>(grid.columns()),
                           static_cast<float>(grid.rows()));
        grid.draw();
    }
}

void WaterLight::drawCaustics(const WaterFields& fields, const SceneBlock& scene)
{
    const float longer = static_cast<float>(std::max(fields.columns(), fields.rows()));
    const auto along = [&](int nodes) {
        return std::max(
            static_cast<int>(std::lround(static_cast<float>(detail_.beams * nodes) / longer)), 2);
    };
    beams_.resize(along(fields.columns()), along(fields.rows()));
    gathered_.clear(0.0F, 0.0F, 0.0F, 1.0F);
    causticProgram_.use();
    causticProgram_.set("gridSize", static_cast<float>(beams_.columns()),
                        static_cast<float>(beams_.rows()));
    const bool isOne = !detail_.bendsColoursApart || landsTogether(scene);
    const float indices[] = {isOne ? scene.indices.y : scene.indices.x, scene.indices.y,
                             scene.indices.z};
    for (int k = 0; k < (isOne ? 1 : 3); ++k)
    {
        context_->apply(
            {.blend = Blend::add, .colours = {isOne || k == 0, isOne || k == 1, isOne || k == 2}});
        causticProgram_.set("index", indices[k]);
        beams_.draw();
    }
    gathered_.resolve();
    caustics_.begin();
    context_->apply({});
    softenProgram_.use();
    softenProgram_.set("picture", gathered_.colour(), kFreeUnit);
    context_->drawFull();
    caustics_.texture().makeMipmaps(kCausticCopies);
}

} // namespace tarn::render::gl
