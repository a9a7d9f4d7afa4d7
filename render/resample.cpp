// Separable scaling: each source row that a band of pixels needs is scaled along x once, then
// pixels' rows are sums of those. Weights are made once per axis and call.
#include "render/resample.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::render
{
namespace
{

// How one axis of `cells` becomes `pixels`: pixel x is the sum over k of weight[x * taps + k] *
// cell[first[x] + k]. Cells outside 0 .. cells - 1 are the nearest one inside.
struct AxisFilter
{
    int cells = 0;
    int taps = 0;
    bool isClamped = false; // the sum is held between the least and the greatest of its cells
    std::vector<int> first;
    std::vector<float> weights;
};

std::array<float, 4> cubicWeights(float f, Upscale upscale)
{
    const float g = 1.0F - f;
    if (upscale == Upscale::smooth)
    {
        return {g * g * g / 6.0F, (4.0F + f * f * (3.0F * f - 6.0F)) / 6.0F,
                (4.0F + g * g * (3.0F * g - 6.0F)) / 6.0F, f * f * f / 6.0F};
    }
    return {f * (-0.5F + f * (1.0F - 0.5F * f)), 1.0F + f * f * (-2.5F + 1.5F * f),
            f * (0.5F + f * (2.0F - 1.5F * f)), f * f * (-0.5F + 0.5F * f)};
}

AxisFilter interpolating(int cells, int pixels, Upscale upscale)
{
    AxisFilter filter{cells, 4, upscale == Upscale::sharp, {}, {}};
    for (int x = 0; x < pixels; ++x)
    {
        const double place = (x + 0.5) * cells / pixels - 0.5;
        const double below = std::floor(place);
        filter.first.push_back(static_cast<int>(below) - 1);
        const auto weights = cubicWeights(static_cast<float>(place - below), upscale);
        filter.weights.insert(filter.weights.end(), weights.begin(), weights.end());
    }
    return filter;
}

AxisFilter averaging(int cells, int pixels)
{
    AxisFilter filter{cells, (cells + pixels - 1) / pixels + 1, false, {}, {}};
    const double scale = static_cast<double>(cells) / pixels;
    for (int x = 0; x < pixels; ++x)
    {
        const double left = x * scale;
        const double right = left + scale;
        const int first = static_cast<int>(left);
        filter.first.push_back(first);
        for (int k = 0; k < filter.taps; ++k)
        {
            const double overlap =
                std::min(right, first + k + 1.0) - std::max(left, first + k + 0.0);
            filter.weights.push_back(static_cast<float>(std::max(overlap, 0.0) / scale));
        }
    }
    return filter;
}

AxisFilter axisFilter(int cells, int pixels, Upscale upscale)
{
    return pixels >= cells ? interpolating(cells, pixels, upscale) : averaging(cells, pixels);
}

// Scales one row of cells. `padded` is working space.
void scaleRow(const float* cells, const AxisFilter& filter, std::vector<float>& padded, float* out)
{
    // A pixel reaches 2 cells beyond the left end and `taps` beyond the right one.
    constexpr int kBefore = 2;
    padded.resize(std::size_t(kBefore + filter.cells + filter.taps));
    std::fill_n(padded.begin(), kBefore, cells[0]);
    std::copy_n(cells, filter.cells, padded.begin() + kBefore);
    std::fill_n(padded.begin() + kBefore + filter.cells, filter.taps, cells[filter.cells - 1]);

    const float* weight = filter.weights.data();
    for (std::size_t x = 0; x < filter.first.size(); ++x, weight += filter.taps)
    {
        const float* cell = padded.data() + kBefore + filter.first[x];
        if (filter.taps == 4)
        {
            const float sum = weight[0] * cell[0] + weight[1] * cell[1] + weight[2] * cell[2] +
                              weight[3] * cell[3];
            const float least = std::min(std::min(cell[0], cell[1]), std::min(cell[2], cell[3]));
            const float most = std::max(std::max(cell[0], cell[1]), std::max(cell[2], cell[3]));
            out[x] = filter.isClamped ? std::min(std::max(sum, least), most) : sum;
            continue;
        }
        float sum = 0.0F;
        for (int k = 0; k < filter.taps; ++k)
        {
            sum += weight[k] * cell[k];
        }
        out[x] = sum;
    }
}

// One row of pixels out of four scaled rows.
void mixFourRows(const float* const rows[4], const float* weight, bool isClamped, int width,
                 float* out)
{
    const float* a = rows[0];
    const float* b = rows[1];
    const float* c = rows[2];
    const float* d = rows[3];
    const float w[4] = {weight[0], weight[1], weight[2], weight[3]};
    if (!isClamped)
    {
        for (int x = 0; x < width; ++x)
        {
            out[x] = w[0] * a[x] + w[1] * b[x] + w[2] * c[x] + w[3] * d[x];
        }
        return;
    }
    for (int x = 0; x < width; ++x)
    {
        const float sum = w[0] * a[x] + w[1] * b[x] + w[2] * c[x] + w[3] * d[x];
        const float least = std::min(std::min(a[x], b[x]), std::min(c[x], d[x]));
        const float most = std::max(std::max(a[x], b[x]), std::max(c[x], d[x]));
        out[x] = std::min(std::max(sum, least), most);
    }
}

void addRow(const float* row, float weight, int width, float* out)
{
    for (int x = 0; x < width; ++x)
    {
        out[x] += weight * row[x];
    }
}

// The rows of pixels first .. end - 1, counted from the bottom as the field's are.
void scaleBand(const FieldView& field, const AxisFilter& alongX, const AxisFilter& alongY,
               const Plane& target, int first, int end)
{
    const auto row = [&](int j) { return std::clamp(j, 0, field.rows - 1); };
    const int lowest = row(alongY.first[std::size_t(first)]);
    const int highest = row(alongY.first[std::size_t(end - 1)] + alongY.taps - 1);
    const auto width = static_cast<std::size_t>(target.width);
    std::vector<float> scaled(width * std::size_t(highest - lowest + 1));
    std::vector<float> padded;
    for (int j = lowest; j <= highest; ++j)
    {
        scaleRow(field.row(j), alongX, padded, scaled.data() + width * std::size_t(j - lowest));
    }
    const auto scaledRow = [&](int j) {
        return scaled.data() + width * std::size_t(row(j) - lowest);
    };
    for (int y = first; y < end; ++y)
    {
        const int j = alongY.first[std::size_t(y)];
        const float* weight = alongY.weights.data() + std::size_t(y) * std::size_t(alongY.taps);
        float* out = target.row(target.height - 1 - y);
        if (alongY.taps == 4)
        {
            const float* rows[4] = {scaledRow(j), scaledRow(j + 1), scaledRow(j + 2),
                                    scaledRow(j + 3)};
            mixFourRows(rows, weight, alongY.isClamped, target.width, out);
            continue;
        }
        std::fill_n(out, target.width, 0.0F);
        for (int k = 0; k < alongY.taps; ++k)
        {
            addRow(scaledRow(j + k), weight[k], target.width, out);
        }
    }
}

} // namespace

void resample(const FieldView& field, const Plane& target, Upscale upscale, const Bands& bands)
{
    const AxisFilter alongX = axisFilter(field.columns, target.width, upscale);
    const AxisFilter alongY = axisFilter(field.rows, target.height, upscale);
    bands.each(target.height, [&](int first, int end) {
        // In pieces, so that the scaled rows stay in the cache.
        for (int y = first; y < end; y += kBandRows)
        {
            scaleBand(field, alongX, alongY, target, y, std::min(y + kBandRows, end));
        }
    });
}

} // namespace tarn::render
