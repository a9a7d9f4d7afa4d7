// The suite `solver`: what a V-cycle and a whole solve cost, in milliseconds and in sweeps of the
// classic solver.
//
// For each case, size and number of threads: rounds of {classic sweep, copy of a field, a few
// V-cycles, more V-cycles, a whole solve from zero}, the least of each. A V-cycle's time is the
// difference between more and few of them, so that copying in and out is not counted; the whole
// solve does count it. On a GPU nothing is read back between those cycles, and one number at the
// end.
#include "bench/bench_gl.h"
#include "bench/classic_sweep.h"
#include "bench/row_text.h"
#include "bench/solver_bars.h"
#include "bench/solver_problem.h"
#include "bench/stopwatch.h"
#include "tarn/tarn.hpp"

#include <cstring>

namespace tarn::bench
{
namespace
{

constexpr int32_t kFewCycles = 2;
constexpr int32_t kMoreCycles = 10;
constexpr float kTolerance = 1e-3f;       // of the whole solve: what a game needs
constexpr float kFactorTolerance = 1e-5f; // deep enough for a mean factor to be an asymptotic one
constexpr int kLeastRounds = 8;           // the first is not counted
constexpr int kMostRounds = 400;
constexpr double kRowMs = 2000.0; // rounds go on for this long

// One sweep and one copy at the size of the problem, with memory of their own.
class Yardsticks
{
  public:
    explicit Yardsticks(const SolverProblem& problem)
        : n_(problem.n), cells_(problem.r), copy_(problem.r.size()),
          x_(static_cast<size_t>(n_ + 2) * static_cast<size_t>(n_ + 2)), x0_(x_.size(), 1.0f)
    {
    }

    void run()
    {
        sweep_.measure([this] { classicSweep(n_, x_.data(), x0_.data(), 1.0f, 4.0f); });
        copyTime_.measure(
            [this] { std::memcpy(copy_.data(), cells_.data(), cells_.size() * sizeof(float)); });
    }

    double sweepMs() const { return sweep_.leastMs(); }
    double copyMs() const { return copyTime_.leastMs(); }

