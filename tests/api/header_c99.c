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

/* A crate in a pool; every function of water.h once. */
static int checkReads(tnWater water, tnVec2 point)
{
    tnRead field;
    tnRead samples;
    tnFieldView view;
    tnGlFieldView glView;
    const tnWaterSample* seen = NULL;
    int32_t count = 0;
    const int good = tnWater_RequestField(water, tn_waterDepth, &field) == tn_success &&
                     tnWater_RequestSamples(water, &point, 1, &samples) == tn_success &&
                     tnWater_GetReadField(water, field, false, &view) == tn_success &&
                     tnWater_GetReadSamples(water, samples, true, &seen, &count) == tn_success &&
                     count == 1 && tnWater_EndRead(water, field) == tn_success &&
                     tnWater_EndRead(water, samples) == tn_success &&
                     tnWater_GetGlView(water, tn_waterDepth, &glView) == tn_errorUnsupported;
    return good ? 0 : 1;
}

static int checkWater(void)
{
    enum
    {
        n = 16
    };
    static float depths[n * n];
    static unsigned char bytes[1 << 20];
    static tnWettedFace faces[2048];
    tnWaterDef def = tnDefaultWaterDef();
    tnFlowDef flowDef = tnDefaultFlowDef();
    tnFlowSurface surface = tnDefaultFlowSurface();
    tnFlow flow = {0, 0};
    tnWaterSettings settings = tnDefaultWaterSettings();
    tnWaterEdge edge = tnDefaultWaterEdge();
    tnWaterBrush brush = tnDefaultWaterBrush();
    tnSpringDef springDef = tnDefaultSpringDef();
    tnBodyDef bodyDef = tnDefaultBodyDef();
    tnWater water = {0, 0};
    tnSpring spring = {0, 0};
    tnBody body = {0, 0};
    tnBodyMotion motion;
    tnBodyForce force;
    tnMassProperties mass;
    tnBodyMesh mesh;
    tnFieldView view;
    tnWaterSample sample;
    tnWaterStats stats;
    tnWaterTotals totals;
    const tnWaterParticle* particles = NULL;
    const tnVec2 point = {0.8f, 0.8f};
    const tnVec3 above = {0.8f, 0.8f, 2.0f};
    const tnVec3 up = {0.0f, 0.0f, 1.0f};
    int32_t count = 0;
    size_t written = 0;
    int i = 0;
    def.nx = n;
    def.ny = n;
    def.particleCapacity = 100;
    def.bodyCapacity = 2;
    def.settings.liquid = tnGetLiquid(tn_liquidOil);
    bodyDef.shape = tn_bodyBox;
    bodyDef.position = above;
    springDef.position = point;
    for (i = 0; i < n * n; ++i)
    {
        depths[i] = 0.5f;
    }
    if (tnCreateWater(&def, &water) != tn_success || !tnWater_IsValid(water) ||
        tnWater_GetDef(water, &def) != tn_success ||
        tnWater_Resize(water, n, n, NULL) != tn_success)
    {
        return 30;
    }
    if (tnWater_SetSettings(water, &settings) != tn_success ||
        tnWater_GetSettings(water, &settings) != tn_success ||
        tnWater_SetEdge(water, tn_sideTop, &edge) != tn_success ||
        tnWater_GetEdge(water, tn_sideTop, &edge) != tn_success)
    {
        return 31;
    }
    if (tnWater_Brush(water, &brush) != tn_success ||
        tnWater_AddSpring(water, &springDef, &spring) != tn_success ||
        tnWater_SetSpring(water, spring, &springDef) != tn_success ||
        tnWater_RemoveSpring(water, spring) != tn_success)
    {
        return 32;
    }
    if (tnWater_AddBody(water, &bodyDef, &body) != tn_success ||
        tnWater_SetBody(water, body, &bodyDef) != tn_success ||
        tnWater_GetBody(water, body, &bodyDef) != tn_success ||
        tnWater_GetMassProperties(water, body, &mass) != tn_success ||
        tnWater_GetBodyMesh(water, body, &mesh) != tn_success)
    {
        return 33;
    }
    motion.body = body;
    motion.position = above;
    motion.position.z = 0.5f;
    motion.rotation = bodyDef.rotation;
    motion.velocity = bodyDef.velocity;
    motion.spin = bodyDef.spin;
    if (tnWater_SetField(water, tn_waterDepth, depths, n * n) != tn_success ||
        tnWater_SetBodyMotions(water, &motion, 1) != tn_success ||
        tnWater_AddSpray(water, above, up, 1e-4f, true) != tn_success ||
        tnWater_Step(water, 1.0f / 60.0f) != 0)
    {
        return 34;
    }
    if (tnWater_GetBodyForces(water, &body, 1, &force) != tn_success || !(force.force.z > 0.0f) ||
        tnWater_GetWettedFaces(water, body, faces, 2048, &count) != tn_success || count == 0)
    {
        return 35;
    }
    if (tnWater_GetView(water, tn_waterSurface, &view) != tn_success ||
        tnWater_Sample(water, &point, 1, &sample) != tn_success ||
        tnWater_GetParticles(water, &particles, &count) != tn_success || count != 1 ||
        tnWater_GetStats(water, &stats) != tn_success || stats.steps != 1 ||
        tnWater_GetTotals(water, &totals) != tn_success || !(totals.volume > 0.0))
    {
        return 36;
    }
    if (checkReads(water, point) != 0)
    {
        return 50;
    }
    if (tnWater_GetSaveSize(water) > sizeof bytes ||
        tnWater_Save(water, bytes, sizeof bytes, &written) != tn_success ||
        tnWater_Restore(water, bytes, written) != tn_success || tnWater_Hash(water) == 0)
    {
        return 37;
    }
    if (strcmp(tnLiquidName_ToString(tn_liquidOil), "oil") != 0 ||
        strcmp(tnWaterStage_ToString(tn_waterStageWaves), "waves") != 0 ||
        tnWater_RemoveBody(water, body) != tn_success)
    {
        return 38;
    }
    flowDef.nx = flowDef.ny = n;
    flowDef.cellSize = def.cellSize;
    if (tnCreateFlow(&flowDef, &flow) != tn_success ||
        tnWater_StepOnFlow(water, flow, &surface, 1.0f / 60.0f) != 0 ||
        tnDestroyFlow(flow) != tn_success || tnDestroyWater(water) != tn_success)
    {
        return 39;
    }
    return 0;
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
    if (failed == 0)
    {
        failed = checkWater();
    }
    printf("%s\n", failed == 0 ? tnResult_ToString(tn_success) : "failed");
    return failed;
}
