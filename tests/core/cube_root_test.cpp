// Cube roots: against the C library's in double precision.
#include "core/cube_root.h"

#include <cmath>
#include <gtest/gtest.h>

namespace tarn
{
namespace
{

TEST(CubeRoot, AndItsInverseAreWithinTheirErrorsForAllSizes)
{
    for (float x = 1e-30f; x < 1e30f; x *= 1.0007f)
    {
        const double truth = std::cbrt(static_cast<double>(x));
        ASSERT_NEAR(static_cast<double>(cubeRoot(x)) / truth, 1.0, 3e-7) << x;
        ASSERT_NEAR(static_cast<double>(inverseCubeRoot(x)) * truth, 1.0, 2e-7) << x;
    }
}

} // namespace
} // namespace tarn
