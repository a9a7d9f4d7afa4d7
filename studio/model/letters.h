// Letters, for searching without a look at their case.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace tarn::studio
{

inline std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char letter) { return char(std::tolower(letter)); });
    return lower;
}

} // namespace tarn::studio
