// Single precision is not the floor: with a remainder, small tolerances are reached on any
// right-hand side, and the residual that is told is the one that 64 bits find.
#include "support/full_size.h"
#include "support/problem.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::Problem;
using test::Remainder;

int32_t size()
{
    return test::scaled(test::kSlowBuild ? 128 : 512, 1024);
}

// What 32 bits find hardest: x is large and its gradients are small.
std::vector<Problem> smoothProblems(int32_t n)
{
    const auto halves = [n](double x, double) { return x < 0.5 * n ? 1.0 : -1.0; };
    const auto mode = [n](double x, double) { return std::cos(std::numbers::pi * x / n); };
    const auto constant = [](double, double) { return 1.0; };
    std::vector<Problem> all;
    for (const test::Edges& edges : {test::kClosedBox, test::kOpenTop, test::kRingX})
    {
        all.emplace_back(n, n, edges);
        all.back().setRight(halves);
        all.emplace_back(n, n, edges);
        all.back().setRight(mode);
    }
    for (const test::Edges& edges : {test::kOpenTop, test::kOpenBox, test::kRingY})
    {
        all.emplace_back(n, n, edges);
        all.back().setRight(constant);
    }
    return all;
}

std::string describe(size_t index, tnSolverMethod method, float tolerance)
{
    return "problem " + std::to_string(index) + ", method " + std::to_string(method) +
           ", tolerance " + std::to_string(static_cast<double>(tolerance) * 1e6) + "e-6";
}

TEST(Precision, SmoothRightHandSidesAreSolvedToAMillionth)
{
    const std::vector<Problem> problems = smoothProblems(size());
    for (size_t k = 0; k < problems.size(); ++k)
    {
        const test::OwnedSolver solver(problems[k]);
        for (const tnSolverMethod method :
             {tn_methodAuto, tn_methodMultigrid, tn_methodMultigridCG})
        {
            for (const float tolerance : {1e-5f, 1e-6f})
            {
                SCOPED_TRACE(describe(k, method, tolerance));
                const test::Solved solved =
                    test::solve(solver, problems[k], test::paramsFor(method, tolerance, 40));
                ASSERT_EQ(solved.status, tn_success);
                EXPECT_TRUE(solved.result.converged);
                EXPECT_LE(solved.result.iterations, 25);
                const double told = static_cast<double>(solved.result.relativeResidual);
                const double residual = problems[k].relativeResidual(solved.sum());
                EXPECT_LE(residual, 1.1 * static_cast<double>(tolerance));
                EXPECT_NEAR(told, residual, 0.1 * residual + 1e-8);
            }
        }
    }
}

TEST(Precision, WithoutARemainderTheResidualToldIsThatOfXAlone)
{
    const std::vector<Problem> problems = smoothProblems(size());
    for (size_t k = 0; k < problems.size(); ++k)
    {
        const test::OwnedSolver solver(problems[k]);
        for (const tnSolverMethod method :
             {tn_methodAuto, tn_methodMultigrid, tn_methodMultigridCG})
        {
            SCOPED_TRACE(describe(k, method, 1e-6f));
            const test::Solved solved = test::solve(
                solver, problems[k], test::paramsFor(method, 1e-6f, 40), Remainder::none);
            ASSERT_EQ(solved.status, tn_success);
            const double told = static_cast<double>(solved.result.relativeResidual);
            const double residual = problems[k].relativeResidual(solved.sum());
            EXPECT_NEAR(told, residual, 0.1 * residual + 1e-8);
            EXPECT_EQ(solved.result.converged, told <= 1e-6);
        }
    }
}

// x is the sum, rounded: the remainder is less than half of its last digit, and the best x there
// is has no smaller residual than what its rounding leaves.
TEST(Precision, TheRemainderIsWhatDoesNotFitIntoX)
{
    for (const Problem& problem : smoothProblems(128))
    {
        const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-6f, 40));
        for (size_t i = 0; i < solved.x.size(); ++i)
        {
            const float whole = solved.x[i] + solved.remainder[i];
            ASSERT_EQ(whole, solved.x[i])
                << "cell " << i << ", remainder " << static_cast<double>(solved.remainder[i]);
        }
    }
}

TEST(Precision, ExtremeUnitsMakeNoDifference)
{
    for (const float unit : {1e-30f, 1e-12f, 1e12f, 1e30f})
    {
        Problem problem(64, 48, test::kOpenTop);
        problem.setRandomRight(71);
        for (float& r : problem.r)
        {
            r *= unit;
        }
        const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-6f, 40));
        EXPECT_TRUE(solved.result.converged) << unit;
        EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-6) << unit;
    }
    for (const float cellSize : {1e-6f, 1e-3f, 1e3f, 1e6f})
    {
        Problem problem(64, 48, test::kOpenTop, cellSize);
        problem.setRandomRight(72);
        const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-6f, 40));
        EXPECT_TRUE(solved.result.converged) << cellSize;
        EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-6) << cellSize;
    }
}

} // namespace
} // namespace tarn
