// ReliefCamera turned into rays: one for every place in the picture, and back.
#pragma once

#include "render/relief_site.h"
#include "render/vec3.h"

namespace tarn::render
{

class Eye
{
  public:
    // Without a distance it goes as far back as the block needs to be seen whole.
    Eye(const ReliefView& view, const ReliefSite& site, float middleHeight);

    // x, y in pixels from the upper left.
    Ray ray(float x, float y) const;

    // Metres that a pixel covers `t` metres along a ray.
    float footprint(float t) const { return isFlat_ ? flatFootprint_ : t * perMetre_; }

    // Where a point is in the picture; `t` is metres along its ray. False behind the eye.
    bool project(Vec3 p, float& x, float& y, float& t) const;

  private:
    void fit(const ReliefSite& site, bool mayMove);

    float width_;
    float height_;
    bool isFlat_ = false;
    float perMetre_ = 0.0F; // perspective: a pixel, one metre away
    float flatFootprint_ = 0.0F;
    float distance_ = 1.0F;
    Vec3 target_;
    Vec3 forward_;
    Vec3 right_;
    Vec3 up_;
    Vec3 eye_;
};

} // namespace tarn::render
