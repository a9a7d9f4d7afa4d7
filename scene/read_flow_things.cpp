// Reads [[flow.solids]], [[flow.emitters]] and [[flow.hands]].
#include "scene/defaults.h"
#include "scene/flow_rules.h"
#include "scene/polygon.h"
#include "scene/sections.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace tarn::scene
{
namespace
{

constexpr std::size_t kMaxThings = 4096; // of each kind; the library's limit

std::vector<tnVec2> readVertices(Reader& table)
{
    std::vector<tnVec2> vertices;
    for (const auto& [x, y] : table.points("vertices", kSolidVertexRule))
    {
        vertices.push_back({static_cast<float>(x), static_cast<float>(y)});
    }
    if (vertices.size() < 3 || vertices.size() > TN_MAX_SOLID_VERTICES)
    {
        table.origin("vertices")
            .fail(fmt::format("{} points were given; a polygon has 3 to {}", vertices.size(),
                              TN_MAX_SOLID_VERTICES));
    }
    const std::string fault = polygonFault(vertices);
    if (!fault.empty())
    {
        table.origin("vertices").fail(fault);
    }
    return vertices;
}

void readBox(Reader& table, tnSolidDef& def)
{
    const std::vector<double> size = table.numbers("size", kSolidLengthRule, 2, {0.1, 0.1});
    def.halfSize = {static_cast<float>(size[0] / 2.0), static_cast<float>(size[1] / 2.0)};
    def.radius = static_cast<float>(
        table.number("rounding", within("length", "m", 0.0, kMostSolidSize), 0.0));
    const float most = std::min(def.halfSize.x, def.halfSize.y);
    if (def.radius > most)
    {
        table.origin("rounding")
            .fail(fmt::format("{} m is more than half of the box's shorter side; give at most {}",
                              def.radius, most));
    }
}

// The shape's own keys; those of other shapes are unknown.
void readShape(Reader& table, SolidDescription& solid)
{
    static const std::vector<std::string> kShapes = {"circle", "box", "capsule", "polygon"};
    tnSolidDef& def = solid.shape;
    def.type = static_cast<tnShapeType>(table.choice("shape", kShapes, tn_shapeCircle));
    switch (def.type)
    {
    case tn_shapeBox:
        readBox(table, def);
        break;
    case tn_shapeCapsule:
        def.halfSize = {static_cast<float>(table.number("length", kSolidLengthRule, 0.1) / 2.0),
                        0.0F};
        def.radius =
            static_cast<float>(table.number("radius", kSolidRadiusRule, double(def.radius)));
        break;
    case tn_shapePolygon:
        solid.vertices = readVertices(table);
        break;
    default:
        def.radius =
            static_cast<float>(table.number("radius", kSolidRadiusRule, double(def.radius)));
        break;
    }
}

void readMotion(Reader& table, SolidDescription& solid)
{
    const double degree = 3.14159265358979323846 / 180.0;
    solid.position = table.vector("position", kPlaceRule, {0.0, 0.0});
    solid.angle = table.quantity("angle", kFlowAngleRule, 0.0);
    solid.velocity = table.vector("velocity", kFlowSpeedRule, {0.0, 0.0});
    solid.spin = table.quantity("spin", kFlowSpinRule, 0.0);
    if (table.has("degrees"))
    {
        if (table.has("angle"))
        {
            table.origin("degrees").fail("both angle and degrees are given; leave one out");
        }
        solid.angle = table.number("degrees", within("angle", "degrees", -1e9, 1e9), 0.0) * degree;
    }
    if (varies(solid.position) && table.has("velocity"))
    {
        table.origin("velocity").fail("the position is a formula of t already; leave one out");
    }
    if (solid.angle.varies() && table.has("spin"))
    {
        table.origin("spin").fail("the angle is a formula of t already; leave one out");
    }
}

// What emitters and hands share.
void readBrush(Reader& table, const FlowDescription& flow, FlowBrushDescription& brush)
{
    brush.constant = tnDefaultFlowBrush();
    brush.position = table.vector("position", kPlaceRule, {0.0, 0.0});
    if (!table.has("position"))
    {
        table.origin("position").fail("is missing; give one, as in position = [0.5, 0.5]");
    }
    brush.dye = table.quantities("dye", kFlowDyeRule);
    brush.temperature = table.quantity("temperature", kTemperatureRule, 0.0);
    brush.holdRate =
        table.quantity("hold_rate", kFlowHoldRateRule, double(brush.constant.holdRate));
    brush.isOn = table.quantity("on", any("number", ""), 1.0);
    if (table.has("temperature") && !flow.def.temperature)
    {
        table.origin("temperature").fail("no temperature is carried; set flow.temperature = true");
    }
}

} // namespace

std::vector<SolidDescription> readSolids(Reader& flow, const FlowDescription& description)
{
    std::vector<SolidDescription> solids;
    std::vector<Reader> tables = flow.tables("solids", kMaxThings);
    for (Reader& table : tables)
    {
        SolidDescription solid;
        solid.shape = tnDefaultSolidDef();
        solid.name = readName(table, fmt::format("solid{}", solids.size()));
        readShape(table, solid);
        readMotion(table, solid);
        solid.shape.noSlip = table.flag("no_slip", solid.shape.noSlip);
        solid.shape.fixedTemperature = table.has("temperature");
        solid.shape.temperature =
            static_cast<float>(table.number("temperature", kTemperatureRule, 0.0));
        if (solid.shape.fixedTemperature && !description.def.temperature)
        {
            table.origin("temperature")
                .fail("no temperature is carried; set flow.temperature = true");
        }
        table.finish();
        solids.push_back(std::move(solid));
    }
    std::vector<std::string> names;
    std::transform(solids.begin(), solids.end(), std::back_inserter(names),
                   [](const SolidDescription& solid) { return solid.name; });
    checkNames(names, tables, "solid");
    return solids;
}

std::vector<FlowBrushDescription> readEmitters(Reader& flow, const FlowDescription& description)
{
    static const std::vector<std::string> kModes = {"rate", "hold"};
    std::vector<FlowBrushDescription> emitters;
    for (Reader& table : flow.tables("emitters", kMaxThings))
    {
        FlowBrushDescription emitter;
        readBrush(table, description, emitter);
        const bool holds = table.choice("mode", kModes, 0) == 1;
        emitter.constant.mode = holds ? tn_brushHold : tn_brushRate;
        if (table.has("to"))
        {
            emitter.to = table.vector("to", kPlaceRule, {0.0, 0.0});
        }
        emitter.radius =
            table.quantity("radius", kFlowBrushRadiusRule, double(emitter.constant.radius));
        emitter.velocity =
            table.vector("velocity", holds ? kFlowSpeedRule : kFlowAccelerationRule, {0.0, 0.0});
        // What is named is held.
        emitter.constant.holdVelocity = table.has("velocity");
        emitter.constant.holdDye = table.has("dye");
        emitter.constant.holdTemperature = table.has("temperature");
        if (!table.has("velocity") && !table.has("dye") && !table.has("temperature"))
        {
            table.origin("position")
                .fail("this emitter emits nothing; give it velocity, dye or temperature");
        }
        table.finish();
        emitters.push_back(std::move(emitter));
    }
    return emitters;
}

std::vector<FlowHandDescription> readHands(Reader& flow, const FlowDescription& description)
{
    std::vector<FlowHandDescription> hands;
    for (Reader& table : flow.tables("hands", kMaxThings))
    {
        FlowHandDescription hand;
        readBrush(table, description, hand.brush);
        hand.brush.radius = table.quantity("radius", kFlowBrushRadiusRule, kDefaultHandRadius);
        hand.push = table.quantity("push", any("part", ""), kDefaultPush);
        table.finish();
        hands.push_back(std::move(hand));
    }
    return hands;
}

} // namespace tarn::scene
