// What lies beyond the edges of a water: two rows of ghost cells on every side.
//
//     wall      a mirror image: nothing passes, to the last bit
//     periodic  what lies at the other end
//     open      the same as at the edge: waves go on
//     level     still water at that level, coming in or going out as the wave that leaves says
//     inflow    a mirror image; the flux through the edge's faces is given (HostWater::admit)
//
// Beyond a corner, an image has the last word: cells beyond a wall are the image of those beyond
// the edge beside it too, so that nothing passes there either.
#include "backend/water/host_water.h"
#include "core/cube_root.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

enum class Ghost
{
    mirror,
    copy,
    wrap
};

Ghost ghostOf(tnWaterEdgeType type)
{
    switch (type)
    {
    case tn_waterPeriodic:
        return Ghost::wrap;
    case tn_waterOpen:
    case tn_waterLevel:
        return Ghost::copy;
    default:
        return Ghost::mirror;
    }
}

// Which cell of an axis of n a ghost is like: k = 1, 2 beyond the low or high end.
int32_t sourceOf(Ghost ghost, bool low, int32_t k, int32_t n)
{
    switch (ghost)
    {
    case Ghost::mirror:
        return low ? std::min(k - 1, n - 1) : std::max(n - k, 0);
    case Ghost::copy:
        return low ? 0 : n - 1;
    default:
        return low ? ((n - k) % n + n) % n : (k - 1) % n;
    }
}

} // namespace

void HostWater::setEdges(const WaterEdges& edges)
{
    edges_ = edges;
    shape_.grid.wrapX = edges[tn_sideLeft].type == tn_waterPeriodic;
    shape_.grid.wrapY = edges[tn_sideBottom].type == tn_waterPeriodic;
    fillBedGhosts();
    findCarried();
    tiles_.wakeAll();
}

bool HostWater::edgesBring(int32_t dye) const
{
    return dye < shape_.dyeChannels &&
           std::any_of(edges_.sides, edges_.sides + 4, [dye](const tnWaterEdge& edge) {
               const bool brings = edge.type == tn_waterLevel || edge.type == tn_waterInflow;
               return brings && edge.dye[dye] != 0.0f;
           });
}

void HostWater::fillBedGhosts()
{
    fillGhosts(fields_.bed, -1);
    fillGhosts(fields_.ground, -1);
}

// A field whose mirror image is itself, or, for the velocity along an axis, changes its sign.
void HostWater::fillGhosts(Rows rows, int32_t mirroredAxis)
{
    const int32_t nx = shape_.grid.nx;
    const int32_t ny = shape_.grid.ny;
    for (const bool low : {true, false})
    {
        const Ghost ghost = ghostOf(edges_[low ? tn_sideLeft : tn_sideRight].type);
        const float sign = ghost == Ghost::mirror && mirroredAxis == 0 ? -1.0f : 1.0f;
        for (int32_t k = 1; k <= kWaterGhosts; ++k)
        {
            const int32_t to = low ? -k : nx - 1 + k;
            const int32_t from = sourceOf(ghost, low, k, nx);
            for (int32_t j = 0; j < ny; ++j)
            {
                rows.row(j)[to] = sign * rows.row(j)[from];
            }
        }
    }
    for (const bool low : {true, false})
    {
        const Ghost ghost = ghostOf(edges_[low ? tn_sideBottom : tn_sideTop].type);
        const float sign = ghost == Ghost::mirror && mirroredAxis == 1 ? -1.0f : 1.0f;
        for (int32_t k = 1; k <= kWaterGhosts; ++k)
        {
            float* to = rows.row(low ? -k : ny - 1 + k);
            const float* from = rows.row(sourceOf(ghost, low, k, ny));
            for (int32_t i = -kWaterGhosts; i < nx + kWaterGhosts; ++i)
            {
                to[i] = sign * from[i];
            }
        }
    }
}

void HostWater::fillGhosts(float gravity)
{
    fillGhosts(now_.depth, -1);
    fillGhosts(now_.momentumX, 0);
    fillGhosts(now_.momentumY, 1);
    for (int32_t k = 0; k < kCarried; ++k)
    {
        if (carries_[k])
        {
            fillGhosts(now_.carried[k], -1);
        }
    }
    for (int32_t side = 0; side < 4; ++side)
    {
        if (edges_.sides[side].type == tn_waterLevel)
        {
            fillLevel(static_cast<tnSide>(side), gravity);
        }
        if (edges_.sides[side].type == tn_waterInflow && edges_.sides[side].discharge > 0.0f)
        {
            fillInflow(static_cast<tnSide>(side));
        }
    }
}

// body(cell, like) for the cells along an edge, then for those beyond its corners that are the
// image of one: `like`.
template <class Body>
void HostWater::forAlong(tnSide side, Body&& body) const
{
    const bool isColumn = side == tn_sideLeft || side == tn_sideRight;
    const int32_t n = isColumn ? shape_.grid.ny : shape_.grid.nx;
    for (int32_t cell = 0; cell < n; ++cell)
    {
        body(cell, cell);
    }
    for (const bool low : {true, false})
    {
        const tnSide beside =
            isColumn ? (low ? tn_sideBottom : tn_sideTop) : (low ? tn_sideLeft : tn_sideRight);
        const Ghost ghost = ghostOf(edges_[beside].type);
        for (int32_t k = 1; ghost != Ghost::copy && k <= kWaterGhosts; ++k)
        {
            body(low ? -k : n - 1 + k, sourceOf(ghost, low, k, n));
        }
    }
}

