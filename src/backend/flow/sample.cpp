#include "backend/flow/sample.h"

#include <cstdlib>

namespace tarn
{

namespace
{

constexpr double kBeforeWall = 1.0e-3; // cells that a way ends before a shut face
// Cells that a way may go around periodic axes among solids; no way is cut that crosses the grid.
constexpr int32_t kMostCrossings = 4096;

// One axis of a way through the cells: which cell it is in, and when it leaves it.
struct Crossing
{
    int32_t cell = 0;
    int32_t step = 0;  // -1, 0, 1
    double next = 2.0; // the part of the way at which the next face is met
    double each = 0.0; // and from one to the next

    Crossing(double place, double way)
    {
        const double below = std::floor(place);
        cell = static_cast<int32_t>(below);
        if (way > 0.0)
        {
            step = 1;
            each = 1.0 / way;
            next = (below + 1.0 - place) * each;
        }
        else if (way < 0.0)
        {
            step = -1;
            each = -1.0 / way;
            next = (place - below) * each;
            if (place == below) // on a face, and leaving it downwards
            {
                --cell;
                next = each;
            }
        }
    }
};

// The link byte of a cell that may lie beyond the edge.
uint8_t linkAt(const LinkGrid& links, int32_t i, int32_t j)
{
    const int32_t x = links.wrapX ? wrapped(i, links.nx)
                                  : std::clamp(i, -kLinkBorder, links.nx + kLinkBorder - 1);
    const int32_t y = links.wrapY ? wrapped(j, links.ny)
                                  : std::clamp(j, -kLinkBorder, links.ny + kLinkBorder - 1);
    return links.at(x, y);
}

bool blocked(const LinkGrid& links, int32_t i, int32_t j)
{
    return (linkAt(links, i, j) & kLinkBlocked) != 0;
}

constexpr uint8_t kSlidesInside = kLinkBlocked | kLinkSlip;

bool slidesInside(uint8_t link)
{
    return (link & kSlidesInside) == kSlidesInside;
}

} // namespace

float nearVelocityX(const FlowGrid& g, Stencil s)
{
    return lookMasked(g.u, s, validFaces(g.links, s, true)).value;
}

float nearVelocityY(const FlowGrid& g, Stencil s)
{
    return lookMasked(g.v, s, validFaces(g.links, s, false)).value;
}

Way clippedWay(const LinkGrid& links, double placeX, double placeY, Way way, bool* clipped)
{
    *clipped = false;
    Crossing x(placeX, static_cast<double>(way.x));
    Crossing y(placeY, static_cast<double>(way.y));
    // A way along a face starts in the cell beside it that is open.
    if (x.step == 0 && placeX == std::floor(placeX) && blocked(links, x.cell, y.cell))
    {
        --x.cell;
    }
    if (y.step == 0 && placeY == std::floor(placeY) && blocked(links, x.cell, y.cell))
    {
        --y.cell;
    }
    const int32_t most = links.nx + links.ny + kMostCrossings;
    double part = 1.0;
    if (blocked(links, x.cell, y.cell))
    {
        part = 0.0;
        *clipped = true;
    }
    for (int32_t crossings = 0; part == 1.0; ++crossings)
    {
        Crossing& axis = x.next <= y.next ? x : y;
        const double at = axis.next;
        if (at > 1.0)
        {
            return way;
        }
        const bool alongX = &axis == &x;
        const int32_t i = x.cell + (alongX && axis.step > 0 ? 1 : 0);
        const int32_t j = y.cell + (!alongX && axis.step > 0 ? 1 : 0);
        const uint8_t open = linkAt(links, i, j) & (alongX ? kLinkLeft : kLinkBelow);
        if (open == 0 || crossings == most)
        {
            *clipped = true;
            part = std::max(0.0, at - kBeforeWall * axis.each);
            break;
        }
        axis.cell += axis.step;
        axis.next += axis.each;
    }
    return {static_cast<float>(part * static_cast<double>(way.x)),
            static_cast<float>(part * static_cast<double>(way.y))};
}

namespace
{

Velocity nearMidway(const FlowGrid& g, const Node& n, Velocity here, float rate)
{
    const Way middle = wayAlong(g, n, here, 0.5f * rate);
    return nearVelocity(g, n.baseX, n.phaseX + middle.x, n.baseY, n.phaseY + middle.y);
}

NearWay wayUpToWall(const FlowGrid& g, const LinkGrid& walls, int32_t scale, const Node& n,
                    Velocity velocity, float rate)
{
    const Way way = wayAlong(g, n, velocity, rate);
    NearWay result;
    const float fine = static_cast<float>(scale);
    const Way fineWay =
        clippedWay(walls, static_cast<double>(scale) * static_cast<double>(n.placeX()),
                   static_cast<double>(scale) * static_cast<double>(n.placeY()),
                   {fine * way.x, fine * way.y}, &result.clipped);
    result.way = result.clipped ? Way{fineWay.x / fine, fineWay.y / fine} : way;
    return result;
}

} // namespace

NearWay nearWay(const FlowGrid& g, const LinkGrid& walls, int32_t scale, const Node& n, float rate)
{
    const Velocity here = nearVelocity(g, n.baseX, n.phaseX, n.baseY, n.phaseY);
    return wayUpToWall(g, walls, scale, n, nearMidway(g, n, here, rate), rate);
}

BothNearWays nearWays(const FlowGrid& g, const LinkGrid& walls, int32_t scale, const Node& n,
                      float rate)
{
    const Velocity here = nearVelocity(g, n.baseX, n.phaseX, n.baseY, n.phaseY);
    return {wayUpToWall(g, walls, scale, n, nearMidway(g, n, here, -rate), -rate),
            wayUpToWall(g, walls, scale, n, nearMidway(g, n, here, rate), rate)};
}

uint32_t joinedCells(const LinkGrid& links, const Stencil& s)
{
    // The cell the place is in, and the other column and row.
    const bool right = s.fx >= 0.5f;
    const bool upper = s.fy >= 0.5f;
    const int32_t i = s.i + (right ? 1 : 0);
    const int32_t j = s.j + (upper ? 1 : 0);
    const int32_t otherI = s.i + (right ? 0 : 1);
    const int32_t otherJ = s.j + (upper ? 0 : 1);
    const bool beside = links.joinedX(s.i + 1, j);
    const bool above = links.joinedY(i, s.j + 1);
    const bool across =
        (beside && links.joinedY(otherI, s.j + 1)) || (above && links.joinedX(s.i + 1, otherJ));
    const auto bit = [&s](int32_t column, int32_t row) {
        return 1u << ((column - s.i) + 2 * (row - s.j));
    };
    const bool own = (links.at(i, j) & kLinkBlocked) == 0;
    uint32_t mask = own ? bit(i, j) : 0u;
    mask |= beside ? bit(otherI, j) : 0u;
    mask |= above ? bit(i, otherJ) : 0u;
    mask |= across ? bit(otherI, otherJ) : 0u;
    return mask;
}

uint32_t validFaces(const LinkGrid& links, const Stencil& s, bool betweenColumns)
{
    uint32_t mask = 0;
    for (int32_t node = 0; node < 4; ++node)
    {
        const int32_t i = s.i + (node & 1);
        const int32_t j = s.j + (node >> 1);
        const uint8_t before = betweenColumns ? links.at(i - 1, j) : links.at(i, j - 1);
        if (!slidesInside(before) || !slidesInside(links.at(i, j)))
        {
            mask |= 1u << node;
        }
    }
    return mask;
}

Looked lookMasked(ConstRows field, const Stencil& s, uint32_t mask)
{
    if (mask == 15u)
    {
        return lookOpen(field, s);
    }
    const Corners c = cornersAt(field, s);
    const float values[4] = {c.a00, c.a10, c.a01, c.a11};
    const float weights[4] = {(1.0f - s.fx) * (1.0f - s.fy), s.fx * (1.0f - s.fy),
                              (1.0f - s.fx) * s.fy, s.fx * s.fy};
    const int32_t nearest = (s.fx >= 0.5f ? 1 : 0) + (s.fy >= 0.5f ? 2 : 0);
    Looked looked = {values[nearest], values[nearest], values[nearest], false};
    float sum = 0.0f;
    float weight = 0.0f;
    for (int32_t node = 0; node < 4; ++node)
    {
        if ((mask & (1u << node)) != 0)
        {
            sum += weights[node] * values[node];
            weight += weights[node];
        }
    }
    if (weight > 0.0f)
    {
        looked.value = sum / weight;
    }
    return looked;
}

} // namespace tarn
