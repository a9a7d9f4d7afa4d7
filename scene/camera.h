// Camera: takes pictures of a running scene, as its [view] says.
//
//     scene::Camera camera(run);
//     render::writePng("wake.png", camera.shoot(run));
#pragma once

#include "scene/scene_run.h"

#include "render/render.h"

#include <array>
#include <memory>
#include <vector>

namespace tarn::scene
{

class Camera
{
  public:
    // Throws an Error or a render::Error when the view cannot be drawn. Uses the run's threads, so
    // it must not outlive it.
    explicit Camera(const SceneRun& run);

    render::Image shoot(const SceneRun& run);

  private:
    // A field that the library does not have as such: one number for each cell.
    struct CellField
    {
        std::vector<float> numbers;
        render::FieldView view;
    };

    render::FieldView seen(const tnFieldView& view, int cellsPerCell) const;
    render::FieldView direct(const SceneRun& run, tnFlowField field, int cellsPerCell) const;
    CellField& sized(CellField& field) const;

    void takeWindow(const SceneRun& run);
    void takeVelocity(const SceneRun& run);
    render::FieldView speed(const SceneRun& run);
    render::FieldView vorticity(const SceneRun& run);
    render::FieldView scalar(const SceneRun& run);
    void takeTexture(const SceneRun& run, render::Frame& frame);
    void takeTracers(const SceneRun& run, render::Frame& frame);

    ViewDescription view_;
    render::Painter painter_;
    std::unique_ptr<render::Texture> texture_; // of Show::texture

    tnFlowDef def_ = {};
    int left_ = 0; // the window, in cells
    int bottom_ = 0;
    int columns_ = 0;
    int rows_ = 0;
    CellField velocityX_;
    CellField velocityY_;
    CellField scalar_;
    std::array<CellField, 4> coordinates_; // u and v of both layers
    std::array<float, 2> weights_ = {};
    std::vector<render::FieldView> dyes_;
    std::vector<render::Tracer> tracers_;
};

} // namespace tarn::scene
