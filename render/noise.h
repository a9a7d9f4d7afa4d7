// Noise: a patch of smooth random hills that repeats, made once, looked up by all that has a grain:
// ground, wood, foam, clouds, ripples.
#pragma once

#include <vector>

namespace tarn::render
{

class Noise
{
  public:
    Noise();

    // Hills of four octaves, 0 .. 1, mean near a half. The patch repeats after 1 along either axis;
    // its largest hills are 1/8 wide.
    float at(float u, float v) const;

    // How steep they are, per kSide-th of the patch: about -1 .. 1.
    struct Slope
    {
        float x;
        float y;
    };
    Slope slope(float u, float v) const;

  private:
    static constexpr int kSide = 256;
    static constexpr int kMask = kSide - 1;

    struct Texel
    {
        float value;
        float slopeX;
        float slopeY;
    };

    struct Corner
    {
        const Texel* texels[4];
        float weights[4];
    };
    Corner corner(float u, float v) const;

    std::vector<Texel> texels_;
};

} // namespace tarn::render
