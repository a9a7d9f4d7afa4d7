// Advection of one row of nodes in vectors, compiled once per instruction set by Highway.
//
// The formulas are those of backend/flow/sample.h, operation by operation. What is different is how
// numbers are looked up: the nodes that a vector of ways leads to lie in a few rows, and there
// within two vectors of neighbouring columns (a window). So each row is loaded as a whole,
// permuted, interpolated along x, and the lanes choose the rows they want. Gathers were measured to
// take twice as long. Vectors that do not fit a window are done node by node in plain code.
//
// The last vector of a row overlaps the one before it, so that there are no tails; rows shorter
// than a vector are left to the plain kernels, and vectors that may meet solids to near_row.cpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/advect_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/flow/flow_grid.h"
#include "backend/flow/near_row.h"
#include "backend/flow/open_row.h"
#include "backend/flow/sample.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

namespace hn = hwy::HWY_NAMESPACE;
using F32 = hn::CappedTag<float, kGhostColumns>;
using I32 = hn::RebindToSigned<F32>;
using V32 = hn::Vec<F32>;
using N32 = hn::Vec<I32>;
using M32 = hn::Mask<F32>;

// Lanes may differ by this many rows from the first one; a power of two.
constexpr int32_t kRowReach = 8;

HWY_INLINE int32_t lanes()
{
    return static_cast<int32_t>(hn::Lanes(F32()));
}

// std::min and std::max, also of zeros of either sign. x86 has just these, the other way around.
HWY_INLINE V32 lesser(V32 a, V32 b)
{
#if HWY_ARCH_X86
    return hn::Min(b, a);
#else
    return hn::IfThenElse(hn::Lt(b, a), b, a);
#endif
}
HWY_INLINE V32 greater(V32 a, V32 b)
{
#if HWY_ARCH_X86
    return hn::Max(b, a);
#else
    return hn::IfThenElse(hn::Lt(a, b), b, a);
#endif
}

HWY_INLINE V32 mix(V32 a, V32 b, V32 part)
{
    return hn::Add(a, hn::Mul(part, hn::Sub(b, a)));
}

// ---- Look-ups

// The grid that a field lies on: how many columns and rows it repeats after, or has.
struct Extent
{
    int32_t nx, ny;
    bool wrapX, wrapY;
};

// A vector of stencils, and the window of columns in which they are.
struct Spots
{
    N32 within; // the column in the window
    N32 next;   // and the one to the right of it
    N32 rise;   // rows above `row`
    V32 fx, fy;
    int32_t start; // the first column of the window
    int32_t row;   // of the first lane
    N32 beyond;    // not 0: the lane is not in the window, or too many rows away
};

// A whole number as an integer plus kWholeZero: quicker than a conversion, which also has to care
// for numbers that no way is long enough for.
constexpr int32_t kWholeZero = 0x4b400000; // 1.5 * 2^23 as bits
HWY_INLINE N32 shiftedWhole(V32 whole)
{
    return hn::BitCast(I32(), hn::Add(whole, hn::Set(F32(), 12582912.0f)));
}

HWY_INLINE Spots spotsAt(const Extent& extent, N32 baseX, V32 restX, int32_t baseY, V32 restY)
{
    const I32 di;
    const int32_t n = lanes();
    const V32 wholeX = hn::Floor(restX);
    const V32 wholeY = hn::Floor(restY);
    Spots s;
    s.fx = hn::Sub(restX, wholeX);
    s.fy = hn::Sub(restY, wholeY);
    const N32 columns = hn::Add(baseX, shiftedWhole(wholeX));
    const N32 rows = shiftedWhole(wholeY);

    // A window as far to the left of the first lane as to the right of where the last one is when
    // all ways are alike, moved to where there are numbers.
    const int32_t margin = (n - 1) / 2;
    const int32_t firstColumn = hn::GetLane(columns);
    const int32_t first = firstColumn - kWholeZero;
    const bool around = extent.wrapX && (first < 0 || first >= extent.nx);
    const int32_t column = around ? wrapped(first, extent.nx) : first;
    s.start =
        std::max(-kGhostColumns, std::min(column - margin, extent.nx + kGhostColumns - 2 * n));
    s.within = hn::Sub(columns, hn::Set(di, firstColumn - (column - s.start)));
    s.next = hn::Add(s.within, hn::Set(di, 1));
    const int32_t firstRow = hn::GetLane(rows);
    s.row = baseY + (firstRow - kWholeZero);
    s.rise = hn::Sub(rows, hn::Set(di, firstRow));
    s.beyond =
        hn::Or(hn::AndNot(hn::Set(di, 2 * n - 1), hn::Or(s.within, s.next)),
               hn::AndNot(hn::Set(di, 2 * kRowReach - 1), hn::Add(s.rise, hn::Set(di, kRowReach))));
    return s;
}

