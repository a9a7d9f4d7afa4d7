// What lies beyond the edges of a water, as water_edges.cpp has it. Needs p, from, beds and edges.
//
// Numbers of the edges: eight for each side (type, level, discharge, four dyes), then the mass that
// enters each cell along an inflow edge, as many for each side as the longer edge has cells.
#define SIDE_LEFT 0
#define SIDE_RIGHT 1
#define SIDE_BOTTOM 2
#define SIDE_TOP 3
#define EDGE_WALL 0
#define EDGE_OPEN 1
#define EDGE_LEVEL 2
#define EDGE_INFLOW 3
#define EDGE_PERIODIC 4
#define EDGE_NUMBERS 8

int plane()
{
    return p.ny * p.stride;
}

int edgeType(int side)
{
    return int(edges[side * EDGE_NUMBERS]);
}

bool isLowSide(int side)
{
    return (side & 1) == 0;
}

bool canPass(int side)
{
    int type = edgeType(side);
    return type != EDGE_WALL && type != EDGE_PERIODIC;
}

int inflowPlace(int side, int cell)
{
    return 4 * EDGE_NUMBERS + side * max(p.nx, p.ny) + cell;
}

// Which cell a place is like, by which factors its momentum is that cell's, and by the rule of which
// side; -1: none. Beyond corners, an image has the last word, so the rule is that of the other side.
struct Ghost
{
    ivec2 cell;
    vec2 flips;
    int side;
};

bool isMirror(int side)
{
    return edgeType(side) == EDGE_WALL || edgeType(side) == EDGE_INFLOW;
}

bool isImage(int side)
{
    return isMirror(side) || edgeType(side) == EDGE_PERIODIC;
}

// Whether what lies beyond has dye of its own.
bool brings(int side)
{
    return side >= 0 && (edgeType(side) == EDGE_LEVEL ||
                         (edgeType(side) == EDGE_INFLOW && edges[side * EDGE_NUMBERS + 2] > 0.0));
}

int likeOnAxis(int k, int n, int type)
{
    int beyond = k < 0 ? -k : k - n + 1; // 1, 2
    if (type == EDGE_PERIODIC)
    {
        return (k + 2 * n) % n; // of a number below 0 the rest is anything
    }
    if (type == EDGE_OPEN || type == EDGE_LEVEL)
    {
        return k < 0 ? 0 : n - 1;
    }
    return k < 0 ? min(beyond - 1, n - 1) : max(n - beyond, 0);
}

Ghost ghostAt(ivec2 at)
{
    Ghost ghost = Ghost(at, vec2(1.0), -1);
    int sideX = at.x < 0 ? SIDE_LEFT : (at.x >= p.nx ? SIDE_RIGHT : -1);
    int sideY = at.y < 0 ? SIDE_BOTTOM : (at.y >= p.ny ? SIDE_TOP : -1);
    if (sideX >= 0)
    {
        ghost.cell.x = clamp(likeOnAxis(at.x, p.nx, edgeType(sideX)), 0, p.nx - 1);
        ghost.flips.x = isMirror(sideX) ? -1.0 : 1.0;
        ghost.side = sideX;
    }
    if (sideY >= 0)
    {
        ghost.cell.y = clamp(likeOnAxis(at.y, p.ny, edgeType(sideY)), 0, p.ny - 1);
        ghost.flips.y = isMirror(sideY) ? -1.0 : 1.0;
        ghost.side = sideY;
    }
    if (sideX >= 0 && sideY >= 0)
    {
        bool byX = isImage(sideY) && (!isImage(sideX) || !brings(sideY));
        ghost.side = !isImage(sideX) && !isImage(sideY) ? -1 : (byX ? sideX : sideY);
    }
    return ghost;
}

// Depth and momentum there, of those of the cell it is like.
vec3 beyond(Ghost ghost, vec3 state, float bed)
{
    state = vec3(state.x, ghost.flips * state.yz);
    if (ghost.side < 0 || edgeType(ghost.side) != EDGE_LEVEL)
    {
        return state;
    }
    bool isX = ghost.side < SIDE_BOTTOM;
    // The wave that leaves keeps velocity + 2 sqrt(g depth), outwards; no faster than waves.
    float outwards = isLowSide(ghost.side) ? -1.0 : 1.0;
    float depth = max(edges[ghost.side * EDGE_NUMBERS + 1] - bed, 0.0);
    float wave = sqrt(p.gravity * depth);
    float across = isX ? state.y : state.z;
    float speed = state.x > p.dryDepth ? outwards * across / state.x : 0.0;
    float leaves = speed + 2.0 * (sqrt(p.gravity * state.x) - wave);
    float q = outwards * depth * clamp(leaves, -wave, wave);
    return isX ? vec3(depth, q, 0.0) : vec3(depth, 0.0, q);
}

// The dye of its own that lies beyond; no foam.
float broughtBy(int side, int k)
{
    return k == 0 ? 0.0 : edges[side * EDGE_NUMBERS + 2 + k];
}
