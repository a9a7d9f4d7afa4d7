#include "scene/water_map_shot.h"

namespace tarn::scene
{

WaterMapShot::WaterMapShot(const WaterRun& run)
    : run_(run), show_(run.scene().water().show), shot_(run)
{
}

render::FieldView WaterMapShot::scalar()
{
    switch (show_)
    {
    case WaterShow::depth:
        return shot_.field(tn_waterDepth);
    case WaterShow::foam:
        return shot_.field(tn_waterFoam);
    case WaterShow::terrain:
        return shot_.field(tn_waterTerrain);
    case WaterShow::speed:
        return render::speedOf(shot_.field(tn_waterVelocityX), shot_.field(tn_waterVelocityY),
                               shot_.window(), speed_);
    default:
        return shot_.field(tn_waterSurface);
    }
}

render::Frame WaterMapShot::frame()
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
        frame.scalar = scalar();
    }
    if (show_ != WaterShow::terrain)
    {
        frame.solid = render::dryOf(shot_.field(tn_waterDepth), shot_.window(), dry_);
    }
    if (run_.scene().view.style.arrows.shown)
    {
        frame.velocityX = shot_.field(tn_waterVelocityX);
        frame.velocityY = shot_.field(tn_waterVelocityY);
    }
    return frame;
}

} // namespace tarn::scene
