// ColourMaps: colour maps as textures of one row, each made when it is first asked for. Shaders
// look them up by colour_map.glsl.
#pragma once

#include "render/colour.h"
#include "render/gl/objects.h"

#include <map>

namespace tarn::render::gl
{

// What colours of a texture are: linear light, or what displays want.
enum class Coding
{
    linear,
    srgb,
};

class ColourMaps
{
  public:
    ColourMaps(const Context& context, Coding coding) : context_(&context), coding_(coding) {}

    const Texture& texture(MapName name) { return of(name).texture; }
    const ColourMap& colours(MapName name) { return of(name).colours; }

  private:
    struct Entry
    {
        ColourMap colours;
        Texture texture;
    };

    const Entry& of(MapName name);

    const Context* context_;
    Coding coding_;
    std::map<MapName, Entry> entries_;
};

} // namespace tarn::render::gl
