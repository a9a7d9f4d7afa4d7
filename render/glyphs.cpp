// The pen font. A letter is a line in a table: how far the next letter starts, and its strokes in a
// small language:
//
//     M x y                    lift the pen and put it down at x, y
//     L x y                    draw a line
//     A cx cy rx ry from to    draw an arc of an ellipse, degrees, counter-clockwise; a line leads
//                              to its start if the pen is down
//     O cx cy rx ry            a whole ellipse
//
// Capitals are 20 high, small letters 14, tails reach down to -6. Digits are equally wide, so that
// running numbers do not dance.
#include "render/glyphs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace tarn::render
{
namespace
{

struct GlyphSource
{
    char32_t character;
    float advance;
    const char* path;
};

constexpr char32_t kMissing = 0;

constexpr GlyphSource kFont[] = {
    {kMissing, 14, "M2 0 L2 20 L12 20 L12 0 L2 0"},
    {U' ', 7.5F, ""},
    {U'!', 6, "M3 20 L3 6.5 O3 .6 .5 .5"},
    {U'"', 9.2F, "M2.8 20 L2.8 14.5 M6.4 20 L6.4 14.5"},
    {U'#', 18, "M6.8 20 L4.2 0 M13.8 20 L11.2 0 M2.2 13.4 L16 13.4 M2 6.6 L15.8 6.6"},
    {U'$', 16, "A8 14.8 4.8 4.2 25 270 A8 5.8 5.2 4.8 90 -155 M8 22.5 L8 -2.5"},
    {U'%', 22, "O5.8 15.2 3.6 4.8 O16.2 4.8 3.6 4.8 M16.5 20 L5.5 0"},
    {U'&', 19, "M17 0 L5.2 13.4 A8.2 16 3.8 4 222 -42 L4.9 9.4 A7.9 5.2 5.4 5.2 130 325 L16.6 9"},
    {U'\'', 5.5F, "M2.75 20 L2.75 14.5"},
    {U'(', 8, "A11 8.5 8 14.5 122 238"},
    {U')', 8, "A-3 8.5 8 14.5 58 -58"},
    {U'*', 12, "M6 19.7 L6 10.3 M2 17.3 L10 12.7 M10 17.3 L2 12.7"},
    {U'+', 16, "M8 3 L8 15 M2 9 L14 9"},
    {U',', 6, "M3.3 1 L2.1 -3.4"},
    {U'-', 10, "M2 8 L8 8"},
    {U'.', 6, "O3 .6 .5 .5"},
    {U'/', 11, "M1.5 -2 L9.5 22"},
    {U'0', 15, "O7.5 10 5.2 10"},
    {U'1', 15, "M3.8 16 L8.6 20 L8.6 0"},
    {U'2', 15, "A7.4 14.8 4.9 5.2 165 -38 L2.6 0 L12.7 0"},
    {U'3', 15, "A7.2 15.2 4.6 4.8 155 -90 L5.6 10.4 M7.2 10.4 A7.2 5.2 5.2 5.2 90 -155"},
    {U'4', 15, "M10.2 0 L10.2 20 L1.8 6 L13.4 6"},
    {U'5', 15, "M12 20 L4.2 20 L3.4 10.6 A7.3 6.4 5.1 6.4 138 -150"},
    {U'6', 15, "O7.6 6.2 5 6.2 M2.6 6.2 A11.4 6.2 8.8 13.8 180 96"},
    {U'7', 15, "M2.4 20 L12.6 20 L6 0"},
    {U'8', 15, "O7.5 15.3 4.3 4.7 O7.5 5.3 5.2 5.3"},
    {U'9', 15, "O7.4 13.8 5 6.2 M12.4 13.8 A3.6 13.8 8.8 13.8 0 -84"},
    {U':', 6, "O3 .6 .5 .5 O3 12.2 .5 .5"},
    {U';', 6, "M3.3 1 L2.1 -3.4 O3.2 12.2 .5 .5"},
    {U'<', 16, "M13.5 15 L3 9 L13.5 3"},
    {U'=', 16, "M2.5 12 L13.5 12 M2.5 6 L13.5 6"},
    {U'>', 16, "M2.5 15 L13 9 L2.5 3"},
    {U'?', 13.5F, "A6.6 15 4.6 5 165 -48 L6.6 8.2 L6.6 6 O6.6 .6 .5 .5"},
    {U'@', 24,
     "O11.8 8.3 4 4.8 M15.8 13 L15.8 6 A18.7 6 2.9 2.8 180 360 L21.6 9 "
     "A12 9 9.6 10.6 0 306"},
    {U'A', 18, "M1.8 0 L9 20 L16.2 0 M4.4 7 L13.6 7"},
    {U'B', 17,
     "M3 0 L3 20 L8.6 20 A8.6 15.3 5 4.7 90 -90 L3 10.6 M8.6 10.6 A9.2 5.3 5.6 5.3 90 -90 "
     "L3 0"},
    {U'C', 18, "A10 10 7.6 10 48 312"},
    {U'D', 18.5F, "M3 0 L3 20 L7.6 20 A7.6 10 8.4 10 90 -90 L3 0"},
    {U'E', 15, "M13 20 L3 20 L3 0 L13 0 M3 10.4 L11.4 10.4"},
    {U'F', 14, "M13 20 L3 20 L3 0 M3 10.2 L11.2 10.2"},
    {U'G', 19, "A10 10 7.6 10 48 355 L17.6 9.6 L11.6 9.6"},
    {U'H', 18, "M3 0 L3 20 M15 0 L15 20 M3 10.4 L15 10.4"},
    {U'I', 6, "M3 0 L3 20"},
    {U'J', 13, "M10 20 L10 5.6 A5.8 5.6 4.2 5.6 0 -160"},
    {U'K', 17, "M3 0 L3 20 M14.6 20 L3 8 M6.9 12 L15.2 0"},
    {U'L', 14, "M3 20 L3 0 L12.6 0"},
    {U'M', 21, "M3 0 L3 20 L10.5 6 L18 20 L18 0"},
    {U'N', 18, "M3 0 L3 20 L15 0 L15 20"},
    {U'O', 20, "O10 10 7.8 10"},
    {U'P', 16.5F, "M3 0 L3 20 L8.8 20 A8.8 14.6 5.4 5.4 90 -90 L3 9.2"},
    {U'Q', 20, "O10 10 7.8 10 M11.8 5 L17.2 -1.4"},
    {U'R', 17, "M3 0 L3 20 L8.8 20 A8.8 14.7 5.3 5.3 90 -90 L3 9.4 M8.6 9.4 L14.8 0"},
    {U'S', 16, "A8 15.2 4.9 4.8 25 270 A8 5.2 5.4 5.2 90 -155"},
    {U'T', 16, "M1.6 20 L14.4 20 M8 20 L8 0"},
    {U'U', 18, "M3 20 L3 6 A9 6 6 6 180 360 L15 20"},
    {U'V', 17, "M1.8 20 L8.5 0 L15.2 20"},
    {U'W', 25, "M2 20 L7.2 0 L12.5 16 L17.8 0 L23 20"},
    {U'X', 17, "M2.5 20 L14.5 0 M14.5 20 L2.5 0"},
    {U'Y', 16, "M1.6 20 L8 10 L14.4 20 M8 10 L8 0"},
    {U'Z', 16, "M2.6 20 L13.4 20 L2.4 0 L13.6 0"},
    {U'[', 8.5F, "M7 22 L3 22 L3 -4 L7 -4"},
    {U'\\', 11, "M1.5 22 L9.5 -2"},
    {U']', 8.5F, "M1.5 22 L5.5 22 L5.5 -4 L1.5 -4"},
    {U'^', 14, "M2.5 12 L7 20 L11.5 12"},
    {U'_', 14, "M1 -3 L13 -3"},
    {U'`', 8, "M2.5 20.5 L5.5 17"},
    {U'a', 15, "O7.4 7 5 7 M12.4 14 L12.4 0"},
    {U'b', 15, "M2.6 20 L2.6 0 O7.6 7 5 7"},
    {U'c', 13, "A7.5 7 5.1 7 48 312"},
    {U'd', 15, "O7.4 7 5 7 M12.4 20 L12.4 0"},
    {U'e', 14.5F, "M2.4 7.4 L12.2 7.4 A7.3 7 4.9 7 3 316"},
    {U'f', 9, "A7.8 15.8 3.5 4.2 70 180 L4.3 0 M1.2 13.6 L8.2 13.6"},
    {U'g', 15, "O7.4 7 5 7 M12.4 14 L12.4 -1 A7.6 -1 4.8 5 0 -148"},
    {U'h', 15, "M2.6 20 L2.6 0 M2.6 8.6 A7.5 8.6 4.9 5.4 180 0 L12.4 0"},
    {U'i', 5.5F, "M2.75 14 L2.75 0 O2.75 18.8 .5 .5"},
    {U'j', 6, "M3.2 14 L3.2 -2 A.4 -2 2.8 4 0 -82 O3.2 18.8 .5 .5"},
    {U'k', 13.5F, "M2.6 20 L2.6 0 M11.4 14 L2.6 5.2 M5.8 8.4 L12.2 0"},
    {U'l', 5.5F, "M2.75 20 L2.75 0"},
    {U'm', 22, "M2.6 14 L2.6 0 M2.6 9 A6.8 9 4.2 5 180 0 L11 0 M11 9 A15.2 9 4.2 5 180 0 L19.4 0"},
    {U'n', 15, "M2.6 14 L2.6 0 M2.6 8.6 A7.5 8.6 4.9 5.4 180 0 L12.4 0"},
    {U'o', 15, "O7.5 7 5.2 7"},
    {U'p', 15, "M2.6 14 L2.6 -6 O7.6 7 5 7"},
    {U'q', 15, "O7.4 7 5 7 M12.4 14 L12.4 -6"},
    {U'r', 9.8F, "M2.6 14 L2.6 0 M2.6 7.6 A8.4 7.6 5.8 6.4 180 82"},
    {U's', 12.4F, "A6.2 10.5 3.7 3.5 30 270 A6.2 3.5 4 3.5 90 -152"},
    {U't', 9.4F, "M4.2 18.4 L4.2 4 A7.6 4 3.4 4 180 285 M1.2 13.6 L8.4 13.6"},
    {U'u', 15, "M2.6 14 L2.6 5.4 A7.5 5.4 4.9 5.4 180 360 M12.4 14 L12.4 0"},
    {U'v', 13, "M1.8 14 L6.5 0 L11.2 14"},
    {U'w', 19, "M1.8 14 L5.6 0 L9.5 11.5 L13.4 0 L17.2 14"},
    {U'x', 13, "M2 14 L11 0 M11 14 L2 0"},
    {U'y', 13, "M1.8 14 L6.6 .4 M11.4 14 L5.6 -3.2 A2.6 -2.4 3.1 3.6 -14 -88"},
    {U'z', 12.5F, "M2.2 14 L10.4 14 L2 0 L10.6 0"},
    {U'{', 10,
     "A8.5 18 3.5 4 90 180 L5 13 A2 13 3 3.6 0 -90 M2 9.4 A2 5.8 3 3.6 90 0 L5 0 "
     "A8.5 0 3.5 4 180 270"},
    {U'|', 6, "M3 22 L3 -4"},
    {U'}', 10,
     "A1.5 18 3.5 4 90 0 L5 13 A8 13 3 3.6 180 270 M8 9.4 A8 5.8 3 3.6 90 180 L5 0 "
     "A1.5 0 3.5 4 0 -90"},
    {U'~', 16, "A5.1 8 2.9 2.6 190 30 A10.9 9.8 2.9 2.6 210 370"},
    {U'\u00b0', 9, "O4.5 17 2.7 3"},
    {U'\u00b2', 9, "A4.3 17.5 2.5 2.5 160 -38 L1.9 10 L7.2 10"},
    {U'\u00b3', 9, "A4.2 17.8 2.3 2.2 150 -90 A4.2 12.9 2.7 2.7 90 -150"},
    {U'\u00b5', 15, "M2.6 14 L2.6 -6 M2.6 5.4 A7.5 5.4 4.9 5.4 180 360 M12.4 14 L12.4 0"},
    {U'\u00b7', 6, "O3 8.4 .5 .5"},
    {U'\u00d7', 15, "M3 4.5 L12 13.5 M12 4.5 L3 13.5"},
    {U'\u2212', 15, "M2.4 9 L12.6 9"},
};

// Degrees from one corner of a drawn arc to the next: below a quarter pixel off at 100 pixels.
constexpr float kArcStep = 11.0F;

class GlyphReader
{
  public:
    explicit GlyphReader(const char* path) : rest_(path) {}

    std::vector<std::vector<Point>> read()
    {
        while (const char verb = nextVerb())
        {
            switch (verb)
            {
            case 'M':
                lift();
                [[fallthrough]];
            case 'L':
                stroke_.push_back(point());
                break;
            case 'O':
                lift();
                arc(true);
                lift();
                break;
            default:
                arc(false);
                break;
            }
        }
        lift();
        return std::move(strokes_);
    }

  private:
    char nextVerb()
    {
        while (*rest_ == ' ')
        {
            ++rest_;
        }
        return *rest_ == '\0' ? '\0' : *rest_++;
    }

    // Digits with an optional sign and point; no locale is asked what a point looks like.
    float number()
    {
        while (*rest_ == ' ')
        {
            ++rest_;
        }
        const bool isNegative = *rest_ == '-';
        rest_ += isNegative ? 1 : 0;
        float value = 0.0F;
        float unit = 0.0F; // 0 before the point
        for (; *rest_ == '.' || (*rest_ >= '0' && *rest_ <= '9'); ++rest_)
        {
            if (*rest_ == '.')
            {
                unit = 1.0F;
                continue;
            }
            unit *= 0.1F;
            const auto digit = static_cast<float>(*rest_ - '0');
            value = unit > 0.0F ? value + digit * unit : value * 10.0F + digit;
        }
        return isNegative ? -value : value;
    }

    Point point()
    {
        const float x = number();
        return {x, number()};
    }

    void arc(bool isWhole)
    {
        const Point centre = point();
        const Point radius = point();
        const float from = isWhole ? 0.0F : number();
        const float to = isWhole ? 360.0F : number();
        const int steps = std::max(6, static_cast<int>(std::abs(to - from) / kArcStep));
        for (int k = 0; k <= steps; ++k)
        {
            const float degrees =
                from + (to - from) * static_cast<float>(k) / static_cast<float>(steps);
            const float angle = degrees * std::numbers::pi_v<float> / 180.0F;
            stroke_.push_back(
                {centre.x + radius.x * std::cos(angle), centre.y + radius.y * std::sin(angle)});
        }
    }

    void lift()
    {
        if (stroke_.size() > 1)
        {
            strokes_.push_back(stroke_);
        }
        stroke_.clear();
    }

    const char* rest_;
    std::vector<Point> stroke_;
    std::vector<std::vector<Point>> strokes_;
};

std::map<char32_t, Glyph> readFont()
{
    std::map<char32_t, Glyph> glyphs;
    for (const GlyphSource& source : kFont)
    {
        glyphs[source.character] = {source.advance, GlyphReader(source.path).read()};
    }
    return glyphs;
}

} // namespace

const Glyph& glyphOf(char32_t character)
{
    static const std::map<char32_t, Glyph> font = readFont();
    const auto found = font.find(character);
    return found != font.end() ? found->second : font.at(kMissing);
}

} // namespace tarn::render
