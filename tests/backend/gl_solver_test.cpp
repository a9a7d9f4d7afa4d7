// Whole solves on the GPU, and what happens where it cannot.
#include "api/gl_devices.h"
#include "backend/gl/gl_backend.h"
#include "core/wide.h"
#include "solve/solver.h"
#include "support/gl_device.h"
#include "support/log_capture.h"
#include "support/problem.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace tarn
{
namespace
{

using test::Problem;

class GlSolver : public testing::Test
{
  protected:
    void SetUp() override
    {
        TARN_SKIP_WITHOUT_GL();
        gl_ = std::make_unique<test::OwnedGl>();
        device_ = findGlDevice(gl_->handle(), "a test");
        ASSERT_NE(device_, nullptr);
    }

    Problem onGl(Problem problem) const
    {
        problem.def.backend = tn_backendGL;
        problem.def.gl = gl_->handle();
        return problem;
    }

    tnSolverDef def() const { return onGl(Problem(33, 20)).def; }

    // The same on both, to the tolerance, in as many iterations give or take one.
    void expectAsOnTheCpu(const Problem& problem, const tnSolveParams& params) const
    {
        const test::Solved cpu = test::solve(problem, params);
        const test::Solved gl = test::solve(onGl(problem), params);
        ASSERT_EQ(cpu.status, tn_success);
        ASSERT_EQ(gl.status, tn_success);
        EXPECT_EQ(gl.result.converged, cpu.result.converged);
        EXPECT_EQ(gl.result.method, cpu.result.method);
        EXPECT_EQ(gl.result.closedRegions, cpu.result.closedRegions);
        EXPECT_NEAR(gl.result.iterations, cpu.result.iterations,
                    1 + cpu.result.iterations / 20); // sweeps may take hundreds
        if (cpu.result.converged)
        {
            const double reached = problem.relativeResidual(cpu.sum());
            EXPECT_LE(problem.relativeResidual(gl.sum()),
                      std::max(1.1 * wide(params.tolerance), 1.5 * reached));
        }
    }

    std::unique_ptr<test::OwnedGl> gl_;
    GlDevice* device_ = nullptr;
};

TEST_F(GlSolver, SolvesAsTheCpuDoes)
{
    struct Shape
    {
        int32_t nx, ny;
        test::Edges edges;
    };
    for (const Shape& shape :
         {Shape{96, 80, test::kClosedBox}, Shape{130, 67, test::kOpenTop},
          Shape{64, 48, test::kTorus}, Shape{45, 33, test::kRingX}, Shape{1, 30, test::kOpenBox},
          Shape{200, 7, test::kOpenBox}, Shape{31, 77, test::kRingY},
          Shape{640, 420, test::kOpenTop}}) // more than gl_limits::kFewCells
    {
        SCOPED_TRACE(std::to_string(shape.nx) + " x " + std::to_string(shape.ny));
        Problem problem(shape.nx, shape.ny, shape.edges, 0.1f);
        problem.setRandomRight(7);
        expectAsOnTheCpu(problem, test::paramsFor(tn_methodMultigrid, 1e-4f));
        problem.a.assign(problem.cells(), 30.0f);
        expectAsOnTheCpu(problem, test::paramsFor(tn_methodMultigrid, 1e-4f));
    }
}

TEST_F(GlSolver, SolvesAmongSolidsAsTheCpuDoes)
{
    for (const bool open : {false, true})
    {
        Problem problem(100, 90, open ? test::kOpenTop : test::kClosedBox);
        problem.setSolids(test::islands(100, 90));
        problem.setRandomRight(8);
        expectAsOnTheCpu(problem, test::paramsFor(tn_methodAuto, 1e-4f));
        expectAsOnTheCpu(problem, test::paramsFor(tn_methodMultigridCG, 1e-4f));
        problem.setSolids(test::sealedRooms(100, 90, 12));
        expectAsOnTheCpu(problem, test::paramsFor(tn_methodAuto, 1e-4f));
    }
}

// Coarse levels are graphs there, in the memory of the host.
TEST_F(GlSolver, FindsItsWayThroughAMaze)
{
    Problem problem(61, 61, test::kOpenTop);
    problem.setSolids(test::perfectMaze(61, 61, 3));
    problem.setRandomRight(9);
    expectAsOnTheCpu(problem, test::paramsFor(tn_methodMultigridCG, 1e-4f));
}

TEST_F(GlSolver, HasAllMethods)
{
    Problem problem(24, 20, test::kOpenTop);
    problem.setRandomRight(10);
    for (const tnSolverMethod method :
         {tn_methodMultigrid, tn_methodConjugateGradient, tn_methodGaussSeidel, tn_methodJacobi})
    {
        SCOPED_TRACE(static_cast<int>(method));
        const int32_t most = method == tn_methodJacobi ? 40 : 300;
        expectAsOnTheCpu(problem, test::paramsFor(method, 1e-3f, most));
    }
}

// 64-bit residuals on the device bring x and remainder as far as on the CPU.
TEST_F(GlSolver, RefinesBeyondThirtyTwoBits)
{
    if (device_->isEs())
    {
        GTEST_SKIP() << "OpenGL ES has no 64-bit numbers";
    }
    Problem problem(80, 70, test::kClosedBox);
    problem.setRandomRight(11);
    expectAsOnTheCpu(problem, test::paramsFor(tn_methodAuto, 1e-9f));
}

TEST_F(GlSolver, TakesCoefficientsAnewAndStartsWarm)
{
    Problem problem = onGl(Problem(70, 50, test::kOpenTop));
    problem.setRandomRight(12);
    const tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-4f);
    const test::OwnedSolver solver(problem);
    ASSERT_EQ(solver.result(), tn_success);
    EXPECT_TRUE(test::solve(solver, problem, params).result.converged);
    problem.setSolids(test::oneWall(70, 50));
    ASSERT_EQ(solver.setCoefficients(problem), tn_success);
    const test::Solved solved = test::solve(solver, problem, params, test::Remainder::none);
    EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-4);
    tnSolveParams warm = params;
    warm.warmStart = true;
    const test::Solved again = test::solve(solver, problem, warm, test::Remainder::none, &solved.x);
    EXPECT_EQ(again.result.iterations, 0);
}

