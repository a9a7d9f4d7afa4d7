// Links between cells, from the open parts of faces.
//
// A cell is blocked exactly when all four of its faces are shut, which is what the pressure sees: a
// solid cell has no way in, and one with a way in is no solid.
#include "backend/flow/host_flow.h"
#include "backend/flow/sample.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tarn
{

void HostFlow::linkBand(const SolidTarget& target, int32_t band)
{
    BandReport& report = target.reports[band];
    const int32_t firstY = band * kSolidBlock;
    const int32_t endY = std::min(firstY + kSolidBlock, target.ny);
    for (int32_t I = 0; I < target.blockColumns; ++I)
    {
        const int32_t number = band * target.blockColumns + I;
        if (target.changed[number] == kBlockSame)
        {
            continue;
        }
        int touched = 0;
        int32_t freedCells = 0;
        int32_t openedCells = 0;
        const int32_t firstX = I * kSolidBlock;
        const int32_t endX = std::min(firstX + kSolidBlock, target.nx);
        for (int32_t j = firstY; j < endY; ++j)
        {
            const float* openX = target.openX.row(j);
            const float* low = target.openY.row(j);
            const float* high = target.openY.row(j + 1);
            const float* covered = target.covered.row(j);
            uint8_t* links = target.links.row(j);
            for (int32_t i = firstX; i < endX; ++i)
            {
                const float most =
                    std::max(std::max(openX[i], openX[i + 1]), std::max(low[i], high[i]));
                const float least =
                    std::min(std::min(openX[i], openX[i + 1]), std::min(low[i], high[i]));
                const bool blocked = most == 0.0f;
                const bool was = (links[i] & kLinkBlocked) != 0;
                const bool freed = was && !blocked;
                const int slip = links[i] & kLinkSlip;
                const int link = (openX[i] > 0.0f ? kLinkLeft : 0) |
                                 (low[i] > 0.0f ? kLinkBelow : 0) |
                                 (blocked ? kLinkBlocked | slip : 0) |
                                 (least < 1.0f || covered[i] > 0.0f ? kLinkTouched : 0) |
                                 (freed ? kLinkFreed : 0);
                links[i] = static_cast<uint8_t>(link);
                touched |= link & kLinkTouched;
                freedCells += freed ? 1 : 0;
                openedCells += (was ? 1 : 0) - (blocked ? 1 : 0);
            }
        }
        target.touched[number] = touched != 0 ? 1 : 0;
        target.changed[number] = freedCells > 0 ? kBlockFreed : kBlockChanged;
        report.freedCells += freedCells;
        report.openedCells += openedCells;
    }
}

// Beyond a periodic edge the links of the other side. Beyond another one those of the edge's own
// cells, as if the solids in them went on, so that no look-up goes around their ends.
void HostFlow::linkBorder(const SolidTarget& target) const
{
    const int32_t nx = target.nx;
    const int32_t ny = target.ny;
    const auto with = [](uint8_t link, Link bit, bool open) {
        return static_cast<uint8_t>(open ? link | bit : link & ~bit);
    };
    for (int32_t j = 0; j < ny; ++j)
    {
        uint8_t* row = target.links.row(j);
        for (int32_t g = 1; g <= kLinkBorder; ++g)
        {
            row[-g] = shape_.wrapX ? row[wrapped(-g, nx)] : with(row[0], kLinkLeft, true);
            row[nx - 1 + g] = shape_.wrapX ? row[wrapped(nx - 1 + g, nx)]
                                           : with(row[nx - 1], kLinkLeft,
                                                  g > 1 || target.openX.row(j)[nx] > 0.0f);
        }
    }
    const float* last = target.openY.row(ny);
    for (int32_t g = 1; g <= kLinkBorder; ++g)
    {
        const uint8_t* first = target.links.row(shape_.wrapY ? wrapped(-g, ny) : 0);
        const uint8_t* end = target.links.row(shape_.wrapY ? wrapped(ny - 1 + g, ny) : ny - 1);
        uint8_t* below = target.links.row(-g);
        uint8_t* above = target.links.row(ny - 1 + g);
        for (int32_t i = -kLinkBorder; i < nx + kLinkBorder; ++i)
        {
            const bool open = g > 1 || i < 0 || i >= nx || last[i] > 0.0f;
            below[i] = shape_.wrapY ? first[i] : with(first[i], kLinkBelow, true);
            above[i] = shape_.wrapY ? end[i] : with(end[i], kLinkBelow, open);
        }
    }
}

// Marks cells of velocity within which a dye cell is touched, in a band of blocks, where either
// grid's links are new.
void HostFlow::markTouchedWithin(int32_t band)
{
    const SolidTarget& coarse = velocitySolids_;
    const SolidTarget& fine = dyeSolids_;
    const int32_t scale = shape_.dyeScale;
    const auto isNew = [](const SolidTarget& target, int32_t I, int32_t J) {
        return target.changed[J * target.blockColumns + I] != kBlockSame;
    };
    const int32_t firstY = band * kSolidBlock;
    const int32_t endY = std::min(firstY + kSolidBlock, shape_.ny);
    for (int32_t I = 0; I < coarse.blockColumns; ++I)
    {
        const int32_t firstX = I * kSolidBlock;
        const int32_t endX = std::min(firstX + kSolidBlock, shape_.nx);
        bool any = isNew(coarse, I, band);
        for (int32_t J = firstY * scale / kSolidBlock; J < blocksOf(endY * scale); ++J)
        {
            for (int32_t K = firstX * scale / kSolidBlock; K < blocksOf(endX * scale); ++K)
            {
                any = any || isNew(fine, K, J);
            }
        }
        for (int32_t j = firstY; any && j < endY; ++j)
        {
            uint8_t* links = coarse.links.row(j);
            for (int32_t i = firstX; i < endX; ++i)
            {
                int within = 0;
                for (int32_t k = 0; k < scale && (links[i] & kLinkTouched) == 0; ++k)
                {
                    const uint8_t* row = fine.links.row(j * scale + k) + i * scale;
                    within |= std::accumulate(row, row + scale, 0, std::bit_or<>());
                }
                const bool touched = (within & kLinkTouched) != 0;
                links[i] = static_cast<uint8_t>((links[i] & ~kLinkTouchedWithin) |
                                                (touched ? kLinkTouchedWithin : 0));
            }
        }
    }
}

// Where a look-up must be careful: blocks, and cells of velocity, with solids on either grid.
void HostFlow::markTouched()
{
    const int32_t columns = velocitySolids_.blockColumns;
    const int32_t count = columns * velocitySolids_.blockRows;
    if (dyeSolids_.nx > 0)
    {
        tasks_.parallelFor(velocitySolids_.blockRows,
                           [this](int32_t band) { markTouchedWithin(band); });
        linkBorder(velocitySolids_);
    }
    std::copy_n(velocitySolids_.touched, count, solidBlocks_);
    for (int32_t J = 0; J < dyeSolids_.blockRows; ++J)
    {
        for (int32_t I = 0; I < dyeSolids_.blockColumns; ++I)
        {
            solidBlocks_[J / shape_.dyeScale * columns + I / shape_.dyeScale] |=
                dyeSolids_.touched[J * dyeSolids_.blockColumns + I];
        }
    }
    anySolids_ = std::any_of(solidBlocks_, solidBlocks_ + count, [](uint8_t b) { return b != 0; });
}

} // namespace tarn
