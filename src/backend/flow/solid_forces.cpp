// The fluid's force on solids: pressure on their covered faces, and drag along their surfaces.
//
// Pressure p of a cell pushes on whoever covers part of its right face with p h (1 - open), and on
// its left one's owner the other way; likewise in y. Summed over a solid at rest in a fluid at rest
// that is the weight of what it displaces, since covered parts of faces close around it.
//
// Drag is viscosity times the difference of velocities between a node and the wall beside it, over
// their distance (wall_distance.h); the area h of a node and the h of the distance cancel. All per
// metre of depth. Each solid is summed on its own, row by row, in 64 bits.
#include "backend/flow/host_flow.h"
#include "backend/flow/sample.h"
#include "backend/flow/wall_distance.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

struct Arm
{
    double x = 0.0;
    double y = 0.0;
};

// Cells begin .. end of an axis that a solid can own faces of.
struct Reach
{
    int32_t begin = 0;
    int32_t end = 0;
};

Reach reachOf(double low, double high, double origin, double h, int32_t n, bool wraps)
{
    // A thin solid may own a face one cell away from it.
    const double first = std::floor((low - origin) / h) - 1.0;
    const double last = std::ceil((high - origin) / h) + 1.0;
    const double cells = static_cast<double>(n);
    if (wraps && (first < 0.0 || last > cells))
    {
        return {0, n};
    }
    const double begin = std::clamp(first, 0.0, cells);
    return {static_cast<int32_t>(begin), static_cast<int32_t>(std::clamp(last, begin, cells))};
}

} // namespace

// Sums the forces on one owner.
class HostFlow::ForceMeter
{
  public:
    ForceMeter(const HostFlow& flow, FaceOwner owner, Vec2 around, double pressurePerPotential,
               double viscosity)
        : flow_(flow), owner_(owner), around_(around), perPotential_(pressurePerPotential),
          viscosity_(flow.owners_[owner].sticks ? viscosity : 0.0), h_(wide(flow.shape_.cellSize)),
          spinPerCell_(flow.owners_[owner].spin * flow.shape_.cellSize)
    {
    }

    // Faces left of and below the cells of a row, and those that end the grid there.
    ForceSums row(int32_t j, Reach columns) const
    {
        const FlowShape& shape = flow_.shape_;
        const bool lastColumn = !shape.wrapX && columns.end == shape.nx;
        ForceSums sums;
        for (int32_t i = columns.begin; i < columns.end + (lastColumn ? 1 : 0); ++i)
        {
            if (j < shape.ny && flow_.ownerX_[int64_t{j} * (shape.nx + 1) + i] == owner_)
            {
                addPressureX(i, j, sums);
                addDragX(i, j, sums);
            }
            if (i < shape.nx && flow_.ownerY_[int64_t{j} * shape.nx + i] == owner_)
            {
                addPressureY(i, j, sums);
                addDragY(i, j, sums);
            }
        }
        return sums;
    }

  private:
    // Pressure in Pa; 0 beyond the grid and in solid cells.
    double pressure(int32_t i, int32_t j) const
    {
        const FlowShape& shape = flow_.shape_;
        const int32_t x = shape.wrapX ? wrapped(i, shape.nx) : i;
        const int32_t y = shape.wrapY ? wrapped(j, shape.ny) : j;
        if (x < 0 || x >= shape.nx || y < 0 || y >= shape.ny ||
            (flow_.links_.row(y)[x] & kLinkBlocked) != 0)
        {
            return 0.0;
        }
        return perPotential_ *
               (wide(flow_.potential_.row(y)[x]) + wide(flow_.remainder_.row(y)[x]));
    }

    // From the place that torque is about, the short way round; x and y in cells.
    Arm arm(double x, double y) const
    {
        const FlowShape& shape = flow_.shape_;
        const auto shorter = [](double way, bool wraps, double length) {
            return wraps ? way - length * std::floor(way / length + 0.5) : way;
        };
        return {shorter(wide(shape.origin.x) + x * h_ - around_.x, shape.wrapX, h_ * shape.nx),
                shorter(wide(shape.origin.y) + y * h_ - around_.y, shape.wrapY, h_ * shape.ny)};
    }

