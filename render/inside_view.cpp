#include "render/inside_view.h"

#include "render/error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tarn::render
{
namespace
{

struct MarkRow
{
    const char* name;
    bool InsideView::*flag;
};

constexpr std::array kMarks = {
    MarkRow{"arrows", &InsideView::arrows}, MarkRow{"streamlines", &InsideView::streamlines},
    MarkRow{"grid", &InsideView::grid}, MarkRow{"wetted", &InsideView::wetted},
    MarkRow{"forces", &InsideView::forces}};

std::string markNames()
{
    std::string names;
    for (const MarkRow& mark : kMarks)
    {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", mark.name);
    }
    return names;
}

} // namespace

void showInside(InsideView& view, std::string_view words, std::span<const std::string> maps)
{
    for (const MarkRow& mark : kMarks)
    {
        view.*mark.flag = false;
    }
    view.map.reset();
    while (!words.empty())
    {
        const std::string_view word = words.substr(0, words.find(','));
        words.remove_prefix(std::min(word.size() + 1, words.size()));
        const auto mark = std::find_if(kMarks.begin(), kMarks.end(),
                                       [&](const MarkRow& row) { return row.name == word; });
        if (mark != kMarks.end())
        {
            view.*mark->flag = true;
        }
        else if (std::find(maps.begin(), maps.end(), word) == maps.end())
        {
            throw Error(fmt::format("inside: there is no '{}'; choose from: {}, or a map of {}",
                                    word, markNames(), fmt::join(maps, ", ")));
        }
        else if (view.map)
        {
            throw Error(fmt::format("inside: '{}' and '{}' are two maps; leave one out",
                                    view.map->name, word));
        }
        else
        {
            view.map.emplace().name = word;
        }
    }
}

void throwNoMap(const char* fluid, std::string_view name, std::span<const std::string> maps)
{
    throw Error(fmt::format("inside: {} has no map of '{}'; choose from: {}", fluid, name,
                            fmt::join(maps, ", ")));
}

void requireMap(const char* fluid, std::string_view name, std::span<const std::string> maps)
{
    if (std::find(maps.begin(), maps.end(), name) == maps.end())
    {
        throwNoMap(fluid, name, maps);
    }
}

} // namespace tarn::render
