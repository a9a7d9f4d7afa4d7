// Edges: velocities given on them, and what lies beyond.
//
// A look-up near an edge reads nodes beyond it. On a periodic axis those repeat the other side;
// beyond a wall they make the wall what it is: a mirror for what slides, twice the wall's value
// less the fluid's where the fluid sticks (so that the wall itself, half a cell out, has the
// value); beyond inflow and outflow they are what comes in. Faces inside solids take the solid's
// velocity.
#include "backend/flow/host_flow.h"
#include "backend/flow/sample.h"

#include <algorithm>

namespace tarn
{

namespace
{

// Columns beyond an edge that a look-up can reach without going around; see FlowGrid's low and
// high.
constexpr int32_t kReachedColumns = 3;

// Repeats a row of period `count` beyond both of its ends, which may be nodes that the period
// repeats already (faces).
void repeatRow(float* row, int32_t columns, int32_t count)
{
    for (int32_t g = 1; g <= kGhostColumns; ++g)
    {
        row[-g] = row[wrapped(-g, count)];
    }
    for (int32_t i = count; i < columns + kGhostColumns; ++i)
    {
        row[i] = row[wrapped(i, count)];
    }
}

void copyRow(const Field& field, int32_t from, int32_t to)
{
    const float* source = field.row(from);
    std::copy(source - kGhostColumns, source + field.columns + kGhostColumns,
              field.row(to) - kGhostColumns);
}

// Rows beyond both ends of a periodic axis, after the columns are done.
void repeatRows(const Field& field, int32_t count)
{
    for (int32_t g = 1; g <= kGhostRows; ++g)
    {
        copyRow(field, wrapped(-g, count), -g);
    }
    for (int32_t j = count; j < field.rows + kGhostRows; ++j)
    {
        copyRow(field, wrapped(j, count), j);
    }
}

// What lies beyond an edge, given the node at the edge and the edge's value.
float beyond(Beyond kind, float inside, float value)
{
    switch (kind)
    {
    case Beyond::value:
        return value;
    case Beyond::mirrored:
        return 2.0f * value - inside;
    case Beyond::copy:
        break;
    }
    return inside;
}

Beyond tangentialKind(const FlowEdge& edge)
{
    if (edge.type == tn_flowInflow)
    {
        return Beyond::value;
    }
    return edge.type == tn_flowWall && edge.noSlip ? Beyond::mirrored : Beyond::copy;
}

// Faces that are shut have the velocity of what covers them.
void coverFaces(const Field& field, const Field& open, const Field& wall, int32_t j, int32_t first,
                int32_t end)
{
    float* row = field.row(j);
    const float* part = open.row(j);
    const float* moves = wall.row(j);
    for (int32_t i = first; i < end; ++i)
    {
        row[i] = part[i] > 0.0f ? row[i] : moves[i];
    }
}

} // namespace

void HostFlow::setEdges(const FlowEdges& edges)
{
    edges_ = edges;
}

void HostFlow::finishVelocity()
{
    finishVelocity(u_.now, v_.now);
}

void HostFlow::finishVelocity(const Field& u, const Field& v)
{
    forRows(shape_.ny + 1, [&](int32_t j) { finishFaces(u, v, j); });
    finishBeyond(u, v);
}

// Row j of both: what is given on edges and in solids, and what lies beyond the ends of the row.
void HostFlow::finishFaces(const Field& u, const Field& v, int32_t j)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    const auto isGiven = [this](tnSide side) {
        return edges_[side].type == tn_flowWall || edges_[side].type == tn_flowInflow;
    };
    const auto normal = [this](tnSide side, int32_t cell) {
        return edges_[side].type == tn_flowInflow ? edges_[side].normal[cell] : 0.0f;
    };
    if (anySolids_)
    {
        // Solids touch both cells of a face that is shut.
        forSolidBlocks(j, [&](int32_t first, int32_t end) {
            coverFaces(v, openY_, wallY_, j, first, end);
            if (j < ny)
            {
                coverFaces(u, openX_, wallX_, j, first, end + (end == nx ? 1 : 0));
            }
        });
    }
    // Velocity across the left and right edges
    if (j < ny && !shape_.wrapX)
    {
        float* row = u.row(j);
        row[0] = isGiven(tn_sideLeft) ? normal(tn_sideLeft, j) : row[0];
        row[nx] = isGiven(tn_sideRight) ? -normal(tn_sideRight, j) : row[nx];
        std::fill_n(row - kReachedColumns, kReachedColumns, row[0]);
        std::fill_n(row + nx + 1, kReachedColumns, row[nx]);
    }
    else if (j < ny)
    {
        repeatRow(u.row(j), nx + 1, nx);
    }
    // Velocity across the bottom and top edges; it then has tangential neighbours
    float* row = v.row(j);
    if (!shape_.wrapY && (j == 0 || j == ny))
    {
        const tnSide side = j == 0 ? tn_sideBottom : tn_sideTop;
        const float sign = j == 0 ? 1.0f : -1.0f;
        for (int32_t i = 0; i < nx && isGiven(side); ++i)
        {
            row[i] = sign * normal(side, i);
        }
    }
    if (shape_.wrapX)
    {
        repeatRow(row, nx, nx);
        return;
    }
    const auto tangential = [&](tnSide side) {
        const FlowEdge& edge = edges_[side];
        return edge.tangential != nullptr ? atFace(edge.tangential, j, ny, shape_.wrapY) : 0.0f;
    };
    const float left = beyond(tangentialKind(edges_[tn_sideLeft]), row[0], tangential(tn_sideLeft));
    const float right =
        beyond(tangentialKind(edges_[tn_sideRight]), row[nx - 1], tangential(tn_sideRight));
    std::fill_n(row - kReachedColumns, kReachedColumns, left);
    std::fill_n(row + nx, kReachedColumns, right);
}

