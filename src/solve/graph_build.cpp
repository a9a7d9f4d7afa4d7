// Building the levels that follow the passages; see graph_hierarchy.h.
#include "solve/graph_hierarchy.h"

#include <algorithm>
#include <array>

namespace tarn
{

namespace
{

// Two children belong together when their connection is at least this part of what either has in
// all: 1/4 each in open water, so only slivers fall below.
constexpr float kStrong = 0.05f;

// Rows of coefficients that a row of blocks needs: two of cx, three of cy, two of a.
constexpr int32_t kRowBuffers = 7;

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

// The lent memory, taken from front to back.
class GraphHierarchy::Memory
{
  public:
    explicit Memory(std::span<std::byte> memory)
        : front_(memory.data()), end_(memory.data() + memory.size())
    {
    }

    template <class T>
    bool take(T*& out, size_t count)
    {
        const size_t bytes = arenaBytes(count, sizeof(T));
        if (bytes > room())
        {
            return false;
        }
        out = reinterpret_cast<T*>(front_);
        front_ += bytes;
        return true;
    }

    // Everything of a level whose size is its number of nodes.
    bool takeNodes(GraphLevel& level)
    {
        const size_t withGround = level.nodes + size_t{1};
        const bool taken = take(level.parent, level.nodes) && take(level.firstEdge, withGround) &&
                           take(level.x, withGround) && take(level.r, level.nodes) &&
                           take(level.p, withGround);
        level.column = reinterpret_cast<uint16_t*>(level.x);
        level.scratch = reinterpret_cast<uint32_t*>(level.r);
        return taken;
    }

    // A list that grows at the front until it is closed.
    std::span<GraphEdge> openList()
    {
        return {reinterpret_cast<GraphEdge*>(front_), room() / sizeof(GraphEdge)};
    }
    void closeList(size_t count) { front_ += arenaBytes(count, sizeof(GraphEdge)); }

  private:
    size_t room() const
    {
        const auto bytes = static_cast<size_t>(end_ - front_);
        return bytes - bytes % kAlignment;
    }

    std::byte* front_;
    std::byte* end_;
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

    void beginNode(uint32_t node) { level_.firstEdge[node] = count_; }

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

    void close()
    {
        level_.firstEdge[level_.nodes] = count_;
        memory_.closeList(count_);
    }

  private:
    GraphLevel& level_;
    Memory& memory_;
    std::span<GraphEdge> room_;
    uint32_t count_ = 0;
};

// The four cells of a block, left to right and bottom to top.
struct GraphHierarchy::BlockCell
{
    bool present = false;
    int32_t i = 0;
    int32_t j = 0;
    std::array<float, 4> c = {}; // west, east, south, north
    float a = 0.0f;
    float d = 0.0f;
};

struct GraphHierarchy::Block
{
    std::array<BlockCell, 4> cells;
    std::array<uint32_t, 4> part = {kNoPart, kNoPart, kNoPart, kNoPart};
    uint32_t parts = 0;
};

// Reads a level block by block, a row of blocks at a time.
class GraphHierarchy::BlockReader
{
  public:
    BlockReader(Backend& backend, const Level& level, float* buffers, size_t rowFloats)
        : nx(level.shape.x.cells), ny(level.shape.y.cells), ringX(level.shape.x.periodic()),
          ringY(level.shape.y.periodic()), columns((nx + 1) / 2), rows((ny + 1) / 2),
          backend_(backend), level_(level)
    {
        for (size_t k = 0; k < kRowBuffers; ++k)
        {
            buffer_[k] = buffers + k * rowFloats;
        }
    }

    const int32_t nx;
    const int32_t ny;
    const bool ringX;
    const bool ringY;
    const int32_t columns; // of blocks
    const int32_t rows;