  private:
    int32_t n_;
    std::vector<float> cells_, copy_, x_, x0_;
    Stopwatch sweep_, copyTime_;
};

tnSolveParams cycles(int32_t count)
{
    tnSolveParams params = tnDefaultSolveParams();
    params.method = tn_methodMultigrid;
    params.tolerance = 0.0f;
    params.preSweeps = 2; // V(2,1), the textbooks' yardstick
    params.postSweeps = 1;
    params.maxIterations = count;
    return params;
}

tnSolveParams solveTo(float tolerance, tnSolverMethod method)
{
    tnSolveParams params = tnDefaultSolveParams();
    params.method = method;
    params.tolerance = tolerance;
    return params;
}

// Calls progress(fraction of this row) after each round.
template <class Progress>
Row measureRow(const SolverProblem& problem, int32_t threads, tnBackend backend, const BenchGl& gl,
               Progress&& progress)
{
    const int32_t n = problem.n;
    tnSolverDef def = tnDefaultSolverDef();
    def.nx = n;
    def.ny = n;
    def.threads = threads;
    def.backend = backend;
    def.gl = gl.handle();
    Solver solver = Solver::create(def).orThrow();

    std::vector<float> x(problem.r.size());
    std::vector<float> remainder(problem.r.size());
    const auto solve = [&](const tnSolveParams& params, std::span<float> rest) {
        return solver.solve(problem.r, x, rest, params).orThrow();
    };

    Stopwatch setup;
    const auto setCoefficients = [&] {
        orThrow(solver.setCoefficients({}, problem.bx, problem.by));
    };
    for (int i = 0; i < 4; ++i)
    {
        setup.measure(setCoefficients);
    }

    Yardsticks yardsticks(problem);
    // A box would be solved without cycles: that has a time of its own.
    const bool isBox = problem.bx.empty() && backend != tn_backendGL;
    const tnSolverMethod method = isBox ? tn_methodMultigrid : tn_methodAuto;
    bool wentDirectly = false;
    Stopwatch few, more, whole, direct;
    tnSolveResult solved = {};
    const double start = millisecondsNow();
    for (int round = 0; round < kMostRounds; ++round)
    {
        const double elapsed = millisecondsNow() - start;
        if (round >= kLeastRounds && elapsed > kRowMs)
        {
            break;
        }
        yardsticks.run();
        few.measure([&] { solve(cycles(kFewCycles), {}); });
        more.measure([&] { solve(cycles(kMoreCycles), {}); });
        whole.measure([&] { solved = solve(solveTo(kTolerance, method), {}); });
        if (isBox)
        {
            direct.measure([&] {
                wentDirectly =
                    solve(solveTo(kTolerance, tn_methodDirect), {}).method == tn_methodDirect;
            });
        }
        progress(std::min(1.0, std::max(elapsed / kRowMs, double(round) / kMostRounds)));
    }
    if (isBox) // the hash is of what cycles found
    {
        solve(solveTo(kTolerance, method), {});
    }
    const uint64_t hash = tnHash(x.data(), x.size() * sizeof(float), 0);
    const double factor = double(solve(solveTo(kFactorTolerance, method), remainder).factor);

    const tnSolverInfo info = solver.info();
    Row row;
    row["suite"] = "solver";
    row["case"] = problem.name;
    row["n"] = n;
    row["threads"] = info.threads;
    row["backend"] = tnBackend_ToString(def.backend);
    row["vcycle_ms"] = (more.leastMs() - few.leastMs()) / (kMoreCycles - kFewCycles);
    row["solve_ms"] = whole.leastMs();
    row["tolerance"] = 1e-3;
    row["iterations"] = solved.iterations;
    row["factor"] = factor;
    row["classic_sweep_ms"] = yardsticks.sweepMs();
    row["copy_ms"] = yardsticks.copyMs();
    row["hash"] = fmt::format("{:016x}", hash);
    row["memory_bytes_per_cell"] = double(info.memoryBytes) / (double(n) * double(n));
    row["setup_ms"] = setup.leastMs();
    row["instruction_set"] = tnGetInstructionSets().used;
    row["direct_ms"] = wentDirectly ? Row(direct.leastMs()) : Row();
    row["converged"] = solved.converged;
    row["relative_residual"] = double(solved.relativeResidual);
    row["device"] = gl.device();
    return row;
}

void run(const Request& request, Listener& listener)
{
    const BenchGl gl(request);
    const size_t total = 2 * request.sizes.size() * request.threads.size();
    size_t done = 0;
    for (const int32_t n : request.sizes)
    {
        for (const auto makeProblem : {makeOpenProblem, makeSolidsProblem})
        {
            const SolverProblem problem = makeProblem(n);
            for (const int32_t threads : request.threads)
            {
                const std::string what = rowName(problem.name, n, threads);
                const auto progress = [&](double part) {
                    listener.onProgress((double(done) + part) / double(total), what);
                };
                progress(0.0);
                listener.onRow(measureRow(problem, threads, request.backend, gl, progress));
                ++done;
            }
        }
    }
}

// How many classic sweeps `key` costs.
std::string inSweeps(const Row& row, const char* key)
{
    return fmt::format("{:.3f}", ratio(row, key, "classic_sweep_ms"));
}

std::string milliseconds(const Row& row, const char* key)
{
    return bench::milliseconds(get<double>(row, key));
}

std::vector<Column> columns()
{
    return {
        {"case", 6, [](const Row& r) { return get<std::string>(r, "case"); }},
        {"n", 5, [](const Row& r) { return fmt::format("{}", get<int>(r, "n")); }},
        {"threads", 7, [](const Row& r) { return fmt::format("{}", get<int>(r, "threads")); }},
        {"V-cycle ms", 10, [](const Row& r) { return milliseconds(r, "vcycle_ms"); }},
        {"in sweeps", 9, [](const Row& r) { return inSweeps(r, "vcycle_ms"); }},
        {"solve ms", 8, [](const Row& r) { return milliseconds(r, "solve_ms"); }},
        {"in sweeps", 9, [](const Row& r) { return inSweeps(r, "solve_ms"); }},
        {"direct ms", 9, [](const Row& r) { return numberOrNothing(r, "direct_ms", 3); }},
        {"iterations", 10,
         [](const Row& r) {
             return fmt::format("{}{}", get<int>(r, "iterations"),
                                get<bool>(r, "converged") ? "" : "!");
         }},
        {"factor", 6, [](const Row& r) { return fmt::format("{:.3f}", get<double>(r, "factor")); }},
        {"sweep ms", 8, [](const Row& r) { return milliseconds(r, "classic_sweep_ms"); }},
        {"copy ms", 7, [](const Row& r) { return milliseconds(r, "copy_ms"); }},
        {"setup ms", 8, [](const Row& r) { return milliseconds(r, "setup_ms"); }},
        {"bytes/cell", 10,
         [](const Row& r) {
             return fmt::format("{:.1f}", get<double>(r, "memory_bytes_per_cell"));
         }},
        {"hash", 16, [](const Row& r) { return get<std::string>(r, "hash"); }},
    };
}

} // namespace

Suite makeSolverSuite()
{
    return {"solver",
            "pressure solves in a box, open and with solids, against the classic sweep",
            {{256, 512, 1024, 2048}, {1, 2}},
            32768,
            columns(),
            run,
            solverBars,
            true};
}

} // namespace tarn::bench
