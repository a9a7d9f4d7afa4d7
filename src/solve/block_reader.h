// Reads a grid level block by block: 2 x 2 cells, and which of them belong together.
//
// Cells of a block that are strongly connected within it are a part. Every part becomes a node of
// the first graph level (graph_hierarchy.h), except where it would have nothing to do there.
// Blocks come in the order of the nodes: by squares of 2 x 2 blocks, row by row, red squares before
// black ones within a row.
#pragma once

#include "backend/backend.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tarn
{

// Two children belong together when their connection is at least this part of what either has in
// all: 1/4 each in open water, so only slivers fall below.
inline constexpr float kStrong = 0.05f;

struct BlockCell
{
    bool present = false;
    int32_t i = 0;
    int32_t j = 0;
    std::array<float, 4> c = {}; // west, east, south, north
    float a = 0.0f;
    float d = 0.0f;
};

// The four cells of a block, left to right and bottom to top.
struct Block
{
    static constexpr uint32_t kNoPart = 15;

    std::array<BlockCell, 4> cells;
    std::array<uint32_t, 4> part = {kNoPart, kNoPart, kNoPart, kNoPart};
    uint32_t parts = 0;
};

class BlockReader
{
  public:
    // Rows of coefficients that a row of blocks needs: two of cx, three of cy, two of a.
    static constexpr int32_t kRowBuffers = 7;

    // `buffers` holds kRowBuffers rows of rowFloats each.
    BlockReader(Backend& backend, const Level& level, float* buffers, size_t rowFloats);

    const int32_t nx;
    const int32_t ny;
    const bool ringX;
    const bool ringY;
    const int32_t columns; // of blocks
    const int32_t rows;

    // body(row, column, block) in the order of nodes, while it returns true.
    template <class Body>
    bool forBlocks(Body&& body)
    {
        for (int32_t half = 0; half < (rows + 1) / 2 * 4; ++half)
        {
            const int32_t square = half / 4; // its row, then the colour, then the row within it
            const int32_t colour = half / 2 % 2;
            const int32_t row = 2 * square + half % 2;
            if (row < rows && !forColour(row, (square + colour) % 2, body))
            {
                return false;
            }
        }
        return true;
    }

    // Row by row, whole() for blocks that are in one part as a look at their faces tells, and
    // other(block) for the rest.
    template <class Whole, class Other>
    void forKinds(Whole&& whole, Other&& other)
    {
        for (int32_t row = 0; row < rows; ++row)
        {
            readRow(row);
            for (int32_t column = 0; column < columns; ++column)
            {
                if (isWhole(column))
                {
                    whole();
                }
                else
                {
                    other(read(column));
                }
            }
        }
    }

    // The cell behind a face (0 west, 1 east, 2 south, 3 north); false beyond an edge.
    bool neighbour(const BlockCell& cell, size_t face, int32_t& i, int32_t& j) const;

  private:
    // Every other pair of blocks of a row.
    template <class Body>
    bool forColour(int32_t row, int32_t firstPair, Body&& body)
    {
        readRow(row);
        for (int32_t column = 2 * firstPair; column < columns; column += column % 2 == 0 ? 1 : 3)
        {
            if (!body(row, column, read(column)))
            {
                return false;
            }
        }
        return true;
    }

    void readRow(int32_t blockRow);
    Block read(int32_t blockColumn) const;
    bool isWhole(int32_t blockColumn) const;
    BlockCell cell(int32_t i, int32_t k) const;
    void group(Block& block) const;
    bool needsNode(const Block& block, const std::array<size_t, 4>& root, size_t part) const;

    float* cx(int32_t k) const { return buffer_[static_cast<size_t>(k)]; }
    float* cy(int32_t k) const { return buffer_[static_cast<size_t>(k + 2)]; }
    float* a(int32_t k) const { return buffer_[static_cast<size_t>(k + 5)]; }

    Backend& backend_;
    const Level& level_;
    std::array<float*, kRowBuffers> buffer_ = {};
    int32_t row_ = 0;
};

} // namespace tarn
