// Solids on the device. The host draws them; what it has drawn anew is sent, the fields stay, and
// cells that come free are listed for the device to fill. Forces likewise: the host lists which
// nodes count how much (HostFlow::listForces), and the sums stay there until somebody asks.
#include "backend/gl/gl_backend.h"
#include "backend/gl/gl_flow.h"
#include "core/wide.h"

#include <algorithm>
#include <iterator>

namespace tarn
{

// Those that there are.
uint32_t GlFlow::fieldGroups() const
{
    return kVelocity | kPressed | (shape_.dyeChannels > 0 ? kDyes : 0u) |
           (shape_.temperature ? kTemperature : 0u) | (shape_.texture ? kTexture : 0u);
}

// Drawn by the host, whose own fields are left behind where cells come free.
bool GlFlow::moveSolids(const FlowSolids& solids)
{
    const GlScope scope(device_);
    const bool had = anySolids_;
    refills_ = true;
    const bool changed = HostFlow::setSolids(solids);
    sendRefills();
    refills_ = false;
    noteDrawn();
    facesMoved_ = had || anySolids_;
    return changed;
}

void GlFlow::noteRefill(const Refill& refill)
{
    if (!refills_)
    {
        return;
    }
    if (refill.layer != lastFreed_.layer || refill.scale != lastFreed_.scale ||
        freedCount_ == std::ssize(freed_))
    {
        sendRefills();
    }
    lastFreed_ = refill;
    freed_[freedCount_++] = {refill.i, refill.j, refill.sides, 0};
}

// Those of a layer do not look at one another.
void GlFlow::sendRefills()
{
    if (freedCount_ == 0)
    {
        return;
    }
    const std::span cells(freed_, static_cast<size_t>(freedCount_));
    const GlBinding told = device_.stage(std::as_bytes(cells));
    const auto fill = [&](uint32_t group, const CarriedCells& carried) {
        if (carried.count > 0 && carried.scale == lastFreed_.scale)
        {
            gl_params::Flow p = paramsFor(carried);
            p.first = freedCount_;
            device_.run(programs_[0][kRefill][0], p,
                        {glWrite(carried.now), told, glRead(edgeValues_)},
                        {glGroupsFor(freedCount_, 256), 1, 1});
            wroteDevice(group);
        }
    };
    fill(kDyes, dyeCells_);
    fill(kTemperature, temperatureCells_);
    fill(kTexture, textureCells_);
    freedCount_ = 0;
}

// Which rows were: blocks of them, and the block on either side, whose links may have changed.
void GlFlow::noteDrawn()
{
    const auto note = [this](const SolidTarget& target) {
        for (int32_t band = 0; band < target.blockRows; ++band)
        {
            const uint8_t* blocks = target.changed + int64_t{band} * target.blockColumns;
            const bool drawn = std::any_of(blocks, blocks + target.blockColumns,
                                           [](uint8_t change) { return change != kBlockSame; });
            if (drawn)
            {
                const int32_t begin = (band - 1) * kSolidBlock / target.scale;
                const int32_t end = ((band + 2) * kSolidBlock + target.scale - 1) / target.scale;
                const bool none = staleSolids_.end <= staleSolids_.begin;
                staleSolids_ = {none ? begin : std::min(staleSolids_.begin, begin),
                                none ? end : std::max(staleSolids_.end, end)};
            }
        }
    };
    note(velocitySolids_);
    note(dyeSolids_);
    // Across a periodic edge rows are copies of others.
    const bool across = staleSolids_.begin <= 0 || staleSolids_.end >= shape_.ny;
    if (shape_.wrapY && across && staleSolids_.end > staleSolids_.begin)
    {
        staleSolids_ = {0, kEveryRow};
    }
}

void GlFlow::uploadSolids()
{
    if (staleSolids_.end <= staleSolids_.begin)
    {
        return;
    }
    const size_t walls = offsetV() + bytesOf(v_.now).size();
    // Rows begin .. end of what has some beyond either edge; they lie at `first` on.
    const auto send = [&](const GlBuffer& to, size_t offset, std::span<const std::byte> all,
                          size_t rowBytes, int32_t beyond, int32_t scale) {
        const auto rows = static_cast<int64_t>(all.size() / rowBytes);
        const int64_t begin =
            staleSolids_.begin <= 0 ? 0 : int64_t{staleSolids_.begin} * scale + beyond;
        const int64_t end = int64_t{staleSolids_.end} * scale + 2 * beyond + 1;
        const auto first = static_cast<size_t>(std::clamp<int64_t>(begin, 0, rows)) * rowBytes;
        const auto last = static_cast<size_t>(std::clamp<int64_t>(end, 0, rows)) * rowBytes;
        device_.write(to, offset + first, all.subspan(first, last - first));
    };
    const auto sendField = [&](size_t offset, const Field& field) {
        send(faces_, offset, bytesOf(field), field.stride * sizeof(float), kGhostRows, 1);
    };
    sendField(0, openX_);
    sendField(offsetV(), openY_);
    sendField(walls, wallX_);
    sendField(walls + offsetV(), wallY_);
    send(linkBytes_, 0, bytesOf(links_), static_cast<size_t>(links_.stride), kLinkBorder, 1);
    send(linkBytes_, dyeLinksAt(), bytesOf(dyeLinks_), static_cast<size_t>(dyeLinks_.stride),
         kLinkBorder, shape_.dyeScale);
    device_.write(linkBytes_, blocksAt(), {reinterpret_cast<std::byte*>(solidBlocks_), blocks()});
    staleSolids_ = {};
}

// What lies beyond edges and inside solids, as it should be.
void GlFlow::finishOnDevice(bool velocity)
{
    const GlScope scope(device_);
    if (velocity)
    {
        gl_params::Flow p = params(); // less nothing of what is pressed
        run(kReflect, p,
            {glRead(velocityNow_), glRead(pressedNow_), glWrite(velocityNext_), glRead(edgeValues_),
             glRead(faces_)},
            groupsFor(shape_.nx + 1, shape_.ny + 1));
        std::swap(velocityNow_, velocityNext_);
        wroteDevice(kVelocity);
        return;
    }
    gl_params::FlowPull pull = {};
    pull.keepTemperature = 1.0f;
    std::fill(std::begin(pull.keepDye), std::end(pull.keepDye), 1.0f);
    const GlBinding told = device_.stage(std::as_bytes(std::span(&pull, 1)));
    const auto finish = [&](uint32_t group, const CarriedCells& cells) {
        if (cells.count > 0)
        {
            const gl_params::Flow p = paramsFor(cells);
            run(kDecay, p, {glWrite(cells.now), told, glRead(edgeValues_)},
                groupsFor(p.columns, p.rows));
            wroteDevice(group);
        }
    };
    finish(kDyes, dyeCells_);
    finish(kTemperature, temperatureCells_);
}

bool GlFlow::conductTo(Backend& solver, const Level& finest, float scale)
{
    if (!anySolids_)
    {
        return false; // even coefficients are better
    }
    const GlScope scope(device_);
    const GlBackend& on = static_cast<GlBackend&>(solver);
    gl_params::Flow p = params();
    p.scale = scale;
    p.systemStride = on.field(finest.cx).stride;
    p.stride = on.field(finest.cy).stride;
    run(kConduct, p,
        {glRead(faces_), glWrite(on.field(finest.cx).buffer), glWrite(on.field(finest.cy).buffer)},
        groupsFor(shape_.nx + 1, shape_.ny + 1));
    return true;
}

// ---- Forces

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
