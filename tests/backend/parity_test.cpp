// The cpu backend against the reference, operation by operation, on shapes that fit no vector.
//
// What does not sum over the grid agrees to the bit (but for the sign of zero); sums agree to
// rounding.
#include "backend/backend.h"

#include "support/backend_bench.h"
#include "support/full_size.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::Bench;
using test::Case;
using test::Data;
using test::Numbers;
using test::OwnedBackend;

std::vector<Case> allCases()
{
    constexpr tnEdge kWall = tn_edgeNeumann;
    constexpr tnEdge kOpen = tn_edgeDirichlet;
    constexpr tnEdge kRing = tn_edgePeriodic;
    const std::vector<std::array<tnEdge, 4>> edges = {
        {kWall, kWall, kWall, kWall}, {kOpen, kOpen, kOpen, kOpen}, {kWall, kOpen, kOpen, kWall},
        {kRing, kRing, kWall, kWall}, {kWall, kOpen, kRing, kRing}, {kRing, kRing, kRing, kRing}};
    // The widest cross the pieces of 512 columns that kernels work in.
    std::vector<std::array<int32_t, 2>> sizes = {
        {2, 2},   {3, 3},   {5, 4},   {4, 5},    {2, 31},  {31, 2},   {3, 40},   {17, 33},
        {31, 32}, {33, 31}, {64, 48}, {67, 129}, {3, 301}, {1101, 6}, {1200, 9}, {2113, 7}};
    if (test::fullSize() || !test::kSlowBuild)
    {
        sizes.push_back({509, 317});
    }
    std::vector<Case> all;
    for (const auto& [nx, ny] : sizes)
    {
        for (const auto& [left, right, bottom, top] : edges)
        {
            for (const bool hasA : {false, true})
            {
                all.push_back({nx, ny, left, right, bottom, top, hasA, false});
            }
            if (nx > 128) // as wide as spans that kernels are quick in
            {
                for (const float conductance : {0.5f, 1.0f})
                {
                    const Case uniform = {nx,  ny,    left, right, bottom,
                                          top, false, true, false, conductance};
                    all.push_back(uniform);
                    all.push_back(uniform);
                    all.back().hasA = all.back().even = true;
                }
            }
        }
    }
    return all;
}

void expectSame(const Numbers& expected, const Numbers& got, int32_t columns, const char* what)
{
    ASSERT_EQ(expected.size(), got.size());
    for (size_t i = 0; i < expected.size(); ++i)
    {
        ASSERT_EQ(expected[i], got[i])
            << what << " differs at column " << i % static_cast<size_t>(columns) << ", row "
            << i / static_cast<size_t>(columns);
    }
}

void expectSameFields(const Bench& reference, const Bench& cpu)
{
    const int32_t nx = cpu.fine.shape.x.cells;
    const int32_t coarseX = cpu.coarse.shape.x.cells;
    const int32_t coarseY = cpu.coarse.shape.y.cells;
    const auto cells = [&](FieldId Level::*field, const char* what) {
        expectSame(reference.cells(reference.fine, reference.fine.*field),
                   cpu.cells(cpu.fine, cpu.fine.*field), nx, what);
    };
    cells(&Level::x, "x");
    cells(&Level::r, "r");
    cells(&Level::p, "p");
    expectSame(reference.cells(reference.fine, reference.spare), cpu.cells(cpu.fine, cpu.spare), nx,
               "the spare field");
    expectSame(reference.cells(reference.coarse, reference.coarse.r),
               cpu.cells(cpu.coarse, cpu.coarse.r), coarseX, "coarse r");
    expectSame(reference.cells(reference.coarse, reference.coarse.x),
               cpu.cells(cpu.coarse, cpu.coarse.x), coarseX, "coarse x");
    expectSame(reference.read(reference.coarse.cx, coarseX + 1, coarseY),
               cpu.read(cpu.coarse.cx, coarseX + 1, coarseY), coarseX + 1, "coarse cx");
    expectSame(reference.read(reference.coarse.cy, coarseX, coarseY + 1),
               cpu.read(cpu.coarse.cy, coarseX, coarseY + 1), coarseX, "coarse cy");
}

