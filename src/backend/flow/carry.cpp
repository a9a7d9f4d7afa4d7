// Advection: the velocity and all it carries move along the velocity of the last step.
//
// Semi-Lagrangian: each node takes what was where its fluid came from (Stam 1999). MacCormack: the
// result is followed back again, and half of what that differs by is put right, held within the
// nodes it came from (Selle et al. 2008).
#include "backend/flow/host_flow.h"
#include "backend/flow/row_sums.h"

#include <algorithm>

namespace tarn
{

AdvectJob HostFlow::jobFor(AdvectJob::At at, float rate) const
{
    AdvectJob job;
    job.grid = grid(1);
    job.rate = rate;
    job.at = at;
    const NodeTables& nodes = at == AdvectJob::At::cells    ? cellNodes_
                              : at == AdvectJob::At::facesX ? faceXNodes_
                                                            : faceYNodes_;
    job.columns = {nodes.columns, nodes.columnBase, nodes.columnPhase};
    job.rowBase = nodes.rowBase;
    job.rowPhase = nodes.rowPhase;
    job.rows = nodes.rows;
    job.cellLinks = job.grid.links;
    // Beyond the middle of the last cell at an open edge, what comes from outside would count.
    const auto trust = [this](tnSide side) { return isOpenEdge(side) ? 0.5f : 0.0f; };
    job.trustLowX = trust(tn_sideLeft);
    job.trustHighX = static_cast<float>(shape_.nx) - trust(tn_sideRight);
    job.trustLowY = trust(tn_sideBottom);
    job.trustHighY = static_cast<float>(shape_.ny) - trust(tn_sideTop);
    return job;
}

AdvectJob HostFlow::jobForDye(float rate) const
{
    AdvectJob job = jobFor(AdvectJob::At::cells, rate);
    job.grid = grid(shape_.dyeScale);
    job.scale = shape_.dyeScale;
    job.columns = {dyeNodes_.columns, dyeNodes_.columnBase, dyeNodes_.columnPhase};
    job.rowBase = dyeNodes_.rowBase;
    job.rowPhase = dyeNodes_.rowPhase;
    job.rows = dyeNodes_.rows;
    job.cellLinks = linkGrid(dyeLinks_, true);
    return job;
}

void HostFlow::useWays(AdvectJob& job) const
{
    job.hasWays = true;
    for (int32_t k = 0; k < 2; ++k)
    {
        job.wayX[k] = wayX_[k];
        job.wayY[k] = wayY_[k];
    }
}

// The ways of a row of cells.
void HostFlow::traceWays(const AdvectJob& job, int32_t j, bool ahead)
{
    kernels_.trace(job, j, ahead);
    for (int32_t k = 0; k < (ahead ? 2 : 1); ++k)
    {
        finishScalarRow(wayX_[k], copiedEdges(), 1, j);
        finishScalarRow(wayY_[k], copiedEdges(), 1, j);
    }
}

// Ways are traced right before they are first used, row by row. A face takes the mean of two cells'
// ways: those of the last row of every band come first, since the band above needs them, and those
// next to the edges, which are repeated beyond.
void HostFlow::advectVelocity(float rate, tnAdvection scheme, float reflection, bool ahead)
{
    const int32_t ny = shape_.ny;
    AdvectJob cells = jobFor(AdvectJob::At::cells, rate);
    AdvectJob x = jobFor(AdvectJob::At::facesX, rate);
    AdvectJob y = jobFor(AdvectJob::At::facesY, rate);
    for (AdvectJob* job : {&cells, &x, &y})
    {
        useWays(*job);
    }
    x.count = y.count = 1;
    x.from[0] = u_.now;
    y.from[0] = v_.now;
    if (reflection != 0.0f)
    {
        subtractPressed(reflectedX_, reflectedY_, reflection);
        x.from[0] = reflectedX_;
        y.from[0] = reflectedY_;
    }
    const auto isEarly = [ny](int32_t j) {
        return j == 0 || j == ny - 1 || (j + 1) % kBandRows == 0;
    };
    forRows(ny, [&](int32_t j) {
        if (isEarly(j))
        {
            traceWays(cells, j, ahead);
        }
    });
    for (int32_t k = 0; k < (ahead ? 2 : 1); ++k)
    {
        finishScalarBeyond(wayX_[k], copiedEdges(), 1);
        finishScalarBeyond(wayY_[k], copiedEdges(), 1);
    }
    const auto runRows = [&](const Field& toX, const Field& toY, auto&& doRow) {
        x.to[0] = toX;
        y.to[0] = toY;
        forRows(ny + 1, [&](int32_t j) {
            doRow(j);
            finishFaces(toX, toY, j);
        });
        finishBeyond(toX, toY);
    };
    const bool corrects = scheme == tn_advectionMacCormack;
    runRows(corrects ? u_.hat : u_.next, corrects ? v_.hat : v_.next, [&](int32_t j) {
        if (j < ny && !isEarly(j))
        {
            traceWays(cells, j, ahead);
        }
        kernels_.advect(y, j);
        if (j < ny)
        {
            kernels_.advect(x, j);
        }
    });
    if (corrects)
    {
        x.hat[0] = u_.hat;
        y.hat[0] = v_.hat;
        runRows(u_.next, v_.next, [&](int32_t j) {
            kernels_.correct(y, j);
            if (j < ny)
            {
                kernels_.correct(x, j);
            }
        });
    }
}

void HostFlow::acceptVelocity()
{
    u_.advance();
    v_.advance();
}

void HostFlow::carryScalars(AdvectJob job, std::span<const CarriedScalar> scalars,
                            tnAdvection scheme)
{
    const bool corrects = scheme == tn_advectionMacCormack;
    job.count = 0;
    for (const CarriedScalar& scalar : scalars)
    {
        job.from[job.count] = scalar.field->now;
        job.hat[job.count] = scalar.field->hat;
        job.to[job.count] = corrects ? scalar.field->hat : scalar.field->next;
        ++job.count;
    }
    // Rows are finished while they are in the cache.
    const auto runRows = [&](auto kernel, auto&& fieldOf) {
        forRows(job.rows, [&](int32_t j) {
            kernel(job, j);
            for (const CarriedScalar& scalar : scalars)
            {
                finishScalarRow(fieldOf(scalar), scalar.edges, job.scale, j);
            }
        });
        for (const CarriedScalar& scalar : scalars)
        {
            finishScalarBeyond(fieldOf(scalar), scalar.edges, job.scale);
        }
    };
    const auto hat = [](const CarriedScalar& scalar) { return scalar.field->hat; };
    const auto next = [](const CarriedScalar& scalar) { return scalar.field->next; };
    if (corrects)
    {
        runRows(kernels_.advect, hat);
        for (int32_t f = 0; f < job.count; ++f)
        {
            job.to[f] = scalars[static_cast<size_t>(f)].field->next;
        }
        runRows(kernels_.correct, next);
    }
    else
    {
        runRows(kernels_.advect, next);
    }
    for (const CarriedScalar& scalar : scalars)
    {
        scalar.field->advance();
    }
}

int32_t HostFlow::advectScalars(float rate, tnAdvection dye, tnAdvection temperature, bool* cut)
{
    int32_t substeps = 0;
    CarriedScalar scalars[kMaxCarried];
    size_t count = 0;
    const auto run = [&](bool isDye, tnAdvection scheme) {
        const std::span<const CarriedScalar> all(scalars, count);
        if (scheme == tn_advectionConserving)
        {
            substeps += carryByFluxes(all, isDye ? shape_.dyeScale : 1, rate, cut);
        }
        else
        {
            AdvectJob job = isDye ? jobForDye(rate) : jobFor(AdvectJob::At::cells, rate);
            if (job.scale == 1)
            {
                useWays(job);
            }
            carryScalars(job, all, scheme);
        }
    };
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        scalars[count++] = {&dyes_[c], dyeEdges(c)};
    }
    // On the same nodes and in the same way, temperature goes along with the dyes.
    const bool together = count > 0 && shape_.dyeScale == 1 && dye == temperature;
    if (shape_.temperature && together)
    {
        scalars[count++] = {&temperature_, temperatureEdges()};
    }
    if (count > 0)
    {
        run(true, dye);
    }
    if (shape_.temperature && !together)
    {
        scalars[0] = {&temperature_, temperatureEdges()};
        count = 1;
        run(false, temperature);
    }
    return substeps;
}

