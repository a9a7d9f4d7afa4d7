// The modes of an axis whose coefficients are even: what makes a level's matrix diagonal.
//
// Along an axis of n cells, K holds the conductances between them (and to the outside) and M the
// widths, both without their units: face conductances are in units of the largest, widths in
// widths of the first cell. Modes V, a column each, and their numbers l are such that
//
//     V' M V = 1     V' K V = diag(l)
//
// so that the matrix of a level, fx wy Kx My + fy wx Mx Ky + a wx wy Mx My with units f and w, has
// the inverse (Vx Vy) diag(1 / (fx wy lx + fy wx ly + a wx wy)) (Vx Vy)'.
#pragma once

#include "backend/even_coefficients.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

// What modes depend on.
struct AxisPattern
{
    int32_t cells = 0;
    bool ring = false;
    float low = 0.0f; // conductances, in units of the largest
    float inner = 0.0f;
    float beforeLast = 0.0f;
    float high = 0.0f;
    float lastWidth = 0.0f; // in widths of the first cell

    friend bool operator==(const AxisPattern&, const AxisPattern&) = default;
};

// The unit of an axis's conductances, and of its widths.
float faceUnit(const EvenAxis& axis, int32_t cells);
float widthUnit(const EvenAxis& axis, int32_t cells);
AxisPattern patternOf(const EvenAxis& axis, const AxisShape& shape);

// Doubles that findModes works in.
constexpr size_t modesWork(size_t cells)
{
    return 2 * cells * cells + 4 * cells;
}

// V row by row in rows of `stride` (row i: cell i in every mode), and l. A mode that nothing ties
// to the outside has 0 exactly.
void findModes(const AxisPattern& pattern, double* work, float* modes, size_t stride,
               float* numbers);

} // namespace tarn
