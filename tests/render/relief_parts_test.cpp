// What reliefs are made of: heights and bodies that rays meet, light gathered by waves, looks.
#include "render/body_set.h"
#include "render/height_map.h"
#include "render/light_map.h"
#include "render/noise.h"
#include "render/relief_camera.h"
#include "render/relief_site.h"
#include "render/ripples.h"

#include "render/test_field.h"
#include "render/test_mesh.h"
#include "support/random.h"

#include <cmath>
#include <gtest/gtest.h>

namespace tarn::render
{
namespace
{

using test::TestField;
using test::TestMesh;

struct Ground
{
    template <class T, class D>
    Ground(const T& terrainAt, const D& depthAt)
        : terrain(64, 64, terrainAt), depth(64, 64, depthAt)
    {
        ReliefFrame frame;
        frame.world = {0.0F, 0.0F, 8.0F, 8.0F};
        frame.terrain = terrain.view();
        frame.depth = depth.view();
        map.build(frame, Bands());
    }

    TestField terrain;
    TestField depth;
    HeightMap map;
};

double nothing(double, double)
{
    return 0.0;
}

TEST(HeightMap, ARayMeetsASlopeWhereGeometrySays)
{
    // z = x / 4 over the world.
    const Ground ground([](double x, double) { return 2.0 * x; }, nothing);
    for (const float y : {1.0F, 3.3F, 6.7F})
    {
        const Ray ray = {{1.0F, y, 5.0F}, normalized({1.0F, 0.1F, -1.0F})};
        const float t = ground.map.castTop(ray, 0.0F, 100.0F);
        const Vec3 at = ray.at(t);
        EXPECT_NEAR(at.z, at.x / 4.0F, 0.01F) << "y " << y;
        EXPECT_NEAR(at.x, 4.8F, 0.02F);
    }
}

TEST(HeightMap, ARayThatStartsHigherMeetsNothing)
{
    const Ground ground([](double x, double) { return 2.0 * x; }, nothing);
    const Ray up = {{1.0F, 4.0F, 2.5F}, normalized({1.0F, 0.0F, 0.1F})};
    EXPECT_GT(ground.map.castTop(up, 0.0F, 1e6F), 1e6F);
    const Ray short_ = {{1.0F, 4.0F, 5.0F}, {0.0F, 0.0F, -1.0F}};
    EXPECT_NEAR(ground.map.castTop(short_, 0.0F, 100.0F), 4.75F, 0.01F);
    EXPECT_GT(ground.map.castTop(short_, 0.0F, 3.0F), 3.0F);
}

TEST(HeightMap, RaysFindThinRidgesFromEveryDirection)
{
    const Ground ground([](double x, double) { return std::exp(-std::pow((x - 0.5) / 0.02, 2.0)); },
                        nothing);
    for (int k = 0; k < 32; ++k)
    {
        // Level rays at half the height, towards the ridge at x = 4.
        const float angle = (static_cast<float>(k) - 15.5F) * 0.04F;
        const bool isBack = k % 2 == 1;
        const float sign = isBack ? -1.0F : 1.0F;
        const Ray ray = {{isBack ? 7.0F : 1.0F, 4.0F, 0.4F},
                         normalized({sign * std::cos(angle), std::sin(angle), 0.0F})};
        const float t = ground.map.castGround(ray, 0.0F, 100.0F);
        ASSERT_LT(t, 100.0F) << k;
        EXPECT_NEAR(ray.at(t).x, 4.0F, 0.3F);
    }
}

TEST(HeightMap, WaterEndsWhereItMeetsTheBeach)
{
    // The ground rises through the level 0.5 at x = 4.
    const auto bed = [](double x, double) { return x; };
    const Ground beach(bed, [&](double x, double y) { return std::max(0.5 - bed(x, y), 0.0); });
    for (const float x : {1.0F, 3.0F, 3.8F})
    {
        const HeightMap::Heights at = beach.map.heightsAt(x, 4.0F);
        EXPECT_GT(at.water, at.ground) << x;
        EXPECT_NEAR(at.water, 0.5F, 0.005F);
    }
    for (const float x : {4.2F, 5.0F, 7.5F})
    {
        const HeightMap::Heights at = beach.map.heightsAt(x, 4.0F);
        EXPECT_LT(at.water, at.ground) << x;
    }
}

TEST(HeightMap, DryGroundBelowAPondStaysDry)
{
    // Water on a terrace must not hang over the edge.
    const Ground terrace([](double x, double) { return x < 0.5 ? 1.0 : 0.0; },
                         [](double x, double) { return x < 0.5 ? 0.2 : 0.0; });
    EXPECT_GT(terrace.map.heightsAt(2.0F, 4.0F).water, 1.1F);
    for (const float x : {4.5F, 5.0F, 7.0F})
    {
        const HeightMap::Heights at = terrace.map.heightsAt(x, 4.0F);
        EXPECT_LT(at.water, at.ground) << x;
    }
}

struct Lit
{
    explicit Lit(const Ground& ground, float ripples = 0.0F)
    {
        ReliefView view;
        view.liquid.ripples = ripples;
        const ReliefSite site = ReliefSite::make(view, ground.map);
        lights.build(ground.map, BodySet(), site, view.liquid,
                     Ripples(noise, ground.map.world(), 0.0), Bands());
    }

