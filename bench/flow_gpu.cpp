// A GPU works on while the host goes on, so that single steps tell nothing: the time of a row is
// that of many steps over their number, from an idle device until it is so again, by the device's
// clock where it has one. Stages are what the host had to do with the last step.
#include "bench/flow_gpu.h"

#include "bench/bench_gl.h"
#include "bench/classic_gl.h"
#include "bench/row_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tarn::bench
{
namespace
{

constexpr float kDt = 1.0f / 60.0f;
constexpr int32_t kFirstSteps = 40;       // at least: until the plan of the projection has settled,
constexpr int32_t kMostFirstSteps = 2000; // and clocks have risen
constexpr int32_t kLeastSteps = 20;
constexpr int32_t kMostSteps = 1000;
constexpr double kCellsPerRow = 1.0e9; // steps times cells aimed at, and as many before them
constexpr int32_t kClassicSteps = 10;
constexpr int32_t kReadSteps = 40; // with a dye for the host in each
constexpr int32_t kReadStepsInSoftware = 4;
constexpr float kTolerance = 1e-3f; // of the divergence, which the classic scheme is far from

int32_t stepsAt(int32_t n, int32_t least, int32_t most)
{
    const double steps = kCellsPerRow / (double(n) * n);
    return static_cast<int32_t>(std::clamp(steps, double(least), double(most)));
}

double classicMs(tnGl gl, GlClock& clock, int32_t n)
{
    ClassicGl classic(gl, n);
    classic.step();
    clock.begin();
    for (int32_t step = 0; step < kClassicSteps; ++step)
    {
        classic.step();
    }
    return clock.end() / kClassicSteps;
}

// Bytes a cell that the operations of a step move: in each, a field that it reads or writes counts
// once.
double gpuBytesPerCell(const FlowCase& flowCase, double cycles)
{
    const tnFlowSettings settings = settingsOf(flowCase);
    const double dyes = flowCase.dyes;
    const bool corrects = settings.velocityAdvection == tn_advectionMacCormack;
    const double ways = corrects ? 16.0 : 8.0;
    double bytes = 8.0 + ways;                          // trace: velocity to ways
    bytes += 0.5 * (8.0 + 4.0 + 8.0);                   // reflect, every second step
    bytes += 8.0 + 8.0 + 8.0;                           // move: ways back, from, to
    bytes += corrects ? ways + 3.0 * 8.0 : 0.0;         // its correction: ways, from, moved, to
    bytes += ways + 8.0 * dyes;                         // carry
    bytes += settings.confinement > 0.0f ? 16.0 : 0.0;  // pull,
    bytes += settings.dyeWeight[0] != 0.0f ? 4.0 : 0.0; // by a dye too
    bytes += strokedPart(flowCase) * 2.0 * 8.0;         // a component of velocity, and a dye
    bytes += 8.0 + 4.0 + 4.0;                           // divergence: velocity, pressed, r
    bytes += 8.0 + 4.0 + 4.0 + 8.0 + 4.0;               // gradient
    // Cycles: down from zero reads r and writes x, between two both are read, x is written; coarse
    // levels add a third of a way down and up. What a second round takes beyond its cycles is left
    // out: nobody tells how many there were.
    bytes += (9.0 + 13.0) + (cycles - 1.0) * 14.0 + cycles * 22.0 / 3.0;
    return bytes;
}

// A step whose dye the host reads: of the step before, which was asked for then, or of this one.
double lateReadMs(Flow& flow, GlClock& clock, int32_t steps)
{
    tnRead asked = flow.requestField(tn_flowDye0).orThrow();
    clock.begin();
    for (int32_t step = 0; step < steps; ++step)
    {
        flow.step(kDt);
        const tnRead next = flow.requestField(tn_flowDye0).orThrow();
        flow.readField(asked, true).orThrow();
        flow.endRead(asked);
        asked = next;
    }
    const double ms = clock.end() / steps;
    flow.endRead(asked);
    return ms;
}

double readMs(Flow& flow, GlClock& clock, int32_t steps)
{
    clock.begin();
    for (int32_t step = 0; step < steps; ++step)
    {
        flow.step(kDt);
        flow.view(tn_flowDye0);
    }
    return clock.end() / steps;
}

} // namespace

void measureFlowsOnGpu(const Request& request, Listener& listener)
{
    const BenchGl gl(request);
    tnGlInfo info = {};
    tnGl_GetInfo(gl.handle(), &info);
    GlClock clock(gl.handle());
    const double copied = ClassicGl(gl.handle(), 16).copyBytesPerSecond(clock);
    double done = 0.0;
    const double all = double(request.sizes.size()) * 3.0;
    // Held throughout, as a host with a context of its own has it: making it current and leaving it
    // again is not what a step costs.
    const HeldGl held(gl.handle());
    for (const int32_t n : request.sizes)
    {
        listener.onProgress(done / all, fmt::format("the classic scheme, {}", n));
        const double classic = classicMs(gl.handle(), clock, n);
        for (const FlowCase& flowCase : flowCases())
        {
            // The bytes of their solves are not counted.
            if (flowCase.name == "viscous" || flowCase.name == "discs")
            {
                continue;
            }
            listener.onProgress(++done / all, fmt::format("{}, {}", flowCase.name, n));
            Flow flow = makeFlow(flowCase, n, 0, gl.handle(), kTolerance);
            uint32_t flags = 0;
            const int32_t first =
                info.software ? kFirstSteps : stepsAt(n, kFirstSteps, kMostFirstSteps);
            for (int32_t step = 0; step < first; ++step)
            {
                flow.step(kDt);
            }
            const int32_t steps = info.software ? kLeastSteps : stepsAt(n, kLeastSteps, kMostSteps);
            double cycles = 0.0;
            double worst = 0.0;
            clock.begin();
            for (int32_t step = 0; step < steps; ++step)
            {
                flags |= flow.step(kDt);
                const tnFlowStats stats = flow.stats();
                cycles += double(stats.pressureIterations) / steps;
                worst = std::max(worst, double(stats.divergenceAfter) /
                                            std::max(double(stats.divergenceBefore), 1e-30));
            }
            const double ms = clock.end() / steps;
            const tnFlowStats stats = flow.stats();
            const double bytes = gpuBytesPerCell(flowCase, cycles) * double(n) * n;
            Row row;
            row["suite"] = "flow";
            row["case"] = flowCase.name;
            row["n"] = n;
            row["threads"] = 0;
            row["backend"] = tnBackend_ToString(tn_backendGL);
            row["ms"] = ms;
            for (int32_t stage = 0; stage < tn_stageCount; ++stage)
            {
                row["stages"][stageKey(stage)] = stats.ms[stage];
            }
            row["divergence"] = worst;
            row["classic_ms"] = classic;
            row["classic_divergence"] = nullptr;
            row["limit_ms"] = 1000.0 * leastBytesPerCell(flowCase) * double(n) * n / copied;
            row["hash"] = fmt::format("{:016x}", flow.hash());
            row["speedup"] = nullptr;
            row["pressure_iterations"] = cycles;
            row["flags"] = flags;
            row["device"] = gl.device();
            row["device_clock"] = clock.isDevices();
            row["bytes_per_step"] = bytes;
            row["copy_bytes_per_second"] = copied;
            row["copy_share"] = bytes / (1e-3 * ms) / copied;
            const int32_t reads = info.software ? kReadStepsInSoftware : kReadSteps;
            row["late_read_ms"] = lateReadMs(flow, clock, reads);
            row["read_ms"] = readMs(flow, clock, reads);
            listener.onRow(row);
        }
        ++done;
    }
}

} // namespace tarn::bench
