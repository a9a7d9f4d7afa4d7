// What the kernels of boxes do, for one vector of rows or columns at a time; see box_transform.h.
//
// `Lanes` is the vector: a type V of kCount floats that are loaded, stored, added and multiplied
// together. `Complex` is what ComplexOf has for it. Included by the files that have one, inside
// their namespaces.

// A complex number for each lane, in two vectors. An element of a row is kBoxRows floats of the
// real part, then as many of the imaginary one.
template <class Lanes>
struct BoxComplex
{
    typename Lanes::V re, im;

    static TN_BOX_INLINE BoxComplex load(const float* at)
    {
        return {Lanes::load(at), Lanes::load(at + kBoxRows)};
    }
    static TN_BOX_INLINE BoxComplex zero() { return {Lanes::set(0.0f), Lanes::set(0.0f)}; }
    TN_BOX_INLINE void store(float* at) const
    {
        Lanes::store(re, at);
        Lanes::store(im, at + kBoxRows);
    }
};

// What Lanes computes with: that, unless an instruction set has something better.
template <class Lanes>
struct ComplexOf
{
    using Type = BoxComplex<Lanes>;
};

template <class Lanes>
TN_BOX_INLINE BoxComplex<Lanes> plus(const BoxComplex<Lanes>& a, const BoxComplex<Lanes>& b)
{
    return {Lanes::add(a.re, b.re), Lanes::add(a.im, b.im)};
}

template <class Lanes>
TN_BOX_INLINE BoxComplex<Lanes> minus(const BoxComplex<Lanes>& a, const BoxComplex<Lanes>& b)
{
    return {Lanes::sub(a.re, b.re), Lanes::sub(a.im, b.im)};
}

template <class Lanes>
TN_BOX_INLINE BoxComplex<Lanes> times(const BoxComplex<Lanes>& a, float factor)
{
    const auto f = Lanes::set(factor);
    return {Lanes::mul(a.re, f), Lanes::mul(a.im, f)};
}

template <class Lanes>
TN_BOX_INLINE BoxComplex<Lanes> conjugate(const BoxComplex<Lanes>& a)
{
    return {a.re, Lanes::negated(a.im)};
}

// Turned by an angle, or by the opposite one.
template <bool kBack, class Lanes>
TN_BOX_INLINE BoxComplex<Lanes> turned(const BoxComplex<Lanes>& a, float cosine, float sine)
{
    const auto c = Lanes::set(cosine);
    const auto s = Lanes::set(sine);
    const auto acrossRe = Lanes::mul(a.im, s);
    const auto acrossIm = Lanes::mul(a.re, s);
    const auto alongRe = Lanes::mul(a.re, c);
    const auto alongIm = Lanes::mul(a.im, c);
    if constexpr (kBack)
    {
        return {Lanes::add(alongRe, acrossRe), Lanes::sub(alongIm, acrossIm)};
    }
    else
    {
        return {Lanes::sub(alongRe, acrossRe), Lanes::add(alongIm, acrossIm)};
    }
}

// By a right angle: -i, or back.
template <bool kBack, class Lanes>
TN_BOX_INLINE BoxComplex<Lanes> rightTurned(const BoxComplex<Lanes>& a)
{
    if constexpr (kBack)
    {
        return {Lanes::negated(a.im), a.re};
    }
    else
    {
        return {a.im, Lanes::negated(a.re)};
    }
}

// a + b turned by a right angle, and a less it.
template <bool kBack, class Lanes>
TN_BOX_INLINE void addRightTurned(const BoxComplex<Lanes>& a, const BoxComplex<Lanes>& b,
                                  BoxComplex<Lanes>& sum, BoxComplex<Lanes>& rest)
{
    const BoxComplex<Lanes> up = {Lanes::add(a.re, b.im), Lanes::sub(a.im, b.re)};
    const BoxComplex<Lanes> down = {Lanes::sub(a.re, b.im), Lanes::add(a.im, b.re)};
    sum = kBack ? down : up;
    rest = kBack ? up : down;
}

template <bool kBack, class Complex>
TN_BOX_INLINE void transformTwo(Complex* a)
{
    const Complex rest = minus(a[0], a[1]);
    a[0] = plus(a[0], a[1]);
    a[1] = rest;
}

