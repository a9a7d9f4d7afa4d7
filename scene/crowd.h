// Crowd: where bodies begin, by chance where a scene asks for it: the same for the same seed.
#pragma once

#include "scene/rigid_world.h"
#include "scene/water_description.h"

#include <cstdint>
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
    explicit Crowd(std::uint32_t seed) : seed_(seed) {}

    // The `index`th body of the `group`th table. Looks for a place where it touches none of those
    // placed before, and takes any when there seems to be none.
    Beginning place(const BodyDescription& body, int group, int index);

  private:
    struct Ball
    {
        tnVec3 middle;
        double radius;
    };

    bool isFree(const Ball& ball) const;

    std::uint32_t seed_;
    std::vector<Ball> placed_;
};

} // namespace tarn::scene
