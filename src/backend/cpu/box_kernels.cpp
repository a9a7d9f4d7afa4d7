// The kernels of boxes, compiled once per instruction set by Highway.
//
// Rows are transformed in vectors of at most kBoxRows: a wider one would make the room of a row of
// 1024 cells larger than the first-level cache. Columns take all lanes there are.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/box_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "backend/box_kernels.h"
#include "backend/cpu/kernel_inline.h"

#include <algorithm>

#ifndef TN_BOX_INLINE
#define TN_BOX_INLINE HWY_INLINE
#define TN_BOX_LAMBDA TARN_INLINE
#endif

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

namespace hn = hwy::HWY_NAMESPACE;

template <int32_t kMost>
struct VectorLanes
{
    using D = hn::CappedTag<float, size_t{kMost}>;
    using V = hn::Vec<D>;
    static constexpr int32_t kCount = static_cast<int32_t>(hn::MaxLanes(D()));

    static HWY_INLINE V load(const float* from) { return hn::Load(D(), from); }
    static HWY_INLINE void store(V value, float* to) { hn::Store(value, D(), to); }
    static HWY_INLINE V loadAnywhere(const float* from) { return hn::LoadU(D(), from); }
    static HWY_INLINE void storeAnywhere(V value, float* to) { hn::StoreU(value, D(), to); }
    static HWY_INLINE void ask(const float* at) { hwy::Prefetch(at); }
    static HWY_INLINE bool areSame(V a, V b) { return hn::AllTrue(D(), hn::Eq(a, b)); }
    static HWY_INLINE V set(float value) { return hn::Set(D(), value); }
    static HWY_INLINE V add(V a, V b) { return hn::Add(a, b); }
    static HWY_INLINE V sub(V a, V b) { return hn::Sub(a, b); }
    static HWY_INLINE V mul(V a, V b) { return hn::Mul(a, b); }
    static HWY_INLINE V div(V a, V b) { return hn::Div(a, b); }
    static HWY_INLINE V negated(V a) { return hn::Neg(a); }
    static HWY_INLINE V quotientOrZero(V a, V b)
    {
        const auto some = hn::Ne(b, hn::Zero(D()));
        return hn::IfThenElseZero(some, hn::Div(a, hn::IfThenElse(some, b, set(1.0f))));
    }

    // A square of floats, rows for columns.
    static HWY_INLINE void exchange(const float* const* from, float* const* to)
    {
#if HWY_TARGET == HWY_SCALAR
        for (int32_t row = 0; row < kBoxRows; ++row)
        {
            for (int32_t column = 0; column < kBoxRows; ++column)
            {
                to[column][row] = from[row][column];
            }
        }
#else
        constexpr int32_t kSide = std::min(kCount, kBoxRows);
        for (int32_t row = 0; row < kBoxRows; row += kSide)
        {
            for (int32_t column = 0; column < kBoxRows; column += kSide)
            {
                exchangePart(from + row, column, to + column, row);
            }
        }
#endif
    }

#if HWY_TARGET != HWY_SCALAR
  private:
    // As many rows and columns of it as a vector has lanes: four rows at a time within blocks of
    // four lanes, then the blocks of two such parts, where there are two.
    static HWY_INLINE void exchangePart(const float* const* from, int32_t firstColumn,
                                        float* const* to, int32_t firstRow)
    {
        const auto load = [&](int32_t row)
                              TARN_INLINE { return hn::LoadU(D(), from[row] + firstColumn); };
        const auto store = [&](V value, int32_t column)
                               TARN_INLINE { hn::StoreU(value, D(), to[column] + firstRow); };
        const Four low = exchangedInBlocks(load(0), load(1), load(2), load(3));
        if constexpr (kCount == 4)
        {
            for (int32_t column = 0; column < 4; ++column)
            {
                store(low.columns[column], column);
            }
        }
        else
        {
            const Four high = exchangedInBlocks(load(4), load(5), load(6), load(7));
            for (int32_t column = 0; column < 4; ++column)
            {
                store(hn::ConcatLowerLower(D(), high.columns[column], low.columns[column]), column);
                store(hn::ConcatUpperUpper(D(), high.columns[column], low.columns[column]),
                      column + 4);
            }
        }
    }

