// Closed regions: the equation is singular in each, x keeps a constant, r is made compatible.
#include "support/full_size.h"
#include "support/problem.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

using test::Problem;

const tnSolveParams kParams = test::paramsFor(tn_methodAuto, 1e-5f, 60);

std::vector<double> meansOf(const Problem& problem, const test::Solved& solved)
{
    const std::vector<int32_t> regions = problem.regions();
    std::vector<double> sums(static_cast<size_t>(solved.result.closedRegions));
    std::vector<double> sizes(sums.size());
    const std::vector<double> x = solved.sum();
    for (size_t i = 0; i < x.size(); ++i)
    {
        if (regions[i] >= 0)
        {
            sums.at(static_cast<size_t>(regions[i])) += x[i];
            sizes[static_cast<size_t>(regions[i])] += 1.0;
        }
    }
    for (size_t k = 0; k < sums.size(); ++k)
    {
        sums[k] /= sizes[k];
    }
    return sums;
}

TEST(ClosedRegion, KeepsAMeanOfZero)
{
    Problem problem(97, 64);
    problem.setRandomRight(41);
    const test::Solved solved = test::solve(problem, kParams);
    EXPECT_TRUE(solved.result.converged);
    ASSERT_EQ(solved.result.closedRegions, 1);
    EXPECT_NEAR(meansOf(problem, solved)[0], 0.0, 1e-5);
}

TEST(ClosedRegion, LeavesOutWhatNoSolutionCanProduce)
{
    // Half of r is its mean: cosine of norm 1 / sqrt(2), plus 1 / sqrt(2).
    const int32_t n = 64;
    Problem problem(n, n);
    problem.setRight(
        [&](double x, double) { return std::cos(std::numbers::pi * x / n) + std::sqrt(0.5); });
    const test::Solved solved = test::solve(problem, kParams);
    EXPECT_TRUE(solved.result.converged);
    EXPECT_NEAR(static_cast<double>(solved.result.incompatibility), std::sqrt(0.5), 1e-6);

    // The rest is solved as if the mean had not been there.
    Problem without(n, n);
    without.setRight([&](double x, double) { return std::cos(std::numbers::pi * x / n); });
    const test::Solved same = test::solve(without, kParams);
    EXPECT_NEAR(static_cast<double>(same.result.incompatibility), 0.0, 1e-6);
    for (size_t i = 0; i < problem.cells(); ++i)
    {
        ASSERT_NEAR(solved.x[i], same.x[i], 0.02) << "of about 400";
    }
}

TEST(ClosedRegion, OnlyAConstantRightHandSideMeansNoFlowAtAll)
{
    Problem problem(33, 20);
    problem.r.assign(problem.cells(), 3.0f);
    const test::Solved solved = test::solve(problem, kParams);
    EXPECT_TRUE(solved.result.converged);
    EXPECT_FLOAT_EQ(solved.result.incompatibility, 1.0f);
    for (const float x : solved.x)
    {
        ASSERT_NEAR(x, 0.0f, 1e-3f);
    }
}

TEST(ClosedRegion, EachOfSeveralHasItsOwnConstantAndItsOwnMean)
{
    // Two rooms with a wall between them, +1 in one and -1 in the other: nothing is compatible.
    Problem problem(41, 20);
    test::Mask mask(41, 20);
    for (int32_t j = 0; j < 20; ++j)
    {
        mask.set(20, j, true);
    }
    problem.setSolids(mask);
    problem.setRight([](double x, double) { return x < 20.0 ? 1.0 : x > 21.0 ? -1.0 : 0.0; });
    const test::Solved flat = test::solve(problem, kParams);
    EXPECT_EQ(flat.result.closedRegions, 2);
    EXPECT_FLOAT_EQ(flat.result.incompatibility, 1.0f);
    EXPECT_TRUE(flat.result.converged);

    problem.setRandomRight(42);
    const test::Solved solved = test::solve(problem, kParams);
    EXPECT_EQ(solved.result.closedRegions, 2);
    EXPECT_TRUE(solved.result.converged);
    for (const double mean : meansOf(problem, solved))
    {
        EXPECT_NEAR(mean, 0.0, 1e-5);
    }
    EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-5);
}

TEST(ClosedRegion, SolidCellsDropTheirRightHandSide)
{
    Problem problem(20, 20, test::kOpenTop);
    test::Mask mask(20, 20);
    mask.set(7, 7, true);
    problem.setSolids(mask);
    problem.r[problem.cell(7, 7)] = 4.0f;
    problem.r[problem.cell(3, 3)] = 3.0f;
    const test::Solved solved = test::solve(problem, kParams);
    EXPECT_TRUE(solved.result.converged);
    EXPECT_NEAR(static_cast<double>(solved.result.incompatibility), 0.8, 1e-6);
    EXPECT_EQ(solved.x[problem.cell(7, 7)], 0.0f);
    EXPECT_EQ(solved.result.closedRegions, 0);
}

