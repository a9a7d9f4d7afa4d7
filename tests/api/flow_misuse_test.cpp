// Misuse of Flow: refused with a named error and a line in the log, and nothing has changed.
#include "tarn/flow.h"

#include "support/log_capture.h"
#include "support/test_flow.h"

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

using test::TestFlow;

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

const std::vector<Member<tnFlowEdge>> kEdgeFloats = {
    MEMBER(tnFlowEdge, normalSpeed), MEMBER(tnFlowEdge, tangentialSpeed),
    MEMBER(tnFlowEdge, dye[0]),      MEMBER(tnFlowEdge, dye[7]),
    MEMBER(tnFlowEdge, temperature),
};

const std::vector<Member<tnFlowSettings>> kSettingsFloats = {
    MEMBER(tnFlowSettings, density),
    MEMBER(tnFlowSettings, viscosity),
    MEMBER(tnFlowSettings, acceleration.x),
    MEMBER(tnFlowSettings, acceleration.y),
    MEMBER(tnFlowSettings, gravity.x),
    MEMBER(tnFlowSettings, gravity.y),
    MEMBER(tnFlowSettings, thermalExpansion),
    MEMBER(tnFlowSettings, ambientTemperature),
    MEMBER(tnFlowSettings, thermalDiffusivity),
    MEMBER(tnFlowSettings, cooling),
    MEMBER(tnFlowSettings, dyeWeight[0]),
    MEMBER(tnFlowSettings, dyeWeight[7]),
    MEMBER(tnFlowSettings, dyeDiffusivity[3]),
    MEMBER(tnFlowSettings, dyeDissipation[5]),
    MEMBER(tnFlowSettings, velocityDissipation),
    MEMBER(tnFlowSettings, confinement),
    MEMBER(tnFlowSettings, tolerance),
    MEMBER(tnFlowSettings, texturePeriod),
};

const std::vector<Member<tnFlowBrush>> kBrushFloats = {
    MEMBER(tnFlowBrush, from.x),     MEMBER(tnFlowBrush, from.y),
    MEMBER(tnFlowBrush, to.x),       MEMBER(tnFlowBrush, to.y),
    MEMBER(tnFlowBrush, radius),     MEMBER(tnFlowBrush, velocity.x),
    MEMBER(tnFlowBrush, velocity.y), MEMBER(tnFlowBrush, dye[0]),
    MEMBER(tnFlowBrush, dye[7]),     MEMBER(tnFlowBrush, temperature),
    MEMBER(tnFlowBrush, holdRate),
};

const std::vector<Member<tnSolidDef>> kSolidFloats = {
    MEMBER(tnSolidDef, radius),      MEMBER(tnSolidDef, halfSize.x), MEMBER(tnSolidDef, halfSize.y),
    MEMBER(tnSolidDef, position.x),  MEMBER(tnSolidDef, position.y), MEMBER(tnSolidDef, angle),
    MEMBER(tnSolidDef, velocity.x),  MEMBER(tnSolidDef, velocity.y), MEMBER(tnSolidDef, spin),
    MEMBER(tnSolidDef, temperature),
};

const std::vector<Member<tnFlowDef>> kDefFloats = {
    MEMBER(tnFlowDef, cellSize),
    MEMBER(tnFlowDef, origin.x),
    MEMBER(tnFlowDef, origin.y),
    MEMBER(tnFlowDef, left.normalSpeed),
    MEMBER(tnFlowDef, right.dye[2]),
    MEMBER(tnFlowDef, bottom.temperature),
    MEMBER(tnFlowDef, top.tangentialSpeed),
    MEMBER(tnFlowDef, settings.viscosity),
};

#undef MEMBER

class FlowMisuse : public testing::Test
{
  protected:
    FlowMisuse() : flow_(makeDef())
    {
        test::fillBusyScene(flow_.handle());
        test::stepBusyScene(flow_.handle(), 0);
        log_.clear();
        hash_ = flow_.hash();
    }