    struct Four
    {
        V columns[4];
    };
    static HWY_INLINE Four exchangedInBlocks(V r0, V r1, V r2, V r3)
    {
        const D d;
        const hn::Repartition<double, D> pairs;
        const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, r0, r1));
        const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, r2, r3));
        const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, r0, r1));
        const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, r2, r3));
        return {{hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23)),
                 hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23)),
                 hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23)),
                 hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23))}};
    }
#endif
};

using RowLanes = VectorLanes<kBoxRows>;
using ColumnLanes = VectorLanes<kBoxColumns>;

#include "backend/box_loops-inl.h"

#if HWY_TARGET <= HWY_AVX3
// Both parts of an element in one vector, the real one below: fewer instructions than two vectors
// of kBoxRows lanes take, for the same bits.
struct WholeElement
{
    using D = hn::FixedTag<float, 2 * size_t{kBoxRows}>;
    using Half = hn::FixedTag<float, size_t{kBoxRows}>;
    using V = hn::Vec<D>;
    V both;

    static HWY_INLINE WholeElement load(const float* at) { return {hn::LoadU(D(), at)}; }
    static HWY_INLINE WholeElement zero() { return {hn::Zero(D())}; }
    HWY_INLINE void store(float* at) const { hn::StoreU(both, D(), at); }

    // The parts in each other's places.
    HWY_INLINE V exchanged() const { return hn::ConcatLowerUpper(D(), both, both); }

    // The opposite of the imaginary parts, or of the real ones.
    static HWY_INLINE V oppositeAbove(V v)
    {
        return hn::Xor(v, hn::Combine(D(), hn::Set(Half(), -0.0f), hn::Zero(Half())));
    }
    static HWY_INLINE V oppositeBelow(V v)
    {
        return hn::Xor(v, hn::Combine(D(), hn::Zero(Half()), hn::Set(Half(), -0.0f)));
    }
};

template <>
struct ComplexOf<RowLanes>
{
    using Type = WholeElement;
};

HWY_INLINE WholeElement plus(const WholeElement& a, const WholeElement& b)
{
    return {hn::Add(a.both, b.both)};
}

HWY_INLINE WholeElement minus(const WholeElement& a, const WholeElement& b)
{
    return {hn::Sub(a.both, b.both)};
}

HWY_INLINE WholeElement times(const WholeElement& a, float factor)
{
    return {hn::Mul(a.both, hn::Set(WholeElement::D(), factor))};
}

HWY_INLINE WholeElement conjugate(const WholeElement& a)
{
    return {WholeElement::oppositeAbove(a.both)};
}

template <bool kBack>
HWY_INLINE WholeElement rightTurned(const WholeElement& a)
{
    return {kBack ? WholeElement::oppositeBelow(a.exchanged())
                  : WholeElement::oppositeAbove(a.exchanged())};
}

template <bool kBack>
HWY_INLINE WholeElement turned(const WholeElement& a, float cosine, float sine)
{
    const WholeElement::D d;
    const auto across = hn::Mul(rightTurned<kBack>(a).both, hn::Set(d, sine));
    return {hn::Sub(hn::Mul(a.both, hn::Set(d, cosine)), across)};
}

template <bool kBack>
HWY_INLINE void addRightTurned(const WholeElement& a, const WholeElement& b, WholeElement& sum,
                               WholeElement& rest)
{
    const WholeElement across = rightTurned<kBack>(b);
    sum = plus(a, across);
    rest = minus(a, across);
}
#endif

void forward(const BoxTransform& transform, const float* const* rows, float scale, float* room,
             float* const* waves)
{
    boxForward<RowLanes>(transform, rows, scale, room, waves);
}

void inverse(const BoxTransform& transform, const float* const* waves, float scale, float* room,
             float* const* rows)
{
    boxInverse<RowLanes>(transform, waves, scale, room, rows);
}

Moments moments(const float* row, int32_t count)
{
    return boxMoments<ColumnLanes>(row, count);
}

void solve(const BoxSystem& system, const BoxColumns& columns)
{
    boxSolve<ColumnLanes>(system, columns);
}

constexpr BoxKernels kBoxKernels = {forward, inverse, moments, solve};

const BoxKernels* table()
{
    return &kBoxKernels;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tarn
{

HWY_EXPORT(table);

const BoxKernels& vectorBoxKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
