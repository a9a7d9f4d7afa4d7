// Bodies through the public API: they float where Archimedes says, are carried and slowed down, and
// what is told about them fits together.
#include "tarn/water.h"

#include "support/log_capture.h"
#include "support/test_water.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

using test::TestWater;

constexpr float kDt = 1.0f / 60.0f;

tnWaterDef pool()
{
    tnWaterDef def = test::waterDef(64, 64);
    def.settings.spray = 0.0f;
    return def;
}

TEST(WaterBodies, DefaultsAndNumbersComeBack)
{
    TestWater water(pool());
    tnBodyDef def = test::bodyAt(tn_bodyBox, 3.0f, 4.0f, 1.0f);
    def.halfSize = {0.5f, 0.25f, 0.125f};
    def.velocity = {0.1f, 0.2f, 0.3f};
    const tnBody body = water.addBody(def);
    const tnBodyDef back = water.body(body);
    EXPECT_EQ(back.shape, tn_bodyBox);
    EXPECT_EQ(back.velocity.z, 0.3f);
    EXPECT_NEAR(back.mass, 500.0f * 0.125f, 1e-3f) << "of its density";
    EXPECT_NEAR(back.density, 500.0f, 1e-2f);
    tnMassProperties mass = {};
    ASSERT_EQ(tnWater_GetMassProperties(water.handle(), body, &mass), tn_success);
    EXPECT_NEAR(mass.volume, 0.125f, 1e-6f);
    EXPECT_NEAR(mass.mass, back.mass, 1e-4f);
    EXPECT_NEAR(mass.inertia[0][0], back.mass / 3.0f * (0.0625f + 0.015625f), 1e-3f);
    EXPECT_NEAR(mass.inertia[2][2], back.mass / 3.0f * (0.25f + 0.0625f), 1e-3f);
    EXPECT_NEAR(mass.inertia[0][1], 0.0f, 1e-4f);
    tnBodyMesh mesh = {};
    ASSERT_EQ(tnWater_GetBodyMesh(water.handle(), body, &mesh), tn_success);
    EXPECT_GE(mesh.triangleCount, 12);
    EXPECT_NE(mesh.vertices, nullptr);
}

TEST(WaterBodies, AHeldBodyIsLiftedByTheWaterItDisplaces)
{
    for (const tnBodyShape shape : {tn_bodySphere, tn_bodyBox, tn_bodyCapsule, tn_bodyCylinder})
    {
        TestWater water(pool());
        tnBodyDef def = test::bodyAt(shape, 4.0f, 4.0f, 0.4f);
        def.addedMass = 0.0f;
        const tnBody body = water.addBody(def);
        water.step(kDt, 600);
        tnMassProperties mass = {};
        ASSERT_EQ(tnWater_GetMassProperties(water.handle(), body, &mass), tn_success);
        const tnBodyForce force = water.force(body);
        const float submerged = force.submergedVolume;
        EXPECT_GT(submerged, 0.7f * mass.volume) << shape;
        EXPECT_NEAR(force.force.z, 1000.0f * 9.81f * submerged, 0.04f * force.force.z) << shape;
        EXPECT_NEAR(force.force.x, 0.0f, 0.01f * force.force.z) << shape;
        EXPECT_NEAR(force.force.y, 0.0f, 0.01f * force.force.z) << shape;
        EXPECT_NEAR(water.totals().displaced, static_cast<double>(submerged), 0.05) << shape;
        EXPECT_LT(force.centreOfBuoyancy.z, 1.0f);
        EXPECT_GT(force.wettedArea, 0.5f);
    }
}

// With added mass the force is what gives the right acceleration to a host that knows nothing of
// it: mass * acceleration = force + mass * gravity.
TEST(WaterBodies, AddedMassSlowsTheRiseOfAHost)
{
    TestWater water(pool());
    tnBodyDef def = test::bodyAt(tn_bodyBox, 4.0f, 4.0f, 0.4f);
    def.addedMass = 0.5f;
    const tnBody body = water.addBody(def);
    water.step(kDt, 600);
    // (m + 0.5 * 2 m) a = 2 m g - m g
    const tnBodyDef now = water.body(body);
    EXPECT_NEAR(water.force(body).force.z / now.mass - 9.81f, 0.5f * 9.81f, 0.1f);
}

