// Reads [flow] with its edges, initial fields and tracers.
#include "scene/defaults.h"
#include "scene/flow_rules.h"
#include "scene/sections.h"

#include <algorithm>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

constexpr int kMaxThings = 4096; // solids or emitters; the library's limit
constexpr int kMaxTracers = 1 << 24;
constexpr Rule kCellSizeRule = within("length", "m", 1e-6, 1e6); // the library's limits

double bytesOf(const tnFlowDef& def)
{
    const double cells = double(def.nx) * double(def.ny);
    const double dyeCells = cells * double(def.dyeScale) * double(def.dyeScale);
    const double scalars = (def.temperature ? 1.0 : 0.0) + (def.texture ? 4.0 : 0.0);
    return cells * (kBytesPerCell + kBytesPerScalar * scalars) +
           dyeCells * kBytesPerScalar * double(def.dyeChannels);
}

FlowEdgeDescription readEdge(Reader table, bool isUpright)
{
    static const std::vector<std::string> kTypes = {"wall", "periodic", "inflow", "outflow"};
    FlowEdgeDescription edge;
    edge.type = static_cast<tnFlowEdgeType>(table.choice("type", kTypes, tn_flowWall));
    edge.noSlip = table.flag("no_slip", false);
    edge.normalSpeed = table.pattern("normal_speed", kFlowSpeedRule, 0.0);
    edge.tangentialSpeed = table.pattern("tangential_speed", kFlowSpeedRule, 0.0);
    if (table.has("temperature"))
    {
        edge.temperature = table.pattern("temperature", kTemperatureRule, 0.0);
    }
    edge.dye = table.dyePatterns("dye", kFlowDyeRule);
    const auto onlyOn = [&](const char* key, bool isRight, const char* types) {
        if (table.has(key) && !isRight)
        {
            table.origin(key).fail(
                fmt::format("has no effect on an edge of type '{}'; it is for {}",
                            kTypes[std::size_t(edge.type)], types));
        }
    };
    const bool isInflow = edge.type == tn_flowInflow;
    const bool isWall = edge.type == tn_flowWall;
    onlyOn("normal_speed", isInflow, "inflow");
    onlyOn("dye", isInflow || edge.type == tn_flowOutflow, "inflow and outflow");
    onlyOn("tangential_speed", isInflow || (isWall && edge.noSlip), "inflow and no-slip walls");
    onlyOn("no_slip", isWall, "walls");
    onlyOn("temperature", edge.type != tn_flowPeriodic, "walls, inflow and outflow");
    table.finish();
    if (isUpright)
    {
        edge.normalSpeed = edge.normalSpeed.upright();
        edge.tangentialSpeed = edge.tangentialSpeed.upright();
        if (edge.temperature)
        {
            edge.temperature = edge.temperature->upright();
        }
        std::transform(edge.dye.begin(), edge.dye.end(), edge.dye.begin(),
                       [](const Pattern& pattern) { return pattern.upright(); });
    }
    return edge;
}

InitialFlow readInitial(Reader table, const FlowDescription& flow)
{
    InitialFlow fields;
    const auto read = [&](const char* key, const Rule& rule, std::optional<Pattern>& out) {
        if (table.has(key))
        {
            out = table.pattern(key, rule, 0.0);
        }
    };
    read("velocity_x", kFlowSpeedRule, fields.velocityX);
    read("velocity_y", kFlowSpeedRule, fields.velocityY);
    // Its differences over a cell are speeds.
    const double most = 0.5 * kFlowSpeedRule.high * double(flow.def.cellSize);
    read("stream", within("stream function", "m^2/s", -most, most), fields.stream);
    read("temperature", kTemperatureRule, fields.temperature);
    fields.dye = table.dyePatterns("dye", kFlowDyeRule);
    if (fields.stream && (fields.velocityX || fields.velocityY))
    {
        table.origin("stream").fail("both stream and a velocity are given; leave one out");
    }
    if (fields.temperature && !flow.def.temperature)
    {
        table.origin("temperature").fail("no temperature is carried; set flow.temperature = true");
    }
    table.finish();
    return fields;
}

// Whether what is strewn from low to high misses the grid, to which `end` does not belong.
bool isBeside(double low, double high, double begin, double end)
{
    return low >= end || high < begin || (high <= begin && low < begin);
}

