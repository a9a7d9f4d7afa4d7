// "1280x720", as command lines have it.
#pragma once

#include <optional>
#include <string>

namespace tarn::scene
{

struct PictureSize
{
    int width = 0; // pixels
    int height = 0;
};

// None where it is no size, or a side is not within 1 .. kMaxPictureSide.
std::optional<PictureSize> parseSize(const std::string& text);

} // namespace tarn::scene
