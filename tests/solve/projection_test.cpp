// What the solver is for: taking the divergence out of a velocity field on a staggered grid.
#include "support/full_size.h"
#include "support/problem.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::Problem;

// Velocities through the faces, 0 through shut ones; U = 1.
struct Flow
{
    std::vector<double> u; // nx + 1 a row
    std::vector<double> v; // nx a row

    Flow(const Problem& problem, uint64_t seed)
        : u(problem.cells() + static_cast<size_t>(problem.def.ny)),
          v(problem.cells() + static_cast<size_t>(problem.def.nx))
    {
        test::Random random(seed);
        const int32_t nx = problem.def.nx;
        const int32_t ny = problem.def.ny;
        for (int32_t j = 0; j < ny; ++j)
        {
            for (int32_t i = 0; i <= nx; ++i)
            {
                const auto value = static_cast<double>(random.between(-1.0f, 1.0f));
                u[atU(problem, i, j)] = problem.faceX(i, j) > 0.0 ? value : 0.0;
            }
            if (problem.def.left == tn_edgePeriodic)
            {
                u[atU(problem, nx, j)] = u[atU(problem, 0, j)];
            }
        }
        for (int32_t j = 0; j <= ny; ++j)
        {
            for (int32_t i = 0; i < nx; ++i)
            {
                const auto value = static_cast<double>(random.between(-1.0f, 1.0f));
                const bool seam = problem.def.bottom == tn_edgePeriodic && j == ny;
                v[problem.cell(i, j)] =
                    problem.faceY(i, j) > 0.0 ? (seam ? v[problem.cell(i, 0)] : value) : 0.0;
            }
        }
    }

    static size_t atU(const Problem& problem, int32_t i, int32_t j)
    {
        return static_cast<size_t>(j) * static_cast<size_t>(problem.def.nx + 1) +
               static_cast<size_t>(i);
    }

    std::vector<double> divergence(const Problem& problem) const
    {
        const double h = static_cast<double>(problem.def.cellSize);
        std::vector<double> result(problem.cells());
        for (int32_t j = 0; j < problem.def.ny; ++j)
        {
            for (int32_t i = 0; i < problem.def.nx; ++i)
            {
                result[problem.cell(i, j)] = (u[atU(problem, i + 1, j)] - u[atU(problem, i, j)] +
                                              v[problem.cell(i, j + 1)] - v[problem.cell(i, j)]) /
                                             h;
            }
        }
        return result;
    }

    // Minus b grad x, with x = 0 on Dirichlet edges.
    void subtractGradient(const Problem& problem, const std::vector<double>& x)
    {
        const double h = static_cast<double>(problem.def.cellSize);
        const int32_t nx = problem.def.nx;
        const int32_t ny = problem.def.ny;
        const bool ringX = problem.def.left == tn_edgePeriodic;
        const bool ringY = problem.def.bottom == tn_edgePeriodic;
        const auto value = [&](int32_t i, int32_t j) {
            const bool outside = (!ringX && (i < 0 || i >= nx)) || (!ringY && (j < 0 || j >= ny));
            return outside ? 0.0 : x[problem.cell((i + nx) % nx, (j + ny) % ny)];
        };
        for (int32_t j = 0; j <= ny; ++j)
        {
            for (int32_t i = 0; i <= nx; ++i)
            {
                if (j < ny)
                {
                    u[atU(problem, i, j)] -=
                        h * problem.faceX(i, j) * (value(i, j) - value(i - 1, j));
                }
                if (i < nx)
                {
                    v[problem.cell(i, j)] -=
                        h * problem.faceY(i, j) * (value(i, j) - value(i, j - 1));
                }
            }
        }
    }
};

double largest(const std::vector<double>& values)
{
    double most = 0.0;
    for (const double value : values)
    {
        most = std::max(most, std::fabs(value));
    }
    return most;
}

double largestChange(const std::vector<double>& one, const std::vector<double>& other)
{
    double most = 0.0;
    for (size_t i = 0; i < one.size(); ++i)
    {
        most = std::max(most, std::fabs(one[i] - other[i]));
    }
    return most;
}

