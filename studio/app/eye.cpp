#include "studio/app/eye.h"

#include "studio/app/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn::studio
{

using render::Vec3;

void Eye::look(EyeKind kind)
{
    kind_ = kind;
    needsFit_ = true;
    isTouched_ = false;
    ++version_;
}

void Eye::fitted(const render::gl::Orbit& orbit)
{
    isMap_ = false;
    orbit_ = orbit;
    fittedDistance_ = orbit.distance;
    needsFit_ = false;
    ++version_;
}

void Eye::fitted(const render::Rectangle& world)
{
    isMap_ = true;
    middle_ = {0.5F * (world.left + world.right), 0.5F * (world.bottom + world.top)};
    halfHeight_ = 0.5F * world.height();
    fittedHalfHeight_ = halfHeight_;
    needsFit_ = false;
    ++version_;
}

void Eye::reshape()
{
    needsFit_ = needsFit_ || !isTouched_;
    ++version_;
}

void Eye::touched()
{
    isTouched_ = true;
    ++version_;
}

void Eye::turn(float dx, float dy)
{
    if (isMap_)
    {
        return;
    }
    // Around the scene the eye goes against the mouse; under water it looks against it.
    orbit_.azimuth += kDegreesPerPoint * (kind_ == EyeKind::under ? dx : -dx);
    // From above, a side view stays level and a map stays upright.
    const float lowest = kind_ == EyeKind::under ? -60.0F : 2.0F;
    if (kind_ == EyeKind::perspective || kind_ == EyeKind::under)
    {
        orbit_.elevation = std::clamp(orbit_.elevation + kDegreesPerPoint * dy, lowest, 89.0F);
    }
    touched();
}

void Eye::turnByKeys(float right, float up)
{
    turn(kind_ == EyeKind::under ? -right : right, up);
}

render::gl::Camera Eye::camera(float aspect) const
{
    if (kind_ != EyeKind::under)
    {
        return {orbit_, aspect};
    }
    const Vec3 ahead = render::towards(orbit_.azimuth, orbit_.elevation) * orbit_.distance;
    return render::gl::Camera::lookingFrom(orbit_.target, orbit_.target + ahead, orbit_.fieldOfView,
                                           aspect);
}

void Eye::pan(float dx, float dy, float height)
{
    if (isMap_)
    {
        const float metres = 2.0F * halfHeight_ / height;
        middle_ = {middle_.x - dx * metres, middle_.y + dy * metres};
        touched();
        return;
    }
    const render::gl::Camera camera = this->camera(1.0F);
    const float tall =
        camera.isFlat() ? camera.halfHeight() : camera.halfHeight() * orbit_.distance;
    const float metres = 2.0F * tall / height;
    orbit_.target = orbit_.target - camera.right() * (dx * metres) + camera.up() * (dy * metres);
    touched();
}

void Eye::zoom(float notches, float x, float y, float aspect)
{
    const float times = std::pow(kZoomPerNotch, notches);
    if (!isMap_ && kind_ == EyeKind::under)
    {
        orbit_.fieldOfView = std::clamp(orbit_.fieldOfView * times, kLongestLens, kWidestLens);
        touched();
        return;
    }
    if (!isMap_)
    {
        orbit_.distance = std::clamp(orbit_.distance * times, kNearestZoom * fittedDistance_,
                                     kFarthestZoom * fittedDistance_);
        touched();
        return;
    }
    const float before = halfHeight_;
    halfHeight_ = std::clamp(halfHeight_ * times, kNearestZoom * fittedHalfHeight_,
                             kFarthestZoom * fittedHalfHeight_);
    middle_.x += x * aspect * (before - halfHeight_);
    middle_.y += y * (before - halfHeight_);
    touched();
}

} // namespace tarn::studio
