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

constexpr FaceGaps kShutFace = {};

// The index of a cell that may lie beyond the edge; -1 where there is none.
int32_t indexOf(int32_t cell, int32_t n, bool wraps)
{
    if (wraps)
    {
        return wrapped(cell, n);
    }
    return cell >= 0 && cell < n ? cell : -1;
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

SolidBlock::BlockAxis::BlockAxis(int32_t first, int32_t n, bool wraps, double cellSize)
    : cells(std::min(kSolidBlock, n - first))
{
    for (int32_t k = 0; k < cells + 2; ++k)
    {
        cell[k] = indexOf(first + k - 1, n, wraps);
        face[k] = {static_cast<double>(cell[k]) * cellSize,
                   static_cast<double>(cell[k] + 1) * cellSize};
    }
    for (int32_t k = 0; k < cells + 3; ++k)
    {
        line[k] = indexOf(first + k - 1, wraps ? n : n + 1, wraps);
    }
}

SolidBlock::SolidBlock(const SolidLattice& lattice, std::span<const FlowSolid> solids,
                       const Placement* placements, std::span<const uint16_t> near, int32_t firstX,
                       int32_t firstY)
    : lattice_(lattice), solids_(solids), placements_(placements), near_(near),
      x_(firstX, lattice.nx, lattice.wrapX, lattice.cellSize),
      y_(firstY, lattice.ny, lattice.wrapY, lattice.cellSize)
{
    for (size_t k = 0; k < near.size(); ++k)
    {
        const Vec2 size = placement(k).bounds.high - placement(k).bounds.low;
        someTiny_ = someTiny_ || (size.x < lattice.cellSize && size.y < lattice.cellSize);
        someSlip_ = someSlip_ || !solids[static_cast<size_t>(placement(k).solid)].noSlip;
    }
    findMask();
    if (!near.empty())
    {
        findLines(Axis::y, linesX_);
        findLines(Axis::x, linesY_);
    }
    findKept();
}

void SolidBlock::findMask()
{
    for (int32_t b = 0; b < y_.cells + 2 && lattice_.mask != nullptr; ++b)
    {
        for (int32_t a = 0; a < x_.cells + 2; ++a)
        {
            masked_[b][a] =
                x_.cell[a] >= 0 && y_.cell[b] >= 0 && lattice_.isMasked(x_.cell[a], y_.cell[b]);
        }
    }
}

const FaceGaps& SolidBlock::Lines::at(int32_t line, int32_t face) const
{
    switch (cover[line][face])
    {
    case kOpen:
        return kWholeFace;
    case kShut:
        return kShutFace;
    case kCut:
        break;
    }
    return gaps[line][face];
}

// Lines along `along`, each in one go: what every solid covers of it, joined.
void SolidBlock::findLines(Axis along, Lines& lines)
{
    const bool alongX = along == Axis::x;
    const BlockAxis& axis = alongX ? x_ : y_;
    const BlockAxis& other = alongX ? y_ : x_;
    const Vec2 start = lattice_.origin;
    const Vec2 end = lattice_.at(lattice_.nx, lattice_.ny);
    IntervalUnion all;
    IntervalUnion own;
    for (int32_t l = 0; l < other.cells + 3; ++l)
    {
        if (other.line[l] < 0)
        {
            continue;
        }
        const Vec2 place = lattice_.at(other.line[l], other.line[l]);
        const double at = alongX ? place.y : place.x;
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
            own.clear();
            addCovered(shape(k),
                       alongX ? AxisSegment{along, at - copy.shift.y, start.x - copy.shift.x,
                                            end.x - copy.shift.x}
                              : AxisSegment{along, at - copy.shift.x, start.y - copy.shift.y,
                                            end.y - copy.shift.y},
                       own);
            for (int32_t m = 0; m < own.count(); ++m)
            {
                all.add(own[m]);
            }
            addSolid(k, own, axis, l, lines);
        }
        for (int32_t f = 0; f < axis.cells + 2; ++f)
        {
            if (lines.cover[l][f] != kOpen)
            {
                lines.gaps[l][f] = gapsOf(all, axis.face[f]);
                const FaceGaps& gaps = lines.gaps[l][f];
                lines.cover[l][f] = gaps.count == 0 ? kShut : (gaps.isWhole() ? kOpen : kCut);
            }
        }
    }
}