// operation(reference, cpu, variant) on every shape and for every variant, each time from the same
// data; then all fields must agree. With one thread, and on the taller grids with several.
template <class Operation>
void compare(int32_t variants, Operation&& operation)
{
    constexpr std::array<int32_t, 4> kThreads = {1, 2, 3, 8};
    std::array<Tasks, kThreads.size()> tasks;
    for (size_t t = 0; t < kThreads.size(); ++t)
    {
        ASSERT_EQ(tasks[t].init({}, kThreads[t]), tn_success);
    }
    for (const Case& which : allCases())
    {
        const Data data(which);
        const Bench reference(createReferenceBackend(), which);
        data.loadCoefficients(reference);
        for (size_t t = 0; t < kThreads.size(); ++t)
        {
            const bool large = which.nx * which.ny > 100000;
            if (kThreads[t] > 1 && (which.ny < 31 || (large && kThreads[t] != 3)))
            {
                continue;
            }
            const Bench cpu(createCpuBackend(tasks[t]), which);
            data.loadCoefficients(cpu);
            for (int32_t variant = 0; variant < variants; ++variant)
            {
                SCOPED_TRACE(which.describe() + ", " + std::to_string(kThreads[t]) +
                             " threads, variant " + std::to_string(variant));
                data.loadValues(reference);
                data.loadValues(cpu);
                operation(reference, cpu, variant);
                expectSameFields(reference, cpu);
                if (testing::Test::HasFailure())
                {
                    return;
                }
            }
        }
    }
}

// The same operation on both.
template <class Operation>
void compareEach(int32_t variants, Operation&& operation)
{
    compare(variants, [&](const Bench& reference, const Bench& cpu, int32_t variant) {
        operation(reference, variant);
        operation(cpu, variant);
    });
}

void expectClose(double expected, double got)
{
    EXPECT_NEAR(got, expected, 1e-5 * std::fabs(expected) + 1e-12);
}

TEST(CpuBackend, CoarsensCoefficientsAsTheReferenceDoes)
{
    compare(1, [](const Bench& reference, const Bench& cpu, int32_t) {
        if (cpu.coarse.hasA)
        {
            expectSame(reference.cells(reference.coarse, reference.coarse.a),
                       cpu.cells(cpu.coarse, cpu.coarse.a), cpu.coarse.shape.x.cells, "coarse a");
        }
    });
}

TEST(CpuBackend, RelaxesAsTheReferenceDoes)
{
    struct Variant
    {
        int32_t sweeps;
        Order order;
        Start start;
        float omega;
    };
    const std::vector<Variant> variants = {{1, Order::redFirst, Start::fromX, 1.0f},
                                           {2, Order::redFirst, Start::fromZero, 1.0f},
                                           {3, Order::blackFirst, Start::fromX, 1.0f},
                                           {1, Order::blackFirst, Start::fromZero, 1.0f},
                                           {2, Order::blackFirst, Start::fromZero, 1.0f},
                                           {1, Order::redFirst, Start::fromX, 1.7f},
                                           {2, Order::redFirst, Start::fromX, 0.6f}};
    compareEach(static_cast<int32_t>(variants.size()), [&](const Bench& bench, int32_t variant) {
        const Variant& v = variants[static_cast<size_t>(variant)];
        bench.backend->relax(bench.fine, v.sweeps, v.order, v.start, v.omega);
    });
}

TEST(CpuBackend, RelaxesRowsOnTheWayAsTheReferenceDoes)
{
    const std::vector<Numbers> variants = {
        {1.0f, 1.4f}, {1.0f, 1.4f, 1.2f, 1.25f, 1.3f}, Numbers(12, 1.0f)};
    compareEach(static_cast<int32_t>(variants.size()), [&](const Bench& bench, int32_t variant) {
        bench.relaxRows(variants[static_cast<size_t>(variant)]);
    });
}

