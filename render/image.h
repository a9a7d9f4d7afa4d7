// Image: a picture as files have it, sRGB, 8 bits a channel, the top row first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tarn::render
{

struct Image
{
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;   // 3 bytes a pixel, rows without gaps
    std::vector<std::uint8_t> alpha; // a byte a pixel, colours not multiplied by it; empty: opaque

    Image() = default;

    // Black. Sizes are 1 .. kMaxReadSize (defaults.h), or an Error says so.
    Image(int width, int height);

    std::uint8_t* pixel(int x, int y)
    {
        return rgb.data() + 3 * (std::size_t(y) * std::size_t(width) + std::size_t(x));
    }
    const std::uint8_t* pixel(int x, int y) const
    {
        return rgb.data() + 3 * (std::size_t(y) * std::size_t(width) + std::size_t(x));
    }
};

// 16 bits a channel: numbers rather than colours, as maps of heights have them.
struct DeepImage
{
    int width = 0;
    int height = 0;
    std::vector<std::uint16_t> rgb;

    const std::uint16_t* pixel(int x, int y) const
    {
        return rgb.data() + 3 * (std::size_t(y) * std::size_t(width) + std::size_t(x));
    }
};

// Writes a PNG file whole, with its alpha where it has one: it appears complete or not at all.
// Throws an Error.
void writePng(const std::string& path, const Image& image);

// Writes numbers of 16 bits, the top row first, as a grey PNG, whole. Throws an Error.
void writeGreyPng(const std::string& path, int width, int height,
                  std::span<const std::uint16_t> numbers);

// Reads a PNG or JPEG file; transparency is laid over black. Throws an Error.
Image readImage(const std::string& path);

// The same with 16 bits a channel; files of 8 bits are stretched to the same range.
DeepImage readDeepImage(const std::string& path);

} // namespace tarn::render
