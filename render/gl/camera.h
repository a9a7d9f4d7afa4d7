// Camera: an eye, where it looks, and how much it sees. x and y are the grid's axes, z goes up.
#pragma once

#include "render/gl/matrix.h"
#include "render/vec3.h"

namespace tarn::render::gl
{

// What a camera is fitted to, and what depth is spread over.
struct Box
{
    Vec3 low;
    Vec3 high;

    Vec3 middle() const { return (low + high) * 0.5F; }
    float radius() const { return 0.5F * length(high - low); }
};

// Around a target at a distance, as for ReliefCamera: angles in degrees, from +x towards +y and
// above the horizon; elevations below 0 look up. A side view is an orbit at elevation 0 without a
// field of view, a map one at elevation 90.
struct Orbit
{
    Vec3 target;
    float azimuth = -68.0F;
    float elevation = 36.0F;
    float distance = 10.0F;    // metres
    float fieldOfView = 28.0F; // degrees, of the picture's height; 0: orthographic
};

class Camera
{
  public:
    // `aspect` is width over height. Orthographic pictures show what a lens of kFlatLens degrees
    // would at the distance.
    Camera(const Orbit& orbit, float aspect);

    // An eye anywhere, for walks and dives; orbit.target is where it looks.
    static Camera lookingFrom(Vec3 eye, Vec3 at, float fieldOfView, float aspect);

    // Planes in front of and behind a box, for depth.
    void enclose(const Box& box);

    Vec3 eye() const { return eye_; }
    Vec3 right() const { return right_; }
    Vec3 up() const { return up_; }
    Vec3 forward() const { return forward_; }
    bool isFlat() const { return isFlat_; }
    float near() const { return near_; }
    float far() const { return far_; }
    float aspect() const { return aspect_; }
    // Metres from the middle to the upper edge of the picture: one metre away, or, orthographic,
    // anywhere.
    float halfHeight() const { return halfHeight_; }

    Matrix view() const;
    Matrix projection() const;
    Matrix viewProjection() const { return projection() * view(); }

    // Through a place in the picture: -1 .. 1 from left to right and from bottom to top.
    Ray ray(float x, float y) const;

  private:
    Camera() = default;
    void lookAlong(Vec3 forward);

    Vec3 eye_;
    Vec3 right_;
    Vec3 up_;
    Vec3 forward_;
    bool isFlat_ = false;
    float halfHeight_ = 1.0F;
    float aspect_ = 1.0F;
    float near_ = 0.1F;
    float far_ = 100.0F;
};

// An orbit from which all of a box is seen: its distance, and, where `mayMove`, its target.
Orbit fitted(Orbit orbit, const Box& box, float aspect, bool mayMove);

} // namespace tarn::render::gl
