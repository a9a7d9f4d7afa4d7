// Reads [[probes]].
#include "scene/defaults.h"
#include "scene/probes.h"
#include "scene/sections.h"
#include "scene/suggest.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

constexpr std::size_t kMaxProbes = 1024;

const std::vector<std::string>& kindNames()
{
    static const std::vector<std::string> kNames = {"point", "line", "force", "totals", "stats"};
    return kNames;
}

void readQuantities(Reader& table, const FlowDescription& flow, ProbeDescription& probe)
{
    const std::vector<std::string> known = sampleQuantities(flow.def);
    probe.quantities = table.texts("quantities");
    if (probe.quantities.empty())
    {
        probe.quantities = {"velocity_x", "velocity_y"};
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
    probe.solid = static_cast<int>(table.choice("solid", names, 0)) - 1;
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

void checkColumns(Reader& root, const std::vector<ProbeDescription>& probes,
                  const FlowDescription& flow)
{
    const std::size_t count = probeColumns(probes, flow.def).size();
    if (count > static_cast<std::size_t>(kMaxProbeColumns))
    {
        root.origin("probes").fail(
            fmt::format("{} columns are too many; {} are allowed", count, kMaxProbeColumns));
    }
}

} // namespace

std::vector<ProbeDescription> readProbes(Reader& root, const FlowDescription& flow)
{
    std::vector<ProbeDescription> probes;
    for (Reader& table : root.tables("probes", kMaxProbes))
    {
        ProbeDescription probe;
        probe.name = readName(table, fmt::format("probe{}", probes.size()));
        if (std::any_of(probes.begin(), probes.end(),
                        [&](const ProbeDescription& p) { return p.name == probe.name; }))
        {
            table.origin("name").fail(
                fmt::format("'{}' is taken by another probe; choose another", probe.name));
        }
        if (!table.has("type"))
        {
            table.origin("type").fail(
                fmt::format("is missing; choose from: {}", joined(kindNames())));
        }
        probe.kind = static_cast<ProbeKind>(table.choice("type", kindNames(), 0));
        switch (probe.kind)
        {
        case ProbeKind::point:
            probe.points.push_back(readPoint(table, "position"));
            readQuantities(table, flow, probe);
            break;
        case ProbeKind::line:
            readLine(table, probe);
            readQuantities(table, flow, probe);
            break;
        case ProbeKind::force:
            readForce(table, flow, probe);
            break;
        case ProbeKind::totals:
        case ProbeKind::stats:
            break;
        }
        table.finish();
        probes.push_back(std::move(probe));
    }
    checkColumns(root, probes, flow);
    return probes;
}

} // namespace tarn::scene
