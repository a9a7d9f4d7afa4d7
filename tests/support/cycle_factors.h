// What V-cycles leave of a residual, one after the other, without the rounding of a solve.
#pragma once

#include "support/problem.h"

#include <cstdint>
#include <vector>

namespace tarn::test
{

// What is left after each of nine cycles, relative to the start (the first number, 1). Every cycle
// starts from zero on the residual of the ones before, taken in 64 bits: the same iteration,
// without its rounding. Empty where a solve failed.
std::vector<double> cycleResiduals(const Problem& problem, int32_t preSweeps, int32_t postSweeps);

struct Factors
{
    double mean = 0.0; // of the first four cycles: what a solve to 1e-4 sees
    double late = 0.0; // of the last four: only the slow errors are left
};

Factors factorsOf(const Problem& problem, int32_t preSweeps = 2, int32_t postSweeps = 1);

} // namespace tarn::test
