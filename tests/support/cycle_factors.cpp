#include "support/cycle_factors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn::test
{

std::vector<double> cycleResiduals(const Problem& problem, int32_t preSweeps, int32_t postSweeps)
{
    constexpr int32_t kCycles = 9;
    const OwnedSolver solver(problem);
    tnSolveParams params = paramsFor(tn_methodMultigrid, 0.0f, 1);
    params.preSweeps = preSweeps;
    params.postSweeps = postSweeps;
    Problem rest = problem;
    std::vector<double> residual = problem.compatibleRight();
    const double start = norm(residual);
    std::vector<double> norms = {1.0};
    for (int32_t cycle = 0; cycle < kCycles; ++cycle)
    {
        std::copy(residual.begin(), residual.end(), rest.r.begin());
        const Solved solved = solve(solver, rest, params);
        if (solved.status != tn_success || solved.result.iterations != 1)
        {
            return {};
        }
        const std::vector<double> applied = problem.applied(solved.sum());
        for (size_t i = 0; i < residual.size(); ++i)
        {
            residual[i] -= applied[i];
        }
        norms.push_back(norm(residual) / start);
    }
    return norms;
}

Factors factorsOf(const Problem& problem, int32_t preSweeps, int32_t postSweeps)
{
    const std::vector<double> norms = cycleResiduals(problem, preSweeps, postSweeps);
    if (norms.empty())
    {
        const double none = std::numeric_limits<double>::quiet_NaN(); // fails every comparison
        return {none, none};
    }
    const size_t last = norms.size() - 1;
    return {std::pow(norms[4], 0.25), std::pow(norms[last] / norms[last - 4], 0.25)};
}

} // namespace tarn::test
