// Before each substep of Water, and after the last one of a step: one group looks at all tiles,
// says how long the substep is, as Water's own plan on the host would, and which tiles work in it.
//
// So a step needs no answer from the device before it can go on: the host asks for as many substeps
// as the last reports suggest, and those that are not needed do nothing. (Substeps go from one
// buffer to the other. The host takes it that all of them did: where an odd number is not needed,
// the first of those copies.) Where they are too few, the time that is left is made up for in the
// next step, or lost where no more are allowed.
#define WATER_PLAN
#include "params.h"
#include "water_tiles.glsl"

#ifdef TARN_ES
#define GROUP 128
#define REAL float
#else
#define GROUP 1024
#define REAL double
#endif

#define AT_ONCE 4 // tiles that a thread looks at before it writes to any: a look takes long

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) coherent buffer Tiles
{
    uint tiles[];
};

shared float sums[GROUP];
shared uint fastest;
shared uint deepest;
shared uint swiftest;
shared uint awake;
shared uint stirred;
shared bool goesOn;

void store(int at, REAL value)
{
#ifdef TARN_ES
    tiles[at] = floatBitsToUint(value);
#else
    uvec2 words = unpackDouble2x32(value);
    tiles[at] = words.x;
    tiles[at + 1] = words.y;
#endif
}

REAL fetch(int at)
{
#ifdef TARN_ES
    return uintBitsToFloat(tiles[at]);
#else
    return packDouble2x32(uvec2(tiles[at], tiles[at + 1]));
#endif
}

void meet()
{
    memoryBarrierBuffer();
    memoryBarrierShared();
    barrier();
}

int onAxis(int k, int n, int wraps)
{
    return wraps != 0 ? (k + n) % n : clamp(k, 0, n - 1);
}

// The same order of sums for any driver.
float sumOfEdges(int thread, int at)
{
    if (p.edges == 0)
    {
        return 0.0;
    }
    float sum = 0.0;
    for (int n = thread; n < p.edges; n += GROUP)
    {
        sum += uintBitsToFloat(tiles[at + n]);
        tiles[at + n] = 0u;
    }
    sums[thread] = sum;
    for (int half_ = GROUP / 2; half_ > 0; half_ /= 2)
    {
        meet();
        if (thread < half_)
        {
            sums[thread] += sums[thread + half_];
        }
    }
    meet();
    return sums[0];
}

uint stirredAround(int tile)
{
    int row = tile / p.tileColumns;
    int column = tile % p.tileColumns;
    uint any = 0u;
    for (int dj = -1; dj <= 1; ++dj)
    {
        int j = onAxis(row + dj, p.tileRows, p.wrapY);
        for (int di = -1; di <= 1; ++di)
        {
            int i = onAxis(column + di, p.tileColumns, p.wrapX);
            any |= tiles[TILE_AT(j * p.tileColumns + i, TILE_STIRRED)];
        }
    }
    return any;
}

// The length of the substep that begins, or what becomes of the time that is left.
void planTime(float entered)
{
    float lasted = uintBitsToFloat(tiles[PLAN_DT]);
    bool begins = p.phase == 0;
    REAL left = begins ? REAL(p.dt) + fetch(PLAN_CARRY) : fetch(PLAN_LEFT);
    int done = begins ? 0 : int(tiles[PLAN_SUBSTEPS]);
    float before = begins ? 0.0 : uintBitsToFloat(tiles[PLAN_ENTERED]);
    tiles[PLAN_ENTERED] = floatBitsToUint(before + entered * lasted * p.cellSize);
    tiles[PLAN_FASTEST] = fastest;
    tiles[PLAN_DEEPEST] = deepest;
    tiles[PLAN_SWIFTEST] = swiftest;
    tiles[PLAN_STIRRED] = stirred;
    REAL sub = REAL(0.0);
    if (p.phase == 2)
    {
        bool isLost = p.launched >= p.most;
        tiles[PLAN_LOST] = floatBitsToUint(isLost ? float(left) : 0.0);
        store(PLAN_CARRY, isLost ? REAL(0.0) : left);
    }
    else if (left > REAL(0.0) && done < p.most)
    {
        REAL speed = REAL(min(uintBitsToFloat(fastest), p.fastestCounted));
        REAL needed = max(ceil(left * speed / REAL(p.reach)), REAL(1.0));
        bool fits = needed <= REAL(min(p.most, p.launched) - done);
        sub = fits ? left / needed : REAL(p.reach) / speed;
        left = fits && needed == REAL(1.0) ? REAL(0.0) : left - sub;
        ++done;
    }
    float dt = float(sub);
    goesOn = dt > 0.0;
    tiles[PLAN_DT] = floatBitsToUint(dt);
    tiles[PLAN_RATE] = floatBitsToUint(dt / p.cellSize);
    tiles[PLAN_PER_RATE] = floatBitsToUint(goesOn ? p.cellSize / dt : 0.0);
    tiles[PLAN_SUBSTEPS] = uint(done);
    bool isFirstIdle = !goesOn && lasted > 0.0;
    tiles[PLAN_COPIES] = isFirstIdle ? uint((p.launched - done) & 1) : 0u;
    store(PLAN_LEFT, left);
}

