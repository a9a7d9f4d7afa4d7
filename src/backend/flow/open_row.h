// Advection in the open, for some columns of a row, in plain scalar code: the truth that vectors
// must agree with, and what they fall back on.
#pragma once

#include "backend/flow/flow_grid.h"

namespace tarn
{

void traceOpen(const AdvectJob& job, int32_t row, int32_t begin, int32_t end, bool ahead);
void advectOpen(const AdvectJob& job, int32_t row, int32_t begin, int32_t end);
void correctOpen(const AdvectJob& job, int32_t row, int32_t begin, int32_t end);

} // namespace tarn
