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
// Velocity nodes on a wall or inflow edge are given, and are left out of the unknowns. The solver's
// edge is half a cell from the first unknown, such a node a whole one: b = 1/2 there.
#include "backend/flow/host_flow.h"
#include "backend/flow/row_sums.h"

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

tnEdge edgeFor(bool periodic, bool given)
{
    return periodic ? tn_edgePeriodic : (given ? tn_edgeDirichlet : tn_edgeNeumann);
}

} // namespace

// The system of a velocity component, seen along its own direction ("along") and across it.
ImplicitSystem HostFlow::velocitySystem(bool isX, float amount, bool coefficients)
{
    const Carried& component = isX ? u_ : v_;
    const bool wrapAlong = isX ? shape_.wrapX : shape_.wrapY;
    const FlowEdge& before = edges_[isX ? tn_sideLeft : tn_sideBottom];
    const FlowEdge& after = edges_[isX ? tn_sideRight : tn_sideTop];
    const FlowEdge& low = edges_[isX ? tn_sideBottom : tn_sideLeft];
    const FlowEdge& high = edges_[isX ? tn_sideTop : tn_sideRight];
    const bool wrapAcross = isX ? shape_.wrapY : shape_.wrapX;
    const int32_t alongCells = isX ? shape_.nx : shape_.ny;
    const int32_t acrossCells = isX ? shape_.ny : shape_.nx;

    // The first unknown node along, and how many there are.
    const int32_t first = !wrapAlong && isGiven(before) ? 1 : 0;
    const int32_t last =
        wrapAlong ? alongCells - 1 : (isGiven(after) ? alongCells - 1 : alongCells);
    const int32_t count = last - first + 1;

    ImplicitSystem system;
    system.nx = isX ? count : acrossCells;
    system.ny = isX ? acrossCells : count;
    (isX ? system.left : system.bottom) = edgeFor(wrapAlong, first > 0);
    (isX ? system.right : system.top) = edgeFor(wrapAlong, last < alongCells);
    (isX ? system.bottom : system.left) = edgeFor(wrapAcross, drags(low));
    (isX ? system.top : system.right) = edgeFor(wrapAcross, drags(high));
    if (count <= 0)
    {
        return {};
    }
    const size_t skip =
        isX ? static_cast<size_t>(first) : static_cast<size_t>(first) * component.now.stride;
    system.x = {component.now.first + skip, component.now.stride};
    system.r = {component.hat.first + skip, component.hat.stride};
    const float theta = implicitPart(amount);
    const float a = 1.0f / (theta * amount);
    const float explicitly = (1.0f - theta) / theta;
    system.aEverywhere = a;
    if (coefficients)
    {
        system.bx = systemBx_;
        system.by = systemBy_;
        fillVelocityCoefficients(isX, first, system);
    }

    // r: the old velocity, and what given neighbours contribute.
    forRows(system.ny, [&](int32_t row) {
        const float* x = system.x.row(row);
        const float* under = x - system.x.stride;
        const float* over = x + system.x.stride;
        float* r = system.r.row(row);
        for (int32_t i = 0; i < system.nx; ++i)
        {
            const float bend = ((x[i - 1] + x[i + 1]) + (under[i] + over[i])) - 4.0f * x[i];
            r[i] = a * x[i] + explicitly * bend;
        }
        if (isX)
        {
            if (system.left == tn_edgeDirichlet)
            {
                r[0] += x[-1];
            }
            if (system.right == tn_edgeDirichlet)
            {
                r[system.nx - 1] += x[system.nx];
            }
            const auto drag = [&](const FlowEdge& edge) {
                for (int32_t i = 0; i < system.nx; ++i)
                {
                    const int32_t face = first + i;
                    r[i] += edge.tangential[std::max(face - 1, 0)] +
                            edge.tangential[std::min(face, alongCells - 1)];
                }
            };
            if (row == 0 && system.bottom == tn_edgeDirichlet)
            {
                drag(low);
            }
            if (row == system.ny - 1 && system.top == tn_edgeDirichlet)
            {
                drag(high);
            }
        }
        else
        {
            if (row == 0 && system.bottom == tn_edgeDirichlet)
            {
                addRow(r, 1.0f, component.now.row(first - 1), system.nx);
            }
            if (row == system.ny - 1 && system.top == tn_edgeDirichlet)
            {
                addRow(r, 1.0f, component.now.row(last + 1), system.nx);
            }
            const int32_t face = first + row;
            const auto drag = [&](const FlowEdge& edge) {
                return edge.tangential[std::max(face - 1, 0)] +
                       edge.tangential[std::min(face, alongCells - 1)];
            };
            r[0] += system.left == tn_edgeDirichlet ? drag(low) : 0.0f;
            r[system.nx - 1] += system.right == tn_edgeDirichlet ? drag(high) : 0.0f;
        }
    });
    return system;
}

