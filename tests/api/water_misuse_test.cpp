// Misuse of Water: refused with a named error and a line in the log, and nothing has changed.
#include "tarn/water.h"

#include "support/log_capture.h"
#include "support/test_water.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::TestWater;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNotFinite[] = {std::nanf(""), kInfinity, -kInfinity};

// A float inside a struct, and its name.
template <class Struct>
struct Member
{
    const char* name;
    std::function<float&(Struct&)> at;
};

#define MEMBER(Struct, path)                                                                       \
    Member<Struct>                                                                                 \
    {                                                                                              \
#path, [](Struct & s) -> float& { return s.path; }                                         \
    }

const std::vector<Member<tnWaterEdge>> kEdgeFloats = {
    MEMBER(tnWaterEdge, level),
    MEMBER(tnWaterEdge, discharge),
    MEMBER(tnWaterEdge, dye[0]),
    MEMBER(tnWaterEdge, dye[3]),
};

const std::vector<Member<tnWaterSettings>> kSettingsFloats = {
    MEMBER(tnWaterSettings, liquid.density),
    MEMBER(tnWaterSettings, liquid.viscosity),
    MEMBER(tnWaterSettings, liquid.roughness),
    MEMBER(tnWaterSettings, liquid.yieldStress),
    MEMBER(tnWaterSettings, gravity),
    MEMBER(tnWaterSettings, rain),
    MEMBER(tnWaterSettings, rainHeight),
    MEMBER(tnWaterSettings, dropVolume),
    MEMBER(tnWaterSettings, spray),
    MEMBER(tnWaterSettings, foamLife),
    MEMBER(tnWaterSettings, dyeDissipation[0]),
    MEMBER(tnWaterSettings, dyeDissipation[3]),
    MEMBER(tnWaterSettings, wind.x),
    MEMBER(tnWaterSettings, wind.y),
};

const std::vector<Member<tnWaterBrush>> kBrushFloats = {
    MEMBER(tnWaterBrush, from.x),     MEMBER(tnWaterBrush, from.y),
    MEMBER(tnWaterBrush, to.x),       MEMBER(tnWaterBrush, to.y),
    MEMBER(tnWaterBrush, radius),     MEMBER(tnWaterBrush, velocity.x),
    MEMBER(tnWaterBrush, velocity.y), MEMBER(tnWaterBrush, water),
    MEMBER(tnWaterBrush, splash),     MEMBER(tnWaterBrush, terrain),
    MEMBER(tnWaterBrush, foam),       MEMBER(tnWaterBrush, dye[0]),
    MEMBER(tnWaterBrush, dye[3]),
};

const std::vector<Member<tnSpringDef>> kSpringFloats = {
    MEMBER(tnSpringDef, position.x), MEMBER(tnSpringDef, position.y),
    MEMBER(tnSpringDef, radius),     MEMBER(tnSpringDef, discharge),
    MEMBER(tnSpringDef, velocity.x), MEMBER(tnSpringDef, velocity.y),
    MEMBER(tnSpringDef, dye[2]),
};

const std::vector<Member<tnBodyDef>> kBodyFloats = {
    MEMBER(tnBodyDef, mass),       MEMBER(tnBodyDef, density),       MEMBER(tnBodyDef, position.x),
    MEMBER(tnBodyDef, position.y), MEMBER(tnBodyDef, position.z),    MEMBER(tnBodyDef, rotation.x),
    MEMBER(tnBodyDef, rotation.w), MEMBER(tnBodyDef, velocity.x),    MEMBER(tnBodyDef, velocity.z),
    MEMBER(tnBodyDef, spin.x),     MEMBER(tnBodyDef, spin.z),        MEMBER(tnBodyDef, drag),
    MEMBER(tnBodyDef, lift),       MEMBER(tnBodyDef, effectiveArea), MEMBER(tnBodyDef, addedMass),
};

const std::vector<Member<tnBodyMotion>> kMotionFloats = {
    MEMBER(tnBodyMotion, position.x), MEMBER(tnBodyMotion, position.z),
    MEMBER(tnBodyMotion, rotation.y), MEMBER(tnBodyMotion, rotation.z),
    MEMBER(tnBodyMotion, velocity.y), MEMBER(tnBodyMotion, spin.y),
};

const std::vector<Member<tnWaterDef>> kDefFloats = {
    MEMBER(tnWaterDef, cellSize),      MEMBER(tnWaterDef, origin.x),
    MEMBER(tnWaterDef, origin.y),      MEMBER(tnWaterDef, level),
    MEMBER(tnWaterDef, left.level),    MEMBER(tnWaterDef, right.dye[2]),
    MEMBER(tnWaterDef, top.discharge), MEMBER(tnWaterDef, bottom.level),
    MEMBER(tnWaterDef, settings.rain),
};

