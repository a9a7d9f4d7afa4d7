// Formats rows. Every column is right-aligned: most hold numbers.
#include "bench/report.h"

#include <fmt/format.h>

namespace tarn::bench
{
namespace
{

constexpr const char* kGap = "  ";

std::string csvCell(const Row& value)
{
    if (!value.is_string())
    {
        return value.dump();
    }
    auto text = value.get<std::string>();
    if (text.find_first_of(",\"\r\n") == std::string::npos)
    {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text)
    {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

} // namespace

std::string tableHeading(const Suite& suite)
{
    std::string line;
    for (const Column& column : suite.columns)
    {
        line += fmt::format("{}{:>{}}", line.empty() ? "" : kGap, column.title, column.width);
    }
    return line;
}

std::string tableLine(const Suite& suite, const Row& row)
{
    std::string line;
    for (const Column& column : suite.columns)
    {
        line += fmt::format("{}{:>{}}", line.empty() ? "" : kGap, column.text(row), column.width);
    }
    return line;
}

std::string toJson(const std::vector<Row>& rows)
{
    std::string text = "[";
    for (const Row& row : rows)
    {
        text += text.size() == 1 ? "\n  " : ",\n  ";
        text += row.dump();
    }
    return text + "\n]\n";
}

std::string toCsv(const std::vector<Row>& rows)
{
    if (rows.empty())
    {
        return "";
    }
    std::string text;
    for (const auto& [key, value] : rows.front().items())
    {
        text += fmt::format("{}{}", text.empty() ? "" : ",", key);
    }
    text += '\n';
    for (const Row& row : rows)
    {
        std::string line;
        for (const auto& [key, value] : rows.front().items())
        {
            line += fmt::format("{}{}", line.empty() ? "" : ",", csvCell(row.at(key)));
        }
        text += line + '\n';
    }
    return text;
}

} // namespace tarn::bench