// The rows below and above the grid, once all of its own are finished.
void HostFlow::finishBeyond(const Field& u, const Field& v)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    if (shape_.wrapY)
    {
        repeatRows(u, ny);
        repeatRows(v, ny);
        return;
    }
    for (int32_t g = 1; g <= kGhostRows; ++g)
    {
        copyRow(v, 0, -g);
        copyRow(v, ny, ny + g);
    }
    const auto tangentialRow = [&](tnSide side, int32_t inside, int32_t outside) {
        const FlowEdge& edge = edges_[side];
        const Beyond kind = tangentialKind(edge);
        if (kind == Beyond::copy)
        {
            copyRow(u, inside, outside);
            return;
        }
        const float* from = u.row(inside);
        float* to = u.row(outside);
        for (int32_t i = -kGhostColumns; i < u.columns + kGhostColumns; ++i)
        {
            const float value =
                edge.tangential != nullptr ? atFace(edge.tangential, i, nx, shape_.wrapX) : 0.0f;
            to[i] = beyond(kind, from[i], value);
        }
    };
    for (int32_t g = 1; g <= kGhostRows; ++g)
    {
        tangentialRow(tn_sideBottom, 0, -g);
        tangentialRow(tn_sideTop, ny - 1, ny - 1 + g);
    }
}

ScalarEdges HostFlow::temperatureEdges() const
{
    ScalarEdges result;
    for (int32_t side = 0; side < 4; ++side)
    {
        const FlowEdge& edge = edges_.sides[side];
        const bool wall = edge.type == tn_flowWall;
        result.kind[side] = !wall                   ? Beyond::value
                            : edge.fixedTemperature ? Beyond::mirrored
                                                    : Beyond::copy;
        result.values[side] = edge.temperature;
    }
    return result;
}

ScalarEdges HostFlow::dyeEdges(int32_t channel) const
{
    ScalarEdges result;
    for (int32_t side = 0; side < 4; ++side)
    {
        const FlowEdge& edge = edges_.sides[side];
        result.kind[side] = edge.type == tn_flowWall ? Beyond::copy : Beyond::value;
        result.values[side] = edge.dye[channel];
    }
    return result;
}

void HostFlow::finishScalar(const Field& field, const ScalarEdges& edges, int32_t scale)
{
    forRows(field.rows, [&](int32_t j) { finishScalarRow(field, edges, scale, j); });
    finishScalarBeyond(field, edges, scale);
}

// What lies beyond the ends of row j.
void HostFlow::finishScalarRow(const Field& field, const ScalarEdges& edges, int32_t scale,
                               int32_t j)
{
    const int32_t columns = field.columns;
    float* row = field.row(j);
    if (shape_.wrapX)
    {
        repeatRow(row, columns, columns);
        return;
    }
    const auto end = [&](tnSide side, float inside) {
        return beyond(edges.kind[side], inside, edges.value(side, j / scale));
    };
    std::fill_n(row - kReachedColumns, kReachedColumns, end(tn_sideLeft, row[0]));
    std::fill_n(row + columns, kReachedColumns, end(tn_sideRight, row[columns - 1]));
}

// The rows below and above, once those next to them are finished.
void HostFlow::finishScalarBeyond(const Field& field, const ScalarEdges& edges, int32_t scale)
{
    const int32_t columns = field.columns;
    const int32_t rows = field.rows;
    if (shape_.wrapY)
    {
        repeatRows(field, rows);
        return;
    }
    const auto fillRow = [&](tnSide side, int32_t inside, int32_t outside) {
        if (edges.kind[side] == Beyond::copy)
        {
            copyRow(field, inside, outside);
            return;
        }
        const float* from = field.row(inside);
        float* to = field.row(outside);
        for (int32_t i = -kGhostColumns; i < columns + kGhostColumns; ++i)
        {
            const int32_t at = shape_.wrapX ? wrapped(i, columns) : std::clamp(i, 0, columns - 1);
            to[i] = beyond(edges.kind[side], from[i], edges.value(side, at / scale));
        }
    };
    for (int32_t g = 1; g <= kGhostRows; ++g)
    {
        fillRow(tn_sideBottom, 0, -g);
        fillRow(tn_sideTop, rows - 1, rows - 1 + g);
    }
}

void HostFlow::finishScalars()
{
    if (shape_.temperature)
    {
        finishScalar(temperature_.now, temperatureEdges(), 1);
    }
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        finishScalar(dyes_[c].now, dyeEdges(c), shape_.dyeScale);
    }
}

} // namespace tarn
