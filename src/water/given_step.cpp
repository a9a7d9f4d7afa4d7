// A step of a Water whose surface is given. Forces come before the surface is made: it is made with
// what bodies do to it in return, and they go on by the same forces, so that both have the same
// momentum of one another.
#include "core/clock.h"
#include "core/wide.h"
#include "water/water.h"

#include <algorithm>

namespace tarn
{

uint32_t Water::stepGiven(float dt, FunctionRef<GivenSurface()> makeSurface)
{
    const WaterScope scope(*backend_);
    if (backend_->isLost())
    {
        return tn_stepLost;
    }
    uint32_t flags = beginStep(&dt);
    StageClock clock(stats_.ms);
    backend_->beginGiven();
    applyEdits(dt);
    clock.ends(tn_waterStageEdits);
    const float keepFading = arriveBodies(dt);
    added_ += backend_->displaceBelow({present_, presentCount_}, keepFading);
    clock.ends(tn_waterStageBodies);
    wetBodies(dt);
    clock.ends(tn_waterStageForces);
    double displaced = 0.0;
    for (size_t k = 0; k < presentCount_; ++k)
    {
        displaced += std::max(present_[k]->displacement.volume, 0.0) * wide(present_[k]->presence);
    }
    added_ += backend_->shape(makeSurface(), displaced);
    clock.ends(tn_waterStageWaves);
    runSpray(dt, &flags);
    clock.ends(tn_waterStageSpray);

    stats_.tiles = stats_.tilesAwake = backend_->tiles().count();
    stats_.substeps = 0;
    stats_.viscosityIterations = 0;
    stats_.maxWaveSpeed = 0.0f;
    stats_.time += wide(dt);
    lastDt_ = dt;
    ++stats_.steps;
    return flags;
}

void Water::visitPushes(const GivenSurface& surface, FunctionRef<void(const WaterPush&)> visit)
{
    backend_->visitPushes({present_, presentCount_}, surface, def_.settings.gravity, visit);
}

} // namespace tarn
