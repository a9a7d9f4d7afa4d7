// The profile: what steps cost, stage by stage, and how good they are, as live graphs; and where
// the fluid is computed.
#pragma once

#include "studio/app/desk.h"

namespace tarn::studio
{

void drawProfilePanel(Desk& desk);

} // namespace tarn::studio
