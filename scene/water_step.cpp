// What a scene's formulas do to the water in a step.
#include "scene/require.h"
#include "scene/water_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

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

bool doesSomething(const tnWaterBrush& brush)
{
    return brush.velocity.x != 0.0F || brush.velocity.y != 0.0F || brush.water != 0.0F ||
           brush.splash != 0.0F || brush.terrain != 0.0F || brush.foam != 0.0F ||
           std::any_of(std::begin(brush.dye), std::end(brush.dye),
                       [](float dye) { return dye != 0.0F; });
}

bool areSame(const tnWaterSettings& a, const tnWaterSettings& b)
{
    return a.liquid.density == b.liquid.density && a.liquid.viscosity == b.liquid.viscosity &&
           a.liquid.roughness == b.liquid.roughness &&
           a.liquid.yieldStress == b.liquid.yieldStress && a.gravity == b.gravity &&
           a.maxSubsteps == b.maxSubsteps && a.rain == b.rain && a.rainHeight == b.rainHeight &&
           a.dropVolume == b.dropVolume && a.spray == b.spray && a.foamLife == b.foamLife &&
           std::equal(std::begin(a.dyeDissipation), std::end(a.dyeDissipation),
                      std::begin(b.dyeDissipation)) &&
           a.wind.x == b.wind.x && a.wind.y == b.wind.y && a.sleep == b.sleep;
}

} // namespace

std::uint32_t WaterRun::step(double dt)
{
    using Clock = std::chrono::steady_clock;
    const float length = asFloat(dt); // what the water will be asked to go on by
    const double span = double(length);
    const tnWaterStats before = stats();
    const double t = before.time;
    if (span > 0.0)
    {
        if (!description().settings.varying.empty())
        {
            applySettings(t + 0.5 * span);
        }
        applyEdges(t + span);
        applyTerrain(t + span);
        workSprings(t + 0.5 * span);
        workHands(t, span);
        workStrokes(t, span);
        workMotors(t + 0.5 * span);
        tellMotions(t, span);
    }
    const std::uint32_t flags =
        surface_ ? surface_->step(water(), length) : tnWater_Step(water(), length);
    if ((flags & tn_stepBadInput) != 0)
    {
        return flags;
    }
    const Clock::time_point start = Clock::now();
    // Where the water had to slow down, bodies do too.
    const tnWaterStats after = stats();
    const double passed = after.lostTime > before.lostTime ? after.time - t : span;
    refreshGround();
    leadBodies(t, passed);
    takeForces();
    rigid_.step(asFloat(passed));
    seeOff();
    rigidMs_ = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    return flags;
}

void WaterRun::applySettings(double middle)
{
    const tnWaterSettings settings = description().settings.at(middle);
    tnWaterSettings now = {};
    require(tnWater_GetSettings(water(), &now), "the liquid's properties could not be read");
    if (!areSame(settings, now)) // new ones wake all water
    {
        require(tnWater_SetSettings(water(), &settings),
                "the liquid's properties could not be set");
    }
    rigid_.setGravity(settings.gravity);
}

void WaterRun::applyEdges(double t)
{
    for (std::size_t k = 0; k < description().edges.size(); ++k)
    {
        const WaterEdgeDescription& edge = description().edges[k];
        if (edge.varies())
        {
            const tnWaterEdge now = edge.at(t);
            require(tnWater_SetEdge(water(), static_cast<tnSide>(k), &now),
                    "an edge could not be set");
        }
    }
}

void WaterRun::applyTerrain(double t)
{
    if (description().terrain && description().terrain->varies())
    {
        setField(tn_waterTerrain, *description().terrain, t);
        isGroundNew_ = true;
    }
}

