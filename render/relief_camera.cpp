// Eye: the distance that shows a block is the largest that one of its corners asks for.
#include "render/relief_camera.h"

#include "render/defaults.h"

#include <array>
#include <cmath>

namespace tarn::render
{

Eye::Eye(const ReliefView& view, const ReliefSite& site, float middleHeight)
    : width_(static_cast<float>(view.width)), height_(static_cast<float>(view.height))
{
    constexpr float kDegree = 0.017453293F;
    const ReliefCamera& camera = view.camera;
    forward_ = -towards(camera.azimuth, camera.elevation);
    right_ = Vec3(-std::sin(camera.azimuth * kDegree), std::cos(camera.azimuth * kDegree), 0.0F);
    up_ = cross(right_, forward_);
    target_ = camera.hasTarget ? Vec3(camera.target)
                               : Vec3(0.5F * (site.inner.left + site.inner.right),
                                      0.5F * (site.inner.bottom + site.inner.top), middleHeight);
    isFlat_ = camera.fieldOfView <= 0.0F;
    perMetre_ = 2.0F * std::tan(0.5F * std::max(camera.fieldOfView, 1.0F) * kDegree) / height_;
    distance_ = camera.distance;
    if (distance_ <= 0.0F)
    {
        fit(site, !camera.hasTarget);
    }
    // Orthographic pictures show what a lens of 28 degrees would at this distance.
    flatFootprint_ = distance_ * 0.4987F / height_;
    eye_ = target_ - forward_ * distance_;
}

void Eye::fit(const ReliefSite& site, bool mayMove)
{
    const float per = isFlat_ ? 0.4987F / height_ : perMetre_;
    const float halfWidth = kFitPart * 0.5F * width_ * per; // at one metre
    const float halfHeight = kFitPart * 0.5F * height_ * per;
    std::array<Vec3, 8> corners;
    for (unsigned k = 0; k < 8; ++k)
    {
        corners[k] = {(k & 1U) != 0 ? site.outer.right : site.outer.left,
                      (k & 2U) != 0 ? site.outer.top : site.outer.bottom,
                      (k & 4U) != 0 ? site.high : site.base};
    }
    // The target moves to the middle of what is seen, then the distance follows; a few rounds
    // settle.
    for (int round = 0; round < 4; ++round)
    {
        float low = 1e30F;
        float high = -1e30F;
        distance_ = 1e-6F;
        for (const Vec3 at : corners)
        {
            const Vec3 off = at - target_;
            const float nearer = isFlat_ ? 0.0F : -dot(off, forward_);
            distance_ = std::max(distance_, std::abs(dot(off, right_)) / halfWidth + nearer);
            distance_ = std::max(distance_, std::abs(dot(off, up_)) / halfHeight + nearer);
        }
        for (const Vec3 at : corners)
        {
            const Vec3 off = at - target_;
            const float away = isFlat_ ? distance_ : distance_ + dot(off, forward_);
            const float seen = dot(off, up_) / std::max(away, 1e-6F);
            low = std::min(low, seen);
            high = std::max(high, seen);
        }
        if (mayMove)
        {
            target_ = target_ + up_ * (0.5F * (low + high) * distance_);
        }
    }
}

Ray Eye::ray(float x, float y) const
{
    const float a = x - 0.5F * width_;
    const float b = 0.5F * height_ - y;
    if (isFlat_)
    {
        return {eye_ + right_ * (a * flatFootprint_) + up_ * (b * flatFootprint_), forward_};
    }
    return {eye_, normalized(forward_ + right_ * (a * perMetre_) + up_ * (b * perMetre_))};
}

bool Eye::project(Vec3 p, float& x, float& y, float& t) const
{
    const Vec3 off = p - eye_;
    const float away = dot(off, forward_);
    if (!(away > 1e-6F))
    {
        return false;
    }
    const float per = 1.0F / (isFlat_ ? flatFootprint_ : away * perMetre_);
    x = 0.5F * width_ + dot(off, right_) * per;
    y = 0.5F * height_ - dot(off, up_) * per;
    t = isFlat_ ? away : length(off);
    return true;
}

} // namespace tarn::render
