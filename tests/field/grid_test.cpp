// Shapes of coarser grids: an axis keeps its length, conductances and interpolation stay
// consistent for every number of cells.
#include "field/grid.h"

#include "support/random.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

const int32_t kSizes[] = {1,  2,  3,   4,   5,   6,   7,    8,    9,    15,   16,    17,
                          31, 33, 100, 317, 509, 511, 1000, 1025, 4095, 8192, 32767, 32768};

AxisShape axis(int32_t cells, tnEdge low = tn_edgeNeumann, tnEdge high = tn_edgeNeumann)
{
    return {cells, 1.0f, low, high};
}

double width(const AxisShape& shape, int32_t cell)
{
    return cell == shape.cells - 1 ? static_cast<double>(shape.last) : 1.0;
}

// Centre of a cell, in widths of the axis' own cells, from its low edge.
double centre(const AxisShape& shape, int32_t cell)
{
    return cell + 0.5 * width(shape, cell);
}

double length(const AxisShape& shape)
{
    return shape.cells - 1 + static_cast<double>(shape.last);
}

// The shapes from this one down to a single cell.
std::vector<AxisShape> levels(AxisShape shape)
{
    std::vector<AxisShape> all = {shape};
    while (shape.cells > 1)
    {
        shape = coarsened(shape);
        all.push_back(shape);
    }
    return all;
}

TEST(AxisShape, HalvesItsCellsAndKeepsItsLengthOnEveryLevel)
{
    for (const int32_t cells : kSizes)
    {
        const AxisShape finest = axis(cells, tn_edgeDirichlet, tn_edgeNeumann);
        AxisShape shape = finest;
        double unit = 1.0;
        while (shape.cells > 1)
        {
            const AxisShape coarse = coarsened(shape);
            unit *= 2.0;
            EXPECT_EQ(coarse.cells, (shape.cells + 1) / 2);
            EXPECT_GT(coarse.last, 0.0f);
            EXPECT_LE(coarse.last, 1.0f);
            EXPECT_EQ(coarse.low, tn_edgeDirichlet);
            EXPECT_EQ(coarse.high, tn_edgeNeumann);
            EXPECT_EQ(unit * length(coarse), static_cast<double>(cells)) << cells << " cells";
            shape = coarse;
        }
        EXPECT_EQ(coarsened(shape).cells, 1);
        EXPECT_EQ(coarsened(shape).last, shape.last);
    }
}

TEST(GridShape, CoarsensUntilItIsOneCellWide)
{
    EXPECT_EQ(levelCount({axis(1), axis(1)}), 1);
    EXPECT_EQ(levelCount({axis(1), axis(1000)}), 1);
    EXPECT_EQ(levelCount({axis(2), axis(1000)}), 2);
    EXPECT_EQ(levelCount({axis(3), axis(3)}), 3);
    EXPECT_EQ(levelCount({axis(509), axis(317)}), 10);
    EXPECT_EQ(levelCount({axis(32768), axis(32768)}), 16);
    EXPECT_TRUE((GridShape{axis(7), axis(1)}.isStrip()));
    EXPECT_FALSE((GridShape{axis(2), axis(2)}.isStrip()));
}

TEST(AxisShape, IsARingOnlyWithMoreThanOneCell)
{
    EXPECT_TRUE(axis(2, tn_edgePeriodic, tn_edgePeriodic).periodic());
    EXPECT_FALSE(axis(1, tn_edgePeriodic, tn_edgePeriodic).periodic());
    EXPECT_FALSE(axis(9).periodic());
}

// Conductances of the faces of a chain of cells: one over the distance between centres.
std::vector<double> uniformChain(const AxisShape& shape)
{
    std::vector<double> c(static_cast<size_t>(shape.cells) + 1);
    for (int32_t face = 0; face <= shape.cells; ++face)
    {
        const double left = face > 0 ? centre(shape, face - 1) : 0.0;
        const double right = face < shape.cells ? centre(shape, face) : length(shape);
        c[static_cast<size_t>(face)] = 1.0 / (right - left);
    }
    return c;
}