void WaterRun::refreshGround()
{
    if (!isGroundNew_)
    {
        return;
    }
    isGroundNew_ = false;
    tnFieldView view = {};
    require(tnWater_GetView(water(), tn_waterTerrain, &view), "the ground could not be read");
    std::vector<float> now;
    now.reserve(std::size_t(view.columns) * std::size_t(view.rows));
    for (int j = 0; j < view.rows; ++j)
    {
        const float* row = view.data + std::ptrdiff_t(j) * view.stride;
        now.insert(now.end(), row, row + view.columns);
    }
    if (now != ground_)
    {
        ground_ = std::move(now);
        rigid_.setGround(ground_, view.columns, view.rows, view.spacing, view.origin);
        if (surface_)
        {
            surface_->followGround(water());
        }
    }
}

void WaterRun::workSprings(double middle)
{
    for (std::size_t k = 0; k < springs_.size(); ++k)
    {
        if (description().springs[k].varies())
        {
            const tnSpringDef def = description().springs[k].at(middle);
            require(tnWater_SetSpring(water(), springs_[k], &def), "a spring could not be set");
        }
    }
}

// A moving brush covers its way from t to t + dt.
tnWaterBrush WaterRun::brushAt(const WaterBrushDescription& description, double t, double dt) const
{
    const double middle = t + 0.5 * dt;
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = at(description.position, t);
    brush.to = description.to ? at(*description.to, t) : at(description.position, t + dt);
    brush.radius = asFloat(description.radius.at(middle));
    brush.velocity = at(description.velocity, middle);
    brush.water = asFloat(description.water.at(middle));
    brush.splash = asFloat(description.splash.at(middle));
    brush.terrain = asFloat(description.terrain.at(middle));
    brush.foam = asFloat(description.foam.at(middle));
    for (std::size_t k = 0; k < description.dye.size(); ++k)
    {
        brush.dye[k] = asFloat(description.dye[k].at(middle));
    }
    return brush;
}

void WaterRun::stroke(tnWaterBrush brush)
{
    if (surface_ && surface_->takesWater() && brush.water != 0.0F)
    {
        surface_->pour(brush);
        brush.water = 0.0F;
    }
    if (doesSomething(brush))
    {
        require(tnWater_Brush(water(), &brush), "a stroke could not be made");
        isGroundNew_ = isGroundNew_ || brush.terrain != 0.0F;
    }
}

// One stroke gives the water the part of the hand's velocity that it still lacks, another brings
// what the hand brings a second.
void WaterRun::workHands(double t, double dt)
{
    const double middle = t + 0.5 * dt;
    for (const WaterHandDescription& hand : description().hands)
    {
        if (!(hand.isOn.at(middle) > 0.0))
        {
            continue;
        }
        tnWaterBrush brings = brushAt(hand.brush, t, dt);
        brings.mode = tn_brushRate;
        stroke(brings);
        const double push = hand.push.at(middle);
        if (push == 0.0)
        {
            continue;
        }
        const tnVec2 place = at(hand.brush.position, middle);
        tnWaterSample there = {};
        require(tnWater_Sample(water(), &place, 1, &there), "the water could not be read");
        const double part = 1.0 - std::exp(-hand.holdRate.at(middle) * dt);
        const auto lacking = [&](std::size_t axis, float has) {
            const Quantity& way = hand.brush.position[axis];
            return asFloat(part * (push * (way.at(t + dt) - way.at(t)) / dt - double(has)));
        };
        tnWaterBrush draws = tnDefaultWaterBrush();
        draws.from = brings.from;
        draws.to = brings.to;
        draws.radius = brings.radius;
        draws.velocity = {lacking(0, there.velocity.x), lacking(1, there.velocity.y)};
        stroke(draws);
    }
}

void WaterRun::workStrokes(double t, double dt)
{
    for (const StrokeDescription& planned : description().strokes)
    {
        const double every = planned.every;
        const double first = every > 0.0 ? std::ceil((t - planned.time) / every) : 0.0;
        const double due = planned.time + std::max(0.0, first) * every;
        if (due >= t && due < t + dt && due < planned.until)
        {
            stroke(brushAt(planned.brush, due, 0.0));
        }
    }
}

} // namespace tarn::scene
