// Looking at the flow: at points, and as a whole.
#include "backend/flow/host_flow.h"
#include "backend/flow/row_sums.h"
#include "backend/flow/sample.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

constexpr int32_t kPointsPerTask = 256;

double onAxis(double cells, int32_t count, bool wraps)
{
    const double n = static_cast<double>(count);
    if (!(std::fabs(cells) < 1.0e9)) // NaN, and what is too far away to have a place
    {
        return cells > 0.0 ? n : 0.0;
    }
    return wraps ? cells - n * std::floor(cells / n) : std::clamp(cells, 0.0, n);
}

} // namespace

HostFlow::Place HostFlow::placeOf(tnVec2 point) const
{
    const double h = wide(shape_.cellSize);
    const double x = onAxis((wide(point.x) - wide(shape_.origin.x)) / h, shape_.nx, shape_.wrapX);
    const double y = onAxis((wide(point.y) - wide(shape_.origin.y)) / h, shape_.ny, shape_.wrapY);
    Place place;
    place.baseX = std::min(static_cast<int32_t>(x), shape_.nx - 1);
    place.baseY = std::min(static_cast<int32_t>(y), shape_.ny - 1);
    place.restX = static_cast<float>(x - static_cast<double>(place.baseX));
    place.restY = static_cast<float>(y - static_cast<double>(place.baseY));
    return place;
}

// The covered part of the cell there.
float HostFlow::solidAt(tnVec2 point, const Place& place) const
{
    const float covered = anySolids_ ? solidCells_.row(place.baseY)[place.baseX] : 0.0f;
    return isBeyondWall(point) ? 1.0f : covered;
}

bool HostFlow::isBeyondWall(tnVec2 point) const
{
    const double h = wide(shape_.cellSize);
    const double x = (wide(point.x) - wide(shape_.origin.x)) / h;
    const double y = (wide(point.y) - wide(shape_.origin.y)) / h;
    const auto wall = [this](tnSide side) { return edges_[side].type == tn_flowWall; };
    return (x < 0.0 && wall(tn_sideLeft)) ||
           (x > static_cast<double>(shape_.nx) && wall(tn_sideRight)) ||
           (y < 0.0 && wall(tn_sideBottom)) ||
           (y > static_cast<double>(shape_.ny) && wall(tn_sideTop));
}

void HostFlow::sample(std::span<const tnVec2> points, float pressurePerPressed, tnFlowSample* out)
{
    const FlowGrid g = grid(1);
    const LinkGrid dyeLinks = linkGrid(dyeLinks_, true);
    finishScalar(pressed_, copiedEdges(), 1);
    makeVorticity();
    const auto count = static_cast<int32_t>(points.size());
    const auto look = [&](const Field& field, const LinkGrid& links, const Place& p,
                          int32_t scale) {
        const auto fine = static_cast<float>(scale);
        const int32_t baseX = p.baseX * scale;
        const int32_t baseY = p.baseY * scale;
        Stencil s = stencilAt(baseX, fine * p.restX - 0.5f, baseY, fine * p.restY - 0.5f);
        wrapStencil(s, g.wrapX, links.nx, g.wrapY, links.ny);
        return lookMasked(field, s, anySolids_ ? joinedCells(links, s) : 15u).value;
    };
    tasks_.parallelFor((count + kPointsPerTask - 1) / kPointsPerTask, [&](int32_t task) {
        const int32_t end = std::min((task + 1) * kPointsPerTask, count);
        for (int32_t k = task * kPointsPerTask; k < end; ++k)
        {
            const tnVec2 point = points[static_cast<size_t>(k)];
            const Place p = placeOf(point);
            tnFlowSample& sample = out[k];
            sample = {};
            const Velocity velocity = anySolids_
                                          ? nearVelocity(g, p.baseX, p.restX, p.baseY, p.restY)
                                          : openVelocity(g, p.baseX, p.restX, p.baseY, p.restY);
            sample.velocity = {velocity.x, velocity.y};
            sample.pressure = pressurePerPressed * look(pressed_, g.links, p, 1);
            sample.temperature = shape_.temperature ? look(temperature_.now, g.links, p, 1) : 0.0f;
            const Stencil corner = stencilAt(p.baseX, p.restX, p.baseY, p.restY);
            sample.vorticity = blend(cornersAt(vorticity_, corner), corner.fx, corner.fy);
            for (int32_t c = 0; c < shape_.dyeChannels; ++c)
            {
                sample.dye[c] = look(dyes_[c].now, dyeLinks, p, shape_.dyeScale);
            }
            sample.solid = solidAt(point, p);
        }
    });
}

