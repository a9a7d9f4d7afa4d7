// A picture as a texture of format rgba8, its upper row first.
#pragma once

#include "render/gl/objects.h"
#include "render/image.h"

#include <vector>

namespace tarn::studio
{

inline void upload(render::gl::Texture& texture, const render::Image& image)
{
    std::vector<std::uint8_t> texels;
    texels.reserve(image.rgb.size() / 3 * 4);
    for (std::size_t k = 0; k < image.rgb.size(); k += 3)
    {
        texels.insert(texels.end(), {image.rgb[k], image.rgb[k + 1], image.rgb[k + 2], 255});
    }
    texture.upload(image.width, image.height, texels.data(), image.width);
}

} // namespace tarn::studio
