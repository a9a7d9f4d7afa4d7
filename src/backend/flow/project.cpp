// Projection: divergence in, gradient of the potential out.
//
// In cells, with h = 1: the flux through a face is open * u + (1 - open) * wall, the divergence of
// a cell is the sum of the fluxes out of it, and the potential phi = pressure * dt / (density * h)
// solves  -div(open grad phi) = -divergence.  Then u -= phi of this cell - phi of the one before.
// An outflow edge has phi = 0 on the edge, half a cell from the last cell's middle.
#include "backend/flow/host_flow.h"
#include "backend/flow/row_sums.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

// to = factor * divergence; the sum of its squares.
double HostFlow::makeDivergence(const Field& to, float factor)
{
    return sumRows(shape_.ny, [&](int32_t j) {
        const CoveredRow covered = {openX_.row(j),     wallX_.row(j), openY_.row(j),
                                    openY_.row(j + 1), wallY_.row(j), wallY_.row(j + 1),
                                    links_.row(j)};
        return rows_.divergence(velocityRow(j), anySolids_ ? &covered : nullptr, factor, to.row(j),
                                shape_.nx);
    });
}

DivergenceSums HostFlow::loadDivergence()
{
    const double perSecond = 1.0 / static_cast<double>(shape_.cellSize);
    DivergenceSums sums;
    sums.squares = perSecond * perSecond * makeDivergence(right_, -1.0f);
    sums.openCells = openCells_;
    return sums;
}

ImplicitSystem HostFlow::pressureSystem()
{
    const auto edge = [this](tnSide side) {
        switch (edges_[side].type)
        {
        case tn_flowPeriodic:
            return tn_edgePeriodic;
        case tn_flowOutflow:
            return tn_edgeDirichlet;
        case tn_flowWall:
        case tn_flowInflow:
            break;
        }
        return tn_edgeNeumann;
    };
    ImplicitSystem system;
    system.nx = shape_.nx;
    system.ny = shape_.ny;
    system.left = edge(tn_sideLeft);
    system.right = edge(tn_sideRight);
    system.bottom = edge(tn_sideBottom);
    system.top = edge(tn_sideTop);
    if (anySolids_)
    {
        system.bx = openX_;
        system.by = openY_;
    }
    system.r = right_;
    system.x = potential_;
    return system;
}

// field -= factor * gradient of phi, on the faces that pressure moves. Faces that are shut have
// their solid's velocity; finishVelocity gives it back to them.
void HostFlow::subtractGradient(const Field& fieldX, const Field& fieldY, const Field& phi,
                                float factor)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    const auto isOut = [this](tnSide side) { return edges_[side].type == tn_flowOutflow; };
    forRows(ny + 1, [&](int32_t j) {
        if (j < ny)
        {
            float* u = fieldX.row(j);
            const float* x = phi.row(j);
            rows_.subtractSlope(u + 1, x + 1, x, factor, nx - 1);
            u[0] -= shape_.wrapX ? factor * (x[0] - x[nx - 1]) : 0.0f;
            u[0] -= isOut(tn_sideLeft) ? 2.0f * factor * x[0] : 0.0f;
            u[nx] += isOut(tn_sideRight) ? 2.0f * factor * x[nx - 1] : 0.0f;
        }
        float* v = fieldY.row(j);
        if (j > 0 && j < ny)
        {
            rows_.subtractSlope(v, phi.row(j), phi.row(j - 1), factor, nx);
        }
        else if (j == 0 && shape_.wrapY)
        {
            rows_.subtractSlope(v, phi.row(0), phi.row(ny - 1), factor, nx);
        }
        else if (j == 0 && isOut(tn_sideBottom))
        {
            addRow(v, -2.0f * factor, phi.row(0), nx);
        }
        else if (j == ny && isOut(tn_sideTop))
        {
            addRow(v, 2.0f * factor, phi.row(ny - 1), nx);
        }
    });
}

void HostFlow::scalePressed(float factor)
{
    forRows(factor != 1.0f ? shape_.ny : 0,
            [&](int32_t j) { rows_.addTo(pressed_.row(j), factor, nullptr, shape_.nx); });
}

void HostFlow::addPressed(float factor)
{
    subtractGradient(u_.now, v_.now, pressed_, -factor);
    finishVelocity();
}

void HostFlow::subtractPressed(float factor)
{
    scalePressed(factor);
    subtractGradient(u_.now, v_.now, pressed_, 1.0f);
    finishVelocity();
}

void HostFlow::subtractPotential()
{
    subtractGradient(u_.now, v_.now, potential_, 1.0f);
    forRows(shape_.ny,
            [&](int32_t j) { rows_.addTo(pressed_.row(j), 1.0f, potential_.row(j), shape_.nx); });
    finishVelocity();
}

float HostFlow::maxSpeed()
{
    forRows(shape_.ny, [&](int32_t j) {
        rowSums_[j] = static_cast<double>(rows_.fastest(velocityRow(j), shape_.nx));
    });
    const double most = *std::max_element(rowSums_, rowSums_ + shape_.ny);
    return static_cast<float>(std::sqrt(most));
}

} // namespace tarn