TEST(CpuBackend, RelaxesAndRestrictsAsTheReferenceDoes)
{
    constexpr std::array<int32_t, 3> kSweeps = {1, 2, 4};
    compareEach(6, [&](const Bench& bench, int32_t variant) {
        bench.backend->relaxAndRestrict(bench.fine, bench.coarse,
                                        kSweeps[static_cast<size_t>(variant / 2)],
                                        variant % 2 == 0 ? Start::fromX : Start::fromZero);
    });
}

TEST(CpuBackend, RestrictsTheRightHandSideAsTheReferenceDoes)
{
    compareEach(1, [](const Bench& bench, int32_t) {
        ASSERT_TRUE(bench.backend->restrictsRight());
        bench.backend->restrictRight(bench.fine, bench.coarse);
    });
}

TEST(CpuBackend, RelaxesAndRestrictsWhatComesInAsTheReferenceDoes)
{
    constexpr std::array<int32_t, 4> kSweeps = {0, 1, 2, 4};
    compare(4, [&](const Bench& reference, const Bench& cpu, int32_t variant) {
        const int32_t sweeps = kSweeps[static_cast<size_t>(variant)];
        const Moments expected = reference.relaxAndRestrictRows(sweeps);
        const Moments got = cpu.relaxAndRestrictRows(sweeps);
        EXPECT_NEAR(got.squares, expected.squares, 1e-5 * expected.squares);
        EXPECT_NEAR(got.sum, expected.sum, 1e-5 * std::sqrt(expected.squares * cpu.cellCount()));
    });
}

TEST(CpuBackend, ProlongsAndRelaxesAsTheReferenceDoes)
{
    compareEach(8, [](const Bench& bench, int32_t variant) {
        bench.backend->prolongAndRelax(bench.coarse, bench.fine, variant < 4 ? 1 : 2,
                                       variant % 2 == 0 ? Order::redFirst : Order::blackFirst,
                                       variant / 2 % 2 == 0 ? Interpolation::linear
                                                            : Interpolation::constant);
    });
}

// The end of one V-cycle and the beginning of the next. The norm in between is not of x as it is
// left: only the sums may differ.
TEST(CpuBackend, EndsACycleAndBeginsTheNextAsTheReferenceDoes)
{
    constexpr std::array<std::array<int32_t, 2>, 4> kSweeps = {{{1, 2}, {1, 1}, {2, 1}, {3, 4}}};
    compare(8, [&](const Bench& reference, const Bench& cpu, int32_t variant) {
        const auto [post, pre] = kSweeps[static_cast<size_t>(variant / 2)];
        const Start start = variant % 2 == 0 ? Start::fromX : Start::fromZero;
        const double right =
            reference.backend->dot(reference.fine, reference.fine.r, reference.fine.r);
        const double expected = reference.backend->prolongRelaxAndRestrict(
            reference.coarse, reference.fine, start, post, pre);
        const double got =
            cpu.backend->prolongRelaxAndRestrict(cpu.coarse, cpu.fine, start, post, pre);
        EXPECT_NEAR(std::sqrt(got), std::sqrt(expected),
                    1e-4 * std::sqrt(expected) + 1e-6 * std::sqrt(right));
    });
}

