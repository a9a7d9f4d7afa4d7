// Bodies that float in a closed tank: how deep they lie, and how much they lift the water
// (Archimedes; tests/data/validation/floating.csv).
#include "validation/cases.h"
#include "validation/table.h"
#include "validation/water_run.h"

#include <algorithm>
#include <cmath>

namespace tarn::validation
{

namespace
{

constexpr double kTank = 4.0; // m
constexpr double kDensity = 1000.0;
// Thicker than honey: without it waves go to and fro between the walls for minutes (Pa s).
constexpr double kViscosity = 100.0;

struct Afloat
{
    double draught = 0.0; // over the size: radius, or height of the box
    double rise = 0.0;    // of the level (m)
    double exactRise = 0.0;
    Curve height; // of the centre above the first level, over time
};

// Drops the body from a little above where it will float; the last quarter of the time is averaged,
// over what is left of waves.
Afloat settle(tnBodyDef def, double density, double size, int32_t cells, double seconds)
{
    constexpr double kStep = 1.0 / 60.0;
    tnWaterDef tank = waterDef(cells, cells, kTank / cells);
    tank.settings.liquid.density = static_cast<float>(kDensity);
    tank.settings.liquid.viscosity = static_cast<float>(kViscosity);
    WaterRun run(tank);
    def.density = static_cast<float>(density);
    def.position = {static_cast<float>(0.5 * kTank), static_cast<float>(0.5 * kTank), 1.1f};
    test::RigidBody& body = run.bodies()[run.add(def)];
    Afloat result;
    result.exactRise = static_cast<double>(body.mass) / (kDensity * kTank * kTank);
    const double bottom = def.shape == tn_bodySphere ? static_cast<double>(def.radius)
                                                     : static_cast<double>(def.halfSize.z);
    const int32_t steps = static_cast<int32_t>(seconds / kStep);
    const int32_t looks = steps / 4;
    for (int32_t k = 0; k < steps; ++k)
    {
        run.step(kStep);
        const double z = static_cast<double>(body.position.z);
        result.height.points.push_back({run.time(), z - 1.0});
        if (k >= steps - looks)
        {
            const double level = run.mean(tn_waterSurface);
            result.draught += (level - (z - bottom)) / (size * looks);
            result.rise += (level - 1.0) / looks;
        }
    }
    return result;
}

// A crate that drifts with a corner in the ground, where there is next to no water below it: the
// fastest it gets in ten seconds.
double fastestAground()
{
    constexpr double kBasin = 3.0;
    constexpr int32_t kCells = 100;
    constexpr int32_t kSteps = 600;
    tnWaterDef basin = waterDef(kCells, kCells, kBasin / kCells);
    basin.level = 0.35f;
    WaterRun run(basin);
    tnBodyDef crate = tnDefaultBodyDef();
    crate.shape = tn_bodyBox;
    crate.position = {static_cast<float>(0.5 * kBasin), static_cast<float>(0.5 * kBasin), 0.36f};
    crate.rotation = {-0.31f, -0.825f, -0.448f, 0.147f};
    crate.velocity = {0.5f, 0.0f, 0.0f};
    const test::RigidBody& body = run.bodies()[run.add(crate)];
    double fastest = 0.0;
    for (int32_t k = 0; k < kSteps; ++k)
    {
        run.step(1.0 / 60.0);
        fastest = std::max(fastest, static_cast<double>(std::hypot(body.velocity.x, body.velocity.y,
                                                                   body.velocity.z)));
    }
    return fastest;
}

} // namespace

Outcome floating(Size size)
{
    const bool full = size == Size::full;
    const int32_t cells = full ? 64 : 32;
    const double seconds = full ? 40.0 : 16.0;
    const Table table("validation/floating.csv");
    Outcome outcome;
    outcome.setUp = "Spheres of radius 0.25 m and a box of 0.6 x 0.4 x 0.3 m fall into a closed "
                    "tank of 4 x 4 m, 1 m deep, " +
                    std::to_string(cells) + " x " + std::to_string(cells) + " cells; the last " +
                    text(0.25 * seconds) + " of " + text(seconds) +
                    " s are averaged. A crate of 0.5 m drifts in 0.35 m of water, a corner in the "
                    "ground.";
    Panel heights = {"time (s)", "centre above the first level (m)", {}};
    const auto check = [&](const std::string& name, const tnBodyDef& def, const std::string& what,
                           const char* s, double length) {
        Afloat afloat = settle(def, kDensity * std::stod(s), length, cells, seconds);
        const double draught = table.number({{"what", what + "_" + s}}, "value");
        outcome.checks.push_back(
            near(name + ", s = " + s + ": draught over " + (what == "box" ? "height" : "radius"),
                 afloat.draught, draught, 0.01 / draught));
        outcome.checks.push_back(near(name + ", s = " + s + ": rise of the level (m)", afloat.rise,
                                      afloat.exactRise, 0.01));
        afloat.height.name = name + ", s = " + s;
        heights.curves.push_back(std::move(afloat.height));
    };
    tnBodyDef sphere = tnDefaultBodyDef();
    for (const char* s : {"0.25", "0.5", "0.75"})
    {
        check("sphere", sphere, "sphere", s, static_cast<double>(sphere.radius));
    }
    tnBodyDef box = tnDefaultBodyDef();
    box.shape = tn_bodyBox;
    box.halfSize = {0.3f, 0.2f, 0.15f};
    check("box", box, "box", "0.6", 2.0 * static_cast<double>(box.halfSize.z));
    outcome.checks.push_back(atMost("crate aground, 0.5 m/s at the beginning: its fastest (m/s)",
                                    fastestAground(), 0.6));
    outcome.panels = {std::move(heights)};
    return outcome;
}

} // namespace tarn::validation
