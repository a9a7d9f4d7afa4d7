// A substep of the waves of Water: the arithmetic of wave_rows.h, cell by cell, from what is to what
// will be.
//
// A group loads its cells and two more on every side into shared memory, as depths, surfaces,
// velocities and what each may give. Then it makes the states of cells at their faces, half a substep
// ahead: a thread has those of its own cell, and hands the ones on its high sides to the faces there.
// Then it makes the fluxes through all faces of its cells, and then the cells anew. Ghosts beyond the
// edges of the grid are made where they are loaded.
//
//     EXTRAS  1: foam and dyes are carried, and pushes near bodies are noted
#define WATER_WAVES
#include "params.h"
#include "water_tiles.glsl"

#define WIDTH 32
#ifdef TARN_ES
#define HEIGHT 4 // what every driver has: 128 invocations, 16 KiB
#else
#define HEIGHT 8
#endif
#define GROUP (WIDTH * HEIGHT)
#define ACROSS (WIDTH + 4)
#define CELLS (ACROSS * (HEIGHT + 4))
#define RING (2 * (WIDTH + HEIGHT)) // cells around those of the group
#define X_FACES ((WIDTH + 1) * HEIGHT)
#define FACES (X_FACES + WIDTH * (HEIGHT + 1))

layout(local_size_x = WIDTH, local_size_y = HEIGHT) in;

// Depth, momentum in x, momentum in y, one after another.
layout(std430, binding = 0) readonly buffer From
{
    float from[];
};
layout(std430, binding = 1) writeonly buffer To
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
layout(std430, binding = 7) writeonly buffer CarriedTo
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
// What passes a face; before that, the state of its low cell: depth, surface, velocity across, along.
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

// ---- States at faces, half a substep ahead

struct FaceState
{
    float depth;
    float surface;
    float across; // velocity through the face
    float along;  // and beside it
};

struct CellStates
{
    FaceState west;
    FaceState east;
    FaceState south;
    FaceState north;
    vec2 inner; // gravity times depth times the rise of the surface across the cell
};

CellStates statesOf(int c, float rate)
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
    EXACT float hx = wetX * halfSlope(cellDepth[w], h, cellDepth[e]);
    EXACT float hy = wetY * halfSlope(cellDepth[s], h, cellDepth[n]);
    EXACT float sx = wetX * halfSlope(cellSurface[w], cellSurface[c], cellSurface[e]);
    EXACT float sy = wetY * halfSlope(cellSurface[s], cellSurface[c], cellSurface[n]);
    EXACT float ux = wetX * halfSlope(cellU[w], u, cellU[e]);
    EXACT float uy = wetY * halfSlope(cellU[s], u, cellU[n]);
    EXACT float vx = wetX * halfSlope(cellV[w], v, cellV[e]);
    EXACT float vy = wetY * halfSlope(cellV[s], v, cellV[n]);
    EXACT float gone = rate * ((u * hx + h * ux) + (v * hy + h * vy));
    EXACT float depth = h - gone;
    EXACT float surface = cellSurface[c] - gone;
    EXACT float aheadU = u - rate * ((u * ux + v * uy) + p.gravity * sx);
    EXACT float aheadV = v - rate * ((v * vy + u * vx) + p.gravity * sy);
    EXACT float westS = surface - sx;
    EXACT float eastS = surface + sx;
    EXACT float southS = surface - sy;
    EXACT float northS = surface + sy;
    EXACT float innerX = (p.gravity * depth) * (eastS - westS);
    EXACT float innerY = (p.gravity * depth) * (northS - southS);
    return CellStates(FaceState(depth - hx, westS, aheadU - ux, aheadV - vx),
                      FaceState(depth + hx, eastS, aheadU + ux, aheadV + vx),
                      FaceState(depth - hy, southS, aheadV - vy, aheadU - uy),
                      FaceState(depth + hy, northS, aheadV + vy, aheadU + uy), vec2(innerX, innerY));
}

int placeOf(ivec2 cell)
{
    return (cell.y + 2) * ACROSS + cell.x + 2;
}

// The face on a cell's low side.
int faceOf(bool isX, ivec2 cell)
{
    return isX ? cell.y * (WIDTH + 1) + cell.x : X_FACES + cell.y * WIDTH + cell.x;
}

void hand(int face, FaceState state)
{
    faceMass[face] = state.depth;
    faceLow[face] = state.surface;
    faceHigh[face] = state.across;
    faceAlong[face] = state.along;
}

