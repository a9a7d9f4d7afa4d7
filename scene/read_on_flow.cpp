// Reads [water.on_flow].
#include "scene/flow_rules.h"
#include "scene/sections.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

// A flow has no level or inflow that would be the water's own.
void checkEdges(Reader& water, const WaterDescription& description)
{
    for (const WaterEdgeDescription& edge : description.edges)
    {
        if (edge.type == tn_waterLevel || edge.type == tn_waterInflow)
        {
            water.origin("edges").fail(
                "on a flow an edge is of type 'wall', 'open' or 'periodic'; change it, or leave "
                "[water.on_flow] out");
        }
    }
}

} // namespace

std::optional<OnFlowDescription> readOnFlow(Reader& water, const WaterDescription& description)
{
    static const std::vector<std::string> kFields = {"pressure", "dye"};
    if (!water.has("on_flow"))
    {
        return std::nullopt;
    }
    checkEdges(water, description);
    Reader table = water.table("on_flow");
    const tnWaterDef& def = description.def;
    OnFlowDescription on;
    on.surface = tnDefaultFlowSurface();
    const auto number = [&](const char* key, const Rule& rule, float fallback) {
        return static_cast<float>(table.number(key, rule, double(fallback)));
    };
    on.nx = table.whole("nx", within("number of cells", "", 1.0, 16384.0), def.nx);
    const double rows = std::round(double(def.ny) * on.nx / def.nx);
    on.ny = static_cast<std::int32_t>(std::max(rows, 1.0));
    on.surface.field = table.choice("field", kFields, 0) == 0 ? tn_flowPressure : tn_flowDye0;
    on.surface.scale = number("scale", any("height per unit", ""), on.surface.scale);
    on.surface.most = number("most", positive("height", "m"), on.surface.most);
    on.surface.lag = number("lag", notNegative("time", "s"), on.surface.lag);
    on.surface.push = number("push", within("part", "", 0.0, 10.0), on.surface.push);
    on.viscosity =
        number("viscosity", kFlowViscosityRule, description.settings.constant.liquid.viscosity);
    on.dissipation = number("dissipation", kFlowRateRule, 0.0F);
    on.confinement = number("confinement", kFlowRateRule, 0.0F);
    on.isCompared = table.flag("compare", false);
    table.finish();
    return on;
}

} // namespace tarn::scene
