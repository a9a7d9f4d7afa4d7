// Image files by stb: PNG out, PNG and JPEG in.
#include "render/image.h"

#include "render/defaults.h"
#include "render/error.h"
#include "render/file_in_progress.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <memory>

// stb's bodies are compiled here and nowhere else, unless a linter reads this: they are not ours.
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 16384
#define STBI_WRITE_NO_STDIO
#if !defined(__clang_analyzer__)
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#endif
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

namespace tarn::render
{

static_assert(STBI_MAX_DIMENSIONS == kMaxReadSize);

namespace
{

struct CloseFile
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// What stb hands its pieces to.
struct Sink
{
    std::FILE* file;
    bool isGood;
};

void writePiece(void* context, void* data, int size)
{
    Sink& sink = *static_cast<Sink*>(context);
    const auto bytes = static_cast<std::size_t>(size);
    sink.isGood = sink.isGood && std::fwrite(data, 1, bytes, sink.file) == bytes;
}

std::vector<std::uint8_t> withAlpha(const Image& image)
{
    std::vector<std::uint8_t> rgba;
    rgba.reserve(4 * image.alpha.size());
    for (std::size_t k = 0; k < image.alpha.size(); ++k)
    {
        rgba.insert(rgba.end(),
                    {image.rgb[3 * k], image.rgb[3 * k + 1], image.rgb[3 * k + 2], image.alpha[k]});
    }
    return rgba;
}

std::vector<stbi_uc> readBytes(const std::string& path)
{
    errno = 0;
    const File file(std::fopen(path.c_str(), "rb"));
    std::vector<stbi_uc> bytes;
    constexpr std::size_t kPiece = 1 << 16;
    std::size_t got = file ? kPiece : 0;
    while (got == kPiece) // less is the end, or an error
    {
        const std::size_t before = bytes.size();
        bytes.resize(before + kPiece);
        got = std::fread(bytes.data() + before, 1, kPiece, file.get());
        bytes.resize(before + got);
    }
    if (!file || std::ferror(file.get()) != 0)
    {
        throw Error(fmt::format("cannot read the picture '{}': {}; check the name", path,
                                std::strerror(errno)));
    }
    return bytes;
}

// A channel laid over black.
template <typename Channel>
Channel over(Channel channel, Channel alpha)
{
    constexpr std::uint64_t kFull = std::numeric_limits<Channel>::max();
    return static_cast<Channel>((std::uint64_t(channel) * alpha + kFull / 2) / kFull);
}

template <typename Channel>
using Load = Channel* (*)(const stbi_uc* bytes, int size, int* width, int* height, int* channels,
                          int wanted);

// Three channels a pixel, by one of stb's loaders.
template <typename Channel>
std::vector<Channel> readPixels(const std::string& path, Load<Channel> load, int& width,
                                int& height)
{
    const std::vector<stbi_uc> bytes = readBytes(path);
    int channels = 0;
    const auto size =
        static_cast<int>(std::min(bytes.size(), std::size_t(std::numeric_limits<int>::max())));
    const std::unique_ptr<Channel, void (*)(void*)> pixels(
        load(bytes.data(), size, &width, &height, &channels, 4), stbi_image_free);
    if (!pixels)
    {
        throw Error(fmt::format("cannot read the picture '{}': {}; give a PNG or JPEG file of at "
                                "most {} x {} pixels",
                                path, stbi_failure_reason(), kMaxReadSize, kMaxReadSize));
    }
    std::vector<Channel> rgb(3 * std::size_t(width) * std::size_t(height));
    for (std::size_t i = 0; i < rgb.size() / 3; ++i)
    {
        const Channel* from = pixels.get() + 4 * i;
        for (std::size_t c = 0; c < 3; ++c)
        {
            rgb[3 * i + c] = over(from[c], from[3]);
        }
    }
    return rgb;
}

// The most significant byte first, as PNG has it.
void append(std::vector<std::uint8_t>& bytes, std::uint32_t number, int count)
{
    for (int k = count - 1; k >= 0; --k)
    {
        bytes.push_back(static_cast<std::uint8_t>(number >> (8 * k)));
    }
}

// The check sum of PNG's chunks: CRC-32, bit by bit.
std::uint32_t checkSum(std::span<const std::uint8_t> bytes)
{
    std::uint32_t sum = 0xFFFFFFFFu;
    for (const std::uint8_t byte : bytes)
    {
        sum ^= byte;
        for (int bit = 0; bit < 8; ++bit)
        {
            sum = (sum >> 1) ^ ((sum & 1u) != 0 ? 0xEDB88320u : 0u);
        }
    }
    return ~sum;
}

void appendChunk(std::vector<std::uint8_t>& png, const char* name,
                 std::span<const std::uint8_t> data)
{
    append(png, static_cast<std::uint32_t>(data.size()), 4);
    const std::size_t begin = png.size();
    png.insert(png.end(), name, name + 4);
    png.insert(png.end(), data.begin(), data.end());
    append(png, checkSum(std::span(png).subspan(begin)), 4);
}

// Rows of the differences to the pixel on the left, which pack well.
std::vector<std::uint8_t> filteredRows(int width, int height,
                                       std::span<const std::uint16_t> numbers)
{
    std::vector<std::uint8_t> rows;
    rows.reserve(std::size_t(height) * (2 * std::size_t(width) + 1));
    for (int y = 0; y < height; ++y)
    {
        rows.push_back(1);
        std::uint8_t high = 0;
        std::uint8_t low = 0;
        for (int x = 0; x < width; ++x)
        {
            const std::uint16_t number =
                numbers[std::size_t(y) * std::size_t(width) + std::size_t(x)];
            const auto newHigh = static_cast<std::uint8_t>(number >> 8);
            const auto newLow = static_cast<std::uint8_t>(number & 0xFF);
            rows.push_back(static_cast<std::uint8_t>(newHigh - high));
            rows.push_back(static_cast<std::uint8_t>(newLow - low));
            high = newHigh;
            low = newLow;
        }
    }
    return rows;
}

} // namespace

Image::Image(int w, int h) : width(w), height(h)
{
    const int limit = kMaxReadSize;
    if (w < 1 || h < 1 || w > limit || h > limit)
    {
        throw Error(fmt::format("picture: {} x {} pixels is outside 1 x 1 .. {} x {}; choose "
                                "another size",
                                w, h, limit, limit));
    }
    rgb.resize(3 * std::size_t(w) * std::size_t(h));
}

void writeGreyPng(const std::string& path, int width, int height,
                  std::span<const std::uint16_t> numbers)
{
    const bool fits = width > 0 && height > 0 && width <= kMaxReadSize && height <= kMaxReadSize &&
                      numbers.size() == std::size_t(width) * std::size_t(height);
    std::vector<std::uint8_t> rows;
    int size = 0;
    std::unique_ptr<unsigned char, void (*)(void*)> packed(nullptr, std::free);
    if (fits)
    {
        rows = filteredRows(width, height, numbers);
        packed.reset(stbi_zlib_compress(rows.data(), static_cast<int>(rows.size()), &size, 8));
    }
    if (!packed)
    {
        throw Error(fmt::format("cannot make the picture '{}' of {} x {} pixels; choose another "
                                "size",
                                path, width, height));
    }
    std::vector<std::uint8_t> png = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    std::vector<std::uint8_t> header;
    append(header, static_cast<std::uint32_t>(width), 4);
    append(header, static_cast<std::uint32_t>(height), 4);
    header.insert(header.end(),
                  {16, 0, 0, 0, 0}); // bits, grey, usual packing and filters, no interlace
    appendChunk(png, "IHDR", header);
    appendChunk(png, "IDAT", std::span(packed.get(), static_cast<std::size_t>(size)));
    appendChunk(png, "IEND", {});

    FileInProgress target(path);
    File file(std::fopen(target.temporaryPath().c_str(), "wb"));
    const bool isWritten = file && std::fwrite(png.data(), 1, png.size(), file.get()) == png.size();
    if (!isWritten || std::fclose(file.release()) != 0)
    {
        throw Error(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
    }
    target.putInPlace();
}

void writePng(const std::string& path, const Image& image)
{
    FileInProgress target(path);
    File file(std::fopen(target.temporaryPath().c_str(), "wb"));
    Sink sink = {file.get(), file != nullptr};
    const int channels = image.alpha.empty() ? 3 : 4;
    const std::vector<std::uint8_t> rgba =
        image.alpha.empty() ? std::vector<std::uint8_t>() : withAlpha(image);
    const std::uint8_t* pixels = image.alpha.empty() ? image.rgb.data() : rgba.data();
    const bool coded =
        file && stbi_write_png_to_func(writePiece, &sink, image.width, image.height, channels,
                                       pixels, channels * image.width) != 0;
    const bool closed = file && std::fclose(file.release()) == 0;
    if (!coded || !sink.isGood || !closed)
    {
        throw Error(
            fmt::format("cannot write '{}': {}; is the disk full?", path, std::strerror(errno)));
    }
    target.putInPlace();
}

Image readImage(const std::string& path)
{
    Image image;
    image.rgb = readPixels<stbi_uc>(path, stbi_load_from_memory, image.width, image.height);
    return image;
}

DeepImage readDeepImage(const std::string& path)
{
    DeepImage image;
    image.rgb = readPixels<stbi_us>(path, stbi_load_16_from_memory, image.width, image.height);
    return image;
}

} // namespace tarn::render
