// ReliefRays: a pass only reads what the passes before it wrote, so that rows can be done in any
// order.
#include "render/relief_rays.h"

#include "render/defaults.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::render
{

Colour toned(Colour light, float exposure)
{
    const float most = std::max(light.r, std::max(light.g, light.b)) * exposure;
    const float shown = toneShoulder(most);
    const float scale = exposure * shown / std::max(most, 1e-9F);
    // The very brightest turn white, as on film.
    const float white = kToneWhite * shown * shown * shown * shown;
    return mix(light * scale, {shown, shown, shown}, white);
}

Colour untoned(Colour shown, float exposure)
{
    const float most = std::clamp(std::max(shown.r, std::max(shown.g, shown.b)), 1e-4F, 0.98F);
    return shown * (1.0F / (std::sqrt(1.0F - most * most) * exposure));
}

void ReliefRays::cast(Canvas& canvas, const ReliefView& view, const Eye& eye,
                      const ReliefShader& shader, const BodySet& bodies, const Bands& bands)
{
    width_ = canvas.width();
    height_ = canvas.height();
    planes_ = canvas.planes();
    distances_ = distanceStore_.resize(width_, height_);
    whats_.resize(std::size_t(width_) * std::size_t(height_));
    findBodies(eye, bodies);
    const float footprint = eye.footprint(0.0F);
    const float perMetre = eye.footprint(1.0F) - footprint;
    // `offX`, `offY` are pixels from the middle.
    const auto look = [&](int x, int y, float offX, float offY) {
        const Ray ray =
            eye.ray(static_cast<float>(x) + 0.5F + offX, static_cast<float>(y) + 0.5F + offY);
        ReliefShader::Seen seen =
            shader.trace(ray, perMetre, footprint, nearBodies_[tileOf(x, y)] != 0);
        seen.light = toned(seen.light, view.light.exposure);
        return seen;
    };
    castChessboard(look, bands);
    if (view.quality == ReliefQuality::smooth)
    {
        findEdges(bands);
        refine(look, false, bands);
    }
    else if (view.quality == ReliefQuality::fine)
    {
        edges_.assign(whats_.size(), 1);
        refine(look, true, bands);
    }
}

// Marks the tiles of the picture in which bodies may be seen.
void ReliefRays::findBodies(const Eye& eye, const BodySet& bodies)
{
    tileColumns_ = (width_ + kTile - 1) / kTile;
    const int tileRows = (height_ + kTile - 1) / kTile;
    nearBodies_.assign(std::size_t(tileColumns_) * std::size_t(tileRows), 0);
    for (const BodySet::Body& body : bodies.bodies())
    {
        float x = 0.0F;
        float y = 0.0F;
        float t = 0.0F;
        const bool isAhead = eye.project(body.middle(), x, y, t) && t > 2.0F * body.radius();
        // A ball is an ellipse in perspective, up to 1 / cos 60 degrees longer than wide; one
        // around the eye is everywhere.
        const float reach =
            isAhead ? 2.0F + 2.0F * body.radius() / eye.footprint(t - body.radius()) : 1e9F;
        const auto tile = [](float at, int count) {
            return static_cast<int>(std::clamp(at / kTile, 0.0F, static_cast<float>(count - 1)));
        };
        const int right = tile(x + reach, tileColumns_);
        const int bottom = tile(y + reach, tileRows);
        for (int j = tile(y - reach, tileRows); j <= bottom; ++j)
        {
            for (int i = tile(x - reach, tileColumns_); i <= right; ++i)
            {
                nearBodies_[std::size_t(j) * std::size_t(tileColumns_) + std::size_t(i)] = 1;
            }
        }
    }
}

template <class Look>
void ReliefRays::castChessboard(const Look& look, const Bands& bands)
{
    const auto trace = [&](int x, int y) {
        const ReliefShader::Seen seen = look(x, y, 0.0F, 0.0F);
        put(x, y, seen.light);
        distances_.row(y)[x] = seen.t;
        whats_[indexOf(x, y)] = seen.what;
    };
    bands.each(height_, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            for (int x = y % 2; x < width_; x += 2)
            {
                trace(x, y);
            }
        }
    });
    const auto between = [&](int x, int y) {
        if (x == 0 || y == 0 || x == width_ - 1 || y == height_ - 1)
        {
            return false;
        }
        const std::array<std::array<int, 2>, 4> around = {
            {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}}};
        const std::uint32_t what = whats_[indexOf(x - 1, y)];
        float low = 1.0F;
        float high = 0.0F;
        Colour sum;
        float distance = 0.0F;
        for (const auto& [nx, ny] : around)
        {
            if (whats_[indexOf(nx, ny)] != what)
            {
                return false;
            }
            const float bright = brightness(nx, ny);
            low = std::min(low, bright);
            high = std::max(high, bright);
            sum = sum + at(nx, ny);
            distance += 0.25F * distances_.row(ny)[nx];
        }
        if (high - low > kChessContrast)
        {
            return false;
        }
        put(x, y, sum * 0.25F);
        distances_.row(y)[x] = distance;
        whats_[indexOf(x, y)] = what;
        return true;
    };
    bands.each(height_, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            for (int x = 1 - y % 2; x < width_; x += 2)
            {
                if (!between(x, y))
                {
                    trace(x, y);
                }
            }
        }
    });
}

// Pixels that show something else than a neighbour, or are much brighter or darker.
void ReliefRays::findEdges(const Bands& bands)
{
    edges_.resize(whats_.size());
    bands.each(height_, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            for (int x = 0; x < width_; ++x)
            {
                const float own = brightness(x, y);
                const std::uint32_t what = whats_[indexOf(x, y)];
                bool isEdge = false;
                const auto compare = [&](int nx, int ny) {
                    isEdge = isEdge || whats_[indexOf(nx, ny)] != what ||
                             std::abs(brightness(nx, ny) - own) > kSmoothContrast;
                };
                compare(std::max(x - 1, 0), y);
                compare(std::min(x + 1, width_ - 1), y);
                compare(x, std::max(y - 1, 0));
                compare(x, std::min(y + 1, height_ - 1));
                edges_[indexOf(x, y)] = isEdge ? 1 : 0;
            }
        }
    });
}

template <class Look>
void ReliefRays::refine(const Look& look, bool isFine, const Bands& bands)
{
    // In the corners of a triangle around the ray in the middle; or far from those before it, all
    // over the pixel (Roberts 2018).
    constexpr std::array<Point, 3> kAround = {{{-0.33F, -0.17F}, {0.30F, -0.27F}, {0.05F, 0.36F}}};
    const auto place = [&](int k) -> Point {
        if (!isFine)
        {
            return kAround[std::size_t(k)];
        }
        const float u = 0.7548777F * static_cast<float>(k + 1);
        const float v = 0.5698403F * static_cast<float>(k + 1);
        return {u - std::floor(u) - 0.5F, v - std::floor(v) - 0.5F};
    };
    const int count = isFine ? kFineRays : static_cast<int>(kAround.size());
    bands.each(height_, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            for (int x = 0; x < width_; ++x)
            {
                if (edges_[indexOf(x, y)] == 0)
                {
                    continue;
                }
                Colour sum = at(x, y);
                for (int k = 0; k < count; ++k)
                {
                    const Point off = place(k);
                    sum = sum + look(x, y, off.x, off.y).light;
                }
                put(x, y, sum * (1.0F / static_cast<float>(count + 1)));
            }
        }
    });
}

} // namespace tarn::render
