// A body in still or moving water, with all the memory that its questions take: for tests.
#pragma once

#include "backend/water/body_water.h"

#include <functional>
#include <vector>

namespace tarn::test
{

// Shapes for makeBodyMesh, the rest as in an empty def.
tnBodyDef sphereDef(float radius, int32_t facets = 0);
tnBodyDef boxDef(float halfX, float halfY, float halfZ, int32_t facets = 0);
tnBodyDef capsuleDef(float radius, float halfLength, int32_t facets = 0);
tnBodyDef cylinderDef(float radius, float halfLength, int32_t facets = 0);

struct Mesh
{
    std::vector<tnVec3> vertices;
    std::vector<int32_t> triangles;

    tnBodyMesh view() const
    {
        return {vertices.data(), static_cast<int32_t>(vertices.size()), triangles.data(),
                static_cast<int32_t>(triangles.size() / 3)};
    }

    // A prism over a polygon in x and z, counter-clockwise seen from -y, from y = -half to half.
    // Its end faces are the triangles of `ends`, three corners of the polygon each.
    static Mesh prism(const std::vector<tnVec2>& polygon, const std::vector<int32_t>& ends,
                      float half);

    // Its mirror image in x: vertices and triangles in the same order, corners 1 and 2 swapped.
    Mesh mirrored() const;
};

Mesh meshOf(const tnBodyDef& def, float cellSize = 1.0f);

class Floater
{
  public:
    explicit Floater(const tnBodyDef& def, float cellSize = 1.0f);
    explicit Floater(Mesh mesh, float cellSize = 1.0f);
    Floater(const Floater&) = delete;
    Floater& operator=(const Floater&) = delete;

    // The water at a point of the plane; a flat, wet surface at height 0 by default.
    std::function<BodyWater(float x, float y)> water = [](float, float) {
        return BodyWater{0.0f, 0.0f, {}, true};
    };

    BodyForces wet();
    BodyDisplacement displace();
    std::vector<tnWettedFace> faces();

    // A step of semi-implicit Euler, as a host makes it, with the host's force and weight.
    void step();

    BodyTraits traits;
    BodyMotion motion;
    BodyLiquid liquid;

    Mesh mesh;
    BodyMass mass;
    BodyHull hull;
    std::vector<DisplacedPart> parts; // of the last displace()

  private:
    void setUp(const tnBodyDef& def, float cellSize);
    void place();
    WaterAround around() const;

    std::vector<BodyFace> faces_;
    std::vector<tnVec3> arms_;
    std::vector<BodyWater> around_;
    std::vector<WetPoint> points_;
    tnQuat turned_{0.0f, 0.0f, 0.0f, 1.0f}; // since the first step
};

} // namespace tarn::test
