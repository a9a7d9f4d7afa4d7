// The residuals, scalar products and combinations of the cpu backend over one row, compiled once
// per instruction set by Highway.
//
// Sums are made in kLanes lanes whatever the vector length, then lane by lane; what the conjugate
// gradient and refinement need, in 64 bits. See half_row-inl.h for the names and the order of the
// arithmetic.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/sum_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/cpu/half_row-inl.h"
#include "backend/cpu/row_kernels.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

using F64 = hn::CappedTag<double, kLanes / 2>;
using F32ForF64 = hn::Rebind<float, F64>; // as many floats as a vector of doubles has lanes
using V64 = hn::Vec<F64>;

// consume(position, vector) for the residual of half of row j, positions begin to end.
template <bool kOdd, class Consume>
HWY_INLINE void forResidual(const LevelView& v, int32_t j, int32_t begin, int32_t end,
                            Consume&& consume)
{
    const HalfRow<kOdd> row(v, v.x, j);
    const float* r = v.r.row(j) + (kOdd ? v.half : 0);
    const auto mixed = [&](auto tail, int32_t k, M32 mask) TARN_INLINE {
        consume(k, residualAt<kOdd, decltype(tail)::value>(row, r, k, mask));
    };
    const int32_t last = std::min(end, cellsInHalf<kOdd>(v));
    const UniformSpan span = v.cx.uniform[j];
    const int32_t from = span.isEmpty() ? last : std::clamp<int32_t>(span.begin, begin, last);
    const int32_t to = span.isEmpty() ? last : std::clamp<int32_t>(span.end, from, last);
    const M32 every = hn::FirstN(F32(), static_cast<size_t>(lanes()));
    const V32 face = hn::Set(F32(), span.conductance);
    forVectors(begin, from, mixed);
    withAlike(span.conductance, [&](auto known) TARN_INLINE {
        for (int32_t k = from; k < to; k += lanes())
        {
            consume(k, residualAt<kOdd, false, decltype(known)::value>(row, r, k, every, face));
        }
    });
    forVectors(to, last, mixed);
}

template <bool kOdd>
HWY_INLINE void addResidual(const LevelView& v, int32_t j, int32_t begin, int32_t end, float* out)
{
    const F32 d;
    forResidual<kOdd>(v, j, begin, end, [&](int32_t k, V32 value) TARN_INLINE {
        float* place = out + (k - begin);
        hn::Store(hn::Add(hn::Load(d, place), value), d, place);
    });
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

double residualNorm2(const LevelView& v, int32_t j)
{
    Sum32 sum;
    const auto square = [&](int32_t k, V32 value)
                            TARN_INLINE { sum.add(k, hn::Mul(value, value)); };
    forResidual<false>(v, j, 0, v.nx, square);
    forResidual<true>(v, j, 0, v.nx, square);
    return sum.total();
}

using Sum64 = LaneSum<F64>;

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
    forVectors64<kOdd>(v, [&](int32_t k, hn::Mask<F64> mask) TARN_INLINE {
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
    forVectors64<kOdd>(v, [&](int32_t k, hn::Mask<F64> mask) TARN_INLINE {
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
    forVectors64<kOdd>(v, [&](int32_t k, hn::Mask<F64> mask) TARN_INLINE {
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

// Padding is 0, but for the copies at the ends of a ring.
Moments moments(const SplitField& f, int32_t j)
{
    const F32 d;
    const F32ForF64 half;
    Sum64 sum;
    Sum32 squares;
    const int32_t n = lanes();
    const int32_t wideLanes = static_cast<int32_t>(hn::Lanes(F64()));
    const auto add = [&](int32_t k, const float* from) TARN_INLINE {
        const V32 value = hn::Load(d, from);
        squares.add(k, hn::Mul(value, value));
        for (int32_t i = 0; i < n; i += wideLanes)
        {
            sum.add(k + i, hn::PromoteTo(F64(), hn::Load(half, from + i)));
        }
    };
    for (const bool odd : {false, true})
    {
        const float* row = f.row(j) + (odd ? f.half : 0);
        const int32_t cells = odd ? f.columns / 2 : (f.columns + 1) / 2;
        int32_t k = 0;
        for (; k + kLanes <= cells; k += kLanes) // whole groups, whose sums stay in registers
        {
            for (int32_t i = 0; i < kLanes; i += n)
            {
                add(i, row + k + i);
            }
        }
        for (; k < cells; k += n)
        {
            HWY_ALIGN float rest[kLanes];
            const M32 mask = hn::FirstN(d, static_cast<size_t>(std::min(cells - k, n)));
            hn::Store(hn::IfThenElseZero(mask, hn::Load(d, row + k)), d, rest);
            add(k, rest);
        }
    }
    return {sum.total(), squares.total()};
}

template <bool kOdd>
HWY_INLINE void combineHalf(const LevelView& v, const SplitField& f, float alpha,
                            const SplitField& g, float beta, int32_t j)
{
    const F32 d;
    float* to = f.row(j) + (kOdd ? v.half : 0);
    const float* from = g.row(j) + (kOdd ? v.half : 0);
    forVectors(0, cellsInHalf<kOdd>(v), [&](auto, int32_t k, M32 mask) TARN_INLINE {
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

const SumKernels* table()
{
    static constexpr SumKernels kTable = {residual, residualNorm2, subtractApplied, dotApplied,
                                          dot,      moments,       combine};
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

const SumKernels& sumKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