    static tnFlowDef makeDef()
    {
        tnFlowDef def = test::busyDef(16, 12);
        def.solidCapacity = 5;
        def.emitterCapacity = 3;
        def.brushCapacity = 3;
        return def;
    }

    // The call fails as it should, says so, and nothing has changed.
    void expectRefused(tnResult result, tnResult expected, const std::string& what)
    {
        EXPECT_EQ(result, expected) << what;
        ASSERT_FALSE(log_.entries().empty()) << what;
        EXPECT_EQ(log_.entries().back().level, tn_logError) << what;
        EXPECT_EQ(flow_.hash(), hash_) << what;
        log_.clear();
    }

    tnFlow handle() const { return flow_.handle(); }

    test::LogCapture log_;
    TestFlow flow_;
    uint64_t hash_ = 0;
};

// ---- Numbers that are none

TEST_F(FlowMisuse, EveryFloatOfADefMustBeFinite)
{
    for (const Member<tnFlowDef>& member : kDefFloats)
    {
        for (const float bad : kNotFinite)
        {
            tnFlowDef def = makeDef();
            member.at(def) = bad;
            tnFlow made = {5, 5};
            expectRefused(tnCreateFlow(&def, &made), tn_errorNotFinite, member.name);
            EXPECT_TRUE(TN_IS_NULL(made)) << member.name;
        }
    }
}

TEST_F(FlowMisuse, EveryFloatOfTheSettingsMustBeFinite)
{
    for (const Member<tnFlowSettings>& member : kSettingsFloats)
    {
        for (const float bad : kNotFinite)
        {
            tnFlowSettings settings = flow_.settings();
            member.at(settings) = bad;
            expectRefused(tnFlow_SetSettings(handle(), &settings), tn_errorNotFinite, member.name);
        }
    }
}

TEST_F(FlowMisuse, EveryFloatOfAnEdgeMustBeFinite)
{
    for (const Member<tnFlowEdge>& member : kEdgeFloats)
    {
        for (const float bad : kNotFinite)
        {
            tnFlowEdge edge = test::edgeOf(tn_flowInflow);
            member.at(edge) = bad;
            expectRefused(tnFlow_SetEdge(handle(), tn_sideTop, &edge), tn_errorNotFinite,
                          member.name);
        }
    }
    std::vector<float> profile(12, 1.0f);
    for (const float bad : kNotFinite)
    {
        profile[7] = bad;
        expectRefused(
            tnFlow_SetEdgeProfile(handle(), tn_sideLeft, tn_edgeNormalSpeed, profile.data(), 12),
            tn_errorNotFinite, "profile");
    }
}

TEST_F(FlowMisuse, EveryFloatOfABrushMustBeFinite)
{
    for (const tnBrushMode mode : {tn_brushImpulse, tn_brushRate, tn_brushHold})
    {
        for (const Member<tnFlowBrush>& member : kBrushFloats)
        {
            for (const float bad : kNotFinite)
            {
                tnFlowBrush brush = tnDefaultFlowBrush();
                brush.mode = mode;
                member.at(brush) = bad;
                expectRefused(tnFlow_Brush(handle(), &brush), tn_errorNotFinite, member.name);
                tnEmitter emitter = {5, 5};
                expectRefused(tnFlow_AddEmitter(handle(), &brush, &emitter), tn_errorNotFinite,
                              member.name);
                EXPECT_TRUE(TN_IS_NULL(emitter));
            }
        }
    }
}

TEST_F(FlowMisuse, EveryFloatOfASolidMustBeFinite)
{
    for (const tnShapeType type : {tn_shapeCircle, tn_shapeBox, tn_shapeCapsule})
    {
        for (const Member<tnSolidDef>& member : kSolidFloats)
        {
            for (const float bad : kNotFinite)
            {
                tnSolidDef def = tnDefaultSolidDef();
                def.type = type;
                def.radius = 0.01f;
                member.at(def) = bad;
                tnSolid solid = {5, 5};
                expectRefused(tnFlow_AddSolid(handle(), &def, &solid), tn_errorNotFinite,
                              member.name);
                EXPECT_TRUE(TN_IS_NULL(solid));
            }
        }
    }
    for (const float bad : kNotFinite)
    {
        const tnVec2 vertices[3] = {{0.0f, 0.0f}, {1.0f, bad}, {0.0f, 1.0f}};
        tnSolidDef def = tnDefaultSolidDef();
        def.type = tn_shapePolygon;
        def.vertices = vertices;
        def.vertexCount = 3;
        tnSolid solid = {};
        expectRefused(tnFlow_AddSolid(handle(), &def, &solid), tn_errorNotFinite, "vertices");
    }
}

