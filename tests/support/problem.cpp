// A problem and its truths in 64 bits; see problem.h.
#include "support/problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tarn::test
{

namespace
{

double edgeFactor(tnEdge edge, int32_t cells)
{
    switch (edge)
    {
    case tn_edgeDirichlet:
        return 2.0;
    case tn_edgePeriodic:
        return cells > 1 ? 1.0 : 0.0;
    case tn_edgeNeumann:
        break;
    }
    return 0.0;
}

const float* pointer(const std::vector<float>& values)
{
    return values.empty() ? nullptr : values.data();
}

} // namespace

Problem::Problem(int32_t nx, int32_t ny, const Edges& edges, float cellSize)
{
    def.nx = nx;
    def.ny = ny;
    def.cellSize = cellSize;
    def.left = edges.left;
    def.right = edges.right;
    def.bottom = edges.bottom;
    def.top = edges.top;
    r.resize(cells());
}

void Problem::setFaces(Faces faces)
{
    bx = std::move(faces.bx);
    by = std::move(faces.by);
}

void Problem::setSolids(const Mask& mask)
{
    setFaces(facesAround(mask));
    const int32_t nx = def.nx;
    const int32_t ny = def.ny;
    const auto columns = static_cast<size_t>(nx) + 1;
    for (int32_t j = 0; j < ny && def.left == tn_edgePeriodic; ++j)
    {
        float* row = bx.data() + static_cast<size_t>(j) * columns;
        row[0] = row[nx] = mask.at(0, j) || mask.at(nx - 1, j) ? 0.0f : 1.0f;
    }
    for (int32_t i = 0; i < nx && def.bottom == tn_edgePeriodic; ++i)
    {
        by[cell(i, 0)] = by[cell(i, ny)] = mask.at(i, 0) || mask.at(i, ny - 1) ? 0.0f : 1.0f;
    }
}

void Problem::setRandomRight(uint64_t seed)
{
    Random random(seed);
    for (float& value : r)
    {
        value = random.between(-1.0f, 1.0f);
    }
}

double Problem::faceX(int32_t i, int32_t j) const
{
    const double h = static_cast<double>(def.cellSize);
    const bool ring = def.left == tn_edgePeriodic;
    const int32_t face = ring && i == def.nx ? 0 : i;
    const double b =
        bx.empty()
            ? 1.0
            : static_cast<double>(bx[static_cast<size_t>(j) * static_cast<size_t>(def.nx + 1) +
                                     static_cast<size_t>(face)]);
    const double factor = i == 0        ? edgeFactor(def.left, def.nx)
                          : i == def.nx ? edgeFactor(def.right, def.nx)
                                        : 1.0;
    return factor * b / (h * h);
}

double Problem::faceY(int32_t i, int32_t j) const
{
    const double h = static_cast<double>(def.cellSize);
    const bool ring = def.bottom == tn_edgePeriodic;
    const int32_t face = ring && j == def.ny ? 0 : j;
    const double b = by.empty() ? 1.0 : static_cast<double>(by[cell(i, face)]);
    const double factor = j == 0        ? edgeFactor(def.bottom, def.ny)
                          : j == def.ny ? edgeFactor(def.top, def.ny)
                                        : 1.0;
    return factor * b / (h * h);
}

double Problem::cellA(int32_t i, int32_t j) const
{
    return a.empty() ? 0.0 : static_cast<double>(a[cell(i, j)]);
}

std::vector<double> Problem::applied(const std::vector<double>& x) const
{
    const int32_t nx = def.nx;
    const int32_t ny = def.ny;
    std::vector<double> result(cells());
    // Beyond an edge x is 0; on a ring it is the cell at the other end.
    const auto value = [&](int32_t i, int32_t j) {
        if (i < 0 || i >= nx)
        {
            return def.left == tn_edgePeriodic ? x[cell((i + nx) % nx, j)] : 0.0;
        }
        if (j < 0 || j >= ny)
        {
            return def.bottom == tn_edgePeriodic ? x[cell(i, (j + ny) % ny)] : 0.0;
        }
        return x[cell(i, j)];
    };
    for (int32_t j = 0; j < ny; ++j)
    {
        for (int32_t i = 0; i < nx; ++i)
        {
            const double self = x[cell(i, j)];
            result[cell(i, j)] = cellA(i, j) * self + faceX(i, j) * (self - value(i - 1, j)) +
                                 faceX(i + 1, j) * (self - value(i + 1, j)) +
                                 faceY(i, j) * (self - value(i, j - 1)) +
                                 faceY(i, j + 1) * (self - value(i, j + 1));
        }
    }
    return result;
}

double Problem::largestDiagonal() const
{
    double largest = 0.0;
    for (int32_t j = 0; j < def.ny; ++j)
    {
        for (int32_t i = 0; i < def.nx; ++i)
        {
            const double faces = faceX(i, j) + faceX(i + 1, j) + faceY(i, j) + faceY(i, j + 1);
            largest = std::max(largest, faces + cellA(i, j));
        }
    }
    return largest;
}

std::vector<int32_t> Problem::regions() const
{
    constexpr int32_t kUnseen = -3;
    const int32_t nx = def.nx;
    const int32_t ny = def.ny;
    std::vector<int32_t> labels(cells(), kUnseen);
    std::vector<size_t> stack;
    std::vector<size_t> members;
    int32_t count = 0;
    for (size_t first = 0; first < cells(); ++first)
    {
        if (labels[first] != kUnseen)
        {
            continue;
        }
        bool tied = false;
        bool solid = true;
        members.clear();
        stack.assign(1, first);
        labels[first] = count;
        while (!stack.empty())
        {
            const size_t here = stack.back();
            stack.pop_back();
            members.push_back(here);
            const auto i = static_cast<int32_t>(here % static_cast<size_t>(nx));
            const auto j = static_cast<int32_t>(here / static_cast<size_t>(nx));
            const auto look = [&](double face, int32_t toI, int32_t toJ, bool outside, bool ring) {
                if (!(face > 0.0))
                {
                    return;
                }
                solid = false;
                if (outside && !ring)
                {
                    tied = true;
                    return;
                }
                const size_t there = cell((toI + nx) % nx, (toJ + ny) % ny);
                if (labels[there] == kUnseen)
                {
                    labels[there] = count;
                    stack.push_back(there);
                }
            };
            const bool ringX = def.left == tn_edgePeriodic;
            const bool ringY = def.bottom == tn_edgePeriodic;
            look(faceX(i, j), i - 1, j, i == 0, ringX);
            look(faceX(i + 1, j), i + 1, j, i == nx - 1, ringX);
            look(faceY(i, j), i, j - 1, j == 0, ringY);
            look(faceY(i, j + 1), i, j + 1, j == ny - 1, ringY);
            if (cellA(i, j) > 0.0)
            {
                tied = true;
                solid = false;
            }
        }
        for (const size_t member : members)
        {
            labels[member] = solid ? kSolid : tied ? kFree : count;
        }
        count += solid || tied ? 0 : 1;
    }
    return labels;
}

std::vector<double> Problem::compatibleRight() const
{
    const std::vector<int32_t> labels = regions();
    std::vector<double> right(r.begin(), r.end());
    for (size_t i = 0; i < right.size(); ++i)
    {
        right[i] = labels[i] == kSolid ? 0.0 : right[i];
    }
    removeMeans(labels, right);
    return right;
}

double Problem::relativeResidual(const std::vector<double>& x) const
{
    std::vector<double> right = compatibleRight();
    const double whole = norm(right);
    const std::vector<double> ax = applied(x);
    for (size_t i = 0; i < right.size(); ++i)
    {
        right[i] -= ax[i];
    }
    return whole > 0.0 ? norm(right) / whole : norm(right);
}

std::vector<double> Problem::solution() const
{
    const int32_t nx = def.nx;
    const int32_t ny = def.ny;
    const size_t n = cells();
    std::vector<double> c(n * n, 0.0); // connections
    std::vector<double> excess(n, 0.0);
    const auto connect = [&](size_t one, size_t other, double value) {
        if (one != other)
        {
            c[one * n + other] += value;
            c[other * n + one] += value;
        }
    };
    for (int32_t j = 0; j < ny; ++j)
    {
        for (int32_t i = 0; i < nx; ++i)
        {
            const size_t here = cell(i, j);
            excess[here] += cellA(i, j);
            if (i > 0 || def.left == tn_edgePeriodic)
            {
                connect(here, cell((i + nx - 1) % nx, j), faceX(i, j));
            }
            else
            {
                excess[here] += faceX(i, j);
            }
            if (j > 0 || def.bottom == tn_edgePeriodic)
            {
                connect(here, cell(i, (j + ny - 1) % ny), faceY(i, j));
            }
            else
            {
                excess[here] += faceY(i, j);
            }
            excess[here] += i == nx - 1 && def.left != tn_edgePeriodic ? faceX(nx, j) : 0.0;
            excess[here] += j == ny - 1 && def.bottom != tn_edgePeriodic ? faceY(i, ny) : 0.0;
        }
    }
    std::vector<double> x = compatibleRight();
    std::vector<double> pivot(n);
    std::vector<size_t> later;
    for (size_t k = 0; k < n; ++k)
    {
        later.clear();
        pivot[k] = excess[k];
        for (size_t j = k + 1; j < n; ++j)
        {
            if (c[k * n + j] > 0.0)
            {
                later.push_back(j);
                pivot[k] += c[k * n + j];
            }
        }
        if (!(pivot[k] > 0.0))
        {
            continue;
        }
        for (const size_t i : later)
        {
            const double share = c[k * n + i] / pivot[k];
            excess[i] += share * excess[k];
            x[i] += share * x[k];
            for (const size_t j : later)
            {
                c[i * n + j] += i != j ? share * c[k * n + j] : 0.0;
            }
        }
    }
    for (size_t k = n; k-- > 0;)
    {
        double sum = x[k];
        for (size_t j = k + 1; j < n; ++j)
        {
            sum += c[k * n + j] * x[j];
        }
        x[k] = pivot[k] > 0.0 ? sum / pivot[k] : 0.0;
    }
    removeMeans(regions(), x);
    return x;
}

double norm(const std::vector<double>& values)
{
    double sum = 0.0;
    for (const double value : values)
    {
        sum += value * value;
    }
    return std::sqrt(sum);
}

void removeMeans(const std::vector<int32_t>& regions, std::vector<double>& values)
{
    std::vector<double> sums;
    std::vector<double> sizes;
    for (size_t i = 0; i < values.size(); ++i)
    {
        if (regions[i] >= 0)
        {
            const auto region = static_cast<size_t>(regions[i]);
            sums.resize(std::max(sums.size(), region + 1));
            sizes.resize(sums.size());
            sums[region] += values[i];
            sizes[region] += 1.0;
        }
    }
    for (size_t i = 0; i < values.size(); ++i)
    {
        if (regions[i] >= 0)
        {
            const auto region = static_cast<size_t>(regions[i]);
            values[i] -= sums[region] / sizes[region];
        }
    }
}

OwnedSolver::OwnedSolver(const Problem& problem) : OwnedSolver(problem.def)
{
    if (result_ == tn_success)
    {
        result_ = setCoefficients(problem);
    }
}

OwnedSolver::~OwnedSolver()
{
    if (tnSolver_IsValid(handle_))
    {
        tnDestroySolver(handle_);
    }
}

tnResult OwnedSolver::setCoefficients(const Problem& problem) const
{
    return tnSolver_SetCoefficients(handle_, pointer(problem.a), pointer(problem.bx),
                                    pointer(problem.by));
}

std::vector<double> Solved::sum() const
{
    std::vector<double> both(x.begin(), x.end());
    for (size_t i = 0; i < remainder.size(); ++i)
    {
        both[i] += static_cast<double>(remainder[i]);
    }
    return both;
}

uint64_t Solved::hash() const
{
    const uint64_t ofX = tnHash(x.data(), x.size() * sizeof(float), 0);
    const uint64_t ofBoth = tnHash(remainder.data(), remainder.size() * sizeof(float), ofX);
    const float numbers[] = {result.relativeResidual,
                             result.factor,
                             result.incompatibility,
                             static_cast<float>(result.iterations),
                             static_cast<float>(result.refinements),
                             static_cast<float>(result.method),
                             static_cast<float>(result.closedRegions),
                             result.converged ? 1.0f : 0.0f};
    return tnHash(numbers, sizeof(numbers), ofBoth);
}

Solved solve(const OwnedSolver& solver, const Problem& problem, const tnSolveParams& params,
             Remainder remainder, const std::vector<float>* start)
{
    Solved solved;
    if (solver.result() != tn_success)
    {
        solved.status = solver.result();
        return solved;
    }
    // What is not written stands out.
    solved.x.assign(problem.cells(), 1e20f);
    if (start != nullptr)
    {
        solved.x = *start;
    }
    if (remainder == Remainder::wanted)
    {
        solved.remainder.assign(problem.cells(), 1e20f);
    }
    solved.status = tnSolver_Solve(solver.handle(), problem.r.data(), solved.x.data(),
                                   solved.remainder.empty() ? nullptr : solved.remainder.data(),
                                   &params, &solved.result);
    return solved;
}

Solved solve(const Problem& problem, const tnSolveParams& params, Remainder remainder)
{
    const OwnedSolver solver(problem);
    return solve(solver, problem, params, remainder);
}

tnSolveParams paramsFor(tnSolverMethod method, float tolerance, int32_t maxIterations)
{
    tnSolveParams params = tnDefaultSolveParams();
    params.method = method;
    params.tolerance = tolerance;
    params.maxIterations = maxIterations;
    return params;
}

} // namespace tarn::test
