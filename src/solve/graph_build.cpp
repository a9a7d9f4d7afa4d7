// Building the levels that follow the passages; see graph_hierarchy.h.
//
// First from blocks of cells to nodes, then level by level from nodes to nodes: each time the nodes
// are numbered, and then their edges are written, those to the same neighbour added up. All of it
// goes into the memory lent and our own, each from front to back.
#include "solve/graph_hierarchy.h"

#include "solve/block_reader.h"

#include <algorithm>
#include <array>

namespace tarn
{

namespace
{

// Sum of a node's connections.
float diagonal(const GraphLevel& level, uint32_t node)
{
    float sum = 0.0f;
    for (uint32_t e = level.firstEdge[node]; e < level.firstEdge[node + 1]; ++e)
    {
        sum += level.edges[e].c;
    }
    return sum;
}

} // namespace

// The memory lent and our own, each taken from front to back: our own first, except for lists,
// which go where there is more room.
class GraphHierarchy::Memory
{
  public:
    Memory(std::span<std::byte> lent, std::span<std::byte> own) : pieces_{Piece(own), Piece(lent)}
    {
    }

    template <class T>
    bool take(T*& out, size_t count)
    {
        const size_t bytes = arenaBytes(count, sizeof(T));
        for (Piece& piece : pieces_)
        {
            if (bytes <= piece.room())
            {
                out = reinterpret_cast<T*>(piece.front);
                piece.front += bytes;
                return true;
            }
        }
        return false;
    }

    // Everything of a level whose size is its number of nodes.
    bool takeNodes(GraphLevel& level)
    {
        const size_t withGround = level.nodes + size_t{1};
        const bool taken = take(level.order, level.nodes) && take(level.parent, level.nodes) &&
                           take(level.firstEdge, withGround) && take(level.x, withGround) &&
                           take(level.r, level.nodes) && take(level.p, withGround);
        level.column = reinterpret_cast<uint16_t*>(level.x);
        level.scratch = reinterpret_cast<uint32_t*>(level.r);
        return taken;
    }

    // A list that grows at the front until it is closed.
    std::span<GraphEdge> openList()
    {
        list_ = pieces_[0].room() > pieces_[1].room() ? &pieces_[0] : &pieces_[1];
        return {reinterpret_cast<GraphEdge*>(list_->front), list_->room() / sizeof(GraphEdge)};
    }
    void closeList(size_t count) { list_->front += arenaBytes(count, sizeof(GraphEdge)); }

  private:
    struct Piece
    {
        std::byte* front;
        std::byte* end;

        explicit Piece(std::span<std::byte> memory)
            : front(memory.data()), end(memory.data() + memory.size())
        {
        }
        size_t room() const
        {
            const auto bytes = static_cast<size_t>(end - front);
            return bytes - bytes % kAlignment;
        }
    };

    Piece pieces_[2];
    Piece* list_ = nullptr;
};

// The edges of a level's nodes, node by node in order.
class GraphHierarchy::EdgeWriter
{
  public:
    EdgeWriter(GraphLevel& level, Memory& memory)
        : level_(level), memory_(memory), room_(memory.openList())
    {
        level_.edges = room_.data();
    }

    void beginNode(uint32_t node) const { level_.firstEdge[node] = count_; }

    // Adds to the edge that is known to be at `index`, or makes it there if that is the end.
    // False when there is no more room.
    bool add(uint32_t index, uint32_t to, float c)
    {
        if (index == room_.size())
        {
            return false;
        }
        if (index == count_)
        {
            room_[count_++] = {to, 0.0f};
        }
        room_[index].c += c;
        return true;
    }

    // Where the node's edge to another one is: the end if it has none.
    uint32_t find(uint32_t node, uint32_t to) const
    {
        uint32_t index = level_.firstEdge[node];
        while (index < count_ && room_[index].to != to)
        {
            ++index;
        }
        return index;
    }

    uint32_t count() const { return count_; }

