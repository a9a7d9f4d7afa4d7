// Arithmetic on rows of the caller's arrays, in plain order: extremes, sums, scaling in and out.
//
// Sums are made in eight lanes and then lane by lane, in 64 bits: the same bits on every machine,
// and a shape that compilers turn into vectors. Labels are those of regions.h.
#pragma once

#include "backend/cpu/open_row_kernels.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

// The extremes of some floats as bit patterns: for numbers >= 0 the order of the patterns is that
// of the numbers, infinity and NaN come last, and a sign makes the pattern negative.
struct Extremes
{
    int32_t most = 0;          // of the magnitudes
    int32_t least = INT32_MAX; // of the numbers, sign included

    static Extremes of(const float* values, size_t count);
    static Extremes ofOne(float value) { return of(&value, 1); }

    void include(const Extremes& other);
    float largest() const;  // magnitude; not finite if any number is not
    float smallest() const; // if none has a sign
    bool anySigned() const { return least < 0; }
};

// What the cells of a row are: by their labels, and where they are all solid or of one other label
// also by bits. Neither: all are alike.
struct RowCells
{
    const uint32_t* labels = nullptr;
    SolidBits solid = nullptr;
};

double sumOfRow(const float* row, int32_t count);

// Of the cells with that label; their number is added to `size`.
double sumOfRow(const float* row, const uint32_t* labels, uint32_t label, int32_t count,
                uint64_t& size);

// Nothing is lost of it in 32 bits.
bool isFloat(double value);

// out = scale (row - shift), and 0 in solids, whose scaled squares are returned. The shift is for
// cells labelled 0, or where there are no labels, for all.
double scaleRow(const float* row, const RowCells& cells, int32_t count, double scale, double shift,
                float* out);

// x += scale row - shift, or with `fresh` x = ...; what x cannot hold goes to the remainder, where
// there is one (null: there is none), which is part of what was there before. The shift is for
// cells labelled 0, or where there are no labels, for all.
void addToRow(const float* row, const RowCells& cells, int32_t count, double scale, double shift,
              bool fresh, float* x, float* remainder);

// x -= shift, likewise.
void shiftRow(int32_t count, double shift, float* x, float* remainder);

// The same with a shift for cells labelled 0 and none for others.
void shiftRow(int32_t count, const uint32_t* labels, double shift, float* x, float* remainder);

} // namespace tarn
