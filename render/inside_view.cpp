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

std::string listed()
{
    std::string words;
    for (const MarkRow& mark : kMarks)
    {
        words += fmt::format("{}{}", words.empty() ? "" : ", ", mark.name);
    }
    return words;
}

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

void showInsideMarks(InsideView& view, std::string_view words)
{
    for (const MarkRow& mark : kMarks)
    {
        view.*mark.flag = false;
    }
    while (!words.empty())
    {
        const std::string_view word = words.substr(0, words.find(','));
        words.remove_prefix(std::min(word.size() + 1, words.size()));
        const auto found = std::find_if(kMarks.begin(), kMarks.end(),
                                        [&](const MarkRow& mark) { return mark.name == word; });
        if (found == kMarks.end())
        {
            throw Error(fmt::format("inside: there is no '{}'; choose from: {}", word, listed()));
        }
        view.*found->flag = true;
    }
}

} // namespace tarn::render
