// The table of whole-field operations. Parts and schedules speak to fields only through it.
//
// A field is a handle; only a backend knows where its numbers are and how they are laid out. The
// reference backend does everything in plain loops and is the truth for tests; the others must
// agree with it.
//
// The system on a level is kept in integrated form, with conductances c on the faces (b times
// face length over distance, Dirichlet edges included, 0 on shut ones):
//
//     (A x)_i = a_i x_i + sum over faces of c (x_i - x_neighbour) = r_i,   d_i = a_i + sum of c
//
// A cell with d = 0 is solid; its x and r are 0. Cell (i, j) is red when i + j is even.
//
// Sums over a field are made of per-row sums in an order fixed by the grid alone: the same bits
// for every number of threads and every instruction set.
#pragma once

#include "backend/even_coefficients.h"
#include "core/function_ref.h"
#include "core/memory.h"
#include "core/tasks.h"
#include "core/work_scope.h"
#include "field/grid.h"
#include "field/rows.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

struct FieldId
{
    int32_t index = -1;
};

enum class Staggering
{
    cells,
    facesX, // one more a row than cells
    facesY  // one more row
};

// Room for the numbers of a grid of nx x ny cells.
struct FieldSpec
{
    int32_t nx = 0;
    int32_t ny = 0;
    Staggering at = Staggering::cells;
    bool ringX = false; // operations look across the seam of a grid that is periodic in x
    bool swept = false; // a level's x: sweeps change it, where need be from one copy to another

    int32_t columns() const { return nx + (at == Staggering::facesX ? 1 : 0); }
    int32_t rows() const { return ny + (at == Staggering::facesY ? 1 : 0); }
};

// The fields of one grid of the hierarchy.
struct Level
{
    GridShape shape;
    FieldId x;         // cells
    FieldId r;         // cells
    FieldId cx;        // faces between columns, shape.x.cells + 1 a row
    FieldId cy;        // faces between rows, shape.y.cells + 1 rows
    FieldId a;         // cells
    FieldId p;         // cells: a search direction, or scratch
    bool hasA = false; // whether a is anywhere above 0; when not, the field a is not read
    // Of the sweeps after linear interpolation, all but their last half, which leaves its colour
    // without a residual.
    float omega = 1.0f;
    bool isEven = false; // cx, cy and a hold what `even` says: they need not be read
    EvenCoefficients even;
};

// Sweeps of a V-cycle on its coarse levels.
struct CycleSweeps
{
    int32_t down = 1;
    int32_t up = 1;
    int32_t last = 0; // on the last level; 0: that is a strip, solved directly
};

// What x holds before a smoothing sweep.
enum class Start
{
    fromZero, // x counts as 0, whatever the field holds
    fromX
};

enum class Order
{
    redFirst,
    blackFirst // the mirror image, which makes a V-cycle symmetric
};

enum class Interpolation
{
    linear,  // between cell centres, with continuous flux: the better V-cycle
    constant // the transpose of the restriction: a symmetric V-cycle
};

// Sums over the cells of a field.
struct Moments
{
    double sum = 0.0;
    double squares = 0.0;
};

// A level as it stands.
struct Measured
{
    double residual2 = 0.0; // |r - A x|^2
    Moments x;
};

class Backend
{
  public:
    using RowFill = FunctionRef<void(int32_t row, float* values)>;
    using RowVisit = FunctionRef<void(int32_t row, const float* values)>;
    // Two neighbouring rows 2k and 2k + 1; `upper` is null when there is no second.
    using RowPairVisit = FunctionRef<void(int32_t pair, const float* lower, const float* upper)>;

    virtual ~Backend() = default;

    // Destroys the backend and frees its memory.
    virtual void destroy() noexcept = 0;

    // The calling thread works with it from here on, until leave, which see to contexts of devices.
    // Calls may nest. All but fieldBytes and readRow come in between.
    virtual void enter() noexcept {}
    virtual void leave() noexcept {}

    // Whether the device is gone, with all that was in it. Operations do nothing then.
    virtual bool isLost() { return false; }

    // ---- Memory

