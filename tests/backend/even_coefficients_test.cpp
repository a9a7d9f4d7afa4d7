// Even coefficients of every level follow from the finest one's as the stored ones do.
#include "backend/backend.h"
#include "support/backend_bench.h"

#include <array>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

using test::Case;

constexpr tnEdge kWall = tn_edgeNeumann;
constexpr tnEdge kOpen = tn_edgeDirichlet;
constexpr tnEdge kRing = tn_edgePeriodic;

// The levels of a grid one after the other on the reference.
void expectSameOnAllLevels(const Case& which)
{
    SCOPED_TRACE(which.describe());
    Case level = which;
    GridShape shape = which.shape();
    EvenCoefficients even = which.evenCoefficients();
    test::Bench bench(createReferenceBackend(), level);
    test::Data(level).loadCoefficients(bench);
    while (!shape.isStrip())
    {
        even = coarsened(even, shape);
        shape = coarsened(shape);
        const int32_t nx = shape.x.cells;
        const int32_t ny = shape.y.cells;
        const test::Numbers cx = bench.read(bench.coarse.cx, nx + 1, ny);
        const test::Numbers cy = bench.read(bench.coarse.cy, nx, ny + 1);
        const test::Numbers a = bench.cells(bench.coarse, bench.coarse.a);
        for (int32_t j = 0; j < ny; ++j)
        {
            for (int32_t i = 0; i < nx; ++i)
            {
                const float width = even.x.widthOf(i, nx);
                const float height = even.y.widthOf(j, ny);
                const auto cell = static_cast<size_t>(j * nx + i);
                const auto face = static_cast<size_t>(j * (nx + 1) + i);
                ASSERT_FLOAT_EQ(even.x.face(i, nx) * height, cx[face]) << i << ", " << j;
                ASSERT_FLOAT_EQ(even.x.face(i + 1, nx) * height, cx[face + 1]) << i << ", " << j;
                ASSERT_FLOAT_EQ(even.y.face(j, ny) * width, cy[cell]) << i << ", " << j;
                ASSERT_FLOAT_EQ(even.y.face(j + 1, ny) * width, cy[cell + static_cast<size_t>(nx)])
                    << i << ", " << j;
                if (which.hasA)
                {
                    ASSERT_FLOAT_EQ(even.a * width * height, a[cell]) << i << ", " << j;
                }
            }
        }
        level.nx = nx;
        level.ny = ny;
        test::Bench next(createReferenceBackend(), level);
        next.fine.shape = shape;
        next.coarse.shape = coarsened(shape);
        next.write(next.fine.cx, nx + 1, cx);
        next.write(next.fine.cy, nx, cy);
        if (which.hasA)
        {
            next.write(next.fine.a, nx, a);
        }
        next.backend->coarsenCoefficients(next.fine, next.coarse);
        bench = std::move(next);
    }
}

TEST(EvenCoefficients, FollowFromTheFinestLevelAsStoredOnesDo)
{
    for (const auto& [nx, ny] : std::vector<std::array<int32_t, 2>>{
             {64, 64}, {100, 37}, {2, 3}, {5, 129}, {33, 33}, {63, 96}})
    {
        for (const auto& [low, high] :
             std::vector<std::array<tnEdge, 2>>{{kWall, kWall}, {kOpen, kWall}, {kRing, kRing}})
        {
            for (const bool hasA : {false, true})
            {
                expectSameOnAllLevels({nx, ny, low, high, kWall, kOpen, hasA, false, true});
                expectSameOnAllLevels({nx, ny, kOpen, kWall, low, high, hasA, false, true});
            }
        }
    }
}

} // namespace
} // namespace tarn
