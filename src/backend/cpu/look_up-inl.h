// Looking fields up between their nodes, many places at a time.
//
// Included once per instruction set by the kernels of advection. The formulas are those of
// backend/flow/sample.h, operation by operation. First the places of a piece of a row are taken
// apart: which node is to the lower left, and how far towards the next (Spots). Then places fetch
// their nodes one by one: two neighbours in a row are one load of 64 bits, and such pairs are
// sorted into vectors of left and of right nodes. That takes the same time however far the places
// are apart.
//
// Measured against it on Zen 4, in stirred flows at a dozen cells a step: loading rows as a whole,
// permuting, and choosing row by row took 1.4 to 2 times as long; gathers of pairs 1.8 times as
// long, of single nodes 2.9 times. Four dyes side by side, a node's values in one load, need fewer
// loads, but putting them there and taking them apart again cost more than that.
#if defined(TARN_BACKEND_CPU_LOOK_UP_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TARN_BACKEND_CPU_LOOK_UP_INL_H
#undef TARN_BACKEND_CPU_LOOK_UP_INL_H
#else
#define TARN_BACKEND_CPU_LOOK_UP_INL_H
#endif

#include <hwy/highway.h>

#include "backend/cpu/kernel_inline.h"
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

// A block of lanes, which fetches its nodes by itself.
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
// row to the next.
struct Extent
{
    int32_t nx, ny;
    bool wrapX, wrapY;
    int32_t stride;
};

// Whether the floats of a field can be counted in 32 bits, as spots do.
HWY_INLINE bool isCountable(ConstRows field, int32_t rows)
{
    return static_cast<int64_t>(field.stride) * (rows + 2 * kGhostRows) <= INT32_MAX;
}

// A number for each node of a piece.
template <class T>
struct Noted
{
    HWY_ALIGN T at[kPiece];
};

// The places of a piece.
struct Spots
{
    Noted<int32_t> node; // floats from node (0, 0) to the one at the lower left
    Noted<float> fx, fy;
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

// The nodes to the lower left of places at base + whole, which may be in another period.
HWY_INLINE N32 nodesAround(const Extent& extent, N32 baseX, V32 wholeX, int32_t baseY, V32 wholeY)
{
    const I32 d;
    N32 column = hn::Add(hn::Add(baseX, shiftedWhole(wholeX)), hn::Set(d, -kWholeZero));
    N32 row = hn::Add(shiftedWhole(wholeY), hn::Set(d, baseY - kWholeZero));
    column = extent.wrapX ? broughtBack(column, extent.nx) : column;
    row = extent.wrapY ? broughtBack(row, extent.ny) : row;
    return hn::Add(hn::Mul(row, hn::Set(d, extent.stride)), column);
}

HWY_INLINE N32 nodesAt(const Extent& extent, N32 baseX, V32 wholeX, int32_t baseY, V32 wholeY)
{
    if (extent.wrapX || extent.wrapY)
    {
        return nodesAround(extent, baseX, wholeX, baseY, wholeY);
    }
    // Sums in 32 bits may go around in between, so that all that is constant comes in at once.
    const I32 d;
    const auto stride = static_cast<uint32_t>(extent.stride);
    constexpr uint32_t kZero = kWholeZero;
    const uint32_t shift = (static_cast<uint32_t>(baseY) - kZero) * stride - kZero;
    const N32 row = hn::Mul(shiftedWhole(wholeY), hn::Set(d, extent.stride));
    const N32 column = hn::Add(baseX, shiftedWhole(wholeX));
    return hn::Add(hn::Add(column, row), hn::Set(d, static_cast<int32_t>(shift)));
}

// Notes as number k and following the places at base + rest.
HWY_INLINE void noteSpots(const Extent& extent, N32 baseX, V32 restX, int32_t baseY, V32 restY,
                          int32_t k, Spots& spots)
{
    const V32 wholeX = hn::Floor(restX);
    const V32 wholeY = hn::Floor(restY);
    hn::StoreU(hn::Sub(restX, wholeX), F32(), spots.fx.at + k);
    hn::StoreU(hn::Sub(restY, wholeY), F32(), spots.fy.at + k);
    hn::StoreU(nodesAt(extent, baseX, wholeX, baseY, wholeY), I32(), spots.node.at + k);
}

// ---- Looking

// The nodes around places.
struct Corners
{
    V32 a00, a10, a01, a11;

