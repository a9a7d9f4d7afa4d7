// Scaling fields to pixels: what interpolation and averaging must keep.
#include "render/resample.h"

#include "render/test_field.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace tarn::render
{
namespace
{

struct Scaled
{
    Scaled(const test::TestField& field, int width, int height, Upscale upscale)
        : plane(store.resize(width, height))
    {
        resample(field.view(), plane, upscale, Bands());
    }

    // Counted from the lower left corner.
    float at(int x, int y) const { return plane.row(plane.height - 1 - y)[x]; }

    PlaneStore store;
    Plane plane;
};

TEST(Resample, AtItsOwnSizeAFieldIsItselfWithTheFirstRowAtTheBottom)
{
    const test::TestField field(7, 5, [](double x, double y) { return x + 10.0 * y; });
    const Scaled scaled(field, 7, 5, Upscale::sharp);
    for (int j = 0; j < 5; ++j)
    {
        for (int i = 0; i < 7; ++i)
        {
            EXPECT_EQ(scaled.at(i, j), field.view().row(j)[i]);
        }
    }
}

TEST(Resample, ASlopeStaysStraightWhenMagnified)
{
    const test::TestField field(12, 9, [](double x, double y) { return 3.0 * x - 2.0 * y; });
    for (const Upscale upscale : {Upscale::sharp, Upscale::smooth})
    {
        const Scaled scaled(field, 12 * 5, 9 * 7, upscale);
        for (int y = 14; y < 49; ++y)
        {
            for (int x = 10; x < 50; ++x)
            {
                const double expected = 3.0 * (x + 0.5) / 60.0 - 2.0 * (y + 0.5) / 63.0;
                ASSERT_NEAR(scaled.at(x, y), expected, 1e-5);
            }
        }
    }
}

TEST(Resample, ABendIsFollowedToThirdOrder)
{
    const auto wave = [](double x, double) { return std::sin(6.0 * x); };
    double errors[2];
    for (int k = 0; k < 2; ++k)
    {
        const int cells = 32 << k;
        const Scaled scaled(test::TestField(cells, 4, wave), 8 * cells, 4, Upscale::sharp);
        errors[k] = 0.0;
        for (int x = 3 * cells; x < 5 * cells; ++x) // where the wave has no extremum to be held at
        {
            const double exact = wave((x + 0.5) / (8 * cells), 0.0);
            errors[k] = std::max(errors[k], std::abs(static_cast<double>(scaled.at(x, 1)) - exact));
        }
    }
    EXPECT_GT(errors[0] / errors[1], 6.0);
}

TEST(Resample, AStepDoesNotRing)
{
    const test::TestField field(16, 16, [](double x, double y) { return x > 0.5 && y > 0.4; });
    const Scaled scaled(field, 131, 97, Upscale::sharp);
    for (int y = 0; y < 97; ++y)
    {
        for (int x = 0; x < 131; ++x)
        {
            ASSERT_GE(scaled.at(x, y), 0.0F);
            ASSERT_LE(scaled.at(x, y), 1.0F);
        }
    }
}

TEST(Resample, TheMeanIsKeptWhenMadeSmaller)
{
    const test::TestField field(53, 41,
                                [](double x, double y) { return std::sin(40 * x) * y + x; });
    double expected = 0.0;
    for (int j = 0; j < 41; ++j)
    {
        for (int i = 0; i < 53; ++i)
        {
            expected += static_cast<double>(field.view().row(j)[i]) / (53 * 41);
        }
    }
    for (const int size : {1, 7, 16, 40})
    {
        const Scaled scaled(field, size, size, Upscale::sharp);
        double mean = 0.0;
        for (int y = 0; y < size; ++y)
        {
            for (int x = 0; x < size; ++x)
            {
                mean += static_cast<double>(scaled.at(x, y)) / (size * size);
            }
        }
        EXPECT_NEAR(mean, expected, 1e-5) << size;
    }
}

TEST(Resample, OneCellIsAConstant)
{
    const Scaled scaled(test::TestField(1, 1, [](double, double) { return 0.7; }), 33, 9,
                        Upscale::smooth);
    EXPECT_NEAR(scaled.at(0, 0), 0.7F, 1e-6F);
    EXPECT_NEAR(scaled.at(32, 8), 0.7F, 1e-6F);
}

TEST(Resample, WhatIsNoNumberStaysAround)
{
    test::TestField field(16, 16, [](double x, double) { return x; });
    field.at(8, 8) = std::numeric_limits<float>::quiet_NaN();
    const Scaled scaled(field, 64, 64, Upscale::sharp);
    EXPECT_TRUE(std::isnan(scaled.at(34, 34)));
    EXPECT_TRUE(std::isfinite(scaled.at(10, 34)));
    EXPECT_TRUE(std::isfinite(scaled.at(34, 60)));
}

} // namespace
} // namespace tarn::render
