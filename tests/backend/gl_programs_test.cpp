// Every program, with its defines, is GLSL 4.30 and GLSL ES 3.10.
#include "backend/gl/gl_flow.h"
#include "backend/gl/gl_solver_programs.h"
#include "backend/gl/gl_views.h"
#include "backend/gl/gl_water.h"

#include "support/glsl_check.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace tarn
{
namespace
{

TEST(GlSolverPrograms, AreValid)
{
    if (!test::GlslCheck::isThere() && std::getenv("TARN_NEED_GL") == nullptr)
    {
        GTEST_SKIP() << "there is no glslangValidator; install glslang-tools";
    }
    test::GlslCheck check;
    // What OpenGL promises, what most devices have, and what is more than is used.
    for (const GlLimits& limits : {GlLimits{256, 16384, 9, 64}, GlLimits{1024, 32768, 16, 1024},
                                   GlLimits{2048, 233472, 96, 1024}})
    {
        GlSolverPrograms::visitAll(limits,
                                   [&](GlKernel, bool, const char* name, const char* defines) {
                                       check.add(name, defines);
                                       return true;
                                   });
    }
    EXPECT_GE(check.count(), 3 * 2 * 30);
    check.expectValid();
}

TEST(GlWaterPrograms, AreValid)
{
    if (!test::GlslCheck::isThere() && std::getenv("TARN_NEED_GL") == nullptr)
    {
        GTEST_SKIP() << "there is no glslangValidator; install glslang-tools";
    }
    test::GlslCheck check;
    for (const GlWater::ProgramText& text : GlWater::programTexts())
    {
        check.add(text.name, text.defines);
    }
    EXPECT_GE(check.count(), 2 * 7);
    check.expectValid();
}

TEST(GlFlowPrograms, AreValid)
{
    if (!test::GlslCheck::isThere() && std::getenv("TARN_NEED_GL") == nullptr)
    {
        GTEST_SKIP() << "there is no glslangValidator; install glslang-tools";
    }
    test::GlslCheck check;
    for (const bool rings : {false, true})
    {
        GlFlow::visitPrograms(rings, [&](const GlFlow::ProgramText& text) {
            check.add(text.name, text.defines);
            return true;
        });
    }
    EXPECT_GE(check.count(), 4 * 20);
    check.expectValid();
}

TEST(GlViewPrograms, AreValid)
{
    if (!test::GlslCheck::isThere() && std::getenv("TARN_NEED_GL") == nullptr)
    {
        GTEST_SKIP() << "there is no glslangValidator; install glslang-tools";
    }
    test::GlslCheck check;
    for (const GlViewProgram& program : kGlViewPrograms)
    {
        check.add(program.name, program.defines);
    }
    EXPECT_GE(check.count(), 2 * 8);
    check.expectValid();
}

} // namespace
} // namespace tarn
