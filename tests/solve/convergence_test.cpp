// How fast the residual falls: per V(2,1) cycle without solids, per preconditioned step with them,
// on every size.
//
// tests/data/multigrid_factors.csv holds measured factors of the textbook's cycle.
#include "support/cycle_factors.h"
#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/problem.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::Edges;
using test::Factors;
using test::factorsOf;
using test::Problem;

struct NamedEdges
{
    const char* name;
    Edges edges;
};

const std::vector<NamedEdges> kAllEdges = {
    {"walls", test::kClosedBox},
    {"open", test::kOpenBox},
    {"open top", test::kOpenTop},
    {"ring in x", test::kRingX},
    {"ring in y", test::kRingY},
    {"torus", test::kTorus},
    {"open right", {tn_edgeNeumann, tn_edgeDirichlet, tn_edgeNeumann, tn_edgeNeumann}},
    {"open left", {tn_edgeDirichlet, tn_edgeNeumann, tn_edgeNeumann, tn_edgeNeumann}}};

// b(x, y) on the faces of the unit square.
template <class B>
void setFaces(Problem& problem, B&& b)
{
    const auto at = [&](double i, double j) {
        return static_cast<float>(b(i / problem.def.nx, j / problem.def.ny));
    };
    for (int32_t j = 0; j < problem.def.ny; ++j)
    {
        for (int32_t i = 0; i <= problem.def.nx; ++i)
        {
            problem.bx.push_back(at(i, j + 0.5));
        }
    }
    for (int32_t j = 0; j <= problem.def.ny; ++j)
    {
        for (int32_t i = 0; i < problem.def.nx; ++i)
        {
            problem.by.push_back(at(i + 0.5, j));
        }
    }
}

// Ten times as wide in the middle as at the edges.
double widerInTheMiddle(double x, double y)
{
    const double bump = std::sin(std::numbers::pi * x) * std::sin(std::numbers::pi * y);
    return 0.1 + 0.9 * bump * bump;
}

double wavy(double x, double y)
{
    return 1.0 + 0.8 * std::sin(2.0 * std::numbers::pi * x) * std::cos(2.0 * std::numbers::pi * y);
}

std::string sizeOf(const Problem& problem)
{
    return std::to_string(problem.def.nx) + " x " + std::to_string(problem.def.ny);
}

std::vector<int32_t> squares()
{
    if (test::fullSize())
    {
        return {32, 64, 128, 256, 512, 1024, 2048};
    }
    return test::kSlowBuild ? std::vector<int32_t>{32, 64, 128}
                            : std::vector<int32_t>{32, 64, 128, 256, 512};
}

TEST(VCycle, LeavesLessThanFifteenPercentOnSquaresOfEverySize)
{
    for (const auto& [name, edges] : kAllEdges)
    {
        for (const int32_t n : squares())
        {
            Problem problem(n, n, edges);
            problem.setRandomRight(1);
            const Factors factors = factorsOf(problem);
            EXPECT_LE(factors.mean, 0.15) << name << ", " << n;
            EXPECT_LE(factors.late, 0.15) << name << ", " << n;
        }
    }
}

TEST(VCycle, LeavesLessThanFifteenPercentOnOddShapes)
{
    for (const auto& [name, edges] : kAllEdges)
    {
        for (const auto& [nx, ny] :
             {std::pair{509, 317}, {33, 1025}, {317, 33}, {63, 65}, {5, 77}, {161, 161}, {321, 81}})
        {
            if (test::kSlowBuild && !test::fullSize() && nx * ny > 20000)
            {
                continue;
            }
            Problem problem(nx, ny, edges);
            problem.setRandomRight(2);
            const Factors factors = factorsOf(problem);
            // Two cells of one colour meet at the seam of an odd ring, and narrow ones feel it.
            EXPECT_LE(factors.mean, 0.15) << name << ", " << sizeOf(problem);
            EXPECT_LE(factors.late, 0.15) << name << ", " << sizeOf(problem);
        }
    }
}

TEST(VCycle, LeavesLessThanFifteenPercentWhenPassagesWidenSmoothly)
{
    for (const auto& [name, edges] : kAllEdges)
    {
        for (const int32_t n : {64, 127, 256})
        {
            if (test::kSlowBuild && !test::fullSize() && n > 128)
            {
                continue;
            }
            for (double (*b)(double, double) : {widerInTheMiddle, wavy})
            {
                Problem problem(n, n, edges);
                setFaces(problem, b);
                problem.setRandomRight(3);
                const Factors factors = factorsOf(problem);
                const char* kind = b == wavy ? "wavy" : "wider in the middle";
                EXPECT_LE(factors.mean, 0.15) << name << ", " << n << ", " << kind;
                EXPECT_LE(factors.late, 0.15) << name << ", " << n << ", " << kind;
            }
        }
    }
}

