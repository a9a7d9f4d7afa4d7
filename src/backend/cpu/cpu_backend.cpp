// Fields of the cpu backend, rows in and out of them, and sums; see cpu_backend.h.
#include "backend/cpu/cpu_backend.h"

#include "backend/strip.h"

#include <numeric>

namespace tarn
{

namespace
{

// Below this many cells handing work to a thread costs more than the work (two microseconds
// against half a nanosecond a cell).
constexpr int64_t kCellsWorthATask = 8192;

} // namespace

bool CpuBackend::worthTasks(int32_t rows, int32_t columns) const
{
    return tasks_.threadCount() > 1 && int64_t{rows} * columns >= 2 * kCellsWorthATask;
}

// ---- Memory

CpuBackend::Sizes CpuBackend::measure(std::span<const FieldSpec> specs)
{
    Sizes sizes;
    for (const FieldSpec& spec : specs)
    {
        sizes.longest = std::max(
            {sizes.longest, static_cast<size_t>(spec.columns()), static_cast<size_t>(spec.rows())});
        sizes.row = std::max(sizes.row, rowFloats(spec) + 2 * kLanes);
    }
    return sizes;
}

size_t CpuBackend::scratchBytes(std::span<const FieldSpec> specs) const
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

size_t CpuBackend::fieldBytes(std::span<const FieldSpec> specs) const
{
    size_t bytes = 0;
    for (const FieldSpec& spec : specs)
    {
        bytes = addSizes(bytes, arenaBytes(static_cast<size_t>(spec.rows()), sizeof(int32_t)));
        if (spec.at == Staggering::facesX)
        {
            bytes = addSizes(bytes, arenaBytes(2 * rowFloats(spec), sizeof(float)));
            bytes =
                addSizes(bytes, arenaBytes(static_cast<size_t>(spec.rows()), sizeof(UniformSpan)));
        }
        bytes = addSizes(bytes, valueBytes(spec));
    }
    return bytes;
}

tnResult CpuBackend::createFields(std::span<const FieldSpec> specs, size_t spareBytes, FieldId* out)
{
    fields_ =
        static_cast<SplitField*>(allocate(specs.size() * sizeof(SplitField), alignof(SplitField)));
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
    spareBytes_ = spare;
    return tn_success;
}

std::span<std::byte> CpuBackend::lend(FieldId first)
{
    return {reinterpret_cast<std::byte*>(field(first).values), end_};
}

// ---- Rows

void CpuBackend::putRow(const TransferKernels& kernels, const SplitField& f, int32_t j,
                        float* plain)
{
    std::fill(plain + f.columns, plain + roundUp(f.columns, 2 * kLanes), 0.0f);
    kernels.split(plain, f.columns, f.row(j, true), f.half);
    f.closeRing(j);
}

void CpuBackend::writeRows(FieldId id, RowFill fill)
{
    const SplitField& f = field(id);
    const TransferKernels& kernels = transferKernels();
    forRows(f.rows, f.columns, [&](int32_t j, float* plain) {
        fill(j, plain);
        putRow(kernels, f, j, plain);
    });
}

Moments CpuBackend::writeCells(FieldId id, RowFill fill)
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

void CpuBackend::readRows(FieldId id, RowVisit visit)
{
    const SplitField& f = field(id);
    const TransferKernels& kernels = transferKernels();
    forRows(f.rows, f.columns, [&](int32_t j, float* plain) {
        kernels.join(f.row(j), f.half, f.columns, plain);
        visit(j, plain);
    });
}

void CpuBackend::readRow(FieldId id, int32_t j, float* values)
{
    const SplitField& f = field(id);
    transferKernels().join(f.row(j), f.half, f.columns, values);
}

void CpuBackend::readScaledRow(FieldId id, int32_t j, float scale, float shift, float* values)
{
    const SplitField& f = field(id);
    transferKernels().joinScaled(f.row(j), f.half, f.columns, scale, shift, values);
}

void CpuBackend::addRows(FieldId id, RowFill fill)
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

void CpuBackend::clearField(const SplitField& f)
{
    forRows(f.rows, f.columns, [&](int32_t j, float*) { std::fill_n(f.row(j), 2 * f.half, 0.0f); });
}

// ---- Residuals and conjugate gradients

double CpuBackend::sumOfRows(int32_t rows) const
{
    double sum = 0.0;
    for (int32_t j = 0; j < rows; ++j)
    {
        sum += rowSums_[j];
    }
    return sum;
}

Moments CpuBackend::sumOfMoments(int32_t rows) const
{
    Moments all;
    for (int32_t j = 0; j < rows; ++j)
    {
        all.sum += rowMoments_[j].sum;
        all.squares += rowMoments_[j].squares;
    }
    return all;
}

void CpuBackend::measureRow(const SumKernels& kernels, const LevelView& v, int32_t j, bool residual)
{
    rowSums_[j] = residual ? kernels.residualNorm2(v, j) : 0.0;
    rowMoments_[j] = kernels.moments(v.x, j);
}

double CpuBackend::residualNorm2(const Level& level)
{
    const LevelView v = view(level);
    const SumKernels& kernels = sumKernels();
    return sumRows(v, [&](int32_t j) { return kernels.residualNorm2(v, j); });
}

Measured CpuBackend::measure(const Level& level)
{
    const LevelView v = view(level);
    const SumKernels& sum = sumKernels();
    forRows(v.ny, v.nx, [&](int32_t j, float*) { measureRow(sum, v, j, true); });
    return {sumOfRows(v.ny), sumOfMoments(v.ny)};
}

void CpuBackend::visitResidual(const Level& level, RowPairVisit visit)
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

double CpuBackend::subtractApplied(const Level& level, FieldId id, double factor)
{
    const LevelView v = view(level);
    const SplitField& f = field(id);
    const SumKernels& kernels = sumKernels();
    return sumRows(v, [&](int32_t j) { return kernels.subtractApplied(v, f, nullptr, j, factor); });
}

double CpuBackend::subtractAppliedSum(const Level& level, FieldId left, FieldId right)
{
    const LevelView v = view(level);
    const SplitField& f = field(left);
    const SplitField& g = field(right);
    const SumKernels& kernels = sumKernels();
    return sumRows(v, [&](int32_t j) { return kernels.subtractApplied(v, f, &g, j, 1.0); });
}

double CpuBackend::dotApplied(const Level& level, FieldId left, FieldId right)
{
    const LevelView v = view(level);
    const SplitField& f = field(left);
    const SplitField& g = field(right);
    const SumKernels& kernels = sumKernels();
    return sumRows(v, [&](int32_t j) { return kernels.dotApplied(v, f, g, j); });
}

double CpuBackend::dot(const Level& level, FieldId left, FieldId right)
{
    const LevelView v = view(level);
    const SplitField& f = field(left);
    const SplitField& g = field(right);
    const SumKernels& kernels = sumKernels();
    return sumRows(v, [&](int32_t j) { return kernels.dot(v, f, g, j); });
}

void CpuBackend::combine(const Level& level, FieldId to, float alpha, FieldId from, float beta)
{
    const LevelView v = view(level);
    const SplitField& f = field(to);
    const SplitField& g = field(from);
    const SumKernels& kernels = sumKernels();
    forRows(v.ny, v.nx, [&](int32_t j, float*) { kernels.combine(v, f, alpha, g, beta, j); });
}

Backend* createCpuBackend(Tasks& tasks)
{
    return makeObject<CpuBackend>(tasks);
}

} // namespace tarn
