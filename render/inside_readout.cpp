#include "render/inside_readout.h"

#include "render/error.h"
#include "render/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::render
{
namespace
{

void require(tnResult result, const char* what)
{
    if (result != tn_success)
    {
        throw Error(
            fmt::format("read-out: {} could not be read: {}", what, tnResult_ToString(result)));
    }
}

class Rows
{
  public:
    void add(std::string label, float value, const char* unit)
    {
        rows_.push_back(
            {std::move(label), value, withMinusSigns(fmt::format("{:.4g}", value)), unit});
    }

    void addPlace(tnVec2 point)
    {
        add("x", point.x, "m");
        add("y", point.y, "m");
    }

    // "dye" where there is one, else numbered from 1.
    void addDyes(const float* dyes, int count)
    {
        for (int k = 0; k < count; ++k)
        {
            add(count == 1 ? "dye" : fmt::format("dye {}", k + 1), dyes[k], "");
        }
    }

    std::vector<ReadoutRow> taken() { return std::move(rows_); }

  private:
    std::vector<ReadoutRow> rows_;
};

} // namespace

std::vector<ReadoutRow> flowReadout(const tnFlowDef& def, tnVec2 point, const tnFlowSample& sample)
{
    Rows rows;
    rows.addPlace(point);
    rows.add("speed", std::hypot(sample.velocity.x, sample.velocity.y), "m/s");
    rows.add("velocity x", sample.velocity.x, "m/s");
    rows.add("velocity y", sample.velocity.y, "m/s");
    rows.add("pressure", sample.pressure, "Pa");
    rows.add("vorticity", sample.vorticity, "1/s");
    if (def.temperature)
    {
        rows.add("temperature", sample.temperature, "°C");
    }
    rows.addDyes(sample.dye, def.dyeChannels);
    rows.add("solid", sample.solid, "");
    return rows.taken();
}

std::vector<ReadoutRow> waterReadout(const tnWaterDef& def, tnVec2 point,
                                     const tnWaterSample& sample)
{
    Rows rows;
    rows.addPlace(point);
    rows.add("surface", sample.surface, "m");
    rows.add("depth", sample.depth, "m");
    rows.add("ground", sample.terrain, "m");
    rows.add("speed", std::hypot(sample.velocity.x, sample.velocity.y), "m/s");
    rows.add("velocity x", sample.velocity.x, "m/s");
    rows.add("velocity y", sample.velocity.y, "m/s");
    rows.add("rising", sample.velocity.z, "m/s");
    const float gradient = def.settings.liquid.density * def.settings.gravity;
    rows.add("pressure on the ground", gradient * sample.depth, "Pa");
    rows.add("foam", sample.foam, "");
    rows.addDyes(sample.dye, def.dyeChannels);
    return rows.taken();
}

std::vector<ReadoutRow> flowReadout(tnFlow flow, tnVec2 point)
{
    tnFlowDef def = {};
    tnFlowSample sample = {};
    tnFieldView divergence = {};
    require(tnFlow_GetDef(flow, &def), "the flow");
    require(tnFlow_Sample(flow, &point, 1, &sample), "the flow");
    require(tnFlow_GetView(flow, tn_flowDivergence, &divergence), "the flow's divergence");
    std::vector<ReadoutRow> rows = flowReadout(def, point, sample);
    const auto cell = [](float place, float first, float spacing, int count) {
        return static_cast<std::ptrdiff_t>(
            std::clamp(std::round((place - first) / spacing), 0.0F, static_cast<float>(count - 1)));
    };
    const std::ptrdiff_t i =
        cell(point.x, divergence.origin.x, divergence.spacing, divergence.columns);
    const std::ptrdiff_t j =
        cell(point.y, divergence.origin.y, divergence.spacing, divergence.rows);
    Rows more;
    more.add("divergence", divergence.data[j * divergence.stride + i], "1/s");
    const auto after = std::find_if(rows.begin(), rows.end(),
                                    [](const ReadoutRow& row) { return row.label == "vorticity"; });
    rows.insert(after + 1, more.taken().front());
    return rows;
}

std::vector<ReadoutRow> waterReadout(tnWater water, tnVec2 point)
{
    tnWaterDef def = {};
    tnWaterSample sample = {};
    require(tnWater_GetDef(water, &def), "the water");
    require(tnWater_Sample(water, &point, 1, &sample), "the water");
    return waterReadout(def, point, sample);
}

} // namespace tarn::render
