#include "backend/gl/gl_solver_programs.h"

#include "backend/gl/gl_limits.h"
#include "backend/gl/shaders/params.h"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace tarn
{

namespace
{

struct Source
{
    GlKernel kernel;
    const char* name;
    const char* defines;
};

constexpr Source kSources[] = {
    {GlKernel::tileRelax, "tile", ""},
    {GlKernel::tileRestrict, "tile", "#define RESTRICT\n"},
    {GlKernel::tileProlong, "tile", "#define PROLONG\n"},
    {GlKernel::tileRestrictFew, "tile", "#define RESTRICT\n"},
    {GlKernel::tileProlongFew, "tile", "#define PROLONG\n"},
    {GlKernel::tileProlongRestrict, "tile", "#define PROLONG\n#define RESTRICT\n"},
    {GlKernel::tileProlongMeasure, "tile", "#define PROLONG\n#define MEASURE\n"},
    {GlKernel::tileProlongRestrictMeasure, "tile",
     "#define PROLONG\n#define RESTRICT\n#define MEASURE\n"},
    {GlKernel::residualStore, "residual", "#define STORE\n"},
    {GlKernel::residualSum, "residual", ""},
    {GlKernel::jacobi, "residual", "#define JACOBI\n"},
    {GlKernel::subtract, "applied", "#define SUBTRACT\n"},
    {GlKernel::dotApplied, "applied", "#define DOT_APPLIED\n"},
    {GlKernel::strip, "strip", ""},
    {GlKernel::ringSweep, "ring_sweep", ""},
    {GlKernel::ringRestrict, "ring_restrict", ""},
    {GlKernel::ringProlong, "ring_prolong", ""},
    {GlKernel::dot, "applied", "#define DOT\n"},
    {GlKernel::coarsenX, "coarsen", "#define FACES_X\n"},
    {GlKernel::coarsenY, "coarsen", "#define FACES_Y\n"},
    {GlKernel::coarsenA, "coarsen", "#define CELLS_A\n"},
    {GlKernel::small, "small", ""},
    {GlKernel::modes, "modes", ""},
    {GlKernel::modesBack, "modes", "#define BACK\n"},
    {GlKernel::sum, "sum", ""},
    {GlKernel::combine, "combine", ""},
};

GlLimits limitsOf(const GlDevice& device)
{
    const auto number = [&](GLenum name) {
        GLint value = 0;
        device.gl().GetIntegerv(name, &value);
        return static_cast<int32_t>(value);
    };
    const int32_t invocations = number(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
    const int32_t most =
        device.info().software ? gl_limits::kSoftwareThreads : gl_limits::kMostThreads;
    return {
        invocations, number(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE),
        number(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
        // Sums halve them.
        static_cast<int32_t>(std::bit_floor(static_cast<uint32_t>(std::min(invocations, most))))};
}

// Cells whose x and r fit beside the strip and what tells of the levels.
constexpr int32_t capacityFor(int32_t sharedBytes)
{
    constexpr size_t kOthers = gl_limits::kSmallStrip * 5 * sizeof(double) +
                               gl_limits::kMostSmallLevels * sizeof(gl_params::SmallLevel);
    constexpr auto kCellBytes = static_cast<int32_t>(2 * sizeof(float));
    const int32_t bytes = std::min(sharedBytes, gl_limits::kMostSharedBytes);
    return (bytes - static_cast<int32_t>(kOthers)) / kCellBytes;
}

// 64 x 64, 32 x 32, and so on down to a single cell; 32 x 32 where there is least.
static_assert(capacityFor(gl_limits::kMostSharedBytes) >= 5461);
static_assert(capacityFor(gl_limits::kSharedBytes) >= 1365);

int32_t tileThreads(GlKernel kernel, const GlLimits& limits)
{
    using namespace gl_limits;
    if (isWideTile(kernel))
    {
        return std::min(limits.threadsAlone, kManyThreads);
    }
    const bool few = kernel == GlKernel::tileRestrictFew || kernel == GlKernel::tileProlongFew;
    return few && limits.threadsAlone >= kManyThreads ? kManyThreads : kThreads;
}

// As many as there is memory for, beside that of the cells.
int32_t modesThreads(const GlLimits& limits)
{
    using namespace gl_limits;
    return std::min(limits.threadsAlone, limits.sharedBytes / kModesBytes - kMostModes);
}

} // namespace

bool GlSolverPrograms::visitAll(const GlLimits& limits, Visit visit)
{
    for (const Source& source : kSources)
    {
        const bool isAlone = source.kernel == GlKernel::small || source.kernel == GlKernel::sum;
        for (const bool even : {false, true})
        {
            if (even && source.kernel >= GlKernel::ringSweep)
            {
                continue;
            }
            char defines[200];
            std::snprintf(defines, sizeof defines, "%s%s", even ? "#define EVEN\n" : "",
                          source.defines);
            if (isAlone)
            {
                std::snprintf(defines, sizeof defines, "#define THREADS %d\n#define CAPACITY %d\n",
                              limits.threadsAlone, capacityFor(limits.sharedBytes));
            }
            if (source.kernel == GlKernel::modes)
            {
                std::snprintf(defines, sizeof defines, "#define THREADS %d\n#define LONGEST %d\n",
                              modesThreads(limits), gl_limits::kMostModes);
            }
            if (source.kernel <= GlKernel::tileProlongRestrictMeasure)
            {
                std::snprintf(defines, sizeof defines, "%s%s#define SIDE %d\n#define THREADS %d\n",
                              even ? "#define EVEN\n" : "", source.defines, tileSide(source.kernel),
                              tileThreads(source.kernel, limits));
            }
            if (!visit(source.kernel, even, source.name, defines))
            {
                return false;
            }
        }
    }
    return true;
}

bool GlSolverPrograms::create(GlDevice& device, GlProblem* problem)
{
    const GlLimits limits = limitsOf(device);
    if (limits.invocations < gl_limits::kThreads || limits.sharedBytes < gl_limits::kSharedBytes ||
        limits.storageBlocks < gl_limits::kStorageBlocks)
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "%.60s has work groups of %d invocations with %d bytes and %d buffers; the "
                      "solver needs %d, %d and %d",
                      device.info().renderer, limits.invocations, limits.sharedBytes,
                      limits.storageBlocks, gl_limits::kThreads, gl_limits::kSharedBytes,
                      gl_limits::kStorageBlocks);
        return false;
    }
    smallCapacity_ = capacityFor(limits.sharedBytes);
    return visitAll(limits, [&](GlKernel kernel, bool even, const char* name, const char* defines) {
        GlProgram& program = programs_[static_cast<size_t>(kernel)][even ? 1 : 0];
        program = device.program(name, defines, problem);
        return program.name != 0;
    });
}

} // namespace tarn
