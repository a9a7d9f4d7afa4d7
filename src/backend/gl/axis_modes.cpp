#include "backend/gl/axis_modes.h"

#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// A symmetric matrix, and what has been done to it, a mode after the other: Householder's
// reflections make it tridiagonal, then QL steps with implicit shifts diagonal (Golub, Van
// Loan, 8.3).
class Diagonalised
{
  public:
    Diagonalised(double* memory, size_t n)
        : matrix_(memory), vectors_(memory + n * n), beside_(vectors_ + n * n), v_(beside_ + n),
          w_(v_ + n), n_(n)
    {
        std::fill_n(memory, 2 * n * n + 3 * n, 0.0);
        for (size_t k = 0; k < n; ++k)
        {
            vectors_[k * n + k] = 1.0;
        }
    }

    double& at(size_t row, size_t column) { return matrix_[row * n_ + column]; }
    double number(size_t mode) const { return matrix_[mode * n_ + mode]; }
    double vector(size_t cell, size_t mode) const { return vectors_[mode * n_ + cell]; }

    void makeDiagonal()
    {
        for (size_t k = 0; k + 2 < n_; ++k)
        {
            reflect(k);
        }
        for (size_t k = 0; k + 1 < n_; ++k)
        {
            beside_[k] = at(k + 1, k);
        }
        constexpr int kMostSteps = 50; // for a number; it takes about two
        for (size_t first = 0; first < n_; ++first)
        {
            for (int step = 0; step < kMostSteps; ++step)
            {
                const size_t last = endOfBlock(first);
                if (last == first)
                {
                    break;
                }
                takeStep(first, last);
            }
        }
    }

  private:
    double& onDiagonal(size_t k) { return matrix_[k * n_ + k]; }

    // Clears column k below the place beside the diagonal. Where it is clear, as without a ring,
    // nothing is done.
    void reflect(size_t k)
    {
        const size_t first = k + 1;
        double rest = 0.0;
        for (size_t i = first + 1; i < n_; ++i)
        {
            rest += at(i, k) * at(i, k);
        }
        if (rest == 0.0)
        {
            return;
        }
        const double head = at(first, k);
        const double length = std::sqrt(head * head + rest);
        for (size_t i = first; i < n_; ++i)
        {
            v_[i] = at(i, k);
        }
        v_[first] += head >= 0.0 ? length : -length;
        const double factor = 2.0 / (rest + v_[first] * v_[first]);
        // A v, then w such that A - v w' - w v' is what the reflection makes of A.
        double both = 0.0;
        for (size_t i = k; i < n_; ++i)
        {
            double sum = 0.0;
            for (size_t j = first; j < n_; ++j)
            {
                sum += at(i, j) * v_[j];
            }
            w_[i] = factor * sum;
            both += i > k ? w_[i] * v_[i] : 0.0;
        }
        v_[k] = 0.0;
        for (size_t i = first; i < n_; ++i)
        {
            w_[i] -= 0.5 * factor * both * v_[i];
        }
        for (size_t i = k; i < n_; ++i)
        {
            for (size_t j = k; j < n_; ++j)
            {
                at(i, j) -= v_[i] * w_[j] + w_[i] * v_[j];
            }
        }
        reflectVectors(first, factor);
    }

    void reflectVectors(size_t first, double factor)
    {
        std::fill_n(w_, n_, 0.0);
        for (size_t i = first; i < n_; ++i)
        {
            addScaled(w_, vectors_ + i * n_, factor * v_[i]);
        }
        for (size_t i = first; i < n_; ++i)
        {
            addScaled(vectors_ + i * n_, w_, -v_[i]);
        }
    }

    void addScaled(double* to, const double* from, double factor) const
    {
        for (size_t k = 0; k < n_; ++k)
        {
            to[k] += factor * from[k];
        }
    }

    // The last row that hangs together with the first one.
    size_t endOfBlock(size_t first)
    {
        constexpr double kNothing = 1.0e-15;
        size_t last = first;
        while (last + 1 < n_ &&
               std::abs(beside_[last]) >
                   kNothing * (std::abs(onDiagonal(last)) + std::abs(onDiagonal(last + 1))))
        {
            ++last;
        }
        return last;
    }

    // Rotations from the block's end to its beginning, the first of them shifted by Wilkinson's
    // number.
    void takeStep(size_t first, size_t last)
    {
        const double slope = (onDiagonal(first + 1) - onDiagonal(first)) / (2.0 * beside_[first]);
        const double root = std::sqrt(slope * slope + 1.0);
        double g = onDiagonal(last) - onDiagonal(first) +
                   beside_[first] / (slope + (slope >= 0.0 ? root : -root));
        double s = 1.0;
        double c = 1.0;
        double moved = 0.0;
        for (size_t i = last; i-- > first;)
        {
            const double f = s * beside_[i];
            const double b = c * beside_[i];
            const double r = std::sqrt(f * f + g * g);
            beside_[i + 1] = r;
            if (r == 0.0)
            {
                onDiagonal(i + 1) -= moved;
                beside_[last] = 0.0;
                return;
            }
            s = f / r;
            c = g / r;
            const double here = onDiagonal(i + 1) - moved;
            const double turned = (onDiagonal(i) - here) * s + 2.0 * c * b;
            moved = s * turned;
            onDiagonal(i + 1) = here + moved;
            g = c * turned - b;
            turn(vectors_ + i * n_, vectors_ + (i + 1) * n_, c, s);
        }
        onDiagonal(first) -= moved;
        beside_[first] = g;
        beside_[last] = 0.0;
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
    double* beside_;  // the diagonal
    double* v_;
    double* w_;
    size_t n_;
};

float faceOf(const AxisPattern& pattern, int32_t i)
{
    const EvenAxis axis = {pattern.low,  pattern.inner, pattern.beforeLast,
                           pattern.high, 1.0f,          1.0f};
    return axis.face(i, pattern.cells);
}

// K, of the unit of widths.
void fillMatrix(const AxisPattern& pattern, Diagonalised* out)
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
    Diagonalised matrix(work + n, n);
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
        largest = std::max(largest, matrix.number(k));
    }
    constexpr double kUntied = 1.0e-9; // of the largest; modes that are tied have 1e-5 and more
    for (size_t k = 0; k < n; ++k)
    {
        const double number = matrix.number(k);
        numbers[k] = number > kUntied * largest ? static_cast<float>(number) : 0.0f;
        for (size_t i = 0; i < n; ++i)
        {
            modes[i * stride + k] = static_cast<float>(shares[i] * matrix.vector(i, k));
        }
    }
}

} // namespace tarn
