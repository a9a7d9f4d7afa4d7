// Reference tables: CSV files of tests/data, with comments (#) that name their sources.
#pragma once

#include <string>
#include <vector>

namespace tarn::validation
{

class Table
{
  public:
    // Throws std::runtime_error, naming the file, when it cannot be read.
    explicit Table(const std::string& name);

    // Rows in which all the named columns have the given texts, in the file's order.
    struct Condition
    {
        std::string column;
        std::string value;
    };
    std::vector<size_t> rowsWhere(const std::vector<Condition>& conditions) const;

    double number(size_t row, const std::string& column) const;
    // The number in the only such row; throws when there is none, or more than one.
    double number(const std::vector<Condition>& conditions, const std::string& column) const;

    size_t rows() const { return rows_.size(); }

  private:
    size_t columnOf(const std::string& column) const;

    std::string name_;
    std::vector<std::string> columns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace tarn::validation