HWY_INLINE bool allFit(N32 beyond)
{
    return hn::AllTrue(I32(), hn::Eq(beyond, hn::Zero(I32())));
}

// Picks lanes from two neighbouring vectors.
HWY_INLINE V32 pick(V32 left, V32 right, N32 within)
{
#if HWY_TARGET <= HWY_AVX3
    return V32{_mm512_permutex2var_ps(left.raw, within.raw, right.raw)};
#else
    const F32 d;
    const N32 n = hn::Set(I32(), lanes());
    const auto index = hn::IndicesFromVec(d, hn::And(within, hn::Set(I32(), lanes() - 1)));
    return hn::IfThenElse(hn::RebindMask(d, hn::TestBit(within, n)),
                          hn::TableLookupLanes(right, index), hn::TableLookupLanes(left, index));
#endif
}

// A row between its columns, and of the two beside the place the lesser and the greater.
template <bool kBounds>
struct RowPart
{
    V32 value;
};
template <>
struct RowPart<true>
{
    V32 value, low, high;
};

template <bool kBounds>
HWY_INLINE RowPart<kBounds> chosen(M32 mask, const RowPart<kBounds>& yes,
                                   const RowPart<kBounds>& no)
{
    RowPart<kBounds> part;
    part.value = hn::IfThenElse(mask, yes.value, no.value);
    if constexpr (kBounds)
    {
        part.low = hn::IfThenElse(mask, yes.low, no.low);
        part.high = hn::IfThenElse(mask, yes.high, no.high);
    }
    return part;
}

template <bool kBounds>
HWY_INLINE RowPart<kBounds> alongX(V32 left, V32 right, V32 fx)
{
    RowPart<kBounds> part;
    part.value = mix(left, right, fx);
    if constexpr (kBounds)
    {
        part.low = lesser(left, right);
        part.high = greater(left, right);
    }
    return part;
}

template <bool kBounds>
HWY_INLINE RowPart<kBounds> alongY(const RowPart<kBounds>& lower, const RowPart<kBounds>& upper,
                                   V32 fy)
{
    RowPart<kBounds> part;
    part.value = mix(lower.value, upper.value, fy);
    if constexpr (kBounds)
    {
        part.low = lesser(lower.low, upper.low);
        part.high = greater(lower.high, upper.high);
    }
    return part;
}

template <bool kBounds>
HWY_INLINE RowPart<kBounds> rowAt(ConstRows field, const Extent& extent, const Spots& s,
                                  int32_t row)
{
    const bool around = extent.wrapY && (row < 0 || row > extent.ny);
    const int32_t j = around ? wrapped(row, extent.ny) : row;
    const float* from =
        field.first + static_cast<ptrdiff_t>(j) * static_cast<ptrdiff_t>(field.stride) + s.start;
    const V32 left = hn::LoadU(F32(), from);
    const V32 right = hn::LoadU(F32(), from + lanes());
    return alongX<kBounds>(pick(left, right, s.within), pick(left, right, s.next), s.fx);
}

