// The kernels of the cpu backend, compiled once per instruction set by Highway.
//
// The names of the compass are neighbours and faces: w and e in the row (in its other half), s
// and n in the rows below and above (same half, same position). A row's vectors are full ones and
// at most one tail, whose lanes beyond the row are neither read from neighbouring rows nor left
// anything but 0.
//
// Arithmetic is written in one fixed order, the reference backend's, with separate multiplication
// and addition throughout: that is what makes the bits the same everywhere.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "backend/cpu/row_kernels.h"

#include <algorithm>
#include <cfloat>

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

namespace hn = hwy::HWY_NAMESPACE;
using F32 = hn::CappedTag<float, kLanes>;
using F64 = hn::CappedTag<double, kLanes / 2>;
using F32ForF64 = hn::Rebind<float, F64>; // as many floats as a vector of doubles has lanes
using V32 = hn::Vec<F32>;
using V64 = hn::Vec<F64>;
using M32 = hn::Mask<F32>;

HWY_INLINE int32_t lanes()
{
    return static_cast<int32_t>(hn::Lanes(F32()));
}

// Cells of a row in its even or odd half.
template <bool kOdd>
HWY_INLINE int32_t cellsInHalf(const LevelView& v)
{
    return kOdd ? v.nx / 2 : (v.nx + 1) / 2;
}

// body(tail, position, mask) for every vector of positions begin to end; begin is a multiple of
// kLanes. Only the last may be a tail.
template <class Body>
HWY_INLINE void forVectors(int32_t begin, int32_t end, Body&& body)
{
    const F32 d;
    const int32_t n = lanes();
    int32_t k = begin;
    for (; k + n <= end; k += n)
    {
        body(std::false_type(), k, hn::FirstN(d, static_cast<size_t>(n)));
    }
    if (k < end)
    {
        body(std::true_type(), k, hn::FirstN(d, static_cast<size_t>(end - k)));
    }
}

template <bool kTail>
HWY_INLINE V32 loadPart(const float* from, M32 mask)
{
    if constexpr (kTail)
    {
        return hn::MaskedLoad(mask, F32(), from);
    }
    else
    {
        return hn::Load(F32(), from);
    }
}

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

// Where half a row of a cell field and of the coefficients around it lie.
template <bool kOdd>
struct HalfRow
{
    const float *self, *other, *south, *north;
    const float *cxOwn, *cxOther, *cyLow, *cyHigh, *a;

    HWY_INLINE HalfRow(const LevelView& v, const SplitField& f, int32_t j)
    {
        const int32_t own = kOdd ? v.half : 0;
        const int32_t opposite = kOdd ? 0 : v.half;
        self = f.row(j) + own;
        other = f.row(j) + opposite;
        south = v.cellRow(f, j - 1) + own;
        north = v.cellRow(f, j + 1) + own;
        cxOwn = v.cxRow(j) + own;
        cxOther = v.cxRow(j) + opposite;
        cyLow = v.cyRow(j) + own;
        cyHigh = v.cyRow(j + 1) + own;
        a = v.hasA ? v.aRow(j) + own : nullptr;
    }
};

// Even columns have their left neighbour one position before in the odd half, odd columns their
// right one one position after in the even half.
template <bool kOdd>
HWY_INLINE V32 west(const float* other, int32_t k)
{
    return kOdd ? hn::Load(F32(), other + k) : hn::LoadU(F32(), other + k - 1);
}
template <bool kOdd>
HWY_INLINE V32 east(const float* other, int32_t k)
{
    return kOdd ? hn::LoadU(F32(), other + k + 1) : hn::Load(F32(), other + k);
}

struct Faces
{
    V32 w, e, s, n;
};

template <bool kOdd>
HWY_INLINE Faces faces(const HalfRow<kOdd>& row, int32_t k)
{
    const F32 d;
    return {hn::Load(d, row.cxOwn + k), east<kOdd>(row.cxOther, k), hn::Load(d, row.cyLow + k),
            hn::Load(d, row.cyHigh + k)};
}