TEST_F(FlowMisuse, MotionsAndMasksAndFieldsMustBeFinite)
{
    tnSolid solid = {};
    const tnSolidDef def = tnDefaultSolidDef();
    ASSERT_EQ(tnFlow_AddSolid(handle(), &def, &solid), tn_success);
    hash_ = flow_.hash();
    for (const float bad : kNotFinite)
    {
        const tnVec2 good = {0.1f, 0.1f};
        for (const tnVec2 point : {tnVec2{bad, 0.0f}, tnVec2{0.0f, bad}})
        {
            expectRefused(tnFlow_SetSolidMotion(handle(), solid, point, 0.0f, good, 0.0f),
                          tn_errorNotFinite, "position");
            expectRefused(tnFlow_SetSolidMotion(handle(), solid, good, 0.0f, point, 0.0f),
                          tn_errorNotFinite, "velocity");
            expectRefused(tnFlow_PaintMask(handle(), point, good, 0.1f, true), tn_errorNotFinite,
                          "from");
            expectRefused(tnFlow_PaintMask(handle(), good, point, 0.1f, true), tn_errorNotFinite,
                          "to");
        }
        expectRefused(tnFlow_SetSolidMotion(handle(), solid, good, bad, good, 0.0f),
                      tn_errorNotFinite, "angle");
        expectRefused(tnFlow_SetSolidMotion(handle(), solid, good, 0.0f, good, bad),
                      tn_errorNotFinite, "spin");
        expectRefused(tnFlow_PaintMask(handle(), good, good, bad, true), tn_errorNotFinite,
                      "radius");
        for (const tnFlowField field : {tn_flowVelocityX, tn_flowTemperature, tn_flowDye0})
        {
            std::vector<float> values = flow_.copy(field).values;
            values.back() = bad;
            expectRefused(tnFlow_SetField(handle(), field, values.data(),
                                          static_cast<int64_t>(values.size())),
                          tn_errorNotFinite, "field");
        }
    }
}

TEST_F(FlowMisuse, StepsThatAreNoneAreNotTaken)
{
    for (const float dt : {0.0f, -0.0f, -1.0f, std::nanf(""), kInfinity, -kInfinity})
    {
        EXPECT_EQ(tnFlow_Step(handle(), dt), uint32_t{tn_stepBadInput}) << dt;
        EXPECT_EQ(log_.last(), tn_logFlowStep) << dt;
        EXPECT_EQ(flow_.hash(), hash_) << dt;
    }
}

// ---- Numbers out of range