struct Destroy
{
    void operator()(Solver* solver) const { solver->destroy(); }
};

// What is left after one, two and four V-cycles from zero on r that lies in the solver's field.
// Where a part writes coefficients, they are those of the problem too.
std::vector<double> normsAfterCycles(const Problem& problem, GlDevice* device, bool* isEven,
                                     bool partWrites = false)
{
    const int32_t nx = problem.def.nx;
    Solver* made = nullptr;
    EXPECT_EQ(Solver::create(problem.def, &made, device), tn_success);
    const std::unique_ptr<Solver, Destroy> solver(made);
    const auto rowsOf = [](const std::vector<float>& values, int32_t columns) {
        return values.empty() ? ConstRows()
                              : ConstRows{values.data(), static_cast<size_t>(columns)};
    };
    const Coefficients given = {{}, rowsOf(problem.bx, nx + 1), rowsOf(problem.by, nx)};
    if (partWrites)
    {
        Domain domain;
        domain.shape = solver->finest().shape;
        domain.given = given;
        domain.scale = solver->coefficientScale();
        const BackendScope scope(solver->backend());
        solver->backend().writeRows(solver->finest().cx,
                                    [&](int32_t j, float* row) { domain.fillCx(j, row); });
        solver->backend().writeRows(solver->finest().cy,
                                    [&](int32_t j, float* row) { domain.fillCy(j, row); });
        solver->coarsenFields(false);
    }
    else
    {
        solver->setCoefficients(given);
    }
    *isEven = solver->finest().isEven;
    const std::vector<double> right = problem.compatibleRight();
    Backend& backend = solver->backend();
    const BackendScope scope(backend);
    backend.writeRows(solver->finest().r, [&](int32_t j, float* row) {
        for (int32_t i = 0; i < nx; ++i)
        {
            row[i] = static_cast<float>(solver->rightScale() * right[problem.cell(i, j)]);
        }
    });
    std::vector<double> norms;
    for (const int32_t cycles : {1, 2, 4})
    {
        solver->cycleFields(cycles);
        norms.push_back(std::sqrt(backend.residualNorm2(solver->finest())));
    }
    return norms;
}

