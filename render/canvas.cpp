// Canvas to Image: sRGB coding by two square roots a value, which fill vectors where powf does not.
//
// The dither is a lattice with the plastic number (Roberts 2018): neighbours get thresholds as far
// apart as can be, without the clumps of random numbers or the crosses of ordered ones.
#include "render/canvas.h"

#include <cmath>

namespace tarn::render
{
namespace
{

// encodeSrgb to 1e-4: a fit of sqrt(x), its square root and powers above the straight part near
// black; 0.03 of a step of 8 bits.
inline float quickEncode(float linear)
{
    const float x = std::min(std::max(linear, 0.0F), 1.0F);
    const float root = std::sqrt(x);
    const float curve = -0.07051097F + 0.25449583F * std::sqrt(root) +
                        root * (0.912697F + 0.03564156F * x) - 0.13222329F * x;
    return x < 0.0031308F ? 12.92F * x : curve;
}

// Thresholds in 0 .. 1: multiples of 1 / plastic number along x and of its square along y, as
// fractions of 2^32 that wrap by themselves. The same pattern in every frame: still parts of a
// video stay still.
constexpr std::uint32_t kDitherX = 3242174889U;
constexpr std::uint32_t kDitherY = 2447445414U;
constexpr std::uint32_t kDitherChannel = 1431655765U;

// `start` is the threshold of the first pixel and `step` from one to the next, in 2^-32.
void encodeRow(const float* linear, int width, std::uint32_t start, std::uint32_t step,
               std::uint8_t* out)
{
    constexpr int kChunk = 256;
    std::array<std::int32_t, kChunk> codes;
    for (int first = 0; first < width; first += kChunk)
    {
        const int count = std::min(kChunk, width - first);
        for (int x = 0; x < count; ++x)
        {
            const std::uint32_t threshold = start + static_cast<std::uint32_t>(first + x) * step;
            // 24 bits, always below 1: black stays black. Signed: vectors convert nothing else.
            const float lift =
                0x1p-24F * static_cast<float>(static_cast<std::int32_t>(threshold >> 8U));
            const float code = 255.0F * quickEncode(linear[first + x]) + lift;
            codes[std::size_t(x)] = static_cast<std::int32_t>(std::min(code, 255.0F));
        }
        for (int x = 0; x < count; ++x)
        {
            out[3 * (first + x)] = static_cast<std::uint8_t>(codes[std::size_t(x)]);
        }
    }
}

} // namespace

Plane PlaneStore::resize(int width, int height)
{
    values_.resize(std::size_t(width) * std::size_t(height));
    return {values_.data(), width, height, width};
}

void Canvas::resize(int width, int height)
{
    for (std::size_t c = 0; c < planes_.size(); ++c)
    {
        planes_[c] = stores_[c].resize(width, height);
    }
}

Planes Canvas::part(Box box) const
{
    Planes part = planes_;
    for (Plane& plane : part)
    {
        plane = {plane.row(box.top) + box.left, box.width, box.height, plane.stride};
    }
    return part;
}

void Canvas::fill(Colour colour, const Bands& bands)
{
    const float values[3] = {colour.r, colour.g, colour.b};
    bands.each(height(), [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            for (std::size_t c = 0; c < planes_.size(); ++c)
            {
                std::fill_n(planes_[c].row(y), width(), values[c]);
            }
        }
    });
}

Image Canvas::toImage(bool dither, const Bands& bands) const
{
    Image image(width(), height());
    bands.each(height(), [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            for (unsigned c = 0; c < 3; ++c)
            {
                const std::uint32_t start =
                    dither ? static_cast<std::uint32_t>(y) * kDitherY + c * kDitherChannel
                           : 0x80000000U;
                encodeRow(planes_[c].row(y), width(), start, dither ? kDitherX : 0U,
                          image.pixel(0, y) + c);
            }
        }
    });
    return image;
}

} // namespace tarn::render
