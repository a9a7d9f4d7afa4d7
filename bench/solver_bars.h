// What the solver is meant to reach, held against measured rows.
#pragma once

#include "bench/suite.h"

namespace tarn::bench
{

// A line for each bar whose rows were measured, as in
// "reached  solids 1024 x 1024, 2 threads: 0.154 of a classic sweep for a V-cycle, at most 0.2".
std::vector<std::string> solverBars(const std::vector<Row>& rows);

} // namespace tarn::bench