template <bool kOdd, bool kHasA>
HWY_INLINE V32 diagonal(const HalfRow<kOdd>& row, const Faces& c, int32_t k)
{
    V32 sum = hn::Add(hn::Add(c.w, c.e), hn::Add(c.s, c.n));
    if constexpr (kHasA)
    {
        sum = hn::Add(sum, hn::Load(F32(), row.a + k));
    }
    return sum;
}

// sum / d, and 0 where d is: in solids, and in closed pockets that shrank to one coarse cell. The
// division itself is not masked, which would make it a third slower on Zen 4.
HWY_INLINE V32 overDiagonal(V32 sum, V32 diagonal)
{
    const F32 d;
    const V32 tiny = hn::Set(d, FLT_MIN);
    return hn::Div(hn::IfThenElseZero(hn::Ge(diagonal, tiny), sum), hn::Max(diagonal, tiny));
}

// Sums in kLanes lanes whatever the vector length, then lane by lane.
struct Sum32
{
    HWY_ALIGN float lane[kLanes] = {};

    HWY_INLINE void add(int32_t k, V32 value)
    {
        float* place = lane + k % kLanes;
        hn::Store(hn::Add(hn::Load(F32(), place), value), F32(), place);
    }
    HWY_INLINE double total() const
    {
        double sum = 0.0;
        for (const float value : lane)
        {
            sum += static_cast<double>(value);
        }
        return sum;
    }
};

HWY_INLINE void fetch(const LevelView& v, Ahead ahead, int32_t k)
{
    if (ahead.first != nullptr)
    {
        hwy::Prefetch(ahead.first + k);
        hwy::Prefetch(ahead.first + v.half + k);
    }
    if (ahead.second != nullptr)
    {
        hwy::Prefetch(ahead.second + k);
        hwy::Prefetch(ahead.second + v.half + k);
    }
}

// Returns the squared residual that was there before, where it is measured.
template <bool kOdd, bool kHasA, Relaxation kHow>
HWY_INLINE double relaxHalf(const LevelView& v, int32_t j, float omega, Ahead ahead)
{
    const F32 d;
    Sum32 norm2;
    const HalfRow<kOdd> row(v, v.x, j);
    const float* r = v.r.row(j) + (kOdd ? v.half : 0);
    float* x = v.x.row(j) + (kOdd ? v.half : 0);
    const V32 factor = hn::Set(d, omega);
    const auto general = [&](auto tail, int32_t k, M32 mask) HWY_ATTR {
        constexpr bool kTail = decltype(tail)::value;
        fetch(v, ahead, k);
        const Faces c = faces(row, k);
        V32 sum = hn::Load(d, r + k);
        if constexpr (kHow != Relaxation::fromZero)
        {
            const V32 inRow = hn::Add(hn::Mul(c.w, west<kOdd>(row.other, k)),
                                      hn::Mul(c.e, east<kOdd>(row.other, k)));
            const V32 across = hn::Add(hn::Mul(c.s, loadPart<kTail>(row.south + k, mask)),
                                       hn::Mul(c.n, loadPart<kTail>(row.north + k, mask)));
            sum = hn::Add(hn::Add(inRow, across), sum);
        }
        const V32 whole = diagonal<kOdd, kHasA>(row, c, k);
        V32 value = overDiagonal(sum, whole);
        if constexpr (kHow == Relaxation::measured)
        {
            const V32 left = hn::Sub(sum, hn::Mul(whole, hn::Load(d, x + k)));
            norm2.add(k, hn::IfThenElseZero(mask, hn::Mul(left, left)));
        }
        if constexpr (kHow == Relaxation::over)
        {
            const V32 before = hn::Load(d, x + k);
            value = hn::Add(before, hn::Mul(factor, hn::Sub(value, before)));
        }
        if constexpr (kTail)
        {
            value = hn::IfThenElseZero(mask, value);
        }
        hn::Store(value, d, x + k);
    };
    const int32_t count = cellsInHalf<kOdd>(v);
    const float same = v.cx.uniform[j];
    if (kHow == Relaxation::over || same == 0.0f)
    {
        forVectors(0, count, general);
    }
    else
    {
        // With one power of two all around, no coefficients are read and the division is exact
        // as a multiplication: the same bits.
        const V32 c = hn::Set(d, same);
        const V32 whole = hn::Set(d, 4.0f * same);
        const V32 inverse = hn::Set(d, 0.25f / same);
        forVectors(0, insideBegin(count), general);
        for (int32_t k = insideBegin(count); k < insideEnd(count); k += lanes())
        {
            fetch(v, ahead, k);
            V32 sum = hn::Load(d, r + k);
            if constexpr (kHow != Relaxation::fromZero)
            {
                const V32 inRow = hn::Add(hn::Mul(c, west<kOdd>(row.other, k)),
                                          hn::Mul(c, east<kOdd>(row.other, k)));
                const V32 across = hn::Add(hn::Mul(c, hn::Load(d, row.south + k)),
                                           hn::Mul(c, hn::Load(d, row.north + k)));
                sum = hn::Add(hn::Add(inRow, across), sum);
            }
            if constexpr (kHow == Relaxation::measured)
            {
                const V32 left = hn::Sub(sum, hn::Mul(whole, hn::Load(d, x + k)));
                norm2.add(k, hn::Mul(left, left));
            }
            hn::Store(hn::Mul(sum, inverse), d, x + k);
        }
        forVectors(insideEnd(count), count, general);
    }
    return kHow == Relaxation::measured ? norm2.total() : 0.0;
}

