// Advection of one row of nodes in vectors, compiled once per instruction set by Highway.
//
// The formulas are those of backend/flow/sample.h, operation by operation. What is different is how
// numbers are looked up: the nodes that a vector of ways leads to lie in a few rows, and there
// within two vectors of neighbouring columns (a window). So each row is loaded as a whole,
// permuted, interpolated along x, and the lanes choose the rows they want. Gathering lane by lane
// was measured to take twice as long; it is left for the vectors that do not fit a window.
//
// The last vector of a row overlaps the one before it, so that there are no tails; rows shorter
// than a vector are left to the plain kernels, and vectors that may meet solids to near_row.cpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/advect_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/flow/flow_grid.h"
#include "backend/flow/near_row.h"
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
    N32 i;
    N32 rise; // rows above `row`
    V32 fx, fy;
    hn::Vec<I32> within; // the column in the window
    int32_t start;       // the first column of the window
    int32_t row;         // the row of the first lane
    int32_t baseRow;
    bool fit; // all lanes are in the window, and not too many rows apart
};

HWY_INLINE Spots spotsAt(const Extent& extent, N32 baseX, V32 restX, int32_t baseY, V32 restY)
{
    const I32 di;
    const int32_t n = lanes();
    const V32 wholeX = hn::Floor(restX);
    const V32 wholeY = hn::Floor(restY);
    Spots s;
    s.fx = hn::Sub(restX, wholeX);
    s.fy = hn::Sub(restY, wholeY);
    s.i = hn::Add(baseX, hn::ConvertTo(di, wholeX));
    const N32 rows = hn::ConvertTo(di, wholeY);

    // A window as far to the left of the first lane as to the right of where the last one is when
    // all ways are alike, moved to where there are numbers.
    const int32_t first = hn::GetLane(s.i);
    const bool around = extent.wrapX && (first < 0 || first >= extent.nx);
    const int32_t column = around ? wrapped(first, extent.nx) : first;
    s.start = std::max(-kGhostColumns,
                       std::min(column - (n - 1) / 2, extent.nx + kGhostColumns - 1 - 2 * n));
    s.within = hn::Sub(s.i, hn::Set(di, first - column + s.start));
    const int32_t firstRise = hn::GetLane(rows);
    s.baseRow = baseY;
    s.row = baseY + firstRise;
    s.rise = hn::Sub(rows, hn::Set(di, firstRise));
    const N32 beyond =
        hn::Or(hn::AndNot(hn::Set(di, 2 * n - 1), s.within),
               hn::AndNot(hn::Set(di, 2 * kRowReach - 1), hn::Add(s.rise, hn::Set(di, kRowReach))));
    s.fit = hn::AllTrue(di, hn::Eq(beyond, hn::Zero(di)));
    return s;
}