TEST(WaterBodies, FloatAtTheDepthTheirDensityAsksFor)
{
    tnWaterDef def = pool();
    def.settings.liquid.roughness = 0.1f;
    TestWater water(def);
    tnBodyDef raft = test::bodyAt(tn_bodyBox, 4.0f, 4.0f, 1.3f);
    raft.halfSize = {0.5f, 0.5f, 0.2f};
    raft.density = 300.0f;
    const tnBody body = water.addBody(raft);
    double heights = 0.0;
    for (int32_t k = 0; k < 1800; ++k)
    {
        water.step(kDt);
        water.moveBodies(kDt);
        heights += k >= 1200 ? static_cast<double>(water.body(body).position.z) / 600.0 : 0.0;
    }
    // 0.3 of its height is under water; the pool rises by its volume over 64 m^2
    const double level = 1.0 + 0.3 * 0.4 / 64.0;
    EXPECT_NEAR(heights, level + 0.2 - 0.3 * 0.4, 0.01);
    EXPECT_NEAR(water.body(body).position.x, 4.0f, 0.05f) << "nothing pushes it aside";
}

TEST(WaterBodies, AreCarriedByACurrentAndSlowedDownInStillWater)
{
    tnWaterDef def = pool();
    test::makePeriodic(def);
    for (const bool current : {true, false})
    {
        TestWater water(def);
        tnBodyDef ball = test::bodyAt(tn_bodySphere, 2.0f, 4.0f, 1.0f);
        ball.velocity.x = current ? 0.0f : 1.0f;
        const tnBody body = water.addBody(ball);
        if (current)
        {
            water.set(tn_waterVelocityX, [](double, double) { return 1.0; });
        }
        for (int32_t k = 0; k < 240; ++k)
        {
            water.step(kDt);
            water.moveBodies(kDt);
        }
        const float speed = water.body(body).velocity.x;
        EXPECT_EQ(speed > 0.5f, current) << speed;
        EXPECT_GT(speed, -0.1f);
    }
}

TEST(WaterBodies, GiveTheirMomentumToTheWater)
{
    tnWaterDef def = pool();
    test::makePeriodic(def);
    TestWater water(def);
    tnBodyDef ball = test::bodyAt(tn_bodySphere, 2.0f, 4.0f, 1.0f);
    ball.velocity = {2.0f, -1.0f, 0.0f};
    const tnBody body = water.addBody(ball);
    const tnBodyDef first = water.body(body);
    for (int32_t k = 0; k < 120; ++k)
    {
        water.step(kDt);
        water.moveBodies(kDt);
    }
    const tnBodyDef last = water.body(body);
    const double lostX = static_cast<double>(first.mass * (first.velocity.x - last.velocity.x));
    const double lostY = static_cast<double>(first.mass * (first.velocity.y - last.velocity.y));
    EXPECT_GT(lostX, 5.0);
    EXPECT_NEAR(water.totals().momentumX, lostX, 0.02 * lostX);
    EXPECT_NEAR(water.totals().momentumY, lostY, 0.02 * std::fabs(lostY));
}

TEST(WaterBodies, TheWettedFacesSumUpToTheBuoyancy)
{
    TestWater water(pool());
    tnBodyDef def = test::bodyAt(tn_bodySphere, 4.0f, 4.0f, 0.9f);
    def.addedMass = 0.0f;
    const tnBody body = water.addBody(def);
    water.step(kDt, 600);
    int32_t count = 0;
    const test::LogCapture log;
    EXPECT_EQ(tnWater_GetWettedFaces(water.handle(), body, nullptr, 0, &count), tn_errorCapacity);
    ASSERT_GT(count, 10);
    std::vector<tnWettedFace> faces(static_cast<size_t>(count));
    ASSERT_EQ(tnWater_GetWettedFaces(water.handle(), body, faces.data(), count, &count),
              tn_success);
    float lift = 0.0f;
    float area = 0.0f;
    for (const tnWettedFace& face : faces)
    {
        lift += face.force.z;
        area += face.area;
        EXPECT_GE(face.depth, 0.0f);
        EXPECT_NEAR(std::hypot(face.normal.x, face.normal.y, face.normal.z), 1.0f, 1e-4f);
        EXPECT_LE(face.centre.z, 1.01f);
    }
    const tnBodyForce force = water.force(body);
    EXPECT_NEAR(lift, force.force.z, 0.05f * force.force.z);
    EXPECT_NEAR(area, force.wettedArea, 0.02f * area);
}