// One cell of an even column of row j alone, on a ring in x; `before` is what counts as its value.
template <bool kHasA>
HWY_INLINE void relaxCell(const LevelView& v, int32_t i, int32_t j, float omega, float before)
{
    const int32_t k = i / 2;
    const float* cx = v.cxRow(j);
    const float cw = cx[k];
    const float ce = cx[v.half + k];
    const float cs = v.cyRow(j)[k];
    const float cn = v.cyRow(j + 1)[k];
    const float d = ((cw + ce) + (cs + cn)) + (kHasA ? v.aRow(j)[k] : 0.0f);
    const float west = v.x.at(i > 0 ? i - 1 : v.nx - 1, j);
    const float east = v.x.at(i + 1 < v.nx ? i + 1 : 0, j);
    const float sum = ((cw * west + ce * east) +
                       (cs * v.cellRow(v.x, j - 1)[k] + cn * v.cellRow(v.x, j + 1)[k])) +
                      v.r.at(i, j);
    const float solved = d >= FLT_MIN ? sum / d : 0.0f;
    v.x.at(i, j) = omega == 1.0f ? solved : before + omega * (solved - before);
}

template <bool kHasA, Relaxation kHow>
HWY_INLINE double relaxRow(const LevelView& v, int32_t j, int32_t colour, float omega, Ahead ahead)
{
    const bool odd = (j + colour) % 2 != 0;
    const bool seam = !odd && v.ringX && v.nx % 2 == 1;
    const float lastBefore = seam ? v.x.at(v.nx - 1, j) : 0.0f;
    const double norm2 = odd ? relaxHalf<true, kHasA, kHow>(v, j, omega, ahead)
                             : relaxHalf<false, kHasA, kHow>(v, j, omega, ahead);
    v.x.closeRing(j);
    if (seam && kHow != Relaxation::fromZero)
    {
        // The first and the last cell of the row are neighbours of one colour: the last one sees
        // the first one's new value, and then the first one is done again.
        relaxCell<kHasA>(v, v.nx - 1, j, omega, lastBefore);
        if (omega == 1.0f)
        {
            relaxCell<kHasA>(v, 0, j, omega, 0.0f);
        }
        v.x.closeRing(j);
    }
    return norm2;
}

template <bool kHasA>
HWY_INLINE double relaxAs(const LevelView& v, int32_t j, int32_t colour, Relaxation how,
                          float omega, Ahead ahead)
{
    switch (how)
    {
    case Relaxation::fromZero:
        return relaxRow<kHasA, Relaxation::fromZero>(v, j, colour, omega, ahead);
    case Relaxation::plain:
        return relaxRow<kHasA, Relaxation::plain>(v, j, colour, omega, ahead);
    case Relaxation::measured:
        return relaxRow<kHasA, Relaxation::measured>(v, j, colour, omega, ahead);
    case Relaxation::over:
        break;
    }
    return relaxRow<kHasA, Relaxation::over>(v, j, colour, omega, ahead);
}

