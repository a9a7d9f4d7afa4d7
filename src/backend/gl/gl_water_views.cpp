// Looks at a water on the device: where its fields lie, and reads that nobody waits for.
//
// Depth is shown as it is; the ground is copied to the device where it has changed; the others are
// made of both, of the bed and of what is carried. Where the twin is ahead, all of it goes out
// first.
#include "backend/gl/gl_water.h"

#include "backend/water/water_surface.h"

#include <algorithm>
#include <iterator>

namespace tarn
{

namespace
{

// As water_view.comp has it.
enum What : int32_t
{
    kSurface,
    kDisplaced,
    kMomentumPerDepth,
    kCarriedPerDepth
};

} // namespace

void GlWater::show()
{
    if (isHostAhead_ && !isShown_)
    {
        writeState();
        isShown_ = true;
    }
}

// False: no memory.
bool GlWater::sendGround()
{
    GlField& ground = made_[tn_waterTerrain];
    if (!takeMadeField(device_, shape_.grid.nx, shape_.grid.ny, &ground))
    {
        return false;
    }
    if (isGroundStale_)
    {
        writePlanes(ground, 0, fields_.ground);
        isGroundStale_ = false;
    }
    return true;
}

tnResult GlWater::findPlace(tnWaterField field, GlPlace* out)
{
    const WaterGrid& grid = shape_.grid;
    show();
    if (field == tn_waterDepth)
    {
        *out = GlPlace(state_[0]);
        out->rows = grid.ny;
        return tn_success;
    }
    const bool isOfGround = field == tn_waterTerrain || field == tn_waterDisplaced;
    if ((isOfGround && !sendGround()) || !takeMadeField(device_, grid.nx, grid.ny, &made_[field]))
    {
        return tn_errorOutOfMemory;
    }
    const GlBuffer& ground = isOfGround ? made_[tn_waterTerrain].buffer : deviceBed_.buffer;
    *out = GlPlace(made_[field]);
    if (field == tn_waterTerrain)
    {
        return tn_success;
    }
    GlProgram program;
    const tnResult found = findViewProgram(device_, kWaterView, &program, &viewProblem_);
    if (found != tn_success)
    {
        return found;
    }
    const bool isMomentum = field == tn_waterVelocityX || field == tn_waterVelocityY;
    const What what = field == tn_waterSurface     ? kSurface
                      : field == tn_waterDisplaced ? kDisplaced
                      : isMomentum                 ? kMomentumPerDepth
                                                   : kCarriedPerDepth;
    const int32_t plane = isMomentum              ? 1 + (field - tn_waterVelocityX)
                          : field >= tn_waterDye0 ? 1 + (field - tn_waterDye0)
                                                  : 0;
    device_.run(program,
                gl_params::WaterView{grid.nx, grid.ny, state_[0].stride, what, plane, kDryDepth},
                {glRead(state_[0].buffer), glRead(deviceBed_.buffer), glRead(ground),
                 glRead(carried_[0].buffer), glWrite(made_[field].buffer)},
                {glGroupsFor(grid.nx, 32), glGroupsFor(grid.ny, 8)});
    return tn_success;
}

tnResult GlWater::glView(tnWaterField field, tnGlFieldView* out, const char** why)
{
    if (!isOnDevice() || device_.isLost())
    {
        *why = "its context is lost";
        return tn_errorUnsupported;
    }
    GlPlace place;
    const tnResult result = findPlace(field, &place);
    *why = viewProblem_.text;
    if (result == tn_success)
    {
        device_.publish();
        *out = place.view(frame());
    }
    return result;
}

tnResult GlWater::sendField(int32_t slot, tnWaterField field, tnFieldView* out)
{
    if (!isOnDevice())
    {
        return tn_errorUnsupported;
    }
    GlPlace place;
    const tnResult result = findPlace(field, &place);
    *out = frame();
    return result == tn_success ? reads_.sendField(slot, place, out, &viewProblem_) : result;
}

tnResult GlWater::sendSamples(int32_t slot, std::span<const tnVec2> points, float gravity)
{
    static_assert(sizeof(tnWaterSample) == 14 * sizeof(float)); // as water_sample.comp has it
    GlProgram program;
    if (!isOnDevice() ||
        findViewProgram(device_, kWaterSample, &program, &viewProblem_) != tn_success)
    {
        return tn_errorUnsupported;
    }
    show();
    const size_t answerBytes = points.size() * sizeof(tnWaterSample);
    if (!sendGround() ||
        !reads_.takeSampling(slot, points.size() * sizeof(gl_params::WaterPoint), answerBytes))
    {
        return tn_errorOutOfMemory;
    }
    const WaterGrid& grid = shape_.grid;
    // Places need 64 bits: they are the host's to find, some at a time.
    gl_params::WaterPoint some[256];
    for (size_t first = 0; first < points.size(); first += std::size(some))
    {
        const size_t count = std::min(std::size(some), points.size() - first);
        for (size_t k = 0; k < count; ++k)
        {
            const tnVec2 point = points[first + k];
            const WaterSurface::Axis x =
                WaterSurface::along(grid.column(point.x), grid.nx, grid.wrapX);
            const WaterSurface::Axis y =
                WaterSurface::along(grid.row(point.y), grid.ny, grid.wrapY);
            some[k] = {x.cell, y.cell, x.part, y.part};
        }
        device_.write(reads_.points(), first * sizeof(gl_params::WaterPoint),
                      std::as_bytes(std::span(some, count)));
    }
    const gl_params::WaterSample params = {grid.nx,
                                           grid.ny,
                                           state_[0].stride,
                                           grid.wrapX ? 1 : 0,
                                           grid.wrapY ? 1 : 0,
                                           static_cast<int32_t>(points.size()),
                                           shape_.dyeChannels,
                                           gravity,
                                           kDryDepth,
                                           grid.cellSize};
    device_.run(program, params,
                {glRead(reads_.points()), glWrite(reads_.answers()), glRead(state_[0].buffer),
                 glRead(deviceBed_.buffer), glRead(made_[tn_waterTerrain].buffer),
                 glRead(carried_[0].buffer), glRead(edgeNumbers_)},
                GlReads::groupsFor(points.size()));
    reads_.sendAnswers(slot, answerBytes);
    return tn_success;
}

} // namespace tarn