template <bool kBounds = false>
HWY_INLINE RowPart<kBounds> look(ConstRows field, const Extent& extent, const Spots& s)
{
    const F32 d;
    const I32 di;
    RowPart<kBounds> lower = rowAt<kBounds>(field, extent, s, s.row);
    RowPart<kBounds> upper = rowAt<kBounds>(field, extent, s, s.row + 1);
    if (!hn::AllTrue(di, hn::Eq(s.rise, hn::Zero(di))))
    {
        // Lanes further up, then those further down, one row at a time.
        const RowPart<kBounds> first = lower;
        RowPart<kBounds> last = upper;
        auto mask = hn::Gt(s.rise, hn::Zero(di));
        for (int32_t up = 1; !hn::AllFalse(di, mask); ++up)
        {
            const RowPart<kBounds> next = rowAt<kBounds>(field, extent, s, s.row + up + 1);
            lower = chosen(hn::RebindMask(d, mask), last, lower);
            upper = chosen(hn::RebindMask(d, mask), next, upper);
            last = next;
            mask = hn::Gt(s.rise, hn::Set(di, up));
        }
        last = first;
        mask = hn::Lt(s.rise, hn::Zero(di));
        for (int32_t down = -1; !hn::AllFalse(di, mask); --down)
        {
            const RowPart<kBounds> next = rowAt<kBounds>(field, extent, s, s.row + down);
            upper = chosen(hn::RebindMask(d, mask), last, upper);
            lower = chosen(hn::RebindMask(d, mask), next, lower);
            last = next;
            mask = hn::Lt(s.rise, hn::Set(di, down));
        }
    }
    return alongY(lower, upper, s.fy);
}

// ---- Ways

struct Ways
{
    V32 x, y;
};

// What all vectors of a row have in common. A copy, so that it can stay in registers whatever is
// written in between.
struct Line
{
    FlowGrid grid;
    NodeColumns columns;
    Extent velocities, nodes;
    AdvectJob::At at;
    int32_t scale;
    float rate;
    int32_t row;
    int32_t baseY;
    float phaseY, placeY;

    HWY_INLINE Line(const AdvectJob& job, int32_t j)
        : grid(job.grid),
          columns(job.columns), velocities{grid.nx, grid.ny, grid.wrapX, grid.wrapY},
          nodes{grid.nx * job.scale, grid.ny * job.scale, grid.wrapX, grid.wrapY}, at(job.at),
          scale(job.scale), rate(job.rate), row(j), baseY(job.rowBase[j]), phaseY(job.rowPhase[j]),
          placeY(static_cast<float>(baseY) + phaseY)
    {
    }
};

// A vector of nodes of one row, and how far a way from them may lead.
struct Nodes
{
    N32 baseX;
    V32 phaseX, phaseY;
    V32 placeX, placeY;
    Ways least, most;
};

HWY_INLINE Nodes nodesAt(const Line& line, int32_t column)
{
    const F32 d;
    const FlowGrid& g = line.grid;
    Nodes n;
    n.baseX = hn::LoadU(I32(), line.columns.base + column);
    n.phaseX = hn::LoadU(d, line.columns.phase + column);
    n.phaseY = hn::Set(d, line.phaseY);
    n.placeX = hn::Add(hn::ConvertTo(d, n.baseX), n.phaseX);
    n.placeY = hn::Set(d, line.placeY);
    n.least.x = g.wrapX ? hn::Set(d, -kLongestWay) : hn::Sub(hn::Set(d, g.lowX), n.placeX);
    n.most.x = g.wrapX ? hn::Set(d, kLongestWay) : hn::Sub(hn::Set(d, g.highX), n.placeX);
    n.least.y = hn::Set(d, g.wrapY ? -kLongestWay : g.lowY - line.placeY);
    n.most.y = hn::Set(d, g.wrapY ? kLongestWay : g.highY - line.placeY);
    return n;
}

// Where to look up both parts of the velocity.
struct VelocitySpots
{
    Spots x, y;

    HWY_INLINE bool fit() const { return allFit(hn::Or(x.beyond, y.beyond)); }
};

HWY_INLINE VelocitySpots velocitySpots(const Line& line, N32 baseX, V32 restX, V32 restY)
{
    const V32 half = hn::Set(F32(), 0.5f);
    return {spotsAt(line.velocities, baseX, restX, line.baseY, hn::Sub(restY, half)),
            spotsAt(line.velocities, baseX, hn::Sub(restX, half), line.baseY, restY)};
}

