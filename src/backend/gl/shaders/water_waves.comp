// A substep of the waves of Water: the arithmetic of wave_rows.h, cell by cell, from what is to what
// will be.
//
// A group loads its cells and two more on every side into shared memory, as depths, surfaces,
// velocities and what each may give. Then it finds by how much they and one more on every side
// change in half a substep, makes the fluxes through all faces of its cells, and then the cells
// anew. Ghosts beyond the edges of the grid are made where they are loaded.
//
//     EXTRAS  1: foam and dyes are carried, and pushes near bodies are noted
#define WATER_WAVES
#include "params.h"
#include "water_tiles.glsl"

#ifdef TARN_ES
#define WIDTH 16 // what every driver has: 128 invocations, 16 KiB
#else
#define WIDTH 32
#endif
#define HEIGHT 8
#define GROUP (WIDTH * HEIGHT)
#define ACROSS (WIDTH + 4)
#define CELLS (ACROSS * (HEIGHT + 4))
#define AROUND ((WIDTH + 2) * (HEIGHT + 2)) // cells, and one more on every side
#define X_FACES ((WIDTH + 1) * HEIGHT)
#define FACES (X_FACES + WIDTH * (HEIGHT + 1))

layout(local_size_x = WIDTH, local_size_y = HEIGHT) in;

// Depth, momentum in x, momentum in y, one after another.
layout(std430, binding = 0) readonly buffer From
{
    float from[];
};
layout(std430, binding = 1) buffer To
{
    float to[];
};
layout(std430, binding = 2) readonly buffer Bed
{
    float beds[];
};
layout(std430, binding = 3) buffer Tiles
{
    uint tiles[];
};
layout(std430, binding = 4) readonly buffer Edges
{
    float edges[];
};
#if EXTRAS
layout(std430, binding = 5) buffer Pushes
{
    float pushes[]; // x, y, and for how long
};
layout(std430, binding = 6) readonly buffer CarriedFrom
{
    float carriedFrom[];
};
layout(std430, binding = 7) buffer CarriedTo
{
    float carriedTo[];
};
#endif

#include "water_edges.glsl"
#include "water_numbers.glsl"

shared float cellDepth[CELLS];
shared float cellSurface[CELLS];
shared float cellU[CELLS];
shared float cellV[CELLS];
shared float cellGive[CELLS];
shared float goneDepth[CELLS]; // in half a substep
shared float goneU[CELLS];
shared float goneV[CELLS];
shared float faceMass[FACES];
shared float faceLow[FACES];
shared float faceHigh[FACES];
shared float faceAlong[FACES];
shared float faceRough[FACES];
#if EXTRAS
shared float faceLowPressure[FACES];
shared float faceHighPressure[FACES];
#endif
shared uint groupStirred;
shared uint groupFastest;
shared uint groupDeepest;
shared uint groupSwiftest;

float waysOut(float velocity, float wave)
{
    return max(velocity + wave, 0.0);
}

float halfSlope(float before, float here, float after)
{
    EXACT float a = here - before;
    EXACT float b = after - here;
    EXACT float mean = 0.25 * (a + b);
    float size = min(abs(mean), min(abs(a), abs(b)));
    return a * b > 0.0 ? (mean > 0.0 ? size : -size) : 0.0;
}

// ---- Cells

void loadCell(int c, ivec2 at, float perRate)
{
    Ghost ghost = ghostAt(at);
    int k = ghost.cell.y * p.stride + ghost.cell.x;
    float bed = beds[k];
    vec3 state = vec3(from[k], from[k + plane()], from[k + 2 * plane()]);
    state = beyond(ghost, state, bed);
    float h = state.x;
    EXACT float h2 = h * h;
    EXACT float thin2 = p.thinDepth * p.thinDepth;
    EXACT float below = h2 + max(h2, thin2);
    float perDepth = h > p.dryWaves ? 2.0 * h / below : 0.0;
    float u = clamp(state.y * perDepth, -p.maxSpeed, p.maxSpeed);
    float v = clamp(state.z * perDepth, -p.maxSpeed, p.maxSpeed);
    float wave = sqrt(p.gravity * h);
    EXACT float ways = (waysOut(u, wave) + waysOut(-u, wave)) + (waysOut(v, wave) + waysOut(-v, wave));
    EXACT float surface = bed + h;
    cellDepth[c] = h;
    cellSurface[c] = surface;
    cellU[c] = u;
    cellV[c] = v;
    cellGive[c] = ways > 0.0 ? p.mostGiven * perRate * h / ways : 0.0;
}