void main()
{
    int thread = int(gl_LocalInvocationIndex);
    int count = p.tileColumns * p.tileRows;
    if (thread == 0)
    {
        fastest = 0u;
        deepest = 0u;
        swiftest = 0u;
        awake = 0u;
        stirred = 0u;
    }
    meet();
    float entered = sumOfEdges(thread, RIM_AT(count));
    uvec3 most = uvec3(0u); // of the thread's own tiles: few threads meet in shared memory then
    uint own = 0u;
    for (int first = thread; first < count; first += AT_ONCE * GROUP)
    {
        uint asked[AT_ONCE];
        uvec4 words[AT_ONCE];
        for (int k = 0; k < AT_ONCE; ++k)
        {
            int tile = min(first + k * GROUP, count - 1);
            asked[k] = tiles[ASKED_AT(count, tile)];
            words[k] = uvec4(tiles[TILE_AT(tile, TILE_FASTEST)], tiles[TILE_AT(tile, TILE_DEEPEST)],
                             tiles[TILE_AT(tile, TILE_SWIFTEST)], tiles[TILE_AT(tile, TILE_STIRRED)]);
        }
        for (int k = 0; k < AT_ONCE; ++k)
        {
            int tile = first + k * GROUP;
            if (tile >= count)
            {
                break;
            }
            if (p.phase == 0)
            {
                if ((asked[k] & ASKED_STIR) != 0u)
                {
                    words[k].w = 1u;
                    tiles[TILE_AT(tile, TILE_STIRRED)] = 1u;
                }
                tiles[ASKED_AT(count, tile)] = asked[k] & ASKED_BODIES;
                tiles[TILE_AT(tile, TILE_WORKED)] = 0u;
            }
            most = max(most, words[k].xyz);
            own += words[k].w;
        }
    }
    atomicMax(fastest, most.x);
    atomicMax(deepest, most.y);
    atomicMax(swiftest, most.z);
    atomicAdd(stirred, own);
    meet();
    if (thread == 0)
    {
        planTime(entered);
    }
    meet();
    if (!goesOn)
    {
        return;
    }
    own = 0u;
    for (int first = thread; first < count; first += AT_ONCE * GROUP)
    {
        uint around[AT_ONCE];
        uint before[AT_ONCE];
        for (int k = 0; k < AT_ONCE; ++k)
        {
            int tile = min(first + k * GROUP, count - 1);
            around[k] = stirredAround(tile);
            before[k] = tiles[TILE_AT(tile, TILE_STATE)];
        }
        for (int k = 0; k < AT_ONCE; ++k)
        {
            int tile = first + k * GROUP;
            if (tile >= count)
            {
                break;
            }
            bool works = p.sleeps == 0 || around[k] != 0u;
            tiles[TILE_AT(tile, TILE_STATE)] = works ? 1u : (before[k] == 1u ? 2u : 0u);
            if (works)
            {
                tiles[TILE_AT(tile, TILE_WORKED)] = 1u;
                ++own;
            }
        }
    }
    atomicAdd(awake, own);
    meet();
    for (int tile = thread; tile < count; tile += GROUP)
    {
        if (tiles[TILE_AT(tile, TILE_STATE)] == 1u)
        {
            tiles[TILE_AT(tile, TILE_STIRRED)] = 0u;
            tiles[TILE_AT(tile, TILE_FASTEST)] = 0u;
            tiles[TILE_AT(tile, TILE_DEEPEST)] = 0u;
            tiles[TILE_AT(tile, TILE_SWIFTEST)] = 0u;
        }
    }
    if (thread == 0)
    {
        tiles[PLAN_AWAKE] = awake;
    }
}
