// Texture sampling between pixels and between sizes (trilinear), repeating at the edges.
#include "render/texture.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

namespace tarn::render
{
namespace
{

std::array<float, 256> decodeTable()
{
    std::array<float, 256> table;
    for (std::size_t i = 0; i < table.size(); ++i)
    {
        table[i] = decodeSrgb(static_cast<float>(i) / 255.0F);
    }
    return table;
}

std::uint64_t nextId()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

} // namespace

Texture::Texture(const Image& image) : id_(nextId())
{
    const std::array<float, 256> linear = decodeTable();
    Level full{image.width, image.height, {}};
    full.pixels.reserve(std::size_t(image.width) * std::size_t(image.height));
    for (int y = image.height - 1; y >= 0; --y)
    {
        for (int x = 0; x < image.width; ++x)
        {
            const std::uint8_t* p = image.pixel(x, y);
            full.pixels.push_back({linear[p[0]], linear[p[1]], linear[p[2]]});
        }
    }
    levels_.push_back(std::move(full));
    while (levels_.back().width > 1 || levels_.back().height > 1)
    {
        levels_.push_back(halved(levels_.back()));
    }
}

// Each pixel of the smaller level is the mean of what it covers of the larger one; where a size is
// odd the outermost pixels count once in one place and are shared in none.
Texture::Level Texture::halved(const Level& level)
{
    Level half{std::max(1, level.width / 2), std::max(1, level.height / 2), {}};
    half.pixels.reserve(std::size_t(half.width) * std::size_t(half.height));
    for (int y = 0; y < half.height; ++y)
    {
        const int y0 = y * level.height / half.height;
        const int y1 = (y + 1) * level.height / half.height;
        for (int x = 0; x < half.width; ++x)
        {
            const int x0 = x * level.width / half.width;
            const int x1 = (x + 1) * level.width / half.width;
            Colour sum;
            for (int j = y0; j < y1; ++j)
            {
                for (int i = x0; i < x1; ++i)
                {
                    const Colour& c =
                        level.pixels[std::size_t(j) * std::size_t(level.width) + std::size_t(i)];
                    sum = {sum.r + c.r, sum.g + c.g, sum.b + c.b};
                }
            }
            const float share = 1.0F / static_cast<float>((x1 - x0) * (y1 - y0));
            half.pixels.push_back({sum.r * share, sum.g * share, sum.b * share});
        }
    }
    return half;
}

Colour Texture::bilinear(const Level& level, float u, float v)
{
    const float x = (u - std::floor(u)) * static_cast<float>(level.width) - 0.5F;
    const float y = (v - std::floor(v)) * static_cast<float>(level.height) - 0.5F;
    const float left = std::floor(x);
    const float low = std::floor(y);
    const auto wrapped = [](float place, int size) {
        const int i = static_cast<int>(place);
        return i < 0 ? i + size : i >= size ? i - size : i;
    };
    const int i0 = wrapped(left, level.width);
    const int i1 = wrapped(left + 1.0F, level.width);
    const std::size_t row0 = std::size_t(wrapped(low, level.height)) * std::size_t(level.width);
    const std::size_t row1 =
        std::size_t(wrapped(low + 1.0F, level.height)) * std::size_t(level.width);
    const Colour* pixels = level.pixels.data();
    const Colour below =
        mix(pixels[row0 + std::size_t(i0)], pixels[row0 + std::size_t(i1)], x - left);
    const Colour above =
        mix(pixels[row1 + std::size_t(i0)], pixels[row1 + std::size_t(i1)], x - left);
    return mix(below, above, y - low);
}

Colour Texture::sample(float u, float v, float footprint) const
{
    // Beyond this a float has no place within the picture left; it also catches what is no number.
    constexpr float kFar = 1e6F;
    if (!(std::abs(u) < kFar) || !(std::abs(v) < kFar))
    {
        return mean();
    }
    const auto last = static_cast<float>(levels_.size() - 1);
    const float level = footprint > 1.0F ? std::min(std::log2(footprint), last) : 0.0F;
    const auto finer = static_cast<std::size_t>(level);
    const float rest = level - static_cast<float>(finer);
    const Colour near = bilinear(levels_[finer], u, v);
    return rest > 0.0F ? mix(near, bilinear(levels_[finer + 1], u, v), rest) : near;
}

} // namespace tarn::render