TEST(VCycle, IsFasterWithADiagonalTerm)
{
    for (const float a : {1e-4f, 0.01f, 1.0f, 100.0f})
    {
        Problem problem(129, 128);
        problem.a.assign(problem.cells(), a);
        problem.setRandomRight(4);
        const Factors factors = factorsOf(problem);
        EXPECT_LE(factors.mean, 0.15) << "a = " << a;
    }
}

// The published row for bilinear interpolation; ours may be a third worse, not more.
TEST(VCycle, KeepsUpWithTheMeasuredFactorsOfTheLiterature)
{
    std::ifstream file(std::string(TARN_TEST_DATA) + "/multigrid_factors.csv");
    ASSERT_TRUE(file.is_open());
    int32_t compared = 0;
    for (std::string line; std::getline(file, line);)
    {
        std::istringstream fields(line);
        std::string edges, prolongation, cycle, size, factor;
        std::getline(fields, edges, ',');
        std::getline(fields, prolongation, ',');
        std::getline(fields, cycle, ',');
        std::getline(fields, size, ',');
        std::getline(fields, factor, ',');
        if (prolongation != "bilinear" || cycle[0] != 'V')
        {
            continue;
        }
        const int32_t n = std::stoi(size);
        if (test::kSlowBuild && n > 128)
        {
            continue;
        }
        Problem problem(n, n, edges == "neumann" ? test::kClosedBox : test::kOpenBox);
        problem.setRandomRight(5);
        const Factors factors = factorsOf(problem, cycle[1] - '0', cycle[2] - '0');
        EXPECT_LE(factors.late, 1.35 * std::stod(factor)) << line;
        ++compared;
    }
    EXPECT_EQ(compared, test::kSlowBuild ? 6 : 12);
}

TEST(Solver, SolvesStripsAndTheSmallestGridsAtOnce)
{
    for (const auto& [nx, ny] : {std::pair{1, 1000}, {1000, 1}, {1, 1}, {2, 1}, {1, 2}, {1, 3}})
    {
        for (const auto& [name, edges] : kAllEdges)
        {
            Problem problem(nx, ny, edges);
            problem.setRandomRight(6);
            const test::Solved solved =
                test::solve(problem, test::paramsFor(tn_methodAuto, 1e-6f, 3));
            ASSERT_EQ(solved.status, tn_success);
            EXPECT_TRUE(solved.result.converged)
                << name << ", " << sizeOf(problem) << ": " << solved.result.relativeResidual;
            EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-6) << name;
        }
    }
}

TEST(Solver, SolvesThreeByThreeToTheLastBit)
{
    for (const auto& [name, edges] : kAllEdges)
    {
        Problem problem(3, 3, edges);
        problem.setRandomRight(7);
        const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-6f, 10));
        EXPECT_TRUE(solved.result.converged) << name << ": " << solved.result.relativeResidual;
        EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-6) << name;
    }
}

// ---- Solids

struct Steps
{
    double mean = 0.0; // of all steps to 1e-6
    double late = 0.0; // of those after the second
    int32_t iterations = 0;
};

Steps preconditionedSteps(const Problem& problem)
{
    const test::OwnedSolver solver(problem);
    const auto residualAfter = [&](int32_t atMost, int32_t& iterations) {
        const test::Solved solved =
            test::solve(solver, problem, test::paramsFor(tn_methodMultigridCG, 1e-6f, atMost));
        EXPECT_EQ(solved.status, tn_success);
        iterations = solved.result.iterations;
        return problem.relativeResidual(solved.sum());
    };
    Steps steps;
    int32_t early = 0;
    const double residual = residualAfter(60, steps.iterations);
    EXPECT_LE(residual, 1.1e-6);
    const double atSecond = residualAfter(2, early);
    if (steps.iterations > 0)
    {
        steps.mean = std::pow(residual, 1.0 / steps.iterations);
    }
    if (steps.iterations > 2)
    {
        steps.late = std::pow(residual / atSecond, 1.0 / (steps.iterations - 2));
    }
    return steps;
}

