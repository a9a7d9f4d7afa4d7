#include "backend/gl/gl_field.h"

#include <algorithm>

namespace tarn
{

namespace
{

// Enough that the calls do not count beside the copying.
constexpr size_t kFloatsAtOnce = size_t{1} << 18;

} // namespace

bool createGlField(GlDevice& device, int32_t columns, int32_t rows, GlField* out)
{
    *out = {};
    if (!device.createBuffer(glFieldBytes(columns, rows), &out->buffer))
    {
        return false;
    }
    out->columns = columns;
    out->rows = rows;
    out->stride = glStride(columns);
    return true;
}

void destroyGlField(GlDevice& device, GlField* field) noexcept
{
    device.destroyBuffer(&field->buffer);
    *field = {};
}

bool GlRows::create(int32_t mostColumns)
{
    floats_ = std::max(kFloatsAtOnce, static_cast<size_t>(glStride(mostColumns)));
    const bool made = arena_.create(arenaBytes(floats_, sizeof(float)));
    values_ = made ? arena_.take<float>(floats_) : nullptr;
    return made;
}

int32_t GlRows::rowsAtOnce(const GlField& field) const
{
    return static_cast<int32_t>(floats_ / static_cast<size_t>(field.stride));
}

void GlRows::write(GlDevice& device, const GlField& to, Fill fill)
{
    write(device, to, 0, to.rows, fill);
}

void GlRows::write(GlDevice& device, const GlField& to, int32_t first, int32_t count, Fill fill)
{
    const int32_t step = rowsAtOnce(to);
    for (int32_t begin = first; begin < first + count; begin += step)
    {
        const int32_t some = std::min(step, first + count - begin);
        const size_t floats = static_cast<size_t>(some) * static_cast<size_t>(to.stride);
        std::fill_n(values_, floats, 0.0f);
        for (int32_t j = 0; j < some; ++j)
        {
            fill(begin + j, values_ + static_cast<size_t>(j) * static_cast<size_t>(to.stride));
        }
        device.write(to.buffer, static_cast<size_t>(begin) * to.rowBytes(),
                     std::as_bytes(std::span(values_, floats)));
    }
}

bool GlRows::update(GlDevice& device, const GlField& field, Fill change)
{
    const int32_t step = rowsAtOnce(field);
    for (int32_t begin = 0; begin < field.rows; begin += step)
    {
        const int32_t some = std::min(step, field.rows - begin);
        const size_t offset = static_cast<size_t>(begin) * field.rowBytes();
        const std::span<float> values(values_, static_cast<size_t>(some) *
                                                   static_cast<size_t>(field.stride));
        if (!device.read(field.buffer, offset, std::as_writable_bytes(values)))
        {
            return false;
        }
        for (int32_t j = 0; j < some; ++j)
        {
            change(begin + j, values_ + static_cast<size_t>(j) * static_cast<size_t>(field.stride));
        }
        device.write(field.buffer, offset, std::as_bytes(values));
    }
    return true;
}

bool GlRows::read(GlDevice& device, const GlField& from, Visit visit)
{
    return read(device, from, 0, from.rows, visit);
}

bool GlRows::read(GlDevice& device, const GlField& from, int32_t first, int32_t count, Visit visit)
{
    const int32_t step = rowsAtOnce(from);
    for (int32_t begin = first; begin < first + count; begin += step)
    {
        const int32_t some = std::min(step, first + count - begin);
        const size_t floats = static_cast<size_t>(some) * static_cast<size_t>(from.stride);
        if (!device.read(from.buffer, static_cast<size_t>(begin) * from.rowBytes(),
                         std::as_writable_bytes(std::span(values_, floats))))
        {
            return false;
        }
        for (int32_t j = 0; j < some; ++j)
        {
            visit(begin + j, values_ + static_cast<size_t>(j) * static_cast<size_t>(from.stride));
        }
    }
    return true;
}

} // namespace tarn
