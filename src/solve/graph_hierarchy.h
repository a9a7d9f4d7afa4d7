// Coarse levels that follow the passages between solids, for domains where a coarse grid cannot.
//
// A coarse cell of the plain hierarchy joins its 2 x 2 children whether or not they are connected
// inside it; where a thin wall runs through, the two sides leak into each other and the V-cycle
// stalls. Here every block of 2 x 2 becomes one node for each group of children that are strongly
// connected within the block, so that walls stay walls on every level. The levels are graphs:
//
//     cells     |  1  1 | 2  2        nodes   (1) -- (2)
//               |  1 ## | ## 2    ->                          ## is solid; (3) is shut off from
//               |  3 ## | ...                 (3)             (1) although in the same block
//
// Before they are grouped, the nodes of a level that have one neighbour or two are eliminated,
// which is exact: corridors and dead ends vanish, however long (graph_elimination.cpp).
//
// Values are carried up and down unchanged (unsmoothed aggregation), coefficients are summed. Two
// steps of a conjugate gradient on every level, each preconditioned by the next (the K-cycle of
// Notay, "An aggregation-based algebraic multigrid method", ETNA 37, 2010), make up for what
// constant interpolation lacks. The quality of an aggregate depends on the aggregate alone, so
// convergence does not depend on the size of the domain or on the shape of its passages.
#pragma once

#include "backend/backend.h"
#include "core/tasks.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

class BlockReader;
struct BlockCell;

struct GraphEdge
{
    uint32_t to = 0;
    float c = 0.0f; // conductance
};

// One level. A block here is what the next level's nodes are made in: 4 x 4 cells for the first
// level, whose nodes are groups of 2 x 2. Nodes come in order of the block rows they lie in, red
// blocks before black ones within a row (a block is red when its column and row add up to an even
// number). An edge joins nodes of one row, or of one column in rows that follow each other.
struct GraphLevel
{
    uint32_t nodes = 0;
    uint32_t kept = 0;   // those not eliminated
    int32_t columns = 0; // of blocks
    int32_t rows = 0;
    bool ring = false;        // the last row is followed by the first
    bool hasClosed = false;   // some nodes' parent is kClosed
    bool hasEnds = false;     // of some closed regions all nodes are eliminated
    uint32_t closedReach = 0; // how far apart the nodes of such a group are at most, plus 1

    uint32_t* segment = nullptr;   // 3 * rows + 1: see keptOf and eliminatedOf
    uint32_t* order = nullptr;     // a row's red kept nodes, its black ones, its eliminated ones
    uint16_t* column = nullptr;    // of a node's block; while building only, in the memory of x
    uint32_t* scratch = nullptr;   // likewise, in the memory of r
    uint32_t* parent = nullptr;    // node of the next level; kNone, or kClosed and the number of
                                   // the group's first node, if it has no part in it
    uint32_t* firstEdge = nullptr; // nodes + 1
    GraphEdge* edges = nullptr;
    float* x = nullptr;
    float* r = nullptr;
    float* p = nullptr;

    // What a > 0 and Dirichlet edges tie nodes to: a node behind the last, with the value 0.
    uint32_t ground() const { return nodes; }

    // The nodes of a row have numbers from firstNode(row) up to firstNode(row + 1).
    uint32_t firstNode(int32_t row) const { return segment[3 * row]; }

    using Nodes = std::span<const uint32_t>;
    Nodes keptOf(int32_t row, int32_t colour) const
    {
        return {order + segment[3 * row + colour], order + segment[3 * row + colour + 1]};
    }
    Nodes keptOf(int32_t row) const
    {
        return {order + segment[3 * row], order + segment[3 * row + 2]};
    }
    // The last one to be eliminated comes first.
    Nodes eliminatedOf(int32_t row) const
    {
        return {order + segment[3 * row + 2], order + segment[3 * row + 3]};
    }
};

class GraphHierarchy
{
  public:
    static constexpr uint32_t kNone = 0xffffffffu;
    static constexpr uint32_t kClosed = 0x80000000u;
    static constexpr int32_t kMaxLevels = 20;

    // Buffers of a few rows; the levels themselves are built in memory that build() is given.
    static size_t memoryBytes(const GridShape& finest);
    bool create(const GridShape& finest);

    // Whether any 2 x 2 block of the level has children that are not connected inside it.
    bool hasSplitBlocks(Backend& backend, const Level& level);

    // Bytes that the levels above the cells of `level` may take beyond those lent, by a look at its
    // blocks: none where most domains like it would do with what is lent.
    size_t bytesLacking(Backend& backend, const Level& level, size_t lent);

    // Builds these levels. False when they do not fit into the memory lent and our own.
    bool build(Backend& backend, const Level& level, std::span<std::byte> lent,
               std::span<std::byte> own);

    // Adds to x of that level what the levels above make of its residual.
    void correct(Tasks& tasks, Backend& backend, const Level& level);

    int32_t levelCount() const { return levelCount_; }

  private:
    class Memory;
    class EdgeWriter;

    bool buildFirst(BlockReader& reader, Memory& memory);
    bool connect(const BlockReader& reader, const BlockCell& cell, uint32_t node,
                 EdgeWriter& edges);
    bool buildNext(GraphLevel& fine, GraphLevel& coarse, Memory& memory);
    static void chooseEliminated(GraphLevel& level);
    uint32_t nodeOf(int32_t i, int32_t j) const;
    static void removeMeans(const GraphLevel& level, float* f);
    void makeCompatible(Tasks& tasks);
    void solve(Tasks& tasks, int32_t index);
    void takeSteps(Tasks& tasks, int32_t index);
    void precondition(Tasks& tasks, int32_t index);
    template <class Value>
    double sum(Tasks& tasks, const GraphLevel& level, Value&& value);

    GraphLevel levels_[kMaxLevels];
    int32_t levelCount_ = 0;

    // Of the blocks of cells under the first level: the block's first node, and which of its
    // nodes each of the four children belongs to (4 bits each, Block::kNoPart: none).
    size_t blockColumns_ = 0;
    uint32_t* blockNode_ = nullptr;
    uint16_t* blockParts_ = nullptr;

    Arena arena_;
    float* rowBuffers_ = nullptr;
    size_t rowFloats_ = 0;
    double* rowSums_ = nullptr;
};

} // namespace tarn
