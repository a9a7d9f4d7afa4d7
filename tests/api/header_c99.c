/* Proves that the public headers are plain C99, and usable: every kind of call once, from C.
 *
 * header_cpp.cpp compiles the same text as C++. Returns 0 when all went well, else the number of
 * the step that did not.
 */
#include "tarn/tarn.h"

#include <stdio.h>
#include <string.h>

static void addIndex(void* context, int32_t index)
{
    int32_t* sums = (int32_t*)context;
    sums[index] += index;
}

static void countMessage(void* user, tnLogLevel level, tnLogId id, const char* message)
{
    int* count = (int*)user;
    if (level == tn_logError && id == tn_logInvalidHandle && strlen(message) > 0)
    {
        *count += 1;
    }
}

static int checkPool(void)
{
    tnThreadPool pool = {0, 0};
    tnTaskSystem tasks;
    int32_t sums[4] = {0, 0, 0, 0};
    int messages = 0;
    if (!TN_IS_NULL(pool) || tnCreateThreadPool(2, &pool) != tn_success || TN_IS_NULL(pool))
    {
        return 1;
    }
    if (tnThreadPool_GetTasks(pool, &tasks) != tn_success)
    {
        return 2;
    }
    tasks.parallelFor(tasks.user, 4, addIndex, sums);
    if (sums[0] + sums[1] + sums[2] + sums[3] != 6)
    {
        return 3;
    }
    if (tnDestroyThreadPool(pool) != tn_success)
    {
        return 4;
    }
    tnSetLogCallback(countMessage, &messages);
    if (tnDestroyThreadPool(pool) != tn_errorInvalidHandle || messages != 1)
    {
        return 5;
    }
    tnSetLogCallback(NULL, NULL);
    return 0;
}

static int checkSolver(void)
{
    enum
    {
        n = 16
    };
    static float r[n * n];
    static float x[n * n];
    tnSolverDef def = tnDefaultSolverDef();
    tnSolveParams params = tnDefaultSolveParams();
    tnSolveResult result;
    tnSolver solver = {0, 0};
    def.nx = n;
    def.ny = n;
    if (tnCreateSolver(&def, &solver) != tn_success)
    {
        return 10;
    }
    r[0] = 1.0f;
    r[n * n - 1] = -1.0f;
    if (tnSolver_Solve(solver, r, x, NULL, &params, &result) != tn_success || !result.converged)
    {
        return 11;
    }
    return tnDestroySolver(solver) == tn_success ? 0 : 12;
}

int main(void)
{
    const tnVersion version = tnGetVersion();
    const tnInstructionSets sets = tnGetInstructionSets();
    int failed = 0;
    if (version.major != TN_VERSION_MAJOR || sets.count < 1 || sets.used == NULL)
    {
        return 20;
    }
    failed = checkPool();
    if (failed == 0)
    {
        failed = checkSolver();
    }
    printf("%s\n", failed == 0 ? tnResult_ToString(tn_success) : "failed");
    return failed;
}
