// What Flow is meant to reach, held against measured rows.
#pragma once

#include "bench/suite.h"

namespace tarn::bench
{

// A line for each bar whose rows were measured, as in
// "reached  plume 512 x 512, 2 threads: 123 times as fast as the textbook, at least 100".
std::vector<std::string> flowBars(const std::vector<Row>& rows);

} // namespace tarn::bench
