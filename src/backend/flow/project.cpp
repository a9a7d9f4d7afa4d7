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

void HostFlow::subtractGradient()
{
    subtractGradient(u_.now, v_.now, 1.0f);
    finishVelocity();
}

// field -= factor * gradient of potential and remainder, on the faces that pressure moves.
void HostFlow::subtractGradient(const Field& fieldX, const Field& fieldY, float factor)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    const auto isOut = [this](tnSide side) { return edges_[side].type == tn_flowOutflow; };
    // Faces that are shut have their solid's velocity; finishVelocity gives it back to them.
    forRows(ny + 1, [&](int32_t j) {
        if (j < ny)
        {
            float* u = fieldX.row(j);
            const float* x = potential_.row(j);
            const float* rest = remainder_.row(j);
            rows_.subtractSlope(u + 1, x + 1, x, rest + 1, rest, factor, nx - 1);
            const int32_t last = nx - 1;
            if (shape_.wrapX)
            {
                u[0] -= factor * ((x[0] - x[last]) + (rest[0] - rest[last]));
            }
            u[0] -= isOut(tn_sideLeft) ? 2.0f * factor * (x[0] + rest[0]) : 0.0f;
            u[nx] += isOut(tn_sideRight) ? 2.0f * factor * (x[last] + rest[last]) : 0.0f;
        }
        float* v = fieldY.row(j);
        const bool seam = j == 0 && shape_.wrapY;
        if ((j > 0 && j < ny) || seam)
        {
            const int32_t below = seam ? ny - 1 : j - 1;
            rows_.subtractSlope(v, potential_.row(j), potential_.row(below), remainder_.row(j),
                                remainder_.row(below), factor, nx);
        }
        else if ((j == 0 && isOut(tn_sideBottom)) || (j == ny && isOut(tn_sideTop)))
        {
            const float twice = j == 0 ? -2.0f * factor : 2.0f * factor;
            const int32_t cell = j == 0 ? 0 : ny - 1;
            addRow(v, twice, potential_.row(cell), nx);
            addRow(v, twice, remainder_.row(cell), nx);
        }
    });
}

void HostFlow::startPotential(float factor)
{
    forRows(shape_.ny, [&](int32_t j) {
        const float* from = pressed_.row(j);
        float* to = potential_.row(j);
        for (int32_t i = 0; i < shape_.nx; ++i)
        {
            to[i] = factor * from[i];
        }
    });
}

void HostFlow::addPressed(float factor)
{
    forRows(shape_.ny, [&](int32_t j) {
        rows_.addTo(pressed_.row(j), factor, potential_.row(j), remainder_.row(j), shape_.nx);
    });
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
