// Image files by stb: PNG out, PNG and JPEG in.
#include "render/image.h"

#include "render/defaults.h"
#include "render/error.h"
#include "render/file_in_progress.h"

#include <cerrno>
#include <cstdio>
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
