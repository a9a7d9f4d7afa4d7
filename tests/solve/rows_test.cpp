// The solver behind the public API: rows at any distance from one another, rows made on the way,
// and a changed alone.
#include "solve/known_sweeps.h"
#include "solve/solver.h"

#include "support/problem.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <numbers>
#include <span>

namespace tarn
{
namespace
{

using test::Problem;

struct Destroy
{
    void operator()(Solver* solver) const { solver->destroy(); }
};

std::unique_ptr<Solver, Destroy> solverFor(const Problem& problem)
{
    Solver* solver = nullptr;
    EXPECT_EQ(Solver::create(problem.def, &solver), tn_success);
    return std::unique_ptr<Solver, Destroy>(solver);
}

// Rows with a margin on either side that nobody may read or write: it holds NaN.
class Padded
{
  public:
    Padded(int32_t columns, int32_t rows)
        : columns_(columns), rows_(rows), values_(stride() * static_cast<size_t>(rows) + kMargin,
                                                  std::numeric_limits<float>::quiet_NaN())
    {
    }

    explicit Padded(const std::vector<float>& tight, int32_t columns)
        : Padded(columns, static_cast<int32_t>(tight.size()) / columns)
    {
        for (int32_t j = 0; j < rows_; ++j)
        {
            std::copy_n(tight.data() + static_cast<ptrdiff_t>(j) * columns, columns, rows().row(j));
        }
    }

    Rows rows() { return {values_.data() + kMargin, stride()}; }

    std::vector<float> tight()
    {
        std::vector<float> all;
        for (int32_t j = 0; j < rows_; ++j)
        {
            all.insert(all.end(), rows().row(j), rows().row(j) + columns_);
        }
        return all;
    }

    bool marginsAreUntouched() const
    {
        const auto holes = std::count_if(values_.begin(), values_.end(),
                                         [](float value) { return std::isnan(value); });
        return static_cast<size_t>(holes) == kMargin * static_cast<size_t>(rows_ + 1);
    }

  private:
    static constexpr size_t kMargin = 3;
    size_t stride() const { return static_cast<size_t>(columns_) + kMargin; }

