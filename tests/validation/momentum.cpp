// Twenty bodies drift in a basin without edges and friction: what momentum they lose, the water
// has, and no water is lost.
#include "support/random.h"
#include "validation/cases.h"
#include "validation/water_run.h"

#include <algorithm>
#include <cmath>

namespace tarn::validation
{

namespace
{

constexpr double kBasin = 6.4; // m
constexpr int32_t kBodies = 20;
constexpr float kReach = 0.35f; // of a body, with some room around it (m)

// From b to a, the short way round.
tnVec2 between(const test::RigidBody& a, const test::RigidBody& b)
{
    const float size = static_cast<float>(kBasin);
    return {std::remainder(a.position.x - b.position.x, size),
            std::remainder(a.position.y - b.position.y, size)};
}

// Bodies repel each other along the line between them, before they touch.
void keepApart(std::vector<test::RigidBody>& bodies, float dt)
{
    constexpr float kStiffness = 2000.0f; // N/m
    for (size_t i = 0; i < bodies.size(); ++i)
    {
        for (size_t k = 0; k < i; ++k)
        {
            const tnVec2 way = between(bodies[i], bodies[k]);
            const float distance = std::max(std::hypot(way.x, way.y), 1e-3f);
            const float push =
                dt * kStiffness * std::max(2.0f * kReach - distance, 0.0f) / distance;
            bodies[i].velocity.x += push * way.x / bodies[i].mass;
            bodies[i].velocity.y += push * way.y / bodies[i].mass;
            bodies[k].velocity.x -= push * way.x / bodies[k].mass;
            bodies[k].velocity.y -= push * way.y / bodies[k].mass;
        }
    }
}

struct Balance
{
    double x = 0.0; // momentum of water and bodies
    double y = 0.0;
    double bodies = 0.0; // sum of the magnitudes of those of bodies
};

Balance balanceOf(WaterRun& run)
{
    const tnWaterTotals totals = run.totals();
    Balance balance = {totals.momentumX, totals.momentumY, 0.0};
    for (const test::RigidBody& body : run.bodies())
    {
        const double px = static_cast<double>(body.mass) * static_cast<double>(body.velocity.x);
        const double py = static_cast<double>(body.mass) * static_cast<double>(body.velocity.y);
        balance.x += px;
        balance.y += py;
        balance.bodies += std::hypot(px, py);
    }
    return balance;
}

} // namespace

Outcome momentum(Size size)
{
    constexpr float kStep = 1.0f / 60.0f;
    const bool full = size == Size::full;
    const int32_t steps = full ? 10000 : 600;
    const int32_t n = 64;
    tnWaterDef def = waterDef(n, n, kBasin / n);
    def.left = def.right = def.bottom = def.top = edgeOf(tn_waterPeriodic);
    WaterRun run(def);
    test::Random random(7);
    for (int32_t k = 0; k < kBodies; ++k)
    {
        tnBodyDef body = tnDefaultBodyDef();
        body.shape = k % 2 == 0 ? tn_bodySphere : tn_bodyBox;
        body.radius = 0.2f;
        body.halfSize = {0.2f, 0.15f, 0.15f};
        body.density = random.between(300.0f, 800.0f);
        body.position = {1.28f * (static_cast<float>(k % 5) + 0.5f),
                         1.6f * (static_cast<float>(k / 5) + 0.5f), 1.0f};
        body.velocity = {random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f), 0.0f};
        run.add(body);
    }
    const Balance start = balanceOf(run);
    const double volume = run.totals().volume;
    Curve drift = {"drift of the whole", Curve::Look::line, {}};
    Curve ofBodies = {"in bodies", Curve::Look::line, {{0.0, 1.0}}};
    double mostMomentum = 0.0;
    double mostVolume = 0.0;
    constexpr int32_t kBetweenLooks = 20;
    for (int32_t k = 1; k <= steps; ++k)
    {
        keepApart(run.bodies(), kStep);
        run.step(static_cast<double>(kStep));
        if (k % kBetweenLooks == 0)
        {
            const Balance now = balanceOf(run);
            const double off = std::hypot(now.x - start.x, now.y - start.y) / start.bodies;
            mostMomentum = std::max(mostMomentum, off);
            mostVolume = std::max(mostVolume, std::fabs(run.totals().volume / volume - 1.0));
            drift.points.push_back({run.time(), off});
            ofBodies.points.push_back({run.time(), now.bodies / start.bodies});
        }
    }
    Outcome outcome;
    outcome.setUp = "Ten spheres and ten boxes in a periodic basin of 6.4 x 6.4 m, 1 m deep, begin "
                    "with up to 1.4 m/s and are kept apart by springs; " +
                    std::to_string(n) + " x " + std::to_string(n) + " cells, " +
                    std::to_string(steps) +
                    " steps. Parts of the sum of the magnitudes of the "
                    "bodies' momenta at the beginning.";
    outcome.checks = {
        atMost("most drift of the momentum of water and bodies (parts)", mostMomentum, 1e-3),
        atMost("most drift of the volume (parts)", mostVolume, 1e-6)};
    outcome.panels = {{"time (s)", "drift of momentum (parts)", {drift}},
                      {"time (s)", "sum of the magnitudes (parts)", {ofBodies}}};
    return outcome;
}

} // namespace tarn::validation
