#include "backend/flow/cell_gaps.h"

#include <algorithm>

namespace tarn
{

namespace
{

// A gap narrower than this is what rounding leaves where there is none.
constexpr double kSliver = 1.0e-6;

void addGap(FaceGaps& face, double from, double to)
{
    if (to - from < kSliver)
    {
        return;
    }
    const float low = from < kSliver ? 0.0f : static_cast<float>(from);
    const float high = to > 1.0 - kSliver ? 1.0f : static_cast<float>(to);
    if (face.count == kMostGaps)
    {
        int32_t narrowest = 0;
        for (int32_t gap = 1; gap < kMostGaps; ++gap)
        {
            narrowest = face.width(gap) < face.width(narrowest) ? gap : narrowest;
        }
        if (high - low <= face.width(narrowest))
        {
            return;
        }
        std::copy(face.from + narrowest + 1, face.from + kMostGaps, face.from + narrowest);
        std::copy(face.to + narrowest + 1, face.to + kMostGaps, face.to + narrowest);
        --face.count;
    }
    face.from[face.count] = low;
    face.to[face.count] = high;
    ++face.count;
}

} // namespace

FaceGaps gapsOf(const IntervalUnion& covered, Interval face)
{
    FaceGaps gaps;
    const double length = face.to - face.from;
    double open = face.from;
    for (int32_t k = 0; k < covered.count() && covered[k].from < face.to; ++k)
    {
        if (covered[k].to > open)
        {
            addGap(gaps, (open - face.from) / length, (covered[k].from - face.from) / length);
            open = covered[k].to;
        }
    }
    addGap(gaps, (open - face.from) / length, 1.0);
    return gaps;
}

float openPartOf(const FaceGaps& face, uint32_t gaps)
{
    float open = 0.0f;
    for (int32_t gap = 0; gap < face.count; ++gap)
    {
        open += (gaps & (1u << gap)) != 0 ? face.width(gap) : 0.0f;
    }
    return open;
}

Openings openingsOf(const CellGaps& cell)
{
    Openings openings;
    bool goesOn = false; // the last gap ends at the corner
    bool atStart = false;
    for (int32_t side = 0; side < 4; ++side)
    {
        const FaceGaps& face = *cell.sides[side];
        const bool backwards = side >= kCellTop;
        for (int32_t k = 0; k < face.count; ++k)
        {
            const int32_t gap = backwards ? face.count - 1 - k : k;
            const bool fromCorner = backwards ? face.to[gap] == 1.0f : face.from[gap] == 0.0f;
            const bool toCorner = backwards ? face.from[gap] == 0.0f : face.to[gap] == 1.0f;
            if (!(k == 0 && goesOn && fromCorner))
            {
                ++openings.count;
            }
            atStart = side == 0 && k == 0 ? fromCorner : atStart;
            const int32_t opening = openings.count - 1;
            openings.gaps[opening] =
                static_cast<GapSet>(openings.gaps[opening] | (1u << (side * kMostGaps + gap)));
            openings.width[opening] += face.width(gap);
            goesOn = toCorner;
        }
        goesOn = goesOn && face.count > 0;
    }
    // Around the corner where it began.
    if (goesOn && atStart && openings.count > 1)
    {
        const int32_t last = --openings.count;
        openings.gaps[0] = static_cast<GapSet>(openings.gaps[0] | openings.gaps[last]);
        openings.width[0] += openings.width[last];
    }
    return openings;
}

int32_t widestOf(const Openings& openings)
{
    constexpr float kSame = 1.0e-5f; // so that rounding does not decide between two alike
    int32_t widest = 0;
    for (int32_t k = 1; k < openings.count; ++k)
    {
        widest = openings.width[k] > openings.width[widest] + kSame ? k : widest;
    }
    return widest;
}

Vec2 placeOnSide(CellSide side, double part)
{
    switch (side)
    {
    case kCellBottom:
        return {part, 0.0};
    case kCellRight:
        return {1.0, part};
    case kCellTop:
        return {part, 1.0};
    case kCellLeft:
        break;
    }
    return {0.0, part};
}

} // namespace tarn
