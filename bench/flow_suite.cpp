// The suite `flow`: what a step costs, stage by stage, against the textbook's step and against the
// machine's memory.
//
// For each size the textbook's step is taken once; then each case takes the same steps from the
// same state for every number of threads, so that the hashes at the end must agree. All of that is
// done in rounds, since what else a machine does comes and goes in seconds: times are means of two
// steps, since every second one is of another kind, the least of these that any round took for
// them, and of all such pairs the lower quartile: the flow changes from step to step, and its
// cheapest is not its usual one. The textbook's step, which does the same work every time, gets its
// best time. The memory's speed is taken right before and after the steps of every round, and that
// of undisturbed rounds counts: a virtual machine's cores are now neighbours that share a cache,
// now far apart with a way to the memory each, which slows steps down and makes the triad faster.
#include "bench/bandwidth.h"
#include "bench/classic_fluid.h"
#include "bench/flow_bars.h"
#include "bench/flow_case.h"
#include "bench/flow_gpu.h"
#include "bench/row_text.h"
#include "bench/stopwatch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tarn::bench
{
namespace
{

constexpr float kDt = 1.0f / 60.0f;
constexpr int32_t kFirstSteps = 5; // left out: cold caches, and solves without a good guess
constexpr int32_t kLeastSteps = 20;
constexpr int32_t kMostSteps = 120;
constexpr double kCellsPerRow = 32.0 * 1024.0 * 1024.0; // steps times cells aimed at, in a round
constexpr int32_t kMostRounds = 8;
constexpr double kCellsOfRounds = 4.0 * 1024.0 * 1024.0; // rounds times cells aimed at
constexpr int32_t kLeastClassicSteps = 3;                // the first is left out
constexpr int32_t kMostClassicSteps = 20;
constexpr double kClassicMs = 3000.0; // no more of them after this long

struct Classic
{
    double ms;
    double divergence;
};

int32_t roundsAt(int32_t n)
{
    return static_cast<int32_t>(
        std::clamp(kCellsOfRounds / (double(n) * n), 2.0, double(kMostRounds)));
}

// What progress is told: how much of all the work is done.
class Work
{
  public:
    Work(const Request& request, Listener& listener) : listener_(listener)
    {
        for (const int32_t n : request.sizes)
        {
            total_ += cost(n) * double(1 + static_cast<size_t>(roundsAt(n)) * flowCases().size() *
                                               request.threads.size());
        }
    }

    // `part` of the piece at hand, which is at size n, is done.
    void show(int32_t n, double part, const std::string& what)
    {
        listener_.onProgress((done_ + part * cost(n)) / total_, what);
    }

    void finishPiece(int32_t n) { done_ += cost(n); }

  private:
    static double cost(int32_t n) { return std::max(double(n) * n, 65536.0); }

    Listener& listener_;
    double total_ = 0.0;
    double done_ = 0.0;
};

int32_t stepsAt(int32_t n)
{
    const double steps = kCellsPerRow / (double(n) * n);
    const double kept = std::clamp(steps, double(kLeastSteps), double(kMostSteps));
    return 2 * static_cast<int32_t>(0.5 * kept);
}

Classic measureClassic(int32_t n, Work& work)
{
    ClassicFluid fluid(n);
    Stopwatch watch;
    const double start = millisecondsNow();
    for (int32_t step = 0; step < kMostClassicSteps; ++step)
    {
        work.show(n, double(step) / kMostClassicSteps, fmt::format("the textbook's step, {}", n));
        if (step >= kLeastClassicSteps && millisecondsNow() - start > kClassicMs)
        {
            break;
        }
        watch.measure([&] { fluid.step(kDt); });
    }
    work.finishPiece(n);
    return {watch.leastMs(), fluid.divergenceLeft()};
}

double divergenceLeft(const tnFlowStats& stats)
{
    return stats.divergenceBefore > 0.0f
               ? double(stats.divergenceAfter) / double(stats.divergenceBefore)
               : 0.0;
}

// The steps of one row, and what was seen of them.
struct FlowRun
{
    std::vector<Round> rounds;
    Samples step;
    Samples stages[tn_stageCount];
    double divergence = 0.0; // the worst step's
    double iterations = 0.0; // of the pressure, the mean
    uint32_t flags = 0;
    uint64_t hash = 0;

    // The same steps once more.
    void addRound(const FlowRun& again)
    {
        if (again.hash != hash)
        {
            throw std::runtime_error("the same steps ended in another state when taken again");
        }
        rounds.insert(rounds.end(), again.rounds.begin(), again.rounds.end());
        step.keepLeast(again.step);
        for (size_t stage = 0; stage < tn_stageCount; ++stage)
        {
            stages[stage].keepLeast(again.stages[stage]);
        }
    }
};

FlowRun runFlow(const FlowCase& flowCase, int32_t n, int32_t threads, Bandwidth& bandwidth,
                Work& work)
{
    const std::string what = rowName(flowCase.name, n, threads);
    work.show(n, 0.0, what);
    const double before = bandwidth.measure(threads);
    Flow flow = makeFlow(flowCase, n, threads);
    for (int32_t step = 0; step < kFirstSteps; ++step)
    {
        flow.step(kDt);
    }
    FlowRun run;
    const int32_t steps = stepsAt(n);
    for (int32_t pair = 0; pair < steps / 2; ++pair)
    {
        double ms = 0.0;
        double stages[tn_stageCount] = {};
        for (int32_t step = 0; step < 2; ++step)
        {
            const double start = millisecondsNow();
            run.flags |= flow.step(kDt);
            ms += 0.5 * (millisecondsNow() - start);
            const tnFlowStats stats = flow.stats();
            for (size_t stage = 0; stage < tn_stageCount; ++stage)
            {
                stages[stage] += 0.5 * double(stats.ms[stage]);
            }
            run.divergence = std::max(run.divergence, divergenceLeft(stats));
            run.iterations += double(stats.pressureIterations) / steps;
        }
        run.step.add(ms);
        for (size_t stage = 0; stage < tn_stageCount; ++stage)
        {
            run.stages[stage].add(stages[stage]);
        }
        work.show(n, 2.0 * double(pair + 1) / steps, what);
    }
    run.hash = flow.hash();
    run.rounds.push_back({run.step.lowerQuartile(), std::max(before, bandwidth.measure(threads))});
    work.finishPiece(n);
    return run;
}

Row toRow(const FlowCase& flowCase, int32_t n, int32_t threads, const FlowRun& run,
          const Classic& classic)
{
    const double bytesPerSecond = bandwidthBeside(run.rounds);
    const double bytes = double(leastBytesPerCell(flowCase)) * n * n;
    Row row;
    row["suite"] = "flow";
    row["case"] = flowCase.name;
    row["n"] = n;
    row["threads"] = threads;
    row["backend"] = tnBackend_ToString(tn_backendCpu);
    row["ms"] = run.step.lowerQuartile();
    for (int32_t stage = 0; stage < tn_stageCount; ++stage)
    {
        row["stages"][stageKey(stage)] = run.stages[stage].lowerQuartile();
    }
    row["divergence"] = run.divergence;
    row["classic_ms"] = classic.ms;
    row["classic_divergence"] = classic.divergence;
    row["limit_ms"] = 1000.0 * bytes / bytesPerSecond;
    row["hash"] = fmt::format("{:016x}", run.hash);
    row["speedup"] = nullptr;
    row["pressure_iterations"] = run.iterations;
    row["flags"] = run.flags;
    row["limit_bytes_per_cell"] = leastBytesPerCell(flowCase);
    row["triad_bytes_per_second"] = bytesPerSecond;
    row["instruction_set"] = tnGetInstructionSets().used;
    return row;
}

void run(const Request& request, Listener& listener)
{
    if (request.backend == tn_backendGL)
    {
        measureFlowsOnGpu(request, listener);
        return;
    }
    Work work(request, listener);
    Bandwidth bandwidth;
    for (const int32_t n : request.sizes)
    {
        const Classic classic = measureClassic(n, work);
        std::map<std::pair<std::string, int32_t>, FlowRun> runs;
        for (int32_t round = 0; round < roundsAt(n); ++round)
        {
            for (const int32_t threads : request.threads)
            {
                for (const FlowCase& flowCase : flowCases())
                {
                    const FlowRun flowRun = runFlow(flowCase, n, threads, bandwidth, work);
                    const auto [place, isFirst] =
                        runs.try_emplace({flowCase.name, threads}, flowRun);
                    if (!isFirst)
                    {
                        place->second.addRound(flowRun);
                    }
                }
            }
        }
        for (const FlowCase& flowCase : flowCases())
        {
            double oneThreadMs = 0.0;
            for (const int32_t threads : request.threads)
            {
                const FlowRun& flowRun = runs.at({flowCase.name, threads});
                Row row = toRow(flowCase, n, threads, flowRun, classic);
                const double ms = flowRun.step.lowerQuartile();
                oneThreadMs = threads == 1 ? ms : oneThreadMs;
                if (oneThreadMs > 0.0)
                {
                    row["speedup"] = oneThreadMs / ms;
                }
                listener.onRow(row);
            }
        }
    }
}

std::string percent(double part)
{
    return fmt::format("{:.2g} %", 100.0 * part);
}

std::string stageMs(const Row& row, tnFlowStage stage)
{
    return milliseconds(row.at("stages").at(stageKey(stage)).get<double>());
}

std::vector<Column> columns()
{
    return {
        {"case", 7, [](const Row& r) { return get<std::string>(r, "case"); }},
        {"n", 5, [](const Row& r) { return fmt::format("{}", get<int>(r, "n")); }},
        {"threads", 7, [](const Row& r) { return fmt::format("{}", get<int>(r, "threads")); }},
        {"ms", 8, [](const Row& r) { return milliseconds(get<double>(r, "ms")); }},
        {"x classic", 9,
         [](const Row& r) { return fmt::format("{:.1f}", ratio(r, "classic_ms", "ms")); }},
        {"/ limit", 7,
         [](const Row& r) { return fmt::format("{:.1f}", ratio(r, "ms", "limit_ms")); }},
        {"speed-up", 8, [](const Row& r) { return numberOrNothing(r, "speedup", 2); }},
        {"divergence", 10, [](const Row& r) { return percent(get<double>(r, "divergence")); }},
        {"solids", 7, [](const Row& r) { return stageMs(r, tn_stageSolids); }},
        {"velocity", 8, [](const Row& r) { return stageMs(r, tn_stageAdvectVelocity); }},
        {"scalars", 8, [](const Row& r) { return stageMs(r, tn_stageAdvectScalars); }},
        {"forces", 7, [](const Row& r) { return stageMs(r, tn_stageForces); }},
        {"diffusion", 9, [](const Row& r) { return stageMs(r, tn_stageDiffusion); }},
        {"projection", 10, [](const Row& r) { return stageMs(r, tn_stageProjection); }},
        {"classic ms", 10, [](const Row& r) { return milliseconds(get<double>(r, "classic_ms")); }},
        {"its div.", 8,
         [](const Row& r) {
             return r.at("classic_divergence").is_null()
                        ? std::string()
                        : percent(get<double>(r, "classic_divergence"));
         }},
        {"limit ms", 8, [](const Row& r) { return milliseconds(get<double>(r, "limit_ms")); }},
        {"of copy", 7,
         [](const Row& r) {
             return r.contains("copy_share") ? percent(get<double>(r, "copy_share"))
                                             : std::string();
         }},
        {"late read", 9, [](const Row& r) { return numberOrNothing(r, "late_read_ms", 3); }},
        {"read", 7, [](const Row& r) { return numberOrNothing(r, "read_ms", 3); }},
        {"hash", 16, [](const Row& r) { return get<std::string>(r, "hash"); }},
    };
}

} // namespace

Suite makeFlowSuite()
{
    return {"flow",
            "steps of plume, ink, viscous ink and ink among discs against the textbook's step and "
            "memory's speed",
            {{64, 128, 256, 512, 1024, 2048}, {1, 2}},
            16384,
            columns(),
            run,
            flowBars,
            true};
}

} // namespace tarn::bench
