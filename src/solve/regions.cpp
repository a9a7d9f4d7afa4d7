// Finding closed regions and taking means over them; see regions.h.
#include "solve/regions.h"

#include "solve/host_rows.h"

#include <algorithm>

namespace tarn
{

namespace
{

// Rows that one task labels; a matter of speed only, the regions are the same.
constexpr int32_t kBandRows = 64;

// Tasks that sums are made by at most, each with a buffer for a row.
constexpr int32_t kSumTasks = 8;

size_t rowBuffer(const GridShape& shape)
{
    return static_cast<size_t>(shape.x.cells) + 32;
}

// Regions whose means are taken at once: one for every 64 cells, at least 64.
size_t tableFor(size_t cells)
{
    return std::max<size_t>(64, cells / 64);
}

size_t cellsOf(const GridShape& shape)
{
    return static_cast<size_t>(shape.x.cells) * static_cast<size_t>(shape.y.cells);
}

} // namespace

size_t Regions::memoryBytes(const GridShape& shape)
{
    const size_t cells = cellsOf(shape);
    const size_t rows = static_cast<size_t>(shape.y.cells);
    const size_t table = tableFor(cells);
    return arenaBytes(cells, sizeof(uint32_t)) + arenaBytes(table, sizeof(double)) +
           arenaBytes(table, sizeof(uint32_t)) + arenaBytes(rows, sizeof(double)) +
           arenaBytes(rows, sizeof(uint64_t)) +
           arenaBytes(kSumTasks * rowBuffer(shape), sizeof(float));
}

bool Regions::create(const GridShape& shape)
{
    if (!arena_.create(memoryBytes(shape)))
    {
        return false;
    }
    shape_ = shape;
    const size_t cells = cellsOf(shape);
    tableSize_ = static_cast<uint32_t>(tableFor(cells));
    labels_ = arena_.take<uint32_t>(cells);
    sums_ = arena_.take<double>(tableSize_);
    sizes_ = arena_.take<uint32_t>(tableSize_);
    rowSums_ = arena_.take<double>(static_cast<size_t>(shape.y.cells));
    rowSizes_ = arena_.take<uint64_t>(static_cast<size_t>(shape.y.cells));
    bufferFloats_ = rowBuffer(shape);
    buffers_ = arena_.take<float>(kSumTasks * bufferFloats_);
    return true;
}

uint32_t Regions::root(uint32_t cell) const
{
    while (labels_[cell] != cell)
    {
        cell = labels_[cell];
    }
    return cell;
}

void Regions::join(uint32_t a, uint32_t b)
{
    a = root(a);
    b = root(b);
    const uint32_t low = std::min(a, b);
    labels_[std::max(a, b)] = low;
}

// Labels the cells of rows begin to end: solid, or the first cell of their run, whose own label
// leads on to its region.
void Regions::labelBand(const Domain& domain, int32_t begin, int32_t end)
{
    for (int32_t j = begin; j < end; ++j)
    {
        uint32_t run = kSolid;
        for (int32_t i = 0; i < shape_.x.cells; ++i)
        {
            if (domain.isSolid(i, j))
            {
                run = kSolid;
            }
            else if (i == 0 || run == kSolid || !(domain.cx(i, j) > 0.0f))
            {
                run = cellAt(i, j);
            }
            labels_[cellAt(i, j)] = run;
        }
        const bool wraps = shape_.x.periodic() && domain.cx(0, j) > 0.0f;
        if (wraps)
        {
            join(cellAt(0, j), cellAt(shape_.x.cells - 1, j));
        }
        if (j > begin)
        {
            joinRows(domain, j - 1, j, j);
        }
    }
}

// Joins the cells of two rows through the open ones of the faces between them.
void Regions::joinRows(const Domain& domain, int32_t lower, int32_t upper, int32_t face)
{
    uint32_t lastLower = kSolid;
    uint32_t lastUpper = kSolid;
    for (int32_t i = 0; i < shape_.x.cells; ++i)
    {
        if (domain.cy(i, face) > 0.0f)
        {
            const uint32_t a = labels_[cellAt(i, lower)];
            const uint32_t b = labels_[cellAt(i, upper)];
            if (a != lastLower || b != lastUpper)
            {
                join(a, b);
                lastLower = a;
                lastUpper = b;
            }
        }
    }
}

// Turns cell numbers into region numbers, in the order of their first cells. A region is tied,
// hence not closed, if any of its cells is: marked at its root by kFree first.
void Regions::number(const Domain& domain)
{
    const uint32_t cells = cellAt(0, shape_.y.cells);
    const auto forCells = [&](auto&& body) {
        for (int32_t j = 0; j < shape_.y.cells; ++j)
        {
            for (int32_t i = 0; i < shape_.x.cells; ++i)
            {
                body(i, j, cellAt(i, j));
            }
        }
    };
    // Roots come before the other cells of their region, so one pass flattens all chains.
    for (uint32_t cell = 0; cell < cells; ++cell)
    {
        if (labels_[cell] != kSolid)
        {
            labels_[cell] = labels_[labels_[cell]];
        }
    }
    const bool canBeTied = domain.hasA || shape_.x.low == tn_edgeDirichlet ||
                           shape_.x.high == tn_edgeDirichlet || shape_.y.low == tn_edgeDirichlet ||
                           shape_.y.high == tn_edgeDirichlet;
    if (canBeTied)
    {
        forCells([&](int32_t i, int32_t j, uint32_t cell) {
            if (labels_[cell] < kFree && domain.isTied(i, j))
            {
                const uint32_t first = labels_[cell];
                labels_[first] = kFree;
            }
        });
    }
    // From here on a label below `cells` is a root's number, and root numbers are turned into
    // cells + region so that they are not mistaken for one.
    const auto isCell = [&](uint32_t label) { return label < cells; };
    for (uint32_t cell = 0; cell < cells; ++cell)
    {
        if (labels_[cell] == cell)
        {
            labels_[cell] = cells + count_++;
        }
        else if (isCell(labels_[cell]))
        {
            labels_[cell] = labels_[labels_[cell]];
        }
    }
    for (uint32_t cell = 0; cell < cells; ++cell)
    {
        if (labels_[cell] < kFree)
        {
            labels_[cell] -= cells;
        }
    }
}

void Regions::find(Tasks& tasks, const Domain& domain, bool allOpen)
{
    count_ = 0;
    uniform_ = allOpen;
    if (allOpen)
    {
        bool tied = false;
        const int32_t nx = shape_.x.cells;
        const int32_t ny = shape_.y.cells;
        for (int32_t j = 0; j < ny && !tied; ++j)
        {
            const bool wholeRow = domain.hasA || j == 0 || j == ny - 1;
            for (int32_t i = 0; i < nx && !tied; i += wholeRow ? 1 : std::max(1, nx - 1))
            {
                tied = domain.isTied(i, j);
            }
        }
        const bool oneSolidCell = nx * ny == 1 && !tied;
        count_ = tied || oneSolidCell ? 0 : 1;
        uniform_ = !oneSolidCell;
        labels_[0] = kSolid;
        return;
    }
    const int32_t bands = (shape_.y.cells + kBandRows - 1) / kBandRows;
    tasks.parallelFor(bands, [&](int32_t band) {
        labelBand(domain, band * kBandRows, std::min((band + 1) * kBandRows, shape_.y.cells));
    });
    for (int32_t band = 1; band < bands; ++band)
    {
        joinRows(domain, band * kBandRows - 1, band * kBandRows, band * kBandRows);
    }
    if (shape_.y.periodic())
    {
        joinRows(domain, shape_.y.cells - 1, 0, 0);
    }
    number(domain);
}

Regions::Means Regions::meanOfOne(Tasks& tasks, RowSource rows)
{
    const int32_t nx = shape_.x.cells;
    const int32_t ny = shape_.y.cells;
    const int32_t count = std::clamp(ny / 8, 1, kSumTasks);
    tasks.parallelFor(count, [&](int32_t task) {
        float* buffer = buffers_ + static_cast<size_t>(task) * bufferFloats_;
        const auto end = static_cast<int32_t>(int64_t{ny} * (task + 1) / count);
        for (auto j = static_cast<int32_t>(int64_t{ny} * task / count); j < end; ++j)
        {
            const float* row = rows(j, buffer);
            const uint32_t* label = labels(j);
            rowSizes_[j] = label != nullptr ? 0 : static_cast<uint64_t>(nx);
            rowSums_[j] =
                label != nullptr ? sumOfRow(row, label, 0, nx, rowSizes_[j]) : sumOfRow(row, nx);
        }
    });
    double sum = 0.0;
    uint64_t size = 0;
    for (int32_t j = 0; j < ny; ++j)
    {
        sum += rowSums_[j];
        size += rowSizes_[j];
    }
    sums_[0] = sum / static_cast<double>(size);
    return {0, 1, sums_, sums_[0] * sum};
}

Regions::Means Regions::meansFrom(uint32_t first, RowSource rows)
{
    const uint32_t count = std::min(tableSize_, count_ - first);
    std::fill_n(sums_, count, 0.0);
    std::fill_n(sizes_, count, 0u);
    for (int32_t j = 0; j < shape_.y.cells; ++j)
    {
        const float* row = rows(j, buffers_);
        const uint32_t* label = labels(j);
        for (int32_t i = 0; i < shape_.x.cells; ++i)
        {
            const uint32_t region = label[i] - first;
            if (region < count)
            {
                sums_[region] += static_cast<double>(row[i]);
                ++sizes_[region];
            }
        }
    }
    double squares = 0.0;
    for (uint32_t region = 0; region < count; ++region)
    {
        const double sum = sums_[region];
        sums_[region] = sum / static_cast<double>(sizes_[region]);
        squares += sums_[region] * sum;
    }
    return {first, count, sums_, squares};
}

} // namespace tarn
