// The cpu backend: the operations as SIMD kernels over rows, cut into tasks for threads.
//
// Sweeps run as wavefronts (wavefront.h, cycle_rows.h) over rows split into even and odd columns
// (split_rows.h); row_kernels.h has the arithmetic. Small grids stay on the calling thread.
//
// Fields, rows and sums over them are in cpu_backend.cpp, coefficients in cpu_coefficients.cpp,
// what V-cycles are made of in cpu_cycles.cpp, boxes in cpu_box.cpp.
#pragma once

#include "backend/backend.h"
#include "backend/box_kernels.h"
#include "backend/cpu/cycle_rows.h"
#include "backend/cpu/row_kernels.h"
#include "backend/cpu/wavefront.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

class CpuBackend final : public Backend
{
  public:
    explicit CpuBackend(Tasks& tasks) noexcept : tasks_(tasks) {}
    ~CpuBackend() override { deallocate(fields_, fieldCount_ * sizeof(SplitField)); }
    void destroy() noexcept override { destroyObject(this); }

    // ---- Memory

    size_t fieldBytes(std::span<const FieldSpec> specs) const override;
    tnResult createFields(std::span<const FieldSpec> specs, size_t spareBytes,
                          FieldId* out) override;
    std::span<std::byte> lend(FieldId first) override;
    void reclaim(FieldId first) override { std::ranges::fill(lend(first), std::byte{0}); }

    // ---- Rows

    void writeRows(FieldId id, RowFill fill) override;
    Moments writeCells(FieldId id, RowFill fill) override;
    void readRows(FieldId id, RowVisit visit) override;
    void readRow(FieldId id, int32_t j, float* values) override;
    void readScaledRow(FieldId id, int32_t j, float scale, float shift, float* values) override;
    void addRows(FieldId id, RowFill fill) override;
    void finishCoefficients(const Level& level) override;
    void finishA(const Level& level) override;

    // ---- Multigrid

    void coarsenCoefficients(const Level& fineLevel, const Level& coarseLevel) override;
    void coarsenA(const Level& fineLevel, const Level& coarseLevel) override;
    void relax(const Level& level, int32_t sweeps, Order order, Start start, float omega) override;
    void relaxRows(const Level& level, RowFill r, std::span<const float> omegas,
                   RowVisit x) override;
    void relaxAndRestrict(const Level& fineLevel, const Level& coarseLevel, int32_t sweeps,
                          Start start) override;
    Moments writeRelaxAndRestrict(const Level& fineLevel, const Level& coarseLevel, RowFill r,
                                  int32_t sweeps) override;
    bool restrictsRight() const override { return true; }
    void restrictRight(const Level& fineLevel, const Level& coarseLevel) override;
    Moments writeAndRestrict(const Level& fineLevel, const Level& coarseLevel, RowFill r) override;
    void prolongAndRelax(const Level& coarseLevel, const Level& fineLevel, int32_t sweeps,
                         Order order, Interpolation interpolation) override;
    double prolongRelaxAndRestrict(const Level& coarseLevel, const Level& fineLevel, Start start,
                                   int32_t postSweeps, int32_t preSweeps) override;
    Measured prolongRelaxAndMeasure(const Level& coarseLevel, const Level& fineLevel, Start start,
                                    int32_t sweeps, bool asks) override;
    void solveStrip(const Level& level) override;
    void jacobi(const Level& level, FieldId scratch, float omega) override;

    // ---- Boxes

    bool createBox(const GridShape& shape) override;
    bool prepareBox(const Level& level) override;
    Moments solveBox(const Level& level) override;
    Moments writeWaves(const Level& level, RowFill r, Rows waves) override;
    void solveWaves(const Level& level, Rows waves, float scale) override;

    // ---- Residuals and conjugate gradients

