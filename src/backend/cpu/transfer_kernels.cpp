// The transfers of the cpu backend, compiled once per instruction set by Highway: between the rows
// of a level and of the next coarser one, and between split rows and plain order.
//
// The residual goes up summed over children, the correction comes down interpolated between four
// coarse cells, or constant. On the way a piece of a coarse row lies in plain order in a buffer,
// whose positions are those of the fine halves. See half_row-inl.h for the names and the order of
// the arithmetic.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/transfer_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/cpu/half_row-inl.h"
#include "backend/cpu/row_kernels.h"

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

// Between plain order and the halves of a row: `count` floats, rounded up to whole vectors.
HWY_INLINE void splitPiece(const float* plain, int32_t count, float* even, float* odd)
{
    const F32 d;
    for (int32_t k = 0; 2 * k < count; k += lanes())
    {
        V32 first;
        V32 second;
        hn::LoadInterleaved2(d, plain + 2 * k, first, second);
        hn::Store(first, d, even + k);
        hn::Store(second, d, odd + k);
    }
}

HWY_INLINE void joinPiece(const float* even, const float* odd, int32_t count, float* plain)
{
    const F32 d;
    for (int32_t k = 0; 2 * k < count; k += lanes())
    {
        hn::StoreInterleaved2(hn::Load(d, even + k), hn::Load(d, odd + k), d, plain + 2 * k);
    }
}

// The children of coarse cell k are at position k of either half, so a coarse row's sums come in
// plain order. The left column is summed first, then the right one, as the reference does.
template <bool kAll>
HWY_NOINLINE void restrictRows(const LevelView& fine, const LevelView& coarse, int32_t J)
{
    const F32 d;
    const int32_t low = 2 * J;
    const bool second = low + 1 < fine.ny;
    const int32_t high = second ? low + 1 : low;
    const HalfRow<false> evenLow(fine, fine.x, low);
    const HalfRow<true> oddLow(fine, fine.x, low);
    const HalfRow<false> evenHigh(fine, fine.x, high);
    const HalfRow<true> oddHigh(fine, fine.x, high);
    const float* rLow = fine.r.row(low);
    const float* rHigh = fine.r.row(high);
    const int32_t oddCells = cellsInHalf<true>(fine);
    HWY_ALIGN float sums[kPiece];
    const UniformSpan spanLow = fine.cx.uniform[low];
    const UniformSpan spanHigh = fine.cx.uniform[high];
    const M32 every = hn::FirstN(d, static_cast<size_t>(lanes()));
    const V32 cLow = hn::Set(d, spanLow.conductance);
    const V32 cHigh = hn::Set(d, spanHigh.conductance);
    const int32_t uniformFrom = std::max(spanLow.begin, spanHigh.begin);
    const int32_t uniformTo = kAll || !second ? 0 : std::min(spanLow.end, spanHigh.end);
    for (int32_t begin = 0; begin < coarse.nx; begin += kPiece)
    {
        const int32_t size = std::min(kPiece, roundUp(coarse.nx - begin, 2 * kLanes));
        const auto sum = [&](auto tail, int32_t k, M32 mask) TARN_INLINE {
            constexpr bool kTail = decltype(tail)::value;
            const int32_t inOdd = std::clamp(oddCells - k, 0, lanes());
            const M32 oddMask = kTail ? hn::FirstN(d, static_cast<size_t>(inOdd)) : mask;
            // Red cells are the even columns of the even row and the odd ones of the odd row.
            V32 left = residualAt<false, kTail>(evenLow, rLow, k, mask);
            V32 right = hn::Zero(d);
            if (kAll && second)
            {
                left = hn::Add(left, residualAt<false, kTail>(evenHigh, rHigh, k, mask));
            }
            if (kAll)
            {
                right = residualAt<true, kTail>(oddLow, rLow + fine.half, k, oddMask);
            }
            if (second)
            {
                right =
                    hn::Add(right, residualAt<true, kTail>(oddHigh, rHigh + fine.half, k, oddMask));
            }
            hn::Store(hn::Add(left, right), d, sums + (k - begin));
        };
        // Full vectors of both halves first; the last one of an odd row is short in one of them.
        const int32_t full = std::max(begin, std::min(begin + size, oddCells / lanes() * lanes()));
        const int32_t end = std::min(begin + size, coarse.nx);
        const int32_t insideFrom = std::clamp(uniformFrom, begin, full);
        const int32_t insideTo = std::clamp(uniformTo, insideFrom, full);
        forVectors(begin, insideFrom, sum);
        const auto inside = [&](auto known) TARN_INLINE {
            constexpr Conductances kKnown = decltype(known)::value;
            for (int32_t k = insideFrom; k < insideTo; k += lanes())
            {
                const V32 left = residualAt<false, false, kKnown>(evenLow, rLow, k, every, cLow);
                const V32 right =
                    residualAt<true, false, kKnown>(oddHigh, rHigh + fine.half, k, every, cHigh);
                hn::Store(hn::Add(left, hn::Add(hn::Zero(d), right)), d, sums + (k - begin));
            }
        };
        withAlike(spanLow.conductance == spanHigh.conductance ? spanLow.conductance : 0.0f, inside);
        forVectors(insideTo, full, sum);
        for (int32_t k = full; k < end; k += lanes())
        {
            sum(std::true_type(), k,
                hn::FirstN(d, static_cast<size_t>(std::min(lanes(), coarse.nx - k))));
        }
        clear(sums + roundUp(end - begin, lanes()), size - roundUp(end - begin, lanes()));
        splitPiece(sums, size, coarse.r.row(J) + begin / 2,
                   coarse.r.row(J) + coarse.half + begin / 2);
    }
}

