// Looking fields up between their nodes, many places at a time.
//
// Included once per instruction set by the kernels of advection. The formulas are those of
// backend/flow/sample.h, operation by operation. First the places of a piece of a row are taken
// apart: which node is to the lower left, and how far towards the next (Spots). Then places fetch
// their nodes one by one: two neighbours in a row are one load of 64 bits, and such pairs are
// sorted into vectors of left and of right nodes. That takes the same time however far the places
// are apart, and is bound by how many loads a core does in a cycle: so the numbers of two nodes are
// one load as well.
//
// Measured against it in stirred flows at a dozen cells a step. On Zen 4: loading rows as a whole,
// permuting, and choosing row by row took 1.4 to 2 times as long; gathers of pairs 1.8 times as
// long, of single nodes 2.9 times. On Zen 5: windows of 16 columns and three or four rows for eight
// places at a time, permuted as a whole, took two thirds of the time in the look-up itself, but
// telling which window and which of its nodes cost more than that, and so 5 to 20 % of an
// advection. Four dyes side by side, a node's values in one load, need fewer loads, but putting
// them there and taking them apart again cost more than that.
#if defined(TARN_BACKEND_CPU_LOOK_UP_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TARN_BACKEND_CPU_LOOK_UP_INL_H
#undef TARN_BACKEND_CPU_LOOK_UP_INL_H
#else
#define TARN_BACKEND_CPU_LOOK_UP_INL_H
#endif

#include <hwy/highway.h>

#include "backend/cpu/extremes-inl.h"
#include "backend/cpu/kernel_inline.h"
#include "backend/flow/flow_grid.h"
#include "backend/flow/sample.h"

#include <bit>
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

// Nodes of a row that are worked on together: so few that what is noted of them stays in the
// first-level cache, so many that what one pass has noted is written when the next one reads it.
constexpr int32_t kPiece = 256;

HWY_INLINE int32_t lanes()
{
    return static_cast<int32_t>(hn::Lanes(F32()));
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

// The numbers of four nodes, by a load for each two.
struct FourNodes
{
    ptrdiff_t a, b, c, d;

    HWY_INLINE explicit FourNodes(const int32_t* node)
    {
        if constexpr (std::endian::native == std::endian::little)
        {
            int64_t ab;
            int64_t cd;
            hwy::CopyBytes<sizeof(ab)>(node, &ab);
            hwy::CopyBytes<sizeof(cd)>(node + 2, &cd);
            a = static_cast<int32_t>(ab);
            b = static_cast<ptrdiff_t>(ab >> 32);
            c = static_cast<int32_t>(cd);
            d = static_cast<ptrdiff_t>(cd >> 32);
        }
        else
        {
            a = node[0];
            b = node[1];
            c = node[2];
            d = node[3];
        }
    }
};

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3

// Pairs fall into their places of a whole vector by themselves: a load that is repeated all over it
// and kept in one place only.
using Pairs = __m512d;

template <int kPlace>
HWY_INLINE void put(Pairs& pairs, const float* pair)
{
    double both; // not a number, but as wide as two floats
    hwy::CopyBytes<sizeof(both)>(pair, &both);
    const __m128d loaded = _mm_set_sd(both);
    pairs = kPlace == 0 ? _mm512_castpd128_pd512(loaded)
                        : _mm512_mask_broadcastsd_pd(pairs, __mmask8{1} << kPlace, loaded);
}

// The pairs of sixteen places in two rows: of each four, the first two and the last two. A place's
// address is used for both rows at once, so that few are needed at a time.
struct AllPairs
{
    Pairs low01, high01, low23, high23;

    HWY_INLINE AllPairs(const float* low, const float* high, const int32_t* node)
    {
        putFour<0>(low, high, node);
        putFour<1>(low, high, node);
        putFour<2>(low, high, node);
        putFour<3>(low, high, node);
    }

  private:
    template <int kBlock>
    HWY_INLINE void putFour(const float* low, const float* high, const int32_t* node)
    {
        const FourNodes at(node + kFour * kBlock);
        put<2 * kBlock>(low01, low + at.a);
        put<2 * kBlock>(high01, high + at.a);
        put<2 * kBlock + 1>(low01, low + at.b);
        put<2 * kBlock + 1>(high01, high + at.b);
        put<2 * kBlock>(low23, low + at.c);
        put<2 * kBlock>(high23, high + at.c);
        put<2 * kBlock + 1>(low23, low + at.d);
        put<2 * kBlock + 1>(high23, high + at.d);
    }
};

HWY_INLINE V32 joined(Pairs pairs)
{
    return V32{_mm512_castpd_ps(pairs)};
}

#else

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

constexpr int32_t kBlocks = HWY_TARGET == HWY_AVX2 ? 2 : 1;
using Pairs = V4[kBlocks];

// As above, of as many places as a vector has.
struct AllPairs
{
    Pairs low01, high01, low23, high23;

    HWY_INLINE AllPairs(const float* low, const float* high, const int32_t* node)
    {
        for (int32_t block = 0; block < kBlocks; ++block)
        {
            const FourNodes at(node + kFour * block);
            low01[block] = twoPairs(low + at.a, low + at.b);
            high01[block] = twoPairs(high + at.a, high + at.b);
            low23[block] = twoPairs(low + at.c, low + at.d);
            high23[block] = twoPairs(high + at.c, high + at.d);
        }
    }
};

HWY_INLINE V32 joined(const Pairs& pairs)
{
#if HWY_TARGET == HWY_AVX2
    return hn::Combine(F32(), pairs[1], pairs[0]);
#else
    return pairs[0];
#endif
}

#endif

HWY_INLINE Corners cornersAt(ConstRows field, const int32_t* node)
{
    const AllPairs pairs(field.first, field.first + field.stride, node);
    const V32 low01 = joined(pairs.low01);
    const V32 high01 = joined(pairs.high01);
    const V32 low23 = joined(pairs.low23);
    const V32 high23 = joined(pairs.high23);
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