std::vector<int32_t> solidSizes()
{
    if (test::fullSize())
    {
        return {32, 64, 128, 256, 512, 1024, 2048};
    }
    return test::kSlowBuild ? std::vector<int32_t>{32, 64} : std::vector<int32_t>{32, 64, 128, 256};
}

// At 2048 only those that cover the kinds.
bool isTried(const std::string& pattern, int32_t n)
{
    return n < 2048 || pattern == "vertical walls" || pattern == "horizontal walls" ||
           pattern == "staircases" || pattern == "perfect maze" || pattern == "random blocks";
}

// Where passages are a million cells long, the first step raises the residual: see the limits in
// docs/solver.md.
bool hasVeryLongPassages(const std::string& pattern, int32_t n)
{
    return n >= 2048 && (pattern == "perfect maze" || pattern == "horizontal walls");
}

void expectFastOnEveryPattern(const Edges& edges, const char* edgesName)
{
    std::map<std::string, double> smallest; // the late factor at 64
    for (const int32_t n : solidSizes())
    {
        for (auto& [name, mask] : test::allPatterns(n, n))
        {
            if (!isTried(name, n))
            {
                continue;
            }
            SCOPED_TRACE(name + ", " + edgesName + ", " + std::to_string(n));
            Problem problem(n, n, edges);
            problem.setSolids(mask);
            problem.setRandomRight(8);
            const Steps steps = preconditionedSteps(problem);
            EXPECT_LE(steps.late, 0.3) << steps.iterations << " steps";
            EXPECT_LE(steps.mean, 0.3) << steps.iterations << " steps";
            if (n >= 64)
            {
                smallest.try_emplace(name, steps.late);
                EXPECT_LE(steps.late, smallest[name] + (hasVeryLongPassages(name, n) ? 0.2 : 0.1))
                    << "grows with the size";
            }
        }
    }
}

TEST(PreconditionedSteps, LeaveLessThanThirtyPercentInClosedBoxesWithSolids)
{
    expectFastOnEveryPattern(test::kClosedBox, "walls");
}

TEST(PreconditionedSteps, LeaveLessThanThirtyPercentUnderAnOpenTopWithSolids)
{
    expectFastOnEveryPattern(test::kOpenTop, "open top");
}

TEST(PreconditionedSteps, LeaveLessThanThirtyPercentOnATorusWithSolids)
{
    expectFastOnEveryPattern(test::kTorus, "torus");
}

TEST(PreconditionedSteps, LeaveLessThanThirtyPercentAroundDiscsWithFractionalFaces)
{
    for (const int32_t n : solidSizes())
    {
        for (const int32_t discs : {5, 30})
        {
            Problem problem(n, n, test::kOpenTop);
            problem.setFaces(test::facesAroundDiscs(n, n, discs, 9));
            problem.setRandomRight(9);
            const Steps steps = preconditionedSteps(problem);
            EXPECT_LE(steps.mean, 0.3) << discs << " discs, " << n << ": " << steps.iterations;
            EXPECT_LE(steps.late, 0.3) << discs << " discs, " << n << ": " << steps.iterations;
        }
    }
}

TEST(PreconditionedSteps, LeaveLessThanThirtyPercentOnOddShapesWithSolids)
{
    for (const auto& [nx, ny] : {std::pair{127, 61}, {61, 127}, {33, 250}})
    {
        for (auto& [name, mask] : test::allPatterns(nx, ny))
        {
            Problem problem(nx, ny, test::kRingX);
            problem.setSolids(mask);
            problem.setRandomRight(10);
            SCOPED_TRACE(name + ", " + sizeOf(problem));
            const Steps steps = preconditionedSteps(problem);
            EXPECT_LE(steps.late, 0.3) << steps.iterations << " steps";
            EXPECT_LE(steps.mean, 0.3) << steps.iterations << " steps";
        }
    }
}

// One-cell dead ends that all hang on the other side of a seam.
Problem comb(int32_t nx, int32_t ny)
{
    Problem problem(nx, ny, {tn_edgeNeumann, tn_edgeNeumann, tn_edgePeriodic, tn_edgePeriodic});
    test::Mask mask = test::horizontalWalls(nx, ny, 5, 13);
    for (int32_t i = 0; i < nx; ++i)
    {
        mask.set(i, ny - 1, false);
    }
    problem.setSolids(mask);
    const auto columns = static_cast<size_t>(nx) + 1;
    for (int32_t i = 0; i < nx; ++i)
    {
        problem.bx[static_cast<size_t>(ny - 1) * columns + static_cast<size_t>(i)] = 0.0f;
        problem.by[problem.cell(i, ny - 1)] = 0.0f;
    }
    return problem;
}