double relax(const LevelView& v, int32_t j, int32_t colour, Relaxation how, float omega,
             Ahead ahead)
{
    return v.hasA ? relaxAs<true>(v, j, colour, how, omega, ahead)
                  : relaxAs<false>(v, j, colour, how, omega, ahead);
}

// The residual of one vector of cells, 0 in lanes beyond the row.
template <bool kOdd, bool kTail>
HWY_INLINE V32 residualAt(const HalfRow<kOdd>& row, const float* r, int32_t k, M32 mask)
{
    const F32 d;
    const Faces c = faces(row, k);
    const V32 self = hn::Load(d, row.self + k);
    const V32 inRow = hn::Add(hn::Mul(c.w, hn::Sub(west<kOdd>(row.other, k), self)),
                              hn::Mul(c.e, hn::Sub(east<kOdd>(row.other, k), self)));
    const V32 across = hn::Add(hn::Mul(c.s, hn::Sub(loadPart<kTail>(row.south + k, mask), self)),
                               hn::Mul(c.n, hn::Sub(loadPart<kTail>(row.north + k, mask), self)));
    V32 sum = hn::Add(hn::Add(inRow, across), hn::Load(d, r + k));
    if (row.a != nullptr)
    {
        sum = hn::Sub(sum, hn::Mul(hn::Load(d, row.a + k), self));
    }
    return kTail ? hn::IfThenElseZero(mask, sum) : sum;
}

// consume(position, vector) for the residual of half of row j, positions begin to end.
template <bool kOdd, class Consume>
HWY_INLINE void forResidual(const LevelView& v, int32_t j, int32_t begin, int32_t end,
                            Consume&& consume)
{
    const HalfRow<kOdd> row(v, v.x, j);
    const float* r = v.r.row(j) + (kOdd ? v.half : 0);
    forVectors(begin, std::min(end, cellsInHalf<kOdd>(v)),
               [&](auto tail, int32_t k, M32 mask) HWY_ATTR {
                   consume(k, residualAt<kOdd, decltype(tail)::value>(row, r, k, mask));
               });
}

template <bool kOdd>
HWY_INLINE void addResidual(const LevelView& v, int32_t j, int32_t begin, int32_t end, float* out)
{
    const F32 d;
    forResidual<kOdd>(v, j, begin, end, [&](int32_t k, V32 value) HWY_ATTR {
        float* place = out + (k - begin);
        hn::Store(hn::Add(hn::Load(d, place), value), d, place);
    });
}

HWY_INLINE void clear(float* out, int32_t count)
{
    const F32 d;
    for (int32_t k = 0; k < count; k += lanes())
    {
        hn::Store(hn::Zero(d), d, out + k);
    }
}

// Rows in plain order are worked on in pieces that stay in the first-level cache.
constexpr int32_t kPiece = 512;

