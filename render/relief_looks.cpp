// ReliefLooks: patterns are built of filtered lines (box-filtered over a pixel in closed form) and
// one patch of noise at several scales.
#include "render/relief_looks.h"

#include "render/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

// Albedos, as people would write them.
const Colour kSand = fromSrgb(0.84F, 0.75F, 0.58F);
const Colour kDarkSand = fromSrgb(0.70F, 0.60F, 0.45F);
const Colour kGrass = fromSrgb(0.42F, 0.52F, 0.24F);
const Colour kDryGrass = fromSrgb(0.62F, 0.62F, 0.34F);
const Colour kRock = fromSrgb(0.56F, 0.53F, 0.50F);
const Colour kDarkRock = fromSrgb(0.38F, 0.36F, 0.35F);
const Colour kTile = fromSrgb(0.80F, 0.92F, 0.93F);
const Colour kBlueTile = fromSrgb(0.45F, 0.72F, 0.80F);
const Colour kGrout = fromSrgb(0.48F, 0.60F, 0.64F);
const Colour kStone = fromSrgb(0.86F, 0.83F, 0.77F);
const Colour kJoint = fromSrgb(0.62F, 0.58F, 0.52F);
const Colour kSoil = fromSrgb(0.36F, 0.27F, 0.19F);
const Colour kClay = fromSrgb(0.66F, 0.50F, 0.35F);
const Colour kBedrock = fromSrgb(0.55F, 0.52F, 0.49F);
const Colour kBeak = fromSrgb(0.95F, 0.45F, 0.08F);
const Colour kEye = fromSrgb(0.05F, 0.05F, 0.06F);
const Colour kCloud = {1.05F, 1.03F, 1.0F};

// The part of a pixel around x that lies in lines `width` wide, one every 1.
float lines(float x, float width, float footprint)
{
    const float half = 0.5F * std::max(footprint, 1e-4F);
    const auto sum = [&](float at) {
        const float whole = static_cast<float>(floorToInt(at));
        return whole * width + std::min(at - whole, width);
    };
    return (sum(x + half) - sum(x - half)) / (2.0F * half);
}

// A number in 0 .. 1 for every square of a chessboard.
float patch(float u, float v)
{
    auto h = static_cast<std::uint32_t>(floorToInt(u)) * 0x9E3779B1U +
             static_cast<std::uint32_t>(floorToInt(v)) * 0x85EBCA77U;
    h ^= h >> 15U;
    h *= 0x2C1B3C6DU;
    h ^= h >> 13U;
    return static_cast<float>(h >> 8U) * 0x1p-24F;
}

} // namespace

ReliefLooks::ReliefLooks(const ReliefView& view) : view_(view) {}

void ReliefLooks::setLand(const Rectangle& world, float waterLevel, float highestGround)
{
    size_ = std::max(world.width(), world.height());
    tile_ = view_.ground.tile > 0.0F ? view_.ground.tile
                                     : std::min(world.width(), world.height()) / kTilesAcross;
    level_ = waterLevel;
    rise_ = std::max(highestGround - waterLevel, kLeastRise * size_);
}

Colour ReliefLooks::tiles(float u, float v, float footprint) const
{
    const float perTile = footprint / tile_;
    const float s = u / tile_;
    const float t = v / tile_;
    const float inU = lines(s, kGroutWidth, perTile);
    const float inV = lines(t, kGroutWidth, perTile);
    const float grout = inU + inV - inU * inV;
    // Single tiles are told apart only where they are large enough to be seen.
    const float vary = (patch(s, t) - 0.5F) * std::clamp(1.5F - 3.0F * perTile, 0.0F, 1.0F);
    const Colour tile = mix(kTile, kBlueTile, std::clamp(0.45F + 0.55F * vary, 0.0F, 1.0F));
    return mix(tile, kGrout, grout);
}

Colour ReliefLooks::wall(float along, float z, float footprint) const
{
    if (view_.ground.look == GroundLook::tiles)
    {
        return tiles(along, z, footprint);
    }
    const float grain = noise_.at(along * 4.0F / size_, z * 4.0F / size_);
    return kStone * (0.7F + 0.25F * grain);
}

Colour ReliefLooks::stone(float u, float v, float footprint) const
{
    const float slab = kSlabWidth * size_;
    const float inU = lines(u / slab, 0.035F, footprint / slab);
    const float inV = lines(v / slab, 0.035F, footprint / slab);
    const float joint = inU + inV - inU * inV;
    const float grain = noise_.at(u * 6.0F / size_, v * 6.0F / size_);
    const float shade = 0.86F + 0.16F * patch(u / slab, v / slab) + 0.22F * (grain - 0.5F);
    return mix(kStone * shade, kJoint, joint);
}

