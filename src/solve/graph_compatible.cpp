// Taking out of a right-hand side what no x can produce; see graph_hierarchy.h.
//
// The mean of r over a closed region is a rounding error. It would add up from level to level
// without growing smaller as the rest does, elimination would gather it in a single node, and
// cycles would blow it up wherever nothing else is left. Which nodes form a region is known at the
// level where it ends: sums and sizes go up there, means come down.
#include "core/wide.h"
#include "solve/graph_hierarchy.h"
#include "solve/graph_rows.h"

#include <algorithm>

namespace tarn
{

namespace
{

// p of every node, which is the number of nodes that were added up to x, becomes their mean; 0
// where the region is not closed. `next` is null for the last level.
void takeMeans(Tasks& tasks, const GraphLevel& level, const GraphLevel* next)
{
    if (next != nullptr)
    {
        forKept(tasks, level, [&](uint32_t n) {
            if (level.parent[n] < GraphHierarchy::kClosed)
            {
                level.p[n] = next->p[level.parent[n]];
            }
        });
    }
    forClosed(level, [&](auto&& members) {
        double sum = 0.0;
        double size = 0.0;
        members([&](uint32_t n) {
            sum += wide(level.x[n]);
            size += wide(level.p[n]);
        });
        members([&](uint32_t n) { level.p[n] = static_cast<float>(sum / size); });
    });
    forEliminatedBackwards(tasks, level, [&](uint32_t n) {
        const uint32_t e = level.firstEdge[n];
        const bool isEnd = e == level.firstEdge[n + 1];
        level.p[n] = isEnd ? level.x[n] / level.p[n] : level.p[level.edges[e].to];
    });
}

} // namespace

// On the way up x holds the sums, on the way down p the means; neither is in use yet.
void GraphHierarchy::makeCompatible(Tasks& tasks)
{
    const int32_t last = levelCount_ - 1;
    if (std::none_of(levels_, levels_ + levelCount_,
                     [](const GraphLevel& level) { return level.hasClosed || level.hasEnds; }))
    {
        return;
    }
    const GraphLevel& first = levels_[0];
    std::copy_n(first.r, first.nodes, first.x);
    std::fill_n(first.p, first.nodes, 1.0f);
    for (int32_t l = 0; l <= last; ++l)
    {
        const GraphLevel& level = levels_[l];
        forShares(tasks, level, [&](uint32_t node, uint32_t to, float share) {
            level.x[to] += share * level.x[node];
            level.p[to] += share * level.p[node];
        });
        if (l < last)
        {
            const GraphLevel& next = levels_[l + 1];
            addUp(tasks, level, next, next.x, [&](uint32_t n) { return level.x[n]; });
            addUp(tasks, level, next, next.p, [&](uint32_t n) { return level.p[n]; });
        }
    }
    for (int32_t l = last; l >= 0; --l)
    {
        takeMeans(tasks, levels_[l], l < last ? &levels_[l + 1] : nullptr);
    }
    for (uint32_t n = 0; n < first.nodes; ++n)
    {
        first.r[n] -= first.p[n];
    }
}

} // namespace tarn
