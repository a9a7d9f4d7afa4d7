#include "backend/flow/solid_block.h"

#include "backend/flow/sample.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// A face less open than this is shut. Slivers would let next to nothing through, but would make
// systems stiff and the velocities in them wild: conductances then span more than two decades.
constexpr float kLeastOpen = 0.01f;

// A cell of which less than this is left, with no face more open than that, is solid.
constexpr double kLeastCell = 0.03;
constexpr float kNearlyShut = 0.05f;

// What rounding leaves of a whole, or of nothing.
constexpr float kRounding = 1.0e-6f;

int32_t cellIndex(int32_t cell, int32_t n, bool wraps)
{
    if (wraps)
    {
        return wrapped(cell, n);
    }
    return cell >= 0 && cell < n ? cell : -1;
}

// The same for lines, of which there is one more where the axis is not periodic.
int32_t lineIndex(int32_t line, int32_t n, bool wraps)
{
    return cellIndex(line, wraps ? n : n + 1, wraps);
}

bool meet(const Bounds& bounds, Vec2 low, Vec2 high)
{
    return bounds.low.x <= high.x && bounds.high.x >= low.x && bounds.low.y <= high.y &&
           bounds.high.y >= low.y;
}

} // namespace

CellRuns runsAround(int32_t first, int32_t cells, int32_t n, bool wraps)
{
    const int32_t low = first - 1;
    const int32_t high = first + cells + 1;
    if (!wraps || high - low >= n)
    {
        return {1, {{wraps ? 0 : std::max(low, 0), wraps ? n : std::min(high, n)}, {}}};
    }
    if (low < 0)
    {
        return {2, {{0, high}, {low + n, n}}};
    }
    if (high > n)
    {
        return {2, {{0, high - n}, {low, n}}};
    }
    return {1, {{low, high}, {}}};
}

SolidBlock::SolidBlock(const SolidLattice& lattice, std::span<const FlowSolid> solids,
                       const Placement* placements, std::span<const uint16_t> near, int32_t firstX,
                       int32_t firstY)
    : lattice_(lattice), solids_(solids), placements_(placements), near_(near), firstX_(firstX),
      firstY_(firstY), columns_(std::min(kSolidBlock, lattice.nx - firstX)),
      rows_(std::min(kSolidBlock, lattice.ny - firstY))
{
    for (size_t k = 0; k < near.size(); ++k)
    {
        someSlip_ = someSlip_ || !solids[static_cast<size_t>(placement(k).solid)].noSlip;
    }
    findLines(Axis::y, linesX_);
    findLines(Axis::x, linesY_);
    findKept();
}

int32_t SolidBlock::indexX(int32_t a) const
{
    return cellIndex(firstX_ + a, lattice_.nx, lattice_.wrapX);
}

int32_t SolidBlock::indexY(int32_t b) const
{
    return cellIndex(firstY_ + b, lattice_.ny, lattice_.wrapY);
}

// Lines along `along`, each in one go: what every solid covers of it, joined.
void SolidBlock::findLines(Axis along, Lines& lines)
{
    const bool alongX = along == Axis::x;
    const double h = lattice_.cellSize;
    const int32_t lineCount = (alongX ? rows_ : columns_) + 3;
    const int32_t faceCount = (alongX ? columns_ : rows_) + 2;
    const int32_t n = alongX ? lattice_.nx : lattice_.ny;
    const double start = alongX ? lattice_.origin.x : lattice_.origin.y;
    IntervalUnion all;
    IntervalUnion own;
    for (int32_t l = 0; l < lineCount; ++l)
    {
        const int32_t index = alongX ? lineIndex(firstY_ + l - 1, lattice_.ny, lattice_.wrapY)
                                     : lineIndex(firstX_ + l - 1, lattice_.nx, lattice_.wrapX);
        std::fill_n(lines.gaps[l], faceCount, kWholeFace);
        std::fill_n(lines.most[l], faceCount, 0.0f);
        std::fill_n(lines.owner[l], faceCount, static_cast<int16_t>(kNobodyCovers));
        if (index < 0)
        {
            continue;
        }
        const Vec2 place = lattice_.at(index, index);
        const double at = alongX ? place.y : place.x;
        const auto faceAt = [&](int32_t f) {
            const int32_t cell = alongX ? indexX(f - 1) : indexY(f - 1);
            return Interval{static_cast<double>(cell) * h, static_cast<double>(cell + 1) * h};
        };
        all.clear();
        for (size_t k = 0; k < near_.size(); ++k)
        {
            const Placement& copy = placement(k);
            const double low = alongX ? copy.bounds.low.y : copy.bounds.low.x;
            const double high = alongX ? copy.bounds.high.y : copy.bounds.high.x;
            if (at < low || at > high)
            {
                continue;
            }
            const double shift = alongX ? copy.shift.x : copy.shift.y;
            const double across = alongX ? copy.shift.y : copy.shift.x;
            own.clear();
            addCovered(
                shape(k),
                {along, at - across, start - shift, start + static_cast<double>(n) * h - shift},
                own);
            for (int32_t m = 0; m < own.count(); ++m)
            {
                all.add(own[m]);
            }
            for (int32_t f = 0; f < faceCount && own.count() > 0; ++f)
            {
                const auto part = static_cast<float>(1.0 - own.openPart(faceAt(f)));
                if (part > lines.most[l][f])
                {
                    lines.most[l][f] = part;
                    lines.owner[l][f] = static_cast<int16_t>(k);
                }
            }
        }
        for (int32_t f = 0; f < faceCount && all.count() > 0; ++f)
        {
            lines.gaps[l][f] = gapsOf(all, faceAt(f));
        }
    }
}

