// Coefficients of the cpu backend: those of coarser grids, and what is alike in them; see
// cpu_backend.h.
#include "backend/cpu/cpu_backend.h"

#include <cstring>

namespace tarn
{

void CpuBackend::shareRows(const SplitField& f)
{
    const size_t bytes = 2 * static_cast<size_t>(f.half) * sizeof(float);
    forRows(f.rows, f.columns, [&](int32_t j, float*) {
        const bool repeats = j > 0 && std::memcmp(f.row(j), f.row(j - 1), bytes) == 0;
        f.source[j] = repeats ? -1 : j;
    });
    for (int32_t j = 1; j < f.rows; ++j)
    {
        f.source[j] = f.source[j] < 0 ? f.source[j - 1] : j;
    }
}

void CpuBackend::findUniform(const LevelView& v)
{
    const TransferKernels& kernels = transferKernels();
    const auto repeats = [&](int32_t j) {
        return j > 0 && v.cx.source[j] == v.cx.source[j - 1] &&
               v.cy.source[j] == v.cy.source[j - 1] && v.cy.source[j + 1] == v.cy.source[j] &&
               (!v.hasA || v.a.source[j] == v.a.source[j - 1]);
    };
    forRows(v.ny, v.nx, [&](int32_t j, float*) {
        if (!repeats(j))
        {
            v.cx.uniform[j] = kernels.findUniform(v, j);
        }
    });
    for (int32_t j = 1; j < v.ny; ++j)
    {
        v.cx.uniform[j] = v.cx.uniform[repeats(j) ? j - 1 : j];
    }
}

void CpuBackend::finishCoefficients(const Level& level)
{
    shareRows(field(level.cx));
    shareRows(field(level.cy));
    if (level.hasA)
    {
        shareRows(field(level.a));
    }
    const LevelView v = view(level);
    for (int32_t i = 0; i < v.nx; ++i)
    {
        const InterpolationShape shape = interpolationShape(level.shape.x, i);
        const int32_t at = (i & 1) * v.half + (i >> 1);
        v.cx.shapeOuter[at] = shape.outer;
        v.cx.shapeInner[at] = shape.inner;
    }
    findUniform(v);
}

void CpuBackend::finishA(const Level& level)
{
    shareRows(field(level.a));
    findUniform(view(level));
}

const float* CpuBackend::upperRow(const LevelView& fine, const SplitField& f, int32_t J) const
{
    return 2 * J + 1 < fine.ny ? f.row(f.source[2 * J + 1]) : zeros_;
}

void CpuBackend::coarsenAlong(const TransferKernels& kernels, const AxisShape& fine, float* across,
                              const float* inside)
{
    const int32_t cells = coarsened(fine).cells;
    const auto ends = [&](int32_t I) {
        const CoarseFace face = coarseFace(fine, I);
        const float low = face.low >= 0 ? inside[face.low] : 0.0f;
        const float high = face.high >= 0 ? inside[face.high] : 0.0f;
        return face.open ? coarseConductance(across[I], low, face.lowShare, high, face.highShare,
                                             face.leastInner)
                         : 0.0f;
    };
    const float first = ends(0);
    const float lastButOne = ends(cells - 1);
    const float last = ends(cells);
    const CoarseFace inner = {true, 0, 0, 0.5f, 0.5f, kLeastInner};
    kernels.coarsenFaces(across + 1, inside, inside + 1, cells - 2, inner);
    across[cells - 1] = lastButOne;
    across[0] = first;
    across[cells] = last;
}

void CpuBackend::coarsenCoefficients(const Level& fineLevel, const Level& coarseLevel)
{
    const LevelView fine = view(fineLevel);
    const LevelView coarse = view(coarseLevel);
    const TransferKernels& kernels = transferKernels();
    const GridShape& shape = fineLevel.shape;
    // Fine faces on a coarse one are even, those inside a coarse cell odd: positions in the
    // halves of a row are coarse numbers.
    forRows(coarse.ny, coarse.nx, [&](int32_t J, float* across) {
        float* inside = across + plainRow_;
        const float* low = fine.cxRow(2 * J);
        const float* high = upperRow(fine, fine.cx, J);
        kernels.addRows(low, high, coarse.nx + 1, 1.0f, across);
        kernels.addRows(low + fine.half, high + fine.half, coarse.nx, 1.0f, inside);
        const int32_t lastFine = (fine.nx & 1) * fine.half + (fine.nx >> 1);
        across[coarse.nx] = low[lastFine] + high[lastFine];
        if (fine.nx % 2 == 1)
        {
            inside[coarse.nx - 1] = 0.0f; // an only child
        }
        coarsenAlong(kernels, shape.x, across, inside);
        putRow(kernels, coarse.cx, J, across);
    });
    forRows(coarse.ny + 1, coarse.nx, [&](int32_t J, float* across) {
        float* low = across + plainRow_;
        float* high = low + plainRow_;
        const CoarseFace face = coarseFace(shape.y, J);
        const auto inside = [&](int32_t cell, float* out) {
            const bool two = cell >= 0 && 2 * cell + 1 < fine.ny;
            const float* row = two ? fine.cyRow(2 * cell + 1) : zeros_;
            kernels.addRows(row, row + fine.half, coarse.nx, 1.0f, out);
        };
        const float* row = fine.cyRow(std::min(2 * J, fine.ny));
        kernels.addRows(row, row + fine.half, coarse.nx, 1.0f, across);
        inside(face.low, low);
        inside(face.high, high);
        kernels.coarsenFaces(across, low, high, coarse.nx, face);
        putRow(kernels, coarse.cy, J, across);
    });
    if (fine.hasA)
    {
        coarsenA(fineLevel, coarseLevel);
    }
    finishCoefficients(coarseLevel);
}

void CpuBackend::coarsenA(const Level& fineLevel, const Level& coarseLevel)
{
    const LevelView fine = view(fineLevel);
    const LevelView coarse = view(coarseLevel);
    const TransferKernels& kernels = transferKernels();
    forRows(coarse.ny, coarse.nx, [&](int32_t J, float* plain) {
        float* left = plain;
        float* right = plain + plainRow_;
        const float* low = fine.aRow(2 * J);
        const float* high = upperRow(fine, fine.a, J);
        kernels.addRows(low, high, coarse.nx, 1.0f, left);
        kernels.addRows(low + fine.half, high + fine.half, coarse.nx, 1.0f, right);
        kernels.addRows(left, right, coarse.nx, 1.0f, left);
        putRow(kernels, coarse.a, J, left);
    });
}

} // namespace tarn