    void addPressureX(int32_t i, int32_t j, ForceSums& sums) const
    {
        const double covered = 1.0 - wide(flow_.openX_.row(j)[i]);
        const double force = h_ * covered * (pressure(i - 1, j) - pressure(i, j));
        sums.pressureX += force;
        sums.pressureTorque -= arm(i, j + 0.5).y * force;
    }

    void addPressureY(int32_t i, int32_t j, ForceSums& sums) const
    {
        const double covered = 1.0 - wide(flow_.openY_.row(j)[i]);
        const double force = h_ * covered * (pressure(i, j - 1) - pressure(i, j));
        sums.pressureY += force;
        sums.pressureTorque += arm(i + 0.5, j).x * force;
    }

    // A face of a velocity component; outside of the grid there is none.
    struct Node
    {
        bool exists = false;
        bool held = false; // by a wall that the fluid sticks to
        float open = 0.0f;
        float velocity = 0.0f;
    };

    Node nodeX(int32_t i, int32_t j) const
    {
        const FlowShape& shape = flow_.shape_;
        const int32_t x = shape.wrapX ? wrapped(i, shape.nx) : i;
        const int32_t y = shape.wrapY ? wrapped(j, shape.ny) : j;
        if (x < 0 || x > shape.nx || y < 0 || y >= shape.ny)
        {
            return {};
        }
        return node(flow_.openX_, flow_.u_.now, flow_.ownerX_[int64_t{y} * (shape.nx + 1) + x], x,
                    y);
    }

    Node nodeY(int32_t i, int32_t j) const
    {
        const FlowShape& shape = flow_.shape_;
        const int32_t x = shape.wrapX ? wrapped(i, shape.nx) : i;
        const int32_t y = shape.wrapY ? wrapped(j, shape.ny) : j;
        if (x < 0 || x >= shape.nx || y < 0 || y > shape.ny)
        {
            return {};
        }
        return node(flow_.openY_, flow_.v_.now, flow_.ownerY_[int64_t{y} * shape.nx + x], x, y);
    }

    Node node(const Field& open, const Field& velocity, FaceOwner owner, int32_t x, int32_t y) const
    {
        const float part = open.row(y)[x];
        const bool held =
            part == 0.0f || (part < kHeldBelow && owner != kNobody && flow_.owners_[owner].sticks);
        return {true, held, part, velocity.row(y)[x]};
    }

    // The fluid at a node drags the held one beside it. `turns` is how much faster the solid moves
    // per cell from the fluid's node to the held one.
    double drag(const Node& fluid, float wall, float turns, float distance) const
    {
        return viscosity_ * wide(fluid.velocity - wallVelocity(wall, turns, distance)) /
               wide(distance);
    }

    void addDragX(int32_t i, int32_t j, ForceSums& sums) const
    {
        const Node own = nodeX(i, j);
        if (viscosity_ == 0.0 || !own.held)
        {
            return;
        }
        const float wall = flow_.wallX_.row(j)[i];
        for (const int32_t step : {-1, 1})
        {
            const Node beside = nodeX(i + step, j);
            if (beside.exists && !beside.held)
            {
                const int32_t between = shapeColumn(step < 0 ? i - 1 : i);
                const float distance =
                    wallAcrossCell(flow_.openY_.row(j)[between], flow_.openY_.row(j + 1)[between]);
                addX(drag(beside, wall, 0.0f, distance), i + step * (1.0 - wide(distance)), j + 0.5,
                     sums);
            }
            const Node along = nodeX(i, j + step);
            if (along.exists && !along.held)
            {
                const float distance = wallAlongFace(along.open, own.open);
                // u = vx - spin (y - y0): towards the held node, y goes by -step
                const float turns = spinPerCell_ * static_cast<float>(step);
                addX(drag(along, wall, turns, distance), i, j + 0.5 + step * (1.0 - wide(distance)),
                     sums);
            }
        }
    }

