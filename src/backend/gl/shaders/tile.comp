// Half-sweeps in tiles. A work group holds SIDE x SIDE cells in shared memory and writes those at least
// `halo` away from the square's edge: each half-sweep spoils one more ring of cells at the edge.
//
//     PROLONG    before the sweeps the coarse x is added
//     MEASURE    sums of the squares of the residual, of x and of the squares of x, when `before`
//                half-sweeps are done
//     RESTRICT   after the sweeps the residual becomes the coarse r
//
// A thread (of THREADS) owns some cells of one column, half of each colour, and keeps their r. Away from the
// edges of an even level all cells are alike: such tiles take the short way of tile_alike.glsl.
// What a thread keeps of its cells belongs into registers, which takes loops that are unrolled.
#pragma optionNV(unroll all)
#define TILE
#include "params.h"
#include "wide.glsl"

layout(local_size_x = THREADS) in;
#include "level_fields.glsl"
layout(std430, binding = 3) readonly buffer R
{
    float r[];
};
layout(std430, binding = 4) readonly buffer XBefore
{
    float xBefore[];
};
layout(std430, binding = 5) writeonly buffer XAfter
{
    float xAfter[];
};
#ifdef PROLONG
layout(std430, binding = 6) readonly buffer CoarseX
{
    float coarseX[];
};
#endif
#ifdef RESTRICT
layout(std430, binding = 7) writeonly buffer CoarseR
{
    float coarseR[];
};
#endif
#ifdef MEASURE
layout(std430, binding = 8) writeonly buffer Partials
{
    WIDE partials[];
};
#endif

#ifdef PROLONG
#include "grid.glsl"
float coarseAt(int I, int J)
{
    return coarseX[J * p.coarseStride + I];
}
#include "interpolate.glsl"
#endif

const int kSide = SIDE;
const int kPairs = SIDE * SIDE / (2 * THREADS); // of rows that a thread owns
const int kMargin = 4; // of cells near an edge that are not like the others

shared float tile[kSide * kSide];

// Where a place of the unrolled grid is in the grid; beyond an edge that is no ring it stays there.
int wrapped(int at, int cells, int ring)
{
    if (ring != 0)
    {
        while (at < 0)
        {
            at += cells;
        }
        while (at >= cells)
        {
            at -= cells;
        }
    }
    return at;
}

// The x around a cell of the tile; at the square's edge, some of the tile.
vec4 aroundOf(int at)
{
    const int kLast = kSide * kSide - 1;
    return vec4(tile[max(at - 1, 0)], tile[min(at + 1, kLast)], tile[max(at - kSide, 0)],
                tile[min(at + kSide, kLast)]);
}

#ifdef MEASURE
// Leaves the group's sums in partials; the tile is spoilt.
void addUp(vec3 own)
{
    int t = int(gl_LocalInvocationIndex);
    barrier();
    tile[t] = own.x;
    tile[t + THREADS] = own.y;
    tile[t + 2 * THREADS] = own.z;
    for (int some = THREADS / 2; some > 0; some /= 2)
    {
        barrier();
        if (t < some)
        {
            tile[t] += tile[t + some];
            tile[t + THREADS] += tile[t + some + THREADS];
            tile[t + 2 * THREADS] += tile[t + some + 2 * THREADS];
        }
    }
    barrier();
    if (t < 3)
    {
        uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
        partials[3u * group + uint(t)] = WIDE(tile[THREADS * t]);
    }
    barrier();
}
#endif

#ifdef EVEN
#include "tile_alike.glsl"
#endif

