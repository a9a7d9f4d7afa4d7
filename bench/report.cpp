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
    if (value.is_null())
    {
        return "";
    }
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

// The row with every object in it spread: {"stages": {"forces": 1}} is {"stages.forces": 1}.
Row spread(const Row& row)
{
    Row flat;
    for (const auto& [key, value] : row.items())
    {
        if (value.is_object())
        {
            for (const auto& [inner, number] : value.items())
            {
                flat[fmt::format("{}.{}", key, inner)] = number;
            }
        }
        else
        {
            flat[key] = value;
        }
    }
    return flat;
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
    // What some rows do not have (stages of another part) is empty there.
    Row columns = Row::object();
    for (const Row& row : rows)
    {
        columns.update(spread(row));
    }
    std::string text;
    for (const auto& [key, value] : columns.items())
    {
        text += fmt::format("{}{}", text.empty() ? "" : ",", key);
    }
    text += '\n';
    for (const Row& row : rows)
    {
        const Row flat = spread(row);
        const char* separator = "";
        for (const auto& [key, value] : columns.items())
        {
            text += separator;
            text += flat.contains(key) ? csvCell(flat.at(key)) : std::string();
            separator = ",";
        }
        text += '\n';
    }
    return text;
}

} // namespace tarn::bench
