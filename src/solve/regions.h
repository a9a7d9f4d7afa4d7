// The closed regions of a domain: connected cells with a = 0 that no open Dirichlet edge touches.
//
// In each of them the equation is singular: a constant may be added to x, and r must sum to
// zero. They are found whenever coefficients are set, by union-find over runs of connected cells
// in a row: within bands of rows at the same time, then across the borders of the bands.
#pragma once

#include "core/function_ref.h"
#include "core/memory.h"
#include "core/tasks.h"
#include "field/rows_ahead.h"
#include "solve/domain.h"
#include "solve/host_rows.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

class Regions
{
  public:
    static constexpr uint32_t kSolid = 0xffffffffu; // all faces shut and a = 0
    static constexpr uint32_t kFree = 0xfffffffeu;  // in a region that is not closed

    static size_t memoryBytes(const GridShape& shape);
    bool create(const GridShape& shape);

    // `allOpen`: every face between two cells is known to be open.
    void find(Tasks& tasks, const Domain& domain, bool allOpen);

    // a is above 0 in all cells: no region is closed, and no cell solid.
    void makeAllTied()
    {
        count_ = 0;
        closedCells_ = 0;
        hasFree_ = true;
        uniform_ = true;
        hasBits_ = false;
    }

    int32_t count() const { return static_cast<int32_t>(count_); }

    // Whether all cells that are not solid are in one closed region, and how many those are.
    bool isOneClosed() const { return count_ == 1 && !hasFree_; }
    double closedCells() const { return static_cast<double>(closedCells_); }

    // The closed region of every cell of row j, kFree or kSolid; null when all cells are alike:
    // all in closed region 0 if there is one, else all free.
    const uint32_t* labels(int32_t j) const
    {
        return uniform_ ? nullptr
                        : labels_ + static_cast<size_t>(j) * static_cast<size_t>(shape_.x.cells);
    }

    // The same, with bits for solid cells where all others have one label.
    RowCells cells(int32_t j) const
    {
        return {labels(j), hasBits_ ? bits_ + static_cast<size_t>(j) * bitBytes_ : nullptr};
    }

    // Asks for those of rows to come; bits are few.
    void askForCellsAhead(int32_t j) const
    {
        if (!uniform_ && !hasBits_)
        {
            const int32_t columns = shape_.x.cells;
            askForRowsAhead<uint32_t>({labels_, static_cast<size_t>(columns)}, j, shape_.y.cells,
                                      columns);
        }
    }

    // Means over the closed regions `first` to `first + count`.
    struct Means
    {
        uint32_t first = 0;
        uint32_t count = 0;
        const double* values = nullptr;
        double squares = 0.0; // of the means, summed over all their cells

        double of(uint32_t label) const
        {
            return label - first < count ? values[label - first] : 0.0;
        }
    };

    // Row j of what the means are taken of: a pointer to it, or to `buffer` after filling that
    // (nx floats and up to 32 more).
    using RowSource = FunctionRef<const float*(int32_t j, float* buffer)>;

    // use(means) with the means over the closed regions: once for all of them, or for some at a
    // time where there are very many.
    template <class Use>
    void forMeans(Tasks& tasks, RowSource rows, Use&& use)
    {
        for (uint32_t first = 0; first < count_; first += tableSize_)
        {
            use(count_ == 1 ? meanOfOne(tasks, rows) : meansFrom(tasks, first, rows));
        }
    }

  private:
    // Bands of rows that are worked on at a time, each with a buffer for a row: the same for any
    // number of threads, since sums are made band by band.
    static constexpr int32_t kBands = 8;

    // So many regions are summed band by band.
    static constexpr uint32_t kFew = 32;

    template <class Body>
    void forBands(Tasks& tasks, Body&& body) const;
    template <class Body>
    void forBorders(Body&& body) const;
    int32_t bandCount() const;
    int32_t bandEnd(int32_t band) const;
    float* bufferOf(int32_t band) const;
    uint8_t* byteRow(int32_t band, size_t which) const;
    uint32_t root(uint32_t cell) const;
    uint32_t join(uint32_t a, uint32_t b);
    void labelRow(const Domain& domain, int32_t j, int32_t band);
    void labelBand(const Domain& domain, int32_t band, int32_t begin, int32_t end);
    template <class Gone>
    void joinRows(int32_t lower, int32_t upper, const uint8_t* open, Gone&& gone);
    void joinBands(const Domain& domain);
    void dropFirst(uint32_t cell);
    void markTied(const Domain& domain);
    void number(Tasks& tasks);
    void markSolids(Tasks& tasks);
    void findInOpen(const Domain& domain);
    Means meanOfOne(Tasks& tasks, RowSource rows);
    void addRow(const float* row, int32_t j, uint32_t first, uint32_t count, double* sums,
                uint32_t* sizes) const;
    void sumFew(Tasks& tasks, RowSource rows);
    Means meansFrom(Tasks& tasks, uint32_t first, RowSource rows);

    uint32_t cellAt(int32_t i, int32_t j) const
    {
        return static_cast<uint32_t>(j) * static_cast<uint32_t>(shape_.x.cells) +
               static_cast<uint32_t>(i);
    }

    GridShape shape_;
    Arena arena_;
    uint32_t* labels_ = nullptr; // while searching: a cell of the same region with a lower number
    uint8_t* bits_ = nullptr;    // see RowCells
    size_t bitBytes_ = 0;        // of a row
    double* sums_ = nullptr;     // a table of tableSize_ regions
    uint32_t* sizes_ = nullptr;
    double* rowSums_ = nullptr;
    uint64_t* rowSizes_ = nullptr;
    float* buffers_ = nullptr; // a row for every band that is worked on at a time
    size_t bufferFloats_ = 0;
    uint32_t tableSize_ = 0;
    uint32_t firsts_[kBands] = {}; // of every band: the first cells of regions in it
    uint32_t count_ = 0;
    uint64_t closedCells_ = 0; // in all closed regions
    bool hasFree_ = false;     // there are cells in regions that are not closed
    bool uniform_ = true;
    bool hasBits_ = false;
};

} // namespace tarn