tnFlowTotals HostFlow::totals(float density, float ambient)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    const double area = wide(shape_.cellSize) * wide(shape_.cellSize);
    const auto open = [this](const Field& solid, int32_t i, int32_t j) {
        return anySolids_ ? 1.0 - wide(solid.row(j)[i]) : 1.0;
    };
    tnFlowTotals totals = {};
    totals.openArea = area * sumRows(ny, [&](int32_t j) {
                          return sumLanes(nx, [&](int32_t i) { return open(solidCells_, i, j); });
                      });
    const double squares = sumRows(ny, [&](int32_t j) {
        const float* u = u_.now.row(j);
        const float* low = v_.now.row(j);
        const float* high = v_.now.row(j + 1);
        return sumLanes(nx, [&](int32_t i) {
            const auto square = [](float a) { return wide(a) * wide(a); };
            return open(solidCells_, i, j) * 0.5 *
                   ((square(u[i]) + square(u[i + 1])) + (square(low[i]) + square(high[i])));
        });
    });
    totals.kineticEnergy = 0.5 * wide(density) * area * squares;
    makeVorticity();
    const double whirls = sumRows(ny, [&](int32_t j) {
        const float* low = vorticity_.row(j);
        const float* high = vorticity_.row(j + 1);
        return sumLanes(nx, [&](int32_t i) {
            const double mean =
                0.25 * ((wide(low[i]) + wide(low[i + 1])) + (wide(high[i]) + wide(high[i + 1])));
            return open(solidCells_, i, j) * mean * mean;
        });
    });
    totals.enstrophy = 0.5 * area * whirls;
    // What is carried fills its cell, also one that is covered in part: that is what fluxes keep.
    const auto sumOf = [&](const Field& field, const Links& links, double base) {
        return sumRows(field.rows, [&](int32_t j) {
            const float* row = field.row(j);
            const uint8_t* link = links.row(j);
            return sumLanes(field.columns, [&](int32_t i) {
                const bool solid = anySolids_ && (link[i] & kLinkBlocked) != 0;
                return solid ? 0.0 : wide(row[i]) - base;
            });
        });
    };
    const double dyeArea = area / static_cast<double>(shape_.dyeScale * shape_.dyeScale);
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        totals.dye[c] = dyeArea * sumOf(dyes_[c].now, dyeLinks_, 0.0);
    }
    if (shape_.temperature)
    {
        totals.temperature = area * sumOf(temperature_.now, links_, wide(ambient));
    }
    return totals;
}

// ---- Tracers

int32_t HostFlow::addTracers(std::span<const tnVec2> points)
{
    int32_t left = 0;
    for (const tnVec2& point : points)
    {
        const double h = wide(shape_.cellSize);
        const double x = (wide(point.x) - wide(shape_.origin.x)) / h;
        const double y = (wide(point.y) - wide(shape_.origin.y)) / h;
        const bool inside = x >= 0.0 && y >= 0.0 && x < static_cast<double>(shape_.nx) &&
                            y < static_cast<double>(shape_.ny);
        if (!inside ||
            (anySolids_ &&
             (links_.row(static_cast<int32_t>(y))[static_cast<int32_t>(x)] & kLinkBlocked) != 0))
        {
            continue;
        }
        if (tracerCount_ == shape_.tracerCapacity)
        {
            ++left;
            continue;
        }
        tracers_[tracerCount_++] = point;
    }
    return left;
}

bool HostFlow::setTracerCount(int32_t count)
{
    const bool fits = count >= 0 && count <= shape_.tracerCapacity;
    tracerCount_ = fits ? count : 0;
    return fits;
}

void HostFlow::advectTracers(float rate)
{
    constexpr float kGone = -1.0e30f; // a mark for those that have left
    const FlowGrid g = grid(1);
    const double h = wide(shape_.cellSize);
    const auto left = [](double at, int32_t cells, bool wraps, bool openLow, bool openHigh) {
        return !wraps && ((openLow && at < 0.0) || (openHigh && at > static_cast<double>(cells)));
    };
    tasks_.parallelFor((tracerCount_ + kPointsPerTask - 1) / kPointsPerTask, [&](int32_t task) {
        const int32_t end = std::min((task + 1) * kPointsPerTask, tracerCount_);
        for (int32_t k = task * kPointsPerTask; k < end; ++k)
        {
            const Place p = placeOf(tracers_[k]);
            const Node node = {p.baseX, p.baseY, p.restX, p.restY};
            const Way way =
                anySolids_ ? nearWay(g, g.links, 1, node, rate).way : openWay(g, node, rate);
            const double x = static_cast<double>(p.baseX) + (wide(p.restX) + wide(way.x));
            const double y = static_cast<double>(p.baseY) + (wide(p.restY) + wide(way.y));
            const bool gone =
                left(x, shape_.nx, shape_.wrapX, isOpenEdge(tn_sideLeft),
                     isOpenEdge(tn_sideRight)) ||
                left(y, shape_.ny, shape_.wrapY, isOpenEdge(tn_sideBottom), isOpenEdge(tn_sideTop));
            const double onX = onAxis(x, shape_.nx, shape_.wrapX);
            const double onY = onAxis(y, shape_.ny, shape_.wrapY);
            tracersMoved_[k] = gone ? tnVec2{kGone, kGone}
                                    : tnVec2{static_cast<float>(wide(shape_.origin.x) + h * onX),
                                             static_cast<float>(wide(shape_.origin.y) + h * onY)};
        }
    });
    int32_t kept = 0;
    for (int32_t k = 0; k < tracerCount_; ++k)
    {
        if (tracersMoved_[k].x != kGone)
        {
            tracers_[kept++] = tracersMoved_[k];
        }
    }
    tracerCount_ = kept;
}

} // namespace tarn
