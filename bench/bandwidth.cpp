// The triad, a contiguous part of the arrays for each thread of a pool.
#include "bench/bandwidth.h"

#include "bench/stopwatch.h"
#include "tarn/tarn.hpp"

#include <algorithm>

namespace tarn::bench
{
namespace
{

// 128 MiB an array, 384 MiB all told: beyond the last-level cache of all but the largest servers.
constexpr size_t kFloats = size_t{1} << 25;
constexpr int kRuns = 10;
constexpr float kScale = 3.0f;

struct Triad
{
    float* a;
    const float* b;
    const float* c;
    size_t parts;

    void run(size_t part) const
    {
        const size_t end = kFloats * (part + 1) / parts;
        for (size_t k = kFloats * part / parts; k < end; ++k)
        {
            a[k] = b[k] + kScale * c[k];
        }
    }
};

void runPart(void* context, int32_t index)
{
    static_cast<const Triad*>(context)->run(static_cast<size_t>(index));
}

} // namespace

Bandwidth::Bandwidth() : a_(kFloats, 0.0f), b_(kFloats, 1.0f), c_(kFloats, 2.0f) {}

double Bandwidth::measure(int32_t threads)
{
    const ThreadPool pool = ThreadPool::create(threads).orThrow();
    const tnTaskSystem tasks = pool.tasks();
    Triad triad = {a_.data(), b_.data(), c_.data(), static_cast<size_t>(threads)};
    Stopwatch watch;
    for (int run = 0; run <= kRuns; ++run)
    {
        watch.measure([&] { tasks.parallelFor(tasks.user, threads, runPart, &triad); });
    }
    return 3.0 * double(kFloats * sizeof(float)) / (watch.leastMs() / 1000.0);
}

double bandwidthBeside(std::span<const Round> rounds)
{
    constexpr double kUndisturbed = 1.1; // times as long as the quickest, at most
    const auto isQuicker = [](const Round& a, const Round& b) { return a.ms < b.ms; };
    const double least = std::min_element(rounds.begin(), rounds.end(), isQuicker)->ms;
    double most = 0.0;
    for (const Round& round : rounds)
    {
        most = round.ms <= kUndisturbed * least ? std::max(most, round.bytesPerSecond) : most;
    }
    return most;
}

} // namespace tarn::bench
