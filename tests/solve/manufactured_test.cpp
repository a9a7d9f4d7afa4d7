// Known solutions on the unit square: the error falls with the square of the cell size, for every
// kind of edge, with b and a that vary.
//
// tests/data/pressure_solver.toml says what is expected. Its right-hand sides are those of
// div grad p; here r is that of (a - div b grad) p.
#include "support/full_size.h"
#include "support/problem.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <numbers>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::Edges;
using test::Problem;

constexpr double kPi = std::numbers::pi;

using Function = double (*)(double x, double y);

double zero(double, double)
{
    return 0.0;
}

double one(double, double)
{
    return 1.0;
}

struct Manufactured
{
    const char* name;
    Edges edges;
    Function p;
    Function right;
    Function b = one;
    Function a = zero;
};

const Manufactured kDirichlet = {
    "open on all sides", test::kOpenBox,
    [](double x, double y) { return std::sin(kPi * x) * std::sin(kPi * y); },
    [](double x, double y) { return 2.0 * kPi * kPi * std::sin(kPi * x) * std::sin(kPi * y); }};

const Manufactured kNeumann = {
    "walls on all sides", test::kClosedBox,
    [](double x, double y) { return std::cos(kPi * x) * std::cos(2.0 * kPi * y); },
    [](double x, double y) {
        return 5.0 * kPi * kPi * std::cos(kPi * x) * std::cos(2.0 * kPi * y);
    }};

const Manufactured kMixed = {
    "open on two sides",
    {tn_edgeDirichlet, tn_edgeNeumann, tn_edgeNeumann, tn_edgeDirichlet},
    [](double x, double y) { return std::sin(0.5 * kPi * x) * std::cos(0.5 * kPi * y); },
    [](double x, double y) {
        return 0.5 * kPi * kPi * std::sin(0.5 * kPi * x) * std::cos(0.5 * kPi * y);
    }};

const Manufactured kPeriodic = {
    "a torus", test::kTorus,
    [](double x, double y) { return std::sin(2.0 * kPi * x) * std::cos(4.0 * kPi * y); },
    [](double x, double y) {
        return 20.0 * kPi * kPi * std::sin(2.0 * kPi * x) * std::cos(4.0 * kPi * y);
    }};

const Manufactured kChannel = {
    "a ring between open sides",
    {tn_edgePeriodic, tn_edgePeriodic, tn_edgeDirichlet, tn_edgeDirichlet},
    [](double x, double y) { return std::cos(2.0 * kPi * x) * std::sin(kPi * y); },
    [](double x, double y) {
        return 5.0 * kPi * kPi * std::cos(2.0 * kPi * x) * std::sin(kPi * y);
    }};

// b = 1 + x / 2 + 3 y^2 / 10, p = cos(pi x) cos(pi y)
double slopingB(double x, double y)
{
    return 1.0 + 0.5 * x + 0.3 * y * y;
}

double slopingRight(double x, double y)
{
    const double p = std::cos(kPi * x) * std::cos(kPi * y);
    const double px = -kPi * std::sin(kPi * x) * std::cos(kPi * y);
    const double py = -kPi * std::cos(kPi * x) * std::sin(kPi * y);
    return 2.0 * kPi * kPi * slopingB(x, y) * p - 0.5 * px - 0.6 * y * py;
}

const Manufactured kVariableWalls = {
    "walls, b varies", test::kClosedBox,
    [](double x, double y) { return std::cos(kPi * x) * std::cos(kPi * y); }, slopingRight,
    slopingB};

const Manufactured kVariableOpen = {
    "open, b varies", test::kOpenBox,
    [](double x, double y) { return std::sin(kPi * x) * std::sin(kPi * y); },
    [](double x, double y) {
        const double p = std::sin(kPi * x) * std::sin(kPi * y);
        const double px = kPi * std::cos(kPi * x) * std::sin(kPi * y);
        const double py = kPi * std::sin(kPi * x) * std::cos(kPi * y);
        return 2.0 * kPi * kPi * slopingB(x, y) * p - 0.5 * px - 0.6 * y * py;
    },
    slopingB};

const Manufactured kVariablePeriodic = {
    "a torus, b varies", test::kTorus,
    [](double x, double y) { return std::sin(2.0 * kPi * x) + std::cos(2.0 * kPi * y); },
    [](double x, double y) {
        const double b = 1.0 + 0.5 * std::sin(2.0 * kPi * x) * std::cos(2.0 * kPi * y);
        const double bx = kPi * std::cos(2.0 * kPi * x) * std::cos(2.0 * kPi * y);
        const double by = -kPi * std::sin(2.0 * kPi * x) * std::sin(2.0 * kPi * y);
        const double px = 2.0 * kPi * std::cos(2.0 * kPi * x);
        const double py = -2.0 * kPi * std::sin(2.0 * kPi * y);
        const double p = std::sin(2.0 * kPi * x) + std::cos(2.0 * kPi * y);
        return 4.0 * kPi * kPi * b * p - bx * px - by * py;
    },
    [](double x, double y) {
        return 1.0 + 0.5 * std::sin(2.0 * kPi * x) * std::cos(2.0 * kPi * y);
    }};

