#include "render/cut_out.h"

#include <algorithm>

namespace tarn::render
{
namespace
{

float opacityOf(float onBlack, float onWhite)
{
    return std::clamp(1.0F - (onWhite - onBlack), 0.0F, 1.0F);
}

} // namespace

void CutOut::draw(int width, int height, const Drawing& drawing)
{
    const Bands bands;
    mask_.resize(width, height);
    const auto drawOver = [&](Canvas& canvas, float ground) {
        canvas.resize(width, height);
        canvas.fill({ground, ground, ground}, bands);
        drawing(canvas, mask_);
    };
    drawOver(onBlack_, 0.0F);
    drawOver(onWhite_, 1.0F);
    rgba_.resize(4 * std::size_t(width) * std::size_t(height));
    float* out = rgba_.data();
    for (int y = height - 1; y >= 0; --y)
    {
        const Planes& planes = onBlack_.planes();
        const float* r = planes[0].row(y);
        const float* g = planes[1].row(y);
        const float* b = planes[2].row(y);
        const float* white = onWhite_.planes()[0].row(y);
        for (int x = 0; x < width; ++x)
        {
            *out++ = r[x];
            *out++ = g[x];
            *out++ = b[x];
            *out++ = opacityOf(r[x], white[x]);
        }
    }
}

Image cutOut(Image onBlack, const Image& onWhite)
{
    onBlack.alpha.resize(onBlack.rgb.size() / 3);
    for (std::size_t k = 0; k < onBlack.alpha.size(); ++k)
    {
        std::uint8_t* colour = onBlack.rgb.data() + 3 * k;
        const float opacity = opacityOf(static_cast<float>(colour[1]) / 255.0F,
                                        static_cast<float>(onWhite.rgb[3 * k + 1]) / 255.0F);
        onBlack.alpha[k] = static_cast<std::uint8_t>(255.0F * opacity + 0.5F);
        for (int channel = 0; channel < 3 && onBlack.alpha[k] > 0; ++channel)
        {
            const float own = static_cast<float>(colour[channel]) / opacity;
            colour[channel] = static_cast<std::uint8_t>(std::min(own, 255.0F));
        }
    }
    return onBlack;
}

} // namespace tarn::render
