// The typeface of the studio, put into the program when it is built; empty where the package with
// it was not there, and ImGui's own serves.
#pragma once

#include <span>

namespace tarn::studio
{

std::span<const unsigned char> textFont();
std::span<const unsigned char> strongFont();

} // namespace tarn::studio