// The n-th cell of the ring: left, right, below, above.
ivec2 cellOfRing(int n)
{
    return n < HEIGHT                 ? ivec2(-1, n)
           : n < 2 * HEIGHT           ? ivec2(WIDTH, n - HEIGHT)
           : n < 2 * HEIGHT + WIDTH   ? ivec2(n - 2 * HEIGHT, -1)
                                      : ivec2(n - 2 * HEIGHT - WIDTH, HEIGHT);
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

// Through the face between cells l and r, which has the state of l. Returns the fastest wave.
float makeFlux(int face, bool isX, int l, int r, FaceState high)
{
    FaceState low = FaceState(faceMass[face], faceLow[face], faceHigh[face], faceAlong[face]);
    float h1 = cellDepth[l];
    float h2 = cellDepth[r];
    float s1 = cellSurface[l];
    float s2 = cellSurface[r];
    float u1 = isX ? cellU[l] : cellV[l];
    float u2 = isX ? cellU[r] : cellV[r];
    float v1 = isX ? cellV[l] : cellU[l];
    float v2 = isX ? cellV[r] : cellU[r];

    // Both states over the higher of the two beds.
    EXACT float bed = max(low.surface - low.depth, high.surface - high.depth);
    EXACT float hl = max(low.surface - bed, 0.0);
    EXACT float hr = max(high.surface - bed, 0.0);
    float cl = sqrt(p.gravity * hl);
    float cr = sqrt(p.gravity * hr);
    // Beside the dry, the front of a dam that breaks.
    EXACT float ul = hl > 0.0 ? low.across : high.across - 2.0 * cr;
    EXACT float ur = hr > 0.0 ? high.across : low.across + 2.0 * cl;

    // Calm: neither side moves, and their surfaces differ by rounding, or by what yield stress
    // holds.
    EXACT float size = abs(s1 + s2) + (h1 + h2);
    EXACT float rise = (abs(s1 - s2) - p.levelRounding * size) * (hl + hr);
    bool isRough = rise > 2.0 * p.yieldRise; // times the mean depth at the face
    bool moves = abs(u1) + abs(v1) > 0.0 || abs(u2) + abs(v2) > 0.0;
    float works = moves || isRough ? 1.0 : 0.0;

    // Speeds of the outermost waves, as if all were rarefactions (Toro 2001, ch. 10).
    EXACT float fromLeft = ul + 2.0 * cl;
    EXACT float fromRight = ur - 2.0 * cr;
    EXACT float quarter = 0.25 * (fromLeft - fromRight);
    EXACT float left = min(min(ul - cl, fromRight + quarter), 0.0);
    EXACT float right = max(max(ur + cr, fromLeft - quarter), 0.0);
    EXACT float width = right - left;
    float perWidth = width > 0.0 ? works / width : 0.0;

    EXACT float ql = hl * ul;
    EXACT float qr = hr * ur;
    EXACT float both = left * right;
    EXACT float rises = hr - hl;
    EXACT float m = ((right * ql - left * qr) + both * rises) * perWidth;
    EXACT float q = ((right * (ql * ul) - left * (qr * ur)) + both * (qr - ql)) * perWidth;
    EXACT float pressed = (0.5 * p.gravity * (rises * (hl + hr))) * perWidth;

    EXACT float kept = min(max(m, -mostOf(r, -u2)), mostOf(l, u1));
    q = kept == m ? q : kept * (kept > 0.0 ? ul : ur);

    EXACT float toLow = q - left * pressed;
    EXACT float toHigh = q - right * pressed;
    faceMass[face] = kept;
    faceLow[face] = toLow;
    faceHigh[face] = toHigh;
    faceAlong[face] = kept * (kept > 0.0 ? low.along : high.along);
    faceRough[face] = isRough ? 1.0 : 0.0;
#if EXTRAS
    faceLowPressure[face] = 0.5 * p.gravity * (hl * hl);
    faceHighPressure[face] = 0.5 * p.gravity * (hr * hr);
#endif
    return max(right, -left);
}

// The flux on the low side of a cell, which has this state there; where there is such a face.
float fluxAt(bool isX, ivec2 cell, ivec2 first, FaceState high)
{
    ivec2 there = first + cell;
    bool exists = isX ? there.x <= p.nx && there.y < p.ny : there.x < p.nx && there.y <= p.ny;
    if (!exists)
    {
        return 0.0;
    }
    int r = placeOf(cell);
    return makeFlux(faceOf(isX, cell), isX, r - (isX ? 1 : ACROSS), r, high);
}

// What is given at a side, for the faces that the group has there. By itself: groups along the edges are
// few, and makeFlux, which all have, is the shorter for it.
void admitAt(int side, ivec2 first, float rate)
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
    int r = placeOf(cell);
    int here = isLow ? r : r - next; // the cell inside
    CellStates states = statesOf(here, rate);
    FaceState low = isX ? states.west : states.south;
    FaceState high = isX ? states.east : states.north;
    float depth = max(isLow ? low.depth : high.depth, 0.0);
    float u = isX ? cellU[here] : cellV[here];
    admit(faceOf(isX, cell), side, along, depth, isLow ? low.along : high.along,
          mostOf(here, isLow ? -u : u));
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
    EXACT float there = (here - cellSurface[c]) + halfSlope(cellGive[c - next], here, cellGive[c + next]);
    return there;
}
float lowOf(int c, int next)
{
    float here = cellGive[c];
    EXACT float there = (here - cellSurface[c]) - halfSlope(cellGive[c - next], here, cellGive[c + next]);
    return there;
}

