// The solver's operations on the GPU against the reference, one by one, on shapes that fit no tile.
//
// Fields agree within 1e-5 of the largest number in them, sums within 1e-5 of their terms.
#include "backend/gl/gl_backend.h"

#include "api/gl_devices.h"
#include "support/backend_bench.h"
#include "support/gl_device.h"

#include <array>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

using test::Bench;
using test::Case;
using test::Data;
using test::Numbers;

constexpr tnEdge kWall = tn_edgeNeumann;
constexpr tnEdge kOpen = tn_edgeDirichlet;
constexpr tnEdge kRing = tn_edgePeriodic;

constexpr double kClose = 1e-5;

std::vector<Case> allCases()
{
    const std::vector<std::array<tnEdge, 4>> edges = {
        {kWall, kWall, kWall, kWall}, {kOpen, kOpen, kOpen, kOpen}, {kWall, kOpen, kOpen, kWall},
        {kRing, kRing, kWall, kWall}, {kWall, kOpen, kRing, kRing}, {kRing, kRing, kRing, kRing}};
    std::vector<Case> all;
    size_t turn = 0;
    for (const auto& [nx, ny] : std::vector<std::array<int32_t, 2>>{
             {2, 2}, {3, 3}, {5, 4}, {2, 31}, {17, 33}, {64, 48}, {67, 129}, {200, 90}, {301, 3}})
    {
        for (const auto& [left, right, bottom, top] : edges)
        {
            // Each shape with solids and evenly, with and without a in turn.
            const bool hasA = turn++ % 2 == 0;
            all.push_back({nx, ny, left, right, bottom, top, hasA, false, false});
            all.push_back({nx, ny, left, right, bottom, top, !hasA, false, true});
        }
    }
    return all;
}

double largest(const Numbers& values)
{
    double most = 0.0;
    for (const float value : values)
    {
        most = std::max(most, std::fabs(static_cast<double>(value)));
    }
    return most;
}

// `terms`: as large as what the numbers are differences of.
void expectClose(const Numbers& expected, const Numbers& got, int32_t columns, const char* what,
                 double terms = 0.0)
{
    ASSERT_EQ(expected.size(), got.size());
    const double most = kClose * std::max(largest(expected), terms) + 1e-30;
    for (size_t i = 0; i < expected.size(); ++i)
    {
        ASSERT_LE(std::fabs(static_cast<double>(got[i]) - static_cast<double>(expected[i])), most)
            << what << " differs at column " << i % static_cast<size_t>(columns) << ", row "
            << i / static_cast<size_t>(columns) << ": " << got[i] << ", not " << expected[i];
    }
}

void expectClose(double expected, double got, double size)
{
    EXPECT_NEAR(got, expected, kClose * size);
}

void expectCloseLevels(const Bench& reference, const Bench& gl)
{
    const auto cells = [&](const Level& left, const Level& right, FieldId Level::*field,
                           const char* what, double terms = 0.0) {
        expectClose(reference.cells(left, left.*field), gl.cells(right, right.*field),
                    right.shape.x.cells, what, terms);
    };
    cells(reference.fine, gl.fine, &Level::x, "x");
    cells(reference.fine, gl.fine, &Level::r, "r");
    cells(reference.fine, gl.fine, &Level::p, "p");
    cells(reference.coarse, gl.coarse, &Level::x, "coarse x");
    cells(reference.coarse, gl.coarse, &Level::r, "coarse r",
          largest(reference.cells(reference.fine, reference.fine.r)));
}

class GlBackendTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        TARN_SKIP_WITHOUT_GL();
        gl_ = std::make_unique<test::OwnedGl>();
        device_ = findGlDevice(gl_->handle(), "a test");
        ASSERT_NE(device_, nullptr);
    }

    Backend* create() const
    {
        Backend* backend = nullptr;
        EXPECT_EQ(createGlBackend(*device_, &backend), tn_success);
        return backend;
    }

    // operation(reference, gl, variant) on every shape, each variant from the same data; then all
    // fields must agree.
    using Operation = std::function<void(const Bench& reference, const Bench& gl, int32_t variant)>;
    void compare(int32_t variants, const Operation& operation) const
    {
        const GlScope scope(*device_);
        for (const Case& which : allCases())
        {
            const Data data(which);
            const Bench reference(createReferenceBackend(), which);
            const Bench gl(create(), which);
            data.loadCoefficients(reference);
            data.loadCoefficients(gl);
            for (int32_t variant = 0; variant < variants; ++variant)
            {
                SCOPED_TRACE(which.describe() + ", variant " + std::to_string(variant));
                data.loadValues(reference);
                data.loadValues(gl);
                operation(reference, gl, variant);
                expectCloseLevels(reference, gl);
                if (HasFailure())
                {
                    return;
                }
            }
        }
    }

    // The same operation on both.
    using OnEach = std::function<void(const Bench& bench, int32_t variant)>;
    void compareEach(int32_t variants, const OnEach& operation) const
    {
        compare(variants, [&](const Bench& reference, const Bench& gl, int32_t variant) {
            operation(reference, variant);
            operation(gl, variant);
        });
    }

    std::unique_ptr<test::OwnedGl> gl_;
    GlDevice* device_ = nullptr;
};

double rightNorm(const Bench& bench)
{
    return std::sqrt(bench.backend->dot(bench.fine, bench.fine.r, bench.fine.r));
}

TEST_F(GlBackendTest, CoarsensCoefficientsAsTheReferenceDoes)
{
    compare(1, [](const Bench& reference, const Bench& gl, int32_t) {
        const int32_t nx = gl.coarse.shape.x.cells;
        const int32_t ny = gl.coarse.shape.y.cells;
        expectClose(reference.read(reference.coarse.cx, nx + 1, ny),
                    gl.read(gl.coarse.cx, nx + 1, ny), nx + 1, "coarse cx");
        expectClose(reference.read(reference.coarse.cy, nx, ny + 1),
                    gl.read(gl.coarse.cy, nx, ny + 1), nx, "coarse cy");
        expectClose(reference.cells(reference.coarse, reference.coarse.a),
                    gl.cells(gl.coarse, gl.coarse.a), nx, "coarse a");
    });
}

TEST_F(GlBackendTest, RelaxesAsTheReferenceDoes)
{
    struct Variant
    {
        int32_t sweeps;
        Order order;
        Start start;
        float omega;
    };
    // Seven sweeps are two dispatches.
    const std::vector<Variant> variants = {{1, Order::redFirst, Start::fromX, 1.0f},
                                           {2, Order::blackFirst, Start::fromZero, 1.0f},
                                           {1, Order::redFirst, Start::fromZero, 1.4f},
                                           {7, Order::blackFirst, Start::fromX, 0.6f}};
    compareEach(static_cast<int32_t>(variants.size()), [&](const Bench& bench, int32_t variant) {
        const Variant& v = variants[static_cast<size_t>(variant)];
        bench.backend->relax(bench.fine, v.sweeps, v.order, v.start, v.omega);
    });
}

TEST_F(GlBackendTest, RelaxesRowsOnTheWayAsTheReferenceDoes)
{
    const std::vector<Numbers> variants = {{1.0f, 1.4f}, {1.0f, 1.4f, 1.2f, 1.25f, 1.3f}};
    compareEach(static_cast<int32_t>(variants.size()), [&](const Bench& bench, int32_t variant) {
        bench.relaxRows(variants[static_cast<size_t>(variant)]);
    });
}

TEST_F(GlBackendTest, RelaxesAndRestrictsAsTheReferenceDoes)
{
    constexpr std::array<int32_t, 3> kSweeps = {1, 2, 5};
    compareEach(6, [&](const Bench& bench, int32_t variant) {
        bench.backend->relaxAndRestrict(bench.fine, bench.coarse,
                                        kSweeps[static_cast<size_t>(variant / 2)],
                                        variant % 2 == 0 ? Start::fromX : Start::fromZero);
    });
}

