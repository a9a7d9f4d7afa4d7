// Advection among solids, for some columns of a row. Scalar: few columns are near a solid, and
// every backend takes this way for them. Where there is no solid around, it gives the bits of the
// open way.
#pragma once

#include "backend/flow/flow_grid.h"

namespace tarn
{

void traceNear(const AdvectJob& job, int32_t row, int32_t begin, int32_t end, bool ahead);
void advectNear(const AdvectJob& job, int32_t row, int32_t begin, int32_t end);
void correctNear(const AdvectJob& job, int32_t row, int32_t begin, int32_t end);

} // namespace tarn
