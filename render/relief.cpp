// ReliefPainter: a frame becomes a lattice of heights, bodies for rays, light on both; then every
// pixel gets a ray, and those that differ from their neighbours some more; drops and text come
// last.
#include "render/relief.h"

#include "render/body_set.h"
#include "render/canvas.h"
#include "render/checks.h"
#include "render/defaults.h"
#include "render/error.h"
#include "render/height_map.h"
#include "render/legend.h"
#include "render/light_map.h"
#include "render/mask.h"
#include "render/relief_camera.h"
#include "render/relief_drops.h"
#include "render/relief_looks.h"
#include "render/relief_rays.h"
#include "render/relief_shader.h"
#include "render/relief_site.h"
#include "render/ripples.h"
#include "render/view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace tarn::render
{
namespace
{

struct LiquidRow
{
    std::string_view name;
    LiquidLook look;
};

// Absorption is what makes them look as in a glass of some centimetres (oil, honey) or a basin of
// some metres (water, sea); mud and lava are opaque.
//
// Refractive indices and dispersions: docs/rendering.md has their sources. Wet clay shines by its
// film of water; of opaque liquids no dispersion is seen.
const std::array<LiquidRow, 7>& liquids()
{
    static const std::array<LiquidRow, 7> kRows = {LiquidRow{"water", LiquidLook{}},
                                                   LiquidRow{"sea",
                                                             {.absorption = {0.60F, 0.16F, 0.12F},
                                                              .body = fromSrgb(0.05F, 0.34F, 0.42F),
                                                              .scattering = 0.35F,
                                                              .refractiveIndex = 1.34F,
                                                              .gloss = 0.85F,
                                                              .ripples = 0.05F,
                                                              .caustics = 0.7F}},
                                                   LiquidRow{"oil",
                                                             {.absorption = {0.9F, 1.6F, 7.0F},
                                                              .body = fromSrgb(0.62F, 0.52F, 0.10F),
                                                              .scattering = 0.3F,
                                                              .refractiveIndex = 1.47F,
                                                              .ripples = 0.0F,
                                                              .caustics = 0.8F,
                                                              .dispersion = 0.0093F}},
                                                   LiquidRow{"honey",
                                                             {.absorption = {0.5F, 3.0F, 18.0F},
                                                              .body = fromSrgb(0.90F, 0.50F, 0.06F),
                                                              .scattering = 1.2F,
                                                              .refractiveIndex = 1.4915F,
                                                              .ripples = 0.0F,
                                                              .caustics = 0.6F,
                                                              .dispersion = 0.0091F}},
                                                   LiquidRow{"mud",
                                                             {.absorption = {20.0F, 24.0F, 30.0F},
                                                              .body = fromSrgb(0.44F, 0.34F, 0.24F),
                                                              .scattering = 60.0F,
                                                              .gloss = 0.55F,
                                                              .ripples = 0.01F,
                                                              .caustics = 0.0F,
                                                              .dispersion = 0.0F}},
                                                   LiquidRow{"lava",
                                                             {.absorption = {30.0F, 40.0F, 50.0F},
                                                              .body = fromSrgb(0.14F, 0.10F, 0.09F),
                                                              .scattering = 80.0F,
                                                              .refractiveIndex = 1.6F,
                                                              .gloss = 0.3F,
                                                              .ripples = 0.03F,
                                                              .caustics = 0.0F,
                                                              .glow = {3.2F, 0.62F, 0.06F},
                                                              .dispersion = 0.0F}},
                                                   // For play: no liquid is like that.
                                                   LiquidRow{"diamond",
                                                             {.absorption = {0.06F, 0.04F, 0.03F},
                                                              .body = fromSrgb(0.55F, 0.62F, 0.68F),
                                                              .scattering = 0.02F,
                                                              .refractiveIndex = 2.430F,
                                                              .ripples = 0.01F,
                                                              .dispersion = 0.044F}}};
    return kRows;
}

} // namespace

std::array<float, 3> refractiveIndices(const LiquidLook& look)
{
    // As red and blue lie around the middle of water's: 1.3300, 1.3342, 1.3358.
    const float spread = look.dispersion / 0.0058F;
    const float index = look.refractiveIndex;
    return {index - 0.0030F * spread, index + 0.0012F * spread, index + 0.0028F * spread};
}

float thrownBack(const FresnelStyle& style, float cosine, float index)
{
    if (style.kind == FresnelKind::exact)
    {
        return fresnel(cosine, index);
    }
    const float grazing = 1.0F - std::clamp(cosine, 0.0F, 1.0F);
    return std::clamp(style.bias + style.scale * std::pow(grazing, style.power), 0.0F, 1.0F);
}

const std::vector<std::string>& liquidLookNames()
{
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> names;
        for (const LiquidRow& row : liquids())
        {
            names.emplace_back(row.name);
        }
        return names;
    }();
    return kNames;
}