    int32_t columns_;
    int32_t rows_;
    std::vector<float> values_;
};

Problem blocksWithA()
{
    Problem problem(75, 61, test::kOpenTop);
    problem.setSolids(test::randomBlocks(75, 61, 8));
    problem.a.assign(problem.cells(), 0.25f);
    problem.setRandomRight(5);
    return problem;
}

TEST(SolverRows, PaddedRowsGiveWhatTightOnesGive)
{
    const Problem problem = blocksWithA();
    const int32_t nx = problem.def.nx;
    Padded a(problem.a, nx);
    Padded bx(problem.bx, nx + 1);
    Padded by(problem.by, nx);
    Padded r(problem.r, nx);
    for (const bool warm : {false, true})
    {
        tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-6f);
        params.warmStart = warm;
        const std::vector<float> start(problem.cells(), 0.5f);
        const test::Solved tight = test::solve(test::OwnedSolver(problem), problem, params,
                                               test::Remainder::wanted, &start);
        const auto solver = solverFor(problem);
        Padded x(start, nx);
        Padded remainder(nx, problem.def.ny);
        solver->setCoefficients({a.rows(), bx.rows(), by.rows()});
        tnSolveResult result = {};
        ASSERT_EQ(solver->solve(r.rows(), x.rows(), remainder.rows(), params, &result), tn_success);
        EXPECT_TRUE(result.converged);
        EXPECT_EQ(x.tight(), tight.x);
        EXPECT_EQ(remainder.tight(), tight.remainder);
        for (const Padded* array : {&a, &bx, &by, &r, &x, &remainder})
        {
            EXPECT_TRUE(array->marginsAreUntouched());
        }
    }
}

// A solver that had something to do the last time begins the first V-cycle while it loads r, one
// that is new does not. What one right-hand side after the other needs, a mean taken out of it,
// another scale, or nothing at all, must be the same for both.
TEST(SolverRows, ASolverThatHasSolvedBeforeGivesTheBitsOfANewOne)
{
    for (const bool closed : {true, false})
    {
        Problem problem(203, 120, closed ? test::kClosedBox : test::kOpenTop);
        problem.setRandomRight(7);
        const std::vector<float> plain = problem.r;
        const test::OwnedSolver used(problem);
        const std::vector<std::pair<float, float>> scalesAndShifts = {
            {1.0f, 0.0f}, {1.0f, 0.0f},    {1e20f, 0.0f}, {1e-20f, 0.0f}, {1.0f, 3.0f},
            {0.0f, 0.0f}, {1.0f, -100.0f}, {1.0f, 0.0f},  {0.0f, 5.0f},   {1.0f, 0.0f}};
        for (size_t k = 0; k < scalesAndShifts.size(); ++k)
        {
            SCOPED_TRACE(k);
            const auto [scale, shift] = scalesAndShifts[k];
            std::transform(plain.begin(), plain.end(), problem.r.begin(),
                           [=](float value) { return scale * value + shift; });
            tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-6f);
            params.preSweeps = static_cast<int32_t>(k % 4);
            params.maxIterations = k % 3 == 2 ? 1 : params.maxIterations;
            const test::Solved expected = test::solve(test::OwnedSolver(problem), problem, params);
            const test::Solved got = test::solve(used, problem, params);
            EXPECT_EQ(got.x, expected.x);
            EXPECT_EQ(got.result.iterations, expected.result.iterations);
            EXPECT_EQ(got.result.relativeResidual, expected.result.relativeResidual);
            EXPECT_EQ(got.result.incompatibility, expected.result.incompatibility);
        }
    }
}

TEST(SolverRows, ANumberThatIsNotFiniteIsNamedWithItsPlace)
{
    const Problem problem(20, 10);
    const auto solver = solverFor(problem);
    Padded r(std::vector<float>(problem.cells(), 1.0f), 20);
    r.rows().row(7)[3] = std::numeric_limits<float>::infinity();
    Padded x(20, 10);
    Solver::Refusal refusal;
    EXPECT_EQ(solver->solve(r.rows(), x.rows(), {}, tnDefaultSolveParams(), nullptr, &refusal),
              tn_errorNotFinite);
    EXPECT_STREQ(refusal.array, "r");
    EXPECT_EQ(refusal.column, 3);
    EXPECT_EQ(refusal.row, 7);
}

// Row j of r, as a solver asks for it.
void putRight(const Problem& problem, int32_t j, float factor, float* row)
{
    const int32_t nx = problem.def.nx;
    const float* r = problem.r.data() + static_cast<ptrdiff_t>(j) * nx;
    std::transform(r, r + nx, row, [factor](float value) { return factor * value; });
}

// Rows of r made when asked for, and x read row by row.
std::vector<float> solveByRows(Solver& solver, const Problem& problem, const tnSolveParams& params,
                               tnSolveResult* result, double* norm, bool isJudged = false)
{
    const int32_t nx = problem.def.nx;
    const auto right = [&](int32_t j, float factor, float* row) {
        putRight(problem, j, factor, row);
    };
    const auto tolerance = [&](double all) {
        *norm = all;
        return params.tolerance;
    };
    std::vector<float> roomR(problem.cells());
    std::vector<float> roomX(problem.cells());
    EXPECT_EQ(solver.solveRows(right, {tightRows(roomR.data(), nx), tightRows(roomX.data(), nx)},
                               params, tolerance, isJudged, result),
              tn_success);
    std::vector<float> x;
    std::vector<float> buffer(static_cast<size_t>(nx) + 32);
    for (int32_t j = 0; j < problem.def.ny; ++j)
    {
        const float* row = solver.solutionRow(j, buffer.data());
        x.insert(x.end(), row, row + nx);
    }
    return x;
}