template <bool kBack, class Complex>
TN_BOX_INLINE void transformFour(Complex& a0, Complex& a1, Complex& a2, Complex& a3)
{
    const Complex evenSum = plus(a0, a2);
    const Complex evenRest = minus(a0, a2);
    const Complex oddSum = plus(a1, a3);
    const Complex oddRest = minus(a1, a3);
    a0 = plus(evenSum, oddSum);
    a2 = minus(evenSum, oddSum);
    addRightTurned<kBack>(evenRest, oddRest, a1, a3);
}

template <bool kBack, class Complex>
TN_BOX_INLINE void transformEight(Complex* a)
{
    transformFour<kBack>(a[0], a[2], a[4], a[6]);
    transformFour<kBack>(a[1], a[3], a[5], a[7]);
    // Odd ones turned by one, two and three eighths of a turn.
    const Complex right1 = rightTurned<kBack>(a[3]);
    const Complex right3 = rightTurned<kBack>(a[7]);
    const Complex odd1 = times(plus(a[3], right1), BoxTransform::kHalfRoot);
    const Complex odd3 = times(minus(right3, a[7]), BoxTransform::kHalfRoot);
    const Complex odd2 = a[5];
    const Complex even0 = a[0];
    const Complex even1 = a[2];
    const Complex even2 = a[4];
    const Complex even3 = a[6];
    const Complex odd0 = a[1];
    a[0] = plus(even0, odd0);
    a[4] = minus(even0, odd0);
    a[1] = plus(even1, odd1);
    a[5] = minus(even1, odd1);
    addRightTurned<kBack>(even2, odd2, a[2], a[6]);
    a[3] = plus(even3, odd3);
    a[7] = minus(even3, odd3);
}

// Cosines and sines of k / R turns, k from 1 to (R - 1) / 2.
template <int32_t kRadix>
struct OddRoots;
template <>
struct OddRoots<3>
{
    static constexpr float kCosines[] = {-0.5f};
    static constexpr float kSines[] = {0.8660254037844386f};
};
template <>
struct OddRoots<5>
{
    static constexpr float kCosines[] = {0.30901699437494745f, -0.8090169943749475f};
    static constexpr float kSines[] = {0.9510565162951535f, 0.5877852522924731f};
};
template <>
struct OddRoots<7>
{
    static constexpr float kCosines[] = {0.6234898018587336f, -0.2225209339563144f,
                                         -0.9009688679024191f};
    static constexpr float kSines[] = {0.7818314824680298f, 0.9749279121818236f,
                                       0.4338837391175582f};
};

// By sums and differences of elements that mirror one another.
template <int32_t kRadix, bool kBack, class Complex>
TN_BOX_INLINE void transformOdd(Complex* a)
{
    constexpr int32_t kHalf = (kRadix - 1) / 2;
    Complex sums[size_t{kHalf}];
    Complex rests[size_t{kHalf}];
    const Complex first = a[0];
    for (int32_t m = 0; m < kHalf; ++m)
    {
        sums[m] = plus(a[m + 1], a[kRadix - 1 - m]);
        rests[m] = minus(a[m + 1], a[kRadix - 1 - m]);
        a[0] = plus(a[0], sums[m]);
    }
    for (int32_t k = 1; k <= kHalf; ++k)
    {
        Complex along = first;
        Complex across = Complex::zero();
        for (int32_t m = 0; m < kHalf; ++m)
        {
            const int32_t turn = k * (m + 1) % kRadix;
            const int32_t root = turn <= kHalf ? turn - 1 : kRadix - 1 - turn;
            const float sign = turn <= kHalf ? 1.0f : -1.0f;
            along = plus(along, times(sums[m], OddRoots<kRadix>::kCosines[root]));
            across = plus(across, times(rests[m], sign * OddRoots<kRadix>::kSines[root]));
        }
        addRightTurned<kBack>(along, across, a[k], a[kRadix - k]);
    }
}

