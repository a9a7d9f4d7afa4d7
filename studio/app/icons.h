// Icons: small drawings of what a button does, as lines, so that they are sharp at every size.
#pragma once

#include <imgui.h>

#include <string_view>

namespace tarn::studio
{

// Draws the icon of that name into a square; a name that is not known is drawn as a ring.
void drawIcon(ImDrawList& list, std::string_view name, ImVec2 corner, float size, ImU32 colour);

} // namespace tarn::studio