TEST_F(FlowMisuse, SizesOutOfRangeAreRefused)
{
    const auto refused = [&](const std::function<void(tnFlowDef&)>& change, tnResult expected) {
        tnFlowDef def = makeDef();
        change(def);
        tnFlow made = {5, 5};
        expectRefused(tnCreateFlow(&def, &made), expected, "def");
        EXPECT_TRUE(TN_IS_NULL(made));
    };
    for (const int32_t size : {0, -1, INT32_MIN, 16385, INT32_MAX})
    {
        refused([size](tnFlowDef& def) { def.nx = size; }, tn_errorSize);
        refused([size](tnFlowDef& def) { def.ny = size; }, tn_errorSize);
    }
    for (const int32_t bad : {-1, 9, INT32_MAX})
    {
        refused([bad](tnFlowDef& def) { def.dyeChannels = bad; }, tn_errorInvalidArgument);
        refused([bad](tnFlowDef& def) { def.dyeScale = bad; }, tn_errorInvalidArgument);
    }
    refused([](tnFlowDef& def) { def.dyeScale = 0; }, tn_errorInvalidArgument);
    for (const int32_t bad : {-1, INT32_MAX})
    {
        refused([bad](tnFlowDef& def) { def.tracerCapacity = bad; }, tn_errorInvalidArgument);
        refused([bad](tnFlowDef& def) { def.solidCapacity = bad; }, tn_errorInvalidArgument);
        refused([bad](tnFlowDef& def) { def.emitterCapacity = bad; }, tn_errorInvalidArgument);
        refused([bad](tnFlowDef& def) { def.brushCapacity = bad; }, tn_errorInvalidArgument);
        refused([bad](tnFlowDef& def) { def.threads = bad; }, tn_errorInvalidArgument);
    }
    refused([](tnFlowDef& def) { def.cellSize = 0.0f; }, tn_errorInvalidArgument);
    refused([](tnFlowDef& def) { def.cellSize = -1.0f; }, tn_errorInvalidArgument);
    refused([](tnFlowDef& def) { def.left = test::edgeOf(tn_flowPeriodic); },
            tn_errorInvalidArgument);
    refused([](tnFlowDef& def) { def.left.type = static_cast<tnFlowEdgeType>(17); },
            tn_errorInvalidArgument);
    refused([](tnFlowDef& def) { def.backend = static_cast<tnBackend>(5); },
            tn_errorInvalidArgument);
    refused([](tnFlowDef& def) { def.tasks.workerCount = 3; }, tn_errorInvalidArgument);
}

TEST_F(FlowMisuse, SettingsOutOfRangeAreRefused)
{
    const auto refused = [&](const std::function<void(tnFlowSettings&)>& change) {
        tnFlowSettings settings = flow_.settings();
        change(settings);
        expectRefused(tnFlow_SetSettings(handle(), &settings), tn_errorInvalidArgument, "settings");
    };
    refused([](tnFlowSettings& s) { s.density = 0.0f; });
    refused([](tnFlowSettings& s) { s.density = -1.0f; });
    refused([](tnFlowSettings& s) { s.viscosity = -1e-9f; });
    refused([](tnFlowSettings& s) { s.thermalDiffusivity = -1.0f; });
    refused([](tnFlowSettings& s) { s.cooling = -1.0f; });
    refused([](tnFlowSettings& s) { s.dyeDiffusivity[7] = -1.0f; });
    refused([](tnFlowSettings& s) { s.dyeDissipation[0] = -1.0f; });
    refused([](tnFlowSettings& s) { s.velocityDissipation = -1.0f; });
    refused([](tnFlowSettings& s) { s.confinement = -1.0f; });
    refused([](tnFlowSettings& s) { s.velocityAdvection = tn_advectionConserving; });
    refused([](tnFlowSettings& s) { s.dyeAdvection = static_cast<tnAdvection>(3); });
    refused([](tnFlowSettings& s) { s.temperatureAdvection = static_cast<tnAdvection>(-1); });
    refused([](tnFlowSettings& s) { s.tolerance = 0.0f; });
    refused([](tnFlowSettings& s) { s.tolerance = 2.0f; });
    refused([](tnFlowSettings& s) { s.maxIterations = 0; });
    refused([](tnFlowSettings& s) { s.texturePeriod = 0.0f; });
}

