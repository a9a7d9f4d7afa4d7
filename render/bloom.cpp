// A pyramid of halved pictures: down with 1 3 3 1 along either axis, up by linear interpolation,
// each level added to what comes from the one below it. The sum of tents of all widths is smooth
// and costs little more than one pass over the picture.
#include "render/bloom.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

// What of each pixel is bright enough to spread, in place of a row of light.
void brightRow(const Planes& light, int y, float* out[3])
{
    const float* r = light[0].row(y);
    const float* g = light[1].row(y);
    const float* b = light[2].row(y);
    const int width = light[0].width;
    float* outR = out[0];
    float* outG = out[1];
    float* outB = out[2];
    for (int x = 0; x < width; ++x)
    {
        const float most = std::max(r[x], std::max(g[x], b[x]));
        // From half the threshold on, a parabola that meets the straight line at 1.5 thresholds.
        const float rise = std::min(std::max(most - 0.5F * kBloomThreshold, 0.0F), kBloomThreshold);
        const float knee = rise * rise / (2.0F * kBloomThreshold);
        const float over = std::max(knee, most - kBloomThreshold);
        const float share = over / (most + 1e-6F);
        outR[x] = r[x] * share;
        outG[x] = g[x] * share;
        outB[x] = b[x] * share;
    }
}

// Adds rows as 1 3 3 1 of 8, then columns; `rows` are full width, `out` half of it.
void halveRows(const float* const rows[4], int width, std::vector<float>& sum, Plane half, int y)
{
    sum.resize(std::size_t(width) + 4);
    float* s = sum.data() + 1;
    for (int x = 0; x < width; ++x)
    {
        s[x] = 0.125F * (rows[0][x] + rows[3][x]) + 0.375F * (rows[1][x] + rows[2][x]);
    }
    s[-1] = s[0];
    s[width] = s[width + 1] = s[width + 2] = s[width - 1];
    float* out = half.row(y);
    for (int x = 0; x < half.width; ++x)
    {
        const float* t = s + 2 * x;
        out[x] = 0.125F * (t[-1] + t[2]) + 0.375F * (t[0] + t[1]);
    }
}

// The first halving, together with the choice of what is bright.
void halveBright(const Planes& light, const Planes& half, const Bands& bands)
{
    bands.each(half[0].height, [&](int first, int end) {
        const int width = light[0].width;
        std::vector<float> bright(12 * std::size_t(width)); // a ring of 4 rows a channel
        std::vector<float> sum;
        const auto slot = [&](int c, int y) {
            return bright.data() + std::size_t(4 * c + (y & 3)) * std::size_t(width);
        };
        const auto inside = [&](int y) { return std::clamp(y, 0, light[0].height - 1); };
        int ready = inside(2 * first - 1); // the next row to be made
        for (int y = first; y < end; ++y)
        {
            for (; ready <= inside(2 * y + 2); ++ready)
            {
                float* out[3] = {slot(0, ready), slot(1, ready), slot(2, ready)};
                brightRow(light, ready, out);
            }
            for (int c = 0; c < 3; ++c)
            {
                const float* rows[4];
                for (int k = 0; k < 4; ++k)
                {
                    rows[k] = slot(c, inside(2 * y - 1 + k));
                }
                halveRows(rows, width, sum, half[std::size_t(c)], y);
            }
        }
    });
}

void halve(const Planes& full, const Planes& half, const Bands& bands)
{
    bands.each(half[0].height, [&](int first, int end) {
        std::vector<float> sum;
        for (std::size_t c = 0; c < 3; ++c)
        {
            const Plane& from = full[c];
            const auto row = [&](int y) { return from.row(std::clamp(y, 0, from.height - 1)); };
            for (int y = first; y < end; ++y)
            {
                const float* rows[4] = {row(2 * y - 1), row(2 * y), row(2 * y + 1), row(2 * y + 2)};
                halveRows(rows, from.width, sum, half[c], y);
            }
        }
    });
}

// full += gain * (half, interpolated)
void addDoubled(const Planes& half, float gain, const Planes& full, const Bands& bands)
{
    bands.each(full[0].height, [&](int first, int end) {
        std::vector<float> mixed(std::size_t(half[0].width) + 2);
        float* m = mixed.data() + 1;
        for (std::size_t c = 0; c < 3; ++c)
        {
            const Plane& from = half[c];
            const int last = from.width - 1;
            for (int y = first; y < end; ++y)
            {
                const float* near = from.row(y / 2);
                const int other = (y & 1) != 0 ? y / 2 + 1 : y / 2 - 1;
                const float* far = from.row(std::clamp(other, 0, from.height - 1));
                for (int x = 0; x <= last; ++x)
                {
                    m[x] = gain * (0.75F * near[x] + 0.25F * far[x]);
                }
                m[-1] = m[0];
                m[last + 1] = m[last];
                float* out = full[c].row(y);
                const int pairs = full[c].width / 2;
                for (int x = 0; x < pairs; ++x)
                {
                    out[2 * x] += 0.75F * m[x] + 0.25F * m[x - 1];
                    out[2 * x + 1] += 0.75F * m[x] + 0.25F * m[x + 1];
                }
                if (full[c].width % 2 != 0)
                {
                    out[2 * pairs] += 0.75F * m[pairs] + 0.25F * m[pairs - 1];
                }
            }
        }
    });
}

} // namespace

int halvingsFor(int width, int height, int levels)
{
    const int lines = std::min(width, height);
    const double more = std::log2(std::max(lines, 1) / 720.0);
    int count = std::max(1, levels + static_cast<int>(std::lround(more)));
    while (count > 1 && (lines >> count) < 2)
    {
        --count;
    }
    return count;
}

void addBloom(const Planes& light, float amount, std::vector<PlaneStore>& stores,
              const Bands& bands)
{
    const int levels = halvingsFor(light[0].width, light[0].height, kBloomLevels);
    stores.resize(3 * std::size_t(levels));
    std::vector<Planes> pyramid;
    int width = light[0].width;
    int height = light[0].height;
    for (int level = 0; level < levels; ++level)
    {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        Planes planes;
        for (std::size_t c = 0; c < 3; ++c)
        {
            planes[c] = stores[3 * std::size_t(level) + c].resize(width, height);
        }
        pyramid.push_back(planes);
        if (level == 0)
        {
            halveBright(light, pyramid[0], bands);
        }
        else
        {
            halve(pyramid[std::size_t(level) - 1], pyramid[std::size_t(level)], bands);
        }
    }
    // Weights 1, f, f^2, ... of the levels, which add up to `amount`.
    float total = 0.0F;
    for (int level = 0; level < levels; ++level)
    {
        total = total * kBloomFalloff + 1.0F;
    }
    for (std::size_t level = pyramid.size() - 1; level > 0; --level)
    {
        addDoubled(pyramid[level], kBloomFalloff, pyramid[level - 1], bands);
    }
    addDoubled(pyramid[0], kBloomGain * amount / total, light, bands);
}

} // namespace tarn::render