// Picks lanes from the two vectors at `from`.
HWY_INLINE V32 pick(const float* from, N32 within)
{
    const F32 d;
    const I32 di;
    const V32 left = hn::LoadU(d, from);
    const V32 right = hn::LoadU(d, from + lanes());
#if HWY_TARGET <= HWY_AVX3
    return V32{_mm512_permutex2var_ps(left.raw, within.raw, right.raw)};
#else
    const N32 n = hn::Set(di, lanes());
    const auto index = hn::IndicesFromVec(d, hn::AndNot(n, within));
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

// Lane by lane, wherever they are.
template <bool kBounds>
HWY_NOINLINE RowPart<kBounds> gathered(ConstRows field, const Extent& extent, const Spots& s)
{
    const F32 d;
    const I32 di;
    HWY_ALIGN int32_t columns[kGhostColumns];
    HWY_ALIGN int32_t rises[kGhostColumns];
    HWY_ALIGN float corners[4][kGhostColumns];
    hn::Store(s.i, di, columns);
    hn::Store(s.rise, di, rises);
    for (int32_t k = 0; k < lanes(); ++k)
    {
        Stencil one = {columns[k], s.row + rises[k], 0.0f, 0.0f};
        wrapStencil(one, extent.wrapX, extent.nx, extent.wrapY, extent.ny);
        const Corners c = cornersAt(field, one);
        corners[0][k] = c.a00;
        corners[1][k] = c.a10;
        corners[2][k] = c.a01;
        corners[3][k] = c.a11;
    }
    return alongY(alongX<kBounds>(hn::Load(d, corners[0]), hn::Load(d, corners[1]), s.fx),
                  alongX<kBounds>(hn::Load(d, corners[2]), hn::Load(d, corners[3]), s.fx), s.fy);
}

template <bool kBounds = false>
HWY_INLINE RowPart<kBounds> look(ConstRows field, const Extent& extent, const Spots& s)
{
    if (HWY_UNLIKELY(!s.fit))
    {
        return gathered<kBounds>(field, extent, s);
    }
    const F32 d;
    const I32 di;
    const auto rowAt = [&](int32_t row) HWY_ATTR {
        const bool around = extent.wrapY && (row < 0 || row > extent.ny);
        const int32_t j = around ? wrapped(row, extent.ny) : row;
        const float* from = field.first +
                            static_cast<ptrdiff_t>(j) * static_cast<ptrdiff_t>(field.stride) +
                            s.start;
        return alongX<kBounds>(pick(from, s.within), pick(from + 1, s.within), s.fx);
    };
    RowPart<kBounds> lower = rowAt(s.row);
    RowPart<kBounds> upper = rowAt(s.row + 1);
    const RowPart<kBounds> first = lower;

    // Lanes further up, then those further down, one row at a time.
    RowPart<kBounds> last = upper;
    for (int32_t up = 0;; ++up)
    {
        const auto mask = hn::Gt(s.rise, hn::Set(di, up));
        if (hn::AllFalse(di, mask))
        {
            break;
        }
        const RowPart<kBounds> next = rowAt(s.row + up + 2);
        lower = chosen(hn::RebindMask(d, mask), last, lower);
        upper = chosen(hn::RebindMask(d, mask), next, upper);
        last = next;
    }
    last = first;
    for (int32_t down = 0;; --down)
    {
        const auto mask = hn::Lt(s.rise, hn::Set(di, down));
        if (hn::AllFalse(di, mask))
        {
            break;
        }
        const RowPart<kBounds> next = rowAt(s.row + down - 1);
        upper = chosen(hn::RebindMask(d, mask), last, upper);
        lower = chosen(hn::RebindMask(d, mask), next, lower);
        last = next;
    }
    return alongY(lower, upper, s.fy);
}

// ---- Ways

struct Ways
{
    V32 x, y;
};

// A vector of nodes of one row.
struct Nodes
{
    N32 baseX;
    V32 phaseX, placeX;
    int32_t baseY;
    V32 phaseY, placeY;
};

HWY_INLINE Nodes nodesAt(const AdvectJob& job, int32_t column, int32_t row)
{
    const F32 d;
    Nodes n;
    n.baseX = hn::LoadU(I32(), job.columns.base + column);
    n.phaseX = hn::LoadU(d, job.columns.phase + column);
    n.placeX = hn::Add(hn::ConvertTo(d, n.baseX), n.phaseX);
    n.baseY = job.rowBase[row];
    n.phaseY = hn::Set(d, job.rowPhase[row]);
    n.placeY = hn::Set(d, static_cast<float>(job.rowBase[row]) + job.rowPhase[row]);
    return n;
}

HWY_INLINE Extent velocityExtent(const FlowGrid& g)
{
    return {g.nx, g.ny, g.wrapX, g.wrapY};
}
HWY_INLINE Extent nodeExtent(const AdvectJob& job)
{
    const FlowGrid& g = job.grid;
    return {g.nx * job.scale, g.ny * job.scale, g.wrapX, g.wrapY};
}

HWY_INLINE Ways velocity(const FlowGrid& g, N32 baseX, V32 restX, int32_t baseY, V32 restY)
{
    const V32 half = hn::Set(F32(), 0.5f);
    const Extent extent = velocityExtent(g);
    const Spots su = spotsAt(extent, baseX, restX, baseY, hn::Sub(restY, half));
    const Spots sv = spotsAt(extent, baseX, hn::Sub(restX, half), baseY, restY);
    return {look(g.u, extent, su).value, look(g.v, extent, sv).value};
}

// The velocity at the nodes themselves. Where nodes are as far apart as those of velocity, it is a
// mean of neighbours at most; what the full formula would add is 0 times something.
HWY_INLINE Ways velocityHere(const AdvectJob& job, const Nodes& n, int32_t column)
{
    const FlowGrid& g = job.grid;
    if (job.scale != 1)
    {
        return velocity(g, n.baseX, n.phaseX, n.baseY, n.phaseY);
    }
    const F32 d;
    const V32 half = hn::Set(d, 0.5f);
    const auto stride = static_cast<ptrdiff_t>(g.u.stride);
    const auto strideV = static_cast<ptrdiff_t>(g.v.stride);
    const float* u = g.u.first + n.baseY * stride + column;
    const float* v = g.v.first + n.baseY * strideV + column;
    const auto pair = [&](const float* at)
                          HWY_ATTR { return mix(hn::LoadU(d, at), hn::LoadU(d, at + 1), half); };
    switch (job.at)
    {
    case AdvectJob::At::facesX:
        return {hn::LoadU(d, u), mix(pair(v - 1), pair(v - 1 + strideV), half)};
    case AdvectJob::At::facesY:
        return {mix(pair(u - stride), pair(u), half), hn::LoadU(d, v)};
    case AdvectJob::At::cells:
        break;
    }
    return {pair(u), mix(hn::LoadU(d, v), hn::LoadU(d, v + strideV), half)};
}

HWY_INLINE V32 keptWays(V32 way, bool wraps, V32 place, float low, float high)
{
    const F32 d;
    const V32 least = wraps ? hn::Set(d, -kLongestWay) : hn::Sub(hn::Set(d, low), place);
    const V32 most = wraps ? hn::Set(d, kLongestWay) : hn::Sub(hn::Set(d, high), place);
    return lesser(greater(way, least), most);
}

HWY_INLINE Ways kept(const FlowGrid& g, float rate, const Ways& velocity, const Nodes& n)
{
    const V32 r = hn::Set(F32(), rate);
    return {keptWays(hn::Mul(r, velocity.x), g.wrapX, n.placeX, g.lowX, g.highX),
            keptWays(hn::Mul(r, velocity.y), g.wrapY, n.placeY, g.lowY, g.highY)};
}

// The midpoint rule, from the velocity at the nodes.
struct Followed
{
    Ways middle, whole;
};
HWY_INLINE Followed follow(const FlowGrid& g, const Nodes& n, const Ways& here, float rate)
{
    Followed f;
    f.middle = kept(g, 0.5f * rate, here, n);
    const Ways there =
        velocity(g, n.baseX, hn::Add(n.phaseX, f.middle.x), n.baseY, hn::Add(n.phaseY, f.middle.y));
    f.whole = kept(g, rate, there, n);
    return f;
}

HWY_INLINE Spots endsOf(const AdvectJob& job, const Extent& extent, int32_t column, int32_t row,
                        const Ways& ways)
{
    const V32 fine = hn::Set(F32(), static_cast<float>(job.scale));
    return spotsAt(extent, hn::Iota(I32(), column), hn::Mul(fine, ways.x), row,
                   hn::Mul(fine, ways.y));
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
    HWY_INLINE void include(const Nodes& n, const Followed& f)
    {
        x.include(hn::Add(n.placeX, f.middle.x));
        x.include(hn::Add(n.placeX, f.whole.x));
        y.include(hn::Add(n.placeY, f.middle.y));
        y.include(hn::Add(n.placeY, f.whole.y));
    }
    HWY_INLINE bool anySolid(const SolidBlocks& solids) const
    {
        return solids.any(x.least(), y.least(), x.most(), y.most());
    }
};

// ---- Rows

// body(column) for the first columns of vectors that cover a row; the last may overlap the one
// before it. Rows are at least as long as a vector.
template <class Body>
HWY_INLINE void forColumns(int32_t count, Body&& body)
{
    const int32_t n = lanes();
    for (int32_t column = 0; column < count; column += n)
    {
        body(std::min(column, count - n));
    }
}

template <bool kSolids>
HWY_INLINE void advectColumns(const AdvectJob& job, int32_t row)
{
    const F32 d;
    const Extent extent = nodeExtent(job);
    forColumns(job.columns.count, [&](int32_t column) HWY_ATTR {
        const Nodes n = nodesAt(job, column, row);
        const Followed back = follow(job.grid, n, velocityHere(job, n, column), -job.rate);
        if constexpr (kSolids)
        {
            Around around(n);
            around.include(n, back);
            if (around.anySolid(job.grid.solids))
            {
                advectNear(job, row, column, column + lanes());
                return;
            }
        }
        const Spots ends = endsOf(job, extent, column, row, back.whole);
        for (int32_t f = 0; f < job.count; ++f)
        {
            hn::StoreU(look(job.from[f], extent, ends).value, d, job.to[f].row(row) + column);
        }
    });
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
HWY_INLINE void correctColumns(const AdvectJob& job, int32_t row)
{
    const F32 d;
    const V32 half = hn::Set(d, 0.5f);
    const Extent extent = nodeExtent(job);
    forColumns(job.columns.count, [&](int32_t column) HWY_ATTR {
        const Nodes n = nodesAt(job, column, row);
        const Ways here = velocityHere(job, n, column);
        const Followed back = follow(job.grid, n, here, -job.rate);
        const Followed ahead = follow(job.grid, n, here, job.rate);
        if constexpr (kSolids)
        {
            Around around(n);
            around.include(n, back);
            around.include(n, ahead);
            if (around.anySolid(job.grid.solids))
            {
                correctNear(job, row, column, column + lanes());
                return;
            }
        }
        const M32 good =
            hn::And(trustedLanes(job, n, back.whole), trustedLanes(job, n, ahead.whole));
        const Spots behind = endsOf(job, extent, column, row, back.whole);
        const Spots before = endsOf(job, extent, column, row, ahead.whole);
        for (int32_t f = 0; f < job.count; ++f)
        {
            const V32 hat = hn::LoadU(d, job.hat[f].row(row) + column);
            const RowPart<true> source = look<true>(job.from[f], extent, behind);
            const V32 again = look(job.hat[f], extent, before).value;
            const V32 was = hn::LoadU(d, job.from[f].row(row) + column);
            const V32 better = hn::Add(hat, hn::Mul(half, hn::Sub(was, again)));
            const V32 limited = lesser(greater(better, source.low), source.high);
            hn::StoreU(hn::IfThenElse(good, limited, hat), d, job.to[f].row(row) + column);
        }
    });
}

void advect(const AdvectJob& job, int32_t row)
{
    if (job.columns.count < lanes())
    {
        plainAdvectKernels().advect(job, row);
        return;
    }
    job.grid.solids.first != nullptr ? advectColumns<true>(job, row)
                                     : advectColumns<false>(job, row);
}

void correct(const AdvectJob& job, int32_t row)
{
    if (job.columns.count < lanes())
    {
        plainAdvectKernels().correct(job, row);
        return;
    }
    job.grid.solids.first != nullptr ? correctColumns<true>(job, row)
                                     : correctColumns<false>(job, row);
}

const AdvectKernels* table()
{
    static constexpr AdvectKernels kTable = {advect, correct};
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
