// Capture: pictures and videos of the viewport, as files that nothing is written over.
//
// While a video is made, each frame is one picture of it, however long that takes: the video runs
// smoothly on every machine.
#pragma once

#include "render/image.h"
#include "render/recorder.h"

#include <memory>
#include <string>

namespace tarn::studio
{

// FOLDER/pool-003.png, the first number that is free. The folder is made. Throws a scene::Error.
std::string freePath(const std::string& folder, const std::string& name, const std::string& suffix);

class Capture
{
  public:
    // Throws a render::Error where ffmpeg or the folder is missing.
    void start(const std::string& path, double framesPerSecond);
    bool isRecording() const { return video_ != nullptr; }

    // The next picture. On an Error the video is given up.
    void add(const render::Image& image);

    // Writes the file. Throws a render::Error; returns its path.
    std::string finish();
    void giveUp();

    int frames() const { return frames_; }
    double frameSeconds() const { return frameSeconds_; }
    double seconds() const { return frames_ * frameSeconds_; } // of video so far

  private:
    std::unique_ptr<render::Video> video_;
    std::string path_;
    double frameSeconds_ = 0.0;
    int frames_ = 0;
};

} // namespace tarn::studio
