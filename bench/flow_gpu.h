// Flows on a GPU, for the suite `flow`: what a step costs there, beside the classic GPU scheme and
// a copy through the device's memory, both taken in the same run.
#pragma once

#include "bench/flow_case.h"
#include "bench/suite.h"

#include <cstdint>
#include <functional>

namespace tarn::bench
{

// The rows of one request, in order. Throws std::runtime_error.
void measureFlowsOnGpu(const Request& request, Listener& listener);

} // namespace tarn::bench