void restrictResidual(const LevelView& fine, const LevelView& coarse, int32_t J, bool all)
{
    all ? restrictRows<true>(fine, coarse, J) : restrictRows<false>(fine, coarse, J);
}

// Padding is 0, so that whole vectors will do.
void restrictRight(const LevelView& fine, const LevelView& coarse, int32_t J)
{
    const F32 d;
    const bool second = 2 * J + 1 < fine.ny;
    const float* low = fine.r.row(2 * J);
    const float* high = second ? fine.r.row(2 * J + 1) : fine.zeros;
    HWY_ALIGN float sums[kPiece];
    for (int32_t begin = 0; begin < coarse.nx; begin += kPiece)
    {
        const int32_t size = std::min(kPiece, roundUp(coarse.nx - begin, 2 * kLanes));
        const int32_t there = std::min(size, fine.half - begin);
        for (int32_t k = 0; k < there; k += lanes())
        {
            const auto column = [&](int32_t at) TARN_INLINE {
                return hn::Add(hn::Load(d, low + at + k), hn::Load(d, high + at + k));
            };
            hn::Store(hn::Add(column(begin), column(begin + fine.half)), d, sums + k);
        }
        clear(sums + there, size - there);
        splitPiece(sums, size, coarse.r.row(J) + begin / 2,
                   coarse.r.row(J) + coarse.half + begin / 2);
    }
}

void joinCoarse(const LevelView& coarse, int32_t J, float* out)
{
    const float* row = coarse.cellRow(coarse.x, J);
    const int32_t last = coarse.nx - 1;
    joinPiece(row, row + coarse.half, coarse.nx, out);
    out[-1] = coarse.ringX ? out[last] : 0.0f;
    out[coarse.nx] = coarse.ringX ? out[0] : 0.0f;
}

// The weights of one vector of cells: of the coarse cell on the outer side along either axis, and
// whether the one that lies diagonally counts.
struct Weights
{
    V32 x, y;
    M32 leadsOn;
};

// What a fine cell holds before a correction, 0 where that does not count.
template <bool kFromZero>
HWY_INLINE V32 valueBefore(const float* x)
{
    return kFromZero ? hn::Zero(F32()) : hn::Load(F32(), x);
}

