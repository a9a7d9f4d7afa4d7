#include "render/gl/ink_layer.h"

#include "render/bloom.h"
#include "render/defaults.h"
#include "render/gl/defaults.h"
#include "render/ink.h"

#include <algorithm>
#include <cmath>

namespace tarn::render::gl
{
namespace
{

static_assert(kMaxDyes == 8);

// Towards the lamp above smoke.
constexpr Vec3 kSmokeLampAt = {-0.35F, 0.78F, 0.518F};

template <std::size_t... I>
std::array<FieldSource, sizeof...(I)> sources(const Context& context, std::index_sequence<I...>)
{
    return {((void)I, FieldSource(context))...};
}

} // namespace

InkLayer::InkLayer(const Context& context)
    : context_(&context), dyes_(sources(context, std::make_index_sequence<8>())),
      mix_(context, Format::rgba16f, Filter::mipmaps),
      glow_(context, Format::rgba16f, Filter::mipmaps),
      light_(context, Format::rgba16f, Filter::linear),
      shaded_(context, Format::rgba16f, Filter::linear),
      lightOfGlow_(context, Format::rgba16f, Filter::linear),
      columns_{MapTarget(context, Format::r16f, Filter::linear),
               MapTarget(context, Format::r16f, Filter::linear)},
      bloom_(context), mixProgram_(context, "mix.frag"),
      lookProgram_(context, {"full.vert", "ink.frag", ""}),
      reliefProgram_(context, {"full.vert", "relief.frag", ""}),
      columnProgram_(context, {"full.vert", "smoke_column.frag", ""}),
      glowingProgram_(context, {"full.vert", "glowing.frag", ""}),
      pigmentProgram_(context, {"full.vert", "pigment.frag", ""}),
      smokeProgram_(context, {"full.vert", "smoke.frag", ""})
{
}

void InkLayer::draw(std::span<const FieldView> dyes, const InkStyle& style, const PlaneShot& shot,
                    const Target& target)
{
    dyeCount_ = static_cast<int>(dyes.size());
    for (std::size_t k = 0; k < dyes_.size(); ++k)
    {
        dyes_[k].take(k < dyes.size() ? dyes[k] : FieldView{});
    }
    std::array<PerDye, kMaxDyes> perDye = {};
    std::array<PerDye, kMaxDyes> glows = {};
    for (std::size_t k = 0; k < perDye.size(); ++k)
    {
        const Colour unit = inkUnit(style, k);
        const float glow =
            style.mode == InkMode::smoke && k < style.glow.size() ? style.glow[k] : 0.0F;
        const float own = style.strength * (1.0F - glow);
        const float light = style.strength * glow;
        perDye[k] = {own * unit.r, own * unit.g, own * unit.b, own};
        glows[k] = {light * unit.r, light * unit.g, light * unit.b, 0.0F};
    }
    context_->apply({});
    const bool isSmoke = style.mode == InkMode::smoke;
    const bool isSmall = shot.lod(dyes[0].columns, dyes[0].rows) > 0.0F;
    mix(perDye, mix_, isSmall || isSmoke);
    look(mix_, shot, light_);
    shade(style, shot);
    switch (style.mode)
    {
    case InkMode::light:
        drawGlowing(style, shot, target);
        break;
    case InkMode::pigment:
        drawPigment(style, shot, target);
        break;
    case InkMode::smoke:
        mix(glows, glow_, isSmall);
        look(glow_, shot, lightOfGlow_);
        drawSmoke(style, shot, target);
        break;
    }
}

// Four dyes at a time; the second four are added.
void InkLayer::mix(std::span<const PerDye> perDye, MapTarget& map, bool hasMipmaps)
{
    map.resize(dyes_[0].columns(), dyes_[0].rows());
    map.begin();
    constexpr const char* kUnits[] = {"perA", "perB", "perC", "perD"};
    for (std::size_t first = 0; first < std::size_t(dyeCount_); first += 4)
    {
        context_->apply({.blend = first > 0 ? Blend::add : Blend::none});
        Program& program = mixProgram_.use({{"a", &dyes_[first]},
                                            {"b", &dyes_[first + 1]},
                                            {"c", &dyes_[first + 2]},
                                            {"d", &dyes_[first + 3]}});
        for (std::size_t k = 0; k < 4; ++k)
        {
            const PerDye& unit = perDye[first + k];
            program.set(kUnits[k], unit[0], unit[1], unit[2], unit[3]);
        }
        program.set("most", kMaxDye);
        program.set("mostMixed", kMostMixed);
        context_->drawFull();
    }
    context_->apply({});
    if (hasMipmaps)
    {
        map.texture().makeMipmaps();
    }
}

void InkLayer::look(const MapTarget& map, const PlaneShot& shot, MapTarget& out)
{
    out.resize(shot.width, shot.height);
    out.begin();
    lookProgram_.use();
    lookProgram_.set("mixMap", map.texture(), 0);
    shot.look(lookProgram_, map.texture().width(), map.texture().height());
    context_->drawFull();
}

void InkLayer::shade(const InkStyle& style, const PlaneShot& shot)
{
    shaded_.resize(shot.width, shot.height);
    shaded_.begin();
    const bool isSmoke = style.mode == InkMode::smoke;
    reliefProgram_.use();
    reliefProgram_.set("lightMap", light_.texture(), 0);
    isSmoke ? reliefProgram_.set("heightOf", 0.0F, 0.0F, 0.0F, 1.0F)
            : reliefProgram_.set("heightOf", 0.3F, 0.5F, 0.2F, 0.0F);
    // Density is darkness: what faces the lamp gets less of it, as if the lamp were opposite.
    const float side = style.mode == InkMode::pigment ? -1.0F : 1.0F;
    reliefProgram_.set("steepness", side * style.relief * kReliefHeight * shot.point);
    reliefProgram_.set("lamp", isSmoke ? kSmokeLampAt : kInkLamp);
    reliefProgram_.set("limits", kReliefDark, kReliefBright);
    context_->drawFull();
}

void InkLayer::spread(const Texture& light, const InkStyle& style, const PlaneShot& shot)
{
    if (style.bloom > 0.0F)
    {
        bloom_.spreadBright(light, kBloomThreshold,
                            halvingsFor(shot.width, shot.height, kBloomLevels), kBloomFalloff);
    }
}

void InkLayer::drawGlowing(const InkStyle& style, const PlaneShot& shot, const Target& target)
{
    spread(shaded_.texture(), style, shot);
    target.begin();
    context_->apply({});
    glowingProgram_.use();
    glowingProgram_.set("lightMap", shaded_.texture(), 0);
    glowingProgram_.set("bloomMap", bloom_.result(), 1);
    glowingProgram_.set("bloom", kBloomGain * style.bloom * bloom_.share());
    glowingProgram_.set("toe", kToneToe);
    glowingProgram_.set("whitening", kToneWhite);
    set(glowingProgram_, "ground", {style.ground, shot.isTransparent ? 0.0F : 1.0F});
    shot.look(glowingProgram_, shot.width, shot.height);
    context_->drawFull();
}

void InkLayer::drawPigment(const InkStyle& style, const PlaneShot& shot, const Target& target)
{
    target.begin();
    context_->apply({});
    pigmentProgram_.use();
    pigmentProgram_.set("lightMap", shaded_.texture(), 0);
    set(pigmentProgram_, "ground", {style.paper, shot.isTransparent ? 0.0F : 1.0F});
    shot.look(pigmentProgram_, shot.width, shot.height);
    context_->drawFull();
}

// Stretches of 1, 2, 4, ... texels towards the lamp, until they cross the whole world.
void InkLayer::gatherColumns()
{
    const int columns = mix_.texture().width();
    const int rows = mix_.texture().height();
    const float scale = std::min(1.0F, static_cast<float>(kSmokeTexels) /
                                           static_cast<float>(std::max(columns, rows)));
    const auto texels = [&](int cells) {
        return std::max(1, static_cast<int>(std::lround(scale * static_cast<float>(cells))));
    };
    const int width = texels(columns);
    const int height = texels(rows);
    const float shape = static_cast<float>(height) / static_cast<float>(width);
    const float slant = kSmokeLampAt.x / kSmokeLampAt.y;
    columnProgram_.use();
    const Texture* from = &mix_.texture();
    int reach = 1; // texels that are known of a way
    do
    {
        const float up = static_cast<float>(reach) / static_cast<float>(height);
        columnsIn_ = 1 - columnsIn_;
        MapTarget& to = columns_[columnsIn_];
        to.resize(width, height);
        to.begin();
        columnProgram_.set("stretch", *from, 0);
        columnProgram_.set("next", slant * up * shape, up);
        columnProgram_.set("width", kSmokeSpread * up * shape);
        const bool isFirst = from == &mix_.texture();
        columnProgram_.set("first", isFirst ? 1.0F : 0.0F);
        columnProgram_.set("level", isFirst ? -std::log2(scale) : 0.0F);
        columnProgram_.set("most", kMostMixed);
        context_->drawFull();
        from = &to.texture();
        reach *= 2;
    } while (reach < height);
}

void InkLayer::drawSmoke(const InkStyle& style, const PlaneShot& shot, const Target& target)
{
    gatherColumns();
    spread(lightOfGlow_.texture(), style, shot);
    target.begin();
    context_->apply({});
    smokeProgram_.use();
    smokeProgram_.set("lightMap", light_.texture(), 0);
    smokeProgram_.set("reliefMap", shaded_.texture(), 1);
    smokeProgram_.set("glowMap", lightOfGlow_.texture(), 2);
    smokeProgram_.set("bloomMap", bloom_.result(), 3);
    smokeProgram_.set("columnMap", columns_[columnsIn_].texture(), 4);
    smokeProgram_.set("bloom", kBloomGain * style.bloom * bloom_.share());
    smokeProgram_.set("density", kSmokeDepth);
    const auto height = static_cast<float>(columns_[columnsIn_].texture().height());
    smokeProgram_.set("shading", kSmokeShade / height);
    smokeProgram_.set("lampLight", kSmokeLamp);
    smokeProgram_.set("skyLight", kSmokeSky);
    smokeProgram_.set("glowLight", style.bloom > 0.0F ? kSmokeGlow * bloom_.share() : 0.0F);
    smokeProgram_.set("toe", kToneToe);
    smokeProgram_.set("whitening", kToneWhite);
    set(smokeProgram_, "ground", {style.ground, shot.isTransparent ? 0.0F : 1.0F});
    shot.look(smokeProgram_, shot.width, shot.height);
    context_->drawFull();
}

} // namespace tarn::render::gl
