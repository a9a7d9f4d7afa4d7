// The modes of an axis: they are orthogonal, they solve what they say, and together they are the
// inverse of a level's matrix.
#include "backend/gl/axis_modes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

struct Axis
{
    const char* name;
    EvenAxis even;
    int32_t cells;
    bool ring;
};

const Axis kAxes[] = {{"shut", {0.0f, 1.0f, 1.0f, 0.0f, 1.0f, 1.0f}, 13, false},
                      {"open at one end", {2.0f, 1.0f, 1.0f, 0.0f, 1.0f, 1.0f}, 8, false},
                      {"with a narrow last cell", {0.0f, 0.5f, 0.7f, 1.5f, 2.0f, 1.0f}, 21, false},
                      {"an odd ring", {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f}, 9, true},
                      {"one cell", {2.0f, 0.0f, 0.0f, 2.0f, 1.0f, 1.0f}, 1, false},
                      {"64 cells", {0.0f, 3.0f, 3.0f, 0.0f, 1.0f, 1.0f}, 64, false}};

// What conducts into a cell, of a field along the axis.
double applied(const Axis& axis, const std::vector<double>& v, int32_t i)
{
    const auto at = [&](int32_t k) {
        k = axis.ring ? (k + axis.cells) % axis.cells : k;
        return k >= 0 && k < axis.cells ? v[static_cast<size_t>(k)] : 0.0;
    };
    return double(axis.even.face(i, axis.cells)) * (at(i) - at(i - 1)) +
           double(axis.even.face(i + 1, axis.cells)) * (at(i) - at(i + 1));
}

TEST(AxisModes, SolveTheirEquationAndAreOrthogonal)
{
    for (const Axis& axis : kAxes)
    {
        SCOPED_TRACE(axis.name);
        const auto n = static_cast<size_t>(axis.cells);
        std::vector<double> work(AxisModes::workDoubles(n));
        const AxisModes modes(work.data(), axis.even, axis.cells, axis.ring);
        bool isFree = false;
        for (size_t mode = 0; mode < n; ++mode)
        {
            std::vector<double> v;
            for (size_t cell = 0; cell < n; ++cell)
            {
                v.push_back(modes.vector(cell, mode));
            }
            EXPECT_GE(modes.lambda(mode), 0.0);
            isFree = isFree || modes.lambda(mode) == 0.0;
            for (int32_t i = 0; i < axis.cells; ++i)
            {
                const double width = double(axis.even.widthOf(i, axis.cells));
                EXPECT_NEAR(applied(axis, v, i),
                            modes.lambda(mode) * width * v[static_cast<size_t>(i)], 1e-9);
            }
            for (size_t other = 0; other < n; ++other)
            {
                double product = 0.0;
                for (size_t cell = 0; cell < n; ++cell)
                {
                    product += v[cell] * modes.vector(cell, other) *
                               double(axis.even.widthOf(static_cast<int32_t>(cell), axis.cells));
                }
                EXPECT_NEAR(product, mode == other ? 1.0 : 0.0, 1e-9);
            }
        }
        const bool tied = !axis.ring && (axis.even.low > 0.0f || axis.even.high > 0.0f);
        EXPECT_EQ(isFree, !tied); // of what nothing holds, the mean is left alone
    }
}

} // namespace
} // namespace tarn
