// Projection: divergence in, gradient of the potential out.
//
// In cells, with h = 1: the flux through a face is open * u + (1 - open) * wall, the divergence of
// a cell is the sum of the fluxes out of it, and the potential phi = pressure * dt / (density * h)
// solves  -div(open grad phi) = -divergence.  Then u -= phi of this cell - phi of the one before.
// An outflow edge has phi = 0 on the edge, half a cell from the last cell's middle.
//
// The potential is a guess, the one pressed in the step before, and the rest of it, x. Neither the
// velocity less the guess nor x as a field is ever written: one pass over the rows makes the
// divergence for which x is solved, another takes the gradients of both off, finishes the velocity,
// adds x to what is pressed, and measures what came out.
#include "backend/flow/host_flow.h"
#include "field/rows_ahead.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

CoveredRow HostFlow::coveredRow(int32_t j) const
{
    return {openX_.row(j), wallX_.row(j),     openY_.row(j), openY_.row(j + 1),
            wallY_.row(j), wallY_.row(j + 1), links_.row(j)};
}

void HostFlow::makeDivergence(const Field& to, float factor)
{
    forRows(shape_.ny, [&](int32_t j) {
        const CoveredRow covered = coveredRow(j);
        rows_.divergence(velocityRow(j), anySolids_ ? &covered : nullptr, factor, to.row(j),
                         shape_.nx);
    });
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

// ---- Divergence in

// Beyond an edge the potential is such that its gradient on the edge is what moves the face there:
// none where the velocity is given, twice the last cell's where the edge is open.
void HostFlow::pressBeyond()
{
    const int32_t ny = shape_.ny;
    const auto fill = [&](tnSide side, int32_t inside, int32_t across, int32_t outside) {
        const float* from = pressed_.row(shape_.wrapY ? across : inside);
        const float sign = isOut(side) ? -1.0f : 1.0f;
        float* to = pressed_.row(outside);
        for (int32_t i = 0; i < shape_.nx; ++i)
        {
            to[i] = sign * from[i];
        }
    };
    fill(tn_sideBottom, 0, ny - 1, -1);
    fill(tn_sideTop, ny - 1, 0, ny);
}

// The same at both ends of a row.
float* HostFlow::pressedRow(int32_t j)
{
    const int32_t nx = shape_.nx;
    float* row = pressed_.row(j);
    row[-1] = shape_.wrapX ? row[nx - 1] : row[0];
    row[nx] = shape_.wrapX ? row[0] : row[nx - 1];
    row[-1] = isOut(tn_sideLeft) ? -row[0] : row[-1];
    row[nx] = isOut(tn_sideRight) ? -row[nx - 1] : row[nx];
    return row;
}

// Those of row j of cells, the upper ones included.
void HostFlow::askForFacesAhead(int32_t j) const
{
    askForRowsAhead(u_.now, j, shape_.ny, shape_.nx);
    askForRowsAhead(v_.now, j + 1, shape_.ny + 1, shape_.nx);
}

void HostFlow::beginDivergence(float guess)
{
    guess_ = guess;
    if (guess != 0.0f)
    {
        pressBeyond();
    }
}

void HostFlow::divergenceRow(int32_t j, float factor, float* row)
{
    const bool guesses = guess_ != 0.0f;
    askForFacesAhead(j);
    if (guesses)
    {
        askForRowsAhead(pressed_, j + 1, shape_.ny, shape_.nx);
    }
    const GuessedRow guessed = {guess_, pressed_.row(j - 1),
                                guesses ? pressedRow(j) : pressed_.row(j), pressed_.row(j + 1)};
    const CoveredRow covered = coveredRow(j);
    rowSums_[j] = rows_.rightHandSide(velocityRow(j), guesses ? &guessed : nullptr,
                                      anySolids_ ? &covered : nullptr, -factor, row, shape_.nx);
}

double HostFlow::divergenceBefore()
{
    return std::sqrt(summedRows(shape_.ny));
}

// ---- Gradient out

// to = velocity - factor * gradient of what is pressed, on the faces that pressure moves; finished.
void HostFlow::subtractPressed(const Field& toX, const Field& toY, float factor)
{
    const int32_t nx = shape_.nx;
    pressBeyond();
    forRows(shape_.ny + 1, [&](int32_t j) {
        askForFacesAhead(j);
        askForRowsAhead(pressed_, j, shape_.ny, nx);
        rows_.lessSlope(toY.row(j), v_.now.row(j), pressed_.row(j), pressed_.row(j - 1), factor,
                        nx);
        if (j < shape_.ny)
        {
            const float* pressed = pressedRow(j);
            rows_.lessSlope(toX.row(j), u_.now.row(j), pressed, pressed - 1, factor, nx + 1);
        }
        finishFaces(toX, toY, j);
    });
    finishBeyond(toX, toY);
}

// Row j of x, -1 and ny included; see beginDivergence. `buffer` may be used for it.
const float* HostFlow::potentialRow(RowOf potential, int32_t j, float* buffer) const
{
    const int32_t ny = shape_.ny;
    if (j >= 0 && j < ny)
    {
        return potential(j, buffer);
    }
    if (shape_.wrapY)
    {
        return potential(j < 0 ? ny - 1 : 0, buffer);
    }
    const float* edge = potential(j < 0 ? 0 : ny - 1, buffer);
    if (!isOut(j < 0 ? tn_sideBottom : tn_sideTop))
    {
        return edge;
    }
    for (int32_t i = 0; i < shape_.nx; ++i)
    {
        buffer[i] = -edge[i];
    }
    return buffer;
}

// All that can be done for the rows of a band without its neighbours: what is pressed in its last
// row waits until the band above has seen it, and what depends on that band's faces waits too.
void HostFlow::subtractInBand(RowOf potential, float guess, float keep, int32_t begin, int32_t end)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    const auto buffer = [&](int32_t j) { return push_.row(begin + (j & 1)); };
    const bool guesses = guess != 0.0f;
    const float* before = potentialRow(potential, begin - 1, buffer(begin - 1));
    for (int32_t j = begin; j < end; ++j)
    {
        askForFacesAhead(j);
        askForRowsAhead(pressed_, j, ny, nx);
        const float* here = potentialRow(potential, j, buffer(j));
        const float* pressed = pressed_.row(j);
        rows_.subtractSlopes(v_.now.row(j), guess, guesses ? pressed : nullptr, pressed_.row(j - 1),
                             here, before, nx);
        if (j < ny)
        {
            float* u = u_.now.row(j);
            rows_.subtractSlopes(u + 1, guess, guesses ? pressed + 1 : nullptr, pressed, here + 1,
                                 here, nx - 1);
            const auto sum = [&](int32_t i) {
                return guesses ? guess * pressed[i] + here[i] : here[i];
            };
            u[0] -= shape_.wrapX ? sum(0) - sum(nx - 1) : 0.0f;
            u[0] -= isOut(tn_sideLeft) ? 2.0f * sum(0) : 0.0f;
            u[nx] += isOut(tn_sideRight) ? 2.0f * sum(nx - 1) : 0.0f;
        }
        finishFaces(u_.now, v_.now, j);
        if (j > begin)
        {
            rows_.addTo(pressed_.row(j - 1), keep, before, nx);
            measureRow(j - 1);
        }
        before = here;
    }
}

