// Loops over rows of the caller's arrays; see host_rows.h.
#include "solve/host_rows.h"

#include "core/wide.h"
#include "solve/regions.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tarn
{

namespace
{

constexpr int32_t kWays = 8;

int32_t bitsOf(float value)
{
    int32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

float floatOf(int32_t bits)
{
    float value = 0.0f;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

// body(i, lane) for all i, in groups that become vectors.
template <class Body>
void forLanes(int32_t count, Body&& body)
{
    int32_t i = 0;
    for (; i + kWays <= count; i += kWays)
    {
        for (int32_t lane = 0; lane < kWays; ++lane)
        {
            body(i + lane, lane);
        }
    }
    for (; i < count; ++i)
    {
        body(i, i % kWays);
    }
}

double total(const double (&lanes)[kWays])
{
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
           ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

// value as the sum of two floats.
void putWide(double value, float& x, float& remainder)
{
    x = static_cast<float>(value);
    remainder = static_cast<float>(value - wide(x));
}

template <class ShiftOf>
void shiftEach(int32_t count, ShiftOf&& shiftOf, float* x, float* remainder)
{
    for (int32_t i = 0; i < count && remainder == nullptr; ++i)
    {
        x[i] = static_cast<float>(wide(x[i]) - shiftOf(i));
    }
    for (int32_t i = 0; i < count && remainder != nullptr; ++i)
    {
        putWide(wide(x[i]) + wide(remainder[i]) - shiftOf(i), x[i], remainder[i]);
    }
}

} // namespace

Extremes Extremes::of(const float* values, size_t count)
{
    Extremes found;
    int32_t most = 0;
    int32_t least = INT32_MAX;
    for (size_t i = 0; i < count; ++i)
    {
        const int32_t bits = bitsOf(values[i]);
        most = std::max(most, bits & INT32_MAX);
        least = std::min(least, bits);
    }
    found.most = most;
    found.least = least;
    return found;
}

void Extremes::include(const Extremes& other)
{
    most = std::max(most, other.most);
    least = std::min(least, other.least);
}

float Extremes::largest() const
{
    return floatOf(most);
}

float Extremes::smallest() const
{
    return floatOf(least);
}

double sumOfRow(const float* row, int32_t count)
{
    double sums[kWays] = {};
    forLanes(count, [&](int32_t i, int32_t lane) { sums[lane] += wide(row[i]); });
    return total(sums);
}

double sumOfRow(const float* row, const uint32_t* labels, uint32_t label, int32_t count,
                uint64_t& size)
{
    double sums[kWays] = {};
    uint32_t sizes[kWays] = {};
    forLanes(count, [&](int32_t i, int32_t lane) {
        const bool inside = labels[i] == label;
        sums[lane] += inside ? wide(row[i]) : 0.0;
        sizes[lane] += inside ? 1u : 0u;
    });
    for (const uint32_t some : sizes)
    {
        size += some;
    }
    return total(sums);
}

namespace
{

// out = value(i), and 0 in solids, whose squares are returned.
template <class Value>
double putRow(const uint32_t* labels, int32_t count, float* out, Value&& value)
{
    for (int32_t i = 0; i < count && labels == nullptr; ++i)
    {
        out[i] = value(i);
    }
    float lost[kWays] = {};
    forLanes(labels != nullptr ? count : 0, [&](int32_t i, int32_t lane) {
        const int32_t solid = labels[i] == Regions::kSolid ? -1 : 0; // a mask: no branches
        const int32_t bits = bitsOf(value(i));
        const float gone = floatOf(bits & solid);
        lost[lane] += gone * gone;
        out[i] = floatOf(bits & ~solid);
    });
    double all = 0.0;
    for (const float some : lost)
    {
        all += wide(some);
    }
    return all;
}

} // namespace

bool isFloat(double value)
{
    const auto narrow = static_cast<float>(value);
    return wide(narrow) == value && std::isnormal(narrow);
}

double scaleRow(const float* row, const RowCells& cells, int32_t count, double scale, double shift,
                float* out)
{
    const uint32_t* labels = cells.labels;
    const auto narrow = static_cast<float>(scale);
    if (shift == 0.0 && isFloat(scale))
    {
        if (cells.solid != nullptr)
        {
            return openRowKernels().scale(row, cells.solid, count, narrow, out);
        }
        return putRow(labels, count, out,
                      [=](int32_t i) { return narrow * row[i]; }); // rounded once in either case
    }
    return putRow(labels, count, out, [=](int32_t i) {
        const bool shifted = labels == nullptr || labels[i] == 0;
        return static_cast<float>(scale * (wide(row[i]) - (shifted ? shift : 0.0)));
    });
}

void addToRow(const float* row, const RowCells& cells, int32_t count, double scale, double shift,
              bool fresh, float* x, float* remainder)
{
    const uint32_t* labels = cells.labels;
    const auto shiftOf = [=](int32_t i) {
        return labels == nullptr || labels[i] == 0 ? shift : 0.0;
    };
    const auto narrow = static_cast<float>(scale);
    const auto narrowShift = static_cast<float>(shift);
    if (remainder != nullptr)
    {
        for (int32_t i = 0; i < count; ++i)
        {
            const double before = fresh ? 0.0 : wide(x[i]) + wide(remainder[i]);
            putWide(before + scale * wide(row[i]) - shiftOf(i), x[i], remainder[i]);
        }
    }
    else if (fresh && isFloat(scale) && labels == nullptr)
    {
        for (int32_t i = 0; i < count; ++i)
        {
            x[i] = narrow * row[i] - narrowShift;
        }
    }
    else if (fresh && isFloat(scale) && cells.solid != nullptr)
    {
        openRowKernels().put(row, cells.solid, count, narrow, narrowShift, x);
    }
    else if (fresh && isFloat(scale))
    {
        for (int32_t i = 0; i < count; ++i)
        {
            x[i] = narrow * row[i] - (labels[i] == 0 ? narrowShift : 0.0f);
        }
    }
    else
    {
        for (int32_t i = 0; i < count; ++i)
        {
            const double before = fresh ? 0.0 : wide(x[i]);
            x[i] = static_cast<float>(before + scale * wide(row[i]) - shiftOf(i));
        }
    }
}

void shiftRow(int32_t count, double shift, float* x, float* remainder)
{
    shiftEach(
        count, [=](int32_t) { return shift; }, x, remainder);
}

void shiftRow(int32_t count, const uint32_t* labels, double shift, float* x, float* remainder)
{
    shiftEach(
        count, [=](int32_t i) { return labels[i] == 0 ? shift : 0.0; }, x, remainder);
}

} // namespace tarn