    void readRow(int32_t blockRow)
    {
        row_ = blockRow;
        for (int32_t k = 0; k < 2 && 2 * row_ + k < ny; ++k)
        {
            const int32_t j = 2 * row_ + k;
            backend_.readRow(level_.cx, j, cx(k));
            backend_.readRow(level_.cy, j, cy(k));
            backend_.readRow(level_.cy, j + 1, cy(k + 1));
            if (level_.hasA)
            {
                backend_.readRow(level_.a, j, a(k));
            }
        }
    }

    Block read(int32_t blockColumn)
    {
        Block block;
        for (int32_t k = 0; k < 4; ++k)
        {
            block.cells[static_cast<size_t>(k)] = cell(2 * blockColumn + (k & 1), k >> 1);
        }
        group(block);
        return block;
    }

    // body(row, colour, column, block) in the order of nodes, while it returns true.
    template <class Body>
    bool forBlocks(Body&& body)
    {
        for (int32_t row = 0; row < rows; ++row)
        {
            readRow(row);
            for (int32_t colour = 0; colour < 2; ++colour)
            {
                for (int32_t column = (row + colour) % 2; column < columns; column += 2)
                {
                    if (!body(row, colour, column, read(column)))
                    {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    // The cell behind a face (0 west, 1 east, 2 south, 3 north); false beyond an edge.
    bool neighbour(const BlockCell& cell, size_t face, int32_t& i, int32_t& j) const
    {
        i = cell.i + (face == 0 ? -1 : face == 1 ? 1 : 0);
        j = cell.j + (face == 2 ? -1 : face == 3 ? 1 : 0);
        if (i < 0 || i >= nx)
        {
            i = (i + nx) % nx;
            return ringX;
        }
        if (j < 0 || j >= ny)
        {
            j = (j + ny) % ny;
            return ringY;
        }
        return true;
    }

  private:
    float* cx(int32_t k) const { return buffer_[static_cast<size_t>(k)]; }
    float* cy(int32_t k) const { return buffer_[static_cast<size_t>(k + 2)]; }
    float* a(int32_t k) const { return buffer_[static_cast<size_t>(k + 5)]; }

    BlockCell cell(int32_t i, int32_t k) const
    {
        BlockCell out;
        out.i = i;
        out.j = 2 * row_ + k;
        if (i < nx && out.j < ny)
        {
            out.c = {cx(k)[i], cx(k)[i + 1], cy(k)[i], cy(k + 1)[i]};
            out.a = level_.hasA ? a(k)[i] : 0.0f;
            out.d = ((out.c[0] + out.c[1]) + (out.c[2] + out.c[3])) + out.a;
            out.present = out.d > 0.0f;
        }
        return out;
    }

    // Parts: cells strongly connected within the block. Those with nothing beyond it and a = 0
    // have no need of a node.
    void group(Block& block) const
    {
        std::array<size_t, 4> root = {0, 1, 2, 3};
        const auto join = [&](size_t p, size_t q, float c) {
            const BlockCell& first = block.cells[p];
            const BlockCell& second = block.cells[q];
            if (first.present && second.present && c >= kStrong * std::min(first.d, second.d) &&
                root[p] != root[q])
            {
                const size_t low = std::min(root[p], root[q]);
                const size_t high = std::max(root[p], root[q]);
                std::ranges::replace(root, high, low);
            }
        };
        join(0, 1, block.cells[0].c[1]);
        join(2, 3, block.cells[2].c[1]);
        join(0, 2, block.cells[0].c[3]);
        join(1, 3, block.cells[1].c[3]);
        for (size_t r = 0; r < 4; ++r)
        {
            if (block.cells[r].present && root[r] == r && needsNode(block, root, r))
            {
                for (size_t k = 0; k < 4; ++k)
                {
                    if (root[k] == r && block.cells[k].present)
                    {
                        block.part[k] = block.parts;
                    }
                }
                ++block.parts;
            }
        }
    }

    bool needsNode(const Block& block, const std::array<size_t, 4>& root, size_t part) const
    {
        constexpr std::array<std::array<size_t, 4>, 4> kInside = {
            {{4, 1, 4, 2}, {0, 4, 4, 3}, {4, 3, 0, 4}, {2, 4, 1, 4}}}; // 4: outside the block
        size_t members = 0;
        bool outward = false;
        bool tied = false;
        for (size_t k = 0; k < 4; ++k)
        {
            if (root[k] != part || !block.cells[k].present)
            {
                continue;
            }
            ++members;
            tied = tied || block.cells[k].a > 0.0f;
            for (size_t face = 0; face < 4; ++face)
            {
                if (block.cells[k].c[face] > 0.0f)
                {
                    int32_t i = 0;
                    int32_t j = 0;
                    const bool inGrid = neighbour(block.cells[k], face, i, j);
                    const size_t inside = kInside[k][face];
                    tied = tied || !inGrid;
                    outward = outward || (inGrid && (inside == 4 || root[inside] != part));
                }
            }
        }
        return outward || (tied && members > 1);
    }

    Backend& backend_;
    const Level& level_;
    std::array<float*, kRowBuffers> buffer_ = {};
    int32_t row_ = 0;
};

size_t GraphHierarchy::memoryBytes(const GridShape& finest)
{
    const size_t row = arenaBytes(static_cast<size_t>(finest.x.cells) + 33, sizeof(float));
    return kRowBuffers * row + arenaBytes(static_cast<size_t>(finest.y.cells), sizeof(double));
}

bool GraphHierarchy::create(const GridShape& finest)
{
    if (!arena_.create(memoryBytes(finest)))
    {
        return false;
    }
    const size_t row = arenaBytes(static_cast<size_t>(finest.x.cells) + 33, sizeof(float));
    rowFloats_ = row / sizeof(float);
    rowBuffers_ = arena_.take<float>(kRowBuffers * rowFloats_);
    rowSums_ = arena_.take<double>(static_cast<size_t>(finest.y.cells));
    return true;
}

bool GraphHierarchy::hasSplitBlocks(Backend& backend, const Level& level)
{
    BlockReader reader(backend, level, rowBuffers_, rowFloats_);
    return !reader.forBlocks(
        [](int32_t, int32_t, int32_t, const Block& block) { return block.parts < 2; });
}

bool GraphHierarchy::build(Backend& backend, const Level& level, std::span<std::byte> lent)
{
    levelCount_ = 0;
    Memory memory(lent);
    BlockReader reader(backend, level, rowBuffers_, rowFloats_);
    if (!buildFirst(reader, memory))
    {
        return false;
    }
    levelCount_ = levels_[0].nodes > 0 ? 1 : 0;
    while (levelCount_ > 0 && levelCount_ < kMaxLevels &&
           levels_[levelCount_ - 1].columns * levels_[levelCount_ - 1].rows > 1)
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
    const auto block = static_cast<size_t>(j / 2) * static_cast<size_t>(levels_[0].columns) +
                       static_cast<size_t>(i / 2);
    const int32_t child = (i & 1) + 2 * (j & 1);
    const uint32_t part = (static_cast<uint32_t>(blockParts_[block]) >> (4 * child)) & 15u;
    return part == kNoPart ? kNone : blockNode_[block] + part;
}

// From cells to the first level: one pass numbers the nodes, a second one finds their edges.
bool GraphHierarchy::buildFirst(BlockReader& reader, Memory& memory)
{
    GraphLevel& level = levels_[0];
    level = {};
    level.columns = reader.columns;
    level.rows = reader.rows;
    level.ring = reader.ringY;
    const size_t blocks = static_cast<size_t>(level.columns) * static_cast<size_t>(level.rows);
    if (!memory.take(blockNode_, blocks) || !memory.take(blockParts_, blocks) ||
        !memory.take(level.segment, 2 * static_cast<size_t>(level.rows) + 1))
    {
        return false;
    }
    int32_t segment = -1;
    reader.forBlocks([&](int32_t row, int32_t colour, int32_t column, const Block& block) {
        while (segment < 2 * row + colour)
        {
            level.segment[++segment] = level.nodes;
        }
        const size_t index = static_cast<size_t>(row) * static_cast<size_t>(level.columns) +
                             static_cast<size_t>(column);
        blockNode_[index] = level.nodes;
        blockParts_[index] = static_cast<uint16_t>(block.part[0] | block.part[1] << 4 |
                                                   block.part[2] << 8 | block.part[3] << 12);
        level.nodes += block.parts;
        return true;
    });
    while (segment < 2 * level.rows)
    {
        level.segment[++segment] = level.nodes;
    }
    if (!memory.takeNodes(level))
    {
        return false;
    }
    EdgeWriter edges(level, memory);
    uint32_t node = 0;
    const bool fits = reader.forBlocks([&](int32_t, int32_t, int32_t column, const Block& block) {
        bool room = true;
        for (uint32_t part = 0; part < block.parts && room; ++part, ++node)
        {
            level.column[node] = static_cast<uint16_t>(column);
            edges.beginNode(node);
            for (size_t k = 0; k < 4; ++k)
            {
                room =
                    room && (block.part[k] != part || connect(reader, block.cells[k], node, edges));
            }
        }
        return room;
    });
    edges.close();
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
    const bool last = coarse.columns * coarse.rows == 1;
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

    // Group nodes of a coarse block along strong edges; p holds the diagonals meanwhile.
    for (uint32_t node = 0; node < fine.nodes; ++node)
    {
        group[node] = node;
        fine.p[node] = diagonal(fine, node);
    }
    for (int32_t row = 0; row < fine.rows; ++row)
    {
        const uint32_t end = fine.segment[2 * std::min(row / 2 * 2 + 2, fine.rows)];
        for (uint32_t node = fine.segment[2 * row]; node < fine.segment[2 * row + 2]; ++node)
        {
            for (uint32_t e = fine.firstEdge[node]; e < fine.firstEdge[node + 1]; ++e)
            {
                const GraphEdge edge = fine.edges[e];
                const bool sameBlock = edge.to > node && edge.to < end &&
                                       fine.column[edge.to] / 2 == fine.column[node] / 2;
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
        scratch[node] = 0;
    }

    // A group needs a node if it has edges that leave it, or if it is tied and not alone. Without
    // either it is a closed region of its own, or a single tied node.
    constexpr uint32_t kNeedsNode = 1;
    constexpr uint32_t kAlone = 2;
    for (uint32_t node = 0; node < fine.nodes; ++node)
    {
        bool tied = false;
        bool needs = false;
        for (uint32_t e = fine.firstEdge[node]; e < fine.firstEdge[node + 1]; ++e)
        {
            const uint32_t to = fine.edges[e].to;
            tied = tied || to == fine.ground();
            needs = needs || (to != fine.ground() && group[to] != group[node]);
        }
        const bool alone = fine.firstEdge[node + 1] - fine.firstEdge[node] == 1;
        needs = needs || (tied && !alone);
        uint32_t& mark = scratch[group[node]];
        mark = needs || mark == kNeedsNode ? kNeedsNode : tied ? kAlone : mark;
    }

    // Number the nodes in the coarse order; scratch turns from the mark into the number.
    if (!memory.take(coarse.segment, 2 * static_cast<size_t>(coarse.rows) + 1))
    {
        return false;
    }
    for (int32_t row = 0; row < coarse.rows; ++row)
    {
        const uint32_t begin = fine.segment[4 * row];
        const uint32_t end = fine.segment[2 * std::min(2 * row + 2, fine.rows)];
        for (int32_t colour = 0; colour < 2; ++colour)
        {
            coarse.segment[2 * row + colour] = coarse.nodes;
            for (uint32_t node = begin; node < end; ++node)
            {
                const bool here = (fine.column[node] / 2 + row) % 2 == colour;
                if (here && group[node] == node)
                {
                    scratch[node] = scratch[node] == kNeedsNode ? coarse.nodes++
                                    : scratch[node] == kAlone   ? kNone
                                                                : kClosed | node;
                }
            }
        }
    }
    coarse.segment[2 * coarse.rows] = coarse.nodes;
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
