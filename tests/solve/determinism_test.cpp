// The same bits for every number of threads, every task system and every instruction set.
#include "support/full_size.h"
#include "support/problem.h"

#include <algorithm>
#include <cfenv>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tarn
{
namespace
{

using test::Problem;

struct Case
{
    std::string name;
    Problem problem;
    tnSolveParams params;
};

Case makeCase(const char* name, int32_t nx, int32_t ny, const test::Edges& edges,
              const test::Mask* mask, tnSolverMethod method)
{
    Problem problem(nx, ny, edges);
    if (mask != nullptr)
    {
        problem.setSolids(*mask);
    }
    problem.setRandomRight(51);
    return {name, problem, test::paramsFor(method, 1e-5f, 30)};
}

std::vector<Case> cases()
{
    const int32_t scale = test::scaled(test::kSlowBuild ? 1 : 2, 8);
    const int32_t nx = 127 * scale;
    const int32_t ny = 79 * scale;
    // So many cells that threads share them, though both sizes are odd.
    const int32_t oddX = test::kSlowBuild ? 149 : 257;
    const int32_t oddY = test::kSlowBuild ? 111 : 129;
    const test::Mask blocks = test::randomBlocks(nx, ny, 5);
    const test::Mask maze = test::perfectMaze(nx, ny, 6);
    const test::Mask oddBlocks = test::randomBlocks(oddX, oddY, 7);
    std::vector<Case> all = {
        makeCase("open water", nx, ny, test::kClosedBox, nullptr, tn_methodAuto),
        makeCase("odd ring", oddX, oddY, test::kRingX, nullptr, tn_methodAuto),
        makeCase("torus of odd size", oddX, oddY, test::kTorus, nullptr, tn_methodMultigrid),
        makeCase("wide", 1300, 40, test::kRingY, nullptr, tn_methodMultigrid),
        makeCase("blocks", nx, ny, test::kOpenTop, &blocks, tn_methodMultigrid),
        makeCase("blocks, preconditioned", nx, ny, test::kOpenTop, &blocks, tn_methodMultigridCG),
        makeCase("maze", nx, ny, test::kTorus, &maze, tn_methodAuto),
        makeCase("blocks on an odd ring, preconditioned", oddX, oddY, test::kRingX, &oddBlocks,
                 tn_methodMultigridCG),
        makeCase("blocks on an odd torus, preconditioned", oddX, oddY, test::kTorus, &oddBlocks,
                 tn_methodMultigridCG),
        makeCase("open odd torus, preconditioned", oddX, oddY, test::kTorus, nullptr,
                 tn_methodMultigridCG),
        makeCase("box", 224 * scale, ny, test::kOpenTop, nullptr, tn_methodDirect),
        makeCase("open box", 224, 75, test::kOpenBox, nullptr, tn_methodDirect),
        makeCase("box on a ring", 96, 175, test::kRingX, nullptr, tn_methodDirect),
        makeCase("plain gradient", oddX, oddY, test::kOpenTop, nullptr, tn_methodConjugateGradient),
        makeCase("sweeps", oddX, oddY, test::kOpenTop, nullptr, tn_methodGaussSeidel),
        makeCase("Jacobi", oddX, oddY, test::kRingX, nullptr, tn_methodJacobi)};
    // A few closed regions, whose means are taken band by band, and many.
    const test::Mask rooms = test::sealedRooms(nx, ny, 35 * scale);
    const test::Mask cells = test::sealedRooms(nx, ny, 9);
    all.push_back(makeCase("a few rooms", nx, ny, test::kClosedBox, &rooms, tn_methodAuto));
    all.push_back(makeCase("many rooms", nx, ny, test::kClosedBox, &cells, tn_methodAuto));
    all[4].params.tolerance = 0.0f;
    all[4].params.maxIterations = 3;
    all[0].problem.a.assign(all[0].problem.cells(), 1e-3f);
    return all;
}

TEST(Determinism, SameBitsForEveryNumberOfThreads)
{
    for (Case& each : cases())
    {
        each.problem.def.threads = 1;
        const uint64_t expected = test::solve(each.problem, each.params).hash();
        for (const int32_t threads : {2, 3, 5, 8})
        {
            each.problem.def.threads = threads;
            EXPECT_EQ(test::solve(each.problem, each.params).hash(), expected)
                << each.name << ", " << threads << " threads";
        }
    }
}

// A job system that starts a thread for every task and begins with the last.
void runBackwards(void*, int32_t count, tnTaskFcn* task, void* context)
{
    std::vector<std::thread> threads;
    for (int32_t i = count; i-- > 0;)
    {
        threads.emplace_back(task, context, i);
        if (threads.size() == 3)
        {
            for (std::thread& each : threads)
            {
                each.join();
            }
            threads.clear();
        }
    }
    for (std::thread& each : threads)
    {
        each.join();
    }
}

TEST(Determinism, SameBitsOnAHostsJobSystem)
{
    for (Case& each : cases())
    {
        each.problem.def.threads = 1;
        each.params.maxIterations = std::min(each.params.maxIterations, 4);
        const uint64_t expected = test::solve(each.problem, each.params).hash();
        each.problem.def.tasks = {3, runBackwards, nullptr};
        EXPECT_EQ(test::solve(each.problem, each.params).hash(), expected) << each.name;
    }
}

TEST(Determinism, SameBitsWithEveryInstructionSet)
{
    const tnInstructionSets sets = tnGetInstructionSets();
    for (Case& each : cases())
    {
        ASSERT_EQ(tnForceInstructionSet(nullptr), tn_success);
        const uint64_t expected = test::solve(each.problem, each.params).hash();
        for (int32_t k = 0; k < sets.count; ++k)
        {
            ASSERT_EQ(tnForceInstructionSet(sets.names[k]), tn_success);
            EXPECT_EQ(test::solve(each.problem, each.params).hash(), expected)
                << each.name << ", " << sets.names[k];
        }
    }
    ASSERT_EQ(tnForceInstructionSet(nullptr), tn_success);
}

TEST(Determinism, SameBitsWhenSolvedAgain)
{
    for (const Case& each : cases())
    {
        const test::OwnedSolver solver(each.problem);
        const test::Solved first = test::solve(solver, each.problem, each.params);
        // Another problem in between leaves nothing behind.
        Problem other = each.problem;
        other.setRandomRight(52);
        const tnSolveParams otherParams = test::paramsFor(tn_methodMultigridCG, 1e-3f, 10);
        ASSERT_EQ(test::solve(solver, other, otherParams).status, tn_success);
        ASSERT_EQ(solver.setCoefficients(each.problem), tn_success);
        EXPECT_EQ(test::solve(solver, each.problem, each.params).hash(), first.hash()) << each.name;
    }
}

TEST(Determinism, SameBitsWhateverTheHostsFloatingPointState)
{
    for (Case& each : cases())
    {
        each.params.maxIterations = std::min(each.params.maxIterations, 5);
        const uint64_t expected = test::solve(each.problem, each.params).hash();
        std::fesetround(FE_UPWARD);
        const test::Solved rounded = test::solve(each.problem, each.params);
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(rounded.hash(), expected) << each.name;
#if defined(__SSE2__)
        const unsigned saved = _mm_getcsr();
        _mm_setcsr(saved | 0x8040); // flush denormals
        const test::Solved flushed = test::solve(each.problem, each.params);
        _mm_setcsr(saved);
        EXPECT_EQ(flushed.hash(), expected) << each.name;
#endif
    }
}

// Rows of which nearly all is open are not swept like others.
TEST(Determinism, SameBitsOnTheReferenceWithFewSolids)
{
    test::Random random(71);
    for (int32_t nx = 95; nx < 135; ++nx)
    {
        for (const test::Edges& edges : {test::kOpenTop, test::kRingX})
        {
            Problem problem(nx, 21, edges);
            test::Mask mask(nx, 21);
            const int32_t i = random.below(nx - 2);
            const int32_t j = random.below(18);
            for (int32_t k = 0; k < 6; ++k)
            {
                mask.solid[static_cast<size_t>((j + k / 2) * nx + i + k % 2)] = 1;
            }
            problem.setSolids(mask);
            problem.setRandomRight(random.next());
            tnSolveParams params = test::paramsFor(tn_methodMultigrid, 0.0f, 2);
            const test::Solved onCpu = test::solve(problem, params);
            problem.def.backend = tn_backendReference;
            const test::Solved onReference = test::solve(problem, params);
            ASSERT_EQ(onCpu.x, onReference.x) << nx << " columns, solids at " << i << ", " << j;
        }
    }
}

// Of the solution alone: the factor in the result comes from the C library's pow.
uint64_t hashOf(const test::Solved& solved)
{
    const uint64_t ofX = tnHash(solved.x.data(), solved.x.size() * sizeof(float), 0);
    return tnHash(solved.remainder.data(), solved.remainder.size() * sizeof(float), ofX);
}

// What two small cases are known to give, on every machine. A change of the algorithm changes
// them: refresh the constants here, and say so in the change.
constexpr uint64_t kCycleHash = 0x6665b939565b4ca1ull;
constexpr uint64_t kStepsHash = 0x5d5c2fd4d624de03ull;

TEST(Determinism, SameBitsAsEver)
{
    Problem open(45, 29, test::kOpenTop);
    open.setRandomRight(53);
    const uint64_t cycle = hashOf(test::solve(open, test::paramsFor(tn_methodMultigrid, 0.0f, 1)));
    EXPECT_EQ(cycle, kCycleHash) << std::hex << "one V-cycle: 0x" << cycle;

    Problem blocks(45, 29, test::kRingX);
    blocks.setSolids(test::randomBlocks(45, 29, 8));
    blocks.setRandomRight(54);
    const uint64_t steps =
        hashOf(test::solve(blocks, test::paramsFor(tn_methodMultigridCG, 0.0f, 3)));
    EXPECT_EQ(steps, kStepsHash) << std::hex << "three preconditioned steps: 0x" << steps;
}

// r and the coefficients times powers of two: the same digits, other exponents.
TEST(Determinism, ScalingByPowersOfTwoChangesExponentsOnly)
{
    for (const Case& each : cases())
    {
        const test::Solved expected = test::solve(each.problem, each.params);
        for (const float scale : {0x1p-100f, 0x1p-30f, 0x1p40f, 0x1p100f})
        {
            Problem scaled = each.problem;
            for (float& r : scaled.r)
            {
                r *= scale;
            }
            const test::Solved solved = test::solve(scaled, each.params);
            EXPECT_EQ(solved.result.iterations, expected.result.iterations) << each.name;
            for (size_t i = 0; i < solved.x.size(); ++i)
            {
                ASSERT_EQ(solved.x[i], expected.x[i] * scale) << each.name << ", r times " << scale;
            }
        }
        if (each.problem.bx.empty() || !each.problem.a.empty())
        {
            continue;
        }
        for (const float scale : {0x1p-90f, 0x1p-20f, 0x1p90f})
        {
            Problem scaled = each.problem;
            for (std::vector<float>* faces : {&scaled.bx, &scaled.by})
            {
                for (float& b : *faces)
                {
                    b *= scale;
                }
            }
            const test::Solved solved = test::solve(scaled, each.params);
            EXPECT_EQ(solved.result.iterations, expected.result.iterations) << each.name;
            for (size_t i = 0; i < solved.x.size(); ++i)
            {
                ASSERT_EQ(solved.x[i], expected.x[i] / scale) << each.name << ", b times " << scale;
            }
        }
    }
}

} // namespace
} // namespace tarn