// x + the value between four coarse cells: the own one and the one on the outer side, in the
// coarse row `near` of the cells and in the outer one, `far`.
template <int kOuter>
HWY_INLINE V32 addInterpolated(V32 x, const float* near, const float* far, const Weights& w)
{
    const F32 d;
    const V32 own = keep(hn::Load(d, near));
    const V32 outer = keep(hn::LoadU(d, near + kOuter));
    const V32 between = hn::Add(own, hn::Mul(w.y, hn::Sub(hn::Load(d, far), own)));
    const V32 betweenOuter =
        hn::Add(outer, hn::Mul(w.y, hn::Sub(hn::LoadU(d, far + kOuter), outer)));
    const V32 along = hn::Sub(hn::IfThenElse(w.leadsOn, betweenOuter, outer),
                              hn::IfThenElse(w.leadsOn, between, own));
    return hn::Add(x, hn::Add(between, hn::Mul(w.x, along)));
}

// Where the conductances lie that half of fine row j is interpolated by. The face on the outer side
// is left of an even column and right of an odd one: an even face in both cases, and the inner one
// odd.
template <bool kOdd>
struct WeightRow
{
    const float *outerX, *innerX, *outerY, *innerY; // faces of the cells
    const float* besideY;                           // outerY of the cells on the outer side
    const float* beyondX;                           // outerX of the cells in the outer row
    const float *shareOuterX, *shareInnerX;
    V32 shareOuterY, shareInnerY;

    HWY_INLINE WeightRow(const LevelView& fine, int32_t j, InterpolationShape alongY)
    {
        const int32_t own = kOdd ? fine.half : 0;
        const float* outerYRow = fine.cyRow(j % 2 == 0 ? j : j + 1);
        outerX = fine.cxRow(j) + (kOdd ? 1 : 0);
        innerX = fine.cxRow(j) + fine.half;
        outerY = outerYRow + own;
        innerY = fine.cyRow(j % 2 == 0 ? j + 1 : j) + own;
        besideY = kOdd ? outerYRow + 1 : outerYRow + fine.half - 1;
        beyondX = fine.cxRowOrZeros(j % 2 == 0 ? j - 1 : j + 1) + (kOdd ? 1 : 0);
        shareOuterX = fine.cx.shapeOuter + own;
        shareInnerX = fine.cx.shapeInner + own;
        shareOuterY = hn::Set(F32(), alongY.outer);
        shareInnerY = hn::Set(F32(), alongY.inner);
    }

    // kInside: well inside the row, where all cells are of one width.
    template <bool kInside>
    HWY_INLINE Weights at(int32_t k) const
    {
        const F32 d;
        const V32 zero = hn::Zero(d);
        const V32 one = hn::Set(d, 1.0f);
        const V32 shareOuter = kInside ? hn::Set(d, 0.5f) : hn::Load(d, shareOuterX + k);
        const V32 shareInner = kInside ? hn::Set(d, 1.5f) : hn::Load(d, shareInnerX + k);
        const V32 outX = hn::Mul(shareOuter, hn::LoadU(d, outerX + k));
        const V32 outY = hn::Mul(shareOuterY, hn::Load(d, outerY + k));
        const V32 allX = hn::Add(outX, hn::Mul(shareInner, hn::Load(d, innerX + k)));
        const V32 allY = hn::Add(outY, hn::Mul(shareInnerY, hn::Load(d, innerY + k)));
        // One division for both weights, which are 0 along an axis without open faces.
        const V32 someX = hn::IfThenElse(hn::Gt(allX, zero), allX, one);
        const V32 someY = hn::IfThenElse(hn::Gt(allY, zero), allY, one);
        const V32 inverse = hn::Div(one, hn::Max(hn::Mul(someX, someY), hn::Set(d, FLT_MIN)));
        const V32 wx = hn::Mul(hn::Mul(outX, someY), inverse);
        const V32 wy = hn::Mul(hn::Mul(outY, someX), inverse);
        // The diagonal cell counts where one of the outer fine cells leads on to it.
        const M32 leadsOn =
            hn::Gt(hn::Max(hn::LoadU(d, besideY + k), hn::LoadU(d, beyondX + k)), zero);
        return {wx, hn::IfThenElse(leadsOn, wy, hn::Min(wy, hn::Sub(one, wx))), leadsOn};
    }
};

