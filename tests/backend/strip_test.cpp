// The direct solution of a strip against elimination of the whole matrix with pivoting.
#include "backend/strip.h"

#include "support/random.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

struct Chain
{
    std::vector<double> a; // diagonal beyond the connections
    std::vector<double> c; // of cell i to i - 1
    std::vector<double> r;
    double wrap = 0.0;

    size_t size() const { return a.size(); }

    std::vector<double> solved() const
    {
        const size_t n = size();
        std::vector<double> memory(stripDoubles(n), -7.0);
        Strip strip = makeStrip(memory.data(), n);
        std::copy(a.begin(), a.end(), strip.a);
        std::copy(c.begin(), c.end(), strip.c);
        std::copy(r.begin(), r.end(), strip.x);
        strip.wrap = wrap;
        solveStripDirectly(strip, n);
        return {strip.x, strip.x + n};
    }

    std::vector<double> applied(const std::vector<double>& x) const
    {
        const size_t n = size();
        std::vector<double> result(n);
        for (size_t i = 0; i < n; ++i)
        {
            result[i] = a[i] * x[i];
            result[i] += i > 0 ? c[i] * (x[i] - x[i - 1]) : 0.0;
            result[i] += i + 1 < n ? c[i + 1] * (x[i] - x[i + 1]) : 0.0;
        }
        result[0] += wrap * (x[0] - x[n - 1]);
        result[n - 1] += wrap * (x[n - 1] - x[0]);
        return result;
    }
};

Chain randomChain(size_t n, bool ring, uint64_t seed)
{
    test::Random random(seed);
    Chain chain;
    for (size_t i = 0; i < n; ++i)
    {
        chain.a.push_back(random.chance(0.3f) ? static_cast<double>(random.magnitude(1e-3f, 1e3f))
                                              : 0.0);
        chain.c.push_back(static_cast<double>(random.magnitude(1e-3f, 1e3f)));
        chain.r.push_back(static_cast<double>(random.between(-1.0f, 1.0f)));
    }
    chain.a[0] += 0.5;
    chain.wrap = ring ? static_cast<double>(random.magnitude(1e-2f, 1e2f)) : 0.0;
    return chain;
}

// Gauss with partial pivoting on the full matrix.
std::vector<double> denseSolution(const Chain& chain)
{
    const size_t n = chain.size();
    std::vector<std::vector<double>> rows(n, std::vector<double>(n + 1));
    for (size_t k = 0; k < n; ++k)
    {
        std::vector<double> unit(n);
        unit[k] = 1.0;
        const std::vector<double> column = chain.applied(unit);
        for (size_t i = 0; i < n; ++i)
        {
            rows[i][k] = column[i];
        }
        rows[k][n] = chain.r[k];
    }
    for (size_t k = 0; k < n; ++k)
    {
        size_t best = k;
        for (size_t i = k; i < n; ++i)
        {
            best = std::fabs(rows[i][k]) > std::fabs(rows[best][k]) ? i : best;
        }
        std::swap(rows[k], rows[best]);
        for (size_t i = k + 1; i < n; ++i)
        {
            const double factor = rows[i][k] / rows[k][k];
            for (size_t j = k; j <= n && factor != 0.0; ++j)
            {
                rows[i][j] -= factor * rows[k][j];
            }
        }
    }
    std::vector<double> x(n);
    for (size_t k = n; k-- > 0;)
    {
        double sum = rows[k][n];
        for (size_t j = k + 1; j < n; ++j)
        {
            sum -= rows[k][j] * x[j];
        }
        x[k] = sum / rows[k][k];
    }
    return x;
}

double largest(const std::vector<double>& values)
{
    double result = 0.0;
    for (const double value : values)
    {
        result = std::max(result, std::fabs(value));
    }
    return result;
}

TEST(Strip, AgreesWithDenseElimination)
{
    for (const size_t n : {1u, 2u, 3u, 4u, 17u, 100u})
    {
        for (const bool ring : {false, true})
        {
            if (ring && n < 2)
            {
                continue;
            }
            for (uint64_t seed = 1; seed <= 20; ++seed)
            {
                const Chain chain = randomChain(n, ring, seed + 100 * n);
                const std::vector<double> exact = denseSolution(chain);
                const std::vector<double> x = chain.solved();
                for (size_t i = 0; i < n; ++i)
                {
                    ASSERT_NEAR(x[i], exact[i], 1e-8 * largest(exact))
                        << n << " cells, ring " << ring << ", seed " << seed << ", cell " << i;
                }
            }
        }
    }
}

// A parabola: constant r between two open ends.
TEST(Strip, OfAThousandCellsSagsLikeAParabola)
{
    constexpr size_t kCells = 1000;
    Chain chain = {std::vector<double>(kCells, 0.0), std::vector<double>(kCells, 1.0),
                   std::vector<double>(kCells, 1.0), 0.0};
    chain.a.front() = chain.a.back() = 2.0;
    const std::vector<double> x = chain.solved();
    for (size_t i = 0; i < kCells; ++i)
    {
        const double s = static_cast<double>(i) + 0.5;
        const double exact = 0.5 * s * (1000.0 - s) + 0.125;
        ASSERT_NEAR(x[i], exact, 1e-9 * exact) << "cell " << i;
    }
}

TEST(Strip, ClosedAndBalancedKeepsZeroInItsLastCell)
{
    for (const double wrap : {0.0, 0.7})
    {
        for (const size_t n : {1u, 2u, 3u, 1000u})
        {
            Chain chain = {std::vector<double>(n, 0.0), std::vector<double>(n, 0.3),
                           std::vector<double>(n, 0.0), n > 1 ? wrap : 0.0};
            chain.r.front() += 2.0;
            chain.r.back() -= 2.0;
            const std::vector<double> x = chain.solved();
            EXPECT_EQ(x.back(), 0.0);
            const std::vector<double> applied = chain.applied(x);
            for (size_t i = 0; i < n; ++i)
            {
                ASSERT_NEAR(applied[i], chain.r[i], 1e-11) << n << " cells, cell " << i;
            }
        }
    }
}

TEST(Strip, InPiecesSolvesEachOnItsOwn)
{
    // Cells 0-2 closed, 3 solid, 4-5 tied by a, 6-7 closed.
    const Chain chain = {
        {0, 0, 0, 0, 1, 0, 0, 0}, {0, 2, 2, 0, 0, 3, 0, 5}, {1, 1, -2, 0, 4, -1, 10, -10}, 0.0};
    const std::vector<double> x = chain.solved();
    const std::vector<double> expected = {1.5, 1.0, 0.0, 0.0, 3.0, 8.0 / 3.0, 2.0, 0.0};
    for (size_t i = 0; i < x.size(); ++i)
    {
        EXPECT_NEAR(x[i], expected[i], 1e-14) << "cell " << i;
    }
}

TEST(Strip, StaysAccurateWhenCoefficientsDifferByTwentyOrders)
{
    // A weak tie at one end of a strong chain: x = (sum of r) / tie, everywhere.
    constexpr size_t kCells = 50;
    Chain chain = {std::vector<double>(kCells, 0.0), std::vector<double>(kCells, 1e10),
                   std::vector<double>(kCells, 0.5), 0.0};
    chain.a[17] = 1e-10;
    const std::vector<double> x = chain.solved();
    for (const double value : x)
    {
        EXPECT_NEAR(value, 25e10, 1e-3);
    }
}

} // namespace
} // namespace tarn