    HWY_INLINE V32 blended(V32 fx, V32 fy) const
    {
        return mix(mix(a00, a10, fx), mix(a01, a11, fx), fy);
    }
    HWY_INLINE V32 least() const { return lesser(lesser(a00, a10), lesser(a01, a11)); }
    HWY_INLINE V32 most() const { return greater(greater(a00, a10), greater(a01, a11)); }
};

// block(0), block(1) and so on, one after the other.
template <class Block>
HWY_INLINE V32 joined(Block&& block)
{
#if HWY_TARGET <= HWY_AVX3
    const hn::Half<F32> half;
    return hn::Combine(F32(), hn::Combine(half, block(3), block(2)),
                       hn::Combine(half, block(1), block(0)));
#elif HWY_TARGET == HWY_AVX2
    return hn::Combine(F32(), block(1), block(0));
#else
    return block(0);
#endif
}

// Lanes 0 and 2 of each block of `low`, then of `high`; or with kOdd lanes 1 and 3.
template <bool kOdd>
HWY_INLINE V32 everySecond(V32 low, V32 high)
{
#if HWY_TARGET <= HWY_AVX3
    return V32{_mm512_shuffle_ps(low.raw, high.raw, kOdd ? 0xdd : 0x88)};
#elif HWY_TARGET == HWY_AVX2
    return V32{_mm256_shuffle_ps(low.raw, high.raw, kOdd ? 0xdd : 0x88)};
#else
    return kOdd ? hn::ConcatOdd(F32(), high, low) : hn::ConcatEven(F32(), high, low);
#endif
}

// Two floats at a, then two at b.
HWY_INLINE V4 twoPairs(const float* a, const float* b)
{
    const hn::Half<F4> d;
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 // the second load puts its floats in place by itself
    return V4{_mm_loadh_pi(hn::LoadU(d, a).raw, reinterpret_cast<const __m64*>(b))};
#else
    return hn::Combine(F4(), hn::LoadU(d, b), hn::LoadU(d, a));
#endif
}

// The pairs of four places in two rows. A place's address is used for both at once, so that few are
// needed at a time.
struct FourPairs
{
    V4 low01, high01, low23, high23;

    HWY_INLINE FourPairs(const float* low, const float* high, const int32_t* node)
    {
        const ptrdiff_t a = node[0], b = node[1];
        low01 = twoPairs(low + a, low + b);
        high01 = twoPairs(high + a, high + b);
        const ptrdiff_t c = node[2], d = node[3];
        low23 = twoPairs(low + c, low + d);
        high23 = twoPairs(high + c, high + d);
    }
};

HWY_INLINE Corners cornersAt(ConstRows field, const int32_t* node)
{
    const float* low = field.first;
    const float* high = field.first + field.stride;
    const auto four = [&](int32_t block)
                          TARN_INLINE { return FourPairs(low, high, node + kFour * block); };
#if HWY_TARGET <= HWY_AVX3
    const FourPairs blocks[] = {four(0), four(1), four(2), four(3)};
#elif HWY_TARGET == HWY_AVX2
    const FourPairs blocks[] = {four(0), four(1)};
#else
    const FourPairs blocks[] = {four(0)};
#endif
    const auto all = [&](V4 FourPairs::*part) TARN_INLINE {
        return joined([&](int32_t block) TARN_INLINE { return blocks[block].*part; });
    };
    const V32 low01 = all(&FourPairs::low01);
    const V32 high01 = all(&FourPairs::high01);
    const V32 low23 = all(&FourPairs::low23);
    const V32 high23 = all(&FourPairs::high23);
    return {everySecond<false>(low01, low23), everySecond<true>(low01, low23),
            everySecond<false>(high01, high23), everySecond<true>(high01, high23)};
}

// A field at spot k and following.
HWY_INLINE V32 look(ConstRows field, const Spots& spots, int32_t k)
{
    const F32 d;
    return cornersAt(field, spots.node.at + k)
        .blended(hn::LoadU(d, spots.fx.at + k), hn::LoadU(d, spots.fy.at + k));
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();
#endif

#endif