// What a part on the same device does: r is there already, and nothing comes back.
TEST_F(GlSolver, CyclesOnWhatLiesInItsFields)
{
    for (const bool even : {true, false})
    {
        Problem problem(90, 66, test::kOpenTop);
        problem.setRandomRight(13);
        if (!even)
        {
            problem.setSolids(test::randomCells(90, 66, 0.05f, 4));
        }
        bool isEven = !even;
        const std::vector<double> cpu = normsAfterCycles(problem, nullptr, &isEven);
        EXPECT_EQ(isEven, even);
        const std::vector<double> gl = normsAfterCycles(onGl(problem), device_, &isEven);
        EXPECT_EQ(isEven, even);
        if (!even)
        {
            EXPECT_EQ(normsAfterCycles(onGl(problem), device_, &isEven, true), gl);
        }
        for (size_t k = 0; k < cpu.size(); ++k)
        {
            // Small even levels are solved at once, not cycled on.
            EXPECT_NEAR(gl[k], cpu[k], 5e-2 * cpu[k] + 1e-5 * cpu[0]);
            EXPECT_LT(gl[k], k > 0 ? 0.4 * gl[k - 1] : 1e30);
        }
    }
}

// A smooth right-hand side, whose x is so large that 32 bits round it coarsely: cycles come to an
// end. On what they leave, beside what was set aside, they go on.
TEST_F(GlSolver, SetsAsideWhatIsFound)
{
    constexpr int32_t kSide = 200;
    Problem problem = onGl(Problem(kSide, kSide, test::kOpenBox));
    problem.setRight([](double x, double y) { // in cells, which are of size 1
        return std::sin(3.0 * x / kSide) * std::sin(2.5 * y / kSide);
    });
    Solver* made = nullptr;
    ASSERT_EQ(Solver::create(problem.def, &made, device_), tn_success);
    const std::unique_ptr<Solver, Destroy> solver(made);
    solver->setCoefficients({});
    const Level& finest = solver->finest();
    auto& backend = static_cast<GlBackend&>(solver->backend());
    const BackendScope scope(backend);
    backend.writeRows(finest.r, [&](int32_t j, float* row) {
        for (int32_t i = 0; i < kSide; ++i)
        {
            row[i] = static_cast<float>(solver->rightScale() * wide(problem.r[problem.cell(i, j)]));
        }
    });
    std::vector<double> x(problem.cells());
    const auto add = [&](FieldId id) {
        backend.readRows(id, [&](int32_t j, const float* row) {
            for (int32_t i = 0; i < kSide; ++i)
            {
                x[problem.cell(i, j)] += wide(row[i]);
            }
        });
    };
    constexpr int32_t kCycles = 10;
    solver->cycleFields(kCycles);
    add(finest.x);
    const double once = problem.relativeResidual(x);
    backend.setAside(finest);
    solver->cycleFields(kCycles);
    x.assign(problem.cells(), 0.0);
    add(finest.p);
    EXPECT_EQ(problem.relativeResidual(x), once);
    add(finest.x);
    EXPECT_GT(once, 1e-6); // or there is nothing to test
    EXPECT_LT(problem.relativeResidual(x), 1e-2 * once);
}

// One on the finest level, two on each between, and one for all small ones; nothing waits.
TEST_F(GlSolver, TakesFewDispatchesACycle)
{
    Solver* made = nullptr;
    ASSERT_EQ(Solver::create(onGl(Problem(256, 256)).def, &made, device_), tn_success);
    const std::unique_ptr<Solver, Destroy> solver(made);
    solver->cycleFields(1);
    const auto dispatches = [&](int32_t cycles) {
        const int64_t before = device_->dispatches();
        solver->cycleFields(cycles);
        return device_->dispatches() - before;
    };
    // 128 x 128, and 64 x 64 where work groups have less than 48 KiB.
    EXPECT_LE(dispatches(4) - dispatches(3), 1 + 2 + 2 + 1);
    // The way down, the coarse levels, the way up, and its sums.
    EXPECT_LE(dispatches(1), 1 + 2 + 2 + 1 + 1 + 1);
}

