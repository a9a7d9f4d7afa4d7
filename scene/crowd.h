// Crowd: where bodies begin, by chance where a scene asks for it: the same for the same seed.
#pragma once

#include "scene/rigid_world.h"
#include "scene/water_description.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tarn::scene
{

struct Beginning
{
    RigidMotion motion;
    float scale = 1.0F;
    float density = 0.0F;
};

// Degrees about x, then y, then z.
tnQuat rotationOf(const Vector3& degrees, double t);

// How far the body's surface is from its centre of mass, at most (unit: m).
double reachOf(const BodyDescription& body);

class Crowd
{
  public:
    // The height of the ground at a place, the highest within so many metres.
    using Ground = std::function<float(float x, float y, float reach)>;

    Crowd(std::uint32_t seed, Ground ground) : seed_(seed), ground_(std::move(ground)) {}

    // The `index`th body of the `group`th table. One that is strewn lies above the ground, where it
    // touches none of those placed before; where there seems to be no such place, in any.
    Beginning place(const BodyDescription& body, int group, int index);

  private:
    struct Ball
    {
        tnVec3 middle;
        double radius;
    };

    bool isFree(const Ball& ball) const;

    std::uint32_t seed_;
    Ground ground_;
    std::vector<Ball> placed_;
};

} // namespace tarn::scene
