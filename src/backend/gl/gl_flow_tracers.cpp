// Tracers on the device. They are brought when asked for, and those that have left the flow are
// taken out of the list then; new ones are sent behind the others without bringing any.
#include "backend/gl/gl_flow.h"

#include <algorithm>

namespace tarn
{

namespace
{

constexpr float kGone = -1.0e30f; // see flow_tracers.comp

std::span<std::byte> bytesOfPoints(tnVec2* first, int32_t count)
{
    return std::as_writable_bytes(std::span(first, static_cast<size_t>(count)));
}

} // namespace

void GlFlow::advectTracers(float rate)
{
    if (tracerCount_ == 0)
    {
        return;
    }
    if (!isHot())
    {
        needHost(kVelocity);
        HostFlow::advectTracers(rate);
        return;
    }
    const GlScope scope(device_);
    needDevice(kVelocity);
    if (!tracersOnDevice_)
    {
        device_.write(tracerPoints_, 0, bytesOfPoints(tracers_, tracerCount_));
        tracersOnDevice_ = true;
    }
    gl_params::Flow p = params();
    p.rate = rate;
    p.count = tracerCount_;
    p.originX = shape_.origin.x;
    p.originY = shape_.origin.y;
    p.cellSize = shape_.cellSize;
    constexpr uint32_t kMostGroups = 1024; // along an axis
    const uint32_t groups = glGroupsFor(tracerCount_, 256);
    run(kTracers, p, {glRead(velocityNow_), glWrite(tracerPoints_), glRead(linkBytes_)},
        {std::min(groups, kMostGroups), glGroupsFor(groups, kMostGroups), 1});
}

// From here on the host's are the ones that count.
void GlFlow::bringTracers()
{
    if (!tracersOnDevice_)
    {
        return;
    }
    const GlScope scope(device_);
    tracersOnDevice_ = false;
    if (device_.read(tracerPoints_, 0, bytesOfPoints(tracers_, tracerCount_)))
    {
        const tnVec2* end = std::remove_if(tracers_, tracers_ + tracerCount_,
                                           [](tnVec2 point) { return point.x == kGone; });
        tracerCount_ = static_cast<int32_t>(end - tracers_);
    }
}

int32_t GlFlow::addTracers(std::span<const tnVec2> points)
{
    const auto room = static_cast<size_t>(shape_.tracerCapacity - tracerCount_);
    if (points.size() > room)
    {
        bringTracers(); // some may have left
    }
    const int32_t before = tracerCount_;
    const int32_t left = HostFlow::addTracers(points);
    if (tracersOnDevice_ && tracerCount_ > before)
    {
        const GlScope scope(device_);
        device_.write(tracerPoints_, static_cast<size_t>(before) * sizeof(tnVec2),
                      bytesOfPoints(tracers_ + before, tracerCount_ - before));
    }
    return left;
}

bool GlFlow::setTracerCount(int32_t count)
{
    tracersOnDevice_ = false;
    return HostFlow::setTracerCount(count);
}

std::span<tnVec2> GlFlow::tracers()
{
    bringTracers();
    return HostFlow::tracers();
}

} // namespace tarn
