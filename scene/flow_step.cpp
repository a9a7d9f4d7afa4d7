// What a scene's formulas do to the flow in a step.
#include "scene/flow_rules.h"
#include "scene/flow_run.h"
#include "scene/noise.h"
#include "scene/require.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

float asFloat(double number)
{
    return static_cast<float>(number);
}

tnVec2 at(const Vector& vector, double t)
{
    return {asFloat(vector[0].at(t)), asFloat(vector[1].at(t))};
}

// The mean speed between t and t + dt.
tnVec2 speedOf(const Vector& place, double t, double dt)
{
    return {asFloat(place[0].rate(t, dt, kFlowSpeedRule)),
            asFloat(place[1].rate(t, dt, kFlowSpeedRule))};
}

tnEdgeQuantity dyeOf(std::size_t channel)
{
    return static_cast<tnEdgeQuantity>(tn_edgeDye0 + int32_t(channel));
}

} // namespace

std::uint32_t FlowRun::step(double dt)
{
    const float length = asFloat(dt); // what the flow will go on by
    const double t = time();
    const double span = double(length);
    if (span > 0.0)
    {
        if (!description().fluid.varying.empty())
        {
            applyFluid(t + 0.5 * span);
        }
        applyEdges(t + span, false);
        moveSolids(t, span);
        workEmitters(t, span);
        workHands(t, span);
        strewTracers(t, span);
    }
    return tnFlow_Step(flow(), length);
}

void FlowRun::applyFluid(double middle)
{
    const tnFlowSettings settings = description().fluid.at(middle);
    require(tnFlow_SetSettings(flow(), &settings), "the fluid's properties could not be set");
}

// A profile where the pattern is not uniform: all of them, or those that change with time.
void FlowRun::applyEdge(tnSide side, tnEdgeQuantity quantity, const Pattern& pattern, double t,
                        bool all)
{
    if (pattern.isUniform() || (!all && !pattern.varies()))
    {
        return;
    }
    const double h = double(def_.cellSize);
    const Rectangle area = description().area();
    Lattice line = {1, 1, area.left, area.bottom, h, h};
    if (side == tn_sideLeft || side == tn_sideRight)
    {
        line.rows = def_.ny;
        line.x0 = side == tn_sideLeft ? area.left : area.right;
        line.y0 += 0.5 * h;
    }
    else
    {
        line.columns = def_.nx;
        line.y0 = side == tn_sideBottom ? area.bottom : area.top;
        line.x0 += 0.5 * h;
    }
    pattern.fill(line, area, t, numbers_);
    require(
        tnFlow_SetEdgeProfile(flow(), side, quantity, numbers_.data(), int32_t(numbers_.size())),
        "an edge's profile could not be set");
}

void FlowRun::applyEdges(double t, bool all)
{
    for (std::size_t k = 0; k < description().edges.size(); ++k)
    {
        const FlowEdgeDescription& edge = description().edges[k];
        const auto side = static_cast<tnSide>(k);
        applyEdge(side, tn_edgeNormalSpeed, edge.normalSpeed, t, all);
        applyEdge(side, tn_edgeTangentialSpeed, edge.tangentialSpeed, t, all);
        if (edge.temperature)
        {
            applyEdge(side, tn_edgeTemperature, *edge.temperature, t, all);
        }
        for (std::size_t channel = 0; channel < edge.dye.size(); ++channel)
        {
            applyEdge(side, dyeOf(channel), edge.dye[channel], t, all);
        }
    }
}

void FlowRun::moveSolids(double t, double dt)
{
    for (std::size_t k = 0; k < solids_.size(); ++k)
    {
        const SolidDescription& solid = description().solids[k];
        if (!solid.isLed() && !solid.hasVaryingSpeed())
        {
            continue; // moves by itself
        }
        tnSolidDef now = {};
        require(tnFlow_GetSolid(flow(), solids_[k], &now), "a solid could not be read");
        now.velocity = at(solid.velocity, t + 0.5 * dt);
        now.spin = asFloat(solid.spin.at(t + 0.5 * dt));
        if (varies(solid.position))
        {
            now.position = at(solid.position, t);
            now.velocity = speedOf(solid.position, t, dt);
        }
        if (solid.angle.varies())
        {
            now.angle = asFloat(solid.angle.at(t));
            now.spin = asFloat(solid.angle.rate(t, dt, kFlowSpinRule));
        }
        require(tnFlow_SetSolidMotion(flow(), solids_[k], now.position, now.angle, now.velocity,
                                      now.spin),
                fmt::format("solid '{}' could not be moved", solid.name));
    }
}

