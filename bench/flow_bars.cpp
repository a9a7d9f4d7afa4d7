// The bars as a table: which row, which figure of it, at least or at most how much.
#include "bench/flow_bars.h"

#include "bench/row_text.h"

#include <algorithm>
#include <optional>

namespace tarn::bench
{
namespace
{

struct Figure
{
    const char* text; // follows the number
    bool isAtLeast;   // else at most
    std::optional<double> (*value)(const Row& row, const std::vector<Row>& rows);
};

struct Bar
{
    const char* flowCase;
    int32_t n;
    const Figure& figure;
    double bound;
};

constexpr int32_t kThreads = 2; // that all bars are for
constexpr int32_t kSmall = 256; // where fields fit the caches

const Row* find(const std::vector<Row>& rows, const std::string& flowCase, int32_t n)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
        return get<std::string>(row, "case") == flowCase && get<int32_t>(row, "n") == n &&
               get<int32_t>(row, "threads") == kThreads;
    });
    return found == rows.end() ? nullptr : &*found;
}

double msPerCell(const Row& row)
{
    const double n = get<double>(row, "n");
    return get<double>(row, "ms") / (n * n);
}

std::optional<double> timesClassic(const Row& row, const std::vector<Row>&)
{
    return ratio(row, "classic_ms", "ms");
}

std::optional<double> divergence(const Row& row, const std::vector<Row>&)
{
    return get<double>(row, "divergence");
}

std::optional<double> stepsPerSecond(const Row& row, const std::vector<Row>&)
{
    return 1000.0 / get<double>(row, "ms");
}

std::optional<double> timesLimit(const Row& row, const std::vector<Row>&)
{
    return ratio(row, "ms", "limit_ms");
}

std::optional<double> speedup(const Row& row, const std::vector<Row>&)
{
    return row.at("speedup").is_null() ? std::nullopt : std::optional(get<double>(row, "speedup"));
}

std::optional<double> growth(const Row& row, const std::vector<Row>& rows)
{
    const Row* small = find(rows, get<std::string>(row, "case"), kSmall);
    return small == nullptr ? std::nullopt : std::optional(msPerCell(row) / msPerCell(*small));
}

constexpr Figure kTimesClassic = {"times as fast as the textbook", true, timesClassic};
constexpr Figure kDivergence = {"of the divergence left", false, divergence};
constexpr Figure kStepsPerSecond = {"steps a second", true, stepsPerSecond};
constexpr Figure kTimesLimit = {"times as long as memory takes", false, timesLimit};
constexpr Figure kSpeedup = {"times as fast as one thread", true, speedup};
constexpr Figure kGrowth = {"times the cost of a cell at 256", false, growth};

constexpr Bar kBars[] = {
    {"plume", 512, kTimesClassic, 100.0},
    {"ink", 512, kTimesClassic, 60.0},
    {"viscous", 512, kTimesClassic, 40.0},
    {"plume", 512, kDivergence, 1e-4},
    {"ink", 512, kDivergence, 1e-4},
    {"viscous", 512, kDivergence, 1e-4},
    {"plume", 1024, kStepsPerSecond, 150.0},
    {"ink", 1024, kStepsPerSecond, 80.0},
    {"plume", 512, kTimesLimit, 5.0},
    {"plume", 1024, kTimesLimit, 5.0},
    {"plume", 512, kSpeedup, 1.7},
    {"ink", 512, kSpeedup, 1.7},
    {"viscous", 512, kSpeedup, 1.7},
    {"plume", 1024, kSpeedup, 1.7},
    {"ink", 1024, kSpeedup, 1.7},
    {"viscous", 1024, kSpeedup, 1.7},
    {"plume", 2048, kSpeedup, 1.7},
    {"ink", 2048, kSpeedup, 1.7},
    {"viscous", 2048, kSpeedup, 1.7},
    {"plume", 2048, kGrowth, 2.5},
    {"ink", 2048, kGrowth, 2.5},
    {"viscous", 2048, kGrowth, 2.5},
};

// A step of ink on an NVIDIA H200 (ms), and the share of a copy's speed.
struct GpuBar
{
    int32_t n;
    double ms;
    double share; // 0: none is asked for
};
constexpr GpuBar kGpuBars[] = {
    {672, 0.40, 0.0}, {1024, 0.55, 0.0}, {2048, 1.2, 0.0}, {4096, 3.2, 0.5}, {8192, 12.0, 0.0}};

void addGpuBars(const std::vector<Row>& rows, std::vector<std::string>& lines)
{
    for (const Row& row : rows)
    {
        const bool isGpu = row.value("backend", "") == tnBackend_ToString(tn_backendGL);
        for (const GpuBar& bar : kGpuBars)
        {
            if (!isGpu || get<std::string>(row, "case") != "ink" || get<int32_t>(row, "n") != bar.n)
            {
                continue;
            }
            const std::string name = fmt::format("ink {} x {}, gl", bar.n, bar.n);
            lines.push_back(barLine(name, get<double>(row, "ms"), "ms a step", false, bar.ms));
            if (bar.share > 0.0)
            {
                lines.push_back(barLine(name, get<double>(row, "copy_share"), "of a copy's speed",
                                        true, bar.share));
            }
        }
    }
}

} // namespace

std::vector<std::string> flowBars(const std::vector<Row>& rows)
{
    std::vector<std::string> lines;
    addGpuBars(rows, lines);
    for (const auto& [flowCase, n, figure, bound] : kBars)
    {
        const Row* row = find(rows, flowCase, n);
        const std::optional<double> value =
            row == nullptr ? std::nullopt : figure.value(*row, rows);
        if (value)
        {
            lines.push_back(barLine(rowName(flowCase, n, kThreads), *value, figure.text,
                                    figure.isAtLeast, bound));
        }
    }
    return lines;
}

} // namespace tarn::bench
