// PaintedSight: a scene that OpenGL does not draw, such as two waters side by side: as `tarn run`
// paints it on the CPU, laid into the viewport.
#pragma once

#include "studio/app/sight.h"

#include "scene/camera.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tarn::studio
{

class PaintedSight : public Sight
{
  public:
    // Throws a scene::Error or a render::Error when the view cannot be drawn.
    PaintedSight(const scene::SceneRun& run, const render::gl::Context& context);

    void fit(Eye& eye, float aspect) override;
    void draw(const Eye& eye, const Look& look, const render::gl::Target& target) override;
    Ray rayThrough(const Eye& eye, float aspect, render::Point place) const override;
    std::optional<render::Point> placeOf(const Eye& eye, float aspect, tnVec3 point) const override;
    void refresh() override;
    bool hasSpace() const override { return false; }

  private:
    const scene::SceneRun& run_;
    const render::gl::Context& context_;
    std::unique_ptr<scene::Camera> camera_;
    render::gl::Texture picture_;
    render::gl::Framebuffer framebuffer_;
    render::Rectangle world_; // what the picture shows; in pixels where it is no map
};

} // namespace tarn::studio