    double residualNorm2(const Level& level) override;
    Measured measure(const Level& level) override;
    void visitResidual(const Level& level, RowPairVisit visit) override;
    double subtractApplied(const Level& level, FieldId id, double factor) override;
    double subtractAppliedSum(const Level& level, FieldId left, FieldId right) override;
    double dotApplied(const Level& level, FieldId left, FieldId right) override;
    double dot(const Level& level, FieldId left, FieldId right) override;
    void combine(const Level& level, FieldId to, float alpha, FieldId from, float beta) override;

  private:
    // Rows in plain order that an operation on a row has at its disposal.
    static constexpr size_t kPlainRows = 3;

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

    static Sizes measure(std::span<const FieldSpec> specs);

    // What does not belong to the fields, and depends on the number of threads.
    size_t scratchBytes(std::span<const FieldSpec> specs) const;

    size_t rowTasks() const { return 4 * static_cast<size_t>(tasks_.threadCount()); }

    // The first of a task's kPlainRows rows in plain order.
    float* plainRow(int32_t task) const
    {
        return plain_ + static_cast<size_t>(task) * kPlainRows * plainRow_;
    }

    // Every cut costs a wedge, a tenth of a V-cycle on the coarser grids with four tiles a thread
    // in place of one. Many threads are seldom equally fast: they get two each, to share out.
    int32_t wavefrontTiles() const;

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
    const float* upperRow(const LevelView& fine, const SplitField& f, int32_t J) const;

    // Turns the conductances of fine faces into those of the coarse faces of a row. inside[I]:
    // that of the face between the children of coarse cell I.
    static void coarsenAlong(const TransferKernels& kernels, const AxisShape& fine, float* across,
                             const float* inside);

    // A row whose coefficients repeat those of the row before is uniform where that one is.
    void findUniform(const LevelView& v);

    bool worthTasks(int32_t rows, int32_t columns) const;

    // The stages of a wavefront: sweeps from one of them on, two half-sweeps each.
    struct Stages
    {
        int32_t count = 0;
        int32_t firstSweep = 0;
        int32_t sweeps = 0;
        bool restricts = false; // in the last one
    };

    Wavefront wavefront(const LevelView& v, const Stages& stages) const;

    template <class Operation>
    void run(const LevelView& v, const Stages& stages, Operation&& operation)
    {
        runWavefront(tasks_, wavefront(v, stages), operation);
    }

    // Of so many half-sweeps, with rows coming in before and going out after them. There are many
    // stages: where each does some rows before the next one follows, those stay in the first-level
    // cache (7 % of the time at 512 x 512). And tiles are high, so that few rows are in wedges.
    Wavefront throughWavefront(const LevelView& v, int32_t turns) const;

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

    void measureRow(const SumKernels& kernels, const LevelView& v, int32_t j, bool residual);

    Moments sumOfMoments(int32_t rows) const;

    double sumOfRows(int32_t rows) const;

    // Writes row j of f; the kernels take whole vectors.
    static void putRow(const TransferKernels& kernels, const SplitField& f, int32_t j,
                       float* plain);

    void clearField(const SplitField& f);

    // Whether the first half-sweep may leave out neighbours, since x counts as 0. Where a later
    // one would see what x held, x is made 0 instead: across the seam of an odd ring, and with
    // over-relaxation.
    bool beginSweeps(const LevelView& v, Start start, float omega);

    // Floats that a task needs for groups of rows that are transformed together, and for columns.
    static size_t boxRoom(const GridShape& shape);
    struct BoxGroup;
    template <class Body>
    void forBoxGroups(int32_t rows, Rows waves, Body&& body);
    void solveColumns(const BoxSystem& system, int32_t rows, Rows waves);

    // Lets every row that repeats the one before it use that one's memory.
    void shareRows(const SplitField& f);

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
    BoxTransform box_;
    Arena boxArena_;
    size_t boxRoom_ = 0;
    size_t boxTasks_ = 0;
    float* boxRooms_ = nullptr; // null: rows have no transform
    std::byte* end_ = nullptr;
    size_t spareBytes_ = 0; // before it
};

} // namespace tarn