// In open water, where x can stay inside, and where steps must be added up; for any size of r, also
// when it is not that of the solve before.
TEST(SolverRows, RowsMadeOnTheWayGiveWhatArraysGive)
{
    Problem closed(75, 61);
    Problem open(75, 61, test::kOpenTop);
    Problem blocks(75, 61, test::kRingX);
    blocks.setSolids(test::randomBlocks(75, 61, 8));
    Problem maze(75, 61);
    maze.setSolids(test::perfectMaze(75, 61, 9));
    for (Problem* problem : {&closed, &open, &blocks, &maze})
    {
        const auto forArrays = solverFor(*problem);
        const auto forRows = solverFor(*problem);
        const int32_t nx = problem->def.nx;
        for (Solver* solver : {forArrays.get(), forRows.get()})
        {
            if (!problem->bx.empty())
            {
                solver->setCoefficients(
                    {{}, tightRows(problem->bx.data(), nx + 1), tightRows(problem->by.data(), nx)});
            }
        }
        for (const float size : {1.0f, 1e25f, 1e-25f, 1e-25f})
        {
            problem->setRandomRight(5);
            double squares = 0.0;
            for (float& r : problem->r)
            {
                r *= size;
                squares += static_cast<double>(r) * static_cast<double>(r);
            }
            const tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-4f);
            std::vector<float> expected(problem->cells());
            tnSolveResult result = {};
            ASSERT_EQ(forArrays->solve(tightRows(problem->r.data(), nx),
                                       tightRows(expected.data(), nx), {}, params, &result),
                      tn_success);
            tnSolveResult byRows = {};
            double norm = 0.0;
            EXPECT_EQ(solveByRows(*forRows, *problem, params, &byRows, &norm), expected) << size;
            EXPECT_EQ(byRows.iterations, result.iterations);
            EXPECT_EQ(byRows.relativeResidual, result.relativeResidual);
            EXPECT_EQ(byRows.incompatibility, result.incompatibility);
            EXPECT_NEAR(norm / std::sqrt(squares), 1.0, 1e-5);
        }
    }
}

// What is foreseen and not measured is there all the same, and no cycle more is made for it.
TEST(SolverRows, ASolveThatIsJudgedByItsCallerComesAsFar)
{
    for (const int32_t size : {64, 257, 700})
    {
        for (const test::Edges& edges : {test::kClosedBox, test::kOpenTop, test::kTorus})
        {
            Problem problem(size, size, edges);
            problem.setRandomRight(7);
            const auto solver = solverFor(problem);
            const tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-4f);
            double norm = 0.0;
            tnSolveResult measured = {};
            solveByRows(*solver, problem, params, &measured, &norm);
            tnSolveResult judged = {};
            const std::vector<float> x =
                solveByRows(*solver, problem, params, &judged, &norm, true);
            EXPECT_TRUE(judged.converged) << size;
            EXPECT_LE(judged.iterations, measured.iterations) << size;
            EXPECT_LE(problem.relativeResidual({x.begin(), x.end()}), 1.2 * wide(params.tolerance))
                << size;
        }
    }
}

std::vector<float> sweptRows(Solver& solver, const Problem& problem, const RisingHalfSweeps& sweeps)
{
    const int32_t nx = problem.def.nx;
    std::vector<float> x(problem.cells());
    const auto right = [&](int32_t j, float factor, float* row) {
        putRight(problem, j, factor, row);
    };
    solver.relaxRows(right, sweeps.all(), [&](int32_t j, const float* row) {
        for (int32_t i = 0; i < nx; ++i)
        {
            x[static_cast<size_t>(j) * static_cast<size_t>(nx) + static_cast<size_t>(i)] =
                sweeps.factors[(i + j) % 2] * row[i];
        }
    });
    return x;
}

