// Reading blocks and grouping their cells; see block_reader.h.
//
// A row of blocks is read at once: the backend puts its two rows of cells and the faces around them
// into plain order. Each block is then put together and grouped when it is asked for.
#include "solve/block_reader.h"

#include <algorithm>

namespace tarn
{

BlockReader::BlockReader(Backend& backend, const Level& level, float* buffers, size_t rowFloats)
    : nx(level.shape.x.cells), ny(level.shape.y.cells), ringX(level.shape.x.periodic()),
      ringY(level.shape.y.periodic()), columns((nx + 1) / 2), rows((ny + 1) / 2), backend_(backend),
      level_(level)
{
    for (size_t k = 0; k < kRowBuffers; ++k)
    {
        buffer_[k] = buffers + k * rowFloats;
    }
    backend.fetch(level.cx);
    backend.fetch(level.cy);
    if (level.hasA)
    {
        backend.fetch(level.a);
    }
}

void BlockReader::readRow(int32_t blockRow)
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

Block BlockReader::read(int32_t blockColumn) const
{
    Block block;
    for (int32_t k = 0; k < 4; ++k)
    {
        block.cells[static_cast<size_t>(k)] = cell(2 * blockColumn + (k & 1), k >> 1);
    }
    group(block);
    return block;
}

// Whether the faces inside the block are strong for whatever its cells have in all.
bool BlockReader::isWhole(int32_t blockColumn) const
{
    const int32_t i = 2 * blockColumn;
    if (i + 1 >= nx || 2 * row_ + 1 >= ny || level_.hasA)
    {
        return false;
    }
    float most = 0.0f;
    for (int32_t k = 0; k < 2; ++k)
    {
        most = std::max(
            {most, cx(k)[i], cx(k)[i + 1], cx(k)[i + 2], cy(0)[i + k], cy(1)[i + k], cy(2)[i + k]});
    }
    const float least = std::min({cx(0)[i + 1], cx(1)[i + 1], cy(1)[i], cy(1)[i + 1]});
    return least > 0.0f && least >= kStrong * 4.0f * most;
}

bool BlockReader::neighbour(const BlockCell& cell, size_t face, int32_t& i, int32_t& j) const
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

BlockCell BlockReader::cell(int32_t i, int32_t k) const
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
void BlockReader::group(Block& block) const
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

bool BlockReader::needsNode(const Block& block, const std::array<size_t, 4>& root,
                            size_t part) const
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

} // namespace tarn
