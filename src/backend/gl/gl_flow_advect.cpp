// Advection on the device; see carry.cpp for the host's.
#include "backend/gl/gl_flow.h"

#include <algorithm>
#include <utility>

namespace tarn
{

void GlFlow::advectVelocity(float rate, tnAdvection scheme, float reflection, bool ahead)
{
    movedOnDevice_ = isHot();
    if (!movedOnDevice_)
    {
        needHost(kVelocity | kPressed);
        HostFlow::advectVelocity(rate, scheme, reflection, ahead);
        return;
    }
    const GlScope scope(device_);
    needDevice(kVelocity | (reflection != 0.0f ? kPressed : 0u));
    gl_params::Flow p = params();
    p.rate = rate;
    p.ahead = ahead ? 1 : 0;
    p.guess = reflection;
    const GlGroups faces = groupsFor(shape_.nx + 1, shape_.ny + 1);
    run(kTrace, p, {glRead(velocityNow_), glWrite(ways_), glRead(linkBytes_)},
        groupsFor(shape_.nx, shape_.ny));
    const bool reflects = reflection != 0.0f;
    if (reflects)
    {
        run(kReflect, p,
            {glRead(velocityNow_), glRead(pressedNow_), glWrite(velocityReflected_),
             glRead(edgeValues_), glRead(faces_)},
            faces);
    }
    const GlBuffer& from = reflects ? velocityReflected_ : velocityNow_;
    const bool corrects = scheme == tn_advectionMacCormack;
    run(kMove, p,
        {glRead(ways_), glRead(from), glWrite(corrects ? velocityHat_ : velocityNext_),
         glRead(edgeValues_), glRead(none_), glRead(linkBytes_), glRead(faces_)},
        faces);
    if (corrects)
    {
        run(kMoveCorrect, p,
            {glRead(ways_), glRead(from), glWrite(velocityNext_), glRead(edgeValues_),
             glRead(velocityHat_), glRead(linkBytes_), glRead(faces_)},
            faces);
    }
}

void GlFlow::acceptVelocity()
{
    if (!movedOnDevice_)
    {
        HostFlow::acceptVelocity();
        wroteHost(kVelocity);
        return;
    }
    std::swap(velocityNow_, velocityNext_);
    wroteDevice(kVelocity);
}

void GlFlow::carryOnDevice(CarriedCells& cells, float rate, tnAdvection scheme)
{
    const GlScope scope(device_);
    const bool corrects = scheme == tn_advectionMacCormack;
    const bool fine = cells.scale > 1;
    const bool both =
        corrects && !fine && !anySolids_; // in one pass; among solids that would be too much
    const bool twice = corrects && !both;
    const Program first = both ? kCarryBoth : fine ? kCarryFine : kCarry;
    gl_params::Flow p = paramsFor(cells);
    p.rate = rate;
    const GlGroups groups = groupsFor(p.columns, p.rows);
    const GlBinding way = glRead(fine ? velocityNow_ : ways_);
    run(first, p,
        {glRead(cells.now), glWrite(twice ? cells.hat : cells.next), glRead(edgeValues_), way,
         glRead(none_), glRead(linkBytes_)},
        groups);
    if (twice)
    {
        run(fine ? kCarryFineCorrect : kCarryCorrect, p,
            {glRead(cells.now), glWrite(cells.next), glRead(edgeValues_), way, glRead(cells.hat),
             glRead(linkBytes_)},
            groups);
    }
    std::swap(cells.now, cells.next);
}

// By tiles, which the host looks through: how many substeps there are must be known.
float GlFlow::mostSweptOnDevice(const CarriedCells& cells, float whole)
{
    gl_params::Flow p = paramsFor(cells);
    p.scale = whole;
    run(kMostSwept, p, {glRead(velocityNow_), glWrite(later_), glRead(faces_)}, tiles());
    constexpr size_t kAtOnce = 256;
    float sums[4 * kAtOnce];
    const size_t count = size_t{tiles().x} * tiles().y;
    float most = 0.0f;
    for (size_t k = 0; k < count; k += kAtOnce)
    {
        const size_t some = 4 * std::min(kAtOnce, count - k);
        device_.read(later_, 4 * k * sizeof(float),
                     std::as_writable_bytes(std::span(sums).first(some)));
        for (size_t tile = 3; tile < some; tile += 4)
        {
            most = std::max(most, sums[tile]);
        }
    }
    return most;
}

int32_t GlFlow::sweepOnDevice(CarriedCells& cells, float rate, bool* cut)
{
    const GlScope scope(device_);
    const float whole = rate * static_cast<float>(cells.scale);
    const SubstepPlan plan = substepsFor(mostSweptOnDevice(cells, whole));
    *cut = *cut || plan.cut;
    gl_params::Flow p = paramsFor(cells);
    p.scale = plan.slower * (whole / static_cast<float>(plan.count));
    const auto sweep = [&](bool alongX, const GlBuffer& from, const GlBuffer& to, bool first) {
        p.what = alongX ? 0 : 1;
        p.first = first ? 1 : 0;
        run(kSweep, p,
            {glRead(velocityNow_), glRead(from), glWrite(to), glRead(edgeValues_), glRead(faces_)},
            groupsFor(p.columns, p.rows));
    };
    for (int32_t substep = 0; substep < plan.count; ++substep)
    {
        const bool xFirst = substep % 2 == 0;
        sweep(xFirst, cells.now, cells.hat, true);
        sweep(!xFirst, cells.hat, cells.next, false);
        std::swap(cells.now, cells.next);
    }
    return plan.count;
}

// Where solids cut finer dye cells, fluxes are the host's.
int32_t GlFlow::carryByFluxesOnHost(Group group, float rate, bool* cut)
{
    needHost(kVelocity | group);
    CarriedScalar scalars[kMaxCarried];
    size_t count = 0;
    const bool isDye = group == kDyes;
    const CarriedCells& cells = isDye ? dyeCells_ : temperatureCells_;
    for (int32_t f = 0; f < cells.count; ++f)
    {
        scalars[count++] = {isDye ? &dyes_[f] : &temperature_,
                            isDye ? dyeEdges(f) : temperatureEdges()};
    }
    const int32_t substeps = carryByFluxes({scalars, count}, cells.scale, rate, cut);
    wroteHost(group);
    return substeps;
}

int32_t GlFlow::advectScalars(float rate, tnAdvection dye, tnAdvection temperature, bool* cut)
{
    if (!movedOnDevice_)
    {
        needHost(kVelocity | kScalars);
        const int32_t substeps = HostFlow::advectScalars(rate, dye, temperature, cut);
        wroteHost(kScalars);
        return substeps;
    }
    int32_t substeps = 0;
    const auto carry = [&](Group group, CarriedCells& cells, tnAdvection scheme) {
        if (cells.count == 0)
        {
            return;
        }
        if (scheme == tn_advectionConserving && !(anySolids_ && cells.scale > 1))
        {
            needDevice(group);
            substeps += sweepOnDevice(cells, rate, cut);
            wroteDevice(group);
            return;
        }
        if (scheme == tn_advectionConserving)
        {
            substeps += carryByFluxesOnHost(group, rate, cut);
            return;
        }
        needDevice(group);
        carryOnDevice(cells, rate, scheme);
        wroteDevice(group);
    };
    carry(kDyes, dyeCells_, dye);
    carry(kTemperature, temperatureCells_, temperature);
    return substeps;
}

void GlFlow::advectTexture(float rate, const bool renew[2])
{
    if (!movedOnDevice_)
    {
        needHost(kTexture);
        HostFlow::advectTexture(rate, renew);
        wroteHost(kTexture);
        return;
    }
    const GlScope scope(device_);
    needDevice(kTexture);
    gl_params::Flow p = paramsFor(textureCells_);
    p.sides = (renew[0] ? 1 : 0) | (renew[1] ? 2 : 0);
    p.cellSize = shape_.cellSize;
    run(kCarryTexture, p,
        {glRead(textureCells_.now), glWrite(textureCells_.next), glRead(edgeValues_), glRead(ways_),
         glRead(none_), glRead(linkBytes_)},
        groupsFor(p.columns, p.rows));
    std::swap(textureCells_.now, textureCells_.next);
    wroteDevice(kTexture);
}

} // namespace tarn
