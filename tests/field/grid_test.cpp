// Shapes of coarser grids: an axis keeps its length, conductances and interpolation stay
// consistent for every number of cells.
#include "field/grid.h"

#include <algorithm>
#include <gtest/gtest.h>
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

// A linear x has the same flux through every face. Conductances that go with one over the distance
// between centres keep that on every level: c times the distance stays what it was on the finest.
TEST(ConductanceRatio, KeepsTheFluxOfALinearSolutionOnEveryLevel)
{
    for (const int32_t cells : kSizes)
    {
        AxisShape shape = axis(cells, tn_edgeDirichlet, tn_edgeDirichlet);
        std::vector<double> c(static_cast<size_t>(cells) + 1, 1.0);
        c.front() = c.back() = 2.0;
        double unit = 1.0;
        while (shape.cells > 1)
        {
            const AxisShape coarse = coarsened(shape);
            std::vector<double> next(static_cast<size_t>(coarse.cells) + 1);
            for (int32_t face = 0; face <= coarse.cells; ++face)
            {
                const auto fine = static_cast<size_t>(std::min(2 * face, shape.cells));
                next[static_cast<size_t>(face)] =
                    static_cast<double>(conductanceRatio(shape, face)) * c[fine];
            }
            unit *= 2.0;
            for (int32_t face = 0; face <= coarse.cells; ++face)
            {
                const double left = face > 0 ? centre(coarse, face - 1) : 0.0;
                const double right = face < coarse.cells ? centre(coarse, face) : length(coarse);
                EXPECT_NEAR(next[static_cast<size_t>(face)] * unit * (right - left), 1.0, 1e-5)
                    << cells << " cells, now " << coarse.cells << ", face " << face;
            }
            // Resistances in series: end to end, the length of the axis.
            double resistance = 0.0;
            for (const double each : next)
            {
                resistance += 1.0 / each;
            }
            EXPECT_NEAR(resistance, cells, 1e-5 * cells);
            shape = coarse;
            c = next;
            if (HasFailure())
            {
                return;
            }
        }
    }
}

TEST(ConductanceRatio, GoesRoundARing)
{
    for (const int32_t cells : {4, 5, 6, 7, 31, 32, 33, 509})
    {
        AxisShape shape = axis(cells, tn_edgePeriodic, tn_edgePeriodic);
        double seam = 1.0;
        double unit = 1.0;
        while (shape.cells > 3)
        {
            const AxisShape coarse = coarsened(shape);
            EXPECT_EQ(conductanceRatio(shape, 0), conductanceRatio(shape, coarse.cells));
            seam *= static_cast<double>(conductanceRatio(shape, 0));
            unit *= 2.0;
            const double distance =
                0.5 * unit * (width(coarse, 0) + width(coarse, coarse.cells - 1));
            EXPECT_NEAR(seam * distance, 1.0, 1e-5) << cells << " cells, now " << coarse.cells;
            shape = coarse;
        }
    }
}

TEST(ConductanceRatio, IsZeroAtAWallAndWhereARingShrinksToOneCell)
{
    for (const int32_t cells : {2, 3, 8, 9})
    {
        const AxisShape shape = axis(cells);
        EXPECT_EQ(conductanceRatio(shape, 0), 0.0f);
        EXPECT_EQ(conductanceRatio(shape, coarsened(shape).cells), 0.0f);
    }
    EXPECT_EQ(conductanceRatio(axis(2, tn_edgePeriodic, tn_edgePeriodic), 0), 0.0f);
}

TEST(InterpolationWeight, IsAQuarterInTheMiddleOfAUniformGrid)
{
    const AxisShape shape = axis(64);
    for (int32_t cell = 1; cell < 63; ++cell)
    {
        EXPECT_FLOAT_EQ(interpolationWeight(shape, cell), 0.25f);
    }
}

// The coarse values of a linear function give the fine ones, odd sizes and narrow last cells
// included.
TEST(InterpolationWeight, IsExactForLinearFunctions)
{
    for (const int32_t cells : kSizes)
    {
        for (const AxisShape& shape : levels(axis(cells)))
        {
            if (shape.cells == 1)
            {
                break;
            }
            const AxisShape coarse = coarsened(shape);
            for (int32_t i = 1; i < shape.cells - 1; ++i)
            {
                const int32_t own = i / 2;
                const int32_t outer = i % 2 == 0 ? own - 1 : own + 1;
                if (outer >= coarse.cells)
                {
                    continue; // at the wall: next test
                }
                const double weight = static_cast<double>(interpolationWeight(shape, i));
                const double value = 2.0 * (centre(coarse, own) +
                                            weight * (centre(coarse, outer) - centre(coarse, own)));
                ASSERT_NEAR(value, centre(shape, i), 1e-6 * (1.0 + value))
                    << cells << " cells, level of " << shape.cells << ", cell " << i;
            }
        }
    }
}

TEST(InterpolationWeight, MakesValuesVanishAtAnOpenEdgeAndStayFlatAtAWall)
{
    for (const int32_t cells : {2, 3, 4, 5, 31, 32})
    {
        const AxisShape open = axis(cells, tn_edgeDirichlet, tn_edgeDirichlet);
        const AxisShape coarse = coarsened(open);
        // x rises linearly from 0 at the edge; behind it the coarse value is mirrored.
        const auto risen = [&](int32_t cell, double own) {
            return own * (1.0 - 2.0 * static_cast<double>(interpolationWeight(open, cell)));
        };
        EXPECT_NEAR(risen(0, 2.0 * centre(coarse, 0)), centre(open, 0), 1e-6);
        const double fromTop = 2.0 * (length(coarse) - centre(coarse, coarse.cells - 1));
        EXPECT_NEAR(risen(cells - 1, fromTop), length(open) - centre(open, cells - 1), 1e-6);
        const AxisShape wall = axis(cells);
        EXPECT_EQ(interpolationWeight(wall, 0), 0.0f);
        EXPECT_EQ(interpolationWeight(wall, cells - 1), 0.0f);
    }
}

TEST(InterpolationWeight, LooksAcrossTheSeamOfARing)
{
    for (const int32_t cells : {4, 5, 6, 7, 32, 33})
    {
        const AxisShape shape = axis(cells, tn_edgePeriodic, tn_edgePeriodic);
        const AxisShape coarse = coarsened(shape);
        const double lastBefore = 2.0 * (centre(coarse, coarse.cells - 1) - length(coarse));
        const double own = 2.0 * centre(coarse, 0);
        const double first = static_cast<double>(interpolationWeight(shape, 0));
        EXPECT_NEAR(own + first * (lastBefore - own), centre(shape, 0), 1e-6) << cells;
        const double ownLast = 2.0 * centre(coarse, coarse.cells - 1);
        const double firstAfter = 2.0 * (centre(coarse, 0) + length(coarse));
        const double last = static_cast<double>(interpolationWeight(shape, cells - 1));
        EXPECT_NEAR(ownLast + last * (firstAfter - ownLast), centre(shape, cells - 1), 1e-5)
            << cells;
    }
}

} // namespace
} // namespace tarn
