// Splits at commas and reads each entry strictly: no blanks, no signs of a float, no rest.
#include "cli/number_list.h"

#include "cli/usage_error.h"

#include <charconv>
#include <fmt/format.h>

namespace tarn::cli
{

std::vector<int32_t> parseNumberList(const std::string& option, const std::string& text,
                                     int32_t low, int32_t high)
{
    std::vector<int32_t> numbers;
    size_t begin = 0;
    while (begin <= text.size())
    {
        const size_t end = std::min(text.find(',', begin), text.size());
        const std::string entry = text.substr(begin, end - begin);
        int32_t number = 0;
        const char* last = entry.data() + entry.size();
        const auto [stop, error] = std::from_chars(entry.data(), last, number);
        if (error != std::errc() || stop != last || number < low || number > high)
        {
            throw UsageError(fmt::format("{}: '{}' is not a whole number from {} to {}; separate "
                                         "several by commas, as in {} 1,2",
                                         option, entry, low, high, option));
        }
        numbers.push_back(number);
        begin = end + 1;
    }
    return numbers;
}

} // namespace tarn::cli