    // Bytes that createFields takes for these fields, without the spare ones.
    virtual size_t fieldBytes(std::span<const FieldSpec> specs) const = 0;

    // Makes all fields, zeroed, in this order in memory, and `spareBytes` behind them. Once.
    virtual tnResult createFields(std::span<const FieldSpec> specs, size_t spareBytes,
                                  FieldId* out) = 0;

    // Bytes it has taken that are not the host's.
    virtual size_t deviceBytes() const { return 0; }

    // The memory of field `first` and all that follow it, the spare bytes included, for other
    // use on the host. Those fields are gone until reclaim, which zeroes them.
    virtual std::span<std::byte> lend(FieldId first) = 0;
    virtual void reclaim(FieldId first) = 0;

    // ---- Rows in plain order, from and to the host; rows are handled at the same time

    virtual void writeRows(FieldId field, RowFill fill) = 0;
    // The same for a field of cells, which is measured on the way.
    virtual Moments writeCells(FieldId field, RowFill fill) = 0;
    virtual void readRows(FieldId field, RowVisit visit) = 0;
    virtual void addRows(FieldId field, RowFill fill) = 0;

    // Readies the field for readRow, until something changes it.
    virtual void fetch(FieldId) {}

    // One row of a field that was fetched, on the calling thread, which may be any. `values` has
    // room up to the next multiple of 32.
    virtual void readRow(FieldId field, int32_t row, float* values) = 0;
    // The same, times `scale`, less `shift`.
    virtual void readScaledRow(FieldId field, int32_t row, float scale, float shift,
                               float* values) = 0;

    // Once after the coefficients of a level were written by writeRows.
    virtual void finishCoefficients(const Level& level) = 0;
    // The same after only a was written, once the others had been finished.
    virtual void finishA(const Level& level) = 0;

    // ---- Multigrid

    // From here on the operations that relax or subtract need not say what they measure: where
    // knowing it means waiting for a device they return 0. Others measure all the same.
    virtual void skipMeasures(bool) {}

    // Coefficients of the next coarser grid; see coarseConductance.
    virtual void coarsenCoefficients(const Level& fine, const Level& coarse) = 0;
    // Of them a alone, not finished yet.
    virtual void coarsenA(const Level& fine, const Level& coarse) = 0;

    // Red-black Gauss-Seidel sweeps, over-relaxed by omega.
    virtual void relax(const Level& level, int32_t sweeps, Order order, Start start,
                       float omega) = 0;

    // Half-sweeps from x = 0, two or more, red first, each over-relaxed by its own omega, the first
    // one by 1. In the same pass r comes in and x goes out, row by row: when row j of x goes out,
    // rows j - 1 to j + 1 of r have come in, and those further away may not have. What the fields r
    // and x hold afterwards is not defined.
    virtual void relaxRows(const Level& level, RowFill r, std::span<const float> omegas,
                           RowVisit x) = 0;

    // Sweeps, red first; then the residual, summed over the cells that a coarse cell covers, is
    // the coarse r. After the last half-sweep the black cells have no residual and are left out.
    virtual void relaxAndRestrict(const Level& fine, const Level& coarse, int32_t sweeps,
                                  Start start) = 0;

    // writeCells of the fine r, then relaxAndRestrict from x = 0: one pass through memory where the
    // backend has one.
    virtual Moments writeRelaxAndRestrict(const Level& fine, const Level& coarse, RowFill r,
                                          int32_t sweeps)
    {
        const Moments moments = writeCells(fine.r, r);
        relaxAndRestrict(fine, coarse, sweeps, Start::fromZero);
        return moments;
    }

    // The fine r itself, likewise summed, is the coarse r: a way down from x = 0 without sweeps.
    // The fine x is left as it is. Only where restrictsRight says so.
    virtual bool restrictsRight() const { return false; }
    virtual void restrictRight(const Level& /*fine*/, const Level& /*coarse*/) {}

    // writeCells of the fine r, then restrictRight, likewise in one pass.
    virtual Moments writeAndRestrict(const Level& fine, const Level& coarse, RowFill r)
    {
        const Moments moments = writeCells(fine.r, r);
        restrictRight(fine, coarse);
        return moments;
    }

