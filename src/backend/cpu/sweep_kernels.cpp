// The sweeps of the cpu backend over one row, compiled once per instruction set by Highway:
// red-black Gauss-Seidel, over-relaxed or not, and Jacobi.
//
// A half-sweep is half a row: the cells of one colour are its even or its odd columns. Where cells
// are known to have one conductance all around, a quicker path gives the same bits. See
// half_row-inl.h for the names and the order of the arithmetic.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/sweep_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/cpu/half_row-inl.h"
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

// sum over d, and 0 where d is: in solids, and in closed pockets that shrank to one coarse cell. By
// the inverse of d, so that rows of one d need no division.
HWY_INLINE V32 overDiagonal(V32 sum, V32 diagonal)
{
    const F32 d;
    const V32 tiny = hn::Set(d, FLT_MIN);
    const V32 inverse = hn::Div(hn::Set(d, 1.0f), hn::Max(diagonal, tiny));
    return hn::Mul(hn::IfThenElseZero(hn::Ge(diagonal, tiny), sum), inverse);
}

// Positions after which a half-sweep asks for as many others: few enough not to stand in the way of
// what it needs itself.
constexpr int32_t kFetched = 4 * kLanes;

// Asks for positions k to k + kFetched of some halves of rows; to the second-level cache, since
// much comes before their turn.
HWY_INLINE void fetch(const float* const (&halves)[Ahead::kMost], int32_t k)
{
#if HWY_COMPILER_GCC || HWY_COMPILER_CLANG
    for (const float* half : halves)
    {
        if (half == nullptr)
        {
            break;
        }
        for (int32_t i = 0; i < kFetched; i += kLanes)
        {
            __builtin_prefetch(half + k + i, 0, 2);
        }
    }
#endif
}

// body(begin, end) for pieces of positions begin to end.
template <class Body>
HWY_INLINE void forFetched(int32_t begin, int32_t end, Body&& body)
{
    for (int32_t k = begin; k < end; k += kFetched)
    {
        body(k, std::min(k + kFetched, end));
    }
}

// What a half-sweep makes of one vector of cells, with the value in the row above given; 0 in lanes
// beyond the row. The residual that was there goes to norm2, where it is measured.
template <bool kHasA, Relaxation kHow, bool kTail, bool kOdd>
HWY_INLINE V32 relaxedAt(const HalfRow<kOdd>& row, const float* r, const Faces& c, V32 north,
                         V32 omega, int32_t k, M32 mask, Sum32& norm2)
{
    const F32 d;
    V32 sum = hn::Load(d, r + k);
    if constexpr (kHow != Relaxation::fromZero)
    {
        const V32 inRow =
            hn::Add(hn::Mul(c.w, west<kOdd>(row.other, k)), hn::Mul(c.e, east<kOdd>(row.other, k)));
        const V32 across =
            hn::Add(hn::Mul(c.s, loadPart<kTail>(row.south + k, mask)), hn::Mul(c.n, north));
        sum = hn::Add(hn::Add(inRow, across), sum);
    }
    const V32 whole = diagonal<kOdd, kHasA>(row, c, k);
    V32 value = overDiagonal(sum, whole);
    if constexpr (kHow == Relaxation::measured)
    {
        const V32 left = hn::Sub(sum, hn::Mul(whole, hn::Load(d, row.self + k)));
        norm2.add(k, hn::IfThenElseZero(mask, hn::Mul(left, left)));
    }
    if constexpr (kHow == Relaxation::over)
    {
        // In solids 0 all the same, where an interpolation has left something else.
        const M32 open = hn::Ge(whole, hn::Set(d, FLT_MIN));
        const V32 before = hn::IfThenElseZero(open, hn::Load(d, row.self + k));
        value = hn::Add(before, hn::Mul(omega, hn::Sub(value, before)));
    }
    if constexpr (kHow == Relaxation::overZero)
    {
        value = hn::Mul(omega, value);
    }
    return kTail ? hn::IfThenElseZero(mask, value) : value;
}

// The same where all four faces have one conductance, a power of two, and a is one number: no
// coefficients are read, and nothing is divided. Beyond the edges of a whole row x is 0, whatever
// the face there is like: only the diagonal of the first and the last cell is another.
struct Uniform
{
    struct Diagonal
    {
        V32 sum, inverse;

