// Measured rows as a table for people and as JSON and CSV for programs.
#pragma once

#include "bench/suite.h"

#include <string>
#include <vector>

namespace tarn::bench
{

// The table's heading, and one of its lines; no line break at the end.
std::string tableHeading(const Suite& suite);
std::string tableLine(const Suite& suite, const Row& row);

// An array with one object per row, each on a line.
std::string toJson(const std::vector<Row>& rows);

// A heading with the keys of the first row, then a line per row. Null is nothing; text with a
// comma, a quote or a line break is quoted (RFC 4180).
std::string toCsv(const std::vector<Row>& rows);

} // namespace tarn::bench
