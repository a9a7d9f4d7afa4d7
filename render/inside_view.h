// InsideView: what is shown of the inside of a fluid, over a finished picture of it or instead of
// one: arrows, streamlines, the grid, a map of one quantity, wetted parts of bodies and the forces
// on them.
//
// Lengths are in points, as in view.h.
#pragma once

#include "render/view.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::render
{

struct StreamlineStyle
{
    float spacing = 40.0F; // points from one seed to the next
    float length = 170.0F; // points from end to end
    float width = 1.6F;    // points
    Colour colour = {1.0F, 1.0F, 1.0F};
};

struct InsideView
{
    // What is shown.
    std::optional<ScalarStyle> map; // of InsideFrame::scalar
    bool arrows = false;            // of the velocity
    bool streamlines = false;
    bool grid = false;   // borders of cells, as long as cells have some pixels
    bool wetted = false; // parts of bodies under water, by pressure, and the forces on their faces
    bool forces = false; // buoyancy, weight, drag and lift of bodies, and where they act
    // How it looks.
    ArrowStyle arrow; // but for ArrowStyle::shown
    StreamlineStyle streamline;
    float mapOpacity = 1.0F;  // 0 .. 1
    float gridOpacity = 0.4F; // 0 .. 1
    bool fillsSolids = false; // where a map stands in place of a picture
    SolidStyle solid;         // as they are filled
    float fullForce = 0.0F;   // N of an arrow of kForceLength points; 0: follows the bodies
    bool legend = true;       // colour bars and scales, in the lower left corner
    float keysAbove = 0.0F;   // points that they are moved up by: something else is there

    bool isEmpty() const { return !map && !arrows && !streamlines && !grid && !wetted && !forces; }
};

// Shows what the words say and nothing else: marks, and at most one of `maps`, the quantities that
// the fluid has (flowMapNames, waterMapNames). "arrows,grid,depth". A map gets its name alone; its
// style is the caller's (flowMapStyle, waterMapStyle). Throws an Error that lists the words.
void showInside(InsideView& view, std::string_view words, std::span<const std::string> maps);

// An Error that lists the maps which a fluid has; when `name` is none of them.
[[noreturn]] void throwNoMap(const char* fluid, std::string_view name,
                             std::span<const std::string> maps);
void requireMap(const char* fluid, std::string_view name, std::span<const std::string> maps);

} // namespace tarn::render