TEST_F(FlowMisuse, BrushesAndSolidsOutOfRangeAreRefused)
{
    const auto brush = [&](const std::function<void(tnFlowBrush&)>& change) {
        tnFlowBrush bad = tnDefaultFlowBrush();
        bad.mode = tn_brushHold;
        change(bad);
        expectRefused(tnFlow_Brush(handle(), &bad), tn_errorInvalidArgument, "brush");
    };
    brush([](tnFlowBrush& b) { b.radius = 0.0f; });
    brush([](tnFlowBrush& b) { b.radius = -1.0f; });
    brush([](tnFlowBrush& b) { b.holdRate = 0.0f; });
    brush([](tnFlowBrush& b) { b.mode = static_cast<tnBrushMode>(3); });
    tnFlowBrush impulse = tnDefaultFlowBrush();
    tnEmitter emitter = {};
    expectRefused(tnFlow_AddEmitter(handle(), &impulse, &emitter), tn_errorInvalidArgument,
                  "an emitter of impulses");

    const auto solid = [&](const std::function<void(tnSolidDef&)>& change) {
        tnSolidDef bad = tnDefaultSolidDef();
        change(bad);
        tnSolid made = {};
        expectRefused(tnFlow_AddSolid(handle(), &bad, &made), tn_errorInvalidArgument, "solid");
    };
    solid([](tnSolidDef& s) { s.radius = 0.0f; });
    solid([](tnSolidDef& s) { s.radius = -0.1f; });
    solid([](tnSolidDef& s) { s.type = static_cast<tnShapeType>(4); });
    solid([](tnSolidDef& s) {
        s.type = tn_shapeBox;
        s.halfSize.x = 0.0f;
    });
    solid([](tnSolidDef& s) {
        s.type = tn_shapeBox;
        s.halfSize = {0.1f, 0.1f};
        s.radius = 0.2f;
    });
    solid([](tnSolidDef& s) {
        s.type = tn_shapePolygon;
        s.vertexCount = 2;
    });
    solid([](tnSolidDef& s) {
        s.type = tn_shapePolygon;
        s.vertexCount = 65;
    });
    const tnVec2 crossed[4] = {{0.0f, 0.0f}, {1.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    solid([&crossed](tnSolidDef& s) {
        s.type = tn_shapePolygon;
        s.vertices = crossed;
        s.vertexCount = 4;
    });
    expectRefused(tnFlow_PaintMask(handle(), {0, 0}, {0, 0}, -1.0f, true), tn_errorInvalidArgument,
                  "paint");
}

TEST_F(FlowMisuse, FieldsOfOtherSizesOrThatAreNotThereAreRefused)
{
    tnFieldView view = {};
    expectRefused(tnFlow_GetView(handle(), TestFlow::dyeField(2), &view), tn_errorInvalidArgument,
                  "a dye that is not there");
    for (const int32_t field : {-1, 14, 15, 99, INT32_MAX, INT32_MIN})
    {
        expectRefused(tnFlow_GetView(handle(), static_cast<tnFlowField>(field), &view),
                      tn_errorInvalidArgument, "no field");
    }
    const std::vector<float> values(16 * 12, 0.0f);
    expectRefused(tnFlow_SetField(handle(), tn_flowTemperature, values.data(), 16 * 12 - 1),
                  tn_errorSize, "count");
    expectRefused(tnFlow_SetField(handle(), tn_flowTemperature, values.data(), -1), tn_errorSize,
                  "count");
    expectRefused(tnFlow_SetField(handle(), tn_flowPressure, values.data(), 16 * 12),
                  tn_errorInvalidArgument, "pressure cannot be set");
    const std::vector<uint8_t> mask(16 * 12);
    expectRefused(tnFlow_SetMask(handle(), mask.data(), 16 * 12 + 1), tn_errorSize, "mask");
    expectRefused(tnFlow_SetEdgeProfile(handle(), tn_sideLeft, tn_edgeDye0, values.data(), 16),
                  tn_errorSize, "a left edge has 12 cells");
    expectRefused(tnFlow_SetEdgeProfile(handle(), tn_sideLeft, static_cast<tnEdgeQuantity>(11),
                                        values.data(), 12),
                  tn_errorInvalidArgument, "quantity");
    const tnFlowEdge edge = tnDefaultFlowEdge();
    expectRefused(tnFlow_SetEdge(handle(), static_cast<tnSide>(4), &edge), tn_errorInvalidArgument,
                  "side");
    expectRefused(tnFlow_Resize(handle(), 32, 12, 2), tn_errorInvalidArgument, "proportions");
    expectRefused(tnFlow_Resize(handle(), 0, 12, 2), tn_errorSize, "size");
    expectRefused(tnFlow_Resize(handle(), 16, 12, 9), tn_errorInvalidArgument, "dyeScale");
    expectRefused(tnFlow_Sample(handle(), nullptr, -1, nullptr), tn_errorInvalidArgument, "count");
    expectRefused(tnFlow_AddTracers(handle(), nullptr, -1), tn_errorInvalidArgument, "count");
}

// ---- Null pointers and stale handles

TEST_F(FlowMisuse, NullPointersAreRefused)
{
    tnFlow made = {};
    tnEmitter emitter = {};
    tnSolid solid = {};
    const tnFlowDef def = makeDef();
    const tnFlowBrush brush = tnDefaultFlowBrush();
    const tnSolidDef solidDef = tnDefaultSolidDef();
    tnSolidDef polygon = solidDef;
    polygon.type = tn_shapePolygon;
    polygon.vertexCount = 3;
    float weight = 0.0f;
    size_t written = 0;
    int32_t count = 0;
    const tnVec2 point = {0.5f, 0.5f};
    char byte = 0;
    const tnResult results[] = {
        tnCreateFlow(nullptr, &made),
        tnCreateFlow(&def, nullptr),
        tnFlow_GetDef(handle(), nullptr),
        tnFlow_SetSettings(handle(), nullptr),
        tnFlow_GetSettings(handle(), nullptr),
        tnFlow_SetEdge(handle(), tn_sideLeft, nullptr),
        tnFlow_GetEdge(handle(), tn_sideLeft, nullptr),
        tnFlow_Brush(handle(), nullptr),
        tnFlow_AddEmitter(handle(), nullptr, &emitter),
        tnFlow_AddEmitter(handle(), &brush, nullptr),
        tnFlow_AddSolid(handle(), nullptr, &solid),
        tnFlow_AddSolid(handle(), &solidDef, nullptr),
        tnFlow_AddSolid(handle(), &polygon, &solid),
        tnFlow_GetMaskForce(handle(), nullptr),
        tnFlow_GetView(handle(), tn_flowDye0, nullptr),
        tnFlow_SetField(handle(), tn_flowDye0, nullptr, 4),
        tnFlow_GetTextureWeights(handle(), &weight, nullptr),
        tnFlow_GetTextureWeights(handle(), nullptr, &weight),
        tnFlow_Sample(handle(), &point, 1, nullptr),
        tnFlow_Sample(handle(), nullptr, 1, nullptr),
        tnFlow_AddTracers(handle(), nullptr, 1),
        tnFlow_GetTracers(handle(), nullptr, &count),
        tnFlow_GetStats(handle(), nullptr),
        tnFlow_GetTotals(handle(), nullptr),
        tnFlow_Save(handle(), nullptr, 10, &written),
        tnFlow_Save(handle(), &byte, 1, nullptr),
        tnFlow_Restore(handle(), nullptr, 10),
    };
    for (size_t k = 0; k < std::size(results); ++k)
    {
        EXPECT_EQ(results[k], tn_errorNullPointer) << "call " << k;
    }
    EXPECT_EQ(log_.entries().size(), std::size(results));
    EXPECT_EQ(flow_.hash(), hash_);
}

TEST_F(FlowMisuse, StaleFlowsAreRefusedEverywhere)
{
    tnFlowDef def = test::flowDef(4, 4);
    tnFlow stale = {};
    ASSERT_EQ(tnCreateFlow(&def, &stale), tn_success);
    ASSERT_EQ(tnDestroyFlow(stale), tn_success);
    for (const tnFlow bad : {stale, tnFlow{}, tnFlow{UINT32_MAX, 1}, tnFlow{1, UINT32_MAX}})
    {
        log_.clear();
        tnFlowSettings settings = tnDefaultFlowSettings();
        tnFlowEdge edge = tnDefaultFlowEdge();
        const tnFlowBrush brush = tnDefaultFlowBrush();
        const tnSolidDef solidDef = tnDefaultSolidDef();
        tnEmitter emitter = {};
        tnSolid solid = {};
        tnSolidDef solidOut = {};
        tnSolidForce force = {};
        tnFieldView view = {};
        tnFlowSample sample = {};
        tnFlowStats stats = {};
        tnFlowTotals totals = {};
        const tnVec2 point = {};
        const tnVec2* points = nullptr;
        int32_t count = 0;
        float value = 0.0f;
        size_t written = 0;
        char bytes[64] = {};
        const tnResult results[] = {
            tnDestroyFlow(bad),
            tnFlow_GetDef(bad, &def),
            tnFlow_Resize(bad, 8, 8, 1),
            tnFlow_SetSettings(bad, &settings),
            tnFlow_GetSettings(bad, &settings),
            tnFlow_SetEdge(bad, tn_sideLeft, &edge),
            tnFlow_GetEdge(bad, tn_sideLeft, &edge),
            tnFlow_SetEdgeProfile(bad, tn_sideLeft, tn_edgeDye0, &value, 1),
            tnFlow_Brush(bad, &brush),
            tnFlow_AddEmitter(bad, &brush, &emitter),
            tnFlow_SetEmitter(bad, emitter, &brush),
            tnFlow_RemoveEmitter(bad, emitter),
            tnFlow_AddSolid(bad, &solidDef, &solid),
            tnFlow_RemoveSolid(bad, solid),
            tnFlow_SetSolidMotion(bad, solid, point, 0.0f, point, 0.0f),
            tnFlow_GetSolid(bad, solid, &solidOut),
            tnFlow_GetSolidForce(bad, solid, &force),
            tnFlow_SetMask(bad, nullptr, 0),
            tnFlow_PaintMask(bad, point, point, 1.0f, true),
            tnFlow_GetMaskForce(bad, &force),
            tnFlow_GetView(bad, tn_flowDye0, &view),
            tnFlow_SetField(bad, tn_flowDye0, &value, 1),
            tnFlow_GetTextureWeights(bad, &value, &value),
            tnFlow_Sample(bad, &point, 1, &sample),
            tnFlow_AddTracers(bad, &point, 1),
            tnFlow_ClearTracers(bad),
            tnFlow_GetTracers(bad, &points, &count),
            tnFlow_GetStats(bad, &stats),
            tnFlow_GetTotals(bad, &totals),
            tnFlow_Save(bad, bytes, sizeof bytes, &written),
            tnFlow_Restore(bad, bytes, sizeof bytes),
        };
        for (size_t k = 0; k < std::size(results); ++k)
        {
            EXPECT_EQ(results[k], tn_errorInvalidHandle) << "call " << k;
        }
        EXPECT_FALSE(tnFlow_IsValid(bad));
        EXPECT_EQ(tnFlow_Step(bad, 0.1f), uint32_t{tn_stepBadInput});
        EXPECT_EQ(tnFlow_Hash(bad), 0u);
        EXPECT_EQ(tnFlow_GetSaveSize(bad), 0u);
        EXPECT_EQ(log_.entries().size(), std::size(results) + 3);
        for (const test::LogEntry& entry : log_.entries())
        {
            EXPECT_EQ(entry.id, tn_logInvalidHandle);
        }
    }
}

TEST_F(FlowMisuse, StaleSolidsAndEmittersAreRefused)
{
    tnSolid solid = {};
    const tnSolidDef def = tnDefaultSolidDef();
    ASSERT_EQ(tnFlow_AddSolid(handle(), &def, &solid), tn_success);
    ASSERT_EQ(tnFlow_RemoveSolid(handle(), solid), tn_success);
    tnSolid another = {}; // takes the same place
    ASSERT_EQ(tnFlow_AddSolid(handle(), &def, &another), tn_success);
    EXPECT_EQ(another.index, solid.index);
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.mode = tn_brushRate;
    tnEmitter emitter = {};
    ASSERT_EQ(tnFlow_AddEmitter(handle(), &brush, &emitter), tn_success);
    ASSERT_EQ(tnFlow_RemoveEmitter(handle(), emitter), tn_success);
    hash_ = flow_.hash();
    for (const tnSolid bad : {solid, tnSolid{}, tnSolid{UINT32_MAX, 1}})
    {
        tnSolidDef out = {};
        tnSolidForce force = {};
        expectRefused(tnFlow_RemoveSolid(handle(), bad), tn_errorInvalidHandle, "remove");
        expectRefused(tnFlow_GetSolid(handle(), bad, &out), tn_errorInvalidHandle, "get");
        expectRefused(tnFlow_GetSolidForce(handle(), bad, &force), tn_errorInvalidHandle, "force");
        expectRefused(tnFlow_SetSolidMotion(handle(), bad, {}, 0.0f, {}, 0.0f),
                      tn_errorInvalidHandle, "move");
    }
    for (const tnEmitter bad : {emitter, tnEmitter{}, tnEmitter{UINT32_MAX, 1}})
    {
        expectRefused(tnFlow_RemoveEmitter(handle(), bad), tn_errorInvalidHandle, "remove");
        expectRefused(tnFlow_SetEmitter(handle(), bad, &brush), tn_errorInvalidHandle, "set");
    }
}

// ---- Capacities

TEST_F(FlowMisuse, MoreThanThereIsRoomForIsRefused)
{
    tnSolid solid = {};
    const tnSolidDef def = tnDefaultSolidDef();
    ASSERT_EQ(tnFlow_AddSolid(handle(), &def, &solid), tn_success); // the fifth
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.mode = tn_brushRate;
    tnEmitter emitter = {};
    ASSERT_EQ(tnFlow_AddEmitter(handle(), &brush, &emitter), tn_success); // the third
    for (int32_t k = 0; k < 3; ++k)
    {
        ASSERT_EQ(tnFlow_Brush(handle(), &brush), tn_success);
    }
    hash_ = flow_.hash();
    expectRefused(tnFlow_AddSolid(handle(), &def, &solid), tn_errorCapacity, "solids");
    EXPECT_TRUE(TN_IS_NULL(solid));
    expectRefused(tnFlow_AddEmitter(handle(), &brush, &emitter), tn_errorCapacity, "emitters");
    EXPECT_EQ(tnFlow_Brush(handle(), &brush), tn_errorCapacity);
    EXPECT_EQ(log_.last(), tn_logCapacity);
    EXPECT_NE(tnFlow_Step(handle(), 0.01f) & tn_stepCapacity, 0u) << "the next step tells";
    EXPECT_EQ(tnFlow_Step(handle(), 0.01f) & tn_stepCapacity, 0u) << "and no other";
}

TEST_F(FlowMisuse, TracersBeyondTheCapacityAreLeftOut)
{
    const size_t before = flow_.tracers().size();
    std::vector<tnVec2> points;
    for (int32_t k = 0; k < 500; ++k)
    {
        points.push_back({-0.2f + 1e-5f * static_cast<float>(k), 0.2f});
    }
    EXPECT_EQ(tnFlow_AddTracers(handle(), points.data(), 500), tn_errorCapacity);
    EXPECT_EQ(log_.last(), tn_logCapacity);
    const std::vector<tnVec2> all = flow_.tracers();
    EXPECT_EQ(all.size(), 400u);
    EXPECT_EQ(all[before].x, points[0].x) << "the first ones fit";
    EXPECT_NE(tnFlow_Step(handle(), 0.01f) & tn_stepCapacity, 0u);
}

TEST(FlowNames, OfStagesAreWords)
{
    for (int32_t stage = 0; stage < tn_stageCount; ++stage)
    {
        EXPECT_STRNE(tnFlowStage_ToString(static_cast<tnFlowStage>(stage)), "unknown");
    }
    EXPECT_STREQ(tnFlowStage_ToString(static_cast<tnFlowStage>(99)), "unknown");
    EXPECT_STREQ(tnFlowStage_ToString(tn_stageProjection), "projection");
}

} // namespace
} // namespace tarn
