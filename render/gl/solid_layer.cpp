#include "render/gl/solid_layer.h"

#include "render/bloom.h"
#include "render/defaults.h"
#include "render/gl/defaults.h"

namespace tarn::render::gl
{
namespace
{

// Halvings at 720 lines that blur an edge as wide as kSolidRound.
constexpr int kRoundLevels = 4;

} // namespace

SolidLayer::SolidLayer(const Context& context)
    : context_(&context), source_(context), smooth_(context, Format::rg16f, Filter::nearest),
      raised_(context, Format::r16f, Filter::mipmaps),
      cover_(context, Format::rg16f, Filter::linear), soft_(context),
      smoothProgram_(context, "solid_smooth.frag"),
      raiseProgram_(context, {"full.vert", "solid_raise.frag", ""}),
      coverProgram_(context, {"full.vert", "solid_cover.frag", ""}),
      solidProgram_(context, {"full.vert", "solid.frag", ""})
{
}

void SolidLayer::draw(const FieldView& solid, const SolidStyle& style, const PlaneShot& shot,
                      const Target& target)
{
    context_->apply({});
    source_.take(solid);
    smooth_.resize(solid.columns, solid.rows);
    smooth_.begin();
    smoothProgram_.use({{"solid", &source_}});
    context_->drawFull();

    raised_.resize(solid.columns, solid.rows);
    raised_.begin();
    raiseProgram_.use();
    raiseProgram_.set("smoothed", smooth_.texture(), 0);
    raiseProgram_.set("thinPeak", kThinPeak);
    raiseProgram_.set("mostThickening", kMostThickening);
    context_->drawFull();
    if (shot.lod(solid.columns, solid.rows) > 0.0F)
    {
        raised_.texture().makeMipmaps();
    }

    cover_.resize(shot.width, shot.height);
    cover_.begin();
    coverProgram_.use();
    coverProgram_.set("cellMap", raised_.texture(), 0);
    const Point cells = shot.cellsPerPixel(solid.columns, solid.rows);
    coverProgram_.set("cellsPerPixel", cells.x, cells.y);
    shot.look(coverProgram_, solid.columns, solid.rows);
    context_->drawFull();
    soft_.blur(cover_.texture(), halvingsFor(shot.width, shot.height, kRoundLevels));

    target.begin();
    context_->apply({.blend = Blend::laid});
    solidProgram_.use();
    solidProgram_.set("coverMap", cover_.texture(), 0);
    solidProgram_.set("softMap", soft_.result(), 1);
    solidProgram_.set("share", soft_.share());
    solidProgram_.set("fill", style.fill);
    solidProgram_.set("edge", style.edge);
    solidProgram_.set("edgeWidth", style.edgeWidth * shot.point);
    solidProgram_.set("roundness", kSolidRound * shot.point);
    solidProgram_.set("lamp", kInkLamp);
    solidProgram_.set("shade", kSolidShade);
    context_->drawFull();
}

} // namespace tarn::render::gl
