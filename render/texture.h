// Texture: a picture to be carried along by the liquid, in linear light and at every smaller size.
#pragma once

#include "render/colour.h"
#include "render/image.h"

#include <cstdint>
#include <vector>

namespace tarn::render
{

class Texture
{
  public:
    explicit Texture(const Image& image);

    int width() const { return levels_.front().width; }
    int height() const { return levels_.front().height; }

    // The colour around u, v, where 1 is the whole picture and v goes up; repeats. `footprint` is
    // how many of the picture's own pixels the spot covers along its longer side.
    Colour sample(float u, float v, float footprint) const;

    // The picture as it was given, the bottom row first.
    const std::vector<Colour>& pixels() const { return levels_.front().pixels; }

    // Of no other texture in this program, so that copies on a GPU can be told apart.
    std::uint64_t id() const { return id_; }

    // The colour of the whole picture seen from far away.
    Colour mean() const { return levels_.back().pixels.front(); }

  private:
    struct Level
    {
        int width = 0;
        int height = 0;
        std::vector<Colour> pixels; // the bottom row first
    };

    static Level halved(const Level& level);
    static Colour bilinear(const Level& level, float u, float v);

    std::uint64_t id_;
    std::vector<Level> levels_; // each half the one before, down to one pixel
};

} // namespace tarn::render