// Half of fine row j, but for positions `skipFrom` to `skipTo`.
template <bool kOdd, bool kFromZero>
HWY_NOINLINE void prolongHalf(const LevelView& fine, int32_t j, InterpolationShape alongY,
                              const float* near, const float* far, int32_t skipFrom, int32_t skipTo)
{
    const F32 d;
    constexpr int kOuter = kOdd ? 1 : -1;
    const WeightRow<kOdd> weights(fine, j, alongY);
    float* x = fine.x.row(j) + (kOdd ? fine.half : 0);
    const auto add = [&](int32_t k, const Weights& w) TARN_INLINE {
        return addInterpolated<kOuter>(valueBefore<kFromZero>(x + k), near + k, far + k, w);
    };
    const auto general = [&](auto tail, int32_t k, M32 mask) TARN_INLINE {
        const V32 value = add(k, weights.template at<false>(k));
        hn::Store(decltype(tail)::value ? hn::IfThenElseZero(mask, value) : value, d, x + k);
    };
    const int32_t count = cellsInHalf<kOdd>(fine);
    const int32_t insideFrom = insideBegin(count);
    const int32_t insideTo = insideEnd(count);
    const auto inside = [&](int32_t from, int32_t to) TARN_INLINE {
        for (int32_t k = from; k < to; k += lanes())
        {
            hn::Store(add(k, weights.template at<true>(k)), d, x + k);
        }
    };
    forVectors(0, insideFrom, general);
    inside(insideFrom, skipFrom);
    inside(std::max(skipTo, insideFrom), insideTo);
    forVectors(insideTo, count, general);
}

// One vector of half a fine row where all faces around are alike: a part of the way to the coarse
// cell on the outer side, in a row that lies between two coarse ones.
template <bool kOdd, bool kFromZero>
HWY_INLINE V32 addedBetween(const float* half, const float* between, V32 part)
{
    const F32 d;
    const V32 own = keep(hn::Load(d, between));
    const V32 outer = hn::LoadU(d, kOdd ? between + 1 : between - 1);
    const V32 value = hn::Add(own, hn::Mul(part, hn::Sub(outer, own)));
    return hn::Add(valueBefore<kFromZero>(half), value);
}

// Positions begin to end of a half, a quarter of the way each; `between` is of position 0.
template <bool kOdd, bool kFromZero>
HWY_INLINE void addBetween(float* half, const float* between, int32_t begin, int32_t end)
{
    const F32 d;
    const V32 quarter = hn::Set(d, 0.25f);
    for (int32_t k = begin; k < end; k += lanes())
    {
        hn::Store(addedBetween<kOdd, kFromZero>(half + k, between + k, quarter), d, half + k);
    }
}

// The vector at k, where the row ends: the cell at position `edge`, if it is there, goes another
// part of its way.
template <bool kOdd, bool kFromZero>
HWY_INLINE void addAtEnd(float* half, const float* between, int32_t k, int32_t count, int32_t edge,
                         float part)
{
    const F32 d;
    const auto upTo = [&](int32_t position) TARN_INLINE {
        return hn::FirstN(d, static_cast<size_t>(std::clamp(position - k, 0, lanes())));
    };
    const M32 isEdge = hn::AndNot(upTo(edge), upTo(edge + 1));
    const V32 parts = hn::IfThenElse(isEdge, hn::Set(d, part), hn::Set(d, 0.25f));
    const V32 value = addedBetween<kOdd, kFromZero>(half + k, between + k, parts);
    hn::Store(hn::IfThenElseZero(upTo(count), value), d, half + k);
}

// Half a row in which `count` positions from `from` on lie in `between`; the edge on its outer side
// is that of the grid. Its last vector is an end wherever the edge is: cells end there.
template <bool kOdd, bool kFromZero>
HWY_INLINE void addWhole(float* half, const float* between, const UniformSpan& span, int32_t from,
                         int32_t size, int32_t count)
{
    const int32_t edge = kOdd ? count - 1 : 0;
    const float part = kOdd ? span.beyondLast : span.beyondFirst;
    const int32_t last = (count - 1) / lanes() * lanes();
    const float* origin = between - from;
    const int32_t begin = from == 0 ? lanes() : from;
    const int32_t end = std::min(from + size, last);
    if (from == 0)
    {
        addAtEnd<kOdd, kFromZero>(half, origin, 0, count, edge, part);
    }
    addBetween<kOdd, kFromZero>(half, origin, begin, end);
    if (last > 0 && from + size > last)
    {
        addAtEnd<kOdd, kFromZero>(half, origin, last, count, edge, part);
    }
}

