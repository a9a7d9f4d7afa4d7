// The loops of FlowRowKernels. Included inside a namespace, by a file that says for which
// instruction set; no include guard for that reason. Needs row_kernels.h, <algorithm>, <cmath>,
// <type_traits>, and RowLanes: kRowLanes numbers, each of which is added to, or raised, by itself.

inline float fluxThrough(float open, float velocity, float wall)
{
    return wall + open * (velocity - wall);
}

// Divergence of cell i, where velocities are u, low and high of their faces.
template <bool kCovered>
inline float divergenceAt(const CoveredRow& c, int32_t i, float left, float right, float low,
                          float high)
{
    if constexpr (kCovered)
    {
        const float across = fluxThrough(c.openX[i + 1], right, c.wallX[i + 1]) -
                             fluxThrough(c.openX[i], left, c.wallX[i]);
        const float up = fluxThrough(c.openHigh[i], high, c.wallHigh[i]) -
                         fluxThrough(c.openLow[i], low, c.wallLow[i]);
        return (c.links[i] & kLinkBlocked) != 0 ? 0.0f : across + up;
    }
    else
    {
        return (right - left) + (high - low);
    }
}

// body(i, size) for groups of `size` numbers from i on: kRowLanes, known when it is compiled, but
// in the last group. What a group computes goes into an array of its own first: the compiler then
// knows that nothing else changes with it, and makes vectors without asking.
template <class Body>
inline void forRowGroups(int32_t count, Body&& body)
{
    int32_t i = 0;
    for (; i + kRowLanes <= count; i += kRowLanes)
    {
        body(i, std::integral_constant<int32_t, kRowLanes>());
    }
    if (i < count)
    {
        body(i, count - i);
    }
}

inline double sumOfLanes(const RowLanes& all)
{
    float lanes[kRowLanes];
    all.store(lanes);
    double sum = 0.0;
    for (const float lane : lanes)
    {
        sum += static_cast<double>(lane);
    }
    return sum;
}

inline float mostOfLanes(const RowLanes& all)
{
    float lanes[kRowLanes];
    all.store(lanes);
    return *std::max_element(lanes, lanes + kRowLanes);
}

template <bool kCovered>
inline void divergenceOf(const VelocityRow& row, const CoveredRow& covered, float factor,
                         float* TN_RESTRICT out, int32_t count)
{
    const CoveredRow c = covered;
    const float* TN_RESTRICT u = row.u;
    const float* TN_RESTRICT low = row.low;
    const float* TN_RESTRICT high = row.high;
    for (int32_t i = 0; i < count; ++i)
    {
        out[i] = factor * divergenceAt<kCovered>(c, i, u[i], u[i + 1], low[i], high[i]);
    }
}

inline void divergence(const VelocityRow& row, const CoveredRow* covered, float factor,
                       float* TN_RESTRICT out, int32_t count)
{
    covered != nullptr ? divergenceOf<true>(row, *covered, factor, out, count)
                       : divergenceOf<false>(row, CoveredRow{}, factor, out, count);
}

template <bool kGuessed, bool kCovered>
inline double rightHandSideOf(const VelocityRow& row, const GuessedRow& guessed,
                              const CoveredRow& covered, float scale, float* TN_RESTRICT out,
                              int32_t count)
{
    const CoveredRow c = covered;
    const float* TN_RESTRICT u = row.u;
    const float* TN_RESTRICT low = row.low;
    const float* TN_RESTRICT high = row.high;
    const float* TN_RESTRICT below = guessed.below;
    const float* TN_RESTRICT here = guessed.here;
    const float* TN_RESTRICT above = guessed.above;
    const float factor = guessed.factor;
    RowLanes squares;
    forRowGroups(count, [&](int32_t begin, auto size) {
        float own[kRowLanes] = {};
        float right[kRowLanes];
        for (int32_t lane = 0; lane < size; ++lane)
        {
            const int32_t i = begin + lane;
            own[lane] = divergenceAt<kCovered>(c, i, u[i], u[i + 1], low[i], high[i]);
            if constexpr (kGuessed)
            {
                right[lane] =
                    scale * divergenceAt<kCovered>(c, i, u[i] - factor * (here[i] - here[i - 1]),
                                                   u[i + 1] - factor * (here[i + 1] - here[i]),
                                                   low[i] - factor * (here[i] - below[i]),
                                                   high[i] - factor * (above[i] - here[i]));
            }
            else
            {
                right[lane] = scale * own[lane];
            }
        }
        squares.addSquares(own);
        std::copy_n(right, static_cast<int32_t>(size), out + begin);
    });
    return sumOfLanes(squares);
}

