// The methods, what ends them, and whether the result tells the truth about it.
#include "support/full_size.h"
#include "support/problem.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

using test::Problem;
using test::Remainder;

const std::vector<tnSolverMethod> kMethods = {tn_methodAuto,        tn_methodMultigrid,
                                              tn_methodMultigridCG, tn_methodConjugateGradient,
                                              tn_methodGaussSeidel, tn_methodJacobi};

Problem smallProblem(const test::Edges& edges)
{
    Problem problem(23, 17, edges, 0.5f);
    problem.setSolids(test::randomCells(23, 17, 0.1f, 3));
    problem.setRandomRight(21);
    return problem;
}

double farthest(const std::vector<double>& one, const std::vector<double>& other)
{
    double most = 0.0;
    for (size_t i = 0; i < one.size(); ++i)
    {
        most = std::max(most, std::fabs(one[i] - other[i]));
    }
    return most;
}

double largest(const std::vector<double>& values)
{
    return farthest(values, std::vector<double>(values.size(), 0.0));
}

TEST(Methods, AllReachTheSameSolution)
{
    for (const test::Edges& edges : {test::kClosedBox, test::kOpenTop, test::kRingX})
    {
        const Problem problem = smallProblem(edges);
        const std::vector<double> exact = problem.solution();
        for (const tnSolverMethod method : kMethods)
        {
            const test::Solved solved =
                test::solve(problem, test::paramsFor(method, 1e-5f, 100000));
            ASSERT_EQ(solved.status, tn_success);
            EXPECT_TRUE(solved.result.converged) << "method " << method;
            EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-5) << "method " << method;
            EXPECT_LE(farthest(solved.sum(), exact), 1e-3 * largest(exact)) << "method " << method;
        }
    }
}

TEST(Methods, TellWhichOneFinished)
{
    const Problem problem = smallProblem(test::kOpenTop);
    for (const tnSolverMethod method : kMethods)
    {
        const test::Solved solved = test::solve(problem, test::paramsFor(method, 1e-3f, 10000));
        if (method != tn_methodAuto)
        {
            EXPECT_EQ(solved.result.method, method);
        }
        else
        {
            EXPECT_NE(solved.result.method, tn_methodAuto);
        }
    }
}

TEST(Methods, OverRelaxationBeatsPlainGaussSeidel)
{
    Problem problem(64, 64, test::kOpenBox);
    problem.setRandomRight(22);
    tnSolveParams params = test::paramsFor(tn_methodGaussSeidel, 1e-3f, 20000);
    const test::Solved best = test::solve(problem, params);
    params.relaxation = 1.0f;
    const test::Solved plain = test::solve(problem, params);
    EXPECT_TRUE(best.result.converged);
    EXPECT_TRUE(plain.result.converged);
    EXPECT_LT(best.result.iterations * 4, plain.result.iterations);
}

TEST(Methods, StopAtTheNumberOfIterationsGiven)
{
    Problem problem(60, 48); // no box: that would be solved at once
    problem.setRandomRight(23);
    for (const tnSolverMethod method : kMethods)
    {
        for (const int32_t iterations : {0, 1, 2, 5})
        {
            for (const float tolerance : {0.0f, 1e-7f})
            {
                const test::Solved solved =
                    test::solve(problem, test::paramsFor(method, tolerance, iterations));
                ASSERT_EQ(solved.status, tn_success);
                EXPECT_EQ(solved.result.iterations, iterations) << "method " << method;
                EXPECT_FALSE(solved.result.converged) << "method " << method;
            }
        }
    }
}

TEST(Methods, DoNothingInZeroIterations)
{
    Problem problem(16, 16);
    problem.setRandomRight(24);
    const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-4f, 0));
    for (size_t i = 0; i < problem.cells(); ++i)
    {
        ASSERT_EQ(solved.x[i], 0.0f);
        ASSERT_EQ(solved.remainder[i], 0.0f);
    }
    EXPECT_FLOAT_EQ(solved.result.relativeResidual, 1.0f);
}

TEST(Methods, StopAsSoonAsTheToleranceIsReached)
{
    Problem problem(100, 80, test::kOpenTop);
    problem.setRandomRight(25);
    for (const tnSolverMethod method : kMethods)
    {
        for (const float tolerance : {0.3f, 1e-2f})
        {
            const test::Solved solved =
                test::solve(problem, test::paramsFor(method, tolerance, 100000));
            EXPECT_TRUE(solved.result.converged) << "method " << method;
            EXPECT_LE(solved.result.relativeResidual, tolerance);
            if (solved.result.iterations > 1 && method != tn_methodConjugateGradient)
            {
                const test::Solved before = test::solve(
                    problem, test::paramsFor(method, tolerance, solved.result.iterations - 1));
                EXPECT_FALSE(before.result.converged) << "method " << method;
                EXPECT_GT(before.result.relativeResidual, tolerance);
            }
        }
    }
}

