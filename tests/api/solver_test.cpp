// Solvers through the public API: defaults, lifetime, and every kind of misuse. A call that is
// refused says so by name and changes nothing.
#include "tarn/solver.h"

#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/problem.h"

#include <climits>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace tarn
{
namespace
{

using test::LogCapture;
using test::Problem;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The text of the only message, which must be an error with that id.
std::string onlyError(const LogCapture& log, tnLogId id)
{
    const std::vector<test::LogEntry> entries = log.entries();
    EXPECT_EQ(entries.size(), 1u);
    if (entries.empty())
    {
        return "";
    }
    EXPECT_EQ(entries[0].level, tn_logError) << entries[0].message;
    EXPECT_EQ(entries[0].id, id) << entries[0].message;
    return entries[0].message;
}

void expectSays(const std::string& message, const std::vector<std::string>& parts)
{
    for (const std::string& part : parts)
    {
        EXPECT_NE(message.find(part), std::string::npos)
            << "\"" << part << "\" is not in: " << message;
    }
}

// As a caller in C would, for whom any number fits an enum.
template <class Enum>
void setAny(Enum& target, int value)
{
    static_assert(sizeof(Enum) == sizeof(int));
    std::memcpy(&target, &value, sizeof(value));
}

// ---- Defaults

TEST(SolverDef, DefaultsAreThoseOfTheHeader)
{
    const tnSolverDef def = tnDefaultSolverDef();
    EXPECT_EQ(def.nx, 256);
    EXPECT_EQ(def.ny, 256);
    EXPECT_EQ(def.cellSize, 1.0f);
    for (const tnEdge edge : {def.left, def.right, def.bottom, def.top})
    {
        EXPECT_EQ(edge, tn_edgeNeumann);
    }
    EXPECT_EQ(def.backend, tn_backendCpu);
    EXPECT_EQ(def.threads, 0);
    EXPECT_EQ(def.tasks.parallelFor, nullptr);
    EXPECT_EQ(def.graphBytes, 0);
}

TEST(SolveParams, DefaultsAreThoseOfTheHeader)
{
    const tnSolveParams params = tnDefaultSolveParams();
    EXPECT_EQ(params.method, tn_methodAuto);
    EXPECT_EQ(params.tolerance, 1e-4f);
    EXPECT_EQ(params.maxIterations, 100);
    EXPECT_FALSE(params.warmStart);
    EXPECT_EQ(params.preSweeps, 0);
    EXPECT_EQ(params.postSweeps, 0);
    EXPECT_EQ(params.relaxation, 0.0f);
}

// ---- Creation

// The def is refused with that result and id; the message has all the parts.
void expectRefused(const tnSolverDef& def, tnResult result, tnLogId id,
                   const std::vector<std::string>& parts)
{
    const int64_t bytes = tnGetAllocatedBytes();
    const LogCapture log;
    tnSolver solver = {7, 7};
    EXPECT_EQ(tnCreateSolver(&def, &solver), result);
    EXPECT_EQ(solver.index, 0u);
    EXPECT_EQ(solver.generation, 0u);
    EXPECT_EQ(tnGetAllocatedBytes(), bytes);
    expectSays(onlyError(log, id), parts);
}

TEST(SolverCreation, RefusesSizesOfZeroBelowZeroAndTooLarge)
{
    for (const int32_t size : {0, -1, 32769, 65536, INT32_MAX, INT32_MIN})
    {
        tnSolverDef def = tnDefaultSolverDef();
        def.nx = size;
        const std::string digit = std::to_string(size).substr(0, 1);
        expectRefused(def, tn_errorSize, tn_logSolverSize, {"tnCreateSolver", "nx is " + digit});
        def = tnDefaultSolverDef();
        def.ny = size;
        expectRefused(def, tn_errorSize, tn_logSolverSize, {"tnCreateSolver", "ny is " + digit});
    }
}

TEST(SolverCreation, AcceptsEverySizeFromOneToTheLargest)
{
    for (const auto& [nx, ny] : {std::pair{1, 1}, {1, 32768}, {32768, 1}, {2, 3}})
    {
        tnSolverDef def = tnDefaultSolverDef();
        def.nx = nx;
        def.ny = ny;
        const test::OwnedSolver solver(def);
        EXPECT_EQ(solver.result(), tn_success) << nx << " x " << ny;
    }
}

TEST(SolverCreation, RefusesEdgesThatAreNone)
{
    const std::pair<tnEdge tnSolverDef::*, const char*> edges[] = {{&tnSolverDef::left, "left"},
                                                                   {&tnSolverDef::right, "right"},
                                                                   {&tnSolverDef::bottom, "bottom"},
                                                                   {&tnSolverDef::top, "top"}};
    for (const auto& [edge, name] : edges)
    {
        for (const int value : {3, -1, 100})
        {
            tnSolverDef def = tnDefaultSolverDef();
            setAny(def.*edge, value);
            expectRefused(def, tn_errorInvalidArgument, tn_logSolverDef,
                          {"tnCreateSolver", name, value > 0 ? std::to_string(value) : ""});
        }
        tnSolverDef def = tnDefaultSolverDef();
        def.*edge = tn_edgePeriodic;
        expectRefused(def, tn_errorInvalidArgument, tn_logSolverDef,
                      {"tnCreateSolver", name, "tn_edgePeriodic"});
    }
}

TEST(SolverCreation, RefusesCellSizesThatAreNoLength)
{
    for (const float size : {0.0f, -0.0f, -1.0f, kNaN, kInfinity, -kInfinity})
    {
        tnSolverDef def = tnDefaultSolverDef();
        def.cellSize = size;
        expectRefused(def, tn_errorInvalidArgument, tn_logSolverDef,
                      {"tnCreateSolver", "cellSize"});
    }
}

TEST(SolverCreation, RefusesBackendsThatAreNone)
{
    for (const int value : {3, -1})
    {
        tnSolverDef def = tnDefaultSolverDef();
        setAny(def.backend, value);
        expectRefused(def, tn_errorInvalidArgument, tn_logSolverDef,
                      {"tnCreateSolver", "backend", value > 0 ? std::to_string(value) : ""});
    }
}

TEST(SolverCreation, RefusesGraphMemoryOutOfRange)
{
    for (const int32_t bytes : {-1, 257, INT32_MIN, INT32_MAX})
    {
        tnSolverDef def = tnDefaultSolverDef();
        def.graphBytes = bytes;
        expectRefused(def, tn_errorInvalidArgument, tn_logSolverDef,
                      {"tnCreateSolver", "graphBytes"});
    }
}

TEST(SolverCreation, RefusesThreadsAndTasksThatMakeNoSense)
{
    tnSolverDef def = tnDefaultSolverDef();
    for (const int32_t threads : {-1, INT32_MIN, INT32_MAX})
    {
        def.threads = threads;
        expectRefused(def, tn_errorInvalidArgument, tn_logThreadCount, {});
    }
    def = tnDefaultSolverDef();
    def.tasks.workerCount = 3;
    expectRefused(def, tn_errorInvalidArgument, tn_logTaskSystem, {"parallelFor"});
    def.tasks = {0, [](void*, int32_t, tnTaskFcn*, void*) {}, nullptr};
    expectRefused(def, tn_errorInvalidArgument, tn_logTaskSystem, {"workerCount"});
}

TEST(SolverCreation, RefusesNullPointers)
{
    const tnSolverDef def = tnDefaultSolverDef();
    {
        const LogCapture log;
        EXPECT_EQ(tnCreateSolver(&def, nullptr), tn_errorNullPointer);
        expectSays(onlyError(log, tn_logNullPointer), {"tnCreateSolver", "out"});
    }
    const LogCapture log;
    tnSolver solver = {7, 7};
    EXPECT_EQ(tnCreateSolver(nullptr, &solver), tn_errorNullPointer);
    EXPECT_TRUE(TN_IS_NULL(solver));
    expectSays(onlyError(log, tn_logNullPointer), {"tnCreateSolver", "def"});
}

TEST(SolverCreation, EndsWhenAllHandlesAreInUse)
{
    tnSolverDef def = tnDefaultSolverDef();
    def.nx = def.ny = 1;
    def.threads = 1;
    const int64_t bytes = tnGetAllocatedBytes();
    std::vector<tnSolver> all;
    const LogCapture log;
    tnSolver solver = {};
    tnResult result = tn_success;
    while ((result = tnCreateSolver(&def, &solver)) == tn_success && all.size() < 5000)
    {
        all.push_back(solver);
    }
    EXPECT_EQ(result, tn_errorCapacity);
    EXPECT_TRUE(TN_IS_NULL(solver));
    EXPECT_EQ(all.size(), 4096u);
    expectSays(onlyError(log, tn_logHandleTableFull), {"tnCreateSolver", "4096"});
    for (const tnSolver each : all)
    {
        EXPECT_EQ(tnDestroySolver(each), tn_success);
    }
    EXPECT_EQ(tnGetAllocatedBytes(), bytes);
}

// ---- Handles

// Every call refuses the handle and touches nothing.
void expectDead(tnSolver solver)
{
    const auto refused = [&](const char* caller, auto&& call) {
        const LogCapture log;
        EXPECT_EQ(call(), tn_errorInvalidHandle) << caller;
        expectSays(onlyError(log, tn_logInvalidHandle), {caller});
    };
    EXPECT_FALSE(tnSolver_IsValid(solver));
    refused("tnDestroySolver", [&] { return tnDestroySolver(solver); });
    refused("tnSolver_SetCoefficients",
            [&] { return tnSolver_SetCoefficients(solver, nullptr, nullptr, nullptr); });
    tnSolverInfo info = {11, 12, 13, 14};
    refused("tnSolver_GetInfo", [&] { return tnSolver_GetInfo(solver, &info); });
    EXPECT_EQ(info.memoryBytes, 11);
    const float r = 1.0f;
    float x = 7.0f;
    float remainder = 8.0f;
    tnSolveResult result = {};
    result.iterations = 9;
    refused("tnSolver_Solve",
            [&] { return tnSolver_Solve(solver, &r, &x, &remainder, nullptr, &result); });
    EXPECT_EQ(x, 7.0f);
    EXPECT_EQ(remainder, 8.0f);
    EXPECT_EQ(result.iterations, 9);
}

TEST(SolverHandle, NullAndMadeUpOnesAreRefused)
{
    expectDead({0, 0});
    expectDead({0, 1});
    expectDead({1, 4000000000u});
    expectDead({4000000000u, 1});
    expectDead({UINT32_MAX, UINT32_MAX});
}

TEST(SolverHandle, OfADestroyedSolverIsRefusedAlsoWhenItsPlaceIsTakenAgain)
{
    tnSolverDef def = tnDefaultSolverDef();
    def.nx = def.ny = 4;
    tnSolver solver = {};
    ASSERT_EQ(tnCreateSolver(&def, &solver), tn_success);
    EXPECT_TRUE(tnSolver_IsValid(solver));
    ASSERT_EQ(tnDestroySolver(solver), tn_success);
    expectDead(solver);
    const test::OwnedSolver next(def);
    ASSERT_EQ(next.result(), tn_success);
    EXPECT_FALSE(TN_HANDLE_EQUALS(next.handle(), solver));
    expectDead(solver);
    EXPECT_TRUE(tnSolver_IsValid(next.handle()));
}

// ---- Coefficients

struct Bad
{
    float value;
    tnResult result;
    tnLogId id;
};

const std::vector<Bad> kBadCoefficients = {{-1.0f, tn_errorNegative, tn_logNegative},
                                           {-1e-45f, tn_errorNegative, tn_logNegative},
                                           {-kInfinity, tn_errorNegative, tn_logNegative},
                                           {kInfinity, tn_errorNotFinite, tn_logNotFinite},
                                           {kNaN, tn_errorNotFinite, tn_logNotFinite}};

// With varied coefficients, so that whatever a refused call did would show.
Problem variedProblem()
{
    Problem problem(37, 23, test::kOpenTop);
    problem.setSolids(test::randomCells(37, 23, 0.2f, 91));
    test::Random random(92);
    for (std::vector<float>* faces : {&problem.bx, &problem.by})
    {
        for (float& b : *faces)
        {
            b *= random.between(0.5f, 2.0f);
        }
    }
    problem.a.resize(problem.cells());
    for (float& a : problem.a)
    {
        a = random.chance(0.2f) ? random.unit() : 0.0f;
    }
    problem.setRandomRight(93);
    return problem;
}

TEST(SolverCoefficients, OfBadValueAreRefusedByNameAndPlaceAndChangeNothing)
{
    const Problem problem = variedProblem();
    const test::OwnedSolver solver(problem);
    ASSERT_EQ(solver.result(), tn_success);
    const tnSolveParams params = tnDefaultSolveParams();
    const uint64_t before = test::solve(solver, problem, params).hash();
    struct Array
    {
        std::vector<float> Problem::*values;
        const char* name;
        int32_t columns;
        int32_t rows;
    };
    for (const Array& array : {Array{&Problem::a, "a", 37, 23}, Array{&Problem::bx, "bx", 38, 23},
                               Array{&Problem::by, "by", 37, 24}})
    {
        for (const auto& [column, row] : {std::pair{0, 0},
                                          {5, 3},
                                          {array.columns - 1, 7},
                                          {0, array.rows - 1},
                                          {array.columns - 1, array.rows - 1}})
        {
            for (const Bad& bad : kBadCoefficients)
            {
                Problem wrong = problem;
                const auto index = static_cast<size_t>(row * array.columns + column);
                (wrong.*array.values)[index] = bad.value;
                const LogCapture log;
                EXPECT_EQ(solver.setCoefficients(wrong), bad.result);
                expectSays(onlyError(log, bad.id),
                           {"tnSolver_SetCoefficients",
                            std::string(" ") + array.name + "[" + std::to_string(index) + "]",
                            "column " + std::to_string(column), "row " + std::to_string(row)});
            }
            EXPECT_EQ(test::solve(solver, problem, params).hash(), before);
        }
    }
}

TEST(SolverCoefficients, AZeroMayHaveASignAndNullMeansTheDefault)
{
    Problem plain(20, 20, test::kOpenTop);
    plain.setRandomRight(94);
    const uint64_t expected = test::solve(plain, tnDefaultSolveParams()).hash();
    Problem given = plain;
    given.a.assign(given.cells(), -0.0f);
    given.bx.assign(21 * 20, 1.0f);
    given.by.assign(20 * 21, 1.0f);
    EXPECT_EQ(test::solve(given, tnDefaultSolveParams()).hash(), expected);

    // After others, null brings them back.
    const Problem other = variedProblem();
    Problem back(37, 23, test::kOpenTop);
    back.r = other.r;
    const test::OwnedSolver solver(other);
    ASSERT_EQ(solver.setCoefficients(back), tn_success);
    EXPECT_EQ(test::solve(solver, back, tnDefaultSolveParams()).hash(),
              test::solve(back, tnDefaultSolveParams()).hash());
}

// ---- Solving

// A solver and arrays whose contents must survive a call that is refused.
class RefusedSolve : public testing::Test
{
  protected:
    RefusedSolve() : problem_(variedProblem()), solver_(problem_)
    {
        params_ = tnDefaultSolveParams();
        x_.assign(problem_.cells(), 3.0f);
        remainder_.assign(problem_.cells(), 4.0f);
        result_.iterations = 5;
        result_.relativeResidual = 6.0f;
    }

    void expect(tnResult expected, tnLogId id, const std::vector<std::string>& parts)
    {
        const std::vector<float> x = x_;
        const LogCapture log;
        EXPECT_EQ(tnSolver_Solve(solver_.handle(), problem_.r.data(), x_.data(), remainder_.data(),
                                 &params_, &result_),
                  expected);
        std::vector<std::string> all = parts;
        all.emplace_back("tnSolver_Solve");
        expectSays(onlyError(log, id), all);
        EXPECT_EQ(std::memcmp(x.data(), x_.data(), x.size() * sizeof(float)), 0);
        for (const float value : remainder_)
        {
            ASSERT_EQ(value, 4.0f);
        }
        EXPECT_EQ(result_.iterations, 5);
        EXPECT_EQ(result_.relativeResidual, 6.0f);
    }

    Problem problem_;
    test::OwnedSolver solver_;
    tnSolveParams params_ = {};
    std::vector<float> x_;
    std::vector<float> remainder_;
    tnSolveResult result_ = {};
};

TEST_F(RefusedSolve, WithoutRightHandSideOrSolution)
{
    for (const bool isR : {true, false})
    {
        const LogCapture log;
        EXPECT_EQ(tnSolver_Solve(solver_.handle(), isR ? nullptr : problem_.r.data(),
                                 isR ? x_.data() : nullptr, remainder_.data(), &params_, &result_),
                  tn_errorNullPointer);
        expectSays(onlyError(log, tn_logNullPointer), {"tnSolver_Solve", isR ? " r " : " x "});
        EXPECT_EQ(x_[0], 3.0f);
        EXPECT_EQ(remainder_[0], 4.0f);
        EXPECT_EQ(result_.iterations, 5);
    }
}

TEST_F(RefusedSolve, WithARightHandSideThatIsNotFinite)
{
    for (const float value : {kNaN, kInfinity, -kInfinity})
    {
        for (const auto& [column, row] : {std::pair{0, 0}, {12, 9}, {36, 22}})
        {
            float& r = problem_.r[problem_.cell(column, row)];
            const float saved = r;
            r = value;
            expect(tn_errorNotFinite, tn_logNotFinite,
                   {" r[" + std::to_string(problem_.cell(column, row)) + "]",
                    "column " + std::to_string(column), "row " + std::to_string(row)});
            r = saved;
        }
    }
}

TEST_F(RefusedSolve, WithAWarmStartThatIsNotFinite)
{
    params_.warmStart = true;
    for (const float value : {kNaN, kInfinity, -kInfinity})
    {
        x_[problem_.cell(30, 20)] = value;
        expect(tn_errorNotFinite, tn_logNotFinite,
               {" x[" + std::to_string(problem_.cell(30, 20)) + "]", "column 30", "row 20"});
    }
    // Without a warm start it does not matter what x holds.
    params_.warmStart = false;
    EXPECT_EQ(tnSolver_Solve(solver_.handle(), problem_.r.data(), x_.data(), remainder_.data(),
                             &params_, &result_),
              tn_success);
    EXPECT_TRUE(result_.converged);
}

TEST_F(RefusedSolve, WithParametersOutOfRange)
{
    const auto refuse = [&](const char* name, auto&& change) {
        params_ = tnDefaultSolveParams();
        change(params_);
        expect(tn_errorInvalidArgument, tn_logSolveParams, {name});
    };
    for (const int method : {7, 8, -1})
    {
        refuse("method", [&](tnSolveParams& p) { setAny(p.method, method); });
    }
    for (const float tolerance : {-1e-6f, kNaN, kInfinity})
    {
        refuse("tolerance", [&](tnSolveParams& p) { p.tolerance = tolerance; });
    }
    for (const int32_t iterations : {-1, 1000001, INT32_MIN, INT32_MAX})
    {
        refuse("maxIterations", [&](tnSolveParams& p) { p.maxIterations = iterations; });
    }
    for (const int32_t sweeps : {INT32_MIN, -1, 9, INT32_MAX})
    {
        refuse("preSweeps", [&](tnSolveParams& p) { p.preSweeps = sweeps; });
        refuse("postSweeps", [&](tnSolveParams& p) { p.postSweeps = sweeps; });
    }
    for (const float relaxation : {-0.5f, 2.0f, 3.0f, kNaN, kInfinity})
    {
        refuse("relaxation", [&](tnSolveParams& p) { p.relaxation = relaxation; });
    }
}

TEST_F(RefusedSolve, WhoseSolutionIsTooLargeForAFloat)
{
    problem_ = Problem(64, 64, test::kOpenTop);
    problem_.r.assign(problem_.cells(), 3e38f);
    x_.assign(problem_.cells(), 3.0f);
    remainder_.assign(problem_.cells(), 4.0f);
    const test::OwnedSolver solver(problem_);
    for (const tnSolverMethod method :
         {tn_methodAuto, tn_methodMultigrid, tn_methodMultigridCG, tn_methodConjugateGradient,
          tn_methodGaussSeidel, tn_methodJacobi, tn_methodDirect})
    {
        params_.method = method;
        params_.maxIterations = 2000;
        const LogCapture log;
        EXPECT_EQ(tnSolver_Solve(solver.handle(), problem_.r.data(), x_.data(), remainder_.data(),
                                 &params_, &result_),
                  tn_errorOverflow)
            << "method " << method;
        onlyError(log, tn_logOverflow);
        EXPECT_EQ(result_.iterations, 5) << "the result is touched";

        // The solver itself is none the worse for it.
        std::vector<float> small(problem_.cells(), 1.0f);
        EXPECT_EQ(tnSolver_Solve(solver.handle(), small.data(), x_.data(), remainder_.data(),
                                 nullptr, nullptr),
                  tn_success);
        for (const float value : x_)
        {
            ASSERT_TRUE(std::isfinite(value));
        }
    }
}

TEST(SolverInfo, RefusesANullPointer)
{
    const test::OwnedSolver solver(tnDefaultSolverDef());
    const LogCapture log;
    EXPECT_EQ(tnSolver_GetInfo(solver.handle(), nullptr), tn_errorNullPointer);
    expectSays(onlyError(log, tn_logNullPointer), {"tnSolver_GetInfo", "out"});
}

TEST(SolverCalls, DoWithoutRemainderParametersAndResult)
{
    Problem problem(30, 20, test::kOpenTop);
    problem.setRandomRight(95);
    const test::OwnedSolver solver(problem);
    std::vector<float> x(problem.cells(), 1e20f);
    ASSERT_EQ(
        tnSolver_Solve(solver.handle(), problem.r.data(), x.data(), nullptr, nullptr, nullptr),
        tn_success);
    EXPECT_LE(problem.relativeResidual({x.begin(), x.end()}), 1.1e-4);
}

TEST(SolverCalls, WorkAtTheEndsOfTheirRanges)
{
    Problem problem(30, 20, test::kOpenTop);
    problem.setRandomRight(96);
    const test::OwnedSolver solver(problem);
    tnSolveParams params = tnDefaultSolveParams();
    params.preSweeps = params.postSweeps = 8;
    params.maxIterations = 1000000;
    EXPECT_TRUE(test::solve(solver, problem, params).result.converged);
    params.preSweeps = params.postSweeps = 1;
    EXPECT_TRUE(test::solve(solver, problem, params).result.converged);
    params.method = tn_methodGaussSeidel;
    params.relaxation = 1.99f;
    EXPECT_TRUE(test::solve(solver, problem, params).result.converged);
}

} // namespace
} // namespace tarn