TEST_F(GlBackendTest, ProlongsAndRelaxesAsTheReferenceDoes)
{
    struct Variant
    {
        int32_t sweeps;
        Order order;
        Interpolation interpolation;
    };
    const std::vector<Variant> variants = {{0, Order::redFirst, Interpolation::linear},
                                           {1, Order::redFirst, Interpolation::linear},
                                           {5, Order::redFirst, Interpolation::linear},
                                           {2, Order::blackFirst, Interpolation::constant}};
    compareEach(static_cast<int32_t>(variants.size()), [&](const Bench& bench, int32_t variant) {
        const Variant& v = variants[static_cast<size_t>(variant)];
        bench.backend->prolongAndRelax(bench.coarse, bench.fine, v.sweeps, v.order,
                                       v.interpolation);
    });
}

TEST_F(GlBackendTest, EndsACycleAndBeginsTheNextAsTheReferenceDoes)
{
    constexpr std::array<std::array<int32_t, 2>, 3> kSweeps = {{{1, 1}, {2, 1}, {3, 4}}};
    compare(6, [&](const Bench& reference, const Bench& gl, int32_t variant) {
        const auto [post, pre] = kSweeps[static_cast<size_t>(variant % 3)];
        const bool skips = variant >= 3;
        const Start start = variant % 2 == 0 ? Start::fromX : Start::fromZero;
        const double right = rightNorm(reference);
        const double expected = reference.backend->prolongRelaxAndRestrict(
            reference.coarse, reference.fine, start, post, pre);
        gl.backend->skipMeasures(skips);
        const double got =
            gl.backend->prolongRelaxAndRestrict(gl.coarse, gl.fine, start, post, pre);
        gl.backend->skipMeasures(false);
        if (skips)
        {
            EXPECT_EQ(got, 0.0);
        }
        else
        {
            expectClose(std::sqrt(expected), std::sqrt(got), right);
        }
    });
}

TEST_F(GlBackendTest, EndsTheLastCycleAsTheReferenceDoes)
{
    constexpr std::array<int32_t, 2> kSweeps = {1, 5};
    compare(4, [&](const Bench& reference, const Bench& gl, int32_t variant) {
        const int32_t sweeps = kSweeps[static_cast<size_t>(variant % 2)];
        const bool skips = variant >= 2;
        const Start start = variant == 0 ? Start::fromX : Start::fromZero;
        const double right = rightNorm(reference);
        const Measured expected = reference.backend->prolongRelaxAndMeasure(
            reference.coarse, reference.fine, start, sweeps, true);
        gl.backend->skipMeasures(skips);
        Measured got = gl.backend->prolongRelaxAndMeasure(gl.coarse, gl.fine, start, sweeps, true);
        gl.backend->skipMeasures(false);
        if (skips)
        {
            EXPECT_EQ(got.residual2, 0.0);
            got = gl.backend->measure(gl.fine);
        }
        expectClose(std::sqrt(expected.residual2), std::sqrt(got.residual2), right);
        const auto cells = static_cast<double>(gl.fine.shape.x.cells * gl.fine.shape.y.cells);
        expectClose(expected.x.sum, got.x.sum, std::sqrt(expected.x.squares * cells));
        expectClose(expected.x.squares, got.x.squares, expected.x.squares);
    });
}

TEST_F(GlBackendTest, SweepsJacobiAndCombinesAsTheReferenceDoes)
{
    constexpr std::array<float, 3> kBeta = {0.0f, 1.0f, -0.3f};
    compareEach(3, [&](const Bench& bench, int32_t variant) {
        bench.backend->jacobi(bench.fine, bench.fine.p, 0.8f);
        // What the scratch field holds is nobody's business.
        bench.backend->combine(bench.fine, bench.fine.p, 0.9f, bench.fine.r, 0.0f);
        bench.backend->combine(bench.fine, bench.fine.p, 1.1f, bench.fine.x,
                               kBeta[static_cast<size_t>(variant)]);
    });
}