// The n-th of the cells and those around them.
int aroundOf(int n)
{
    return (n / (WIDTH + 2) + 1) * ACROSS + n % (WIDTH + 2) + 1;
}

void goAhead(int c, float rate)
{
    float h = cellDepth[c];
    float u = cellU[c];
    float v = cellV[c];
    int w = c - 1;
    int e = c + 1;
    int s = c - ACROSS;
    int n = c + ACROSS;
    float wetX = min(min(cellDepth[w], cellDepth[e]), h) > p.dryWaves ? 1.0 : 0.0;
    float wetY = min(min(cellDepth[s], cellDepth[n]), h) > p.dryWaves ? 1.0 : 0.0;
    float hx = wetX * halfSlope(cellDepth[w], h, cellDepth[e]);
    float hy = wetY * halfSlope(cellDepth[s], h, cellDepth[n]);
    float sx = wetX * halfSlope(cellSurface[w], cellSurface[c], cellSurface[e]);
    float sy = wetY * halfSlope(cellSurface[s], cellSurface[c], cellSurface[n]);
    float ux = wetX * halfSlope(cellU[w], u, cellU[e]);
    float uy = wetY * halfSlope(cellU[s], u, cellU[n]);
    float vx = wetX * halfSlope(cellV[w], v, cellV[e]);
    float vy = wetY * halfSlope(cellV[s], v, cellV[n]);
    EXACT float dh = rate * ((u * hx + h * ux) + (v * hy + h * vy));
    EXACT float du = rate * ((u * ux + v * uy) + p.gravity * sx);
    EXACT float dv = rate * ((v * vy + u * vx) + p.gravity * sy);
    goneDepth[c] = dh;
    goneU[c] = du;
    goneV[c] = dv;
}

// ---- Faces

// The most that a cell gives to a side, by the speed of its water that way.
float mostOf(int c, float velocity)
{
    EXACT float most = cellGive[c] * waysOut(velocity, sqrt(p.gravity * cellDepth[c]));
    return most;
}

// Inflow edges: what passes is given.
void admit(int face, int side, int cell, float depth, float insideAlong, float most)
{
    EXACT float mass = max(edges[inflowPlace(side, cell)], -most);
    float weir = p.gravity > 0.0 && mass > 0.0 ? cubeRoot(mass * mass / p.gravity) : 0.0;
    float through = max(depth, weir);
    float taken = through > p.dryWaves ? mass * mass / through : 0.0;
    EXACT float push = taken + 0.5 * p.gravity * ((through - depth) * (through + depth));
    faceMass[face] = isLowSide(side) ? mass : -mass;
    faceLow[face] = push;
    faceHigh[face] = push;
    faceAlong[face] = mass < 0.0 ? faceMass[face] * insideAlong : 0.0;
    faceRough[face] = mass != 0.0 ? 1.0 : faceRough[face];
}