template <int32_t kRadix, bool kBack, class Complex>
TN_BOX_INLINE void transformElements(Complex* a)
{
    if constexpr (kRadix == 2)
    {
        transformTwo<kBack>(a);
    }
    else if constexpr (kRadix == 4)
    {
        transformFour<kBack>(a[0], a[1], a[2], a[3]);
    }
    else if constexpr (kRadix == 8)
    {
        transformEight<kBack>(a);
    }
    else
    {
        transformOdd<kRadix, kBack>(a);
    }
}

// One radix of a transform of `all` complex elements, in blocks of `length`: turns come after it on
// the way there, before it on the way back.
template <int32_t kRadix, bool kBack, class Complex>
TN_BOX_INLINE void boxPass(float* room, int32_t all, int32_t length, const float* turns)
{
    const int32_t step = length / kRadix;
    for (int32_t q = 0; q < step; ++q, turns += 2 * (kRadix - 1))
    {
        for (int32_t block = q; block < all; block += length)
        {
            const auto place = [&](int32_t t) TN_BOX_LAMBDA {
                return room + 2 * kBoxRows * static_cast<size_t>(block + t * step);
            };
            Complex a[size_t{kRadix}];
            for (int32_t t = 0; t < kRadix; ++t)
            {
                a[t] = Complex::load(place(t));
                if (kBack && t > 0 && step > 1)
                {
                    a[t] = turned<true>(a[t], turns[2 * t - 2], turns[2 * t - 1]);
                }
            }
            transformElements<kRadix, kBack>(a);
            for (int32_t t = 0; t < kRadix; ++t)
            {
                if (!kBack && t > 0 && step > 1)
                {
                    a[t] = turned<false>(a[t], turns[2 * t - 2], turns[2 * t - 1]);
                }
                a[t].store(place(t));
            }
        }
    }
}

template <bool kBack, class Complex>
void boxPassOf(int32_t radix, float* room, int32_t all, int32_t length, const float* turns)
{
    switch (radix)
    {
    case 2:
        return boxPass<2, kBack, Complex>(room, all, length, turns);
    case 3:
        return boxPass<3, kBack, Complex>(room, all, length, turns);
    case 4:
        return boxPass<4, kBack, Complex>(room, all, length, turns);
    case 5:
        return boxPass<5, kBack, Complex>(room, all, length, turns);
    case 7:
        return boxPass<7, kBack, Complex>(room, all, length, turns);
    default:
        return boxPass<8, kBack, Complex>(room, all, length, turns);
    }
}

// Complex numbers of waves to real ones, pair by pair, times 2 / n and `scale`.
template <class Lanes>
void takeApart(const BoxTransform& transform, float scale, float* room)
{
    using Complex = typename ComplexOf<Lanes>::Type;
    scale *= 2.0f / static_cast<float>(transform.cells());
    const auto both = Lanes::load(room);
    const auto other = Lanes::load(room + kBoxRows);
    Lanes::store(Lanes::mul(Lanes::add(both, other), Lanes::set(scale)), room);
    Lanes::store(Lanes::mul(Lanes::sub(both, other), Lanes::set(scale * transform.quarter())),
                 room + kBoxRows);
    const float cosine = transform.lastCosine();
    const float sine = transform.lastSine();
    const int32_t* pair = transform.pairs();
    const float* turns = transform.pairTurns();
    for (int32_t n = 0; n < transform.pairCount(); ++n, pair += 2, turns += 4)
    {
        float* here = room + kBoxRows * static_cast<size_t>(pair[0]);
        float* mirror = room + kBoxRows * static_cast<size_t>(pair[1]);
        const Complex a = Complex::load(here);
        const Complex b = conjugate(Complex::load(mirror));
        const Complex even = times(plus(a, b), 0.5f * scale);
        const Complex odd = rightTurned<false>(times(minus(a, b), 0.5f * scale));
        const Complex first = turned<false>(even, turns[0], turns[1]);
        const Complex second = turned<false>(odd, turns[2], turns[3]);
        const Complex low = plus(first, second);
        const Complex high = turned<false>(minus(first, second), cosine, sine);
        // The wave in the middle is its own mirror: both are the same then.
        high.store(mirror);
        conjugate(low).store(here);
    }
}

