// The fluid's force on solids: pressure on what they cover of cells, and drag along their surfaces.
//
// Pressure. The surface within a cell, of which a part a is open, closes what its faces leave: by
// the divergence theorem, with open parts l, r, b, t of the faces and h = 1,
//
//     integral of n_x = l - r,    integral of x n_x = a - (l + r) / 2    (x from the middle)
//
// and so in y. With a pressure that is linear in the cell, p + p_x x, the force on the solid is
//
//     F_x = p (l - r) + p_x (a - (l + r) / 2)
//
// which makes a fluid at rest lift a solid by exactly the weight that it displaces. Each face's
// share goes to whoever covers it.
//
// Drag is viscosity times the velocity of the fluid as seen from the solid, over the distance of
// its node from the wall, as in diffuse.cpp; the area h of a node and the h of the distance cancel.
// Seen from the solid, since what turns with it does not drag it. All per metre of depth. Each
// solid is summed on its own, row by row, in 64 bits.
#include "backend/flow/host_flow.h"
#include "backend/flow/sample.h"
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

// Sums the pressure or the drag on one owner.
class HostFlow::ForceMeter
{
  public:
    ForceMeter(const HostFlow& flow, FaceOwner owner, Vec2 around, const ForceUnit& unit)
        : flow_(flow), owner_(owner), around_(around), perPressed_(unit.perPressed),
          viscosity_(flow.owners_[owner].sticks ? unit.viscosity : 0.0),
          h_(wide(flow.shape_.cellSize)),
          spinPerCell_(flow.owners_[owner].spin * flow.shape_.cellSize)
    {
    }

    // The cells of a row and the faces left of and below them, with those that end the grid there.
    ForceSums row(int32_t j, Reach columns) const
    {
        ForceSums sums;
        visitRow(
            j, columns, [&](int32_t i) { addPressure(i, j, sums); },
            [&](bool isX, int32_t i) { addDrag(isX, i, j, sums); });
        return sums;
    }

    // The same as what it is made of.
    void list(int32_t j, Reach columns, TakeForceNode take) const
    {
        visitRow(
            j, columns, [&](int32_t i) { listPressure(i, j, take); },
            [&](bool isX, int32_t i) { listDrag(isX, i, j, take); });
    }

  private:
    FaceOwner ownerX(int32_t i, int32_t j) const
    {
        return flow_.ownerX_[int64_t{j} * (flow_.shape_.nx + 1) + i];
    }
    FaceOwner ownerY(int32_t i, int32_t j) const
    {
        return flow_.ownerY_[int64_t{j} * flow_.shape_.nx + i];
    }

    // pressed(i) for cells, dragged(isX, i) for faces that it owns.
    template <class Pressed, class Dragged>
    void visitRow(int32_t j, Reach columns, Pressed&& pressed, Dragged&& dragged) const
    {
        const FlowShape& shape = flow_.shape_;
        const bool lastColumn = !shape.wrapX && columns.end == shape.nx;
        for (int32_t i = columns.begin; i < columns.end + (lastColumn ? 1 : 0); ++i)
        {
            if (perPressed_ > 0.0 && i < shape.nx && j < shape.ny)
            {
                pressed(i);
            }
            if (viscosity_ > 0.0 && j < shape.ny && ownerX(i, j) == owner_)
            {
                dragged(true, i);
            }
            if (viscosity_ > 0.0 && i < shape.nx && ownerY(i, j) == owner_)
            {
                dragged(false, i);
            }
        }
    }

