// Boxes that are solved without iterations: what is left is rounding, whatever lies at the edges.
#include "support/full_size.h"
#include "support/problem.h"

#include "solve/solver.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::Problem;

constexpr tnEdge kWall = tn_edgeNeumann;
constexpr tnEdge kOpen = tn_edgeDirichlet;
constexpr tnEdge kRing = tn_edgePeriodic;

struct NamedEdges
{
    std::string name;
    test::Edges edges;
};

// All that a box can have around it.
std::vector<NamedEdges> boxEdges()
{
    std::vector<NamedEdges> all;
    for (const tnEdge ends : {kWall, kOpen, kRing})
    {
        for (const tnEdge bottom : {kWall, kOpen})
        {
            for (const tnEdge top : {kWall, kOpen})
            {
                const char names[] = "wor";
                all.push_back({{names[ends], names[ends], names[bottom], names[top]},
                               {ends, ends, bottom, top}});
            }
        }
    }
    return all;
}

std::string sizeName(int32_t nx, int32_t ny)
{
    return std::to_string(nx) + " x " + std::to_string(ny);
}

TEST(Direct, LeavesOnlyRoundingInBoxesOfEveryKind)
{
    for (const auto& [name, edges] : boxEdges())
    {
        // Every radix, alone and together; groups of rows that are not whole.
        for (const auto& [nx, ny] :
             {std::pair(32, 2), std::pair(64, 9), std::pair(96, 31), std::pair(160, 64),
              std::pair(224, 20), std::pair(480, 33), std::pair(672, 40), std::pair(1024, 17)})
        {
            Problem problem(nx, ny, edges, 0.5f);
            problem.setRandomRight(static_cast<uint64_t>(nx + ny));
            const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-3f));
            const std::string what = name + ", " + sizeName(nx, ny);
            EXPECT_EQ(solved.result.method, tn_methodDirect) << what;
            EXPECT_EQ(solved.result.iterations, 1) << what;
            EXPECT_TRUE(solved.result.converged) << what;
            // What rounding x to 32 bits leaves of a solution that is known better.
            const test::Solved better =
                test::solve(problem, test::paramsFor(tn_methodMultigrid, 1e-7f));
            const double rounded = problem.relativeResidual({better.x.begin(), better.x.end()});
            EXPECT_LE(problem.relativeResidual({solved.x.begin(), solved.x.end()}),
                      6.0 * rounded + 1e-6)
                << what << ", rounded " << rounded;
        }
    }
}

TEST(Direct, FindsWhatEliminationFinds)
{
    for (const auto& [name, edges] : boxEdges())
    {
        for (const float a : {0.0f, 1e-3f, 1.0f, 1e4f})
        {
            Problem problem(32, 21, edges);
            problem.setRandomRight(81);
            if (a > 0.0f)
            {
                problem.a.assign(problem.cells(), a);
            }
            const std::vector<double> exact = problem.solution();
            const test::Solved solved =
                test::solve(problem, test::paramsFor(tn_methodDirect, 1e-4f));
            EXPECT_EQ(solved.result.method, tn_methodDirect);
            std::vector<double> error = solved.sum();
            for (size_t i = 0; i < error.size(); ++i)
            {
                error[i] -= exact[i];
            }
            EXPECT_LE(test::norm(error), 2e-6 * test::norm(exact))
                << name << ", a = " << static_cast<double>(a);
        }
    }
}

TEST(Direct, HasTheBitsOfTheReference)
{
    for (const auto& [name, edges] : boxEdges())
    {
        for (const auto& [nx, ny] : {std::pair(32, 3), std::pair(480, 37), std::pair(672, 16)})
        {
            Problem problem(nx, ny, edges);
            problem.setRandomRight(82);
            const tnSolveParams params = test::paramsFor(tn_methodDirect, 1e-3f);
            const test::Solved onCpu = test::solve(problem, params, test::Remainder::none);
            problem.def.backend = tn_backendReference;
            const test::Solved onReference = test::solve(problem, params, test::Remainder::none);
            // But for the mean, whose sum is made in another order.
            std::vector<double> apart(problem.cells());
            for (size_t i = 0; i < apart.size(); ++i)
            {
                apart[i] = static_cast<double>(onCpu.x[i]) - static_cast<double>(onReference.x[i]);
            }
            const bool closed = onCpu.result.closedRegions > 0;
            const auto most =
                static_cast<double>(*std::max_element(onCpu.x.begin(), onCpu.x.end()));
            for (const double each : apart)
            {
                ASSERT_LE(std::abs(each), closed ? 1e-6 * most : 0.0) << name << sizeName(nx, ny);
            }
        }
    }
}

TEST(Direct, GoesOnToAMillionthWhereARemainderHoldsIt)
{
    for (const auto& [name, edges] : boxEdges())
    {
        // A long wave: its gradients are small beside its values.
        Problem problem(512, 200, edges);
        problem.setRight([](double x, double y) {
            return std::cos(std::numbers::pi * x / 512.0) * std::cos(std::numbers::pi * y / 200.0);
        });
        const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodDirect, 1e-6f));
        EXPECT_TRUE(solved.result.converged) << name;
        EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-6) << name;
        EXPECT_LE(solved.result.iterations, 4) << name;
    }
}

TEST(Direct, StartsFromWhatIsGiven)
{
    Problem problem(64, 40, test::kOpenTop);
    problem.setRandomRight(83);
    const test::OwnedSolver solver(problem);
    tnSolveParams params = test::paramsFor(tn_methodDirect, 1e-5f);
    const test::Solved cold = test::solve(solver, problem, params);
    params.warmStart = true;
    std::vector<float> near = cold.x;
    near[100] += 0.01f;
    const test::Solved warm = test::solve(solver, problem, params, test::Remainder::wanted, &near);
    EXPECT_TRUE(warm.result.converged);
    EXPECT_LE(problem.relativeResidual(warm.sum()), 1.1e-5);
}