TEST_F(GlSolver, ServesSeveralInOneContext)
{
    Problem problem = onGl(Problem(40, 40, test::kOpenTop));
    problem.setRandomRight(14);
    const test::OwnedSolver first(problem);
    const test::OwnedSolver second(problem);
    const tnSolveParams params = test::paramsFor(tn_methodAuto, 1e-4f);
    EXPECT_EQ(test::solve(first, problem, params).x, test::solve(second, problem, params).x);
}

TEST_F(GlSolver, IsRefusedWithoutAContext)
{
    test::LogCapture log;
    tnSolver solver = {};
    tnSolverDef bad = def();
    bad.gl = {};
    EXPECT_EQ(tnCreateSolver(&bad, &solver), tn_errorInvalidHandle);
    EXPECT_EQ(log.last(), tn_logInvalidHandle);
    bad.gl = gl_->handle();
    ++bad.gl.generation;
    EXPECT_EQ(tnCreateSolver(&bad, &solver), tn_errorInvalidHandle);
    EXPECT_FALSE(tnSolver_IsValid(solver));
}

TEST_F(GlSolver, KeepsItsContextAlive)
{
    test::LogCapture log;
    {
        const test::OwnedSolver solver(def());
        ASSERT_EQ(solver.result(), tn_success);
        EXPECT_EQ(tnDestroyGl(gl_->handle()), tn_errorInvalidArgument);
        EXPECT_EQ(log.last(), tn_logGl);
        EXPECT_TRUE(tnGl_IsValid(gl_->handle()));
    }
}

TEST_F(GlSolver, SaysWhichShaderDoesNotCompile)
{
    const int64_t before = tnGetAllocatedBytes();
    test::LogCapture log;
    device_->force(GlFault::compile);
    tnSolver solver = {};
    const tnSolverDef some = def();
    EXPECT_EQ(tnCreateSolver(&some, &solver), tn_errorUnsupported);
    ASSERT_EQ(log.entries().size(), 1u);
    EXPECT_EQ(log.last(), tn_logGl);
    EXPECT_NE(log.entries()[0].message.find(".comp"), std::string::npos);
    EXPECT_EQ(tnGetAllocatedBytes(), before);
    EXPECT_FALSE(device_->isUsed());
    EXPECT_EQ(test::OwnedSolver(some).result(), tn_success);
}

TEST_F(GlSolver, IsRefusedWhereTheDeviceHasNoMemory)
{
    const int64_t before = tnGetAllocatedBytes();
    test::LogCapture log;
    device_->force(GlFault::memory);
    tnSolver solver = {};
    const tnSolverDef some = def();
    EXPECT_EQ(tnCreateSolver(&some, &solver), tn_errorOutOfMemory);
    ASSERT_EQ(log.entries().size(), 1u);
    EXPECT_EQ(log.last(), tn_logOutOfMemory);
    EXPECT_EQ(tnGetAllocatedBytes(), before);
    EXPECT_FALSE(device_->isUsed());
}

TEST_F(GlSolver, TellsOfALostContext)
{
    Problem problem = onGl(Problem(40, 40, test::kOpenTop));
    problem.setRandomRight(15);
    test::LogCapture log;
    {
        const test::OwnedSolver solver(problem);
        ASSERT_EQ(solver.result(), tn_success);
        device_->force(GlFault::loss);
        std::vector<float> x(problem.cells(), 3.0f);
        EXPECT_EQ(
            tnSolver_Solve(solver.handle(), problem.r.data(), x.data(), nullptr, nullptr, nullptr),
            tn_errorUnsupported);
        EXPECT_EQ(log.last(), tn_logGl);
    }
    EXPECT_FALSE(device_->isUsed());
}

TEST_F(GlSolver, CountsTheDevicesMemory)
{
    const test::OwnedSolver solver(onGl(Problem(256, 256)).def);
    tnSolverInfo info = {};
    ASSERT_EQ(tnSolver_GetInfo(solver.handle(), &info), tn_success);
    const double perCell = static_cast<double>(info.memoryBytes) / 256 / 256;
    EXPECT_GE(perCell, 7 * 4 * 1.3); // x twice, r, p, a and two of faces, on all levels
    EXPECT_LE(perCell, 80.0);
}

} // namespace
} // namespace tarn