TEST(PreconditionedSteps, LeaveLessThanThirtyPercentOnTheFinestPatternsWithEnoughMemory)
{
    const int32_t n = test::scaled(test::kSlowBuild ? 100 : 257, 1025);
    std::vector<std::pair<std::string, Problem>> problems;
    for (auto& [name, mask] : {test::NamedMask{"random cells", test::randomCells(n, n, 0.3f, 17)},
                               test::NamedMask{"sparser cells", test::randomCells(n, n, 0.15f, 18)},
                               test::NamedMask{"small rooms", test::sealedRooms(n, n, 2)},
                               test::NamedMask{"rooms", test::sealedRooms(n, n, 5)}})
    {
        problems.emplace_back(name, Problem(n, n));
        problems.back().second.setSolids(mask);
    }
    problems.emplace_back("comb", comb(n, 256));
    problems.emplace_back("long comb", comb(128, 11));
    for (auto& [name, problem] : problems)
    {
        const test::LogCapture log;
        SCOPED_TRACE(name + ", " + sizeOf(problem));
        problem.def.graphBytes = 32;
        problem.setRandomRight(14);
        const Steps steps = preconditionedSteps(problem);
        EXPECT_LE(steps.late, 0.3) << steps.iterations << " steps";
        EXPECT_TRUE(log.entries().empty()) << log.entries().front().message;
    }
}

// Lines one cell wide across the grid in all directions, as a hand draws them.
test::Mask drawnLines(int32_t nx, int32_t ny, int32_t count)
{
    test::Mask mask(nx, ny);
    test::Random random(static_cast<uint64_t>(nx + count));
    for (int32_t line = 0; line < count; ++line)
    {
        const double angle = 0.01 * random.between(0, 628);
        const double across = std::cos(angle);
        const double up = std::sin(angle);
        const double step = std::max(std::abs(across), std::abs(up));
        const int32_t i = random.between(0, nx - 1);
        const int32_t j = random.between(0, ny - 1);
        for (int32_t k = random.between(nx / 5, nx / 2); k > 0; --k)
        {
            const auto column = static_cast<int32_t>(std::floor(i + across / step * k));
            const auto row = static_cast<int32_t>(std::floor(j + up / step * k));
            if (mask.inside(column, row))
            {
                mask.set(column, row, true);
            }
        }
    }
    return mask;
}

// Diagonals that touch themselves at corners only, with a gap of three rows in each.
test::Mask thinDiagonals(int32_t nx, int32_t ny, int32_t apart)
{
    test::Mask mask(nx, ny);
    for (int32_t j = 0; j < ny; ++j)
    {
        for (int32_t i = 0; i < nx; ++i)
        {
            const bool isGap = (7 * j + (i + j) / apart * 13) % ny < 3;
            mask.set(i, j, (i + j) % apart == 0 && !isGap);
        }
    }
    return mask;
}

// From 65,536 cells on there are 48 bytes for each, and these want more.
TEST(PreconditionedSteps, LeaveLessThanThirtyPercentBetweenTheThinnestWallsWithoutBeingTold)
{
    const int32_t n = test::kSlowBuild ? 100 : 256;
    const int32_t large = test::scaled(n, 1024);
    const std::vector<test::NamedMask> patterns = {
        {"five lines", drawnLines(n, n, 5)},
        {"fifty lines", drawnLines(n, n, 50)},
        {"fifty lines, wider", drawnLines(n + 64, n - 16, 50)},
        {"fifty lines, narrow", drawnLines(n / 2, 2 * n, 50)},
        {"diagonals, 3", thinDiagonals(n, n, 3)},
        {"diagonals, 5", thinDiagonals(n, n, 5)},
        {"diagonals, 9", thinDiagonals(large, large, 9)},
        {"diagonals, 3, large", thinDiagonals(large, large, 3)},
        {"islands", test::randomCells(n, n, 0.15f, 3)},
        {"more islands", test::randomCells(n + 4, n + 4, 0.25f, 4)},
    };
    for (const auto& [name, mask] : patterns)
    {
        const test::LogCapture log;
        Problem problem(mask.nx, mask.ny, test::kOpenTop);
        problem.setSolids(mask);
        problem.setRandomRight(16);
        SCOPED_TRACE(name + ", " + sizeOf(problem));
        const Steps steps = preconditionedSteps(problem);
        EXPECT_LE(steps.mean, 0.3) << steps.iterations << " steps";
        EXPECT_LE(steps.late, 0.3) << steps.iterations << " steps";
        EXPECT_TRUE(test::solve(problem, test::paramsFor(tn_methodAuto, 1e-4f)).result.converged);
        EXPECT_TRUE(log.entries().empty()) << log.entries().front().message;
    }
}

