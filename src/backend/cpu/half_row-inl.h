// What the kernels share: half a row as vectors, its neighbours and faces, residuals, sums.
//
// Included once per instruction set by each kernel file. The names of the compass are neighbours
// and faces: w and e in the row (in its other half), s and n in the rows below and above (same
// half, same position). A row's vectors are full ones and at most one tail, whose lanes beyond the
// row are neither read from neighbouring rows nor left anything but 0.
//
// Arithmetic is written in one fixed order, the reference backend's, with separate multiplication
// and addition throughout: that is what makes the bits the same everywhere.
#if defined(TARN_BACKEND_CPU_HALF_ROW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TARN_BACKEND_CPU_HALF_ROW_INL_H
#undef TARN_BACKEND_CPU_HALF_ROW_INL_H
#else
#define TARN_BACKEND_CPU_HALF_ROW_INL_H
#endif

#include <hwy/highway.h>

#include "backend/cpu/kernel_inline.h"
#include "backend/cpu/split_rows.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

namespace hn = hwy::HWY_NAMESPACE;
using F32 = hn::CappedTag<float, kLanes>;
using V32 = hn::Vec<F32>;
using M32 = hn::Mask<F32>;

// Rows in plain order are worked on in pieces that stay in the first-level cache.
constexpr int32_t kPiece = 512;

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

// Lanes that the mask leaves out are not even looked at: on an odd ring another thread may be
// closing its row there.
template <bool kTail>
HWY_INLINE V32 loadPart(const float* from, M32 mask)
{
    if constexpr (kTail)
    {
#if HWY_MEM_OPS_MIGHT_FAULT
        // What Highway would do here loads whole vectors.
        HWY_ALIGN float part[kLanes] = {};
        const size_t count = hn::CountTrue(F32(), mask);
        for (size_t i = 0; i < count; ++i)
        {
            part[i] = from[i];
        }
        return hn::Load(F32(), part);
#else
        return hn::MaskedLoad(mask, F32(), from);
#endif
    }
    else
    {
        return hn::Load(F32(), from);
    }
}

// A vector that is used more than once. GCC would rather load it again for every use, and it is the
// loads that bound these kernels.
HWY_INLINE V32 keep(V32 value)
{
#if HWY_ARCH_X86 && HWY_COMPILER_GCC_ACTUAL
    asm("" : "+x"(value.raw));
#endif
    return value;
}

HWY_INLINE void clear(float* out, int32_t count)
{
    const F32 d;
    for (int32_t k = 0; k < count; k += lanes())
    {
        hn::Store(hn::Zero(d), d, out + k);
    }
}

// Where half a row of a cell field and of the coefficients around it lie.
template <bool kOdd>
struct HalfRow
{
    const float *self, *other, *south, *north;
    const float *cxOwn, *cxOther, *cyLow, *cyHigh, *a;

    HWY_INLINE HalfRow(const LevelView& v, const SplitField& f, int32_t j, bool mayShare = false)
    {
        const int32_t own = kOdd ? v.half : 0;
        const int32_t opposite = kOdd ? 0 : v.half;
        self = f.row(j, mayShare) + own;
        other = f.row(j, mayShare) + opposite;
        south = v.cellRow(f, j - 1, mayShare) + own;
        north = v.cellRow(f, j + 1, mayShare) + own;
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
    return {keep(hn::Load(d, row.cxOwn + k)), keep(east<kOdd>(row.cxOther, k)),
            keep(hn::Load(d, row.cyLow + k)), keep(hn::Load(d, row.cyHigh + k))};
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

// What is known of the conductances around cells.
enum class Conductances
{
    any,
    alike,
    one // each of them is 1: nothing needs to be multiplied
};

// body(what is known of them) where they are alike.
template <class Body>
HWY_INLINE void withAlike(float conductance, Body&& body)
{
    if (conductance == 1.0f)
    {
        body(std::integral_constant<Conductances, Conductances::one>());
    }
    else
    {
        body(std::integral_constant<Conductances, Conductances::alike>());
    }
}

// Alike they are no common factor: of numbers below the least normal one the product with a sum is
// not the sum of products.
template <Conductances kKnown>
HWY_INLINE V32 through(V32 face, V32 value)
{
    return kKnown == Conductances::one ? value : hn::Mul(face, value);
}

// The residual of one vector of cells, 0 in lanes beyond the row. Conductances that are alike are
// `face`.
template <bool kOdd, bool kTail, Conductances kKnown = Conductances::any>
HWY_INLINE V32 residualAt(const HalfRow<kOdd>& row, const float* r, int32_t k, M32 mask,
                          V32 face = hn::Zero(F32()))
{
    const F32 d;
    const V32 self = keep(hn::Load(d, row.self + k));
    const V32 w = hn::Sub(west<kOdd>(row.other, k), self);
    const V32 e = hn::Sub(east<kOdd>(row.other, k), self);
    const V32 s = hn::Sub(loadPart<kTail>(row.south + k, mask), self);
    const V32 n = hn::Sub(loadPart<kTail>(row.north + k, mask), self);
    const Faces c = kKnown == Conductances::any ? faces(row, k) : Faces{face, face, face, face};
    V32 sum = hn::Add(hn::Add(hn::Add(through<kKnown>(c.w, w), through<kKnown>(c.e, e)),
                              hn::Add(through<kKnown>(c.s, s), through<kKnown>(c.n, n))),
                      hn::Load(d, r + k));
    if (row.a != nullptr)
    {
        sum = hn::Sub(sum, hn::Mul(hn::Load(d, row.a + k), self));
    }
    return kTail ? hn::IfThenElseZero(mask, sum) : sum;
}

// Sums in kLanes lanes whatever the vector length, then lane by lane; D tells 32 or 64 bits.
template <class D>
struct LaneSum
{
    static constexpr int32_t kParts = kLanes / static_cast<int32_t>(hn::MaxLanes(D()));
    hn::Vec<D> part[static_cast<size_t>(kParts)];

    HWY_INLINE LaneSum()
    {
        for (auto& some : part)
        {
            some = hn::Zero(D());
        }
    }
    // The vector at position k.
    HWY_INLINE void add(int32_t k, hn::Vec<D> value)
    {
        auto& some = part[k % kLanes / (kLanes / kParts)];
        some = hn::Add(some, value);
    }
    HWY_INLINE double total() const
    {
        HWY_ALIGN hn::TFromD<D> lane[kLanes];
        for (int32_t i = 0; i < kParts; ++i)
        {
            hn::Store(part[i], D(), lane + i * (kLanes / kParts));
        }
        double sum = 0.0;
        for (const auto value : lane)
        {
            sum += static_cast<double>(value);
        }
        return sum;
    }
};
using Sum32 = LaneSum<F32>;

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#endif