// Concentrations take the place of what cells may give, and by how much they change in half a substep
// that of surfaces.
void carry(int k, ivec2 first, ivec2 at, int c, int xFace, int yFace, bool isInside, float rate)
{
    barrier();
    for (int n = int(gl_LocalInvocationIndex); n < CELLS; n += GROUP)
    {
        cellGive[n] = concentrationAt(first + ivec2(n % ACROSS, n / ACROSS) - 2, k);
    }
    memoryBarrierShared();
    barrier();
    cellSurface[c] = goneConcentration(c, rate);
    if (gl_LocalInvocationIndex < uint(RING))
    {
        int ring = placeOf(cellOfRing(int(gl_LocalInvocationIndex)));
        cellSurface[ring] = goneConcentration(ring, rate);
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
    float h2 = h * h;
    float laminar = dt * p.laminar;
    if (p.slows == 1)
    {
        return q * (h2 / (h2 + laminar));
    }
    q = depth > p.dryWaves ? q + dt * vec2(p.windX, p.windY) : vec2(0.0);
    float momentum = sqrt(q.x * q.x + q.y * q.y);
    float kept = h2 / (h2 + (dt * p.manning * momentum * inverseCubeRoot(h) + laminar));
    float lost = dt * p.yield;
    return q * (momentum > lost ? kept * ((momentum - lost) / momentum) : 0.0);
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
    bool isAwake = dt != 0.0 && state == 1u;
    bool copies = dt != 0.0 ? state == 2u : tiles[PLAN_COPIES] != 0u && state == 1u;
    if (copies && isInside)
    {
        copyCell(here);
    }
    if (!isAwake)
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
    int c = placeOf(local);
    CellStates own = statesOf(c, rate);
    hand(faceOf(true, local + ivec2(1, 0)), own.east);
    hand(faceOf(false, local + ivec2(0, 1)), own.north);
    bool isOfRing = thread < RING;
    ivec2 ringCell = cellOfRing(thread);
    CellStates ring = own;
    if (isOfRing)
    {
        ring = statesOf(placeOf(ringCell), rate);
    }
    if (isOfRing && ringCell.x < 0)
    {
        hand(faceOf(true, ringCell + ivec2(1, 0)), ring.east);
    }
    if (isOfRing && ringCell.y < 0)
    {
        hand(faceOf(false, ringCell + ivec2(0, 1)), ring.north);
    }
    memoryBarrierShared();
    barrier();

    // The faces on the low sides of the thread's own cell, then those that close the group.
    float fastest = max(fluxAt(true, local, first, own.west), fluxAt(false, local, first, own.south));
    bool isX = ringCell.x == WIDTH;
    if (isOfRing && (isX || ringCell.y == HEIGHT))
    {
        FaceState high = isX ? ring.west : ring.south;
        fastest = max(fastest, fluxAt(isX, ringCell, first, high));
    }
    bool isRim = any(equal(gl_WorkGroupID.xy, uvec2(0u))) ||
                 any(equal(gl_WorkGroupID.xy + 1u, gl_NumWorkGroups.xy));
    if (isRim && p.passes != 0)
    {
        memoryBarrierShared();
        barrier();
        for (int side = 0; side < 4; ++side)
        {
            admitAt(side, first, rate);
        }
    }
    memoryBarrierShared();
    barrier();

    int xFace = faceOf(true, local);
    int yFace = faceOf(false, local);
    float stirred = 0.0;
    float deepest = 0.0;
    float swiftest = 0.0;
    if (isInside)
    {
        float h0 = cellDepth[c];
        bool moves = abs(cellU[c]) + abs(cellV[c]) > 0.0;
        float roughness = (faceRough[xFace] + faceRough[xFace + 1]) +
                          (faceRough[yFace] + faceRough[yFace + WIDTH]);
        float works = roughness > 0.0 || moves ? 1.0 : 0.0;
        EXACT float innerX = works * own.inner.x;
        EXACT float innerY = works * own.inner.y;
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
            float share = works * rate;
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
