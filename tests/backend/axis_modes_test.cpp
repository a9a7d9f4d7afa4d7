// The modes of an axis: they make its conductances and its widths diagonal at once.
#include "backend/gl/axis_modes.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

struct Case
{
    const char* name;
    EvenAxis axis;
    int32_t cells;
    bool ring = false;
    bool tied = false;
};

const Case kCases[] = {
    {"closed", {0.0f, 2.0f, 2.0f, 0.0f, 4.0f, 4.0f}, 84},
    {"closed, a narrow last cell", {0.0f, 2.0f, 2.7f, 0.0f, 4.0f, 1.0f}, 21},
    {"held at one end", {4.0f, 2.0f, 2.0f, 0.0f, 1.0f, 1.0f}, 64, false, true},
    {"held at both", {1.0f, 0.5f, 0.5f, 1.0f, 8.0f, 8.0f}, 3, false, true},
    {"a ring", {3.0f, 3.0f, 3.0f, 3.0f, 2.0f, 2.0f}, 42, true},
    {"held at both, as long as they get", {2.0f, 1.0f, 1.0f, 2.0f, 1.0f, 1.0f}, 192, false, true},
    {"a ring with a narrow last cell", {1.4f, 1.0f, 1.4f, 1.4f, 2.0f, 1.0f}, 63, true},
    {"a ring of two", {3.0f, 3.0f, 3.0f, 3.0f, 2.0f, 2.0f}, 2, true},
    {"two cells", {0.0f, 7.0f, 2.0f, 0.0f, 1.0f, 1.0f}, 2},
    {"one cell", {0.0f, 7.0f, 7.0f, 0.0f, 1.0f, 0.5f}, 1},
    {"one cell, held", {1.0f, 7.0f, 7.0f, 1.0f, 1.0f, 0.5f}, 1, false, true},
    {"nothing conducts", {0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f}, 9},
};

struct Modes
{
    size_t n;
    std::vector<float> vectors; // row i: cell i in every mode
    std::vector<float> numbers;

    explicit Modes(const Case& which)
        : n(static_cast<size_t>(which.cells)), vectors(n * n), numbers(n)
    {
        AxisShape shape;
        shape.cells = which.cells;
        shape.low = which.ring ? tn_edgePeriodic : tn_edgeNeumann;
        std::vector<double> work(modesWork(n));
        findModes(patternOf(which.axis, shape), work.data(), vectors.data(), n, numbers.data());
    }
    double at(size_t cell, size_t mode) const { return double(vectors[cell * n + mode]); }
};

// What a mode's flow out of a cell is, by the axis's own numbers.
double outflow(const Case& which, const Modes& modes, size_t mode, int32_t i)
{
    const int32_t n = which.cells;
    const auto value = [&](int32_t k) {
        k = which.ring ? (k + n) % n : k;
        return k >= 0 && k < n ? modes.at(static_cast<size_t>(k), mode) : 0.0;
    };
    return double(which.axis.face(i, n)) * (value(i) - value(i - 1)) +
           double(which.axis.face(i + 1, n)) * (value(i) - value(i + 1));
}

TEST(AxisModes, MakeBothMatricesDiagonal)
{
    for (const Case& which : kCases)
    {
        SCOPED_TRACE(which.name);
        const Modes modes(which);
        const double unit = double(faceUnit(which.axis, which.cells));
        const double width = double(widthUnit(which.axis, which.cells));
        for (size_t a = 0; a < modes.n; ++a)
        {
            for (size_t b = 0; b < modes.n; ++b)
            {
                double widths = 0.0;
                double flows = 0.0;
                for (int32_t i = 0; i < which.cells; ++i)
                {
                    const double here = modes.at(static_cast<size_t>(i), a);
                    widths += here * modes.at(static_cast<size_t>(i), b) *
                              double(which.axis.widthOf(i, which.cells)) / width;
                    flows += here * outflow(which, modes, b, i) / unit;
                }
                EXPECT_NEAR(widths, a == b ? 1.0 : 0.0, 2e-6) << a << ' ' << b;
                EXPECT_NEAR(flows, a == b ? double(modes.numbers[a]) : 0.0, 5e-6) << a << ' ' << b;
            }
        }
    }
}

TEST(AxisModes, HaveAZeroWhereNothingTiesThem)
{
    for (const Case& which : kCases)
    {
        SCOPED_TRACE(which.name);
        const Modes modes(which);
        const auto zeros = std::count(modes.numbers.begin(), modes.numbers.end(), 0.0f);
        const bool conducts = which.axis.inner > 0.0f;
        EXPECT_EQ(zeros, which.tied ? 0 : conducts ? 1 : which.cells);
    }
}

TEST(AxisModes, StayTheSameWhenTheUnitsChange)
{
    AxisShape shape;
    shape.cells = 21;
    EvenAxis axis = kCases[1].axis;
    const AxisPattern pattern = patternOf(axis, shape);
    for (float* number : {&axis.low, &axis.inner, &axis.beforeLast, &axis.high})
    {
        *number *= 0.25f;
    }
    axis.width *= 2.0f;
    axis.lastWidth *= 2.0f;
    EXPECT_TRUE(patternOf(axis, shape) == pattern);
    axis.beforeLast *= 1.5f;
    EXPECT_FALSE(patternOf(axis, shape) == pattern);
}

} // namespace
} // namespace tarn
