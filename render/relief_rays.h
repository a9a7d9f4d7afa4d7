// ReliefRays: which rays a picture needs, and what they bring.
//
// First every other pixel, as on a chessboard; then those between, unless their four neighbours
// agree and the mean will do; last, more rays for pixels that differ from a neighbour.
#pragma once

#include "render/body_set.h"
#include "render/canvas.h"
#include "render/relief.h"
#include "render/relief_camera.h"
#include "render/relief_shader.h"

#include <cstdint>
#include <vector>

namespace tarn::render
{

class ReliefRays
{
  public:
    // Fills the canvas, which has the view's size, with what a display shows.
    void cast(Canvas& canvas, const ReliefView& view, const Eye& eye, const ReliefShader& shader,
              const BodySet& bodies, const Bands& bands);

    // Metres to what each pixel shows.
    const Plane& distances() const { return distances_; }

  private:
    static constexpr int kTile =
        16; // pixels along a side of the tiles in which bodies are looked for

    void findBodies(const Eye& eye, const BodySet& bodies);
    template <class Look>
    void castChessboard(const Look& look, const Bands& bands);
    void findEdges(const Bands& bands);
    template <class Look>
    void refine(const Look& look, bool isFine, const Bands& bands);

    std::size_t indexOf(int x, int y) const
    {
        return std::size_t(y) * std::size_t(width_) + std::size_t(x);
    }
    std::size_t tileOf(int x, int y) const
    {
        return std::size_t(y / kTile) * std::size_t(tileColumns_) + std::size_t(x / kTile);
    }
    Colour at(int x, int y) const
    {
        return {planes_[0].row(y)[x], planes_[1].row(y)[x], planes_[2].row(y)[x]};
    }
    // How bright a pixel looks, 0 .. 1, nearly in equal steps.
    float brightness(int x, int y) const { return std::sqrt(luminance(at(x, y))); }
    void put(int x, int y, Colour colour)
    {
        planes_[0].row(y)[x] = colour.r;
        planes_[1].row(y)[x] = colour.g;
        planes_[2].row(y)[x] = colour.b;
    }

    int width_ = 0;
    int height_ = 0;
    Planes planes_;
    PlaneStore distanceStore_;
    Plane distances_;
    int tileColumns_ = 1;
    std::vector<std::uint8_t> nearBodies_;
    std::vector<std::uint32_t> whats_;
    std::vector<std::uint8_t> edges_;
};

// Light of any strength to what a display shows: the brightest channel follows the curve, so that
// hues stay; and the light that is shown as a colour.
Colour toned(Colour light, float exposure);
Colour untoned(Colour shown, float exposure);

} // namespace tarn::render