void HostFlow::advectTexture(float rate, const bool renew[2])
{
    for (int32_t layer = 0; layer < 2; ++layer)
    {
        Field* coordinates = &texture_[2 * layer];
        if (renew[layer])
        {
            for (int32_t axis = 0; axis < 2; ++axis)
            {
                forRows(shape_.ny,
                        [&](int32_t j) { std::fill_n(coordinates[axis].row(j), shape_.nx, 0.0f); });
            }
        }
        // What is carried is how far the picture has been displaced. It is there at the way's
        // end, and the way itself adds to it.
        AdvectJob job = jobFor(AdvectJob::At::cells, rate);
        useWays(job);
        job.count = 2;
        for (int32_t axis = 0; axis < 2; ++axis)
        {
            finishScalar(coordinates[axis], copiedEdges(), 1);
            job.from[axis] = coordinates[axis];
            job.to[axis] = textureNext_[axis];
        }
        const float h = shape_.cellSize;
        forRows(shape_.ny, [&](int32_t j) {
            kernels_.advect(job, j);
            float* x = textureNext_[0].row(j);
            float* y = textureNext_[1].row(j);
            addRow(x, h, wayX_[0].row(j), shape_.nx);
            addRow(y, h, wayY_[0].row(j), shape_.nx);
        });
        std::swap(coordinates[0], textureNext_[0]);
        std::swap(coordinates[1], textureNext_[1]);
    }
}

} // namespace tarn
