// The equation behind every pressure: manufactured solutions of Poisson's, whose error falls with
// the square of the cell size, and what a V-cycle leaves of a residual.
#include "support/cycle_factors.h"
#include "support/problem.h"
#include "validation/cases.h"
#include "validation/device.h"
#include "validation/table.h"

#include <algorithm>
#include <cmath>
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
                    "cycles, without solids.";
    Panel panel = {"cells along an edge", "residual left by a cycle", {}, true, false};
    for (const bool open : {true, false})
    {
        const char* name = open ? "open edges" : "walls";
        Curve curve = {name, Curve::Look::line, {}};
        double most = 0.0;
        for (int32_t n = 32; n <= finest; n *= 2)
        {
            test::Problem problem(n, n, open ? test::kOpenBox : test::kClosedBox);
            problem.def = there(problem.def);
            problem.setRandomRight(5);
            const double factor = test::factorsOf(problem).late;
            curve.points.push_back({static_cast<double>(n), factor});
            most = factor <= most ? most : factor; // keeps what is not a number
        }
        outcome.checks.push_back(atMost(std::string(name) + ": most of all sizes from 32^2 to " +
                                            std::to_string(finest) + "^2",
                                        most, 0.15));
        panel.curves.push_back(std::move(curve));
    }
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
