// Strokes and forces on the device; see forces.cpp for the host's.
#include "backend/gl/gl_flow.h"

#include "backend/flow/stroke_turns.h"

#include <algorithm>
#include <utility>

namespace tarn
{

// One stroke, once for each period that it reaches into, on some fields of a buffer.
void GlFlow::strokeOnDevice(const FlowStroke& stroke, const StrokedNodes& nodes)
{
    if (nodes.fields == 0)
    {
        return;
    }
    forStrokeTurns(
        stroke, shape_, nodes.scale, nodes.phaseX, nodes.phaseY, nodes.columns, nodes.rows,
        [&](const StrokeTurn& turn) {
            if (strokeCount_ == kMostStrokes)
            {
                strokeCount_ = 0; // those before are queued
            }
            gl_params::FlowStrokeNodes words = {};
            words.firstColumn = turn.columns.begin;
            words.firstRow = turn.rows.begin;
            words.columnCount = turn.columns.count();
            words.rowCount = turn.rows.count();
            words.holds = stroke.holds ? 1 : 0;
            words.fields = nodes.fields;
            words.x = turn.x;
            words.y = turn.yOf(0);
            words.perNode = turn.perNode;
            words.alongX = turn.alongX;
            words.alongY = turn.alongY;
            words.perLength2 = turn.perLength2;
            words.holdDt = stroke.holdDt;
            words.most = nodes.most;
            std::copy_n(nodes.field, nodes.fields, words.field);
            std::copy_n(nodes.amount, nodes.fields, words.amount);
            device_.write(strokes_, static_cast<size_t>(strokeCount_) * sizeof words,
                          std::as_bytes(std::span(&words, 1)));
            gl_params::Flow p = nodes.params;
            p.stroke = strokeCount_++;
            run(nodes.program, p,
                {glWrite(*nodes.buffer), glRead(strokes_), glRead(edgeValues_), glWrite(forces_)},
                groupsFor(words.columnCount, words.rowCount));
        });
}

bool GlFlow::applyStrokes(std::span<const FlowStroke> strokes, float maxSpeed, float most)
{
    if (!isHot())
    {
        needHost(kVelocity | kScalars);
        const bool cut = HostFlow::applyStrokes(strokes, maxSpeed, most);
        wroteHost(strokes.empty() ? 0u : kVelocity | kScalars);
        return cut;
    }
    const GlScope scope(device_);
    strokeCount_ = 0;
    const gl_params::Flow shared = params();
    for (const FlowStroke& stroke : strokes)
    {
        const auto does = [&stroke](bool too, float amount) {
            return too && (stroke.holds || amount != 0.0f);
        };
        const auto velocity = [&](float amount, bool isX) {
            if (does(stroke.velocityToo, amount))
            {
                needDevice(kVelocity);
                StrokedNodes nodes;
                nodes.program = isX ? kStrokeU : kStrokeV;
                nodes.buffer = &velocityNow_;
                nodes.params = shared;
                nodes.phaseX = isX ? 0.0 : 0.5;
                nodes.phaseY = isX ? 0.5 : 0.0;
                nodes.columns = isX ? shape_.nx + 1 : shape_.nx;
                nodes.rows = isX ? shape_.ny : shape_.ny + 1;
                nodes.most = maxSpeed;
                nodes.add(0, amount);
                strokeOnDevice(stroke, nodes);
                wroteDevice(kVelocity);
            }
        };
        velocity(stroke.velocity.x, true);
        velocity(stroke.velocity.y, false);
        const auto cells = [&](Group group, CarriedCells& carried, bool too, const float* amounts) {
            StrokedNodes nodes;
            for (int32_t f = 0; f < carried.count; ++f)
            {
                if (does(too, amounts[f]))
                {
                    nodes.add(f, amounts[f]);
                }
            }
            if (nodes.fields > 0)
            {
                needDevice(group);
                nodes.program = kStrokeCells;
                nodes.buffer = &carried.now;
                nodes.params = paramsFor(carried);
                nodes.scale = static_cast<double>(carried.scale);
                nodes.phaseX = 0.5;
                nodes.phaseY = 0.5;
                nodes.columns = nodes.params.columns;
                nodes.rows = nodes.params.rows;
                nodes.most = most;
                strokeOnDevice(stroke, nodes);
                wroteDevice(group);
            }
        };
        cells(kTemperature, temperatureCells_, stroke.temperatureToo, &stroke.temperature);
        cells(kDyes, dyeCells_, stroke.dyeToo, stroke.dye);
    }
    return false; // the report tells
}

bool GlFlow::applyForces(const FlowForces& forces, float dt, float maxSpeed)
{
    if (!isHot())
    {
        needHost(kVelocity | kScalars);
        const bool cut = HostFlow::applyForces(forces, dt, maxSpeed);
        wroteHost(kVelocity | kScalars);
        return cut;
    }
    const GlScope scope(device_);
    gl_params::FlowPull pull = {};
    pull.dt = dt;
    pull.maxSpeed = maxSpeed;
    pull.whirl = 0.25f / shape_.cellSize;
    pull.confinement = forces.confinement * shape_.cellSize;
    pull.accelerationX = forces.acceleration.x;
    pull.accelerationY = forces.acceleration.y;
    pull.liftX = shape_.temperature ? forces.lift.x : 0.0f;
    pull.liftY = shape_.temperature ? forces.lift.y : 0.0f;
    pull.ambient = forces.ambient;
    pull.keepVelocity = forces.keepVelocity;
    pull.keepTemperature = forces.keepTemperature;
    bool weighs = false;
    bool decays = false;
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        pull.weightX[c] = forces.weight[c].x;
        pull.weightY[c] = forces.weight[c].y;
        pull.keepDye[c] = forces.keepDye[c];
        weighs = weighs || forces.weight[c].x != 0.0f || forces.weight[c].y != 0.0f;
        decays = decays || forces.keepDye[c] != 1.0f;
    }
    const bool lifts = pull.liftX != 0.0f || pull.liftY != 0.0f;
    pull.varies = forces.confinement > 0.0f || lifts || weighs ? 1 : 0;
    // Faces inside solids, which strokes may have touched, get their velocities back on the way.
    const bool pulls = anySolids_ || pull.varies != 0 || forces.acceleration.x != 0.0f ||
                       forces.acceleration.y != 0.0f || forces.keepVelocity != 1.0f;
    const bool cools = shape_.temperature && forces.keepTemperature != 1.0f;
    if (pulls || decays || cools)
    {
        device_.write(forces_, 0, std::as_bytes(std::span(&pull, 1)));
    }
    if (pulls)
    {
        needDevice(kVelocity | (lifts ? kTemperature : 0u) | (weighs ? kDyes : 0u));
        gl_params::Flow p = shape_.dyeChannels > 0 ? paramsFor(dyeCells_) : params();
        p.count = weighs ? p.count : 0;
        run(kPull, p,
            {glRead(velocityNow_), glWrite(velocityNext_),
             glRead(lifts ? temperatureCells_.now : none_), glRead(weighs ? dyeCells_.now : none_),
             glRead(edgeValues_), glWrite(forces_), glRead(faces_)},
            groupsFor(shape_.nx + 1, shape_.ny + 1));
        std::swap(velocityNow_, velocityNext_);
        wroteDevice(kVelocity);
    }
    const auto decay = [&](bool does, Group group, const CarriedCells& cells) {
        if (does)
        {
            needDevice(group);
            const gl_params::Flow p = paramsFor(cells);
            run(kDecay, p, {glWrite(cells.now), glRead(forces_), glRead(edgeValues_)},
                groupsFor(p.columns, p.rows));
            wroteDevice(group);
        }
    };
    decay(decays, kDyes, dyeCells_);
    decay(cools, kTemperature, temperatureCells_);
    return false; // the report tells
}

} // namespace tarn