// A ring's seam is counted at both ends.
std::vector<double> coarsenedChain(const AxisShape& fine, const std::vector<double>& c)
{
    const int32_t cells = coarsened(fine).cells;
    const auto inside = [&](int32_t cell) {
        const int32_t face = 2 * cell + 1;
        return cell >= 0 && face < fine.cells ? static_cast<float>(c[static_cast<size_t>(face)])
                                              : 0.0f;
    };
    std::vector<double> result;
    for (int32_t face = 0; face <= cells; ++face)
    {
        const CoarseFace at = coarseFace(fine, face);
        const auto across =
            static_cast<float>(c[static_cast<size_t>(std::min(2 * face, fine.cells))]);
        const float coarse = coarseConductance(across, inside(at.low), at.lowShare, inside(at.high),
                                               at.highShare, at.leastInner);
        result.push_back(at.open ? static_cast<double>(coarse) : 0.0);
    }
    return result;
}

double resistance(const std::vector<double>& c)
{
    double sum = 0.0;
    for (const double each : c)
    {
        sum += 1.0 / each;
    }
    return sum;
}

TEST(CoarseConductance, KeepsTheResistanceOfAUniformMediumOnEveryLevel)
{
    for (const int32_t cells : kSizes)
    {
        AxisShape shape = axis(cells, tn_edgeDirichlet, tn_edgeDirichlet);
        std::vector<double> c = uniformChain(shape);
        double unit = 1.0;
        while (shape.cells > 1)
        {
            c = coarsenedChain(shape, c);
            shape = coarsened(shape);
            unit *= 2.0;
            const std::vector<double> expected = uniformChain(shape);
            for (size_t face = 0; face < c.size(); ++face)
            {
                ASSERT_NEAR(c[face] * unit, expected[face], 1e-5 * expected[face])
                    << cells << " cells, now " << shape.cells << ", face " << face;
            }
            ASSERT_NEAR(resistance(c), cells, 1e-5 * cells);
        }
    }
}

// Resistances are only ever put in series: whatever b is, none gets lost between two open ends.
TEST(CoarseConductance, KeepsTheResistanceOfAnyMediumFromEndToEnd)
{
    for (const int32_t cells : {2, 3, 7, 32, 101, 509})
    {
        AxisShape shape = axis(cells, tn_edgeDirichlet, tn_edgeDirichlet);
        test::Random random(static_cast<uint64_t>(cells));
        std::vector<double> c(static_cast<size_t>(cells) + 1);
        for (double& each : c)
        {
            each = static_cast<double>(random.between(0.5f, 1.0f));
        }
        const double whole = resistance(c);
        for (; shape.cells > 1; shape = coarsened(shape))
        {
            c = coarsenedChain(shape, c);
            ASSERT_NEAR(resistance(c), whole, 1e-5 * whole) << cells << ", now " << shape.cells;
        }
    }
}

// The resistance between two coarse centres is the integral of 1 / b to second order; from the
// second coarsening on, that from an open edge to the first centre to first order.
TEST(CoarseConductance, IsOfSecondOrderWhereTheMediumVariesSmoothly)
{
    constexpr double kPi = std::numbers::pi;
    // 1 / b = 1 + sin(pi x) / 2, and its integral from 0.
    const auto resistivity = [](double x) { return 1.0 + 0.5 * std::sin(kPi * x); };
    const auto integral = [](double x) { return x + (1.0 - std::cos(kPi * x)) / (2.0 * kPi); };
    struct Errors
    {
        double between = 0.0;
        double atEdges = 0.0;
    };
    const auto worst = [&](int32_t cells, int32_t coarsenings) {
        AxisShape shape = axis(cells, tn_edgeDirichlet, tn_edgeDirichlet);
        std::vector<double> c = uniformChain(shape);
        for (int32_t face = 0; face <= cells; ++face)
        {
            c[static_cast<size_t>(face)] *= cells / resistivity(static_cast<double>(face) / cells);
        }
        for (int32_t k = 0; k < coarsenings; ++k)
        {
            c = coarsenedChain(shape, c);
            shape = coarsened(shape);
        }
        Errors most;
        for (int32_t face = 0; face <= shape.cells; ++face)
        {
            const double left = face > 0 ? centre(shape, face - 1) : 0.0;
            const double right = face < shape.cells ? centre(shape, face) : length(shape);
            const double exact = integral(right / length(shape)) - integral(left / length(shape));
            const double error = std::fabs(1.0 / c[static_cast<size_t>(face)] / exact - 1.0);
            double& which = face == 0 || face == shape.cells ? most.atEdges : most.between;
            which = std::max(which, error);
        }
        return most;
    };
    for (const int32_t coarsenings : {1, 2})
    {
        for (const int32_t cells : {32, 64})
        {
            const Errors coarse = worst(cells, coarsenings);
            const Errors fine = worst(2 * cells, coarsenings);
            EXPECT_GT(coarse.between, 3.5 * fine.between) << cells << ", " << coarsenings;
            EXPECT_GT(coarse.atEdges, (coarsenings == 1 ? 3.5 : 1.8) * fine.atEdges)
                << cells << ", " << coarsenings;
        }
    }
}