// And back, times `scale` alone.
template <class Lanes>
void putTogether(const BoxTransform& transform, float scale, float* room)
{
    using Complex = typename ComplexOf<Lanes>::Type;
    const float halved = 0.5f * scale;
    const auto mean = Lanes::load(room);
    const auto quarter =
        Lanes::mul(Lanes::load(room + kBoxRows), Lanes::set(1.0f / transform.quarter()));
    Lanes::store(Lanes::mul(Lanes::add(mean, quarter), Lanes::set(halved)), room);
    Lanes::store(Lanes::mul(Lanes::sub(mean, quarter), Lanes::set(halved)), room + kBoxRows);
    const float cosine = transform.lastCosine();
    const float sine = transform.lastSine();
    const int32_t* pair = transform.pairs();
    const float* turns = transform.pairTurns();
    for (int32_t n = 0; n < transform.pairCount(); ++n, pair += 2, turns += 4)
    {
        float* here = room + kBoxRows * static_cast<size_t>(pair[0]);
        float* mirror = room + kBoxRows * static_cast<size_t>(pair[1]);
        const Complex low = conjugate(Complex::load(here));
        const Complex high = turned<true>(Complex::load(mirror), cosine, sine);
        const Complex even = turned<true>(times(plus(low, high), halved), turns[0], turns[1]);
        const Complex odd =
            rightTurned<true>(turned<true>(times(minus(low, high), halved), turns[2], turns[3]));
        const Complex a = plus(even, odd);
        const Complex b = minus(even, odd);
        conjugate(b).store(mirror);
        a.store(here);
    }
}

// ---- Rows to elements beside one another, and back

// visit(first of kBoxRows columns, the elements these are) for all of them.
template <class Visit>
TN_BOX_INLINE void forSquares(const BoxTransform& transform, float* room, Visit&& visit)
{
    const int32_t cells = transform.cells();
    const bool ring = transform.ends() == BoxEnds::ring;
    float* elements[kBoxRows];
    for (int32_t i = 0; i < cells; i += kBoxRows)
    {
        for (int32_t k = 0; k < kBoxRows; ++k)
        {
            // Makhoul's order: from both ends to the middle.
            const int32_t inward = (i + k) / 2;
            const int32_t element = ring ? i + k : k % 2 == 0 ? inward : cells - 1 - inward;
            elements[k] = room + kBoxRows * static_cast<size_t>(element);
        }
        visit(i, elements);
    }
}

template <class Visit>
TN_BOX_INLINE void forWaveSquares(const BoxTransform& transform, float* room, Visit&& visit)
{
    const int32_t cells = transform.cells();
    const int32_t* places = transform.places();
    float* elements[kBoxRows];
    for (int32_t i = 0; i < cells; i += kBoxRows)
    {
        for (int32_t k = 0; k < kBoxRows; ++k)
        {
            elements[k] = room + kBoxRows * static_cast<size_t>(places[i + k]);
        }
        visit(i, elements);
    }
}

// Columns i and following of all rows to as many elements, or the other way round.
template <class Lanes>
TN_BOX_INLINE void fromRows(const float* const* rows, int32_t i, float* const* elements)
{
    const float* columns[kBoxRows];
    for (int32_t k = 0; k < kBoxRows; ++k)
    {
        columns[k] = rows[k] + i;
    }
    Lanes::exchange(columns, elements);
}

template <class Lanes>
TN_BOX_INLINE void toRows(float* const* elements, float* const* rows, int32_t i)
{
    float* columns[kBoxRows];
    for (int32_t k = 0; k < kBoxRows; ++k)
    {
        columns[k] = rows[k] + i;
    }
    Lanes::exchange(elements, columns);
}

// Between sines and cosines: the odd columns, which are the latter half of the elements.
template <class Lanes>
TN_BOX_INLINE void turnOddColumns(const BoxTransform& transform, float* room)
{
    if (transform.ends() == BoxEnds::open)
    {
        for (int32_t n = transform.cells() / 2; n < transform.cells(); ++n)
        {
            float* at = room + kBoxRows * static_cast<size_t>(n);
            Lanes::store(Lanes::negated(Lanes::load(at)), at);
        }
    }
}

