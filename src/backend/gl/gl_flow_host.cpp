// What HostFlow does for a flow on the device: the fields it needs come home, and what it wrote is
// fresh there.
#include "backend/gl/gl_flow.h"

namespace tarn
{

namespace
{

bool isTexture(tnFlowField field)
{
    return field >= tn_flowTextureX0 && field < tn_flowTextureX0 + 4;
}

} // namespace

tnFieldView GlFlow::view(tnFlowField field, float pressurePerPressed)
{
    switch (field)
    {
    case tn_flowVelocityX:
    case tn_flowVelocityY:
    case tn_flowDivergence:
    case tn_flowVorticity:
        needHost(kVelocity);
        break;
    case tn_flowPressure:
        needHost(kPressed);
        break;
    case tn_flowTemperature:
        needHost(kTemperature);
        break;
    default:
        needHost(field >= tn_flowDye0 ? kDyes : isTexture(field) ? kTexture : 0u);
        break;
    }
    return HostFlow::view(field, pressurePerPressed);
}

Rows GlFlow::rows(tnFlowField field)
{
    const uint32_t group = field == tn_flowVelocityX || field == tn_flowVelocityY ? kVelocity
                           : field == tn_flowTemperature                          ? kTemperature
                           : field >= tn_flowDye0                                 ? kDyes
                           : isTexture(field)                                     ? kTexture
                                                                                  : 0u;
    needHost(group);
    wroteHost(group);
    return HostFlow::rows(field);
}

Rows GlFlow::pressed()
{
    needHost(kPressed);
    wroteHost(kPressed);
    return HostFlow::pressed();
}

void GlFlow::copyFluid(FlowBackend& from)
{
    HostFlow::copyFluid(from);
    wroteHost(kAll);
}

void GlFlow::setEdges(const FlowEdges& edges)
{
    HostFlow::setEdges(edges);
    uploadEdges();
    edgesStale_ = true;
    scalarEdgesStale_ = true;
    for (GivenNodes& given : given_)
    {
        given.stale = true;
    }
}

bool GlFlow::setSolids(const FlowSolids& solids)
{
    forcesStale_ = true;
    for (GivenNodes& given : given_)
    {
        given.stale = true;
    }
    copied_ = 0;
    if (isHot() && (fieldGroups() & ~onDevice_) == 0)
    {
        return moveSolids(solids);
    }
    needHost(kAll);
    const bool changed = HostFlow::setSolids(solids);
    wroteHost(kAll);
    noteDrawn();
    return changed;
}

void GlFlow::finishVelocity()
{
    if (isHot() && (onDevice_ & kVelocity) != 0)
    {
        if (edgesStale_ || facesMoved_)
        {
            finishOnDevice(true);
        }
    }
    else
    {
        needHost(kVelocity);
        HostFlow::finishVelocity();
        wroteHost(kVelocity);
    }
    edgesStale_ = false;
    facesMoved_ = false;
}

void GlFlow::finishScalars()
{
    if (isHot() && (fieldGroups() & kScalars & ~onDevice_) == 0)
    {
        if (scalarEdgesStale_)
        {
            finishOnDevice(false);
        }
    }
    else
    {
        needHost(kScalars);
        HostFlow::finishScalars();
        wroteHost(kScalars);
    }
    scalarEdgesStale_ = false;
}

void GlFlow::addImpulse(const FlowImpulse& impulse)
{
    needHost(kVelocity);
    HostFlow::addImpulse(impulse);
    wroteHost(kVelocity);
}

bool GlFlow::limitVelocity(float maxSpeed)
{
    needHost(kVelocity);
    const bool cut = HostFlow::limitVelocity(maxSpeed);
    wroteHost(kVelocity);
    return cut;
}

void GlFlow::addChange(RowOf change)
{
    HostFlow::addChange(change);
    wroteHost(kVelocity | kScalars);
}

void GlFlow::acceptDiffused(Diffused what, int32_t channel)
{
    if (diffusesOnDevice())
    {
        return; // finished when it was added
    }
    HostFlow::acceptDiffused(what, channel);
    wroteHost(kVelocity | kScalars);
}

void GlFlow::beginDivergence(float guess)
{
    needHost(kVelocity | kPressed);
    HostFlow::beginDivergence(guess);
}

VelocityMeasure GlFlow::subtractPotential(RowOf potential, float guess, float keep)
{
    needHost(kVelocity | kPressed);
    const VelocityMeasure measure = HostFlow::subtractPotential(potential, guess, keep);
    wroteHost(kVelocity | kPressed);
    return measure;
}

void GlFlow::scalePressed(float factor)
{
    needHost(kPressed);
    HostFlow::scalePressed(factor);
    wroteHost(kPressed);
}

VelocityMeasure GlFlow::measureVelocity()
{
    needHost(kVelocity);
    return HostFlow::measureVelocity();
}

void GlFlow::sample(std::span<const tnVec2> points, float pressurePerPressed, tnFlowSample* out)
{
    needHost(kAll);
    HostFlow::sample(points, pressurePerPressed, out);
}

tnFlowTotals GlFlow::totals(float density, float ambient)
{
    needHost(kAll);
    return HostFlow::totals(density, ambient);
}

} // namespace tarn
