// Solids in one block of cells: what they leave open of its faces, whom those belong to, and how
// much of its cells is covered.
//
// A block is looked at with one more cell on each side, since a face belongs to two cells. Places
// are taken from indices within the grid, also beyond a periodic edge: whichever block looks at a
// face or a cell sees it in the same bits.
#pragma once

#include "backend/flow/cell_gaps.h"
#include "backend/flow/flow_backend.h"
#include "backend/flow/flow_grid.h"

#include <cstdint>
#include <span>

namespace tarn
{

// A grid of cells that solids are drawn on: that of the velocity, or of the dye.
struct SolidLattice
{
    int32_t nx = 1;
    int32_t ny = 1;
    bool wrapX = false;
    bool wrapY = false;
    Vec2 origin; // metres
    double cellSize = 1.0;
    const uint8_t* mask = nullptr;
    int32_t maskScale = 1; // cells along a side of one of the mask
    int32_t maskColumns = 1;

    bool isMasked(int32_t i, int32_t j) const
    {
        return mask != nullptr && mask[int64_t{j / maskScale} * maskColumns + i / maskScale] != 0;
    }
    Vec2 at(double x, double y) const { return {origin.x + x * cellSize, origin.y + y * cellSize}; }
};

// A solid, or its copy beyond a periodic edge.
struct Placement
{
    int32_t solid = 0; // its place in FlowSolids::bodies
    Vec2 shift;        // how far away (metres)
    Bounds bounds;     // of the copy
    uint64_t hash = 0; // of all that matters to faces
};

// Cells begin .. end of an axis; around a periodic edge there are two such runs.
struct CellRuns
{
    struct Run
    {
        int32_t begin = 0;
        int32_t end = 0;
    };
    int32_t count = 0;
    Run runs[2];
};

// A block's cells along an axis with one more on each side, as far as there are any.
CellRuns runsAround(int32_t first, int32_t cells, int32_t n, bool wraps);

class SolidBlock
{
  public:
    // What is covered, and by whom.
    static constexpr int32_t kNobodyCovers = -1;
    static constexpr int32_t kMaskCovers = -2;
    struct Face
    {
        float open = 1.0f;
        int32_t by = kNobodyCovers; // else an index of `near`
    };

    // The block whose lower left cell is (firstX, firstY). `near` are the placements that touch it
    // or the cells around it.
    SolidBlock(const SolidLattice& lattice, std::span<const FlowSolid> solids,
               const Placement* placements, std::span<const uint16_t> near, int32_t firstX,
               int32_t firstY);

    int32_t columns() const { return x_.cells; }
    int32_t rows() const { return y_.cells; }

    // Of the block's cell (a, b): its left and its lower face. For the last column or row of a
    // grid that is not periodic, also one cell further.
    Face faceX(int32_t a, int32_t b) const
    {
        const bool open = (kept(a - 1, b) & kept(a, b)) == kAllGaps;
        return open && linesX_.cover[a + 1][b + 1] == kOpen ? Face{} : closedFaceX(a, b);
    }
    Face faceY(int32_t a, int32_t b) const
    {
        const bool open = (kept(a, b - 1) & kept(a, b)) == kAllGaps;
        return open && linesY_.cover[b + 1][a + 1] == kOpen ? Face{} : closedFaceY(a, b);
    }

    // Of a cell: its covered part, and whether the fluid slides along what covers it.
    float covered(int32_t a, int32_t b) const
    {
        const Cover around = around_[b + 1][a + 1];
        if (around == kShut || isMasked(a, b))
        {
            return 1.0f; // also what is closed in by several solids is solid to the fluid
        }
        return around == kOpen && !someTiny_ ? 0.0f : partlyCovered(a, b);
    }
    bool slips(int32_t a, int32_t b) const;

    // The velocity of what covers a face, at a place in cells of the lattice.
    Vec2 velocityOf(int32_t by, double x, double y) const;
    const FlowSolid& solid(int32_t by) const { return solids_[static_cast<size_t>(body(by))]; }

  private:
    static constexpr int32_t kCells = kSolidBlock + 2; // along a side, with those around
    static constexpr int32_t kLines = kCells + 1;

    enum Cover : uint8_t
    {
        kOpen,
        kCut,
        kShut
    };

    // Rows of faces on grid lines: line l lies left of (below) cell l - 1.
    struct Lines
    {
        Cover cover[kLines][kCells] = {};
        FaceGaps gaps[kLines][kCells]; // of those that are cut
        float most[kLines][kCells];    // of those not open: covered by one solid alone
        int16_t owner[kLines][kCells]; // and that one, an index of `near`

        const FaceGaps& at(int32_t line, int32_t face) const;
    };

    // An axis of the block, with the cells around it: where in the grid they are. -1: nowhere.
    struct BlockAxis
    {
        int32_t cells = 0;
        int32_t cell[kCells];
        int32_t line[kLines];
        Interval face[kCells]; // of the cells, from the grid's edge (metres)

        BlockAxis(int32_t first, int32_t n, bool wraps, double cellSize);
    };

    int32_t body(int32_t by) const { return placements_[near_[static_cast<size_t>(by)]].solid; }
    const Placement& placement(size_t k) const { return placements_[near_[k]]; }
    const PlacedShape& shape(size_t k) const
    {
        return solids_[static_cast<size_t>(placement(k).solid)].shape;
    }

    void findMask();
    void findLines(Axis along, Lines& lines);
    void addSolid(size_t k, const IntervalUnion& covered, const BlockAxis& axis, int32_t line,
                  Lines& lines) const;
    void findKept();
    GapSet keptBy(int32_t a, int32_t b) const;
    Face closedFaceX(int32_t a, int32_t b) const;
    Face closedFaceY(int32_t a, int32_t b) const;
    float partlyCovered(int32_t a, int32_t b) const;
    Face face(const Lines& lines, int32_t line, int32_t at, uint32_t shared, Vec2 middle) const;
    int32_t nearestTo(Vec2 point) const;
    bool isInside(Vec2 point) const;
    bool sees(Vec2 from, Vec2 to) const;
    double coveredBySolids(int32_t a, int32_t b) const;
    CellGaps gapsAround(int32_t a, int32_t b) const;
    bool isMasked(int32_t a, int32_t b) const { return masked_[b + 1][a + 1]; }
    GapSet kept(int32_t a, int32_t b) const { return kept_[b + 1][a + 1]; }

    const SolidLattice& lattice_;
    std::span<const FlowSolid> solids_;
    const Placement* placements_;
    std::span<const uint16_t> near_;
    BlockAxis x_;
    BlockAxis y_;
    bool someSlip_ = false;
    bool someTiny_ = false;             // fits into a cell, without touching its faces
    Cover around_[kCells][kCells] = {}; // all four faces of a cell
    bool masked_[kCells][kCells] = {};
    GapSet kept_[kCells][kCells];
    Lines linesX_; // faces between columns
    Lines linesY_; // and between rows
};

} // namespace tarn