HWY_INLINE Ways velocityAt(const Line& line, const VelocitySpots& spots)
{
    return {look(line.grid.u, line.velocities, spots.x).value,
            look(line.grid.v, line.velocities, spots.y).value};
}

// The velocity at the nodes themselves. Where nodes are as far apart as those of velocity, it is a
// mean of neighbours at most; what the full formula would add is 0 times something. Finer nodes are
// so close together that they always fit a window.
HWY_INLINE Ways velocityHere(const Line& line, const Nodes& n, int32_t column)
{
    const F32 d;
    const FlowGrid& g = line.grid;
    if (line.scale != 1)
    {
        return velocityAt(line, velocitySpots(line, n.baseX, n.phaseX, n.phaseY));
    }
    const V32 half = hn::Set(d, 0.5f);
    const auto strideU = static_cast<ptrdiff_t>(g.u.stride);
    const auto strideV = static_cast<ptrdiff_t>(g.v.stride);
    const float* u = g.u.first + line.baseY * strideU + column;
    const float* v = g.v.first + line.baseY * strideV + column;
    const auto pair = [&](const float* at)
                          HWY_ATTR { return mix(hn::LoadU(d, at), hn::LoadU(d, at + 1), half); };
    switch (line.at)
    {
    case AdvectJob::At::facesX:
        return {hn::LoadU(d, u), mix(pair(v - 1), pair(v - 1 + strideV), half)};
    case AdvectJob::At::facesY:
        return {mix(pair(u - strideU), pair(u), half), hn::LoadU(d, v)};
    case AdvectJob::At::cells:
        break;
    }
    return {pair(u), mix(hn::LoadU(d, v), hn::LoadU(d, v + strideV), half)};
}

HWY_INLINE Ways keptWays(const Nodes& n, const Ways& velocity, float rate)
{
    const V32 r = hn::Set(F32(), rate);
    return {lesser(greater(hn::Mul(r, velocity.x), n.least.x), n.most.x),
            lesser(greater(hn::Mul(r, velocity.y), n.least.y), n.most.y)};
}

// The midpoint rule: makes whole ways of half ones. False, and nothing done, when the places half
// way do not fit windows.
HWY_INLINE bool follow(const Line& line, const Nodes& n, float rate, Ways* ways)
{
    const VelocitySpots spots =
        velocitySpots(line, n.baseX, hn::Add(n.phaseX, ways->x), hn::Add(n.phaseY, ways->y));
    if (HWY_UNLIKELY(!spots.fit()))
    {
        return false;
    }
    *ways = keptWays(n, velocityAt(line, spots), rate);
    return true;
}

HWY_INLINE Spots endsOf(const Line& line, int32_t column, N32 iota, const Ways& ways)
{
    const V32 fine = hn::Set(F32(), static_cast<float>(line.scale));
    const N32 columns = hn::Add(iota, hn::Set(I32(), column));
    return spotsAt(line.nodes, columns, hn::Mul(fine, ways.x), line.row, hn::Mul(fine, ways.y));
}

// ---- Solids

// How far the ways of a vector reach along an axis, and whether that is anywhere near a solid.
struct Reach
{
    V32 low, high;

    HWY_INLINE explicit Reach(V32 place) : low(place), high(place) {}
    HWY_INLINE void include(V32 place)
    {
        low = hn::Min(low, place);
        high = hn::Max(high, place);
    }
    HWY_INLINE int32_t least() const
    {
        return static_cast<int32_t>(std::floor(hn::GetLane(hn::MinOfLanes(F32(), low)))) - 2;
    }
    HWY_INLINE int32_t most() const
    {
        return static_cast<int32_t>(std::floor(hn::GetLane(hn::MaxOfLanes(F32(), high)))) + 2;
    }
};

struct Around
{
    Reach x, y;

    HWY_INLINE explicit Around(const Nodes& n) : x(n.placeX), y(n.placeY) {}
    HWY_INLINE void include(const Nodes& n, const Ways& way)
    {
        x.include(hn::Add(n.placeX, way.x));
        y.include(hn::Add(n.placeY, way.y));
    }
    HWY_INLINE bool anySolid(const SolidBlocks& solids) const
    {
        return solids.any(x.least(), y.least(), x.most(), y.most());
    }
};

