#include "support/test_water.h"

#include "support/random.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

namespace tarn::test
{

TestWater::TestWater(const tnWaterDef& def)
{
    EXPECT_EQ(tnCreateWater(&def, &water_), tn_success);
}

TestWater::~TestWater()
{
    EXPECT_EQ(tnDestroyWater(water_), tn_success);
}

tnWaterDef TestWater::def() const
{
    tnWaterDef def = {};
    EXPECT_EQ(tnWater_GetDef(water_, &def), tn_success);
    return def;
}

void TestWater::setSettings(const tnWaterSettings& settings) const
{
    EXPECT_EQ(tnWater_SetSettings(water_, &settings), tn_success);
}

uint32_t TestWater::step(float dt, int32_t count)
{
    uint32_t flags = 0;
    for (int32_t k = 0; k < count; ++k)
    {
        flags |= tnWater_Step(water_, dt);
    }
    return flags;
}

// ---- Fields

FieldCopy TestWater::copy(tnWaterField field) const
{
    tnFieldView view = {};
    EXPECT_EQ(tnWater_GetView(water_, field, &view), tn_success) << "field " << field;
    return FieldCopy(view);
}

void TestWater::set(tnWaterField field, const PlaceFunction& value)
{
    FieldCopy shape = copy(field);
    shape.fill(value);
    EXPECT_EQ(tnWater_SetField(water_, field, shape.values.data(),
                               static_cast<int64_t>(shape.values.size())),
              tn_success);
}

void TestWater::brush(const tnWaterBrush& brush) const
{
    EXPECT_EQ(tnWater_Brush(water_, &brush), tn_success);
}

// ---- Bodies and springs

tnBody TestWater::addBody(const tnBodyDef& def)
{
    tnBody body = {};
    EXPECT_EQ(tnWater_AddBody(water_, &def, &body), tn_success);
    bodies.push_back(body);
    return body;
}

tnSpring TestWater::addSpring(const tnSpringDef& def) const
{
    tnSpring spring = {};
    EXPECT_EQ(tnWater_AddSpring(water_, &def, &spring), tn_success);
    return spring;
}

tnBodyDef TestWater::body(tnBody body) const
{
    tnBodyDef def = {};
    EXPECT_EQ(tnWater_GetBody(water_, body, &def), tn_success);
    return def;
}

tnBodyForce TestWater::force(tnBody body) const
{
    tnBodyForce force = {};
    EXPECT_EQ(tnWater_GetBodyForces(water_, &body, 1, &force), tn_success);
    return force;
}

void TestWater::moveBodies(float dt) const
{
    const float gravity = settings().gravity;
    std::vector<tnBodyMotion> motions;
    for (const tnBody body : bodies)
    {
        const tnBodyDef def = this->body(body);
        const tnBodyForce f = force(body);
        tnMassProperties mass = {};
        EXPECT_EQ(tnWater_GetMassProperties(water_, body, &mass), tn_success);
        const float inertia = (mass.inertia[0][0] + mass.inertia[1][1] + mass.inertia[2][2]) / 3.0f;
        tnVec3 v = def.velocity;
        v.x += dt * f.force.x / def.mass;
        v.y += dt * f.force.y / def.mass;
        v.z += dt * (f.force.z / def.mass - gravity);
        tnVec3 w = def.spin;
        w.x += dt * f.torque.x / inertia;
        w.y += dt * f.torque.y / inertia;
        w.z += dt * f.torque.z / inertia;
        const tnVec3 p = {def.position.x + dt * v.x, def.position.y + dt * v.y,
                          def.position.z + dt * v.z};
        const tnQuat q = def.rotation;
        const float half = 0.5f * dt;
        // Written so that mirror images turn alike to the bit.
        tnQuat turned = {q.x + half * (w.x * q.w + (w.y * q.z - w.z * q.y)),
                         q.y + half * (w.y * q.w + (w.z * q.x - w.x * q.z)),
                         q.z + half * (w.z * q.w + (w.x * q.y - w.y * q.x)),
                         q.w - half * (w.z * q.z + (w.x * q.x + w.y * q.y))};
        const float length = std::sqrt(turned.x * turned.x + turned.y * turned.y +
                                       turned.z * turned.z + turned.w * turned.w);
        turned = {turned.x / length, turned.y / length, turned.z / length, turned.w / length};
        motions.push_back({body, p, turned, v, w});
    }
    EXPECT_EQ(tnWater_SetBodyMotions(water_, motions.data(), static_cast<int32_t>(motions.size())),
              tn_success);
}

// ---- Questions

tnWaterTotals TestWater::totals() const
{
    tnWaterTotals totals = {};
    EXPECT_EQ(tnWater_GetTotals(water_, &totals), tn_success);
    return totals;
}

tnWaterStats TestWater::stats() const
{
    tnWaterStats stats = {};
    EXPECT_EQ(tnWater_GetStats(water_, &stats), tn_success);
    return stats;
}

tnWaterSample TestWater::sample(float x, float y) const
{
    const tnVec2 point = {x, y};
    tnWaterSample sample = {};
    EXPECT_EQ(tnWater_Sample(water_, &point, 1, &sample), tn_success);
    return sample;
}

std::vector<tnWaterParticle> TestWater::particles() const
{
    const tnWaterParticle* particles = nullptr;
    int32_t count = 0;
    EXPECT_EQ(tnWater_GetParticles(water_, &particles, &count), tn_success);
    return {particles, particles + count};
}

std::vector<std::byte> TestWater::save() const
{
    std::vector<std::byte> bytes(tnWater_GetSaveSize(water_));
    size_t written = 0;
    EXPECT_EQ(tnWater_Save(water_, bytes.data(), bytes.size(), &written), tn_success);
    EXPECT_EQ(written, bytes.size());
    return bytes;
}

bool TestWater::isFinite() const
{
    bool finite = true;
    for (const tnWaterField field : fieldsOf(def()))
    {
        const bool good = copy(field).isFinite();
        EXPECT_TRUE(good) << "field " << field;
        finite = finite && good;
    }
    const auto isGood = [](tnVec3 v) {
        return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    };
    for (const tnWaterParticle& p : particles())
    {
        finite = finite && isGood(p.position) && isGood(p.velocity) && std::isfinite(p.volume);
    }
    for (const tnBody body : bodies)
    {
        const tnBodyForce f = force(body);
        const bool good = isGood(f.force) && isGood(f.torque) && isGood(f.centreOfBuoyancy) &&
                          std::isfinite(f.submergedVolume) && std::isfinite(f.wettedArea);
        EXPECT_TRUE(good) << "body " << body.index;
        finite = finite && good;
    }
    const tnWaterTotals t = totals();
    return finite && std::isfinite(t.volume) && std::isfinite(t.added) &&
           std::isfinite(t.kineticEnergy) && std::isfinite(t.potentialEnergy) &&
           std::isfinite(t.momentumX) && std::isfinite(t.momentumY);
}

std::vector<tnWaterField> fieldsOf(const tnWaterDef& def)
{
    std::vector<tnWaterField> fields = {tn_waterDepth,     tn_waterSurface,   tn_waterTerrain,
                                        tn_waterVelocityX, tn_waterVelocityY, tn_waterDisplaced,
                                        tn_waterFoam};
    for (int32_t k = 0; k < def.dyeChannels; ++k)
    {
        fields.push_back(TestWater::dyeField(k));
    }
    return fields;
}

std::string differentFields(const TestWater& a, const TestWater& b)
{
    std::string names;
    for (const tnWaterField field : fieldsOf(a.def()))
    {
        const std::vector<float> mine = a.copy(field).values;
        const std::vector<float> others = b.copy(field).values;
        const bool same = mine.size() == others.size() &&
                          std::memcmp(mine.data(), others.data(), mine.size() * sizeof(float)) == 0;
        names += same ? "" : "field " + std::to_string(field) + " ";
    }
    return names;
}

// ---- Defs

tnWaterDef waterDef(int32_t nx, int32_t ny)
{
    tnWaterDef def = tnDefaultWaterDef();
    def.nx = nx;
    def.ny = ny;
    def.cellSize = 0.125f;
    def.dyeChannels = 1;
    def.particleCapacity = 2000;
    def.threads = 1;
    return def;
}

tnWaterEdge edgeOf(tnWaterEdgeType type, float number)
{
    tnWaterEdge edge = tnDefaultWaterEdge();
    edge.type = type;
    edge.level = type == tn_waterLevel ? number : 0.0f;
    edge.discharge = type == tn_waterInflow ? number : 0.0f;
    return edge;
}

void makePeriodic(tnWaterDef& def, bool x, bool y)
{
    if (x)
    {
        def.left = def.right = edgeOf(tn_waterPeriodic);
    }
    if (y)
    {
        def.bottom = def.top = edgeOf(tn_waterPeriodic);
    }
}

tnBodyDef bodyAt(tnBodyShape shape, float x, float y, float z)
{
    tnBodyDef def = tnDefaultBodyDef();
    def.shape = shape;
    def.position = {x, y, z};
    return def;
}

Tetrahedron::Tetrahedron()
    : vertices{{0.4f, 0.4f, 0.4f},
               {-0.4f, -0.4f, 0.4f},
               {-0.4f, 0.4f, -0.4f},
               {0.4f, -0.4f, -0.4f}},
      triangles{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}
{
}

tnBodyDef Tetrahedron::bodyAt(float x, float y, float z) const
{
    tnBodyDef def = test::bodyAt(tn_bodyMesh, x, y, z);
    def.vertices = vertices;
    def.vertexCount = 4;
    def.triangles = triangles;
    def.triangleCount = 4;
    return def;
}

// ---- The busy scene

tnWaterDef busyWaterDef(int32_t nx, int32_t ny)
{
    tnWaterDef def = waterDef(nx, ny);
    def.origin = {-1.25f, 2.0f};
    def.dyeChannels = 2;
    def.left = edgeOf(tn_waterInflow, 0.05f);
    def.left.dye[0] = 1.0f;
    def.right = edgeOf(tn_waterLevel, 0.8f);
    def.right.dye[1] = 0.5f;
    def.top = edgeOf(tn_waterOpen);
    tnWaterSettings& s = def.settings;
    s.liquid = {950.0f, 2.0f, 0.02f, 0.0f};
    s.rain = 2.0e-3f;
    s.rainHeight = 0.5f;
    s.dropVolume = 1.0e-5f;
    s.dyeDissipation[1] = 0.3f;
    s.wind = {6.0f, -3.0f};
    s.foamLife = 1.0f;
    return def;
}

void fillBusyWater(TestWater& water)
{
    const tnWaterDef def = water.def();
    const auto width = static_cast<double>(def.cellSize) * def.nx;
    const auto height = static_cast<double>(def.cellSize) * def.ny;
    const auto partX = [&](double x) { return (x - static_cast<double>(def.origin.x)) / width; };
    const auto partY = [&](double y) { return (y - static_cast<double>(def.origin.y)) / height; };
    const auto x = [&](double part) { return def.origin.x + static_cast<float>(part * width); };
    const auto y = [&](double part) { return def.origin.y + static_cast<float>(part * height); };
    water.set(tn_waterTerrain, [&](double px, double py) {
        const double dx = partX(px) - 0.6;
        const double dy = partY(py) - 0.55;
        const double island = 1.3 * std::max(0.0, 1.0 - 14.0 * (dx * dx + dy * dy));
        return island + 0.1 * partX(px);
    });
    water.set(tn_waterSurface, [&](double px, double py) {
        return partX(px) < 0.25 && partY(py) < 0.7 ? 1.6 : 0.8;
    });
    water.set(TestWater::dyeField(0),
              [&](double px, double py) { return partX(px) > partY(py) ? 1.0 : 0.1; });
    water.addBody(bodyAt(tn_bodySphere, x(0.35), y(0.3), 1.1f));
    tnBodyDef box = bodyAt(tn_bodyBox, x(0.45), y(0.75), 0.9f);
    box.halfSize = {0.4f, 0.2f, 0.15f};
    box.rotation = {0.1f, 0.2f, 0.4f, 1.0f};
    box.spin = {0.5f, -0.3f, 1.0f};
    water.addBody(box);
    tnBodyDef capsule = bodyAt(tn_bodyCapsule, x(0.2), y(0.5), 2.0f);
    capsule.radius = 0.2f;
    capsule.rotation = {0.6f, 0.0f, 0.0f, 0.8f};
    water.addBody(capsule);
    tnBodyDef cylinder = bodyAt(tn_bodyCylinder, x(0.8), y(0.2), 0.5f);
    cylinder.density = 1500.0f;
    cylinder.velocity = {-0.5f, 0.2f, 0.0f};
    water.addBody(cylinder);
    water.addBody(Tetrahedron().bodyAt(x(0.15), y(0.15), 2.2f));

    tnSpringDef spring = tnDefaultSpringDef();
    spring.position = {x(0.9), y(0.9)};
    spring.discharge = 0.05f;
    spring.velocity = {-0.5f, -0.5f};
    spring.dye[1] = 2.0f;
    water.addSpring(spring);
    tnSpringDef drain = tnDefaultSpringDef();
    drain.position = {x(0.1), y(0.9)};
    drain.discharge = -0.03f;
    water.addSpring(drain);
    EXPECT_EQ(
        tnWater_AddSpray(water.handle(), {x(0.3), y(0.6), 2.0f}, {1.0f, 0.5f, 2.0f}, 1e-4f, true),
        tn_success);
}

void strokeBusyWater(const TestWater& water, int32_t number)
{
    if (number % 3 != 0)
    {
        return;
    }
    const tnWaterDef def = water.def();
    Random random(static_cast<uint64_t>(number));
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.mode = number % 2 == 0 ? tn_brushImpulse : tn_brushRate;
    brush.from.x = def.origin.x + def.cellSize * static_cast<float>(def.nx) * random.unit();
    brush.from.y = def.origin.y + def.cellSize * static_cast<float>(def.ny) * random.unit();
    brush.to = {brush.from.x + 0.4f, brush.from.y - 0.3f};
    brush.velocity = {random.between(-1.0f, 1.0f), 0.3f};
    brush.water = 0.02f * random.unit();
    brush.splash = 0.1f * random.unit();
    brush.terrain = 0.05f * random.unit();
    brush.foam = 0.5f;
    brush.dye[0] = random.unit();
    water.brush(brush);
}

uint32_t stepBusyWater(TestWater& water, int32_t number, float dt)
{
    strokeBusyWater(water, number);
    const uint32_t flags = water.step(dt);
    water.moveBodies(dt);
    return flags;
}

} // namespace tarn::test
