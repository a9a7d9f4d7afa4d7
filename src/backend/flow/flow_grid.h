// What a kernel of Flow reads: padded rows of velocity, where the grid ends, and which cells are
// joined.
//
// Fields are rows in plain order with kGhostColumns floats left of column 0 and at least as many
// right of the last column, and kGhostRows rows below and above. On a periodic axis these repeat
// the other side; else they hold what lies beyond the edge (see boundary.cpp).
#pragma once

#include "field/rows.h"

#include "tarn/flow.h"

#include <cstdint>
#include <cstring>

namespace tarn
{

inline constexpr int32_t kGhostColumns = 16;
inline constexpr int32_t kGhostRows = 2;

// How a cell is joined to its neighbours. The bytes of a grid have a border of kLinkBorder on each
// side: copies of the other side on a periodic axis, else of the edge's own cells with the way out
// open, so that what lies beyond an edge counts in a look-up but leads around no solid.
inline constexpr int32_t kLinkBorder = 4;
enum Link : uint8_t
{
    kLinkLeft = 1,     // the face to the left is open, at least in part
    kLinkBelow = 2,    // so is the one below
    kLinkBlocked = 4,  // the cell is solid
    kLinkSlip = 8,     // and the fluid slides along it
    kLinkTouched = 16, // some face of the cell, or the cell itself, is covered in part
    // That is true of a dye cell within it; on the grid of velocity.
    kLinkTouchedWithin = 128
};

// Which cells are joined, on the grid of velocity or of dye.
struct LinkGrid
{
    const uint8_t* first = nullptr; // of cell (0, 0)
    int32_t stride = 0;
    int32_t nx = 0;
    int32_t ny = 0;
    bool wrapX = false;
    bool wrapY = false;

    uint8_t at(int32_t i, int32_t j) const { return first[int64_t{j} * stride + i]; }

    // Whether the two cells share a face that is open. Both are within the border.
    bool joinedX(int32_t i, int32_t j) const { return (at(i, j) & kLinkLeft) != 0; }
    bool joinedY(int32_t i, int32_t j) const { return (at(i, j) & kLinkBelow) != 0; }

    // Whether solids touch any of these cells, four or more in a row, or what is within them. A box
    // that reaches beyond the border may always be touched.
    bool anyTouched(int32_t lowX, int32_t lowY, int32_t highX, int32_t highY) const
    {
        if (lowX < -kLinkBorder || lowY < -kLinkBorder || highX >= nx + kLinkBorder ||
            highY >= ny + kLinkBorder)
        {
            return true;
        }
        const int32_t count = highX - lowX + 1;
        constexpr uint64_t kEvery = 0x0101010101010101u;
        constexpr uint64_t kAsked = kEvery * (kLinkTouched | kLinkTouchedWithin);
        uint64_t links = 0;
        const auto take = [&links](const uint8_t* from, auto word) {
            std::memcpy(&word, from, sizeof word);
            links |= word;
        };
        for (int32_t j = lowY; j <= highY && (links & kAsked) == 0; ++j)
        {
            const uint8_t* row = first + int64_t{j} * stride + lowX;
            int32_t done = 0;
            for (; done + 8 <= count; done += 8)
            {
                take(row + done, uint64_t{});
            }
            if (done + 4 < count)
            {
                take(row + done, uint32_t{});
            }
            if (done < count)
            {
                take(row + count - 4, uint32_t{}); // some of them once more
            }
        }
        return (links & kAsked) != 0;
    }
};

// Blocks of 16 x 16 velocity cells in or next to which there are solids. Coarse, so that a kernel
// can ask for the surroundings of a whole vector at once.
inline constexpr int32_t kSolidBlock = 16;
constexpr int32_t blocksOf(int32_t cells)
{
    return (cells + kSolidBlock - 1) / kSolidBlock;
}

struct SolidBlocks
{
    const uint8_t* first = nullptr; // null: no solids at all
    int32_t columns = 0;
    int32_t rows = 0;
    int32_t nx = 0; // cells on a periodic axis; else 0
    int32_t ny = 0;

