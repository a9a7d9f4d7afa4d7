// Fields where they lie on a GPU: what a renderer finds there is what the host is shown, in the
// context itself, in another of its share group, and in the host's own.
#include "support/gl_looks.h"
#include "support/log_capture.h"
#include "support/test_water.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace tarn::test
{
namespace
{

constexpr float kDt = 1.0f / 60.0f;

std::vector<tnFlowField> flowFields(const tnFlowDef& def)
{
    std::vector<tnFlowField> fields = {tn_flowVelocityX,  tn_flowVelocityY, tn_flowPressure,
                                       tn_flowDivergence, tn_flowVorticity, tn_flowSolidCells,
                                       tn_flowOpenX,      tn_flowOpenY};
    if (def.temperature)
    {
        fields.push_back(tn_flowTemperature);
    }
    for (int32_t k = 0; def.texture && k < 4; ++k)
    {
        fields.push_back(static_cast<tnFlowField>(tn_flowTextureX0 + k));
    }
    if (def.dyeChannels > 0)
    {
        fields.push_back(tn_flowSolidDyes);
    }
    for (int32_t c = 0; c < def.dyeChannels; ++c)
    {
        fields.push_back(TestFlow::dyeField(c));
    }
    return fields;
}

void stir(const TestFlow& flow)
{
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = {0.3f, 0.3f};
    brush.to = {0.6f, 0.4f};
    brush.radius = 0.1f;
    brush.velocity = {0.3f, 0.1f};
    brush.temperature = 2.0f;
    for (int32_t c = 0; c < TN_MAX_DYES; ++c)
    {
        brush.dye[c] = 1.0f + 0.5f * static_cast<float>(c);
    }
    EXPECT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
}

void addDisc(const TestFlow& flow)
{
    tnSolidDef solid = tnDefaultSolidDef();
    solid.position = {0.7f, 0.5f};
    solid.radius = 0.11f;
    tnSolid made = {};
    EXPECT_EQ(tnFlow_AddSolid(flow.handle(), &solid, &made), tn_success);
}

// Everything is looked at on the device before the host gets to see it.
void expectSameAsHost(tnGl gl, const TestFlow& flow)
{
    const std::vector<tnFlowField> fields = flowFields(flow.def());
    std::vector<FieldCopy> seen;
    for (const tnFlowField field : fields)
    {
        seen.push_back(copyIn(gl, glView(flow.handle(), field)));
    }
    for (size_t k = 0; k < fields.size(); ++k)
    {
        // Divergence is what rounding leaves of the velocities.
        const FieldCopy host = flow.copy(fields[k]);
        if (fields[k] == tn_flowDivergence)
        {
            const float speeds = flow.copy(tn_flowVelocityX).largest() / flow.def().cellSize;
            EXPECT_LE(largestDifference(seen[k], host), 1e-6f * speeds);
        }
        else
        {
            expectSameField(seen[k], host, 2e-6f, fields[k]);
        }
    }
    EXPECT_GT(flow.dye().largest(), 0.1f);
}

class GlViews : public testing::Test
{
  protected:
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }

    static tnFlowDef onGl(tnFlowDef def, tnGl gl)
    {
        def.backend = tn_backendGL;
        def.gl = gl;
        return def;
    }
    static tnWaterDef onGl(tnWaterDef def, tnGl gl)
    {
        def.backend = tn_backendGL;
        def.gl = gl;
        return def;
    }
};

TEST_F(GlViews, OfAFlowShowWhatTheHostSees)
{
    const OwnedGl gl;
    tnFlowDef def = flowDef(45, 37);
    def.dyeChannels = 5;
    def.dyeScale = 2;
    def.temperature = true;
    for (const bool solids : {false, true})
    {
        TestFlow flow(onGl(def, gl.handle()));
        if (solids)
        {
            addDisc(flow);
        }
        stir(flow);
        flow.step(kDt, 4);
        expectSameAsHost(gl.handle(), flow);
        // With the host's own changes too.
        flow.set(TestFlow::dyeField(3), [](double x, double y) { return x + 2.0 * y; });
        expectSameAsHost(gl.handle(), flow);
        flow.step(kDt, 2);
        expectSameAsHost(gl.handle(), flow);
    }
}

TEST_F(GlViews, OfAFlowBeforeItsFirstStep)
{
    const OwnedGl gl;
    TestFlow flow(onGl(flowDef(20, 30), gl.handle()));
    flow.set(tn_flowDye0, [](double x, double y) { return 1.0 + x * y; });
    expectSameAsHost(gl.handle(), flow);
}

TEST_F(GlViews, OfAFlowWithATextureShowWhatTheHostMade)
{
    const OwnedGl gl;
    tnFlowDef def = flowDef(24, 24);
    def.texture = true;
    TestFlow flow(onGl(def, gl.handle()));
    stir(flow);
    flow.step(kDt, 3);
    expectSameAsHost(gl.handle(), flow);
}

TEST_F(GlViews, OfWaterShowWhatTheHostSees)
{
    const OwnedGl gl;
    tnWaterDef def = waterDef(70, 41);
    def.particleCapacity = 0;
    def.dyeChannels = 2;
    def.sameStep = true;
    TestWater water(onGl(def, gl.handle()));
    water.set(tn_waterTerrain, [](double x, double y) { return 0.2 * x + 0.05 * y - 0.4; });
    water.set(tn_waterSurface, [](double x, double) { return x < 3.0 ? 1.2 : 0.8; });
    water.set(tn_waterDye0, [](double, double y) { return y; });
    const auto expectSame = [&] {
        std::vector<FieldCopy> seen;
        for (const tnWaterField field : fieldsOf(def))
        {
            tnGlFieldView view = {};
            ASSERT_EQ(tnWater_GetGlView(water.handle(), field, &view), tn_success);
            seen.push_back(copyIn(gl.handle(), view));
        }
        for (size_t k = 0; k < seen.size(); ++k)
        {
            const tnWaterField field = fieldsOf(def)[k];
            // What is displaced is the difference of two heights there.
            const float most = field == tn_waterDisplaced ? 1e-4f : 2e-6f;
            expectSameField(seen[k], water.copy(field), most, field);
        }
    };
    expectSame();
    water.addBody(bodyAt(tn_bodySphere, 2.0f, 2.0f, 1.0f));
    water.step(kDt, 5);
    expectSame();
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {5.0f, 3.0f};
    brush.terrain = 0.3f;
    brush.foam = 0.5f;
    brush.dye[1] = 1.0f;
    water.brush(brush);
    water.step(kDt, 3);
    expectSame();
    EXPECT_GT(water.copy(tn_waterFoam).largest(), 0.01f);
    EXPECT_GT(water.copy(tn_waterDisplaced).largest(), 0.01f);
}

TEST_F(GlViews, ChangeNothing)
{
    const OwnedGl gl;
    tnFlowDef flowed = flowDef(32, 32);
    tnWaterDef watered = waterDef(32, 32);
    uint64_t flowHash[2];
    uint64_t waterHash[2][2];
    for (const size_t turn : {size_t{0}, size_t{1}, size_t{2}, size_t{3}})
    {
        const bool looks = turn % 2 != 0;
        watered.particleCapacity = turn < 2 ? 0 : 500; // with spray the host has its part in steps
        TestFlow flow(onGl(flowed, gl.handle()));
        TestWater water(onGl(watered, gl.handle()));
        water.set(tn_waterSurface, [](double x, double) { return x < 2.0 ? 1.5 : 1.0; });
        water.addBody(bodyAt(tn_bodyBox, 2.0f, 2.0f, 1.0f));
        for (int32_t k = 0; k < 8; ++k)
        {
            stir(flow);
            flow.step(kDt);
            water.step(kDt);
            for (const tnFlowField field : flowFields(flowed))
            {
                tnGlFieldView view;
                EXPECT_TRUE(!looks || tnFlow_GetGlView(flow.handle(), field, &view) == tn_success);
            }
            for (const tnWaterField field : fieldsOf(watered))
            {
                tnGlFieldView view;
                EXPECT_TRUE(!looks ||
                            tnWater_GetGlView(water.handle(), field, &view) == tn_success);
            }
        }
        flowHash[turn % 2] = flow.hash();
        waterHash[turn / 2][turn % 2] = water.hash();
    }
    EXPECT_EQ(flowHash[0], flowHash[1]);
    EXPECT_EQ(waterHash[0][0], waterHash[0][1]);
    EXPECT_EQ(waterHash[1][0], waterHash[1][1]);
}

// The renderer's context is made first; the fluid's shares with it, and steps while it is not
// current.
TEST_F(GlViews, AreSeenInAnotherContextOfTheShareGroup)
{
    const OwnedGl renderer;
    ASSERT_EQ(tnGl_MakeCurrent(renderer.handle()), tn_success);
    tnGlDef def = tnDefaultGlDef();
    def.source = tn_glShared;
    tnGl shared = {};
    ASSERT_EQ(tnCreateGl(&def, &shared), tn_success);
    {
        TestFlow flow(onGl(flowDef(40, 24), shared));
        for (int32_t frame = 0; frame < 3; ++frame)
        {
            stir(flow);
            flow.step(kDt);
            const tnGlFieldView view = glView(flow.handle(), tn_flowDye0);
            void* fence = nullptr;
            ASSERT_EQ(tnGl_InsertFence(shared, &fence), tn_success);
            proc<PFNGLWAITSYNCPROC>(shared, "glWaitSync")(static_cast<GLsync>(fence), 0,
                                                          GL_TIMEOUT_IGNORED);
            proc<PFNGLDELETESYNCPROC>(shared, "glDeleteSync")(static_cast<GLsync>(fence));
            const FieldCopy seen = copyOf(renderer.handle(), view);
            void* drawn =
                proc<PFNGLFENCESYNCPROC>(shared, "glFenceSync")(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
            proc<PFNGLFLUSHPROC>(shared, "glFlush")();
            EXPECT_EQ(tnGl_WaitForFence(shared, drawn), tn_success);
            proc<PFNGLDELETESYNCPROC>(shared, "glDeleteSync")(static_cast<GLsync>(drawn));
            expectSameField(seen, flow.dye(), 0.0f, tn_flowDye0);
            EXPECT_GT(seen.largest(), 0.1f);
        }
    }
    EXPECT_EQ(tnDestroyGl(shared), tn_success);
    EXPECT_EQ(tnGl_ReleaseCurrent(renderer.handle()), tn_success);
}

TEST_F(GlViews, NeedAContextToShareWith)
{
    const LogCapture log;
    tnGlDef def = tnDefaultGlDef();
    def.source = tn_glShared;
    tnGl shared = {};
    EXPECT_EQ(tnCreateGl(&def, &shared), tn_errorUnsupported);
    EXPECT_EQ(log.last(), tn_logGl);
}

void* procOf(void* user, const char* name)
{
    return tnGl_GetProc(*static_cast<tnGl*>(user), name);
}

// In the host's own context nothing that the host has bound is lost.
TEST_F(GlViews, LeaveTheHostsContextAsItWas)
{
    const OwnedGl owner;
    tnGl hosts = owner.handle();
    ASSERT_EQ(tnGl_MakeCurrent(hosts), tn_success);
    tnGlDef def = tnDefaultGlDef();
    def.source = tn_glCurrent;
    def.getProc = procOf;
    def.user = &hosts;
    tnGl current = {};
    ASSERT_EQ(tnCreateGl(&def, &current), tn_success);

    GLuint buffers[4] = {};
    proc<PFNGLGENBUFFERSPROC>(hosts, "glGenBuffers")(4, buffers);
    const auto bind = proc<PFNGLBINDBUFFERPROC>(hosts, "glBindBuffer");
    for (const GLuint buffer : buffers)
    {
        bind(GL_COPY_WRITE_BUFFER, buffer);
        proc<PFNGLBUFFERDATAPROC>(hosts, "glBufferData")(GL_COPY_WRITE_BUFFER, 1024, nullptr,
                                                         GL_STATIC_DRAW);
    }
    const auto base = proc<PFNGLBINDBUFFERBASEPROC>(hosts, "glBindBufferBase");
    const auto range = proc<PFNGLBINDBUFFERRANGEPROC>(hosts, "glBindBufferRange");
    base(GL_UNIFORM_BUFFER, 0, buffers[0]);
    range(GL_SHADER_STORAGE_BUFFER, 1, buffers[1], 256, 512);
    base(GL_SHADER_STORAGE_BUFFER, 3, buffers[2]);
    bind(GL_COPY_READ_BUFFER, buffers[3]);
    {
        TestFlow flow(onGl(flowDef(32, 24), current));
        stir(flow);
        flow.step(kDt, 3);
        const FieldCopy host = flow.dye();
        stir(flow);
        flow.step(kDt);
        tnGlFieldView view = glView(flow.handle(), tn_flowVorticity);
        view = glView(flow.handle(), tn_flowDye0);

        const auto at = [&](GLenum name, GLuint number) {
            GLint value = -1;
            proc<PFNGLGETINTEGERI_VPROC>(hosts, "glGetIntegeri_v")(name, number, &value);
            return value;
        };
        const auto get = [&](GLenum name) {
            GLint value = -1;
            proc<PFNGLGETINTEGERVPROC>(hosts, "glGetIntegerv")(name, &value);
            return value;
        };
        EXPECT_EQ(get(GL_CURRENT_PROGRAM), 0);
        EXPECT_EQ(at(GL_UNIFORM_BUFFER_BINDING, 0), GLint(buffers[0]));
        EXPECT_EQ(at(GL_SHADER_STORAGE_BUFFER_BINDING, 0), 0);
        EXPECT_EQ(at(GL_SHADER_STORAGE_BUFFER_BINDING, 1), GLint(buffers[1]));
        EXPECT_EQ(at(GL_SHADER_STORAGE_BUFFER_START, 1), 256);
        EXPECT_EQ(at(GL_SHADER_STORAGE_BUFFER_SIZE, 1), 512);
        EXPECT_EQ(at(GL_SHADER_STORAGE_BUFFER_BINDING, 3), GLint(buffers[2]));
        EXPECT_EQ(get(GL_SHADER_STORAGE_BUFFER_BINDING), GLint(buffers[2]));
        EXPECT_EQ(get(GL_COPY_READ_BUFFER_BINDING), GLint(buffers[3]));
        EXPECT_EQ(get(GL_COPY_WRITE_BUFFER_BINDING), GLint(buffers[3]));
        expectSameField(copyOf(hosts, view), flow.dye(), 0.0f, tn_flowDye0);
        EXPECT_GT(largestDifference(host, flow.dye()), 0.1f);
    }
    proc<PFNGLDELETEBUFFERSPROC>(hosts, "glDeleteBuffers")(4, buffers);
    EXPECT_EQ(tnDestroyGl(current), tn_success);
    EXPECT_EQ(tnGl_ReleaseCurrent(hosts), tn_success);
}

TEST_F(GlViews, AreRefusedWhereThereIsNoGpu)
{
    const LogCapture log;
    const TestFlow flow(flowDef(8, 8));
    const TestWater water(waterDef(8, 8));
    tnGlFieldView view = {};
    EXPECT_EQ(tnFlow_GetGlView(flow.handle(), tn_flowDye0, &view), tn_errorUnsupported);
    EXPECT_EQ(tnWater_GetGlView(water.handle(), tn_waterDepth, &view), tn_errorUnsupported);
    EXPECT_EQ(log.count(tn_logGl), 2);
    EXPECT_EQ(view.buffer, 0u);
    EXPECT_EQ(tnFlow_GetGlView(flow.handle(), tn_flowTemperature, &view), tn_errorInvalidArgument);
    EXPECT_EQ(tnWater_GetGlView(water.handle(), tn_waterDye0, nullptr), tn_errorNullPointer);
    EXPECT_EQ(tnFlow_GetGlView(tnFlow{}, tn_flowDye0, &view), tn_errorInvalidHandle);
}

TEST_F(GlViews, FailWithAReason)
{
    const LogCapture log;
    const BreakableGl gl;
    const TestFlow flow(onGl(flowDef(16, 16), gl.handle()));
    tnGlFieldView view = {};
    gl.force(GlFault::compile);
    EXPECT_EQ(tnFlow_GetGlView(flow.handle(), tn_flowVorticity, &view), tn_errorUnsupported);
    EXPECT_EQ(log.last(), tn_logGl);
    gl.force(GlFault::memory);
    EXPECT_EQ(tnFlow_GetGlView(flow.handle(), tn_flowVorticity, &view), tn_errorOutOfMemory);
    EXPECT_EQ(tnFlow_GetGlView(flow.handle(), tn_flowVorticity, &view), tn_success);
    gl.force(GlFault::loss);
    EXPECT_EQ(tnFlow_GetGlView(flow.handle(), tn_flowVorticity, &view), tn_errorUnsupported);
    void* fence = nullptr;
    EXPECT_EQ(tnGl_InsertFence(gl.handle(), &fence), tn_errorUnsupported);
}

} // namespace
} // namespace tarn::test
