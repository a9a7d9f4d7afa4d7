// Problem: a domain and a right-hand side, with everything a test wants to know about them in
// 64-bit arithmetic: A x, the residual, the closed regions, the exact solution.
//
// Solved: what the library made of it, through the public API.
#pragma once

#include "support/random.h"
#include "support/solids.h"

#include "tarn/solver.h"

#include <cstdint>
#include <vector>

namespace tarn::test
{

struct Edges
{
    tnEdge left = tn_edgeNeumann;
    tnEdge right = tn_edgeNeumann;
    tnEdge bottom = tn_edgeNeumann;
    tnEdge top = tn_edgeNeumann;
};

inline constexpr Edges kClosedBox = {};
inline constexpr Edges kOpenBox = {tn_edgeDirichlet, tn_edgeDirichlet, tn_edgeDirichlet,
                                   tn_edgeDirichlet};
inline constexpr Edges kOpenTop = {tn_edgeNeumann, tn_edgeNeumann, tn_edgeNeumann,
                                   tn_edgeDirichlet};
inline constexpr Edges kRingX = {tn_edgePeriodic, tn_edgePeriodic, tn_edgeNeumann, tn_edgeNeumann};
inline constexpr Edges kRingY = {tn_edgeNeumann, tn_edgeDirichlet, tn_edgePeriodic,
                                 tn_edgePeriodic};
inline constexpr Edges kTorus = {tn_edgePeriodic, tn_edgePeriodic, tn_edgePeriodic,
                                 tn_edgePeriodic};

struct Problem
{
    static constexpr int32_t kSolid = -1;
    static constexpr int32_t kFree = -2;

    tnSolverDef def = tnDefaultSolverDef();
    std::vector<float> a;  // empty: 0
    std::vector<float> bx; // empty: 1
    std::vector<float> by; // empty: 1
    std::vector<float> r;

    Problem(int32_t nx, int32_t ny, const Edges& edges = kClosedBox, float cellSize = 1.0f);

    size_t cells() const { return static_cast<size_t>(def.nx) * static_cast<size_t>(def.ny); }
    size_t cell(int32_t i, int32_t j) const
    {
        return static_cast<size_t>(j) * static_cast<size_t>(def.nx) + static_cast<size_t>(i);
    }

    void setFaces(Faces faces);
    // Faces around solid cells, those at the seam of a ring included; all others are 1.
    void setSolids(const Mask& mask);
    void setRandomRight(uint64_t seed); // -1 to 1
    // r(x, y) at the cells' centres, for a box from 0 to nx h and 0 to ny h.
    template <class F>
    void setRight(F&& value)
    {
        forCentres(
            [&](size_t index, double x, double y) { r[index] = static_cast<float>(value(x, y)); });
    }
    template <class F>
    void forCentres(F&& visit) const
    {
        const double h = static_cast<double>(def.cellSize);
        for (int32_t j = 0; j < def.ny; ++j)
        {
            for (int32_t i = 0; i < def.nx; ++i)
            {
                visit(cell(i, j), (i + 0.5) * h, (j + 0.5) * h);
            }
        }
    }

    // Coefficient of x_i - x_neighbour in (A x)_i for the face left of (below) a cell: b / h^2,
    // twice that at a Dirichlet edge, 0 at a Neumann edge.
    double faceX(int32_t i, int32_t j) const;
    double faceY(int32_t i, int32_t j) const;
    double cellA(int32_t i, int32_t j) const;
    double largestDiagonal() const;

    std::vector<double> applied(const std::vector<double>& x) const;

    // For each cell kSolid, kFree (tied by a or an open edge) or the number of its closed region.
    std::vector<int32_t> regions() const;

    // r without solid cells and without the mean of each closed region.
    std::vector<double> compatibleRight() const;

    // |r - A x| / |r| of the compatible r.
    double relativeResidual(const std::vector<double>& x) const;

    // By elimination that subtracts nothing (Grassmann, Taksar, Heyman), exact to rounding for
    // every ratio of coefficients; 0 in solids, mean 0 in closed regions. For small grids.
    std::vector<double> solution() const;
};

double norm(const std::vector<double>& values);

// Subtracts the mean of each closed region.
void removeMeans(const std::vector<int32_t>& regions, std::vector<double>& values);

// A solver that destroys itself.
class OwnedSolver
{
  public:
    explicit OwnedSolver(const tnSolverDef& def) : result_(tnCreateSolver(&def, &handle_)) {}
    explicit OwnedSolver(const Problem& problem);
    ~OwnedSolver();
    OwnedSolver(const OwnedSolver&) = delete;
    OwnedSolver& operator=(const OwnedSolver&) = delete;

    tnSolver handle() const { return handle_; }
    tnResult result() const { return result_; }
    tnResult setCoefficients(const Problem& problem) const;

  private:
    tnSolver handle_ = {};
    tnResult result_ = tn_success;
};

struct Solved
{
    tnResult status = tn_success;
    tnSolveResult result = {};
    std::vector<float> x;
    std::vector<float> remainder;

    // x + remainder
    std::vector<double> sum() const;
    uint64_t hash() const;
};

enum class Remainder
{
    wanted,
    none
};

Solved solve(const OwnedSolver& solver, const Problem& problem, const tnSolveParams& params,
             Remainder remainder = Remainder::wanted, const std::vector<float>* start = nullptr);
Solved solve(const Problem& problem, const tnSolveParams& params,
             Remainder remainder = Remainder::wanted);

tnSolveParams paramsFor(tnSolverMethod method, float tolerance, int32_t maxIterations = 100);

} // namespace tarn::test
