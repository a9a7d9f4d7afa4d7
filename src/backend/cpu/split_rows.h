// How the cpu backend lays out a field: rows split into even and odd columns.
//
// In a red-black sweep the cells of one colour in a row are either its even or its odd columns.
// Kept apart, they fill SIMD vectors without gaps, their left and right neighbours lie in the
// other half at the same or the next position, and two children of a coarse cell lie at the
// coarse cell's own position in either half.
//
//     column         0   2   4   6   .  .  |  1   3   5   7   .  .
//     stored as    [ even half             |  odd half              ]   next row ...
//
// Halves are `half` floats long, a multiple of 16 with room for one column more than the grid
// has (the last face, or on a ring the copy of the first cell) and for the position before the
// first odd column, which is the last one of the even half (on a ring the copy of the last
// cell). All other padding of cell fields is 0, and stays so.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tarn
{

// Lanes that sums are made in, whatever the vector length: 16 partial sums a row.
inline constexpr int32_t kLanes = 16;

constexpr int32_t roundUp(int32_t n, int32_t multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

// Floats in half a row of a grid of nx cells.
constexpr int32_t halfRow(int32_t nx)
{
    return roundUp(nx / 2 + 2, kLanes);
}

// The longest span of a row where the faces of all cells, and those across that their neighbours in
// the row have, are of one conductance, a power of two, and a is one number. In positions of either
// half, multiples of kLanes, none of them near the row's ends; empty where there is none, or none
// that would pay.
struct UniformSpan
{
    static constexpr int32_t kLeast = 2 * kLanes;

    float conductance = 0.0f;
    float a = 0.0f;
    uint16_t begin = 0;
    uint16_t end = 0;
    // All cells of the row are like that, but for the outermost faces of the first and the last
    // one, beyond which x counts as 0.
    bool isWhole = false;
    // A cell's couplings and its a together, and one over that: of most cells, of the first and of
    // the last one.
    struct Diagonal
    {
        float sum = 0.0f;
        float inverse = 0.0f;
        bool operator==(const Diagonal&) const = default;
    };
    Diagonal usual, first, last;
    // How much the value beyond the edge counts in the interpolation of the first and last cell.
    // Less than 0: cells are not of one width, and interpolation goes its general way.
    float beyondFirst = -1.0f, beyondLast = -1.0f;

    bool isEmpty() const { return begin == end; }
    bool operator==(const UniformSpan&) const = default;
};

struct SplitField
{
    float* values = nullptr;
    int32_t columns = 0;
    int32_t rows = 0;
    int32_t half = 0;
    bool ring = false; // in x, and kernels look across the seam
    // For coefficients: where the row's numbers are. Rows that repeat the one before share its
    // memory, so that open water needs few rows of coefficients in the cache.
    int32_t* source = nullptr;
    // For cx, but about the level: interpolationShape of every column, in the order of a row.
    float* shapeOuter = nullptr;
    float* shapeInner = nullptr;
    // For cx, but about the level: where every row is uniform.
    UniformSpan* uniform = nullptr;

    // Where rows lie, if not one after another: those that are never needed at the same time may
    // have one place. Only for passes that know of it: to ask costs a few per cent of a V-cycle.
    const int32_t* places = nullptr;

    float* row(int32_t j, bool mayShare = false) const
    {
        const int32_t place = mayShare && places != nullptr ? places[j] : j;
        return values + static_cast<size_t>(place) * 2 * static_cast<size_t>(half);
    }
    float& at(int32_t i, int32_t j) const { return row(j)[(i & 1) * half + (i >> 1)]; }

    // Copies the ends of a row to the places where kernels look across the seam.
    void closeRing(int32_t j) const
    {
        if (ring)
        {
            float* cells = row(j, true);
            const auto position = [this](int32_t i) { return (i & 1) * half + (i >> 1); };
            cells[half - 1] = cells[position(columns - 1)];
            cells[position(columns)] = cells[0];
        }
    }
};

// Positions of a half row of `count` cells that are well inside the row: whole groups of lanes,
// none of them with a face that belongs to the two cells at either end.
constexpr int32_t insideBegin(int32_t count)
{
    return count > 3 * kLanes ? kLanes : count;
}
constexpr int32_t insideEnd(int32_t count)
{
    return count > 3 * kLanes ? (count - 2) / kLanes * kLanes : count;
}

// A level as the kernels see it.
struct LevelView
{
    int32_t nx = 0;
    int32_t ny = 0;
    int32_t half = 0;
    bool ringX = false;
    bool ringY = false;
    bool hasA = false;
    SplitField x, r, cx, cy, a;
    const float* zeros = nullptr; // a row of them: what lies beyond an edge

    // Row j of a cell field, 0 or its other end beyond the edge.
    const float* cellRow(const SplitField& f, int32_t j, bool mayShare = false) const
    {
        if (j < 0)
        {
            return ringY ? f.row(ny - 1, mayShare) : zeros;
        }
        if (j >= ny)
        {
            return ringY ? f.row(0, mayShare) : zeros;
        }
        return f.row(j, mayShare);
    }
    const float* cxRow(int32_t j) const { return cx.row(cx.source[j]); }
    // The same, or zeros beyond an edge.
    const float* cxRowOrZeros(int32_t j) const
    {
        if (ringY)
        {
            return cxRow((j + ny) % ny);
        }
        return j >= 0 && j < ny ? cxRow(j) : zeros;
    }
    const float* cyRow(int32_t j) const { return cy.row(cy.source[j]); }
    const float* aRow(int32_t j) const { return a.row(a.source[j]); }

    // On a ring of odd length the two cells at the seam have the same colour.
    bool oddRing() const { return (ringX && nx % 2 == 1) || (ringY && ny % 2 == 1); }
};

} // namespace tarn