TEST(CpuBackend, EndsTheLastCycleAsTheReferenceDoes)
{
    compare(4, [&](const Bench& reference, const Bench& cpu, int32_t variant) {
        const int32_t sweeps = variant / 2 + 1;
        const Start start = variant % 2 == 0 ? Start::fromX : Start::fromZero;
        const double right =
            reference.backend->dot(reference.fine, reference.fine.r, reference.fine.r);
        const Measured expected = reference.backend->prolongRelaxAndMeasure(
            reference.coarse, reference.fine, start, sweeps, true);
        for (const Measured& got :
             {cpu.backend->prolongRelaxAndMeasure(cpu.coarse, cpu.fine, start, sweeps, true),
              cpu.backend->measure(cpu.fine)})
        {
            EXPECT_NEAR(std::sqrt(got.residual2), std::sqrt(expected.residual2),
                        1e-4 * std::sqrt(expected.residual2) + 1e-6 * std::sqrt(right));
            EXPECT_NEAR(got.x.sum, expected.x.sum, 1e-9 * std::sqrt(expected.x.squares));
            expectClose(expected.x.squares, got.x.squares);
        }
    });
}

// Coarse cells in solids hold 0, which must not be mixed in.
TEST(Backends, InterpolateAConstantAsItIsBesideSolids)
{
    for (const Case& which : allCases())
    {
        const bool walls = which.left == tn_edgeNeumann && which.right == tn_edgeNeumann &&
                           which.bottom == tn_edgeNeumann && which.top == tn_edgeNeumann;
        if (!walls || which.hasA)
        {
            continue;
        }
        SCOPED_TRACE(which.describe());
        const Data data(which);
        const Bench bench(createReferenceBackend(), which);
        data.loadCoefficients(bench);
        const auto openCells = [&](const Level& level) {
            const int32_t nx = level.shape.x.cells;
            const int32_t ny = level.shape.y.cells;
            const Numbers cx = bench.read(level.cx, nx + 1, ny);
            const Numbers cy = bench.read(level.cy, nx, ny + 1);
            Numbers open;
            for (int32_t j = 0; j < ny; ++j)
            {
                for (int32_t i = 0; i < nx; ++i)
                {
                    const auto face = static_cast<size_t>(j * (nx + 1) + i);
                    const auto cell = static_cast<size_t>(j * nx + i);
                    const float all =
                        cx[face] + cx[face + 1] + cy[cell] + cy[cell + static_cast<size_t>(nx)];
                    open.push_back(all > 0.0f ? 1.0f : 0.0f);
                }
            }
            return open;
        };
        const Numbers coarse = openCells(bench.coarse);
        const Numbers fine = openCells(bench.fine);
        bench.write(bench.coarse.x, bench.coarse.shape.x.cells, coarse);
        bench.write(bench.fine.x, which.nx, Numbers(fine.size()));
        bench.backend->prolongAndRelax(bench.coarse, bench.fine, 0, Order::redFirst,
                                       Interpolation::linear);
        const Numbers got = bench.cells(bench.fine, bench.fine.x);
        for (size_t i = 0; i < fine.size(); ++i)
        {
            // A pocket of cells may have shrunk to a coarse cell without open faces.
            const size_t column = i % static_cast<size_t>(which.nx) / 2;
            const size_t row = i / static_cast<size_t>(which.nx) / 2;
            const size_t own = row * static_cast<size_t>(bench.coarse.shape.x.cells) + column;
            if (fine[i] > 0.0f && coarse[own] > 0.0f)
            {
                ASSERT_NEAR(got[i], 1.0f, 1e-6f) << "cell " << i;
            }
        }
    }
}

