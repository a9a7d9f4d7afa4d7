// The studio's own settings: pictures, files, the hand, the size of the interface.
#pragma once

#include "studio/app/desk.h"

namespace tarn::studio
{

void drawStudioPanel(Desk& desk);

} // namespace tarn::studio
