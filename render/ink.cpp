// Ink, in order: dyes become red, green and blue on their own grid (light, or optical density: both
// simply add up), that is scaled to pixels, modelled by the lamp, and turned into what the eye
// sees: light blooms and goes through a tone curve, density takes light from the paper
// (Beer-Lambert).
#include "render/ink.h"

#include "render/bloom.h"
#include "render/defaults.h"
#include "render/resample.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

// Dyes are never negative; what is not a number is no dye.
inline float dyeAmount(float value)
{
    return value > 0.0F ? std::min(value, kMaxDye) : 0.0F;
}

// exp(-x) for x >= 0 as (1 + t + t^2/2 + t^3/6)^-8 with t = x / 8: within 1e-4 for x < 2 and below
// any step of 8 bits beyond. Fills vectors, which expf does not.
inline float transmitted(float x)
{
    const float t = 0.125F * x;
    const float series = 1.0F + t * (1.0F + t * (0.5F + t * (1.0F / 6.0F)));
    const float second = series * series;
    const float fourth = second * second;
    return 1.0F / (fourth * fourth);
}

// Light of any strength to what a display shows, by its strongest channel, so that hues stay: a toe
// that deepens haze, a soft shoulder, and a turn to white at the bright end.
void toneRow(float* r, float* g, float* b, int width, Colour ground)
{
    for (int x = 0; x < width; ++x)
    {
        const float most = std::max(r[x], std::max(g[x], b[x]));
        const float shown = toneShoulder(most * most / (most + kToneToe));
        const float square = shown * shown;
        const float white = kToneWhite * square * square * square;
        const float scale = (1.0F - white) * shown / std::max(most, 1e-9F);
        const float veil = white * shown;
        const float behind = 1.0F - shown;
        r[x] = r[x] * scale + veil + behind * ground.r;
        g[x] = g[x] * scale + veil + behind * ground.g;
        b[x] = b[x] * scale + veil + behind * ground.b;
    }
}

void paperRow(float* r, float* g, float* b, int width, Colour paper)
{
    for (int x = 0; x < width; ++x)
    {
        r[x] = paper.r * transmitted(r[x]);
        g[x] = paper.g * transmitted(g[x]);
        b[x] = paper.b * transmitted(b[x]);
    }
}

// How high the ink stands: its luminance (or mean density), levelling off.
void heightRow(const Planes& ink, int y, float* out)
{
    const float* r = ink[0].row(y);
    const float* g = ink[1].row(y);
    const float* b = ink[2].row(y);
    for (int x = 0; x < ink[0].width; ++x)
    {
        const float amount = 0.3F * r[x] + 0.5F * g[x] + 0.2F * b[x];
        out[x] = amount / (0.5F + amount);
    }
}

// Lambert's law relative to flat ground, for a lamp at the upper left.
void lampRow(const Planes& ink, int y, const float* above, const float* here, const float* below,
             float steepness)
{
    const int last = ink[0].width - 1;
    float* r = ink[0].row(y);
    float* g = ink[1].row(y);
    float* b = ink[2].row(y);
    const auto shade = [&](int x, int left, int right) {
        const float slopeX = steepness * (here[right] - here[left]);
        const float slopeY = steepness * (above[x] - below[x]);
        const float facing = kInkLamp.z - slopeX * kInkLamp.x - slopeY * kInkLamp.y;
        const float light =
            facing / (kInkLamp.z * std::sqrt(1.0F + slopeX * slopeX + slopeY * slopeY));
        const float shown = std::min(std::max(light, kReliefDark), kReliefBright);
        r[x] *= shown;
        g[x] *= shown;
        b[x] *= shown;
    };
    shade(0, 0, std::min(1, last));
    for (int x = 1; x < last; ++x)
    {
        shade(x, x - 1, x + 1);
    }
    if (last > 0)
    {
        shade(last, last - 1, last);
    }
}

} // namespace

Colour inkUnit(const InkStyle& style, std::size_t dye)
{
    const Colour colour = dye < style.colours.size()
                              ? style.colours[dye]
                              : inkPalette(static_cast<int>(dye), style.mode);
    const auto density = [](float channel) { return -std::log(std::clamp(channel, 0.004F, 1.0F)); };
    return style.mode == InkMode::pigment
               ? Colour{density(colour.r), density(colour.g), density(colour.b)}
               : colour;
}

InkPainter::InkPainter(const InkStyle& style) : style_(style)
{
    for (std::size_t k = 0; k < perDye_.size(); ++k)
    {
        perDye_[k] = inkUnit(style, k) * style.strength;
    }
}

void InkPainter::mixDyes(std::span<const FieldView> dyes, const Bands& bands)
{
    const int columns = dyes.front().columns;
    for (std::size_t c = 0; c < 3; ++c)
    {
        mix_[c] = mixStores_[c].resize(columns, dyes.front().rows);
    }
    bands.each(dyes.front().rows, [&](int first, int end) {
        for (int j = first; j < end; ++j)
        {
            float* r = mix_[0].row(j);
            float* g = mix_[1].row(j);
            float* b = mix_[2].row(j);
            std::fill_n(r, columns, 0.0F);
            std::fill_n(g, columns, 0.0F);
            std::fill_n(b, columns, 0.0F);
            for (std::size_t k = 0; k < dyes.size(); ++k)
            {
                const float* dye = dyes[k].row(j);
                const Colour unit = perDye_[k];
                for (int i = 0; i < columns; ++i)
                {
                    const float amount = dyeAmount(dye[i]);
                    r[i] += amount * unit.r;
                    g[i] += amount * unit.g;
                    b[i] += amount * unit.b;
                }
            }
        }
    });
}

void InkPainter::shadeRelief(const Planes& target, float point, const Bands& bands)
{
    const Plane heights = heightStore_.resize(target[0].width, target[0].height);
    bands.each(heights.height, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            heightRow(target, y, heights.row(y));
        }
    });
    // Density is darkness: what faces the lamp gets less of it, as if the lamp were opposite.
    const float side = style_.mode == InkMode::pigment ? -0.5F : 0.5F;
    const float steepness = side * style_.relief * kReliefHeight * point;
    bands.each(heights.height, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            const float* above = heights.row(std::max(y - 1, 0));
            const float* below = heights.row(std::min(y + 1, heights.height - 1));
            lampRow(target, y, above, heights.row(y), below, steepness);
        }
    });
}

void InkPainter::paint(std::span<const FieldView> dyes, const Planes& target, float point,
                       const Bands& bands)
{
    mixDyes(dyes, bands);
    for (std::size_t c = 0; c < 3; ++c)
    {
        const FieldView mixed = {mix_[c].data, mix_[c].width, mix_[c].height, mix_[c].stride};
        resample(mixed, target[c], Upscale::sharp, bands);
    }
    if (style_.relief > 0.0F)
    {
        shadeRelief(target, point, bands);
    }
    const bool isLight = style_.mode != InkMode::pigment;
    if (isLight && style_.bloom > 0.0F)
    {
        addBloom(target, style_.bloom, bloomStores_, bands);
    }
    bands.each(target[0].height, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            float* r = target[0].row(y);
            float* g = target[1].row(y);
            float* b = target[2].row(y);
            isLight ? toneRow(r, g, b, target[0].width, style_.ground)
                    : paperRow(r, g, b, target[0].width, style_.paper);
        }
    });
}

} // namespace tarn::render
