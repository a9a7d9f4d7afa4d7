// Running the levels that follow the passages: sweeps and K-cycles; see graph_hierarchy.h.
#include "solve/graph_hierarchy.h"

#include "core/wide.h"
#include "solve/graph_rows.h"
#include "solve/k_cycle.h"

#include <algorithm>

namespace tarn
{

namespace
{

// Sweeps before and after the coarse correction. One is enough (measured: a second one costs
// 80 % more time for 5 % fewer iterations).
constexpr int32_t kSweeps = 1;
constexpr int32_t kSweepsOnLast = 4;

// r - A x at a node.
float residual(const GraphLevel& level, uint32_t node)
{
    const float self = level.x[node];
    float sum = level.r[node];
    for (uint32_t e = level.firstEdge[node]; e < level.firstEdge[node + 1]; ++e)
    {
        sum += level.edges[e].c * (level.x[level.edges[e].to] - self);
    }
    return sum;
}

// (A f) at a node.
float applied(const GraphLevel& level, const float* f, uint32_t node)
{
    const float self = f[node];
    float sum = 0.0f;
    for (uint32_t e = level.firstEdge[node]; e < level.firstEdge[node + 1]; ++e)
    {
        sum += level.edges[e].c * (self - f[level.edges[e].to]);
    }
    return sum;
}

// Half a sweep: blocks of one colour are not neighbours, except across the seam of a ring of odd
// length. Nodes of one block may be, and go in order, or in reverse to make sweeps before and
// after mirror images.
void relaxColour(Tasks& tasks, const GraphLevel& level, int32_t colour, bool reverse)
{
    forRows(tasks, level.rows, level.kept, level.ring && level.rows % 2 == 1, [&](int32_t row) {
        const GraphLevel::Nodes nodes = level.keptOf(row, colour);
        for (size_t k = 0; k < nodes.size(); ++k)
        {
            relaxNode(level, nodes[reverse ? nodes.size() - 1 - k : k]);
        }
    });
}

void relaxForward(Tasks& tasks, const GraphLevel& level)
{
    relaxColour(tasks, level, 0, false);
    relaxColour(tasks, level, 1, false);
}

void relaxBackward(Tasks& tasks, const GraphLevel& level)
{
    relaxColour(tasks, level, 1, true);
    relaxColour(tasks, level, 0, true);
}

} // namespace

// Sums over rows, the rows then in order.
template <class Value>
double GraphHierarchy::sum(Tasks& tasks, const GraphLevel& level, Value&& value)
{
    forRows(tasks, level.rows, level.kept, false, [&](int32_t row) {
        double total = 0.0;
        for (const uint32_t n : level.keptOf(row))
        {
            total += value(n);
        }
        rowSums_[row] = total;
    });
    double total = 0.0;
    for (int32_t row = 0; row < level.rows; ++row)
    {
        total += rowSums_[row];
    }
    return total;
}

// Takes the mean over every closed region that ends on this level out of f: nothing that r could
// have or x should have. Without this their constants grow from cycle to cycle until they drown
// the rest in rounding.
void GraphHierarchy::removeMeans(const GraphLevel& level, float* f)
{
    forClosed(level, [&](auto&& members) {
        double sum = 0.0;
        uint32_t size = 0;
        members([&](uint32_t n) {
            sum += wide(f[n]);
            ++size;
        });
        const auto mean = static_cast<float>(sum / size);
        members([&](uint32_t n) { f[n] -= mean; });
    });
}

// x = an approximation of A^-1 r by sweeps and the levels above; r stays, but for its means.
void GraphHierarchy::precondition(Tasks& tasks, int32_t index)
{
    const GraphLevel& level = levels_[index];
    const bool last = index + 1 == levelCount_;
    removeMeans(level, level.r);
    std::fill_n(level.x, level.nodes, 0.0f);
    for (int32_t k = 0; k < (last ? kSweepsOnLast : kSweeps); ++k)
    {
        relaxForward(tasks, level);
    }
    if (!last)
    {
        const GraphLevel& coarse = levels_[index + 1];
        addUp(tasks, level, coarse, coarse.r, [&](uint32_t n) { return residual(level, n); });
        solve(tasks, index + 1);
        forKept(tasks, level, [&](uint32_t n) {
            if (level.parent[n] < kClosed)
            {
                level.x[n] += coarse.x[level.parent[n]];
            }
        });
    }
    for (int32_t k = 0; k < (last ? kSweepsOnLast : kSweeps); ++k)
    {
        relaxBackward(tasks, level);
    }
    removeMeans(level, level.x);
}

// x = an approximation of A^-1 r. r is used up.
void GraphHierarchy::solve(Tasks& tasks, int32_t index)
{
    const GraphLevel& level = levels_[index];
    forShares(tasks, level, [&](uint32_t node, uint32_t to, float share) {
        level.r[to] += share * level.r[node];
    });
    if (level.kept > 0)
    {
        takeSteps(tasks, index);
    }
    forEliminatedBackwards(tasks, level, [&](uint32_t node) { relaxNode(level, node); });
}

// One or two steps of a conjugate gradient for the nodes that were kept.
void GraphHierarchy::takeSteps(Tasks& tasks, int32_t index)
{
    const GraphLevel& level = levels_[index];
    const auto dot = [&](const float* f, const float* g) {
        return sum(tasks, level, [=](uint32_t n) { return wide(f[n]) * wide(g[n]); });
    };
    const double before = dot(level.r, level.r);
    precondition(tasks, index);
    const double pAp = sum(tasks, level, [&](uint32_t n) {
        level.p[n] = level.x[n];
        return wide(level.x[n]) * wide(applied(level, level.x, n));
    });
    const double alpha1 = dot(level.p, level.r) / pAp;
    if (!(pAp > 0.0) || !isPlausibleStep(alpha1))
    {
        return;
    }
    const double after = sum(tasks, level, [&](uint32_t n) {
        level.r[n] -= static_cast<float>(alpha1) * applied(level, level.p, n);
        return wide(level.r[n]) * wide(level.r[n]);
    });
    KStep step = {alpha1, 0.0};
    if (after > kGoodEnoughForK * before)
    {
        precondition(tasks, index);
        const auto energyWith = [&](const float* f) {
            return sum(tasks, level,
                       [&](uint32_t n) { return wide(f[n]) * wide(applied(level, level.x, n)); });
        };
        step = secondKStep(alpha1, pAp, energyWith(level.p), energyWith(level.x),
                           dot(level.x, level.r));
    }
    forKept(tasks, level, [&](uint32_t n) {
        level.x[n] =
            static_cast<float>(step.ofP) * level.p[n] + static_cast<float>(step.ofZ) * level.x[n];
    });
}

void GraphHierarchy::correct(Tasks& tasks, Backend& backend, const Level& cells)
{
    if (levelCount_ == 0)
    {
        return;
    }
    const GraphLevel& level = levels_[0];
    const int32_t nx = cells.shape.x.cells;
    std::fill_n(level.r, level.nodes, 0.0f);
    backend.visitResidual(cells, [&](int32_t row, const float* lower, const float* upper) {
        for (int32_t k = 0; k < (upper != nullptr ? 2 : 1); ++k)
        {
            const float* values = k == 0 ? lower : upper;
            for (int32_t i = 0; i < nx; ++i)
            {
                const uint32_t node = nodeOf(i, 2 * row + k);
                if (node != kNone)
                {
                    level.r[node] += values[i];
                }
            }
        }
    });
    makeCompatible(tasks);
    solve(tasks, 0);
    backend.addRows(cells.x, [&](int32_t j, float* values) {
        for (int32_t i = 0; i < nx; ++i)
        {
            const uint32_t node = nodeOf(i, j);
            values[i] = node != kNone ? level.x[node] : 0.0f;
        }
    });
}

} // namespace tarn
