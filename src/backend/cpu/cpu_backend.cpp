// The cpu backend: the operations as SIMD kernels over rows, cut into tasks for threads.
//
// Sweeps run as wavefronts (wavefront.h, cycle_rows.h) over rows split into even and odd columns
// (split_rows.h); row_kernels.h has the arithmetic. Small grids stay on the calling thread.
#include "backend/backend.h"
#include "backend/cpu/cycle_rows.h"
#include "backend/cpu/row_kernels.h"
#include "backend/cpu/wavefront.h"
#include "backend/strip.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace tarn
{

namespace
{

// Below this many cells handing work to a thread costs more than the work (two microseconds
// against half a nanosecond a cell).
constexpr int64_t kCellsWorthATask = 8192;

// Rows in plain order that an operation on a row has at its disposal.
constexpr size_t kPlainRows = 3;

class CpuBackend final : public Backend
{
  public:
    explicit CpuBackend(Tasks& tasks) noexcept : tasks_(tasks) {}
    ~CpuBackend() override { deallocate(fields_, fieldCount_ * sizeof(SplitField)); }
    void destroy() noexcept override { destroyObject(this); }

    // ---- Memory

    size_t fieldBytes(std::span<const FieldSpec> specs) const override
    {
        size_t bytes = 0;
        for (const FieldSpec& spec : specs)
        {
            bytes = addSizes(bytes, arenaBytes(static_cast<size_t>(spec.rows()), sizeof(int32_t)));
            if (spec.at == Staggering::facesX)
            {
                bytes = addSizes(bytes, arenaBytes(2 * rowFloats(spec), sizeof(float)));
                bytes = addSizes(bytes,
                                 arenaBytes(static_cast<size_t>(spec.rows()), sizeof(UniformSpan)));
            }
            bytes = addSizes(bytes, valueBytes(spec));
        }
        return bytes;
    }

    tnResult createFields(std::span<const FieldSpec> specs, size_t spareBytes,
                          FieldId* out) override
    {
        fields_ = static_cast<SplitField*>(
            allocate(specs.size() * sizeof(SplitField), alignof(SplitField)));
        fieldCount_ = fields_ != nullptr ? specs.size() : 0;
        const size_t spare = spareBytes / kAlignment * kAlignment;
        if (fields_ == nullptr || !arena_.create(addSizes(fieldBytes(specs), spare)) ||
            !scratch_.create(scratchBytes(specs)))
        {
            return tn_errorOutOfMemory;
        }
        const Sizes sizes = measure(specs);
        strip_ = scratch_.take<double>(stripDoubles(sizes.longest));
        rowSums_ = scratch_.take<double>(sizes.longest);
        rowMoments_ = scratch_.take<Moments>(sizes.longest);
        places_ = scratch_.take<int32_t>(sizes.longest);
        zeros_ = scratch_.take<float>(sizes.row);
        plainRow_ = sizes.row;
        plain_ = scratch_.take<float>(rowTasks() * kPlainRows * sizes.row);
        rows_.plain = plain_;
        rows_.plainRow = plainRow_;
        rows_.plainTask = kPlainRows * plainRow_;
        rows_.joined = {scratch_.take<int32_t>(2 * rowTasks()), 2 * rowTasks()};
        rows_.fetches = CycleRows::isWorthFetching(specs);
        for (size_t i = 0; i < specs.size(); ++i)
        {
            const size_t rows = static_cast<size_t>(specs[i].rows());
            const size_t row = rowFloats(specs[i]);
            SplitField& f = fields_[i];
            f = {};
            f.columns = specs[i].columns();
            f.rows = specs[i].rows();
            f.half = static_cast<int32_t>(row / 2);
            f.ring = specs[i].ringX;
            f.source = arena_.take<int32_t>(rows);
            std::iota(f.source, f.source + rows, 0);
            if (specs[i].at == Staggering::facesX)
            {
                f.shapeOuter = arena_.take<float>(2 * row);
                f.shapeInner = f.shapeOuter + row;
                f.uniform = arena_.take<UniformSpan>(rows);
            }
            out[i].index = static_cast<int32_t>(i);
        }
        for (size_t i = 0; i < specs.size(); ++i)
        {
            fields_[i].values = arena_.take<float>(valueBytes(specs[i]) / sizeof(float));
        }
        end_ = arena_.take<std::byte>(spare) + spare;
        return tn_success;
    }

    std::span<std::byte> lend(FieldId first) override
    {
        return {reinterpret_cast<std::byte*>(field(first).values), end_};
    }

    void reclaim(FieldId first) override { std::ranges::fill(lend(first), std::byte{0}); }

    // ---- Rows

    void writeRows(FieldId id, RowFill fill) override
    {
        const SplitField& f = field(id);
        const TransferKernels& kernels = transferKernels();
        forRows(f.rows, f.columns, [&](int32_t j, float* plain) {
            fill(j, plain);
            putRow(kernels, f, j, plain);
        });
    }

    Moments writeCells(FieldId id, RowFill fill) override
    {
        const SplitField& f = field(id);
        const TransferKernels& kernels = transferKernels();
        const SumKernels& sums = sumKernels();
        forRows(f.rows, f.columns, [&](int32_t j, float* plain) {
            fill(j, plain);
            putRow(kernels, f, j, plain);
            rowMoments_[j] = sums.moments(f, j);
        });
        return sumOfMoments(f.rows);
    }

    void readRows(FieldId id, RowVisit visit) override
    {
        const SplitField& f = field(id);
        const TransferKernels& kernels = transferKernels();
        forRows(f.rows, f.columns, [&](int32_t j, float* plain) {
            kernels.join(f.row(j), f.half, f.columns, plain);
            visit(j, plain);
        });
    }

    void readRow(FieldId id, int32_t j, float* values) override
    {
        const SplitField& f = field(id);
        transferKernels().join(f.row(j), f.half, f.columns, values);
    }

    void readScaledRow(FieldId id, int32_t j, float scale, float shift, float* values) override
    {
        const SplitField& f = field(id);
        transferKernels().joinScaled(f.row(j), f.half, f.columns, scale, shift, values);
    }

    void addRows(FieldId id, RowFill fill) override
    {
        const SplitField& f = field(id);
        const TransferKernels& kernels = transferKernels();
        forRows(f.rows, f.columns, [&](int32_t j, float* plain) {
            float* row = plain + plainRow_;
            fill(j, plain);
            kernels.join(f.row(j), f.half, f.columns, row);
            for (int32_t i = 0; i < f.columns; ++i)
            {
                row[i] += plain[i];
            }
            putRow(kernels, f, j, row);
        });
    }

    void finishCoefficients(const Level& level) override
    {
        shareRows(field(level.cx));
        shareRows(field(level.cy));
        if (level.hasA)
        {
            shareRows(field(level.a));
        }
        const LevelView v = view(level);
        for (int32_t i = 0; i < v.nx; ++i)
        {
            const InterpolationShape shape = interpolationShape(level.shape.x, i);
            const int32_t at = (i & 1) * v.half + (i >> 1);
            v.cx.shapeOuter[at] = shape.outer;
            v.cx.shapeInner[at] = shape.inner;
        }
        findUniform(v);
    }

    void finishA(const Level& level) override
    {
        shareRows(field(level.a));
        findUniform(view(level));
    }

    // ---- Multigrid

    void coarsenCoefficients(const Level& fineLevel, const Level& coarseLevel) override
    {
        const LevelView fine = view(fineLevel);
        const LevelView coarse = view(coarseLevel);
        const TransferKernels& kernels = transferKernels();
        const GridShape& shape = fineLevel.shape;
        // Fine faces on a coarse one are even, those inside a coarse cell odd: positions in the
        // halves of a row are coarse numbers.
        forRows(coarse.ny, coarse.nx, [&](int32_t J, float* across) {
            float* inside = across + plainRow_;
            const float* low = fine.cxRow(2 * J);
            const float* high = upperRow(fine, fine.cx, J);
            kernels.addRows(low, high, coarse.nx + 1, 1.0f, across);
            kernels.addRows(low + fine.half, high + fine.half, coarse.nx, 1.0f, inside);
            const int32_t lastFine = (fine.nx & 1) * fine.half + (fine.nx >> 1);
            across[coarse.nx] = low[lastFine] + high[lastFine];
            if (fine.nx % 2 == 1)
            {
                inside[coarse.nx - 1] = 0.0f; // an only child
            }
            coarsenAlong(kernels, shape.x, across, inside);
            putRow(kernels, coarse.cx, J, across);
        });
        forRows(coarse.ny + 1, coarse.nx, [&](int32_t J, float* across) {
            float* low = across + plainRow_;
            float* high = low + plainRow_;
            const CoarseFace face = coarseFace(shape.y, J);
            const auto inside = [&](int32_t cell, float* out) {
                const bool two = cell >= 0 && 2 * cell + 1 < fine.ny;
                const float* row = two ? fine.cyRow(2 * cell + 1) : zeros_;
                kernels.addRows(row, row + fine.half, coarse.nx, 1.0f, out);
            };
            const float* row = fine.cyRow(std::min(2 * J, fine.ny));
            kernels.addRows(row, row + fine.half, coarse.nx, 1.0f, across);
            inside(face.low, low);
            inside(face.high, high);
            kernels.coarsenFaces(across, low, high, coarse.nx, face);
            putRow(kernels, coarse.cy, J, across);
        });
        if (fine.hasA)
        {
            coarsenA(fineLevel, coarseLevel);
        }
        finishCoefficients(coarseLevel);
    }

    void coarsenA(const Level& fineLevel, const Level& coarseLevel) override
    {
        const LevelView fine = view(fineLevel);
        const LevelView coarse = view(coarseLevel);
        const TransferKernels& kernels = transferKernels();
        forRows(coarse.ny, coarse.nx, [&](int32_t J, float* plain) {
            float* left = plain;
            float* right = plain + plainRow_;
            const float* low = fine.aRow(2 * J);
            const float* high = upperRow(fine, fine.a, J);
            kernels.addRows(low, high, coarse.nx, 1.0f, left);
            kernels.addRows(low + fine.half, high + fine.half, coarse.nx, 1.0f, right);
            kernels.addRows(left, right, coarse.nx, 1.0f, left);
            putRow(kernels, coarse.a, J, left);
        });
    }

    void relax(const Level& level, int32_t sweeps, Order order, Start start, float omega) override
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

    void relaxRows(const Level& level, RowFill r, std::span<const float> omegas,
                   RowVisit x) override
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

    void relaxAndRestrict(const Level& fineLevel, const Level& coarseLevel, int32_t sweeps,
                          Start start) override
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

    Moments writeRelaxAndRestrict(const Level& fineLevel, const Level& coarseLevel, RowFill r,
                                  int32_t sweeps) override
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

    void prolongAndRelax(const Level& coarseLevel, const Level& fineLevel, int32_t sweeps,
                         Order order, Interpolation interpolation) override
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
                                 CycleRows::halvesBefore(fine, at.row, halves), at);
            }
            else
            {
                transfer.prolongConstant(coarse, fine, at.row,
                                         CycleRows::halvesBefore(fine, at.row, halves));
            }
        });
    }

    double prolongRelaxAndRestrict(const Level& coarseLevel, const Level& fineLevel,
                                   int32_t postSweeps, int32_t preSweeps) override
    {
        const LevelView coarse = view(coarseLevel);
        const LevelView fine = view(fineLevel);
        if (fine.oddRing()) // black cells at the seam keep a residual
        {
            prolongAndRelax(coarseLevel, fineLevel, postSweeps, Order::redFirst,
                            Interpolation::linear);
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
                                 CycleRows::halvesBefore(fine, at.row, halves), at);
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

    Measured prolongRelaxAndMeasure(const Level& coarseLevel, const Level& fineLevel,
                                    int32_t sweeps, bool asks) override
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
                                 CycleRows::halvesBefore(fine, at.row, halves), at);
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

    void solveStrip(const Level& level) override
    {
        const LevelView v = view(level);
        solveStripOf(v, strip_);
        for (int32_t j = 0; j < v.ny; ++j)
        {
            v.x.closeRing(j);
        }
    }

    void jacobi(const Level& level, FieldId scratch, float omega) override
    {
        const LevelView v = view(level);
        const SplitField& next = field(scratch);
        const SweepKernels& sweep = sweepKernels();
        const SumKernels& sum = sumKernels();
        forRows(v.ny, v.nx, [&](int32_t j, float*) { sweep.jacobi(v, next, j, omega); });
        forRows(v.ny, v.nx, [&](int32_t j, float*) { sum.combine(v, v.x, 1.0f, next, 0.0f, j); });
    }

    // ---- Residuals and conjugate gradients

    double residualNorm2(const Level& level) override
    {
        const LevelView v = view(level);
        const SumKernels& kernels = sumKernels();
        return sumRows(v, [&](int32_t j) { return kernels.residualNorm2(v, j); });
    }

    Measured measure(const Level& level) override
    {
        const LevelView v = view(level);
        const SumKernels& sum = sumKernels();
        forRows(v.ny, v.nx, [&](int32_t j, float*) { measureRow(sum, v, j, true); });
        return {sumOfRows(v.ny), sumOfMoments(v.ny)};
    }

    void visitResidual(const Level& level, RowPairVisit visit) override
    {
        const LevelView v = view(level);
        const SumKernels& kernels = sumKernels();
        forRows((v.ny + 1) / 2, 2 * v.nx, [&](int32_t pair, float* plain) {
            float* lower = plain;
            float* upper = 2 * pair + 1 < v.ny ? plain + plainRow_ : nullptr;
            kernels.residual(v, 2 * pair, lower);
            if (upper != nullptr)
            {
                kernels.residual(v, 2 * pair + 1, upper);
            }
            visit(pair, lower, upper);
        });
    }

    double subtractApplied(const Level& level, FieldId id, double factor) override
    {
        const LevelView v = view(level);
        const SplitField& f = field(id);
        const SumKernels& kernels = sumKernels();
        return sumRows(
            v, [&](int32_t j) { return kernels.subtractApplied(v, f, nullptr, j, factor); });
    }

    double subtractAppliedSum(const Level& level, FieldId left, FieldId right) override
    {
        const LevelView v = view(level);
        const SplitField& f = field(left);
        const SplitField& g = field(right);
        const SumKernels& kernels = sumKernels();
        return sumRows(v, [&](int32_t j) { return kernels.subtractApplied(v, f, &g, j, 1.0); });
    }

    double dotApplied(const Level& level, FieldId left, FieldId right) override
    {
        const LevelView v = view(level);
        const SplitField& f = field(left);
        const SplitField& g = field(right);
        const SumKernels& kernels = sumKernels();
        return sumRows(v, [&](int32_t j) { return kernels.dotApplied(v, f, g, j); });
    }

    double dot(const Level& level, FieldId left, FieldId right) override
    {
        const LevelView v = view(level);
        const SplitField& f = field(left);
        const SplitField& g = field(right);
        const SumKernels& kernels = sumKernels();
        return sumRows(v, [&](int32_t j) { return kernels.dot(v, f, g, j); });
    }

    void combine(const Level& level, FieldId to, float alpha, FieldId from, float beta) override
    {
        const LevelView v = view(level);
        const SplitField& f = field(to);
        const SplitField& g = field(from);
        const SumKernels& kernels = sumKernels();
        forRows(v.ny, v.nx, [&](int32_t j, float*) { kernels.combine(v, f, alpha, g, beta, j); });
    }

  private:
    struct Sizes
    {
        size_t longest = 1; // cells or faces along an axis
        size_t row = 1;     // floats in a row, padding included
    };

    // A face field's row is as long as its grid's: see split_rows.h.
    static size_t rowFloats(const FieldSpec& spec)
    {
        return 2 * static_cast<size_t>(halfRow(spec.nx));
    }

    static size_t valueBytes(const FieldSpec& spec)
    {
        return arenaBytes(rowFloats(spec) * static_cast<size_t>(spec.rows()), sizeof(float));
    }

    static Sizes measure(std::span<const FieldSpec> specs)
    {
        Sizes sizes;
        for (const FieldSpec& spec : specs)
        {
            sizes.longest = std::max({sizes.longest, static_cast<size_t>(spec.columns()),
                                      static_cast<size_t>(spec.rows())});
            sizes.row = std::max(sizes.row, rowFloats(spec) + 2 * kLanes);
        }
        return sizes;
    }

    // What does not belong to the fields, and depends on the number of threads.
    size_t scratchBytes(std::span<const FieldSpec> specs) const
    {
        const Sizes sizes = measure(specs);
        size_t bytes = arenaBytes(stripDoubles(sizes.longest), sizeof(double));
        bytes = addSizes(bytes, arenaBytes(sizes.longest, sizeof(double)));
        bytes = addSizes(bytes, arenaBytes(sizes.longest, sizeof(Moments)));
        bytes = addSizes(bytes, arenaBytes(sizes.longest, sizeof(int32_t)));
        bytes = addSizes(bytes, arenaBytes(sizes.row, sizeof(float)));
        bytes = addSizes(bytes, arenaBytes(2 * rowTasks(), sizeof(int32_t)));
        return addSizes(bytes, arenaBytes(rowTasks() * kPlainRows * sizes.row, sizeof(float)));
    }

    size_t rowTasks() const { return 4 * static_cast<size_t>(tasks_.threadCount()); }

    // The first of a task's kPlainRows rows in plain order.
    float* plainRow(int32_t task) const
    {
        return plain_ + static_cast<size_t>(task) * kPlainRows * plainRow_;
    }

    // Every cut costs a wedge, a tenth of a V-cycle on the coarser grids with four tiles a thread
    // in place of one. Many threads are seldom equally fast: they get two each, to share out.
    int32_t wavefrontTiles() const
    {
        constexpr int32_t kFewThreads = 4;
        const int32_t threads = tasks_.threadCount();
        return threads <= kFewThreads ? threads : 2 * threads;
    }

    const SplitField& field(FieldId id) const { return fields_[id.index]; }

    LevelView view(const Level& level) const
    {
        LevelView v;
        v.nx = level.shape.x.cells;
        v.ny = level.shape.y.cells;
        v.half = halfRow(v.nx);
        v.ringX = level.shape.x.periodic();
        v.ringY = level.shape.y.periodic();
        v.hasA = level.hasA;
        v.x = field(level.x);
        v.r = field(level.r);
        v.cx = field(level.cx);
        v.cy = field(level.cy);
        v.a = field(level.a);
        v.zeros = zeros_;
        return v;
    }

    // Of the two rows of coefficients that coarse row J covers, the second; 0 where it has but one.
    const float* upperRow(const LevelView& fine, const SplitField& f, int32_t J) const
    {
        return 2 * J + 1 < fine.ny ? f.row(f.source[2 * J + 1]) : zeros_;
    }

    // Turns the conductances of fine faces into those of the coarse faces of a row. inside[I]:
    // that of the face between the children of coarse cell I.
    static void coarsenAlong(const TransferKernels& kernels, const AxisShape& fine, float* across,
                             const float* inside)
    {
        const int32_t cells = coarsened(fine).cells;
        const auto ends = [&](int32_t I) {
            const CoarseFace face = coarseFace(fine, I);
            const float low = face.low >= 0 ? inside[face.low] : 0.0f;
            const float high = face.high >= 0 ? inside[face.high] : 0.0f;
            return face.open ? coarseConductance(across[I], low, face.lowShare, high,
                                                 face.highShare, face.leastInner)
                             : 0.0f;
        };
        const float first = ends(0);
        const float lastButOne = ends(cells - 1);
        const float last = ends(cells);
        const CoarseFace inner = {true, 0, 0, 0.5f, 0.5f, kLeastInner};
        kernels.coarsenFaces(across + 1, inside, inside + 1, cells - 2, inner);
        across[cells - 1] = lastButOne;
        across[0] = first;
        across[cells] = last;
    }

    // A row whose coefficients repeat those of the row before is uniform where that one is.
    void findUniform(const LevelView& v)
    {
        const TransferKernels& kernels = transferKernels();
        const auto repeats = [&](int32_t j) {
            return j > 0 && v.cx.source[j] == v.cx.source[j - 1] &&
                   v.cy.source[j] == v.cy.source[j - 1] && v.cy.source[j + 1] == v.cy.source[j] &&
                   (!v.hasA || v.a.source[j] == v.a.source[j - 1]);
        };
        forRows(v.ny, v.nx, [&](int32_t j, float*) {
            if (!repeats(j))
            {
                v.cx.uniform[j] = kernels.findUniform(v, j);
            }
        });
        for (int32_t j = 1; j < v.ny; ++j)
        {
            v.cx.uniform[j] = v.cx.uniform[repeats(j) ? j - 1 : j];
        }
    }

    bool worthTasks(int32_t rows, int32_t columns) const
    {
        return tasks_.threadCount() > 1 && int64_t{rows} * columns >= 2 * kCellsWorthATask;
    }

    // The stages of a wavefront: sweeps from one of them on, two half-sweeps each.
    struct Stages
    {
        int32_t count = 0;
        int32_t firstSweep = 0;
        int32_t sweeps = 0;
        bool restricts = false; // in the last one
    };

    Wavefront wavefront(const LevelView& v, const Stages& stages) const
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

    template <class Operation>
    void run(const LevelView& v, const Stages& stages, Operation&& operation)
    {
        runWavefront(tasks_, wavefront(v, stages), operation);
    }

    // Of so many half-sweeps, with rows coming in before and going out after them. There are many
    // stages: where each does some rows before the next one follows, those stay in the first-level
    // cache (7 % of the time at 512 x 512). And tiles are high, so that few rows are in wedges.
    Wavefront throughWavefront(const LevelView& v, int32_t turns) const
    {
        constexpr int32_t kAdvance = 4;
        Wavefront w = wavefront(v, {turns + 2, 1, turns / 2});
        w.advance = kAdvance;
        return w.withTiles(std::clamp(v.ny / (2 * w.leastRows()), 1, w.tiles));
    }

    // body(row, scratch) for every row, at the same time where that pays; scratch holds
    // kPlainRows rows in plain order.
    template <class Body>
    void forRows(int32_t rows, int32_t columns, Body&& body)
    {
        const int32_t count =
            worthTasks(rows, columns) ? std::min(rows, static_cast<int32_t>(rowTasks())) : 1;
        tasks_.parallelFor(count, [&](int32_t task) {
            float* scratch = plainRow(task);
            const auto begin = static_cast<int32_t>(int64_t{rows} * task / count);
            const auto end = static_cast<int32_t>(int64_t{rows} * (task + 1) / count);
            for (int32_t j = begin; j < end; ++j)
            {
                body(j, scratch);
            }
        });
    }

    template <class Value>
    double sumRows(const LevelView& v, Value&& value)
    {
        forRows(v.ny, v.nx, [&](int32_t j, float*) { rowSums_[j] = value(j); });
        return sumOfRows(v.ny);
    }

    void measureRow(const SumKernels& kernels, const LevelView& v, int32_t j, bool residual)
    {
        rowSums_[j] = residual ? kernels.residualNorm2(v, j) : 0.0;
        rowMoments_[j] = kernels.moments(v.x, j);
    }

    Moments sumOfMoments(int32_t rows) const
    {
        Moments all;
        for (int32_t j = 0; j < rows; ++j)
        {
            all.sum += rowMoments_[j].sum;
            all.squares += rowMoments_[j].squares;
        }
        return all;
    }

    double sumOfRows(int32_t rows) const
    {
        double sum = 0.0;
        for (int32_t j = 0; j < rows; ++j)
        {
            sum += rowSums_[j];
        }
        return sum;
    }

    // Writes row j of f; the kernels take whole vectors.
    static void putRow(const TransferKernels& kernels, const SplitField& f, int32_t j, float* plain)
    {
        std::fill(plain + f.columns, plain + roundUp(f.columns, 2 * kLanes), 0.0f);
        kernels.split(plain, f.columns, f.row(j, true), f.half);
        f.closeRing(j);
    }

    void clearField(const SplitField& f)
    {
        forRows(f.rows, f.columns,
                [&](int32_t j, float*) { std::fill_n(f.row(j), 2 * f.half, 0.0f); });
    }

    // Whether the first half-sweep may leave out neighbours, since x counts as 0. Where a later
    // one would see what x held, x is made 0 instead: across the seam of an odd ring, and with
    // over-relaxation.
    bool beginSweeps(const LevelView& v, Start start, float omega)
    {
        const bool skipNeighbours = start == Start::fromZero && omega == 1.0f && !v.oddRing();
        if (start == Start::fromZero && !skipNeighbours)
        {
            clearField(v.x);
        }
        return skipNeighbours;
    }

    // Lets every row that repeats the one before it use that one's memory.
    void shareRows(const SplitField& f)
    {
        const size_t bytes = 2 * static_cast<size_t>(f.half) * sizeof(float);
        forRows(f.rows, f.columns, [&](int32_t j, float*) {
            const bool repeats = j > 0 && std::memcmp(f.row(j), f.row(j - 1), bytes) == 0;
            f.source[j] = repeats ? -1 : j;
        });
        for (int32_t j = 1; j < f.rows; ++j)
        {
            f.source[j] = f.source[j] < 0 ? f.source[j - 1] : j;
        }
    }

    Tasks& tasks_;
    Arena arena_;
    Arena scratch_;
    SplitField* fields_ = nullptr;
    size_t fieldCount_ = 0;
    double* strip_ = nullptr;
    double* rowSums_ = nullptr; // one a row
    Moments* rowMoments_ = nullptr;
    float* zeros_ = nullptr; // a row of them
    float* plain_ = nullptr; // kPlainRows rows in plain order for every row task
    size_t plainRow_ = 0;
    int32_t* places_ = nullptr; // one a row
    CycleRows rows_;
    std::byte* end_ = nullptr;
};

} // namespace

Backend* createCpuBackend(Tasks& tasks)
{
    return makeObject<CpuBackend>(tasks);
}

} // namespace tarn
