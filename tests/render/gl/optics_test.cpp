// The optics that shaders use, computed by the GPU and read back, against the formulas in doubles.
#include "render/gl/program.h"
#include "render/gl/target.h"

#include "render/gl/gl_stage.h"

#include <array>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tarn::render::gl
{
namespace
{

constexpr int kAngles = 90;
constexpr double kWater = 1.333;

using Numbers = std::array<float, 4>;

double angleOf(int k) // of incidence, 0 .. 90 degrees
{
    return (k + 0.5) * std::acos(-1.0) / 2.0 / kAngles;
}

// What an expression of `angle`, `along` and `normal` gives at every angle of incidence: the
// surface is level, and light comes down along +x.
std::vector<Numbers> computed(const std::string& expression, float ratio = 1.0F)
{
    const Context& context = test::glContext();
    const std::string text = "//\n"
                             "#include \"optics.glsl\"\n"
                             "uniform float ratio;\n"
                             "in vec2 place;\n"
                             "out vec4 result;\n"
                             "vec4 bent(vec3 along, vec3 normal, float ratio)\n"
                             "{\n"
                             "    vec3 b;\n"
                             "    bool isThrough = bentAlong(along, normal, ratio, b);\n"
                             "    return vec4(b, isThrough ? 1.0 : 0.0);\n"
                             "}\n"
                             "void main()\n"
                             "{\n"
                             "    float angle = place.x * 1.57079632679;\n"
                             "    vec3 normal = vec3(0.0, 0.0, 1.0);\n"
                             "    vec3 along = vec3(sin(angle), 0.0, -cos(angle));\n"
                             "    result = " +
                             expression +
                             ";\n"
                             "}\n";
    Program program(context, {"full.vert", text, ""});
    const Target target =
        Target::offscreen(context, kAngles, 1, {.colour = Format::rgba32f, .hasDepth = false});
    target.begin();
    context.apply({});
    program.use();
    program.set("ratio", ratio);
    context.drawFull();
    const std::vector<float> numbers = target.readNumbers();
    std::vector<Numbers> result(kAngles);
    for (std::size_t k = 0; k < result.size(); ++k)
    {
        std::copy_n(numbers.data() + 4 * k, 4, result[k].begin());
    }
    return result;
}

// Both polarizations, from the angles on either side; `ratio` is n1 / n2.
double fresnelOf(double angle, double ratio)
{
    const double beyond = ratio * std::sin(angle);
    if (beyond >= 1.0)
    {
        return 1.0;
    }
    const double t = std::asin(beyond);
    const double across = std::sin(angle - t) / std::sin(angle + t);
    const double along = std::tan(angle - t) / std::tan(angle + t);
    return 0.5 * (across * across + along * along);
}

class Optics : public testing::Test
{
  protected:
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }
};

TEST_F(Optics, AMirrorThrowsLightBackAtTheSameAngle)
{
    const std::vector<Numbers> thrown = computed("vec4(mirroredAlong(along, normal), 0.0)");
    for (int k = 0; k < kAngles; ++k)
    {
        const Numbers& r = thrown[std::size_t(k)];
        EXPECT_NEAR(double(r[0]), std::sin(angleOf(k)), 1e-6);
        EXPECT_NEAR(double(r[1]), 0.0, 1e-7);
        EXPECT_NEAR(double(r[2]), std::cos(angleOf(k)), 1e-6);
    }
}

TEST_F(Optics, ATiltedMirrorTurnsLightByTwiceItsTilt)
{
    const std::vector<Numbers> thrown =
        computed("vec4(mirroredAlong(vec3(0.0, 0.0, -1.0), vec3(sin(0.5 * angle), 0.0, "
                 "cos(0.5 * angle))), 0.0)");
    for (int k = 0; k < kAngles; ++k)
    {
        EXPECT_NEAR(double(thrown[std::size_t(k)][0]), std::sin(angleOf(k)), 2e-6);
        EXPECT_NEAR(double(thrown[std::size_t(k)][2]), std::cos(angleOf(k)), 2e-6);
    }
}

TEST_F(Optics, SnellsLawHoldsIntoWater)
{
    const std::vector<Numbers> bent = computed("bent(along, normal, ratio)", float(1.0 / kWater));
    for (int k = 0; k < kAngles; ++k)
    {
        const Numbers& b = bent[std::size_t(k)];
        EXPECT_EQ(b[3], 1.0F);
        EXPECT_NEAR(kWater * double(b[0]), std::sin(angleOf(k)), 3e-6);
        EXPECT_NEAR(double(b[1]), 0.0, 1e-7);
        EXPECT_NEAR(double(b[2]), -std::sqrt(1.0 - std::pow(std::sin(angleOf(k)) / kWater, 2.0)),
                    3e-6);
    }
}

TEST_F(Optics, LightInWaterIsThrownBackWholeBeyondTheCriticalAngle)
{
    const double critical = std::asin(1.0 / kWater); // 48.6 degrees
    const std::vector<Numbers> bent = computed("bent(along, normal, ratio)", float(kWater));
    const std::vector<Numbers> part =
        computed("vec4(fresnelExact(-dot(along, normal), ratio))", float(kWater));
    for (int k = 0; k < kAngles; ++k)
    {
        const bool isThrough = angleOf(k) < critical;
        EXPECT_EQ(bent[std::size_t(k)][3], isThrough ? 1.0F : 0.0F) << angleOf(k);
        if (isThrough)
        {
            EXPECT_NEAR(double(bent[std::size_t(k)][0]), kWater * std::sin(angleOf(k)), 1e-5);
        }
        else
        {
            EXPECT_EQ(part[std::size_t(k)][0], 1.0F);
        }
    }
}

TEST_F(Optics, FresnelIsTheExactDielectricOne)
{
    for (const double ratio : {1.0 / kWater, kWater, 1.0 / 2.42})
    {
        const std::vector<Numbers> part =
            computed("vec4(fresnelExact(-dot(along, normal), ratio))", float(ratio));
        for (int k = 0; k < kAngles; ++k)
        {
            // Near the critical angle the curve is upright: rounding of the angle is seen.
            const double steep = std::abs(ratio * std::sin(angleOf(k)) - 1.0) < 0.01 ? 3e-3 : 2e-5;
            EXPECT_NEAR(double(part[std::size_t(k)][0]), fresnelOf(angleOf(k), ratio), steep)
                << ratio << " at " << angleOf(k);
        }
    }
}

TEST_F(Optics, FresnelFormedIsBiasScaleAndPower)
{
    const std::vector<Numbers> part =
        computed("vec4(fresnelFormed(-dot(along, normal), vec3(0.02, 0.9, 4.0)))");
    for (int k = 0; k < kAngles; ++k)
    {
        EXPECT_NEAR(double(part[std::size_t(k)][0]),
                    0.02 + 0.9 * std::pow(1.0 - std::cos(angleOf(k)), 4.0), 1e-5);
    }
}

TEST_F(Optics, BlueIsBentMoreThanGreenAndGreenMoreThanRed)
{
    const auto sines = [](double index) {
        return computed("bent(along, normal, ratio)", float(1.0 / index));
    };
    const std::vector<Numbers> red = sines(1.3300);
    const std::vector<Numbers> green = sines(1.3342);
    const std::vector<Numbers> blue = sines(1.3358);
    for (std::size_t k = 5; k < kAngles; ++k) // from 5 degrees on floats tell them apart
    {
        EXPECT_GT(red[k][0], green[k][0]);
        EXPECT_GT(green[k][0], blue[k][0]);
    }
}

TEST_F(Optics, AbsorptionMultipliesAlongTheWay)
{
    const std::vector<Numbers> part =
        computed("vec4(passedThrough(vec3(0.95, 0.21, 0.10), 3.0 * place.x), 1.0)");
    for (int k = 0; k < kAngles; ++k)
    {
        const double metres = 3.0 * (k + 0.5) / kAngles;
        EXPECT_NEAR(double(part[std::size_t(k)][0]), std::exp(-0.95 * metres), 1e-5);
        EXPECT_NEAR(double(part[std::size_t(k)][1]), std::exp(-0.21 * metres), 1e-5);
        EXPECT_NEAR(double(part[std::size_t(k)][2]), std::exp(-0.10 * metres), 1e-5);
    }
}

} // namespace
} // namespace tarn::render::gl
