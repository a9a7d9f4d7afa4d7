// Viscosity and diffusion as systems for the one solver.
//
// In cells, with amount = diffusivity * dt / cellSize^2, the new field x satisfies
//
//     x / amount - div(grad x) = old / amount
//
// so that b = 1 between nodes and only a = 1 / amount knows dt. Where a neighbour's value is given
// (a wall, a lid, inflow, a solid's surface), its conductance c goes into a, and c times the value
// into r. A wall half a cell away has c = 2.
//
// A part 1 - theta of the viscosity acts before the solve, on the old velocity. With theta = 1/2
// the step is of second order in dt (Crank-Nicolson), but the finest waves only change sign where
// amount is large; theta goes to 1 there, so that honey is still.
//
// In the open it is solved for the change of the field, whose r is div(grad old) over theta: small
// numbers, from 0 on, and neither r nor the change is ever written as a field. Among solids, where
// coefficients differ, it is solved for the new field from the old one.
//
// Velocity nodes on a wall or inflow edge are given, and are left out of the unknowns. The solver's
// edge is half a cell from the first unknown, such a node a whole one: b = 1/2 there.
#include "backend/flow/host_flow.h"
#include "backend/flow/sample.h"
#include "backend/flow/wall_distance.h"
#include "field/rows_ahead.h"

#include <algorithm>

