#include "render/gl/map_layers.h"

#include "render/defaults.h"
#include "render/gl/defaults.h"
#include "render/texture.h"

#include <algorithm>
#include <cmath>

namespace tarn::render::gl
{

ScalarLayer::ScalarLayer(const Context& context)
    : context_(&context), scalar_(context), velocityX_(context), velocityY_(context),
      cells_(context, Format::rg32f, context.hasFloatLinear() ? Filter::mipmaps : Filter::nearest),
      coarse_(context), colours_(context, Format::rgba16f, Filter::linear), follower_(range_),
      cellProgram_(context, "scalar_cells.frag"),
      program_(context, {"full.vert", "scalar.frag", ""})
{
}

void ScalarLayer::prepare(const ScalarStyle& style)
{
    if (!map_ || style.map != mapName_)
    {
        mapName_ = style.map;
        map_.emplace(style.map);
        std::vector<float> texels;
        for (const Colour& colour : map_->table())
        {
            texels.insert(texels.end(), {colour.r, colour.g, colour.b, 1.0F});
        }
        const auto count = static_cast<int>(map_->table().size());
        colours_.upload(count, 1, texels.data(), count);
    }
    if (style.range.kind != range_.kind || style.range.low != range_.low ||
        style.range.high != range_.high)
    {
        range_ = style.range;
        follower_ = RangeFollower(range_);
    }
}

// Which numbers the ends of the map stand for.
void ScalarLayer::follow(const Frame& frame)
{
    const bool isSpeed = !frame.scalar.isAnywhere();
    if (!isSpeed && frame.scalar.isThere())
    {
        limits_ = follower_.follow(frame.scalar, frame.solid);
        return;
    }
    if (range_.kind == RangeKind::fixed)
    {
        limits_ = follower_.follow({}, {});
        return;
    }
    coarse_.take({frame.scalar, frame.velocityX, frame.velocityY, frame.solid});
    FieldView numbers = coarse_.view(isSpeed ? 1 : 0);
    if (isSpeed)
    {
        const FieldView y = coarse_.view(2);
        speeds_.resize(std::size_t(y.columns) * std::size_t(y.rows));
        for (std::size_t k = 0; k < speeds_.size(); ++k)
        {
            speeds_[k] = std::hypot(numbers.data[k], y.data[k]);
        }
        numbers.data = speeds_.data();
    }
    limits_ = follower_.follow(numbers, coarse_.view(3));
}

void ScalarLayer::draw(const Frame& frame, const ScalarStyle& style, const PlaneShot& shot,
                       const Target& target)
{
    prepare(style);
    follow(frame);
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
    program_.set("colours", colours_, 1);
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