    // Pressure in Pa of a cell that an open face leads to.
    double pressure(int32_t i, int32_t j) const
    {
        const int32_t x = shapeColumn(i);
        const int32_t y = shapeRow(j);
        return perPressed_ * wide(flow_.pressed_.row(y)[x]);
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

    // Two opposite faces of a cell.
    struct FacePair
    {
        double low = 1.0; // open parts
        double high = 1.0;
        FaceOwner lowOwner = kNobody;
        FaceOwner highOwner = kNobody;

        FaceOwner eitherOwner() const { return lowOwner != kNobody ? lowOwner : highOwner; }
    };

    // How pressure grows from cell to cell across the open ones of two faces.
    template <class Number>
    static Number slopeAcross(const FacePair& faces, Number before, Number here, Number after)
    {
        const double open = faces.low + faces.high;
        return open > 0.0 ? (faces.low * (here - before) + faces.high * (after - here)) / open
                          : Number{};
    }

    // This owner's share of F as above. A face that nobody covers leaves its own to the opposite
    // one's owner, or else to one of the faces between them.
    template <class Number>
    Number shareOf(const FacePair& faces, const FacePair& between, double open, Number middle,
                   Number slope) const
    {
        const auto instead = [&](FaceOwner own) {
            const FaceOwner other = own != kNobody ? own : faces.eitherOwner();
            return other != kNobody ? other : between.eitherOwner();
        };
        const auto none = Number{};
        Number force = none;
        force -= faces.lowOwner == owner_ ? middle * (1.0 - faces.low) : none;
        force += faces.highOwner == owner_ ? middle * (1.0 - faces.high) : none;
        force += instead(faces.lowOwner) == owner_ ? 0.5 * slope * (open - faces.low) : none;
        force += instead(faces.highOwner) == owner_ ? 0.5 * slope * (open - faces.high) : none;
        return h_ * force;
    }

    // The force of pressure in a cell, given what it is there and in the cells around: around(k),
    // in ForceNode's order. False: this owner has no part in it.
    template <class Number, class Around>
    bool pressureOn(int32_t i, int32_t j, Around&& around, Number* forceX, Number* forceY) const
    {
        if ((flow_.links_.row(j)[i] & (kLinkTouched | kLinkBlocked)) != kLinkTouched)
        {
            return false;
        }
        const float* openX = flow_.openX_.row(j);
        const FacePair x = {wide(openX[i]), wide(openX[i + 1]), ownerX(i, j), ownerX(i + 1, j)};
        const FacePair y = {wide(flow_.openY_.row(j)[i]), wide(flow_.openY_.row(j + 1)[i]),
                            ownerY(i, j), ownerY(i, j + 1)};
        if (x.lowOwner != owner_ && x.highOwner != owner_ && y.lowOwner != owner_ &&
            y.highOwner != owner_)
        {
            return false;
        }
        // Beyond a shut face, and beyond an edge, there is nothing to take a slope from.
        const FlowShape& shape = flow_.shape_;
        FacePair slopesX = x;
        FacePair slopesY = y;
        slopesX.low = i > 0 || shape.wrapX ? x.low : 0.0;
        slopesX.high = i + 1 < shape.nx || shape.wrapX ? x.high : 0.0;
        slopesY.low = j > 0 || shape.wrapY ? y.low : 0.0;
        slopesY.high = j + 1 < shape.ny || shape.wrapY ? y.high : 0.0;
        const Number here = around(0);
        const auto neighbour = [&](double part, int32_t k) {
            return part > 0.0 ? around(k) : here;
        };
        const Number slopeX = slopeAcross<Number>(slopesX, neighbour(slopesX.low, 1), here,
                                                  neighbour(slopesX.high, 2));
        const Number slopeY = slopeAcross<Number>(slopesY, neighbour(slopesY.low, 3), here,
                                                  neighbour(slopesY.high, 4));
        const double open = 1.0 - wide(flow_.solidCells_.row(j)[i]);
        *forceX = shareOf(x, y, open, here, slopeX);
        *forceY = shareOf(y, x, open, here, slopeY);
        return true;
    }

    void addPressure(int32_t i, int32_t j, ForceSums& sums) const
    {
        constexpr int32_t kAround[5][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        double forceX = 0.0;
        double forceY = 0.0;
        const auto around = [&](int32_t k) {
            return pressure(i + kAround[k][0], j + kAround[k][1]);
        };
        if (pressureOn(i, j, around, &forceX, &forceY))
        {
            const Arm from = arm(i + 0.5, j + 0.5);
            sums.x += forceX;
            sums.y += forceY;
            sums.torque += from.x * forceY - from.y * forceX;
        }
    }

    // A sum of the five values around a cell, by their weights.
    struct Weights
    {
        double of[5] = {};

        template <class Make>
        static Weights each(Make&& make)
        {
            Weights all;
            for (int32_t k = 0; k < 5; ++k)
            {
                all.of[k] = make(k);
            }
            return all;
        }
        friend Weights operator+(const Weights& a, const Weights& b)
        {
            return each([&](int32_t k) { return a.of[k] + b.of[k]; });
        }
        friend Weights operator-(const Weights& a, const Weights& b)
        {
            return each([&](int32_t k) { return a.of[k] - b.of[k]; });
        }
        friend Weights operator*(const Weights& a, double times)
        {
            return each([&](int32_t k) { return a.of[k] * times; });
        }
        friend Weights operator*(double times, const Weights& a) { return a * times; }
        friend Weights operator/(const Weights& a, double by) { return a * (1.0 / by); }
        Weights& operator+=(const Weights& other) { return *this = *this + other; }
        Weights& operator-=(const Weights& other) { return *this = *this - other; }
    };

    void listPressure(int32_t i, int32_t j, TakeForceNode take) const
    {
        Weights forceX;
        Weights forceY;
        const auto around = [](int32_t which) {
            return Weights::each([&](int32_t k) { return k == which ? 1.0 : 0.0; });
        };
        if (pressureOn(i, j, around, &forceX, &forceY))
        {
            const Arm from = arm(i + 0.5, j + 0.5);
            ForceNode node = {ForceNode::kPressure,       i,    j,  static_cast<float>(from.x),
                              static_cast<float>(from.y), 0.0f, {}, {}};
            for (int32_t k = 0; k < 5; ++k)
            {
                node.weightX[k] = static_cast<float>(perPressed_ * forceX.of[k]);
                node.weightY[k] = static_cast<float>(perPressed_ * forceY.of[k]);
            }
            take(node);
        }
    }

    // The fluid at the nodes beside a held one drags it: take(column, row, wall, turn, arm) for
    // each, where `turn` is what the solid itself gains by its spin between the wall and the
    // fluid's node: u = vx - spin (y - y0), v = vy + spin (x - x0).
    template <class Take>
    void visitDrags(bool isX, int32_t i, int32_t j, Take&& take) const
    {
        if (!flow_.isHeld(isX, i, j))
        {
            return;
        }
        constexpr int32_t kBeside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        const FlowShape& shape = flow_.shape_;
        for (const auto& way : kBeside)
        {
            const int32_t x = shapeColumn(i + way[0]);
            const int32_t y = shapeRow(j + way[1]);
            if (x < 0 || y < 0 || x >= shape.nx + (isX ? 1 : 0) || y >= shape.ny + (isX ? 0 : 1) ||
                flow_.isHeld(isX, x, y))
            {
                continue;
            }
            const WallDrag wall = flow_.dragOf(isX, x, y, -way[0], -way[1]);
            const float turn = spinPerCell_ * static_cast<float>(isX ? way[1] : -way[0]);
            const double inside = 1.0 - 1.0 / wide(wall.conductance); // of the held node, in cells
            take(x, y, wall, turn,
                 arm(i + (isX ? 0.0 : 0.5) + way[0] * inside,
                     j + (isX ? 0.5 : 0.0) + way[1] * inside));
        }
    }

    void addDrag(bool isX, int32_t i, int32_t j, ForceSums& sums) const
    {
        visitDrags(isX, i, j,
                   [&](int32_t x, int32_t y, const WallDrag& wall, float turn, const Arm& from) {
                       const float velocity = (isX ? flow_.u_ : flow_.v_).now.row(y)[x];
                       const double shear =
                           wide((velocity - wall.velocity) * wall.conductance + turn);
                       const double force = viscosity_ * shear;
                       (isX ? sums.x : sums.y) += force;
                       sums.torque += (isX ? -from.y : from.x) * force;
                   });
    }

    void listDrag(bool isX, int32_t i, int32_t j, TakeForceNode take) const
    {
        visitDrags(isX, i, j,
                   [&](int32_t x, int32_t y, const WallDrag& wall, float turn, const Arm& from) {
                       const double constant =
                           wide(turn) - wide(wall.velocity) * wide(wall.conductance);
                       ForceNode node = {isX ? ForceNode::kDragX : ForceNode::kDragY,
                                         x,
                                         y,
                                         static_cast<float>(from.x),
                                         static_cast<float>(from.y),
                                         static_cast<float>(viscosity_ * constant),
                                         {},
                                         {}};
                       node.weightX[0] = static_cast<float>(viscosity_ * wide(wall.conductance));
                       take(node);
                   });
    }

    int32_t shapeColumn(int32_t i) const
    {
        return flow_.shape_.wrapX ? wrapped(i, flow_.shape_.nx) : i;
    }
    int32_t shapeRow(int32_t j) const
    {
        return flow_.shape_.wrapY ? wrapped(j, flow_.shape_.ny) : j;
    }

    const HostFlow& flow_;
    FaceOwner owner_;
    Vec2 around_;
    double perPressed_;
    double viscosity_;
    double h_;
    float spinPerCell_;
};

void HostFlow::measureDrag(float viscosity, std::span<const FlowSolid> bodies, tnSolidForce* bySlot,
                           tnSolidForce* mask)
{
    measure({0.0, wide(viscosity)}, bodies, bySlot, mask,
            [](const ForceSums& sums, tnSolidForce& force) {
                force.viscous = {static_cast<float>(sums.x), static_cast<float>(sums.y)};
                force.viscousTorque = static_cast<float>(sums.torque);
            });
}

void HostFlow::measurePressure(float density, float dt, std::span<const FlowSolid> bodies,
                               tnSolidForce* bySlot, tnSolidForce* mask)
{
    measure({wide(density) * wide(shape_.cellSize) / wide(dt), 0.0}, bodies, bySlot, mask,
            [](const ForceSums& sums, tnSolidForce& force) {
                force.pressure = {static_cast<float>(sums.x), static_cast<float>(sums.y)};
                force.pressureTorque = static_cast<float>(sums.torque);
            });
}

// visit(row, columns) for what a body can own.
template <class Visit>
void HostFlow::visitReach(const FlowSolid& body, Visit&& visit) const
{
    const double h = wide(shape_.cellSize);
    const Bounds& bounds = body.shape.bounds;
    const Reach columns =
        reachOf(bounds.low.x, bounds.high.x, wide(shape_.origin.x), h, shape_.nx, shape_.wrapX);
    const Reach rows =
        reachOf(bounds.low.y, bounds.high.y, wide(shape_.origin.y), h, shape_.ny, shape_.wrapY);
    const bool lastRow = !shape_.wrapY && rows.end == shape_.ny;
    for (int32_t j = rows.begin; j < rows.end + (lastRow ? 1 : 0); ++j)
    {
        visit(j, columns);
    }
}

HostFlow::ForceMeter HostFlow::meterOf(const FlowSolid& body, const ForceUnit& unit) const
{
    return {*this,
            static_cast<FaceOwner>(kFirstSolid + body.slot),
            {wide(body.pose.x), wide(body.pose.y)},
            unit};
}

HostFlow::ForceMeter HostFlow::meterOfMask(const ForceUnit& unit) const
{
    return {*this, kMaskOwner, {wide(shape_.origin.x), wide(shape_.origin.y)}, unit};
}

void HostFlow::measure(const ForceUnit& unit, std::span<const FlowSolid> bodies,
                       tnSolidForce* bySlot, tnSolidForce* mask,
                       void (*write)(const ForceSums& sums, tnSolidForce& force))
{
    tasks_.parallelFor(static_cast<int32_t>(bodies.size()), [&](int32_t k) {
        const FlowSolid& body = bodies[static_cast<size_t>(k)];
        const ForceMeter meter = meterOf(body, unit);
        ForceSums sums;
        visitReach(body, [&](int32_t j, Reach columns) { sums += meter.row(j, columns); });
        write(sums, bySlot[body.slot]);
    });

    const ForceMeter meter = meterOfMask(unit);
    forRows(shape_.ny + (shape_.wrapY ? 0 : 1), [&](int32_t j) {
        ForceSums sums;
        forSolidBlocks(j, [&](int32_t first, int32_t end) {
            sums += meter.row(j, Reach{first, end});
        });
        rowForces_[j] = sums;
    });
    ForceSums sums;
    for (int32_t j = 0; j < shape_.ny + (shape_.wrapY ? 0 : 1); ++j)
    {
        sums += rowForces_[j];
    }
    write(sums, *mask);
}

void HostFlow::listForces(bool drag, const FlowSolid* body, TakeForceNode take) const
{
    const ForceUnit unit = {drag ? 0.0 : 1.0, drag ? 1.0 : 0.0};
    if (body != nullptr)
    {
        const ForceMeter meter = meterOf(*body, unit);
        visitReach(*body, [&](int32_t j, Reach columns) { meter.list(j, columns, take); });
        return;
    }
    const ForceMeter meter = meterOfMask(unit);
    for (int32_t j = 0; j < shape_.ny + (shape_.wrapY ? 0 : 1); ++j)
    {
        forSolidBlocks(j, [&](int32_t first, int32_t end) {
            meter.list(j, Reach{first, end}, take);
        });
    }
}

} // namespace tarn
