// WaterInside: reads what an InsideView shows off a water and its bodies, by the public API.
//
//     WaterInside inside;
//     waterStage.draw(frame, reliefView, camera, target);
//     insideStage.draw(inside.take(water, motions, view), view, waterStage.backdrop(), target);
//
// On a GPU the water comes to the host, and that is waited for.
#pragma once

#include "render/cell_field.h"
#include "render/inside_view.h"

#include "tarn/water.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::render
{

class WaterInside
{
  public:
    // All of a water, or a part of it. `bodies` are those to be shown, where they are drawn; their
    // velocities are not looked at. What is returned holds until the next call. Throws an Error
    // when the water does not have the map's quantity.
    const InsideFrame& take(tnWater water, std::span<const tnBodyMotion> bodies,
                            const InsideView& view);
    const InsideFrame& take(tnWater water, std::span<const tnBodyMotion> bodies,
                            const InsideView& view, const CellPart& part);

    // One quantity alone, by its name.
    FieldView takeQuantity(tnWater water, std::string_view name, const CellPart& part);

  private:
    void begin(tnWater water, const CellPart& part);
    FieldView field(tnWaterField field);
    void takeVelocity();
    void takeDry();
    FieldView quantity(std::string_view name);
    FieldView groundPressure();
    FieldView derivative(bool isVorticity);
    void takeBodies(std::span<const tnBodyMotion> bodies, bool withFaces);
    void takeFaces(tnBody body, std::size_t triangles, tnVec3 moved,
                   std::vector<tnWettedFace>& faces);

    tnWater water_ = {};
    CellPart part_;
    tnWaterSettings settings_ = {};
    float cellSize_ = 1.0F;
    InsideFrame frame_;
    std::array<CellField, 8> fields_;  // copies by tnWaterField
    std::array<bool, 8> isTaken_ = {}; // since begin()
    CellField scalar_;
    CellField dry_;
    std::vector<InsideBody> bodies_;
    std::vector<std::vector<tnWettedFace>> faces_; // of each body
};

// What a map can show of a water: surface, depth, speed, foam, terrain, vorticity, divergence,
// pressure (on the ground), displaced.
const std::vector<std::string>& waterMapNames();
ScalarStyle waterMapStyle(const std::string& name); // one of them, or an Error lists what there is

} // namespace tarn::render
