// Camera: the distance that shows a box is the largest that one of its corners asks for.
#include "render/gl/camera.h"

#include "render/defaults.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::render::gl
{
namespace
{

constexpr float kDegree = 0.017453293F;
constexpr float kFlatLens = 28.0F;

float halfHeightOf(float fieldOfView)
{
    return std::tan(0.5F * std::clamp(fieldOfView, 1.0F, 150.0F) * kDegree);
}

std::array<Vec3, 8> cornersOf(const Box& box)
{
    std::array<Vec3, 8> corners;
    for (unsigned k = 0; k < 8; ++k)
    {
        corners[k] = {(k & 1U) != 0 ? box.high.x : box.low.x,
                      (k & 2U) != 0 ? box.high.y : box.low.y,
                      (k & 4U) != 0 ? box.high.z : box.low.z};
    }
    return corners;
}

} // namespace

Camera::Camera(const Orbit& orbit, float aspect) : aspect_(aspect)
{
    // From the azimuth, so that there is a right-hand side when it looks straight down.
    const float angle = orbit.azimuth * kDegree;
    forward_ = -towards(orbit.azimuth, orbit.elevation);
    right_ = {-std::sin(angle), std::cos(angle), 0.0F};
    up_ = cross(right_, forward_);
    eye_ = orbit.target - forward_ * orbit.distance;
    isFlat_ = orbit.fieldOfView <= 0.0F;
    halfHeight_ =
        isFlat_ ? orbit.distance * halfHeightOf(kFlatLens) : halfHeightOf(orbit.fieldOfView);
    near_ = 0.01F * orbit.distance;
    far_ = 10.0F * orbit.distance;
}

Camera Camera::lookingFrom(Vec3 eye, Vec3 at, float fieldOfView, float aspect)
{
    Camera camera;
    camera.aspect_ = aspect;
    camera.eye_ = eye;
    camera.lookAlong(normalized(at - eye));
    camera.halfHeight_ = halfHeightOf(fieldOfView);
    const float distance = length(at - eye);
    camera.near_ = 0.01F * distance;
    camera.far_ = 10.0F * distance;
    return camera;
}

void Camera::lookAlong(Vec3 forward)
{
    forward_ = forward;
    const Vec3 side = cross(forward, {0.0F, 0.0F, 1.0F});
    right_ = length(side) > 1e-6F ? normalized(side) : Vec3(1.0F, 0.0F, 0.0F);
    up_ = cross(right_, forward_);
}

void Camera::enclose(const Box& box)
{
    float nearest = 1e30F;
    float farthest = -1e30F;
    for (const Vec3 corner : cornersOf(box))
    {
        const float away = dot(corner - eye_, forward_);
        nearest = std::min(nearest, away);
        farthest = std::max(farthest, away);
    }
    // 24 bits of depth go round to about a thousandth of the far plane's distance.
    far_ = std::max(1.02F * farthest, 1e-3F);
    near_ = isFlat_ ? std::min(nearest - 0.02F * far_, 0.0F)
                    : std::clamp(0.9F * nearest, 1e-3F * far_, 0.9F * far_);
}

Matrix Camera::view() const
{
    Matrix m;
    const Vec3 rows[] = {right_, up_, -forward_};
    for (int k = 0; k < 3; ++k)
    {
        m.at(k, 0) = rows[k].x;
        m.at(k, 1) = rows[k].y;
        m.at(k, 2) = rows[k].z;
        m.at(k, 3) = -dot(rows[k], eye_);
    }
    return m;
}

Matrix Camera::projection() const
{
    Matrix m;
    m.at(0, 0) = 1.0F / (aspect_ * halfHeight_);
    m.at(1, 1) = 1.0F / halfHeight_;
    const float range = far_ - near_;
    if (isFlat_)
    {
        m.at(2, 2) = -2.0F / range;
        m.at(2, 3) = -(far_ + near_) / range;
        return m;
    }
    m.at(2, 2) = -(far_ + near_) / range;
    m.at(2, 3) = -2.0F * far_ * near_ / range;
    m.at(3, 2) = -1.0F;
    m.at(3, 3) = 0.0F;
    return m;
}

Ray Camera::ray(float x, float y) const
{
    const Vec3 off = right_ * (x * aspect_ * halfHeight_) + up_ * (y * halfHeight_);
    return isFlat_ ? Ray{eye_ + off, forward_} : Ray{eye_, normalized(forward_ + off)};
}

Orbit fitted(Orbit orbit, const Box& box, float aspect, bool mayMove)
{
    const std::array<Vec3, 8> corners = cornersOf(box);
    const bool isFlat = orbit.fieldOfView <= 0.0F;
    const float halfHeight = kFitPart * halfHeightOf(isFlat ? kFlatLens : orbit.fieldOfView);
    const float halfWidth = halfHeight * aspect;
    // The target moves to the middle of what is seen, then the distance follows; a few rounds
    // settle.
    for (int round = 0; round < 4; ++round)
    {
        const Camera camera(orbit, aspect);
        float low = 1e30F;
        float high = -1e30F;
        orbit.distance = 1e-6F;
        for (const Vec3 corner : corners)
        {
            const Vec3 off = corner - orbit.target;
            const float nearer = isFlat ? 0.0F : -dot(off, camera.forward());
            orbit.distance =
                std::max({orbit.distance, std::abs(dot(off, camera.right())) / halfWidth + nearer,
                          std::abs(dot(off, camera.up())) / halfHeight + nearer});
        }
        for (const Vec3 corner : corners)
        {
            const Vec3 off = corner - orbit.target;
            const float away =
                isFlat ? orbit.distance : orbit.distance + dot(off, camera.forward());
            const float seen = dot(off, camera.up()) / std::max(away, 1e-6F);
            low = std::min(low, seen);
            high = std::max(high, seen);
        }
        if (mayMove)
        {
            orbit.target = orbit.target + camera.up() * (0.5F * (low + high) * orbit.distance);
        }
    }
    return orbit;
}

} // namespace tarn::render::gl