// Through the face between cells l and r, whose next ones are b and a. Returns the fastest wave.
float makeFlux(int face, bool isX, int b, int l, int r, int a)
{
    float hb = cellDepth[b];
    float h1 = cellDepth[l];
    float h2 = cellDepth[r];
    float ha = cellDepth[a];
    float s1 = cellSurface[l];
    float s2 = cellSurface[r];
    float u1 = isX ? cellU[l] : cellV[l];
    float u2 = isX ? cellU[r] : cellV[r];
    float v1 = isX ? cellV[l] : cellU[l];
    float v2 = isX ? cellV[r] : cellU[r];
    float wet1 = min(min(hb, h2), h1) > p.dryWaves ? 1.0 : 0.0;
    float wet2 = min(min(h1, ha), h2) > p.dryWaves ? 1.0 : 0.0;
    float ub = isX ? cellU[b] : cellV[b];
    float ua = isX ? cellU[a] : cellV[a];
    float vb = isX ? cellV[b] : cellU[b];
    float va = isX ? cellV[a] : cellU[a];
    float du1 = isX ? goneU[l] : goneV[l];
    float du2 = isX ? goneU[r] : goneV[r];
    float dv1 = isX ? goneV[l] : goneU[l];
    float dv2 = isX ? goneV[r] : goneU[r];
    EXACT float lowH = (h1 - goneDepth[l]) + wet1 * halfSlope(hb, h1, h2);
    EXACT float lowS = (s1 - goneDepth[l]) + wet1 * halfSlope(cellSurface[b], s1, s2);
    EXACT float ul = (u1 - du1) + wet1 * halfSlope(ub, u1, u2);
    EXACT float vl = (v1 - dv1) + wet1 * halfSlope(vb, v1, v2);
    EXACT float highH = (h2 - goneDepth[r]) - wet2 * halfSlope(h1, h2, ha);
    EXACT float highS = (s2 - goneDepth[r]) - wet2 * halfSlope(s1, s2, cellSurface[a]);
    EXACT float ur = (u2 - du2) - wet2 * halfSlope(u1, u2, ua);
    EXACT float vr = (v2 - dv2) - wet2 * halfSlope(v1, v2, va);

    // Both states over the higher of the two beds.
    EXACT float bed = max(lowS - lowH, highS - highH);
    EXACT float hl = max(lowS - bed, 0.0);
    EXACT float hr = max(highS - bed, 0.0);
    float cl = sqrt(p.gravity * hl);
    float cr = sqrt(p.gravity * hr);

    // Speeds of the outermost waves (Toro 2001, ch. 10; into the dry: twice the wave speed).
    EXACT float um = 0.5 * (ul + ur) + (cl - cr);
    EXACT float cm = max(0.5 * (cl + cr) + 0.25 * (ul - ur), 0.0);
    EXACT float left = min(ul - cl, um - cm);
    EXACT float right = max(ur + cr, um + cm);
    left = hl > 0.0 ? left : ur - 2.0 * cr;
    right = hl > 0.0 ? right : ur + cr;
    left = hr > 0.0 ? left : ul - cl;
    right = hr > 0.0 ? right : ul + 2.0 * cl;
    left = min(left, 0.0);
    right = max(right, 0.0);
    EXACT float width = right - left;
    float perWidth = width > 0.0 ? 1.0 / width : 0.0;

    EXACT float ql = hl * ul;
    EXACT float qr = hr * ur;
    EXACT float both = left * right;
    EXACT float m = ((right * ql - left * qr) + both * (hr - hl)) * perWidth;
    EXACT float q = ((right * (ql * ul) - left * (qr * ur)) + both * (qr - ql)) * perWidth;
    EXACT float pressed = (0.5 * p.gravity * ((hl - hr) * (hl + hr))) * perWidth;

    // Calm: neither side moves, and their surfaces differ by rounding, or by what yield stress
    // holds.
    EXACT float size = abs(s1 + s2) + (h1 + h2);
    EXACT float rise = (abs(s1 - s2) - p.levelRounding * size) * (hl + hr);
    bool isRough = rise > 2.0 * p.yieldRise; // times the mean depth at the face
    bool moves = abs(u1) + abs(v1) > 0.0 || abs(u2) + abs(v2) > 0.0;
    float works = moves || isRough ? 1.0 : 0.0;

    EXACT float kept = min(max(m, -mostOf(r, -u2)), mostOf(l, u1));
    q = kept == m ? q : kept * (kept > 0.0 ? ul : ur);

    EXACT float low = works * (q + left * pressed);
    EXACT float high = works * (q + right * pressed);
    faceMass[face] = works * kept;
    faceLow[face] = low;
    faceHigh[face] = high;
    faceAlong[face] = works * (kept * (kept > 0.0 ? vl : vr));
    faceRough[face] = isRough ? 1.0 : 0.0;
#if EXTRAS
    faceLowPressure[face] = 0.5 * p.gravity * (hl * hl);
    faceHighPressure[face] = 0.5 * p.gravity * (hr * hr);
#endif
    return max(right, -left);
}