    // Adds the coarse x to the fine one, then sweeps; after linear interpolation over-relaxed by
    // fine.omega.
    virtual void prolongAndRelax(const Level& coarse, const Level& fine, int32_t sweeps,
                                 Order order, Interpolation interpolation) = 0;

    // prolongAndRelax, red first and with linear interpolation, to what x holds or counts as, and
    // relaxAndRestrict in one pass through memory: ends one V-cycle and begins the next. Returns
    // |r - A x|^2 in between.
    virtual double prolongRelaxAndRestrict(const Level& coarse, const Level& fine, Start start,
                                           int32_t postSweeps, int32_t preSweeps) = 0;

    // The same, with a look at the result in place of the next V-cycle's way down. What is left of
    // the residual may be left out (0 then) where nobody `asks`.
    virtual Measured prolongRelaxAndMeasure(const Level& coarse, const Level& fine, Start start,
                                            int32_t sweeps, bool asks) = 0;

    // How many of the last of these levels, a hierarchy, are so small that cycleSmall does the rest
    // of a V-cycle in them at once.
    virtual int32_t smallLevels(std::span<const Level>) const { return 0; }

    // x of the first of these levels from its r: relaxAndRestrict from zero down to the last one,
    // that solved, and prolongAndRelax up again, red first and with linear interpolation; or less,
    // where a level on the way can be solved. What the others hold after it is not defined. Only
    // where smallLevels says so.
    virtual void cycleSmall(std::span<const Level>, const CycleSweeps&) {}

    // Solves a strip exactly (to rounding). Where it is singular, the last cell of each closed
    // piece is 0.
    virtual void solveStrip(const Level& level) = 0;

    // ---- Boxes: levels that need no iteration (box_transform.h)

    // Once, after the fields were made, for levels of this shape. False where there is no memory.
    virtual bool createBox(const GridShape&) { return true; }

    // Whether this level, whose coefficients are finished, is a box that it can solve.
    virtual bool prepareBox(const Level&) { return false; }

    // x = A^-1 r, to rounding, where it is. The field p and the spare bytes are used.
    virtual Moments solveBox(const Level&) { return {}; }

    // The same without fields: r comes in row by row, its waves go to an array, and give way there
    // to x, times `scale` and without the mean that nothing holds in a closed box.
    virtual Moments writeWaves(const Level&, RowFill, Rows) { return {}; }
    virtual void solveWaves(const Level&, Rows, float) {}

    // ---- Other methods

    // One sweep x += omega (r - A x) / d, all cells at once; `scratch` is a field of cells.
    virtual void jacobi(const Level& level, FieldId scratch, float omega) = 0;

    // ---- Residuals and conjugate gradients

    // |r - A x|^2.
    virtual double residualNorm2(const Level& level) = 0;
    virtual Measured measure(const Level& level) = 0;

    // The residual r - A x, in plain rows, a pair at a time. Nothing is stored.
    virtual void visitResidual(const Level& level, RowPairVisit visit) = 0;

    // r -= factor A f in 64-bit arithmetic, rounded once; returns |r|^2.
    virtual double subtractApplied(const Level& level, FieldId f, double factor) = 0;

    // r -= A (f + g), where the sum does not fit 32 bits, likewise.
    virtual double subtractAppliedSum(const Level& level, FieldId f, FieldId g) = 0;

    // f . A g
    virtual double dotApplied(const Level& level, FieldId f, FieldId g) = 0;

    // f . g over cells
    virtual double dot(const Level& level, FieldId f, FieldId g) = 0;

    // f = alpha g + beta f over cells; with beta = 0 whatever f holds
    virtual void combine(const Level& level, FieldId f, float alpha, FieldId g, float beta) = 0;
};

// Null when there is no memory. `tasks` must outlive the backend.
Backend* createReferenceBackend();
Backend* createCpuBackend(Tasks& tasks);

using BackendScope = WorkScope<Backend>;

} // namespace tarn
