// The rigid world by itself: things fall and come to rest where they should, and a restored world
// goes on with the same bits while bodies touch.
#include "scene/error.h"
#include "scene/rigid_world.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace tarn::scene
{
namespace
{

constexpr float kStep = 1.0F / 60.0F;

// A floor at height 0, four metres square, in a closed yard.
void furnish(RigidWorld& world)
{
    world.setGravity(9.81F);
    const std::vector<float> flat(16, 0.0F);
    world.setGround(flat, 4, 4, 1.0F, {0.5F, 0.5F});
    world.setWalls({0.0, 0.0, 4.0, 4.0}, {true, true, true, true});
}

RigidDef crate(tnVec3 position, float halfSide = 0.25F)
{
    RigidDef def;
    def.shape = RigidShape::box;
    def.halfSize = {halfSide, halfSide, halfSide};
    def.mass = 1000.0F * 8.0F * halfSide * halfSide * halfSide;
    const float moment = def.mass * 4.0F * halfSide * halfSide / 6.0F;
    def.inertia = {{{moment, 0.0F, 0.0F}, {0.0F, moment, 0.0F}, {0.0F, 0.0F, moment}}};
    def.motion.position = position;
    return def;
}

RigidDef ball(tnVec3 position, float radius = 0.2F)
{
    RigidDef def = crate(position, radius);
    def.shape = RigidShape::sphere;
    def.radius = radius;
    return def;
}

// A wedge, whose inertia has other axes than its own.
RigidDef wedge(tnVec3 position)
{
    RigidDef def = crate(position);
    def.shape = RigidShape::hull;
    def.vertices = {{-0.3F, -0.1F, -0.1F}, {0.3F, -0.1F, -0.1F}, {-0.3F, 0.1F, -0.1F},
                    {0.3F, 0.1F, -0.1F},   {-0.3F, -0.1F, 0.2F}, {-0.3F, 0.1F, 0.2F}};
    def.inertia = {{{2.0F, 0.0F, 0.8F}, {0.0F, 3.0F, 0.0F}, {0.8F, 0.0F, 2.5F}}};
    return def;
}

void run(RigidWorld& world, int steps)
{
    for (int k = 0; k < steps; ++k)
    {
        world.step(kStep);
    }
}

TEST(RigidWorld, WhatFallsFollowsGravityUntilItLands)
{
    RigidWorld world;
    furnish(world);
    const RigidId id = world.add(ball({2.0F, 2.0F, 3.0F}));
    run(world, 30);
    const RigidMotion half = world.motion(id);
    EXPECT_NEAR(half.velocity.z, -9.81F * 0.5F, 1e-3F);
    EXPECT_NEAR(half.position.z, 3.0F - 0.5F * 9.81F * 0.25F, 0.05F) << "to a step's length";
    run(world, 600);
    EXPECT_NEAR(world.motion(id).position.z, 0.2F, 0.01F);
}

TEST(RigidWorld, ABoxComesToRestOnTheGroundAndSleeps)
{
    RigidWorld world;
    furnish(world);
    RigidDef def = crate({2.0F, 2.0F, 1.0F});
    def.motion.rotation = {0.2F, 0.1F, 0.3F, 0.9F};
    const RigidId id = world.add(def);
    run(world, 600);
    EXPECT_NEAR(world.motion(id).position.z, 0.25F, 0.01F);
    EXPECT_TRUE(world.isAsleep(id));
}

TEST(RigidWorld, AStackStands)
{
    RigidWorld world;
    furnish(world);
    std::vector<RigidId> ids;
    for (int k = 0; k < 4; ++k)
    {
        ids.push_back(world.add(crate({2.0F, 2.0F, 0.25F + 0.5F * static_cast<float>(k)})));
    }
    run(world, 300);
    for (std::size_t k = 0; k < ids.size(); ++k)
    {
        const RigidMotion motion = world.motion(ids[k]);
        EXPECT_NEAR(motion.position.z, 0.25F + 0.5F * static_cast<float>(k), 0.03F);
        EXPECT_NEAR(motion.position.x, 2.0F, 0.02F);
    }
}

TEST(RigidWorld, WhenTheLowestCrateIsTakenTheOthersFall)
{
    RigidWorld world;
    furnish(world);
    const RigidId low = world.add(crate({2.0F, 2.0F, 0.25F}));
    const RigidId high = world.add(crate({2.0F, 2.0F, 0.75F}));
    run(world, 400);
    ASSERT_TRUE(world.isAsleep(high));
    world.remove(low);
    EXPECT_FALSE(world.has(low));
    run(world, 200);
    EXPECT_NEAR(world.motion(high).position.z, 0.25F, 0.02F);
}

TEST(RigidWorld, WallsHoldWhatIsThrownAtThem)
{
    RigidWorld world;
    furnish(world);
    for (const tnVec3 velocity : {tnVec3{9.0F, 1.0F, 0.0F}, tnVec3{-9.0F, 1.0F, 0.0F},
                                  tnVec3{1.0F, 9.0F, 0.0F}, tnVec3{1.0F, -9.0F, 0.0F}})
    {
        const RigidId id = world.add(ball({2.0F, 2.0F, 1.0F}));
        RigidMotion motion = world.motion(id);
        motion.velocity = velocity;
        world.setMotion(id, motion);
        run(world, 120);
        const tnVec3 place = world.motion(id).position;
        EXPECT_TRUE(place.x > 0.15F && place.x < 3.85F && place.y > 0.15F && place.y < 3.85F);
        world.remove(id);
    }
}

TEST(RigidWorld, ABallRollsIntoTheHollowOfTheGround)
{
    RigidWorld world;
    world.setGravity(9.81F);
    const int n = 41;
    std::vector<float> bowl;
    for (int j = 0; j < n; ++j)
    {
        for (int i = 0; i < n; ++i)
        {
            const float x = 0.1F * static_cast<float>(i) - 2.0F;
            const float y = 0.1F * static_cast<float>(j) - 2.0F;
            bowl.push_back(0.2F * (x * x + y * y) + 5.0F);
        }
    }
    world.setGround(bowl, n, n, 0.1F, {-2.0F, -2.0F});
    const RigidId id = world.add(ball({1.0F, -0.8F, 6.0F}));
    run(world, 3000);
    EXPECT_NEAR(world.motion(id).position.x, 0.0F, 0.1F);
    EXPECT_NEAR(world.motion(id).position.y, 0.0F, 0.1F);
    EXPECT_NEAR(world.motion(id).position.z, 5.2F, 0.03F);

    std::vector<float> raised = bowl;
    for (float& height : raised)
    {
        height += 0.5F;
    }
    world.setGround(raised, n, n, 0.1F, {-2.0F, -2.0F});
    run(world, 300);
    EXPECT_GT(world.motion(id).position.z, 5.5F) << "the ground carries it up";
}

TEST(RigidWorld, WhatIsBelowTheGroundComesBackToIt)
{
    RigidWorld world;
    furnish(world);
    const RigidId id = world.add(ball({2.0F, 2.0F, -1.5F}));
    run(world, 300);
    EXPECT_NEAR(world.motion(id).position.z, 0.2F, 0.01F);
}

TEST(RigidWorld, ALedBodyPushesOthersAside)
{
    RigidWorld world;
    furnish(world);
    RigidDef paddle = crate({0.5F, 2.0F, 0.25F});
    paddle.kind = RigidKind::led;
    const RigidId led = world.add(paddle);
    const RigidId pushed = world.add(crate({1.5F, 2.0F, 0.25F}));
    for (int k = 0; k < 120; ++k)
    {
        RigidMotion from = paddle.motion;
        RigidMotion to = paddle.motion;
        from.position.x = 0.5F + 0.01F * static_cast<float>(k);
        to.position.x = 0.5F + 0.01F * static_cast<float>(k + 1);
        world.lead(led, from, to);
        world.step(kStep);
    }
    EXPECT_NEAR(world.motion(led).position.x, 1.7F, 1e-4F);
    EXPECT_NEAR(world.motion(pushed).position.x, 2.2F, 0.05F);
}

TEST(RigidWorld, AHandCarriesABodyToWhereItIsDragged)
{
    RigidWorld world;
    furnish(world);
    const RigidId id = world.add(crate({1.0F, 1.0F, 0.25F}));
    run(world, 200);
    world.grab(id, {1.0F, 1.0F, 0.5F});
    world.drag(id, {3.0F, 2.0F, 2.0F});
    run(world, 240);
    EXPECT_NEAR(world.motion(id).position.x, 3.0F, 0.05F);
    EXPECT_NEAR(world.motion(id).position.z, 1.75F, 0.15F) << "hangs below the hand";
    world.release(id);
    run(world, 240);
    EXPECT_NEAR(world.motion(id).position.z, 0.25F, 0.02F);
}

TEST(RigidWorld, ARayFindsTheNearestBody)
{
    RigidWorld world;
    furnish(world);
    world.add(ball({2.0F, 2.0F, 0.5F}));
    const RigidId upper = world.add(ball({2.0F, 2.0F, 1.5F}));
    const std::optional<RigidHit> hit = world.pick({2.0F, 2.0F, 5.0F}, {2.0F, 2.0F, -1.0F});
    ASSERT_TRUE(hit.has_value());
    EXPECT_EQ(hit->body, upper);
    EXPECT_NEAR(hit->point.z, 1.7F, 1e-3F);
    EXPECT_FALSE(world.pick({3.5F, 3.5F, 5.0F}, {3.5F, 3.5F, -1.0F}).has_value());
    const std::optional<RigidHit> fromOutside =
        world.pick({-18.0F, 2.0F, 1.5F}, {22.0F, 2.0F, 1.5F});
    ASSERT_TRUE(fromOutside.has_value()) << "a wall is in the way";
    EXPECT_EQ(fromOutside->body, upper);
}

TEST(RigidWorld, ReshapingKeepsTheBodyAndItsPlace)
{
    RigidWorld world;
    furnish(world);
    const RigidId id = world.add(crate({2.0F, 2.0F, 0.25F}));
    run(world, 60);
    RigidDef larger = crate({2.0F, 2.0F, 0.6F}, 0.5F);
    world.reshape(id, larger);
    run(world, 200);
    EXPECT_NEAR(world.motion(id).position.z, 0.5F, 0.02F);
}

// A heap of everything: bodies touch, roll and lean when it is saved.
void heap(RigidWorld& world)
{
    furnish(world);
    for (int k = 0; k < 24; ++k)
    {
        const float x = 1.5F + 0.3F * static_cast<float>(k % 3);
        const float y = 1.6F + 0.27F * static_cast<float>(k % 4);
        const float z = 0.5F + 0.3F * static_cast<float>(k);
        RigidDef def = k % 4 == 0   ? ball({x, y, z})
                       : k % 4 == 1 ? wedge({x, y, z})
                                    : crate({x, y, z}, 0.2F);
        if (k % 4 == 3)
        {
            def.shape = k % 8 == 3 ? RigidShape::capsule : RigidShape::cylinder;
            def.radius = 0.12F;
            def.halfLength = 0.2F;
        }
        def.motion.rotation = {0.1F * static_cast<float>(k % 7), 0.3F, 0.0F, 0.8F};
        world.add(def);
    }
    world.remove(5);
    world.add(crate({2.0F, 2.0F, 9.0F}));
}

TEST(RigidWorld, ARestoredWorldGoesOnWithTheSameBitsWhileBodiesTouch)
{
    RigidWorld whole;
    heap(whole);
    for (const int before : {20, 100, 130, 400})
    {
        SCOPED_TRACE(before);
        run(whole, before);
        const std::vector<std::uint8_t> saved = whole.save();
        RigidWorld other;
        furnish(other);
        other.add(ball({1.0F, 1.0F, 1.0F})); // is replaced
        other.restore(saved);
        EXPECT_EQ(other.save(), saved);
        run(other, 60);
        run(whole, 60);
        EXPECT_EQ(other.save(), whole.save());
    }
}

TEST(RigidWorld, BytesThatEndTooEarlyAreRefused)
{
    RigidWorld world;
    heap(world);
    std::vector<std::uint8_t> saved = world.save();
    saved.resize(saved.size() / 2);
    EXPECT_THROW(world.restore(saved), Error);
}

} // namespace
} // namespace tarn::scene