// Walls without thickness between every two columns: as many groups of cells as a grid can have.
TEST(PreconditionedSteps, AskForMemoryWhereItIsMissing)
{
    const int32_t n = 300;
    Problem problem(n, n, test::kOpenTop);
    problem.setSolids(test::Mask(n, n));
    for (size_t i = 0; i < problem.bx.size(); ++i)
    {
        const size_t column = i % static_cast<size_t>(n + 1);
        problem.bx[i] = column % 2 == 0 ? 1.0f : 0.0f;
    }
    problem.setRandomRight(15);
    const tnSolveParams params = test::paramsFor(tn_methodMultigridCG, 1e-4f, 10);
    EXPECT_TRUE(test::solve(problem, params).result.converged) << "with what it takes by itself";
    problem.def.graphBytes = 1;
    {
        const test::LogCapture log;
        const test::OwnedSolver solver(problem);
        for (int32_t k = 0; k < 2; ++k)
        {
            const test::Solved solved = test::solve(solver, problem, params);
            ASSERT_EQ(solved.status, tn_success);
            EXPECT_FALSE(solved.result.converged);
            const double residual = problem.relativeResidual(solved.sum());
            EXPECT_NEAR(static_cast<double>(solved.result.relativeResidual), residual,
                        0.1 * residual);
        }
        ASSERT_EQ(log.entries().size(), 1u) << "once is enough";
        EXPECT_EQ(log.entries()[0].id, tn_logGraphMemory);
        EXPECT_EQ(log.entries()[0].level, tn_logWarning);
        EXPECT_NE(log.entries()[0].message.find("graphBytes"), std::string::npos);
    }
    problem.def.graphBytes = 32;
    const test::LogCapture log;
    const test::Solved solved = test::solve(problem, params);
    EXPECT_TRUE(solved.result.converged);
    EXPECT_EQ(log.last(), tn_logNone);
}

// ---- The choice between them

TEST(AutoMethod, StaysWithVCyclesInOpenWater)
{
    for (const auto& [name, edges] : kAllEdges)
    {
        Problem problem(100, 75, edges);
        problem.setRandomRight(11);
        const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-6f));
        EXPECT_TRUE(solved.result.converged) << name;
        EXPECT_EQ(solved.result.method, tn_methodMultigrid) << name;
        EXPECT_LE(solved.result.iterations, 9) << name;
    }
}

TEST(AutoMethod, GoesOnAsPreconditionedGradientInMazesAndBehindThinWalls)
{
    for (const auto& [name, mask] : {test::NamedMask{"maze", test::perfectMaze(129, 129, 3)},
                                     test::NamedMask{"walls", test::verticalWalls(128, 128, 3, 4)}})
    {
        Problem problem(mask.nx, mask.ny, test::kOpenTop);
        problem.setSolids(mask);
        problem.setRandomRight(12);
        const test::OwnedSolver solver(problem);
        const tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-4f);
        const test::Solved first = test::solve(solver, problem, params);
        EXPECT_TRUE(first.result.converged) << name;
        EXPECT_EQ(first.result.method, tn_methodMultigridCG) << name;
        EXPECT_LE(problem.relativeResidual(first.sum()), 1.1e-4) << name;
        tnSolverInfo info = {};
        ASSERT_EQ(tnSolver_GetInfo(solver.handle(), &info), tn_success);
        EXPECT_GT(info.graphLevels, 0) << name;

        // The next solve remembers.
        const test::Solved second = test::solve(solver, problem, params);
        EXPECT_EQ(second.result.method, tn_methodMultigridCG);
        EXPECT_LE(second.result.iterations, first.result.iterations) << name;

        // New coefficients start afresh: open water needs no graphs.
        Problem open(mask.nx, mask.ny, test::kOpenTop);
        open.setRandomRight(12);
        ASSERT_EQ(solver.setCoefficients(open), tn_success);
        const test::Solved third = test::solve(solver, open, params);
        EXPECT_EQ(third.result.method, mask.nx == 128 ? tn_methodDirect : tn_methodMultigrid);
        EXPECT_LE(open.relativeResidual(third.sum()), 1.1e-4);
    }
}

