// The programs of the solver on the device: which there are, with their defines, and how they are
// compiled, all at once, so that a solve compiles nothing.
#pragma once

#include "backend/gl/gl_device.h"
#include "backend/gl/gl_limits.h"
#include "core/function_ref.h"

#include <array>
#include <cstdint>

namespace tarn
{

// What a device can do in one work group.
struct GlLimits
{
    int32_t invocations = 0;
    int32_t sharedBytes = 0;
    int32_t storageBlocks = 0;
    int32_t threadsAlone = 0; // of a work group that has the device, or a good part, for itself
};

enum class GlKernel
{
    tileRelax,
    tileRestrict,
    tileProlong,
    tileRestrictFew,
    tileProlongFew,
    tileProlongRestrict,
    tileProlongMeasure,
    tileProlongRestrictMeasure,
    residualStore,
    residualSum,
    jacobi,
    subtract,
    dotApplied,
    strip,
    // From here on there is one of each; of those before, one that reads coefficients and one that
    // computes them.
    ringSweep,
    ringRestrict,
    ringProlong,
    dot,
    coarsenX,
    coarsenY,
    coarsenA,
    small,
    modes,
    modesBack,
    sum,
    combine,
    count
};

// Passes in tiles, of whose squares two sizes are best; see gl_limits.h.
inline bool isWideTile(GlKernel kernel)
{
    return kernel == GlKernel::tileProlongRestrict ||
           kernel == GlKernel::tileProlongRestrictMeasure;
}
inline int32_t tileSide(GlKernel kernel)
{
    return isWideTile(kernel) ? gl_limits::kWideTileSide : gl_limits::kTileSide;
}

class GlSolverPrograms
{
  public:
    // False: *problem says why.
    bool create(GlDevice& device, GlProblem* problem);

    GlProgram get(GlKernel kernel, bool even = false) const
    {
        return programs_[static_cast<size_t>(kernel)][even ? 1 : 0];
    }

    // Cells that GlKernel::small has room for, x and r.
    int32_t smallCapacity() const { return smallCapacity_; }

    // visit(shader, defines) for all of them, as a device with these limits gets them; stops where
    // it returns false, and returns that.
    using Visit =
        FunctionRef<bool(GlKernel kernel, bool even, const char* name, const char* defines)>;
    static bool visitAll(const GlLimits& limits, Visit visit);

  private:
    std::array<std::array<GlProgram, 2>, static_cast<size_t>(GlKernel::count)> programs_;
    int32_t smallCapacity_ = 0;
};

} // namespace tarn