std::vector<double> readTracerArea(Reader& table, const Rectangle& all)
{
    const std::vector<double> area =
        table.numbers("area", kPlaceRule, 4, {all.left, all.bottom, all.right, all.top});
    if (area[2] < area[0] || area[3] < area[1])
    {
        table.origin("area").fail("is turned round; give left, bottom, right, top");
    }
    const bool isOutside = isBeside(area[0], area[2], all.left, all.right) ||
                           isBeside(area[1], area[3], all.bottom, all.top);
    if (table.has("area") && isOutside)
    {
        table.origin("area").fail(fmt::format(
            "{}, {}, {}, {} is outside of the grid; give left, bottom, right, top within {}, {}, "
            "{}, {}",
            area[0], area[1], area[2], area[3], all.left, all.bottom, all.right, all.top));
    }
    return area;
}

std::vector<TracerDescription> readTracers(Reader& flow, const FlowDescription& description)
{
    std::vector<TracerDescription> result;
    const std::int64_t capacity = description.def.tracerCapacity;
    std::int64_t sum = 0; // of counts so far
    for (Reader& table : flow.tables("tracers", kMaxThings))
    {
        TracerDescription tracers;
        const std::vector<double> area = readTracerArea(table, description.area());
        tracers.area = {area[0], area[1], area[2], area[3]};
        tracers.count = table.whole("count", within("number", "", 0.0, kMaxTracers), 0);
        tracers.rate = table.quantity("rate", within("rate", "1/s", 0.0, kMaxTracers), 0.0);
        if (capacity == 0)
        {
            table.origin("count").fail("no room for tracers; set flow.tracer_capacity above 0");
        }
        sum += tracers.count;
        if (sum > capacity)
        {
            table.origin("count").fail(
                fmt::format("{} make {} tracers, and there is room for {}; give fewer, or set "
                            "flow.tracer_capacity to {}",
                            tracers.count, sum, capacity, sum));
        }
        table.finish();
        result.push_back(std::move(tracers));
    }
    return result;
}

void readSize(Reader& table, tnFlowDef& def)
{
    const GridKeys grid =
        readGrid(table, {def.nx, def.ny, def.cellSize, def.origin}, kCellSizeRule);
    def.nx = grid.nx;
    def.ny = grid.ny;
    def.cellSize = grid.cellSize;
    def.origin = grid.origin;
    def.dyeChannels = table.whole(
        "dye_channels", within("number of channels", "", 0.0, TN_MAX_DYES), def.dyeChannels);
    def.dyeScale = table.whole("dye_scale", within("scale", "", 1.0, 8.0), def.dyeScale);
    def.temperature = table.flag("temperature", def.temperature);
    def.texture = table.flag("texture", def.texture);
    def.tracerCapacity = table.whole("tracer_capacity", within("capacity", "", 0.0, kMaxTracers),
                                     def.tracerCapacity);
    checkMemory(table, bytesOf(def),
                fmt::format("{} x {} cells with {} dyes at scale {}", def.nx, def.ny,
                            def.dyeChannels, def.dyeScale));
}

} // namespace

FlowDescription readFlow(Reader table)
{
    FlowDescription flow;
    flow.def = tnDefaultFlowDef();
    readSize(table, flow.def);
    table.context().dyeChannels = flow.def.dyeChannels;
    readSides(table.table("edges"), [&](const Reader& edge, std::size_t side) {
        flow.edges[side] = readEdge(edge, side < 2);
        return flow.edges[side].type == tn_flowPeriodic;
    });
    flow.fluid = readFluid(table.table("fluid"));
    flow.initial = readInitial(table.table("initial"), flow);
    if (table.has("mask"))
    {
        flow.initial.mask = table.pattern("mask", any("number", ""), 0.0);
    }
    flow.solids = readSolids(table, flow);
    flow.emitters = readEmitters(table, flow);
    flow.hands = readHands(table, flow);
    flow.tracers = readTracers(table, flow);
    flow.def.solidCapacity = std::max(flow.def.solidCapacity, int32_t(flow.solids.size()));
    flow.def.emitterCapacity = std::max(flow.def.emitterCapacity, int32_t(flow.emitters.size()));
    // Each hand draws and colours: two strokes. Room is left for the user's own.
    flow.def.brushCapacity += 2 * int32_t(flow.hands.size());
    table.finish();
    return flow;
}

} // namespace tarn::scene
