// Eye: from where the viewport looks, as people turn it. Water is seen in space, from an orbit; a
// flow from above, as a map.
#pragma once

#include "render/frame.h"
#include "render/gl/camera.h"

namespace tarn::studio
{

enum class EyeKind
{
    perspective,
    top,  // orthographic, straight down
    side, // orthographic, from the front
    under // in the water
};

class Eye
{
  public:
    EyeKind kind() const { return kind_; }

    // Another kind of view, of all of the scene; perspective begins where the scene itself looks
    // from.
    void look(EyeKind kind);
    // All of the scene again.
    void fit() { look(kind_); }

    // The scene's sight has found where all is seen from.
    void fitted(const render::gl::Orbit& orbit);
    void fitted(const render::Rectangle& world);
    bool needsFit() const { return needsFit_; }
    // The picture has another shape; where nobody has turned the eye it is fitted again.
    void reshape();

    // By the mouse, in points of the window; `height` is the picture's. What is seen goes along
    // with the mouse. A map has no angles.
    void turn(float dx, float dy);
    void pan(float dx, float dy, float height);
    // By keys: the scene turns to the right and the eye rises; under water the eye itself turns.
    void turnByKeys(float right, float up);
    // Notches of a wheel; above 0 nearer. A map keeps what is at the place (-1 .. 1) where it is;
    // under water the lens gets longer, and the eye stays.
    void zoom(float notches, float x, float y, float aspect);

    // In space. Under water the eye is at the orbit's target, and looks along its angles.
    const render::gl::Orbit& orbit() const { return orbit_; }
    render::gl::Camera camera(float aspect) const;

    // On a map: what the picture's middle shows (m), and how far its upper edge is from there.
    render::Point middle() const { return middle_; }
    float halfHeight() const { return halfHeight_; }

    bool isMap() const { return isMap_; }

    // Counts changes, so that a picture is drawn anew only when it must be.
    int version() const { return version_; }

  private:
    void touched();

    EyeKind kind_ = EyeKind::perspective;
    bool isMap_ = false;
    bool needsFit_ = true;
    bool isTouched_ = false;
    render::gl::Orbit orbit_;
    float fittedDistance_ = 1.0F;
    render::Point middle_;
    float halfHeight_ = 1.0F;
    float fittedHalfHeight_ = 1.0F;
    int version_ = 0;
};

} // namespace tarn::studio
