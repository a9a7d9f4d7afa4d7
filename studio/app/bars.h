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
