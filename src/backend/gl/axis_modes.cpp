#include "backend/gl/axis_modes.h"

#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// A symmetric matrix, and the rotations that have been done to it.
class Rotated
{
  public:
    Rotated(double* memory, size_t n) : matrix_(memory), vectors_(memory + n * n), n_(n)
    {
        std::fill_n(memory, 2 * n * n, 0.0);
        for (size_t k = 0; k < n; ++k)
        {
            vectors_[k * n + k] = 1.0;
        }
    }

    double& at(size_t row, size_t column) { return matrix_[row * n_ + column]; }
    double vector(size_t cell, size_t mode) const { return vectors_[mode * n_ + cell]; }

    // Jacobi's method: rotates pairs of rows and columns until nothing is left beside the diagonal.
    void makeDiagonal()
    {
        constexpr int kMostSweeps = 30; // it takes about eight
        constexpr double kNothing = 1.0e-13;
        double largest = 0.0;
        for (size_t k = 0; k < n_; ++k)
        {
            largest = std::max(largest, at(k, k));
        }
        bool isDiagonal = false;
        for (int sweep = 0; sweep < kMostSweeps && !isDiagonal; ++sweep)
        {
            isDiagonal = true;
            for (size_t p = 0; p + 1 < n_; ++p)
            {
                for (size_t q = p + 1; q < n_; ++q)
                {
                    if (std::abs(at(p, q)) > kNothing * largest)
                    {
                        rotate(p, q);
                        isDiagonal = false;
                    }
                }
            }
        }
    }

  private:
    void rotate(size_t p, size_t q)
    {
        const double slope = (at(q, q) - at(p, p)) / (2.0 * at(p, q));
        const double t =
            (slope >= 0.0 ? 1.0 : -1.0) / (std::abs(slope) + std::sqrt(slope * slope + 1.0));
        const double c = 1.0 / std::sqrt(t * t + 1.0);
        const double s = t * c;
        const double moved = t * at(p, q);
        const double here = at(p, p) - moved;
        const double there = at(q, q) + moved;
        turn(matrix_ + p * n_, matrix_ + q * n_, c, s);
        turn(vectors_ + p * n_, vectors_ + q * n_, c, s);
        for (size_t k = 0; k < n_; ++k)
        {
            at(k, p) = at(p, k);
            at(k, q) = at(q, k);
        }
        at(p, p) = here;
        at(q, q) = there;
        at(p, q) = 0.0;
        at(q, p) = 0.0;
    }

    void turn(double* p, double* q, double c, double s) const
    {
        for (size_t k = 0; k < n_; ++k)
        {
            const double a = p[k];
            const double b = q[k];
            p[k] = c * a - s * b;
            q[k] = s * a + c * b;
        }
    }

    double* matrix_;
    double* vectors_; // a mode after the other
    size_t n_;
};

float faceOf(const AxisPattern& pattern, int32_t i)
{
    const EvenAxis axis = {pattern.low,  pattern.inner, pattern.beforeLast,
                           pattern.high, 1.0f,          1.0f};
    return axis.face(i, pattern.cells);
}

// K, of the unit of widths.
void fillMatrix(const AxisPattern& pattern, Rotated* out)
{
    const int32_t n = pattern.cells;
    const auto join = [&](int32_t i, int32_t beside, float face) {
        const auto here = static_cast<size_t>(i);
        const double c = wide(face);
        out->at(here, here) += c;
        beside = pattern.ring ? (beside + n) % n : beside;
        if (beside >= 0 && beside < n)
        {
            out->at(here, static_cast<size_t>(beside)) -= c;
        }
    };
    for (int32_t i = 0; i < n; ++i)
    {
        join(i, i - 1, faceOf(pattern, i));
        join(i, i + 1, faceOf(pattern, i + 1));
    }
}

} // namespace

float faceUnit(const EvenAxis& axis, int32_t cells)
{
    float most = 0.0f;
    for (const int32_t i : {0, 1, cells - 1, cells})
    {
        most = std::max(most, axis.face(i, cells));
    }
    return most > 0.0f ? most : 1.0f;
}

float widthUnit(const EvenAxis& axis, int32_t cells)
{
    return axis.widthOf(0, cells);
}

AxisPattern patternOf(const EvenAxis& axis, const AxisShape& shape)
{
    const int32_t n = shape.cells;
    const float unit = faceUnit(axis, n);
    return {n,
            shape.periodic(),
            axis.low / unit,
            axis.inner / unit,
            axis.beforeLast / unit,
            axis.high / unit,
            axis.widthOf(n - 1, n) / widthUnit(axis, n)};
}

// In the measure of M: K becomes M^-1/2 K M^-1/2, which is symmetric, and V is M^-1/2 times its
// eigenvectors.
void findModes(const AxisPattern& pattern, double* work, float* modes, size_t stride,
               float* numbers)
{
    const auto n = static_cast<size_t>(pattern.cells);
    double* shares = work; // M^-1/2
    Rotated matrix(work + n, n);
    std::fill_n(shares, n, 1.0);
    shares[n - 1] = 1.0 / std::sqrt(wide(pattern.lastWidth));
    fillMatrix(pattern, &matrix);
    for (size_t row = 0; row < n; ++row)
    {
        for (size_t column = 0; column < n; ++column)
        {
            matrix.at(row, column) *= shares[row] * shares[column];
        }
    }
    matrix.makeDiagonal();
    double largest = 0.0;
    for (size_t k = 0; k < n; ++k)
    {
        largest = std::max(largest, matrix.at(k, k));
    }
    constexpr double kUntied = 1.0e-9; // of the largest; modes that are tied have 1e-5 and more
    for (size_t k = 0; k < n; ++k)
    {
        const double number = matrix.at(k, k);
        numbers[k] = number > kUntied * largest ? static_cast<float>(number) : 0.0f;
        for (size_t i = 0; i < n; ++i)
        {
            modes[i * stride + k] = static_cast<float>(shares[i] * matrix.vector(i, k));
        }
    }
}

} // namespace tarn
