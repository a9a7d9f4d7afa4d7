// The inverse of a small symmetric matrix, in 64 bits, in memory that is given.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tarn
{

class DenseInverse
{
  public:
    // n x n zeros; `memory` has room for 2 n n.
    DenseInverse(double* memory, size_t n) : matrix_(memory), inverse_(memory + n * n), n_(n)
    {
        std::fill_n(memory, 2 * n * n, 0.0);
    }

    double& at(size_t row, size_t column) { return matrix_[row * n_ + column]; }

    // Of the matrix plus `everywhere` times its largest number in all places, by elimination; the
    // matrix is used up. Diagonals outweigh their rows: no pivots need be looked for.
    void invert(double everywhere)
    {
        double largest = 0.0;
        for (size_t k = 0; k < n_; ++k)
        {
            largest = std::max(largest, at(k, k));
            inverse_[k * n_ + k] = 1.0;
        }
        for (size_t k = 0; k < n_ * n_; ++k)
        {
            matrix_[k] += everywhere * largest;
        }
        for (size_t pivot = 0; pivot < n_; ++pivot)
        {
            const double share = 1.0 / at(pivot, pivot);
            for (size_t k = 0; k < n_; ++k)
            {
                at(pivot, k) *= share;
                inverse_[pivot * n_ + k] *= share;
            }
            for (size_t row = 0; row < n_; ++row)
            {
                const double times = row != pivot ? at(row, pivot) : 0.0;
                for (size_t k = 0; k < n_ && times != 0.0; ++k)
                {
                    at(row, k) -= times * at(pivot, k);
                    inverse_[row * n_ + k] -= times * inverse_[pivot * n_ + k];
                }
            }
        }
    }

    const double* inverse() const { return inverse_; } // a row after the other

  private:
    double* matrix_;
    double* inverse_;
    size_t n_;
};

} // namespace tarn