// The face on a cell's low side.
int faceOf(bool isX, ivec2 cell)
{
    return isX ? cell.y * (WIDTH + 1) + cell.x : X_FACES + cell.y * WIDTH + cell.x;
}

// Its flux, where there is one.
float fluxAt(bool isX, ivec2 cell, ivec2 first)
{
    ivec2 there = first + cell;
    bool exists = isX ? there.x <= p.nx && there.y < p.ny : there.x < p.nx && there.y <= p.ny;
    if (!exists)
    {
        return 0.0;
    }
    int r = (cell.y + 2) * ACROSS + cell.x + 2;
    int next = isX ? 1 : ACROSS;
    return makeFlux(faceOf(isX, cell), isX, r - 2 * next, r - next, r, r + next);
}

// What is given at a side, for the faces that the group has there. By itself: groups along the edges are
// few, and makeFlux, which all have, is the shorter for it.
void admitAt(int side, ivec2 first)
{
    bool isX = side == SIDE_LEFT || side == SIDE_RIGHT;
    int last = isX ? p.nx - first.x : p.ny - first.y; // of the grid, seen from the group
    int across = isLowSide(side) ? -(isX ? first.x : first.y) : last;
    int n = int(gl_LocalInvocationIndex);
    int along = (isX ? first.y : first.x) + n;
    if (edgeType(side) != EDGE_INFLOW || across < 0 || across > (isX ? WIDTH : HEIGHT) ||
        n >= (isX ? HEIGHT : WIDTH) || along >= (isX ? p.ny : p.nx))
    {
        return;
    }
    ivec2 cell = isX ? ivec2(across, n) : ivec2(n, across);
    int next = isX ? 1 : ACROSS;
    bool isLow = isLowSide(side);
    int r = (cell.y + 2) * ACROSS + cell.x + 2;
    int here = isLow ? r : r - next;             // the cell inside,
    int before = isLow ? here - next : here + next; // the one beyond the edge,
    int after = isLow ? here + next : here - next;  // and the next one inside
    float h = cellDepth[here];
    float wet = min(min(cellDepth[before], cellDepth[after]), h) > p.dryWaves ? 1.0 : 0.0;
    float v = isX ? cellV[here] : cellU[here];
    float vBefore = isX ? cellV[before] : cellU[before];
    float vAfter = isX ? cellV[after] : cellU[after];
    float goneAlong = isX ? goneV[here] : goneU[here];
    EXACT float depth = (h - goneDepth[here]) - wet * halfSlope(cellDepth[before], h, cellDepth[after]);
    EXACT float carriedAlong = (v - goneAlong) - wet * halfSlope(vBefore, v, vAfter);
    float u = isX ? cellU[here] : cellV[here];
    admit(faceOf(isX, cell), side, along, max(depth, 0.0), carriedAlong, mostOf(here, isLow ? -u : u));
}

#if EXTRAS
// ---- What is carried

float concentrationAt(ivec2 at, int k)
{
    Ghost ghost = ghostAt(at);
    int cell = ghost.cell.y * p.stride + ghost.cell.x;
    vec3 state = vec3(from[cell], from[cell + plane()], from[cell + 2 * plane()]);
    float h = beyond(ghost, state, beds[cell]).x;
    if (h <= p.dryWaves)
    {
        return 0.0;
    }
    return brings(ghost.side) ? broughtBy(ghost.side, k) : carriedFrom[cell + k * plane()] / h;
}

float carriedBy(float mass, float low, float high)
{
    return mass * (mass > 0.0 ? low : high);
}

// In half a substep.
float goneConcentration(int c, float rate)
{
    float here = cellGive[c];
    EXACT float gone = rate * (cellU[c] * halfSlope(cellGive[c - 1], here, cellGive[c + 1]) +
                               cellV[c] * halfSlope(cellGive[c - ACROSS], here, cellGive[c + ACROSS]));
    return gone;
}

