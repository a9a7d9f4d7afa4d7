// What the water does to bodies, and they to it: Archimedes, metacentres, drag and lift against
// formulas; concave bodies and sloping surfaces against exact volumes; mirror images; absurd input.
#include "backend/water/body_water.h"
#include "support/floater.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

using test::boxDef;
using test::capsuleDef;
using test::cylinderDef;
using test::Floater;
using test::Mesh;
using test::sphereDef;

constexpr double kPi = std::numbers::pi;

tnQuat randomQuaternion(test::Random& random)
{
    return {random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f),
            random.between(-1.0f, 1.0f)};
}

// How high the centre of a body is that has a part `share` of its volume under a flat surface.
double heightFor(Floater& body, double share)
{
    double low = -wide(body.hull.reach);
    double high = -low;
    for (int k = 0; k < 40; ++k)
    {
        const double middle = 0.5 * (low + high);
        body.motion.position.z = static_cast<float>(middle);
        const bool deep = wide(body.wet().host.submergedVolume) > share * body.mass.volume;
        (deep ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

// ---- Buoyancy

TEST(BodyWet, SpheresFloatAsDeepAsArchimedesSays)
{
    // d/R for density ratios of 1/4, 1/2 and 3/4: the cap of height d has the volume pi d^2
    // (3R-d)/3.
    for (const auto& [share, draught] : {std::pair{0.25, 0.652704}, {0.5, 1.0}, {0.75, 1.347296}})
    {
        test::Random random(3);
        for (int k = 0; k < 20; ++k)
        {
            Floater body(sphereDef(0.4f), 1.0f);
            body.motion.rotation = k == 0 ? Rotation{} : rotationOf(randomQuaternion(random));
            EXPECT_NEAR((0.4 - heightFor(body, share)) / 0.4, draught, 0.003);
        }
    }
}

TEST(BodyWet, ABoxHasTheVolumeUnderTheSurface)
{
    for (const float cellSize : {10.0f, 0.1f})
    {
        Floater body(boxDef(0.5f, 0.4f, 0.3f), cellSize);
        body.motion.position = {100.0f, -30.0f, 0.1f}; // 0.2 deep
        const BodyForces forces = body.wet();
        EXPECT_NEAR(forces.host.submergedVolume, 1.0 * 0.8 * 0.2, 1e-7);
        EXPECT_NEAR(forces.buoyancy, 1000.0 * 9.81 * 0.16, 1e-3);
        EXPECT_NEAR(forces.host.waterplaneArea, 0.8, 1e-6);
        EXPECT_NEAR(forces.host.wettedArea, 0.8 + 0.2 * 3.6, 1e-6);
        EXPECT_NEAR(forces.host.centreOfBuoyancy.x, 100.0, 1e-4);
        EXPECT_NEAR(forces.host.centreOfBuoyancy.y, -30.0, 1e-5);
        EXPECT_NEAR(forces.host.centreOfBuoyancy.z, -0.1, 1e-6);
        EXPECT_NEAR(forces.host.torque.x, 0.0, 1e-3);
        EXPECT_EQ(forces.host.force.x, 0.0f);
    }
}

TEST(BodyWet, ALyingCylinderFloatsAsDeepAsArchimedesSays)
{
    // s = (t - sin t cos t) / pi, d = R (1 - cos t).
    const double t = 1.1;
    const double share = (t - std::sin(t) * std::cos(t)) / kPi;
    Floater body(cylinderDef(0.5f, 1.5f, 400));
    body.motion.rotation = rotationOf({0.0f, 1.0f, 0.0f, 1.0f}); // along x
    EXPECT_NEAR(0.5 - heightFor(body, share), 0.5 * (1.0 - std::cos(t)), 0.005);
}

TEST(BodyWet, NothingHappensAboveTheWaterOrWhereItIsDry)
{
    Floater body(sphereDef(0.5f));
    body.traits = {.mass = 10.0f, .drag = 0.47f, .lift = 0.1f, .addedMass = 0.5f};
    body.motion.velocity = {3.0f, 2.0f, -1.0f};
    body.motion.position = {0.0f, 0.0f, 0.7f};
    EXPECT_EQ(body.wet().host.force.z, 0.0f);
    EXPECT_EQ(body.displace().count, 0);
    body.motion.position.z = -5.0f; // in the ground
    body.water = [](float, float) { return BodyWater{0.0f, 0.0f, {}, false}; };
    const BodyForces forces = body.wet();
    EXPECT_EQ(forces.host.force.z, 0.0f);
    EXPECT_EQ(forces.host.submergedVolume, 0.0f);
    EXPECT_EQ(forces.host.centreOfBuoyancy.z, -5.0f);
    EXPECT_EQ(body.displace().count, 0);
    EXPECT_TRUE(body.faces().empty());
}

TEST(BodyWet, ABodyThatIsAllUnderWaterHasItsVolumeAtAnyDepth)
{
    test::Random random(9);
    for (const float depth : {0.7f, 3.0f, 100.0f, 5000.0f})
    {
        Floater body(boxDef(0.5f, 0.2f, 0.3f), 0.2f);
        body.motion.rotation = rotationOf(randomQuaternion(random));
        body.motion.position = {3.0f, 1.0f, -depth};
        body.traits.mass = 200.0f;
        body.water = [](float x, float) { return BodyWater{0.01f * x, 0.01f * x, {}, true}; };
        const BodyForces forces = body.wet();
        EXPECT_NEAR(forces.host.submergedVolume, 0.24f, 1e-7f);
        EXPECT_EQ(forces.host.waterplaneArea, 0.0f);
        EXPECT_NEAR(forces.slopeX, -0.01f * 0.24f * 9810.0f, 0.01f);
        EXPECT_NEAR(forces.slopeY, 0.0f, 0.01f);
        EXPECT_NEAR(body.displace().volume, 0.24, 1e-6);
        for (const DisplacedPart& part : body.parts)
        {
            EXPECT_LT(std::abs(part.volume), 0.02f);
        }
    }
}

// The volume of a convex mesh under a plane, by many thin vertical columns would be rough; instead
// a box is cut exactly: the mean depth over its floor, where the plane stays between floor and
// roof.
TEST(BodyWet, ASlopingSurfaceCutsABoxExactly)
{
    Floater body(boxDef(1.0f, 0.5f, 0.5f), 10.0f);
    body.traits.mass = 1000.0f;
    body.motion.position = {5.0f, 0.0f, 0.0f};
    body.water = [](float x, float y) {
        return BodyWater{0.1f + 0.2f * (x - 5.0f) + 0.1f * y, 0.0f, {}, true};
    };
    const BodyForces forces = body.wet();
    // Depth over the floor: 0.6 + 0.2 x + 0.1 y; area 2, mean of x x 1/3, of y y 1/12.
    const double volume = 2.0 * 0.6;
    EXPECT_NEAR(forces.host.submergedVolume, volume, 1e-6);
    EXPECT_NEAR(forces.host.centreOfBuoyancy.x, 5.0 + 2.0 * 0.2 / 3.0 / volume, 1e-6);
    EXPECT_NEAR(forces.host.centreOfBuoyancy.y, 2.0 * 0.1 / 12.0 / volume, 1e-6);
    const double meanSquare = 0.6 * 0.6 + 0.04 / 3.0 + 0.01 / 12.0;
    EXPECT_NEAR(forces.host.centreOfBuoyancy.z, -0.5 + 0.5 * 2.0 * meanSquare / volume, 1e-6);
    EXPECT_NEAR(forces.host.waterplaneArea, 2.0, 1e-6);
    // Pressure pushes it downhill: density * gravity * volume * slope.
    EXPECT_NEAR(forces.slopeX, -9810.0 * volume * 0.2, 0.01);
    EXPECT_NEAR(forces.slopeY, -9810.0 * volume * 0.1, 0.01);
}

TEST(BodyWet, ASurfaceThroughACornerLeavesATetrahedron)
{
    // Up to x/0.9 + y/0.6 + z/0.3 = 1 from the low corner.
    Floater body(boxDef(0.5f, 0.5f, 0.5f), 10.0f);
    body.water = [](float x, float y) {
        return BodyWater{
            0.3f - 0.3f * ((x + 0.5f) / 0.9f + (y + 0.5f) / 0.6f) - 0.5f, 0.0f, {}, true};
    };
    const BodyForces forces = body.wet();
    EXPECT_NEAR(forces.host.submergedVolume, 0.9 * 0.6 * 0.3 / 6.0, 1e-7);
    EXPECT_NEAR(forces.host.centreOfBuoyancy.x, -0.5 + 0.9 / 4.0, 1e-6);
    EXPECT_NEAR(forces.host.centreOfBuoyancy.y, -0.5 + 0.6 / 4.0, 1e-6);
    EXPECT_NEAR(forces.host.centreOfBuoyancy.z, -0.5 + 0.3 / 4.0, 1e-6);
}

// A channel with a floor and two walls: what lies between the walls is no part of it.
Mesh channel()
{
    return Mesh::prism({{-1.0f, 0.0f},
                        {1.0f, 0.0f},
                        {1.0f, 1.0f},
                        {0.7f, 1.0f},
                        {0.7f, 0.2f},
                        {-0.7f, 0.2f},
                        {-0.7f, 1.0f},
                        {-1.0f, 1.0f}},
                       {0, 1, 4, 1, 2, 3, 1, 3, 4, 0, 4, 5, 0, 5, 6, 0, 6, 7}, 2.0f);
}

TEST(BodyWet, AConcaveBodyHasNoVolumeBetweenItsWalls)
{
    Floater body(channel());
    ASSERT_NEAR(body.mass.volume, 4.0 * (2.0 * 0.2 + 2.0 * 0.3 * 0.8), 1e-6);
    body.motion.position.z = -0.6f; // water to 0.6 over its floor's underside
    const BodyForces upright = body.wet();
    EXPECT_NEAR(upright.host.submergedVolume, 4.0 * (2.0 * 0.2 + 2.0 * 0.3 * 0.4), 1e-5);
    EXPECT_NEAR(upright.host.waterplaneArea, 4.0 * 0.6, 1e-5);

    // Upside down it holds the water under it: the same by the same rule.
    body.motion.rotation = rotationOf({0.0f, 1.0f, 0.0f, 0.0f});
    body.motion.position.z = 0.3f; // 0.7 of the walls are under water
    const BodyForces turned = body.wet();
    EXPECT_NEAR(turned.host.submergedVolume, 4.0 * 0.6 * 0.7, 1e-5);
    EXPECT_NEAR(turned.host.centreOfBuoyancy.z, -0.35, 1e-5);

    // On its side, one wall under water.
    body.motion.rotation = rotationOf({0.0f, 1.0f, 0.0f, 1.0f});
    body.motion.position.z = 0.7f;
    EXPECT_NEAR(body.wet().host.submergedVolume, 4.0 * 0.3, 1e-5);
    body.motion.position.z = 0.2f; // and half a metre of the floor
    EXPECT_NEAR(body.wet().host.submergedVolume, 4.0 * (0.3 + 0.2 * 0.5), 1e-5);
}

// Half a spherical shell, rim up: bowls are closed meshes of their walls alone.
Mesh bowl(int32_t around, int32_t rows)
{
    Mesh mesh;
    for (const float radius : {1.0f, 0.8f})
    {
        mesh.vertices.push_back({0.0f, 0.0f, -radius});
        for (int32_t row = 1; row <= rows; ++row)
        {
            const double down = 0.5 * kPi * (1.0 - static_cast<double>(row) / rows);
            for (int32_t i = 0; i < around; ++i)
            {
                const double angle = 2.0 * kPi * i / around;
                mesh.vertices.push_back(narrow({wide(radius) * std::cos(down) * std::cos(angle),
                                                wide(radius) * std::cos(down) * std::sin(angle),
                                                -wide(radius) * std::sin(down)}));
            }
        }
    }
    const int32_t inner = 1 + around * rows;
    const auto at = [around](int32_t row, int32_t i) {
        return row == 0 ? 0 : 1 + (row - 1) * around + i % around;
    };
    const auto add = [&mesh](int32_t a, int32_t b, int32_t c) {
        mesh.triangles.insert(mesh.triangles.end(), {a, b, c});
    };
    for (int32_t i = 0; i < around; ++i)
    {
        for (int32_t row = 0; row < rows; ++row)
        {
            const int32_t a = at(row, i);
            const int32_t b = at(row, i + 1);
            const int32_t c = at(row + 1, i + 1);
            const int32_t d = at(row + 1, i);
            add(a, c, d);
            add(inner + a, inner + d, inner + c);
            if (row > 0)
            {
                add(a, b, c);
                add(inner + a, inner + c, inner + b);
            }
        }
        const int32_t p = at(rows, i);
        const int32_t q = at(rows, i + 1);
        add(p, q, inner + q);
        add(p, inner + q, inner + p);
    }
    return mesh;
}

TEST(BodyWet, ABowlDisplacesWithItsWallsAlone)
{
    Floater body(bowl(48, 24));
    std::vector<uint64_t> scratch(bodyMeshScratch(body.mesh.view().triangleCount));
    ASSERT_EQ(problemOf(body.mesh.view(), scratch).fault, BodyMeshFault::none);
    const double height = 0.6; // of the water above its lowest point
    body.motion.position.z = static_cast<float>(1.0 - height);
    const double inside = height - 0.2;
    const double walls = kPi * height * height * (3.0 - height) / 3.0 -
                         kPi * inside * inside * (3.0 * 0.8 - inside) / 3.0;
    EXPECT_NEAR(body.wet().host.submergedVolume, walls, 0.01 * walls);
    EXPECT_NEAR(body.displace().volume, walls, 0.01 * walls);
}

TEST(BodyWet, ATiltedBoxRightsItselfAsItsMetacentreSays)
{
    // GM = B^2 / (12 s H) - H (1 - s) / 2 for a box of breadth B and height H that floats at s H.
    const double s = 0.4;
    const double tilt = 0.01;
    Floater body(boxDef(0.6f, 2.0f, 0.25f), 0.5f);
    body.motion.position.z = static_cast<float>(0.25 - s * 0.5);
    body.motion.rotation = rotationOf({0.0f, static_cast<float>(std::sin(0.5 * tilt)), 0.0f, 1.0f});
    body.traits.mass = static_cast<float>(1000.0 * s * body.mass.volume);
    const BodyForces forces = body.wet();
    const double gm = 1.2 * 1.2 / (12.0 * s * 0.5) - 0.5 * (1.0 - s) / 2.0;
    const double torque = -wide(body.traits.mass) * 9.81 * gm * std::sin(tilt);
    EXPECT_NEAR(forces.host.torque.y, torque, 0.002 * std::abs(torque));
    EXPECT_NEAR(forces.host.torque.x, 0.0, 1e-4 * std::abs(torque));
}

// ---- Displacement

TEST(BodyDisplace, PartsHaveTheVolumeAndItsCentre)
{
    test::Random random(11);
    for (int k = 0; k < 30; ++k)
    {
        Floater body(k % 2 == 0 ? boxDef(0.5f, 0.8f, 0.3f) : cylinderDef(0.4f, 0.6f),
                     k % 3 == 0 ? 0.13f : 1.0f);
        body.motion.rotation = rotationOf(randomQuaternion(random));
        body.motion.position.z = random.between(-0.4f, 0.4f);
        body.water = [](float, float) { return BodyWater{0.0f, 0.05f, {}, true}; };
        const BodyDisplacement displaced = body.displace();
        body.water = [](float, float) { return BodyWater{0.05f, 0.0f, {}, true}; };
        const BodyForces forces = body.wet(); // the same volume, as the actual surface
        double volume = 0.0;
        double x = 0.0;
        for (const DisplacedPart& part : body.parts)
        {
            volume += wide(part.volume);
            x += wide(part.volume) * wide(part.x);
            EXPECT_NE(part.volume, 0.0f);
        }
        EXPECT_EQ(volume, displaced.volume);
        EXPECT_NEAR(volume, forces.host.submergedVolume, 1e-6);
        EXPECT_NEAR(x / volume, forces.host.centreOfBuoyancy.x, 2e-5);
    }
}

TEST(BodyDisplace, ALargeFloorIsSpreadOverTheCellsBelowIt)
{
    Floater body(boxDef(2.0f, 2.0f, 0.5f), 0.1f); // 40 cells wide
    body.motion.position.z = 0.2f;                // 0.3 deep
    const double cell = 0.1;
    std::vector<double> cells(60 * 60);
    const BodyDisplacement displaced = body.displace();
    EXPECT_NEAR(displaced.volume, 16.0 * 0.3, 1e-4);
    for (const DisplacedPart& part : body.parts)
    {
        const double column = wide(part.x) / cell + 29.5;
        const double row = wide(part.y) / cell + 29.5;
        const double i = std::floor(column);
        const double j = std::floor(row);
        for (const int di : {0, 1})
        {
            for (const int dj : {0, 1})
            {
                const double weight =
                    (1.0 - std::abs(column - (i + di))) * (1.0 - std::abs(row - (j + dj)));
                cells[static_cast<size_t>((j + dj) * 60 + (i + di))] += weight * wide(part.volume);
            }
        }
    }
    for (size_t j = 12; j < 48; ++j)
    {
        for (size_t i = 12; i < 48; ++i)
        {
            EXPECT_NEAR(cells[j * 60 + i] / (cell * cell), 0.3, 0.06) << i << ' ' << j;
        }
    }
}

// ---- Drag and lift

TEST(BodyDrag, OfASphereIsThatOfItsProjectedArea)
{
    Floater body(sphereDef(0.1f), 1.0f);
    body.traits = {.mass = 1.0e6f, .drag = 0.47f};
    body.motion.position.z = -3.0f;
    test::Random random(2);
    for (int k = 0; k < 20; ++k)
    {
        const tnVec3 v = k == 0 ? tnVec3{0.0f, 0.0f, -2.0f}
                                : tnVec3{random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f),
                                         random.between(-3.0f, 3.0f)};
        body.motion.velocity = v + tnVec3{0.3f, -0.2f, 0.1f};
        body.water = [](float, float) { return BodyWater{0.0f, 0.0f, {0.3f, -0.2f, 0.1f}, true}; };
        const BodyForces forces = body.wet();
        const double expected = 0.5 * 1000.0 * 0.47 * kPi * 0.01 * wide(dot(v, v));
        EXPECT_NEAR(length(forces.resistance), expected, 0.03 * expected);
        // Straight back, and without turning it.
        EXPECT_NEAR(dot(forces.resistance, v), -wide(length(forces.resistance)) * wide(length(v)),
                    1e-4 * expected * wide(length(v)));
        EXPECT_NEAR(length(forces.host.torque), 0.0, 2e-4 * expected);
    }
}

TEST(BodyDrag, OfAPlateCountsItsAreaAsItIsTold)
{
    // A thin plate, 30 degrees to its way: its face meets the water with half of its area.
    const float angle = static_cast<float>(kPi / 6.0);
    for (const float w : {1.0f, 0.5f, 0.0f})
    {
        Floater body(boxDef(1.0f, 1.0f, 1e-4f), 10.0f);
        body.traits = {.mass = 1.0e6f, .drag = 1.0f, .effectiveArea = w};
        body.motion.position.z = -5.0f;
        body.motion.velocity = {-std::cos(angle), 0.0f, -std::sin(angle)};
        const BodyForces forces = body.wet();
        const double area = 4.0 * (wide(w) * 0.5 + (1.0 - wide(w)));
        EXPECT_NEAR(length(forces.resistance), 0.5 * 1000.0 * area, 2.0);
    }
}

TEST(BodyLift, PushesAPlaneThatRisesAlongItsWayUpAndDoesNoWork)
{
    for (const float angle : {0.001f, 0.05f, 0.3f, 1.0f, 1.5f})
    {
        Floater body(boxDef(1.0f, 1.0f, 0.01f), 10.0f);
        body.traits = {.mass = 1.0e6f, .lift = 1.0f};
        body.motion.position.z = -5.0f;
        body.motion.rotation =
            rotationOf({0.0f, -std::sin(0.5f * angle), 0.0f, std::cos(0.5f * angle)});
        body.motion.velocity = {3.0f, 0.0f, 0.0f}; // its bow is up
        const BodyForces forces = body.wet();
        EXPECT_GT(forces.resistance.z, 0.0f);
        EXPECT_LE(std::abs(dot(forces.resistance, body.motion.velocity)),
                  1e-5f * length(forces.resistance) * 3.0f);
    }
    Floater plate(boxDef(1.0f, 1.0f, 1e-4f), 10.0f);
    plate.traits = {.mass = 1.0e6f, .lift = 0.8f};
    plate.motion.position.z = -5.0f;
    plate.motion.velocity = {2.0f, 0.0f, -2.0f};
    const double expected = 0.5 * 1000.0 * 0.8 * 4.0 * std::sqrt(0.5) * 8.0;
    EXPECT_NEAR(length(plate.wet().resistance), expected, 0.001 * expected);
}

TEST(BodyLift, DoesNoWorkOnAnyShapeThatDoesNotTurn)
{
    test::Random random(8);
    for (int k = 0; k < 50; ++k)
    {
        Floater body(k % 2 == 0 ? boxDef(0.5f, 0.2f, 0.8f) : capsuleDef(0.2f, 0.5f), 1.0f);
        body.traits = {.mass = 1.0e6f, .lift = 0.5f, .effectiveArea = random.unit()};
        body.motion.rotation = rotationOf(randomQuaternion(random));
        body.motion.position.z = random.between(-1.0f, 0.3f);
        body.motion.velocity = {random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f),
                                random.between(-3.0f, 3.0f)};
        const tnVec3 force = body.wet().resistance;
        EXPECT_LE(std::abs(dot(force, body.motion.velocity)),
                  1e-5f * length(force) * length(body.motion.velocity));
    }
}

TEST(BodyWet, AlongTheSurfaceTheHostFeelsWhatTheFacesFeelUnlessDragIsLimited)
{
    Floater body(boxDef(0.5f, 0.4f, 0.3f), 0.2f);
    body.traits = {.mass = 100.0f, .drag = 1.0f, .lift = 0.2f, .addedMass = 0.5f};
    body.motion.rotation = rotationOf({0.1f, 0.3f, 0.2f, 1.0f});
    for (const float mass : {100.0f, 0.01f}) // and where drag is limited
    {
        body.traits.mass = mass;
        body.motion.velocity = {2.0f, -1.0f, 0.5f};
        body.motion.spin = {0.4f, 1.0f, -2.0f};
        const BodyForces forces = body.wet();
        const tnVec3 felt = forces.resistance;
        EXPECT_LT(forces.host.force.x, 0.0f);
        EXPECT_NEAR(forces.host.force.x * felt.y, forces.host.force.y * felt.x,
                    1e-5f * std::abs(forces.host.force.x * felt.y))
            << "in the same direction";
        if (mass > 1.0f)
        {
            EXPECT_EQ(forces.host.force.x, felt.x);
        }
        else
        {
            EXPECT_GT(forces.host.force.x, 0.1f * felt.x);
        }
    }
}

// ---- Faces one by one

TEST(WettedFaces, AddUpToTheBody)
{
    Floater body(cylinderDef(0.4f, 0.5f), 0.2f);
    body.traits = {.mass = 1.0e6f, .drag = 0.8f, .lift = 0.1f};
    body.motion.rotation = rotationOf({0.3f, 0.1f, 0.0f, 1.0f});
    for (const float height : {0.1f, -3.0f})
    {
        body.motion.position = {1.0f, 2.0f, height};
        body.motion.velocity = {0.7f, -0.3f, 0.2f};
        const BodyForces forces = body.wet();
        Vec3 sum;
        double area = 0.0;
        for (const tnWettedFace& face : body.faces())
        {
            sum = sum + wide(face.force);
            area += wide(face.area);
            EXPECT_GT(face.depth, 0.0f);
            EXPECT_NEAR(face.depth, -face.centre.z, 1e-5f);
            EXPECT_NEAR(length(face.normal), 1.0f, 1e-6f);
        }
        EXPECT_NEAR(area, forces.host.wettedArea, 1e-5);
        EXPECT_NEAR(sum.x, forces.resistance.x, 0.5);
        EXPECT_NEAR(sum.y, forces.resistance.y, 0.5);
        // Pressure at the middle of a face times its area is its force: depth is linear.
        EXPECT_NEAR(sum.z, wide(forces.buoyancy) + wide(forces.resistance.z), 1.0);
    }
}

TEST(WettedFaces, AreCountedWhereTheyDoNotFit)
{
    Floater body(boxDef(0.5f, 0.5f, 0.5f), 10.0f);
    std::vector<tnVec3> arms(14);
    std::vector<WetPoint> points(14);
    const std::vector<BodyWater> water(14, BodyWater{0.0f, 0.0f, {}, true});
    placeHull(body.hull, {}, arms.data());
    EXPECT_EQ(wettedFaces(body.hull, body.traits, body.motion, body.liquid, arms.data(),
                          {water.data(), 0.0f}, points.data(), nullptr, 0),
              16); // 4 below, 3 of 4 on each side: the topmost ends at the surface
}

// ---- Mirror images

std::vector<float> numbersOf(const BodyForces& forces)
{
    const tnBodyForce& host = forces.host;
    return {host.force.x,
            host.force.y,
            host.force.z,
            host.torque.x,
            host.torque.y,
            host.torque.z,
            host.submergedVolume,
            host.centreOfBuoyancy.x,
            host.centreOfBuoyancy.y,
            host.centreOfBuoyancy.z,
            host.waterplaneArea,
            host.wettedArea,
            forces.slopeX,
            forces.slopeY,
            forces.buoyancy,
            forces.resistance.x,
            forces.resistance.y,
            forces.resistance.z};
}

TEST(BodyWet, MirrorImagesFeelMirrorImagesToTheBit)
{
    test::Random random(21);
    for (int k = 0; k < 60; ++k)
    {
        const tnBodyDef def = k % 3 == 0   ? boxDef(0.5f, 0.3f, 0.4f)
                              : k % 3 == 1 ? sphereDef(0.4f)
                                           : capsuleDef(0.2f, 0.4f);
        Mesh mesh = test::meshOf(def, 0.3f);
        Floater body(mesh, 0.15f);
        Floater image(mesh.mirrored(), 0.15f);
        const tnQuat q = randomQuaternion(random);
        const float slope = random.between(-0.3f, 0.3f);
        body.traits = {
            .mass = random.magnitude(1e-3f, 1e3f), .drag = 0.5f, .lift = 0.2f, .addedMass = 0.5f};
        image.traits = body.traits;
        body.motion.rotation = rotationOf(q);
        image.motion.rotation = rotationOf({q.x, -q.y, -q.z, q.w});
        body.motion.position = {0.0f, 0.5f, random.between(-0.6f, 0.4f)};
        image.motion.position = body.motion.position;
        body.motion.velocity = {random.between(-2.0f, 2.0f), 0.7f, random.between(-2.0f, 2.0f)};
        image.motion.velocity = body.motion.velocity;
        image.motion.velocity.x *= -1.0f;
        body.motion.spin = {1.0f, random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)};
        image.motion.spin = {body.motion.spin.x, -body.motion.spin.y, -body.motion.spin.z};
        const auto water = [slope](float side) {
            return [slope, side](float x, float y) {
                const float height = slope * (side * x) + 0.1f * y;
                return BodyWater{height, 0.5f * height, {side * 0.3f, 0.1f, 0.2f * height}, true};
            };
        };
        body.water = water(1.0f);
        image.water = water(-1.0f);

        const BodyForces forces = body.wet();
        BodyForces mirrored = image.wet();
        mirrored.host.force.x *= -1.0f;
        mirrored.host.torque.y *= -1.0f;
        mirrored.host.torque.z *= -1.0f;
        mirrored.host.centreOfBuoyancy.x *= -1.0f;
        mirrored.resistance.x *= -1.0f;
        mirrored.slopeX *= -1.0f;
        EXPECT_EQ(numbersOf(forces), numbersOf(mirrored)) << k;

        EXPECT_EQ(body.displace().volume, image.displace().volume) << k;
        ASSERT_EQ(body.parts.size(), image.parts.size());
    }
}

