// Names the columns of probes and puts their numbers in a row.
#include "scene/probes.h"

#include <fmt/format.h>

namespace tarn::scene
{

Figures ProbeTaker::take(const ProbeDescription& probe) const
{
    switch (probe.kind)
    {
    case ProbeKind::totals:
        return totals();
    case ProbeKind::stats:
        return stats();
    case ProbeKind::force:
    case ProbeKind::body:
        return thing(probe);
    default:
        break;
    }
    const bool isLine = probe.kind == ProbeKind::line;
    const std::vector<std::vector<double>> rows = samples(probe);
    Figures figures;
    for (std::size_t q = 0; q < probe.quantities.size(); ++q)
    {
        for (std::size_t k = 0; k < rows.size(); ++k)
        {
            const std::string& quantity = probe.quantities[q];
            figures.push_back({isLine ? fmt::format("{}.{}", quantity, k) : quantity, rows[k][q]});
        }
    }
    return figures;
}

std::vector<std::string> probeColumns(const std::vector<ProbeDescription>& probes,
                                      const ProbeTaker& taker)
{
    std::vector<std::string> columns = {"time", "step"};
    for (const ProbeDescription& probe : probes)
    {
        for (const Figure& figure : taker.take(probe))
        {
            columns.push_back(probe.name + "." + figure.name);
        }
    }
    return columns;
}

std::vector<double> probeValues(const std::vector<ProbeDescription>& probes,
                                const ProbeTaker& taker, double time, std::int64_t steps)
{
    std::vector<double> values = {time, static_cast<double>(steps)};
    for (const ProbeDescription& probe : probes)
    {
        for (const Figure& figure : taker.take(probe))
        {
            values.push_back(figure.value);
        }
    }
    return values;
}

std::string csvHeading(const std::vector<std::string>& columns)
{
    return fmt::format("{}\n", fmt::join(columns, ","));
}

std::string csvLine(const std::vector<double>& values)
{
    std::string line;
    for (const double value : values)
    {
        line += fmt::format("{}{:.9g}", line.empty() ? "" : ",", value);
    }
    return line + "\n";
}

} // namespace tarn::scene
