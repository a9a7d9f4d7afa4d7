#include "render/gl/water_fields.h"

#include "render/defaults.h"
#include "render/gl/defaults.h"
#include "render/view.h"

#include <algorithm>
#include <cmath>

namespace tarn::render::gl
{

WaterFields::WaterFields(const Context& context)
    : context_(&context), terrain_(context), depth_(context), surface_(context), foam_(context),
      dye_(context), velocity_(context), wet_(context, Format::rg16f, Filter::mipmaps),
      cells_(context, Format::rg32f, Filter::nearest),
      heights_(context, Format::rg32f, context.hasFloatLinear() ? Filter::linear : Filter::nearest),
      slopes_(context, Format::rgba16f, Filter::mipmaps), wetness_{MapTarget(context, Format::r16f,
                                                                             Filter::linear),
                                                                   MapTarget(context, Format::r16f,
                                                                             Filter::linear)},
      drift_(context, Format::rgba16f, Filter::linear),
      tint_(context, Format::rgba16f, Filter::linear),
      wetProgram_(context, {"full.vert", "wet.frag", ""}),
      cellProgram_(context, {"full.vert", "cells.frag", ""}),
      wetnessProgram_(context, {"full.vert", "wetness.frag", ""}),
      latticeProgram_(context, {"full.vert", "lattice.frag", ""}),
      slopeProgram_(context, {"full.vert", "slopes.frag", ""}),
      driftProgram_(context, {"full.vert", "drift.frag", ""}),
      tintProgram_(context, {"full.vert", "tint.frag", ""})
{
}

void WaterFields::update(const ReliefFrame& frame, float meanWater,
                         std::span<const Colour> dyeColours)
{
    chooseLattice(frame);
    context_->apply({});
    makeCells(frame, meanWater);
    makeWetness(frame);
    makeLattice(frame);
    makeDrift(frame);
    makeTint(frame, dyeColours);
}

void WaterFields::chooseLattice(const ReliefFrame& frame)
{
    const Rectangle& world = frame.world;
    const float longer = std::max(world.width(), world.height());
    const int cells = std::max(frame.terrain.columns, frame.terrain.rows);
    const int nodes = std::clamp(cells, kReliefLeastNodes, kReliefMostNodes);
    step_ = longer / static_cast<float>(nodes);
    const auto along = [&](float metres) {
        return std::clamp(static_cast<int>(std::lround(metres / step_)), 2, nodes);
    };
    columns_ = along(world.width());
    rows_ = along(world.height());
}

void WaterFields::makeCells(const ReliefFrame& frame, float meanWater)
{
    terrain_.upload(frame.terrain);
    depth_.upload(frame.depth);
    surface_.upload(frame.surface);
    const auto bindCells = [&](Program& program) {
        program.use();
        program.set("terrainField", terrain_.texture(), 0);
        program.set("depthField", depth_.texture(), 1);
        program.set("surfaceField", surface_.texture(), 2);
        program.set("hasSurface", surface_.isThere() ? 1.0F : 0.0F);
        program.set("meanWater", meanWater);
    };
    wet_.resize(frame.terrain.columns, frame.terrain.rows);
    wet_.begin();
    bindCells(wetProgram_);
    context_->drawFull();
    wet_.texture().makeMipmaps();

    cells_.resize(frame.terrain.columns, frame.terrain.rows);
    cells_.begin();
    bindCells(cellProgram_);
    cellProgram_.set("wetMap", wet_.texture(), 3);
    cellProgram_.set("below", kShoreBelow * step_);
    context_->drawFull();
}

// Fields of cells are bound.
void WaterFields::makeWetness(const ReliefFrame& frame)
{
    const MapTarget& before = wetness_[newest_];
    const double passed = frame.time - wetTime_;
    const bool goesOn = remembers_ && before.texture().width() == frame.terrain.columns &&
                        before.texture().height() == frame.terrain.rows && passed >= 0.0 &&
                        passed <= kMostRemembered;
    MapTarget& now = wetness_[1 - newest_];
    now.resize(frame.terrain.columns, frame.terrain.rows);
    now.begin();
    wetnessProgram_.use();
    wetnessProgram_.set("depthField", depth_.texture(), 1);
    wetnessProgram_.set("before", before.texture(), 3);
    wetnessProgram_.set("kept", goesOn ? static_cast<float>(std::exp(-passed / kDrying)) : -1.0F);
    context_->drawFull();
    newest_ = 1 - newest_;
    wetTime_ = frame.time;
    remembers_ = std::isfinite(frame.time);
}

void WaterFields::makeLattice(const ReliefFrame& frame)
{
    heights_.resize(columns_, rows_);
    heights_.begin();
    latticeProgram_.use();
    latticeProgram_.set("cellMap", cells_.texture(), 0);
    context_->drawFull();

    slopes_.resize(columns_, rows_);
    slopes_.begin();
    slopeProgram_.use();
    slopeProgram_.set("heightMap", heights_.texture(), 0);
    slopeProgram_.set("nodeSize", frame.world.width() / static_cast<float>(columns_),
                      frame.world.height() / static_cast<float>(rows_));
    context_->drawFull();
    slopes_.texture().makeMipmaps();
}

void WaterFields::makeDrift(const ReliefFrame& frame)
{
    hasFoam_ = frame.foam.isThere();
    drift_.resize(hasFoam_ ? columns_ : 1, hasFoam_ ? rows_ : 1);
    if (!hasFoam_)
    {
        return;
    }
    foam_.upload(frame.foam);
    velocity_.upload(frame.velocityX, frame.velocityY);
    drift_.begin();
    driftProgram_.use();
    driftProgram_.set("foamField", foam_.texture(), 0);
    driftProgram_.set("velocityField", velocity_.texture(), 1);
    context_->drawFull();
}

void WaterFields::makeTint(const ReliefFrame& frame, std::span<const Colour> dyeColours)
{
    hasDye_ = !frame.dyes.empty();
    tint_.resize(hasDye_ ? columns_ : 1, hasDye_ ? rows_ : 1);
    tint_.begin();
    for (std::size_t k = 0; k < frame.dyes.size(); ++k)
    {
        const Colour colour = k < dyeColours.size()
                                  ? dyeColours[k]
                                  : inkPalette(static_cast<int>(k), InkMode::pigment);
        context_->apply({.blend = k > 0 ? Blend::add : Blend::none});
        dye_.upload(frame.dyes[k]);
        tintProgram_.use();
        tintProgram_.set("dyeField", dye_.texture(), 0);
        tintProgram_.set("absorbed",
                         Vec3(1.0F - colour.r, 1.0F - colour.g, 1.0F - colour.b) * kDyeAbsorption);
        context_->drawFull();
    }
}

} // namespace tarn::render::gl