// ---- Rows
//
// A row is done in pieces, and a piece in three passes: velocity at the nodes, ways, and what is at
// their ends. Within one pass vectors do not wait for one another, and are short enough for a
// processor to work on several; in a single pass, advection was measured to take a third longer.

constexpr int32_t kPiece = 256;

// Ways or velocities of a piece.
struct Buffer
{
    HWY_ALIGN float x[kPiece];
    HWY_ALIGN float y[kPiece];

    HWY_INLINE void store(int32_t k, const Ways& ways)
    {
        hn::Store(ways.x, F32(), x + k);
        hn::Store(ways.y, F32(), y + k);
    }
    HWY_INLINE Ways load(int32_t k) const
    {
        return {hn::Load(F32(), x + k), hn::Load(F32(), y + k)};
    }
};

struct Piece
{
    Buffer middleBack, back, middleAhead, ahead;
    bool fit[kPiece]; // by vector
};

// What is done with a vector of columns.
enum class Done
{
    yes,
    notOpen, // solids may be in the way
    notFit
};

template <bool kSolids>
HWY_INLINE Done advectColumns(const AdvectJob& job, const Line& line, int32_t column, N32 iota,
                              const Piece& piece, int32_t k)
{
    const F32 d;
    const Ways back = piece.back.load(k);
    if constexpr (kSolids)
    {
        const Nodes n = nodesAt(line, column);
        Around around(n);
        around.include(n, piece.middleBack.load(k));
        around.include(n, back);
        if (around.anySolid(line.grid.solids))
        {
            return Done::notOpen;
        }
    }
    const Spots ends = endsOf(line, column, iota, back);
    if (HWY_UNLIKELY(!allFit(ends.beyond)))
    {
        return Done::notFit;
    }
    for (int32_t f = 0; f < job.count; ++f)
    {
        hn::StoreU(look(job.from[f], line.nodes, ends).value, d, job.to[f].row(line.row) + column);
    }
    return Done::yes;
}

// Lanes whose way ends where MacCormack's correction may look.
HWY_INLINE M32 trustedLanes(const AdvectJob& job, const Nodes& n, const Ways& way)
{
    const F32 d;
    const auto inside = [&](bool wraps, V32 place, float low, float high) HWY_ATTR {
        const float least = wraps ? -FLT_MAX : low;
        const float most = wraps ? FLT_MAX : high;
        return hn::And(hn::Ge(place, hn::Set(d, least)), hn::Le(place, hn::Set(d, most)));
    };
    return hn::And(inside(job.grid.wrapX, hn::Add(n.placeX, way.x), job.trustLowX, job.trustHighX),
                   inside(job.grid.wrapY, hn::Add(n.placeY, way.y), job.trustLowY, job.trustHighY));
}

template <bool kSolids>
HWY_INLINE Done correctColumns(const AdvectJob& job, const Line& line, int32_t column, N32 iota,
                               const Piece& piece, int32_t k)
{
    const F32 d;
    const Nodes n = nodesAt(line, column);
    const Ways back = piece.back.load(k);
    const Ways ahead = piece.ahead.load(k);
    if constexpr (kSolids)
    {
        Around around(n);
        around.include(n, piece.middleBack.load(k));
        around.include(n, back);
        around.include(n, piece.middleAhead.load(k));
        around.include(n, ahead);
        if (around.anySolid(line.grid.solids))
        {
            return Done::notOpen;
        }
    }
    const Spots behind = endsOf(line, column, iota, back);
    const Spots before = endsOf(line, column, iota, ahead);
    if (HWY_UNLIKELY(!allFit(hn::Or(behind.beyond, before.beyond))))
    {
        return Done::notFit;
    }
    const M32 good = hn::And(trustedLanes(job, n, back), trustedLanes(job, n, ahead));
    for (int32_t f = 0; f < job.count; ++f)
    {
        const V32 hat = hn::LoadU(d, job.hat[f].row(line.row) + column);
        const RowPart<true> source = look<true>(job.from[f], line.nodes, behind);
        const V32 again = look(job.hat[f], line.nodes, before).value;
        const V32 was = hn::LoadU(d, job.from[f].row(line.row) + column);
        const V32 better = hn::Add(hat, hn::Mul(hn::Set(d, 0.5f), hn::Sub(was, again)));
        const V32 limited = lesser(greater(better, source.low), source.high);
        hn::StoreU(hn::IfThenElse(good, limited, hat), d, job.to[f].row(line.row) + column);
    }
    return Done::yes;
}