// b between nodes; at given nodes of an edge 1/2, see above.
void HostFlow::fillVelocityCoefficients(bool isX, int32_t first, const ImplicitSystem& system)
{
    (void)first;
    const auto isEdgeNode = [](tnEdge edge) { return edge == tn_edgeDirichlet; };
    forRows(system.ny + 1, [&](int32_t j) {
        if (j < system.ny)
        {
            float* bx = systemBx_.row(j);
            std::fill_n(bx, system.nx + 1, 1.0f);
            if (isX)
            {
                bx[0] = isEdgeNode(system.left) ? 0.5f : 1.0f;
                bx[system.nx] = isEdgeNode(system.right) ? 0.5f : 1.0f;
            }
        }
        float* by = systemBy_.row(j);
        const bool half = !isX && ((j == 0 && isEdgeNode(system.bottom)) ||
                                   (j == system.ny && isEdgeNode(system.top)));
        std::fill_n(by, system.nx, half ? 0.5f : 1.0f);
    });
}

ImplicitSystem HostFlow::scalarSystem(Diffused what, int32_t channel, float amount)
{
    const bool isDye = what == Diffused::dye;
    const Carried& field = isDye ? dyes_[channel] : temperature_;
    ImplicitSystem system;
    system.nx = field.now.columns;
    system.ny = field.now.rows;
    const auto given = [&](tnSide side) { return !isDye && heats(edges_[side]); };
    system.left = edgeFor(shape_.wrapX, given(tn_sideLeft));
    system.right = edgeFor(shape_.wrapX, given(tn_sideRight));
    system.bottom = edgeFor(shape_.wrapY, given(tn_sideBottom));
    system.top = edgeFor(shape_.wrapY, given(tn_sideTop));
    const float a = 1.0f / amount;
    system.aEverywhere = a;
    if (anySolids_)
    {
        system.bx = isDye ? dyeOpenX_ : openX_;
        system.by = isDye ? dyeOpenY_ : openY_;
    }
    system.x = field.now;
    system.r = field.hat;
    forRows(system.ny, [&](int32_t j) {
        const float* x = system.x.row(j);
        float* r = system.r.row(j);
        for (int32_t i = 0; i < system.nx; ++i)
        {
            r[i] = a * x[i];
        }
        if (system.left == tn_edgeDirichlet)
        {
            r[0] += 2.0f * edges_[tn_sideLeft].temperature[j];
        }
        if (system.right == tn_edgeDirichlet)
        {
            r[system.nx - 1] += 2.0f * edges_[tn_sideRight].temperature[j];
        }
        if (j == 0 && system.bottom == tn_edgeDirichlet)
        {
            addRow(r, 2.0f, edges_[tn_sideBottom].temperature, system.nx);
        }
        if (j == system.ny - 1 && system.top == tn_edgeDirichlet)
        {
            addRow(r, 2.0f, edges_[tn_sideTop].temperature, system.nx);
        }
    });
    return system;
}

ImplicitSystem HostFlow::diffusionSystem(Diffused what, int32_t channel, float amount,
                                         bool coefficients)
{
    if (what == Diffused::velocityX || what == Diffused::velocityY)
    {
        return velocitySystem(what == Diffused::velocityX, amount, coefficients);
    }
    return scalarSystem(what, channel, amount);
}

void HostFlow::acceptDiffused(Diffused what, int32_t channel)
{
    switch (what)
    {
    case Diffused::velocityX:
    case Diffused::velocityY:
        finishVelocity();
        break;
    case Diffused::temperature:
        finishScalar(temperature_.now, temperatureEdges(), 1);
        break;
    case Diffused::dye:
        finishScalar(dyes_[channel].now, dyeEdges(channel), shape_.dyeScale);
        break;
    }
}

} // namespace tarn