    // Whether there may be any in these cells. The box may reach beyond the grid; one that goes all
    // the way around a periodic axis always may.
    bool any(int32_t lowX, int32_t lowY, int32_t highX, int32_t highY) const
    {
        if (nx > 0 && (lowX < 0 || highX >= nx))
        {
            const int32_t low = (lowX % nx + nx) % nx;
            const int32_t high = low + (highX - lowX);
            return high - low >= nx || any(low, lowY, high < nx ? high : nx - 1, highY) ||
                   (high >= nx && any(0, lowY, high - nx, highY));
        }
        if (ny > 0 && (lowY < 0 || highY >= ny))
        {
            const int32_t low = (lowY % ny + ny) % ny;
            const int32_t high = low + (highY - lowY);
            return high - low >= ny || any(lowX, low, highX, high < ny ? high : ny - 1) ||
                   (high >= ny && any(lowX, 0, highX, high - ny));
        }
        const auto block = [](int32_t cell, int32_t count) {
            const int32_t b = cell >> 4;
            return b < 0 ? 0 : (b >= count ? count - 1 : b);
        };
        const int32_t left = block(lowX, columns), right = block(highX, columns);
        const int32_t top = block(highY, rows);
        for (int32_t y = block(lowY, rows); y <= top; ++y)
        {
            for (int32_t x = left; x <= right; ++x)
            {
                if (first[int64_t{y} * columns + x] != 0)
                {
                    return true;
                }
            }
        }
        return false;
    }
};

// The velocity, and the room it has.
struct FlowGrid
{
    int32_t nx = 1;
    int32_t ny = 1;
    bool wrapX = false;
    bool wrapY = false;
    float lowX = 0.0f; // how far a way may lead, in cells; of no meaning on a periodic axis
    float highX = 1.0f;
    float lowY = 0.0f;
    float highY = 1.0f;
    ConstRows u; // (nx + 1) x ny
    ConstRows v; // nx x (ny + 1)
    LinkGrid links;
    SolidBlocks solids;
};

// The nodes of a field along x: node I lies at base[I] + phase[I] cells. Tables, so that cells,
// faces and finer grids are one case. Where nodes are as far apart as cells, base[I] is I, and
// phase is 0 (faces) or 1/2 (cells) for all.
struct NodeColumns
{
    int32_t count = 0;
    const int32_t* base = nullptr;
    const float* phase = nullptr;
};

// A way longer than this is cut, so that in dye cells (up to 8 in a cell) it is below 2^22, where
// kernels can take it apart; only periodic axes let it come so far.
inline constexpr float kLongestWay = 5.0e5f;

inline constexpr int32_t kMaxCarried = TN_MAX_DYES + 1;

// One advection: `count` fields on the same nodes, by `scale` finer than the velocity.
struct AdvectJob
{
    FlowGrid grid;
    NodeColumns columns;
    const int32_t* rowBase = nullptr; // the same along y
    const float* rowPhase = nullptr;
    int32_t rows = 0;
    int32_t scale = 1;
    float rate = 0.0f; // dt over the size of a velocity cell

    // Whether the nodes are cells, joined by links; else they are faces between columns (0) or rows
    // (1), valid as `links` of the velocity grid tell.
    enum class At
    {
        cells,
        facesX,
        facesY
    } at = At::cells;
    LinkGrid cellLinks; // of the nodes, when they are cells

    // MacCormack's correction is made for ways that end in here (cells of velocity); beyond, what
    // lies past an open edge would enter it.
    float trustLowX = 0.0f, trustHighX = 1.0f, trustLowY = 0.0f, trustHighY = 1.0f;

    // Ways from the velocity's cells, followed once for all that moves along the same velocity:
    // back in time [0] and ahead [1]. With them a cell takes its own, and a face the mean of its
    // two cells'. Not given: each node is followed by itself, as finer grids must be.
    bool hasWays = false;
    Rows wayX[2];
    Rows wayY[2];

    int32_t count = 0;
    ConstRows from[kMaxCarried];
    ConstRows hat[kMaxCarried]; // of a correction: the semi-Lagrangian result
    Rows to[kMaxCarried];
    bool streams = false; // `to` past the caches, since nobody looks at it before they forget it
};

// What MacCormack's result is held within: the least and the most of the nodes that a node's fluid
// came from. The advection of a row has them in hand, and its correction need not look them up once
// more if it follows soon. A ring of rows, in which row j lies where row j + rows will.
struct BoundRing
{
    float* first = nullptr; // null: none are kept
    size_t stride = 0;
    int32_t rows = 1;   // a power of two
    int32_t fields = 1; // in each

    float* least(int32_t row, int32_t field) const { return at(row, 2 * field); }
    float* most(int32_t row, int32_t field) const { return at(row, 2 * field + 1); }
    BoundRing from(int32_t field) const
    {
        return {first != nullptr ? least(0, field) : nullptr, stride, rows, fields};
    }

  private:
    float* at(int32_t row, int32_t line) const
    {
        return first + static_cast<size_t>((row & (rows - 1)) * 2 * fields + line) * stride;
    }
};

// Kernels of one row of nodes; a backend brings its own. With a ring advect may leave bounds, and
// correct may take those that were left for its row; without, it looks them up.
struct AdvectKernels
{
    // way = where the fluid of each cell comes from, and with `ahead`, where it goes. Returns how
    // far up or down the latter leads at most, in cells.
    float (*trace)(const AdvectJob& job, int32_t row, bool ahead);
    // to = from where the fluid came from
    void (*advect)(const AdvectJob& job, int32_t row, const BoundRing& bounds);
    // to = MacCormack, given from and hat
    void (*correct)(const AdvectJob& job, int32_t row, const BoundRing& bounds);
};

const AdvectKernels& plainAdvectKernels();
const AdvectKernels& vectorAdvectKernels();

} // namespace tarn