void HostFlow::closeBand(RowOf potential, float keep, int32_t end)
{
    const int32_t last = end - 1;
    if (last < shape_.ny)
    {
        const float* here = potential(last, push_.row(last));
        rows_.addTo(pressed_.row(last), keep, here, shape_.nx);
        measureRow(last);
    }
}

VelocityMeasure HostFlow::subtractPotential(RowOf potential, float guess, float keep)
{
    forBands(shape_.ny + 1, [&](int32_t begin, int32_t end) {
        subtractInBand(potential, guess, keep, begin, end);
    });
    forBands(shape_.ny + 1, [&](int32_t, int32_t end) { closeBand(potential, keep, end); });
    finishBeyond(u_.now, v_.now);
    return measuredRows();
}

void HostFlow::scalePressed(float factor)
{
    forRows(factor != 1.0f ? shape_.ny : 0,
            [&](int32_t j) { rows_.addTo(pressed_.row(j), factor, nullptr, shape_.nx); });
}

void HostFlow::addPressed(float factor)
{
    subtractPressed(u_.now, v_.now, -factor);
}

// ---- What came out

void HostFlow::measureRow(int32_t j)
{
    const CoveredRow covered = coveredRow(j);
    const RowMeasure row =
        rows_.measure(velocityRow(j), anySolids_ ? &covered : nullptr, shape_.nx);
    rowSums_[j] = row.divergence2;
    rowSpeeds_[j] = row.speed2;
}

VelocityMeasure HostFlow::measuredRows() const
{
    VelocityMeasure all;
    all.divergence = std::sqrt(summedRows(shape_.ny));
    all.maxSpeed = std::sqrt(*std::max_element(rowSpeeds_, rowSpeeds_ + shape_.ny));
    return all;
}

VelocityMeasure HostFlow::measureVelocity()
{
    forRows(shape_.ny, [this](int32_t j) { measureRow(j); });
    return measuredRows();
}

} // namespace tarn
