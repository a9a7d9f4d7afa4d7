// Finding closed regions and taking means over them; see regions.h.
#include "solve/regions.h"

#include "solve/host_rows.h"

#include <algorithm>
#include <numeric>

namespace tarn
{

namespace
{

// A band of fewer rows is not worth a task.
constexpr int32_t kLeastBandRows = 8;

// What the buffer of a band holds while cells are labelled, a byte for every cell or face of a row:
// whether the faces left of the cells, below and above them are open, and whether the cells are.
enum ByteRow : size_t
{
    kLeft,
    kBelow,
    kAbove,
    kCells
};

size_t rowBuffer(const GridShape& shape)
{
    return static_cast<size_t>(shape.x.cells) + 32;
}

// Regions whose means are taken at once: one for every 64 cells, at least 64.
size_t tableFor(size_t cells)
{
    return std::max<size_t>(64, cells / 64);
}

// Of the bits of a row: vectors look at two bytes at a time.
size_t bitBytes(const GridShape& shape)
{
    return static_cast<size_t>(shape.x.cells) / 8 + 2;
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
    return arenaBytes(cells, sizeof(uint32_t)) +
           arenaBytes(rows * bitBytes(shape), sizeof(uint8_t)) + arenaBytes(table, sizeof(double)) +
           arenaBytes(table, sizeof(uint32_t)) + arenaBytes(rows, sizeof(double)) +
           arenaBytes(rows, sizeof(uint64_t)) +
           arenaBytes(kBands * rowBuffer(shape), sizeof(float));
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
    bitBytes_ = bitBytes(shape);
    bits_ = arena_.take<uint8_t>(static_cast<size_t>(shape.y.cells) * bitBytes_);
    sums_ = arena_.take<double>(tableSize_);
    sizes_ = arena_.take<uint32_t>(tableSize_);
    rowSums_ = arena_.take<double>(static_cast<size_t>(shape.y.cells));
    rowSizes_ = arena_.take<uint64_t>(static_cast<size_t>(shape.y.cells));
    bufferFloats_ = rowBuffer(shape);
    buffers_ = arena_.take<float>(kBands * bufferFloats_);
    return true;
}

// body(band, first row, last row) at the same time.
template <class Body>
void Regions::forBands(Tasks& tasks, Body&& body) const
{
    tasks.parallelFor(bandCount(),
                      [&](int32_t band) { body(band, bandEnd(band - 1), bandEnd(band)); });
}

int32_t Regions::bandCount() const
{
    return std::clamp(shape_.y.cells / kLeastBandRows, 1, kBands);
}

// The row after a band's last; of band -1 the first row of all.
int32_t Regions::bandEnd(int32_t band) const
{
    return static_cast<int32_t>(int64_t{shape_.y.cells} * (band + 1) / bandCount());
}

float* Regions::bufferOf(int32_t band) const
{
    return buffers_ + static_cast<size_t>(band) * bufferFloats_;
}

uint8_t* Regions::byteRow(int32_t band, size_t which) const
{
    return reinterpret_cast<uint8_t*>(bufferOf(band)) + which * bufferFloats_;
}

uint32_t Regions::root(uint32_t cell) const
{
    while (labels_[cell] != cell)
    {
        cell = labels_[cell];
    }
    return cell;
}

// Returns the first cell of the two regions that is one no longer; kSolid if they were joined
// before.
uint32_t Regions::join(uint32_t a, uint32_t b)
{
    a = root(a);
    b = root(b);
    const uint32_t high = std::max(a, b);
    labels_[high] = std::min(a, b);
    return a != b ? high : kSolid;
}

// Joins the cells of two rows through the open ones of the faces between them. gone(cell) for every
// first cell that is one no longer.
template <class Gone>
void Regions::joinRows(int32_t lower, int32_t upper, const uint8_t* open, Gone&& gone)
{
    const uint32_t* lowerLabels = labels_ + cellAt(0, lower);
    const uint32_t* upperLabels = labels_ + cellAt(0, upper);
    uint32_t lastLower = kSolid;
    uint32_t lastUpper = kSolid;
    for (int32_t i = 0; i < shape_.x.cells; ++i)
    {
        const uint32_t a = lowerLabels[i];
        const uint32_t b = upperLabels[i];
        if (open[i] != 0 && (a != lastLower || b != lastUpper))
        {
            const uint32_t joined = join(a, b);
            if (joined != kSolid)
            {
                gone(joined);
            }
            lastLower = a;
            lastUpper = b;
        }
    }
}

// Labels the cells of a row: solid, or the first cell of their run, which is its own label.
void Regions::labelRow(const Domain& domain, int32_t j, int32_t band)
{
    const int32_t nx = shape_.x.cells;
    const uint8_t* left = byteRow(band, kLeft);
    const uint8_t* below = byteRow(band, kBelow);
    const uint8_t* above = byteRow(band, kAbove);
    uint8_t* open = byteRow(band, kCells);
    for (int32_t i = 0; i < nx; ++i)
    {
        open[i] = static_cast<uint8_t>((left[i] | left[i + 1]) | (below[i] | above[i]));
    }
    for (int32_t i = 0; i < nx && domain.hasA; ++i)
    {
        open[i] = static_cast<uint8_t>(open[i] | (domain.cellA(i, j) > 0.0f ? 1 : 0));
    }
    uint32_t run = kSolid;
    uint32_t* labels = labels_ + cellAt(0, j);
    for (int32_t i = 0; i < nx; ++i)
    {
        if (left[i] == 0 || i == 0)
        {
            run = open[i] != 0 ? cellAt(i, j) : kSolid;
        }
        labels[i] = run;
    }
    if (shape_.x.periodic() && left[0] != 0)
    {
        join(labels[0], labels[nx - 1]);
    }
}

// Labels the cells of rows begin to end: solid, or the first cell of what they are connected with
// inside the band.
void Regions::labelBand(const Domain& domain, int32_t band, int32_t begin, int32_t end)
{
    domain.markOpenCy(begin, byteRow(band, kBelow));
    for (int32_t j = begin; j < end; ++j)
    {
        domain.markOpenCx(j, byteRow(band, kLeft));
        domain.markOpenCy(j + 1, byteRow(band, kAbove));
        labelRow(domain, j, band);
        if (j > begin)
        {
            joinRows(j - 1, j, byteRow(band, kBelow), [](uint32_t) {});
        }
        std::copy_n(byteRow(band, kAbove), shape_.x.cells, byteRow(band, kBelow));
    }
    // A first cell comes before the others, so one pass flattens all chains.
    uint32_t found = 0;
    uint32_t last = kSolid;
    uint32_t lastFirst = kSolid;
    for (uint32_t cell = cellAt(0, begin); cell < cellAt(0, end); ++cell)
    {
        const uint32_t label = labels_[cell];
        if (label != last)
        {
            last = label;
            lastFirst = label != kSolid ? labels_[label] : kSolid;
        }
        labels_[cell] = lastFirst;
        found += lastFirst == cell ? 1u : 0u;
    }
    firsts_[band] = found;
}

// body(row below, row above) for every border between bands.
template <class Body>
void Regions::forBorders(Body&& body) const
{
    for (int32_t band = shape_.y.periodic() ? 0 : 1; band < bandCount(); ++band)
    {
        const int32_t upper = bandEnd(band - 1);
        body((upper + shape_.y.cells - 1) % shape_.y.cells, upper);
    }
}

// Joins what bands have in common, through the faces between them.
void Regions::joinBands(const Domain& domain)
{
    forBorders([&](int32_t lower, int32_t upper) {
        domain.markOpenCy(upper, byteRow(0, kBelow));
        joinRows(lower, upper, byteRow(0, kBelow), [&](uint32_t cell) { dropFirst(cell); });
    });
}

// That cell is no longer the first one of a region that counts.
void Regions::dropFirst(uint32_t cell)
{
    const auto row = static_cast<int32_t>(cell / static_cast<uint32_t>(shape_.x.cells));
    int32_t band = 0;
    while (row >= bandEnd(band))
    {
        ++band;
    }
    --firsts_[band];
}

// Marks the first cells of regions that are tied to a value, hence not closed.
void Regions::markTied(const Domain& domain)
{
    const int32_t nx = shape_.x.cells;
    const int32_t ny = shape_.y.cells;
    const auto mark = [&](int32_t i, int32_t j) {
        const uint32_t label = labels_[cellAt(i, j)];
        if (label < kFree && domain.isTied(i, j))
        {
            uint32_t first = label;
            while (labels_[first] < kFree && labels_[first] != first)
            {
                first = labels_[first];
            }
            if (labels_[first] == first)
            {
                labels_[first] = kFree;
                dropFirst(first);
            }
        }
    };
    for (int32_t j = 0; j < ny; ++j)
    {
        const bool whole = domain.hasA || j == 0 || j == ny - 1;
        for (int32_t i = 0; i < nx; i += whole ? 1 : std::max(1, nx - 1))
        {
            mark(i, j);
        }
    }
}

// Turns cell numbers into region numbers, in the order of their first cells.
void Regions::number(Tasks& tasks)
{
    // Region numbers have `cells` added to them at first, so that they are not mistaken for cells.
    const uint32_t cells = cellAt(0, shape_.y.cells);
    uint32_t next = cells;
    for (int32_t band = 0; band < bandCount(); ++band)
    {
        uint32_t left = firsts_[band];
        for (uint32_t cell = cellAt(0, bandEnd(band - 1)); left > 0; ++cell)
        {
            if (labels_[cell] == cell)
            {
                labels_[cell] = next++;
                --left;
            }
        }
    }
    count_ = next - cells;
    // What was joined across borders gets its number at the border; after that, every label that is
    // a cell leads to a number in one step, in the same band.
    const auto numberOf = [&](uint32_t label) {
        while (label < cells)
        {
            label = labels_[label];
        }
        return label;
    };
    forBorders([&](int32_t lower, int32_t upper) {
        for (const int32_t row : {lower, upper})
        {
            for (uint32_t cell = cellAt(0, row); cell < cellAt(0, row + 1); ++cell)
            {
                const uint32_t label = labels_[cell];
                if (label < cells)
                {
                    labels_[label] = numberOf(label);
                    labels_[cell] = labels_[label];
                }
            }
        }
    });
    // Backwards, so that first cells keep theirs until the others have it.
    uint64_t closed[kBands] = {};
    uint64_t free[kBands] = {};
    forBands(tasks, [&](int32_t band, int32_t begin, int32_t end) {
        for (uint32_t cell = cellAt(0, end); cell-- > cellAt(0, begin);)
        {
            const uint32_t label = labels_[cell];
            const uint32_t marked = label < cells ? labels_[label] : label;
            labels_[cell] = marked < kFree ? marked - cells : marked;
            closed[band] += marked < kFree ? 1u : 0u;
            free[band] += marked == kFree ? 1u : 0u;
        }
    });
    closedCells_ = std::accumulate(closed, closed + kBands, uint64_t{0});
    hasFree_ = std::accumulate(free, free + kBands, uint64_t{0}) > 0;
}

void Regions::find(Tasks& tasks, const Domain& domain, bool allOpen)
{
    if (allOpen)
    {
        findInOpen(domain);
        return;
    }
    uniform_ = false;
    hasBits_ = false;
    forBands(tasks, [&](int32_t band, int32_t begin, int32_t end) {
        labelBand(domain, band, begin, end);
    });
    joinBands(domain);
    const auto isOpenEdge = [](const AxisShape& axis) {
        return axis.low == tn_edgeDirichlet || axis.high == tn_edgeDirichlet;
    };
    if (domain.hasA || isOpenEdge(shape_.x) || isOpenEdge(shape_.y))
    {
        markTied(domain);
    }
    number(tasks);
    if (count_ == 0 || isOneClosed())
    {
        markSolids(tasks);
    }
}

void Regions::markSolids(Tasks& tasks)
{
    const int32_t nx = shape_.x.cells;
    forBands(tasks, [&](int32_t, int32_t begin, int32_t end) {
        for (int32_t j = begin; j < end; ++j)
        {
            const uint32_t* label = labels(j);
            uint8_t* row = bits_ + static_cast<size_t>(j) * bitBytes_;
            for (int32_t first = 0; first < nx; first += 8)
            {
                uint32_t byte = 0;
                for (int32_t i = first; i < std::min(first + 8, nx); ++i)
                {
                    byte |= (label[i] == kSolid ? 1u : 0u) << (i - first);
                }
                row[first / 8] = static_cast<uint8_t>(byte);
            }
        }
    });
    hasBits_ = true;
}

// Where all cells are connected.
void Regions::findInOpen(const Domain& domain)
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
    hasBits_ = false;
    labels_[0] = kSolid;
    closedCells_ = count_ * uint64_t{cellAt(0, ny)};
    hasFree_ = tied;
}

Regions::Means Regions::meanOfOne(Tasks& tasks, RowSource rows)
{
    const int32_t nx = shape_.x.cells;
    const int32_t ny = shape_.y.cells;
    forBands(tasks, [&](int32_t band, int32_t begin, int32_t end) {
        for (int32_t j = begin; j < end; ++j)
        {
            const float* row = rows(j, bufferOf(band));
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

// Adds what the closed regions `first` to `first + count` have in a row, run by run.
void Regions::addRow(const float* row, int32_t j, uint32_t first, uint32_t count, double* sums,
                     uint32_t* sizes) const
{
    constexpr int32_t kLongRun = 16;
    const uint32_t* label = labels(j);
    const int32_t nx = shape_.x.cells;
    for (int32_t begin = 0, end = 0; begin < nx; begin = end)
    {
        const uint32_t own = label[begin];
        for (end = begin + 1; end < nx && label[end] == own; ++end)
        {
        }
        const uint32_t region = own - first;
        if (region >= count)
        {
            continue;
        }
        sizes[region] += static_cast<uint32_t>(end - begin);
        if (end - begin >= kLongRun)
        {
            sums[region] += sumOfRow(row + begin, end - begin);
            continue;
        }
        for (int32_t i = begin; i < end; ++i)
        {
            sums[region] += static_cast<double>(row[i]);
        }
    }
}

// Bands at the same time where regions are few enough for each to have a table of them.
void Regions::sumFew(Tasks& tasks, RowSource rows)
{
    double sums[kBands][kFew] = {};
    uint32_t sizes[kBands][kFew] = {};
    forBands(tasks, [&](int32_t band, int32_t begin, int32_t end) {
        for (int32_t j = begin; j < end; ++j)
        {
            addRow(rows(j, bufferOf(band)), j, 0, count_, sums[band], sizes[band]);
        }
    });
    for (int32_t band = 0; band < bandCount(); ++band)
    {
        for (uint32_t region = 0; region < count_; ++region)
        {
            sums_[region] += sums[band][region];
            sizes_[region] += sizes[band][region];
        }
    }
}

Regions::Means Regions::meansFrom(Tasks& tasks, uint32_t first, RowSource rows)
{
    const uint32_t count = std::min(tableSize_, count_ - first);
    std::fill_n(sums_, count, 0.0);
    std::fill_n(sizes_, count, 0u);
    if (count_ <= kFew)
    {
        sumFew(tasks, rows);
    }
    else
    {
        for (int32_t j = 0; j < shape_.y.cells; ++j)
        {
            addRow(rows(j, buffers_), j, first, count, sums_, sizes_);
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
