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

} // namespace

const std::vector<std::string>& insideMarkNames()
{
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> names;
        for (const MarkRow& mark : kMarks)
        {
            names.emplace_back(mark.name);
        }
        return names;
    }();
    return kNames;
}

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
                                    word, fmt::join(insideMarkNames(), ", "),
                                    fmt::join(maps, ", ")));
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

} // namespace tarn::render