TEST(WaterBodies, DisplaceGentlyWhenAddedAndLeaveGently)
{
    TestWater water(pool());
    const double before = water.totals().volume;
    const tnBody body = water.addBody(test::bodyAt(tn_bodyBox, 4.0f, 4.0f, 0.5f));
    water.step(kDt);
    EXPECT_LT(water.totals().displaced, 0.02) << "a little at first";
    water.step(kDt, 30);
    EXPECT_NEAR(water.totals().displaced, 0.125, 0.01);
    ASSERT_EQ(tnWater_RemoveBody(water.handle(), body), tn_success);
    water.step(kDt);
    EXPECT_GT(water.totals().displaced, 0.1) << "its hollow fills in time";
    water.step(kDt, 600);
    EXPECT_EQ(water.totals().displaced, 0.0);
    EXPECT_NEAR(water.totals().volume, before, 1e-6 * before);
}

TEST(WaterBodies, ChangeTheirShapeUnderTheSameHandle)
{
    TestWater water(pool());
    const tnBody body = water.addBody(test::bodyAt(tn_bodySphere, 4.0f, 4.0f, 0.5f));
    water.step(kDt, 60);
    const test::Tetrahedron mesh;
    const tnBodyDef def = mesh.bodyAt(3.0f, 3.0f, 0.5f);
    ASSERT_EQ(tnWater_SetBody(water.handle(), body, &def), tn_success);
    EXPECT_EQ(water.body(body).shape, tn_bodyMesh);
    EXPECT_EQ(water.body(body).vertices, nullptr);
    water.step(kDt, 60);
    tnMassProperties mass = {};
    ASSERT_EQ(tnWater_GetMassProperties(water.handle(), body, &mass), tn_success);
    EXPECT_NEAR(mass.volume, 0.8f * 0.8f * 0.8f / 3.0f, 1e-4f);
    EXPECT_NEAR(mass.centre.x, 0.0f, 1e-6f);
    EXPECT_GT(water.force(body).submergedVolume, 0.1f);
}

TEST(WaterBodies, HighAndDryFeelNothing)
{
    TestWater water(pool());
    const tnBody body = water.addBody(test::bodyAt(tn_bodyBox, 4.0f, 4.0f, 5.0f));
    water.step(kDt, 5);
    const tnBodyForce force = water.force(body);
    EXPECT_EQ(force.force.z, 0.0f);
    EXPECT_EQ(force.submergedVolume, 0.0f);
    EXPECT_EQ(force.centreOfBuoyancy.z, 5.0f) << "the centre of mass";
    EXPECT_EQ(water.stats().tilesAwake, 0) << "and nobody wakes for it";
}

TEST(WaterBodies, ThrownInMakeASplash)
{
    tnWaterDef def = test::waterDef(64, 64);
    TestWater water(def);
    tnBodyDef stone = test::bodyAt(tn_bodySphere, 4.0f, 4.0f, 1.6f);
    stone.density = 2500.0f;
    stone.velocity = {0.0f, 0.0f, -6.0f};
    water.addBody(stone);
    int32_t most = 0;
    for (int32_t k = 0; k < 40; ++k)
    {
        water.step(kDt);
        water.moveBodies(kDt);
        most = std::max(most, water.stats().spray);
    }
    EXPECT_GT(most, 10) << "a crown of drops";
    EXPECT_GT(water.copy(tn_waterFoam).most(), 0.0f);
    EXPECT_GT(water.totals().kineticEnergy, 1.0) << "and waves";
}

} // namespace
} // namespace tarn
