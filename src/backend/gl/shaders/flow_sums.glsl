// Sums over the cells of a tile of 32 x 64 that a workgroup handles, eight rows to a thread, one above
// the other, so that what two of them need is looked up once.
const int kTileColumns = 32;
const int kTileRows = 64;
const int kRowsOfThread = 8;

// own = the shader's sumOfRows(inner, i, first) of the tile at a corner, for a thread's column and first row.
// `inner` is known when it is compiled: tiles whose cells, and those beside them, have to do with no edge have
// a loop of their own, in which nobody asks about edges. Most tiles are so.
#define SUM_OF_ROWS(own, corner)                                                                   \
    {                                                                                              \
        int column = corner.x + int(gl_LocalInvocationID.x);                                       \
        int row = corner.y + kRowsOfThread * int(gl_LocalInvocationID.y);                          \
        if (isInner(corner.x, corner.y, p.nx, p.ny) &&                                             \
            isInner(corner.x + kTileColumns, corner.y + kTileRows, p.nx, p.ny))                    \
        {                                                                                          \
            own = sumOfRows(true, column, row);                                                    \
        }                                                                                          \
        else                                                                                       \
        {                                                                                          \
            own = sumOfRows(false, column, row);                                                   \
        }                                                                                          \
    }

shared vec4 lanes[256];

// The sum of x, y, z and the largest w of all threads, in thread 0.
vec4 sumOfGroup(vec4 own)
{
    uint lane = gl_LocalInvocationIndex;
    lanes[lane] = own;
    barrier();
    for (uint half_ = 128u; half_ > 0u; half_ >>= 1)
    {
        if (lane < half_)
        {
            vec4 other = lanes[lane + half_];
            lanes[lane].xyz += other.xyz;
            lanes[lane].w = max(lanes[lane].w, other.w);
        }
        barrier();
    }
    return lanes[0];
}
