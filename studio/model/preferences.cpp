#include "studio/model/preferences.h"

#include "studio/model/defaults.h"

#include "scene/document_text.h"
#include "scene/error.h"

#include "render/colour.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

std::string pathOf(const Folders& folders)
{
    return (std::filesystem::path(folders.config) / "studio.toml").string();
}

// Each takes a key that is there, of the right kind and in range; else the number stays.
class Taker
{
  public:
    explicit Taker(const scene::Table& table) : table_(table) {}

    void take(const char* key, int& number, int low, int high) const
    {
        const scene::Value* value = table_.find(key);
        const auto* whole = value ? std::get_if<std::int64_t>(&value->data) : nullptr;
        if (whole != nullptr && *whole >= low && *whole <= high)
        {
            number = static_cast<int>(*whole);
        }
    }

    void take(const char* key, double& number, double low, double high) const
    {
        const scene::Value* value = table_.find(key);
        const auto* real = value ? std::get_if<double>(&value->data) : nullptr;
        const auto* whole = value ? std::get_if<std::int64_t>(&value->data) : nullptr;
        const double given = real != nullptr    ? *real
                             : whole != nullptr ? static_cast<double>(*whole)
                                                : number;
        if (given >= low && given <= high)
        {
            number = given;
        }
    }

    void take(const char* key, bool& flag) const
    {
        const scene::Value* value = table_.find(key);
        const auto* given = value ? std::get_if<bool>(&value->data) : nullptr;
        flag = given != nullptr ? *given : flag;
    }

    void take(const char* key, std::string& text) const
    {
        const scene::Value* value = table_.find(key);
        const std::string* given = value ? value->asText() : nullptr;
        text = given != nullptr ? *given : text;
    }

    void take(const char* key, std::string& word, const std::vector<std::string>& words) const
    {
        std::string given = word;
        take(key, given);
        word = std::find(words.begin(), words.end(), given) != words.end() ? given : word;
    }

    void take(const char* key, std::vector<std::string>& texts) const
    {
        const scene::Value* value = table_.find(key);
        const scene::Array* array = value ? value->asArray() : nullptr;
        if (array == nullptr)
        {
            return;
        }
        texts.clear();
        for (const scene::Value& item : *array)
        {
            if (item.asText() != nullptr)
            {
                texts.push_back(*item.asText());
            }
        }
    }

  private:
    const scene::Table& table_;
};

std::string listToml(const std::vector<std::string>& texts)
{
    std::string list;
    for (const std::string& text : texts)
    {
        list += fmt::format("{}{}", list.empty() ? "" : ", ", scene::quoted(text));
    }
    return fmt::format("[{}]", list);
}

} // namespace

Preferences Preferences::load(const Folders& folders, std::string* problem)
{
    Preferences preferences;
    const std::string path = pathOf(folders);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
    {
        return preferences;
    }
    try
    {
        const scene::Document document(scene::readTextFile(path), path);
        const Taker taker(*document.root().asTable());
        taker.take("window_width", preferences.windowWidth, 320, 16384);
        taker.take("window_height", preferences.windowHeight, 240, 16384);
        taker.take("maximized", preferences.isMaximized);
        taker.take("scale", preferences.scale, 0.0, 4.0);
        taker.take("last_scene", preferences.lastScene);
        taker.take("recent", preferences.recent);
        taker.take("backend", preferences.backend, {"cpu", "gl"});
        taker.take("threads", preferences.threads, 0, 1024);
        taker.take("quality", preferences.quality);
        taker.take("colour_map", preferences.colourMap, render::mapNames());
        taker.take("capture_folder", preferences.captureFolder);
        taker.take("capture_fps", preferences.captureFps, 10, 240);
        taker.take("hints_seen", preferences.areHintsSeen);
        taker.take("open_panels", preferences.openPanels);
    }
    catch (const scene::Error& error)
    {
        preferences = {};
        if (problem != nullptr)
        {
            *problem = fmt::format("{}; the usual preferences are taken", error.what());
        }
    }
    return preferences;
}

void Preferences::save(const Folders& folders) const
{
    const std::string path = pathOf(folders);
    makeFolderOf(path);
    writeWhole(path, fmt::format("# What Tarn's studio remembers. Take it away to begin anew.\n"
                                 "window_width = {}\n"
                                 "window_height = {}\n"
                                 "maximized = {}\n"
                                 "scale = {}\n"
                                 "last_scene = {}\n"
                                 "recent = {}\n"
                                 "backend = {}\n"
                                 "threads = {}\n"
                                 "quality = {}\n"
                                 "colour_map = {}\n"
                                 "capture_folder = {}\n"
                                 "capture_fps = {}\n"
                                 "hints_seen = {}\n"
                                 "open_panels = {}\n",
                                 windowWidth, windowHeight, isMaximized, scene::numberToml(scale),
                                 scene::quoted(lastScene), listToml(recent), scene::quoted(backend),
                                 threads, scene::quoted(quality), scene::quoted(colourMap),
                                 scene::quoted(captureFolder), captureFps, areHintsSeen,
                                 listToml(openPanels)));
}

Preferences Preferences::lasting(const Preferences& begun, const Preferences& stored) const
{
    Preferences result = *this;
    if (windowWidth == begun.windowWidth && windowHeight == begun.windowHeight)
    {
        result.windowWidth = stored.windowWidth;
        result.windowHeight = stored.windowHeight;
    }
    result.isMaximized = isMaximized == begun.isMaximized ? stored.isMaximized : isMaximized;
    result.scale = scale == begun.scale ? stored.scale : scale;
    result.backend = backend == begun.backend ? stored.backend : backend;
    result.threads = threads == begun.threads ? stored.threads : threads;
    result.quality = quality == begun.quality ? stored.quality : quality;
    return result;
}

void Preferences::opened(const std::string& path)
{
    recent.erase(std::remove(recent.begin(), recent.end(), path), recent.end());
    recent.insert(recent.begin(), path);
    recent.resize(std::min(recent.size(), kMostRecent));
}

} // namespace tarn::studio
