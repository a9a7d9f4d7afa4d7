#include "scene/water_map_shot.h"

#include "scene/defaults.h"

namespace tarn::scene
{

WaterMapShot::WaterMapShot(const WaterRun& run)
    : run_(run), show_(run.scene().water().show), shot_(run)
{
}

// Dry land is drawn as solids are.
void WaterMapShot::takeDry()
{
    const render::FieldView depth = shot_.field(tn_waterDepth);
    float* out = dry_.resize(shot_.window());
    for (int j = 0; j < shot_.window().rows; ++j)
    {
        const float* row = depth.row(j);
        for (int i = 0; i < shot_.window().columns; ++i)
        {
            *out++ = row[i] < static_cast<float>(kShownDepth) ? 1.0F : 0.0F;
        }
    }
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
        takeDry();
        frame.solid = dry_.view();
    }
    if (run_.scene().view.style.arrows.shown)
    {
        frame.velocityX = shot_.field(tn_waterVelocityX);
        frame.velocityY = shot_.field(tn_waterVelocityY);
    }
    return frame;
}

} // namespace tarn::scene