TEST(Direct, TakesTheMeanOutOfAClosedBox)
{
    Problem problem(96, 50, test::kClosedBox);
    problem.setRight(
        [](double x, double y) { return 1.0 + std::sin(0.1 * x) * std::cos(0.2 * y); });
    const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-5f));
    EXPECT_EQ(solved.result.method, tn_methodDirect);
    EXPECT_EQ(solved.result.closedRegions, 1);
    EXPECT_GT(solved.result.incompatibility, 0.5f);
    EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-5);
    const std::vector<double> x = solved.sum();
    const double most = *std::max_element(x.begin(), x.end());
    EXPECT_NEAR(std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size()), 0.0,
                1e-6 * most);
}

TEST(Direct, LeavesOtherDomainsToOtherMethods)
{
    std::vector<std::pair<std::string, Problem>> others;
    others.emplace_back("a row that 11 divides", Problem(352, 30));
    others.emplace_back("a row of odd length", Problem(63, 30));
    others.emplace_back("a ring in y", Problem(64, 32, test::kTorus));
    others.emplace_back("unlike ends", Problem(64, 32, {kWall, kOpen, kWall, kWall}));
    others.emplace_back("one row", Problem(64, 1));
    others.emplace_back("an a that varies", Problem(64, 32));
    others.back().second.a.assign(64 * 32, 1.0f);
    others.back().second.a[70] = 2.0f;
    others.emplace_back("a solid cell", Problem(64, 32));
    test::Mask mask(64, 32);
    mask.solid[700] = 1;
    others.back().second.setSolids(mask);
    for (auto& [name, problem] : others)
    {
        problem.setRandomRight(84);
        const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodDirect, 1e-4f));
        EXPECT_EQ(solved.status, tn_success) << name;
        EXPECT_TRUE(solved.result.converged) << name;
        EXPECT_NE(solved.result.method, tn_methodDirect) << name;
        EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-4) << name;
    }
}

TEST(Direct, MakesAsManyVCyclesAsAreAskedFor)
{
    Problem problem(64, 64);
    problem.setRandomRight(85);
    const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 0.0f, 3));
    EXPECT_EQ(solved.result.method, tn_methodMultigrid);
    EXPECT_EQ(solved.result.iterations, 3);
}

// A box becomes a domain with solids and a box again: neither leaves anything behind for the other.
TEST(Direct, TakesTurnsWithGraphsInTheSameMemory)
{
    Problem box(128, 128, test::kOpenTop);
    box.setRandomRight(86);
    Problem maze(128, 128, test::kOpenTop);
    maze.setSolids(test::perfectMaze(128, 128, 3));
    maze.setRandomRight(87);
    const tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-4f);
    const uint64_t boxHash = test::solve(box, params).hash();
    const uint64_t mazeHash = test::solve(maze, params).hash();
    const test::OwnedSolver solver(box);
    for (int round = 0; round < 2; ++round)
    {
        ASSERT_EQ(solver.setCoefficients(box), tn_success);
        EXPECT_EQ(test::solve(solver, box, params).hash(), boxHash);
        ASSERT_EQ(solver.setCoefficients(maze), tn_success);
        EXPECT_EQ(test::solve(solver, maze, params).hash(), mazeHash);
    }
    // And V-cycles after it find x as they need it.
    Problem near = box;
    near.setRandomRight(88);
    const tnSolveParams cycles = test::paramsFor(tn_methodMultigrid, 1e-5f);
    ASSERT_EQ(solver.setCoefficients(box), tn_success);
    test::solve(solver, box, params);
    EXPECT_EQ(test::solve(solver, near, cycles).hash(), test::solve(near, cycles).hash());
}

// As a flow solves: rows come in, rows of x are read, and nothing is measured in between.
TEST(Direct, HandsOverRowsThatTheirCallerJudges)
{
    Problem problem(160, 90, test::kClosedBox);
    problem.setRandomRight(89);
    const std::vector<double> right = problem.compatibleRight();
    const auto row = [&](int32_t j, float factor, float* to) {
        for (int32_t i = 0; i < 160; ++i)
        {
            to[i] = factor * static_cast<float>(right[problem.cell(i, j)]);
        }
    };
    Solver* solver = nullptr;
    ASSERT_EQ(Solver::create(problem.def, &solver), tn_success);
    std::vector<float> room(2 * problem.cells());
    const Solver::Room rooms = {tightRows(room.data(), 160),
                                tightRows(room.data() + problem.cells(), 160)};
    std::vector<double> first;
    for (int k = 0; k < 3; ++k)
    {
        tnSolveResult result = {};
        ASSERT_EQ(
            solver->solveRows(
                row, rooms, tnDefaultSolveParams(), [](double) { return 1e-4f; }, true, &result),
            tn_success);
        EXPECT_EQ(result.method, tn_methodDirect);
        EXPECT_EQ(result.iterations, 1);
        std::vector<double> x(problem.cells());
        std::vector<float> buffer(192);
        for (int32_t j = 0; j < 90; ++j)
        {
            const float* found = solver->solutionRow(j, buffer.data());
            std::copy_n(found, 160, x.begin() + static_cast<ptrdiff_t>(problem.cell(0, j)));
        }
        EXPECT_LE(problem.relativeResidual(x), 2e-5);
        first = k == 0 ? x : first;
        EXPECT_EQ(x, first) << "a fresh solver finds the same as one that has solved before";
        EXPECT_NEAR(std::accumulate(x.begin(), x.end(), 0.0), 0.0, 1e-3);
    }
    solver->destroy();
}

} // namespace
} // namespace tarn
