// Pyramid: a picture halved again and again and added up on the way back: a blur as wide as wanted
// for little more than one pass over the picture. Bloom and soft edges are made of it.
#pragma once

#include "render/gl/map_target.h"
#include "render/gl/program.h"

#include <vector>

namespace tarn::render::gl
{

class Pyramid
{
  public:
    explicit Pyramid(const Context& context);

    // What of a picture is brighter than `threshold`, spread out; its light stays the same. For
    // `levels` see halvingsFor in render/bloom.h.
    void spreadBright(const Texture& picture, float threshold, int levels, float falloff);

    // All of a picture, blurred.
    void blur(const Texture& picture, int levels);

    // Of half the picture's size, and what it is to be multiplied by. Before the first call one
    // texel of 0.
    const Texture& result() const { return maps_.front().texture(); }
    float share() const { return share_; }

  private:
    void resize(const Texture& picture, int levels);
    void halve(int from);
    void add(float falloff);

    const Context* context_;
    std::vector<MapTarget> maps_;
    int levels_ = 0;
    float share_ = 1.0F;
    Program brightProgram_;
    Program halveProgram_;
    Program doubleProgram_;
};

} // namespace tarn::render::gl
