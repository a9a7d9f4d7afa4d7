// Turns a flow's fields into a Frame: staggered velocity to cells, corners to cells, and all of it
// cut to the window.
#include "scene/camera.h"

#include "scene/require.h"

#include <algorithm>
#include <cmath>

namespace tarn::scene
{
namespace
{

tnFieldView viewOf(const SceneRun& run, tnFlowField field)
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

Camera::Camera(const SceneRun& run) : view_(run.scene().view), painter_(view_.style, run.tasks())
{
    if (view_.show == Show::texture)
    {
        const auto& image = view_.texture.image;
        texture_ = std::make_unique<render::Texture>(image ? *image : drawnTexture(view_.texture));
    }
}

// The window in whole cells of the flow as it is now.
void Camera::takeWindow(const SceneRun& run)
{
    def_ = run.def();
    left_ = 0;
    bottom_ = 0;
    columns_ = def_.nx;
    rows_ = def_.ny;
    if (!view_.window)
    {
        return;
    }
    const auto cell = [&](double place, float origin, int last) {
        const double cells = std::round((place - double(origin)) / double(def_.cellSize));
        return static_cast<int>(std::clamp(cells, 0.0, double(last)));
    };
    left_ = std::min(cell(view_.window->left, def_.origin.x, def_.nx), def_.nx - 1);
    bottom_ = std::min(cell(view_.window->bottom, def_.origin.y, def_.ny), def_.ny - 1);
    columns_ = std::max(1, cell(view_.window->right, def_.origin.x, def_.nx) - left_);
    rows_ = std::max(1, cell(view_.window->top, def_.origin.y, def_.ny) - bottom_);
}

// The window's part of a field with so many cells in each of the flow's.
render::FieldView Camera::seen(const tnFieldView& view, int cellsPerCell) const
{
    const float* first =
        view.data + std::ptrdiff_t(bottom_ * cellsPerCell) * view.stride + left_ * cellsPerCell;
    return {first, columns_ * cellsPerCell, rows_ * cellsPerCell, view.stride};
}

render::FieldView Camera::direct(const SceneRun& run, tnFlowField field, int cellsPerCell) const
{
    return seen(viewOf(run, field), cellsPerCell);
}

Camera::CellField& Camera::sized(CellField& field) const
{
    field.numbers.resize(std::size_t(columns_) * std::size_t(rows_));
    field.view = {field.numbers.data(), columns_, rows_, columns_};
    return field;
}

void Camera::takeVelocity(const SceneRun& run)
{
    const tnFieldView u = viewOf(run, tn_flowVelocityX);
    const tnFieldView v = viewOf(run, tn_flowVelocityY);
    float* x = sized(velocityX_).numbers.data();
    float* y = sized(velocityY_).numbers.data();
    for (int j = 0; j < rows_; ++j)
    {
        const float* uRow = u.data + std::ptrdiff_t(bottom_ + j) * u.stride + left_;
        const float* vRow = v.data + std::ptrdiff_t(bottom_ + j) * v.stride + left_;
        for (int i = 0; i < columns_; ++i)
        {
            *x++ = 0.5F * (uRow[i] + uRow[i + 1]);
            *y++ = 0.5F * (vRow[i] + vRow[i + v.stride]);
        }
    }
}

render::FieldView Camera::speed(const SceneRun& run)
{
    takeVelocity(run);
    CellField& field = sized(scalar_);
    for (std::size_t k = 0; k < field.numbers.size(); ++k)
    {
        const float x = velocityX_.numbers[k];
        const float y = velocityY_.numbers[k];
        field.numbers[k] = std::sqrt(x * x + y * y);
    }
    return field.view;
}

render::FieldView Camera::vorticity(const SceneRun& run)
{
    const tnFieldView corners = viewOf(run, tn_flowVorticity);
    CellField& field = sized(scalar_);
    float* number = field.numbers.data();
    for (int j = 0; j < rows_; ++j)
    {
        const float* low = corners.data + std::ptrdiff_t(bottom_ + j) * corners.stride + left_;
        const float* high = low + corners.stride;
        for (int i = 0; i < columns_; ++i)
        {
            *number++ = 0.25F * ((low[i] + low[i + 1]) + (high[i] + high[i + 1]));
        }
    }
    return field.view;
}

render::FieldView Camera::scalar(const SceneRun& run)
{
    switch (view_.show)
    {
    case Show::speed:
        return speed(run);
    case Show::vorticity:
        return vorticity(run);
    case Show::pressure:
        return direct(run, tn_flowPressure, 1);
    case Show::divergence:
        return direct(run, tn_flowDivergence, 1);
    case Show::temperature:
        return direct(run, tn_flowTemperature, 1);
    default:
        return {};
    }
}

// Displacements in metres become places in the picture, which covers the whole grid.
void Camera::takeTexture(const SceneRun& run, render::Frame& frame)
{
    constexpr tnFlowField kFields[] = {tn_flowTextureX0, tn_flowTextureY0, tn_flowTextureX1,
                                       tn_flowTextureY1};
    const float h = def_.cellSize;
    for (std::size_t k = 0; k < 4; ++k)
    {
        const bool isX = k % 2 == 0;
        const float scale = 1.0F / (h * static_cast<float>(isX ? def_.nx : def_.ny));
        const render::FieldView moved = direct(run, kFields[k], 1);
        float* number = sized(coordinates_[k]).numbers.data();
        for (int j = 0; j < rows_; ++j)
        {
            const float* row = moved.row(j);
            for (int i = 0; i < columns_; ++i)
            {
                const int place = isX ? left_ + i : bottom_ + j;
                *number++ = ((static_cast<float>(place) + 0.5F) * h + row[i]) * scale;
            }
        }
    }
    require(tnFlow_GetTextureWeights(run.flow(), &weights_[0], &weights_[1]),
            "the texture's weights could not be read");
    frame.texture.texture = texture_.get();
    for (std::size_t layer = 0; layer < 2; ++layer)
    {
        frame.texture.layers[layer] = {coordinates_[2 * layer].view,
                                       coordinates_[2 * layer + 1].view,
                                       {&weights_[layer], 1, 1, 1}};
    }
}

void Camera::takeTracers(const SceneRun& run, render::Frame& frame)
{
    const tnVec2* points = nullptr;
    std::int32_t count = 0;
    require(tnFlow_GetTracers(run.flow(), &points, &count), "tracers could not be read");
    tracers_.clear();
    for (std::int32_t k = 0; k < count; ++k)
    {
        tracers_.push_back({points[k].x, points[k].y, 1.0F});
    }
    frame.tracers = tracers_;
}

render::Image Camera::shoot(const SceneRun& run)
{
    takeWindow(run);
    const float h = def_.cellSize;
    render::Frame frame;
    frame.world.left = def_.origin.x + h * static_cast<float>(left_);
    frame.world.bottom = def_.origin.y + h * static_cast<float>(bottom_);
    frame.world.right = frame.world.left + h * static_cast<float>(columns_);
    frame.world.top = frame.world.bottom + h * static_cast<float>(rows_);
    frame.time = run.time();
    frame.solid = direct(run, tn_flowSolidCells, 1);
    if (view_.show == Show::dye)
    {
        dyes_.clear();
        for (int k = 0; k < def_.dyeChannels; ++k)
        {
            dyes_.push_back(direct(run, static_cast<tnFlowField>(tn_flowDye0 + k), def_.dyeScale));
        }
        frame.dyes = dyes_;
        frame.solid = direct(run, tn_flowSolidDyes, def_.dyeScale);
    }
    else if (view_.show == Show::texture)
    {
        takeTexture(run, frame);
    }
    else
    {
        frame.scalar = scalar(run);
    }
    if (view_.style.arrows.shown)
    {
        takeVelocity(run);
        frame.velocityX = velocityX_.view;
        frame.velocityY = velocityY_.view;
    }
    if (def_.tracerCapacity > 0)
    {
        takeTracers(run, frame);
    }
    return painter_.draw(frame);
}

} // namespace tarn::scene