#undef MEMBER

class WaterMisuse : public testing::Test
{
  protected:
    WaterMisuse() : water_(makeDef())
    {
        test::fillBusyWater(water_);
        test::stepBusyWater(water_, 0);
        log_.clear();
        hash_ = water_.hash();
    }

    static tnWaterDef makeDef()
    {
        tnWaterDef def = test::busyWaterDef(32, 24);
        def.bodyCapacity = 6;
        def.springCapacity = 3;
        def.brushCapacity = 3;
        return def;
    }

    // The call fails as it should, says so under that id, and nothing has changed.
    void expectRefused(tnResult result, tnResult expected, tnLogId id, const std::string& what)
    {
        EXPECT_EQ(result, expected) << what;
        ASSERT_FALSE(log_.entries().empty()) << what;
        EXPECT_EQ(log_.entries().back().level, tn_logError) << what;
        EXPECT_EQ(log_.last(), id) << what << ": " << log_.entries().back().message;
        EXPECT_EQ(water_.hash(), hash_) << what;
        log_.clear();
    }

    // No float of a struct may be NaN or infinite.
    template <class Struct>
    void expectFiniteOnly(const std::vector<Member<Struct>>& members, const Struct& good,
                          const std::function<tnResult(const Struct&)>& call)
    {
        for (const Member<Struct>& member : members)
        {
            for (const float bad : kNotFinite)
            {
                Struct changed = good;
                member.at(changed) = bad;
                expectRefused(call(changed), tn_errorNotFinite, tn_logNotFinite, member.name);
            }
        }
    }

    tnWater handle() const { return water_.handle(); }

    test::LogCapture log_;
    TestWater water_;
    uint64_t hash_ = 0;
};

// ---- Numbers that are none

