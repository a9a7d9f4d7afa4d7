// Rows of the caller's arrays in plain order, scaled on the way in and out, where cells are open or
// solid and nothing else. One table for each instruction set; all give the same bits.
#pragma once

#include <cstdint>

namespace tarn
{

// Of the cells of a row, 8 to a byte: set where one is solid. Two bytes beyond the last may be
// read.
using SolidBits = const uint8_t*;

struct OpenRowKernels
{
    // out = scale row, and 0 in solids; returns the squares of what they hold. `out` may be `row`.
    double (*scale)(const float* row, SolidBits solid, int32_t count, float scale, float* out);

    // x = scale row - shift, in solids without the shift.
    void (*put)(const float* row, SolidBits solid, int32_t count, float scale, float shift,
                float* x);
};

const OpenRowKernels& openRowKernels();

} // namespace tarn
