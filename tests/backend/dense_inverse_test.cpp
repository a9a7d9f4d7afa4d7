// The inverse of the last small level's matrix.
#include "backend/gl/dense_inverse.h"

#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

constexpr size_t kCells = 12;

// A chain of cells, joined by conductances; the first is tied to 0 by `ties`.
void fillChain(DenseInverse& matrix, double ties)
{
    matrix.at(0, 0) += ties;
    for (size_t k = 0; k + 1 < kCells; ++k)
    {
        const double c = 1.0 + 0.1 * double(k);
        matrix.at(k, k) += c;
        matrix.at(k + 1, k + 1) += c;
        matrix.at(k, k + 1) -= c;
        matrix.at(k + 1, k) -= c;
    }
}

// The largest of |A x - r|, where x is what the inverse makes of r, and A the chain.
double worst(const DenseInverse& inverse, double ties, const std::vector<double>& r)
{
    std::vector<double> memory(2 * kCells * kCells);
    DenseInverse chain(memory.data(), kCells);
    fillChain(chain, ties);
    std::vector<double> x(kCells, 0.0);
    for (size_t row = 0; row < kCells; ++row)
    {
        for (size_t k = 0; k < kCells; ++k)
        {
            x[row] += inverse.inverse()[row * kCells + k] * r[k];
        }
    }
    double most = 0.0;
    for (size_t row = 0; row < kCells; ++row)
    {
        double sum = -r[row];
        for (size_t k = 0; k < kCells; ++k)
        {
            sum += chain.at(row, k) * x[k];
        }
        most = std::max(most, std::fabs(sum));
    }
    return most;
}

TEST(DenseInverse, SolvesWhatIsTied)
{
    std::vector<double> memory(2 * kCells * kCells);
    DenseInverse matrix(memory.data(), kCells);
    fillChain(matrix, 0.5);
    matrix.invert(0.0);
    std::vector<double> r(kCells, 0.0);
    r[3] = 1.0;
    r[7] = -2.5;
    EXPECT_LE(worst(matrix, 0.5, r), 1e-13);
}

TEST(DenseInverse, SolvesWhatIsClosedForSumsOfZero)
{
    std::vector<double> memory(2 * kCells * kCells);
    DenseInverse matrix(memory.data(), kCells);
    fillChain(matrix, 0.0);
    matrix.invert(1.0 / double(kCells));
    std::vector<double> r(kCells, 0.0);
    r[3] = 1.0;
    r[7] = -1.0;
    EXPECT_LE(worst(matrix, 0.0, r), 1e-13);
    r[7] = 1.0; // no x can make this
    EXPECT_GT(worst(matrix, 0.0, r), 1e-2);
}

} // namespace
} // namespace tarn