TEST(ClosedRegion, AllSolidIsSolvedByZero)
{
    for (const float value : {0.0f, 1.0f})
    {
        Problem problem(19, 12);
        problem.setSolids(test::Mask(19, 12, true));
        problem.r.assign(problem.cells(), value);
        const test::Solved solved = test::solve(problem, kParams);
        ASSERT_EQ(solved.status, tn_success);
        EXPECT_TRUE(solved.result.converged);
        EXPECT_EQ(solved.result.closedRegions, 0);
        EXPECT_EQ(solved.result.incompatibility, value);
        for (const float x : solved.x)
        {
            ASSERT_EQ(x, 0.0f);
        }
    }
}

TEST(ClosedRegion, OneOpenCellBetweenSolidsIsSolidItself)
{
    // Without an open face and without a, there is nothing to solve for.
    Problem problem(9, 9);
    test::Mask mask(9, 9, true);
    mask.set(4, 4, false);
    problem.setSolids(mask);
    problem.r.assign(problem.cells(), 1.0f);
    const test::Solved solved = test::solve(problem, kParams);
    EXPECT_EQ(solved.result.closedRegions, 0);
    EXPECT_EQ(solved.x[problem.cell(4, 4)], 0.0f);

    // With a it is a cell like any other.
    problem.a.assign(problem.cells(), 0.0f);
    problem.a[problem.cell(4, 4)] = 4.0f;
    const test::Solved tied = test::solve(problem, kParams);
    EXPECT_TRUE(tied.result.converged);
    EXPECT_FLOAT_EQ(tied.x[problem.cell(4, 4)], 0.25f);
}

TEST(ClosedRegion, ADiagonalTermTiesItsOwnRegionOnly)
{
    Problem problem(21, 10);
    test::Mask mask(21, 10);
    for (int32_t j = 0; j < 10; ++j)
    {
        mask.set(10, j, true);
    }
    problem.setSolids(mask);
    problem.a.assign(problem.cells(), 0.0f);
    problem.a[problem.cell(2, 2)] = 0.5f;
    problem.r.assign(problem.cells(), 1.0f);
    const test::Solved solved = test::solve(problem, kParams);
    EXPECT_TRUE(solved.result.converged);
    EXPECT_EQ(solved.result.closedRegions, 1);
    // All 100 of the left room leave through a: x = 100 / 0.5 there.
    EXPECT_NEAR(solved.x[problem.cell(2, 2)], 200.0f, 0.01f);
    EXPECT_NEAR(solved.x[problem.cell(15, 5)], 0.0f, 1e-3f);
}

TEST(ClosedRegion, AnOpenEdgeTiesOnlyWhatTouchesIt)
{
    Problem problem(16, 33, test::kOpenTop);
    test::Mask mask(16, 33);
    for (int32_t i = 0; i < 16; ++i)
    {
        mask.set(i, 16, true);
    }
    problem.setSolids(mask);
    problem.setRandomRight(43);
    const test::Solved solved = test::solve(problem, kParams);
    EXPECT_TRUE(solved.result.converged);
    EXPECT_EQ(solved.result.closedRegions, 1);
    EXPECT_NEAR(meansOf(problem, solved)[0], 0.0, 1e-5);
    EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-5);

    // Shut at the edge as well, the upper room is closed too.
    for (int32_t i = 0; i < 16; ++i)
    {
        problem.by[static_cast<size_t>(33 * 16 + i)] = 0.0f;
    }
    EXPECT_EQ(test::solve(problem, kParams).result.closedRegions, 2);
}

// Pairs of cells: a region for every three cells, more than fit into one table of means.
TEST(ClosedRegion, ThousandsAreHandledAtOnce)
{
    const int32_t n = test::scaled(test::kSlowBuild ? 48 : 180, 900);
    Problem problem(n, n);
    problem.bx.assign(static_cast<size_t>(n + 1) * static_cast<size_t>(n), 0.0f);
    problem.by.assign(problem.bx.size(), 0.0f);
    for (int32_t j = 0; j < n; ++j)
    {
        for (int32_t i = 1; i < n; i += 3)
        {
            problem
                .bx[static_cast<size_t>(j) * static_cast<size_t>(n + 1) + static_cast<size_t>(i)] =
                1.0f;
        }
    }
    problem.setRandomRight(44);
    const test::Solved solved = test::solve(problem, kParams);
    EXPECT_TRUE(solved.result.converged);
    EXPECT_EQ(solved.result.closedRegions, n * (n / 3));
    for (int32_t j = 0; j < n; ++j)
    {
        for (int32_t i = 0; i + 2 < n; i += 3)
        {
            // r and -r after their mean is gone: x = +-r / 2.
            const float half =
                0.25f * (problem.r[problem.cell(i, j)] - problem.r[problem.cell(i + 1, j)]);
            ASSERT_NEAR(solved.x[problem.cell(i, j)], half, 1e-5f) << i << ", " << j;
            ASSERT_NEAR(solved.x[problem.cell(i + 1, j)], -half, 1e-5f) << i << ", " << j;
            ASSERT_EQ(solved.x[problem.cell(i + 2, j)], 0.0f);
        }
    }
}

} // namespace
} // namespace tarn
