// Solids for tests: one of every kind, random ones, and a plain answer to what is inside of them.
//
// `isInside` shares nothing with the library: it turns the point with the C library's sine and
// cosine and asks the definition of the shape.
#pragma once

#include "field/shape.h"
#include "support/random.h"

#include <string>
#include <vector>

namespace tarn::test
{

struct Solid
{
    std::string name;
    Shape shape;
    Pose pose;

    PlacedShape placed() const { return place(shape, pose); }
};

bool isInside(const Solid& solid, Vec2 point);

// One of every kind, of about a metre, turned and near the origin.
std::vector<Solid> allSolids();

// Of any kind, 0.1 to 2 m, near the origin.
Solid randomSolid(Random& random);

// A comb along x from 0: a back of 0.5 m below y = 0, teeth of 2 m above it, all 1 m wide and
// apart. It has four corners a tooth.
Shape combShape(int32_t teeth);

// In the rectangle around a solid, or a little beyond it.
Vec2 randomPointNear(const Solid& solid, Random& random);

} // namespace tarn::test
