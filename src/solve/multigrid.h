// The hierarchy of grids and its cycles: the schedule, over the operation table.
//
//     level 0   the caller's grid            \  relax        relax  /
//     level 1   half as many cells per axis   \  relax      relax  /     V-cycle
//     ...                                      \    ...          /
//     last      one cell wide                   solved directly
//
// Going down, the residual becomes the coarser right-hand side; coming up, the coarser solution
// is added to x. As a preconditioner of a conjugate gradient the cycle is made symmetric, and in
// domains with thin walls the coarse grids give way to graphs (graph_hierarchy.h) from the first
// level on where a coarse cell would join what is not connected. The memory of those grids is
// lent to the graphs until a plain V-cycle is asked for again.
#pragma once

#include "backend/backend.h"
#include "core/tasks.h"
#include "solve/graph_hierarchy.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

// How alike the coefficients of the finest level are.
struct Evenness
{
    bool faces = false; // all faces between cells are alike, and open
    bool edges = false; // so are those of each edge
    bool a = false;     // a is the same in all cells
    EvenCoefficients values;

    bool all() const { return faces && edges && a; }
};

// Sweeps on the way down of V-cycles. Among solids, and where a is 0, the first way down, from
// x = 0, does as well without: a solve takes a tenth less time then, and three cycles leave 9e-4 in
// place of 7e-4, four or more the same.
struct PreSweeps
{
    int32_t count = 1;
    bool notFromZero = false;
};

class Multigrid
{
  public:
    // The backend must be without fields yet. `bytesInAll` is what fields and spare memory may
    // take together, as far as the graphs' share goes.
    tnResult create(Tasks& tasks, Backend& backend, const GridShape& shape, size_t bytesInAll);

    const Level& finest() const { return levels_[0]; }
    int32_t levelCount() const { return levelCount_; }

    // Before the coefficients of the finest level are written, and once they are.
    void beginCoefficients();
    // `couplings`: the most that all faces of a cell together can be, over the least a; infinite
    // where a is 0 somewhere.
    void endCoefficients(bool hasA, double couplings, const Evenness& even);

    // Changes a of all cells of the finest level to one number, and nothing else.
    void setEqualA(float a, double couplings);

    // V-cycles on the finest level: begin, then next between any two, then end. The way up of one
    // and the way down of the next are one pass through memory. next returns |r - A x|^2 after
    // the cycle that it ends; x may be used after it as well as after end, which looks at it.
    // `moreSweeps` are of the finest level only. Where nobody `asks`, end need not measure the
    // residual.
    void beginVCycle(PreSweeps preSweeps, Start start);
    // The same from x = 0, with r coming in, and measured, in the same pass.
    Moments beginVCycle(PreSweeps preSweeps, Backend::RowFill r);
    double nextVCycle(int32_t postSweeps, int32_t moreSweeps);
    Measured endVCycle(int32_t postSweeps, int32_t moreSweeps, bool asks);

    // Whether all faces between cells conduct alike: no solids, one density.
    bool hasEvenFaces() const { return even_.faces; }

    // What is best where nobody asks for more.
    PreSweeps usualPreSweeps() const
    {
        return {1, !even_.faces && !levels_[0].hasA && backend_->restrictsRight()};
    }
    int32_t usualPostSweeps() const { return even_.faces && !levels_[0].hasA ? 1 : 2; }

    // x = B r on the finest level, B a symmetric positive approximation of A^-1.
    void precondition();

    // Takes memory for graphs of these coefficients, where coarse grids will not leave enough.
    void provideGraphMemory();
    size_t ownGraphBytes() const { return graphArena_.bytes(); }

    // The first level that is a graph; levelCount() when the cells of no level need one.
    int32_t graphStart();
    int32_t graphLevels() const { return graphBuilt_ ? graph_.levelCount() : 0; }

    // Whether the graphs had to start later than they should, for want of memory.
    bool lacksGraphMemory() const { return firstSplit_ + 1 < graphStart_; }

  private:
    FieldId firstToLend(int32_t start) const;
    void coarsenFrom(int32_t level);
    void chooseCycleLevels(double couplings);
    void describeEven();
    void startVCycle(PreSweeps preSweeps, Start start);
    void solveLast();
    void solveCoarse(int32_t postSweeps);
    void buildGraph();
    void dropGraph();
    void precondition(int32_t level);
    void twoSteps(int32_t level);

    static constexpr int32_t kMaxLevels = 17; // 32768 cells and their halves
    static constexpr int32_t kUnknown = -1;

    Tasks* tasks_ = nullptr;
    Backend* backend_ = nullptr;
    Level levels_[kMaxLevels];
    int32_t levelCount_ = 0;
    int32_t cycleLevels_ = 0; // of them, those that V-cycles visit
    Evenness even_;
    GraphHierarchy graph_;
    Arena graphArena_; // beside what the backend lends
    std::span<std::byte> ownGraphMemory_;
    int32_t firstSplit_ = kUnknown; // the first level whose blocks of cells are split
    int32_t graphStart_ = 0;        // while graphBuilt_: the first level that is a graph
    bool graphBuilt_ = false;
    int32_t preSweeps_ = 0;         // of the V-cycle under way
    Start start_ = Start::fromZero; // of the next one, where there is but one level to visit
    Start xBefore_ = Start::fromX;  // what the way up of the one under way adds to
};

} // namespace tarn
