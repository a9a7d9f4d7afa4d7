// Reads [constants], [run], [flow] with its edges, initial fields and tracers.
#include "scene/defaults.h"
#include "scene/error.h"
#include "scene/sections.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#if defined(__unix__)
#include <unistd.h>
#endif

namespace tarn::scene
{
namespace
{

constexpr int kMaxCells = 16384; // along an axis; the library's limit
constexpr int kMaxThings = 4096; // solids or emitters; the library's limit
constexpr int kMaxTracers = 1 << 24;

double machineMemory()
{
#if defined(__unix__) && defined(_SC_PHYS_PAGES)
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes > 0)
    {
        return static_cast<double>(pages) * static_cast<double>(bytes);
    }
#endif
    return kFallbackMemory;
}

// A flow that would not fit ends here, not in the machine's last resort.
void checkMemory(Reader& table, const tnFlowDef& def)
{
    const double cells = double(def.nx) * double(def.ny);
    const double dyeCells = cells * double(def.dyeScale) * double(def.dyeScale);
    const double scalars = (def.temperature ? 1.0 : 0.0) + (def.texture ? 4.0 : 0.0);
    const double bytes = cells * (kBytesPerCell + kBytesPerScalar * scalars) +
                         dyeCells * kBytesPerScalar * double(def.dyeChannels);
    const double allowed = kMemoryShare * machineMemory();
    if (bytes > allowed)
    {
        table.origin("nx").fail(fmt::format("{} x {} cells with {} dyes at scale {} would take "
                                            "some {:.1f} GB, and {:.1f} GB are to "
                                            "be had; give fewer cells or dyes",
                                            def.nx, def.ny, def.dyeChannels, def.dyeScale,
                                            bytes / 1e9, allowed / 1e9));
    }
}

// The cell size, or the width that all cells make together.
float readCellSize(Reader& table, int nx, float fallback)
{
    const bool hasSize = table.has("cell_size");
    const double size = table.number("cell_size", positive("length", "m"), double(fallback));
    if (!table.has("width"))
    {
        return static_cast<float>(size);
    }
    if (hasSize)
    {
        table.origin("width").fail("both width and cell_size are given; leave one of them out");
    }
    return static_cast<float>(table.number("width", positive("length", "m"), 1.0) / nx);
}

EdgeDescription readEdge(Reader table, bool isUpright)
{
    static const std::vector<std::string> kTypes = {"wall", "periodic", "inflow", "outflow"};
    EdgeDescription edge;
    edge.type = static_cast<tnFlowEdgeType>(table.choice("type", kTypes, tn_flowWall));
    edge.noSlip = table.flag("no_slip", false);
    edge.normalSpeed = table.pattern("normal_speed", kSpeedRule, 0.0);
    edge.tangentialSpeed = table.pattern("tangential_speed", kSpeedRule, 0.0);
    if (table.has("temperature"))
    {
        edge.temperature = table.pattern("temperature", kTemperatureRule, 0.0);
    }
    edge.dye = table.dyePatterns("dye", kDyeRule);
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
    onlyOn("dye", isInflow, "inflow");
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

void readEdges(Reader table, FlowDescription& flow)
{
    static const std::array<const char*, 4> kSides = {"left", "right", "bottom", "top"};
    for (std::size_t side = 0; side < kSides.size(); ++side)
    {
        flow.edges[side] = readEdge(table.table(kSides[side]), side < 2);
    }
    for (std::size_t side = 0; side < kSides.size(); side += 2)
    {
        const bool isPeriodic = flow.edges[side].type == tn_flowPeriodic;
        if (isPeriodic != (flow.edges[side + 1].type == tn_flowPeriodic))
        {
            const std::size_t periodic = isPeriodic ? side : side + 1;
            table.origin(kSides[periodic])
                .fail(fmt::format("is periodic, and {} is not; make both so, or neither",
                                  kSides[isPeriodic ? side + 1 : side]));
        }
    }
    table.finish();
}

InitialFields readInitial(Reader table, const FlowDescription& flow)
{
    InitialFields fields;
    const auto read = [&](const char* key, const Rule& rule, std::optional<Pattern>& out) {
        if (table.has(key))
        {
            out = table.pattern(key, rule, 0.0);
        }
    };
    read("velocity_x", kSpeedRule, fields.velocityX);
    read("velocity_y", kSpeedRule, fields.velocityY);
    read("stream", any("stream function", "m^2/s"), fields.stream);
    read("temperature", kTemperatureRule, fields.temperature);
    fields.dye = table.dyePatterns("dye", kDyeRule);
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

std::vector<TracerDescription> readTracers(Reader& flow, const FlowDescription& description)
{
    std::vector<TracerDescription> result;
    const Rectangle all = description.area();
    for (Reader& table : flow.tables("tracers", kMaxThings))
    {
        TracerDescription tracers;
        const std::vector<double> area =
            table.numbers("area", kPlaceRule, 4, {all.left, all.bottom, all.right, all.top});
        tracers.area = {area[0], area[1], area[2], area[3]};
        tracers.count = table.whole("count", within("number", "", 0.0, kMaxTracers), 0);
        tracers.rate = table.quantity("rate", within("rate", "1/s", 0.0, kMaxTracers), 0.0);
        if (area[2] < area[0] || area[3] < area[1])
        {
            table.origin("area").fail("is turned round; give left, bottom, right, top");
        }
        if (description.def.tracerCapacity == 0)
        {
            table.origin("count").fail("no room for tracers; set flow.tracer_capacity above 0");
        }
        table.finish();
        result.push_back(std::move(tracers));
    }
    return result;
}

void readGrid(Reader& table, tnFlowDef& def)
{
    const Rule cells = within("number of cells", "", 1.0, kMaxCells);
    def.nx = table.whole("nx", cells, def.nx);
    def.ny = table.whole("ny", cells, def.ny);
    def.cellSize = readCellSize(table, def.nx, def.cellSize);
    const std::vector<double> origin = table.numbers("origin", kPlaceRule, 2, {0.0, 0.0});
    def.origin = {static_cast<float>(origin[0]), static_cast<float>(origin[1])};
    def.dyeChannels = table.whole(
        "dye_channels", within("number of channels", "", 0.0, TN_MAX_DYES), def.dyeChannels);
    def.dyeScale = table.whole("dye_scale", within("scale", "", 1.0, 8.0), def.dyeScale);
    def.temperature = table.flag("temperature", def.temperature);
    def.texture = table.flag("texture", def.texture);
    def.tracerCapacity = table.whole("tracer_capacity", within("capacity", "", 0.0, kMaxTracers),
                                     def.tracerCapacity);
    checkMemory(table, def);
}

} // namespace

std::string readName(Reader& table, const std::string& fallback)
{
    const std::string name = table.text("name", fallback);
    const bool isGood = !name.empty() && name.size() <= 64 &&
                        name.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
                            std::string::npos;
    if (!isGood)
    {
        table.origin("name").fail(
            "is not a name; use up to 64 letters without accents, digits, - and _");
    }
    return name;
}

void readConstants(Reader table, FormulaContext& formulas)
{
    for (const std::string& name : table.keys())
    {
        if (!Formula::isFreeName(name))
        {
            table.origin(name).fail("cannot be the name of a constant; use letters, digits and _, "
                                    "and none of the names that formulas know already");
        }
        // Earlier ones are there for later ones.
        formulas.constants[name] = table.number(name, any("number", ""), 0.0);
    }
}

RunDescription readRun(Reader table)
{
    RunDescription run;
    run.dt = table.number("dt", Rule{"time", "s", 0.0, kMaxDt, true}, kDefaultDt);
    run.time = table.number("time", within("time", "s", 0.0, kMaxRunTime), kDefaultRunTime);
    run.probeInterval = table.number("probe_interval", notNegative("time", "s"), 0.0);
    table.finish();
    return run;
}

FlowDescription readFlow(Reader table)
{
    FlowDescription flow;
    flow.def = tnDefaultFlowDef();
    readGrid(table, flow.def);
    table.context().dyeChannels = flow.def.dyeChannels;
    readEdges(table.table("edges"), flow);
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