void project(Problem& problem, const test::OwnedSolver& solver, Flow& flow, float tolerance)
{
    const std::vector<double> divergence = flow.divergence(problem);
    for (size_t i = 0; i < divergence.size(); ++i)
    {
        problem.r[i] = static_cast<float>(-divergence[i]);
    }
    const test::Solved solved =
        test::solve(solver, problem, test::paramsFor(tn_methodAuto, tolerance, 60));
    ASSERT_EQ(solved.status, tn_success);
    EXPECT_TRUE(solved.result.converged) << solved.result.relativeResidual;
    EXPECT_LE(solved.result.incompatibility, 1e-4f);
    flow.subtractGradient(problem, solved.sum());
}

// The solver's tolerance is on the 2-norm, and what is left gathers at narrow gaps: for each cell
// to be within a tolerance, a hundredth of it is asked for.
TEST(Projection, TakesTheDivergenceOutAndLeavesTheRestAlone)
{
    constexpr double kTolerance = 1e-5;
    const int32_t n = test::scaled(test::kSlowBuild ? 48 : 128, 512);
    const std::vector<std::pair<const char*, test::Edges>> edges = {
        {"walls", test::kClosedBox}, {"open top", test::kOpenTop}, {"torus", test::kTorus}};
    const std::vector<test::NamedMask> masks = {{"open water", test::Mask(n, n)},
                                                {"one wall", test::oneWall(n, n)},
                                                {"walls", test::verticalWalls(n, n, 8, 81)},
                                                {"blocks", test::randomBlocks(n, n, 82)},
                                                {"staircases", test::staircases(n, n, 9)},
                                                {"sealed rooms", test::sealedRooms(n, n, 6)}};
    for (const auto& [edgesName, which] : edges)
    {
        for (const auto& [name, mask] : masks)
        {
            SCOPED_TRACE(std::string(edgesName) + ", " + name);
            Problem problem(n, n, which, 1.0f / static_cast<float>(n));
            problem.setSolids(mask);
            const test::OwnedSolver solver(problem);
            ASSERT_EQ(solver.result(), tn_success);
            Flow flow(problem, 83);
            project(problem, solver, flow, static_cast<float>(0.01 * kTolerance));
            const double h = static_cast<double>(problem.def.cellSize);
            EXPECT_LE(largest(flow.divergence(problem)) * h, kTolerance);

            Flow again = flow;
            project(problem, solver, again, static_cast<float>(kTolerance));
            EXPECT_LE(largestChange(flow.u, again.u), 10.0 * kTolerance);
            EXPECT_LE(largestChange(flow.v, again.v), 10.0 * kTolerance);
        }
    }
}

TEST(Projection, ChangesNothingInAFlowWithoutDivergence)
{
    // The curl of a stream function given at corners, 0 on the walls.
    const int32_t n = 64;
    Problem problem(n, n);
    Flow flow(problem, 84);
    test::Random random(85);
    std::vector<double> stream(static_cast<size_t>((n + 1) * (n + 1)));
    const auto at = [](int32_t i, int32_t j) { return static_cast<size_t>(j * (n + 1) + i); };
    for (int32_t j = 1; j < n; ++j)
    {
        for (int32_t i = 1; i < n; ++i)
        {
            stream[at(i, j)] = static_cast<double>(random.between(-1.0f, 1.0f));
        }
    }
    for (int32_t j = 0; j <= n; ++j)
    {
        for (int32_t i = 0; i <= n; ++i)
        {
            if (j < n)
            {
                flow.u[Flow::atU(problem, i, j)] = stream[at(i, j + 1)] - stream[at(i, j)];
            }
            if (i < n)
            {
                flow.v[problem.cell(i, j)] = stream[at(i, j)] - stream[at(i + 1, j)];
            }
        }
    }
    const Flow before = flow;
    const test::OwnedSolver solver(problem);
    const std::vector<double> divergence = flow.divergence(problem);
    ASSERT_LE(largest(divergence), 1e-14);
    const test::Solved solved = test::solve(solver, problem, tnDefaultSolveParams());
    EXPECT_TRUE(solved.result.converged);
    flow.subtractGradient(problem, solved.sum());
    EXPECT_EQ(largestChange(flow.u, before.u), 0.0);
    EXPECT_EQ(largestChange(flow.v, before.v), 0.0);
}

} // namespace
} // namespace tarn
