// The bars around the picture: commands and time above, tools at the left, what goes on below.
#pragma once

#include "studio/app/desk.h"

namespace tarn::studio
{

// A part of the window, in ImGui's units.
struct Area
{
    ImVec2 low;
    ImVec2 high;

    float width() const { return high.x - low.x; }
    float height() const { return high.y - low.y; }
    // Places in it, -1 .. 1 from left to right and from bottom to top, and back.
    ImVec2 at(render::Point place) const
    {
        return {low.x + 0.5F * (place.x + 1.0F) * width(),
                low.y + 0.5F * (1.0F - place.y) * height()};
    }
    render::Point placeOf(ImVec2 point) const
    {
        return {2.0F * (point.x - low.x) / width() - 1.0F,
                1.0F - 2.0F * (point.y - low.y) / height()};
    }
    bool contains(ImVec2 point) const
    {
        return point.x >= low.x && point.x < high.x && point.y >= low.y && point.y < high.y;
    }
};

void drawTopBar(Desk& desk, const Area& area);
void drawToolBar(Desk& desk, const Area& area);
void drawStatusBar(Desk& desk, const Area& area);

// Begins an ImGui window that fills an area and has nothing but its contents.
void beginArea(const char* name, const Area& area, ImVec2 padding, ImU32 colour,
               bool scrolls = false);
void endArea();

// The speeds that can be chosen, slowest first, and how they are written.
struct Speed
{
    double times;
    const char* text;
};
std::span<const Speed> speeds();

} // namespace tarn::studio
