// Reads [water] with its settings, liquid, edges, terrain and initial fields.
#include "scene/defaults.h"
#include "scene/read_settings.h"
#include "scene/sections.h"

#include <algorithm>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

constexpr double kMaxBodies = 65536.0; // the library's limits
constexpr Rule kCellSizeRule = within("length", "m", 1e-4, 1e5);
constexpr double kMaxSprings = 4096.0;
constexpr double kMaxStrokes = 65536.0;
constexpr double kMaxParticles = 16777216.0;

const NumberKey<tnWaterSettings> kNumbers[] = {
    {"gravity", notNegative("acceleration", "m/s^2"),
     [](tnWaterSettings& s, int) -> float& { return s.gravity; }},
    {"rain", notNegative("rate", "m/s"), [](tnWaterSettings& s, int) -> float& { return s.rain; }},
    {"rain_height", positive("length", "m"),
     [](tnWaterSettings& s, int) -> float& { return s.rainHeight; }},
    {"drop_volume", positive("volume", "m^3"),
     [](tnWaterSettings& s, int) -> float& { return s.dropVolume; }},
    {"spray", notNegative("part", ""), [](tnWaterSettings& s, int) -> float& { return s.spray; }},
    {"foam_life", positive("time", "s"),
     [](tnWaterSettings& s, int) -> float& { return s.foamLife; }},
};

const ListKey<tnWaterSettings> kLists[] = {
    {"wind", kSpeedRule, false,
     [](tnWaterSettings& s, int k) -> float& { return k == 0 ? s.wind.x : s.wind.y; }},
    {"dye_dissipation", notNegative("rate", "1/s"), true,
     [](tnWaterSettings& s, int k) -> float& { return s.dyeDissipation[k]; }},
};

const NumberKey<tnWaterSettings> kLiquidNumbers[] = {
    {"density", positive("density", "kg/m^3"),
     [](tnWaterSettings& s, int) -> float& { return s.liquid.density; }},
    {"viscosity", notNegative("viscosity", "Pa s"),
     [](tnWaterSettings& s, int) -> float& { return s.liquid.viscosity; }},
    {"roughness", notNegative("roughness", "s/m^(1/3)"),
     [](tnWaterSettings& s, int) -> float& { return s.liquid.roughness; }},
    {"yield_stress", notNegative("stress", "Pa"),
     [](tnWaterSettings& s, int) -> float& { return s.liquid.yieldStress; }},
};

tnLiquid readLiquidName(Reader& table, const char* key)
{
    std::vector<std::string> names;
    for (int k = 0; k < tn_liquidCount; ++k)
    {
        names.emplace_back(tnLiquidName_ToString(static_cast<tnLiquidName>(k)));
    }
    return tnGetLiquid(static_cast<tnLiquidName>(table.choice(key, names, tn_liquidWater)));
}

// A name, or a table with a name and what is different.
void readLiquid(Reader& water, SettingsDescription<tnWaterSettings>& settings)
{
    if (water.isText("liquid"))
    {
        settings.constant.liquid = readLiquidName(water, "liquid");
        return;
    }
    Reader table = water.table("liquid");
    settings.constant.liquid = readLiquidName(table, "name");
    readNumberKeys<tnWaterSettings>(table, kLiquidNumbers, settings);
    table.finish();
}

WaterEdgeDescription readEdge(Reader table, double level)
{
    static const std::vector<std::string> kTypes = {"wall", "open", "level", "inflow", "periodic"};
    WaterEdgeDescription edge;
    edge.type = static_cast<tnWaterEdgeType>(table.choice("type", kTypes, tn_waterWall));
    edge.level = table.quantity("level", any("height", "m"), level);
    edge.discharge = table.quantity("discharge", any("discharge", "m^2/s"), 0.0);
    edge.dye = table.quantities("dye", kDyeRule);
    const auto onlyOn = [&](const char* key, bool isRight, const char* types) {
        if (table.has(key) && !isRight)
        {
            table.origin(key).fail(
                fmt::format("has no effect on an edge of type '{}'; it is for {}",
                            kTypes[std::size_t(edge.type)], types));
        }
    };
    const bool isLevel = edge.type == tn_waterLevel;
    const bool isInflow = edge.type == tn_waterInflow;
    onlyOn("level", isLevel, "level");
    onlyOn("discharge", isInflow, "inflow");
    onlyOn("dye", isLevel || isInflow, "level and inflow");
    table.finish();
    return edge;
}

