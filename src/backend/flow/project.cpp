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

namespace
{

float flux(float open, float velocity, float wall)
{
    return wall + open * (velocity - wall);
}

} // namespace

void HostFlow::makeDivergence(const Field& to, float factor)
{
    const int32_t nx = shape_.nx;
    forRows(shape_.ny, [&](int32_t j) {
        const float* u = u_.now.row(j);
        const float* low = v_.now.row(j);
        const float* high = v_.now.row(j + 1);
        float* row = to.row(j);
        if (!anySolids_)
        {
            for (int32_t i = 0; i < nx; ++i)
            {
                row[i] = factor * ((u[i + 1] - u[i]) + (high[i] - low[i]));
            }
            return;
        }
        const float* openX = openX_.row(j);
        const float* wallX = wallX_.row(j);
        const float* openLow = openY_.row(j);
        const float* openHigh = openY_.row(j + 1);
        const float* wallLow = wallY_.row(j);
        const float* wallHigh = wallY_.row(j + 1);
        const uint8_t* links = links_.row(j);
        for (int32_t i = 0; i < nx; ++i)
        {
            const float out =
                flux(openX[i + 1], u[i + 1], wallX[i + 1]) - flux(openX[i], u[i], wallX[i]);
            const float up =
                flux(openHigh[i], high[i], wallHigh[i]) - flux(openLow[i], low[i], wallLow[i]);
            row[i] = (links[i] & kLinkBlocked) != 0 ? 0.0f : factor * (out + up);
        }
    });
}

DivergenceSums HostFlow::loadDivergence()
{
    makeDivergence(right_, -1.0f);
    DivergenceSums sums;
    const double perSecond = 1.0 / static_cast<double>(shape_.cellSize);
    sums.squares = perSecond * perSecond * sumRows(shape_.ny, [&](int32_t j) {
                       return sumOfSquares(right_.row(j), shape_.nx);
                   });
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

void HostFlow::subtractGradient(bool withRemainder)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    const auto isOut = [this](tnSide side) { return edges_[side].type == tn_flowOutflow; };
    // Solids: faces that are shut have the solid's velocity, and finishVelocity gives it back.
    const auto subtractRows = [&](const Field& phi) {
        forRows(ny + 1, [&](int32_t j) {
            float* v = v_.now.row(j);
            if (j < ny)
            {
                float* u = u_.now.row(j);
                const float* x = phi.row(j);
                for (int32_t i = 1; i < nx; ++i)
                {
                    u[i] -= x[i] - x[i - 1];
                }
                if (shape_.wrapX)
                {
                    u[0] -= x[0] - x[nx - 1];
                }
                u[0] -= isOut(tn_sideLeft) ? 2.0f * x[0] : 0.0f;
                u[nx] += isOut(tn_sideRight) ? 2.0f * x[nx - 1] : 0.0f;
            }
            if (j > 0 && j < ny)
            {
                subtractRow(v, phi.row(j), phi.row(j - 1), nx);
            }
            else if (j == 0 && shape_.wrapY)
            {
                subtractRow(v, phi.row(0), phi.row(ny - 1), nx);
            }
            else if (j == 0 && isOut(tn_sideBottom))
            {
                addRow(v, -2.0f, phi.row(0), nx);
            }
            else if (j == ny && isOut(tn_sideTop))
            {
                addRow(v, 2.0f, phi.row(ny - 1), nx);
            }
        });
    };
    subtractRows(potential_);
    if (withRemainder)
    {
        subtractRows(remainder_);
    }
    finishVelocity();
}

float HostFlow::maxSpeed()
{
    forRows(shape_.ny, [&](int32_t j) {
        const float* u = u_.now.row(j);
        const float* low = v_.now.row(j);
        const float* high = v_.now.row(j + 1);
        float most = 0.0f;
        for (int32_t i = 0; i < shape_.nx; ++i)
        {
            const float x = 0.5f * (u[i] + u[i + 1]);
            const float y = 0.5f * (low[i] + high[i]);
            most = std::max(most, x * x + y * y);
        }
        rowSums_[j] = static_cast<double>(most);
    });
    const double most = *std::max_element(rowSums_, rowSums_ + shape_.ny);
    return static_cast<float>(std::sqrt(most));
}

} // namespace tarn
