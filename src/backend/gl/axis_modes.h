// The modes of an axis of even cells: what makes its part of the matrix diagonal.
//
// Where coefficients are even (backend/even_coefficients.h), the matrix of a level is
//
//     A = Kx My + Mx Ky + a Mx My        K: conductances along an axis, M: widths of its cells
//
// With V the vectors of K v = lambda M v, such that V' M V = 1, its inverse takes r apart along
// both axes, divides by lambda x + lambda y + a, and puts x together again: fast diagonalization
// (Lynch, Rice and Thomas 1964). Four products of small matrices then solve a level of 64 x 64
// cells.
#pragma once

#include "backend/even_coefficients.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

class AxisModes
{
  public:
    // Doubles that it works with, for an axis of n cells.
    static constexpr size_t workDoubles(size_t n) { return 2 * n * n + n; }

    // The memory stays the caller's, and is used as long as this is.
    AxisModes(double* memory, const EvenAxis& axis, int32_t cells, bool ring);

    double vector(size_t cell, size_t mode) const { return vectors_[cell * n_ + mode]; }
    // Of the mode; one that has no conductance to work against is exactly 0.
    double lambda(size_t mode) const;

  private:
    void fill(const EvenAxis& axis, bool ring);
    void turn(size_t p, size_t q);
    double& at(size_t row, size_t column) { return matrix_[row * n_ + column]; }

    size_t n_;
    double* matrix_; // becomes diagonal
    double* vectors_;
    double* widths_; // their roots
};

} // namespace tarn
