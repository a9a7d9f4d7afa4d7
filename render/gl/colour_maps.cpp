#include "render/gl/colour_maps.h"

#include <utility>
#include <vector>

namespace tarn::render::gl
{

const ColourMaps::Entry& ColourMaps::of(MapName name)
{
    const auto found = entries_.find(name);
    if (found != entries_.end())
    {
        return found->second;
    }
    ColourMap map(name);
    std::vector<float> texels;
    for (const Colour& linear : map.table())
    {
        const Colour colour = coding_ == Coding::srgb ? coded(linear) : linear;
        texels.insert(texels.end(), {colour.r, colour.g, colour.b, 1.0F});
    }
    Texture texture(*context_, Format::rgba16f, Filter::linear);
    const auto steps = static_cast<int>(map.table().size());
    texture.upload(steps, 1, texels.data(), steps);
    return entries_.emplace(name, Entry{std::move(map), std::move(texture)}).first->second;
}

} // namespace tarn::render::gl