// Beyond the edge the surface is at the level. The wave that leaves keeps velocity + 2 sqrt(g
// depth), outwards; that is what the velocity beyond follows from.
void HostWater::fillLevel(tnSide side, float gravity)
{
    const bool isColumn = side == tn_sideLeft || side == tn_sideRight;
    const bool low = side == tn_sideLeft || side == tn_sideBottom;
    const int32_t n = isColumn ? shape_.grid.nx : shape_.grid.ny;
    const float outwards = low ? -1.0f : 1.0f;
    const tnWaterEdge& edge = edges_[side];
    const auto at = [&](Rows rows, int32_t k, int32_t cell) -> float& {
        return isColumn ? rows.row(cell)[k] : rows.row(k)[cell];
    };
    const Rows across = isColumn ? now_.momentumX : now_.momentumY;
    const Rows beside = isColumn ? now_.momentumY : now_.momentumX;
    const int32_t inside = low ? 0 : n - 1;
    forAlong(side, [&](int32_t cell, int32_t like) {
        const float bed = at(fields_.bed, inside, like);
        const float depth = std::max(edge.level - bed, 0.0f);
        const float here = at(now_.depth, inside, like);
        const float wave = std::sqrt(gravity * depth);
        const float speed = here > kDryDepth ? outwards * at(across, inside, like) / here : 0.0f;
        const float leaves = speed + 2.0f * (std::sqrt(gravity * here) - wave);
        // No faster than waves: beyond that the water falls freely.
        const float beyond = outwards * depth * std::clamp(leaves, -wave, wave);
        for (int32_t k = 1; k <= kWaterGhosts; ++k)
        {
            const int32_t to = low ? -k : n - 1 + k;
            at(now_.depth, to, cell) = depth;
            at(across, to, cell) = beyond;
            at(beside, to, cell) = 0.0f;
            for (int32_t dye = 0; dye < shape_.dyeChannels; ++dye)
            {
                at(now_.carried[1 + dye], to, cell) = depth * edge.dye[dye];
            }
            at(now_.carried[0], to, cell) = 0.0f;
        }
    });
}

// What comes in has the edge's dye, and no foam.
void HostWater::fillInflow(tnSide side)
{
    const bool isColumn = side == tn_sideLeft || side == tn_sideRight;
    const bool low = side == tn_sideLeft || side == tn_sideBottom;
    const int32_t n = isColumn ? shape_.grid.nx : shape_.grid.ny;
    for (int32_t k = 1; k <= kWaterGhosts; ++k)
    {
        const int32_t to = low ? -k : n - 1 + k;
        forAlong(side, [&](int32_t cell, int32_t) {
            const int32_t i = isColumn ? to : cell;
            const int32_t j = isColumn ? cell : to;
            now_.carried[0].row(j)[i] = 0.0f;
            for (int32_t dye = 0; dye < shape_.dyeChannels; ++dye)
            {
                now_.carried[1 + dye].row(j)[i] = now_.depth.row(j)[i] * edges_[side].dye[dye];
            }
        });
    }
}

// An inflow edge's discharge is for its whole length; it enters where the ground is lowest, as over
// a weir: by the depth to the power of 3/2, of a surface that is level along the edge.
void HostWater::prepareInflow(float gravity)
{
    for (int32_t side = 0; side < 4; ++side)
    {
        const tnWaterEdge& edge = edges_.sides[side];
        if (edge.type != tn_waterInflow)
        {
            continue;
        }
        const bool isColumn = side == tn_sideLeft || side == tn_sideRight;
        const bool low = side == tn_sideLeft || side == tn_sideBottom;
        const int32_t inside = low ? 0 : (isColumn ? shape_.grid.nx : shape_.grid.ny) - 1;
        const int32_t along = isColumn ? shape_.grid.ny : shape_.grid.nx;
        const auto at = [&](Rows rows, int32_t cell) {
            return isColumn ? rows.row(cell)[inside] : rows.row(inside)[cell];
        };
        int32_t lowest = 0;
        for (int32_t cell = 1; cell < along; ++cell)
        {
            lowest = at(fields_.bed, cell) < at(fields_.bed, lowest) ? cell : lowest;
        }
        const float asked = std::fabs(edge.discharge);
        const float weir =
            gravity > 0.0f && asked > 0.0f ? cubeRoot(asked * asked / gravity) : 0.0f;
        const float surface = at(fields_.bed, lowest) + std::max(at(now_.depth, lowest), weir);
        double sum = 0.0;
        float* mass = inflow_[side];
        for (int32_t cell = 0; cell < along; ++cell)
        {
            const float depth = std::max(surface - at(fields_.bed, cell), 0.0f);
            mass[cell] = depth * std::sqrt(depth);
            sum += static_cast<double>(mass[cell]);
        }
        const double all = static_cast<double>(edge.discharge) * along;
        const auto share = static_cast<float>(sum > 0.0 ? all / sum : 0.0);
        for (int32_t cell = 0; cell < along; ++cell)
        {
            mass[cell] *= share;
        }
    }
}

} // namespace tarn
