// Recorders: pictures in order, as a video or as numbered files.
//
// What is asked for is checked when a recorder is made, before hours of simulation: that ffmpeg is
// there, that the folder can be written to.
#pragma once

#include "render/image.h"

#include <memory>
#include <string>

namespace tarn::render
{

class Recorder
{
  public:
    virtual ~Recorder() = default;

    // All pictures must have the first one's size. Throws an Error.
    virtual void add(const Image& image) = 0;

    // Must be called for the result to appear. Throws an Error.
    virtual void finish() = 0;
};

struct VideoOptions
{
    double framesPerSecond = 30.0;
    int crf = 18; // 0 (largest, best) .. 51; 18 can hardly be told from the original
    std::string program = "ffmpeg";
};

// An h264 video: .mp4, .mov or .mkv. An ffmpeg process encodes it under a temporary name; finish()
// puts it in place. Odd sizes are padded to even ones, which the format asks for. Without finish()
// the process is stopped and nothing is left behind.
class Video final : public Recorder
{
  public:
    explicit Video(std::string path, VideoOptions options = {});
    ~Video() override;
    void add(const Image& image) override;
    void finish() override;

  private:
    class Encoder;
    std::unique_ptr<Encoder> encoder_;
};

// PNG files frame_00000.png, frame_00001.png, ... in a folder, which is made if need be.
class FrameFolder final : public Recorder
{
  public:
    explicit FrameFolder(std::string folder);
    void add(const Image& image) override;
    void finish() override {}

  private:
    std::string folder_;
    int next_ = 0;
    int width_ = 0;
    int height_ = 0;
};

} // namespace tarn::render
