// Forces on solids, measured on the device: the host lists which nodes count how much
// (HostFlow::listForces) when solids have moved, and the sums stay there until somebody asks.
#include "backend/gl/gl_flow.h"
#include "core/wide.h"

#include <algorithm>
#include <iterator>

namespace tarn
{

// Those that lists are sent in.
class GlFlow::ForceLists
{
  public:
    ForceLists(GlFlow& flow, const GlBuffer& to) : flow_(flow), to_(to) {}

    void add(const ForceNode& node)
    {
        gl_params::FlowForceNode& words = flow_.forceWords_[waiting_++];
        words.kind = node.kind;
        words.i = node.i;
        words.j = node.j;
        words.armX = node.armX;
        words.armY = node.armY;
        words.constant = node.constant;
        std::copy(std::begin(node.weightX), std::end(node.weightX), words.weightX);
        std::copy(std::begin(node.weightY), std::end(node.weightY), words.weightY);
        if (waiting_ == std::ssize(flow_.forceWords_))
        {
            send();
        }
    }
    void send()
    {
        const std::span words(flow_.forceWords_, static_cast<size_t>(waiting_));
        const size_t offset = static_cast<size_t>(sent_) * sizeof(gl_params::FlowForceNode);
        if (waiting_ > 0 && sent_ + waiting_ <= kMostForceNodes)
        {
            flow_.device_.write(to_, offset, std::as_bytes(words));
        }
        sent_ += waiting_;
        waiting_ = 0;
    }
    int32_t count() const { return sent_ + waiting_; }

  private:
    GlFlow& flow_;
    const GlBuffer& to_;
    int32_t sent_ = 0;
    int32_t waiting_ = 0;
};

// False: there are too many for the device, or no memory there.
bool GlFlow::listForceNodes(std::span<const FlowSolid> bodies)
{
    if (!forcesStale_)
    {
        return forcesFit_;
    }
    forcesStale_ = false;
    const size_t owners = static_cast<size_t>(shape_.solidCapacity) + 1;
    forcesFit_ =
        forceNodes_.name != 0 ||
        (device_.createBuffer(kMostForceNodes * sizeof(gl_params::FlowForceNode), &forceNodes_) &&
         device_.createBuffer(owners * 4 * sizeof(int32_t), &forceOwners_) &&
         device_.createBuffer(owners * 6 * sizeof(float), &forceSums_));
    if (!forcesFit_)
    {
        return false;
    }
    ForceLists lists(*this, forceNodes_);
    const auto take = [&](const ForceNode& node) { lists.add(node); };
    for (size_t k = 0; k <= bodies.size(); ++k)
    {
        const FlowSolid* body = k < bodies.size() ? &bodies[k] : nullptr;
        int32_t owner[4] = {lists.count(), 0, 0,
                            body != nullptr ? body->slot : shape_.solidCapacity};
        listForces(true, body, take);
        owner[1] = lists.count();
        listForces(false, body, take);
        owner[2] = lists.count();
        device_.write(forceOwners_, k * sizeof owner, std::as_bytes(std::span(owner)));
    }
    lists.send();
    forcesFit_ = lists.count() <= kMostForceNodes;
    return forcesFit_;
}

void GlFlow::sumForces(bool drag, float unit, std::span<const FlowSolid> bodies)
{
    needDevice(drag ? kVelocity : kPressed);
    gl_params::Flow p = params();
    p.what = drag ? 0 : 1;
    p.scale = unit;
    run(kForce, p,
        {glRead(velocityNow_), glRead(pressedNow_), glRead(forceNodes_), glRead(forceOwners_),
         glWrite(forceSums_)},
        {static_cast<uint32_t>(bodies.size() + 1), 1, 1});
    forcesOnDevice_ = true;
}

void GlFlow::measureDrag(float viscosity, std::span<const FlowSolid> bodies, tnSolidForce* bySlot,
                         tnSolidForce* mask)
{
    const GlScope scope(device_);
    if (isHot() && listForceNodes(bodies))
    {
        sumForces(true, viscosity, bodies);
        return;
    }
    forcesOnDevice_ = false;
    needHost(kVelocity);
    HostFlow::measureDrag(viscosity, bodies, bySlot, mask);
}

void GlFlow::measurePressure(float density, float dt, std::span<const FlowSolid> bodies,
                             tnSolidForce* bySlot, tnSolidForce* mask)
{
    const GlScope scope(device_);
    if (isHot() && listForceNodes(bodies))
    {
        const double unit = wide(density) * wide(shape_.cellSize) / wide(dt);
        sumForces(false, static_cast<float>(unit), bodies);
        return;
    }
    needHost(kVelocity | kPressed);
    HostFlow::measurePressure(density, dt, bodies, bySlot, mask);
}

void GlFlow::bringForces(std::span<const FlowSolid> bodies, tnSolidForce* bySlot,
                         tnSolidForce* mask)
{
    if (!forcesOnDevice_ || left_)
    {
        return;
    }
    const GlScope scope(device_);
    const auto bring = [this](int32_t owner, tnSolidForce& force) {
        float sums[6] = {};
        const size_t offset = static_cast<size_t>(owner) * sizeof sums;
        if (device_.read(forceSums_, offset, std::as_writable_bytes(std::span(sums))))
        {
            force.viscous = {sums[0], sums[1]};
            force.viscousTorque = sums[2];
            force.pressure = {sums[3], sums[4]};
            force.pressureTorque = sums[5];
        }
    };
    for (const FlowSolid& body : bodies)
    {
        bring(body.slot, bySlot[body.slot]);
    }
    bring(shape_.solidCapacity, *mask);
    forcesOnDevice_ = false;
}

} // namespace tarn
