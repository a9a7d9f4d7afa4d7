// What lies over the picture: the help page, the first steps, the buttons of the view, and marks of
// what the hand does.
#pragma once

#include "studio/app/bars.h"
#include "studio/app/desk.h"

namespace tarn::studio
{

// All keys and buttons, made from the commands and the tools.
void drawHelp(Desk& desk, const Area& picture);

// Three sentences for somebody who is here for the first time; until they are closed.
void drawFirstSteps(Desk& desk, const Area& picture);

// Perspective, top, side, under water, fit.
void drawViewButtons(Desk& desk, const Area& picture);

// A ring as large as the hand, a mark on a body that is held, a cross where keys have moved the
// hand.
void drawHandMarks(Desk& desk, const Area& picture, const render::Point& place, bool isByKeys);

} // namespace tarn::studio
