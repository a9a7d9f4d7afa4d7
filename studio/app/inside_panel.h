// Looking inside: maps of one quantity, arrows, streamlines, the grid, forces on bodies, and
// numbers under the pointer.
#pragma once

#include "studio/app/bars.h"
#include "studio/app/desk.h"

namespace tarn::studio
{

void drawInsidePanel(Desk& desk);

// What the fluid is like where the pointer is, beside it.
void drawReadout(Desk& desk, const Area& picture, const render::Point& place);

} // namespace tarn::studio