double distance(const std::vector<float>& a, const std::vector<float>& b)
{
    double difference2 = 0.0;
    double size2 = 0.0;
    for (size_t k = 0; k < a.size(); ++k)
    {
        const double difference = wide(a[k]) - wide(b[k]);
        difference2 += difference * difference;
        size2 += wide(b[k]) * wide(b[k]);
    }
    return std::sqrt(difference2 / size2);
}

// Of noise, of a step, and of the longest wave in a box, which sweeps find last.
TEST(SolverRows, KnownSweepsLeaveNoMoreThanTheySay)
{
    constexpr int32_t kSize = 96;
    const auto noise = [](Problem& problem) { problem.setRandomRight(6); };
    const auto step = [](Problem& problem) {
        problem.setRight([](double x, double) {
            return std::fabs(x - 47.5) < 0.1 ? 1.0 : std::fabs(x - 48.5) < 0.1 ? -1.0 : 0.0;
        });
    };
    const auto wave = [](Problem& problem) {
        problem.setRight([](double x, double y) {
            return std::cos(x * std::numbers::pi / kSize) * std::cos(y * std::numbers::pi / kSize);
        });
    };
    using SetRight = void (*)(Problem&);
    for (const float a : {0.06f, 0.15f, 0.256f, 0.5f, 1.2f, 2.27f, 30.0f, 1e4f})
    {
        for (const SetRight setRight : {SetRight(noise), SetRight(step), SetRight(wave)})
        {
            for (const test::Edges& edges : {test::kClosedBox, test::kOpenTop, test::kTorus})
            {
                Problem problem(kSize, kSize, edges);
                setRight(problem);
                problem.a.assign(problem.cells(), a);
                const auto solver = solverFor(problem);
                Coefficients given;
                given.aEverywhere = a;
                solver->setCoefficients(given);
                std::vector<float> exact(problem.cells());
                ASSERT_EQ(solver->solve(tightRows(problem.r.data(), kSize),
                                        tightRows(exact.data(), kSize), {},
                                        test::paramsFor(tn_methodMultigrid, 1e-7f), nullptr),
                          tn_success);
                for (const double left : {1e-2, 3e-4})
                {
                    const RisingHalfSweeps sweeps = risingHalfSweeps(a, left);
                    EXPECT_LE(distance(sweptRows(*solver, problem, sweeps), exact), left)
                        << a << ", " << sweeps.count << " half-sweeps";
                    EXPECT_LE(sweeps.count, 2 * equalSweeps(a, left).count);
                }
            }
        }
    }
}

// All of what is the same everywhere, and of a long wave far more than of most.
TEST(SolverRows, KnownSweepsLeaveLittleOfWhatIsSmooth)
{
    constexpr int32_t kSize = 256;
    constexpr double kLeft = 1e-3;
    for (const float a : {0.15f, 0.256f, 2.27f})
    {
        const auto leaves = [a](const test::Edges& edges, double waves) {
            Problem problem(kSize, kSize, edges);
            const auto solver = solverFor(problem);
            Coefficients given;
            given.aEverywhere = a;
            solver->setCoefficients(given);
            const auto wave = [waves](double x) {
                return std::cos(waves * std::numbers::pi * x / kSize);
            };
            problem.setRight([&](double x, double y) { return wave(x) * wave(y); });
            const double bend = 2.0 - 2.0 * std::cos(waves * std::numbers::pi / kSize);
            std::vector<float> exact(problem.cells());
            std::transform(problem.r.begin(), problem.r.end(), exact.begin(), [&](float r) {
                return static_cast<float>(wide(r) / (wide(a) + 2.0 * bend));
            });
            return distance(sweptRows(*solver, problem, risingHalfSweeps(a, kLeft)), exact);
        };
        EXPECT_LE(leaves(test::kTorus, 0.0), 1e-6) << a;
        EXPECT_LE(leaves(test::kTorus, 2.0), 0.2 * kLeft) << a;
        EXPECT_LE(leaves(test::kClosedBox, 0.0), 0.2 * kLeft) << "cells beside walls are others";
    }
}

