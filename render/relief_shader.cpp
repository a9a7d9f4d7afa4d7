// ReliefShader: one ray meets bodies, water, ground, walls or the table; water splits it in two,
// one thrown back to sky, bodies and walls, one bent towards what is beneath.
#include "render/relief_shader.h"

#include "render/defaults.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn::render
{
namespace
{

constexpr float kFar = std::numeric_limits<float>::max();
constexpr Vec3 kUp = {0.0F, 0.0F, 1.0F};

// Light that comes through so many metres.
Colour passed(Colour absorption, float metres)
{
    return {fade(-absorption.r * metres), fade(-absorption.g * metres),
            fade(-absorption.b * metres)};
}

} // namespace

void ReliefShader::prepare()
{
    const ReliefLight& light = view_.light;
    sunLight_ = light.sun * (kSunLight * light.strength);
    skyLight_ = mix(mix(light.horizon, light.zenith, 0.35F), {1.0F, 1.0F, 1.0F}, 0.35F) *
                (kSkyLight * (1.0F + 0.6F * (1.0F - std::min(light.strength, 1.0F))));
    // A beam that is bent towards the vertical is wider.
    waterSun_ =
        sunLight_ * ((1.0F - fresnel(site_.sun.z, site_.index)) * site_.sun.z / site_.sunInWater.z);
    deep_ = view_.liquid.body * (luminance(sunLight_) * site_.sun.z + luminance(skyLight_));
    const Rectangle& world = site_.inner;
    wetBand_ = kWetBand * std::max(world.width(), world.height());
    narrow_ = mix(kGlossLeast, kGlossMost, view_.liquid.gloss * view_.liquid.gloss);
    const Colour& glow = view_.liquid.glow;
    isGlowing_ = glow.r > 0.0F || glow.g > 0.0F || glow.b > 0.0F;
}

// ------------------------------------------------------------------------------------------------
// What a ray meets

// The sides of an upright block from outside. `leave` is where the ray is out of its ground plan.
bool ReliefShader::castBlock(const Ray& ray, const Rectangle& block, float high, Hit& hit,
                             float& leave) const
{
    float enter = -kFar;
    leave = kFar;
    Vec3 normal = kUp;
    const auto slab = [&](float at, float speed, float low, float top, Vec3 axis) {
        if (std::abs(speed) < 1e-9F)
        {
            leave = at > low && at < top ? leave : -kFar;
            return;
        }
        const float a = ((speed > 0.0F ? low : top) - at) / speed;
        const float b = ((speed > 0.0F ? top : low) - at) / speed;
        if (a > enter)
        {
            enter = a;
            normal = axis * (speed > 0.0F ? -1.0F : 1.0F);
        }
        leave = std::min(leave, b);
    };
    slab(ray.origin.x, ray.along.x, block.left, block.right, {1.0F, 0.0F, 0.0F});
    slab(ray.origin.y, ray.along.y, block.bottom, block.top, {0.0F, 1.0F, 0.0F});
    if (!(enter < leave) || leave <= 0.0F)
    {
        leave = -kFar;
        return false;
    }
    hit.t = std::max(enter, 0.0F);
    hit.normal = normal;
    return enter >= 0.0F && ray.at(enter).z <= high && ray.at(enter).z >= site_.base;
}

ReliefShader::Hit ReliefShader::castSite(const Ray& ray, float to) const
{
    Hit hit;
    float leave = 0.0F;
    const float down = -std::min(ray.along.z, -1e-9F);
    Hit table = {Thing::table, kFar, kUp};
    if (ray.along.z < -1e-9F)
    {
        table.t = (ray.origin.z - site_.base) / down;
    }
    if (site_.hasWalls())
    {
        if (castBlock(ray, site_.outer, site_.rim, hit, leave))
        {
            hit.thing = Thing::side;
            return hit;
        }
        // The top of the stone.
        const float t = ray.along.z < -1e-9F ? (ray.origin.z - site_.rim) / down : kFar;
        if (t < kFar && t > 0.0F)
        {
            const Vec3 at = ray.at(t);
            if (contains(site_.outer, at.x, at.y) && !contains(site_.inner, at.x, at.y))
            {
                return {Thing::stone, t, kUp};
            }
        }
    }
    Hit inside;
    const bool isSide = castBlock(ray, site_.inner, site_.high, inside, leave);
    if (isSide && !site_.hasWalls())
    {
        const Vec3 at = ray.at(inside.t);
        const HeightMap::Heights heights = map_.heightsAt(at.x, at.y);
        if (at.z <= heights.ground)
        {
            return {Thing::cutGround, inside.t, inside.normal};
        }
        if (at.z <= heights.water)
        {
            return {Thing::cutWater, inside.t, inside.normal};
        }
    }
    to = std::min(to, table.t);
    if (leave > 0.0F && leave < kFar)
    {
        const float t = map_.castTop(ray, inside.t, std::min(leave, to));
        if (t < kFar)
        {
            const Vec3 at = ray.at(t);
            const HeightMap::Heights heights = map_.heightsAt(at.x, at.y);
            return {heights.water > heights.ground ? Thing::water : Thing::ground, t, kUp};
        }
        if (site_.hasWalls() && leave < to && ray.at(leave).z < site_.rim)
        {
            return {Thing::wall, leave, site_.wallNormal(ray.at(leave), ray.along)};
        }
    }
    return table;
}

ReliefShader::Seen ReliefShader::trace(const Ray& ray, float perMetre, float footprint,
                                       bool mayMeetBodies) const
{
    const BodyHit bodyHit = mayMeetBodies ? bodies_.cast(ray, kFar) : BodyHit{};
    const Hit hit = castSite(ray, bodyHit.t);
    if (bodyHit.t < hit.t)
    {
        return {body(bodyHit, ray, perMetre * bodyHit.t + footprint, false), bodyHit.t,
                static_cast<std::uint32_t>(Thing::bodies) +
                    static_cast<std::uint32_t>(bodyHit.body)};
    }
    const float wide = perMetre * hit.t + footprint;
    const Vec3 at = ray.at(std::min(hit.t, 1e6F));
    Seen seen = {{}, hit.t, static_cast<std::uint32_t>(hit.thing)};
    switch (hit.thing)
    {
    case Thing::table:
        seen.light = hit.t < kFar ? table(at) : view_.background * 0.8F;
        break;
    case Thing::stone:
    {
        const bool isShaded = bodies_.isMet({at, site_.sun}, kFar);
        // Darker towards the edge of the water: it is rounded.
        const float round = smoothStep(0.0F, 0.006F * (site_.outer.right - site_.outer.left),
                                       distanceTo(site_.inner, at.x, at.y));
        seen.light =
            lit(looks_.stone(at.x, at.y, wide), kUp, isShaded ? 0.0F : 1.0F, 0.75F + 0.25F * round);
        break;
    }
    case Thing::side:
        seen.light = lit(looks_.stone(at.x + at.y, at.z, wide), hit.normal, 1.0F,
                         smoothStep(-0.6F, 1.0F, (at.z - site_.base) / (site_.rim - site_.base)));
        break;
    case Thing::wall:
    {
        const float water = map_.heightsAt(at.x, at.y).water;
        seen.light = wall(at, hit.normal, wide, false, water);
        break;
    }
    case Thing::ground:
        seen.light = dryGround(at, map_.spotAt(at.x, at.y), wide);
        break;
    case Thing::water:
        seen.light = water(ray, at, wide);
        break;
    case Thing::cutGround:
    {
        const HeightMap::Heights heights = map_.heightsAt(at.x, at.y);
        const float foot = smoothStep(-0.8F, 0.6F,
                                      (at.z - site_.base) /
                                          (kBlockBelow * (site_.inner.right - site_.inner.left)));
        seen.light =
            lit(looks_.section(at.x + at.y, at.z, heights.ground - at.z), hit.normal, 1.0F, foot);
        break;
    }
    case Thing::cutWater:
        seen.light = throughSide(ray, at, hit.normal, wide);
        break;
    case Thing::bodies:
        break;
    }
    return seen;
}

// ------------------------------------------------------------------------------------------------
// Things in air

Colour ReliefShader::lit(Colour albedo, Vec3 normal, float sun, float sky) const
{
    const float facing = std::max(dot(normal, site_.sun), 0.0F) * sun;
    // Below the horizon there is the table instead of the sky.
    const float open = (0.5F + 0.5F * normal.z) * sky;
    const Colour bounce = view_.background * (0.16F * (0.5F - 0.5F * normal.z) + 0.05F);
    return albedo * (sunLight_ * facing + skyLight_ * open + bounce);
}

// The shadow of the block: the sun is followed up to where the block might be in the way.
Colour ReliefShader::table(Vec3 at) const
{
    const float size = std::max(site_.outer.width(), site_.outer.height());
    const float away = distanceTo(site_.outer, at.x, at.y);
    const float high = (site_.hasWalls() ? site_.rim : map_.meanWater()) - site_.base;
    float shade = 0.0F;
    const float longest = high * std::sqrt(1.0F - site_.sun.z * site_.sun.z) / site_.sun.z;
    if (away < 1.3F * longest + 0.01F * size)
    {
        // Along the way to the sun the distance to the block falls, then rises.
        float from = 0.0F;
        float to = high / site_.sun.z;
        const auto distanceAt = [&](float t) {
            return distanceTo(site_.outer, at.x + t * site_.sun.x, at.y + t * site_.sun.y);
        };
        for (int k = 0; k < 7; ++k)
        {
            const float a = mix(from, to, 0.4F);
            const float b = mix(from, to, 0.6F);
            const bool isLater = distanceAt(a) > distanceAt(b);
            (isLater ? from : to) = isLater ? a : b;
        }
        const float t = 0.5F * (from + to);
        const float blur = 0.006F * size + 0.1F * t;
        shade = 1.0F - smoothStep(-blur, blur, distanceAt(t));
    }
    const float contact = 1.0F / (1.0F + 25.0F * std::max(away, 0.0F) / size);
    // Light falls off towards the edges of the picture.
    const float fall = 0.8F + 0.2F / (1.0F + 0.5F * away * away / (size * size));
    const float light =
        1.0F - 0.42F * shade * std::min(view_.light.strength, 1.0F) - 0.25F * contact * contact;
    return view_.background * (light * fall);
}

Colour ReliefShader::dryGround(Vec3 at, Spot spot, float footprint) const
{
    const Quad slope = map_.quadAt(map_.slopes(), spot);
    const Quad light = map_.quadAt(lights_.nodes(), spot);
    const Vec3 normal = normalOfSlope(slope.c, slope.d);
    const float above = at.z - map_.heightsAt(spot).water;
    const float wet = map_.hasWater() ? 1.0F - smoothStep(0.0F, wetBand_, above) : 0.0F;
    const Colour albedo = looks_.ground(at, normal, footprint) * mix(1.0F, kWetDark, wet);
    return lit(albedo, normal, light.a, light.c);
}

Colour ReliefShader::wall(Vec3 at, Vec3 normal, float footprint, bool isWet, float water) const
{
    const float along = std::abs(normal.x) > 0.5F ? at.y : at.x;
    Colour albedo = looks_.wall(along, at.z, footprint);
    if (!isWet)
    {
        const float wet = 1.0F - smoothStep(0.0F, 2.0F * wetBand_, at.z - water);
        return lit(albedo * mix(1.0F, 0.8F, wet), normal, site_.sunOverWalls(at), 0.85F);
    }
    const float facing = std::max(dot(normal, site_.sunInWater), 0.0F);
    const float sun =
        facing * sunUnderWater(at, water, site_.sunOverWalls(site_.entryOf(at, water)));
    return albedo * (waterSun_ * sun + skyLight_ * 0.6F);
}

Colour ReliefShader::body(const BodyHit& hit, const Ray& ray, float footprint,
                          bool isUnderWater) const
{
    const BodySet::Body& body = bodies_.bodies()[hit.body];
    const Vec3 at = ray.at(hit.t);
    Vec3 normal = bodies_.normalAt(hit);
    const Vec3 own = body.toOwn(at - body.position);
    Colour albedo = looks_.body(body, own, body.mesh->normalAt(hit.mesh), footprint);
    normal = dot(normal, ray.along) > 0.0F ? -normal : normal;

    const HeightMap::Heights heights = map_.heightsAt(at.x, at.y);
    const float off = 1e-3F * body.mesh->reach();
    const Vec3 outside = at + normal * off;
    if (isUnderWater)
    {
        const float facing = std::max(dot(normal, site_.sunInWater), 0.0F);
        float sun = 0.0F;
        if (facing > 0.0F)
        {
            const Vec3 entry = site_.entryOf(outside, heights.water);
            const bool isShaded =
                bodies_.isMet({outside, site_.sunInWater}, length(entry - outside)) ||
                bodies_.isMet({entry, site_.sun}, kFar);
            sun = isShaded ? 0.0F
                           : facing * sunUnderWater(at, heights.water, site_.sunOverWalls(entry));
        }
        return albedo * (waterSun_ * sun + skyLight_ * (0.45F + 0.35F * normal.z));
    }
    const bool isFacing = dot(normal, site_.sun) > 0.0F;
    float sun = isFacing ? site_.sunOverWalls(outside) : 0.0F;
    if (sun > 0.0F &&
        (bodies_.isMet({outside, site_.sun}, kFar) ||
         (at.z < map_.highestGround() && map_.castGround({outside, site_.sun}, 0.0F, kFar) < kFar)))
    {
        sun = 0.0F;
    }
    // Wet up to where the last wave reached.
    const float wet =
        map_.hasWater() ? 1.0F - smoothStep(0.5F * wetBand_, 1.5F * wetBand_, at.z - heights.water)
                        : 0.0F;
    albedo = albedo * mix(1.0F, mix(kWetDark, 1.0F, 0.35F), wet);
    // Near ground or water part of the sky is hidden; what is below sends light back.
    const float low = smoothStep(0.0F, body.mesh->reach(), at.z - heights.top());
    Colour light = lit(albedo, normal, sun, 0.62F + 0.38F * low);
    const bool isGlossy = body.look == BodyLook::ball || body.look == BodyLook::duck || wet > 0.5F;
    const float shine = fresnel(-dot(normal, ray.along), 1.45F) * (isGlossy ? 1.0F : 0.25F);
    const Vec3 back = reflected(ray.along, normal);
    light = light * (1.0F - shine) + looks_.sky(back) * (shine * (0.4F + 0.6F * low));
    if (sun > 0.0F && isGlossy)
    {
        const float glint = fade(-120.0F * (1.0F - dot(back, site_.sun)));
        light = light + sunLight_ * (1.6F * glint * sun);
    }
    return light;
}

// ------------------------------------------------------------------------------------------------
// Water

// `strength` of the sun where it enters.
float ReliefShader::sunUnderWater(Vec3 at, float water, float strength) const
{
    if (strength <= 0.0F)
    {
        return 0.0F;
    }
    const Vec3 entry = site_.entryOf(at, water);
    const float whole = std::max(water - map_.heightsAt(at.x, at.y).ground, 1e-6F);
    const float part = std::clamp((water - at.z) / whole, 0.0F, 1.0F);
    const float gathered = lights_.causticAt(map_, entry.x, entry.y);
    return strength * mix(1.0F, gathered, view_.liquid.caustics * part);
}

// Metres along a ray under water to the ground. Steep rays over smooth ground land closer with each
// step; flat ones look for it.
float ReliefShader::toGround(const Ray& ray) const
{
    if (ray.along.z > -0.6F)
    {
        const float leave = site_.leave(ray);
        return std::min(map_.castGround(ray, 0.0F, leave), leave);
    }
    const float near = 0.05F * map_.step();
    float t = 0.0F;
    for (int k = 0; k < 4; ++k)
    {
        const Vec3 at = ray.at(t);
        const float step = (map_.heightsAt(at.x, at.y).ground - at.z) / ray.along.z;
        t = std::max(t + step, 0.0F);
        if (std::abs(step) < near)
        {
            break;
        }
    }
    return t;
}

// What is seen along a ray under water, which starts at the surface.
Colour ReliefShader::beneath(const Ray& ray, float water, float footprint, float light,
                             Colour tint) const
{
    float t = toGround(ray);
    Colour seen;
    bool isWall = false;
    if (site_.hasWalls())
    {
        const float leave = site_.leave(ray);
        isWall = leave < t;
        t = std::min(t, leave);
    }
    const BodyHit bodyHit = bodies_.mayMeet(ray, t) ? bodies_.cast(ray, t) : BodyHit{};
    Vec3 at = ray.at(t);
    if (bodyHit.t < t)
    {
        t = bodyHit.t;
        at = ray.at(t);
        seen = body(bodyHit, ray, footprint, true);
    }
    else if (isWall)
    {
        seen = wall(at, site_.wallNormal(at, ray.along), footprint, true, water);
    }
    else
    {
        const Spot spot = map_.spotAt(at.x, at.y);
        const Quad slope = map_.quadAt(map_.slopes(), spot);
        const Quad lights = map_.quadAt(lights_.nodes(), spot);
        const Vec3 normal = normalOfSlope(slope.c, slope.d);
        const float facing = std::max(dot(normal, site_.sunInWater), 0.0F);
        const float sun = facing * sunUnderWater(at, map_.heightsAt(spot).water, lights.a);
        const Colour albedo = looks_.ground(at, normal, footprint);
        seen = albedo * (waterSun_ * sun + skyLight_ * (0.8F * lights.c));
    }
    // Light has come down and goes back up; on the way some is thrown into the eye by the liquid.
    const float depth = std::max(water - at.z, 0.0F);
    const float path = t + 1.1F * depth;
    const Colour absorption = view_.liquid.absorption + tint;
    const float clear = fade(-view_.liquid.scattering * (t + 0.5F * depth));
    const Colour murk =
        deep_ * ((0.45F + 0.55F * light) * (1.0F - clear)) * passed(tint, 0.5F * path);
    return seen * passed(absorption, path) * clear + murk;
}

Colour ReliefShader::sunInMirror(Vec3 along) const
{
    const float off = 1.0F - dot(along, site_.sun);
    if (off * narrow_ > 12.0F)
    {
        return {};
    }
    return sunLight_ * (kSunMirror * (narrow_ / kGlossMost) * fade(-narrow_ * off));
}

// What the surface throws back.
Colour ReliefShader::mirrored(Vec3 at, Vec3 along, float footprint) const
{
    const Ray ray = {at + kUp * (0.02F * map_.step()), along};
    if (bodies_.mayMeet(ray, kFar))
    {
        const BodyHit hit = bodies_.cast(ray, kFar);
        if (hit.t < kFar)
        {
            return body(hit, ray, footprint, false);
        }
    }
    if (site_.hasWalls())
    {
        const Vec3 out = ray.at(site_.leave(ray));
        if (out.z < site_.rim)
        {
            return wall(out, site_.wallNormal(out, along), footprint, false, at.z);
        }
    }
    if (map_.highestGround() > at.z)
    {
        const float t = map_.castGround(ray, 2.0F * map_.step(), kFar);
        if (t < kFar)
        {
            const Vec3 hill = ray.at(t);
            return dryGround(hill, map_.spotAt(hill.x, hill.y), footprint);
        }
    }
    return looks_.sky(along);
}

Colour ReliefShader::water(const Ray& ray, Vec3 at, float footprint) const
{
    const Spot spot = map_.spotAt(at.x, at.y);
    const Quad slope = map_.quadAt(map_.slopes(), spot);
    const Quad lights = map_.quadAt(lights_.nodes(), spot);
    const HeightMap::Heights heights = map_.heightsAt(spot);
    const float depth = heights.water - heights.ground;
    float slopeX = slope.a;
    float slopeY = slope.b;
    if (view_.liquid.ripples > 0.0F)
    {
        const Noise::Slope ripple = ripples_.at(at.x, at.y);
        // None where there is only a film.
        const float rough = view_.liquid.ripples * std::min(depth / (2.0F * map_.step()), 1.0F);
        slopeX += rough * ripple.x;
        slopeY += rough * ripple.y;
    }
    Vec3 normal = normalOfSlope(slopeX, slopeY);
    float facing = -dot(ray.along, normal);
    if (facing < 0.02F)
    {
        // A ripple that would turn away from the eye is seen edge-on.
        normal = normalized(normal - ray.along * (0.02F - facing));
        facing = -dot(ray.along, normal);
    }
    const float back = thrownBack(view_.fresnel, facing, site_.index);
    Vec3 up = reflected(ray.along, normal);
    up.z = std::max(up.z, 0.01F);
    const Colour mirror = mirrored(at, up, footprint) + sunInMirror(up) * lights.b;

    const Vec3 bent = refracted(ray.along, normal, 1.0F / site_.index);
    Colour tint;
    if (!extras_.tint.empty())
    {
        const Quad dye = map_.quadAt(extras_.tint, spot);
        tint = {dye.a, dye.b, dye.c};
    }
    Colour below = beneath({at, bent}, heights.water, footprint, lights.b, tint);
    if (isGlowing_)
    {
        below = below + looks_.glow(at.x, at.y);
    }
    Colour light = below * (1.0F - back) + mirror * back;
    if (!extras_.drift.empty())
    {
        const Quad drift = map_.quadAt(extras_.drift, spot);
        if (drift.a > 0.01F)
        {
            const float cover = looks_.foam(at.x, at.y, drift.a, drift.b, drift.c, time_);
            const Colour white = lit({0.95F, 0.96F, 0.97F}, normal, 0.25F + 0.75F * lights.b, 1.0F);
            light = mix(light, white, cover);
        }
    }
    return light;
}

// The cut through the water, like a pane of glass.
Colour ReliefShader::throughSide(const Ray& ray, Vec3 at, Vec3 normal, float footprint) const
{
    const Spot spot = map_.spotAt(at.x, at.y);
    const float water = map_.heightsAt(spot).water;
    const Quad lights = map_.quadAt(lights_.nodes(), spot);
    const Vec3 bent = refracted(ray.along, normal, 1.0F / site_.index);
    const float back = thrownBack(view_.fresnel, -dot(ray.along, normal), site_.index);
    const Colour mirror = view_.background * 0.3F; // the room
    Colour tint;
    if (!extras_.tint.empty())
    {
        const Quad dye = map_.quadAt(extras_.tint, spot);
        tint = {dye.a, dye.b, dye.c};
    }
    const Colour inside = beneath({at, bent}, water, footprint, lights.b, tint);
    Colour light = inside * (1.0F - back) + mirror * back;
    if (isGlowing_)
    {
        light = light + looks_.glow(at.x + at.y, at.z);
    }
    // The edge of the surface catches the light.
    const float edge = 1.0F - smoothStep(0.0F, std::max(1.5F * footprint, 1e-6F), water - at.z);
    return mix(light, skyLight_ * 1.9F, 0.45F * edge);
}

} // namespace tarn::render
