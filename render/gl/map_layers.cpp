#include "render/gl/map_layers.h"

#include "render/defaults.h"
#include "render/gl/defaults.h"
#include "render/texture.h"

#include <algorithm>

namespace tarn::render::gl
{

ScalarLayer::ScalarLayer(const Context& context)
    : context_(&context), scalar_(context), velocityX_(context), velocityY_(context),
      cells_(context, Format::rg32f, context.hasFloatLinear() ? Filter::mipmaps : Filter::nearest),
      maps_(context, Coding::linear), cellProgram_(context, "scalar_cells.frag"),
      program_(context, {"full.vert", "scalar.frag", ""})
{
}

// Which numbers the ends of the map stand for. A fixed range looks at no field.
void ScalarLayer::follow(const Frame& known, const ScalarStyle& style)
{
    FieldView numbers = known.scalar;
    if (style.range.kind != RangeKind::fixed && !known.scalar.isAnywhere())
    {
        const FieldView& x = known.velocityX;
        numbers = speedOf(x, known.velocityY, {0, 0, x.columns, x.rows, {}}, speeds_);
    }
    limits_ = follower_.follow(style, numbers, known.solid);
}

void ScalarLayer::draw(const Frame& frame, const Frame& known, const ScalarStyle& style,
                       const PlaneShot& shot, const Target& target)
{
    follow(known, style);
    context_->apply({});
    const bool isSpeed = !frame.scalar.isAnywhere();
    const FieldView& field = isSpeed ? frame.velocityX : frame.scalar;
    scalar_.take(frame.scalar);
    velocityX_.take(isSpeed ? frame.velocityX : FieldView{});
    velocityY_.take(isSpeed ? frame.velocityY : FieldView{});
    cells_.resize(field.columns, field.rows);
    cells_.begin();
    Program& cells = cellProgram_.use(
        {{"scalar", &scalar_}, {"velocityX", &velocityX_}, {"velocityY", &velocityY_}});
    cells.set("speed", isSpeed ? 1.0F : 0.0F);
    context_->drawFull();
    const bool isSmall = shot.lod(field.columns, field.rows) > 0.0F;
    if (isSmall && context_->hasFloatLinear())
    {
        cells_.texture().makeMipmaps();
    }

    target.begin();
    program_.use();
    program_.set("cellMap", cells_.texture(), 0);
    program_.set("colours", maps_.texture(style.map), 1);
    program_.set("range", limits_.low, 1.0F / (limits_.high - limits_.low));
    program_.set("signal", kSignal);
    shot.look(program_, field.columns, field.rows);
    if (!context_->hasFloatLinear())
    {
        program_.set("lod", 0.0F);
    }
    context_->drawFull();
}

LiquidLayer::LiquidLayer(const Context& context)
    : context_(&context), coordinates_(context, Format::rgba32f, Filter::nearest),
      weights_(context, Format::rgba16f, Filter::nearest),
      picture_(context, Format::rgba16f, Filter::mipmaps, Wrap::repeat),
      packProgram_(context, "pack.frag"), program_(context, {"full.vert", "liquid.frag", ""})
{
    for (int k = 0; k < 6; ++k)
    {
        sources_.emplace_back(context);
    }
}

void LiquidLayer::takePicture(const render::Texture& texture)
{
    if (texture.id() == pictureId_)
    {
        return;
    }
    pictureId_ = texture.id();
    std::vector<float> texels;
    texels.reserve(4 * texture.pixels().size());
    for (const Colour& colour : texture.pixels())
    {
        texels.insert(texels.end(), {colour.r, colour.g, colour.b, 1.0F});
    }
    picture_.upload(texture.width(), texture.height(), texels.data(), texture.width());
    picture_.makeMipmaps();
}

void LiquidLayer::draw(const TextureFrame& frame, const PlaneShot& shot, const Target& target)
{
    takePicture(*frame.texture);
    const TextureLayer& first = frame.layers[0];
    const bool hasSecond = frame.layers[1].u.isAnywhere();
    const TextureLayer& second = hasSecond ? frame.layers[1] : first;
    const FieldView none;
    const FieldView* const fields[] = {&first.u,      &first.v,
                                       &second.u,     &second.v,
                                       &first.weight, hasSecond ? &second.weight : &none};
    int columns = 1;
    int rows = 1;
    for (std::size_t k = 0; k < sources_.size(); ++k)
    {
        sources_[k].take(*fields[k]);
        columns = std::max(columns, fields[k]->columns);
        rows = std::max(rows, fields[k]->rows);
    }
    context_->apply({});
    coordinates_.resize(columns, rows);
    coordinates_.begin();
    packProgram_.use(
        {{"a", &sources_[0]}, {"b", &sources_[1]}, {"c", &sources_[2]}, {"d", &sources_[3]}});
    context_->drawFull();
    weights_.resize(std::max(first.weight.columns, second.weight.columns),
                    std::max(first.weight.rows, second.weight.rows));
    weights_.begin();
    packProgram_.use(
        {{"a", &sources_[4]}, {"b", &sources_[5]}, {"c", &sources_[5]}, {"d", &sources_[5]}});
    context_->drawFull();

    target.begin();
    program_.use();
    program_.set("coordinates", coordinates_.texture(), 0);
    program_.set("weights", weights_.texture(), 1);
    program_.set("picture", picture_, 2);
    program_.set("meanColour", frame.texture->mean());
    program_.set("grain", kTextureGrain);
    shot.look(program_, columns, rows);
    context_->drawFull();
}

} // namespace tarn::render::gl
