// Viscosity and diffusion on the device: r of the change to a field of the solver, and the change
// added; see diffuse.cpp for the host's. What walls of solids give to r, and which nodes they hold,
// is the host's to say, and is sent once until they move.
#include "backend/gl/gl_backend.h"
#include "backend/gl/gl_flow.h"

#include <algorithm>

namespace tarn
{

namespace
{

int32_t numberOf(Diffused what)
{
    return static_cast<int32_t>(what);
}

// See flow_change.comp.
int32_t kindOf(tnEdge edge)
{
    constexpr int32_t kShut = 0, kRing = 1, kFixed = 2;
    return edge == tn_edgePeriodic ? kRing : edge == tn_edgeDirichlet ? kFixed : kShut;
}

} // namespace

GlFlow::DiffusedField GlFlow::diffusedField(Diffused what)
{
    switch (what)
    {
    case Diffused::velocityX:
        return {kVelocity, &u_, velocityNow_};
    case Diffused::velocityY:
        return {kVelocity, &v_, velocityNow_};
    case Diffused::temperature:
        return {kTemperature, &temperature_, temperatureCells_.now};
    default:
        return {kDyes, &dyes_[0], dyeCells_.now};
    }
}

ImplicitSystem GlFlow::diffusionSystem(Diffused what, int32_t channel, float amount,
                                       bool coefficients)
{
    if (!diffusesOnDevice())
    {
        needHost(kVelocity | kScalars);
        return HostFlow::diffusionSystem(what, channel, amount, coefficients);
    }
    if (!anySolids_)
    {
        return HostFlow::diffusionSystem(what, channel, amount, coefficients); // looks at no field
    }
    GivenNodes& given = given_[numberOf(what)];
    const bool isDye = what == Diffused::dye; // nothing gives it anything
    if (coefficients || (!isDye && (given.stale || given.amount != amount)))
    {
        const ImplicitSystem system = systemOfNothing(what, channel, amount, coefficients);
        given.stale = false;
        given.amount = amount;
        return system;
    }
    const bool isX = what == Diffused::velocityX;
    const bool isFace = isX || what == Diffused::velocityY;
    ImplicitSystem system = (isFace ? velocityUnknowns(isX) : scalarUnknowns(what, channel)).system;
    system.aEverywhere = 1.0f / amount;
    return system;
}

// The host makes the system for a field that is 0: r is then what walls and edges give. Its own
// fields are used for it, and are no longer the flow's.
ImplicitSystem GlFlow::systemOfNothing(Diffused what, int32_t channel, float amount,
                                       bool coefficients)
{
    const GlScope scope(device_);
    const DiffusedField diffused = diffusedField(what);
    needDevice(diffused.group);
    wroteDevice(diffused.group);
    const auto clear = [this](const Field& field, float value) {
        forRows(field.rows, [&](int32_t j) { std::fill_n(field.row(j), field.columns, value); });
    };
    const bool isX = what == Diffused::velocityX;
    const bool isFace = isX || what == Diffused::velocityY;
    if (isFace)
    {
        clear(u_.now, 0.0f);
        clear(v_.now, 0.0f);
        HostFlow::finishVelocity();
    }
    else
    {
        clear(what == Diffused::dye ? dyes_[channel].now : temperature_.now, 0.0f);
    }
    const ImplicitSystem system = HostFlow::diffusionSystem(what, channel, amount, coefficients);
    if (what == Diffused::dye)
    {
        return system;
    }
    const Carried& carried = *diffused.host;
    GlBuffer& buffer = given_[numberOf(what)].buffer;
    const size_t bytes = bytesOf(carried.hat).size();
    if (buffer.name == 0 && !device_.createBuffer(2 * bytes, &buffer))
    {
        lacksGiven_ = true; // the host does it from now on
        return diffusionSystem(what, channel, amount, coefficients);
    }
    forRows(carried.next.rows, [&](int32_t j) {
        for (int32_t i = 0; i < carried.next.columns; ++i)
        {
            carried.next.row(j)[i] = isFace && isHeld(isX, i, j) ? 0.0f : 1.0f;
        }
    });
    device_.write(buffer, 0, bytesOf(carried.hat));
    device_.write(buffer, bytes, bytesOf(carried.next));
    return system;
}

void GlFlow::beginChange(Diffused what, int32_t channel)
{
    HostFlow::beginChange(what, channel);
    channel_ = channel;
}

gl_params::Flow GlFlow::paramsForChange(const GlField& solved) const
{
    const bool isDye = changed_ == Diffused::dye;
    const bool isCell = isDye || changed_ == Diffused::temperature;
    const ImplicitSystem& system = changing_.system;
    gl_params::Flow p = isCell ? paramsFor(isDye ? dyeCells_ : temperatureCells_) : params();
    p.what = isCell ? 2 : changed_ == Diffused::velocityX ? 0 : 1;
    p.field = isDye ? channel_ : 0;
    p.first = changing_.first;
    p.systemColumns = system.nx;
    p.systemRows = system.ny;
    p.systemStride = solved.stride;
    p.sides = kindOf(system.left) | kindOf(system.right) << 2 | kindOf(system.bottom) << 4 |
              kindOf(system.top) << 6;
    p.factor = changeFactor_;
    return p;
}

void GlFlow::changeTo(Backend& solver, const Level& finest, float a, float scale)
{
    const GlScope scope(device_);
    const GlBackend& on = static_cast<GlBackend&>(solver);
    const GlField& right = on.field(finest.r);
    const DiffusedField diffused = diffusedField(changed_);
    const GivenNodes& given = given_[numberOf(changed_)];
    needDevice(diffused.group);
    gl_params::Flow p = paramsForChange(right);
    p.a = a;
    p.scale = scale;
    p.held = given.buffer.name != 0 ? 1 : 0;
    p.givenPlane = static_cast<int32_t>(given.buffer.bytes / (2 * sizeof(float)));
    run(kChange, p,
        {glRead(diffused.buffer), glWrite(right.buffer), glRead(edgeValues_),
         glWrite(anySolids_ ? on.field(finest.p).buffer : none_),
         glRead(p.held != 0 ? given.buffer : none_)},
        groupsFor(p.systemColumns, p.systemRows));
}

void GlFlow::addField(Backend& solver, FieldId x)
{
    const GlScope scope(device_);
    const GlField& change = static_cast<GlBackend&>(solver).field(x);
    const DiffusedField diffused = diffusedField(changed_);
    const gl_params::Flow p = paramsForChange(change);
    run(kChanged, p,
        {glWrite(diffused.buffer), glRead(change.buffer), glRead(edgeValues_), glRead(faces_)},
        groupsFor(p.systemColumns, p.systemRows));
    wroteDevice(diffused.group);
}

} // namespace tarn