namespace tarn
{

namespace
{

bool isGiven(const FlowEdge& edge)
{
    return edge.type == tn_flowWall || edge.type == tn_flowInflow;
}

// Whether the fluid beside an edge is dragged along it.
bool drags(const FlowEdge& edge)
{
    return edge.type == tn_flowInflow || (edge.type == tn_flowWall && edge.noSlip);
}

bool heats(const FlowEdge& edge)
{
    return edge.type == tn_flowInflow || (edge.type == tn_flowWall && edge.fixedTemperature);
}

// How much of the viscosity is implicit. The stiffest wave of the grid has 8 * amount.
float implicitPart(float amount)
{
    constexpr float kExplicit =
        4.0f; // of the stiffest wave, at most: it then decays by -0.6 or less
    return std::max(0.5f, 1.0f - kExplicit / (8.0f * amount));
}

bool isVelocity(Diffused what)
{
    return what == Diffused::velocityX || what == Diffused::velocityY;
}

tnEdge edgeFor(bool periodic, bool given)
{
    return periodic ? tn_edgePeriodic : (given ? tn_edgeDirichlet : tn_edgeNeumann);
}

// A row of r of its own: a times the old value.
void beginRight(const ImplicitSystem& system, int32_t row)
{
    const float* x = system.x.row(row);
    float* r = system.r.row(row);
    for (int32_t i = 0; i < system.nx; ++i)
    {
        r[i] = system.aEverywhere * x[i];
    }
}

} // namespace

// ---- Velocity among solids

bool HostFlow::isHeld(bool isX, int32_t i, int32_t j) const
{
    const float open = (isX ? openX_ : openY_).row(j)[i];
    const FaceOwner owner =
        isX ? ownerX_[int64_t{j} * (shape_.nx + 1) + i] : ownerY_[int64_t{j} * shape_.nx + i];
    return open == 0.0f || (open < kHeldBelow && owner != kNobody && owners_[owner].sticks);
}

// How the wall that holds the neighbour at (i + di, j + dj) drags the node at (i, j).
HostFlow::WallDrag HostFlow::dragOf(bool isX, int32_t i, int32_t j, int32_t di, int32_t dj) const
{
    const int32_t x = shape_.wrapX ? wrapped(i + di, shape_.nx) : i + di;
    const int32_t y = shape_.wrapY ? wrapped(j + dj, shape_.ny) : j + dj;
    const bool exists =
        x >= 0 && y >= 0 && x < shape_.nx + (isX ? 1 : 0) && y < shape_.ny + (isX ? 0 : 1);
    if (!exists || !isHeld(isX, x, y))
    {
        return {};
    }
    const Field& open = isX ? openX_ : openY_;
    const FaceOwner owner =
        isX ? ownerX_[int64_t{y} * (shape_.nx + 1) + x] : ownerY_[int64_t{y} * shape_.nx + x];
    const float wall = (isX ? wallX_ : wallY_).row(y)[x];
    WallDrag drag;
    drag.holds = true;
    const bool across = isX == (di != 0); // the wall is looked at, not passed along
    if (across)
    {
        // The two other faces of the cell between the nodes.
        const int32_t column = isX ? (di > 0 ? i : x) : i;
        const int32_t row = isX ? j : (dj > 0 ? j : y);
        const float low = isX ? openY_.row(row)[column] : openX_.row(row)[column];
        const float high = isX ? openY_.row(row + 1)[column] : openX_.row(row)[column + 1];
        drag.conductance = 1.0f / wallAcrossCell(low, high);
        drag.velocity = wall;
    }
    else if (owner == kNobody || owners_[owner].sticks)
    {
        const float distance = wallAlongFace(open.row(j)[i], open.row(y)[x]);
        const float spin = owner == kNobody ? 0.0f : owners_[owner].spin * shape_.cellSize;
        const float perCell = isX ? -spin * static_cast<float>(dj) : spin * static_cast<float>(di);
        drag.conductance = 1.0f / distance;
        drag.velocity = wallVelocity(wall, perCell, distance);
    }
    return drag;
}

// Puts walls into the row of a velocity system: a and b where `coefficients`, and r.
void HostFlow::holdRow(bool isX, int32_t first, int32_t row, const ImplicitSystem& system, float a,
                       bool coefficients) const
{
    constexpr int32_t kPiece = kSolidBlock;
    const SolidBlocks solids = grid(1).solids;
    const int32_t j = isX ? row : row + first;
    float* r = system.r.row(row);
    float* sumA = systemA_.row(row);
    float* bx = systemBx_.row(row);
    float* by = systemBy_.row(row);
    for (int32_t begin = 0; begin < system.nx; begin += kPiece)
    {
        const int32_t end = std::min(begin + kPiece, system.nx);
        const int32_t skip = isX ? first : 0;
        if (!solids.any(begin + skip - 2, j - 2, end + skip + 2, j + 2))
        {
            continue;
        }
        for (int32_t k = begin; k < end; ++k)
        {
            const int32_t i = k + skip;
            const bool held = isHeld(isX, i, j);
            const WallDrag left = dragOf(isX, i, j, -1, 0);
            const WallDrag right = dragOf(isX, i, j, 1, 0);
            const WallDrag below = dragOf(isX, i, j, 0, -1);
            const WallDrag above = dragOf(isX, i, j, 0, 1);
            float sum = a;
            if (held)
            {
                r[k] = a * (isX ? wallX_ : wallY_).row(j)[i];
            }
            else
            {
                for (const WallDrag* drag : {&left, &right, &below, &above})
                {
                    sum += drag->conductance;
                    r[k] += drag->conductance * drag->velocity;
                }
            }
            if (coefficients)
            {
                sumA[k] = sum;
                bx[k] = held || left.holds ? 0.0f : bx[k];
                by[k] = held || below.holds ? 0.0f : by[k];
                if (k + 1 == system.nx)
                {
                    bx[k + 1] = held || right.holds ? 0.0f : bx[k + 1];
                }
                if (row + 1 == system.ny)
                {
                    float* last = systemBy_.row(system.ny);
                    last[k] = held || above.holds ? 0.0f : last[k];
                }
            }
        }
    }
}

// ---- Velocity

// The unknowns of a component, and what lies around them.
HostFlow::Unknowns HostFlow::velocityUnknowns(bool isX) const
{
    const bool wrapAlong = isX ? shape_.wrapX : shape_.wrapY;
    const bool wrapAcross = isX ? shape_.wrapY : shape_.wrapX;
    Unknowns nodes;
    nodes.isX = isX;
    nodes.low = &edges_[isX ? tn_sideBottom : tn_sideLeft];
    nodes.high = &edges_[isX ? tn_sideTop : tn_sideRight];
    const bool givenBefore = !wrapAlong && isGiven(edges_[isX ? tn_sideLeft : tn_sideBottom]);
    const bool givenAfter = !wrapAlong && isGiven(edges_[isX ? tn_sideRight : tn_sideTop]);
    const int32_t alongCells = isX ? shape_.nx : shape_.ny;
    const int32_t acrossCells = isX ? shape_.ny : shape_.nx;
    // The first unknown node along the component, and the last.
    nodes.first = givenBefore ? 1 : 0;
    const int32_t last = wrapAlong || givenAfter ? alongCells - 1 : alongCells;
    const int32_t along = std::max(last - nodes.first + 1, 0);
    ImplicitSystem& system = nodes.system;
    system.nx = isX ? along : acrossCells;
    system.ny = isX ? acrossCells : along;
    (isX ? system.left : system.bottom) = edgeFor(wrapAlong, givenBefore);
    (isX ? system.right : system.top) = edgeFor(wrapAlong, givenAfter);
    (isX ? system.bottom : system.left) = edgeFor(wrapAcross, drags(*nodes.low));
    (isX ? system.top : system.right) = edgeFor(wrapAcross, drags(*nodes.high));
    const Carried& component = isX ? u_ : v_;
    const size_t skip = static_cast<size_t>(nodes.first) * (isX ? size_t{1} : component.now.stride);
    system.x = {component.now.first + skip, component.now.stride};
    system.r = {component.hat.first + skip, component.hat.stride};
    system.change = {component.next.first + skip, component.next.stride};
    return nodes;
}

// Twice what an edge drags along itself, at the face before cell `face`: the mean of two cells.
float HostFlow::draggedAlong(const FlowEdge& edge, bool isX, int32_t face) const
{
    const int32_t cells = isX ? shape_.nx : shape_.ny;
    return 2.0f * atFace(edge.tangential, face, cells, isX ? shape_.wrapX : shape_.wrapY);
}

ImplicitSystem HostFlow::velocitySystem(bool isX, float amount, bool coefficients)
{
    Unknowns nodes = velocityUnknowns(isX);
    ImplicitSystem& system = nodes.system;
    if (system.nx == 0 || system.ny == 0)
    {
        return {};
    }
    // Among solids all of it is implicit: the explicit part would have to see their walls.
    const float theta = anySolids_ ? 1.0f : implicitPart(amount);
    const float a = 1.0f / (theta * amount);
    system.aEverywhere = a;
    system.changes = !anySolids_;
    changeFactor_ = 1.0f / theta;
    if (coefficients)
    {
        fillVelocityCoefficients(isX, a, system);
        system.a = anySolids_ ? ConstRows(systemA_) : ConstRows{};
        system.bx = systemBx_;
        system.by = systemBy_;
    }
    if (anySolids_)
    {
        forRows(system.ny, [&](int32_t row) {
            beginRight(system, row);
            addVelocityEdges(nodes, row, 0.0f, 1.0f, system.r.row(row));
            holdRow(isX, nodes.first, row, system, a, coefficients);
        });
    }
    return system;
}

// Adds what edges give to a row of r, times `factor`: conductance times the value, less `own` times
// the conductance times what the node has.
void HostFlow::addVelocityEdges(const Unknowns& nodes, int32_t row, float own, float factor,
                                float* r) const
{
    const ImplicitSystem& system = nodes.system;
    const float* x = system.x.row(row);
    const float* under = x - system.x.stride;
    const float* over = x + system.x.stride;
    const int32_t end = system.nx - 1;
    const bool atLow = row == 0 && system.bottom == tn_edgeDirichlet;
    const bool atHigh = row == system.ny - 1 && system.top == tn_edgeDirichlet;
    const bool atLeft = system.left == tn_edgeDirichlet;
    const bool atRight = system.right == tn_edgeDirichlet;
    const auto dragged = [&](const FlowEdge& edge, int32_t face, float has) {
        return factor * (draggedAlong(edge, nodes.isX, nodes.first + face) - 2.0f * own * has);
    };
    if (nodes.isX)
    {
        r[0] += atLeft ? factor * (x[-1] - own * x[0]) : 0.0f;
        r[end] += atRight ? factor * (x[end + 1] - own * x[end]) : 0.0f;
        for (int32_t i = 0; i <= end && (atLow || atHigh); ++i)
        {
            r[i] += atLow ? dragged(*nodes.low, i, x[i]) : 0.0f;
            r[i] += atHigh ? dragged(*nodes.high, i, x[i]) : 0.0f;
        }
        return;
    }
    r[0] += atLeft ? dragged(*nodes.low, row, x[0]) : 0.0f;
    r[end] += atRight ? dragged(*nodes.high, row, x[end]) : 0.0f;
    for (int32_t i = 0; i <= end && (atLow || atHigh); ++i)
    {
        r[i] += atLow ? factor * (under[i] - own * x[i]) : 0.0f;
        r[i] += atHigh ? factor * (over[i] - own * x[i]) : 0.0f;
    }
}

// In the open: a everywhere, b = 1 between nodes, and 1/2 towards given nodes of an edge.
void HostFlow::fillVelocityCoefficients(bool isX, float a, const ImplicitSystem& system)
{
    const auto towards = [](bool along, tnEdge edge) {
        return along && edge == tn_edgeDirichlet ? 0.5f : 1.0f;
    };
    forRows(system.ny + 1, [&](int32_t j) {
        if (j < system.ny)
        {
            float* bx = systemBx_.row(j);
            std::fill_n(bx, system.nx + 1, 1.0f);
            bx[0] = towards(isX, system.left);
            bx[system.nx] = towards(isX, system.right);
            std::fill_n(systemA_.row(j), system.nx, a);
        }
        const float below = j == 0 ? towards(!isX, system.bottom) : 1.0f;
        const float above = j == system.ny ? towards(!isX, system.top) : 1.0f;
        std::fill_n(systemBy_.row(j), system.nx, below * above);
    });
}

// ---- Dye and temperature

// Whether any solid keeps its temperature.
bool HostFlow::heatsAnything() const
{
    return anySolids_ &&
           std::any_of(owners_, owners_ + kFirstSolid + shape_.solidCapacity,
                       [](const OwnerTraits& owner) { return owner.fixedTemperature; });
}

// Puts solids of fixed temperature into the row of a system. Their surface is half a cell from the
// middle of a cell, through what they cover of its faces.
void HostFlow::heatRow(int32_t j, const ImplicitSystem& system, float a, bool coefficients) const
{
    const SolidBlocks solids = grid(1).solids;
    float* r = system.r.row(j);
    for (int32_t begin = 0; begin < system.nx; begin += kSolidBlock)
    {
        const int32_t end = std::min(begin + kSolidBlock, system.nx);
        if (!solids.any(begin, j, end - 1, j))
        {
            continue;
        }
        for (int32_t i = begin; i < end; ++i)
        {
            float sum = a;
            const auto heat = [&](float open, FaceOwner owner) {
                if (owner != kNobody && owners_[owner].fixedTemperature)
                {
                    const float conductance = 2.0f * (1.0f - open);
                    sum += conductance;
                    r[i] += conductance * owners_[owner].temperature;
                }
            };
            if ((links_.row(j)[i] & kLinkBlocked) == 0)
            {
                const FaceOwner* ownersX = ownerX_ + int64_t{j} * (shape_.nx + 1) + i;
                const FaceOwner* ownersY = ownerY_ + int64_t{j} * shape_.nx + i;
                heat(openX_.row(j)[i], ownersX[0]);
                heat(openX_.row(j)[i + 1], ownersX[1]);
                heat(openY_.row(j)[i], ownersY[0]);
                heat(openY_.row(j + 1)[i], ownersY[shape_.nx]);
            }
            if (coefficients)
            {
                systemA_.row(j)[i] = sum;
            }
        }
    }
}

HostFlow::Unknowns HostFlow::scalarUnknowns(Diffused what, int32_t channel) const
{
    const bool isDye = what == Diffused::dye;
    const Carried& field = isDye ? dyes_[channel] : temperature_;
    Unknowns cells;
    ImplicitSystem& system = cells.system;
    system.nx = field.now.columns;
    system.ny = field.now.rows;
    const auto given = [&](tnSide side) { return !isDye && heats(edges_[side]); };
    system.left = edgeFor(shape_.wrapX, given(tn_sideLeft));
    system.right = edgeFor(shape_.wrapX, given(tn_sideRight));
    system.bottom = edgeFor(shape_.wrapY, given(tn_sideBottom));
    system.top = edgeFor(shape_.wrapY, given(tn_sideTop));
    system.x = field.now;
    system.r = field.hat;
    system.change = field.next;
    return cells;
}

// As addVelocityEdges, for temperature: half a cell away.
void HostFlow::addScalarEdges(const ImplicitSystem& system, int32_t j, float own, float factor,
                              float* r) const
{
    const float* x = system.x.row(j);
    const int32_t end = system.nx - 1;
    const auto given = [&](tnSide side, int32_t cell, float has) {
        return factor * 2.0f * (edges_[side].temperature[cell] - own * has);
    };
    r[0] += system.left == tn_edgeDirichlet ? given(tn_sideLeft, j, x[0]) : 0.0f;
    r[end] += system.right == tn_edgeDirichlet ? given(tn_sideRight, j, x[end]) : 0.0f;
    const bool atLow = j == 0 && system.bottom == tn_edgeDirichlet;
    const bool atHigh = j == system.ny - 1 && system.top == tn_edgeDirichlet;
    for (int32_t i = 0; i <= end && (atLow || atHigh); ++i)
    {
        r[i] += atLow ? given(tn_sideBottom, i, x[i]) : 0.0f;
        r[i] += atHigh ? given(tn_sideTop, i, x[i]) : 0.0f;
    }
}

ImplicitSystem HostFlow::scalarSystem(Diffused what, int32_t channel, float amount,
                                      bool coefficients)
{
    const bool isDye = what == Diffused::dye;
    ImplicitSystem system = scalarUnknowns(what, channel).system;
    const float a = 1.0f / amount;
    system.aEverywhere = a;
    system.changes = !anySolids_;
    changeFactor_ = 1.0f;
    if (!anySolids_)
    {
        return system;
    }
    system.bx = isDye ? dyeOpenX_ : openX_;
    system.by = isDye ? dyeOpenY_ : openY_;
    const bool heated = !isDye && heatsAnything();
    if (heated && coefficients)
    {
        system.a = systemA_;
    }
    forRows(system.ny, [&](int32_t j) {
        beginRight(system, j);
        addScalarEdges(system, j, 0.0f, 1.0f, system.r.row(j));
        if (heated)
        {
            std::fill_n(systemA_.row(j), coefficients ? system.nx : 0, a);
            heatRow(j, system, a, coefficients);
        }
    });
    return system;
}

// ---- The change

void HostFlow::beginChange(Diffused what, int32_t channel)
{
    changing_ = isVelocity(what) ? velocityUnknowns(what == Diffused::velocityX)
                                 : scalarUnknowns(what, channel);
    changed_ = what;
    if (what == Diffused::dye)
    {
        changedField_ = dyes_[channel].now;
        changedEdges_ = dyeEdges(channel);
    }
    else if (what == Diffused::temperature)
    {
        changedField_ = temperature_.now;
        changedEdges_ = temperatureEdges();
    }
}

void HostFlow::changeRow(int32_t j, float factor, float* row)
{
    const ImplicitSystem& system = changing_.system;
    const float* x = system.x.row(j);
    askForRowsAhead(system.x, j, system.ny, system.nx);
    const bool below = j > 0 || system.bottom == tn_edgePeriodic;
    const bool above = j + 1 < system.ny || system.top == tn_edgePeriodic;
    // Fields repeat what is across a periodic axis beyond their ends.
    const float perBend = factor * changeFactor_;
    rows_.bend(below ? x - system.x.stride : x, x, above ? x + system.x.stride : x, perBend, row,
               system.nx);
    const auto end = [&](int32_t i, bool left, bool right) {
        const float before = left ? x[i - 1] - x[i] : 0.0f;
        const float after = right ? x[i + 1] - x[i] : 0.0f;
        const float under = below ? (x - system.x.stride)[i] - x[i] : 0.0f;
        const float over = above ? (x + system.x.stride)[i] - x[i] : 0.0f;
        row[i] = perBend * ((before + after) + (under + over));
    };
    const int32_t last = system.nx - 1;
    const bool ring = system.left == tn_edgePeriodic;
    end(0, ring, last > 0 || ring);
    end(last, last > 0 || ring, ring);
    if (isVelocity(changed_))
    {
        addVelocityEdges(changing_, j, 1.0f, perBend, row);
    }
    else
    {
        addScalarEdges(system, j, 1.0f, perBend, row);
    }
}

void HostFlow::addChange(RowOf change)
{
    const ImplicitSystem& system = changing_.system;
    const Rows room = isVelocity(changed_) ? Rows(systemA_) : system.r;
    forRows(system.ny, [&](int32_t j) { addChangeRow(j, change(j, room.row(j)), {}); });
}

void HostFlow::addChangeRow(int32_t j, const float* change, ColumnFactors factors)
{
    const ImplicitSystem& system = changing_.system;
    rows_.addScaled(system.x.row(j), change, factors.even, factors.odd, system.nx);
    if (!isVelocity(changed_))
    {
        const int32_t scale = changed_ == Diffused::dye ? shape_.dyeScale : 1;
        finishScalarRow(changedField_, changedEdges_, scale, j);
    }
}

ImplicitSystem HostFlow::diffusionSystem(Diffused what, int32_t channel, float amount,
                                         bool coefficients)
{
    if (isVelocity(what))
    {
        return velocitySystem(what == Diffused::velocityX, amount, coefficients);
    }
    return scalarSystem(what, channel, amount, coefficients);
}

void HostFlow::acceptDiffused(Diffused what, int32_t channel)
{
    switch (what)
    {
    case Diffused::velocityX:
        break; // y follows
    case Diffused::velocityY:
        finishVelocity();
        break;
    case Diffused::temperature:
        finishDiffused(temperature_.now, temperatureEdges(), 1);
        break;
    case Diffused::dye:
        finishDiffused(dyes_[channel].now, dyeEdges(channel), shape_.dyeScale);
        break;
    }
}

// Rows that were changed are finished already.
void HostFlow::finishDiffused(const Field& field, const ScalarEdges& edges, int32_t scale)
{
    if (anySolids_)
    {
        finishScalar(field, edges, scale);
    }
    else
    {
        finishScalarBeyond(field, edges, scale);
    }
}

} // namespace tarn