        HWY_INLINE explicit Diagonal(const UniformSpan::Diagonal& all)
            : sum(hn::Set(F32(), all.sum)), inverse(hn::Set(F32(), all.inverse))
        {
        }
        HWY_INLINE void replace(M32 lane, const UniformSpan::Diagonal& one)
        {
            sum = hn::IfThenElse(lane, hn::Set(F32(), one.sum), sum);
            inverse = hn::IfThenElse(lane, hn::Set(F32(), one.inverse), inverse);
        }
    };

    V32 face;
    Diagonal usual;

    HWY_INLINE explicit Uniform(const UniformSpan& span)
        : face(hn::Set(F32(), span.conductance)), usual(span.usual)
    {
    }

    template <Conductances kKnown, Relaxation kHow, bool kTail, bool kOdd>
    HWY_INLINE V32 relaxedAt(const HalfRow<kOdd>& row, const float* r, const Diagonal& diagonal,
                             V32 north, V32 omega, int32_t k, M32 mask, Sum32& norm2) const
    {
        const F32 d;
        V32 sum = hn::Load(d, r + k);
        if constexpr (kHow != Relaxation::fromZero)
        {
            const V32 inRow = hn::Add(through<kKnown>(face, west<kOdd>(row.other, k)),
                                      through<kKnown>(face, east<kOdd>(row.other, k)));
            const V32 across = hn::Add(through<kKnown>(face, hn::Load(d, row.south + k)),
                                       through<kKnown>(face, north));
            sum = hn::Add(hn::Add(inRow, across), sum);
        }
        if constexpr (kHow == Relaxation::measured)
        {
            const V32 left = hn::Sub(sum, hn::Mul(diagonal.sum, hn::Load(d, row.self + k)));
            const V32 square = hn::Mul(left, left);
            norm2.add(k, kTail ? hn::IfThenElseZero(mask, square) : square);
        }
        V32 value = hn::Mul(sum, diagonal.inverse);
        if constexpr (kHow == Relaxation::over)
        {
            const V32 before = keep(hn::Load(d, row.self + k));
            value = hn::Add(before, hn::Mul(omega, hn::Sub(value, before)));
        }
        if constexpr (kHow == Relaxation::overZero)
        {
            value = hn::Mul(omega, value);
        }
        return kTail ? hn::IfThenElseZero(mask, value) : value;
    }
};

// The diagonal of the vector at k of half a whole row.
template <bool kOdd>
HWY_INLINE Uniform::Diagonal diagonalAt(const LevelView& v, const UniformSpan& span, int32_t k)
{
    const F32 d;
    const hn::RebindToSigned<F32> i32;
    Uniform::Diagonal diagonal(span.usual);
    const auto isLane = [&](int32_t position) TARN_INLINE {
        return hn::RebindMask(d, hn::Eq(hn::Iota(i32, k), hn::Set(i32, position)));
    };
    if constexpr (!kOdd)
    {
        diagonal.replace(isLane(0), span.first);
    }
    const int32_t last = v.nx - 1;
    if ((last % 2 != 0) == kOdd)
    {
        diagonal.replace(isLane(last / 2), span.last);
    }
    return diagonal;
}

