// Loops over the rows of a graph level, for the files that run it; see graph_hierarchy.h.
#pragma once

#include "core/tasks.h"
#include "solve/graph_hierarchy.h"

#include <algorithm>
#include <cstdint>

namespace tarn
{

// Below this many nodes a level stays on the calling thread.
inline constexpr uint32_t kNodesWorthATask = 4096;

// body(k) for every k below `rows`, in order or at the same time where that pays for that many
// nodes.
template <class Body>
void forRows(Tasks& tasks, int32_t rows, uint32_t nodes, bool inOrder, Body&& body)
{
    const bool alone = inOrder || nodes < 2 * kNodesWorthATask;
    const int32_t count =
        alone ? 1 : std::min(rows, static_cast<int32_t>(nodes / kNodesWorthATask));
    tasks.parallelFor(count, [&](int32_t task) {
        const auto begin = static_cast<int32_t>(int64_t{rows} * task / count);
        const auto end = static_cast<int32_t>(int64_t{rows} * (task + 1) / count);
        for (int32_t row = begin; row < end; ++row)
        {
            body(row);
        }
    });
}

template <class Body>
void forKept(Tasks& tasks, const GraphLevel& level, Body&& body)
{
    forRows(tasks, level.rows, level.kept, false, [&](int32_t row) {
        for (const uint32_t n : level.keptOf(row))
        {
            body(n);
        }
    });
}

// body(row) for every third row at the same time, in the order of elimination or backwards. Nodes
// eliminated in a row have neighbours in the rows around it only.
template <class Body>
void forThirds(Tasks& tasks, const GraphLevel& level, bool backwards, Body&& body)
{
    const bool seam = level.ring && level.rows % 3 != 0; // two rows there are not apart
    for (int32_t k = 0; k < 3; ++k)
    {
        const int32_t first = backwards ? 2 - k : k;
        const int32_t rows = (level.rows - first + 2) / 3;
        forRows(tasks, rows, (level.nodes - level.kept) / 3, seam,
                [&](int32_t m) { body(first + 3 * (backwards ? rows - 1 - m : m)); });
    }
}

// move(node, neighbour, share) for all that eliminated nodes hand on to their neighbours, the
// first one first. A node's shares add up to 1, with the ground's, which is left out.
template <class Move>
void forShares(Tasks& tasks, const GraphLevel& level, Move&& move)
{
    forThirds(tasks, level, false, [&](int32_t row) {
        const GraphLevel::Nodes nodes = level.eliminatedOf(row);
        for (size_t k = nodes.size(); k-- > 0;)
        {
            const uint32_t begin = level.firstEdge[nodes[k]];
            const uint32_t end = level.firstEdge[nodes[k] + 1];
            float d = 0.0f;
            for (uint32_t e = begin; e < end; ++e)
            {
                d += level.edges[e].c;
            }
            for (uint32_t e = begin; e < end; ++e)
            {
                const GraphEdge edge = level.edges[e];
                if (edge.to != level.ground())
                {
                    move(nodes[k], edge.to, edge.c / d);
                }
            }
        }
    });
}

// body(node) for all eliminated nodes, the last one first.
template <class Body>
void forEliminatedBackwards(Tasks& tasks, const GraphLevel& level, Body&& body)
{
    forThirds(tasks, level, true, [&](int32_t row) {
        for (const uint32_t n : level.eliminatedOf(row))
        {
            body(n);
        }
    });
}

// sums = value(node) added up over the kept nodes that a node of the next level stands for.
template <class Value>
void addUp(Tasks& tasks, const GraphLevel& level, const GraphLevel& next, float* sums,
           Value&& value)
{
    forRows(tasks, next.rows, level.kept, false, [&](int32_t row) {
        std::fill(sums + next.firstNode(row), sums + next.firstNode(row + 1), 0.0f);
        for (int32_t k = 2 * row; k < std::min(2 * row + 2, level.rows); ++k)
        {
            for (const uint32_t n : level.keptOf(k))
            {
                if (level.parent[n] < GraphHierarchy::kClosed)
                {
                    sums[level.parent[n]] += value(n);
                }
            }
        }
    });
}

// body(members) for every closed region that is one group of kept nodes on this level, where
// members(visit) calls visit(node) for each of them.
template <class Body>
void forClosed(const GraphLevel& level, Body&& body)
{
    for (uint32_t first = 0; level.hasClosed && first < level.nodes; ++first)
    {
        if (level.parent[first] != (GraphHierarchy::kClosed | first))
        {
            continue;
        }
        const uint32_t end = std::min(level.nodes, first + level.closedReach);
        body([&](auto&& visit) {
            for (uint32_t n = first; n < end; ++n)
            {
                if (level.parent[n] == level.parent[first])
                {
                    visit(n);
                }
            }
        });
    }
}

// Makes the residual of a node 0.
inline void relaxNode(const GraphLevel& level, uint32_t node)
{
    float sum = level.r[node];
    float d = 0.0f;
    for (uint32_t e = level.firstEdge[node]; e < level.firstEdge[node + 1]; ++e)
    {
        const GraphEdge edge = level.edges[e];
        sum += edge.c * level.x[edge.to];
        d += edge.c;
    }
    level.x[node] = d > 0.0f ? sum / d : 0.0f;
}

} // namespace tarn
