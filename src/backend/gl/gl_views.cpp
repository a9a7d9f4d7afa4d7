#include "backend/gl/gl_views.h"

#include "backend/gl/shaders/params.h"

#include <algorithm>

namespace tarn
{

tnGlFieldView GlPlace::view(const tnFieldView& frame) const
{
    return {buffer->name,
            columns,
            rows,
            stride,
            step,
            static_cast<int64_t>(first * sizeof(float)),
            static_cast<int64_t>(buffer->bytes),
            frame.origin,
            frame.spacing};
}

bool takeMadeField(GlDevice& device, int32_t columns, int32_t rows, GlField* field)
{
    return field->buffer.name != 0 || createGlField(device, columns, rows, field);
}

tnResult findViewProgram(GlDevice& device, const GlViewProgram& wanted, GlProgram* out,
                         GlProblem* problem)
{
    *out = device.program(wanted.name, wanted.defines, problem);
    return out->name != 0 ? tn_success : tn_errorUnsupported;
}

void GlReads::destroy() noexcept
{
    for (Slot& slot : slots_)
    {
        slot.copy.destroy();
    }
    for (GlBuffer* buffer : {&gathered_, &points_, &answers_})
    {
        device_.destroyBuffer(buffer);
    }
}

bool GlReads::reserve(int32_t slot, size_t bytes)
{
    Slot& s = slots_[slot];
    if (bytes > s.bytes)
    {
        s.copy.destroy();
        s.bytes = s.copy.create(device_, bytes, 1) ? bytes : 0;
    }
    return s.bytes >= bytes;
}

bool GlReads::grow(size_t bytes, GlBuffer* buffer)
{
    if (buffer->bytes >= bytes)
    {
        return true;
    }
    device_.destroyBuffer(buffer);
    return device_.createBuffer(bytes, buffer);
}

tnResult GlReads::sendField(int32_t slot, GlPlace place, tnFieldView* out, GlProblem* problem)
{
    if (place.step != 1)
    {
        GlProgram program;
        const tnResult result = findViewProgram(device_, kGather, &program, problem);
        if (result != tn_success)
        {
            return result;
        }
        const int32_t stride = glStride(place.columns);
        if (!grow(glFieldBytes(place.columns, place.rows), &gathered_))
        {
            return tn_errorOutOfMemory;
        }
        device_.run(program,
                    gl_params::Gather{place.columns, place.rows, static_cast<int32_t>(place.first),
                                      place.stride, place.step, stride},
                    {glRead(*place.buffer), glWrite(gathered_)},
                    {glGroupsFor(place.columns, 32), glGroupsFor(place.rows, 8)});
        place.buffer = &gathered_;
        place.first = 0;
        place.stride = stride;
        place.step = 1;
    }
    if (!reserve(slot, place.bytes()))
    {
        return tn_errorOutOfMemory;
    }
    slots_[slot].copy.send({{*place.buffer, place.first * sizeof(float), place.bytes()}});
    out->columns = place.columns;
    out->rows = place.rows;
    out->stride = place.stride;
    return tn_success;
}

bool GlReads::takeSampling(int32_t slot, size_t pointBytes, size_t answerBytes)
{
    return reserve(slot, answerBytes) && grow(pointBytes, &points_) && grow(answerBytes, &answers_);
}

GlGroups GlReads::groupsFor(size_t points)
{
    constexpr uint32_t kMostInRow = 1024;
    const uint32_t groups = glGroupsFor(static_cast<int64_t>(points), 64);
    return {std::min(groups, kMostInRow), glGroupsFor(groups, kMostInRow)};
}

void GlReads::sendAnswers(int32_t slot, size_t bytes)
{
    slots_[slot].copy.send({{answers_, 0, bytes}});
}

bool GlReads::hasArrived(int32_t slot)
{
    Slot& s = slots_[slot];
    return s.held != nullptr || device_.isLost() || s.copy.hasArrived(s.copy.lastSent());
}

const void* GlReads::take(int32_t slot)
{
    Slot& s = slots_[slot];
    if (s.held == nullptr)
    {
        s.held = s.copy.hold(s.copy.lastSent());
    }
    return s.held;
}

void GlReads::end(int32_t slot) noexcept
{
    if (slots_[slot].held != nullptr)
    {
        slots_[slot].copy.letGo();
        slots_[slot].held = nullptr;
    }
    slots_[slot].copy.abandon();
}

} // namespace tarn
