#include "backend/even_coefficients.h"

#include <algorithm>

namespace tarn
{

EvenAxis coarsened(const EvenAxis& axis, const AxisShape& fine)
{
    if (fine.cells == 1)
    {
        return axis;
    }
    const int32_t cells = coarsened(fine).cells;
    const auto faceAt = [&](int32_t index) {
        const CoarseFace face = coarseFace(fine, index);
        const auto inside = [&](int32_t cell) {
            return cell >= 0 && 2 * cell + 1 < fine.cells ? axis.face(2 * cell + 1, fine.cells)
                                                          : 0.0f;
        };
        return face.open ? coarseConductance(axis.face(std::min(2 * index, fine.cells), fine.cells),
                                             inside(face.low), face.lowShare, inside(face.high),
                                             face.highShare, face.leastInner)
                         : 0.0f;
    };
    EvenAxis coarse;
    coarse.low = faceAt(0);
    coarse.inner = cells > 2 ? faceAt(1) : 0.0f;
    coarse.beforeLast = cells > 1 ? faceAt(cells - 1) : 0.0f;
    coarse.high = faceAt(cells);
    coarse.width = 2.0f * axis.width;
    coarse.lastWidth = fine.cells % 2 == 0 ? axis.width + axis.lastWidth : axis.lastWidth;
    return coarse;
}

EvenCoefficients coarsened(const EvenCoefficients& coefficients, const GridShape& fine)
{
    return {coarsened(coefficients.x, fine.x), coarsened(coefficients.y, fine.y), coefficients.a};
}

} // namespace tarn
