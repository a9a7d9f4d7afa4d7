// WaterFields: a water's fields become textures that shaders draw from: heights on a lattice fine
// enough that no cells are seen, slopes, foam with its drift, what dyes absorb.
//
//     fields (one number a cell)
//       -> wet cells, those that were wet a moment ago
//       -> wet cells and their mipmaps -> cells, the water continued below dry ground
//       -> heights on the lattice (B-splines) -> slopes
#pragma once

#include "render/gl/field_source.h"
#include "render/gl/map_target.h"
#include "render/gl/program.h"
#include "render/relief.h"

#include <span>

namespace tarn::render::gl
{

class WaterFields
{
  public:
    explicit WaterFields(const Context& context);

    // `meanWater` in metres; colours of dyes that are missing come from inkPalette.
    void update(const ReliefFrame& frame, float meanWater, std::span<const Colour> dyeColours);

    const Texture& heights() const { return heights_.texture(); }
    const Texture& slopes() const { return slopes_.texture(); }
    const Texture& drift() const { return drift_.texture(); }
    const Texture& wetness() const { return wetness_[newest_].texture(); }
    const Texture& tint() const { return tint_.texture(); }
    // What was wet so far does not count any more.
    void forget() { remembers_ = false; }

    bool hasFoam() const { return hasFoam_; }
    bool hasDye() const { return hasDye_; }

    int columns() const { return columns_; } // of the lattice
    int rows() const { return rows_; }
    float step() const { return step_; } // metres

  private:
    void chooseLattice(const ReliefFrame& frame);
    void makeCells(const ReliefFrame& frame, float meanWater);
    void makeWetness(const ReliefFrame& frame);
    void makeLattice(const ReliefFrame& frame);
    void makeDrift(const ReliefFrame& frame);
    void makeTint(const ReliefFrame& frame, std::span<const Colour> dyeColours);

    const Context* context_;
    FieldSource terrain_;
    FieldSource depth_;
    FieldSource surface_;
    FieldSource foam_;
    FieldSource dye_;
    FieldSource velocityX_;
    FieldSource velocityY_;
    MapTarget wet_;
    MapTarget cells_;
    MapTarget heights_;
    MapTarget slopes_;
    MapTarget wetness_[2]; // the newest, and the one before
    MapTarget drift_;
    MapTarget tint_;
    FieldProgram wetProgram_;
    FieldProgram cellProgram_;
    FieldProgram wetnessProgram_;
    Program latticeProgram_;
    Program slopeProgram_;
    FieldProgram driftProgram_;
    FieldProgram tintProgram_;
    int newest_ = 0;
    bool remembers_ = false;
    double wetTime_ = 0.0; // of the newest wetness (s)
    bool hasFoam_ = false;
    bool hasDye_ = false;
    int columns_ = 2;
    int rows_ = 2;
    float step_ = 1.0F;
};

} // namespace tarn::render::gl
