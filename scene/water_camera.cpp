// Turns a water's fields into frames of maps.
#include "scene/water_camera.h"

#include "scene/defaults.h"

namespace tarn::scene
{
WaterCamera::WaterCamera(const WaterRun& run)
    : run_(run), show_(run.scene().water().show), view_(run.scene().view), shot_(run)
{
    if (show_ == WaterShow::relief)
    {
        relief_.emplace(run.scene().water().relief, run.tasks());
    }
    else
    {
        map_.emplace(view_.style, run.tasks());
    }
}

render::Image WaterCamera::shoot()
{
    return relief_ ? relief_->draw(shot_.frame()) : shootMap();
}

// Dry land is drawn as solids are.
void WaterCamera::takeDry()
{
    const render::FieldView depth = shot_.field(tn_waterDepth);
    dry_.resize(shot_.window().cells());
    float* out = dry_.data();
    for (int j = 0; j < shot_.window().rows; ++j)
    {
        const float* row = depth.row(j);
        for (int i = 0; i < shot_.window().columns; ++i)
        {
            *out++ = row[i] < static_cast<float>(kShownDepth) ? 1.0F : 0.0F;
        }
    }
}

render::Image WaterCamera::shootMap()
{
    render::Frame frame;
    frame.world = shot_.window().world;
    frame.time = run_.time();
    if (show_ == WaterShow::dye)
    {
        frame.dyes = shot_.dyes();
    }
    else
    {
        frame.scalar =
            quantities_.takeQuantity(run_.water(), view_.style.scalar.name, shot_.window().part());
    }
    if (show_ != WaterShow::terrain)
    {
        takeDry();
        frame.solid = {dry_.data(), shot_.window().columns, shot_.window().rows,
                       shot_.window().columns};
    }
    if (view_.style.arrows.shown)
    {
        frame.velocityX = shot_.field(tn_waterVelocityX);
        frame.velocityY = shot_.field(tn_waterVelocityY);
    }
    return map_->draw(frame);
}

} // namespace tarn::scene
