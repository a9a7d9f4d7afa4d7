// Two layers mixed without losing contrast: differences from the texture's mean colour are added
// and scaled so that their variance is kept (Heitz and Neyret 2018). A plain mean of two unrelated
// pictures would look washed out whenever both are half there; where both layers show nearly the
// same spot they are alike, and a plain mean is what keeps the variance.
#include "render/liquid.h"

#include "render/defaults.h"
#include "render/resample.h"
#include "render/texture.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

struct LayerPlanes
{
    Plane u;
    Plane v;
    Plane weight;
};

// How many texture pixels lie under one pixel of the picture, along the longer side.
float footprintAt(const LayerPlanes& layer, int x, int y, const Texture& texture)
{
    const int x1 = x + 1 < layer.u.width ? x + 1 : x - 1;
    const int y1 = y + 1 < layer.u.height ? y + 1 : y - 1;
    const auto step = [&](int toX, int toY) {
        const float du = layer.u.row(toY)[toX] - layer.u.row(y)[x];
        const float dv = layer.v.row(toY)[toX] - layer.v.row(y)[x];
        const float across = du * static_cast<float>(texture.width());
        const float up = dv * static_cast<float>(texture.height());
        return across * across + up * up;
    };
    return std::sqrt(std::max(step(std::max(x1, 0), y), step(x, std::max(y1, 0))));
}

// How alike two layers are here, 0 .. 1, by how far apart they look into the texture.
float likeness(const LayerPlanes& p, const LayerPlanes& q, int x, int y)
{
    const float du = p.u.row(y)[x] - q.u.row(y)[x];
    const float dv = p.v.row(y)[x] - q.v.row(y)[x];
    return 1.0F / (1.0F + (du * du + dv * dv) / (kTextureGrain * kTextureGrain));
}

Colour mixedAt(std::span<const LayerPlanes> layers, int x, int y, const Texture& texture)
{
    const Colour mean = texture.mean();
    Colour sum;
    float variance = 0.0F;
    float product = 1.0F;
    for (const LayerPlanes& layer : layers)
    {
        const float given = layer.weight.row(y)[x];
        const float weight = given > 0.0F ? std::min(given, 1e6F) : 0.0F;
        const Colour c =
            texture.sample(layer.u.row(y)[x], layer.v.row(y)[x], footprintAt(layer, x, y, texture));
        sum = {sum.r + weight * (c.r - mean.r), sum.g + weight * (c.g - mean.g),
               sum.b + weight * (c.b - mean.b)};
        variance += weight * weight;
        product *= weight;
    }
    if (layers.size() == 2)
    {
        variance += 2.0F * product * likeness(layers[0], layers[1], x, y);
    }
    const float scale = variance > 0.0F ? 1.0F / std::sqrt(variance) : 0.0F;
    return {std::max(mean.r + scale * sum.r, 0.0F), std::max(mean.g + scale * sum.g, 0.0F),
            std::max(mean.b + scale * sum.b, 0.0F)};
}

} // namespace

void LiquidPainter::paint(const TextureFrame& frame, const Planes& target, const Bands& bands)
{
    std::array<LayerPlanes, 2> layers;
    std::size_t count = 0;
    for (const TextureLayer& layer : frame.layers)
    {
        if (!layer.u.isThere())
        {
            continue;
        }
        LayerStores& stores = stores_[count];
        const auto scaled = [&](const FieldView& field, PlaneStore& store) {
            const Plane plane = store.resize(target[0].width, target[0].height);
            resample(field, plane, Upscale::smooth, bands);
            return plane;
        };
        layers[count++] = {scaled(layer.u, stores.u), scaled(layer.v, stores.v),
                           scaled(layer.weight, stores.weight)};
    }
    const std::span<const LayerPlanes> used(layers.data(), count);
    bands.each(target[0].height, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            for (int x = 0; x < target[0].width; ++x)
            {
                const Colour c = mixedAt(used, x, y, *frame.texture);
                target[0].row(y)[x] = c.r;
                target[1].row(y)[x] = c.g;
                target[2].row(y)[x] = c.b;
            }
        }
    });
}

} // namespace tarn::render
