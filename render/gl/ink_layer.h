// InkLayer: dyes as light that glows, as pigment on paper, or as smoke.
//
//     dyes -> what they give, on their own grid -> at the picture's pixels -> modelled by a lamp
//          -> what is bright spreads -> toned
#pragma once

#include "render/gl/field_source.h"
#include "render/gl/map_target.h"
#include "render/gl/plane_shot.h"
#include "render/gl/pyramid.h"
#include "render/gl/target.h"
#include "render/view.h"

#include <array>
#include <span>

namespace tarn::render::gl
{

class InkLayer
{
  public:
    explicit InkLayer(const Context& context);

    // Fills the target with light, multiplied by its alpha.
    void draw(std::span<const FieldView> dyes, const InkStyle& style, const PlaneShot& shot,
              const Target& target);

  private:
    using PerDye = std::array<float, 4>;

    void mix(std::span<const PerDye> perDye, MapTarget& map, bool hasMipmaps);
    void look(const MapTarget& map, const PlaneShot& shot, MapTarget& out);
    void shade(const InkStyle& style, const PlaneShot& shot);
    void spread(const Texture& light, const InkStyle& style, const PlaneShot& shot);
    void drawGlowing(const InkStyle& style, const PlaneShot& shot, const Target& target);
    void drawPigment(const InkStyle& style, const PlaneShot& shot, const Target& target);
    void drawSmoke(const InkStyle& style, const PlaneShot& shot, const Target& target);
    void gatherColumns();

    const Context* context_;
    std::array<FieldSource, 8> dyes_;
    int dyeCount_ = 0;
    MapTarget mix_;   // on the dyes' grid
    MapTarget glow_;  // the same of what glows in smoke
    MapTarget light_; // at the picture's pixels
    MapTarget shaded_;
    MapTarget lightOfGlow_;
    std::array<MapTarget, 2> columns_;
    std::size_t columnsIn_ = 0; // which of the two has them
    Pyramid bloom_;
    FieldProgram mixProgram_;
    Program lookProgram_;
    Program reliefProgram_;
    Program columnProgram_;
    Program glowingProgram_;
    Program pigmentProgram_;
    Program smokeProgram_;
};

} // namespace tarn::render::gl
