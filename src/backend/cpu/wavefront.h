// Runs several sweeps over the rows of a grid in one pass through memory.
//
// Stage s of row j needs stage s - 1 of rows j - 1, j and j + 1 (the last stage may look one row
// further down), and must not see a later one. Going up the grid with each stage one row behind
// the one before it fulfils that while only a few rows are in the cache:
//
//     row   j+1   j   j-1  j-2       at one moment
//     stage  0    1    2    3
//
// For threads the grid is cut into tiles of rows. A tile alone cannot finish the rows near its
// ends: with every stage it stops one row earlier. When all tiles are done, the wedges left out
// between them are filled in, each by one task, in the same way. The order of all dependent row
// operations is the same as in a plain loop over stages, so the result does not depend on the tiles
// at all.
//
//     tile 0         : stage 0 ########## | ########## tile 1
//                      stage 1 #########\ | /#########
//                      stage 2 ########\ wedge /######
#pragma once

#include "core/tasks.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace tarn
{

struct Wavefront
{
    int32_t rows = 0;
    int32_t stages = 0;
    bool ring = false;     // the last row is followed by the first
    bool deepTail = false; // the last stage looks two rows down
    int32_t tiles = 1;     // wanted; fewer where rows are few
    // Stages that may be done two at a time: `pairs` pairs from this one on.
    int32_t firstPair = 0;
    int32_t pairs = 0;
    // Rows that a stage goes on before the next one follows.
    int32_t advance = 1;

    // Rows that a stage stays away from a cut, above it and below it. At the seam of an odd ring
    // even the first stage does: there, two rows of the same colour meet, and the lower one must
    // come first.
    int32_t above(int32_t stage) const
    {
        return base() + stage + (deepTail && stage == stages - 1 ? 1 : 0);
    }
    int32_t below(int32_t stage) const { return base() + stage; }
    int32_t base() const { return ring && rows % 2 == 1 ? 1 : 0; }
    int32_t leastRows() const { return above(stages - 1) + below(stages - 1) + 2; }
    bool isFirstOfPair(int32_t stage) const
    {
        return stage >= firstPair && stage < firstPair + 2 * pairs && (stage - firstPair) % 2 == 0;
    }
    int32_t cut(int32_t tile) const
    {
        return tile == tiles ? rows : static_cast<int32_t>(int64_t{rows / 2} * tile / tiles) * 2;
    }
    bool cutBelow(int32_t tile) const { return tile > 0 || ring; }
    bool cutAbove(int32_t tile) const { return tile + 1 < tiles || ring; }
    bool isPlain() const { return ring && rows < leastRows(); } // one stage after another
    // A row counted on beyond the seam of a ring.
    int32_t onRing(int32_t row) const
    {
        return row < 0 ? row + rows : (row >= rows ? row - rows : row);
    }

    // Rows from `begin` on, before `end`.
    struct Range
    {
        int32_t begin, end;
        bool has(int32_t row) const { return row >= begin && row < end; }
    };

    Wavefront withTiles(int32_t wanted) const
    {
        Wavefront w = *this;
        w.tiles = std::clamp(rows / leastRows(), 1, wanted);
        return w;
    }

    // For each row a place among the rows. Of rows that no wedge has to do with, those share one
    // that are under way at different times: all that a tile works on stays in the cache.
    void sharePlaces(int32_t* places) const
    {
        const int32_t underWay = stages + advance + 1;
        std::iota(places, places + rows, 0);
        for (int32_t tile = 0; tile < tiles && !isPlain(); ++tile)
        {
            const int32_t low = cut(tile) + (cutBelow(tile) ? above(stages - 1) + 1 : 0);
            const int32_t high = cut(tile + 1) - (cutAbove(tile) ? below(stages - 1) + 1 : 0);
            for (int32_t row = low + underWay; row < high; ++row)
            {
                places[row] = places[row - underWay];
            }
        }
    }
};

// One row operation.
struct WavefrontStep
{
    static constexpr int32_t kNoRow = -1;

    int32_t stage = 0;
    int32_t row = 0;
    // The row that the first stage comes to when each has done two more: time to have it fetched
    // from memory. kNoRow where that is not known.
    int32_t soon = kNoRow;
    // The next stage of the row below is part of the operation.
    bool two = false;
    int32_t task = 0; // below `tiles`; no two with the same number are under way at a time
};

// One task's part of a wavefront: of rows that may count on beyond the seam of a ring, those that
// rangeOf(stage) tells.
template <class RangeOf, class Operation>
void runPart(const Wavefront& w, int32_t task, const Wavefront::Range& rows, bool asksAhead,
             RangeOf&& rangeOf, Operation&& operation)
{
    for (int32_t front = rows.begin; front < rows.end + w.stages; front += w.advance)
    {
        for (int32_t s = 0; s < w.stages;)
        {
            const bool pair = w.isFirstOfPair(s);
            const Wavefront::Range own = rangeOf(s);
            const Wavefront::Range next = pair ? rangeOf(s + 1) : Wavefront::Range{0, 0};
            for (int32_t ahead = front; ahead < front + w.advance; ++ahead)
            {
                const int32_t later = ahead + w.advance + 1;
                const int32_t soon = asksAhead && later < rows.end ? later : WavefrontStep::kNoRow;
                const int32_t row = ahead - s;
                const bool first = own.has(row);
                const bool second = next.has(row - 1);
                const bool both = first && second && w.onRing(row) > 0;
                if (first)
                {
                    operation(WavefrontStep{s, w.onRing(row), soon, both, task});
                }
                if (second && !both)
                {
                    operation(WavefrontStep{s + 1, w.onRing(row - 1), soon, false, task});
                }
            }
            s += pair ? 2 : 1;
        }
    }
}

// Calls operation(step) for all stages and rows.
template <class Operation>
void runWavefront(Tasks& tasks, Wavefront w, Operation&& operation)
{
    w = w.withTiles(w.tiles);
    if (w.isPlain())
    {
        for (int32_t s = 0; s < w.stages; ++s)
        {
            for (int32_t m = 0; m < w.rows; ++m)
            {
                operation(WavefrontStep{s, w.base() == 1 ? (m + w.rows - 1) % w.rows : m});
            }
        }
        return;
    }
    using Range = Wavefront::Range;
    tasks.parallelFor(w.tiles, [&](int32_t tile) {
        const Range rows = {w.cut(tile), w.cut(tile + 1)};
        const auto own = [&](int32_t stage) {
            return Range{rows.begin + (w.cutBelow(tile) ? w.above(stage) : 0),
                         rows.end - (w.cutAbove(tile) ? w.below(stage) : 0)};
        };
        runPart(w, tile, rows, true, own, operation);
    });
    const int32_t firstCut = w.ring ? 0 : 1;
    tasks.parallelFor(w.tiles - firstCut, [&](int32_t wedge) {
        const int32_t cut = w.cut(wedge + firstCut);
        const auto own = [&](int32_t stage) {
            return Range{cut - w.below(stage), cut + w.above(stage)};
        };
        runPart(w, wedge, own(w.stages - 1), false, own, operation);
    });
}

} // namespace tarn
