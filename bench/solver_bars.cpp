// The bars: what a cycle and a whole solve may cost beside the textbook's sweep, and memory.
#include "bench/solver_bars.h"

#include "bench/row_text.h"

namespace tarn::bench
{
namespace
{

constexpr int32_t kSize = 1024; // that all bars are for
constexpr int32_t kThreads = 2;
constexpr double kOpenCycle = 1.0 / 8.0; // of a sweep
constexpr double kSolidsCycle = 1.0 / 5.0;
constexpr double kSolve = 0.7;
constexpr double kBytesPerCell = 48.0;

bool isMeant(const Row& row)
{
    return get<int32_t>(row, "n") == kSize && get<int32_t>(row, "threads") == kThreads &&
           get<std::string>(row, "backend") == tnBackend_ToString(tn_backendCpu);
}

} // namespace

std::vector<std::string> solverBars(const std::vector<Row>& rows)
{
    std::vector<std::string> lines;
    for (const Row& row : rows)
    {
        if (!isMeant(row))
        {
            continue;
        }
        const auto solverCase = get<std::string>(row, "case");
        const std::string name = rowName(solverCase, kSize, kThreads);
        const auto add = [&](double value, const char* figure, double bound) {
            lines.push_back(barLine(name, value, figure, false, bound));
        };
        add(ratio(row, "vcycle_ms", "classic_sweep_ms"), "of a classic sweep for a V-cycle",
            solverCase == "open" ? kOpenCycle : kSolidsCycle);
        add(ratio(row, "solve_ms", "classic_sweep_ms"), "of a classic sweep for a solve", kSolve);
        add(get<double>(row, "memory_bytes_per_cell"), "bytes a cell", kBytesPerCell);
    }
    return lines;
}

} // namespace tarn::bench
