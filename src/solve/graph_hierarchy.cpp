// Building and running the levels that follow the passages; see graph_hierarchy.h.
#include "solve/graph_hierarchy.h"

#include "solve/k_cycle.h"

#include <algorithm>
#include <array>

namespace tarn
{

namespace
{

// Two children belong together when their connection is at least this part of what either has in
// all: 1/4 each in open water, so only slivers fall below.
constexpr float kStrong = 0.05f;

// Sweeps before and after the coarse correction. One is enough (measured: a second one costs
// 80 % more time for 5 % fewer iterations).
constexpr int32_t kSweeps = 1;
constexpr int32_t kSweepsOnLast = 4;

// Below this many nodes a level stays on the calling thread.
constexpr uint32_t kNodesWorthATask = 4096;

constexpr int32_t kRowBuffers = 7;

double wide(float value)
{
    return static_cast<double>(value);
}

float diagonal(const GraphLevel& level, uint32_t node)
{
    float sum = level.a[node];
    for (uint32_t e = level.firstEdge[node]; e < level.firstEdge[node + 1]; ++e)
    {
        sum += level.edges[e].c;
    }
    return sum;
}

// r - A x at a node.
float residual(const GraphLevel& level, uint32_t node)
{
    const float self = level.x[node];
    float sum = level.r[node] - level.a[node] * self;
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
    float sum = level.a[node] * self;
    for (uint32_t e = level.firstEdge[node]; e < level.firstEdge[node + 1]; ++e)
    {
        sum += level.edges[e].c * (self - f[level.edges[e].to]);
    }
    return sum;
}

void relaxNode(const GraphLevel& level, uint32_t node)
{
    float sum = level.r[node];
    float d = level.a[node];
    for (uint32_t e = level.firstEdge[node]; e < level.firstEdge[node + 1]; ++e)
    {
        const GraphEdge edge = level.edges[e];
        sum += edge.c * level.x[edge.to];
        d += edge.c;
    }
    level.x[node] = d > 0.0f ? sum / d : 0.0f;
}

// body(row) for every row of blocks, at the same time where that pays.
template <class Body>
void forRows(Tasks& tasks, const GraphLevel& level, bool oneByOne, Body&& body)
{
    const bool alone = oneByOne || level.nodes < 2 * kNodesWorthATask;
    const int32_t count =
        alone ? 1 : std::min(level.rows, static_cast<int32_t>(level.nodes / kNodesWorthATask));
    tasks.parallelFor(count, [&](int32_t task) {
        const auto begin = static_cast<int32_t>(int64_t{level.rows} * task / count);
        const auto end = static_cast<int32_t>(int64_t{level.rows} * (task + 1) / count);
        for (int32_t row = begin; row < end; ++row)
        {
            body(row);
        }
    });
}

template <class Body>
void forNodes(Tasks& tasks, const GraphLevel& level, Body&& body)
{
    forRows(tasks, level, false, [&](int32_t row) {
        for (uint32_t n = level.segment[2 * row]; n < level.segment[2 * row + 2]; ++n)
        {
            body(n);
        }
    });
}

// Half a sweep: blocks of one colour are not neighbours, except across the seam of a ring of odd
// length. Nodes of one block may be, and go in order, or in reverse to make sweeps before and
// after mirror images.
void relaxColour(Tasks& tasks, const GraphLevel& level, int32_t colour, bool reverse)
{
    forRows(tasks, level, level.ring && level.rows % 2 == 1, [&](int32_t row) {
        const uint32_t begin = level.segment[2 * row + colour];
        const uint32_t end = level.segment[2 * row + colour + 1];
        for (uint32_t n = begin; n < end; ++n)
        {
            relaxNode(level, reverse ? begin + (end - 1 - n) : n);
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

// The lent memory: lasting arrays from the front, scratch from the back.
class GraphHierarchy::Memory
{
  public:
    explicit Memory(std::span<std::byte> memory)
        : front_(memory.data()), back_(memory.data() + memory.size())
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

    template <class T>
    bool takeScratch(T*& out, size_t count)
    {
        const size_t bytes = arenaBytes(count, sizeof(T));
        if (bytes > room())
        {
            return false;
        }
        back_ -= bytes;
        out = reinterpret_cast<T*>(back_);
        return true;
    }

    // A list that grows at the front until it is closed.
    template <class T>
    T* openList(size_t& capacity)
    {
        capacity = room() / sizeof(T);
        return reinterpret_cast<T*>(front_);
    }
    template <class T>
    void closeList(size_t count)
    {
        front_ += arenaBytes(count, sizeof(T));
    }

    std::byte* mark() const { return back_; }
    void release(std::byte* mark) { back_ = mark; }

  private:
    size_t room() const
    {
        const auto bytes = static_cast<size_t>(back_ - front_);
        return bytes - bytes % kAlignment;
    }

    std::byte* front_;
    std::byte* back_;
};

// The four cells of a block, left to right and bottom to top.
struct GraphHierarchy::Block
{
    struct Cell
    {
        bool present = false;
        int32_t i = 0;
        int32_t j = 0;
        std::array<float, 4> c = {}; // west, east, south, north
        float a = 0.0f;
        float d = 0.0f;
    };
    std::array<Cell, 4> cells;
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

    // The cell behind a face (0 west, 1 east, 2 south, 3 north); false beyond an edge.
    bool neighbour(const Block::Cell& cell, size_t face, int32_t& i, int32_t& j) const
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

    Block::Cell cell(int32_t i, int32_t k) const
    {
        Block::Cell out;
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
            const Block::Cell& first = block.cells[p];
            const Block::Cell& second = block.cells[q];
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
    for (int32_t row = 0; row < reader.rows; ++row)
    {
        reader.readRow(row);
        for (int32_t column = 0; column < reader.columns; ++column)
        {
            if (reader.read(column).parts > 1)
            {
                return true;
            }
        }
    }
    return false;
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
    for (int32_t row = 0; row < level.rows; ++row)
    {
        reader.readRow(row);
        for (int32_t colour = 0; colour < 2; ++colour)
        {
            level.segment[2 * row + colour] = level.nodes;
            for (int32_t column = (row + colour) % 2; column < level.columns; column += 2)
            {
                const Block block = reader.read(column);
                const size_t index = static_cast<size_t>(row) * static_cast<size_t>(level.columns) +
                                     static_cast<size_t>(column);
                blockNode_[index] = level.nodes;
                blockParts_[index] = static_cast<uint16_t>(
                    block.part[0] | block.part[1] << 4 | block.part[2] << 8 | block.part[3] << 12);
                level.nodes += block.parts;
            }
        }
    }
    level.segment[2 * level.rows] = level.nodes;
    if (!memory.take(level.column, level.nodes) || !memory.take(level.parent, level.nodes) ||
        !memory.take(level.firstEdge, level.nodes + size_t{1}) ||
        !memory.take(level.a, level.nodes) || !memory.take(level.x, level.nodes) ||
        !memory.take(level.r, level.nodes) || !memory.take(level.p, level.nodes) ||
        !memory.take(level.q, level.nodes))
    {
        return false;
    }
    size_t capacity = 0;
    level.edges = memory.openList<GraphEdge>(capacity);
    uint32_t edgeCount = 0;
    uint32_t node = 0;
    for (int32_t row = 0; row < level.rows; ++row)
    {
        reader.readRow(row);
        for (int32_t colour = 0; colour < 2; ++colour)
        {
            for (int32_t column = (row + colour) % 2; column < level.columns; column += 2)
            {
                const Block block = reader.read(column);
                for (uint32_t part = 0; part < block.parts; ++part, ++node)
                {
                    level.column[node] = static_cast<uint16_t>(column);
                    level.firstEdge[node] = edgeCount;
                    level.a[node] = 0.0f;
                    for (size_t k = 0; k < 4; ++k)
                    {
                        if (block.part[k] != part)
                        {
                            continue;
                        }
                        const Block::Cell& cell = block.cells[k];
                        level.a[node] += cell.a;
                        for (size_t face = 0; face < 4; ++face)
                        {
                            int32_t i = 0;
                            int32_t j = 0;
                            if (!(cell.c[face] > 0.0f))
                            {
                                continue;
                            }
                            if (!reader.neighbour(cell, face, i, j))
                            {
                                level.a[node] += cell.c[face];
                                continue;
                            }
                            const uint32_t to = nodeOf(i, j);
                            if (to == node || to == kNone)
                            {
                                continue;
                            }
                            uint32_t e = level.firstEdge[node];
                            while (e < edgeCount && level.edges[e].to != to)
                            {
                                ++e;
                            }
                            if (e == capacity)
                            {
                                return false;
                            }
                            if (e == edgeCount)
                            {
                                level.edges[edgeCount++] = {to, 0.0f};
                            }
                            level.edges[e].c += cell.c[face];
                        }
                    }
                }
            }
        }
    }
    level.firstEdge[level.nodes] = edgeCount;
    memory.closeList<GraphEdge>(edgeCount);
    return true;
}

bool GraphHierarchy::buildNext(GraphLevel& fine, GraphLevel& coarse, Memory& memory)
{
    coarse = {};
    coarse.columns = (fine.columns + 1) / 2;
    coarse.rows = (fine.rows + 1) / 2;
    coarse.ring = fine.ring;
    const bool last = coarse.columns * coarse.rows == 1;
    const float strong = last ? 0.0f : kStrong;
    std::byte* const mark = memory.mark();
    uint32_t* const group = fine.parent; // a node of the same group with a lower number, at first
    uint32_t* scratch = nullptr;
    if (!memory.takeScratch(scratch, fine.nodes))
    {
        return false;
    }
    const auto root = [&](uint32_t node) {
        while (group[node] != node)
        {
            node = group[node];
        }
        return node;
    };

    // Group nodes of a coarse block along strong edges; q holds the diagonals meanwhile.
    for (uint32_t node = 0; node < fine.nodes; ++node)
    {
        group[node] = node;
        fine.q[node] = diagonal(fine, node);
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
                if (sameBlock && edge.c >= strong * std::min(fine.q[node], fine.q[edge.to]))
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

    // A group needs a node if it has edges that leave it, or if it is tied and not alone.
    constexpr uint32_t kNeedsNode = 1;
    for (uint32_t node = 0; node < fine.nodes; ++node)
    {
        bool needs = false;
        for (uint32_t e = fine.firstEdge[node]; e < fine.firstEdge[node + 1]; ++e)
        {
            needs = needs || group[fine.edges[e].to] != group[node] || fine.a[node] > 0.0f;
        }
        if (needs)
        {
            scratch[group[node]] = kNeedsNode;
        }
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
                    scratch[node] = scratch[node] == kNeedsNode ? coarse.nodes++ : kNone;
                }
            }
        }
    }
    coarse.segment[2 * coarse.rows] = coarse.nodes;
    for (uint32_t node = 0; node < fine.nodes; ++node)
    {
        fine.parent[node] = scratch[group[node]];
    }
    if (coarse.nodes == 0)
    {
        memory.release(mark);
        return true;
    }

    uint32_t* firstChild = nullptr;
    uint32_t* edgeOf = nullptr;
    if (!memory.takeScratch(firstChild, coarse.nodes) ||
        !memory.takeScratch(edgeOf, coarse.nodes) || !memory.take(coarse.column, coarse.nodes) ||
        !memory.take(coarse.parent, coarse.nodes) ||
        !memory.take(coarse.firstEdge, coarse.nodes + size_t{1}) ||
        !memory.take(coarse.a, coarse.nodes) || !memory.take(coarse.x, coarse.nodes) ||
        !memory.take(coarse.r, coarse.nodes) || !memory.take(coarse.p, coarse.nodes) ||
        !memory.take(coarse.q, coarse.nodes))
    {
        return false;
    }
    uint32_t* const nextChild = scratch;
    std::fill_n(firstChild, coarse.nodes, kNone);
    std::fill_n(edgeOf, coarse.nodes, kNone);
    for (uint32_t node = fine.nodes; node-- > 0;)
    {
        const uint32_t parent = fine.parent[node];
        if (parent != kNone)
        {
            nextChild[node] = firstChild[parent];
            firstChild[parent] = node;
        }
    }

    // Edges of all children, those to the same neighbour added up.
    size_t capacity = 0;
    coarse.edges = memory.openList<GraphEdge>(capacity);
    uint32_t edgeCount = 0;
    for (uint32_t node = 0; node < coarse.nodes; ++node)
    {
        coarse.column[node] = static_cast<uint16_t>(fine.column[firstChild[node]] / 2);
        coarse.firstEdge[node] = edgeCount;
        coarse.a[node] = 0.0f;
        for (uint32_t child = firstChild[node]; child != kNone; child = nextChild[child])
        {
            coarse.a[node] += fine.a[child];
            for (uint32_t e = fine.firstEdge[child]; e < fine.firstEdge[child + 1]; ++e)
            {
                const uint32_t to = fine.parent[fine.edges[e].to];
                if (to == node || to == kNone)
                {
                    continue;
                }
                if (edgeOf[to] == kNone || edgeOf[to] < coarse.firstEdge[node])
                {
                    if (edgeCount == capacity)
                    {
                        return false;
                    }
                    edgeOf[to] = edgeCount;
                    coarse.edges[edgeCount++] = {to, 0.0f};
                }
                coarse.edges[edgeOf[to]].c += fine.edges[e].c;
            }
        }
    }
    coarse.firstEdge[coarse.nodes] = edgeCount;
    memory.closeList<GraphEdge>(edgeCount);
    memory.release(mark);
    return true;
}

// Sums over rows, the rows then in order.
template <class Value>
double GraphHierarchy::sum(Tasks& tasks, const GraphLevel& level, Value&& value)
{
    forRows(tasks, level, false, [&](int32_t row) {
        double total = 0.0;
        for (uint32_t n = level.segment[2 * row]; n < level.segment[2 * row + 2]; ++n)
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

// x = an approximation of A^-1 r by sweeps and the levels above; r stays.
void GraphHierarchy::precondition(Tasks& tasks, int32_t index)
{
    const GraphLevel& level = levels_[index];
    const bool last = index + 1 == levelCount_;
    std::fill_n(level.x, level.nodes, 0.0f);
    for (int32_t k = 0; k < (last ? kSweepsOnLast : kSweeps); ++k)
    {
        relaxForward(tasks, level);
    }
    if (!last)
    {
        const GraphLevel& coarse = levels_[index + 1];
        forRows(tasks, coarse, false, [&](int32_t row) {
            for (uint32_t n = coarse.segment[2 * row]; n < coarse.segment[2 * row + 2]; ++n)
            {
                coarse.r[n] = 0.0f;
            }
            const uint32_t end = level.segment[2 * std::min(2 * row + 2, level.rows)];
            for (uint32_t n = level.segment[4 * row]; n < end; ++n)
            {
                if (level.parent[n] != kNone)
                {
                    coarse.r[level.parent[n]] += residual(level, n);
                }
            }
        });
        solve(tasks, index + 1);
        forNodes(tasks, level, [&](uint32_t n) {
            if (level.parent[n] != kNone)
            {
                level.x[n] += coarse.x[level.parent[n]];
            }
        });
    }
    for (int32_t k = 0; k < (last ? kSweepsOnLast : kSweeps); ++k)
    {
        relaxBackward(tasks, level);
    }
}

// x = an approximation of A^-1 r: one or two steps of a conjugate gradient. r is used up.
void GraphHierarchy::solve(Tasks& tasks, int32_t index)
{
    const GraphLevel& level = levels_[index];
    const auto dot = [&](const float* f, const float* g) {
        return sum(tasks, level, [=](uint32_t n) { return wide(f[n]) * wide(g[n]); });
    };
    const double before = dot(level.r, level.r);
    precondition(tasks, index);
    const double pq = sum(tasks, level, [&](uint32_t n) {
        level.q[n] = applied(level, level.x, n);
        level.p[n] = level.x[n];
        return wide(level.p[n]) * wide(level.q[n]);
    });
    if (!(pq > 0.0))
    {
        return;
    }
    const double alpha1 = dot(level.p, level.r) / pq;
    const double after = sum(tasks, level, [&](uint32_t n) {
        level.r[n] -= static_cast<float>(alpha1) * level.q[n];
        return wide(level.r[n]) * wide(level.r[n]);
    });
    KStep step = {alpha1, 0.0};
    if (after > kGoodEnoughForK * before)
    {
        precondition(tasks, index);
        const double zAz = sum(tasks, level, [&](uint32_t n) {
            return wide(level.x[n]) * wide(applied(level, level.x, n));
        });
        step = secondKStep(alpha1, pq, dot(level.x, level.q), zAz, dot(level.x, level.r));
    }
    forNodes(tasks, level, [&](uint32_t n) {
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
    backend.visitResidual(cells, [&](int32_t row, const float* lower, const float* upper) {
        for (uint32_t n = level.segment[2 * row]; n < level.segment[2 * row + 2]; ++n)
        {
            level.r[n] = 0.0f;
        }
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
