#include "scene/water_camera.h"

namespace tarn::scene
{

WaterCamera::WaterCamera(const WaterRun& run)
{
    if (run.scene().water().show == WaterShow::relief)
    {
        relief_.emplace(run.scene().water().relief, run.tasks());
        reliefShot_.emplace(run);
    }
    else
    {
        map_.emplace(run.scene().view.style, run.tasks());
        mapShot_.emplace(run);
    }
}

render::Image WaterCamera::shoot()
{
    return relief_ ? relief_->draw(reliefShot_->frame()) : map_->draw(mapShot_->frame());
}

} // namespace tarn::scene
