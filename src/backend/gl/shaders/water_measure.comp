// The fastest wave and the deepest water of tiles that the host touched: a group for each tile.
#define WATER_MEASURE
#include "params.h"
#include "water_tiles.glsl"

#define GROUP 128

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) readonly buffer State
{
    float state[];
};
layout(std430, binding = 1) buffer Tiles
{
    uint tiles[];
};

shared uint fastest;
shared uint deepest;
shared uint swiftest;

void main()
{
    int tile = int(gl_WorkGroupID.y) * p.tileColumns + int(gl_WorkGroupID.x);
    if ((tiles[ASKED_AT(p.tileCount, tile)] & ASKED_MEASURE) == 0u)
    {
        return;
    }
    int thread = int(gl_LocalInvocationIndex);
    if (thread == 0)
    {
        fastest = 0u;
        deepest = 0u;
        swiftest = 0u;
    }
    memoryBarrierShared();
    barrier();
    ivec2 first = ivec2(gl_WorkGroupID.xy) * ivec2(TILE_COLUMNS, TILE_ROWS);
    ivec2 end = min(first + ivec2(TILE_COLUMNS, TILE_ROWS), ivec2(p.nx, p.ny));
    int plane = p.ny * p.stride;
    float wave = 0.0;
    float depth = 0.0;
    float speed2 = 0.0;
    for (int n = thread; n < TILE_COLUMNS * TILE_ROWS; n += GROUP)
    {
        ivec2 at = first + ivec2(n % TILE_COLUMNS, n / TILE_COLUMNS);
        if (at.x < end.x && at.y < end.y)
        {
            int k = at.y * p.stride + at.x;
            float h = state[k];
            vec2 q = vec2(state[k + plane], state[k + 2 * plane]);
            float speed = h > p.dryWaves ? max(abs(q.x), abs(q.y)) / max(h, p.thinDepth) : 0.0;
            wave = max(wave, speed + sqrt(p.gravity * h));
            depth = max(depth, h);
            speed2 = max(speed2, h > p.dryWaves ? dot(q, q) / (h * h) : 0.0);
        }
    }
    atomicMax(fastest, orderedBits(wave));
    atomicMax(deepest, orderedBits(depth));
    atomicMax(swiftest, orderedBits(speed2));
    memoryBarrierShared();
    barrier();
    if (thread == 0)
    {
        tiles[TILE_AT(tile, TILE_FASTEST)] = fastest;
        tiles[TILE_AT(tile, TILE_DEEPEST)] = deepest;
        tiles[TILE_AT(tile, TILE_SWIFTEST)] = swiftest;
    }
}
