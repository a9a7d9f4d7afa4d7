#include "studio/app/stages.h"

namespace tarn::studio
{
namespace
{

namespace gl = render::gl;

gl::WaterStageOptions optionsOf(QualityLevel level)
{
    gl::WaterStageOptions options;
    switch (level)
    {
    case QualityLevel::low:
        options.samples = 1;
        options.light = {512, 256, 96};
        break;
    case QualityLevel::medium:
        options.samples = 2;
        options.light = {1024, 512, 192};
        break;
    case QualityLevel::high:
        break;
    }
    return options;
}

} // namespace

gl::WaterStage& Stages::water(QualityLevel level)
{
    if (!water_ || level != waterLevel_)
    {
        water_.reset();
        water_.emplace(context_, optionsOf(level));
        waterLevel_ = level;
    }
    return *water_;
}

scene::GlInside& Stages::inside()
{
    if (!inside_)
    {
        inside_.emplace(context_, render::InsideView());
    }
    return *inside_;
}

void Stages::beginAnew()
{
    if (inside_)
    {
        inside_->reset();
    }
}

} // namespace tarn::studio