TEST_F(GlBackendTest, TakesTheSameResiduals)
{
    compare(1, [](const Bench& reference, const Bench& gl, int32_t) {
        const Measured expected = reference.backend->measure(reference.fine);
        const Measured got = gl.backend->measure(gl.fine);
        expectClose(expected.residual2, got.residual2, expected.residual2);
        expectClose(expected.residual2, gl.backend->residualNorm2(gl.fine), expected.residual2);
        expectClose(expected.x.squares, got.x.squares, expected.x.squares);
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
        expectClose(visited(reference), visited(gl), gl.fine.shape.x.cells, "the residual");
    });
}

TEST_F(GlBackendTest, SubtractsAndMultipliesAsTheReferenceDoes)
{
    compare(1, [](const Bench& reference, const Bench& gl, int32_t) {
        const auto both = [&](FieldId Level::*f, FieldId Level::*g) {
            const auto on = [&](const Bench& bench, bool applied) {
                return applied ? bench.backend->dotApplied(bench.fine, bench.fine.*f, bench.fine.*g)
                               : bench.backend->dot(bench.fine, bench.fine.*f, bench.fine.*g);
            };
            const double size =
                reference.backend->dot(reference.fine, reference.fine.*f, reference.fine.*f) +
                1e-30;
            expectClose(on(reference, false), on(gl, false), size);
            expectClose(on(reference, true), on(gl, true), size);
        };
        both(&Level::x, &Level::p);
        both(&Level::p, &Level::p);
        both(&Level::r, &Level::p);
        const auto subtract = [&](const std::function<double(const Bench&)>& operation) {
            const double expected = operation(reference);
            expectClose(expected, operation(gl), expected);
        };
        subtract([](const Bench& bench) {
            return bench.backend->subtractApplied(bench.fine, bench.fine.p, 0.37);
        });
        subtract([](const Bench& bench) {
            return bench.backend->subtractAppliedSum(bench.fine, bench.fine.x, bench.fine.p);
        });
    });
}

TEST_F(GlBackendTest, AddsReadsAndMeasuresRowsAsTheReferenceDoes)
{
    compare(1, [](const Bench& reference, const Bench& gl, int32_t) {
        std::array<Moments, 2> measured;
        for (const Bench* bench : {&reference, &gl})
        {
            const int32_t nx = bench->fine.shape.x.cells;
            const auto fill = [&](int32_t j, float* row) {
                for (int32_t i = 0; i < nx; ++i)
                {
                    row[i] = 0.1f * static_cast<float>((i * 7 + j * 3) % 11);
                }
            };
            bench->backend->addRows(bench->fine.x, fill);
            measured[bench == &gl ? 1 : 0] = bench->backend->writeCells(bench->fine.p, fill);
        }
        expectClose(measured[0].sum, measured[1].sum, measured[0].sum + 1e-30);
        expectClose(measured[0].squares, measured[1].squares, measured[0].squares + 1e-30);
        const auto columns = static_cast<size_t>(gl.fine.shape.x.cells) + 1;
        Numbers first(columns + 64);
        Numbers second(columns + 64);
        gl.backend->fetch(gl.fine.cx);
        for (int32_t j = 0; j < gl.fine.shape.y.cells; ++j)
        {
            reference.backend->readRow(reference.fine.cx, j, first.data());
            gl.backend->readRow(gl.fine.cx, j, second.data());
            ASSERT_TRUE(std::equal(first.begin(), first.begin() + static_cast<long>(columns),
                                   second.begin()));
        }
    });
}

