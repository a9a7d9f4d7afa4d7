#include "studio/model/thumbnails.h"

#include "studio/model/defaults.h"

#include "scene/document_text.h"
#include "scene/error.h"
#include "scene/scene_run.h"

#include "render/error.h"

#include "tarn/base.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace tarn::studio
{
namespace
{

namespace fs = std::filesystem;

// Small, and nothing in it but the fluid.
scene::Scene smallScene(const scene::SceneText& scene)
{
    const scene::KeyText keys[] = {
        {"view.width", std::to_string(kThumbnailWidth)},
        {"view.height", {}, true},
        {"view.title", {}, true},
        {"view.time", {}, true},
        {"view.legend", "\"none\""},
    };
    scene::Scene small =
        scene::Scene::parse(scene::withKeys(scene.text, keys), scene.source, {}, scene.folder);
    const double cells = std::visit(
        [](const auto& part) { return double(part.def.nx) * double(part.def.ny); }, small.part);
    if (cells > kThumbnailCells)
    {
        small.refine(std::sqrt(kThumbnailCells / cells));
    }
    return small;
}

render::Image shoot(const scene::Scene& scene)
{
    const auto run = scene::startScene(scene, {.threads = 1});
    const double time = std::min(kThumbnailTime, scene.run.time);
    const double steps = std::clamp(std::ceil(time / scene.run.dt), 1.0, kThumbnailSteps);
    for (int k = 0; k < static_cast<int>(steps); ++k)
    {
        run->step(time / steps);
    }
    return run->makeCamera()->shoot();
}

// What the cache has; nothing where the file is damaged.
std::optional<render::Image> readKept(const std::string& path)
{
    try
    {
        return render::readImage(path);
    }
    catch (const render::Error&)
    {
        return std::nullopt;
    }
}

} // namespace

render::Image Thumbnails::make(const Folders& folders, const std::string& nameOrPath, bool isAnew)
{
    const scene::SceneText scene = scene::SceneText::find(nameOrPath);
    const std::uint64_t hash = tnHash(scene.text.data(), scene.text.size(), kThumbnailVersion);
    const std::string path =
        (fs::path(folders.cache) / "thumbnails" / fmt::format("{:016x}.png", hash)).string();
    std::error_code ignored;
    if (!isAnew && fs::exists(path, ignored))
    {
        if (std::optional<render::Image> kept = readKept(path))
        {
            return *std::move(kept);
        }
    }
    const render::Image image = shoot(smallScene(scene));
    try
    {
        makeFolderOf(path);
        render::writePng(path, image);
    }
    catch (const std::runtime_error&)
    {
        // It is made again the next time.
    }
    return image;
}

Thumbnails::Thumbnails(Folders folders)
    : folders_(std::move(folders)), worker_([this] { workInBackground(); })
{
}

Thumbnails::~Thumbnails()
{
    {
        const std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

std::shared_ptr<const render::Image> Thumbnails::find(const std::string& nameOrPath)
{
    const std::lock_guard lock(mutex_);
    const auto [slot, isNew] = slots_.try_emplace(nameOrPath);
    if (isNew)
    {
        wanted_.push_back({nameOrPath});
        changed_.notify_all();
    }
    return slot->second.image;
}

void Thumbnails::renew(const std::string& nameOrPath)
{
    const std::lock_guard lock(mutex_);
    std::erase_if(wanted_, [&](const Wish& wish) { return wish.scene == nameOrPath; });
    slots_.try_emplace(nameOrPath);
    wanted_.push_back({nameOrPath, true});
    changed_.notify_all();
}

std::string Thumbnails::problemOf(const std::string& nameOrPath) const
{
    const std::lock_guard lock(mutex_);
    const auto found = slots_.find(nameOrPath);
    return found != slots_.end() ? found->second.problem : std::string();
}

std::size_t Thumbnails::waiting() const
{
    const std::lock_guard lock(mutex_);
    return wanted_.size() + (isMaking_ ? 1 : 0);
}

void Thumbnails::workInBackground()
{
    std::unique_lock lock(mutex_);
    while (!isEnding_)
    {
        if (wanted_.empty())
        {
            changed_.wait(lock);
            continue;
        }
        const Wish wanted = wanted_.front();
        wanted_.pop_front();
        isMaking_ = true;
        lock.unlock();
        Slot slot;
        try
        {
            slot.image =
                std::make_shared<const render::Image>(make(folders_, wanted.scene, wanted.isAnew));
        }
        catch (const std::exception& error)
        {
            slot.problem = error.what();
        }
        lock.lock();
        isMaking_ = false;
        slots_[wanted.scene] = std::move(slot);
    }
}

} // namespace tarn::studio
