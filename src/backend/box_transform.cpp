#include "backend/box_transform.h"

#include "core/wide.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn
{

namespace
{

// Large odd ones first: their blocks have the fewest repetitions of turns to look up. Of twos,
// eights as long as no two are left over.
int32_t nextRadix(int32_t rest)
{
    for (const int32_t odd : {7, 5, 3})
    {
        if (rest % odd == 0)
        {
            return odd;
        }
    }
    const bool eight = rest % 8 == 0 && rest != 16;
    return eight ? 8 : rest % 4 == 0 ? 4 : rest;
}

double squared(double value)
{
    return value * value;
}

} // namespace

bool BoxTransform::fits(int32_t cells)
{
    constexpr int32_t kMultiple = 32;
    if (cells < kMultiple || cells % kMultiple != 0)
    {
        return false;
    }
    int32_t rest = cells;
    for (const int32_t prime : {2, 3, 5, 7})
    {
        while (rest % prime == 0)
        {
            rest /= prime;
        }
    }
    return rest == 1;
}

// A radix R has R - 1 turns for each of L / R elements of a block, L being what is left to divide:
// together less than the number of complex elements for each radix that follows, and no more than
// that in all.
size_t BoxTransform::memoryBytes(int32_t cells)
{
    const auto count = static_cast<size_t>(cells);
    const size_t pairs = count / 4;
    size_t bytes = arenaBytes(count, sizeof(float));                 // turns
    bytes = addSizes(bytes, arenaBytes(2 * pairs, sizeof(int32_t))); // pairs
    bytes = addSizes(bytes, arenaBytes(4 * pairs, sizeof(float)));   // their turns
    bytes = addSizes(bytes, arenaBytes(count, sizeof(int32_t)));     // places
    return addSizes(bytes, arenaBytes(count, sizeof(float)));        // bends
}

bool BoxTransform::create(int32_t cells)
{
    if (!arena_.create(memoryBytes(cells)))
    {
        return false;
    }
    cells_ = cells;
    const auto count = static_cast<size_t>(cells);
    pairCount_ = cells / 4;
    turns_ = arena_.take<float>(count);
    pairs_ = arena_.take<int32_t>(2 * static_cast<size_t>(pairCount_));
    pairTurns_ = arena_.take<float>(4 * static_cast<size_t>(pairCount_));
    places_ = arena_.take<int32_t>(count);
    bends_ = arena_.take<float>(count);
    findRadices();
    return true;
}

void BoxTransform::findRadices()
{
    radixCount_ = 0;
    for (int32_t rest = cells_ / 2; rest > 1; rest /= radices_[radixCount_++])
    {
        radices_[radixCount_] = nextRadix(rest);
    }
}

void BoxTransform::prepare(BoxEnds ends)
{
    if (isPrepared_ && ends == ends_)
    {
        return;
    }
    makeTurns();
    makePairs(ends);
    ends_ = ends;
    isPrepared_ = true;
}

void BoxTransform::makeTurns()
{
    turnCount_ = 0;
    int32_t length = cells_ / 2;
    for (int32_t n = 0; n < radixCount_; ++n)
    {
        const int32_t radix = radices_[n];
        for (int32_t q = 0; q < length / radix; ++q)
        {
            for (int32_t t = 1; t < radix; ++t)
            {
                const double angle = -2.0 * std::numbers::pi * q * t / length;
                turns_[turnCount_++] = static_cast<float>(std::cos(angle));
                turns_[turnCount_++] = static_cast<float>(std::sin(angle));
            }
        }
        length /= radix;
    }
}

// Where a wave comes out of transforms in place: its digits are in the opposite order.
int32_t BoxTransform::placeOf(int32_t wave) const
{
    int32_t place = 0;
    int32_t length = cells_ / 2;
    for (int32_t n = 0; n < radixCount_; ++n)
    {
        length /= radices_[n];
        place += wave % radices_[n] * length;
        wave /= radices_[n];
    }
    return place;
}

// A complex number of wave k and n / 2 - k each, seen as that of a real row: half their sum and
// half their difference, turned by 2 pi k / n, are added and subtracted. For cosines both are
// turned by pi k / (2 n) more. The two floats of wave k then are waves k and n - k, on a ring both
// of k.
void BoxTransform::makePairs(BoxEnds ends)
{
    const int32_t half = cells_ / 2;
    const bool ring = ends == BoxEnds::ring;
    const double unit = std::numbers::pi / (2.0 * cells_);
    const auto put = [&](int32_t wave, int32_t halfWaves, int32_t place) {
        places_[wave] = place;
        bends_[wave] = static_cast<float>(4.0 * squared(std::sin(unit * halfWaves)));
    };
    for (int32_t k = 0; k < half; ++k)
    {
        // The two floats of the first are those of waves 0 and n / 2.
        const int32_t place = 2 * placeOf(k);
        const int32_t other = k == 0 ? half : cells_ - k;
        switch (ends)
        {
        case BoxEnds::walls:
            put(k, k, place);
            put(other, other, place + 1);
            break;
        case BoxEnds::open:
            put(k, cells_ - k, place);
            put(other, cells_ - other, place + 1);
            break;
        case BoxEnds::ring:
            put(2 * k, 2 * k, place);
            put(2 * k + 1, k == 0 ? cells_ : 2 * k, place + 1);
            break;
        }
    }
    for (int32_t k = 1; k <= pairCount_; ++k)
    {
        const auto n = static_cast<size_t>(k - 1);
        const double first = ring ? 0.0 : -unit * k;
        const double second = first - 4.0 * unit * k;
        pairs_[2 * n] = 2 * placeOf(k);
        pairs_[2 * n + 1] = 2 * placeOf(half - k);
        pairTurns_[4 * n] = static_cast<float>(std::cos(first));
        pairTurns_[4 * n + 1] = static_cast<float>(std::sin(first));
        pairTurns_[4 * n + 2] = static_cast<float>(std::cos(second));
        pairTurns_[4 * n + 3] = static_cast<float>(std::sin(second));
    }
}

// ---- Boxes

namespace
{

bool isWalled(const EvenAxis& axis)
{
    return axis.low == 0.0f && axis.high == 0.0f;
}

bool isOpen(const EvenAxis& axis)
{
    return axis.low == 2.0f * axis.inner && axis.high == 2.0f * axis.inner;
}

} // namespace

bool isBox(const GridShape& shape, const EvenCoefficients& even)
{
    const bool rows =
        shape.x.periodic() ? even.x.low == even.x.inner : isWalled(even.x) || isOpen(even.x);
    const bool columns = shape.y.cells > 1 && !shape.y.periodic();
    return rows && columns && even.x.inner > 0.0f && even.y.inner > 0.0f &&
           BoxTransform::fits(shape.x.cells);
}

BoxEnds boxEnds(const GridShape& shape, const EvenCoefficients& even)
{
    return shape.x.periodic() ? BoxEnds::ring : (isWalled(even.x) ? BoxEnds::walls : BoxEnds::open);
}

BoxSystem boxSystem(const GridShape& shape, const EvenCoefficients& even, bool hasA)
{
    BoxSystem system;
    system.right = 1.0f / even.y.inner;
    system.perBend = even.x.inner * system.right;
    system.tie = hasA ? even.a * system.right : 0.0f;
    system.low = even.y.low * system.right;
    system.high = even.y.high * system.right;
    system.isClosed =
        system.tie == 0.0f && isWalled(even.y) && boxEnds(shape, even) != BoxEnds::open;
    return system;
}

void centre(float* waves, size_t stride, int32_t rows)
{
    double sum = 0.0;
    for (int32_t j = 0; j < rows; ++j)
    {
        sum += wide(waves[static_cast<size_t>(j) * stride]);
    }
    const auto mean = static_cast<float>(sum / rows);
    for (int32_t j = 0; j < rows; ++j)
    {
        waves[static_cast<size_t>(j) * stride] -= mean;
    }
}

} // namespace tarn