// Half of row j; with kTwo then, as kBelow says, the same half of row j - 1, whose values above are
// still at hand. Returns the squared residual that was there before in row j, where it is measured.
template <bool kOdd, bool kHasA, Relaxation kHow, bool kTwo, Relaxation kBelow>
HWY_NOINLINE double relaxHalf(const LevelView& v, int32_t j, float omega, float omegaBelow,
                              const Ahead& ahead)
{
    const F32 d;
    Sum32 norm2;
    const int32_t own = kOdd ? v.half : 0;
    const int32_t lower = kTwo ? j - 1 : j;
    constexpr bool kMayShare = kHasA; // see SweepKernels
    const HalfRow<kOdd> row(v, v.x, j, kMayShare);
    const HalfRow<kOdd> rowBelow(v, v.x, lower, kMayShare);
    const float* r = v.r.row(j, kMayShare) + own;
    const float* rBelow = v.r.row(lower, kMayShare) + own;
    float* x = v.x.row(j, kMayShare) + own;
    float* xBelow = v.x.row(lower, kMayShare) + own;
    const V32 factor = hn::Set(d, omega);
    const V32 factorBelow = hn::Set(d, omegaBelow);
    const auto general = [&](auto tail, int32_t k, M32 mask) TARN_INLINE {
        constexpr bool kTail = decltype(tail)::value;
        const Faces c = faces(row, k);
        const V32 above = loadPart<kTail>(row.north + k, mask);
        const V32 value = relaxedAt<kHasA, kHow, kTail>(row, r, c, above, factor, k, mask, norm2);
        hn::Store(value, d, x + k);
        if constexpr (kTwo)
        {
            Faces below = faces(rowBelow, k);
            below.n = c.s;
            hn::Store(relaxedAt<kHasA, kBelow, kTail>(rowBelow, rBelow, below, value, factorBelow,
                                                      k, mask, norm2),
                      d, xBelow + k);
        }
    };
    const int32_t count = cellsInHalf<kOdd>(v);
    const UniformSpan& span = v.cx.uniform[j];
    const Uniform uniform(span);
    const auto alike = [&](auto known, auto tail, const Uniform::Diagonal& diagonal, int32_t k,
                           M32 mask) TARN_INLINE {
        constexpr Conductances kKnown = decltype(known)::value;
        constexpr bool kTail = decltype(tail)::value;
        const V32 value = uniform.template relaxedAt<kKnown, kHow, kTail>(
            row, r, diagonal, hn::Load(d, row.north + k), factor, k, mask, norm2);
        hn::Store(value, d, x + k);
        if constexpr (kTwo)
        {
            hn::Store(uniform.template relaxedAt<kKnown, kBelow, kTail>(
                          rowBelow, rBelow, diagonal, value, factorBelow, k, mask, norm2),
                      d, xBelow + k);
        }
    };
    const auto allAlike = [&](auto known, int32_t from, int32_t to) TARN_INLINE {
        const M32 every = hn::FirstN(d, static_cast<size_t>(lanes()));
        forFetched(from, to, [&](int32_t begin, int32_t end) TARN_INLINE {
            fetch(ahead.cells, begin);
            for (int32_t k = begin; k < end; k += lanes())
            {
                alike(known, std::false_type(), uniform.usual, k, every);
            }
        });
    };
    if (span.isWhole)
    {
        const int32_t last = (count - 1) / lanes() * lanes();
        withAlike(span.conductance, [&](auto known) TARN_INLINE {
            const auto atEnd = [&](int32_t k) TARN_INLINE {
                const auto left = static_cast<size_t>(std::min(count - k, lanes()));
                alike(known, std::true_type(), diagonalAt<kOdd>(v, span, k), k,
                      hn::FirstN(d, left));
            };
            atEnd(0);
            allAlike(known, lanes(), last);
            if (last > 0)
            {
                atEnd(last);
            }
        });
    }
    else if (span.isEmpty())
    {
        forFetched(0, count, [&](int32_t begin, int32_t end) TARN_INLINE {
            fetch(ahead.cells, begin);
            fetch(ahead.faces, begin);
            forVectors(begin, end, general);
        });
    }
    else
    {
        const bool fetches = ahead.cells[0] != nullptr || ahead.faces[0] != nullptr;
        const auto beside = [&](int32_t begin, int32_t end) TARN_INLINE {
            for (int32_t k = begin; k < end && fetches; k += kFetched)
            {
                fetch(ahead.cells, k);
                fetch(ahead.faces, k);
            }
            forVectors(begin, end, general);
        };
        forVectors(0, kLanes, general);
        beside(kLanes, span.begin);
        withAlike(span.conductance,
                  [&](auto known) TARN_INLINE { allAlike(known, span.begin, span.end); });
        beside(span.end, count);
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
    const float solved = d >= FLT_MIN ? sum * (1.0f / d) : 0.0f;
    const float held = d >= FLT_MIN ? before : 0.0f;
    v.x.at(i, j) = omega == 1.0f ? solved : held + omega * (solved - held);
}

template <bool kHasA, Relaxation kHow>
HWY_INLINE double relaxRow(const LevelView& v, int32_t j, int32_t colour, float omega,
                           const Ahead& ahead)
{
    const bool odd = (j + colour) % 2 != 0;
    const bool seam = !odd && v.ringX && v.nx % 2 == 1;
    const float lastBefore = seam ? v.x.at(v.nx - 1, j) : 0.0f;
    const double norm2 =
        odd ? relaxHalf<true, kHasA, kHow, false, kHow>(v, j, omega, omega, ahead)
            : relaxHalf<false, kHasA, kHow, false, kHow>(v, j, omega, omega, ahead);
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
HWY_INLINE double relaxAs(const LevelView& v, int32_t j, int32_t colour, HalfSweep half,
                          const Ahead& ahead)
{
    using R = Relaxation;
    switch (half.how)
    {
    case R::fromZero:
        return relaxRow<kHasA, R::fromZero>(v, j, colour, 1.0f, ahead);
    case R::plain:
        return relaxRow<kHasA, R::plain>(v, j, colour, 1.0f, ahead);
    case R::measured:
        return relaxRow<kHasA, R::measured>(v, j, colour, 1.0f, ahead);
    case R::overZero:
        return relaxRow<kHasA, R::overZero>(v, j, colour, half.omega, ahead);
    case R::over:
        break;
    }
    return relaxRow<kHasA, R::over>(v, j, colour, half.omega, ahead);
}

double relax(const LevelView& v, int32_t j, int32_t colour, HalfSweep half, const Ahead& ahead)
{
    return v.hasA ? relaxAs<true>(v, j, colour, half, ahead)
                  : relaxAs<false>(v, j, colour, half, ahead);
}

template <bool kHasA, Relaxation kHow, Relaxation kBelow>
HWY_INLINE double relaxTwoRows(const LevelView& v, int32_t j, int32_t colour, float omega,
                               float below, const Ahead& ahead)
{
    const double norm2 =
        (j + colour) % 2 != 0
            ? relaxHalf<true, kHasA, kHow, true, kBelow>(v, j, omega, below, ahead)
            : relaxHalf<false, kHasA, kHow, true, kBelow>(v, j, omega, below, ahead);
    v.x.closeRing(j);
    v.x.closeRing(j - 1);
    return norm2;
}

template <bool kHasA>
HWY_INLINE double relaxTwoAs(const LevelView& v, int32_t j, int32_t colour, HalfSweep here,
                             HalfSweep below, const Ahead& ahead)
{
    using R = Relaxation;
    const float w = here.omega;
    const float wBelow = below.omega;
    switch (here.how)
    {
    case R::fromZero:
        return below.how == R::overZero
                   ? relaxTwoRows<kHasA, R::fromZero, R::overZero>(v, j, colour, w, wBelow, ahead)
                   : relaxTwoRows<kHasA, R::fromZero, R::plain>(v, j, colour, w, wBelow, ahead);
    case R::measured:
        return relaxTwoRows<kHasA, R::measured, R::plain>(v, j, colour, w, wBelow, ahead);
    case R::over:
        return below.how == R::over
                   ? relaxTwoRows<kHasA, R::over, R::over>(v, j, colour, w, wBelow, ahead)
                   : relaxTwoRows<kHasA, R::over, R::plain>(v, j, colour, w, wBelow, ahead);
    case R::plain:
    case R::overZero: // always the second of two
        break;
    }
    return relaxTwoRows<kHasA, R::plain, R::plain>(v, j, colour, w, wBelow, ahead);
}

double relaxTwo(const LevelView& v, int32_t j, int32_t colour, HalfSweep here, HalfSweep below,
                const Ahead& ahead)
{
    return v.hasA ? relaxTwoAs<true>(v, j, colour, here, below, ahead)
                  : relaxTwoAs<false>(v, j, colour, here, below, ahead);
}

template <bool kOdd, bool kHasA>
HWY_INLINE void jacobiHalf(const LevelView& v, const SplitField& next, int32_t j, float omega)
{
    const F32 d;
    const HalfRow<kOdd> row(v, v.x, j);
    const float* r = v.r.row(j) + (kOdd ? v.half : 0);
    float* to = next.row(j) + (kOdd ? v.half : 0);
    forVectors(0, cellsInHalf<kOdd>(v), [&](auto tail, int32_t k, M32 mask) TARN_INLINE {
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

const SweepKernels* table()
{
    static constexpr SweepKernels kTable = {relax, relaxTwo, jacobi};
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

const SweepKernels& sweepKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
