// The bars: a factor for each line of the thesis's table, frames a second for the large ponds, and
// what a pond asleep may cost.
#include "bench/water_bars.h"

#include "bench/row_text.h"

#include <algorithm>

namespace tarn::bench
{
namespace
{

constexpr int32_t kThreads = 2; // that all bars are for
constexpr double kTimesThesis = 20.0;
constexpr int32_t kThesisLargest = 48; // cells along an edge, where more is asked for:
constexpr double kTimesThesisLargest = 60.0;
constexpr int32_t kStillSize = 1024;
constexpr double kStillPart = 0.02; // of an active pond's time

struct FramesBar
{
    const char* waterCase;
    int32_t n;
    double fps;
};
constexpr FramesBar kFrames[] = {{"spray", 256, 300.0}, {"crowd", 256, 60.0}, {"lake", 1024, 60.0}};

std::string nameOf(const Row& row)
{
    const auto bodies = get<int32_t>(row, "bodies");
    const auto name = get<std::string>(row, "case");
    return rowName(bodies == 0
                       ? name
                       : fmt::format("{} with {} bod{},", name, bodies, bodies == 1 ? "y" : "ies"),
                   get<int32_t>(row, "n"), kThreads);
}

bool matches(const Row& row, const char* waterCase, int32_t n)
{
    return get<std::string>(row, "case") == waterCase && get<int32_t>(row, "n") == n &&
           get<int32_t>(row, "threads") == kThreads;
}

const Row* find(const std::vector<Row>& rows, const char* waterCase, int32_t n)
{
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const Row& row) { return matches(row, waterCase, n); });
    return found == rows.end() ? nullptr : &*found;
}

void addThesisBars(const std::vector<Row>& rows, std::vector<std::string>& lines)
{
    for (const Row& row : rows)
    {
        if (get<int32_t>(row, "threads") != kThreads || row.at("times_thesis").is_null())
        {
            continue;
        }
        const bool isLargest = get<int32_t>(row, "n") == kThesisLargest;
        lines.push_back(barLine(nameOf(row), get<double>(row, "times_thesis"),
                                "times the thesis's frames", true,
                                isLargest ? kTimesThesisLargest : kTimesThesis));
    }
}

void addFramesBars(const std::vector<Row>& rows, std::vector<std::string>& lines)
{
    for (const auto& [waterCase, n, fps] : kFrames)
    {
        if (const Row* row = find(rows, waterCase, n))
        {
            lines.push_back(
                barLine(nameOf(*row), get<double>(*row, "fps"), "frames a second", true, fps));
        }
    }
}

void addStillBar(const std::vector<Row>& rows, std::vector<std::string>& lines)
{
    const Row* still = find(rows, "still", kStillSize);
    const Row* active = find(rows, "active", kStillSize);
    if (still != nullptr && active != nullptr)
    {
        lines.push_back(barLine(nameOf(*still),
                                get<double>(*still, "ms") / get<double>(*active, "ms"),
                                "of an active pond's time", false, kStillPart));
    }
}

} // namespace

std::vector<std::string> waterBars(const std::vector<Row>& rows)
{
    std::vector<std::string> lines;
    addThesisBars(rows, lines);
    addFramesBars(rows, lines);
    addStillBar(rows, lines);
    return lines;
}

} // namespace tarn::bench
