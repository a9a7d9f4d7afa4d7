// What the suite `render` is meant to reach.
#pragma once

#include "bench/suite.h"

#include <string>
#include <vector>

namespace tarn::bench
{

// A line for each bar that the rows say something about.
std::vector<std::string> renderBars(const std::vector<Row>& rows);

} // namespace tarn::bench
