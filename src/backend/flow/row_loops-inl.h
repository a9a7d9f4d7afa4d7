// The loops of FlowRowKernels. Included inside a namespace, by a file that says for which
// instruction set; no include guard for that reason. Needs row_kernels.h, row_sums.h, <algorithm>,
// <cmath>.

inline float fluxThrough(float open, float velocity, float wall)
{
    return wall + open * (velocity - wall);
}

inline double divergence(const VelocityRow& row, const CoveredRow* covered, float factor,
                         float* TN_RESTRICT out, int32_t count)
{
    const float* TN_RESTRICT u = row.u;
    const float* TN_RESTRICT low = row.low;
    const float* TN_RESTRICT high = row.high;
    if (covered == nullptr)
    {
        for (int32_t i = 0; i < count; ++i)
        {
            out[i] = factor * ((u[i + 1] - u[i]) + (high[i] - low[i]));
        }
    }
    else
    {
        const CoveredRow c = *covered;
        for (int32_t i = 0; i < count; ++i)
        {
            const float across = fluxThrough(c.openX[i + 1], u[i + 1], c.wallX[i + 1]) -
                                 fluxThrough(c.openX[i], u[i], c.wallX[i]);
            const float up = fluxThrough(c.openHigh[i], high[i], c.wallHigh[i]) -
                             fluxThrough(c.openLow[i], low[i], c.wallLow[i]);
            out[i] = (c.links[i] & kLinkBlocked) != 0 ? 0.0f : factor * (across + up);
        }
    }
    return sumOfSquares(out, count);
}

inline float fastest(const VelocityRow& row, int32_t count)
{
    const float* TN_RESTRICT u = row.u;
    const float* TN_RESTRICT low = row.low;
    const float* TN_RESTRICT high = row.high;
    constexpr int32_t kLanes = 16;
    float most[kLanes] = {};
    const auto square = [&](int32_t i) {
        const float x = 0.5f * (u[i] + u[i + 1]);
        const float y = 0.5f * (low[i] + high[i]);
        return x * x + y * y;
    };
    int32_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
    {
        for (int32_t lane = 0; lane < kLanes; ++lane)
        {
            const float value = square(i + lane);
            most[lane] = value > most[lane] ? value : most[lane];
        }
    }
    for (; i < count; ++i)
    {
        most[0] = std::max(most[0], square(i));
    }
    return *std::max_element(most, most + kLanes);
}

inline void subtractSlope(float* TN_RESTRICT row, const float* high, const float* low, float factor,
                          int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        row[i] -= factor * (high[i] - low[i]);
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

inline void confine(const float* below, const float* here, const float* above, float strength,
                    float* TN_RESTRICT pullX, float* TN_RESTRICT pullY, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        const float slopeX = std::fabs(here[i + 1]) - std::fabs(here[i - 1]);
        const float slopeY = std::fabs(above[i]) - std::fabs(below[i]);
        const float steep = std::sqrt(slopeX * slopeX + slopeY * slopeY) + 1e-20f;
        const float push = strength * here[i] / steep;
        pullX[i] = push * slopeY;
        pullY[i] = -(push * slopeX);
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
    divergence, fastest,  subtractSlope, addTo,        whirl,       confine, pull,
    accelerate, addEqual, decay,         brushWeights, holdWeights, stroke};