TEST(Backends, EndACycleAndBeginTheNextAsTheTwoPassesDo)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 1), tn_success);
    for (const Case& which : allCases())
    {
        const Data data(which);
        for (const bool isCpu : {false, true})
        {
            SCOPED_TRACE(which.describe() + (isCpu ? ", cpu" : ", reference"));
            const Bench one(isCpu ? createCpuBackend(tasks) : createReferenceBackend(), which);
            const Bench two(isCpu ? createCpuBackend(tasks) : createReferenceBackend(), which);
            for (const Bench* bench : {&one, &two})
            {
                data.loadCoefficients(*bench);
                data.loadValues(*bench);
            }
            const double told =
                one.backend->prolongRelaxAndRestrict(one.coarse, one.fine, Start::fromX, 1, 2);
            two.backend->prolongAndRelax(two.coarse, two.fine, 1, Order::redFirst,
                                         Interpolation::linear);
            const double norm2 = two.backend->residualNorm2(two.fine);
            two.backend->relaxAndRestrict(two.fine, two.coarse, 2, Start::fromX);
            expectSameFields(two, one);
            const double right = two.backend->dot(two.fine, two.fine.r, two.fine.r);
            EXPECT_NEAR(std::sqrt(told), std::sqrt(norm2),
                        1e-4 * std::sqrt(norm2) + 1e-6 * std::sqrt(right));
        }
        if (HasFailure())
        {
            return;
        }
    }
}

// Also across the seam of an odd ring, where two cells of one colour are neighbours.
TEST(Backends, StartingFromZeroForgetsWhatXHeld)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 1), tn_success);
    for (const Case& which : allCases())
    {
        const Data data(which);
        for (const bool isCpu : {false, true})
        {
            const Bench bench(isCpu ? createCpuBackend(tasks) : createReferenceBackend(), which);
            data.loadCoefficients(bench);
            const auto swept = [&](float before, auto&& sweep) {
                data.loadValues(bench);
                bench.backend->writeRows(
                    bench.fine.x, [&](int32_t, float* row) { std::fill_n(row, which.nx, before); });
                sweep();
                return bench.cells(bench.fine, bench.fine.x);
            };
            const auto relax = [&] {
                bench.backend->relax(bench.fine, 1, Order::redFirst, Start::fromZero, 1.0f);
            };
            const auto restrict = [&] {
                bench.backend->relaxAndRestrict(bench.fine, bench.coarse, 2, Start::fromZero);
            };
            SCOPED_TRACE(which.describe());
            expectSame(swept(0.0f, relax), swept(1e6f, relax), which.nx, "x after a sweep");
            expectSame(swept(0.0f, restrict), swept(1e6f, restrict), which.nx, "x after two");
        }
        if (HasFailure())
        {
            return;
        }
    }
}

TEST(CpuBackend, SweepsJacobiAsTheReferenceDoes)
{
    compareEach(1, [](const Bench& bench, int32_t) {
        bench.backend->jacobi(bench.fine, bench.fine.p, 0.8f);
        // What the scratch field holds is nobody's business.
        bench.backend->combine(bench.fine, bench.fine.p, 0.0f, bench.fine.x, 0.0f);
    });
}

TEST(CpuBackend, TakesTheSameResiduals)
{
    compare(1, [](const Bench& reference, const Bench& cpu, int32_t) {
        expectClose(reference.backend->residualNorm2(reference.fine),
                    cpu.backend->residualNorm2(cpu.fine));
        const auto visited = [](const Bench& bench) {
            const auto nx = static_cast<size_t>(bench.fine.shape.x.cells);
            const auto ny = static_cast<size_t>(bench.fine.shape.y.cells);
            Numbers values(nx * ny, 7.0f);
            bench.backend->visitResidual(
                bench.fine, [&](int32_t pair, const float* lower, const float* upper) {
                    const auto row = 2 * static_cast<size_t>(pair);
                    std::copy_n(lower, nx, values.data() + row * nx);
                    EXPECT_EQ(upper == nullptr, row + 1 == ny);
                    if (upper != nullptr)
                    {
                        std::copy_n(upper, nx, values.data() + (row + 1) * nx);
                    }
                });
            return values;
        };
        expectSame(visited(reference), visited(cpu), cpu.fine.shape.x.cells, "the residual");
    });
}

