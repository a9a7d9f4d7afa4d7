// Checks: each Error names the value, the place and what would do.
#include "render/checks.h"

#include "render/defaults.h"
#include "render/error.h"

#include <cmath>
#include <fmt/format.h>

namespace tarn::render
{

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

void requireField(const char* name, const FieldView& field)
{
    if (!field.isThere() || field.columns < 1 || field.rows < 1 || field.rowStride < field.columns)
    {
        throw Error(
            fmt::format("{}: {} x {} cells with a stride of {} is no field; this view needs "
                        "one",
                        name, field.columns, field.rows, field.rowStride));
    }
}

void checkOptional(const char* name, const FieldView& field)
{
    if (field.isThere())
    {
        requireField(name, field);
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

} // namespace tarn::render