TEST_F(WaterMisuse, EveryFloatMustBeFinite)
{
    expectFiniteOnly<tnWaterDef>(kDefFloats, makeDef(), [](const tnWaterDef& def) {
        tnWater made = {5, 5};
        const tnResult result = tnCreateWater(&def, &made);
        EXPECT_TRUE(TN_IS_NULL(made));
        return result;
    });
    expectFiniteOnly<tnWaterSettings>(
        kSettingsFloats, tnDefaultWaterSettings(),
        [this](const tnWaterSettings& s) { return tnWater_SetSettings(handle(), &s); });
    expectFiniteOnly<tnWaterEdge>(
        kEdgeFloats, test::edgeOf(tn_waterInflow),
        [this](const tnWaterEdge& e) { return tnWater_SetEdge(handle(), tn_sideTop, &e); });
    expectFiniteOnly<tnWaterBrush>(
        kBrushFloats, tnDefaultWaterBrush(),
        [this](const tnWaterBrush& b) { return tnWater_Brush(handle(), &b); });
    expectFiniteOnly<tnSpringDef>(
        kSpringFloats, tnDefaultSpringDef(), [this](const tnSpringDef& s) {
            tnSpring spring = {5, 5};
            const tnResult result = tnWater_AddSpring(handle(), &s, &spring);
            EXPECT_TRUE(TN_IS_NULL(spring));
            return result;
        });
    expectFiniteOnly<tnBodyDef>(kBodyFloats, tnDefaultBodyDef(), [this](const tnBodyDef& b) {
        tnBody body = {5, 5};
        const tnResult result = tnWater_AddBody(handle(), &b, &body);
        EXPECT_TRUE(TN_IS_NULL(body));
        EXPECT_EQ(tnWater_SetBody(handle(), water_.bodies[1], &b), result);
        return result;
    });
    const tnBodyMotion still = {
        water_.bodies[0], {1.0f, 3.0f, 1.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {}, {}};
    expectFiniteOnly<tnBodyMotion>(kMotionFloats, still, [&](const tnBodyMotion& m) {
        const tnBodyMotion both[2] = {still, m};
        return tnWater_SetBodyMotions(handle(), both, 2);
    });
}

TEST_F(WaterMisuse, PointsFieldsSprayAndVerticesMustBeFinite)
{
    for (const float bad : kNotFinite)
    {
        const tnVec2 points[2] = {{0.0f, 3.0f}, {bad, 3.0f}};
        tnWaterSample samples[2] = {};
        expectRefused(tnWater_Sample(handle(), points, 2, samples), tn_errorNotFinite,
                      tn_logNotFinite, "point");
        expectRefused(tnWater_AddSpray(handle(), {0.0f, bad, 1.0f}, {}, 1e-4f, false),
                      tn_errorNotFinite, tn_logNotFinite, "spray");
        expectRefused(tnWater_AddSpray(handle(), {0.0f, 3.0f, 1.0f}, {}, bad, false),
                      tn_errorNotFinite, tn_logNotFinite, "spray");
        for (const tnWaterField field : {tn_waterDepth, tn_waterTerrain, tn_waterVelocityX,
                                         tn_waterFoam, TestWater::dyeField(1)})
        {
            std::vector<float> values = water_.copy(field).values;
            values.back() = bad;
            expectRefused(tnWater_SetField(handle(), field, values.data(),
                                           static_cast<int64_t>(values.size())),
                          tn_errorNotFinite, tn_logNotFinite, "field");
        }
        test::Tetrahedron mesh;
        mesh.vertices[2].y = bad;
        const tnBodyDef def = mesh.bodyAt(0.0f, 3.0f, 1.0f);
        tnBody body = {};
        expectRefused(tnWater_AddBody(handle(), &def, &body), tn_errorNotFinite, tn_logBodyMesh,
                      "vertex");
    }
}

TEST_F(WaterMisuse, StepsThatAreNoneAreNotTaken)
{
    for (const float dt : {0.0f, -0.0f, -1.0f, std::nanf(""), kInfinity, -kInfinity})
    {
        EXPECT_EQ(tnWater_Step(handle(), dt), uint32_t{tn_stepBadInput}) << dt;
        EXPECT_EQ(log_.last(), tn_logWaterStep) << dt;
        EXPECT_EQ(water_.hash(), hash_) << dt;
    }
}

// ---- Numbers out of range

TEST_F(WaterMisuse, DefsOutOfRangeAreRefused)
{
    const auto refused = [&](const std::function<void(tnWaterDef&)>& change, tnResult expected,
                             tnLogId id) {
        tnWaterDef def = makeDef();
        change(def);
        tnWater made = {5, 5};
        expectRefused(tnCreateWater(&def, &made), expected, id, "def");
        EXPECT_TRUE(TN_IS_NULL(made));
    };
    for (const int32_t size : {0, -1, INT32_MIN, 16385, INT32_MAX})
    {
        refused([size](tnWaterDef& def) { def.nx = size; }, tn_errorSize, tn_logWaterSize);
        refused([size](tnWaterDef& def) { def.ny = size; }, tn_errorSize, tn_logWaterSize);
    }
    const auto invalid = [&](const std::function<void(tnWaterDef&)>& change,
                             tnLogId id = tn_logWaterDef) {
        refused(change, tn_errorInvalidArgument, id);
    };
    for (const int32_t bad : {-1, INT32_MAX})
    {
        invalid([bad](tnWaterDef& def) { def.dyeChannels = bad; });
        invalid([bad](tnWaterDef& def) { def.bodyCapacity = bad; });
        invalid([bad](tnWaterDef& def) { def.springCapacity = bad; });
        invalid([bad](tnWaterDef& def) { def.brushCapacity = bad; });
        invalid([bad](tnWaterDef& def) { def.particleCapacity = bad; });
        invalid([bad](tnWaterDef& def) { def.threads = bad; }, tn_logThreadCount);
    }
    invalid([](tnWaterDef& def) { def.dyeChannels = 5; });
    invalid([](tnWaterDef& def) { def.cellSize = 0.0f; });
    invalid([](tnWaterDef& def) { def.cellSize = -1.0f; });
    invalid([](tnWaterDef& def) { def.cellSize = 1e6f; });
    invalid([](tnWaterDef& def) { def.level = 2e6f; });
    invalid([](tnWaterDef& def) { def.origin.y = 2e9f; });
    invalid([](tnWaterDef& def) { def.backend = static_cast<tnBackend>(5); });
    invalid([](tnWaterDef& def) { def.left = test::edgeOf(tn_waterPeriodic); }, tn_logWaterEdge);
    invalid([](tnWaterDef& def) { def.top = test::edgeOf(tn_waterPeriodic); }, tn_logWaterEdge);
    invalid([](tnWaterDef& def) { def.left.type = static_cast<tnWaterEdgeType>(17); },
            tn_logWaterEdge);
    invalid([](tnWaterDef& def) { def.settings.gravity = -1.0f; }, tn_logWaterSettings);
    invalid([](tnWaterDef& def) { def.tasks.workerCount = 3; }, tn_logTaskSystem);
}

TEST_F(WaterMisuse, SettingsOutOfRangeAreRefused)
{
    const auto refused = [&](const std::function<void(tnWaterSettings&)>& change) {
        tnWaterSettings settings = water_.settings();
        change(settings);
        expectRefused(tnWater_SetSettings(handle(), &settings), tn_errorInvalidArgument,
                      tn_logWaterSettings, "settings");
    };
    refused([](tnWaterSettings& s) { s.liquid.density = 0.0f; });
    refused([](tnWaterSettings& s) { s.liquid.density = -1.0f; });
    refused([](tnWaterSettings& s) { s.liquid.viscosity = -1e-9f; });
    refused([](tnWaterSettings& s) { s.liquid.roughness = -1.0f; });
    refused([](tnWaterSettings& s) { s.liquid.yieldStress = -1.0f; });
    refused([](tnWaterSettings& s) { s.gravity = -9.81f; });
    refused([](tnWaterSettings& s) { s.maxSubsteps = 0; });
    refused([](tnWaterSettings& s) { s.maxSubsteps = 1001; });
    refused([](tnWaterSettings& s) { s.rain = -1e-9f; });
    refused([](tnWaterSettings& s) { s.rainHeight = 0.0f; });
    refused([](tnWaterSettings& s) { s.dropVolume = 0.0f; });
    refused([](tnWaterSettings& s) { s.spray = -1.0f; });
    refused([](tnWaterSettings& s) { s.foamLife = 0.0f; });
    refused([](tnWaterSettings& s) { s.dyeDissipation[3] = -1.0f; });
    refused([](tnWaterSettings& s) { s.wind.y = 1e6f; });
}

TEST_F(WaterMisuse, StrokesSpringsEdgesAndSprayOutOfRangeAreRefused)
{
    const auto brush = [&](const std::function<void(tnWaterBrush&)>& change) {
        tnWaterBrush bad = tnDefaultWaterBrush();
        change(bad);
        expectRefused(tnWater_Brush(handle(), &bad), tn_errorInvalidArgument, tn_logWaterBrush,
                      "brush");
    };
    brush([](tnWaterBrush& b) { b.radius = 0.0f; });
    brush([](tnWaterBrush& b) { b.radius = -1.0f; });
    brush([](tnWaterBrush& b) { b.mode = tn_brushHold; });
    brush([](tnWaterBrush& b) { b.mode = static_cast<tnBrushMode>(-1); });
    brush([](tnWaterBrush& b) { b.water = 1e7f; });
    brush([](tnWaterBrush& b) { b.terrain = -1e7f; });
    brush([](tnWaterBrush& b) { b.from.x = 2e9f; });
    brush([](tnWaterBrush& b) { b.velocity.x = 1e7f; });
    const auto spring = [&](const std::function<void(tnSpringDef&)>& change) {
        tnSpringDef bad = tnDefaultSpringDef();
        change(bad);
        tnSpring made = {};
        expectRefused(tnWater_AddSpring(handle(), &bad, &made), tn_errorInvalidArgument,
                      tn_logSpringDef, "spring");
    };
    spring([](tnSpringDef& s) { s.radius = 0.0f; });
    spring([](tnSpringDef& s) { s.discharge = 1e10f; });
    spring([](tnSpringDef& s) { s.dye[0] = -1.0f; });
    tnWaterEdge edge = test::edgeOf(tn_waterLevel, 2e6f);
    expectRefused(tnWater_SetEdge(handle(), tn_sideTop, &edge), tn_errorInvalidArgument,
                  tn_logWaterEdge, "level");
    edge = tnDefaultWaterEdge();
    expectRefused(tnWater_SetEdge(handle(), static_cast<tnSide>(4), &edge), tn_errorInvalidArgument,
                  tn_logWaterEdge, "side");
    expectRefused(tnWater_GetEdge(handle(), static_cast<tnSide>(-1), &edge),
                  tn_errorInvalidArgument, tn_logWaterEdge, "side");
    const tnVec3 at = {0.0f, 3.0f, 1.0f};
    expectRefused(tnWater_AddSpray(handle(), at, {}, 0.0f, true), tn_errorInvalidArgument,
                  tn_logSpray, "no volume");
    expectRefused(tnWater_AddSpray(handle(), at, {0.0f, 0.0f, 1e8f}, 1e-4f, true),
                  tn_errorInvalidArgument, tn_logSpray, "speed");
}

TEST_F(WaterMisuse, BodiesOutOfRangeAreRefused)
{
    const auto refused = [&](const std::function<void(tnBodyDef&)>& change,
                             tnResult expected = tn_errorInvalidArgument,
                             tnLogId id = tn_logBodyDef) {
        tnBodyDef bad = tnDefaultBodyDef();
        change(bad);
        tnBody made = {5, 5};
        expectRefused(tnWater_AddBody(handle(), &bad, &made), expected, id, "body");
        EXPECT_TRUE(TN_IS_NULL(made));
        expectRefused(tnWater_SetBody(handle(), water_.bodies[0], &bad), expected, id, "body");
    };
    refused([](tnBodyDef& b) { b.shape = static_cast<tnBodyShape>(5); });
    refused([](tnBodyDef& b) { b.shape = static_cast<tnBodyShape>(-1); });
    refused([](tnBodyDef& b) { b.radius = 0.0f; });
    refused([](tnBodyDef& b) { b.radius = -1.0f; });
    refused([](tnBodyDef& b) {
        b.shape = tn_bodyBox;
        b.halfSize.y = 0.0f;
    });
    refused([](tnBodyDef& b) {
        b.shape = tn_bodyCapsule;
        b.halfLength = -0.1f;
    });
    refused([](tnBodyDef& b) { b.facets = -1; });
    refused([](tnBodyDef& b) { b.mass = -1.0f; });
    refused([](tnBodyDef& b) { b.mass = 1e20f; });
    refused([](tnBodyDef& b) { b.density = 0.0f; });
    refused([](tnBodyDef& b) { b.rotation = {0.0f, 0.0f, 0.0f, 0.0f}; });
    refused([](tnBodyDef& b) { b.drag = 11.0f; });
    refused([](tnBodyDef& b) { b.lift = -1.0f; });
    refused([](tnBodyDef& b) { b.effectiveArea = 2.0f; });
    refused([](tnBodyDef& b) { b.addedMass = -0.1f; });
    refused([](tnBodyDef& b) { b.position.x = 2e9f; });
    refused([](tnBodyDef& b) { b.velocity.z = 1e8f; });

    const test::Tetrahedron good;
    const auto mesh = [&](const std::function<void(tnBodyDef&)>& change, tnResult expected,
                          tnLogId id) {
        refused(
            [&](tnBodyDef& b) {
                b = good.bodyAt(0.0f, 3.0f, 1.0f);
                change(b);
            },
            expected, id);
    };
    mesh([](tnBodyDef& b) { b.vertexCount = 3; }, tn_errorSize, tn_logBodyDef);
    mesh([](tnBodyDef& b) { b.triangleCount = 3; }, tn_errorSize, tn_logBodyDef);
    mesh([](tnBodyDef& b) { b.triangleCount = INT32_MAX; }, tn_errorSize, tn_logBodyDef);
    mesh([](tnBodyDef& b) { b.vertices = nullptr; }, tn_errorNullPointer, tn_logNullPointer);
    mesh([](tnBodyDef& b) { b.triangles = nullptr; }, tn_errorNullPointer, tn_logNullPointer);
    const int32_t open[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 0, 3, 2};
    const int32_t insideOut[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    const int32_t beyond[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 4};
    const int32_t twice[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 1, 3};
    for (const int32_t* triangles : {open, insideOut, beyond, twice})
    {
        mesh([triangles](tnBodyDef& b) { b.triangles = triangles; }, tn_errorInvalidArgument,
             tn_logBodyMesh);
    }
}

TEST_F(WaterMisuse, OneBadMotionOfManyMovesNone)
{
    tnBodyMotion motions[3] = {};
    for (size_t k = 0; k < 3; ++k)
    {
        motions[k].body = water_.bodies[k];
        motions[k].position = {1.0f, 3.0f, 1.0f};
        motions[k].rotation = {0.0f, 0.0f, 0.0f, 1.0f};
    }
    motions[2].velocity.x = 1e9f;
    expectRefused(tnWater_SetBodyMotions(handle(), motions, 3), tn_errorInvalidArgument,
                  tn_logBodyMotion, "speed");
    motions[2].velocity.x = 0.0f;
    motions[2].rotation = {};
    expectRefused(tnWater_SetBodyMotions(handle(), motions, 3), tn_errorInvalidArgument,
                  tn_logBodyMotion, "rotation");
    motions[2].rotation.w = 1.0f;
    motions[2].body = {99, 1};
    expectRefused(tnWater_SetBodyMotions(handle(), motions, 3), tn_errorInvalidHandle,
                  tn_logInvalidHandle, "handle");
    expectRefused(tnWater_SetBodyMotions(handle(), motions, -1), tn_errorSize, tn_logBodyMotion,
                  "count");
    EXPECT_EQ(tnWater_SetBodyMotions(handle(), nullptr, 0), tn_success);
}

TEST_F(WaterMisuse, FieldsOfOtherSizesOrThatAreNotThereAreRefused)
{
    tnFieldView view = {};
    expectRefused(tnWater_GetView(handle(), TestWater::dyeField(2), &view), tn_errorInvalidArgument,
                  tn_logWaterField, "a dye that is not there");
    for (const int32_t field : {-1, 7, 12, 99, INT32_MAX, INT32_MIN})
    {
        expectRefused(tnWater_GetView(handle(), static_cast<tnWaterField>(field), &view),
                      tn_errorInvalidArgument, tn_logWaterField, "no field");
    }
    std::vector<float> values(32 * 24, 0.0f);
    for (const int64_t count : {int64_t{32 * 24 - 1}, int64_t{-1}, int64_t{0}, INT64_MAX})
    {
        expectRefused(tnWater_SetField(handle(), tn_waterDepth, values.data(), count), tn_errorSize,
                      tn_logWaterField, "count");
    }
    expectRefused(tnWater_SetField(handle(), tn_waterDisplaced, values.data(), 32 * 24),
                  tn_errorInvalidArgument, tn_logWaterField, "bodies displace");
    values[5] = 2e6f;
    expectRefused(tnWater_SetField(handle(), tn_waterDepth, values.data(), 32 * 24),
                  tn_errorInvalidArgument, tn_logWaterField, "too deep");
    values[5] = 1.5f;
    expectRefused(tnWater_SetField(handle(), tn_waterFoam, values.data(), 32 * 24),
                  tn_errorInvalidArgument, tn_logWaterField, "more than white");
    tnWaterSample sample = {};
    const tnVec2 point = {};
    expectRefused(tnWater_Sample(handle(), &point, -1, &sample), tn_errorSize, tn_logWaterField,
                  "count");
    tnBodyForce force = {};
    expectRefused(tnWater_GetBodyForces(handle(), water_.bodies.data(), -1, &force), tn_errorSize,
                  tn_logBodyMotion, "count");
    int32_t count = 0;
    expectRefused(tnWater_GetWettedFaces(handle(), water_.bodies[0], nullptr, -1, &count),
                  tn_errorSize, tn_logBodyDef, "capacity");
}

// ---- Null pointers and stale handles

TEST_F(WaterMisuse, NullPointersAreRefused)
{
    tnWater made = {};
    tnSpring spring = {};
    tnBody body = {};
    const tnWaterDef def = makeDef();
    const tnSpringDef springDef = tnDefaultSpringDef();
    const tnBodyDef bodyDef = tnDefaultBodyDef();
    const tnBody first = water_.bodies[0];
    const tnWaterParticle* particles = nullptr;
    size_t written = 0;
    int32_t count = 0;
    const tnVec2 point = {0.5f, 3.5f};
    char byte = 0;
    const tnResult results[] = {
        tnCreateWater(nullptr, &made),
        tnCreateWater(&def, nullptr),
        tnWater_GetDef(handle(), nullptr),
        tnWater_SetSettings(handle(), nullptr),
        tnWater_GetSettings(handle(), nullptr),
        tnWater_SetEdge(handle(), tn_sideLeft, nullptr),
        tnWater_GetEdge(handle(), tn_sideLeft, nullptr),
        tnWater_Brush(handle(), nullptr),
        tnWater_AddSpring(handle(), nullptr, &spring),
        tnWater_AddSpring(handle(), &springDef, nullptr),
        tnWater_AddBody(handle(), nullptr, &body),
        tnWater_AddBody(handle(), &bodyDef, nullptr),
        tnWater_SetBody(handle(), first, nullptr),
        tnWater_GetBody(handle(), first, nullptr),
        tnWater_SetBodyMotions(handle(), nullptr, 1),
        tnWater_GetBodyForces(handle(), &first, 1, nullptr),
        tnWater_GetBodyForces(handle(), nullptr, 1, nullptr),
        tnWater_GetWettedFaces(handle(), first, nullptr, 5, &count),
        tnWater_GetWettedFaces(handle(), first, nullptr, 0, nullptr),
        tnWater_GetMassProperties(handle(), first, nullptr),
        tnWater_GetBodyMesh(handle(), first, nullptr),
        tnWater_GetView(handle(), tn_waterDepth, nullptr),
        tnWater_SetField(handle(), tn_waterDepth, nullptr, 32 * 24),
        tnWater_Sample(handle(), &point, 1, nullptr),
        tnWater_Sample(handle(), nullptr, 1, nullptr),
        tnWater_GetParticles(handle(), nullptr, &count),
        tnWater_GetParticles(handle(), &particles, nullptr),
        tnWater_GetStats(handle(), nullptr),
        tnWater_GetTotals(handle(), nullptr),
        tnWater_Save(handle(), nullptr, 10, &written),
        tnWater_Save(handle(), &byte, 1, nullptr),
        tnWater_Restore(handle(), nullptr, 10),
    };
    for (size_t k = 0; k < std::size(results); ++k)
    {
        EXPECT_EQ(results[k], tn_errorNullPointer) << "call " << k;
    }
    EXPECT_EQ(log_.entries().size(), std::size(results));
    EXPECT_EQ(water_.hash(), hash_);
}

TEST_F(WaterMisuse, StaleWatersAreRefusedEverywhere)
{
    tnWaterDef def = test::waterDef(4, 4);
    tnWater stale = {};
    ASSERT_EQ(tnCreateWater(&def, &stale), tn_success);
    ASSERT_EQ(tnDestroyWater(stale), tn_success);
    for (const tnWater bad : {stale, tnWater{}, tnWater{UINT32_MAX, 1}, tnWater{1, UINT32_MAX}})
    {
        log_.clear();
        tnWaterSettings settings = tnDefaultWaterSettings();
        tnWaterEdge edge = tnDefaultWaterEdge();
        const tnWaterBrush brush = tnDefaultWaterBrush();
        const tnSpringDef springDef = tnDefaultSpringDef();
        tnSpring spring = {};
        tnBodyDef bodyDef = tnDefaultBodyDef();
        tnBody body = {};
        const tnBodyMotion motion = {};
        tnBodyForce force = {};
        tnMassProperties mass = {};
        tnBodyMesh mesh = {};
        tnFieldView view = {};
        tnWaterSample sample = {};
        tnWaterStats stats = {};
        tnWaterTotals totals = {};
        const tnWaterParticle* particles = nullptr;
        const tnVec2 point = {};
        int32_t count = 0;
        float value = 0.0f;
        size_t written = 0;
        char bytes[64] = {};
        const tnResult results[] = {
            tnDestroyWater(bad),
            tnWater_GetDef(bad, &def),
            tnWater_SetSettings(bad, &settings),
            tnWater_GetSettings(bad, &settings),
            tnWater_SetEdge(bad, tn_sideLeft, &edge),
            tnWater_GetEdge(bad, tn_sideLeft, &edge),
            tnWater_Brush(bad, &brush),
            tnWater_AddSpring(bad, &springDef, &spring),
            tnWater_SetSpring(bad, spring, &springDef),
            tnWater_RemoveSpring(bad, spring),
            tnWater_AddBody(bad, &bodyDef, &body),
            tnWater_RemoveBody(bad, body),
            tnWater_SetBody(bad, body, &bodyDef),
            tnWater_GetBody(bad, body, &bodyDef),
            tnWater_SetBodyMotions(bad, &motion, 1),
            tnWater_GetBodyForces(bad, &body, 1, &force),
            tnWater_GetWettedFaces(bad, body, nullptr, 0, &count),
            tnWater_GetMassProperties(bad, body, &mass),
            tnWater_GetBodyMesh(bad, body, &mesh),
            tnWater_GetView(bad, tn_waterDepth, &view),
            tnWater_SetField(bad, tn_waterDepth, &value, 1),
            tnWater_Sample(bad, &point, 1, &sample),
            tnWater_GetParticles(bad, &particles, &count),
            tnWater_AddSpray(bad, {}, {}, 1.0f, false),
            tnWater_GetStats(bad, &stats),
            tnWater_GetTotals(bad, &totals),
            tnWater_Save(bad, bytes, sizeof bytes, &written),
            tnWater_Restore(bad, bytes, sizeof bytes),
        };
        for (size_t k = 0; k < std::size(results); ++k)
        {
            EXPECT_EQ(results[k], tn_errorInvalidHandle) << "call " << k;
        }
        EXPECT_FALSE(tnWater_IsValid(bad));
        EXPECT_EQ(tnWater_Step(bad, 0.1f), uint32_t{tn_stepBadInput});
        EXPECT_EQ(tnWater_Hash(bad), 0u);
        EXPECT_EQ(tnWater_GetSaveSize(bad), 0u);
        EXPECT_EQ(log_.entries().size(), std::size(results) + 3);
        for (const test::LogEntry& entry : log_.entries())
        {
            EXPECT_EQ(entry.id, tn_logInvalidHandle);
        }
    }
}

TEST_F(WaterMisuse, StaleBodiesAndSpringsAreRefused)
{
    const tnBodyDef def = tnDefaultBodyDef();
    tnBody stale = {};
    ASSERT_EQ(tnWater_AddBody(handle(), &def, &stale), tn_success);
    ASSERT_EQ(tnWater_RemoveBody(handle(), stale), tn_success);
    tnBody another = {}; // takes the same place
    ASSERT_EQ(tnWater_AddBody(handle(), &def, &another), tn_success);
    EXPECT_EQ(another.index, stale.index);
    const tnSpringDef springDef = tnDefaultSpringDef();
    tnSpring gone = {};
    ASSERT_EQ(tnWater_AddSpring(handle(), &springDef, &gone), tn_success);
    ASSERT_EQ(tnWater_RemoveSpring(handle(), gone), tn_success);
    hash_ = water_.hash();
    const auto refused = [this](tnResult result, const char* what) {
        expectRefused(result, tn_errorInvalidHandle, tn_logInvalidHandle, what);
    };
    for (const tnBody bad : {stale, tnBody{}, tnBody{UINT32_MAX, 1}})
    {
        tnBodyDef out = {};
        tnBodyForce force = {};
        tnMassProperties mass = {};
        tnBodyMesh mesh = {};
        int32_t count = 0;
        const tnBodyMotion motion = {bad, {}, {0.0f, 0.0f, 0.0f, 1.0f}, {}, {}};
        refused(tnWater_RemoveBody(handle(), bad), "remove");
        refused(tnWater_SetBody(handle(), bad, &def), "set");
        refused(tnWater_GetBody(handle(), bad, &out), "get");
        refused(tnWater_SetBodyMotions(handle(), &motion, 1), "move");
        refused(tnWater_GetBodyForces(handle(), &bad, 1, &force), "force");
        refused(tnWater_GetWettedFaces(handle(), bad, nullptr, 0, &count), "faces");
        refused(tnWater_GetMassProperties(handle(), bad, &mass), "mass");
        refused(tnWater_GetBodyMesh(handle(), bad, &mesh), "mesh");
    }
    for (const tnSpring bad : {gone, tnSpring{}, tnSpring{UINT32_MAX, 1}})
    {
        refused(tnWater_RemoveSpring(handle(), bad), "remove");
        refused(tnWater_SetSpring(handle(), bad, &springDef), "set");
    }
}

// ---- Capacities

TEST_F(WaterMisuse, MoreThanThereIsRoomForIsRefused)
{
    const tnBodyDef def = tnDefaultBodyDef();
    const tnSpringDef springDef = tnDefaultSpringDef();
    tnBody body = {};
    tnSpring spring = {};
    ASSERT_EQ(tnWater_AddBody(handle(), &def, &body), tn_success);           // the sixth
    ASSERT_EQ(tnWater_AddSpring(handle(), &springDef, &spring), tn_success); // the third
    const tnWaterBrush brush = tnDefaultWaterBrush();
    for (int32_t k = 0; k < 3; ++k)
    {
        ASSERT_EQ(tnWater_Brush(handle(), &brush), tn_success);
    }
    hash_ = water_.hash();
    expectRefused(tnWater_AddBody(handle(), &def, &body), tn_errorCapacity, tn_logCapacity,
                  "bodies");
    EXPECT_TRUE(TN_IS_NULL(body));
    expectRefused(tnWater_AddSpring(handle(), &springDef, &spring), tn_errorCapacity,
                  tn_logCapacity, "springs");
    EXPECT_EQ(tnWater_Brush(handle(), &brush), tn_errorCapacity);
    EXPECT_EQ(log_.last(), tn_logCapacity);
    EXPECT_NE(tnWater_Step(handle(), 0.01f) & tn_stepCapacity, 0u) << "the next step tells";
    EXPECT_EQ(tnWater_Step(handle(), 0.01f) & tn_stepCapacity, 0u) << "and no other";
}

TEST(WaterCapacity, SprayWithoutRoomChangesNothing)
{
    const test::LogCapture log;
    tnWaterDef def = test::waterDef(16, 16);
    def.particleCapacity = 1;
    TestWater water(def);
    const tnVec3 at = {1.0f, 1.0f, 2.0f};
    ASSERT_EQ(tnWater_AddSpray(water.handle(), at, {}, 1e-4f, false), tn_success);
    const uint64_t before = water.hash();
    EXPECT_EQ(tnWater_AddSpray(water.handle(), at, {}, 1e-4f, true), tn_errorCapacity);
    EXPECT_EQ(log.last(), tn_logCapacity);
    EXPECT_EQ(water.hash(), before);
}

} // namespace
} // namespace tarn
