// Edit distance with swaps of neighbours (Damerau 1964), over three rows of its table.
#include "scene/suggest.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <numeric>
#include <vector>

namespace tarn::scene
{
namespace
{

// How many letters must be changed, put in, left out or swapped with their neighbour.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        std::swap(before, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

} // namespace

std::string nearestWord(std::string_view word, std::span<const std::string> words)
{
    // Words of a hostile file may be long; nothing is near those.
    constexpr std::size_t kLongest = 64;
    if (word.size() > kLongest)
    {
        return {};
    }
    // A word of which nothing is left is not near either.
    std::size_t least = std::min(std::max<std::size_t>(1, word.size() / 3) + 1, word.size());
    std::string nearest;
    for (const std::string& candidate : words)
    {
        const std::size_t distance = editDistance(word, candidate);
        if (distance < least)
        {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string joined(std::span<const std::string> words)
{
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string suggestion(std::string_view word, std::span<const std::string> words)
{
    const std::string nearest = nearestWord(word, words);
    return nearest.empty() ? fmt::format("choose from: {}", joined(words))
                           : fmt::format("did you mean '{}'?", nearest);
}

} // namespace tarn::scene
