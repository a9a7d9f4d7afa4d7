#include "studio/app/stages.h"

namespace tarn::studio
{
namespace gl = render::gl;

gl::WaterStage& Stages::water(render::Detail level)
{
    if (!water_)
    {
        water_.emplace(context_);
    }
    water_->setOptions({level});
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
    if (water_)
    {
        water_->forget();
    }
    if (inside_)
    {
        inside_->reset();
    }
}

} // namespace tarn::studio
