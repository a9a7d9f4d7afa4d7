// Reads [[water.springs]], [[water.hands]] and [[water.strokes]].
#include "scene/defaults.h"
#include "scene/sections.h"

#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

constexpr std::size_t kMaxThings = 4096; // of each kind; the library's limit for springs

void needPosition(Reader& table)
{
    if (!table.has("position"))
    {
        table.origin("position").fail("is missing; give one, as in position = [0.5, 0.5]");
    }
}

// Strokes give amounts, hands amounts a second.
struct BrushUnits
{
    const char* speed;
    const char* height;
};
constexpr BrushUnits kOnce = {"m/s", "m"};
constexpr BrushUnits kPerSecond = {"m/s^2", "m/s"};

WaterBrushDescription readBrush(Reader& table, const BrushUnits& units)
{
    WaterBrushDescription brush;
    needPosition(table);
    brush.position = table.vector("position", kPlaceRule, {0.0, 0.0});
    brush.radius = table.quantity("radius", positive("length", "m"), kDefaultWaterRadius);
    brush.velocity = table.vector("velocity", any("speed", units.speed), {0.0, 0.0});
    brush.water = table.quantity("water", any("depth", units.height), 0.0);
    brush.splash = table.quantity("splash", any("depth", units.height), 0.0);
    brush.terrain = table.quantity("terrain", any("height", units.height), 0.0);
    brush.foam = table.quantity("foam", within("part", "", 0.0, 1.0), 0.0);
    brush.dye = table.quantities("dye", kDyeRule);
    return brush;
}

} // namespace

std::vector<SpringDescription> readSprings(Reader& water)
{
    std::vector<SpringDescription> springs;
    for (Reader& table : water.tables("springs", kMaxThings))
    {
        SpringDescription spring;
        needPosition(table);
        spring.position = table.vector("position", kPlaceRule, {0.0, 0.0});
        spring.radius = table.quantity("radius", positive("length", "m"), kDefaultWaterRadius);
        spring.discharge = table.quantity("discharge", any("discharge", "m^3/s"), 0.0);
        spring.velocity = table.vector("velocity", kSpeedRule, {0.0, 0.0});
        spring.dye = table.quantities("dye", kDyeRule);
        spring.isOn = table.quantity("on", any("number", ""), 1.0);
        if (!table.has("discharge"))
        {
            table.origin("discharge")
                .fail("is missing; give what comes out in m^3/s, below 0 for a drain");
        }
        table.finish();
        springs.push_back(std::move(spring));
    }
    return springs;
}

std::vector<WaterHandDescription> readWaterHands(Reader& water)
{
    std::vector<WaterHandDescription> hands;
    for (Reader& table : water.tables("hands", kMaxThings))
    {
        WaterHandDescription hand;
        hand.brush = readBrush(table, kPerSecond);
        hand.push = table.quantity("push", any("part", ""), kDefaultPush);
        hand.holdRate =
            table.quantity("hold_rate", notNegative("rate", "1/s"), kDefaultWaterHoldRate);
        hand.isOn = table.quantity("on", any("number", ""), 1.0);
        table.finish();
        hands.push_back(std::move(hand));
    }
    return hands;
}

std::vector<StrokeDescription> readStrokes(Reader& water)
{
    std::vector<StrokeDescription> strokes;
    for (Reader& table : water.tables("strokes", kMaxThings))
    {
        StrokeDescription stroke;
        stroke.brush = readBrush(table, kOnce);
        if (table.has("to"))
        {
            stroke.brush.to = table.vector("to", kPlaceRule, {0.0, 0.0});
        }
        stroke.time = table.number("time", notNegative("time", "s"), 0.0);
        stroke.every = table.number("every", positive("time", "s"), 0.0);
        stroke.until = table.number("until", notNegative("time", "s"), kMaxRunTime);
        table.finish();
        strokes.push_back(std::move(stroke));
    }
    return strokes;
}

} // namespace tarn::scene
