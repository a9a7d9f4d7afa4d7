// What V-cycles of the cpu backend are made of: sweeps, restriction and interpolation, in passes of
// several stages; see cpu_backend.h.
#include "backend/cpu/cpu_backend.h"

#include "backend/strip.h"

namespace tarn
{

int32_t CpuBackend::wavefrontTiles() const
{
    constexpr int32_t kFewThreads = 4;
    const int32_t threads = tasks_.threadCount();
    return threads <= kFewThreads ? threads : 2 * threads;
}

Wavefront CpuBackend::wavefront(const LevelView& v, const Stages& stages) const
{
    Wavefront w;
    w.rows = v.ny;
    w.stages = stages.count;
    w.ring = v.ringY;
    w.deepTail = stages.restricts;
    w.firstPair = stages.firstSweep;
    w.pairs = v.oddRing() ? 0 : stages.sweeps;
    return w.withTiles(worthTasks(v.ny, v.nx) ? wavefrontTiles() : 1);
}

Wavefront CpuBackend::throughWavefront(const LevelView& v, int32_t turns) const
{
    constexpr int32_t kAdvance = 4;
    Wavefront w = wavefront(v, {turns + 2, 1, turns / 2});
    w.advance = kAdvance;
    return w.withTiles(std::clamp(v.ny / (2 * w.leastRows()), 1, w.tiles));
}

bool CpuBackend::beginSweeps(const LevelView& v, Start start, float omega)
{
    const bool skipNeighbours = start == Start::fromZero && omega == 1.0f && !v.oddRing();
    if (start == Start::fromZero && !skipNeighbours)
    {
        clearField(v.x);
    }
    return skipNeighbours;
}

void CpuBackend::relax(const Level& level, int32_t sweeps, Order order, Start start, float omega)
{
    const LevelView v = view(level);
    const SweepKernels& kernels = sweepKernels();
    const int32_t first = order == Order::redFirst ? 0 : 1;
    const bool fromZero = beginSweeps(v, start, omega);
    const int32_t turns = 2 * sweeps;
    HalfSweeps halves(turns, first, omega, turns);
    if (fromZero)
    {
        halves.beginFromZero();
    }
    run(v, {turns, 0, sweeps},
        [&](const WavefrontStep& at) { rows_.relaxRow(kernels, v, at, halves, at.stage); });
}

void CpuBackend::relaxRows(const Level& level, RowFill r, std::span<const float> omegas, RowVisit x)
{
    LevelView v = view(level);
    const SweepKernels& sweep = sweepKernels();
    const TransferKernels& transfer = transferKernels();
    const auto turns = static_cast<int32_t>(omegas.size());
    const Wavefront w = throughWavefront(v, turns);
    if (!v.oddRing() && v.hasA)
    {
        w.sharePlaces(places_);
        v.x.places = places_;
        v.r.places = places_;
    }
    const bool fromZero = beginSweeps(v, Start::fromZero, omegas[0]);
    HalfSweeps halves(omegas);
    if (fromZero)
    {
        halves.beginFromZero();
    }
    runWavefront(tasks_, w, [&](const WavefrontStep& at) {
        if (at.stage == 0)
        {
            float* plain = plainRow(at.task);
            r(at.row, plain);
            putRow(transfer, v.r, at.row, plain);
        }
        else if (at.stage <= turns)
        {
            rows_.relaxRow(sweep, v, at, halves, at.stage - 1);
        }
        else
        {
            float* plain = plainRow(at.task);
            transfer.join(v.x.row(at.row, true), v.half, v.nx, plain);
            x(at.row, plain);
        }
    });
}

void CpuBackend::relaxAndRestrict(const Level& fineLevel, const Level& coarseLevel, int32_t sweeps,
                                  Start start)
{
    const LevelView fine = view(fineLevel);
    const LevelView coarse = view(coarseLevel);
    const SweepKernels& sweep = sweepKernels();
    const TransferKernels& transfer = transferKernels();
    const bool all = fine.oddRing();
    const bool fromZero = beginSweeps(fine, start, 1.0f);
    const int32_t last = 2 * sweeps;
    HalfSweeps halves(last, 0, 1.0f, 0);
    if (fromZero)
    {
        halves.beginFromZero();
    }
    run(fine, {last + 1, 0, sweeps, true}, [&](const WavefrontStep& at) {
        if (at.stage < last)
        {
            rows_.relaxRow(sweep, fine, at, halves, at.stage);
        }
        else if (at.row % 2 == 1 || at.row == fine.ny - 1)
        {
            transfer.restrictResidual(fine, coarse, at.row / 2, all);
        }
    });
}

Moments CpuBackend::writeRelaxAndRestrict(const Level& fineLevel, const Level& coarseLevel,
                                          RowFill r, int32_t sweeps)
{
    const LevelView fine = view(fineLevel);
    if (fine.oddRing()) // x must be cleared before
    {
        return Backend::writeRelaxAndRestrict(fineLevel, coarseLevel, r, sweeps);
    }
    const LevelView coarse = view(coarseLevel);
    const SweepKernels& sweep = sweepKernels();
    const TransferKernels& transfer = transferKernels();
    const SumKernels& sums = sumKernels();
    const int32_t last = 2 * sweeps + 1;
    HalfSweeps halves(2 * sweeps, 0, 1.0f, 0);
    halves.beginFromZero();
    run(fine, {last + 1, 1, sweeps, true}, [&](const WavefrontStep& at) {
        if (at.stage == 0)
        {
            float* plain = plainRow(at.task);
            r(at.row, plain);
            putRow(transfer, fine.r, at.row, plain);
            rowMoments_[at.row] = sums.moments(fine.r, at.row);
        }
        else if (at.stage < last)
        {
            rows_.relaxRow(sweep, fine, at, halves, at.stage - 1);
        }
        else if (at.row % 2 == 1 || at.row == fine.ny - 1)
        {
            transfer.restrictResidual(fine, coarse, at.row / 2, false);
        }
    });
    return sumOfMoments(fine.ny);
}

void CpuBackend::restrictRight(const Level& fineLevel, const Level& coarseLevel)
{
    const LevelView fine = view(fineLevel);
    const LevelView coarse = view(coarseLevel);
    const TransferKernels& transfer = transferKernels();
    forRows(coarse.ny, 2 * fine.nx,
            [&](int32_t J, float*) { transfer.restrictRight(fine, coarse, J); });
}

Moments CpuBackend::writeAndRestrict(const Level& fineLevel, const Level& coarseLevel, RowFill r)
{
    const LevelView fine = view(fineLevel);
    const LevelView coarse = view(coarseLevel);
    const TransferKernels& transfer = transferKernels();
    const SumKernels& sums = sumKernels();
    forRows(coarse.ny, 2 * fine.nx, [&](int32_t J, float* plain) {
        for (int32_t j = 2 * J; j < std::min(2 * J + 2, fine.ny); ++j)
        {
            r(j, plain);
            putRow(transfer, fine.r, j, plain);
            rowMoments_[j] = sums.moments(fine.r, j);
        }
        transfer.restrictRight(fine, coarse, J);
    });
    return sumOfMoments(fine.ny);
}

void CpuBackend::prolongAndRelax(const Level& coarseLevel, const Level& fineLevel, int32_t sweeps,
                                 Order order, Interpolation interpolation)
{
    const LevelView coarse = view(coarseLevel);
    const LevelView fine = view(fineLevel);
    const SweepKernels& sweep = sweepKernels();
    const TransferKernels& transfer = transferKernels();
    const int32_t first = order == Order::redFirst ? 0 : 1;
    const AxisShape& alongY = fineLevel.shape.y;
    const float omega = interpolation == Interpolation::linear ? fineLevel.omega : 1.0f;
    const HalfSweeps halves(2 * sweeps, first, omega, 2 * sweeps - 1);
    rows_.forgetJoined();
    run(fine, {2 * sweeps + 1, 1, sweeps}, [&](const WavefrontStep& at) {
        if (at.stage > 0)
        {
            rows_.relaxRow(sweep, fine, at, halves, at.stage - 1);
        }
        else if (interpolation == Interpolation::linear)
        {
            rows_.prolongRow(transfer, coarse, fine, alongY,
                             CycleRows::halvesBefore(fine, at.row, halves), Start::fromX, at);
        }
        else
        {
            transfer.prolongConstant(coarse, fine, at.row,
                                     CycleRows::halvesBefore(fine, at.row, halves));
        }
    });
}

double CpuBackend::prolongRelaxAndRestrict(const Level& coarseLevel, const Level& fineLevel,
                                           Start start, int32_t postSweeps, int32_t preSweeps)
{
    const LevelView coarse = view(coarseLevel);
    const LevelView fine = view(fineLevel);
    if (fine.oddRing()) // black cells at the seam keep a residual
    {
        beginSweeps(fine, start, 1.0f);
        prolongAndRelax(coarseLevel, fineLevel, postSweeps, Order::redFirst, Interpolation::linear);
        const double norm2 = residualNorm2(fineLevel);
        relaxAndRestrict(fineLevel, coarseLevel, preSweeps, Start::fromX);
        return norm2;
    }
    const SweepKernels& sweep = sweepKernels();
    const TransferKernels& transfer = transferKernels();
    const AxisShape& alongY = fineLevel.shape.y;
    const int32_t firstPre = 2 * postSweeps + 1;
    const int32_t last = firstPre + 2 * preSweeps;
    const HalfSweeps halves(last - 1, 0, fineLevel.omega, 2 * postSweeps - 1);
    rows_.forgetJoined();
    run(fine, {last + 1, 1, postSweeps + preSweeps, true}, [&](const WavefrontStep& at) {
        if (at.stage == 0)
        {
            rows_.prolongRow(transfer, coarse, fine, alongY,
                             CycleRows::halvesBefore(fine, at.row, halves), start, at);
        }
        else if (at.stage == firstPre)
        {
            rowSums_[at.row] = rows_.relaxRow(sweep, fine, at, halves, at.stage - 1, true);
        }
        else if (at.stage < last)
        {
            rows_.relaxRow(sweep, fine, at, halves, at.stage - 1);
        }
        else if (at.row % 2 == 1 || at.row == fine.ny - 1)
        {
            transfer.restrictResidual(fine, coarse, at.row / 2, false);
        }
    });
    return sumOfRows(fine.ny);
}

Measured CpuBackend::prolongRelaxAndMeasure(const Level& coarseLevel, const Level& fineLevel,
                                            Start start, int32_t sweeps, bool asks)
{
    const LevelView coarse = view(coarseLevel);
    const LevelView fine = view(fineLevel);
    const SweepKernels& sweep = sweepKernels();
    const TransferKernels& transfer = transferKernels();
    const SumKernels& sum = sumKernels();
    const AxisShape& alongY = fineLevel.shape.y;
    const HalfSweeps halves(2 * sweeps, 0, fineLevel.omega, 2 * sweeps - 1);
    rows_.forgetJoined();
    run(fine, {2 * sweeps + 2, 1, sweeps}, [&](const WavefrontStep& at) {
        if (at.stage == 0)
        {
            rows_.prolongRow(transfer, coarse, fine, alongY,
                             CycleRows::halvesBefore(fine, at.row, halves), start, at);
        }
        else if (at.stage <= 2 * sweeps)
        {
            rows_.relaxRow(sweep, fine, at, halves, at.stage - 1);
        }
        else
        {
            measureRow(sum, fine, at.row, asks);
        }
    });
    return {sumOfRows(fine.ny), sumOfMoments(fine.ny)};
}

void CpuBackend::solveStrip(const Level& level)
{
    const LevelView v = view(level);
    solveStripOf(v, strip_);
    for (int32_t j = 0; j < v.ny; ++j)
    {
        v.x.closeRing(j);
    }
}

void CpuBackend::jacobi(const Level& level, FieldId scratch, float omega)
{
    const LevelView v = view(level);
    const SplitField& next = field(scratch);
    const SweepKernels& sweep = sweepKernels();
    const SumKernels& sum = sumKernels();
    forRows(v.ny, v.nx, [&](int32_t j, float*) { sweep.jacobi(v, next, j, omega); });
    forRows(v.ny, v.nx, [&](int32_t j, float*) { sum.combine(v, v.x, 1.0f, next, 0.0f, j); });
}

} // namespace tarn