const Manufactured kWithA = {
    "walls, a and b vary",
    test::kClosedBox,
    [](double x, double y) { return 2.0 + std::cos(kPi * x) * std::cos(kPi * y); },
    [](double x, double y) {
        return (1.0 + 20.0 * x * x) * (2.0 + std::cos(kPi * x) * std::cos(kPi * y)) +
               slopingRight(x, y);
    },
    slopingB,
    [](double x, double) { return 1.0 + 20.0 * x * x; }};

struct Errors
{
    double l2 = 0.0;
    double most = 0.0;
};

Problem discretised(const Manufactured& which, int32_t nx, int32_t ny, double h)
{
    Problem problem(nx, ny, which.edges, static_cast<float>(h));
    problem.setRight(which.right);
    if (which.b != one)
    {
        for (int32_t j = 0; j < ny; ++j)
        {
            for (int32_t i = 0; i <= nx; ++i)
            {
                problem.bx.push_back(static_cast<float>(which.b(i * h, (j + 0.5) * h)));
            }
        }
        for (int32_t j = 0; j <= ny; ++j)
        {
            for (int32_t i = 0; i < nx; ++i)
            {
                problem.by.push_back(static_cast<float>(which.b((i + 0.5) * h, j * h)));
            }
        }
    }
    if (which.a != zero)
    {
        problem.a.resize(problem.cells());
        problem.forCentres([&](size_t index, double x, double y) {
            problem.a[index] = static_cast<float>(which.a(x, y));
        });
    }
    return problem;
}

Errors errorsOf(const Manufactured& which, int32_t n)
{
    const double h = 1.0 / n;
    const Problem problem = discretised(which, n, n, h);
    const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-7f, 40));
    EXPECT_EQ(solved.status, tn_success);
    EXPECT_LE(solved.result.relativeResidual, 2e-7f) << which.name << ", " << n;
    std::vector<double> error = solved.sum();
    problem.forCentres([&](size_t index, double x, double y) { error[index] -= which.p(x, y); });
    test::removeMeans(problem.regions(), error);
    Errors errors;
    errors.l2 = h * test::norm(error);
    for (const double each : error)
    {
        errors.most = std::max(errors.most, std::fabs(each));
    }
    return errors;
}

// A number of pressure_solver.toml.
double expected(const std::string& key)
{
    std::ifstream file(TARN_TEST_DATA "/pressure_solver.toml");
    for (std::string line; std::getline(file, line);)
    {
        if (line.rfind(key + " = ", 0) == 0)
        {
            return std::stod(line.substr(key.size() + 3));
        }
    }
    ADD_FAILURE() << key << " is not in pressure_solver.toml";
    return 0.0;
}

TEST(ManufacturedSolution, IsApproachedWithTheSquareOfTheCellSize)
{
    const double accepted = expected("order_accept");
    ASSERT_GE(accepted, 1.9);
    const int32_t finest = test::kSlowBuild && !test::fullSize() ? 128 : 256;
    for (const Manufactured& which : {kDirichlet, kNeumann, kMixed, kPeriodic, kChannel,
                                      kVariableWalls, kVariableOpen, kVariablePeriodic, kWithA})
    {
        double before = errorsOf(which, 32).l2;
        for (int32_t n = 64; n <= finest; n *= 2)
        {
            const double now = errorsOf(which, n).l2;
            EXPECT_GE(std::log2(before / now), accepted) << which.name << ", " << n;
            before = now;
        }
    }
}

// p is an eigenvector of the grid's operator, whose eigenvalue is too low by pi^2 h^2 / 12.
TEST(ManufacturedSolution, HasTheErrorThatTheGridHas)
{
    for (const int32_t n : {32, 64, 128})
    {
        const double h = 1.0 / n;
        const double leading = kPi * kPi * h * h / 12.0;
        EXPECT_NEAR(errorsOf(kDirichlet, n).most / leading, 1.0, 0.02) << n;
    }
}

// x = g at an open edge, by the term that solver.h gives: p = exp(x) sin(y), which needs no r.
TEST(ManufacturedSolution, TakesGivenValuesAtOpenEdges)
{
    const auto p = [](double x, double y) { return std::exp(x) * std::sin(y); };
    double before = 0.0;
    for (const int32_t n : {32, 64, 128})
    {
        const double h = 1.0 / n;
        const int32_t ny = n * 3 / 4;
        Problem problem(n, ny, test::kOpenBox, static_cast<float>(h));
        const auto add = [&](int32_t i, int32_t j, double x, double y) {
            problem.r[problem.cell(i, j)] += static_cast<float>(2.0 * p(x, y) / (h * h));
        };
        for (int32_t j = 0; j < ny; ++j)
        {
            add(0, j, 0.0, (j + 0.5) * h);
            add(n - 1, j, 1.0, (j + 0.5) * h);
        }
        for (int32_t i = 0; i < n; ++i)
        {
            add(i, 0, (i + 0.5) * h, 0.0);
            add(i, ny - 1, (i + 0.5) * h, ny * h);
        }
        const test::Solved solved = test::solve(problem, test::paramsFor(tn_methodAuto, 1e-7f, 40));
        std::vector<double> error = solved.sum();
        problem.forCentres([&](size_t index, double x, double y) { error[index] -= p(x, y); });
        const double now = h * test::norm(error);
        EXPECT_LT(now, 1e-3);
        if (before > 0.0)
        {
            EXPECT_GE(std::log2(before / now), 1.9) << n;
        }
        before = now;
    }
}

} // namespace
} // namespace tarn
