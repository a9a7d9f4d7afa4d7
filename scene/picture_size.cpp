#include "scene/picture_size.h"

#include "scene/defaults.h"

#include <algorithm>
#include <cstdio>

namespace tarn::scene
{

std::optional<PictureSize> parseSize(const std::string& text)
{
    PictureSize size;
    char rest = 0;
    const bool isRead = std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest) == 2;
    const bool fits = std::min(size.width, size.height) >= 1 &&
                      std::max(size.width, size.height) <= kMaxPictureSide;
    return isRead && fits ? std::optional(size) : std::nullopt;
}

} // namespace tarn::scene
