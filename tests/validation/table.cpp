#include "validation/table.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tarn::validation
{

namespace
{

std::vector<std::string> fieldsOf(const std::string& line)
{
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');)
    {
        fields.push_back(field);
    }
    return fields;
}

} // namespace

Table::Table(const std::string& name) : name_(name)
{
    std::ifstream file(std::string(TARN_TEST_DATA) + "/" + name);
    for (std::string line; std::getline(file, line);)
    {
        if (line.empty() || line[0] == '#')
        {
            continue;
        }
        std::vector<std::string> fields = fieldsOf(line);
        if (columns_.empty())
        {
            columns_ = std::move(fields);
            continue;
        }
        if (fields.size() != columns_.size())
        {
            std::string problem = name + ": a row has another number of fields than the first: ";
            throw std::runtime_error(problem.append(line));
        }
        rows_.push_back(std::move(fields));
    }
    if (rows_.empty())
    {
        throw std::runtime_error(name + ": not found in " TARN_TEST_DATA ", or empty");
    }
}

size_t Table::columnOf(const std::string& column) const
{
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    if (found == columns_.end())
    {
        throw std::runtime_error(name_ + ": there is no column " + column);
    }
    return static_cast<size_t>(found - columns_.begin());
}

std::vector<size_t> Table::rowsWhere(const std::vector<Condition>& conditions) const
{
    std::vector<size_t> found;
    for (size_t row = 0; row < rows_.size(); ++row)
    {
        if (std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
                return rows_[row][columnOf(condition.column)] == condition.value;
            }))
        {
            found.push_back(row);
        }
    }
    return found;
}

double Table::number(size_t row, const std::string& column) const
{
    return std::stod(rows_[row][columnOf(column)]);
}

double Table::number(const std::vector<Condition>& conditions, const std::string& column) const
{
    const std::vector<size_t> found = rowsWhere(conditions);
    if (found.size() != 1)
    {
        throw std::runtime_error(name_ + ": " + std::to_string(found.size()) + " rows where " +
                                 conditions.front().column + " is " + conditions.front().value +
                                 " give " + column + "; one was expected");
    }
    return number(found.front(), column);
}

} // namespace tarn::validation
