// Looking up fields between their nodes, and following the flow: the scalar truth.
//
// Ways are kept relative to the node they start from, in cells: base (an integer) plus rest, so
// that a grid of ten thousand cells is as exact as a small one. Every formula here is repeated by
// the vector kernels operation by operation, so that both give the same bits.
//
// Near solids a look-up counts only those nodes that are joined to the place through open faces,
// and a way ends where it would cross a shut face: nothing leaks through a wall of one cell, nor
// through the corner of a diagonal one.
#pragma once

#include "backend/flow/flow_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tarn
{

struct Way
{
    float x = 0.0f;
    float y = 0.0f;
};

// Four neighbouring nodes, and how far towards the upper right ones.
struct Stencil
{
    int32_t i = 0;
    int32_t j = 0;
    float fx = 0.0f;
    float fy = 0.0f;
};

inline Stencil stencilAt(int32_t baseX, float restX, int32_t baseY, float restY)
{
    const float wholeX = std::floor(restX);
    const float wholeY = std::floor(restY);
    return {baseX + static_cast<int32_t>(wholeX), baseY + static_cast<int32_t>(wholeY),
            restX - wholeX, restY - wholeY};
}

inline int32_t wrapped(int32_t index, int32_t count)
{
    const int32_t rest = index % count;
    return rest < 0 ? rest + count : rest;
}

// What is given at `count` cells along an edge, at the face before one of them, or beyond.
inline float atFace(const float* cells, int32_t face, int32_t count, bool wraps)
{
    const auto at = [&](int32_t cell) {
        return cells[wraps ? wrapped(cell, count) : std::clamp(cell, 0, count - 1)];
    };
    return 0.5f * (at(face - 1) + at(face));
}

// Brings a stencil that has gone around back to the grid of `nx` x `ny` periods.
inline void wrapStencil(Stencil& s, bool wrapX, int32_t nx, bool wrapY, int32_t ny)
{
    if (wrapX)
    {
        s.i = wrapped(s.i, nx);
    }
    if (wrapY)
    {
        s.j = wrapped(s.j, ny);
    }
}

inline float between(float a, float b, float part)
{
    return a + part * (b - a);
}

struct Corners
{
    float a00 = 0.0f, a10 = 0.0f, a01 = 0.0f, a11 = 0.0f;
};

inline Corners cornersAt(ConstRows field, const Stencil& s)
{
    const float* low =
        field.first + static_cast<ptrdiff_t>(s.j) * static_cast<ptrdiff_t>(field.stride) + s.i;
    const float* high = low + field.stride;
    return {low[0], low[1], high[0], high[1]};
}

inline float blend(const Corners& c, float fx, float fy)
{
    return between(between(c.a00, c.a10, fx), between(c.a01, c.a11, fx), fy);
}

// ---- Velocity in the open

struct Velocity
{
    float x = 0.0f;
    float y = 0.0f;
};

// At base + rest (cells), both axes.
inline Velocity openVelocity(const FlowGrid& g, int32_t baseX, float restX, int32_t baseY,
                             float restY)
{
    Stencil su = stencilAt(baseX, restX, baseY, restY - 0.5f);
    Stencil sv = stencilAt(baseX, restX - 0.5f, baseY, restY);
    wrapStencil(su, g.wrapX, g.nx, g.wrapY, g.ny);
    wrapStencil(sv, g.wrapX, g.nx, g.wrapY, g.ny);
    return {blend(cornersAt(g.u, su), su.fx, su.fy), blend(cornersAt(g.v, sv), sv.fx, sv.fy)};
}

// ---- Keeping ways on the grid

inline float keptWay(float way, bool wraps, float place, float low, float high)
{
    const float least = wraps ? -kLongestWay : low - place;
    const float most = wraps ? kLongestWay : high - place;
    return std::min(std::max(least, way), most); // least where the way is not a number
}

inline Way kept(const FlowGrid& g, Way way, float placeX, float placeY)
{
    return {keptWay(way.x, g.wrapX, placeX, g.lowX, g.highX),
            keptWay(way.y, g.wrapY, placeY, g.lowY, g.highY)};
}

// ---- Near solids

// Velocity of face nodes that are not deep inside a solid the fluid slides along.
float nearVelocityX(const FlowGrid& g, Stencil s);
float nearVelocityY(const FlowGrid& g, Stencil s);

inline Velocity nearVelocity(const FlowGrid& g, int32_t baseX, float restX, int32_t baseY,
                             float restY)
{
    Stencil su = stencilAt(baseX, restX, baseY, restY - 0.5f);
    Stencil sv = stencilAt(baseX, restX - 0.5f, baseY, restY);
    wrapStencil(su, g.wrapX, g.nx, g.wrapY, g.ny);
    wrapStencil(sv, g.wrapX, g.nx, g.wrapY, g.ny);
    return {nearVelocityX(g, su), nearVelocityY(g, sv)};
}

// The part of a way from (placeX, placeY) up to the first shut face.
Way clippedWay(const LinkGrid& links, double placeX, double placeY, Way way, bool* clipped);

// ---- Following the flow: RK2, the midpoint rule. `rate` below 0 goes back in time.

// Where a way begins: base + phase, in cells of velocity.
struct Node
{
    int32_t baseX, baseY;
    float phaseX, phaseY;

    float placeX() const { return static_cast<float>(baseX) + phaseX; }
    float placeY() const { return static_cast<float>(baseY) + phaseY; }
};

inline Way wayAlong(const FlowGrid& g, const Node& n, Velocity velocity, float rate)
{
    return kept(g, {rate * velocity.x, rate * velocity.y}, n.placeX(), n.placeY());
}

// Half a step on from a node that has the velocity `here`.
inline Velocity openMidway(const FlowGrid& g, const Node& n, Velocity here, float rate)
{
    const Way middle = wayAlong(g, n, here, 0.5f * rate);
    return openVelocity(g, n.baseX, n.phaseX + middle.x, n.baseY, n.phaseY + middle.y);
}

inline Way openWay(const FlowGrid& g, const Node& n, float rate)
{
    const Velocity here = openVelocity(g, n.baseX, n.phaseX, n.baseY, n.phaseY);
    return wayAlong(g, n, openMidway(g, n, here, rate), rate);
}

// Where the fluid of a node comes from, and where it goes. Each is looked up by itself: told from
// the other, by the change of the velocity from half a step behind to here, a way ahead is right up
// to O(dt^3) too, but in fine whirls MacCormack's correction then makes dye.
struct BothWays
{
    Way back;
    Way ahead;
};

inline BothWays openWays(const FlowGrid& g, const Node& n, float rate)
{
    const Velocity here = openVelocity(g, n.baseX, n.phaseX, n.baseY, n.phaseY);
    return {wayAlong(g, n, openMidway(g, n, here, -rate), -rate),
            wayAlong(g, n, openMidway(g, n, here, rate), rate)};
}

struct NearWay
{
    Way way;
    bool clipped = false; // it ended at a shut face
};

// The same among solids; `walls` are the links that end a way, on a grid `scale` times finer.
NearWay nearWay(const FlowGrid& g, const LinkGrid& walls, int32_t scale, const Node& n, float rate);

struct BothNearWays
{
    NearWay back;
    NearWay ahead;
};
BothNearWays nearWays(const FlowGrid& g, const LinkGrid& walls, int32_t scale, const Node& n,
                      float rate);

// ---- Look-ups of what is carried

struct Looked
{
    float value = 0.0f;
    float low = 0.0f; // of the nodes that counted
    float high = 0.0f;
    bool whole = true; // all four did
};

inline Looked lookOpen(ConstRows field, const Stencil& s)
{
    const Corners c = cornersAt(field, s);
    return {blend(c, s.fx, s.fy), std::min(std::min(c.a00, c.a10), std::min(c.a01, c.a11)),
            std::max(std::max(c.a00, c.a10), std::max(c.a01, c.a11)), true};
}

// Nodes of the stencil that are joined to the place, as bits 1 (00), 2 (10), 4 (01), 8 (11).
uint32_t joinedCells(const LinkGrid& links, const Stencil& s);
uint32_t validFaces(const LinkGrid& links, const Stencil& s, bool betweenColumns);

// Counts only the nodes in `mask`; 0 counts none and gives the nearest node's value.
Looked lookMasked(ConstRows field, const Stencil& s, uint32_t mask);

} // namespace tarn