CellGaps SolidBlock::gapsAround(int32_t a, int32_t b) const
{
    return {{&linesY_.gaps[b + 1][a + 1], &linesX_.gaps[a + 2][b + 1], &linesY_.gaps[b + 2][a + 1],
             &linesX_.gaps[a + 1][b + 1]}};
}

void SolidBlock::findKept()
{
    for (int32_t b = -1; b <= rows_; ++b)
    {
        for (int32_t a = -1; a <= columns_; ++a)
        {
            kept_[b + 1][a + 1] = keptBy(a, b);
        }
    }
}

// The gaps through which a cell is open. Beyond the edge of the grid, all of them.
GapSet SolidBlock::keptBy(int32_t a, int32_t b) const
{
    const int32_t i = indexX(a);
    const int32_t j = indexY(b);
    if (i < 0 || j < 0)
    {
        return kAllGaps;
    }
    if (lattice_.isMasked(i, j))
    {
        return kNoGaps;
    }
    const CellGaps gaps = gapsAround(a, b);
    if (near_.empty() || gaps.areWhole())
    {
        return kAllGaps;
    }
    const Openings openings = openingsOf(gaps);
    GapSet kept = kNoGaps;
    if (openings.count > 1)
    {
        const Vec2 middle = lattice_.at(i + 0.5, j + 0.5);
        const bool inside = isInside(middle);
        for (int32_t k = 0; k < openings.count && !inside; ++k)
        {
            const bool seen = isSeen(gaps, openings.gaps[k], [&](Vec2 place) {
                return sees(middle, lattice_.at(i + place.x, j + place.y));
            });
            kept = static_cast<GapSet>(kept | (seen ? openings.gaps[k] : kNoGaps));
        }
    }
    if (kept == kNoGaps && openings.count > 0)
    {
        kept = openings.gaps[widestOf(openings)];
    }
    float most = 0.0f;
    for (int32_t side = 0; side < 4; ++side)
    {
        const auto which = static_cast<CellSide>(side);
        most = std::max(most, openPartOf(*gaps.sides[side], gapsOnSide(kept, which)));
    }
    const bool nearlySolid = most < kNearlyShut && coveredBySolids(a, b) > 1.0 - kLeastCell;
    return nearlySolid ? kNoGaps : kept;
}

SolidBlock::Face SolidBlock::face(const Lines& lines, int32_t line, int32_t at, GapSet before,
                                  GapSet after, CellSide sideBefore, CellSide sideAfter,
                                  Vec2 middle) const
{
    const uint32_t shared = gapsOnSide(before, sideBefore) & gapsOnSide(after, sideAfter);
    float open = openPartOf(lines.gaps[line][at], shared);
    open = open < kLeastOpen ? 0.0f : (open > 1.0f - kRounding ? 1.0f : open);
    if (open == 1.0f)
    {
        return {};
    }
    // Shut without being covered: by what parts the two cells.
    const int32_t owner = lines.owner[line][at];
    return {open, owner >= 0 ? owner : nearestTo(middle)};
}

