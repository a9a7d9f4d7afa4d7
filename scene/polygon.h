// What the library takes for a polygon, so that a scene file is refused where it was written.
#pragma once

#include "tarn/flow.h"

#include <span>
#include <string>

namespace tarn::scene
{

// What is wrong with a polygon's points, in their order around it, and the remedy; "" when nothing
// is. They are 3 or more.
std::string polygonFault(std::span<const tnVec2> points);

} // namespace tarn::scene
