// Looking fields up between their nodes, many places at a time.
//
// Included once per instruction set by the kernels of advection. The formulas are those of
// backend/flow/sample.h, operation by operation. First the places of a piece of a row are taken
// apart in full vectors: which node is to the lower left, and how far towards the next (Spots).
// Then four places at a time fetch their nodes: two neighbours in a row are one load of 64 bits,
// and four such pairs are sorted into a vector of left and one of right nodes. That takes the same
// time however far the places are apart. Measured against it: loading rows as a whole, permuting,
// and choosing row by row took two to three times as long where ways are long (and as long where
// all are alike); gathers of pairs half as long again, of single nodes twice as long.
#if defined(TARN_BACKEND_CPU_LOOK_UP_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TARN_BACKEND_CPU_LOOK_UP_INL_H
#undef TARN_BACKEND_CPU_LOOK_UP_INL_H
#else
#define TARN_BACKEND_CPU_LOOK_UP_INL_H
#endif

#include <hwy/highway.h>

#include "backend/flow/flow_grid.h"
#include "backend/flow/sample.h"

#include <cstddef>
#include <cstdint>

#if HWY_TARGET != HWY_SCALAR // it has no four lanes
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

// Places that are fetched together.
constexpr int32_t kFour = 4;
using F4 = hn::FixedTag<float, kFour>;
using V4 = hn::Vec<F4>;

// Nodes of a row that are worked on together, so that what is noted of them stays in the
// first-level cache.
constexpr int32_t kPiece = 128;

HWY_INLINE int32_t lanes()
{
    return static_cast<int32_t>(hn::Lanes(F32()));
}

// std::min and std::max, also of zeros of either sign. x86 has just these, the other way around.
template <class V>
HWY_INLINE V lesser(V a, V b)
{
#if HWY_ARCH_X86
    return hn::Min(b, a);
#else
    return hn::IfThenElse(hn::Lt(b, a), b, a);
#endif
}
template <class V>
HWY_INLINE V greater(V a, V b)
{
#if HWY_ARCH_X86
    return hn::Max(b, a);
#else
    return hn::IfThenElse(hn::Lt(a, b), b, a);
#endif
}

template <class V>
HWY_INLINE V mix(V a, V b, V part)
{
    return hn::Add(a, hn::Mul(part, hn::Sub(b, a)));
}

// ---- Where to look

// The grid that a field lies on: how many columns and rows it repeats after, or has; floats from a
// row to the next and from a column to the next.
struct Extent
{
    int32_t nx, ny;
    bool wrapX, wrapY;
    int32_t stride, step;
};

// Whether the floats of a field can be counted in 32 bits, as spots do.
HWY_INLINE bool isCountable(ConstRows field, int32_t rows)
{
    return static_cast<int64_t>(field.stride) * (rows + 2 * kGhostRows) <= INT32_MAX;
}

// The places of a piece.
struct Spots
{
    HWY_ALIGN int32_t node[kPiece]; // floats from node (0, 0) to the one at the lower left
    HWY_ALIGN float fx[kPiece];
    HWY_ALIGN float fy[kPiece];
};

// A whole number as an integer plus kWholeZero: quicker than a conversion, which also has to care
// for numbers that no way is long enough for.
constexpr int32_t kWholeZero = 0x4b400000; // 1.5 * 2^23 as bits
HWY_INLINE N32 shiftedWhole(V32 whole)
{
    return hn::BitCast(I32(), hn::Add(whole, hn::Set(F32(), 12582912.0f)));
}

// Brings indices back to a periodic axis. Few ways go around more than once.
HWY_INLINE N32 broughtBack(N32 index, int32_t count)
{
    const I32 d;
    const N32 zero = hn::Zero(d);
    const N32 period = hn::Set(d, count);
    index = hn::Add(index, hn::IfThenElseZero(hn::Lt(index, zero), period));
    index = hn::Sub(index, hn::IfThenZeroElse(hn::Lt(index, period), period));
    if (HWY_UNLIKELY(!hn::AllTrue(d, hn::AndNot(hn::Lt(index, zero), hn::Lt(index, period)))))
    {
        HWY_ALIGN int32_t each[kGhostColumns];
        hn::Store(index, d, each);
        for (int32_t lane = 0; lane < lanes(); ++lane)
        {
            each[lane] = wrapped(each[lane], count);
        }
        index = hn::Load(d, each);
    }
    return index;
}

