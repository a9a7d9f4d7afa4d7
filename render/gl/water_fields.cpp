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
      dye_(context), velocityX_(context), velocityY_(context),
      wet_(context, Format::rg16f, Filter::mipmaps),
      cells_(context, Format::rg32f, Filter::nearest),
      heights_(context, Format::rg32f, context.hasFloatLinear() ? Filter::linear : Filter::nearest),
      slopes_(context, Format::rgba16f, Filter::mipmaps), wetness_{MapTarget(context, Format::r16f,
                                                                             Filter::linear),
                                                                   MapTarget(context, Format::r16f,
                                                                             Filter::linear)},
      drift_(context, Format::rgba16f, Filter::linear),
      tint_(context, Format::rgba16f, Filter::linear), wetProgram_(context, "wet.frag"),
      cellProgram_(context, "cells.frag"), wetnessProgram_(context, "wetness.frag"),
      latticeProgram_(context, {"full.vert", "lattice.frag", ""}),
      slopeProgram_(context, {"full.vert", "slopes.frag", ""}),
      driftProgram_(context, "drift.frag"), tintProgram_(context, "tint.frag")
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
    terrain_.take(frame.terrain);
    depth_.take(frame.depth);
    surface_.take(frame.surface);
    const auto bindCells = [&](FieldProgram& fields) -> Program& {
        Program& program = fields.use(
            {{"terrainField", &terrain_}, {"depthField", &depth_}, {"surfaceField", &surface_}});
        program.set("hasSurface", surface_.isThere() ? 1.0F : 0.0F);
        program.set("meanWater", meanWater);
        return program;
    };
    wet_.resize(frame.terrain.columns, frame.terrain.rows);
    wet_.begin();
    bindCells(wetProgram_);
    context_->drawFull();
    wet_.texture().makeMipmaps();

    cells_.resize(frame.terrain.columns, frame.terrain.rows);
    cells_.begin();
    Program& program = bindCells(cellProgram_);
    program.set("wetMap", wet_.texture(), 3);
    program.set("below", kShoreBelow * step_);
    context_->drawFull();
}

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
    Program& program = wetnessProgram_.use({{"depthField", &depth_}});
    program.set("before", before.texture(), 1);
    program.set("kept", goesOn ? static_cast<float>(std::exp(-passed / kDrying)) : -1.0F);
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
    hasFoam_ = frame.foam.isAnywhere();
    drift_.resize(hasFoam_ ? columns_ : 1, hasFoam_ ? rows_ : 1);
    if (!hasFoam_)
    {
        return;
    }
    foam_.take(frame.foam);
    velocityX_.take(frame.velocityX);
    velocityY_.take(frame.velocityY);
    drift_.begin();
    driftProgram_.use(
        {{"foamField", &foam_}, {"velocityX", &velocityX_}, {"velocityY", &velocityY_}});
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
        dye_.take(frame.dyes[k]);
        Program& program = tintProgram_.use({{"dyeField", &dye_}});
        program.set("most", kMaxDye);
        program.set("absorbed",
                    Vec3(1.0F - colour.r, 1.0F - colour.g, 1.0F - colour.b) * kDyeAbsorption);
        context_->drawFull();
    }
}

} // namespace tarn::render::gl