// A moving brush covers its way from t to t + dt. One that is off stays, and adds nothing: handles
// are then the same in every run.
tnFlowBrush FlowRun::brushAt(const FlowBrushDescription& description, double t, double dt) const
{
    const double middle = t + 0.5 * dt;
    tnFlowBrush brush = description.constant;
    brush.from = at(description.position, t);
    brush.to = description.to ? at(*description.to, middle) : at(description.position, t + dt);
    if (description.to)
    {
        brush.from = at(description.position, middle);
    }
    brush.radius = asFloat(description.radius.at(middle));
    brush.holdRate = asFloat(description.holdRate.at(middle));
    if (!(description.isOn.at(middle) > 0.0))
    {
        brush.mode = tn_brushRate;
        return brush;
    }
    brush.velocity = at(description.velocity, middle);
    brush.temperature = asFloat(description.temperature.at(middle));
    for (std::size_t k = 0; k < description.dye.size(); ++k)
    {
        brush.dye[k] = asFloat(description.dye[k].at(middle));
    }
    return brush;
}

void FlowRun::workEmitters(double t, double dt)
{
    for (std::size_t k = 0; k < emitters_.size(); ++k)
    {
        const FlowBrushDescription& emitter = description().emitters[k];
        if (emitter.varies())
        {
            const tnFlowBrush brush = brushAt(emitter, t, dt);
            require(tnFlow_SetEmitter(flow(), emitters_[k], &brush), "an emitter could not be set");
        }
    }
}

// One stroke draws the fluid along with the hand, another brings dye and warmth.
void FlowRun::workHands(double t, double dt)
{
    for (const FlowHandDescription& hand : description().hands)
    {
        if (!(hand.brush.isOn.at(t + 0.5 * dt) > 0.0))
        {
            continue;
        }
        tnFlowBrush colour = brushAt(hand.brush, t, dt);
        colour.mode = tn_brushRate;
        tnFlowBrush draw = colour;
        draw.mode = tn_brushHold;
        draw.holdVelocity = true;
        draw.holdDye = false;
        draw.holdTemperature = false;
        const double push = hand.push.at(t + 0.5 * dt);
        const auto pushed = [push](float speed) {
            return asFloat(
                std::clamp(push * double(speed), kFlowSpeedRule.low, kFlowSpeedRule.high));
        };
        const tnVec2 speed = speedOf(hand.brush.position, t, dt);
        draw.velocity = {pushed(speed.x), pushed(speed.y)};
        require(tnFlow_Brush(flow(), &draw), "a stroke could not be made");
        if (!hand.brush.dye.empty() || colour.temperature != 0.0F)
        {
            require(tnFlow_Brush(flow(), &colour), "a stroke could not be made");
        }
    }
}

void FlowRun::addFirstTracers()
{
    for (std::size_t k = 0; k < description().tracers.size(); ++k)
    {
        const TracerDescription& tracers = description().tracers[k];
        addTracers(tracers, mixed(scene().seed, k), tracers.count);
    }
}

void FlowRun::strewTracers(double t, double dt)
{
    for (std::size_t k = 0; k < description().tracers.size(); ++k)
    {
        const TracerDescription& tracers = description().tracers[k];
        const double expected = tracers.rate.at(t + 0.5 * dt) * dt;
        if (expected > 0.0)
        {
            // Chance rounds up as often as the fraction asks for: nothing to remember.
            const std::uint64_t seed = mixed(mixed(scene().seed, k), std::uint64_t(steps()) + 1);
            addTracers(tracers, seed,
                       std::int64_t(std::floor(std::min(expected, 1e9) + randomUnit(seed, 0))));
        }
    }
}

void FlowRun::addTracers(const TracerDescription& tracers, std::uint64_t seed, std::int64_t count)
{
    const tnVec2* there = nullptr;
    std::int32_t number = 0;
    require(tnFlow_GetTracers(flow(), &there, &number), "tracers could not be read");
    const std::int64_t room = std::int64_t(def_.tracerCapacity) - number;
    const Rectangle& area = tracers.area;
    points_.clear();
    for (std::int64_t k = 0; k < std::min(count, room); ++k)
    {
        const auto index = static_cast<std::uint64_t>(2 * k + 1);
        points_.push_back(
            {asFloat(area.left + (area.right - area.left) * randomUnit(seed, index)),
             asFloat(area.bottom + (area.top - area.bottom) * randomUnit(seed, index + 1))});
    }
    if (!points_.empty())
    {
        require(tnFlow_AddTracers(flow(), points_.data(), std::int32_t(points_.size())),
                "tracers could not be added");
    }
}

} // namespace tarn::scene
