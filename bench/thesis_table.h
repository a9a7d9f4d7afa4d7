// The figures that the case `thesis` is held against: table 4.2 of the thesis whose way of floating
// solids on a fluid grid Water follows, frames a second for squares of cells with objects on them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

namespace tarn::bench
{

inline constexpr int32_t kThesisBodies[] = {1, 10, 20, 40, 60, 80, 100};

struct ThesisLine
{
    int32_t n;
    double fps[std::size(kThesisBodies)];
};

inline constexpr ThesisLine kThesisLines[] = {
    {16, {178.0, 170.0, 148.0, 155.0, 170.0, 178.0, 190.0}},
    {32, {129.0, 128.0, 122.0, 102.0, 90.0, 71.0, 61.0}},
    {48, {80.0, 78.0, 75.0, 60.0, 54.0, 50.0, 45.0}},
};

// Nothing for a size or a number of bodies that the table does not have.
inline std::optional<double> thesisFps(int32_t n, int32_t bodies)
{
    const auto* line = std::find_if(std::begin(kThesisLines), std::end(kThesisLines),
                                    [&](const ThesisLine& l) { return l.n == n; });
    const auto* column = std::find(std::begin(kThesisBodies), std::end(kThesisBodies), bodies);
    if (line == std::end(kThesisLines) || column == std::end(kThesisBodies))
    {
        return std::nullopt;
    }
    return line->fps[column - std::begin(kThesisBodies)];
}

} // namespace tarn::bench
