// Checks: each Error names the value, the place and what would do.
#include "render/checks.h"

#include "render/defaults.h"
#include "render/error.h"
#include "render/relief.h"

#include <cmath>
#include <fmt/format.h>

namespace tarn::render
{
namespace
{

void checkInk(const Frame& frame, FieldPlace place)
{
    if (frame.dyes.empty() || frame.dyes.size() > kMaxDyes)
    {
        throw Error(fmt::format("frame.dyes: {} dyes; a picture of ink needs 1 .. {}",
                                frame.dyes.size(), kMaxDyes));
    }
    for (const FieldView& dye : frame.dyes)
    {
        requireField("frame.dyes", dye, place);
        if (dye.columns != frame.dyes[0].columns || dye.rows != frame.dyes[0].rows)
        {
            throw Error(fmt::format("frame.dyes: {} x {} cells beside {} x {}; all dyes must have "
                                    "one resolution",
                                    dye.columns, dye.rows, frame.dyes[0].columns,
                                    frame.dyes[0].rows));
        }
    }
}

void checkTexture(const TextureFrame& frame, FieldPlace place)
{
    if (frame.texture == nullptr || !frame.layers[0].u.isAnywhere())
    {
        throw Error("frame.texture: there is no texture or no first layer; a picture of a liquid "
                    "needs both");
    }
    for (const TextureLayer& layer : frame.layers)
    {
        if (layer.u.isAnywhere())
        {
            requireField("frame.texture.u", layer.u, place);
            requireField("frame.texture.v", layer.v, place);
            requireField("frame.texture.weight", layer.weight, place);
        }
    }
}

void checkColour(const char* name, Colour c, float most)
{
    requireRange(name, c.r, 0.0F, most);
    requireRange(name, c.g, 0.0F, most);
    requireRange(name, c.b, 0.0F, most);
}

} // namespace

void requireRange(const char* name, float value, float low, float high)
{
    if (!(value >= low && value <= high))
    {
        throw Error(fmt::format("{}: {} is outside {} .. {}", name, value, low, high));
    }
}

void requireSize(const char* name, int value, int least)
{
    if (value < least || value > kMaxPictureSize)
    {
        throw Error(
            fmt::format("{}: {} pixels is outside {} .. {}", name, value, least, kMaxPictureSize));
    }
}

void requireField(const char* name, const FieldView& field, FieldPlace place)
{
    const bool isOnHost = field.isThere() && field.rowStride >= field.columns;
    if (!(isOnHost || (field.isOnGpu() && place == FieldPlace::any)) || field.columns < 1 ||
        field.rows < 1)
    {
        throw Error(
            fmt::format("{}: {} x {} cells with a stride of {} is no field; this view needs "
                        "one",
                        name, field.columns, field.rows, field.rowStride));
    }
}

void requireSameSize(const char* name, const FieldView& field, const char* otherName,
                     const FieldView& other, FieldPlace place)
{
    requireField(name, field, place);
    if (field.columns != other.columns || field.rows != other.rows)
    {
        throw Error(fmt::format("{}: {} x {} cells beside {} x {} of {}; both must have one "
                                "resolution",
                                name, field.columns, field.rows, other.columns, other.rows,
                                otherName));
    }
}

void checkOptional(const char* name, const FieldView& field, FieldPlace place)
{
    if (field.isAnywhere())
    {
        requireField(name, field, place);
    }
}

void requireWorld(const Rectangle& world)
{
    const float width = world.width();
    const float height = world.height();
    if (!(width > 0.0F && height > 0.0F && std::isfinite(width) && std::isfinite(height)))
    {
        throw Error(
            fmt::format("frame.world: {} m x {} m; right must be beyond left, and top above "
                        "bottom",
                        width, height));
    }
}

void checkView(const View& view)
{
    requireSize("view.width", view.width, 1);
    requireSize("view.height", view.height, 0);
    requireRange("view.ink.bloom", view.ink.bloom, 0.0F, 1.0F);
    requireRange("view.ink.relief", view.ink.relief, 0.0F, 1.0F);
    requireRange("view.ink.strength", view.ink.strength, 0.0F, kMaxDye);
    requireRange("view.arrows.spacing", view.arrows.spacing, 4.0F, 1000.0F);
    requireRange("view.arrows.full_speed", view.arrows.fullSpeed, 0.0F, 1e9F);
    const Range& range = view.scalar.range;
    const bool isRange = std::isfinite(range.low) && std::isfinite(range.high) &&
                         std::isfinite(range.high - range.low) && range.low < range.high;
    if (range.kind == RangeKind::fixed && !isRange)
    {
        throw Error(fmt::format("view.scalar.range: {} .. {} is no range; the first number must be "
                                "smaller than the second",
                                range.low, range.high));
    }
    if (view.ink.colours.size() > kMaxDyes)
    {
        throw Error(fmt::format("view.ink.colours: {} colours; there are {} dyes at most",
                                view.ink.colours.size(), kMaxDyes));
    }
}

void checkFrame(const View& view, const Frame& frame, FieldPlace place)
{
    requireWorld(frame.world);
    switch (view.content)
    {
    case Content::scalar:
        if (place == FieldPlace::host || frame.scalar.isAnywhere())
        {
            requireField("frame.scalar", frame.scalar, place);
        }
        else
        {
            requireField("frame.velocityX", frame.velocityX, place);
            requireSameSize("frame.velocityY", frame.velocityY, "frame.velocityX", frame.velocityX,
                            place);
        }
        break;
    case Content::ink:
        checkInk(frame, place);
        break;
    case Content::texture:
        checkTexture(frame.texture, place);
        break;
    }
    checkOptional("frame.solid", frame.solid, place);
    if (view.arrows.shown)
    {
        requireField("frame.velocityX", frame.velocityX, place);
        requireField("frame.velocityY", frame.velocityY, place);
    }
}

void checkView(const ReliefView& view)
{
    requireSize("view.width", view.width, 1);
    requireSize("view.height", view.height, 1);
    requireRange("view.camera.azimuth", view.camera.azimuth, -3600.0F, 3600.0F);
    requireRange("view.camera.elevation", view.camera.elevation, 1.0F, 90.0F);
    requireRange("view.camera.field_of_view", view.camera.fieldOfView, 0.0F, 120.0F);
    requireRange("view.camera.distance", view.camera.distance, 0.0F, kHighest);
    if (view.camera.hasTarget)
    {
        requireRange("view.camera.target.x", view.camera.target.x, -kHighest, kHighest);
        requireRange("view.camera.target.y", view.camera.target.y, -kHighest, kHighest);
        requireRange("view.camera.target.z", view.camera.target.z, -kHighest, kHighest);
    }
    checkLook(view);
}

void checkLook(const ReliefView& view)
{
    requireRange("view.light.azimuth", view.light.azimuth, -3600.0F, 3600.0F);
    requireRange("view.light.elevation", view.light.elevation, 5.0F, 90.0F);
    requireRange("view.light.strength", view.light.strength, 0.0F, 10.0F);
    requireRange("view.light.clouds", view.light.clouds, 0.0F, 1.0F);
    requireRange("view.light.exposure", view.light.exposure, 0.01F, 100.0F);
    checkColour("view.light.sun", view.light.sun, 10.0F);
    checkColour("view.light.zenith", view.light.zenith, 10.0F);
    checkColour("view.light.horizon", view.light.horizon, 10.0F);
    checkColour("view.liquid.absorption", view.liquid.absorption, 1e6F);
    checkColour("view.liquid.body", view.liquid.body, 1.0F);
    checkColour("view.liquid.glow", view.liquid.glow, 100.0F);
    requireRange("view.liquid.scattering", view.liquid.scattering, 0.0F, 1e6F);
    requireRange("view.liquid.refractive_index", view.liquid.refractiveIndex, 1.0F, 3.0F);
    requireRange("view.liquid.dispersion", view.liquid.dispersion, 0.0F, 1.0F);
    requireRange("view.liquid.gloss", view.liquid.gloss, 0.0F, 1.0F);
    requireRange("view.liquid.ripples", view.liquid.ripples, 0.0F, 1.0F);
    requireRange("view.liquid.caustics", view.liquid.caustics, 0.0F, 1.0F);
    requireRange("view.fresnel.bias", view.fresnel.bias, 0.0F, 1.0F);
    requireRange("view.fresnel.scale", view.fresnel.scale, 0.0F, 1.0F);
    requireRange("view.fresnel.power", view.fresnel.power, 0.0F, 100.0F);
    requireRange("view.ground.tile", view.ground.tile, 0.0F, kHighest);
    requireRange("view.rim", view.rim, 0.0F, kHighest);
    checkColour("view.ground.colour", view.ground.colour, 1.0F);
    checkColour("view.background", view.background, 1.0F);
    if (view.dyeColours.size() > kMaxDyes)
    {
        throw Error(fmt::format("view.dye_colours: {} colours; there are {} dyes at most",
                                view.dyeColours.size(), kMaxDyes));
    }
}

void checkFrame(const ReliefFrame& frame, FieldPlace place)
{
    requireWorld(frame.world);
    requireField("frame.terrain", frame.terrain, place);
    requireSameSize("frame.depth", frame.depth, "frame.terrain", frame.terrain, place);
    if (frame.surface.isAnywhere())
    {
        requireSameSize("frame.surface", frame.surface, "frame.terrain", frame.terrain, place);
    }
    checkOptional("frame.foam", frame.foam, place);
    checkOptional("frame.velocityX", frame.velocityX, place);
    checkOptional("frame.velocityY", frame.velocityY, place);
    if (frame.dyes.size() > kMaxDyes)
    {
        throw Error(fmt::format("frame.dyes: {} dyes; a picture mixes {} at most",
                                frame.dyes.size(), kMaxDyes));
    }
    for (const FieldView& dye : frame.dyes)
    {
        requireField("frame.dyes", dye, place);
    }
}

} // namespace tarn::render