template <class Lanes>
void boxForward(const BoxTransform& transform, const float* const* rows, float scale, float* room,
                float* const* waves)
{
    const int32_t all = transform.cells() / 2;
    forSquares(transform, room, [&](int32_t i, float* const* elements) TN_BOX_LAMBDA {
        fromRows<Lanes>(rows, i, elements);
    });
    for (int32_t lane = 0; lane < kBoxRows; lane += Lanes::kCount)
    {
        turnOddColumns<Lanes>(transform, room + lane);
        const float* turns = transform.turns();
        int32_t length = all;
        for (int32_t n = 0; n < transform.radixCount(); ++n)
        {
            const int32_t radix = transform.radices()[n];
            boxPassOf<false, typename ComplexOf<Lanes>::Type>(radix, room + lane, all, length,
                                                              turns);
            turns += 2 * static_cast<size_t>(radix - 1) * static_cast<size_t>(length / radix);
            length /= radix;
        }
        takeApart<Lanes>(transform, scale, room + lane);
    }
    forWaveSquares(transform, room, [&](int32_t i, float* const* elements) TN_BOX_LAMBDA {
        toRows<Lanes>(elements, waves, i);
    });
}

template <class Lanes>
void boxInverse(const BoxTransform& transform, const float* const* waves, float scale, float* room,
                float* const* rows)
{
    const int32_t all = transform.cells() / 2;
    forWaveSquares(transform, room, [&](int32_t i, float* const* elements) TN_BOX_LAMBDA {
        fromRows<Lanes>(waves, i, elements);
    });
    for (int32_t lane = 0; lane < kBoxRows; lane += Lanes::kCount)
    {
        putTogether<Lanes>(transform, scale, room + lane);
        const float* turns = transform.turns() + transform.turnCount();
        int32_t length = 1;
        for (int32_t n = transform.radixCount(); n-- > 0;)
        {
            const int32_t radix = transform.radices()[n];
            turns -= 2 * static_cast<size_t>(radix - 1) * static_cast<size_t>(length);
            length *= radix;
            boxPassOf<true, typename ComplexOf<Lanes>::Type>(radix, room + lane, all, length,
                                                             turns);
        }
        turnOddColumns<Lanes>(transform, room + lane);
    }
    forSquares(transform, room, [&](int32_t i, float* const* elements) TN_BOX_LAMBDA {
        toRows<Lanes>(elements, rows, i);
    });
}

template <class Lanes>
Moments boxMoments(const float* row, int32_t count)
{
    constexpr int32_t kVectors = kBoxColumns / Lanes::kCount;
    typename Lanes::V sums[size_t{kVectors}];
    typename Lanes::V squares[size_t{kVectors}];
    for (int32_t n = 0; n < kVectors; ++n)
    {
        sums[n] = Lanes::set(0.0f);
        squares[n] = Lanes::set(0.0f);
    }
    for (int32_t i = 0; i < count; i += kBoxColumns)
    {
        for (int32_t n = 0; n < kVectors; ++n)
        {
            const auto value = Lanes::loadAnywhere(row + i + n * Lanes::kCount);
            sums[n] = Lanes::add(sums[n], value);
            squares[n] = Lanes::add(squares[n], Lanes::mul(value, value));
        }
    }
    Moments all;
    for (int32_t n = 0; n < kVectors; ++n)
    {
        float lanes[2 * kBoxColumns];
        Lanes::storeAnywhere(sums[n], lanes);
        Lanes::storeAnywhere(squares[n], lanes + kBoxColumns);
        for (int32_t lane = 0; lane < Lanes::kCount; ++lane)
        {
            all.sum += static_cast<double>(lanes[lane]);
            all.squares += static_cast<double>(lanes[kBoxColumns + lane]);
        }
    }
    return all;
}

// ---- Columns