// Both halves, or one of them: all of the row, or of positions begin to end of it.
template <bool kFromZero>
HWY_NOINLINE void prolongAlike(const LevelView& fine, int32_t j, RowHalves halves,
                               const float* near, const float* far, bool whole, int32_t begin,
                               int32_t end)
{
    const F32 d;
    const V32 quarter = hn::Set(d, 0.25f);
    HWY_ALIGN float between[kPiece + 2 * kLanes];
    float* x = fine.x.row(j);
    for (int32_t from = begin; from < end; from += kPiece)
    {
        const int32_t size = std::min(kPiece, end - from);
        for (int32_t k = -lanes(); k < size + lanes(); k += lanes())
        {
            const V32 own = keep(hn::Load(d, near + from + k));
            const V32 outer = hn::Load(d, far + from + k);
            hn::Store(hn::Add(own, hn::Mul(quarter, hn::Sub(outer, own))), d, between + kLanes + k);
        }
        const auto add = [&](auto odd, float* half) TARN_INLINE {
            constexpr bool kOdd = decltype(odd)::value;
            if (whole)
            {
                addWhole<kOdd, kFromZero>(half, between + kLanes, fine.cx.uniform[j], from, size,
                                          end);
            }
            else
            {
                addBetween<kOdd, kFromZero>(half + from, between + kLanes, 0, size);
            }
        };
        if (halves != RowHalves::odd)
        {
            add(std::false_type(), x);
        }
        if (halves != RowHalves::even)
        {
            add(std::true_type(), x + fine.half);
        }
    }
}

template <bool kFromZero>
HWY_INLINE void prolongFrom(const LevelView& fine, int32_t j, InterpolationShape alongY,
                            RowHalves halves, const float* near, const float* far)
{
    const UniformSpan& span = fine.cx.uniform[j];
    const bool alike = alongY.outer == 0.5f && alongY.inner == 1.5f;
    if (alike && span.isWhole && span.beyondFirst >= 0.0f)
    {
        prolongAlike<kFromZero>(fine, j, halves, near, far, true, 0, fine.nx / 2);
        return;
    }
    const int32_t skipFrom = alike ? span.begin : 0;
    const int32_t skipTo = alike ? span.end : 0;
    if (halves != RowHalves::odd)
    {
        prolongHalf<false, kFromZero>(fine, j, alongY, near, far, skipFrom, skipTo);
    }
    if (halves != RowHalves::even)
    {
        prolongHalf<true, kFromZero>(fine, j, alongY, near, far, skipFrom, skipTo);
    }
    prolongAlike<kFromZero>(fine, j, halves, near, far, false, skipFrom, skipTo);
    fine.x.closeRing(j);
}

void prolongLinear(const LevelView& fine, int32_t j, InterpolationShape alongY, RowHalves halves,
                   Start start, const float* near, const float* far)
{
    start == Start::fromZero ? prolongFrom<true>(fine, j, alongY, halves, near, far)
                             : prolongFrom<false>(fine, j, alongY, halves, near, far);
}

void prolongConstant(const LevelView& coarse, const LevelView& fine, int32_t j, RowHalves halves)
{
    const F32 d;
    const float* row = coarse.x.row(j / 2);
    float* x = fine.x.row(j);
    HWY_ALIGN float plain[kPiece];
    for (int32_t begin = 0; begin < coarse.nx; begin += kPiece)
    {
        const int32_t size = std::min(kPiece, roundUp(coarse.nx - begin, 2 * kLanes));
        joinPiece(row + begin / 2, row + coarse.half + begin / 2, size, plain);
        const auto add = [&](float* half, int32_t cells) TARN_INLINE {
            forVectors(
                begin, std::min(begin + size, cells), [&](auto, int32_t k, M32 mask) TARN_INLINE {
                    const V32 value = hn::Load(d, plain + (k - begin));
                    hn::Store(hn::Add(hn::Load(d, half + k), hn::IfThenElseZero(mask, value)), d,
                              half + k);
                });
        };
        if (halves != RowHalves::odd)
        {
            add(x, cellsInHalf<false>(fine));
        }
        if (halves != RowHalves::even)
        {
            add(x + fine.half, cellsInHalf<true>(fine));
        }
    }
    fine.x.closeRing(j);
}