TEST(CpuBackend, SubtractsTheAppliedOperatorAsTheReferenceDoes)
{
    compare(1, [](const Bench& reference, const Bench& cpu, int32_t) {
        expectClose(reference.backend->subtractApplied(reference.fine, reference.fine.x, 1.0),
                    cpu.backend->subtractApplied(cpu.fine, cpu.fine.x, 1.0));
        expectClose(reference.backend->subtractApplied(reference.fine, reference.fine.p, 0.37),
                    cpu.backend->subtractApplied(cpu.fine, cpu.fine.p, 0.37));
        expectClose(reference.backend->subtractAppliedSum(reference.fine, reference.fine.x,
                                                          reference.fine.p),
                    cpu.backend->subtractAppliedSum(cpu.fine, cpu.fine.x, cpu.fine.p));
    });
}

TEST(CpuBackend, TakesTheSameDotProducts)
{
    compare(1, [](const Bench& reference, const Bench& cpu, int32_t) {
        const auto both = [&](FieldId Level::*f, FieldId Level::*g) {
            const double exact =
                reference.backend->dot(reference.fine, reference.fine.*f, reference.fine.*g);
            const double size =
                reference.backend->dot(reference.fine, reference.fine.*f, reference.fine.*f);
            EXPECT_NEAR(cpu.backend->dot(cpu.fine, cpu.fine.*f, cpu.fine.*g), exact, 1e-5 * size);
            const double applied =
                reference.backend->dotApplied(reference.fine, reference.fine.*f, reference.fine.*g);
            EXPECT_NEAR(cpu.backend->dotApplied(cpu.fine, cpu.fine.*f, cpu.fine.*g), applied,
                        1e-5 * size);
        };
        both(&Level::x, &Level::x);
        both(&Level::x, &Level::p);
        both(&Level::p, &Level::p);
        both(&Level::r, &Level::p);
        both(&Level::r, &Level::x);
    });
}

TEST(CpuBackend, CombinesFieldsAsTheReferenceDoes)
{
    constexpr std::array<float, 3> kBeta = {0.0f, 1.0f, -0.3f};
    compareEach(3, [&](const Bench& bench, int32_t variant) {
        const float beta = kBeta[static_cast<size_t>(variant)];
        bench.backend->combine(bench.fine, bench.fine.p, 0.9f, bench.fine.x, beta);
        bench.backend->combine(bench.fine, bench.fine.x, 1.1f, bench.fine.r, beta);
        // The copies at a seam must have followed.
        bench.backend->subtractApplied(bench.fine, bench.fine.x, 0.5);
        bench.backend->subtractApplied(bench.fine, bench.fine.p, 0.5);
    });
}

TEST(CpuBackend, CombiningWithNothingForgetsWhatWasThere)
{
    compareEach(1, [](const Bench& bench, int32_t) {
        const int32_t nx = bench.fine.shape.x.cells;
        bench.backend->writeRows(bench.fine.p, [&](int32_t, float* row) {
            std::fill_n(row, nx, std::numeric_limits<float>::quiet_NaN());
        });
        bench.backend->combine(bench.fine, bench.fine.p, 1.0f, bench.fine.x, 0.0f);
    });
}

TEST(CpuBackend, AddsAndReadsRowsAsTheReferenceDoes)
{
    compare(1, [](const Bench& reference, const Bench& cpu, int32_t) {
        for (const Bench* bench : {&reference, &cpu})
        {
            const int32_t nx = bench->fine.shape.x.cells;
            bench->backend->addRows(bench->fine.x, [&](int32_t j, float* row) {
                for (int32_t i = 0; i < nx; ++i)
                {
                    row[i] = 0.1f * static_cast<float>((i * 7 + j * 3) % 11);
                }
            });
            bench->backend->subtractApplied(bench->fine, bench->fine.x, 1.0);
        }
        Numbers first(static_cast<size_t>(cpu.fine.shape.x.cells + 64));
        Numbers second(first.size());
        for (int32_t j = 0; j < cpu.fine.shape.y.cells; ++j)
        {
            reference.backend->readRow(reference.fine.cx, j, first.data());
            cpu.backend->readRow(cpu.fine.cx, j, second.data());
            const auto columns = static_cast<size_t>(cpu.fine.shape.x.cells) + 1;
            ASSERT_EQ(std::memcmp(first.data(), second.data(), columns * sizeof(float)), 0);
        }
    });
}

