// Layers that need one number or one place for each cell: scalars through a colour map, and a
// texture carried along by the liquid.
#pragma once

#include "render/gl/coarse_fields.h"
#include "render/gl/map_target.h"
#include "render/gl/plane_shot.h"
#include "render/range_follower.h"
#include "render/view.h"

#include <optional>

namespace tarn::render::gl
{

class ScalarLayer
{
  public:
    explicit ScalarLayer(const Context& context);

    // Fills the target. Without frame.scalar the speed of the frame's velocity is shown.
    void draw(const Frame& frame, const ScalarStyle& style, const PlaneShot& shot,
              const Target& target);

    // Of the last picture.
    Limits limits() const { return limits_; }
    const ColourMap& map() const { return *map_; }

    void reset() { follower_.reset(); }

  private:
    void prepare(const ScalarStyle& style);
    void follow(const Frame& frame);

    const Context* context_;
    FieldSource scalar_;
    FieldSource velocityX_;
    FieldSource velocityY_;
    MapTarget cells_; // the number, and 1 where it is one
    CoarseFields coarse_;
    std::vector<float> speeds_; // of coarse samples
    MapName mapName_ = MapName::heat;
    std::optional<ColourMap> map_;
    Texture colours_;
    Range range_;
    RangeFollower follower_;
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