Colour ReliefLooks::ground(Vec3 at, Vec3 normal, float footprint) const
{
    if (view_.ground.look == GroundLook::plain)
    {
        return view_.ground.colour;
    }
    if (view_.ground.look == GroundLook::tiles)
    {
        return tiles(at.x, at.y, footprint);
    }
    const float u = at.x / size_;
    const float v = at.y / size_;
    const float broad = noise_.at(1.7F * u, 1.7F * v);
    const float fine = noise_.at(13.0F * u + 0.3F, 13.0F * v + 0.6F);
    const float grain = 0.5F * broad + 0.5F * fine;
    const Colour sand = mix(kDarkSand, kSand, smoothStep(0.2F, 0.8F, grain));
    const float steep = 1.0F - normal.z + 0.12F * (fine - 0.5F);
    const Colour rock = mix(kDarkRock, kRock, fine);
    if (view_.ground.look == GroundLook::sand)
    {
        return mix(sand, rock, smoothStep(0.22F, 0.36F, steep));
    }
    const float up = (at.z - level_) / rise_ + 0.10F * (grain - 0.5F);
    const Colour grass =
        mix(kGrass, kDryGrass, smoothStep(0.3F, 0.75F, broad)) * (0.75F + 0.5F * fine);
    const Colour meadow = mix(grass, rock, smoothStep(0.75F, 0.95F, up));
    const Colour land = mix(sand, meadow, smoothStep(0.05F, 0.13F, up));
    return mix(land, rock, smoothStep(0.14F, 0.26F, steep));
}

Colour ReliefLooks::section(float along, float z, float below) const
{
    const float u = along / size_;
    const float wave = noise_.at(2.0F * u, 0.3F);
    const float grain = noise_.at(9.0F * u, 9.0F * z / size_);
    const float depth = below / (kBlockBelow * size_) + 0.5F * (wave - 0.5F);
    const Colour top = view_.ground.look == GroundLook::land ? kSoil : kDarkSand;
    const Colour upper = mix(top, kClay, smoothStep(0.22F, 0.34F, depth));
    const Colour lower = mix(kBedrock, kRock, noise_.at(3.0F * u, 14.0F * z / size_));
    return mix(upper, lower, smoothStep(0.75F, 0.95F, depth)) * (0.72F + 0.5F * grain);
}

Colour ReliefLooks::body(const BodySet::Body& body, Vec3 own, Vec3 normal, float footprint) const
{
    const Vec3 half = body.mesh->halfSize();
    const Vec3 at = own - body.mesh->middle();
    const float reach = std::max(half.x, std::max(half.y, half.z));
    switch (body.look)
    {
    case BodyLook::plain:
        break;
    case BodyLook::wood:
    {
        // On each face: planks along its longer side, a frame around.
        const float nx = std::abs(normal.x);
        const float ny = std::abs(normal.y);
        const float nz = std::abs(normal.z);
        float along = at.x;
        float across = at.y;
        float halfAlong = half.x;
        float halfAcross = half.y;
        if (nx >= ny && nx >= nz)
        {
            along = at.y;
            across = at.z;
            halfAlong = half.y;
            halfAcross = half.z;
        }
        else if (ny >= nz)
        {
            across = at.z;
            halfAcross = half.z;
        }
        if (halfAcross > 1.2F * halfAlong)
        {
            std::swap(along, across);
            std::swap(halfAlong, halfAcross);
        }
        const float board = kPlank * reach;
        const float toSide = std::min(halfAcross - std::abs(across), halfAlong - std::abs(along));
        const bool isFrame = toSide < 0.55F * board && halfAcross > 1.5F * board;
        const bool isAcross = isFrame && halfAlong - std::abs(along) < 0.55F * board;
        const float plank = across / board;
        const float seed =
            isFrame ? (isAcross ? 7.3F : 3.1F) : static_cast<float>(floorToInt(plank));
        const float u = (isAcross ? across : along) / reach;
        const float v = (isAcross ? along : across) / reach;
        const float grain = noise_.at(0.09F * u + 0.37F * seed, 1.1F * v + 0.21F * seed);
        float shade =
            0.62F + 0.62F * grain + (isFrame ? -0.1F : 0.12F * (patch(seed, 1.5F) - 0.5F));
        const float gap = isFrame ? 0.0F : lines(plank, 0.07F, footprint / board);
        const float edge = std::abs(toSide - 0.55F * board);
        const float groove = halfAcross > 1.5F * board
                                 ? 1.0F - smoothStep(0.0F, std::max(0.05F * board, footprint), edge)
                                 : 0.0F;
        shade *= 1.0F - 0.65F * std::max(gap, groove);
        return body.colour * shade;
    }
    case BodyLook::ball:
    {
        constexpr float kTurn = 0.15915494F; // 1 / (2 pi)
        const float around = std::sqrt(at.x * at.x + at.y * at.y);
        const float angle = std::atan2(at.y, at.x) * kTurn + 0.5F;
        const float stripe =
            lines(3.0F * angle, 0.5F, 3.0F * kTurn * footprint / std::max(around, 1e-6F));
        const float cap = smoothStep(0.93F * reach - footprint, 0.93F * reach, std::abs(at.z));
        return mix(mix({0.86F, 0.85F, 0.82F}, body.colour, stripe), body.colour, cap);
    }
    case BodyLook::duck:
    {
        const bool isHead = at.z > 0.1F * half.z;
        const bool isBeak = isHead && at.x > 0.74F * half.x;
        const bool isEye = isHead && at.x > 0.45F * half.x && at.x < 0.56F * half.x &&
                           at.z > 0.5F * half.z && at.z < 0.68F * half.z &&
                           std::abs(at.y) > 0.2F * half.y;
        return isBeak ? kBeak : isEye ? kEye : body.colour;
    }
    }
    return body.colour;
}

