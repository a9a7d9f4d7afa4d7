// Following the flow from a place by the midpoint rule; see openWay in backend/flow/sample.h. The
// shader has the array velocity.
#include "flow_look.glsl"

const float kLongestWay = 5.0e5; // see flow_grid.h

vec2 velocityAt(ivec2 base, vec2 rest)
{
    Stencil su = stencilAt(base.x, rest.x, base.y, rest.y - 0.5, p.nx, p.ny);
    Stencil sv = stencilAt(base.x, rest.x - 0.5, base.y, rest.y, p.nx, p.ny);
    int placeU = nodeU(su.i, su.j);
    int placeV = nodeV(sv.i, sv.j);
    return vec2(blend(CORNERS(velocity, placeU, p.strideU), su.fx, su.fy),
                blend(CORNERS(velocity, placeV, p.strideV), sv.fx, sv.fy));
}

vec2 keptWay(vec2 way, vec2 place)
{
    vec2 low = vec2(WRAPS_X ? -kLongestWay : p.lowX - place.x,
                    WRAPS_Y ? -kLongestWay : p.lowY - place.y);
    vec2 high = vec2(WRAPS_X ? kLongestWay : p.highX - place.x,
                     WRAPS_Y ? kLongestWay : p.highY - place.y);
    return min(max(way, low), high);
}

// Half a step on from base + phase, where the velocity is `here`.
vec2 midwayVelocity(ivec2 base, vec2 phase, vec2 here, float rate)
{
    return velocityAt(base, phase + keptWay(0.5 * rate * here, vec2(base) + phase));
}

// Where the fluid that is at base + phase will be after `rate`, or was, given its velocity there.
vec2 followed(ivec2 base, vec2 phase, vec2 here, float rate)
{
    return keptWay(rate * midwayVelocity(base, phase, here, rate), vec2(base) + phase);
}

#ifdef SOLIDS
vec2 nearVelocityAt(ivec2 base, vec2 rest)
{
    Stencil su = stencilAt(base.x, rest.x, base.y, rest.y - 0.5, p.nx, p.ny);
    Stencil sv = stencilAt(base.x, rest.x - 0.5, base.y, rest.y, p.nx, p.ny);
    int placeU = nodeU(su.i, su.j);
    int placeV = nodeV(sv.i, sv.j);
    return vec2(lookMasked(CORNERS(velocity, placeU, p.strideU), su, validFaces(su, true)),
                lookMasked(CORNERS(velocity, placeV, p.strideV), sv, validFaces(sv, false)));
}

vec2 nearMidwayVelocity(ivec2 base, vec2 phase, vec2 here, float rate)
{
    return nearVelocityAt(base, phase + keptWay(0.5 * rate * here, vec2(base) + phase));
}

// The way along a velocity, up to the first wall of a grid `fine` times finer.
vec2 wayUpToWall(ivec2 base, vec2 phase, vec2 along, float rate, int fine, out bool clipped)
{
    vec2 way = keptWay(rate * along, vec2(base) + phase);
    float scale = float(fine);
    vec2 cut = clippedWay(linkGrid(fine), base * fine, scale * phase, scale * way, clipped);
    return clipped ? cut / scale : way;
}

// The same as `followed` among solids.
vec2 followedNear(ivec2 base, vec2 phase, float rate, int fine, out bool clipped)
{
    vec2 here = nearVelocityAt(base, phase);
    vec2 there = nearMidwayVelocity(base, phase, here, rate);
    return wayUpToWall(base, phase, there, rate, fine, clipped);
}
#endif