void addRows(const float* first, const float* second, int32_t count, float factor, float* out)
{
    const F32 d;
    for (int32_t k = 0; k < count; k += lanes())
    {
        const V32 sum = hn::Add(hn::Load(d, first + k), hn::Load(d, second + k));
        hn::Store(hn::Mul(hn::Set(d, factor), sum), d, out + k);
    }
}

// See coarseConductance.
void coarsenFaces(float* across, const float* low, const float* high, int32_t count,
                  const CoarseFace& face)
{
    const F32 d;
    const V32 zero = hn::Zero(d);
    const V32 one = hn::Set(d, 1.0f);
    for (int32_t k = 0; k < count; k += lanes())
    {
        const V32 c = hn::LoadU(d, across + k);
        const M32 open = hn::Gt(c, zero);
        const V32 someC = hn::IfThenElse(open, c, one);
        const V32 least = hn::Mul(hn::Set(d, face.leastInner), c);
        const auto inside = [&](const float* from) TARN_INLINE {
            const V32 inner = hn::LoadU(d, from + k);
            const V32 enough = hn::IfThenElse(hn::Gt(inner, least), inner, least);
            const V32 some = hn::IfThenElse(hn::Gt(inner, zero), enough, someC);
            return hn::IfThenElse(open, some, one);
        };
        const V32 ways =
            hn::Add(hn::Add(hn::Div(hn::Set(d, face.lowShare), inside(low)), hn::Div(one, someC)),
                    hn::Div(hn::Set(d, face.highShare), inside(high)));
        const V32 whole = hn::IfThenElseZero(open, hn::Div(one, ways));
        hn::StoreU(face.open ? whole : zero, d, across + k);
    }
}

// Widens `least` and `most` by kLanes numbers.
HWY_INLINE void include(const float* from, V32& least, V32& most)
{
    const F32 d;
    for (int32_t i = 0; i < kLanes; i += lanes())
    {
        const V32 value = keep(hn::LoadU(d, from + i));
        least = hn::Min(least, value);
        most = hn::Max(most, value);
    }
}

// What the positions of row j from k on, kLanes of them, have all around, as a span of them alone;
// an empty one where that is not one thing.
HWY_INLINE UniformSpan uniformAt(const LevelView& v, int32_t j, int32_t k)
{
    const F32 d;
    const float c = v.cxRow(j)[k];
    const float a = v.hasA ? v.aRow(j)[k] : 0.0f;
    V32 least = hn::Set(d, c);
    V32 most = least;
    for (const float* row : {v.cxRow(j), v.cyRow(j), v.cyRow(j + 1)})
    {
        for (const float* half : {row, row + 1, row + v.half, row + v.half - 1})
        {
            include(half + k, least, most);
        }
    }
    bool same = hn::AllTrue(d, hn::Eq(least, most));
    if (v.hasA)
    {
        V32 leastA = hn::Set(d, a);
        V32 mostA = leastA;
        include(v.aRow(j) + k, leastA, mostA);
        include(v.aRow(j) + v.half + k, leastA, mostA);
        same = same && hn::AllTrue(d, hn::Eq(leastA, mostA));
    }
    int exponent = 0;
    if (!same || std::frexp(c, &exponent) != 0.5f)
    {
        return {};
    }
    UniformSpan span;
    span.conductance = c;
    span.a = a;
    span.begin = static_cast<uint16_t>(k);
    span.end = static_cast<uint16_t>(k + kLanes);
    return span;
}

UniformSpan::Diagonal diagonalOf(float sum)
{
    return {sum, 1.0f / sum};
}