TEST_F(GlBackendTest, SolvesStripsAsTheReferenceDoes)
{
    const GlScope scope(*device_);
    for (const int32_t n : {1, 2, 3, 7, 64, 1001, 1500}) // the longest one on the host
    {
        for (const bool hasA : {false, true})
        {
            for (const Case& which : {Case{n, 1, kWall, kWall, kWall, kWall, hasA},
                                      Case{n, 1, kOpen, kWall, kWall, kWall, hasA},
                                      Case{n, 1, kRing, kRing, kOpen, kWall, hasA},
                                      Case{1, n, kWall, kWall, kRing, kRing, hasA},
                                      Case{1, n, kWall, kOpen, kWall, kOpen, hasA, false, true},
                                      Case{1, n, kRing, kRing, kWall, kWall, hasA}})
            {
                SCOPED_TRACE(which.describe());
                const Data data(which);
                const Bench reference(createReferenceBackend(), which);
                const Bench gl(create(), which);
                for (const Bench* bench : {&reference, &gl})
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
                expectClose(reference.cells(reference.fine, reference.fine.x),
                            gl.cells(gl.fine, gl.fine.x), which.nx, "x");
            }
        }
    }
}

// All levels of a grid on one backend.
struct Hierarchy
{
    test::OwnedBackend backend;
    std::vector<Level> levels;

    Hierarchy(Backend* made, const Case& which, const Data& data) : backend(made)
    {
        std::vector<FieldSpec> specs;
        GridShape shape = which.shape();
        EvenCoefficients even = which.evenCoefficients();
        for (bool more = true; more; more = !levels.back().shape.isStrip())
        {
            Level level;
            level.shape = levels.empty() ? shape : coarsened(levels.back().shape);
            level.hasA = which.hasA;
            level.isEven = which.even;
            level.even = levels.empty() ? even : coarsened(levels.back().even, levels.back().shape);
            level.omega = 1.2f;
            levels.push_back(level);
            const int32_t nx = level.shape.x.cells;
            const int32_t ny = level.shape.y.cells;
            for (const Staggering at : {Staggering::cells, Staggering::cells, Staggering::cells,
                                        Staggering::cells, Staggering::facesX, Staggering::facesY})
            {
                specs.push_back({nx, ny, at, false, specs.size() % 6 == 0});
            }
        }
        std::vector<FieldId> ids(specs.size());
        EXPECT_EQ(backend->createFields(specs, 0, ids.data()), tn_success);
        for (size_t k = 0; k < levels.size(); ++k)
        {
            Level& level = levels[k];
            FieldId* id = ids.data() + 6 * k;
            for (FieldId* field : {&level.x, &level.r, &level.a, &level.p, &level.cx, &level.cy})
            {
                *field = *id++;
            }
        }
        const auto write = [&](FieldId field, int32_t columns, const Numbers& values) {
            backend->writeRows(field, [&](int32_t j, float* row) {
                std::copy_n(values.data() + static_cast<size_t>(j) * static_cast<size_t>(columns),
                            columns, row);
            });
        };
        write(levels[0].cx, which.nx + 1, data.cx);
        write(levels[0].cy, which.nx, data.cy);
        write(levels[0].a, which.nx, data.a);
        write(levels[0].r, which.nx, data.r);
        backend->finishCoefficients(levels[0]);
        for (size_t k = 1; k < levels.size(); ++k)
        {
            backend->coarsenCoefficients(levels[k - 1], levels[k]);
        }
    }

    // The way of a cycle from one level down to another.
    void goDown(size_t from, size_t to, int32_t sweeps) const
    {
        for (size_t k = from; k < to; ++k)
        {
            backend->relaxAndRestrict(levels[k], levels[k + 1], sweeps, Start::fromZero);
        }
    }