inline double rightHandSide(const VelocityRow& row, const GuessedRow* guessed,
                            const CoveredRow* covered, float scale, float* out, int32_t count)
{
    if (guessed != nullptr)
    {
        return covered != nullptr
                   ? rightHandSideOf<true, true>(row, *guessed, *covered, scale, out, count)
                   : rightHandSideOf<true, false>(row, *guessed, CoveredRow{}, scale, out, count);
    }
    return covered != nullptr
               ? rightHandSideOf<false, true>(row, GuessedRow{}, *covered, scale, out, count)
               : rightHandSideOf<false, false>(row, GuessedRow{}, CoveredRow{}, scale, out, count);
}

template <bool kCovered>
inline RowMeasure measureOf(const VelocityRow& row, const CoveredRow& covered, int32_t count)
{
    const CoveredRow c = covered;
    const float* TN_RESTRICT u = row.u;
    const float* TN_RESTRICT low = row.low;
    const float* TN_RESTRICT high = row.high;
    RowLanes squares;
    RowLanes most;
    forRowGroups(count, [&](int32_t begin, auto size) {
        float own[kRowLanes] = {};
        float speed2[kRowLanes] = {};
        for (int32_t lane = 0; lane < size; ++lane)
        {
            const int32_t i = begin + lane;
            own[lane] = divergenceAt<kCovered>(c, i, u[i], u[i + 1], low[i], high[i]);
            const float x = 0.5f * (u[i] + u[i + 1]);
            const float y = 0.5f * (low[i] + high[i]);
            speed2[lane] = x * x + y * y;
        }
        squares.addSquares(own);
        most.raise(speed2);
    });
    return {sumOfLanes(squares), mostOfLanes(most)};
}

inline RowMeasure measure(const VelocityRow& row, const CoveredRow* covered, int32_t count)
{
    return covered != nullptr ? measureOf<true>(row, *covered, count)
                              : measureOf<false>(row, CoveredRow{}, count);
}

inline void lessSlope(float* to, const float* from, const float* high, const float* low,
                      float factor, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        to[i] = from[i] - factor * (high[i] - low[i]);
    }
}

inline void subtractSlopes(float* TN_RESTRICT row, float factor, const float* highP,
                           const float* lowP, const float* highX, const float* lowX, int32_t count)
{
    if (highP == nullptr)
    {
        lessSlope(row, row, highX, lowX, 1.0f, count);
        return;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        row[i] -= factor * (highP[i] - lowP[i]) + (highX[i] - lowX[i]);
    }
}

inline void addTo(float* TN_RESTRICT to, float factor, const float* TN_RESTRICT added,
                  int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        to[i] = factor * to[i] + (added != nullptr ? added[i] : 0.0f);
    }
}

inline void addScaled(float* TN_RESTRICT to, const float* TN_RESTRICT added, float even, float odd,
                      int32_t count)
{
    forRowGroups(count, [&](int32_t begin, auto size) {
        float sum[kRowLanes];
        for (int32_t lane = 0; lane < size; ++lane)
        {
            sum[lane] = to[begin + lane] + (lane % 2 == 0 ? even : odd) * added[begin + lane];
        }
        std::copy_n(sum, static_cast<int32_t>(size), to + begin);
    });
}

inline void bend(const float* below, const float* here, const float* above, float factor,
                 float* TN_RESTRICT out, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        const float own = here[i];
        out[i] = factor * (((here[i - 1] - own) + (here[i + 1] - own)) +
                           ((below[i] - own) + (above[i] - own)));
    }
}

inline void whirl(const VelocityRow& row, const float* below, const float* above, float factor,
                  float* TN_RESTRICT out, int32_t count)
{
    const float* TN_RESTRICT low = row.low;
    const float* TN_RESTRICT high = row.high;
    for (int32_t i = 0; i < count; ++i)
    {
        const float turnsUp = (low[i + 1] - low[i - 1]) + (high[i + 1] - high[i - 1]);
        const float turnsAcross = (above[i] - below[i]) + (above[i + 1] - below[i + 1]);
        out[i] = factor * (turnsUp - turnsAcross);
    }
}

