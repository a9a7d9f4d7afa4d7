// The suite `water`: what a frame of a pond with floating bodies costs, stage by stage, beside the
// frames a second of the thesis's table.
//
// A frame is what a game asks of the water: motions of all bodies in, a step, forces out. What
// moves the bodies, throws stones and tops up the drops is not timed. Each case takes the same
// steps from the same state for every number of threads, so that the hashes at the end must agree.
// Times are means of two steps, and of these the lower quartile: the water changes from step to
// step, and its cheapest is not its usual one, but what the machine does beside makes steps dearer.
//
// A GPU works on while the host goes on: a step there waits for the one before the last, so that
// single steps tell nothing. Its time is that of all steps over their number, from an idle device
// until it is so again, by the device's clock where it has one, and stages are what the host had to
// do with each. Its clocks take a second of work to rise.
#include "bench/bench_gl.h"
#include "bench/gl_clock.h"
#include "bench/row_text.h"
#include "bench/stopwatch.h"
#include "bench/thesis_table.h"
#include "bench/water_bars.h"
#include "bench/water_case.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tarn::bench
{
namespace
{

constexpr int32_t kFirstSteps = 30; // left out: bodies fall in, still water goes to sleep
constexpr int32_t kLeastSteps = 40;
constexpr int32_t kMostSteps = 400;
constexpr double kCellsPerRow = 32.0 * 1024.0 * 1024.0; // steps times cells aimed at
constexpr int32_t kFirstStepsOnGpu = 300;
constexpr int32_t kStepsOnGpu = 200;

// What a row is measured on, and how many steps it takes there.
class WaterClock
{
  public:
    WaterClock(const Request& request, const BenchGl& gl)
    {
        if (request.backend == tn_backendGL)
        {
            tnGlInfo info = {};
            tnGl_GetInfo(gl.handle(), &info);
            isGpu_ = !info.software;
            clock_.emplace(gl.handle());
            // As a host with a context of its own has it.
            held_.emplace(gl.handle());
        }
    }

    int32_t firstSteps() const { return isGpu_ ? kFirstStepsOnGpu : kFirstSteps; }
    int32_t stepsAt(int32_t n) const
    {
        const double steps = kCellsPerRow / (double(n) * n);
        const double least = isGpu_ ? kStepsOnGpu : kLeastSteps;
        const double kept = std::clamp(steps, least, double(kMostSteps));
        return 2 * static_cast<int32_t>(0.5 * kept);
    }

    // Of a device alone: the host's steps are timed one by one.
    void begin()
    {
        if (clock_)
        {
            clock_->beginNow(); // a still pond asks nothing of it
        }
    }
    double end() { return clock_ ? clock_->end() : 0.0; }

    Row isDevices() const { return clock_ ? Row(clock_->isDevices()) : Row(); }

  private:
    std::optional<GlClock> clock_;
    std::optional<HeldGl> held_;
    bool isGpu_ = false;
};

// The steps of one row, and what was seen of them.
struct WaterRun
{
    int32_t steps = 0;
    Samples step;
    Samples stages[tn_waterStageCount];
    double particles = 0.0; // these four are sums over the steps: in the air when one begins,
    double foam = 0.0;      // flecks of it after one,
    double awake = 0.0;     // part of the tiles,
    double substeps = 0.0;
    double bytes = 0.0;  // moved by a device
    double meanMs = 0.0; // of a step there
    double drift = 0.0;  // of the volume, relative
    int32_t triangles = 0;
    uint32_t flags = 0;
    uint64_t hash = 0;
};

// Two steps, timed.
void measurePair(Pond& pond, WaterRun& run)
{
    double ms = 0.0;
    double stages[tn_waterStageCount] = {};
    for (int32_t step = 0; step < 2; ++step)
    {
        pond.disturb();
        run.particles += pond.airborne();
        const double before = millisecondsNow();
        run.flags |= pond.step();
        ms += 0.5 * (millisecondsNow() - before);
        pond.moveBodies();
        const tnWaterStats stats = pond.stats();
        for (size_t stage = 0; stage < tn_waterStageCount; ++stage)
        {
            stages[stage] += 0.5 * double(stats.ms[stage]);
        }
        run.foam += stats.foam;
        run.awake += double(stats.tilesAwake) / stats.tiles;
        run.substeps += stats.substeps;
        run.bytes += double(stats.deviceBytes);
    }
    run.step.add(ms);
    for (size_t stage = 0; stage < tn_waterStageCount; ++stage)
    {
        run.stages[stage].add(stages[stage]);
    }
}

template <class Progress>
WaterRun runWater(const WaterCase& waterCase, int32_t n, int32_t threads, tnBackend backend,
                  const BenchGl& gl, WaterClock& clock, Progress&& progress)
{
    progress(0.0);
    Pond pond(waterCase, n, threads, backend, gl.handle());
    const double volume = pond.ownVolume();
    for (int32_t step = 0; step < clock.firstSteps(); ++step)
    {
        pond.disturb();
        pond.step();
        pond.moveBodies();
    }
    WaterRun run;
    run.steps = clock.stepsAt(n);
    clock.begin();
    for (int32_t step = 0; step < run.steps; step += 2)
    {
        measurePair(pond, run);
        progress(double(step + 2) / run.steps);
    }
    run.meanMs = clock.end() / run.steps;
    run.drift = std::abs(pond.ownVolume() - volume) / std::abs(volume);
    run.triangles = pond.triangles();
    run.hash = pond.hash();
    return run;
}

Row toRow(const WaterCase& waterCase, int32_t n, int32_t threads, tnBackend backend,
          const BenchGl& gl, const WaterRun& run)
{
    const bool isGl = backend == tn_backendGL;
    const double ms = isGl ? run.meanMs : run.step.lowerQuartile();
    const double steps = run.steps;
    Row row;
    row["suite"] = "water";
    row["case"] = waterCase.name;
    row["n"] = n;
    row["threads"] = threads;
    row["bodies"] = waterCase.bodies;
    row["particles"] = std::llround(run.particles / steps);
    row["ms"] = ms;
    for (int32_t stage = 0; stage < tn_waterStageCount; ++stage)
    {
        row["stages"][tnWaterStage_ToString(static_cast<tnWaterStage>(stage))] =
            run.stages[stage].lowerQuartile();
    }
    row["fps"] = 1000.0 / ms;
    row["volume_drift"] = run.drift;
    row["hash"] = fmt::format("{:016x}", run.hash);
    row["thesis_fps"] = nullptr;
    row["times_thesis"] = nullptr;
    if (const std::optional<double> thesis = thesisFps(n, waterCase.bodies))
    {
        row["thesis_fps"] = *thesis;
        row["times_thesis"] = 1000.0 / ms / *thesis;
    }
    row["speedup"] = nullptr;
    row["triangles"] = run.triangles;
    row["foam"] = std::llround(run.foam / steps);
    row["substeps"] = run.substeps / steps;
    row["awake"] = run.awake / steps;
    row["flags"] = run.flags;
    row["instruction_set"] = tnGetInstructionSets().used;
    row["device"] = gl.device();
    row["bytes"] = isGl ? Row(std::llround(run.bytes / steps)) : Row();
    row["gb_per_s"] = isGl ? Row(1e-6 * run.bytes / steps / ms) : Row();
    return row;
}

void run(const Request& request, Listener& listener)
{
    const BenchGl gl(request);
    WaterClock clock(request, gl);
    size_t rows = 0;
    for (const int32_t n : request.sizes)
    {
        rows += waterCases(n).size() * request.threads.size();
    }
    size_t done = 0;
    for (const int32_t n : request.sizes)
    {
        for (const WaterCase& waterCase : waterCases(n))
        {
            double oneThreadMs = 0.0;
            for (const int32_t threads : request.threads)
            {
                const std::string what = rowName(waterCase.name, n, threads);
                const WaterRun waterRun =
                    runWater(waterCase, n, threads, request.backend, gl, clock, [&](double part) {
                        listener.onProgress((double(done) + part) / double(rows), what);
                    });
                Row row = toRow(waterCase, n, threads, request.backend, gl, waterRun);
                row["device_clock"] = clock.isDevices();
                const auto ms = get<double>(row, "ms");
                oneThreadMs = threads == 1 ? ms : oneThreadMs;
                if (oneThreadMs > 0.0)
                {
                    row["speedup"] = oneThreadMs / ms;
                }
                listener.onRow(row);
                ++done;
            }
        }
    }
}

std::string stageMs(const Row& row, const char* stage)
{
    return milliseconds(row.at("stages").at(stage).get<double>());
}

std::string whole(const Row& row, const char* key)
{
    return fmt::format("{}", get<int64_t>(row, key));
}

std::vector<Column> columns()
{
    return {
        {"case", 6, [](const Row& r) { return get<std::string>(r, "case"); }},
        {"n", 5, [](const Row& r) { return whole(r, "n"); }},
        {"bodies", 6, [](const Row& r) { return whole(r, "bodies"); }},
        {"particles", 9, [](const Row& r) { return whole(r, "particles"); }},
        {"threads", 7, [](const Row& r) { return whole(r, "threads"); }},
        {"ms", 8, [](const Row& r) { return milliseconds(get<double>(r, "ms")); }},
        {"fps", 7, [](const Row& r) { return fmt::format("{:.0f}", get<double>(r, "fps")); }},
        {"thesis", 6, [](const Row& r) { return numberOrNothing(r, "thesis_fps", 0); }},
        {"x thesis", 8, [](const Row& r) { return numberOrNothing(r, "times_thesis", 1); }},
        {"speed-up", 8, [](const Row& r) { return numberOrNothing(r, "speedup", 2); }},
        {"edits", 7, [](const Row& r) { return stageMs(r, "edits"); }},
        {"bodies", 7, [](const Row& r) { return stageMs(r, "bodies"); }},
        {"waves", 7, [](const Row& r) { return stageMs(r, "waves"); }},
        {"viscosity", 9, [](const Row& r) { return stageMs(r, "viscosity"); }},
        {"forces", 7, [](const Row& r) { return stageMs(r, "forces"); }},
        {"spray", 7, [](const Row& r) { return stageMs(r, "spray"); }},
        {"awake", 5, [](const Row& r) { return numberOrNothing(r, "awake", 2); }},
        {"GB/s", 5, [](const Row& r) { return numberOrNothing(r, "gb_per_s", 0); }},
        {"drift", 7,
         [](const Row& r) { return fmt::format("{:.1e}", get<double>(r, "volume_drift")); }},
        {"hash", 16, [](const Row& r) { return get<std::string>(r, "hash"); }},
    };
}

} // namespace

Suite makeWaterSuite()
{
    return {"water",
            "frames of ponds with floating bodies and spray, beside the thesis's table",
            {{16, 32, 48, 256, 1024}, {1, 2}},
            16384,
            columns(),
            run,
            waterBars,
            true};
}

} // namespace tarn::bench