    void addDragY(int32_t i, int32_t j, ForceSums& sums) const
    {
        const Node own = nodeY(i, j);
        if (viscosity_ == 0.0 || !own.held)
        {
            return;
        }
        const float wall = flow_.wallY_.row(j)[i];
        for (const int32_t step : {-1, 1})
        {
            const Node beside = nodeY(i, j + step);
            if (beside.exists && !beside.held)
            {
                const int32_t between = shapeRow(step < 0 ? j - 1 : j);
                const float distance =
                    wallAcrossCell(flow_.openX_.row(between)[i], flow_.openX_.row(between)[i + 1]);
                addY(drag(beside, wall, 0.0f, distance), i + 0.5, j + step * (1.0 - wide(distance)),
                     sums);
            }
            const Node along = nodeY(i + step, j);
            if (along.exists && !along.held)
            {
                const float distance = wallAlongFace(along.open, own.open);
                const float turns = -spinPerCell_ * static_cast<float>(step);
                addY(drag(along, wall, turns, distance), i + 0.5 + step * (1.0 - wide(distance)), j,
                     sums);
            }
        }
    }

    int32_t shapeColumn(int32_t i) const
    {
        return flow_.shape_.wrapX ? wrapped(i, flow_.shape_.nx) : i;
    }
    int32_t shapeRow(int32_t j) const
    {
        return flow_.shape_.wrapY ? wrapped(j, flow_.shape_.ny) : j;
    }

    void addX(double force, double x, double y, ForceSums& sums) const
    {
        sums.viscousX += force;
        sums.viscousTorque -= arm(x, y).y * force;
    }
    void addY(double force, double x, double y, ForceSums& sums) const
    {
        sums.viscousY += force;
        sums.viscousTorque += arm(x, y).x * force;
    }

    const HostFlow& flow_;
    FaceOwner owner_;
    Vec2 around_;
    double perPotential_;
    double viscosity_;
    double h_;
    float spinPerCell_;
};

void HostFlow::measureForces(float density, float dt, float viscosity,
                             std::span<const FlowSolid> bodies, tnSolidForce* bySlot,
                             tnSolidForce* mask)
{
    const double h = wide(shape_.cellSize);
    const double perPotential = wide(density) * h / wide(dt);
    const Vec2 origin = {wide(shape_.origin.x), wide(shape_.origin.y)};
    const auto rounded = [](const ForceSums& sums) {
        return tnSolidForce{
            {static_cast<float>(sums.pressureX), static_cast<float>(sums.pressureY)},
            {static_cast<float>(sums.viscousX), static_cast<float>(sums.viscousY)},
            static_cast<float>(sums.pressureTorque),
            static_cast<float>(sums.viscousTorque)};
    };
    tasks_.parallelFor(static_cast<int32_t>(bodies.size()), [&](int32_t k) {
        const FlowSolid& body = bodies[static_cast<size_t>(k)];
        const Bounds& bounds = body.shape.bounds;
        const auto owner = static_cast<FaceOwner>(kFirstSolid + body.slot);
        const Vec2 around = {wide(body.pose.x), wide(body.pose.y)};
        const ForceMeter meter(*this, owner, around, perPotential, wide(viscosity));
        const Reach columns =
            reachOf(bounds.low.x, bounds.high.x, origin.x, h, shape_.nx, shape_.wrapX);
        const Reach rows =
            reachOf(bounds.low.y, bounds.high.y, origin.y, h, shape_.ny, shape_.wrapY);
        const bool lastRow = !shape_.wrapY && rows.end == shape_.ny;
        ForceSums sums;
        for (int32_t j = rows.begin; j < rows.end + (lastRow ? 1 : 0); ++j)
        {
            sums += meter.row(j, columns);
        }
        bySlot[body.slot] = rounded(sums);
    });

    const ForceMeter meter(*this, kMaskOwner, origin, perPotential, wide(viscosity));
    forRows(shape_.ny + (shape_.wrapY ? 0 : 1), [&](int32_t j) {
        const int32_t band = std::min(j / kSolidBlock, blocksOf(shape_.ny) - 1);
        const uint8_t* blocks = solidBlocks_ + int64_t{band} * blocksOf(shape_.nx);
        ForceSums sums;
        for (int32_t I = 0; I < blocksOf(shape_.nx); ++I)
        {
            const int32_t first = I * kSolidBlock;
            if (blocks[I] != 0)
            {
                sums += meter.row(j, {first, std::min(first + kSolidBlock, shape_.nx)});
            }
        }
        rowForces_[j] = sums;
    });
    ForceSums sums;
    for (int32_t j = 0; j < shape_.ny + (shape_.wrapY ? 0 : 1); ++j)
    {
        sums += rowForces_[j];
    }
    *mask = rounded(sums);
}

} // namespace tarn
