// Draws the progress line on stderr with a bar, the share done and the time left.
#include "cli/progress.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace tarn::cli
{
namespace
{

using namespace std::chrono_literals;

constexpr auto kQuiet = 1s; // shorter work shows nothing
constexpr auto kBetweenDrawings = 100ms;
constexpr int kBarWidth = 24;

bool isTerminal(std::FILE* stream)
{
#if defined(_WIN32)
    return _isatty(_fileno(stream)) != 0;
#else
    return isatty(fileno(stream)) != 0;
#endif
}

// "40 s", "12 min", "5.2 h"
std::string lengthOf(double seconds)
{
    if (seconds < 100.0)
    {
        return fmt::format("{:.0f} s", seconds);
    }
    return seconds < 6000.0 ? fmt::format("{:.0f} min", seconds / 60.0)
                            : fmt::format("{:.1f} h", seconds / 3600.0);
}

} // namespace

Progress::Progress()
    : onTerminal_(isTerminal(stdout) && isTerminal(stderr)), start_(Clock::now()),
      lastDrawn_(start_)
{
}

void Progress::update(double fraction, std::string_view what)
{
    const Clock::time_point now = Clock::now();
    if (!onTerminal_ || now - start_ < kQuiet || now - lastDrawn_ < kBetweenDrawings)
    {
        return;
    }
    const double share = std::clamp(fraction, 0.0, 1.0);
    const int filled = static_cast<int>(share * kBarWidth);
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    const std::string left =
        share > 0.0 ? fmt::format(", {} left", lengthOf(elapsed * (1.0 - share) / share)) : "";
    fmt::print(stderr, "\r\033[K[{:=<{}}{: <{}}] {:3.0f} %{}  {}", "", filled, "",
               kBarWidth - filled, 100.0 * share, left, what);
    std::fflush(stderr);
    drawn_ = true;
    lastDrawn_ = now;
}

void Progress::clear()
{
    if (drawn_)
    {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
        drawn_ = false;
    }
}

} // namespace tarn::cli