InitialWater readInitial(Reader table)
{
    InitialWater initial;
    const auto read = [&](const char* key, const Rule& rule, std::optional<Pattern>& out) {
        if (table.has(key))
        {
            out = table.pattern(key, rule, 0.0);
        }
    };
    read("surface", any("height", "m"), initial.surface);
    read("depth", notNegative("depth", "m"), initial.depth);
    read("velocity_x", kSpeedRule, initial.velocityX);
    read("velocity_y", kSpeedRule, initial.velocityY);
    read("foam", within("part", "", 0.0, 1.0), initial.foam);
    initial.dye = table.dyePatterns("dye", kDyeRule);
    if (initial.surface && initial.depth)
    {
        table.origin("depth").fail("both surface and depth are given; leave one of them out");
    }
    table.finish();
    return initial;
}

void readSize(Reader& table, tnWaterDef& def)
{
    const GridKeys grid =
        readGrid(table, {def.nx, def.ny, def.cellSize, def.origin}, kCellSizeRule);
    def.nx = grid.nx;
    def.ny = grid.ny;
    def.cellSize = grid.cellSize;
    def.origin = grid.origin;
    def.level = static_cast<float>(table.number("level", any("height", "m"), double(def.level)));
    def.dyeChannels = table.whole(
        "dye_channels", within("number of channels", "", 0.0, TN_MAX_WATER_DYES), def.dyeChannels);
    def.bodyCapacity =
        table.whole("body_capacity", within("capacity", "", 0.0, kMaxBodies), def.bodyCapacity);
    def.springCapacity = table.whole("spring_capacity", within("capacity", "", 0.0, kMaxSprings),
                                     def.springCapacity);
    def.brushCapacity =
        table.whole("brush_capacity", within("capacity", "", 0.0, kMaxStrokes), def.brushCapacity);
    def.particleCapacity = table.whole(
        "particle_capacity", within("capacity", "", 0.0, kMaxParticles), def.particleCapacity);
    const double cells = double(def.nx) * double(def.ny);
    checkMemory(table,
                cells * (kBytesPerWaterCell + kBytesPerScalar * double(def.dyeChannels)) +
                    kBytesPerParticle * double(def.particleCapacity),
                fmt::format("{} x {} cells with {} dyes and {} particles", def.nx, def.ny,
                            def.dyeChannels, def.particleCapacity));
}

// Room for what the scene itself brings; what is beyond that is the user's own.
void makeRoom(Reader& table, WaterDescription& water)
{
    std::int64_t bodies = 0;
    std::int64_t motors = 0;
    for (const BodyDescription& body : water.bodies)
    {
        bodies += body.count;
        motors += body.motor ? body.count : 0;
    }
    if (bodies > static_cast<std::int64_t>(kMaxBodies))
    {
        table.origin("bodies").fail(
            fmt::format("{} bodies are too many; {} are allowed", bodies, kMaxBodies));
    }
    tnWaterDef& def = water.def;
    def.bodyCapacity = std::max(def.bodyCapacity, static_cast<std::int32_t>(bodies));
    def.springCapacity = std::max(def.springCapacity, std::int32_t(water.springs.size()));
    const std::int64_t strokes = def.brushCapacity + motors +
                                 static_cast<std::int64_t>(2 * water.hands.size()) +
                                 static_cast<std::int64_t>(water.strokes.size());
    def.brushCapacity =
        static_cast<std::int32_t>(std::min(strokes, static_cast<std::int64_t>(kMaxStrokes)));
}

} // namespace

SettingsDescription<tnWaterSettings> readWaterSettings(Reader& water)
{
    SettingsDescription<tnWaterSettings> settings;
    settings.constant = tnDefaultWaterSettings();
    readLiquid(water, settings);
    readNumberKeys<tnWaterSettings>(water, kNumbers, settings);
    readListKeys<tnWaterSettings>(water, kLists, settings);
    settings.constant.maxSubsteps = water.whole("max_substeps", within("number", "", 1.0, 1000.0),
                                                settings.constant.maxSubsteps);
    settings.constant.sleep = water.flag("sleep", settings.constant.sleep);
    return settings;
}

WaterDescription readWater(Reader table)
{
    WaterDescription water;
    water.def = tnDefaultWaterDef();
    readSize(table, water.def);
    table.context().dyeChannels = water.def.dyeChannels;
    water.settings = readWaterSettings(table);
    readSides(table.table("edges"), [&](const Reader& edge, std::size_t side) {
        water.edges[side] = readEdge(edge, double(water.def.level));
        return water.edges[side].type == tn_waterPeriodic;
    });
    if (table.has("terrain"))
    {
        water.terrain = table.pattern("terrain", any("height", "m"), 0.0);
    }
    water.initial = readInitial(table.table("initial"));
    water.springs = readSprings(table);
    water.hands = readWaterHands(table);
    water.strokes = readStrokes(table);
    water.bodies = readBodies(table);
    water.onFlow = readOnFlow(table, water);
    makeRoom(table, water);
    table.finish();
    return water;
}

} // namespace tarn::scene
