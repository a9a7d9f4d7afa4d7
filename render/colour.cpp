// Codings of colours: sRGB (IEC 61966-2-1), OKLab (Ottosson 2020), and #rrggbb.
#include "render/colour.h"

#include "render/error.h"

#include <cmath>
#include <fmt/format.h>

namespace tarn::render
{
namespace
{

// The value of a hexadecimal digit, or -1.
int digitOf(char c)
{
    if (c >= '0' && c <= '9')
    {
        return c - '0';
    }
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

} // namespace

float encodeSrgb(float linear)
{
    return linear <= 0.0031308F ? 12.92F * linear : 1.055F * std::pow(linear, 1.0F / 2.4F) - 0.055F;
}

float decodeSrgb(float coded)
{
    return coded <= 0.04045F ? coded / 12.92F : std::pow((coded + 0.055F) / 1.055F, 2.4F);
}

Colour coded(Colour linear)
{
    return {encodeSrgb(linear.r), encodeSrgb(linear.g), encodeSrgb(linear.b)};
}

Colour fromSrgb(float r, float g, float b)
{
    return {decodeSrgb(r), decodeSrgb(g), decodeSrgb(b)};
}

Colour parseColour(std::string_view text)
{
    const std::size_t digits = text.size() == 4 ? 1 : 2;
    bool good = (text.size() == 4 || text.size() == 7) && text.front() == '#';
    float channels[3] = {};
    for (std::size_t c = 0; good && c < 3; ++c)
    {
        const int high = digitOf(text[1 + c * digits]);
        const int low = digitOf(text[c * digits + digits]);
        good = high >= 0 && low >= 0;
        channels[c] = static_cast<float>(16 * high + low) / 255.0F;
    }
    if (!good)
    {
        throw Error(fmt::format("colour: '{}' is not one; write it as #rrggbb or #rgb, as in "
                                "#ff8800",
                                text));
    }
    return fromSrgb(channels[0], channels[1], channels[2]);
}

OkLab toOkLab(Colour c)
{
    const float l = std::cbrt(0.4122214708F * c.r + 0.5363325363F * c.g + 0.0514459929F * c.b);
    const float m = std::cbrt(0.2119034982F * c.r + 0.6806995451F * c.g + 0.1073969566F * c.b);
    const float s = std::cbrt(0.0883024619F * c.r + 0.2817188376F * c.g + 0.6299787005F * c.b);
    return {0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s,
            1.9779984951F * l - 2.4285922050F * m + 0.4505937099F * s,
            0.0259040371F * l + 0.7827717662F * m - 0.8086757660F * s};
}

Colour fromOkLab(OkLab lab)
{
    const float l = lab.lightness + 0.3963377774F * lab.a + 0.2158037573F * lab.b;
    const float m = lab.lightness - 0.1055613458F * lab.a - 0.0638541728F * lab.b;
    const float s = lab.lightness - 0.0894841775F * lab.a - 1.2914855480F * lab.b;
    const float l3 = l * l * l;
    const float m3 = m * m * m;
    const float s3 = s * s * s;
    return {4.0767416621F * l3 - 3.3077115913F * m3 + 0.2309699292F * s3,
            -1.2684380046F * l3 + 2.6097574011F * m3 - 0.3413193965F * s3,
            -0.0041960863F * l3 - 0.7034186147F * m3 + 1.7076147010F * s3};
}

} // namespace tarn::render
