#include "backend/gl/axis_modes.h"

#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// Of the largest number of the matrix: what is less is rounding.
constexpr double kNothing = 1e-12;

constexpr int32_t kMostRounds = 30; // of turning every pair; about eight are enough

} // namespace

AxisModes::AxisModes(double* memory, const EvenAxis& axis, int32_t cells, bool ring)
    : n_(static_cast<size_t>(cells)), matrix_(memory), vectors_(memory + n_ * n_),
      widths_(memory + 2 * n_ * n_)
{
    fill(axis, ring);
    // Jacobi's method: pairs of rows are turned until nothing is left beside the diagonal.
    double all = 0.0;
    for (size_t k = 0; k < n_ * n_; ++k)
    {
        all = std::max(all, std::fabs(matrix_[k]));
    }
    double beside = all;
    for (int32_t round = 0; round < kMostRounds && beside > kNothing * all; ++round)
    {
        beside = 0.0;
        for (size_t p = 0; p < n_; ++p)
        {
            for (size_t q = p + 1; q < n_; ++q)
            {
                beside = std::max(beside, std::fabs(at(p, q)));
                turn(p, q);
            }
        }
    }
    for (size_t cell = 0; cell < n_; ++cell)
    {
        for (size_t mode = 0; mode < n_; ++mode)
        {
            vectors_[cell * n_ + mode] /= widths_[cell];
        }
    }
}

// The matrix between cells of equal weight: conductances over the roots of both widths.
void AxisModes::fill(const EvenAxis& axis, bool ring)
{
    const auto cells = static_cast<int32_t>(n_);
    std::fill_n(matrix_, 2 * n_ * n_, 0.0);
    for (int32_t i = 0; i < cells; ++i)
    {
        const auto here = static_cast<size_t>(i);
        vectors_[here * n_ + here] = 1.0;
        widths_[here] = std::sqrt(wide(axis.widthOf(i, cells)));
    }
    for (int32_t i = 0; i < cells; ++i)
    {
        const auto here = static_cast<size_t>(i);
        const auto join = [&](int32_t beside, double c) {
            at(here, here) += c / (widths_[here] * widths_[here]);
            beside = ring ? (beside + cells) % cells : beside;
            if (beside >= 0 && beside < cells)
            {
                const auto there = static_cast<size_t>(beside);
                at(here, there) -= c / (widths_[here] * widths_[there]);
            }
        };
        join(i - 1, wide(axis.face(i, cells)));
        join(i + 1, wide(axis.face(i + 1, cells)));
    }
}

// Makes the number of rows p and q between each other 0.
void AxisModes::turn(size_t p, size_t q)
{
    const double beside = at(p, q);
    if (beside == 0.0)
    {
        return;
    }
    const double theta = 0.5 * (at(q, q) - at(p, p)) / beside;
    const double side = theta >= 0.0 ? 1.0 : -1.0;
    const double tangent = side / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
    const double c = 1.0 / std::sqrt(tangent * tangent + 1.0);
    const double s = tangent * c;
    for (size_t k = 0; k < n_; ++k)
    {
        const double a = at(k, p);
        const double b = at(k, q);
        at(k, p) = c * a - s * b;
        at(k, q) = s * a + c * b;
        const double v = vectors_[k * n_ + p];
        const double w = vectors_[k * n_ + q];
        vectors_[k * n_ + p] = c * v - s * w;
        vectors_[k * n_ + q] = s * v + c * w;
    }
    for (size_t k = 0; k < n_; ++k)
    {
        const double a = at(p, k);
        const double b = at(q, k);
        at(p, k) = c * a - s * b;
        at(q, k) = s * a + c * b;
    }
}

double AxisModes::lambda(size_t mode) const
{
    double largest = 0.0;
    for (size_t k = 0; k < n_; ++k)
    {
        largest = std::max(largest, matrix_[k * n_ + k]);
    }
    const double own = matrix_[mode * n_ + mode];
    return own > 1e3 * kNothing * largest ? own : 0.0;
}

} // namespace tarn
