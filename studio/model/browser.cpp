#include "studio/model/browser.h"

#include "scene/builtin.h"
#include "scene/document.h"
#include "scene/error.h"

#include <filesystem>

namespace tarn::studio
{
namespace
{

// Only the sentence: the rest of the file is read when it is opened.
std::string summaryOf(std::string_view text, const std::string& name)
{
    try
    {
        const scene::Document document(text, name);
        const scene::Value* summary = document.root().asTable()->find("summary");
        const std::string* sentence = summary != nullptr ? summary->asText() : nullptr;
        return sentence != nullptr ? *sentence : std::string();
    }
    catch (const scene::Error&)
    {
        return {};
    }
}

std::string textOf(const std::string& path)
{
    try
    {
        return scene::readTextFile(path);
    }
    catch (const scene::Error&)
    {
        return {};
    }
}

} // namespace

std::vector<SceneEntry> listScenes(const Preferences& preferences)
{
    std::vector<SceneEntry> entries;
    for (const std::string& path : preferences.recent)
    {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored))
        {
            entries.push_back({std::filesystem::path(path).stem().string(),
                               summaryOf(textOf(path), path), path, false});
        }
    }
    for (const scene::BuiltinScene& builtin : scene::builtinScenes())
    {
        const std::string name(builtin.name);
        entries.push_back({name, summaryOf(builtin.text, name), name, true});
    }
    return entries;
}

} // namespace tarn::studio
