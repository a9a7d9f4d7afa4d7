// The C++ wrapper: objects end once, arrays are checked, and what it calls is the C API: the same
// bits come out. It sees the public headers only, as a user does.
#include "tarn/tarn.hpp"

#include "support/log_capture.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <type_traits>

namespace tarn
{
namespace
{

static_assert(!std::is_copy_constructible_v<Flow> && !std::is_copy_assignable_v<Flow>);
static_assert(std::is_nothrow_move_constructible_v<Flow> &&
              std::is_nothrow_move_assignable_v<Flow>);
static_assert(!std::is_copy_constructible_v<Water> && std::is_nothrow_move_constructible_v<Water>);
static_assert(sizeof(Flow) == sizeof(tnFlow) && sizeof(Water) == sizeof(tnWater) &&
              sizeof(ThreadPool) == sizeof(tnThreadPool));

constexpr float kStep = 1.0f / 60.0f;

tnFlowDef smallFlow()
{
    tnFlowDef def = tnDefaultFlowDef();
    def.nx = 24;
    def.ny = 16;
    def.cellSize = 1.0f / 16.0f;
    def.dyeChannels = 2;
    def.dyeScale = 2;
    def.tracerCapacity = 8;
    def.threads = 1;
    return def;
}

tnWaterDef smallWater()
{
    tnWaterDef def = tnDefaultWaterDef();
    def.nx = 24;
    def.ny = 16;
    def.dyeChannels = 2;
    def.threads = 1;
    return def;
}

tnWaterBrush splash()
{
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {1.0f, 0.8f};
    brush.splash = 0.1f;
    brush.dye[1] = 1.0f;
    return brush;
}

tnSolverDef smallSolver()
{
    tnSolverDef def = tnDefaultSolverDef();
    def.nx = 12;
    def.ny = 8;
    def.threads = 1;
    return def;
}

tnFlowBrush stroke()
{
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = {0.4f, 0.5f};
    brush.to = {0.9f, 0.6f};
    brush.radius = 0.1f;
    brush.velocity = {1.0f, 0.5f};
    brush.dye[0] = 1.0f;
    brush.dye[1] = 0.5f;
    return brush;
}

tnFlowBrush spring()
{
    tnFlowBrush brush = stroke();
    brush.mode = tn_brushRate;
    return brush;
}

// ---- Lifetime

TEST(CppWrapper, AnObjectEndsOnceWithItsLastOwner)
{
    const int64_t before = tnGetAllocatedBytes();
    tnFlow handle = {};
    {
        Flow flow = Flow::create(smallFlow()).orThrow();
        handle = flow.handle();
        Flow moved = std::move(flow);
        EXPECT_FALSE(flow) << "moved from"; // NOLINT(bugprone-use-after-move): what is tested
        EXPECT_TRUE(moved);
        EXPECT_TRUE(TN_HANDLE_EQUALS(moved.handle(), handle));
        flow = std::move(moved);
        EXPECT_TRUE(tnFlow_IsValid(handle));
    }
    EXPECT_FALSE(tnFlow_IsValid(handle));
    EXPECT_EQ(tnGetAllocatedBytes(), before);
}

TEST(CppWrapper, AssigningEndsWhatWasOwnedBefore)
{
    Flow flow = Flow::create(smallFlow()).orThrow();
    const tnFlow first = flow.handle();
    flow = Flow::create(smallFlow()).orThrow();
    EXPECT_FALSE(tnFlow_IsValid(first));
    EXPECT_TRUE(tnFlow_IsValid(flow.handle()));
    Flow& self = flow;
    flow = std::move(self);
    EXPECT_TRUE(tnFlow_IsValid(flow.handle())) << "moved to itself";
}

TEST(CppWrapper, AReleasedHandleIsTheCallersToDestroy)
{
    tnFlow handle = {};
    {
        Flow flow = Flow::create(smallFlow()).orThrow();
        handle = flow.release();
        EXPECT_FALSE(flow);
    }
    EXPECT_TRUE(tnFlow_IsValid(handle));
    const Flow adopted(handle);
    EXPECT_EQ(adopted.def().nx, 24);
}

TEST(CppWrapper, ANullObjectIsRefusedAndGivesZeros)
{
    const test::LogCapture log;
    Flow flow;
    EXPECT_EQ(flow.step(kStep), uint32_t{tn_stepBadInput});
    EXPECT_EQ(flow.brush(stroke()), tn_errorInvalidHandle);
    EXPECT_TRUE(flow.view(tn_flowPressure).empty());
    EXPECT_TRUE(flow.tracers().empty());
    EXPECT_EQ(flow.stats().steps, 0);
    EXPECT_EQ(flow.hash(), 0u);
    EXPECT_EQ(flow.save().code(), tn_errorInvalidHandle);
    EXPECT_EQ(flow.addEmitter(spring()).code(), tn_errorInvalidHandle);
    Water water;
    EXPECT_EQ(water.step(kStep), uint32_t{tn_stepBadInput});
    EXPECT_TRUE(water.view(tn_waterDepth).empty());
    EXPECT_TRUE(water.particles().empty());
    EXPECT_EQ(water.totals().volume, 0.0);
    EXPECT_EQ(water.addBody(tnDefaultBodyDef()).code(), tn_errorInvalidHandle);
    EXPECT_EQ(water.save().code(), tn_errorInvalidHandle);
    EXPECT_EQ(ThreadPool().threadCount(), 0);
    EXPECT_EQ(Solver().info().levels, 0);
    EXPECT_TRUE(log.has(tn_logInvalidHandle));
}

// ---- Results

TEST(CppWrapper, AFailureHasACodeATextAndAnExceptionForThoseWhoAsk)
{
    const test::LogCapture log;
    tnFlowDef def = smallFlow();
    def.nx = 0;
    Result<Flow> made = Flow::create(def);
    EXPECT_FALSE(made);
    EXPECT_EQ(made.code(), tn_errorSize);
    EXPECT_STREQ(made.message(), tnResult_ToString(tn_errorSize));
    EXPECT_FALSE(*made) << "a null flow";
    try
    {
        const Flow flow = std::move(made).orThrow();
        FAIL() << "nothing was thrown";
    }
    catch (const Error& error)
    {
        EXPECT_EQ(error.code(), tn_errorSize);
        EXPECT_STREQ(error.what(), tnResult_ToString(tn_errorSize));
    }
    EXPECT_THROW(orThrow(tn_errorCapacity), Error);
    EXPECT_NO_THROW(orThrow(tn_success));
}

// ---- Flow

TEST(CppWrapper, GivesTheBitsOfTheCApi)
{
    const tnFlowDef def = smallFlow();
    tnFlow plain = {};
    ASSERT_EQ(tnCreateFlow(&def, &plain), tn_success);
    Flow flow = Flow::create(def).orThrow();

    const tnFlowBrush once = stroke();
    const tnFlowBrush always = spring();
    tnSolidDef disc = tnDefaultSolidDef();
    disc.position = {1.0f, 0.4f};
    tnEmitter emitter = {};
    tnSolid solid = {};
    ASSERT_EQ(tnFlow_Brush(plain, &once), tn_success);
    ASSERT_EQ(tnFlow_AddEmitter(plain, &always, &emitter), tn_success);
    ASSERT_EQ(tnFlow_AddSolid(plain, &disc, &solid), tn_success);
    ASSERT_EQ(flow.brush(once), tn_success);
    ASSERT_TRUE(flow.addEmitter(always));
    const Result<tnSolid> added = flow.addSolid(disc);
    ASSERT_TRUE(added);
    for (int step = 0; step < 3; ++step)
    {
        EXPECT_EQ(flow.step(kStep), tnFlow_Step(plain, kStep));
    }
    EXPECT_EQ(flow.hash(), tnFlow_Hash(plain));
    EXPECT_EQ(flow.stats().steps, 3);
    EXPECT_GT(flow.totals().dye[0], 0.0);

    tnSolidForce force = {};
    ASSERT_EQ(tnFlow_GetSolidForce(plain, solid, &force), tn_success);
    EXPECT_EQ(flow.solidForce(*added).pressure.x, force.pressure.x);
    EXPECT_EQ(flow.solid(*added).position.x, 1.0f);
    EXPECT_EQ(tnDestroyFlow(plain), tn_success);
}

TEST(CppWrapper, AViewReadsColumnsAndRows)
{
    Flow flow = Flow::create(smallFlow()).orThrow();
    ASSERT_EQ(flow.brush(stroke()), tn_success);
    flow.step(kStep);
    tnFieldView plain = {};
    ASSERT_EQ(tnFlow_GetView(flow.handle(), tn_flowDye0, &plain), tn_success);

    const FieldView view = flow.view(tn_flowDye0);
    ASSERT_EQ(view.columns(), 48);
    ASSERT_EQ(view.rows(), 32);
    EXPECT_FALSE(view.empty());
    for (int32_t j = 0; j < view.rows(); ++j)
    {
        const std::span<const float> row = view.row(j);
        ASSERT_EQ(row.size(), 48u);
        for (int32_t i = 0; i < view.columns(); ++i)
        {
            EXPECT_EQ(view(i, j), plain.data[j * plain.stride + i]);
            EXPECT_EQ(view(i, j), row[static_cast<size_t>(i)]);
        }
    }
    EXPECT_EQ(view.position(0, 0).x, plain.origin.x);
    EXPECT_FLOAT_EQ(view.position(3, 5).y - plain.origin.y, 5.0f * plain.spacing);
    EXPECT_EQ(view.c().data, plain.data);
}

TEST(CppWrapper, ArraysGoInAndOutAsSpans)
{
    Flow flow = Flow::create(smallFlow()).orThrow();
    const std::vector<float> dye(48 * 32, 0.25f);
    ASSERT_EQ(flow.setField(dyeField(1), dye), tn_success);
    std::vector<uint8_t> mask(24 * 16, 0);
    mask[0] = 255;
    ASSERT_EQ(flow.setMask(mask), tn_success);
    ASSERT_EQ(flow.paintMask({1.2f, 0.2f}, {1.3f, 0.2f}, 0.1f, true), tn_success);
    const std::array<tnVec2, 2> points = {tnVec2{0.5f, 0.5f}, tnVec2{0.8f, 0.7f}};
    ASSERT_EQ(flow.addTracers(points), tn_success);
    flow.step(kStep);

    EXPECT_EQ(flow.view(tn_flowSolidCells)(0, 0), 1.0f);
    ASSERT_EQ(flow.tracers().size(), 2u);
    EXPECT_FLOAT_EQ(flow.tracers()[1].x, 0.8f) << "the fluid is at rest";
    std::array<tnFlowSample, 2> samples = {};
    ASSERT_EQ(flow.sample(points, samples), tn_success);
    EXPECT_FLOAT_EQ(samples[0].dye[1], 0.25f);
    EXPECT_EQ(flow.sample(points[1]).dye[1], samples[1].dye[1]);
    EXPECT_EQ(flow.maskForce().pressure.x, 0.0f);

    ASSERT_EQ(flow.setMask({}), tn_success);
    ASSERT_EQ(flow.clearTracers(), tn_success);
    flow.step(kStep);
    EXPECT_EQ(flow.view(tn_flowSolidCells)(0, 0), 0.0f);
    EXPECT_TRUE(flow.tracers().empty());
}

TEST(CppWrapper, ArraysOfAWrongLengthAreRefused)
{
    const test::LogCapture log;
    Flow flow = Flow::create(smallFlow()).orThrow();
    const std::vector<float> tooFew(7);
    EXPECT_NE(flow.setField(tn_flowDye0, tooFew), tn_success);
    EXPECT_NE(flow.setEdgeProfile(tn_sideLeft, tn_edgeNormalSpeed, tooFew), tn_success);
    const std::vector<uint8_t> mask(7);
    EXPECT_NE(flow.setMask(mask), tn_success);
    const std::array<tnVec2, 2> points = {};
    std::array<tnFlowSample, 1> samples = {};
    EXPECT_EQ(flow.sample(points, samples), tn_errorSize);
}

TEST(CppWrapper, SettingsEdgesAndSizeComeBackAsTheyWereSet)
{
    Flow flow = Flow::create(smallFlow()).orThrow();
    tnFlowSettings settings = flow.settings();
    EXPECT_EQ(settings.tolerance, tnDefaultFlowSettings().tolerance);
    settings.confinement = 7.0f;
    ASSERT_EQ(flow.setSettings(settings), tn_success);
    EXPECT_EQ(flow.settings().confinement, 7.0f);

    tnFlowEdge wind = tnDefaultFlowEdge();
    wind.type = tn_flowInflow;
    wind.normalSpeed = 1.0f;
    tnFlowEdge open = tnDefaultFlowEdge();
    open.type = tn_flowOutflow;
    ASSERT_EQ(flow.setEdge(tn_sideLeft, wind), tn_success);
    ASSERT_EQ(flow.setEdge(tn_sideRight, open), tn_success);
    EXPECT_EQ(flow.edge(tn_sideLeft).type, tn_flowInflow);
    const std::vector<float> profile(16, 2.0f);
    ASSERT_EQ(flow.setEdgeProfile(tn_sideLeft, tn_edgeNormalSpeed, profile), tn_success);
    flow.step(kStep);
    EXPECT_FLOAT_EQ(flow.view(tn_flowVelocityX)(0, 3), 2.0f);
    ASSERT_EQ(flow.setEdgeProfile(tn_sideLeft, tn_edgeNormalSpeed, {}), tn_success);
    flow.step(kStep);
    EXPECT_FLOAT_EQ(flow.view(tn_flowVelocityX)(0, 3), 1.0f);

    ASSERT_EQ(flow.resize(48, 32, 1), tn_success);
    EXPECT_EQ(flow.def().nx, 48);
    EXPECT_EQ(flow.view(tn_flowDye0).columns(), 48);
}

TEST(CppWrapper, SolidsAndEmittersCanBeChangedAndRemoved)
{
    const test::LogCapture log;
    Flow flow = Flow::create(smallFlow()).orThrow();
    const std::array<tnVec2, 3> corners = {tnVec2{-0.2f, -0.2f}, tnVec2{0.2f, -0.2f},
                                           tnVec2{0.0f, 0.2f}};
    tnSolidDef def = tnDefaultSolidDef();
    def.position = {0.5f, 0.5f};
    const tnSolid triangle = flow.addPolygon(def, corners).orThrow();
    EXPECT_EQ(flow.solid(triangle).type, tn_shapePolygon);
    EXPECT_EQ(flow.solid(triangle).vertexCount, 3);
    ASSERT_EQ(flow.setSolidMotion(triangle, {0.6f, 0.5f}, 0.1f, {}, 0.0f), tn_success);
    EXPECT_EQ(flow.solid(triangle).position.x, 0.6f);
    ASSERT_EQ(flow.removeSolid(triangle), tn_success);
    EXPECT_EQ(flow.removeSolid(triangle), tn_errorInvalidHandle);
    EXPECT_NE(flow.addPolygon(def, {}).code(), tn_success);

    const tnEmitter emitter = flow.addEmitter(spring()).orThrow();
    EXPECT_EQ(flow.setEmitter(emitter, spring()), tn_success);
    EXPECT_EQ(flow.removeEmitter(emitter), tn_success);
    EXPECT_EQ(flow.removeEmitter(emitter), tn_errorInvalidHandle);
}

TEST(CppWrapper, TheWeightsOfTheTextureSumToOne)
{
    tnFlowDef def = smallFlow();
    def.texture = true;
    Flow flow = Flow::create(def).orThrow();
    flow.step(kStep);
    const TextureWeights weights = flow.textureWeights();
    EXPECT_FLOAT_EQ(weights.first + weights.second, 1.0f);
}

TEST(CppWrapper, SavedBytesBringTheFlowBack)
{
    Flow flow = Flow::create(smallFlow()).orThrow();
    ASSERT_EQ(flow.brush(stroke()), tn_success);
    flow.step(kStep);
    const std::vector<std::byte> bytes = flow.save().orThrow();
    EXPECT_LE(bytes.size(), tnFlow_GetSaveSize(flow.handle()));

    Flow other = Flow::create(smallFlow()).orThrow();
    ASSERT_NE(other.hash(), flow.hash());
    ASSERT_EQ(other.restore(bytes), tn_success);
    EXPECT_EQ(other.hash(), flow.hash());
    const test::LogCapture log;
    EXPECT_EQ(other.restore(std::span(bytes).first(3)), tn_errorInvalidArgument);
}

// ---- Water

TEST(CppWrapper, WaterHasTheBitsOfTheCApi)
{
    const tnWaterDef def = smallWater();
    tnWater plain = {};
    ASSERT_EQ(tnCreateWater(&def, &plain), tn_success);
    Water water = Water::create(def).orThrow();
    const tnWaterBrush once = splash();
    tnBodyDef crate = tnDefaultBodyDef();
    crate.shape = tn_bodyBox;
    crate.position = {1.2f, 0.8f, 1.0f};
    tnSpringDef well = tnDefaultSpringDef();
    well.discharge = 0.01f;
    tnBody body = {};
    tnSpring spring = {};
    ASSERT_EQ(tnWater_Brush(plain, &once), tn_success);
    ASSERT_EQ(tnWater_AddBody(plain, &crate, &body), tn_success);
    ASSERT_EQ(tnWater_AddSpring(plain, &well, &spring), tn_success);
    ASSERT_EQ(water.brush(once), tn_success);
    const Result<tnBody> added = water.addBody(crate);
    ASSERT_TRUE(added);
    ASSERT_TRUE(water.addSpring(well));
    for (int step = 0; step < 5; ++step)
    {
        EXPECT_EQ(water.step(kStep), tnWater_Step(plain, kStep));
    }
    EXPECT_EQ(water.hash(), tnWater_Hash(plain));
    EXPECT_EQ(water.stats().steps, 5);
    EXPECT_GT(water.totals().dye[1], 0.0);
    tnBodyForce force = {};
    ASSERT_EQ(tnWater_GetBodyForces(plain, &body, 1, &force), tn_success);
    EXPECT_EQ(water.bodyForce(*added).force.z, force.force.z);
    EXPECT_GT(force.force.z, 0.0f);
    EXPECT_EQ(tnDestroyWater(plain), tn_success);
}

TEST(CppWrapper, WaterGoesOnByAFlow)
{
    const tnWaterDef def = smallWater();
    tnFlowDef under = tnDefaultFlowDef();
    under.nx = def.nx;
    under.ny = def.ny;
    under.cellSize = def.cellSize;
    Water water = Water::create(def).orThrow();
    Flow flow = Flow::create(under).orThrow();
    tnWaterBrush push = splash();
    push.velocity = {1.0f, 0.0f};
    ASSERT_EQ(water.brush(push), tn_success);
    const uint64_t before = flow.hash();
    EXPECT_EQ(water.stepOnFlow(flow.handle(), tnDefaultFlowSurface(), 0.02f), 0u);
    EXPECT_NE(flow.hash(), before);
    EXPECT_EQ(water.stats().steps, 1);
    EXPECT_EQ(flow.stats().steps, 1);
}

TEST(CppWrapper, WaterTakesAndGivesArraysAsSpans)
{
    Water water = Water::create(smallWater()).orThrow();
    const std::vector<float> dye(24 * 16, 0.25f);
    ASSERT_EQ(water.setField(waterDyeField(1), dye), tn_success);
    EXPECT_EQ(water.view(waterDyeField(1))(3, 5), 0.25f);
    const std::vector<float> tooFew(7);
    const test::LogCapture log;
    EXPECT_EQ(water.setField(tn_waterDepth, tooFew), tn_errorSize);

    const std::array<tnVec2, 2> points = {tnVec2{0.5f, 0.5f}, tnVec2{0.8f, 0.7f}};
    std::array<tnWaterSample, 2> samples = {};
    ASSERT_EQ(water.sample(points, samples), tn_success);
    EXPECT_FLOAT_EQ(samples[1].surface, 1.0f);
    EXPECT_EQ(water.sample(points[0]).dye[1], samples[0].dye[1]);
    EXPECT_EQ(water.sample(points, std::span(samples).first(1)), tn_errorSize);

    ASSERT_EQ(water.addSpray({1.0f, 1.0f, 2.0f}, {}, 1e-4f, true), tn_success);
    ASSERT_EQ(water.particles().size(), 1u);
    EXPECT_NEAR(water.particles()[0].volume, 1e-4f, 1e-9f);
}

TEST(CppWrapper, BodiesAndSpringsOfWaterCanBeChangedAndRemoved)
{
    const test::LogCapture log;
    Water water = Water::create(smallWater()).orThrow();
    const std::array<tnVec3, 4> vertices = {tnVec3{0.2f, 0.2f, 0.2f}, tnVec3{-0.2f, -0.2f, 0.2f},
                                            tnVec3{-0.2f, 0.2f, -0.2f}, tnVec3{0.2f, -0.2f, -0.2f}};
    const std::array<int32_t, 12> corners = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    tnBodyDef def = tnDefaultBodyDef();
    def.position = {1.0f, 0.8f, 0.9f};
    const tnBody rock = water.addMesh(def, vertices, corners).orThrow();
    EXPECT_EQ(water.addMesh(def, vertices, std::span(corners).first(11)).code(), tn_errorSize);
    EXPECT_EQ(water.body(rock).shape, tn_bodyMesh);
    EXPECT_EQ(water.bodyMesh(rock).triangleCount, 4);
    EXPECT_NEAR(water.massProperties(rock).volume, 0.4f * 0.4f * 0.4f / 3.0f, 1e-5f);
    const std::array<tnBodyMotion, 1> motions = {
        tnBodyMotion{rock, {1.1f, 0.8f, 0.8f}, {0.0f, 0.0f, 0.0f, 1.0f}, {}, {}}};
    ASSERT_EQ(water.setBodyMotions(motions), tn_success);
    EXPECT_EQ(water.body(rock).position.x, 1.1f);
    water.step(kStep);
    std::array<tnBodyForce, 1> forces = {};
    ASSERT_EQ(water.bodyForces({&rock, 1}, forces), tn_success);
    EXPECT_EQ(forces[0].force.z, water.bodyForce(rock).force.z);
    EXPECT_EQ(water.bodyForces({&rock, 1}, {}), tn_errorSize);
    int32_t count = 0;
    std::array<tnWettedFace, 16> faces = {};
    EXPECT_EQ(water.wettedFaces(rock, faces, &count), tn_success);
    EXPECT_GE(count, 4);
    EXPECT_EQ(water.wettedFaces(rock, {}, &count), tn_errorCapacity);
    ASSERT_EQ(water.setBody(rock, def), tn_success);
    EXPECT_EQ(water.body(rock).shape, tn_bodySphere);
    ASSERT_EQ(water.removeBody(rock), tn_success);
    EXPECT_EQ(water.removeBody(rock), tn_errorInvalidHandle);

    const tnSpring spring = water.addSpring(tnDefaultSpringDef()).orThrow();
    EXPECT_EQ(water.setSpring(spring, tnDefaultSpringDef()), tn_success);
    EXPECT_EQ(water.removeSpring(spring), tn_success);
    EXPECT_EQ(water.removeSpring(spring), tn_errorInvalidHandle);
}

TEST(CppWrapper, SettingsEdgesAndSavedBytesOfWaterComeBack)
{
    Water water = Water::create(smallWater()).orThrow();
    tnWaterSettings settings = water.settings();
    settings.rain = 1e-4f;
    ASSERT_EQ(water.setSettings(settings), tn_success);
    EXPECT_EQ(water.settings().rain, 1e-4f);
    tnWaterEdge sea = tnDefaultWaterEdge();
    sea.type = tn_waterLevel;
    sea.level = 1.5f;
    ASSERT_EQ(water.setEdge(tn_sideLeft, sea), tn_success);
    EXPECT_EQ(water.edge(tn_sideLeft).level, 1.5f);
    EXPECT_EQ(water.def().left.type, tn_waterLevel);
    water.step(kStep);
    const std::vector<std::byte> bytes = water.save().orThrow();
    Water other = Water::create(smallWater()).orThrow();
    ASSERT_NE(other.hash(), water.hash());
    ASSERT_EQ(other.restore(bytes), tn_success);
    EXPECT_EQ(other.hash(), water.hash());
}

// ---- Threads and solver

TEST(CppWrapper, OnePoolServesFlowWaterAndSolver)
{
    const ThreadPool pool = ThreadPool::create(2).orThrow();
    EXPECT_EQ(pool.threadCount(), 2);
    EXPECT_EQ(pool.tasks().workerCount, 2);
    tnFlowDef flowDef = smallFlow();
    flowDef.tasks = pool.tasks();
    EXPECT_TRUE(Flow::create(flowDef));
    tnWaterDef waterDef = smallWater();
    waterDef.tasks = pool.tasks();
    EXPECT_TRUE(Water::create(waterDef));
    tnSolverDef solverDef = smallSolver();
    solverDef.tasks = pool.tasks();
    EXPECT_EQ(Solver::create(solverDef)->info().threads, 2);
    const test::LogCapture log;
    EXPECT_EQ(ThreadPool::create(-1).code(), tn_errorInvalidArgument);
}

TEST(CppWrapper, ASolverChecksTheLengthOfEveryArray)
{
    Solver solver = Solver::create(smallSolver()).orThrow();
    const std::vector<float> cells(12 * 8), facesX(13 * 8), facesY(12 * 9);
    EXPECT_EQ(solver.setCoefficients(cells, facesX, facesY), tn_success);
    EXPECT_EQ(solver.setCoefficients({}, {}, {}), tn_success);
    EXPECT_EQ(solver.setCoefficients(facesX, {}, {}), tn_errorSize);
    EXPECT_EQ(solver.setCoefficients({}, cells, {}), tn_errorSize);
    EXPECT_EQ(solver.setCoefficients({}, {}, cells), tn_errorSize);

    std::vector<float> r(12 * 8), x(12 * 8), remainder(12 * 8), tooFew(5);
    r.front() = 1.0f;
    r.back() = -1.0f;
    EXPECT_EQ(solver.solve(tooFew, x).code(), tn_errorSize);
    EXPECT_EQ(solver.solve(r, tooFew).code(), tn_errorSize);
    EXPECT_EQ(solver.solve(r, x, tooFew).code(), tn_errorSize);
    const tnSolveResult result = solver.solve(r, x, remainder).orThrow();
    EXPECT_TRUE(result.converged);
    EXPECT_GT(x.front(), x.back());
    tnSolveParams params = tnDefaultSolveParams();
    params.maxIterations = 0;
    EXPECT_EQ(solver.solve(r, x, {}, params)->iterations, 0);

    const Solver moved = std::move(solver);
    EXPECT_GT(moved.info().levels, 0);
}

TEST(CppWrapper, ReadsAreThoseOfTheCApi)
{
    const test::LogCapture log;
    Flow flow = std::move(*Flow::create(smallFlow()));
    Water water = std::move(*Water::create(smallWater()));
    const std::array<tnVec2, 2> points = {tnVec2{0.2f, 0.3f}, tnVec2{1.0f, 0.5f}};
    const Result<tnRead> field = flow.requestField(tn_flowVelocityX);
    const Result<tnRead> samples = water.requestSamples(points);
    ASSERT_TRUE(field && samples);
    flow.step(kStep);
    water.step(kStep);
    EXPECT_EQ(flow.readField(*field)->columns(), 25);
    const Result<std::span<const tnWaterSample>> seen = water.readSamples(*samples);
    ASSERT_EQ(seen->size(), 2u);
    EXPECT_FLOAT_EQ((*seen)[1].depth, 1.0f);
    EXPECT_EQ(flow.readSamples(*field).code(), tn_errorInvalidArgument);
    EXPECT_EQ(flow.endRead(*field), tn_success);
    EXPECT_EQ(flow.readField(*field, true).code(), tn_errorInvalidHandle);
    EXPECT_EQ(water.endRead(*samples), tn_success);
    EXPECT_EQ(water.requestSamples({}).code(), tn_errorSize);
    EXPECT_EQ(flow.glView(tn_flowDye0).code(), tn_errorUnsupported);
    EXPECT_EQ(water.glView(tn_waterDepth).code(), tn_errorUnsupported);
    EXPECT_NE(Gl().makeCurrent(), tn_success);
    EXPECT_EQ(Gl().insertFence(), nullptr);
}

} // namespace
} // namespace tarn