TEST(SolveResult, ResidualAndFactorAreTheTrueOnes)
{
    for (const Remainder remainder : {Remainder::wanted, Remainder::none})
    {
        for (const tnSolverMethod method : kMethods)
        {
            for (const int32_t iterations : {1, 3, 8, 30})
            {
                const Problem problem = smallProblem(test::kClosedBox);
                const test::Solved solved =
                    test::solve(problem, test::paramsFor(method, 1e-6f, iterations), remainder);
                const double residual = problem.relativeResidual(solved.sum());
                const double told = static_cast<double>(solved.result.relativeResidual);
                EXPECT_NEAR(told, residual, 0.1 * residual + 1e-7)
                    << "method " << method << ", " << iterations << " iterations, remainder "
                    << (remainder == Remainder::wanted);
                const double factor = std::pow(told, 1.0 / solved.result.iterations);
                EXPECT_NEAR(static_cast<double>(solved.result.factor), factor, 1e-3 * factor)
                    << "method " << method;
                EXPECT_EQ(solved.result.converged, told <= 1e-6) << "method " << method;
            }
        }
    }
}

TEST(WarmStart, FromTheExactSolutionNeedsNoMoreThanOneIteration)
{
    for (const test::Edges& edges : {test::kOpenTop, test::kClosedBox, test::kRingX})
    {
        Problem problem(60, 45, edges);
        problem.setRandomRight(26);
        const test::OwnedSolver solver(problem);
        tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-6f);
        const test::Solved cold = test::solve(solver, problem, params);
        ASSERT_TRUE(cold.result.converged);
        params.tolerance = 1e-4f;
        params.warmStart = true;
        const test::Solved warm = test::solve(solver, problem, params, Remainder::wanted, &cold.x);
        EXPECT_TRUE(warm.result.converged);
        EXPECT_LE(warm.result.iterations, 1);
    }
}

TEST(WarmStart, FromNearbyNeedsFewerIterationsThanFromZero)
{
    Problem problem(120, 90, test::kOpenTop);
    problem.setRandomRight(27);
    const test::OwnedSolver solver(problem);
    tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-5f);
    const test::Solved cold = test::solve(solver, problem, params);
    Problem next = problem;
    for (float& value : next.r)
    {
        value *= 1.001f;
    }
    params.warmStart = true;
    const test::Solved warm = test::solve(solver, next, params, Remainder::wanted, &cold.x);
    EXPECT_TRUE(warm.result.converged);
    EXPECT_LT(warm.result.iterations, cold.result.iterations);
    EXPECT_LE(next.relativeResidual(warm.sum()), 1.1e-5);
}

TEST(WarmStart, FromNonsenseStillConverges)
{
    Problem problem(50, 50);
    problem.setRandomRight(28);
    const test::OwnedSolver solver(problem);
    tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-5f);
    params.warmStart = true;
    for (const float scale : {1e-30f, 1.0f, 1e10f, 1e30f, 3e38f})
    {
        test::Random random(29);
        std::vector<float> start(problem.cells());
        for (float& value : start)
        {
            value = scale * random.between(-1.0f, 1.0f);
        }
        const test::Solved solved = test::solve(solver, problem, params, Remainder::wanted, &start);
        ASSERT_EQ(solved.status, tn_success) << scale;
        EXPECT_TRUE(solved.result.converged) << scale << ": " << solved.result.relativeResidual;
        EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-5) << scale;
    }
}

TEST(WarmStart, LeavesAClosedRegionAMeanOfZeroWhateverItHad)
{
    Problem problem(40, 30);
    problem.setRandomRight(30);
    const test::OwnedSolver solver(problem);
    tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-4f);
    params.warmStart = true;
    const std::vector<float> start(problem.cells(), 5.0f);
    const test::Solved solved = test::solve(solver, problem, params, Remainder::wanted, &start);
    double mean = 0.0;
    for (const double value : solved.sum())
    {
        mean += value / static_cast<double>(problem.cells());
    }
    EXPECT_NEAR(mean, 0.0, 1e-6);
}

} // namespace
} // namespace tarn
