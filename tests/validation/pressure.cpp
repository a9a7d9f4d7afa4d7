// The equation behind every pressure: manufactured solutions of Poisson's, whose error falls with
// the square of the cell size, and what a V-cycle leaves of a residual, or a conjugate gradient
// step among solids.
#include "support/cycle_factors.h"
#include "support/problem.h"
#include "support/solids.h"
#include "validation/cases.h"
#include "validation/device.h"
#include "validation/table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tarn::validation
{

namespace
{

constexpr double kPi = std::numbers::pi;

struct Manufactured
{
    const char* name;
    test::Edges edges;
    double (*p)(double x, double y);
    double eigenvalue; // -div grad p = eigenvalue * p
};

constexpr Manufactured kDirichlet = {
    "open edges", test::kOpenBox,
    [](double x, double y) { return std::sin(kPi * x) * std::sin(kPi * y); }, 2.0 * kPi* kPi};

constexpr Manufactured kNeumann = {
    "walls", test::kClosedBox,
    [](double x, double y) { return std::cos(kPi * x) * std::cos(2.0 * kPi * y); }, 5.0 * kPi* kPi};

// Root mean square over the unit square.
double errorOf(const Manufactured& which, int32_t n)
{
    const double h = 1.0 / n;
    test::Problem problem(n, n, which.edges, static_cast<float>(h));
    problem.def = there(problem.def);
    problem.setRight([&](double x, double y) { return which.eigenvalue * which.p(x, y); });
    const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-7f, 40));
    std::vector<double> error = solved.sum();
    problem.forCentres([&](size_t index, double x, double y) { error[index] -= which.p(x, y); });
    test::removeMeans(problem.regions(), error);
    return h * test::norm(error);
}

// What a preconditioned conjugate gradient step leaves of a residual, as the mean of all to 1e-6.
double stepFactorOf(const test::Problem& problem)
{
    const test::Solved solved =
        test::solve(problem, test::paramsFor(tn_methodMultigridCG, 1e-6f, 60));
    if (solved.status != tn_success || solved.result.iterations < 1)
    {
        return std::numeric_limits<double>::quiet_NaN(); // fails every comparison
    }
    return std::pow(problem.relativeResidual(solved.sum()), 1.0 / solved.result.iterations);
}

// The most of these factors over sizes.
Check mostOf(const Curve& factors, double limit)
{
    double most = 0.0;
    for (const Point& point : factors.points)
    {
        most = point.y <= most || std::isnan(most) ? most : point.y; // what is not a number stays
    }
    const auto edge = [](const Point& point) { return text(point.x) + "^2"; };
    return atMost(factors.name + ": most of all sizes from " + edge(factors.points.front()) +
                      " to " + edge(factors.points.back()),
                  most, limit);
}

} // namespace

Outcome poisson(Size size)
{
    const int32_t finest = size == Size::full ? 512 : 128;
    Outcome outcome;
    outcome.setUp = "-div grad p = r on the unit square, p = sin(pi x) sin(pi y) between open "
                    "edges and cos(pi x) cos(2 pi y) between walls, solved to 1e-7.";
    Panel panel = {"cells along an edge", "error, root mean square", {}, true, true};
    for (const Manufactured& which : {kDirichlet, kNeumann})
    {
        Curve curve = {which.name, Curve::Look::line, {}};
        double least = 1e9;
        for (int32_t n = 32; n <= finest; n *= 2)
        {
            const double error = errorOf(which, n);
            if (!curve.points.empty())
            {
                least = std::min(least, orderBetween(curve.points.back().y, error));
            }
            curve.points.push_back({static_cast<double>(n), error});
        }
        outcome.checks.push_back(atLeast(
            std::string(which.name) + ": least order of accuracy between two sizes", least, 1.9));
        panel.curves.push_back(std::move(curve));
    }
    Curve second = {"second order", Curve::Look::marks, {}};
    for (const Point& point : panel.curves[0].points)
    {
        const double coarser = 32.0 / point.x;
        second.points.push_back({point.x, panel.curves[0].points[0].y * coarser * coarser});
    }
    panel.curves.push_back(std::move(second));
    outcome.panels = {std::move(panel)};
    return outcome;
}

Outcome vCycle(Size size)
{
    const int32_t finest = size == Size::full ? 1024 : 128;
    const Table table("multigrid_factors.csv");
    Outcome outcome;
    outcome.setUp = "What is left of a random residual by each of the last four of nine V(2,1) "
                    "cycles, without solids, and by the mean conjugate gradient step to 1e-6, "
                    "preconditioned by multigrid, under an open top around 30 discs that cover "
                    "faces in part.";
    Panel panel = {"cells along an edge", "residual left by a cycle or step", {}, true, false};
    for (const bool open : {true, false})
    {
        const char* name = open ? "open edges" : "walls";
        Curve curve = {name, Curve::Look::line, {}};
        for (int32_t n = 32; n <= finest; n *= 2)
        {
            test::Problem problem(n, n, open ? test::kOpenBox : test::kClosedBox);
            problem.def = there(problem.def);
            problem.setRandomRight(5);
            curve.points.push_back({static_cast<double>(n), test::factorsOf(problem).late});
        }
        outcome.checks.push_back(mostOf(curve, 0.15));
        panel.curves.push_back(std::move(curve));
    }
    constexpr int32_t kDiscs = 30;
    Curve discs = {"discs", Curve::Look::line, {}};
    for (int32_t n = 32; n <= finest; n *= 2)
    {
        test::Problem problem(n, n, test::kOpenTop);
        problem.def = there(problem.def);
        problem.setFaces(test::facesAroundDiscs(n, n, kDiscs, 9));
        problem.setRandomRight(9);
        discs.points.push_back({static_cast<double>(n), stepFactorOf(problem)});
    }
    outcome.checks.push_back(mostOf(discs, 0.3));
    panel.curves.push_back(std::move(discs));
    Curve textbook = {"plain V(2,1)", Curve::Look::marks, {}};
    for (const size_t row :
         table.rowsWhere({{"bc", "dirichlet"}, {"prolongation", "bilinear"}, {"cycle", "V21"}}))
    {
        textbook.points.push_back({table.number(row, "n"), table.number(row, "factor_asymptotic")});
    }
    panel.curves.push_back(std::move(textbook));
    outcome.panels = {std::move(panel)};
    return outcome;
}

} // namespace tarn::validation