// Elimination from the first row to the last, and back. A pivot's inverse m = 1 / (d - m before) is
// near 1 for long waves, where d is near 2: q = 1 - m has all its digits, and every sum below is of
// what has one sign. Short waves forget where they began: from some row on q is the same to the
// last bit, and is neither computed nor stored any more. kVectors go together, since each waits for
// its own division.
template <int32_t kVectors, class Lanes>
TN_BOX_INLINE void solveBoxColumns(const BoxSystem& system, const BoxColumns& box, int32_t column)
{
    using V = typename Lanes::V;
    const V one = Lanes::set(1.0f);
    V bent[size_t{kVectors}]; // d - 2
    V rest[size_t{kVectors}]; // q
    V found[size_t{kVectors}];
    const auto wave = [&](int32_t j, int32_t n) TN_BOX_LAMBDA {
        return box.waves + static_cast<size_t>(j) * box.stride + column + n * Lanes::kCount;
    };
    const auto pivot = [&](int32_t j, int32_t n) TN_BOX_LAMBDA {
        return box.pivots + static_cast<size_t>(j * kVectors + n) * Lanes::kCount;
    };
    // Rows are far apart: nobody but us foresees which one is next.
    const auto askAhead = [&](int32_t j) TN_BOX_LAMBDA {
        constexpr int32_t kRowsAhead = 8;
        if (j + kRowsAhead < box.count)
        {
            for (int32_t n = 0; n < kVectors; ++n)
            {
                Lanes::ask(wave(j + kRowsAhead, n));
            }
        }
    };
    const auto eliminate = [&](int32_t j, int32_t n) TN_BOX_LAMBDA {
        const V sum = Lanes::add(Lanes::loadAnywhere(wave(j, n)), found[n]);
        found[n] = Lanes::sub(sum, Lanes::mul(rest[n], sum));
        Lanes::storeAnywhere(found[n], wave(j, n));
    };
    const auto substitute = [&](int32_t j, int32_t n, V q) TN_BOX_LAMBDA {
        const V own = Lanes::loadAnywhere(wave(j, n));
        found[n] = Lanes::add(found[n], Lanes::sub(own, Lanes::mul(q, found[n])));
        Lanes::storeAnywhere(found[n], wave(j, n));
    };
    for (int32_t n = 0; n < kVectors; ++n)
    {
        const V bends = Lanes::loadAnywhere(box.bends + column + n * Lanes::kCount);
        bent[n] = Lanes::add(Lanes::mul(Lanes::set(system.perBend), bends), Lanes::set(system.tie));
        rest[n] = Lanes::set(system.low);
        found[n] = Lanes::set(0.0f);
    }
    const int32_t last = box.count - 1;
    int32_t settled = 0; // the first row from which on q stays the same
    for (bool changes = true; changes && settled < last; ++settled)
    {
        changes = false;
        askAhead(settled);
        for (int32_t n = 0; n < kVectors; ++n)
        {
            const V over = Lanes::add(bent[n], rest[n]);
            const V next = Lanes::div(over, Lanes::add(one, over));
            changes = !Lanes::areSame(next, rest[n]) || changes;
            rest[n] = next;
            Lanes::store(next, pivot(settled, n));
            eliminate(settled, n);
        }
    }
    for (int32_t j = settled; j < last; ++j)
    {
        askAhead(j);
        for (int32_t n = 0; n < kVectors; ++n)
        {
            eliminate(j, n);
        }
    }
    for (int32_t n = 0; n < kVectors; ++n)
    {
        const V lastPivot = Lanes::add(Lanes::add(bent[n], rest[n]), Lanes::set(system.high));
        const V sum = Lanes::add(Lanes::loadAnywhere(wave(last, n)), found[n]);
        found[n] = Lanes::quotientOrZero(sum, lastPivot);
        Lanes::storeAnywhere(found[n], wave(last, n));
    }
    for (int32_t j = last; j-- > settled;)
    {
        for (int32_t n = 0; n < kVectors; ++n)
        {
            substitute(j, n, rest[n]);
        }
    }
    for (int32_t j = settled; j-- > 0;)
    {
        for (int32_t n = 0; n < kVectors; ++n)
        {
            substitute(j, n, Lanes::load(pivot(j, n)));
        }
    }
}

template <class Lanes>
void boxSolve(const BoxSystem& system, const BoxColumns& box)
{
    constexpr int32_t kVectors = 2;
    int32_t column = 0;
    for (; column + kVectors * Lanes::kCount <= box.columns; column += kVectors * Lanes::kCount)
    {
        solveBoxColumns<kVectors, Lanes>(system, box, column);
    }
    for (; column < box.columns; column += Lanes::kCount)
    {
        solveBoxColumns<1, Lanes>(system, box, column);
    }
}
