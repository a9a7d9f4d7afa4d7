// Files: opening, saving, dropping, recovering, pictures and videos.
#include "studio/app/app.h"

#include "studio/model/drops.h"

#include "render/image.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

constexpr const char* kFallback = "pool";

std::string agoText(std::int64_t when)
{
    const auto now = std::chrono::duration_cast<std::chrono::seconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
    const std::int64_t minutes = std::max<std::int64_t>(0, now - when) / 60;
    return minutes < 1    ? "less than a minute ago"
           : minutes < 90 ? fmt::format("{} minutes ago", minutes)
                          : fmt::format("{} hours ago", minutes / 60);
}

} // namespace

void App::openFirst(const std::string& wish)
{
    if (!attempt([&] { openScene(wish); }))
    {
        openScene(kFallback);
    }
}

void App::openScene(const std::string& nameOrPath)
{
    session_.open(nameOrPath);
    session_.hand().take(firstTool(session_.scene()));
    preferences_.lastScene = session_.path().empty() ? nameOrPath : session_.path();
    if (!session_.path().empty())
    {
        preferences_.opened(session_.path());
        scenesPanel_.refresh();
    }
    attempt([this] { preferences_.lasting(begun_, stored_).save(folders_); });
}

void App::askToOpen(const std::string& nameOrPath)
{
    if (!session_.isChanged())
    {
        openScene(nameOrPath);
        return;
    }
    askAboutChanges("unsaved", [this, nameOrPath] { openScene(nameOrPath); });
}

void App::askToClose()
{
    askAboutChanges("quit", [this] {
        mayClose_ = true;
        window_.close();
    });
}

// Before they are lost.
void App::askAboutChanges(const char* name, const std::function<void()>& then)
{
    dialogs_.ask({name,
                  "Keep the changes?",
                  fmt::format("The scene '{}' has changes that are in no file.", session_.name()),
                  {{"Save", [this, then] { save(then); }, Emphasis::strong},
                   {"Discard", then},
                   {"Cancel", {}}}});
}

// One after the other, until one is taken up. What is not decided on is offered the next time.
void App::offerRecovery()
{
    if (leftBehind_.empty())
    {
        return;
    }
    const auto saved = std::make_shared<SavedSession>(std::move(leftBehind_.front()));
    leftBehind_.pop_front();
    dialogs_.ask({"recover",
                  "Go on where it ended?",
                  fmt::format("The studio did not end well the last time. '{}' was kept {}.",
                              saved->name, agoText(saved->when)),
                  {{"Go on",
                    [this, saved] {
                        session_.recover(*saved);
                        session_.hand().take(firstTool(session_.scene()));
                        autosave_->saveNow(session_); // before the old one goes
                        Autosave::forget(*saved);
                    },
                    Emphasis::strong},
                   {"Forget it", [this, saved] {
                        Autosave::forget(*saved);
                        offerRecovery();
                    }}}});
}

// One at a time: each may have a question of its own.
void App::useDroppedFile()
{
    if (!droppedFiles_.empty())
    {
        desk_.later([this, file = std::move(droppedFiles_.front())] { useFile(file); });
        droppedFiles_.pop_front();
    }
}

// A file that was chosen or dropped: a scene is opened, all else becomes part of the open one.
void App::useFile(const std::string& path)
{
    const std::vector<DropUse> uses = usesOf(path, session_);
    if (uses.empty())
    {
        notices_.fail(fmt::format("{}: nothing can be done with it here; scenes are .toml, meshes "
                                  ".obj (they float in water), pictures .png or .jpg",
                                  path));
        return;
    }
    if (uses.size() == 1)
    {
        useFileAs(path, int(uses.front()));
        return;
    }
    Question question = {"drop", "What shall it be?", path, {}};
    for (const DropUse use : uses)
    {
        question.answers.push_back({nameOf(use), [this, path, use] { useFileAs(path, int(use)); }});
    }
    question.answers.push_back({"Cancel", {}, Emphasis::quiet});
    dialogs_.ask(std::move(question));
}

void App::useFileAs(const std::string& path, int use)
{
    if (DropUse(use) == DropUse::openScene)
    {
        askToOpen(path);
        return;
    }
    // Where the mouse is, or in the middle.
    const render::Point place = handControl_.place().value_or(render::Point{0.0F, 0.0F});
    const auto aim = session_.hand().aim(viewport_.rayThrough(place));
    drop(session_, path, DropUse(use), aim ? aim->point : tnVec3{0.0F, 0.0F, 0.0F});
}

void App::chooseFile()
{
    dialogs_.chooseFile({"Open",
                         "Open",
                         session_.path().empty()
                             ? "."
                             : std::filesystem::path(session_.path()).parent_path().string(),
                         {".toml", ".obj", ".png", ".jpg"},
                         "",
                         [this](const std::string& path) { useFile(path); }});
}

void App::save(std::function<void()> then)
{
    if (session_.path().empty())
    {
        saveAs(std::move(then));
        return;
    }
    desk_.later([this, then = std::move(then)] {
        session_.save();
        saved();
        if (then)
        {
            then();
        }
    });
}

void App::saveAs(std::function<void()> then)
{
    const std::string path = session_.path().empty() ? session_.name() + ".toml" : session_.path();
    dialogs_.chooseFile({"Save as",
                         "Save",
                         path,
                         {".toml"},
                         ".toml",
                         [this, then = std::move(then)](const std::string& chosen) {
                             session_.save(chosen);
                             preferences_.opened(session_.path());
                             preferences_.lastScene = session_.path();
                             saved();
                             if (then)
                             {
                                 then();
                             }
                         }});
}

void App::saved()
{
    thumbnails_.renew(session_.path());
    scenesPanel_.refresh();
    notices_.info(fmt::format("Saved as {}", session_.path()));
}

void App::takeScreenshot()
{
    const std::string path = freePath(preferences_.captureFolder, session_.name(), ".png");
    const ImVec2 dense = ImGui::GetIO().DisplayFramebufferScale;
    render::writePng(path, viewport_.shoot(session_, int(state_.picture.width() * dense.x),
                                           int(state_.picture.height() * dense.y), desk_.isCutOut));
    state_.lastFile = path;
    notices_.info(fmt::format("Picture written: {}", path));
}

void App::toggleRecording()
{
    if (capture_.isRecording())
    {
        viewport_.lockSize(0, 0);
        state_.lastFile = capture_.finish();
        notices_.info(
            fmt::format("Video of {:.1f} s written: {}", capture_.seconds(), state_.lastFile));
        return;
    }
    const render::gl::Texture* picture = viewport_.picture();
    if (picture == nullptr)
    {
        return;
    }
    // Encoders want even sizes.
    capture_.start(freePath(preferences_.captureFolder, session_.name(), ".mp4"),
                   preferences_.captureFps);
    viewport_.lockSize(picture->width() / 2 * 2, picture->height() / 2 * 2);
}

void App::remember()
{
    const Window::Size size = window_.points();
    preferences_.windowWidth = size.width;
    preferences_.windowHeight = size.height;
    preferences_.isMaximized = window_.isMaximized();
    preferences_.openPanels = {kPanelNames[int(desk_.panel)]};
    preferences_.lasting(begun_, stored_).save(folders_);
}

} // namespace tarn::studio