// Notes as number k and following the places at base + rest.
HWY_INLINE void noteSpots(const Extent& extent, N32 baseX, V32 restX, int32_t baseY, V32 restY,
                          int32_t k, Spots& spots)
{
    const I32 d;
    const V32 wholeX = hn::Floor(restX);
    const V32 wholeY = hn::Floor(restY);
    hn::Store(hn::Sub(restX, wholeX), F32(), spots.fx + k);
    hn::Store(hn::Sub(restY, wholeY), F32(), spots.fy + k);
    N32 column = hn::Add(hn::Add(baseX, shiftedWhole(wholeX)), hn::Set(d, -kWholeZero));
    N32 row = hn::Add(shiftedWhole(wholeY), hn::Set(d, baseY - kWholeZero));
    if (extent.wrapX)
    {
        column = broughtBack(column, extent.nx);
    }
    if (extent.wrapY)
    {
        row = broughtBack(row, extent.ny);
    }
    if (extent.step != 1)
    {
        column = hn::Mul(column, hn::Set(d, extent.step));
    }
    hn::Store(hn::Add(hn::Mul(row, hn::Set(d, extent.stride)), column), d, spots.node + k);
}

// ---- Looking

// The nodes around four places; or around one, where four fields lie side by side.
struct Corners4
{
    V4 a00, a10, a01, a11;

    HWY_INLINE V4 blended(V4 fx, V4 fy) const
    {
        return mix(mix(a00, a10, fx), mix(a01, a11, fx), fy);
    }
    HWY_INLINE V4 least() const { return lesser(lesser(a00, a10), lesser(a01, a11)); }
    HWY_INLINE V4 most() const { return greater(greater(a00, a10), greater(a01, a11)); }
};

// Two floats at a, then two at b.
HWY_INLINE V4 twoPairs(const float* a, const float* b)
{
#if HWY_ARCH_X86
    const __m128d low = _mm_load_sd(reinterpret_cast<const double*>(a));
    return V4{_mm_castpd_ps(_mm_loadh_pd(low, reinterpret_cast<const double*>(b)))};
#else
    const hn::Half<F4> d;
    return hn::Combine(F4(), hn::LoadU(d, b), hn::LoadU(d, a));
#endif
}

HWY_INLINE Corners4 cornersAt(ConstRows field, const int32_t* node)
{
    const F4 d;
    const float* low = field.first;
    const float* high = field.first + field.stride;
    const V4 low01 = twoPairs(low + node[0], low + node[1]);
    const V4 low23 = twoPairs(low + node[2], low + node[3]);
    const V4 high01 = twoPairs(high + node[0], high + node[1]);
    const V4 high23 = twoPairs(high + node[2], high + node[3]);
    return {hn::ConcatEven(d, low23, low01), hn::ConcatOdd(d, low23, low01),
            hn::ConcatEven(d, high23, high01), hn::ConcatOdd(d, high23, high01)};
}

// A field at spots k to k + 3.
HWY_INLINE V4 look(ConstRows field, const Spots& spots, int32_t k)
{
    const F4 d;
    return cornersAt(field, spots.node + k)
        .blended(hn::Load(d, spots.fx + k), hn::Load(d, spots.fy + k));
}

// ---- Fields side by side

// Up to four; with three, the last lane is of no meaning.
class Packed
{
  public:
    HWY_INLINE Packed(ConstRows first, int32_t step)
        : low_(first.first), high_(first.first + first.stride), step_(step)
    {
    }

    HWY_INLINE Corners4 cornersAt(int32_t node) const
    {
        const F4 d;
        return {hn::LoadU(d, low_ + node), hn::LoadU(d, low_ + node + step_),
                hn::LoadU(d, high_ + node), hn::LoadU(d, high_ + node + step_)};
    }
    // At spot k.
    HWY_INLINE V4 look(const Spots& spots, int32_t k) const
    {
        const F4 d;
        return cornersAt(spots.node[k]).blended(hn::Set(d, spots.fx[k]), hn::Set(d, spots.fy[k]));
    }

  private:
    const float* low_;
    const float* high_;
    ptrdiff_t step_;
};

// Three or four values of a node.
HWY_INLINE void storePacked(V4 values, int32_t count, float* to)
{
    const F4 d;
    if (count == kFour)
    {
        hn::StoreU(values, d, to);
        return;
    }
    const hn::Half<F4> two;
    hn::StoreU(hn::LowerHalf(two, values), two, to);
    to[2] = hn::GetLane(hn::UpperHalf(two, values));
}

// Four vectors of one lane for each field become one vector for each field.
HWY_INLINE void unpack(V4 (&values)[kFour])
{
    const F4 d;
    const V4 even01 = hn::InterleaveLower(d, values[0], values[2]);
    const V4 odd01 = hn::InterleaveLower(d, values[1], values[3]);
    const V4 even23 = hn::InterleaveUpper(d, values[0], values[2]);
    const V4 odd23 = hn::InterleaveUpper(d, values[1], values[3]);
    values[0] = hn::InterleaveLower(d, even01, odd01);
    values[1] = hn::InterleaveUpper(d, even01, odd01);
    values[2] = hn::InterleaveLower(d, even23, odd23);
    values[3] = hn::InterleaveUpper(d, even23, odd23);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();
#endif

#endif
