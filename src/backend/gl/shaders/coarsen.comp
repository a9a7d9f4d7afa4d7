// Coefficients of the next coarser level: FACES_X, FACES_Y or CELLS_A. See field/grid.h.
#define TRANSFER
#include "params.h"
#include "grid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Fine
{
    float fine[];
};
layout(std430, binding = 1) writeonly buffer Coarse
{
    float coarse[];
};

const float kLeastInner = 0.125;

float coarseConductance(float across, float low, float lowShare, float high, float highShare,
                        float leastInner)
{
    if (!(across > 0.0))
    {
        return 0.0;
    }
    float least = leastInner * across;
    float openLow = low > 0.0 ? max(low, least) : across;
    float openHigh = high > 0.0 ? max(high, least) : across;
    return 1.0 / ((lowShare / openLow + 1.0 / across) + highShare / openHigh);
}

#ifdef CELLS_A

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.coarseNx || at.y >= p.coarseNy)
    {
        return;
    }
    float sum = 0.0;
    for (int i = 2 * at.x; i < min(2 * at.x + 2, p.nx); ++i)
    {
        for (int j = 2 * at.y; j < min(2 * at.y + 2, p.ny); ++j)
        {
            sum += fine[j * p.stride + i];
        }
    }
    coarse[at.y * p.coarseStride + at.x] = sum;
}

#else

// Of a fine face along the axis, over the one or two fine cells that a coarse one spans across it.
float sumOf(int face, int across)
{
#ifdef FACES_X
    int at = 2 * across * p.strideX + face;
    return fine[at] + (2 * across + 1 < p.ny ? fine[at + p.strideX] : 0.0);
#else
    int at = face * p.stride + 2 * across;
    return fine[at] + (2 * across + 1 < p.nx ? fine[at + 1] : 0.0);
#endif
}

float insideOf(int cell, int across, int cells)
{
    return cell >= 0 && 2 * cell + 1 < cells ? sumOf(2 * cell + 1, across) : 0.0;
}

float coarsenedFace(int face, int across, int cells, float last, bool ring)
{
    int coarseCells = (cells + 1) / 2;
    if (ring && coarseCells == 1)
    {
        return 0.0; // it would join a cell to itself
    }
    int low = face - 1;
    int high = face < coarseCells ? face : -1;
    if (ring)
    {
        low = low < 0 ? coarseCells - 1 : low;
        high = high < 0 ? 0 : high;
    }
    float lowShare = low >= 0 ? innerShare(cells, last, low, true) : 0.0;
    float highShare = high >= 0 ? innerShare(cells, last, high, false) : 0.0;
    return coarseConductance(sumOf(min(2 * face, cells), across), insideOf(low, across, cells),
                             lowShare, insideOf(high, across, cells), highShare,
                             low >= 0 && high >= 0 ? kLeastInner : 0.0);
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
#ifdef FACES_X
    if (at.x <= p.coarseNx && at.y < p.coarseNy)
    {
        coarse[at.y * p.coarseStrideX + at.x] =
            coarsenedFace(at.x, at.y, p.nx, p.lastX, p.ringX != 0);
    }
#else
    if (at.x < p.coarseNx && at.y <= p.coarseNy)
    {
        coarse[at.y * p.coarseStride + at.x] =
            coarsenedFace(at.y, at.x, p.ny, p.lastY, p.ringY != 0);
    }
#endif
}

#endif
