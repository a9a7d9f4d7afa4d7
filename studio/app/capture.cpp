#include "studio/app/capture.h"

#include "studio/model/folders.h"

#include <filesystem>
#include <fmt/format.h>

namespace tarn::studio
{

std::string freePath(const std::string& folder, const std::string& name, const std::string& suffix)
{
    const std::filesystem::path place = folder.empty() ? "." : folder;
    for (int number = 1;; ++number)
    {
        const std::string path = (place / fmt::format("{}-{:03}{}", name, number, suffix)).string();
        std::error_code error;
        if (!std::filesystem::exists(path, error))
        {
            makeFolderOf(path);
            return path;
        }
    }
}

void Capture::start(const std::string& path, double framesPerSecond)
{
    render::VideoOptions options;
    options.framesPerSecond = framesPerSecond;
    video_ = std::make_unique<render::Video>(path, options);
    path_ = path;
    frameSeconds_ = 1.0 / framesPerSecond;
    paused_ = 0.0;
    frames_ = 0;
}

int Capture::countDue(bool isPlaying, double wallSeconds)
{
    if (isPlaying)
    {
        paused_ = 0.0;
        return 1;
    }
    paused_ += wallSeconds;
    const int due = int(paused_ / frameSeconds_);
    paused_ -= due * frameSeconds_;
    return due;
}

void Capture::add(const render::Image& image, int times)
{
    try
    {
        for (int k = 0; k < times; ++k)
        {
            video_->add(image);
            ++frames_;
        }
    }
    catch (...)
    {
        giveUp();
        throw;
    }
}

std::string Capture::finish()
{
    const std::unique_ptr<render::Video> video = std::move(video_);
    video->finish();
    return path_;
}

void Capture::giveUp()
{
    video_.reset();
}

} // namespace tarn::studio
