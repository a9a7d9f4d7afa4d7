// What all runs share, and the choice of the right one.
#include "scene/scene_run.h"

#include "scene/flow_run.h"
#include "scene/require.h"
#include "scene/twin_run.h"
#include "scene/water_run.h"

#include <utility>

namespace tarn::scene
{

Threads::Threads(int count)
{
    require(tnCreateThreadPool(count, &pool_), "threads could not be started");
    const tnResult result = tnThreadPool_GetTasks(pool_, &tasks_);
    if (result != tn_success)
    {
        tnDestroyThreadPool(pool_);
    }
    require(result, "threads could not be used");
}

Threads::~Threads()
{
    tnDestroyThreadPool(pool_);
}

Gpu::Gpu(const RunOptions& options)
{
    if (options.backend == tn_backendGL)
    {
        tnGlDef def = tnDefaultGlDef();
        def.source = options.isGlShared ? tn_glShared : tn_glHeadless;
        def.device = options.glDevice;
        require(tnCreateGl(&def, &handle_), "the GPU could not be had");
    }
}

Gpu::~Gpu()
{
    if (tnGl_IsValid(handle_))
    {
        tnDestroyGl(handle_);
    }
}

SceneRun::SceneRun(Scene scene, RunOptions options)
    : scene_(std::move(scene)), options_(options), threads_(options.threads), gpu_(options)
{
}

Change SceneRun::adopt(Scene next)
{
    const ChangePlan plan = planChange(scene_, next);
    if (plan.change == Change::none || plan.change == Change::restarts)
    {
        return plan.change;
    }
    const std::vector<std::uint8_t> state = plan.isInParts ? save() : std::vector<std::uint8_t>();
    std::swap(scene_, next);
    try
    {
        follow(next, plan.change);
    }
    catch (...)
    {
        std::swap(scene_, next);
        if (plan.isInParts)
        {
            restore(state);
        }
        throw;
    }
    return plan.change;
}

std::unique_ptr<SceneRun> startScene(Scene scene, RunOptions options)
{
    if (const auto* water = std::get_if<WaterDescription>(&scene.part))
    {
        if (water->onFlow && water->onFlow->isCompared)
        {
            return std::make_unique<TwinRun>(scene, options);
        }
        return std::make_unique<WaterRun>(std::move(scene), options);
    }
    return std::make_unique<FlowRun>(std::move(scene), options);
}

} // namespace tarn::scene
