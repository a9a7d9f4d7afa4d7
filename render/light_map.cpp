// LightMap: shadows are cast node by node towards the sun, through the flat surface where there is
// water, then softened; caustics are gathered by following light from every spot of the surface to
// the ground.
#include "render/light_map.h"

#include "render/defaults.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn::render
{
namespace
{

constexpr float kFar = std::numeric_limits<float>::max();

// Whether a ray passes a ball closer than its radius.
bool isNear(const Ray& ray, Vec3 middle, float radius)
{
    const Vec3 to = middle - ray.origin;
    const float along = std::max(dot(to, ray.along), 0.0F);
    const Vec3 off = to - ray.along * along;
    return dot(off, off) <= radius * radius;
}

int mirrored(int i, int count)
{
    const int inside = i < 0 ? -1 - i : i >= count ? 2 * count - 1 - i : i;
    return std::clamp(inside, 0, count - 1);
}

} // namespace

void LightMap::build(const HeightMap& map, const BodySet& bodies, const ReliefSite& site,
                     const LiquidLook& liquid, const Ripples& ripples, const Bands& bands)
{
    nodes_.resize(map.nodeCount());
    castShadows(map, site, bands);
    if (!bodies.isEmpty())
    {
        castBodies(map, bodies, site, bands);
    }
    soften(map, bands);
    if (map.hasWater() && liquid.caustics > 0.0F)
    {
        gather(map, site, liquid, ripples, bands);
    }
    else
    {
        caustics_.clear();
    }
}

void LightMap::castShadows(const HeightMap& map, const ReliefSite& site, const Bands& bands)
{
    const float lift = kShadowLift * map.step();
    const float highest = map.highestGround();
    const bool isFlat = highest - map.lowestGround() < lift;
    const auto seesSun = [&](Vec3 p) {
        const float walls = site.sunOverWalls(p);
        const Vec3 from = {p.x, p.y, p.z + lift};
        if (walls == 0.0F || isFlat || from.z >= highest)
        {
            return walls;
        }
        return map.castGround({from, site.sun}, 0.0F, kFar) < kFar ? 0.0F : walls;
    };
    bands.each(map.rows(), [&](int first, int end) {
        for (int j = first; j < end; ++j)
        {
            for (int i = 0; i < map.columns(); ++i)
            {
                const HeightMap::Heights at = map.node(i, j);
                const Vec3 ground = map.place(i, j, at.ground);
                const bool isWet = at.water > at.ground;
                // In a cut model light also comes in through the sides.
                const Vec3 entry = isWet ? site.entryOf(ground, at.water) : ground;
                Quad& node = nodes_[map.indexOf(i, j)];
                node.a = seesSun(entry);
                node.b = isWet ? seesSun(map.place(i, j, at.water)) : node.a;

                // Hollows see less of the sky: compare with the ground around, near and far.
                float closed = 0.0F;
                for (const int reach : {2, 6})
                {
                    const int w = std::max(i - reach, 0);
                    const int e = std::min(i + reach, map.columns() - 1);
                    const int s = std::max(j - reach, 0);
                    const int n = std::min(j + reach, map.rows() - 1);
                    const float around = 0.25F * (map.node(w, j).ground + map.node(e, j).ground +
                                                  map.node(i, s).ground + map.node(i, n).ground);
                    closed += (around - at.ground) / (static_cast<float>(reach) * map.step());
                }
                node.c = std::clamp(1.0F - 0.6F * closed, 0.35F, 1.15F);
            }
        }
    });
}

void LightMap::castBodies(const HeightMap& map, const BodySet& bodies, const ReliefSite& site,
                          const Bands& bands)
{
    const float tiltX = site.sun.x / site.sun.z;
    const float tiltY = site.sun.y / site.sun.z;
    bands.each(map.rows(), [&](int first, int end) {
        for (const BodySet::Body& body : bodies.bodies())
        {
            const Vec3 middle = body.middle();
            const float radius = body.radius();
            // The shadow reaches from under the body to where the lowest ground would have it.
            const float fall = std::max(middle.z + radius - map.lowestGround(), 0.0F);
            const float reach = radius * (1.0F + std::sqrt(tiltX * tiltX + tiltY * tiltY));
            const Vec3 far = {middle.x - tiltX * fall, middle.y - tiltY * fall, 0.0F};
            const float perX = static_cast<float>(map.columns()) / map.world().width();
            const float perY = static_cast<float>(map.rows()) / map.world().height();
            const auto node = [](float metres, float per, int count) {
                return static_cast<int>(std::clamp(metres * per, -1.0F, static_cast<float>(count)));
            };
            const int west = std::max(
                node(std::min(middle.x, far.x) - reach - map.world().left, perX, map.columns()), 0);
            const int east = std::min(
                node(std::max(middle.x, far.x) + reach - map.world().left, perX, map.columns()),
                map.columns() - 1);
            const int south = std::max(
                node(std::min(middle.y, far.y) - reach - map.world().bottom, perY, map.rows()),
                first);
            const int north = std::min(
                node(std::max(middle.y, far.y) + reach - map.world().bottom, perY, map.rows()),
                end - 1);
            for (int j = south; j <= north; ++j)
            {
                for (int i = west; i <= east; ++i)
                {
                    const HeightMap::Heights at = map.node(i, j);
                    const bool isWet = at.water > at.ground;
                    Quad& light = nodes_[map.indexOf(i, j)];
                    const auto isShaded = [&](const Ray& ray, float to) {
                        return isNear(ray, middle, radius) && body.mesh->isMet(body.probe(ray), to);
                    };
                    const Vec3 ground = map.place(i, j, at.ground);
                    if (light.a > 0.0F)
                    {
                        const Vec3 entry = isWet ? site.entryOf(ground, at.water) : ground;
                        const bool isDark =
                            isShaded({entry, site.sun}, kFar) ||
                            (isWet && isShaded({ground, site.sunInWater}, length(entry - ground)));
                        light.a = isDark ? 0.0F : light.a;
                    }
                    if (isWet && light.b > 0.0F &&
                        isShaded({map.place(i, j, at.water), site.sun}, kFar))
                    {
                        light.b = 0.0F;
                    }
                    light.b = isWet ? light.b : light.a;
                }
            }
        }
    });
}

// A binomial filter over 3 x 3 nodes, twice: the sun is no point, and nodes must not be seen.
void LightMap::soften(const HeightMap& map, const Bands& bands)
{
    softer_.resize(nodes_.size());
    for (int round = 0; round < 2; ++round)
    {
        bands.each(map.rows(), [&](int first, int end) {
            for (int j = first; j < end; ++j)
            {
                const Quad* row = nodes_.data() + map.indexOf(0, j);
                const Quad* low = nodes_.data() + map.indexOf(0, std::max(j - 1, 0));
                const Quad* high = nodes_.data() + map.indexOf(0, std::min(j + 1, map.rows() - 1));
                for (int i = 0; i < map.columns(); ++i)
                {
                    const int w = std::max(i - 1, 0);
                    const int e = std::min(i + 1, map.columns() - 1);
                    const auto mean = [&](float Quad::*part) {
                        const float sides =
                            low[i].*part + high[i].*part + row[w].*part + row[e].*part;
                        const float corners =
                            low[w].*part + low[e].*part + high[w].*part + high[e].*part;
                        return 0.25F * row[i].*part + 0.125F * sides + 0.0625F * corners;
                    };
                    softer_[map.indexOf(i, j)] = {mean(&Quad::a), mean(&Quad::b), mean(&Quad::c),
                                                  0.0F};
                }
            }
        });
        nodes_.swap(softer_);
    }
}

// The surface's slopes with ripples (a, b) and the depth (c) at every node.
void LightMap::makeTilted(const HeightMap& map, float rough, const Ripples& ripples,
                          const Bands& bands)
{
    tilted_.resize(map.nodeCount());
    bands.each(map.rows(), [&](int first, int end) {
        for (int j = first; j < end; ++j)
        {
            for (int i = 0; i < map.columns(); ++i)
            {
                const HeightMap::Heights at = map.node(i, j);
                const Vec3 place = map.place(i, j, 0.0F);
                const Quad& slope = map.slopes()[map.indexOf(i, j)];
                const bool isRough = rough > 0.0F && at.water > at.ground;
                const Noise::Slope ripple =
                    isRough ? ripples.at(place.x, place.y) : Noise::Slope{0.0F, 0.0F};
                tilted_[map.indexOf(i, j)] = {slope.a + rough * ripple.x,
                                              slope.b + rough * ripple.y, at.water - at.ground,
                                              0.0F};
            }
        }
    });
}

// A binomial filter over 3 x 3 spots: single ways of light must not be seen.
void LightMap::softenCaustics(const Bands& bands)
{
    landings_.resize(caustics_.size());
    bands.each(rows_, [&](int first, int end) {
        for (int j = first; j < end; ++j)
        {
            const std::size_t width = std::size_t(columns_);
            const float* row = caustics_.data() + std::size_t(j) * width;
            const float* low = caustics_.data() + std::size_t(std::max(j - 1, 0)) * width;
            const float* high = caustics_.data() + std::size_t(std::min(j + 1, rows_ - 1)) * width;
            float* out = landings_.data() + std::size_t(j) * width;
            const auto column = [&](int i) { return 0.25F * (low[i] + high[i]) + 0.5F * row[i]; };
            for (int i = 1; i < columns_ - 1; ++i)
            {
                out[i] = 0.25F * (column(i - 1) + column(i + 1)) + 0.5F * column(i);
            }
            out[0] = 0.75F * column(0) + 0.25F * column(1);
            out[columns_ - 1] = 0.75F * column(columns_ - 1) + 0.25F * column(columns_ - 2);
        }
    });
    caustics_.swap(landings_);
}

// Light from a spot of the surface lands where flat water would have sent it and a bit beside. That
// bit alone is kept: the map says how much light comes together for a place seen along the sun's
// way under a flat surface, at the depth of the ground there.
void LightMap::gather(const HeightMap& map, const ReliefSite& site, const LiquidLook& liquid,
                      const Ripples& ripples, const Bands& bands)
{
    columns_ = kCausticsPerNode * map.columns();
    rows_ = kCausticsPerNode * map.rows();
    const std::size_t count = std::size_t(columns_) * std::size_t(rows_);
    landings_.resize(2 * count);
    caustics_.assign(count, 0.0F);
    const Rectangle& world = map.world();
    const float cellX = world.width() / static_cast<float>(columns_);
    const float cellY = world.height() / static_cast<float>(rows_);
    const float flatX = -site.sunInWater.x / site.sunInWater.z;
    const float flatY = -site.sunInWater.y / site.sunInWater.z;
    makeTilted(map, kRippleCaustics * liquid.ripples, ripples, bands);
    bands.each(rows_, [&](int first, int end) {
        for (int j = first; j < end; ++j)
        {
            float* landing = landings_.data() + 2 * std::size_t(j) * std::size_t(columns_);
            const float y = world.bottom + (static_cast<float>(j) + 0.5F) * cellY;
            for (int i = 0; i < columns_; ++i, landing += 2)
            {
                const float x = world.left + (static_cast<float>(i) + 0.5F) * cellX;
                const Quad tilted = map.quadAt(tilted_, map.spotAt(x, y));
                const float depth = tilted.c;
                landing[0] = static_cast<float>(i);
                landing[1] = static_cast<float>(j);
                if (depth <= 0.0F)
                {
                    continue;
                }
                const Vec3 normal = normalOfSlope(tilted.a, tilted.b);
                const Vec3 down = refracted(-site.sun, normal, 1.0F / site.index);
                const float steep = std::min(down.z, -0.05F);
                const float reach = static_cast<float>(kCausticReach);
                const float beside = (-down.x / steep - flatX) * depth / cellX;
                const float behind = (-down.y / steep - flatY) * depth / cellY;
                landing[0] += std::clamp(beside, -reach, reach);
                landing[1] += std::clamp(behind, -reach, reach);
            }
        }
    });
    bands.each(rows_, [&](int first, int end) {
        const int from = std::max(first - kCausticReach - 1, 0);
        const int to = std::min(end + kCausticReach + 1, rows_);
        for (int j = from; j < to; ++j)
        {
            const float* landing = landings_.data() + 2 * std::size_t(j) * std::size_t(columns_);
            for (int i = 0; i < columns_; ++i, landing += 2)
            {
                const int left = floorToInt(landing[0]);
                const int low = floorToInt(landing[1]);
                const float fx = landing[0] - static_cast<float>(left);
                const float fy = landing[1] - static_cast<float>(low);
                const int a = mirrored(left, columns_);
                const int b = mirrored(left + 1, columns_);
                for (int k = 0; k < 2; ++k)
                {
                    const int row = mirrored(low + k, rows_);
                    if (row < first || row >= end)
                    {
                        continue;
                    }
                    const float part = k == 0 ? 1.0F - fy : fy;
                    float* cells = caustics_.data() + std::size_t(row) * std::size_t(columns_);
                    cells[a] += part * (1.0F - fx);
                    cells[b] += part * fx;
                }
            }
        }
    });
    softenCaustics(bands);
}

} // namespace tarn::render
