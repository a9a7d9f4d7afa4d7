#include "render/inside_keys.h"

#include "render/legend.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

constexpr float kBetween = 8.0F;          // points from panel to panel
constexpr float kPadding = 14.0F;         // points inside the arrows' panel
constexpr float kRow = 20.0F;             // points from arrow to arrow
constexpr float kShaft = 2.0F;            // points
constexpr float kHead = 8.0F;             // points
constexpr float kVisible = 1.0F / 400.0F; // of a bar: limits that moved by less look the same

bool looksEqual(const BarKey& a, const BarKey& b)
{
    const float span = std::max(a.limits.high - a.limits.low, 1e-30F);
    return a.style.name == b.style.name && a.style.unit == b.style.unit &&
           a.style.map == b.style.map && std::abs(a.limits.low - b.limits.low) < kVisible * span &&
           std::abs(a.limits.high - b.limits.high) < kVisible * span;
}

bool looksEqual(const ArrowKey& a, const ArrowKey& b)
{
    return a.text == b.text && a.colour == b.colour && a.length == b.length;
}

float arrowsHeight(std::size_t count, float point)
{
    return count == 0 ? 0.0F
                      : (2.0F * kPadding + kRow * static_cast<float>(count - 1)) * point +
                            panelTextHeight(point);
}

std::uint8_t byteOf(float part)
{
    return static_cast<std::uint8_t>(std::lround(255.0F * std::clamp(part, 0.0F, 1.0F)));
}

} // namespace

bool InsideKeys::isDrawn(const KeyList& keys, int width, int height) const
{
    const auto same = [](const auto& a, const auto& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const auto& x, const auto& y) { return looksEqual(x, y); });
    };
    return width == pictureWidth_ && height == pictureHeight_ && keys.above == keys_.above &&
           same(keys.bars, keys_.bars) && same(keys.arrows, keys_.arrows);
}

const ColourMap& InsideKeys::mapOf(MapName name)
{
    return maps_.try_emplace(name, name).first->second;
}

bool InsideKeys::draw(const KeyList& keys, int width, int height)
{
    if (isDrawn(keys, width, height))
    {
        return false;
    }
    keys_ = keys;
    pictureWidth_ = width;
    pictureHeight_ = height;
    const float point = pointOf(width, height);
    const float between = kBetween * point;
    const float bars = static_cast<float>(keys.bars.size()) * (legendPanelHeight(point) + between);
    const float high = keys.above * point + legendInset(point) + bars +
                       arrowsHeight(keys.arrows.size(), point) + 2.0F;
    width_ = width;
    height_ = std::clamp(static_cast<int>(std::ceil(high)), 1, height);
    marks_.draw(width_, height_, [&](Canvas& canvas, Mask& mask) { lay(canvas, mask, point); });
    rgba_.clear();
    rgba_.reserve(marks_.rgba().size());
    for (std::size_t k = 0; k + 3 < marks_.rgba().size(); k += 4)
    {
        const float* pixel = marks_.rgba().data() + k;
        const float whole = 1.0F / std::max(pixel[3], 1e-3F); // not multiplied by alpha
        for (int channel = 0; channel < 3; ++channel)
        {
            rgba_.push_back(byteOf(encodeSrgb(std::clamp(pixel[channel] * whole, 0.0F, 1.0F))));
        }
        rgba_.push_back(byteOf(pixel[3]));
    }
    return true;
}

void InsideKeys::lay(Canvas& canvas, Mask& mask, float point)
{
    const float inset = legendInset(point);
    // Of the next panel.
    float bottom = static_cast<float>(height_) - inset - keys_.above * point;
    for (const BarKey& bar : keys_.bars)
    {
        const Box box = {0, 0, width_, static_cast<int>(std::lround(bottom + inset))};
        drawLegend(canvas, mask, box, bar.style, mapOf(bar.style.map), bar.limits,
                   LegendPlace::inside, point, LegendNumbers::ends);
        bottom -= legendPanelHeight(point) + kBetween * point;
    }
    if (!keys_.arrows.empty())
    {
        drawArrows(canvas, mask, bottom, point);
    }
}

void InsideKeys::drawArrows(Canvas& canvas, Mask& mask, float bottom, float point) const
{
    const float left = legendInset(point);
    const float padding = kPadding * point;
    float longest = 0.0F;
    float widest = 0.0F;
    for (const ArrowKey& arrow : keys_.arrows)
    {
        longest = std::max(longest, arrow.length * point);
        widest = std::max(widest, panelTextWidth(arrow.text, point));
    }
    const float top = bottom - arrowsHeight(keys_.arrows.size(), point);
    drawPanel(canvas, mask, {std::round(left), std::round(top)},
              {std::round(left + 3.0F * padding + longest + widest), std::round(bottom)}, point);
    const float size = panelTextHeight(point);
    float base = top + padding + size;
    for (const ArrowKey& arrow : keys_.arrows)
    {
        const float y = base - 0.5F * size;
        const Point tail = {left + padding, y};
        const Point tip = {tail.x + arrow.length * point, y};
        const float head = std::min(kHead * point, 0.6F * arrow.length * point);
        mask.stroke(tail, {tip.x - head, y}, kShaft * point);
        mask.triangle(tip, {tip.x - head, y - 0.4F * head}, {tip.x - head, y + 0.4F * head});
        mask.compose(canvas, canvas.all(), arrow.colour, 1.0F);
        drawPanelText(canvas, mask, arrow.text, {left + 2.0F * padding + longest, base}, point);
        base += kRow * point;
    }
}

} // namespace tarn::render
