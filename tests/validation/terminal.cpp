// Terminal velocities in deep water, and lift, which does no work (drag of Hoerner's book;
// tests/data/validation/floating.csv).
#include "core/vec3.h"
#include "support/floater.h"
#include "validation/cases.h"
#include "validation/table.h"
#include "validation/water_run.h"

#include <algorithm>
#include <cmath>

namespace tarn::validation
{

namespace
{

constexpr double kDepth = 60.0;

// Speed over time, from rest in the middle of the depth.
Curve fall(tnBodyDef body, double seconds)
{
    constexpr double kStep = 1.0 / 60.0;
    tnWaterDef def = waterDef(16, 16, 1.0);
    def.level = static_cast<float>(kDepth);
    WaterRun run(def);
    body.position = {8.0f, 8.0f, static_cast<float>(0.5 * kDepth)};
    const test::RigidBody& moving = run.bodies()[run.add(body)];
    Curve curve;
    const int32_t steps = static_cast<int32_t>(seconds / kStep);
    for (int32_t k = 0; k < steps; ++k)
    {
        run.step(kStep);
        curve.points.push_back({run.time(), std::fabs(static_cast<double>(moving.velocity.z))});
    }
    return curve;
}

// The most of |lift . velocity| over |lift| |velocity| on a face of a box that goes through still
// water at a slant.
double liftPower()
{
    test::Floater box(test::boxDef(0.5f, 0.3f, 0.1f));
    box.traits.lift = 1.0f;
    box.liquid.gravity = 0.0f; // no pressure: lift is all there is
    box.motion.position = {0.0f, 0.0f, -2.0f};
    double most = 0.0;
    for (int32_t k = 0; k < 50; ++k)
    {
        const float angle = 0.37f * static_cast<float>(k);
        box.motion.rotation = rotationOf({std::sin(angle), 0.3f, std::cos(angle), 0.8f});
        box.motion.velocity = {2.0f * std::cos(0.7f * angle), 1.0f, -0.5f + std::sin(angle)};
        const Vec3 velocity = wide(box.motion.velocity);
        for (const tnWettedFace& face : box.faces())
        {
            const Vec3 force = wide(face.force);
            if (length(force) > 0.0)
            {
                most = std::max(most, std::fabs(dot(force, velocity)) /
                                          (length(force) * length(velocity)));
            }
        }
    }
    return most;
}

} // namespace

Outcome terminalVelocity(Size size)
{
    const double seconds = size == Size::full ? 8.0 : 6.0;
    struct Thing
    {
        const char* name;
        const char* reference;
        tnBodyShape shape;
        float radius; // or half of the cube
        float density;
    };
    const Table table("validation/floating.csv");
    Outcome outcome;
    outcome.setUp = "Bodies sink and rise from rest in water of 60 m, 60 steps a second, drag of "
                    "their shape by default. Lift: on every face of a box that goes through still "
                    "water in 50 directions.";
    Panel panel = {"time (s)", "speed (m/s)", {}};
    for (const Thing& thing :
         {Thing{"sphere of 0.1 m, 2000", "terminal_sphere", tn_bodySphere, 0.1f, 2000.0f},
          Thing{"cube of 0.2 m, 2500", "terminal_cube", tn_bodyBox, 0.1f, 2500.0f},
          Thing{"sphere of 0.05 m, 300", "terminal_rising", tn_bodySphere, 0.05f, 300.0f}})
    {
        tnBodyDef def = tnDefaultBodyDef();
        def.shape = thing.shape;
        def.radius = thing.radius;
        def.halfSize = {thing.radius, thing.radius, thing.radius};
        def.density = thing.density;
        Curve curve = fall(def, seconds);
        const double exact = table.number({{"what", thing.reference}}, "value");
        curve.name = thing.name;
        outcome.checks.push_back(near(std::string(thing.name) + " kg/m^3: terminal velocity (m/s)",
                                      curve.points.back().y, exact, 0.02));
        const Curve end = {panel.curves.empty() ? "terminal" : "",
                           Curve::Look::marks,
                           {{0.5 * seconds, exact}, {seconds, exact}}};
        panel.curves.insert(panel.curves.end(), {std::move(curve), end});
    }
    outcome.checks.push_back(
        atMost("work of lift on a face (parts of force times speed)", liftPower(), 1e-5));
    outcome.panels = {std::move(panel)};
    return outcome;
}

} // namespace tarn::validation
