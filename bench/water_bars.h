// What Water is meant to reach, held against measured rows.
#pragma once

#include "bench/suite.h"

namespace tarn::bench
{

// A line for each bar whose rows were measured, as in
// "reached  thesis with 40 bodies, 48 x 48, 2 threads: 65 times the thesis's frames, at least 60".
std::vector<std::string> waterBars(const std::vector<Row>& rows);

} // namespace tarn::bench