TEST(AutoMethod, ConvergesOnEveryPattern)
{
    const int32_t n = test::scaled(test::kSlowBuild ? 64 : 150, 1000);
    for (auto& [name, mask] : test::allPatterns(n, n))
    {
        Problem problem(n, n);
        problem.setSolids(mask);
        problem.setRandomRight(13);
        const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-5f, 40));
        EXPECT_TRUE(solved.result.converged) << name << ": " << solved.result.relativeResidual;
        EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-5) << name;
    }
}

// ---- Where b jumps

// b = 1 and 1 / ratio in a checkerboard of patches, faces between them in series.
Problem patches(int32_t n, int32_t size, float ratio)
{
    Problem problem(n, n, test::kOpenTop);
    const auto inside = [&](int32_t i, int32_t j) {
        return (i / size + j / size) % 2 == 0 ? 1.0f : 1.0f / ratio;
    };
    const auto between = [](float a, float b) { return 2.0f * a * b / (a + b); };
    problem.bx.clear();
    problem.by.clear();
    for (int32_t j = 0; j < n; ++j)
    {
        for (int32_t i = 0; i <= n; ++i)
        {
            problem.bx.push_back(
                between(inside(std::max(i - 1, 0), j), inside(std::min(i, n - 1), j)));
        }
    }
    for (int32_t j = 0; j <= n; ++j)
    {
        for (int32_t i = 0; i < n; ++i)
        {
            problem.by.push_back(
                between(inside(i, std::max(j - 1, 0)), inside(i, std::min(j, n - 1))));
        }
    }
    problem.setRandomRight(21);
    return problem;
}

const int32_t kPatchSizes[] = {1, 2, 4, 8, 16, 32};

TEST(Patches, AreSolvedWhateverTheirSizeAndRatio)
{
    const int32_t n = test::kSlowBuild ? 64 : 128;
    for (const float ratio : {10.0f, 100.0f, 1000.0f})
    {
        for (const int32_t size : kPatchSizes)
        {
            const Problem problem = patches(n, size, ratio);
            for (const tnSolverMethod method : {tn_methodAuto, tn_methodMultigridCG})
            {
                const test::Solved solved =
                    test::solve(problem, test::paramsFor(method, 1e-5f, 80));
                EXPECT_TRUE(solved.result.converged)
                    << size << ", " << ratio << ": " << solved.result.relativeResidual;
                EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-5) << size << ", " << ratio;
            }
        }
    }
}

TEST(Patches, EndVCyclesThatMakeItWorse)
{
    int32_t ended = 0;
    for (const float ratio : {10.0f, 100.0f, 1000.0f})
    {
        for (const int32_t size : kPatchSizes)
        {
            const test::LogCapture log;
            const Problem problem = patches(64, size, ratio);
            const test::Solved solved =
                test::solve(problem, test::paramsFor(tn_methodMultigrid, 1e-5f));
            ASSERT_EQ(solved.status, tn_success) << size << ", " << ratio;
            const double residual = problem.relativeResidual(solved.sum());
            EXPECT_LE(residual, 1.0) << size << ", " << ratio;
            EXPECT_NEAR(static_cast<double>(solved.result.relativeResidual), residual,
                        0.05 * residual + 1e-7)
                << size << ", " << ratio;
            const bool says = log.last() == tn_logDivergence;
            EXPECT_TRUE(solved.result.converged != says || solved.result.iterations == 100)
                << size << ", " << ratio;
            ended += says ? 1 : 0;
            EXPECT_TRUE(says || ratio < 100.0f || size == 1 || size == 2) << size << ", " << ratio;
        }
    }
    EXPECT_GT(ended, 0);
}

TEST(AutoMethod, GivesWayToTheGradientBesideFacesThatConductALot)
{
    for (const float conductance : {1e4f, 1e6f, 1e8f, 1e10f})
    {
        for (const Edges& edges : {test::kClosedBox, test::kOpenTop})
        {
            Problem problem(40, 40, edges);
            problem.setFaces(
                {std::vector<float>(41 * 40, 1.0f), std::vector<float>(40 * 41, 1.0f)});
            problem.bx[41 * 20 + 20] = conductance;
            problem.setRandomRight(22);
            const test::Solved solved =
                test::solve(problem, test::paramsFor(tn_methodAuto, 1e-5f, 40));
            EXPECT_TRUE(solved.result.converged)
                << conductance << ": " << solved.result.relativeResidual << " after "
                << solved.result.iterations;
            EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-5) << conductance;
        }
    }
}

} // namespace
} // namespace tarn