float ReliefLooks::foam(float x, float y, float foam, float velocityX, float velocityY,
                        double time) const
{
    // Two copies of the lace take turns, each carried along for a while (Max and Becker 1995).
    const float scale = kFoamRepeats / size_;
    const auto phase = static_cast<float>(std::fmod(time / kFoamDrift, 1.0));
    float lace = 0.0F;
    for (int k = 0; k < 2; ++k)
    {
        const float turn = k == 0 ? phase : phase < 0.5F ? phase + 0.5F : phase - 0.5F;
        const float weight = 1.0F - std::abs(2.0F * turn - 1.0F);
        const float age = (turn - 0.5F) * static_cast<float>(kFoamDrift);
        const float u = (x - age * velocityX) * scale + 0.37F * static_cast<float>(k);
        const float v = (y - age * velocityY) * scale + 0.59F * static_cast<float>(k);
        // Bright seams between bubbles of three sizes.
        const auto seams = [&](float size) {
            return 1.0F - std::abs(2.0F * noise_.at(size * u, size * v) - 1.0F) * 1.8F;
        };
        lace += weight * (0.45F * seams(1.0F) + 0.35F * seams(2.3F) + 0.2F * seams(5.1F));
    }
    const float amount = std::clamp(foam, 0.0F, 1.0F);
    // Little foam is threads, much foam is a carpet with holes.
    const float threshold = 1.0F - 0.9F * amount;
    const float cover = smoothStep(threshold - 0.32F, threshold + 0.28F, lace);
    return std::min(5.0F * amount, 1.0F) * cover * (0.72F + 0.26F * std::clamp(lace, 0.0F, 1.0F));
}

Colour ReliefLooks::sky(Vec3 from) const
{
    const float up = std::clamp(from.z, 0.0F, 1.0F);
    const Colour clear =
        mix(view_.light.horizon, view_.light.zenith, 1.0F - (1.0F - up) * (1.0F - up));
    if (view_.light.clouds <= 0.0F)
    {
        return clear;
    }
    const float spread = 0.09F / (up + 0.12F);
    const float cover = noise_.at(from.x * spread + 0.13F, from.y * spread + 0.71F);
    const float veil =
        smoothStep(0.42F, 0.78F, cover) * view_.light.clouds * smoothStep(0.0F, 0.25F, up);
    return mix(clear, kCloud, veil);
}

Colour ReliefLooks::glow(float x, float y) const
{
    const float u = 2.5F * x / size_;
    const float v = 2.5F * y / size_;
    const float seam = 1.0F - std::abs(2.0F * noise_.at(u, v) - 1.0F) * 2.2F;
    const float heat = std::clamp(0.12F + 0.9F * seam * std::abs(seam), 0.02F, 1.0F);
    return view_.liquid.glow * heat;
}

} // namespace tarn::render
