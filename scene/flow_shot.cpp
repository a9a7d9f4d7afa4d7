// Turns a flow's fields into a Frame: what is staggered comes to cells by render::FlowInside, and
// all of it is cut to the window. On the GPU that is left to those who read the fields there
// (render::GlField).
#include "scene/flow_shot.h"

#include "scene/require.h"

#include <algorithm>
#include <cmath>

namespace tarn::scene
{
namespace
{

tnFieldView viewOf(const FlowRun& run, tnFlowField field)
{
    tnFieldView view = {};
    require(tnFlow_GetView(run.flow(), field, &view), "a field could not be read");
    return view;
}

// The picture that formulas of x and y, both 0 .. 1, give.
render::Image drawnTexture(const TextureDescription& description)
{
    const int side = description.side;
    const double pixel = 1.0 / side;
    render::Image image(side, side);
    std::vector<float> numbers;
    for (std::size_t channel = 0; channel < description.channels.size(); ++channel)
    {
        description.channels[channel].fill({side, side, 0.5 * pixel, 0.5 * pixel, pixel, pixel}, {},
                                           0.0, numbers);
        for (int y = 0; y < side; ++y)
        {
            const float* row = numbers.data() + std::size_t(side - 1 - y) * std::size_t(side);
            for (int x = 0; x < side; ++x)
            {
                const float level = std::clamp(row[x], 0.0F, 1.0F);
                image.pixel(x, y)[channel] = static_cast<std::uint8_t>(std::lround(255.0F * level));
            }
        }
    }
    return image;
}

} // namespace

FlowShot::FlowShot(const FlowRun& run, FieldsFrom from)
    : run_(run), view_(run.scene().view), show_(run.scene().flow().show),
      isOnGpu_(from == FieldsFrom::buffers)
{
    if (show_ == FlowShow::texture)
    {
        const TextureDescription& texture = run.scene().flow().texture;
        texture_ = std::make_unique<render::Texture>(texture.image ? *texture.image
                                                                   : drawnTexture(texture));
    }
}

render::FieldView FlowShot::onHost(tnFlowField field, int cellsPerCell) const
{
    return window_->seen(viewOf(run_, field), cellsPerCell);
}

render::FieldView FlowShot::onGpu(tnFlowField field, int cellsPerCell) const
{
    tnGlFieldView view = {};
    require(tnFlow_GetGlView(run_.flow(), field, &view), "a field could not be found on the GPU");
    return window_->seen(view, cellsPerCell);
}

render::FieldView FlowShot::direct(tnFlowField field, int cellsPerCell) const
{
    return isOnGpu_ ? onGpu(field, cellsPerCell) : onHost(field, cellsPerCell);
}

void FlowShot::takeVelocity(render::Frame& frame)
{
    if (!isOnGpu_)
    {
        const auto [x, y] = inside_.takeVelocity(run_.flow(), *window_);
        frame.velocityX = x;
        frame.velocityY = y;
        return;
    }
    frame.velocityX = onGpu(tn_flowVelocityX, 1);
    frame.velocityX.gpu.isMeanOfColumns = true;
    frame.velocityY = onGpu(tn_flowVelocityY, 1);
    frame.velocityY.gpu.isMeanOfRows = true;
}

render::FieldView FlowShot::vorticity()
{
    if (!isOnGpu_)
    {
        return inside_.takeQuantity(run_.flow(), "vorticity", *window_);
    }
    render::FieldView view = onGpu(tn_flowVorticity, 1);
    view.gpu.isMeanOfColumns = true;
    view.gpu.isMeanOfRows = true;
    return view;
}

render::FieldView FlowShot::scalar(const render::Frame& frame)
{
    switch (show_)
    {
    case FlowShow::speed:
        // On the GPU it is made of the velocity where it is drawn.
        return isOnGpu_ ? render::FieldView{}
                        : render::speedOf(frame.velocityX, frame.velocityY, *window_, speed_);
    case FlowShow::vorticity:
        return vorticity();
    case FlowShow::pressure:
        return direct(tn_flowPressure, 1);
    case FlowShow::divergence:
        return direct(tn_flowDivergence, 1);
    case FlowShow::temperature:
        return direct(tn_flowTemperature, 1);
    default:
        return {};
    }
}

// Displacements in metres become places in the picture, which covers the whole grid.
render::FieldView FlowShot::coordinate(std::size_t k)
{
    constexpr tnFlowField kFields[] = {tn_flowTextureX0, tn_flowTextureY0, tn_flowTextureX1,
                                       tn_flowTextureY1};
    const bool isX = k % 2 == 0;
    const float h = def_.cellSize;
    const float scale = 1.0F / (h * static_cast<float>(isX ? def_.nx : def_.ny));
    render::FieldView moved = direct(kFields[k], 1);
    if (isOnGpu_)
    {
        const int first = isX ? window_->left : window_->bottom;
        moved.gpu.factor = scale;
        moved.gpu.offset = (static_cast<float>(first) + 0.5F) * h * scale;
        (isX ? moved.gpu.risePerColumn : moved.gpu.risePerRow) = h * scale;
        return moved;
    }
    float* number = coordinates_[k].resize(*window_);
    for (int j = 0; j < window_->rows; ++j)
    {
        const float* row = moved.row(j);
        for (int i = 0; i < window_->columns; ++i)
        {
            const int place = isX ? window_->left + i : window_->bottom + j;
            *number++ = ((static_cast<float>(place) + 0.5F) * h + row[i]) * scale;
        }
    }
    return coordinates_[k].view();
}

void FlowShot::takeTexture(render::Frame& frame)
{
    require(tnFlow_GetTextureWeights(run_.flow(), &weights_[0], &weights_[1]),
            "the texture's weights could not be read");
    frame.texture.texture = texture_.get();
    for (std::size_t layer = 0; layer < 2; ++layer)
    {
        frame.texture.layers[layer] = {
            coordinate(2 * layer), coordinate(2 * layer + 1), {&weights_[layer], 1, 1, 1}};
    }
}

void FlowShot::takeTracers(render::Frame& frame)
{
    const tnVec2* points = nullptr;
    std::int32_t count = 0;
    require(tnFlow_GetTracers(run_.flow(), &points, &count), "tracers could not be read");
    tracers_.clear();
    for (std::int32_t k = 0; k < count; ++k)
    {
        tracers_.push_back({points[k].x, points[k].y, 1.0F});
    }
    frame.tracers = tracers_;
}

render::Frame FlowShot::frame()
{
    def_ = run_.def();
    window_.emplace(view_.window, def_.nx, def_.ny, def_.cellSize, def_.origin);
    render::Frame frame;
    frame.world = window_->world;
    frame.time = run_.time();
    frame.solid = direct(tn_flowSolidCells, 1);
    if (view_.style.arrows.shown || show_ == FlowShow::speed)
    {
        takeVelocity(frame);
    }
    if (show_ == FlowShow::dye)
    {
        dyes_.clear();
        for (int k = 0; k < def_.dyeChannels; ++k)
        {
            dyes_.push_back(direct(static_cast<tnFlowField>(tn_flowDye0 + k), def_.dyeScale));
        }
        frame.dyes = dyes_;
        frame.solid = direct(tn_flowSolidDyes, def_.dyeScale);
    }
    else if (show_ == FlowShow::texture)
    {
        takeTexture(frame);
    }
    else
    {
        frame.scalar = scalar(frame);
    }
    if (def_.tracerCapacity > 0)
    {
        takeTracers(frame);
    }
    return frame;
}

} // namespace tarn::scene
