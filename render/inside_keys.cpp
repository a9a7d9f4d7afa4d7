// Transparency is found by drawing over black and over white: what is laid over both with opacity a
// keeps 1 - a of their difference.
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
    canvas_.resize(width_, height_);
    mask_.resize(width_, height_);

    const std::size_t pixels = std::size_t(width_) * std::size_t(height_);
    std::vector<Colour> overBlack(pixels);
    rgba_.resize(4 * pixels);
    for (const float ground : {0.0F, 1.0F})
    {
        canvas_.fill({ground, ground, ground}, Bands());
        lay(point);
        for (int y = 0; y < height_; ++y)
        {
            for (int x = 0; x < width_; ++x)
            {
                const Planes& planes = canvas_.planes();
                const Colour shown = {planes[0].row(y)[x], planes[1].row(y)[x],
                                      planes[2].row(y)[x]};
                Colour& black = overBlack[std::size_t(y) * std::size_t(width_) + std::size_t(x)];
                if (ground == 0.0F)
                {
                    black = shown;
                    continue;
                }
                const float opacity = std::clamp(1.0F - (shown.g - black.g), 0.0F, 1.0F);
                const Colour own = black * (1.0F / std::max(opacity, 1e-3F));
                std::uint8_t* out =
                    rgba_.data() +
                    4 * (std::size_t(height_ - 1 - y) * std::size_t(width_) + std::size_t(x));
                out[0] = byteOf(encodeSrgb(std::clamp(own.r, 0.0F, 1.0F)));
                out[1] = byteOf(encodeSrgb(std::clamp(own.g, 0.0F, 1.0F)));
                out[2] = byteOf(encodeSrgb(std::clamp(own.b, 0.0F, 1.0F)));
                out[3] = byteOf(opacity);
            }
        }
    }
    return true;
}

void InsideKeys::lay(float point)
{
    const float inset = legendInset(point);
    // Of the next panel.
    float bottom = static_cast<float>(height_) - inset - keys_.above * point;
    for (const BarKey& bar : keys_.bars)
    {
        const Box box = {0, 0, width_, static_cast<int>(std::lround(bottom + inset))};
        drawLegend(canvas_, mask_, box, bar.style, mapOf(bar.style.map), bar.limits,
                   LegendPlace::inside, point, LegendNumbers::ends);
        bottom -= legendPanelHeight(point) + kBetween * point;
    }
    if (!keys_.arrows.empty())
    {
        drawArrows(bottom, point);
    }
}

void InsideKeys::drawArrows(float bottom, float point)
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
    drawPanel(canvas_, mask_, {std::round(left), std::round(top)},
              {std::round(left + 3.0F * padding + longest + widest), std::round(bottom)}, point);
    const float size = panelTextHeight(point);
    float base = top + padding + size;
    for (const ArrowKey& arrow : keys_.arrows)
    {
        const float y = base - 0.5F * size;
        const Point tail = {left + padding, y};
        const Point tip = {tail.x + arrow.length * point, y};
        const float head = std::min(kHead * point, 0.6F * arrow.length * point);
        mask_.stroke(tail, {tip.x - head, y}, kShaft * point);
        mask_.triangle(tip, {tip.x - head, y - 0.4F * head}, {tip.x - head, y + 0.4F * head});
        mask_.compose(canvas_, canvas_.all(), arrow.colour, 1.0F);
        drawPanelText(canvas_, mask_, arrow.text, {left + 2.0F * padding + longest, base}, point);
        base += kRow * point;
    }
}

} // namespace tarn::render