// As on the reference, on any number of threads. Twice each, since rows of both share places.
TEST(SolverRows, SweepsOnTheWayHaveTheSameBitsEverywhere)
{
    for (const int32_t size : {1, 2, 17, 31, 33, 63, 64, 75, 200, 411})
    {
        for (const test::Edges& edges : {test::kOpenTop, test::kClosedBox, test::kOpenBox})
        {
            Problem problem(size, size + 6, edges);
            problem.setRandomRight(6);
            Coefficients given;
            given.aEverywhere = 0.3f;
            std::vector<float> expected;
            for (const int32_t threads : {0, 1, 2, 3, 8})
            {
                problem.def.backend = threads == 0 ? tn_backendReference : tn_backendCpu;
                problem.def.threads = std::max(threads, 1);
                const auto solver = solverFor(problem);
                solver->setCoefficients(given);
                for (int32_t turn = 0; turn < 2; ++turn)
                {
                    const std::vector<float> x =
                        sweptRows(*solver, problem, risingHalfSweeps(0.3f, 3e-4));
                    expected = expected.empty() ? x : expected;
                    EXPECT_EQ(x, expected) << size << ", " << threads << " threads";
                }
            }
        }
    }
}

// From a = 0, from another a, and after graphs have taken memory away.
TEST(SolverRows, AChangedAloneIsAsIfAllHadBeenSet)
{
    const Problem problem = blocksWithA();
    const int32_t nx = problem.def.nx;
    const Coefficients given = {
        {}, tightRows(problem.bx.data(), nx + 1), tightRows(problem.by.data(), nx)};
    const auto solve = [&](Solver& solver, tnSolverMethod method) {
        std::vector<float> x(problem.cells());
        const tnSolveParams params = test::paramsFor(method, 1e-4f);
        EXPECT_EQ(solver.solve(tightRows(problem.r.data(), nx), tightRows(x.data(), nx), {}, params,
                               nullptr),
                  tn_success);
        return x;
    };
    for (const float before : {0.0f, 0.5f})
    {
        for (const tnSolverMethod method : {tn_methodMultigrid, tn_methodMultigridCG})
        {
            Coefficients all = given;
            all.aEverywhere = 0.25f;
            const auto expected = solverFor(problem);
            expected->setCoefficients(all);

            all.aEverywhere = before;
            const auto changed = solverFor(problem);
            changed->setCoefficients(all);
            solve(*changed, method);
            changed->setEqualA(0.25f);
            EXPECT_EQ(solve(*changed, method), solve(*expected, method)) << before;
            EXPECT_EQ(solve(*changed, tn_methodMultigrid), solve(*expected, tn_methodMultigrid));
        }
    }
}

// With a so large that coarse grids are left out, and so small that they are not.
TEST(SolverRows, AnyWeightOfAConvergesInFewCycles)
{
    Problem problem(75, 61, test::kOpenBox);
    problem.setRandomRight(6);
    const int32_t nx = problem.def.nx;
    const auto solver = solverFor(problem);
    for (const float a : {1e-3f, 0.1f, 1.0f, 6.0f, 30.0f, 1e3f, 1e6f})
    {
        problem.a.assign(problem.cells(), a);
        Coefficients given;
        given.aEverywhere = a;
        solver->setCoefficients(given);
        std::vector<float> x(problem.cells());
        tnSolveResult result = {};
        ASSERT_EQ(solver->solve(tightRows(problem.r.data(), nx), tightRows(x.data(), nx), {},
                                test::paramsFor(tn_methodMultigrid, 1e-5f), &result),
                  tn_success);
        EXPECT_TRUE(result.converged) << a;
        EXPECT_LE(result.iterations, 6) << a;
        EXPECT_LE(problem.relativeResidual(std::vector<double>(x.begin(), x.end())), 1.1e-5) << a;
    }
}

} // namespace
} // namespace tarn
