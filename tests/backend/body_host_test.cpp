// What a host makes of the forces it gets, by explicit steps: terminal velocities, drafts and
// periods as in books; light bodies, large steps and absurd numbers that must not blow up.
#include "backend/water/body_water.h"
#include "support/floater.h"
#include "support/full_size.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn
{
namespace
{

using test::boxDef;
using test::capsuleDef;
using test::cylinderDef;
using test::Floater;
using test::sphereDef;

constexpr double kPi = std::numbers::pi;

void setDensity(Floater& body, double density)
{
    body.traits.mass = static_cast<float>(density * body.mass.volume);
}

// ---- As in books

// v = sqrt(2 |rho_b - rho| V g / (rho C_D A)); drag coefficients from S. Hoerner, "Fluid-Dynamic
// Drag", 1965.
TEST(BodyHost, ASphereSinksAtItsTerminalVelocity)
{
    for (const float dt : {1.0f / 240.0f, 1.0f / 60.0f, 1.0f / 30.0f})
    {
        Floater body(sphereDef(0.1f), 1.0f);
        body.traits = {.drag = 0.47f, .addedMass = 0.5f};
        setDensity(body, 2000.0);
        body.liquid.dt = dt;
        body.motion.position.z = -1.0f;
        const int steps = static_cast<int>(4.0f / dt);
        for (int k = 0; k < steps; ++k)
        {
            body.step();
        }
        EXPECT_NEAR(body.motion.velocity.z, -2.3592f, 0.01f * 2.3592f);
    }
}

TEST(BodyHost, ALightSphereRisesAndACubeSinksAtTheirTerminalVelocities)
{
    Floater ball(sphereDef(0.05f), 1.0f);
    ball.traits = {.drag = 0.47f, .addedMass = 0.5f};
    setDensity(ball, 300.0);
    ball.motion.position.z = -1000.0f;
    Floater cube(boxDef(0.1f, 0.1f, 0.1f), 1.0f);
    cube.traits = {.drag = 1.05f, .addedMass = 0.68f};
    setDensity(cube, 2500.0);
    cube.motion.position.z = -1.0f;
    for (int k = 0; k < 300; ++k)
    {
        ball.step();
        cube.step();
    }
    EXPECT_NEAR(ball.motion.velocity.z, 1.3957f, 0.01f * 1.3957f);
    EXPECT_NEAR(cube.motion.velocity.z, -2.3676f, 0.001f * 2.3676f);
}

// Where drag is so strong that a step would overshoot, the way to the terminal velocity is longer,
// and it is the same.
TEST(BodyHost, TerminalVelocitiesHoldWhereDragIsTooStrongForTheSteps)
{
    Floater body(sphereDef(0.005f), 1.0f);
    body.traits = {.drag = 0.47f, .addedMass = 0.5f};
    setDensity(body, 100.0);
    body.liquid.dt = 1.0f / 15.0f;
    body.motion.position.z = -1000.0f;
    const double area = kPi * 0.005 * 0.005;
    const double terminal =
        std::sqrt(2.0 * 900.0 * body.mass.volume * 9.81 / (1000.0 * 0.47 * area));
    for (int k = 0; k < 200; ++k)
    {
        body.step();
    }
    EXPECT_NEAR(body.motion.velocity.z, terminal, 0.01 * terminal);
}

// omega = sqrt(g / d) for a box that floats d deep, and with added mass sqrt(g / (d (1 + C_a))).
TEST(BodyHost, ABoxBobsWithItsPeriod)
{
    for (const float addedMass : {0.0f, 0.5f})
    {
        Floater body(boxDef(0.5f, 0.5f, 0.5f), 1.0f);
        body.traits = {.addedMass = addedMass};
        setDensity(body, 300.0);
        body.motion.position.z = 0.2f + 0.02f; // 0.3 deep at rest
        int crossings = 0;
        double first = 0.0;
        double last = 0.0;
        float before = 0.02f;
        for (int k = 1; k <= 1200; ++k)
        {
            body.step();
            const float now = body.motion.position.z - 0.2f;
            if (before > 0.0f && now <= 0.0f)
            {
                last = (k - wide(now / (now - before))) / 60.0;
                first = crossings == 0 ? last : first;
                ++crossings;
            }
            before = now;
        }
        ASSERT_GT(crossings, 10);
        const double omega = 2.0 * kPi * (crossings - 1) / (last - first);
        EXPECT_NEAR(omega, std::sqrt(9.81 / (0.3 * (1.0 + wide(addedMass)))), 0.01 * omega);
    }
}

TEST(BodyHost, AddedMassLeavesTheDraughtAsItIs)
{
    Floater body(boxDef(0.5f, 0.5f, 0.5f), 1.0f);
    body.traits = {.addedMass = 2.0f};
    setDensity(body, 300.0);
    body.motion.position.z = 0.2f;
    EXPECT_NEAR(body.wet().host.force.z, body.traits.mass * 9.81f, 1e-3f * body.traits.mass);
    // 0.1 too deep: rho g A 0.1 lifts mass and added mass.
    body.motion.position.z = 0.1f;
    const double up = 9810.0 * 0.1 * 300.0 / (300.0 + 2.0 * 400.0);
    EXPECT_NEAR(body.wet().host.force.z, 300.0 * 9.81 + up, 0.01);
}

TEST(BodyHost, DragBringsABodyToTheSpeedOfTheStreamAndNotBeyond)
{
    for (const double density : {1e-3, 1.0, 500.0})
    {
        Floater body(sphereDef(0.2f), 1.0f);
        body.traits = {.drag = 0.47f, .lift = 0.1f, .addedMass = 0.5f};
        setDensity(body, density);
        body.motion.position.z = -0.05f;
        body.motion.velocity = {-3.0f, 0.0f, 0.0f};
        body.water = [](float, float) { return BodyWater{0.0f, 0.0f, {2.0f, 0.0f, 0.0f}, true}; };
        for (int k = 0; k < 2000; ++k)
        {
            body.motion.position.z = -0.05f;
            body.motion.velocity.z = 0.0f;
            body.step();
            EXPECT_LE(body.motion.velocity.x, 2.001f);
        }
        EXPECT_NEAR(body.motion.velocity.x, 2.0f, 0.1f);
    }
}

// ---- Light ones

// Drops it from a height of 1 m; after 20 s it is at rest.
void dropAndExpectRest(const tnBodyDef& shape, double density, tnVec3 spin)
{
    Floater body(shape, 0.5f);
    body.traits = {.drag = 0.8f, .lift = 0.1f, .addedMass = 0.5f};
    setDensity(body, density);
    body.liquid.dt = 1.0f / 30.0f;
    body.motion.position.z = 1.0f;
    body.motion.spin = spin;
    float fastest = 0.0f;
    float fastestSpin = 0.0f;
    for (int k = 0; k < 900; ++k)
    {
        body.step();
        if (k > 600)
        {
            fastest = std::max(fastest, length(body.motion.velocity));
            fastestSpin = std::max(fastestSpin, length(body.motion.spin));
        }
    }
    EXPECT_LT(fastest, 1.0f);
    EXPECT_LT(fastestSpin, 3.0f);
    EXPECT_LT(std::abs(body.motion.position.z), 1.0f);
}

constexpr double kLightDensities[] = {1e-3, 0.1, 10.0};

TEST(BodyHost, LightBodiesBobAndComeToRest)
{
    const tnBodyDef shapes[] = {sphereDef(0.3f), boxDef(0.3f, 0.3f, 0.3f), capsuleDef(0.1f, 0.8f)};
    const int spins = test::scaled(5, 200);
    for (const double density : kLightDensities)
    {
        for (const tnBodyDef& shape : shapes)
        {
            for (int k = 0; k < spins; ++k)
            {
                const float spin = static_cast<float>(k) / static_cast<float>(spins);
                SCOPED_TRACE(testing::Message()
                             << density << " kg/m^3, shape " << shape.shape << ", spin " << spin);
                dropAndExpectRest(shape, density, {0.3f, 0.2f, spin});
            }
        }
    }
}

// Few ways to fall are ones where a corner hits the water at the wrong moment, so many are tried.
TEST(BodyHost, ALightPlateComesToRestHoweverItsCornersHitTheWater)
{
    const int spins = test::kSlowBuild ? 20 : 200;
    for (const double density : kLightDensities)
    {
        for (int k = 0; k < spins; ++k)
        {
            const float spin = static_cast<float>(k) / static_cast<float>(spins);
            SCOPED_TRACE(testing::Message() << density << " kg/m^3, spin " << spin);
            dropAndExpectRest(boxDef(1.0f, 0.6f, 0.02f), density, {0.3f, 0.2f, spin});
        }
    }
}

TEST(BodyHost, ALightBoxThatIsHeldUnderWaterSurfacesWithoutBlowingUp)
{
    for (const float addedMass : {0.0f, 0.5f})
    {
        Floater body(boxDef(0.3f, 0.3f, 0.3f), 0.5f);
        body.traits = {.drag = 1.05f, .lift = 0.1f, .addedMass = addedMass};
        setDensity(body, 1e-3);
        body.motion.position.z = -3.0f;
        float fastest = 0.0f;
        for (int k = 0; k < 300; ++k)
        {
            body.step();
            fastest = std::max(fastest, length(body.motion.velocity));
        }
        EXPECT_LT(fastest, 10.0f);
        EXPECT_LT(length(body.motion.velocity), 1.0f);
        EXPECT_NEAR(body.motion.position.z, 0.3f, 0.2f);
    }
}

// A raft of 5 cm rolls with the period of its metacentre, though bobbing alone would be stiff.
TEST(BodyHost, ARaftRollsWithItsPeriod)
{
    Floater body(boxDef(1.0f, 1.0f, 0.05f), 0.5f);
    body.traits = {};
    setDensity(body, 500.0);
    body.liquid.dt = 1.0f / 120.0f;
    body.motion.spin = {0.05f, 0.0f, 0.0f};
    int crossings = 0;
    double first = 0.0;
    double last = 0.0;
    float before = 0.0f;
    for (int k = 1; k <= 600; ++k)
    {
        body.step();
        const float now = body.motion.spin.x;
        if (before > 0.0f && now <= 0.0f)
        {
            last = (k - wide(now / (now - before))) / 120.0;
            first = crossings == 0 ? last : first;
            ++crossings;
        }
        before = now;
    }
    ASSERT_GT(crossings, 5);
    const double mass = wide(body.traits.mass);
    const double gm = 4.0 / (12.0 * 0.5 * 0.1) - 0.1 * 0.25;
    const double inertia = mass * (4.0 + 0.01) / 12.0;
    const double omega = std::sqrt(mass * 9.81 * gm / inertia);
    EXPECT_NEAR(2.0 * kPi * (crossings - 1) / (last - first), omega, 0.03 * omega);
}

// ---- Absurd ones

bool allFinite(const BodyForces& forces)
{
    const tnVec3 sums[] = {
        forces.host.force,
        forces.host.torque,
        forces.host.centreOfBuoyancy,
        forces.resistance,
        {forces.slopeX, forces.slopeY, forces.buoyancy},
        {forces.host.submergedVolume, forces.host.waterplaneArea, forces.host.wettedArea}};
    return std::all_of(std::begin(sums), std::end(sums), [](tnVec3 v) {
        return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    });
}

TEST(BodyHost, StaysFiniteAndBoundedForAbsurdBodies)
{
    test::Random random(31);
    for (int k = 0; k < 400; ++k)
    {
        const float size = random.magnitude(1e-4f, 1e4f);
        Floater body(k % 4 == 0   ? sphereDef(size)
                     : k % 4 == 1 ? boxDef(size, 1e-3f * size, size)
                     : k % 4 == 2 ? capsuleDef(size, 10.0f * size)
                                  : cylinderDef(size, 0.01f * size),
                     1.0f);
        body.traits = {.mass = random.magnitude(1e-9f, 1e12f),
                       .drag = random.between(0.0f, 10.0f),
                       .lift = random.between(0.0f, 10.0f),
                       .effectiveArea = random.unit(),
                       .addedMass = k % 3 == 0 ? 0.0f : random.between(0.0f, 10.0f)};
        body.liquid.dt = random.magnitude(1e-9f, 0.5f);
        body.motion.rotation = rotationOf({random.between(-1.0f, 1.0f), random.unit(),
                                           random.unit(), random.between(-1.0f, 1.0f)});
        const float speed = random.magnitude(1e-3f, 1e6f);
        body.motion.position = {0.0f, 0.0f, size * random.between(-2.0f, 1.0f)};
        body.motion.velocity = {speed * random.between(-1.0f, 1.0f), speed, -speed};
        const float turn = random.magnitude(1e-3f, 1e5f);
        body.motion.spin = {turn * random.between(-1.0f, 1.0f), turn, -turn};
        const float slope = random.between(-1.0f, 1.0f);
        body.water = [slope, k](float x, float) {
            return BodyWater{slope * x, 0.0f, {10.0f * slope, 0.0f, 1.0f}, k % 7 != 0 || x > 0.0f};
        };
        const BodyForces forces = body.wet();
        ASSERT_TRUE(allFinite(forces)) << k;
        ASSERT_TRUE(std::isfinite(body.displace().volume)) << k;

        const float reach = body.hull.reach;
        const float throughWater = 2.0f * speed + 2.0f * turn * reach + 11.0f;
        const float dt = body.liquid.dt;
        const tnVec3 change = (dt / body.traits.mass) * forces.host.force;
        EXPECT_LE(length(change), 1.01f * (1.5f * throughWater + 6.0f * 9.81f * dt)) << k;
    }
}

TEST(BodyHost, StaysFiniteForMeshesAndPlacesThatAreNone)
{
    Floater body(boxDef(0.5f, 0.5f, 0.5f), 1.0f);
    body.traits = {.mass = 1e-9f, .drag = 1.0f, .lift = 1.0f, .addedMass = 0.5f};
    for (const float far : {1e6f, -1e6f, 3e38f, -3e38f})
    {
        body.motion.position = {far, far, far};
        body.motion.velocity = {far, -far, far};
        body.motion.spin = {far, far, far};
        EXPECT_TRUE(allFinite(body.wet())) << far;
        body.displace();
        for (const DisplacedPart& part : body.parts)
        {
            EXPECT_TRUE(std::isfinite(part.x) && std::isfinite(part.volume)) << far;
        }
    }
    // Triangles without area beside ones with: a box whose top is a line.
    test::Mesh wedge = test::meshOf(boxDef(0.5f, 0.5f, 0.5f), 10.0f);
    for (tnVec3& vertex : wedge.vertices)
    {
        vertex.x *= 0.5f - vertex.z;
    }
    Floater odd(wedge);
    odd.traits = {.mass = 100.0f, .drag = 1.0f, .lift = 1.0f, .addedMass = 0.5f};
    odd.motion.velocity = {1.0f, 1.0f, -1.0f};
    const BodyForces forces = odd.wet();
    EXPECT_TRUE(allFinite(forces));
    EXPECT_NEAR(forces.host.submergedVolume, 0.375f, 1e-5f);
}

} // namespace
} // namespace tarn
