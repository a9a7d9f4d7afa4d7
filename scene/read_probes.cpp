// Reads [[probes]].
#include "scene/defaults.h"
#include "scene/flow_probes.h"
#include "scene/sections.h"
#include "scene/suggest.h"
#include "scene/water_probes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace tarn::scene
{
namespace
{

constexpr std::size_t kMaxProbes = 1024;

// What the probes of a part can ask for.
struct Questions
{
    std::vector<std::string> kinds; // in the order of ProbeKind; the last one is the part's own
    ProbeKind ownKind;
    std::vector<std::string> quantities;
    std::vector<std::string> usual; // quantities when none are named
    std::function<void(Reader& table, ProbeDescription& probe)> readOwn;
};

void readQuantities(Reader& table, const Questions& questions, ProbeDescription& probe)
{
    const std::vector<std::string>& known = questions.quantities;
    probe.quantities = table.texts("quantities");
    if (probe.quantities.empty())
    {
        probe.quantities = questions.usual;
    }
    for (const std::string& quantity : probe.quantities)
    {
        if (std::find(known.begin(), known.end(), quantity) == known.end())
        {
            table.origin("quantities")
                .fail(fmt::format("there is no '{}'; {}", quantity, suggestion(quantity, known)));
        }
    }
}

std::array<double, 2> readPoint(Reader& table, const std::string& key)
{
    if (!table.has(key))
    {
        table.origin(key).fail(fmt::format("is missing; give a point, as in {} = [0.5, 0.5]", key));
    }
    const std::vector<double> numbers = table.numbers(key, kPlaceRule, 2, {});
    return {numbers[0], numbers[1]};
}

void readLine(Reader& table, ProbeDescription& probe)
{
    const std::array<double, 2> from = readPoint(table, "from");
    const std::array<double, 2> to = readPoint(table, "to");
    const int count = table.whole("count", within("number of points", "", 2.0, kMaxLinePoints),
                                  kDefaultLinePoints);
    for (int k = 0; k < count; ++k)
    {
        const double part = double(k) / double(count - 1);
        probe.points.push_back(
            {from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])});
    }
}

void readForce(Reader& table, const FlowDescription& flow, ProbeDescription& probe)
{
    std::vector<std::string> names = {"mask"};
    for (const SolidDescription& solid : flow.solids)
    {
        names.push_back(solid.name);
    }
    if (!table.has("solid"))
    {
        table.origin("solid").fail(fmt::format("is missing; give a name from: {}", joined(names)));
    }
    probe.thing = static_cast<int>(table.choice("solid", names, 0)) - 1;
    const std::vector<double> direction =
        table.numbers("direction", any("number", ""), 2, {1.0, 0.0});
    const double length = std::hypot(direction[0], direction[1]);
    if (!(length > 0.0))
    {
        table.origin("direction").fail("0, 0 points nowhere; give the way that the fluid flows");
    }
    probe.direction = {direction[0] / length, direction[1] / length};
    const bool hasSpeed = table.has("reference_speed");
    if (hasSpeed != table.has("reference_length"))
    {
        table.origin(hasSpeed ? "reference_length" : "reference_speed")
            .fail("is missing; coefficients need reference_speed and reference_length");
    }
    const double speed = table.number("reference_speed", positive("speed", "m/s"), 0.0);
    const double size = table.number("reference_length", positive("length", "m"), 0.0);
    probe.dynamicForce = 0.5 * double(flow.fluid.at(0.0).density) * speed * speed * size;
}

void readBody(Reader& table, const WaterDescription& water, ProbeDescription& probe)
{
    std::vector<std::string> names;
    for (const BodyDescription& body : water.bodies)
    {
        names.push_back(body.name);
    }
    if (!table.has("body"))
    {
        table.origin("body").fail(fmt::format("is missing; give a name from: {}", joined(names)));
    }
    probe.thing = static_cast<int>(table.choice("body", names, 0));
    const int count = water.bodies[std::size_t(probe.thing)].count;
    probe.index = table.whole("index", within("number", "", 0.0, count - 1), 0);
}

ProbeDescription readProbe(Reader& table, const Questions& questions, std::size_t number)
{
    ProbeDescription probe;
    probe.name = readName(table, fmt::format("probe{}", number));
    if (!table.has("type"))
    {
        table.origin("type").fail(
            fmt::format("is missing; choose from: {}", joined(questions.kinds)));
    }
    const std::size_t kind = table.choice("type", questions.kinds, 0);
    probe.kind =
        kind + 1 == questions.kinds.size() ? questions.ownKind : static_cast<ProbeKind>(kind);
    switch (probe.kind)
    {
    case ProbeKind::point:
        probe.points.push_back(readPoint(table, "position"));
        readQuantities(table, questions, probe);
        break;
    case ProbeKind::line:
        readLine(table, probe);
        readQuantities(table, questions, probe);
        break;
    case ProbeKind::totals:
    case ProbeKind::stats:
        break;
    default:
        questions.readOwn(table, probe);
        break;
    }
    table.finish();
    return probe;
}

std::vector<ProbeDescription> readAll(Reader& root, const Questions& questions,
                                      const ProbeTaker& namer)
{
    std::vector<ProbeDescription> probes;
    std::vector<std::string> names;
    std::vector<Reader> tables = root.tables("probes", kMaxProbes);
    for (Reader& table : tables)
    {
        probes.push_back(readProbe(table, questions, probes.size()));
        names.push_back(probes.back().name);
    }
    checkNames(names, tables, "probe");
    const std::size_t count = probeColumns(probes, namer).size();
    if (count > static_cast<std::size_t>(kMaxProbeColumns))
    {
        root.origin("probes").fail(
            fmt::format("{} columns are too many; {} are allowed", count, kMaxProbeColumns));
    }
    return probes;
}

} // namespace

std::vector<ProbeDescription> readProbes(Reader& root, const FlowDescription& flow)
{
    const Questions questions = {
        {"point", "line", "totals", "stats", "force"},
        ProbeKind::force,
        sampleQuantities(flow.def),
        {"velocity_x", "velocity_y"},
        [&](Reader& table, ProbeDescription& probe) { readForce(table, flow, probe); }};
    return readAll(root, questions, FlowProbes(flow.def));
}

std::vector<ProbeDescription> readProbes(Reader& root, const WaterDescription& water)
{
    const Questions questions = {
        {"point", "line", "totals", "stats", "body"},
        ProbeKind::body,
        sampleQuantities(water.def),
        {"surface", "depth"},
        [&](Reader& table, ProbeDescription& probe) { readBody(table, water, probe); }};
    return readAll(root, questions, WaterProbes(water.def));
}

} // namespace tarn::scene