LiquidLook liquidLook(std::string_view name)
{
    for (const LiquidRow& row : liquids())
    {
        if (row.name == name)
        {
            return row.look;
        }
    }
    throw Error(fmt::format("liquid: there is no look of '{}'; choose from: {}", name,
                            fmt::join(liquidLookNames(), ", ")));
}

// All that a painter keeps: what the view means, and memory.
class ReliefPainter::Studio
{
  public:
    Studio(const ReliefView& view, tnTaskSystem tasks)
        : view_(view), lightView_(view), bands_(tasks), looks_(view)
    {
        lightView_.background = untoned(view.background, view.light.exposure);
    }

    Image draw(const ReliefFrame& frame)
    {
        checkFrame(frame);
        bodies_.build(frame.bodies);
        map_.build(frame, bands_);
        const ReliefSite site = ReliefSite::make(view_, map_);
        looks_.setLand(frame.world, map_.meanWater(), map_.highestGround());
        const double time = std::isfinite(frame.time) ? frame.time : 0.0;
        const Ripples ripples(looks_.noise(), frame.world, time);
        lights_.build(map_, bodies_, site, view_.liquid, ripples, bands_);
        readExtras(frame);

        const Eye eye(view_, site, 0.5F * (site.base + site.high));
        const ReliefShader shader(lightView_, looks_, site, map_, bodies_, lights_, extras_,
                                  ripples, time);
        canvas_.resize(view_.width, view_.height);
        rays_.cast(canvas_, view_, eye, shader, bodies_, bands_);
        drawDrops(canvas_, frame.drops, rays_.distances(), eye,
                  toned(shader.whiteLight(), view_.light.exposure));
        mask_.resize(view_.width, view_.height);
        drawLabels(canvas_, mask_, canvas_.all(), view_.title,
                   view_.showTime ? timeText(frame.time) : std::string(),
                   pointOf(view_.width, view_.height));
        return canvas_.toImage(view_.dither, bands_);
    }

    const ReliefView& view() const { return view_; }

  private:
    // A field on the lattice; what is not finite counts as 0.
    const std::vector<float>& onLattice(const FieldView& field, std::vector<float>& out)
    {
        cells_.resize(std::size_t(field.columns) * std::size_t(field.rows));
        for (int j = 0; j < field.rows; ++j)
        {
            std::transform(field.row(j), field.row(j) + field.columns,
                           cells_.begin() + std::ptrdiff_t(j) * field.columns, [](float value) {
                               return std::isfinite(value) ? std::clamp(value, -kHighest, kHighest)
                                                           : 0.0F;
                           });
        }
        map_.onLattice({cells_.data(), field.columns, field.rows, field.columns}, out, bands_);
        return out;
    }

    void readExtras(const ReliefFrame& frame)
    {
        extras_.drift.clear();
        extras_.tint.clear();
        const auto add = [&](const FieldView& field, std::vector<Quad>& quads, auto&& put) {
            if (field.isThere())
            {
                onLattice(field, nodes_);
                quads.resize(nodes_.size());
                for (std::size_t n = 0; n < nodes_.size(); ++n)
                {
                    put(quads[n], nodes_[n]);
                }
            }
        };
        add(frame.foam, extras_.drift, [](Quad& q, float value) { q.a = value; });
        if (frame.foam.isThere())
        {
            add(frame.velocityX, extras_.drift, [](Quad& q, float value) { q.b = value; });
            add(frame.velocityY, extras_.drift, [](Quad& q, float value) { q.c = value; });
        }
        for (std::size_t k = 0; k < frame.dyes.size(); ++k)
        {
            const Colour colour = k < view_.dyeColours.size()
                                      ? view_.dyeColours[k]
                                      : inkPalette(static_cast<int>(k), InkMode::pigment);
            add(frame.dyes[k], extras_.tint, [&](Quad& q, float value) {
                const float amount = kDyeAbsorption * std::clamp(value, 0.0F, kMaxDye);
                q.a += amount * (1.0F - colour.r);
                q.b += amount * (1.0F - colour.g);
                q.c += amount * (1.0F - colour.b);
            });
        }
    }

    ReliefView view_;
    ReliefView lightView_; // with colours as light before the tone curve
    Bands bands_;
    ReliefLooks looks_;
    HeightMap map_;
    BodySet bodies_;
    LightMap lights_;
    ReliefExtras extras_;
    std::vector<float> cells_;
    std::vector<float> nodes_;
    ReliefRays rays_;
    Canvas canvas_;
    Mask mask_;
};

ReliefPainter::ReliefPainter(ReliefView view, tnTaskSystem tasks)
{
    checkView(view);
    studio_ = std::make_unique<Studio>(view, tasks);
}

ReliefPainter::~ReliefPainter() = default;
ReliefPainter::ReliefPainter(ReliefPainter&& other) noexcept = default;
ReliefPainter& ReliefPainter::operator=(ReliefPainter&& other) noexcept = default;

Image ReliefPainter::draw(const ReliefFrame& frame)
{
    return studio_->draw(frame);
}

const ReliefView& ReliefPainter::view() const
{
    return studio_->view();
}

} // namespace tarn::render
