#include "backend/gl/gl_reports.h"

#include <algorithm>

namespace tarn
{

bool GlReports::create(GlDevice& device, size_t bytes)
{
    bytes_ = bytes;
    return std::all_of(std::begin(places_), std::end(places_), [&](Place& place) {
        return device.createStaging(bytes, &place.buffer, &place.mapped);
    });
}

void GlReports::destroy(GlDevice& device) noexcept
{
    for (Place& place : places_)
    {
        device.gl().DeleteSync(static_cast<GLsync>(place.fence));
        device.destroyBuffer(&place.buffer);
        place = {};
    }
}

void GlReports::publish(GlDevice& device, const GlBuffer& from, int64_t tag)
{
    Place& place = places_[tag % kPlaces];
    device.gl().DeleteSync(static_cast<GLsync>(place.fence));
    device.copy(from, 0, place.buffer, 0, bytes_);
    place.fence = device.gl().FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    place.tag = tag;
    device.gl().Flush();
}

bool GlReports::fetch(GlDevice& device, int64_t tag, std::span<std::byte> out)
{
    if (tag < 0 || places_[tag % kPlaces].tag != tag)
    {
        return false;
    }
    Place& place = places_[tag % kPlaces];
    if (place.fence != nullptr)
    {
        constexpr GLuint64 kForever = ~GLuint64{0};
        device.gl().ClientWaitSync(static_cast<GLsync>(place.fence), GL_SYNC_FLUSH_COMMANDS_BIT,
                                   kForever);
        device.gl().DeleteSync(static_cast<GLsync>(place.fence));
        place.fence = nullptr;
    }
    const std::span<std::byte> wanted = out.first(std::min(out.size(), bytes_));
    if (place.mapped == nullptr)
    {
        return device.read(place.buffer, 0, wanted);
    }
    std::copy_n(place.mapped, wanted.size(), wanted.data());
    return true;
}

} // namespace tarn
