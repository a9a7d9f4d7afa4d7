// UTF-8 to glyphs to strokes.
#include "render/text.h"

#include "render/glyphs.h"

#include <cstddef>
#include <vector>

namespace tarn::render
{
namespace
{

// Added between letters, in the font's units.
constexpr float kTracking = 0.6F;

// Takes one character off the front of `text`. Bytes that are no UTF-8 count one by one.
char32_t takeCharacter(std::string_view& text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    char32_t character = more == 0 ? lead : lead & (0x3FU >> more);
    std::size_t used = 1;
    for (; used <= more && used < text.size() && (byte(used) & 0xC0U) == 0x80U; ++used)
    {
        character = (character << 6U) | (byte(used) & 0x3FU);
    }
    text.remove_prefix(used);
    return character;
}

} // namespace

float textWidth(std::string_view text, float capHeight)
{
    float units = 0.0F;
    while (!text.empty())
    {
        units += glyphOf(takeCharacter(text)).advance + kTracking;
    }
    return units * capHeight / kCapUnits;
}

std::string withMinusSigns(std::string text)
{
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 1))
    {
        text.replace(at, 1, "\u2212");
    }
    return text;
}

void visitStrokes(std::string_view text, Point origin, float capHeight,
                  const std::function<void(Point from, Point to)>& visit)
{
    const float scale = capHeight / kCapUnits;
    while (!text.empty())
    {
        const Glyph& glyph = glyphOf(takeCharacter(text));
        for (const std::vector<Point>& stroke : glyph.strokes)
        {
            const auto place = [&](const Point& p) {
                return Point{origin.x + scale * p.x, origin.y - scale * p.y};
            };
            for (std::size_t i = 1; i < stroke.size(); ++i)
            {
                visit(place(stroke[i - 1]), place(stroke[i]));
            }
        }
        origin.x += scale * (glyph.advance + kTracking);
    }
}

void drawText(Mask& mask, std::string_view text, Point origin, float capHeight, float grown)
{
    const float pen = kTextPen * capHeight + 2.0F * grown;
    visitStrokes(text, origin, capHeight,
                 [&](Point from, Point to) { mask.stroke(from, to, pen); });
}

} // namespace tarn::render
