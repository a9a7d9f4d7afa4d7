// Video by an ffmpeg process, and numbered pictures in a folder.
#include "render/recorder.h"

#include "render/encoder_process.h"
#include "render/error.h"
#include "render/file_in_progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace tarn::render
{
namespace
{

constexpr double kFastestVideo = 1000.0; // pictures a second that players and ffmpeg still take
constexpr int kWorstCrf = 51;

struct Container
{
    std::string_view extension;
    const char* format; // ffmpeg's name: the temporary file's own name does not tell
};
constexpr std::array kContainers = {Container{".mp4", "mp4"}, Container{".mov", "mov"},
                                    Container{".mkv", "matroska"}};

const char* containerOf(const std::string& path)
{
    const std::string extension = std::filesystem::path(path).extension().string();
    for (const Container& container : kContainers)
    {
        if (container.extension == extension)
        {
            return container.format;
        }
    }
    throw Error(fmt::format("video: '{}' does not end in .mp4, .mov or .mkv; name it so", path));
}

void check(const VideoOptions& options)
{
    if (!(options.framesPerSecond > 0.0 && options.framesPerSecond <= kFastestVideo))
    {
        throw Error(fmt::format("video: {} pictures a second is outside 0 .. {}; 30 and 60 are "
                                "usual",
                                options.framesPerSecond, kFastestVideo));
    }
    if (options.crf < 0 || options.crf > kWorstCrf)
    {
        throw Error(fmt::format("video: crf {} is outside 0 .. {}; 18 is good, more is smaller",
                                options.crf, kWorstCrf));
    }
}

void requireSameSize(const Image& image, int width, int height)
{
    if (image.width != width || image.height != height)
    {
        throw Error(fmt::format("recorder: a picture of {} x {} after pictures of {} x {}; set the "
                                "view's height so that all are alike",
                                image.width, image.height, width, height));
    }
}

int evenAbove(int size)
{
    return size + size % 2;
}

// The picture with its last column and row repeated where sizes are odd.
Image padded(const Image& image)
{
    Image even(evenAbove(image.width), evenAbove(image.height));
    for (int y = 0; y < even.height; ++y)
    {
        const std::uint8_t* from = image.pixel(0, std::min(y, image.height - 1));
        std::uint8_t* to = even.pixel(0, y);
        std::copy_n(from, 3 * image.width, to);
        for (int x = image.width; x < even.width; ++x)
        {
            std::copy_n(from + 3 * (image.width - 1), 3, to + 3 * x);
        }
    }
    return even;
}

// Raw RGB in, h264 with the colours of an HD screen out, playable while it is still loading.
std::vector<std::string> encoderArguments(const VideoOptions& options, int width, int height,
                                          const char* container, const std::string& path)
{
    return {"-hide_banner",
            "-loglevel",
            "error",
            "-y",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgb24",
            "-video_size",
            fmt::format("{}x{}", width, height),
            "-framerate",
            fmt::format("{}", options.framesPerSecond),
            "-i",
            "pipe:0",
            "-an",
            "-vf",
            "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
            "-c:v",
            "libx264",
            "-crf",
            fmt::format("{}", options.crf),
            "-colorspace",
            "bt709",
            "-color_primaries",
            "bt709",
            "-color_trc",
            "bt709",
            "-color_range",
            "tv",
            "-movflags",
            "+faststart",
            "-f",
            container,
            fmt::format("file:{}", path)};
}

} // namespace

class Video::Encoder
{
  public:
    Encoder(std::string path, VideoOptions options)
        : options_(std::move(options)), container_(containerOf(path)), file_(std::move(path))
    {
        check(options_);
        requireProgram(options_.program);
    }

    void add(const Image& image)
    {
        if (!process_)
        {
            width_ = image.width;
            height_ = image.height;
            process_.emplace(options_.program,
                             encoderArguments(options_, evenAbove(width_), evenAbove(height_),
                                              container_, file_.temporaryPath()));
        }
        requireSameSize(image, width_, height_);
        const bool isEven = width_ % 2 == 0 && height_ % 2 == 0;
        process_->write(isEven ? image.rgb : padded(image).rgb);
    }

    void finish()
    {
        if (!process_)
        {
            throw Error(fmt::format("video: '{}' got no picture; add one before it is finished",
                                    file_.path()));
        }
        process_->finish();
        file_.putInPlace();
    }

  private:
    VideoOptions options_;
    const char* container_;
    FileInProgress file_; // outlives the process that writes it
    std::optional<EncoderProcess> process_;
    int width_ = 0;
    int height_ = 0;
};

Video::Video(std::string path, VideoOptions options)
    : encoder_(std::make_unique<Encoder>(std::move(path), std::move(options)))
{
}

Video::~Video() = default;

void Video::add(const Image& image)
{
    encoder_->add(image);
}

void Video::finish()
{
    encoder_->finish();
}

FrameFolder::FrameFolder(std::string folder) : folder_(std::move(folder))
{
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (!std::filesystem::is_directory(folder_, error))
    {
        throw Error(fmt::format("cannot make the folder '{}' for pictures: {}; choose another name",
                                folder_, error ? error.message() : "a file of this name is there"));
    }
}

void FrameFolder::add(const Image& image)
{
    if (next_ == 0)
    {
        width_ = image.width;
        height_ = image.height;
    }
    requireSameSize(image, width_, height_);
    writePng(fmt::format("{}/frame_{:05}.png", folder_, next_), image);
    ++next_;
}

} // namespace tarn::render