    Noise noise;
    LightMap lights;
};

TEST(LightMap, FlatWaterGathersNoLight)
{
    const Ground pool(nothing, [](double, double) { return 1.0; });
    const Lit lit(pool);
    for (const float x : {0.01F, 1.0F, 4.4F, 7.99F})
    {
        EXPECT_NEAR(lit.lights.causticAt(pool.map, x, 3.3F), 1.0F, 1e-4F);
    }
}

TEST(LightMap, WavesMoveLightButMakeNone)
{
    const Ground pool(
        nothing, [](double x, double y) { return 1.0 + 0.02 * std::sin(30.0 * x + 10.0 * y); });
    const Lit lit(pool);
    double sum = 0.0;
    float least = 10.0F;
    float most = 0.0F;
    constexpr int kSide = 200;
    for (int j = 0; j < kSide; ++j)
    {
        for (int i = 0; i < kSide; ++i)
        {
            const float light =
                lit.lights.causticAt(pool.map, 8.0F * (static_cast<float>(i) + 0.5F) / kSide,
                                     8.0F * (static_cast<float>(j) + 0.5F) / kSide);
            sum += static_cast<double>(light);
            least = std::min(least, light);
            most = std::max(most, light);
        }
    }
    EXPECT_NEAR(sum / (kSide * kSide), 1.0, 0.01);
    EXPECT_LT(least, 0.8F);
    EXPECT_GT(most, 1.3F);
}

TEST(LightMap, ALensOfWaterFocusesAtItsFocalLength)
{
    // A dome of curvature c gathers parallel light n / ((n - 1) c) below: a bright spot under it.
    const double depth = 1.0;
    const double curvature = 0.9 * 1.333 / (0.333 * depth);
    const Ground pool(nothing, [&](double x, double y) {
        const double dx = 8.0 * (x - 0.5);
        const double dy = 8.0 * (y - 0.5);
        return depth + std::max(0.3 - 0.5 * curvature * (dx * dx + dy * dy), 0.0);
    });
    const Lit lit(pool);
    EXPECT_GT(lit.lights.causticAt(pool.map, 4.0F, 4.0F), 1.5F);
}

TEST(LightMap, AMountainShadesTheValleyBehindIt)
{
    const Ground ground(
        [](double x, double y) {
            return 2.0 *
                   std::exp(-(std::pow((x - 0.5) / 0.08, 2.0) + std::pow((y - 0.5) / 0.08, 2.0)));
        },
        nothing);
    const Lit lit(ground);
    const Vec3 sun = towards(ReliefLight().azimuth, ReliefLight().elevation);
    const auto light = [&](float away) {
        const Spot spot = ground.map.spotAt(4.0F + away * sun.x, 4.0F + away * sun.y);
        return ground.map.quadAt(lit.lights.nodes(), spot).a;
    };
    EXPECT_LT(light(-1.6F), 0.1F); // behind
    EXPECT_GT(light(1.6F), 0.9F);  // before
}

TEST(BodySet, RaysMeetABallWhereGeometrySays)
{
    const TestMesh mesh = TestMesh::sphere(0.5F);
    ReliefBody body;
    body.vertices = mesh.vertices;
    body.triangles = mesh.triangles;
    body.position = {1.0F, 2.0F, 3.0F};
    body.rotation = {0.3F, 0.1F, 0.7F, 0.4F};
    BodySet set;
    set.build(std::span(&body, 1));
    const BodyHit hit = set.cast({{1.0F, 2.0F, 10.0F}, {0.0F, 0.0F, -1.0F}}, 100.0F);
    EXPECT_NEAR(hit.t, 6.5F, 0.01F);
    EXPECT_NEAR(set.normalAt(hit).z, 1.0F, 0.01F); // smooth
    EXPECT_FALSE(set.isMet({{1.6F, 2.0F, 10.0F}, {0.0F, 0.0F, -1.0F}}, 100.0F));
    EXPECT_FALSE(set.isMet({{1.0F, 2.0F, 10.0F}, {0.0F, 0.0F, -1.0F}}, 6.0F));
}

TEST(BodySet, EdgesOfABoxStaySharp)
{
    const TestMesh mesh = TestMesh::box({0.5F, 0.5F, 0.5F});
    ReliefBody body;
    body.vertices = mesh.vertices;
    body.triangles = mesh.triangles;
    BodySet set;
    set.build(std::span(&body, 1));
    const BodyHit hit = set.cast({{0.49F, 0.49F, 10.0F}, {0.0F, 0.0F, -1.0F}}, 100.0F);
    EXPECT_NEAR(set.normalAt(hit).z, 1.0F, 1e-5F);
}

TEST(BodySet, WhatIsNotTooFarIsNeverLeftOut)
{
    const TestMesh ball = TestMesh::sphere(0.3F);
    const TestMesh box = TestMesh::box({0.4F, 0.1F, 0.2F});
    test::Random random(11);
    const auto uniform = [&](float low, float high) { return random.between(low, high); };
    std::vector<ReliefBody> bodies(20);
    for (std::size_t k = 0; k < bodies.size(); ++k)
    {
        const TestMesh& mesh = k % 2 == 0 ? ball : box;
        bodies[k].vertices = mesh.vertices;
        bodies[k].triangles = mesh.triangles;
        bodies[k].position = {uniform(0.0F, 8.0F), uniform(0.0F, 8.0F), uniform(0.0F, 1.0F)};
        bodies[k].rotation = {uniform(-1.0F, 1.0F), uniform(-1.0F, 1.0F), 0.3F, 0.4F};
    }
    BodySet set;
    set.build(bodies);
    EXPECT_EQ(set.bodies()[0].mesh, set.bodies()[2].mesh); // shared
    EXPECT_NE(set.bodies()[0].mesh, set.bodies()[1].mesh);
    int hits = 0;
    int leftOut = 0;
    for (int k = 0; k < 20000; ++k)
    {
        const Ray ray = {
            {uniform(-2.0F, 10.0F), uniform(-2.0F, 10.0F), uniform(-0.5F, 2.0F)},
            normalized({uniform(-1.0F, 1.0F), uniform(-1.0F, 1.0F), uniform(-1.0F, 1.0F)})};
        const bool isHit = set.cast(ray, 50.0F).t < 50.0F;
        const bool mayMeet = set.mayMeet(ray, 50.0F);
        ASSERT_TRUE(mayMeet || !isHit) << k;
        EXPECT_EQ(isHit, set.isMet(ray, 50.0F));
        hits += isHit ? 1 : 0;
        leftOut += mayMeet ? 0 : 1;
    }
    EXPECT_GT(hits, 500);
    EXPECT_GT(leftOut, 2000);
}

TEST(Eye, SeesTheWholeBlockAndFindsPlacesAgain)
{
    const Ground ground([](double x, double) { return x; }, nothing);
    for (const float fieldOfView : {0.0F, 28.0F, 70.0F})
    {
        for (const float azimuth : {-68.0F, 10.0F, 200.0F})
        {
            ReliefView view;
            view.camera.fieldOfView = fieldOfView;
            view.camera.azimuth = azimuth;
            const ReliefSite site = ReliefSite::make(view, ground.map);
            const Eye eye(view, site, 0.0F);
            for (unsigned k = 0; k < 8; ++k)
            {
                const Vec3 corner = {(k & 1U) != 0 ? site.outer.right : site.outer.left,
                                     (k & 2U) != 0 ? site.outer.top : site.outer.bottom,
                                     (k & 4U) != 0 ? site.high : site.base};
                float x = 0.0F;
                float y = 0.0F;
                float t = 0.0F;
                ASSERT_TRUE(eye.project(corner, x, y, t));
                EXPECT_GT(x, 0.0F);
                EXPECT_LT(x, 1280.0F);
                EXPECT_GT(y, 0.0F);
                EXPECT_LT(y, 720.0F);
                EXPECT_LT(length(eye.ray(x, y).at(t) - corner), 1e-3F * t);
            }
        }
    }
}

TEST(Noise, IsSmoothAndRepeats)
{
    const Noise noise;
    float low = 1.0F;
    float high = 0.0F;
    for (int k = 0; k < 1000; ++k)
    {
        const float u = 0.0137F * static_cast<float>(k);
        const float value = noise.at(u, 0.7F * u);
        EXPECT_NEAR(noise.at(u + 1.0F, 0.7F * u - 3.0F), value, 2e-3F);
        EXPECT_NEAR(noise.at(u + 1e-3F, 0.7F * u), value, 0.05F);
        low = std::min(low, value);
        high = std::max(high, value);
    }
    EXPECT_GE(low, 0.0F);
    EXPECT_LE(high, 1.0F);
    EXPECT_GT(high - low, 0.4F);
    EXPECT_GE(noise.at(1e30F, -1e30F), 0.0F); // far away is as good as here
}

} // namespace
} // namespace tarn::render