TEST(CoarseConductance, GoesRoundARing)
{
    for (const int32_t cells : {4, 5, 6, 7, 31, 32, 33, 509})
    {
        AxisShape shape = axis(cells, tn_edgePeriodic, tn_edgePeriodic);
        std::vector<double> c(static_cast<size_t>(cells) + 1, 1.0);
        for (; shape.cells > 3; shape = coarsened(shape))
        {
            c = coarsenedChain(shape, c);
            EXPECT_EQ(c.front(), c.back()) << cells << ", from " << shape.cells;
            // The seam once.
            EXPECT_NEAR(resistance(c) - 1.0 / c.back(), cells, 1e-5 * cells);
        }
    }
}

TEST(CoarseConductance, IsZeroWhereTheFaceIsShutAndWhereARingShrinksToOneCell)
{
    EXPECT_EQ(coarseConductance(0.0f, 1.0f, 0.5f, 1.0f, 0.5f, kLeastInner), 0.0f);
    EXPECT_EQ(coarseConductance(0.0f, 0.0f, 0.5f, 0.0f, 0.5f, kLeastInner), 0.0f);
    for (const int32_t face : {0, 1})
    {
        EXPECT_FALSE(coarseFace(axis(2, tn_edgePeriodic, tn_edgePeriodic), face).open);
        EXPECT_TRUE(coarseFace(axis(3, tn_edgePeriodic, tn_edgePeriodic), face).open);
        EXPECT_TRUE(coarseFace(axis(2), face).open);
    }
}

TEST(CoarseConductance, TakesACellThatIsAllButShutInsideForPartlyOpen)
{
    // Half of both cells and the face between them: resistances of 1/2 + 1 + 1/2.
    EXPECT_FLOAT_EQ(coarseConductance(1.0f, 1.0f, 0.5f, 1.0f, 0.5f, kLeastInner), 0.5f);
    const float least = coarseConductance(1.0f, 0.125f, 0.5f, 1.0f, 0.5f, kLeastInner);
    EXPECT_FLOAT_EQ(coarseConductance(1.0f, 1e-6f, 0.5f, 1.0f, 0.5f, kLeastInner), least);
    EXPECT_FLOAT_EQ(coarseConductance(1.0f, 1.0f, 0.5f, 1e-6f, 0.5f, kLeastInner), least);
    // At the edge of the grid it counts as it is.
    EXPECT_EQ(coarseFace(axis(8, tn_edgeDirichlet, tn_edgeDirichlet), 4).leastInner, 0.0f);
    EXPECT_EQ(coarseFace(axis(8), 2).leastInner, kLeastInner);
    // Altogether shut, it does not count.
    EXPECT_FLOAT_EQ(coarseConductance(1.0f, 0.0f, 0.5f, 1.0f, 0.5f, kLeastInner), 0.5f);
}

// ---- Interpolation

double weightOf(const AxisShape& shape, int32_t cell, double outer, double inner)
{
    const InterpolationShape own = interpolationShape(shape, cell);
    const double out = static_cast<double>(own.outer) * outer;
    const double in = static_cast<double>(own.inner) * inner;
    return out / (out + in);
}

// In a uniform medium.
double weightOf(const AxisShape& shape, int32_t cell)
{
    const std::vector<double> c = uniformChain(shape);
    const auto left = static_cast<size_t>(cell);
    return cell % 2 == 0 ? weightOf(shape, cell, c[left], c[left + 1])
                         : weightOf(shape, cell, c[left + 1], c[left]);
}

TEST(InterpolationShape, GivesAQuarterInTheMiddleOfAUniformGrid)
{
    const AxisShape shape = axis(64);
    for (int32_t cell = 1; cell < 63; ++cell)
    {
        EXPECT_DOUBLE_EQ(weightOf(shape, cell), 0.25);
    }
}

