// Layout of the legend, in points from the panel's upper left corner:
//
//     +--------------------------------+
//     | speed  m/s                     |   heading
//     | [==========================]   |   bar
//     |   |      |      |      |       |   ticks
//     |  0.0    0.5    1.0    1.5      |   numbers
//     +--------------------------------+
#include "render/legend.h"

#include "render/defaults.h"
#include "render/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::render
{
namespace
{

constexpr float kPadding = 14.0F; // around the bar
constexpr float kBarWidth = 300.0F;
constexpr float kBarHeight = 12.0F;
constexpr float kTickLength = 4.0F;
constexpr float kGap = 8.0F;    // between heading, bar and numbers
constexpr float kInset = 16.0F; // of panel and labels from the picture's edge
constexpr float kNumberHeight = 10.0F;
constexpr int kMostTicks = 7;
constexpr int kMostEndTicks = 5;    // whose numbers have more digits
constexpr float kEndRoom = 0.2F;    // of the bar: ticks nearer to its ends give way to those
constexpr double kTickSlack = 1e-6; // of a step: ticks on the ends count as inside
constexpr float kPanelCorner = 6.0F;
constexpr Colour kPanel = {0.004F, 0.005F, 0.007F};
constexpr float kPanelOpacity = 0.88F;
constexpr Colour kBright = {0.9F, 0.9F, 0.9F};
constexpr Colour kDim = {0.42F, 0.43F, 0.45F};
constexpr Colour kShadow = {0.0F, 0.0F, 0.0F};
constexpr float kShadowOpacity = 0.85F;

float textPixels(float points, float point)
{
    return std::max(std::round(points * point), kLeastTextPixels);
}

// The next of 1, 2, 5, 10 times a power of ten.
double niceStep(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    const double lead = least / power;
    const double nice = lead <= 1.0 + 1e-9   ? 1.0
                        : lead <= 2.0 + 1e-9 ? 2.0
                        : lead <= 5.0 + 1e-9 ? 5.0
                                             : 10.0;
    return nice * power;
}

float barHeightOf(LegendPlace place, float point)
{
    const float heading =
        place == LegendPlace::inside ? textPixels(kTextHeight, point) + kGap * point : 0.0F;
    return heading + (kBarHeight + kGap) * point + textPixels(kNumberHeight, point);
}

std::string unitText(const ScalarStyle& style, int exponent)
{
    std::string text = exponent == 0 ? "" : withMinusSigns(fmt::format("1e{} ", exponent));
    return text + style.unit;
}

void drawBar(Canvas& canvas, Mask& mask, Point low, Point high, const ColourMap& map)
{
    const float width = high.x - low.x;
    const int first = std::max(0, static_cast<int>(low.x));
    const int end = std::min(canvas.width(), static_cast<int>(std::ceil(high.x)));
    for (int x = first; x < end; ++x)
    {
        // Column by column: each is a sliver of the box, as far as it is inside.
        const float left = std::max(static_cast<float>(x), low.x);
        const float right = std::min(static_cast<float>(x + 1), high.x);
        mask.roundedBox({static_cast<float>(x), low.y}, {static_cast<float>(x + 1), high.y}, 0.0F);
        mask.compose(canvas, canvas.all(), map.at((0.5F * (left + right) - low.x) / width),
                     right - left);
    }
}

void drawTicks(Canvas& canvas, Mask& mask, const Ticks& ticks, Limits limits, Point low, Point high,
               float point)
{
    const float size = textPixels(kNumberHeight, point);
    const float span = limits.high - limits.low;
    const float pen = std::max(1.0F, std::round(point));
    for (std::size_t i = 0; i < ticks.values.size(); ++i)
    {
        const float part = (ticks.values[i] - limits.low) / span;
        const float x = std::round(low.x + part * (high.x - low.x) - 0.5F) + 0.5F;
        mask.stroke({x, high.y + 0.5F}, {x, high.y + kTickLength * point}, pen);
        drawText(mask, ticks.texts[i],
                 {x - 0.5F * textWidth(ticks.texts[i], size), high.y + kGap * point + size}, size);
    }
    mask.compose(canvas, canvas.all(), kBright, 1.0F);
}

} // namespace

Ticks niceTicks(Limits limits, int most)
{
    Ticks ticks;
    const double low = static_cast<double>(limits.low);
    const double high = static_cast<double>(limits.high);
    const double reach = std::max(std::abs(low), std::abs(high));
    if (!(high > low) || !std::isfinite(high - low))
    {
        return ticks;
    }
    const auto first = [&](double step) { return std::ceil(low / step - kTickSlack); };
    const auto last = [&](double step) { return std::floor(high / step + kTickSlack); };
    double step = niceStep((high - low) / most);
    while (last(step) - first(step) + 1 > most)
    {
        step = niceStep(1.5 * step);
    }
    if (reach >= 1e5 || reach < 1e-2)
    {
        ticks.exponent = static_cast<int>(std::floor(std::log10(reach)));
    }
    const double scale = std::pow(10.0, ticks.exponent);
    const int decimals =
        std::clamp(static_cast<int>(std::ceil(-std::log10(step / scale) - 1e-9)), 0, 8);
    const int count = static_cast<int>(last(step) - first(step)) + 1;
    for (int i = 0; i < count; ++i)
    {
        const double k = first(step) + i;
        ticks.values.push_back(static_cast<float>(k * step));
        ticks.texts.push_back(
            withMinusSigns(fmt::format("{:.{}f}", k * step / scale + 0.0, decimals)));
    }
    return ticks;
}

Ticks endTicks(Limits limits, int most)
{
    Ticks ticks = niceTicks(limits, most);
    if (ticks.values.empty())
    {
        return ticks;
    }
    const double scale = std::pow(10.0, ticks.exponent);
    const float span = limits.high - limits.low;
    const double digits = std::ceil(-std::log10(static_cast<double>(span) / scale)) + 2.0;
    const int decimals = std::clamp(static_cast<int>(digits), 0, 8);
    const auto text = [&](float value) {
        return value == 0.0F ? std::string("0")
                             : withMinusSigns(fmt::format(
                                   "{:.{}f}", static_cast<double>(value) / scale, decimals));
    };
    Ticks result;
    result.exponent = ticks.exponent;
    const auto add = [&](float value, std::string words) {
        result.values.push_back(value);
        result.texts.push_back(std::move(words));
    };
    add(limits.low, text(limits.low));
    for (std::size_t k = 0; k < ticks.values.size(); ++k)
    {
        const float place = (ticks.values[k] - limits.low) / span;
        if (place > kEndRoom && place < 1.0F - kEndRoom)
        {
            add(ticks.values[k], ticks.texts[k]);
        }
    }
    add(limits.high, text(limits.high));
    return result;
}

std::string timeText(double seconds)
{
    const int decimals = std::abs(seconds) < 100.0 ? 2 : std::abs(seconds) < 1000.0 ? 1 : 0;
    return withMinusSigns(fmt::format("{:.{}f} s", seconds, decimals));
}

int legendStripHeight(float point)
{
    return static_cast<int>(
        std::ceil(barHeightOf(LegendPlace::below, point) + 2.0F * kPadding * point));
}

float legendPanelHeight(float point)
{
    return barHeightOf(LegendPlace::inside, point) + 2.0F * kPadding * point;
}

float legendInset(float point)
{
    return kInset * point;
}

void drawPanel(Canvas& canvas, Mask& mask, Point low, Point high, float point)
{
    mask.roundedBox(low, high, kPanelCorner * point);
    mask.compose(canvas, canvas.all(), kPanel, kPanelOpacity);
}

void drawPanelText(Canvas& canvas, Mask& mask, const std::string& text, Point origin, float point)
{
    drawText(mask, text, origin, textPixels(kNumberHeight, point));
    mask.compose(canvas, canvas.all(), kBright, 1.0F);
}

float panelTextWidth(const std::string& text, float point)
{
    return textWidth(text, textPixels(kNumberHeight, point));
}

float panelTextHeight(float point)
{
    return textPixels(kNumberHeight, point);
}

void drawLegend(Canvas& canvas, Mask& mask, Box box, const ScalarStyle& style, const ColourMap& map,
                Limits limits, LegendPlace place, float point, LegendNumbers numbers)
{
    const Ticks ticks = numbers == LegendNumbers::ends ? endTicks(limits, kMostEndTicks)
                                                       : niceTicks(limits, kMostTicks);
    const std::string unit = unitText(style, ticks.exponent);
    const float size = textPixels(kTextHeight, point);
    const float padding = kPadding * point;
    const float headingWidth =
        textWidth(style.name, size) + (unit.empty() ? 0.0F : size + textWidth(unit, size));
    const bool isPanel = place == LegendPlace::inside;
    const auto left = static_cast<float>(box.left);
    const float bottom = static_cast<float>(box.top + box.height);

    Point heading;
    Point low; // the bar
    Point high;
    if (isPanel)
    {
        const float inset = kInset * point;
        // Numbers at the ends of the bar reach out of it by half of theirs.
        const float side = 1.8F * padding;
        const float barWidth = std::min(std::max(kBarWidth * point, headingWidth),
                                        static_cast<float>(box.width) - 2.0F * (inset + side));
        const float panelHeight = legendPanelHeight(point);
        const Point corner = {std::round(left + inset), std::round(bottom - inset - panelHeight)};
        drawPanel(canvas, mask, corner,
                  {std::round(corner.x + barWidth + 2.0F * side), std::round(bottom - inset)},
                  point);
        heading = {corner.x + side, corner.y + padding + size};
        low = {heading.x, std::round(heading.y + kGap * point)};
        high = {std::round(low.x + barWidth), 0.0F};
    }
    else
    {
        // One line: heading, then the bar as far as there is room.
        low.y = std::round(static_cast<float>(box.top) + padding);
        heading = {left + 1.8F * padding, low.y + 0.5F * (kBarHeight * point + size)};
        low.x = std::round(heading.x + headingWidth + 2.0F * padding);
        high.x = std::round(left + static_cast<float>(box.width) - 2.2F * padding);
    }
    high.y = std::round(low.y + std::max(kBarHeight * point, 4.0F));
    if (high.x - low.x < 8.0F)
    {
        return; // no picture of this size has room for one
    }
    drawText(mask, style.name, heading, size);
    mask.compose(canvas, canvas.all(), kBright, 1.0F);
    drawText(mask, unit,
             {heading.x + textWidth(style.name, size) + (style.name.empty() ? 0.0F : 0.7F * size),
              heading.y},
             size);
    mask.compose(canvas, canvas.all(), kDim, 1.0F);
    drawBar(canvas, mask, low, high, map);
    drawTicks(canvas, mask, ticks, limits, low, high, point);
}

void drawLabels(Canvas& canvas, Mask& mask, Box box, const std::string& title,
                const std::string& time, float point)
{
    const float titleSize = textPixels(kTitleHeight, point);
    const float timeSize = textPixels(kTextHeight, point);
    const float inset = kInset * point;
    const float base = std::round(static_cast<float>(box.top) + inset + titleSize);
    const Point titleAt = {static_cast<float>(box.left) + inset, base};
    const Point timeAt = {
        static_cast<float>(box.left + box.width) - inset - textWidth(time, timeSize), base};
    const auto draw = [&](float grown) {
        drawText(mask, title, titleAt, titleSize, grown);
        drawText(mask, time, timeAt, timeSize, grown);
    };
    draw(std::max(1.2F, 1.8F * point));
    mask.compose(canvas, canvas.all(), kShadow, kShadowOpacity);
    draw(0.0F);
    mask.compose(canvas, canvas.all(), kBright, 1.0F);
}

} // namespace tarn::render