    // What cycleSmall is told to do in the levels of [begin, end), operation by operation.
    void cycle(size_t begin, size_t end, const CycleSweeps& sweeps) const
    {
        goDown(begin, end - 1, sweeps.down);
        if (sweeps.last == 0)
        {
            backend->solveStrip(levels[end - 1]);
        }
        else
        {
            backend->relax(levels[end - 1], sweeps.last, Order::redFirst, Start::fromZero, 1.0f);
        }
        for (size_t k = end - 1; k-- > begin;)
        {
            backend->prolongAndRelax(levels[k + 1], levels[k], sweeps.up, Order::redFirst,
                                     Interpolation::linear);
        }
    }

    Numbers x(size_t level) const
    {
        Numbers values;
        backend->readRows(levels[level].x, [&](int32_t, const float* row) {
            values.insert(values.end(), row, row + levels[level].shape.x.cells);
        });
        return values;
    }
};

TEST_F(GlBackendTest, DoesTheRestOfACycleOnSmallLevelsAtOnce)
{
    const GlScope scope(*device_);
    int32_t bySweeps = 0;
    int32_t byModes = 0;
    for (const Case& which : allCases())
    {
        SCOPED_TRACE(which.describe());
        const Data data(which);
        const Hierarchy reference(createReferenceBackend(), which, data);
        const Hierarchy gl(create(), which, data);
        const size_t all = gl.levels.size();
        const size_t begin = all - static_cast<size_t>(gl.backend->smallLevels(gl.levels));
        if (begin == all) // none of them is small
        {
            continue;
        }
        for (const int32_t last : {0, 3})
        {
            // Where sweeps end it, that is before the strip.
            const size_t end = last == 0 ? all : std::max(all - 1, begin + 1);
            const CycleSweeps sweeps = {1, 2, last};
            reference.goDown(0, begin, sweeps.down);
            reference.cycle(begin, end, sweeps);
            gl.goDown(0, begin, sweeps.down);
            gl.backend->finishCoefficients(gl.levels[0]);
            gl.backend->cycleSmall(std::span(gl.levels).subspan(begin, end - begin), sweeps);
            const Level& first = gl.levels[begin];
            if (first.isEven) // it is solved
            {
                const double right = gl.backend->dot(first, first.r, first.r);
                EXPECT_LE(gl.backend->residualNorm2(first),
                          1.2 * reference.backend->residualNorm2(reference.levels[begin]) +
                              1e-9 * right);
            }
            else
            {
                expectClose(reference.x(begin), gl.x(begin), first.shape.x.cells, "x");
            }
            ++(first.isEven ? byModes : bySweeps);
        }
        if (HasFailure())
        {
            return;
        }
    }
    EXPECT_GE(bySweeps, 60);
    EXPECT_GE(byModes, 20);
}

TEST_F(GlBackendTest, LendsMemoryOfTheHostAndTakesItBackZeroed)
{
    const GlScope scope(*device_);
    const test::OwnedBackend backend(create());
    const std::vector<FieldSpec> specs = {{37, 21, Staggering::cells, false},
                                          {37, 21, Staggering::cells, false},
                                          {37, 21, Staggering::facesX, false}};
    std::vector<FieldId> ids(specs.size());
    ASSERT_EQ(backend->createFields(specs, 1000, ids.data()), tn_success);
    for (const FieldId id : ids)
    {
        backend->writeRows(id, [&](int32_t, float* row) { std::fill_n(row, 37, 2.0f); });
    }
    const std::span<std::byte> memory = backend->lend(ids[1]);
    ASSERT_GE(memory.size(), 2 * 37 * 21 * sizeof(float) + 960);
    std::fill(memory.begin(), memory.end(), std::byte{0x55});
    backend->reclaim(ids[1]);
    for (size_t k = 0; k < ids.size(); ++k)
    {
        backend->readRows(ids[k], [&](int32_t, const float* row) {
            EXPECT_EQ(std::count(row, row + 37, k == 0 ? 2.0f : 0.0f), 37);
        });
    }
}

} // namespace
} // namespace tarn
