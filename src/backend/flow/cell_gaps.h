// What solids leave open around a cell.
//
// Solids cut a face into gaps. Going around a cell, gaps that meet at a corner are one opening, and
// openings that a solid parts inside the cell are not joined by it:
//
//     +-----------+      two openings: above and below the plate. The middle is above it, so the
//     |     o     |      cell belongs to the fluid there and keeps the gaps of that opening only.
//     |===========|      The fluid below has no cell here: the face at the bottom is shut.
//     +-----------+
//
// A face lets pass what both of its cells keep. Two cells that are joined then have a way between
// them that no solid crosses, however thin: plates, corners and notches need no rules of their own.
#pragma once

#include "field/interval_union.h"

#include "core/vec2.h"

#include <cstdint>

namespace tarn
{

inline constexpr int32_t kMostGaps = 3; // of a face; the widest

// Gaps of a face in order, as parts of it.
struct FaceGaps
{
    int32_t count = 0;
    float from[kMostGaps] = {};
    float to[kMostGaps] = {};

    bool isWhole() const { return count == 1 && from[0] == 0.0f && to[0] == 1.0f; }
    float width(int32_t gap) const { return to[gap] - from[gap]; }
};

inline constexpr FaceGaps kWholeFace = {1, {0.0f}, {1.0f}};

FaceGaps gapsOf(const IntervalUnion& covered, Interval face);

// The sides of a cell in the order of going around it. Faces run along x or y, so that the top and
// the left one are passed from their end to their start.
enum CellSide : int32_t
{
    kCellBottom,
    kCellRight,
    kCellTop,
    kCellLeft
};

// Gaps of a cell's four faces, as bits.
using GapSet = uint16_t;
inline constexpr GapSet kNoGaps = 0;
inline constexpr GapSet kAllGaps = (1u << (4 * kMostGaps)) - 1u;
inline constexpr uint32_t kAllOfFace = (1u << kMostGaps) - 1u;

constexpr uint32_t gapsOnSide(GapSet gaps, CellSide side)
{
    return (static_cast<uint32_t>(gaps) >> (side * kMostGaps)) & kAllOfFace;
}

// The part of a face that lies in these of its gaps.
float openPartOf(const FaceGaps& face, uint32_t gaps);

struct CellGaps
{
    const FaceGaps* sides[4] = {};
};

// Gaps in groups that are joined along the outline of the cell.
struct Openings
{
    int32_t count = 0;
    GapSet gaps[4 * kMostGaps] = {};
    float width[4 * kMostGaps] = {}; // along the outline
};
Openings openingsOf(const CellGaps& cell);

// The widest; of several that are, up to rounding, the first.
int32_t widestOf(const Openings& openings);

// A place on the outline of a cell, from 0 to 1 on either axis.
Vec2 placeOnSide(CellSide side, double part);

// Whether any of an opening's gaps is seen from the middle: sees(place) for some places in each.
template <class Sees>
bool isSeen(const CellGaps& cell, GapSet opening, Sees&& sees)
{
    constexpr double kLookAt[] = {0.5, 0.05, 0.95}; // parts of the gap
    for (int32_t side = 0; side < 4; ++side)
    {
        const FaceGaps& face = *cell.sides[side];
        for (int32_t gap = 0; gap < face.count; ++gap)
        {
            if ((opening & (1u << (side * kMostGaps + gap))) == 0)
            {
                continue;
            }
            for (const double part : kLookAt)
            {
                const double at = static_cast<double>(face.from[gap]) +
                                  part * static_cast<double>(face.width(gap));
                if (sees(placeOnSide(static_cast<CellSide>(side), at)))
                {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace tarn