// Whether a row is of one kind from end to end, and what its ends are like. `span` is all that is
// known of it to be so.
void lookAtEnds(const LevelView& v, int32_t j, UniformSpan& span)
{
    const float* cx = v.cxRow(j);
    const float* low = v.cyRow(j);
    const float* high = v.cyRow(j + 1);
    const float* a = v.hasA ? v.aRow(j) : nullptr;
    const auto place = [&v](int32_t i) { return (i & 1) * v.half + (i >> 1); };
    const float c = span.conductance;
    bool same = !v.ringX;
    bool even = v.nx % 2 == 0; // in width
    for (int32_t i = 0; i < v.nx && same; ++i)
    {
        if (i == 2 * span.begin)
        {
            i = std::max(i, 2 * span.end);
        }
        const int32_t at = place(i);
        same = (i == 0 || cx[at] == c) && low[at] == c && high[at] == c &&
               (a == nullptr || a[at] == span.a);
        const bool inner = v.cx.shapeOuter[at] == 0.5f && v.cx.shapeInner[at] == 1.5f;
        even = even && (i == 0 || i == v.nx - 1 || inner);
    }
    if (!same)
    {
        return;
    }
    const float first = cx[0];
    const float last = cx[place(v.nx)];
    const bool single = v.nx == 1;
    span.isWhole = true;
    span.first = diagonalOf(((first + (single ? last : c)) + 2.0f * c) + span.a);
    span.last = single ? span.first : diagonalOf(((c + last) + 2.0f * c) + span.a);
    const auto beyond = [&](float face, int32_t column) {
        const float outer = v.cx.shapeOuter[place(column)] * face;
        const float all = outer + v.cx.shapeInner[place(column)] * c;
        const float across = 2.0f * c; // what the weights along y come to together
        return (outer * across) * (1.0f / (all * across));
    };
    span.beyondFirst = even ? beyond(first, 0) : -1.0f;
    span.beyondLast = even ? beyond(last, v.nx - 1) : -1.0f;
}

UniformSpan findUniform(const LevelView& v, int32_t j)
{
    UniformSpan longest;
    UniformSpan here;
    const int32_t first = insideBegin(v.nx / 2);
    const int32_t end = insideEnd(v.nx / 2);
    for (int32_t k = first; k < end; k += kLanes)
    {
        const UniformSpan next = uniformAt(v, j, k);
        const bool goesOn = !here.isEmpty() && !next.isEmpty() &&
                            next.conductance == here.conductance && next.a == here.a;
        here.conductance = next.conductance;
        here.a = next.a;
        here.begin = goesOn ? here.begin : next.begin;
        here.end = next.end;
        const int32_t length = here.end - here.begin;
        if (length >= UniformSpan::kLeast && length > longest.end - longest.begin)
        {
            longest = here;
        }
    }
    if (first >= end) // a short row
    {
        longest.conductance = v.cyRow(j)[0];
        longest.a = v.hasA ? v.aRow(j)[0] : 0.0f;
    }
    int exponent = 0;
    if (std::frexp(longest.conductance, &exponent) != 0.5f)
    {
        return {};
    }
    longest.usual = diagonalOf(4.0f * longest.conductance + longest.a);
    if (longest.end - longest.begin == std::max(end - first, 0))
    {
        lookAtEnds(v, j, longest);
    }
    return longest;
}

void split(const float* plain, int32_t columns, float* row, int32_t half)
{
    splitPiece(plain, columns, row, row + half);
}

void join(const float* row, int32_t half, int32_t columns, float* plain)
{
    joinPiece(row, row + half, columns, plain);
}

void joinScaled(const float* row, int32_t half, int32_t columns, float scale, float shift,
                float* plain)
{
    const F32 d;
    const V32 factor = hn::Set(d, scale);
    const V32 less = hn::Set(d, shift);
    const auto scaled = [&](const float* from) TARN_INLINE {
        return hn::Sub(hn::Mul(factor, hn::Load(d, from)), less);
    };
    for (int32_t k = 0; 2 * k < columns; k += lanes())
    {
        hn::StoreInterleaved2(scaled(row + k), scaled(row + half + k), d, plain + 2 * k);
    }
}

const TransferKernels* table()
{
    static constexpr TransferKernels kTable = {
        restrictResidual, restrictRight, joinCoarse, prolongLinear, prolongConstant, addRows,
        coarsenFaces,     findUniform,   split,      join,          joinScaled};
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

const TransferKernels& transferKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
