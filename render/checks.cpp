// Checks: each Error names the value, the place and what would do.
#include "render/checks.h"

#include "render/defaults.h"
#include "render/error.h"

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
            requireField("frame.velocityY", frame.velocityY, place);
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

} // namespace tarn::render