// body(first column of a vector, where it is in the piece) for columns begin to end; the last
// vector of a row overlaps the one before it.
template <class Body>
HWY_INLINE void forVectors(int32_t count, int32_t begin, int32_t end, Body&& body)
{
    const int32_t n = lanes();
    for (int32_t at = begin; at < end; at += n)
    {
        body(std::min(at, count - n), at - begin);
    }
}

// Follows the nodes of a piece, back in time and, with kAhead, ahead.
template <bool kAhead>
HWY_INLINE void followPiece(const Line& line, int32_t begin, int32_t end, Piece& piece)
{
    const int32_t n = lanes();
    forVectors(line.columns.count, begin, end, [&](int32_t column, int32_t k) HWY_ATTR {
        const Nodes nodes = nodesAt(line, column);
        const Ways here = velocityHere(line, nodes, column);
        piece.middleBack.store(k, keptWays(nodes, here, -0.5f * line.rate));
        if constexpr (kAhead)
        {
            piece.middleAhead.store(k, keptWays(nodes, here, 0.5f * line.rate));
        }
    });
    forVectors(line.columns.count, begin, end, [&](int32_t column, int32_t k) HWY_ATTR {
        const Nodes nodes = nodesAt(line, column);
        Ways ways = piece.middleBack.load(k);
        bool fit = follow(line, nodes, -line.rate, &ways);
        piece.back.store(k, ways);
        if constexpr (kAhead)
        {
            ways = piece.middleAhead.load(k);
            fit = follow(line, nodes, line.rate, &ways) && fit;
            piece.ahead.store(k, ways);
        }
        piece.fit[k / n] = fit;
    });
}

// Takes the ways that are given; see givenWay.
template <bool kAhead>
HWY_INLINE void takePiece(const AdvectJob& job, const Line& line, int32_t begin, int32_t end,
                          Piece& piece)
{
    const F32 d;
    const int32_t n = lanes();
    const auto take = [&](Rows rows, int32_t column) HWY_ATTR {
        const float* own = rows.row(line.row) + column;
        if (line.at == AdvectJob::At::cells)
        {
            return hn::LoadU(d, own);
        }
        const float* other =
            line.at == AdvectJob::At::facesX ? own - 1 : own - static_cast<ptrdiff_t>(rows.stride);
        return hn::Mul(hn::Set(d, 0.5f), hn::Add(hn::LoadU(d, other), hn::LoadU(d, own)));
    };
    forVectors(line.columns.count, begin, end, [&](int32_t column, int32_t k) HWY_ATTR {
        const Ways back = {take(job.wayX[0], column), take(job.wayY[0], column)};
        piece.back.store(k, back);
        piece.middleBack.store(k, back);
        if constexpr (kAhead)
        {
            const Ways ahead = {take(job.wayX[1], column), take(job.wayY[1], column)};
            piece.ahead.store(k, ahead);
            piece.middleAhead.store(k, ahead);
        }
        piece.fit[k / n] = true;
    });
}

template <bool kSolids, bool kCorrects>
HWY_INLINE void doPiece(const AdvectJob& job, const Line& line, int32_t begin, int32_t end)
{
    const int32_t n = lanes();
    const N32 iota = hn::Iota(I32(), 0);
    Piece piece;
    if (job.hasWays)
    {
        takePiece<kCorrects>(job, line, begin, end, piece);
    }
    else
    {
        followPiece<kCorrects>(line, begin, end, piece);
    }
    forVectors(line.columns.count, begin, end, [&](int32_t column, int32_t k) HWY_ATTR {
        Done done = Done::notFit;
        if (HWY_LIKELY(piece.fit[k / n]))
        {
            done = kCorrects ? correctColumns<kSolids>(job, line, column, iota, piece, k)
                             : advectColumns<kSolids>(job, line, column, iota, piece, k);
        }
        if (HWY_UNLIKELY(done != Done::yes))
        {
            if constexpr (kSolids)
            {
                (kCorrects ? correctNear : advectNear)(job, line.row, column, column + n);
            }
            else
            {
                (kCorrects ? correctOpen : advectOpen)(job, line.row, column, column + n);
            }
        }
    });
}

