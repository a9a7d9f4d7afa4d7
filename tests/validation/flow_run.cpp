#include "validation/flow_run.h"

#include "validation/device.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tarn::validation
{

tnFlowDef caseDef(int32_t nx, int32_t ny, double cellSize)
{
    tnFlowDef def = tnDefaultFlowDef();
    def.nx = nx;
    def.ny = ny;
    def.cellSize = static_cast<float>(cellSize);
    def.dyeChannels = 0;
    def.threads = 1;
    return def;
}

tnFlowEdge edgeOf(tnFlowEdgeType type)
{
    tnFlowEdge edge = tnDefaultFlowEdge();
    edge.type = type;
    return edge;
}

tnFlowEdge noSlipWall(double tangentialSpeed)
{
    tnFlowEdge edge = edgeOf(tn_flowWall);
    edge.noSlip = true;
    edge.tangentialSpeed = static_cast<float>(tangentialSpeed);
    return edge;
}

FlowRun::FlowRun(const tnFlowDef& def) : flow_(wrapper::Flow::create(there(def)).orThrow()) {}

void FlowRun::step(double dt, int32_t count)
{
    for (int32_t k = 0; k < count; ++k)
    {
        const uint32_t flags = flow_.step(static_cast<float>(dt));
        if (flags != 0)
        {
            throw std::runtime_error("a step at " + text(time()) + " s returned flags " +
                                     std::to_string(flags));
        }
    }
}

void FlowRun::set(tnFlowField field, const PlaceFunction& value)
{
    const FieldView view = flow_.view(field);
    std::vector<float> values;
    values.reserve(static_cast<size_t>(view.columns()) * static_cast<size_t>(view.rows()));
    for (int32_t j = 0; j < view.rows(); ++j)
    {
        for (int32_t i = 0; i < view.columns(); ++i)
        {
            const tnVec2 at = view.position(i, j);
            values.push_back(
                static_cast<float>(value(static_cast<double>(at.x), static_cast<double>(at.y))));
        }
    }
    orThrow(flow_.setField(field, values));
}

void FlowRun::setStream(const PlaceFunction& stream)
{
    const double h = static_cast<double>(flow_.def().cellSize);
    const double half = 0.5 * h;
    set(tn_flowVelocityX,
        [&](double x, double y) { return (stream(x, y + half) - stream(x, y - half)) / h; });
    set(tn_flowVelocityY,
        [&](double x, double y) { return (stream(x - half, y) - stream(x + half, y)) / h; });
}

tnFlowSample FlowRun::sample(double x, double y) const
{
    return flow_.sample({static_cast<float>(x), static_cast<float>(y)});
}

double FlowRun::integral(tnFlowField field, const PlaceFunction& weight) const
{
    const FieldView view = flow_.view(field);
    const double h = static_cast<double>(view.c().spacing);
    double sum = 0.0;
    for (int32_t j = 0; j < view.rows(); ++j)
    {
        for (int32_t i = 0; i < view.columns(); ++i)
        {
            const tnVec2 at = view.position(i, j);
            sum += static_cast<double>(view(i, j)) *
                   weight(static_cast<double>(at.x), static_cast<double>(at.y));
        }
    }
    return h * h * sum;
}

void FlowRun::settle(double dt, double least, double latest)
{
    // Steps come in pairs that are not alike: an even number between looks.
    constexpr int32_t kBetweenLooks = 100;
    const auto velocity = [this] {
        std::vector<float> all;
        for (const tnFlowField field : {tn_flowVelocityX, tn_flowVelocityY})
        {
            const FieldView view = flow_.view(field);
            for (int32_t j = 0; j < view.rows(); ++j)
            {
                const std::span<const float> row = view.row(j);
                all.insert(all.end(), row.begin(), row.end());
            }
        }
        return all;
    };
    std::vector<float> before = velocity();
    while (true)
    {
        step(dt, kBetweenLooks);
        std::vector<float> now = velocity();
        double most = 0.0;
        for (size_t k = 0; k < now.size(); ++k)
        {
            most = std::max(most, std::fabs(static_cast<double>(now[k] - before[k])));
        }
        const double rate = most / (kBetweenLooks * dt);
        if (rate <= least)
        {
            return;
        }
        if (time() > latest)
        {
            throw std::runtime_error("not steady after " + text(time()) + " s: " + text(rate) +
                                     " m/s a second");
        }
        before = std::move(now);
    }
}

} // namespace tarn::validation