// A body that is its own mirror image, in a pose of its own, is summed in another order.
TEST(BodyWet, MirroredPosesFeelMirrorImagesToRounding)
{
    test::Random random(22);
    for (int k = 0; k < 40; ++k)
    {
        Floater body(k % 2 == 0 ? boxDef(0.5f, 0.3f, 0.4f) : sphereDef(0.4f), 0.3f);
        body.traits = {.mass = 50.0f, .drag = 0.5f, .lift = 0.2f, .addedMass = 0.5f};
        const tnQuat q = randomQuaternion(random);
        const tnVec3 v{random.between(-2.0f, 2.0f), 0.7f, random.between(-2.0f, 2.0f)};
        body.motion.position.z = random.between(-0.3f, 0.3f);
        body.motion.rotation = rotationOf(q);
        body.motion.velocity = v;
        const BodyForces one = body.wet();
        body.motion.rotation = rotationOf({q.x, -q.y, -q.z, q.w});
        body.motion.velocity.x = -v.x;
        const BodyForces other = body.wet();
        const float size = length(one.host.force);
        EXPECT_NEAR(one.host.force.x, -other.host.force.x, 1e-7f * size);
        EXPECT_NEAR(one.host.force.y, other.host.force.y, 1e-7f * size);
        EXPECT_NEAR(one.host.force.z, other.host.force.z, 1e-7f * size);
        EXPECT_NEAR(one.host.torque.y, -other.host.torque.y, 1e-7f * size);
    }
}

} // namespace
} // namespace tarn