// The value at a cell's face above or to the right, and at the one below or to the left.
float highOf(int c, int next)
{
    float here = cellGive[c];
    EXACT float there = (here - goneDepth[c]) + halfSlope(cellGive[c - next], here, cellGive[c + next]);
    return there;
}
float lowOf(int c, int next)
{
    float here = cellGive[c];
    EXACT float there = (here - goneDepth[c]) - halfSlope(cellGive[c - next], here, cellGive[c + next]);
    return there;
}

// Concentrations take the place of what cells may give, and their change that of the depth's.
void carry(int k, ivec2 first, ivec2 at, int c, int xFace, int yFace, bool isInside, float rate)
{
    barrier();
    for (int n = int(gl_LocalInvocationIndex); n < CELLS; n += GROUP)
    {
        cellGive[n] = concentrationAt(first + ivec2(n % ACROSS, n / ACROSS) - 2, k);
    }
    memoryBarrierShared();
    barrier();
    for (int n = int(gl_LocalInvocationIndex); n < AROUND; n += GROUP)
    {
        goneDepth[aroundOf(n)] = goneConcentration(aroundOf(n), rate);
    }
    memoryBarrierShared();
    barrier();
    if (!isInside)
    {
        return;
    }
    EXACT float x = carriedBy(faceMass[xFace + 1], highOf(c, 1), lowOf(c + 1, 1)) -
                    carriedBy(faceMass[xFace], highOf(c - 1, 1), lowOf(c, 1));
    EXACT float y = carriedBy(faceMass[yFace + WIDTH], highOf(c, ACROSS), lowOf(c + ACROSS, ACROSS)) -
                    carriedBy(faceMass[yFace], highOf(c - ACROSS, ACROSS), lowOf(c, ACROSS));
    int cell = at.y * p.stride + at.x + k * plane();
    EXACT float changed = carriedFrom[cell] - rate * (x + y);
    carriedTo[cell] = max(changed, 0.0);
}
#endif

// ---- Friction

vec2 slowed(float depth, vec2 q, float dt)
{
    float h = max(depth, p.thinDepth);
    float laminar = dt * p.laminar;
    if (p.slows == 1)
    {
        float h2 = h * h;
        return q * (h2 / (h2 + laminar));
    }
    float perDepth = 1.0 / h;
    q = depth > p.dryWaves ? q + dt * vec2(p.windX, p.windY) : vec2(0.0);
    float u = sqrt(q.x * q.x + q.y * q.y) * perDepth;
    float slowing =
        dt * (p.manning * u * perDepth / cubeRoot(h)) + laminar * (perDepth * perDepth);
    float lost = dt * p.yield * perDepth;
    float held = u > lost ? (u - lost) / u : 0.0;
    return q * (held / (1.0 + slowing));
}

// ---- Sums along the edges

// Left, right, bottom, top: a number for each group there.
void sumEdges(ivec2 first)
{
    ivec2 groups = ivec2(gl_NumWorkGroups.xy);
    ivec2 group = ivec2(gl_WorkGroupID.xy);
    ivec2 count = min(ivec2(p.nx, p.ny) - first, ivec2(WIDTH, HEIGHT));
    int at = RIM_AT(p.tileCount);
    float sum = 0.0;
    if (group.x == 0 && canPass(SIDE_LEFT))
    {
        for (int j = 0; j < count.y; ++j)
        {
            sum += faceMass[j * (WIDTH + 1)];
        }
    }
    if (group.x == groups.x - 1 && canPass(SIDE_RIGHT))
    {
        for (int j = 0; j < count.y; ++j)
        {
            sum -= faceMass[j * (WIDTH + 1) + count.x];
        }
    }
    if (group.y == 0 && canPass(SIDE_BOTTOM))
    {
        for (int i = 0; i < count.x; ++i)
        {
            sum += faceMass[X_FACES + i];
        }
    }
    if (group.y == groups.y - 1 && canPass(SIDE_TOP))
    {
        for (int i = 0; i < count.x; ++i)
        {
            sum -= faceMass[X_FACES + count.y * WIDTH + i];
        }
    }
    // Groups along the rim, counted round: the lowest row, the highest, then the columns between.
    int number = group.y == 0              ? group.x
                 : group.y == groups.y - 1 ? groups.x + group.x
                                           : 2 * groups.x + 2 * group.y + (group.x == 0 ? 0 : 1);
    tiles[at + number] = floatBitsToUint(uintBitsToFloat(tiles[at + number]) + sum);
}

