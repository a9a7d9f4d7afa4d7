// The layer over OpenGL: shaders and their errors, targets, fields as textures, cameras.
#include "render/error.h"
#include "render/gl/camera.h"
#include "render/gl/field_texture.h"
#include "render/gl/program.h"
#include "render/gl/shader_texts.h"
#include "render/gl/target.h"

#include "render/gl/gl_stage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace tarn::render::gl
{
namespace
{

class GlLayer : public testing::Test
{
  protected:
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }
};

TEST(RenderShaders, AreValidGlsl330AndEs300)
{
    if (std::string(TARN_GLSLANG).empty() && std::getenv("TARN_NEED_GL") == nullptr)
    {
        GTEST_SKIP() << "there is no glslangValidator; install glslang-tools";
    }
    const std::string folder = testing::TempDir() + "tarn_render_glsl";
    std::filesystem::create_directories(folder);
    std::string command = TARN_GLSLANG;
    int count = 0;
    for (const ShaderText& shader : shaderTexts())
    {
        if (shader.name.ends_with(".glsl"))
        {
            continue; // part of others
        }
        // Alone, and with every define that shaders know.
        for (const std::string define :
             {"", "#define NO_FLOAT_LINEAR\n", "#define SHADOW\n", "#define BEHIND\n",
              "#define MIRRORED\n", "#define FROM_BUFFERS\n"})
        {
            for (const bool isEs : {false, true})
            {
                if (isEs && define.find("FROM_BUFFERS") != define.npos)
                {
                    continue; // OpenGL ES 3.0 has no buffer textures
                }
                const std::string file = folder + "/" + std::to_string(count++) +
                                         (isEs ? "_es_" : "_") + std::string(shader.name);
                std::ofstream(file) << ShaderSource(shader.name, define, isEs).text();
                command += " " + file;
            }
        }
    }
    ASSERT_GT(count, 0);
    std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string told;
    std::array<char, 4096> some = {};
    while (std::fgets(some.data(), static_cast<int>(some.size()), pipe) != nullptr)
    {
        told += some.data();
    }
    EXPECT_EQ(pclose(pipe), 0) << told;
    std::filesystem::remove_all(folder);
}

TEST_F(GlLayer, ABadShaderIsAnErrorWithFileAndLine)
{
    const std::string text = "//\n#include \"optics.glsl\"\nout vec4 c;\nvoid main()\n{\n"
                             "    c = vec4(nothing);\n}\n";
    try
    {
        const Program program(test::glContext(), {"full.vert", text, ""});
        FAIL() << "it compiled";
    }
    catch (const Error& error)
    {
        EXPECT_NE(std::string(error.what()).find("text:6:"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("nothing"), std::string::npos) << error.what();
    }
}

TEST_F(GlLayer, AMissingShaderIsNamed)
{
    EXPECT_THROW(Program(test::glContext(), {"full.vert", "nowhere.frag", ""}), Error);
}

TEST(RenderShaders, WordsOfDriversGetFilesAndLines)
{
    const ShaderSource source("//\n#include \"optics.glsl\"\nvoid main() {}\n", "", false);
    const std::string& text = source.text();
    const auto lineOf = [&](const char* words) {
        const auto at = text.begin() + std::ptrdiff_t(text.find(words));
        return std::to_string(1 + std::count(text.begin(), at, '\n'));
    };
    const std::string first = lineOf("// How light turns");
    const std::string last = lineOf("void main");
    EXPECT_EQ(source.explained("0:" + first + "(5): error: no"), "optics.glsl:1: error: no\n");
    EXPECT_EQ(source.explained("0(" + first + ") : error C1: no"), "optics.glsl:1: error C1: no\n");
    EXPECT_EQ(source.explained("ERROR: 0:" + last + ": 'x' : no"), "text:3: 'x' : no\n");
    EXPECT_EQ(source.explained("all is lost"), "all is lost\n");
}

TEST_F(GlLayer, AClearedTargetReadsBackWithTheTopRowFirst)
{
    const Context& context = test::glContext();
    for (const int samples : {1, 4})
    {
        const Target target = Target::offscreen(context, 5, 3, {.samples = samples});
        Program program(context,
                        {"full.vert",
                         "//\nin vec2 place;\nout vec4 c;\nvoid main()\n{\n"
                         "    c = vec4(place.y > 0.5 ? 1.0 : 0.2, 0.0, place.x, 1.0);\n}\n",
                         ""});
        target.begin();
        context.apply({});
        program.use();
        context.drawFull();
        const Image image = target.read();
        EXPECT_EQ(image.pixel(0, 0)[0], 255);
        EXPECT_EQ(image.pixel(0, 2)[0], 51);
        EXPECT_EQ(image.pixel(2, 0)[1], 0);
        EXPECT_NEAR(image.pixel(2, 0)[2], 128, 1);
    }
}

TEST_F(GlLayer, AFieldComesThroughItsStrideAndItsBadNumbers)
{
    const Context& context = test::glContext();
    const float bad = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> numbers = {1.5F, -2.0F, bad, 99.0F, 4.0F, 1e30F, 6.25F, 99.0F};
    FieldTexture field(context);
    field.upload({numbers.data(), 3, 2, 4});
    Program program(context, {"full.vert",
                              "//\n#include \"field.glsl\"\nuniform sampler2D field;\n"
                              "out vec4 c;\nvoid main()\n{\n"
                              "    ivec2 cell = ivec2(gl_FragCoord.xy);\n"
                              "    c = vec4(finite(texelFetch(field, cell, 0).r));\n}\n",
                              ""});
    const Target target = Target::offscreen(context, 3, 2, {.colour = Format::rgba32f});
    target.begin();
    context.apply({});
    program.use();
    program.set("field", field.texture(), 0);
    context.drawFull();
    const std::vector<float> read = target.readNumbers();
    const std::array<float, 6> expected = {1.5F, -2.0F, 0.0F, 4.0F, 0.0F, 6.25F};
    for (std::size_t k = 0; k < expected.size(); ++k)
    {
        EXPECT_EQ(read[4 * k], expected[k]) << k;
    }
}

TEST_F(GlLayer, ATextureThatCannotBeHadLeavesNoBufferBound)
{
    const Context& context = test::glContext();
    Buffer buffer(context, BufferKind::vertices);
    const float floats[] = {1.0F, 2.0F, 3.0F, 4.0F};
    buffer.upload(floats, sizeof floats);
    GLint name = 0;
    context->GetIntegerv(GL_ARRAY_BUFFER_BINDING, &name);
    Texture texture(context, Format::r32f, Filter::nearest);
    EXPECT_THROW(texture.copyFrom(static_cast<GLuint>(name), 0, 2 * context.maxTextureSize(), 1, 4),
                 Error);
    GLint bound = -1;
    context->GetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &bound);
    EXPECT_EQ(bound, 0);
}

TEST(RenderCamera, RaysAndTheMatrixAgree)
{
    for (const float fieldOfView : {0.0F, 28.0F, 70.0F})
    {
        Camera camera({{1.0F, 2.0F, 0.5F}, 30.0F, 40.0F, 7.0F, fieldOfView}, 16.0F / 9.0F);
        camera.enclose({{-1.0F, 0.0F, 0.0F}, {3.0F, 4.0F, 1.0F}});
        const Ray ray = camera.ray(0.4F, -0.7F);
        const Vec3 shown = transformed(camera.viewProjection(), ray.at(6.0F));
        EXPECT_NEAR(shown.x, 0.4F, 1e-4F);
        EXPECT_NEAR(shown.y, -0.7F, 1e-4F);
        EXPECT_LT(std::abs(shown.z), 1.0F);
    }
}

TEST(RenderCamera, AFittedOrbitSeesTheWholeBox)
{
    const Box box = {{0.0F, 0.0F, -1.0F}, {5.0F, 3.0F, 2.0F}};
    for (const float fieldOfView : {0.0F, 28.0F})
    {
        for (const float elevation : {0.0F, 35.0F, 90.0F})
        {
            const Orbit orbit =
                fitted({box.middle(), -60.0F, elevation, 1.0F, fieldOfView}, box, 1.5F, true);
            Camera camera(orbit, 1.5F);
            camera.enclose(box);
            float widest = 0.0F;
            for (unsigned k = 0; k < 8; ++k)
            {
                const Vec3 shown =
                    transformed(camera.viewProjection(),
                                {(k & 1U) != 0 ? 5.0F : 0.0F, (k & 2U) != 0 ? 3.0F : 0.0F,
                                 (k & 4U) != 0 ? 2.0F : -1.0F});
                EXPECT_LT(std::abs(shown.z), 1.0F);
                widest = std::max({widest, std::abs(shown.x), std::abs(shown.y)});
            }
            EXPECT_LT(widest, 1.0F);
            EXPECT_GT(widest, 0.7F);
        }
    }
}

} // namespace
} // namespace tarn::render::gl