// The children of coarse cell k are at position k of either half, so a coarse row's sums come in
// plain order. The left column is summed first, then the right one, as the reference does.
template <bool kAll>
HWY_INLINE void restrictRows(const LevelView& fine, const LevelView& coarse, int32_t J)
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
    for (int32_t begin = 0; begin < coarse.nx; begin += kPiece)
    {
        const int32_t size = std::min(kPiece, roundUp(coarse.nx - begin, 2 * kLanes));
        const auto sum = [&](auto tail, int32_t k, M32 mask) HWY_ATTR {
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
        const int32_t full = std::min(begin + size, oddCells / lanes() * lanes());
        const int32_t end = std::min(begin + size, coarse.nx);
        forVectors(begin, std::max(begin, full), sum);
        for (int32_t k = std::max(begin, full); k < end; k += lanes())
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

// Coarse cells begin - 1 to begin + size of row `row` in plain order, the first at out[-1]. Beyond
// an edge lies 0, or on a ring the other end.
HWY_INLINE void joinWithEnds(const LevelView& v, const float* row, int32_t begin, int32_t size,
                             float* out)
{
    const auto cell = [&](int32_t i) { return row[(i & 1) * v.half + (i >> 1)]; };
    joinPiece(row + begin / 2, row + v.half + begin / 2, size, out);
    out[-1] = begin > 0 ? cell(begin - 1) : v.ringX ? cell(v.nx - 1) : 0.0f;
    if (begin + size < v.nx)
    {
        out[size] = cell(begin + size);
    }
    else
    {
        out[v.nx - begin] = v.ringX ? cell(0) : 0.0f;
    }
}

// x += the value between four coarse cells: the own one and the one on the outer side, in the
// coarse row `near` of the cells and in the outer one, `far`.
template <int kOuter>
HWY_INLINE V32 addInterpolated(V32 x, const float* near, const float* far, V32 wx, V32 wy)
{
    const F32 d;
    const V32 nearSelf = hn::Load(d, near);
    const V32 nearBeside = hn::LoadU(d, near + kOuter);
    const V32 self = hn::Add(nearSelf, hn::Mul(wy, hn::Sub(hn::Load(d, far), nearSelf)));
    const V32 beside =
        hn::Add(nearBeside, hn::Mul(wy, hn::Sub(hn::LoadU(d, far + kOuter), nearBeside)));
    return hn::Add(x, hn::Add(self, hn::Mul(wx, hn::Sub(beside, self))));
}

// One half of fine row j, positions begin to end.
template <bool kOdd>
HWY_INLINE void prolongHalf(const LevelView& fine, int32_t j, int32_t begin, int32_t end,
                            InterpolationShape alongY, const float* near, const float* far)
{
    const F32 d;
    constexpr int kOuter = kOdd ? 1 : -1;
    const int32_t own = kOdd ? fine.half : 0;
    // The face on the outer side is left of an even column and right of an odd one: an even face
    // in both cases, and the inner one odd.
    const float* outerX = fine.cxRow(j) + (kOdd ? 1 : 0);
    const float* innerX = fine.cxRow(j) + fine.half;
    const float* outerY = fine.cyRow(j % 2 == 0 ? j : j + 1) + own;
    const float* innerY = fine.cyRow(j % 2 == 0 ? j + 1 : j) + own;
    const float* shareOuterX = fine.cx.shapeOuter + own;
    const float* shareInnerX = fine.cx.shapeInner + own;
    float* x = fine.x.row(j) + own;
    const V32 zero = hn::Zero(d);
    const V32 one = hn::Set(d, 1.0f);
    const auto general = [&](auto tail, int32_t k, M32 mask) HWY_ATTR {
        const V32 outX = hn::Mul(hn::Load(d, shareOuterX + k), hn::LoadU(d, outerX + k));
        const V32 outY = hn::Mul(hn::Set(d, alongY.outer), hn::Load(d, outerY + k));
        const V32 allX =
            hn::Add(outX, hn::Mul(hn::Load(d, shareInnerX + k), hn::Load(d, innerX + k)));
        const V32 allY = hn::Add(outY, hn::Mul(hn::Set(d, alongY.inner), hn::Load(d, innerY + k)));
        // One division for both weights, which are 0 along an axis without open faces.
        const V32 someX = hn::IfThenElse(hn::Gt(allX, zero), allX, one);
        const V32 someY = hn::IfThenElse(hn::Gt(allY, zero), allY, one);
        const V32 inverse = hn::Div(one, hn::Max(hn::Mul(someX, someY), hn::Set(d, FLT_MIN)));
        const V32 wx = hn::Mul(hn::Mul(outX, someY), inverse);
        const V32 wy = hn::Mul(hn::Mul(outY, someX), inverse);
        const int32_t at = k - begin;
        V32 value = addInterpolated<kOuter>(hn::Load(d, x + k), near + at, far + at, wx, wy);
        if constexpr (decltype(tail)::value)
        {
            value = hn::IfThenElseZero(mask, value);
        }
        hn::Store(value, d, x + k);
    };
    const int32_t count = cellsInHalf<kOdd>(fine);
    const bool uniform = fine.cx.uniform[j] != 0.0f && alongY.outer == 0.5f && alongY.inner == 1.5f;
    const int32_t insideFrom = uniform ? std::clamp(insideBegin(count), begin, end) : begin;
    const int32_t insideTo = uniform ? std::clamp(insideEnd(count), insideFrom, end) : begin;
    forVectors(begin, std::min(insideFrom, count), general);
    const V32 quarter = hn::Set(d, 0.25f);
    for (int32_t k = insideFrom; k < insideTo; k += lanes())
    {
        const int32_t at = k - begin;
        hn::Store(
            addInterpolated<kOuter>(hn::Load(d, x + k), near + at, far + at, quarter, quarter), d,
            x + k);
    }
    forVectors(insideTo, std::min(end, count), general);
}

void prolongLinear(const LevelView& coarse, const LevelView& fine, int32_t j,
                   InterpolationShape alongY)
{
    const int32_t J = j / 2;
    const float* near = coarse.x.row(J);
    const float* far = coarse.cellRow(coarse.x, j % 2 == 0 ? J - 1 : J + 1);
    HWY_ALIGN float nearPlain[kLanes + kPiece + kLanes] = {};
    HWY_ALIGN float farPlain[kLanes + kPiece + kLanes] = {};
    float* const nearStart = nearPlain + kLanes;
    float* const farStart = farPlain + kLanes;
    for (int32_t begin = 0; begin < coarse.nx; begin += kPiece)
    {
        const int32_t size = std::min(kPiece, roundUp(coarse.nx - begin, 2 * kLanes));
        joinWithEnds(coarse, near, begin, size, nearStart);
        joinWithEnds(coarse, far, begin, size, farStart);
        prolongHalf<false>(fine, j, begin, begin + size, alongY, nearStart, farStart);
        prolongHalf<true>(fine, j, begin, begin + size, alongY, nearStart, farStart);
    }
    fine.x.closeRing(j);
}

void prolongConstant(const LevelView& coarse, const LevelView& fine, int32_t j)
{
    const F32 d;
    const float* row = coarse.x.row(j / 2);
    float* x = fine.x.row(j);
    HWY_ALIGN float plain[kPiece];
    for (int32_t begin = 0; begin < coarse.nx; begin += kPiece)
    {
        const int32_t size = std::min(kPiece, roundUp(coarse.nx - begin, 2 * kLanes));
        joinPiece(row + begin / 2, row + coarse.half + begin / 2, size, plain);
        const auto add = [&](float* half, int32_t cells) HWY_ATTR {
            forVectors(
                begin, std::min(begin + size, cells), [&](auto, int32_t k, M32 mask) HWY_ATTR {
                    const V32 value = hn::Load(d, plain + (k - begin));
                    hn::Store(hn::Add(hn::Load(d, half + k), hn::IfThenElseZero(mask, value)), d,
                              half + k);
                });
        };
        add(x, cellsInHalf<false>(fine));
        add(x + fine.half, cellsInHalf<true>(fine));
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

void residual(const LevelView& v, int32_t j, float* out)
{
    const F32 d;
    HWY_ALIGN float even[kPiece];
    HWY_ALIGN float odd[kPiece];
    for (int32_t begin = 0; 2 * begin < v.nx; begin += kPiece)
    {
        const int32_t size = std::min(kPiece, roundUp((v.nx + 1) / 2 - begin, kLanes));
        clear(even, size);
        clear(odd, size);
        addResidual<false>(v, j, begin, begin + size, even);
        addResidual<true>(v, j, begin, begin + size, odd);
        for (int32_t k = 0; k < size; k += lanes())
        {
            hn::StoreInterleaved2(hn::Load(d, even + k), hn::Load(d, odd + k), d,
                                  out + 2 * (begin + k));
        }
    }
}

bool isConstant(const float* row, int32_t begin, int32_t end, float value)
{
    const F32 d;
    bool same = true;
    for (int32_t k = begin; k < end && same; k += lanes())
    {
        same = hn::AllTrue(d, hn::Eq(hn::Load(d, row + k), hn::Set(d, value)));
    }
    return same;
}

double residualNorm2(const LevelView& v, int32_t j)
{
    Sum32 sum;
    const auto square = [&](int32_t k, V32 value) HWY_ATTR { sum.add(k, hn::Mul(value, value)); };
    forResidual<false>(v, j, 0, v.nx, square);
    forResidual<true>(v, j, 0, v.nx, square);
    return sum.total();
}

// The same in 64 bits.
struct Sum64
{
    HWY_ALIGN double lane[kLanes] = {};

    HWY_INLINE void add(int32_t k, V64 value)
    {
        double* place = lane + k % kLanes;
        hn::Store(hn::Add(hn::Load(F64(), place), value), F64(), place);
    }
    HWY_INLINE double total() const
    {
        double sum = 0.0;
        for (const double value : lane)
        {
            sum += value;
        }
        return sum;
    }
};

HWY_INLINE V64 load64(const float* from)
{
    return hn::PromoteTo(F64(), hn::LoadU(F32ForF64(), from));
}

// body(position) for every vector of doubles of half a row; lanes beyond it are padding, in which
// cell fields are 0.
template <bool kOdd, class Body>
HWY_INLINE void forVectors64(const LevelView& v, Body&& body)
{
    const int32_t n = static_cast<int32_t>(hn::Lanes(F64()));
    for (int32_t k = 0; k < cellsInHalf<kOdd>(v); k += n)
    {
        body(k, hn::FirstN(F64(), static_cast<size_t>(std::min(cellsInHalf<kOdd>(v) - k, n))));
    }
}

// (A f) at one vector of cells, in 64 bits; 0 beyond the row.
template <bool kOdd>
HWY_INLINE V64 appliedAt(const HalfRow<kOdd>& row, int32_t k, hn::Mask<F64> mask)
{
    const V64 self = load64(row.self + k);
    const auto flux = [&](const float* c, const float* neighbour)
                          HWY_ATTR { return hn::Mul(load64(c), hn::Sub(self, load64(neighbour))); };
    const V64 inRow =
        hn::Add(flux(row.cxOwn + k, row.other + k - (kOdd ? 0 : 1)),
                flux(row.cxOther + k + (kOdd ? 1 : 0), row.other + k + (kOdd ? 1 : 0)));
    const V64 across =
        hn::Add(flux(row.cyLow + k, row.south + k), flux(row.cyHigh + k, row.north + k));
    V64 sum = hn::Add(inRow, across);
    if (row.a != nullptr)
    {
        sum = hn::Add(sum, hn::Mul(load64(row.a + k), self));
    }
    return hn::IfThenElseZero(mask, sum);
}

template <bool kOdd>
HWY_INLINE void subtractAppliedHalf(const LevelView& v, const SplitField& f, const SplitField* g,
                                    int32_t j, double factor, Sum64& sum)
{
    const HalfRow<kOdd> row(v, f, j);
    const HalfRow<kOdd> second(v, g != nullptr ? *g : f, j);
    float* r = v.r.row(j) + (kOdd ? v.half : 0);
    forVectors64<kOdd>(v, [&](int32_t k, hn::Mask<F64> mask) HWY_ATTR {
        V64 change = hn::Mul(hn::Set(F64(), factor), appliedAt(row, k, mask));
        if (g != nullptr)
        {
            change = hn::Add(change, appliedAt(second, k, mask));
        }
        const auto rounded = hn::DemoteTo(F32ForF64(), hn::Sub(load64(r + k), change));
        hn::StoreU(rounded, F32ForF64(), r + k);
        const V64 value = hn::PromoteTo(F64(), rounded);
        sum.add(k, hn::Mul(value, value));
    });
}

double subtractApplied(const LevelView& v, const SplitField& f, const SplitField* g, int32_t j,
                       double factor)
{
    Sum64 sum;
    subtractAppliedHalf<false>(v, f, g, j, factor, sum);
    subtractAppliedHalf<true>(v, f, g, j, factor, sum);
    return sum.total();
}

template <bool kOdd>
HWY_INLINE void dotAppliedHalf(const LevelView& v, const SplitField& f, const SplitField& g,
                               int32_t j, Sum64& sum)
{
    const HalfRow<kOdd> row(v, g, j);
    const float* left = f.row(j) + (kOdd ? v.half : 0);
    forVectors64<kOdd>(v, [&](int32_t k, hn::Mask<F64> mask) HWY_ATTR {
        sum.add(k, hn::Mul(load64(left + k), appliedAt(row, k, mask)));
    });
}

double dotApplied(const LevelView& v, const SplitField& f, const SplitField& g, int32_t j)
{
    Sum64 sum;
    dotAppliedHalf<false>(v, f, g, j, sum);
    dotAppliedHalf<true>(v, f, g, j, sum);
    return sum.total();
}

template <bool kOdd>
HWY_INLINE void dotHalf(const LevelView& v, const SplitField& f, const SplitField& g, int32_t j,
                        Sum64& sum)
{
    const float* left = f.row(j) + (kOdd ? v.half : 0);
    const float* right = g.row(j) + (kOdd ? v.half : 0);
    forVectors64<kOdd>(v, [&](int32_t k, hn::Mask<F64> mask) HWY_ATTR {
        sum.add(k, hn::IfThenElseZero(mask, hn::Mul(load64(left + k), load64(right + k))));
    });
}

double dot(const LevelView& v, const SplitField& f, const SplitField& g, int32_t j)
{
    Sum64 sum;
    dotHalf<false>(v, f, g, j, sum);
    dotHalf<true>(v, f, g, j, sum);
    return sum.total();
}

template <bool kOdd>
HWY_INLINE void combineHalf(const LevelView& v, const SplitField& f, float alpha,
                            const SplitField& g, float beta, int32_t j)
{
    const F32 d;
    float* to = f.row(j) + (kOdd ? v.half : 0);
    const float* from = g.row(j) + (kOdd ? v.half : 0);
    forVectors(0, cellsInHalf<kOdd>(v), [&](auto, int32_t k, M32 mask) HWY_ATTR {
        const V32 kept =
            beta != 0.0f ? hn::Mul(hn::Set(d, beta), hn::Load(d, to + k)) : hn::Zero(d);
        const V32 value = hn::Add(hn::Mul(hn::Set(d, alpha), hn::Load(d, from + k)), kept);
        hn::Store(hn::IfThenElseZero(mask, value), d, to + k);
    });
}

void combine(const LevelView& v, const SplitField& f, float alpha, const SplitField& g, float beta,
             int32_t j)
{
    combineHalf<false>(v, f, alpha, g, beta, j);
    combineHalf<true>(v, f, alpha, g, beta, j);
    f.closeRing(j);
}

template <bool kOdd, bool kHasA>
HWY_INLINE void jacobiHalf(const LevelView& v, const SplitField& next, int32_t j, float omega)
{
    const F32 d;
    const HalfRow<kOdd> row(v, v.x, j);
    const float* r = v.r.row(j) + (kOdd ? v.half : 0);
    float* to = next.row(j) + (kOdd ? v.half : 0);
    forVectors(0, cellsInHalf<kOdd>(v), [&](auto tail, int32_t k, M32 mask) HWY_ATTR {
        const V32 left = residualAt<kOdd, decltype(tail)::value>(row, r, k, mask);
        const V32 step = overDiagonal(left, diagonal<kOdd, kHasA>(row, faces(row, k), k));
        const V32 value = hn::Add(hn::Load(d, row.self + k), hn::Mul(hn::Set(d, omega), step));
        hn::Store(hn::IfThenElseZero(mask, value), d, to + k);
    });
}

void jacobi(const LevelView& v, const SplitField& next, int32_t j, float omega)
{
    v.hasA ? jacobiHalf<false, true>(v, next, j, omega)
           : jacobiHalf<false, false>(v, next, j, omega);
    v.hasA ? jacobiHalf<true, true>(v, next, j, omega) : jacobiHalf<true, false>(v, next, j, omega);
}

void split(const float* plain, int32_t columns, float* row, int32_t half)
{
    splitPiece(plain, columns, row, row + half);
}

void join(const float* row, int32_t half, int32_t columns, float* plain)
{
    joinPiece(row, row + half, columns, plain);
}

const RowKernels* kernels()
{
    static constexpr RowKernels kTable = {
        relax,    restrictResidual, prolongLinear, prolongConstant, addRows,
        residual, isConstant,       residualNorm2, subtractApplied, dotApplied,
        dot,      combine,          jacobi,        split,           join};
    return &kTable;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tarn
{

HWY_EXPORT(kernels);

const RowKernels& rowKernels()
{
    return *HWY_DYNAMIC_DISPATCH(kernels)();
}

} // namespace tarn
#endif
