// Where a stroke of a brush meets the nodes of a field: once, or around periodic edges once for
// each period that it reaches into.
#pragma once

#include "backend/flow/flow_backend.h"
#include "backend/flow/row_kernels.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tarn
{

struct NodeRange
{
    int32_t begin = 0;
    int32_t end = 0;

    int32_t count() const { return end - begin; }
};

// The stroke as it is seen from the first node within its reach; lengths are over its radius.
struct StrokeTurn
{
    NodeRange columns, rows;
    float x = 0.0f; // of that node, from the stroke's start
    double fromY = 0.0, radius = 1.0;
    float perNode = 0.0f;
    float alongX = 0.0f, alongY = 0.0f;
    float perLength2 = 0.0f; // 0: a circle

    bool isRound() const { return perLength2 == 0.0f; }
    float yOf(int32_t row) const
    {
        return static_cast<float>((static_cast<double>(row) - fromY) / radius);
    }
};

// How often a stroke is seen along a periodic axis, on either side of itself.
inline int32_t turnsAround(bool wraps, double along, double radius, int32_t cells)
{
    constexpr double kMostTurns = 8.0; // a brush that wide is all but uniform
    const double reach = std::fabs(along) + wide(kBrushReach) * radius;
    const double turns = std::ceil(reach / static_cast<double>(cells));
    return wraps ? static_cast<int32_t>(std::min(turns, kMostTurns)) : 0;
}

// The whole periods that lie before a place.
inline double periodsBefore(bool wraps, double at, int32_t cells)
{
    return wraps ? std::floor(at / static_cast<double>(cells)) : 0.0;
}

// Those of `nodes` that a stroke from a to b reaches.
inline NodeRange reachOf(double a, double b, double reach, NodeRange nodes)
{
    const double least = static_cast<double>(nodes.begin);
    const double most = static_cast<double>(nodes.end);
    const double low = std::clamp(std::ceil(std::min(a, b) - reach), least, most);
    const double high = std::clamp(std::floor(std::max(a, b) + reach) + 1.0, least, most);
    return {static_cast<int32_t>(low), static_cast<int32_t>(std::max(low, high))};
}

// body(turn) for each that meets any of these columns and rows of nodes, `scale` times finer than
// the velocity's cells and `phase` from their corners.
template <class Body>
void forStrokeTurns(const FlowStroke& stroke, const FlowShape& shape, double scale, double phaseX,
                    double phaseY, NodeRange columns, NodeRange rows, Body&& body)
{
    const double awayX = periodsBefore(shape.wrapX, stroke.fromX, shape.nx);
    const double awayY = periodsBefore(shape.wrapY, stroke.fromY, shape.ny);
    const int32_t turnsX =
        1 + 2 * turnsAround(shape.wrapX, stroke.toX - stroke.fromX, stroke.radius, shape.nx);
    const int32_t turnsY =
        1 + 2 * turnsAround(shape.wrapY, stroke.toY - stroke.fromY, stroke.radius, shape.ny);
    for (int32_t k = 0; k < turnsX * turnsY; ++k)
    {
        const double shiftX =
            (static_cast<double>(k % turnsX - turnsX / 2) - awayX) * static_cast<double>(shape.nx);
        const double shiftY =
            (static_cast<double>(k / turnsX - turnsY / 2) - awayY) * static_cast<double>(shape.ny);
        const double fromX = scale * (stroke.fromX + shiftX) - phaseX;
        const double alongX = scale * (stroke.toX - stroke.fromX);
        const double alongY = scale * (stroke.toY - stroke.fromY);
        StrokeTurn turn;
        turn.fromY = scale * (stroke.fromY + shiftY) - phaseY;
        turn.radius = scale * stroke.radius;
        const double reach = wide(kBrushReach) * turn.radius;
        turn.columns = reachOf(fromX, fromX + alongX, reach, columns);
        turn.rows = reachOf(turn.fromY, turn.fromY + alongY, reach, rows);
        if (turn.columns.count() == 0 || turn.rows.count() == 0)
        {
            continue;
        }
        const double length2 = (alongX * alongX + alongY * alongY) / (turn.radius * turn.radius);
        const auto over = [&turn](double nodes) { return static_cast<float>(nodes / turn.radius); };
        turn.perLength2 = static_cast<float>(length2 > 0.0 ? 1.0 / length2 : 0.0);
        turn.x = over(static_cast<double>(turn.columns.begin) - fromX);
        turn.perNode = over(1.0);
        turn.alongX = over(alongX);
        turn.alongY = over(alongY);
        body(turn);
    }
}

} // namespace tarn