    // All edges are written: eliminates what can be, which leaves fewer of them.
    void close()
    {
        level_.firstEdge[level_.nodes] = count_;
        chooseEliminated(level_);
        memory_.closeList(level_.firstEdge[level_.nodes]);
    }

  private:
    GraphLevel& level_;
    Memory& memory_;
    std::span<GraphEdge> room_;
    uint32_t count_ = 0;
};

size_t GraphHierarchy::memoryBytes(const GridShape& finest)
{
    const size_t row = arenaBytes(static_cast<size_t>(finest.x.cells) + 33, sizeof(float));
    return BlockReader::kRowBuffers * row +
           arenaBytes(static_cast<size_t>(finest.y.cells), sizeof(double));
}

bool GraphHierarchy::create(const GridShape& finest)
{
    if (!arena_.create(memoryBytes(finest)))
    {
        return false;
    }
    const size_t row = arenaBytes(static_cast<size_t>(finest.x.cells) + 33, sizeof(float));
    rowFloats_ = row / sizeof(float);
    rowBuffers_ = arena_.take<float>(BlockReader::kRowBuffers * rowFloats_);
    rowSums_ = arena_.take<double>(static_cast<size_t>(finest.y.cells));
    return true;
}

bool GraphHierarchy::hasSplitBlocks(Backend& backend, const Level& level)
{
    BlockReader reader(backend, level, rowBuffers_, rowFloats_);
    return !reader.forBlocks([](int32_t, int32_t, const Block& block) { return block.parts < 2; });
}

namespace
{

// At most so many edges join the nodes of a block to others, those included that a block beside it
// has because this one is in several parts: to a block in one part an edge leads from each side,
// to parts one from each face.
size_t mostEdges(const Block& block)
{
    struct Side
    {
        size_t face, first, second; // which face of the block's two cells there
    };
    constexpr std::array<Side, 4> kSides = {{{0, 0, 2}, {1, 1, 3}, {2, 0, 1}, {3, 2, 3}}};
    const auto isOpen = [&](size_t k, size_t face) {
        return block.part[k] != Block::kNoPart && block.cells[k].c[face] > 0.0f;
    };
    size_t edges = 0;
    for (const Side& side : kSides)
    {
        const bool first = isOpen(side.first, side.face);
        const bool second = isOpen(side.second, side.face);
        if (block.parts == 1)
        {
            edges += first || second ? 1u : 0u;
            continue;
        }
        const bool apart = block.part[side.first] != block.part[side.second];
        edges += (first ? 1u : 0u) + (second ? 1u : 0u) + (first && second && apart ? 1u : 0u);
        // Parts beside one another within the block, seen from both.
        const size_t across = side.face ^ 1u;
        for (const size_t k : {side.first, side.second})
        {
            const size_t beside = k ^ (side.face < 2 ? 1u : 2u);
            edges += isOpen(k, across) && block.part[k] != block.part[beside] ? 1u : 0u;
        }
    }
    return edges;
}

// How many nodes the levels above one of columns x rows have for each of its nodes, where all
// blocks are in one part.
double nodesAbove(int32_t columns, int32_t rows)
{
    const int64_t here = int64_t{columns} * rows;
    int64_t above = 0;
    while (columns > 1 || rows > 1)
    {
        columns = (columns + 1) / 2;
        rows = (rows + 1) / 2;
        above += int64_t{columns} * rows;
    }
    return static_cast<double>(above) / static_cast<double>(here);
}

} // namespace

// Of blocks that touch no solid, each is a node with four edges, and so are those above it. Near
// solids groups become fewer by less from level to level, and by still less where a ties nodes to
// the ground, since none of them are eliminated: the levels above take four tenths as much again
// or somewhat less in most domains, and at most as much again (1.4 times that with a) in the
// hardest.
size_t GraphHierarchy::bytesLacking(Backend& backend, const Level& level, size_t lent)
{
    constexpr size_t kBlock = sizeof(*blockNode_) + sizeof(*blockParts_);
    constexpr size_t kNode = sizeof(*GraphLevel::order) + sizeof(*GraphLevel::parent) +
                             sizeof(*GraphLevel::firstEdge) + sizeof(*GraphLevel::x) +
                             sizeof(*GraphLevel::r) + sizeof(*GraphLevel::p);
    constexpr size_t kEdge = sizeof(GraphEdge);
    constexpr size_t kArrays = 8; // of a level
    const double mostly = 1.4;
    const double atMost = level.hasA ? 2.4 : 2.0;
    BlockReader reader(backend, level, rowBuffers_, rowFloats_);
    size_t open = 0;
    size_t others = 0; // nodes
    size_t edges = 0;  // theirs
    reader.forKinds([&] { ++open; },
                    [&](const Block& block) {
                        others += block.parts;
                        edges += mostEdges(block) + (level.hasA ? block.parts : 0);
                    });
    const auto columns = static_cast<size_t>(reader.columns);
    const auto rows = static_cast<size_t>(reader.rows);
    const auto times = [](double factor, size_t bytes) {
        return static_cast<size_t>(factor * static_cast<double>(bytes));
    };
    const size_t ofOthers = others * kNode + edges * kEdge;
    const size_t ofAllElse =
        columns * rows * kBlock +
        times(1.0 + nodesAbove(reader.columns, reader.rows), open * (kNode + 4 * kEdge)) +
        2 * (columns + rows) * kEdge + 6 * rows * sizeof(*GraphLevel::segment) +
        kMaxLevels * kArrays * kAlignment;
    if (ofAllElse + times(mostly, ofOthers) <= lent)
    {
        return 0;
    }
    // Beside what is lent, an array may not fit where the first of two pieces ends.
    const size_t largest = (open + others) * sizeof(*GraphLevel::order);
    const size_t wanted = ofAllElse + times(atMost, ofOthers) + largest;
    return wanted > lent ? wanted - lent : 0;
}

bool GraphHierarchy::build(Backend& backend, const Level& level, std::span<std::byte> lent,
                           std::span<std::byte> own)
{
    levelCount_ = 0;
    Memory memory(lent, own);
    BlockReader reader(backend, level, rowBuffers_, rowFloats_);
    if (!buildFirst(reader, memory))
    {
        return false;
    }
    levelCount_ = levels_[0].nodes > 0 ? 1 : 0;
    while (levelCount_ > 0 && levelCount_ < kMaxLevels && levels_[levelCount_ - 1].kept > 0)
    {
        if (!buildNext(levels_[levelCount_ - 1], levels_[levelCount_], memory))
        {
            levelCount_ = 0;
            return false;
        }
        if (levels_[levelCount_].nodes == 0)
        {
            break;
        }
        ++levelCount_;
    }
    for (int32_t l = 0; l < levelCount_; ++l)
    {
        levels_[l].x[levels_[l].ground()] = 0.0f;
        levels_[l].p[levels_[l].ground()] = 0.0f;
    }
    return true;
}

uint32_t GraphHierarchy::nodeOf(int32_t i, int32_t j) const
{
    const auto block = static_cast<size_t>(j / 2) * blockColumns_ + static_cast<size_t>(i / 2);
    const int32_t child = (i & 1) + 2 * (j & 1);
    const uint32_t part = (static_cast<uint32_t>(blockParts_[block]) >> (4 * child)) & 15u;
    return part == Block::kNoPart ? kNone : blockNode_[block] + part;
}

// From cells to the first level: one pass numbers the nodes, a second one finds their edges.
bool GraphHierarchy::buildFirst(BlockReader& reader, Memory& memory)
{
    GraphLevel& level = levels_[0];
    level = {};
    level.columns = (reader.columns + 1) / 2;
    level.rows = (reader.rows + 1) / 2;
    level.ring = reader.ringY;
    blockColumns_ = static_cast<size_t>(reader.columns);
    const size_t blocks = blockColumns_ * static_cast<size_t>(reader.rows);
    if (!memory.take(blockNode_, blocks) || !memory.take(blockParts_, blocks) ||
        !memory.take(level.segment, 3 * static_cast<size_t>(level.rows) + 1))
    {
        return false;
    }
    int32_t segment = -1;
    const auto beginSegments = [&](int32_t upTo) {
        while (segment < upTo)
        {
            level.segment[++segment] = level.nodes;
        }
    };
    reader.forBlocks([&](int32_t row, int32_t column, const Block& block) {
        beginSegments(3 * (row / 2) + (row / 2 + column / 2) % 2);
        const size_t index = static_cast<size_t>(row) * blockColumns_ + static_cast<size_t>(column);
        blockNode_[index] = level.nodes;
        blockParts_[index] = static_cast<uint16_t>(block.part[0] | block.part[1] << 4 |
                                                   block.part[2] << 8 | block.part[3] << 12);
        level.nodes += block.parts;
        return true;
    });
    beginSegments(3 * level.rows);
    if (!memory.takeNodes(level))
    {
        return false;
    }
    EdgeWriter edges(level, memory);
    uint32_t node = 0;
    const bool fits = reader.forBlocks([&](int32_t, int32_t column, const Block& block) {
        bool room = true;
        for (uint32_t part = 0; part < block.parts && room; ++part, ++node)
        {
            level.column[node] = static_cast<uint16_t>(column / 2);
            edges.beginNode(node);
            for (size_t k = 0; k < 4; ++k)
            {
                room =
                    room && (block.part[k] != part || connect(reader, block.cells[k], node, edges));
            }
        }
        return room;
    });
    if (fits)
    {
        edges.close();
    }
    return fits;
}

// Adds what a cell has to its node's edges.
bool GraphHierarchy::connect(const BlockReader& reader, const BlockCell& cell, uint32_t node,
                             EdgeWriter& edges)
{
    const auto add = [&](uint32_t to, float c) {
        return to == node || to == kNone || !(c > 0.0f) || edges.add(edges.find(node, to), to, c);
    };
    bool room = add(levels_[0].ground(), cell.a);
    for (size_t face = 0; face < 4 && room; ++face)
    {
        int32_t i = 0;
        int32_t j = 0;
        const bool inGrid = reader.neighbour(cell, face, i, j);
        room = add(inGrid ? nodeOf(i, j) : levels_[0].ground(), cell.c[face]);
    }
    return room;
}

bool GraphHierarchy::buildNext(GraphLevel& fine, GraphLevel& coarse, Memory& memory)
{
    coarse = {};
    coarse.columns = (fine.columns + 1) / 2;
    coarse.rows = (fine.rows + 1) / 2;
    coarse.ring = fine.ring;
    const bool last = fine.columns * fine.rows == 1;
    const float strong = last ? 0.0f : kStrong;
    uint32_t* const group = fine.parent; // a node of the same group with a lower number, at first
    uint32_t* const scratch = fine.scratch;
    const auto root = [&](uint32_t node) {
        while (group[node] != node)
        {
            node = group[node];
        }
        return node;
    };

    // Group nodes of a block along strong edges; p holds the diagonals meanwhile.
    for (uint32_t node = 0; node < fine.nodes; ++node)
    {
        group[node] = node;
        scratch[node] = kNone; // for those eliminated
        fine.p[node] = diagonal(fine, node);
    }
    for (int32_t row = 0; row < fine.rows; ++row)
    {
        const uint32_t end = fine.firstNode(row + 1);
        for (const uint32_t node : fine.keptOf(row))
        {
            scratch[node] = kClosed;
            for (uint32_t e = fine.firstEdge[node]; e < fine.firstEdge[node + 1]; ++e)
            {
                const GraphEdge edge = fine.edges[e];
                const bool sameBlock =
                    edge.to > node && edge.to < end && fine.column[edge.to] == fine.column[node];
                if (sameBlock && edge.c >= strong * std::min(fine.p[node], fine.p[edge.to]))
                {
                    const uint32_t first = root(node);
                    const uint32_t second = root(edge.to);
                    group[std::max(first, second)] = std::min(first, second);
                }
            }
        }
    }
    for (uint32_t node = 0; node < fine.nodes; ++node)
    {
        group[node] = group[group[node]];
    }

    // A group needs a node if it has edges that leave it. Without them it is a closed region.
    constexpr uint32_t kNeedsNode = 0;
    for (int32_t row = 0; row < fine.rows; ++row)
    {
        for (const uint32_t node : fine.keptOf(row))
        {
            for (uint32_t e = fine.firstEdge[node]; e < fine.firstEdge[node + 1]; ++e)
            {
                const uint32_t to = fine.edges[e].to;
                if (to == fine.ground() || group[to] != group[node])
                {
                    scratch[group[node]] = kNeedsNode;
                }
            }
        }
    }

    // Number the nodes in the coarse order; scratch turns from the mark into the number.
    if (!memory.take(coarse.segment, 3 * static_cast<size_t>(coarse.rows) + 1))
    {
        return false;
    }
    for (int32_t row = 0; row < coarse.rows; ++row)
    {
        const uint32_t begin = fine.firstNode(2 * row);
        const uint32_t end = fine.firstNode(std::min(2 * row + 2, fine.rows));
        for (int32_t colour = 0; colour < 2; ++colour)
        {
            coarse.segment[3 * row + colour] = coarse.nodes;
            for (uint32_t node = begin; node < end; ++node)
            {
                const bool here = (fine.column[node] / 2 + row) % 2 == colour;
                if (here && group[node] == node && scratch[node] != kNone)
                {
                    scratch[node] = scratch[node] == kNeedsNode ? coarse.nodes++ : kClosed | node;
                }
            }
        }
    }
    coarse.segment[3 * coarse.rows] = coarse.nodes;
    fine.hasClosed = false;
    fine.closedReach = 0;
    for (uint32_t node = 0; node < fine.nodes; ++node)
    {
        const uint32_t first = group[node];
        fine.parent[node] = scratch[first];
        if (fine.parent[node] == (kClosed | first))
        {
            fine.hasClosed = true;
            fine.closedReach = std::max(fine.closedReach, node - first + 1);
        }
    }
    if (coarse.nodes == 0)
    {
        return true;
    }

    if (!memory.takeNodes(coarse))
    {
        return false;
    }
    uint32_t* const firstChild = coarse.scratch;
    uint32_t* const edgeTo = coarse.parent; // where the edge of the node at hand to another one is
    uint32_t* const nextChild = scratch;
    std::fill_n(firstChild, coarse.nodes, kNone);
    std::fill_n(edgeTo, coarse.nodes, kNone);
    for (uint32_t node = fine.nodes; node-- > 0;)
    {
        const uint32_t parent = fine.parent[node];
        if (parent < kClosed)
        {
            nextChild[node] = firstChild[parent];
            firstChild[parent] = node;
        }
    }

    // Edges of all children, those to the same neighbour added up.
    EdgeWriter edges(coarse, memory);
    uint32_t groundEdge = kNone;
    for (uint32_t node = 0; node < coarse.nodes; ++node)
    {
        coarse.column[node] = static_cast<uint16_t>(fine.column[firstChild[node]] / 2);
        edges.beginNode(node);
        for (uint32_t child = firstChild[node]; child != kNone; child = nextChild[child])
        {
            for (uint32_t e = fine.firstEdge[child]; e < fine.firstEdge[child + 1]; ++e)
            {
                const uint32_t fineTo = fine.edges[e].to;
                const bool tie = fineTo == fine.ground();
                const uint32_t to = tie ? coarse.ground() : fine.parent[fineTo];
                if (to == node || to >= kClosed)
                {
                    continue;
                }
                uint32_t& place = tie ? groundEdge : edgeTo[to];
                const bool known = place != kNone && place >= coarse.firstEdge[node];
                place = known ? place : edges.count();
                if (!edges.add(place, to, fine.edges[e].c))
                {
                    return false;
                }
            }
        }
    }
    edges.close();
    return true;
}

} // namespace tarn
