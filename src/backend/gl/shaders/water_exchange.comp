// Whole tiles of fields out of them into a packed buffer, or back: a group for each tile of a
// field.
#define WATER_EXCHANGE
#include "params.h"
#include "water_tiles.glsl"

#define GROUP 128
#define CELLS (TILE_COLUMNS * TILE_ROWS)

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) buffer Packed
{
    float packed_[];
};
layout(std430, binding = 1) buffer State
{
    float state[];
};
layout(std430, binding = 2) buffer Pushes
{
    float pushes[];
};
layout(std430, binding = 3) buffer Bed
{
    float beds[];
};
layout(std430, binding = 4) buffer Carried
{
    float carried[];
};

// Fields by number: depth, momentum x, y; pushes x, y, for how long; bed; from 7 on foam and dyes.
float get(int field, int k)
{
    int plane = p.ny * p.stride;
    return field < 3    ? state[k + field * plane]
           : field < 6  ? pushes[k + (field - 3) * plane]
           : field == 6 ? beds[k]
                        : carried[k + (field - 7) * plane];
}

void put(int field, int k, float value)
{
    int plane = p.ny * p.stride;
    if (field < 3)
    {
        state[k + field * plane] = value;
    }
    else if (field < 6)
    {
        pushes[k + (field - 3) * plane] = value;
    }
    else if (field == 6)
    {
        beds[k] = value;
    }
    else
    {
        carried[k + (field - 7) * plane] = value;
    }
}

void main()
{
    int piece = int(gl_WorkGroupID.x);
    int word = int(p.pieces[piece / 4][piece % 4]);
    int tile = word / TARN_PIECE_FIELDS;
    int field = word % TARN_PIECE_FIELDS;
    int packing = (p.first + piece) * CELLS;
    ivec2 first = ivec2(tile % p.tileColumns, tile / p.tileColumns) * ivec2(TILE_COLUMNS, TILE_ROWS);
    for (int n = int(gl_LocalInvocationIndex); n < CELLS; n += GROUP)
    {
        ivec2 at = first + ivec2(n % TILE_COLUMNS, n / TILE_COLUMNS);
        if (at.x >= p.nx || at.y >= p.ny)
        {
            continue;
        }
        int k = at.y * p.stride + at.x;
        if (p.mode == 0)
        {
            packed_[packing + n] = get(field, k);
        }
        else
        {
            put(field, k, p.mode == 1 ? packed_[packing + n] : 0.0);
        }
    }
}
