// The kernels of boxes: rows to waves and back, and the columns of waves.
//
// One table for plain loops and one for each instruction set; both give the same bits.
#pragma once

#include "backend/backend.h"
#include "backend/box_transform.h"

namespace tarn
{

// Some columns of waves: `columns` of them, a multiple of kBoxColumns, in each of `count` rows.
inline constexpr int32_t kBoxColumns = 16;

struct BoxColumns
{
    float* waves = nullptr;
    size_t stride = 0;       // from a row of them to the next
    float* pivots = nullptr; // room for as many numbers without gaps
    int32_t count = 0;
    int32_t columns = 0;
    const float* bends = nullptr;
};

struct BoxKernels
{
    // Waves of kBoxRows rows, times `scale` and 2 / n: `inverse` then gives rows back. `room` has
    // kBoxRows floats for every cell of a row. What comes out may be where what goes in was.
    void (*forward)(const BoxTransform& transform, const float* const* rows, float scale,
                    float* room, float* const* waves);
    void (*inverse)(const BoxTransform& transform, const float* const* waves, float scale,
                    float* room, float* const* rows);

    // Sums over the cells of a row, made in kBoxColumns lanes.
    Moments (*moments)(const float* row, int32_t count);

    // Solves in place. Where nothing holds a wave, its last row is made 0.
    void (*solve)(const BoxSystem& system, const BoxColumns& columns);
};

const BoxKernels& plainBoxKernels();
const BoxKernels& vectorBoxKernels();

} // namespace tarn
