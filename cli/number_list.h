// Lists of whole numbers on the command line, as in --n 256,512.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tarn::cli
{

// The numbers in `text`, separated by commas, each within low .. high. Throws a UsageError that
// names the option, the first bad entry and the range.
std::vector<int32_t> parseNumberList(const std::string& option, const std::string& text,
                                     int32_t low, int32_t high);

} // namespace tarn::cli