void raise(float stirred, float fastest, float deepest, float swiftest)
{
    if (stirred > 0.0 && groupStirred == 0u)
    {
        atomicMax(groupStirred, 1u);
    }
    uint f = orderedBits(fastest);
    uint d = orderedBits(deepest);
    uint s = orderedBits(swiftest);
    if (f > groupFastest)
    {
        atomicMax(groupFastest, f);
    }
    if (d > groupDeepest)
    {
        atomicMax(groupDeepest, d);
    }
    if (s > groupSwiftest)
    {
        atomicMax(groupSwiftest, s);
    }
}

// What does not change is to be on both sides of a substep.
void copyCell(int here)
{
    for (int k = 0; k < 3; ++k)
    {
        to[here + k * plane()] = from[here + k * plane()];
    }
#if EXTRAS
    for (int k = 0; k < p.carried; ++k)
    {
        carriedTo[here + k * plane()] = carriedFrom[here + k * plane()];
    }
#endif
}

void main()
{
    ivec2 first = ivec2(gl_WorkGroupID.xy) * ivec2(WIDTH, HEIGHT);
    ivec2 local = ivec2(gl_LocalInvocationID.xy);
    ivec2 at = first + local;
    int thread = int(gl_LocalInvocationIndex);
    int tile = (first.y / TILE_ROWS) * p.tileColumns + first.x / TILE_COLUMNS;
    // All at once: each look into the device's memory takes as long as a good part of the substep.
    float dt = uintBitsToFloat(tiles[PLAN_DT]);
    float rate = uintBitsToFloat(tiles[PLAN_RATE]);
    float perRate = uintBitsToFloat(tiles[PLAN_PER_RATE]);
    uint state = tiles[TILE_AT(tile, TILE_STATE)];
    bool isInside = at.x < p.nx && at.y < p.ny;
    int here = at.y * p.stride + at.x;
    bool works = dt != 0.0 && state == 1u;
    bool copies = dt != 0.0 ? state == 2u : tiles[PLAN_COPIES] != 0u && state == 1u;
    if (copies && isInside)
    {
        copyCell(here);
    }
    if (!works)
    {
        return;
    }
    if (thread == 0)
    {
        groupStirred = 0u;
        groupFastest = 0u;
        groupDeepest = 0u;
        groupSwiftest = 0u;
    }
    for (int n = thread; n < CELLS; n += GROUP)
    {
        loadCell(n, first + ivec2(n % ACROSS, n / ACROSS) - 2, perRate);
    }
    memoryBarrierShared();
    barrier();
    for (int n = thread; n < AROUND; n += GROUP)
    {
        goAhead(aroundOf(n), rate);
    }
    memoryBarrierShared();
    barrier();

    // The faces on the low sides of the thread's own cell, then those that close the group.
    float fastest = max(fluxAt(true, local, first), fluxAt(false, local, first));
    if (thread < WIDTH + HEIGHT)
    {
        bool isX = thread >= WIDTH;
        ivec2 cell = isX ? ivec2(WIDTH, thread - WIDTH) : ivec2(thread, HEIGHT);
        fastest = max(fastest, fluxAt(isX, cell, first));
    }
    bool isRim = any(equal(gl_WorkGroupID.xy, uvec2(0u))) ||
                 any(equal(gl_WorkGroupID.xy + 1u, gl_NumWorkGroups.xy));
    if (isRim && p.passes != 0)
    {
        memoryBarrierShared();
        barrier();
        for (int side = 0; side < 4; ++side)
        {
            admitAt(side, first);
        }
    }
    memoryBarrierShared();
    barrier();

    int c = (local.y + 2) * ACROSS + local.x + 2;
    int xFace = local.y * (WIDTH + 1) + local.x;
    int yFace = X_FACES + local.y * WIDTH + local.x;
    float stirred = 0.0;
    float deepest = 0.0;
    float swiftest = 0.0;
    if (isInside)
    {
        float h0 = cellDepth[c];
        float s0 = cellSurface[c];
        bool moves = abs(cellU[c]) + abs(cellV[c]) > 0.0;
        float roughness = (faceRough[xFace] + faceRough[xFace + 1]) +
                          (faceRough[yFace] + faceRough[yFace + WIDTH]);
        float isRough = roughness > 0.0 || moves ? 1.0 : 0.0;
        // Surfaces at its faces, in the middle of the substep.
        float wetX = min(min(cellDepth[c - 1], cellDepth[c + 1]), h0) > p.dryWaves ? 1.0 : 0.0;
        float wetY = min(min(cellDepth[c - ACROSS], cellDepth[c + ACROSS]), h0) > p.dryWaves ? 1.0 : 0.0;
        float sx = wetX * halfSlope(cellSurface[c - 1], s0, cellSurface[c + 1]);
        float sy = wetY * halfSlope(cellSurface[c - ACROSS], s0, cellSurface[c + ACROSS]);
        EXACT float middle = s0 - goneDepth[c];
        EXACT float weight = isRough * (p.gravity * (h0 - goneDepth[c]));
        EXACT float innerX = weight * ((middle + sx) - (middle - sx));
        EXACT float innerY = weight * ((middle + sy) - (middle - sy));
        EXACT float dh = rate * ((faceMass[xFace + 1] - faceMass[xFace]) +
                                 (faceMass[yFace + WIDTH] - faceMass[yFace]));
        EXACT float dx = rate * (((faceLow[xFace + 1] - faceHigh[xFace]) + innerX) +
                                 (faceAlong[yFace + WIDTH] - faceAlong[yFace]));
        EXACT float dy = rate * (((faceLow[yFace + WIDTH] - faceHigh[yFace]) + innerY) +
                                 (faceAlong[xFace + 1] - faceAlong[xFace]));
        EXACT float h = h0 - dh;
        EXACT float x = from[here + plane()] - dx;
        EXACT float y = from[here + 2 * plane()] - dy;
        h = max(h, 0.0);
        // As good as still: |q|^2 <= (part of the wave speed)^2 h^2
        bool holds = roughness > 0.0 || x * x + y * y > p.stillSpeed2 * (h * h) * h;
        holds = holds && h > p.dryWaves;
        vec2 q = holds ? vec2(x, y) : vec2(0.0);
        stirred = (abs(dh) + abs(q.x)) + (abs(q.y) + (moves ? 1.0 : 0.0));
        stirred = p.windy != 0 && h > p.dryWaves ? 1.0 : stirred;
        deepest = h;
        q = p.slows > 0 ? slowed(h, q, dt) : q;
        swiftest = h > p.dryDepth ? dot(q, q) / (h * h) : 0.0;
        to[here] = h;
        to[here + plane()] = q.x;
        to[here + 2 * plane()] = q.y;
#if EXTRAS
        if ((tiles[ASKED_AT(p.tileCount, tile)] & ASKED_BODIES) != 0u)
        {
            float share = isRough * rate;
            pushes[here] += share * ((faceLowPressure[xFace + 1] - faceHighPressure[xFace]) - innerX);
            pushes[here + plane()] +=
                share * ((faceLowPressure[yFace + WIDTH] - faceHighPressure[yFace]) - innerY);
            pushes[here + 2 * plane()] += share;
        }
#endif
    }
#if EXTRAS
    for (int k = 0; k < p.carried; ++k)
    {
        if ((p.carries & (1 << k)) != 0)
        {
            carry(k, first, at, c, xFace, yFace, isInside, rate);
        }
    }
#endif
    raise(stirred, fastest, deepest, swiftest);
    memoryBarrierShared();
    barrier();
    if (thread == 0)
    {
        if (groupStirred != 0u)
        {
            tiles[TILE_AT(tile, TILE_STIRRED)] = 1u;
        }
        atomicMax(tiles[TILE_AT(tile, TILE_FASTEST)], groupFastest);
        atomicMax(tiles[TILE_AT(tile, TILE_DEEPEST)], groupDeepest);
        atomicMax(tiles[TILE_AT(tile, TILE_SWIFTEST)], groupSwiftest);
        if (isRim && p.passes != 0)
        {
            sumEdges(first);
        }
    }
}