inline void confine(const float* below, const float* here, const float* above,
                    const Confinement& confinement, float* TN_RESTRICT pullX,
                    float* TN_RESTRICT pullY, int32_t count)
{
    const auto [strength, calm, steepest] = confinement;
    for (int32_t i = 0; i < count; ++i)
    {
        const float slopeX = std::fabs(here[i + 1]) - std::fabs(here[i - 1]);
        const float slopeY = std::fabs(above[i]) - std::fabs(below[i]);
        const float steep = std::sqrt(slopeX * slopeX + slopeY * slopeY) + 1e-20f;
        const float push = strength * here[i] / steep;
        const float turnX = here[i + 1] - here[i - 1];
        const float turnY = above[i] - below[i];
        const float rise = std::sqrt(turnX * turnX + turnY * turnY);
        const float held = calm * std::min(rise, steepest);
        pullX[i] = push * slopeY - held * turnY;
        pullY[i] = held * turnX - push * slopeX;
    }
}

inline void pull(float* TN_RESTRICT pulled, float factor, const float* TN_RESTRICT values,
                 float base, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        pulled[i] += factor * (values[i] - base);
    }
}

inline bool accelerate(float* TN_RESTRICT row, float factor, const float* a, const float* b,
                       float most, int32_t count)
{
    int32_t held = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const float value = row[i] + factor * (a[i] + b[i]);
        held |= std::fabs(value) > most ? 1 : 0;
        row[i] = std::min(std::max(value, -most), most);
    }
    return held != 0;
}

inline bool addEqual(float* TN_RESTRICT row, float amount, float most, int32_t count)
{
    int32_t held = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const float value = row[i] + amount;
        held |= std::fabs(value) > most ? 1 : 0;
        row[i] = std::min(std::max(value, -most), most);
    }
    return held != 0;
}

inline void decay(float* TN_RESTRICT row, float keep, float base, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        row[i] = base + keep * (row[i] - base);
    }
}

// exp(-x) for x >= 0, within 2e-6 of itself: the series at x / 16, squared four times.
inline float decayed(float x)
{
    const float y = -0.0625f * x;
    float sum = 1.0f + y * (1.0f / 7.0f);
    sum = 1.0f + y * (1.0f / 6.0f) * sum;
    sum = 1.0f + y * (1.0f / 5.0f) * sum;
    sum = 1.0f + y * (1.0f / 4.0f) * sum;
    sum = 1.0f + y * (1.0f / 3.0f) * sum;
    sum = 1.0f + y * (1.0f / 2.0f) * sum;
    sum = 1.0f + y * sum;
    sum *= sum;
    sum *= sum;
    sum *= sum;
    return sum * sum;
}

inline void brushWeights(float x, float y, float perNode, float alongX, float alongY,
                         float perLength2, float* TN_RESTRICT out, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        const float here = x + perNode * static_cast<float>(i);
        const float part =
            std::min(std::max((here * alongX + y * alongY) * perLength2, 0.0f), 1.0f);
        const float dx = here - part * alongX;
        const float dy = y - part * alongY;
        const float distance2 = dx * dx + dy * dy;
        const float weight = decayed(std::min(distance2, kBrushReach * kBrushReach));
        out[i] = distance2 < kBrushReach * kBrushReach ? weight : 0.0f;
    }
}

inline void roundWeights(const float* TN_RESTRICT profile, float y, float* TN_RESTRICT out,
                         int32_t count)
{
    const float own = y * y < kBrushReach * kBrushReach ? decayed(y * y) : 0.0f;
    const float least = decayed(kBrushReach * kBrushReach);
    for (int32_t i = 0; i < count; ++i)
    {
        const float weight = own * profile[i];
        out[i] = weight > least ? weight : 0.0f;
    }
}

inline void holdWeights(float* TN_RESTRICT weights, float rate, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        weights[i] = 1.0f - decayed(std::min(rate * weights[i], 16.0f));
    }
}

inline bool stroke(float* TN_RESTRICT row, const float* TN_RESTRICT weights, float amount,
                   bool holds, float most, int32_t count)
{
    const float own = holds ? 1.0f : 0.0f;
    int32_t held = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const float value = row[i] + weights[i] * (amount - own * row[i]);
        held |= std::fabs(value) > most ? 1 : 0;
        row[i] = std::min(std::max(value, -most), most);
    }
    return held != 0;
}

inline constexpr FlowRowKernels kFlowRowKernels = {
    divergence, rightHandSide, measure,      lessSlope,    subtractSlopes, addTo,
    addScaled,  bend,          whirl,        confine,      pull,           accelerate,
    addEqual,   decay,         brushWeights, roundWeights, holdWeights,    stroke};