SolidBlock::Face SolidBlock::faceX(int32_t a, int32_t b) const
{
    const int32_t i = lineIndex(firstX_ + a, lattice_.nx, lattice_.wrapX);
    const int32_t j = firstY_ + b;
    const int32_t before = indexX(a - 1);
    const int32_t after = indexX(a);
    if ((before >= 0 && lattice_.isMasked(before, j)) ||
        (after >= 0 && lattice_.isMasked(after, j)))
    {
        return {0.0f, kMaskCovers};
    }
    return face(linesX_, a + 1, b + 1, kept(a - 1, b), kept(a, b), kCellRight, kCellLeft,
                lattice_.at(i, j + 0.5));
}

SolidBlock::Face SolidBlock::faceY(int32_t a, int32_t b) const
{
    const int32_t i = firstX_ + a;
    const int32_t j = lineIndex(firstY_ + b, lattice_.ny, lattice_.wrapY);
    const int32_t before = indexY(b - 1);
    const int32_t after = indexY(b);
    if ((before >= 0 && lattice_.isMasked(i, before)) ||
        (after >= 0 && lattice_.isMasked(i, after)))
    {
        return {0.0f, kMaskCovers};
    }
    return face(linesY_, b + 1, a + 1, kept(a, b - 1), kept(a, b), kCellTop, kCellBottom,
                lattice_.at(i + 0.5, j));
}

float SolidBlock::covered(int32_t a, int32_t b) const
{
    if (lattice_.isMasked(firstX_ + a, firstY_ + b))
    {
        return 1.0f;
    }
    if (near_.empty())
    {
        return 0.0f;
    }
    // What is closed in on all sides is solid to the fluid, gaps between solids included.
    const float part =
        gapsAround(a, b).areNone() ? 1.0f : static_cast<float>(coveredBySolids(a, b));
    return part < kRounding ? 0.0f : (part > 1.0f - kRounding ? 1.0f : part);
}

double SolidBlock::coveredBySolids(int32_t a, int32_t b) const
{
    const double i = indexX(a);
    const double j = indexY(b);
    const Vec2 low = lattice_.at(i, j);
    const Vec2 high = lattice_.at(i + 1.0, j + 1.0);
    const bool whole = gapsAround(a, b).areWhole();
    double sum = 0.0;
    for (size_t k = 0; k < near_.size(); ++k)
    {
        const Placement& copy = placement(k);
        if (!meet(copy.bounds, low, high))
        {
            continue;
        }
        // It crosses none of the faces: it is all in this cell, or all elsewhere.
        if (whole && !(copy.bounds.low.x >= low.x && copy.bounds.high.x <= high.x &&
                       copy.bounds.low.y >= low.y && copy.bounds.high.y <= high.y))
        {
            continue;
        }
        sum += coveredArea(shape(k), {low - copy.shift, high - copy.shift});
    }
    return std::min(sum, 1.0);
}

bool SolidBlock::slips(int32_t a, int32_t b) const
{
    const int32_t i = firstX_ + a;
    const int32_t j = firstY_ + b;
    if (!someSlip_ || lattice_.isMasked(i, j))
    {
        return false;
    }
    const bool one = near_.size() == 1;
    return !solid(one ? 0 : nearestTo(lattice_.at(i + 0.5, j + 0.5))).noSlip;
}

// Of those that contain the point, the one whose surface is farthest.
int32_t SolidBlock::nearestTo(Vec2 point) const
{
    int32_t nearest = kNobodyCovers;
    double least = 0.0;
    for (size_t k = 0; k < near_.size(); ++k)
    {
        const double distance = signedDistance(shape(k), point - placement(k).shift);
        if (nearest == kNobodyCovers || distance < least)
        {
            nearest = static_cast<int32_t>(k);
            least = distance;
        }
    }
    return nearest;
}

bool SolidBlock::isInside(Vec2 point) const
{
    for (size_t k = 0; k < near_.size(); ++k)
    {
        if (contains(shape(k), point - placement(k).shift))
        {
            return true;
        }
    }
    return false;
}

bool SolidBlock::sees(Vec2 from, Vec2 to) const
{
    for (size_t k = 0; k < near_.size(); ++k)
    {
        const Vec2 shift = placement(k).shift;
        if (segmentHits(shape(k), from - shift, to - shift).hit)
        {
            return false;
        }
    }
    return true;
}

Vec2 SolidBlock::velocityOf(int32_t by, double x, double y) const
{
    if (by < 0)
    {
        return {};
    }
    const FlowSolid& body = solid(by);
    return velocityAt(body.pose, body.motion,
                      lattice_.at(x, y) - placement(static_cast<size_t>(by)).shift);
}

} // namespace tarn