TEST(CpuBackend, SolvesStripsAsTheReferenceDoes)
{
    constexpr tnEdge kRing = tn_edgePeriodic;
    constexpr tnEdge kOpen = tn_edgeDirichlet;
    constexpr tnEdge kWall = tn_edgeNeumann;
    for (const int32_t n : {1, 2, 3, 7, 16, 33, 1000, 1001})
    {
        for (const bool hasA : {false, true})
        {
            for (const Case& which : {Case{n, 1, kWall, kWall, kWall, kWall, hasA},
                                      Case{n, 1, kOpen, kWall, kWall, kWall, hasA},
                                      Case{n, 1, kRing, kRing, kOpen, kWall, hasA},
                                      Case{1, n, kWall, kWall, kRing, kRing, hasA},
                                      Case{1, n, kWall, kOpen, kWall, kOpen, hasA},
                                      Case{1, n, kRing, kRing, kWall, kWall, hasA}})
            {
                SCOPED_TRACE(which.describe());
                const Data data(which);
                Tasks tasks;
                ASSERT_EQ(tasks.init({}, 1), tn_success);
                const Bench reference(createReferenceBackend(), which);
                const Bench cpu(createCpuBackend(tasks), which);
                for (const Bench* bench : {&reference, &cpu})
                {
                    bench->write(bench->fine.cx, which.nx + 1, data.cx);
                    bench->write(bench->fine.cy, which.nx, data.cy);
                    if (hasA)
                    {
                        bench->write(bench->fine.a, which.nx, data.a);
                    }
                    bench->write(bench->fine.r, which.nx, data.r);
                    bench->backend->finishCoefficients(bench->fine);
                    bench->backend->solveStrip(bench->fine);
                }
                expectSame(reference.cells(reference.fine, reference.fine.x),
                           cpu.cells(cpu.fine, cpu.fine.x), which.nx, "x");
            }
        }
    }
}

TEST(Backends, LendTheMemoryOfTheirLastFieldsAndTakeItBackZeroed)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 2), tn_success);
    for (const bool isCpu : {false, true})
    {
        const OwnedBackend backend(isCpu ? createCpuBackend(tasks) : createReferenceBackend());
        const std::vector<FieldSpec> specs = {{37, 21, Staggering::cells, false},
                                              {37, 21, Staggering::cells, false},
                                              {37, 21, Staggering::facesX, false}};
        std::vector<FieldId> ids(specs.size());
        // Any number of spare bytes will do.
        ASSERT_EQ(backend->createFields(specs, 1000, ids.data()), tn_success);
        const auto fill = [&](FieldId field, float value) {
            backend->writeRows(field, [&](int32_t, float* row) { std::fill_n(row, 37, value); });
        };
        fill(ids[0], 1.0f);
        fill(ids[1], 2.0f);
        const std::span<std::byte> memory = backend->lend(ids[1]);
        ASSERT_GE(memory.size(), 2 * 37 * 21 * sizeof(float) + 1000);
        ASSERT_LT(memory.size(), size_t{1} << 20);
        std::fill(memory.begin(), memory.end(), std::byte{0x55});
        backend->reclaim(ids[1]);
        backend->readRows(ids[0], [](int32_t, const float* row) {
            for (int32_t i = 0; i < 37; ++i)
            {
                EXPECT_EQ(row[i], 1.0f);
            }
        });
        backend->readRows(ids[1], [](int32_t, const float* row) {
            for (int32_t i = 0; i < 37; ++i)
            {
                EXPECT_EQ(row[i], 0.0f);
            }
        });
    }
}

} // namespace
} // namespace tarn