void main()
{
    int t = int(gl_LocalInvocationIndex);
    int column = t & (kSide - 1);
    int firstRow = 2 * kPairs * (t / kSide);
    int written = kSide - 2 * p.halo;
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * written - ivec2(p.halo);
    int u = corner.x + column;
    int v = corner.y + firstRow;
    int i = wrapped(u, p.nx, p.ringX);
    int nearI = clamp(i, 0, p.nx - 1);
    bool insideX = i == nearI;
    bool edgeX = column == 0 || column == kSide - 1;
    int parity = (u + v) & 1; // colour of the first cell
    bool redIsLower = parity == 0;

#ifdef EVEN
    bool alike = corner.x >= kMargin && corner.x + kSide <= p.nx - kMargin &&
                 corner.y >= kMargin && corner.y + kSide <= p.ny - kMargin;
    float face = p.innerX * p.widthY;
    Stencil same = Stencil(face, face, face, face, p.evenA * p.widthX * p.widthY);
    float sameInverse = 1.0 / (4.0 * face + same.a);
    Strand strand = strandOf(column, firstRow);
    float red[kPairs]; // x
    float black[kPairs];
#else
    const bool alike = false;
    const Stencil same = Stencil(0.0, 0.0, 0.0, 0.0, 0.0);
#endif

    float ofRed[kPairs]; // r
    float ofBlack[kPairs];
#ifdef EVEN
    if (alike)
    {
        int first = v * p.stride + u;
        float right[2 * kPairs];
        float x[2 * kPairs];
        for (int row = 0; row < 2 * kPairs; ++row)
        {
            right[row] = r[first + row * p.stride];
            x[row] = 0.0;
        }
        if (p.fromZero == 0)
        {
            for (int row = 0; row < 2 * kPairs; ++row)
            {
                x[row] = xBefore[first + row * p.stride];
            }
        }
#ifdef PROLONG
        prolongAlike(u, v, x);
#endif
        for (int m = 0; m < kPairs; ++m)
        {
            red[m] = mix(x[2 * m + 1], x[2 * m], redIsLower);
            black[m] = mix(x[2 * m], x[2 * m + 1], redIsLower);
            ofRed[m] = mix(right[2 * m + 1], right[2 * m], redIsLower);
            ofBlack[m] = mix(right[2 * m], right[2 * m + 1], redIsLower);
            tile[strand.first + 2 * m * kSide] = x[2 * m];
            tile[strand.first + (2 * m + 1) * kSide] = x[2 * m + 1];
        }
    }
    else
#endif
    for (int m = 0; m < kPairs; ++m)
    {
        // Both cells are looked up before either is made use of; beyond an edge, the one at it.
        vec2 right;
        vec2 x = vec2(0.0);
        bvec2 inside;
        ivec2 places;
#ifdef PROLONG
        ivec2 rows;
        vec4 coarse[2];
#endif
        for (int k = 0; k < 2; ++k)
        {
            int j = wrapped(v + 2 * m + k, p.ny, p.ringY);
            int row = clamp(j, 0, p.ny - 1);
            inside[k] = insideX && row == j;
            places[k] = row * p.stride + nearI;
            right[k] = r[places[k]];
#ifdef PROLONG
            rows[k] = row;
            coarse[k] = coarseAround(nearI, row);
#endif
        }
        if (p.fromZero == 0)
        {
            x = vec2(xBefore[places.x], xBefore[places.y]);
        }
#ifdef PROLONG
        for (int k = 0; k < 2; ++k)
        {
            x[k] += p.constant != 0 ? coarse[k].x : interpolated(nearI, rows[k], coarse[k]);
        }
#endif
        right = mix(vec2(0.0), right, inside);
        x = mix(vec2(0.0), x, inside);
        tile[(firstRow + 2 * m) * kSide + column] = x.x;
        tile[(firstRow + 2 * m + 1) * kSide + column] = x.y;
        ofRed[m] = redIsLower ? right.x : right.y;
        ofBlack[m] = redIsLower ? right.y : right.x;
    }
    barrier();

#ifdef MEASURE
    vec3 sums = vec3(0.0);
#endif
    for (int half_ = 0; half_ <= p.halves; ++half_)
    {
#ifdef MEASURE
        if (half_ == p.before)
        {
            for (int m = 0; m < kPairs; ++m)
            {
                for (int k = 0; k < 2; ++k)
                {
                    int row = firstRow + 2 * m + k;
                    ivec2 place = corner + ivec2(column, row);
                    bool counts = column >= p.halo && column < kSide - p.halo && row >= p.halo &&
                                  row < kSide - p.halo && place.x < p.nx && place.y < p.ny;
                    if (counts)
                    {
                        int at = row * kSide + column;
                        float x = tile[at];
                        float right = k == parity ? ofRed[m] : ofBlack[m];
                        Stencil stencil = same;
                        if (!alike)
                        {
                            stencil = stencilOf(place.x, place.y);
                        }
                        float left = residualOf(stencil, aroundOf(at), x, right);
                        sums += vec3(left * left, x, x * x);
                    }
                }
            }
            barrier();
        }
#endif
        if (half_ == p.halves)
        {
            break;
        }
        int colour = (half_ + p.firstColour) & 1;
        float omega = half_ < p.over ? p.omega : 1.0;
#ifdef EVEN
        if (alike)
        {
            if (colour == 0)
            {
                sweepAlike(strand, red, black, ofRed, redIsLower, face, sameInverse, omega);
            }
            else
            {
                sweepAlike(strand, black, red, ofBlack, !redIsLower, face, sameInverse, omega);
            }
        }
        else
#endif
        {
            bool untouched = half_ == 0 && p.fromZero != 0; // all around is 0, at the square's edge too
            float next[kPairs];
            bool updates[kPairs];
            int lowest = firstRow + (parity ^ colour);
            for (int m = 0; m < kPairs; ++m)
            {
                int row = lowest + 2 * m;
                int at = row * kSide + column;
                int j = wrapped(corner.y + row, p.ny, p.ringY);
                int nearJ = clamp(j, 0, p.ny - 1);
                bool sees = untouched || (!edgeX && row > 0 && row < kSide - 1);
                updates[m] = sees && insideX && j == nearJ;
                vec4 around = untouched ? vec4(0.0) : aroundOf(at);
                float right = colour == 0 ? ofRed[m] : ofBlack[m];
                next[m] = relaxed(stencilOf(nearI, nearJ), around, tile[at], right, omega);
            }
            for (int m = 0; m < kPairs; ++m)
            {
                if (updates[m])
                {
                    tile[(lowest + 2 * m) * kSide + column] = next[m];
                }
            }
        }
        barrier();
    }

    bool writes = column >= p.halo && column < kSide - p.halo && u < p.nx;
#ifdef EVEN
    if (alike)
    {
        for (int m = 0; m < kPairs; ++m)
        {
            int row = firstRow + 2 * m;
            int at = (corner.y + row) * p.stride + u;
            if (writes && row >= p.halo && row < kSide - p.halo)
            {
                xAfter[at] = mix(black[m], red[m], redIsLower);
            }
            if (writes && row + 1 >= p.halo && row + 1 < kSide - p.halo)
            {
                xAfter[at + p.stride] = mix(red[m], black[m], redIsLower);
            }
        }
    }
    else
#endif
    for (int m = 0; m < 2 * kPairs; ++m)
    {
        int row = firstRow + m;
        if (writes && row >= p.halo && row < kSide - p.halo && corner.y + row < p.ny)
        {
            xAfter[(corner.y + row) * p.stride + u] = tile[row * kSide + column];
        }
    }

#ifdef RESTRICT
    // Red cells give way to their residuals, which need black x only; black cells have none.
#ifdef EVEN
    if (alike)
    {
        float end = endOf(strand, redIsLower);
        for (int m = 0; m < kPairs; ++m)
        {
            vec4 around = aroundAlike(strand, black, end, redIsLower, m);
            tile[strand.first + (2 * m + parity) * kSide] =
                residualOf(same, around, red[m], ofRed[m]);
        }
    }
    else
#endif
    for (int m = 0; m < kPairs; ++m)
    {
        int row = firstRow + 2 * m + parity;
        ivec2 place = corner + ivec2(column, row);
        if (!edgeX && row > 0 && row < kSide - 1 && place.x >= 0 && place.x < p.nx &&
            place.y >= 0 && place.y < p.ny)
        {
            int at = row * kSide + column;
            tile[at] =
                residualOf(stencilOf(place.x, place.y), aroundOf(at), tile[at], ofRed[m]);
        }
    }
    barrier();
    int across = written / 2;
    for (int k = t; k < across * across; k += THREADS)
    {
        ivec2 coarse = ivec2(k % across, k / across);
        ivec2 place = (corner + ivec2(p.halo)) / 2 + coarse;
        if (place.x < p.coarseNx && place.y < p.coarseNy)
        {
            int at = (2 * coarse.y + p.halo) * kSide + 2 * coarse.x + p.halo;
            bool two = 2 * place.x + 1 < p.nx && 2 * place.y + 1 < p.ny;
            coarseR[place.y * p.coarseStride + place.x] =
                tile[at] + (two ? tile[at + kSide + 1] : 0.0);
        }
    }
#endif
#ifdef MEASURE
    addUp(sums);
#endif
}
