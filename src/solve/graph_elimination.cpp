// Eliminating nodes of a level that has few connections; see graph_hierarchy.h.
//
// A node with one neighbour, or two, can be left out exactly: with resistances in series the two
// are connected by c1 c2 / (c1 + c2). Corridors and dead ends vanish that way, however long, and a
// tree vanishes entirely (Livne and Brandt, "Lean algebraic multigrid", SIAM J. Sci. Comput. 34,
// 2012, eliminate such nodes too). No neighbour gets more edges than it had, so everything happens
// in place. The node keeps its own edges: they tell what becomes of its r, and of its x later.
//
// Rows are worked on in three turns, every third row in each, so that those of one turn have
// nothing to do with one another and can be repeated at the same time in every solve.
#include "solve/graph_hierarchy.h"

#include <algorithm>

namespace tarn
{

namespace
{

constexpr uint32_t kNoEdge = GraphHierarchy::kNone; // where one was

// Over a row: what one passage makes possible, the next may use. Few need more than three.
constexpr int32_t kPasses = 8;

class Elimination
{
  public:
    explicit Elimination(GraphLevel& level) : level_(level) {}

    void run()
    {
        level_.kept = 0;
        level_.hasEnds = false;
        std::fill_n(level_.scratch, level_.nodes, 0u);
        for (int32_t first = 0; first < 3; ++first)
        {
            for (int32_t row = first; row < level_.rows; row += 3)
            {
                eliminateIn(row);
            }
        }
        dropEdges();
    }

  private:
    bool isEliminated(uint32_t node) const { return level_.scratch[node] != 0; }

    // Eliminated nodes fill the row's order from its end on, the last one first.
    void eliminateIn(int32_t row)
    {
        const uint32_t begin = level_.firstNode(row);
        const uint32_t black = level_.segment[3 * row + 1];
        const uint32_t end = level_.firstNode(row + 1);
        uint32_t place = end;
        bool again = true;
        for (int32_t pass = 0; pass < kPasses && again; ++pass)
        {
            again = false;
            for (uint32_t node = begin; node < end; ++node)
            {
                if (!isEliminated(node) && eliminate(node, row))
                {
                    level_.scratch[node] = 1;
                    level_.order[--place] = node;
                    again = true;
                }
            }
        }
        level_.segment[3 * row + 2] = place;
        level_.kept += place - begin;
        level_.segment[3 * row + 1] = list(begin, black, begin);
        list(black, end, level_.segment[3 * row + 1]);
    }

    // Lists those kept of a range of nodes from a place in the order on; returns the next place.
    uint32_t list(uint32_t begin, uint32_t end, uint32_t place)
    {
        for (uint32_t node = begin; node < end; ++node)
        {
            if (!isEliminated(node))
            {
                level_.order[place++] = node;
            }
        }
        return place;
    }

    // False if the node has to stay.
    bool eliminate(uint32_t node, int32_t row)
    {
        uint32_t edge[2] = {};
        uint32_t count = 0;
        for (uint32_t e = level_.firstEdge[node]; e < level_.firstEdge[node + 1]; ++e)
        {
            if (level_.edges[e].to == kNoEdge)
            {
                continue;
            }
            if (count == 2)
            {
                return false;
            }
            edge[count++] = e;
        }
        if (count == 0)
        {
            level_.hasEnds = true;
            return true;
        }
        if (count == 1)
        {
            reconnect(level_.edges[edge[0]].to, node, kNoEdge, 0.0f);
            return true;
        }
        const GraphEdge first = level_.edges[edge[0]];
        const GraphEdge second = level_.edges[edge[1]];
        if (!mayBeJoined(first.to, second.to, row))
        {
            return false;
        }
        const float c = first.c * (second.c / (first.c + second.c));
        reconnect(first.to, node, second.to, c);
        reconnect(second.to, node, first.to, c);
        return true;
    }

    // Both are neighbours of a node of the given row. See GraphLevel for the edges there may be.
    bool mayBeJoined(uint32_t first, uint32_t second, int32_t row) const
    {
        if (first == level_.ground() || second == level_.ground())
        {
            return true;
        }
        const int32_t rowOfFirst = rowNear(row, first);
        const int32_t rowOfSecond = rowNear(row, second);
        return rowOfFirst == rowOfSecond || ((rowOfFirst == row || rowOfSecond == row) &&
                                             level_.column[first] == level_.column[second]);
    }

    // The row of a node that is in this one, or before or after it.
    int32_t rowNear(int32_t row, uint32_t node) const
    {
        const auto holds = [&](int32_t k) {
            return node >= level_.firstNode(k) && node < level_.firstNode(k + 1);
        };
        const int32_t next = row + 1 < level_.rows ? row + 1 : 0;
        return holds(row) ? row : holds(next) ? next : (row > 0 ? row : level_.rows) - 1;
    }

    // What led from `node` to `from` now leads to `to`, or nowhere.
    void reconnect(uint32_t node, uint32_t from, uint32_t to, float c)
    {
        if (node == level_.ground())
        {
            return;
        }
        GraphEdge* old = nullptr;
        GraphEdge* known = nullptr;
        for (uint32_t e = level_.firstEdge[node]; e < level_.firstEdge[node + 1]; ++e)
        {
            GraphEdge& edge = level_.edges[e];
            old = edge.to == from ? &edge : old;
            known = edge.to == to && to != kNoEdge ? &edge : known;
        }
        if (known != nullptr)
        {
            known->c += c;
        }
        *old = known != nullptr ? GraphEdge{kNoEdge, 0.0f} : GraphEdge{to, c};
    }

    void dropEdges() const
    {
        uint32_t count = 0;
        uint32_t e = 0;
        for (uint32_t node = 0; node < level_.nodes; ++node)
        {
            const uint32_t end = level_.firstEdge[node + 1];
            level_.firstEdge[node] = count;
            for (; e < end; ++e)
            {
                if (level_.edges[e].to != kNoEdge)
                {
                    level_.edges[count++] = level_.edges[e];
                }
            }
        }
        level_.firstEdge[level_.nodes] = count;
    }

    GraphLevel& level_;
};

} // namespace

void GraphHierarchy::chooseEliminated(GraphLevel& level)
{
    Elimination(level).run();
}

} // namespace tarn
