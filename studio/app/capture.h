// Capture: pictures and videos of the viewport, as files that nothing is written over.
//
// A video's time is the fluid's, as fast or slow as it was asked to go: while it plays, each frame
// of the window is one picture of the video, however long that takes, so that it runs smoothly on
// every machine. While it is paused, the video's time is the wall's.
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

    // How many pictures this frame of the window has to give, after so many seconds of the wall's.
    int countDue(bool isPlaying, double wallSeconds);

    // The next picture, so many times. On an Error the video is given up.
    void add(const render::Image& image, int times);

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
    double paused_ = 0.0; // s of a pause that are not in the video yet
    int frames_ = 0;
};

} // namespace tarn::studio
