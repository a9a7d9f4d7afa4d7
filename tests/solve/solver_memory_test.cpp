// The solver's memory: all of it at creation, little of it, all of it given back.
#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/problem.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace tarn
{
namespace
{

using test::Problem;

TEST(SolverMemory, SettingCoefficientsAndSolvingAllocateNothing)
{
    const int32_t n = test::kSlowBuild ? 64 : 150;
    const test::Mask maze = test::perfectMaze(n, n, 3);
    Problem problem(n, n, test::kOpenTop);
    problem.setSolids(maze);
    problem.setRandomRight(61);
    const test::OwnedSolver solver(problem);
    ASSERT_EQ(solver.result(), tn_success);
    Problem box(n / 32 * 32, n, test::kOpenTop);
    box.setRandomRight(62);
    const test::OwnedSolver direct(box);
    const int64_t count = tnGetAllocationCount();
    ASSERT_EQ(direct.setCoefficients(box), tn_success);
    EXPECT_EQ(test::solve(direct, box, test::paramsFor(tn_methodAuto, 1e-4f)).result.method,
              tn_methodDirect);
    for (const tnSolverMethod method :
         {tn_methodAuto, tn_methodMultigrid, tn_methodMultigridCG, tn_methodConjugateGradient,
          tn_methodGaussSeidel, tn_methodJacobi})
    {
        ASSERT_EQ(solver.setCoefficients(problem), tn_success);
        test::solve(solver, problem, test::paramsFor(method, 1e-4f, 8));
        test::solve(solver, problem, test::paramsFor(method, 0.0f, 3), test::Remainder::none);
        test::solve(solver, problem, test::paramsFor(method, 1e-6f, 30));
        tnSolveParams warm = test::paramsFor(method, 1e-4f, 8);
        warm.warmStart = true;
        test::solve(solver, problem, warm);
    }
    EXPECT_EQ(tnGetAllocationCount(), count);
}

TEST(SolverMemory, TakesAtMostFortyEightBytesACell)
{
    const int32_t largest = test::scaled(test::kSlowBuild ? 256 : 1024, 2048);
    for (int32_t n = 256; n <= largest; n *= 2)
    {
        const int64_t before = tnGetAllocatedBytes();
        tnSolverDef def = tnDefaultSolverDef();
        def.nx = n;
        def.ny = n;
        def.threads = 1;
        const test::OwnedSolver solver(def);
        ASSERT_EQ(solver.result(), tn_success);
        tnSolverInfo info = {};
        ASSERT_EQ(tnSolver_GetInfo(solver.handle(), &info), tn_success);
        EXPECT_EQ(info.memoryBytes, tnGetAllocatedBytes() - before) << n;
        const double perCell = static_cast<double>(info.memoryBytes) / n / n;
        EXPECT_LE(perCell, n < 512 ? 48.0 * 1.02 : 48.0) << n;
        EXPECT_GE(perCell, 20.0) << n;
        EXPECT_GE(info.levels, 8);
        EXPECT_EQ(info.graphLevels, 0);
        EXPECT_EQ(info.threads, 1);
    }
}

// Islands of one cell at random: graphs want more than there is, and get it before they are built.
TEST(SolverMemory, GrowsForTheFinestSolidsWhenTheyAreSetAndNotWhileSolving)
{
    const int32_t n = 256; // with fewer cells there is enough
    Problem problem(n, n, test::kOpenTop);
    problem.setSolids(test::randomCells(n, n, 0.15f, 3));
    problem.setRandomRight(63);
    const int64_t before = tnGetAllocatedBytes();
    tnSolverDef def = problem.def;
    def.threads = 1;
    const test::OwnedSolver solver(def);
    ASSERT_EQ(solver.result(), tn_success);
    const int64_t created = tnGetAllocatedBytes() - before;
    ASSERT_EQ(solver.setCoefficients(problem), tn_success);
    const int64_t grown = tnGetAllocatedBytes() - before;
    EXPECT_GT(grown, created);
    EXPECT_LE(grown, created + int64_t{32} * n * n);
    tnSolverInfo info = {};
    ASSERT_EQ(tnSolver_GetInfo(solver.handle(), &info), tn_success);
    EXPECT_EQ(info.memoryBytes, grown);
    const int64_t count = tnGetAllocationCount();
    test::solve(solver, problem, test::paramsFor(tn_methodMultigridCG, 1e-4f));
    ASSERT_EQ(solver.setCoefficients(problem), tn_success);
    EXPECT_EQ(tnGetAllocationCount(), count);
}

TEST(SolverMemory, IsGivenBack)
{
    const int64_t before = tnGetAllocatedBytes();
    {
        const Problem problem(100, 90);
        const test::OwnedSolver solver(problem);
        EXPECT_GT(tnGetAllocatedBytes(), before);
    }
    EXPECT_EQ(tnGetAllocatedBytes(), before);
}

// An allocator that fails once, at the call given.
struct FailingAllocator
{
    int32_t failAt = 0;
    int32_t calls = 0;
    int32_t alive = 0;

    static void* alloc(void* user, size_t size, size_t alignment)
    {
        auto* self = static_cast<FailingAllocator*>(user);
        if (++self->calls == self->failAt)
        {
            return nullptr;
        }
        ++self->alive;
        return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    }
    static void free(void* user, void* memory, size_t)
    {
        --static_cast<FailingAllocator*>(user)->alive;
        std::free(memory);
    }
};

TEST(SolverMemory, RunningOutAtAnyPointIsReportedAndLeavesNothingBehind)
{
    ASSERT_EQ(tnGetAllocatedBytes(), 0);
    for (const tnBackend backend : {tn_backendCpu, tn_backendReference})
    {
        bool succeeded = false;
        for (int32_t k = 1; !succeeded; ++k)
        {
            ASSERT_LT(k, 100);
            FailingAllocator allocator;
            allocator.failAt = k;
            ASSERT_EQ(tnSetAllocator(FailingAllocator::alloc, FailingAllocator::free, &allocator),
                      tn_success);
            {
                const test::LogCapture log;
                tnSolverDef def = tnDefaultSolverDef();
                def.nx = 40;
                def.ny = 30;
                def.threads = 2;
                def.backend = backend;
                tnSolver solver = {7, 7};
                const tnResult result = tnCreateSolver(&def, &solver);
                succeeded = result == tn_success;
                if (succeeded)
                {
                    EXPECT_GT(k, 3);
                    EXPECT_EQ(tnDestroySolver(solver), tn_success);
                }
                else
                {
                    EXPECT_EQ(result, tn_errorOutOfMemory) << "call " << k;
                    EXPECT_TRUE(log.has(tn_logOutOfMemory)) << "call " << k;
                    EXPECT_TRUE(TN_IS_NULL(solver)) << "call " << k;
                }
            }
            EXPECT_EQ(allocator.alive, 0) << "call " << k;
            ASSERT_EQ(tnGetAllocatedBytes(), 0) << "call " << k;
            ASSERT_EQ(tnSetAllocator(nullptr, nullptr, nullptr), tn_success);
        }
    }
}

TEST(SolverMemory, GridsOfSixtySevenMillionCellsCanBeSolved)
{
    const int32_t n = test::scaled(256, 8192);
    Problem problem(n, n);
    problem.setRandomRight(62);
    for (const tnSolverMethod method : {tn_methodDirect, tn_methodMultigrid})
    {
        const test::Solved solved =
            test::solve(problem, test::paramsFor(method, 1e-3f, 20), test::Remainder::none);
        ASSERT_EQ(solved.status, tn_success);
        EXPECT_TRUE(solved.result.converged);
        EXPECT_EQ(solved.result.method, method);
        EXPECT_LE(problem.relativeResidual(solved.sum()), 1.1e-3);
    }
}

} // namespace
} // namespace tarn