// Notes the faces of a line that a solid covers, and whether it covers most of them.
void SolidBlock::addSolid(size_t k, const IntervalUnion& covered, const BlockAxis& axis,
                          int32_t line, Lines& lines) const
{
    if (covered.count() == 0)
    {
        return;
    }
    const Interval reach = {covered[0].from, covered[covered.count() - 1].to};
    for (int32_t f = 0; f < axis.cells + 2; ++f)
    {
        if (axis.face[f].from >= reach.to || axis.face[f].to <= reach.from)
        {
            continue;
        }
        const auto part = static_cast<float>(1.0 - covered.openPart(axis.face[f]));
        if (lines.cover[line][f] == kOpen || part > lines.most[line][f])
        {
            lines.cover[line][f] = kCut;
            lines.most[line][f] = part;
            lines.owner[line][f] = static_cast<int16_t>(k);
        }
    }
}

CellGaps SolidBlock::gapsAround(int32_t a, int32_t b) const
{
    return {{&linesY_.at(b + 1, a + 1), &linesX_.at(a + 2, b + 1), &linesY_.at(b + 2, a + 1),
             &linesX_.at(a + 1, b + 1)}};
}

void SolidBlock::findKept()
{
    for (int32_t b = 0; b < y_.cells + 2; ++b)
    {
        for (int32_t a = 0; a < x_.cells + 2; ++a)
        {
            const Cover left = linesX_.cover[a][b];
            const bool same = linesX_.cover[a + 1][b] == left && linesY_.cover[b][a] == left &&
                              linesY_.cover[b + 1][a] == left;
            around_[b][a] = same ? left : kCut;
            const bool inGrid = x_.cell[a] >= 0 && y_.cell[b] >= 0;
            if (!inGrid || (around_[b][a] == kOpen && !masked_[b][a]))
            {
                kept_[b][a] = kAllGaps; // beyond the edge, too
            }
            else
            {
                kept_[b][a] =
                    around_[b][a] == kShut || masked_[b][a] ? kNoGaps : keptBy(a - 1, b - 1);
            }
        }
    }
}

// The gaps through which a cell with some is open.
GapSet SolidBlock::keptBy(int32_t a, int32_t b) const
{
    const int32_t i = x_.cell[a + 1];
    const int32_t j = y_.cell[b + 1];
    const CellGaps gaps = gapsAround(a, b);
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
    if (kept == kNoGaps)
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

SolidBlock::Face SolidBlock::face(const Lines& lines, int32_t line, int32_t at, uint32_t shared,
                                  Vec2 middle) const
{
    float open = openPartOf(lines.at(line, at), shared);
    open = open < kLeastOpen ? 0.0f : (open > 1.0f - kRounding ? 1.0f : open);
    if (open == 1.0f)
    {
        return {};
    }
    // Shut without being covered: by what parts the two cells.
    const bool covered = lines.cover[line][at] != kOpen;
    return {open, covered ? lines.owner[line][at] : nearestTo(middle)};
}

SolidBlock::Face SolidBlock::closedFaceX(int32_t a, int32_t b) const
{
    if (isMasked(a - 1, b) || isMasked(a, b))
    {
        return {0.0f, kMaskCovers};
    }
    const uint32_t shared =
        gapsOnSide(kept(a - 1, b), kCellRight) & gapsOnSide(kept(a, b), kCellLeft);
    return face(linesX_, a + 1, b + 1, shared, lattice_.at(x_.line[a + 1], y_.cell[b + 1] + 0.5));
}

SolidBlock::Face SolidBlock::closedFaceY(int32_t a, int32_t b) const
{
    if (isMasked(a, b - 1) || isMasked(a, b))
    {
        return {0.0f, kMaskCovers};
    }
    const uint32_t shared =
        gapsOnSide(kept(a, b - 1), kCellTop) & gapsOnSide(kept(a, b), kCellBottom);
    return face(linesY_, b + 1, a + 1, shared, lattice_.at(x_.cell[a + 1] + 0.5, y_.line[b + 1]));
}

float SolidBlock::partlyCovered(int32_t a, int32_t b) const
{
    const auto part = static_cast<float>(coveredBySolids(a, b));
    return part < kRounding ? 0.0f : (part > 1.0f - kRounding ? 1.0f : part);
}

double SolidBlock::coveredBySolids(int32_t a, int32_t b) const
{
    const double i = x_.cell[a + 1];
    const double j = y_.cell[b + 1];
    const Vec2 low = lattice_.at(i, j);
    const Vec2 high = lattice_.at(i + 1.0, j + 1.0);
    const bool whole = around_[b + 1][a + 1] == kOpen;
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
    if (!someSlip_ || isMasked(a, b))
    {
        return false;
    }
    const Vec2 middle = lattice_.at(x_.cell[a + 1] + 0.5, y_.cell[b + 1] + 0.5);
    return !solid(near_.size() == 1 ? 0 : nearestTo(middle)).noSlip;
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
    const FlowSolid& body = solid(by);
    return velocityAt(body.pose, body.motion,
                      lattice_.at(x, y) - placement(static_cast<size_t>(by)).shift);
}

} // namespace tarn
