// The bars: the pool with its bodies, simulated on the CPU and drawn by a GPU, runs as fast as
// displays do, and leaves the CPU most of a frame's time for the game.
#include "bench/render_bars.h"

#include "bench/row_text.h"

namespace tarn::bench
{
namespace
{

constexpr int32_t kThreads = 2;
constexpr int32_t kCells = 256;
constexpr int32_t kWidth = 1280; // of a picture
constexpr double kFrames = 60.0; // a second, on a GPU
constexpr double kSimulationMs = 4.0;

} // namespace

std::vector<std::string> renderBars(const std::vector<Row>& rows)
{
    std::vector<std::string> lines;
    std::string timed;
    for (const Row& row : rows)
    {
        if (get<std::string>(row, "case") != "pool" || get<int32_t>(row, "n") != kCells ||
            get<int32_t>(row, "threads") != kThreads)
        {
            continue;
        }
        const std::string name = rowName(
            fmt::format("pool with {} bodies,", get<int32_t>(row, "bodies")), kCells, kThreads);
        if (timed != name)
        {
            timed = name;
            lines.push_back(barLine(name, get<double>(row, "simulation_ms"),
                                    "ms of simulation a step", false, kSimulationMs));
        }
        if (!get<bool>(row, "software") && get<int32_t>(row, "width") == kWidth)
        {
            lines.push_back(
                barLine(fmt::format("{}, drawn {}", name, get<std::string>(row, "detail")),
                        get<double>(row, "fps"), "frames a second", true, kFrames));
        }
    }
    return lines;
}

} // namespace tarn::bench
