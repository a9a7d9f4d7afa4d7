// Builds the pressure problems: solids as a distance to discs, faces cut where it changes sign
// (Batty, Bertails, Bridson 2007), and a flow whose divergence the solve is to remove.
//
// The flow passes open faces only, so that the right-hand side sums to zero in every closed
// region, as it does in a simulation.
#include "bench/solver_problem.h"

#include "bench/stirring.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tarn::bench
{
namespace
{

constexpr int kDiscs = 300;
constexpr double kLeastRadius = 0.004; // of the box
constexpr double kMostRadius = 0.02;
constexpr double kNoise = 0.2; // of the swirl's speed

// A 64-bit linear congruential generator (Knuth's MMIX constants); the upper bits are the good
// ones.
class Random
{
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    // Evenly spread over [low, high).
    double uniform(double low, double high)
    {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return low + (high - low) * (static_cast<double>(state_ >> 40) / 16777216.0);
    }

  private:
    uint64_t state_;
};

size_t at(int32_t i, int32_t j, int32_t width)
{
    return static_cast<size_t>(j) * static_cast<size_t>(width) + static_cast<size_t>(i);
}

// Signed distance to the nearest disc at the grid's (n+1) x (n+1) nodes, in cells, cut off at 2.
std::vector<double> discDistance(int32_t n)
{
    std::vector<double> distance(at(0, n + 1, n + 1), 2.0);
    Random random(1);
    for (int disc = 0; disc < kDiscs; ++disc)
    {
        const double x = random.uniform(0.0, 1.0) * n;
        const double y = random.uniform(0.0, 1.0) * n;
        const double radius = random.uniform(kLeastRadius, kMostRadius) * n;
        const auto first = [&](double c) {
            return std::max(0, static_cast<int32_t>(c - radius - 2.0));
        };
        const auto last = [&](double c) {
            return std::min(n, static_cast<int32_t>(c + radius + 2.0));
        };
        for (int32_t j = first(y); j <= last(y); ++j)
        {
            for (int32_t i = first(x); i <= last(x); ++i)
            {
                const double gap = std::sqrt((i - x) * (i - x) + (j - y) * (j - y)) - radius;
                double& nearest = distance[at(i, j, n + 1)];
                nearest = std::min(nearest, gap);
            }
        }
    }
    return distance;
}

// The part of an edge that is outside, given the signed distances at its two ends.
double openFraction(double d0, double d1)
{
    if (d0 <= 0.0 && d1 <= 0.0)
    {
        return 0.0;
    }
    if (d0 >= 0.0 && d1 >= 0.0)
    {
        return 1.0;
    }
    return std::max(d0, d1) / (std::max(d0, d1) - std::min(d0, d1));
}

double inverseDensity(double x, double y)
{
    return 1.0 + 0.5 * wave(1.5 * x) * wave(1.5 * y + 0.25);
}

void cutFaces(SolverProblem& problem)
{
    const int32_t n = problem.n;
    const std::vector<double> distance = discDistance(n);
    const auto node = [&](int32_t i, int32_t j) { return distance[at(i, j, n + 1)]; };
    problem.bx.resize(at(0, n, n + 1));
    problem.by.resize(at(0, n + 1, n));
    for (int32_t j = 0; j < n; ++j)
    {
        for (int32_t i = 0; i <= n; ++i)
        {
            const double open = openFraction(node(i, j), node(i, j + 1));
            problem.bx[at(i, j, n + 1)] =
                static_cast<float>(open * inverseDensity(double(i) / n, (j + 0.5) / n));
        }
    }
    for (int32_t j = 0; j <= n; ++j)
    {
        for (int32_t i = 0; i < n; ++i)
        {
            const double open = openFraction(node(i, j), node(i + 1, j));
            problem.by[at(i, j, n)] =
                static_cast<float>(open * inverseDensity((i + 0.5) / n, double(j) / n));
        }
    }
}

// r = minus the divergence of a flow through the open faces, none through the walls of the box.
void setFlow(SolverProblem& problem)
{
    const int32_t n = problem.n;
    Random random(2);
    std::vector<double> divergence(at(0, n, n), 0.0);
    for (int32_t j = 0; j < n; ++j)
    {
        for (int32_t i = 1; i < n; ++i)
        {
            const double open = problem.bx.empty() ? 1.0 : double(problem.bx[at(i, j, n + 1)]);
            const double swirl = wave(2.0 * i / n) * wave(3.0 * (j + 0.5) / n + 0.25);
            const double flux = open * (swirl + random.uniform(-kNoise, kNoise));
            divergence[at(i - 1, j, n)] += flux;
            divergence[at(i, j, n)] -= flux;
        }
    }
    for (int32_t j = 1; j < n; ++j)
    {
        for (int32_t i = 0; i < n; ++i)
        {
            const double open = problem.by.empty() ? 1.0 : double(problem.by[at(i, j, n)]);
            const double swirl = wave(2.0 * (i + 0.5) / n + 0.25) * wave(3.0 * j / n);
            const double flux = open * (swirl + random.uniform(-kNoise, kNoise));
            divergence[at(i, j - 1, n)] += flux;
            divergence[at(i, j, n)] -= flux;
        }
    }
    problem.r.resize(divergence.size());
    std::transform(divergence.begin(), divergence.end(), problem.r.begin(),
                   [](double d) { return static_cast<float>(-d); });
}

} // namespace

SolverProblem makeOpenProblem(int32_t n)
{
    SolverProblem problem{"open", n, {}, {}, {}};
    setFlow(problem);
    return problem;
}

SolverProblem makeSolidsProblem(int32_t n)
{
    SolverProblem problem{"solids", n, {}, {}, {}};
    cutFaces(problem);
    setFlow(problem);
    return problem;
}

} // namespace tarn::bench
