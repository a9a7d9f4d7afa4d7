// Layers that need one number or one place for each cell: scalars through a colour map, and a
// texture carried along by the liquid.
#pragma once

#include "render/cell_field.h"
#include "render/gl/colour_maps.h"
#include "render/gl/field_source.h"
#include "render/gl/map_target.h"
#include "render/gl/plane_shot.h"
#include "render/gl/target.h"
#include "render/range_follower.h"
#include "render/view.h"

#include <vector>

namespace tarn::render::gl
{

class ScalarLayer
{
  public:
    explicit ScalarLayer(const Context& context);

    // Fills the target. Without frame.scalar the speed of the frame's velocity is shown. `known` is
    // the frame with what a range follows on the host.
    void draw(const Frame& frame, const Frame& known, const ScalarStyle& style,
              const PlaneShot& shot, const Target& target);

    // Of the last picture.
    Limits limits() const { return limits_; }
    const ColourMap& colours(MapName name) { return maps_.colours(name); }

    void reset() { follower_.reset(); }

  private:
    void follow(const Frame& known, const ScalarStyle& style);

    const Context* context_;
    FieldSource scalar_;
    FieldSource velocityX_;
    FieldSource velocityY_;
    MapTarget cells_;  // the number, and 1 where it is one
    CellField speeds_; // of the host's velocity
    ColourMaps maps_;
    QuantityFollower follower_;
    Limits limits_;
    FieldProgram cellProgram_;
    Program program_;
};

class LiquidLayer
{
  public:
    explicit LiquidLayer(const Context& context);

    void draw(const TextureFrame& frame, const PlaneShot& shot, const Target& target);

  private:
    void takePicture(const render::Texture& texture);

    const Context* context_;
    std::vector<FieldSource> sources_;
    MapTarget coordinates_;
    MapTarget weights_;
    Texture picture_;
    std::uint64_t pictureId_ = 0;
    FieldProgram packProgram_;
    Program program_;
};

} // namespace tarn::render::gl