template <bool kSolids, bool kAhead>
HWY_INLINE void tracePiece(const AdvectJob& job, const Line& line, int32_t begin, int32_t end)
{
    const F32 d;
    const int32_t n = lanes();
    Piece piece;
    followPiece<kAhead>(line, begin, end, piece);
    forVectors(line.columns.count, begin, end, [&](int32_t column, int32_t k) HWY_ATTR {
        bool open = piece.fit[k / n];
        if constexpr (kSolids)
        {
            const Nodes nodes = nodesAt(line, column);
            Around around(nodes);
            around.include(nodes, piece.middleBack.load(k));
            around.include(nodes, piece.back.load(k));
            if constexpr (kAhead)
            {
                around.include(nodes, piece.middleAhead.load(k));
                around.include(nodes, piece.ahead.load(k));
            }
            open = open && !around.anySolid(line.grid.solids);
        }
        if (HWY_UNLIKELY(!open))
        {
            (kSolids ? traceNear : traceOpen)(job, line.row, column, column + n, kAhead);
            return;
        }
        const Ways back = piece.back.load(k);
        hn::StoreU(back.x, d, job.wayX[0].row(line.row) + column);
        hn::StoreU(back.y, d, job.wayY[0].row(line.row) + column);
        if constexpr (kAhead)
        {
            const Ways ahead = piece.ahead.load(k);
            hn::StoreU(ahead.x, d, job.wayX[1].row(line.row) + column);
            hn::StoreU(ahead.y, d, job.wayY[1].row(line.row) + column);
        }
    });
}

template <bool kSolids, bool kAhead>
HWY_INLINE void traceRow(const AdvectJob& job, int32_t row)
{
    const Line line(job, row);
    for (int32_t begin = 0; begin < job.columns.count; begin += kPiece)
    {
        tracePiece<kSolids, kAhead>(job, line, begin, std::min(begin + kPiece, job.columns.count));
    }
}

template <bool kSolids, bool kCorrects>
HWY_INLINE void doRow(const AdvectJob& job, int32_t row)
{
    const Line line(job, row);
    for (int32_t begin = 0; begin < job.columns.count; begin += kPiece)
    {
        doPiece<kSolids, kCorrects>(job, line, begin, std::min(begin + kPiece, job.columns.count));
    }
}

void trace(const AdvectJob& job, int32_t row, bool ahead)
{
    if (job.columns.count < lanes())
    {
        plainAdvectKernels().trace(job, row, ahead);
        return;
    }
    if (job.grid.solids.first != nullptr)
    {
        ahead ? traceRow<true, true>(job, row) : traceRow<true, false>(job, row);
    }
    else
    {
        ahead ? traceRow<false, true>(job, row) : traceRow<false, false>(job, row);
    }
}

void advect(const AdvectJob& job, int32_t row)
{
    if (job.columns.count < lanes())
    {
        plainAdvectKernels().advect(job, row);
        return;
    }
    job.grid.solids.first != nullptr ? doRow<true, false>(job, row) : doRow<false, false>(job, row);
}

void correct(const AdvectJob& job, int32_t row)
{
    if (job.columns.count < lanes())
    {
        plainAdvectKernels().correct(job, row);
        return;
    }
    job.grid.solids.first != nullptr ? doRow<true, true>(job, row) : doRow<false, true>(job, row);
}

const AdvectKernels* table()
{
    static constexpr AdvectKernels kTable = {trace, advect, correct};
    return &kTable;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tarn
{

HWY_EXPORT(table);

const AdvectKernels& vectorAdvectKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
