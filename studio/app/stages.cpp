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

gl::FlowStage& Stages::flow(bool isTransparent)
{
    if (!flow_ || isFlowTransparent_ != isTransparent)
    {
        flow_.reset();
        flow_.emplace(context_, gl::FlowStageOptions{isTransparent ? gl::Transparency::straight
                                                                   : gl::Transparency::none});
        isFlowTransparent_ = isTransparent;
    }
    return *flow_;
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
    if (flow_)
    {
        flow_->reset();
    }
    if (inside_)
    {
        inside_->reset();
    }
}

} // namespace tarn::studio
