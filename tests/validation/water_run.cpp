#include "validation/water_run.h"

#include "validation/device.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tarn::validation
{

tnWaterDef waterDef(int32_t nx, int32_t ny, double cellSize)
{
    tnWaterDef def = tnDefaultWaterDef();
    def.nx = nx;
    def.ny = ny;
    def.cellSize = static_cast<float>(cellSize);
    def.threads = 1;
    def.settings.liquid.viscosity = 0.0f;
    def.settings.spray = 0.0f;
    def.settings.maxSubsteps = 100;
    return def;
}

tnWaterEdge edgeOf(tnWaterEdgeType type)
{
    tnWaterEdge edge = tnDefaultWaterEdge();
    edge.type = type;
    return edge;
}

WaterRun::WaterRun(const tnWaterDef& def)
{
    const tnWaterDef all = there(def);
    orThrow(tnCreateWater(&all, &water_));
}

WaterRun::~WaterRun()
{
    tnDestroyWater(water_);
}

double WaterRun::time() const
{
    tnWaterStats stats;
    orThrow(tnWater_GetStats(water_, &stats));
    return stats.time;
}

void WaterRun::step(double dt, int32_t count)
{
    const float seconds = static_cast<float>(dt);
    for (int32_t k = 0; k < count; ++k)
    {
        std::vector<tnBodyMotion> motions;
        for (const test::RigidBody& body : bodies_)
        {
            motions.push_back(body.motion());
        }
        orThrow(
            tnWater_SetBodyMotions(water_, motions.data(), static_cast<int32_t>(motions.size())));
        const uint32_t flags = tnWater_Step(water_, seconds);
        if (flags != 0)
        {
            throw std::runtime_error("a step at " + text(time()) + " s returned flags " +
                                     std::to_string(flags));
        }
        moveBodies(seconds);
    }
}

void WaterRun::moveBodies(float dt)
{
    for (test::RigidBody& body : bodies_)
    {
        tnBodyForce from;
        orThrow(tnWater_GetBodyForces(water_, &body.id, 1, &from));
        tnVec3 force = from.force;
        tnVec3 torque = from.torque;
        force.z -= body.mass * static_cast<float>(kGravity);
        if (onForce)
        {
            onForce(body, force, torque);
        }
        body.step(force, torque, dt);
    }
}

void WaterRun::set(tnWaterField field, const std::function<double(double x, double y)>& value)
{
    const FieldView where = view(field);
    std::vector<float> values;
    values.reserve(static_cast<size_t>(where.columns()) * static_cast<size_t>(where.rows()));
    for (int32_t j = 0; j < where.rows(); ++j)
    {
        for (int32_t i = 0; i < where.columns(); ++i)
        {
            const tnVec2 at = where.position(i, j);
            values.push_back(
                static_cast<float>(value(static_cast<double>(at.x), static_cast<double>(at.y))));
        }
    }
    orThrow(tnWater_SetField(water_, field, values.data(), static_cast<int64_t>(values.size())));
}

FieldView WaterRun::view(tnWaterField field) const
{
    tnFieldView view;
    orThrow(tnWater_GetView(water_, field, &view));
    return FieldView(view);
}

tnWaterSample WaterRun::sample(double x, double y) const
{
    const tnVec2 point = {static_cast<float>(x), static_cast<float>(y)};
    tnWaterSample sample;
    orThrow(tnWater_Sample(water_, &point, 1, &sample));
    return sample;
}

tnWaterTotals WaterRun::totals() const
{
    tnWaterTotals totals;
    orThrow(tnWater_GetTotals(water_, &totals));
    return totals;
}

double WaterRun::largest(tnWaterField field) const
{
    const FieldView values = view(field);
    float most = 0.0f;
    for (int32_t j = 0; j < values.rows(); ++j)
    {
        for (const float value : values.row(j))
        {
            most = std::max(most, std::fabs(value));
        }
    }
    return static_cast<double>(most);
}

double WaterRun::mean(tnWaterField field) const
{
    const FieldView values = view(field);
    double sum = 0.0;
    for (int32_t j = 0; j < values.rows(); ++j)
    {
        for (const float value : values.row(j))
        {
            sum += static_cast<double>(value);
        }
    }
    return sum / (static_cast<double>(values.columns()) * static_cast<double>(values.rows()));
}

size_t WaterRun::add(const tnBodyDef& def)
{
    bodies_.push_back(test::addBody(water_, def));
    return bodies_.size() - 1;
}

} // namespace tarn::validation