// The coarse values of a linear function give the fine ones, odd sizes and narrow last cells
// included. One cell before a last pair whose second is narrow is off by a little: the way through
// the pair is taken to be as wide as the face in front of it.
TEST(InterpolationShape, IsExactForLinearFunctions)
{
    for (const int32_t cells : {2, 3, 4, 5, 6, 7, 9, 16, 17, 33, 100, 317, 509})
    {
        for (const AxisShape& shape : levels(axis(cells)))
        {
            const AxisShape coarse = coarsened(shape);
            for (int32_t i = 1; i < shape.cells - 1; ++i)
            {
                const int32_t own = i / 2;
                const int32_t outer = i % 2 == 0 ? own - 1 : own + 1;
                const double way = 2.0 * (centre(coarse, outer) - centre(coarse, own));
                const double exact = (centre(shape, i) - 2.0 * centre(coarse, own)) / way;
                const bool beforeNarrowPair =
                    outer == coarse.cells - 1 && shape.cells % 2 == 0 && shape.last < 1.0f;
                ASSERT_NEAR(weightOf(shape, i), exact, beforeNarrowPair ? 0.02 : 1e-5)
                    << cells << " cells, level of " << shape.cells << ", cell " << i;
            }
        }
    }
}

TEST(InterpolationShape, MakesValuesVanishAtAnOpenEdge)
{
    for (const int32_t cells : {2, 3, 4, 5, 31, 32, 45})
    {
        for (const AxisShape& open : levels(axis(cells, tn_edgeDirichlet, tn_edgeDirichlet)))
        {
            if (open.cells == 1)
            {
                break;
            }
            // x rises linearly from 0 at the edge, which is what lies beyond.
            const AxisShape coarse = coarsened(open);
            const double atLow = 2.0 * centre(coarse, 0);
            EXPECT_NEAR(atLow * (1.0 - weightOf(open, 0)), centre(open, 0), 1e-6) << cells;
            const double atHigh = 2.0 * (length(coarse) - centre(coarse, coarse.cells - 1));
            const int32_t last = open.cells - 1;
            const double expected = length(open) - centre(open, last);
            if (last % 2 == 1)
            {
                EXPECT_NEAR(atHigh * (1.0 - weightOf(open, last)), expected, 1e-6) << cells;
            }
            else
            {
                EXPECT_EQ(weightOf(open, last), 0.0) << "an only child is its parent";
                EXPECT_NEAR(atHigh, expected, 1e-6);
            }
        }
    }
}

TEST(InterpolationShape, LooksAcrossTheSeamOfARing)
{
    for (const int32_t cells : {4, 5, 6, 7, 32, 33})
    {
        const AxisShape shape = axis(cells, tn_edgePeriodic, tn_edgePeriodic);
        const AxisShape coarse = coarsened(shape);
        const double lastBefore = 2.0 * (centre(coarse, coarse.cells - 1) - length(coarse));
        const double own = 2.0 * centre(coarse, 0);
        EXPECT_NEAR(own + weightOf(shape, 0, 1.0, 1.0) * (lastBefore - own), centre(shape, 0), 1e-6)
            << cells;
        const double ownLast = 2.0 * centre(coarse, coarse.cells - 1);
        const double firstAfter = 2.0 * (centre(coarse, 0) + length(coarse));
        const double last = weightOf(shape, cells - 1, 1.0, 1.0);
        EXPECT_NEAR(ownLast + last * (firstAfter - ownLast), centre(shape, cells - 1), 1e-5)
            << cells;
    }
}

TEST(InterpolationShape, TakesTheOwnValueOnARingOfTwoCells)
{
    const AxisShape ring = axis(2, tn_edgePeriodic, tn_edgePeriodic);
    EXPECT_EQ(weightOf(ring, 0, 1.0, 1.0), 0.0);
    EXPECT_EQ(weightOf(ring, 1, 1.0, 1.0), 0.0);
}

TEST(InterpolationShape, FollowsTheOpenFaceAlone)
{
    for (const tnEdge edge : {tn_edgeNeumann, tn_edgeDirichlet, tn_edgePeriodic})
    {
        for (const int32_t cells : {4, 8, 32})
        {
            const AxisShape shape = axis(cells, edge, edge);
            for (int32_t cell = 0; cell < cells; ++cell)
            {
                EXPECT_EQ(weightOf(shape, cell, 0.0, 0.3), 0.0) << "shut outside, cell " << cell;
                EXPECT_EQ(weightOf(shape, cell, 0.3, 0.0), 1.0) << "shut inside, cell " << cell;
            }
        }
    }
}

} // namespace
} // namespace tarn
