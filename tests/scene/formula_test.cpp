// Formulas: what they compute, what they refuse, and noise.
#include "scene/error.h"
#include "scene/formula.h"
#include "scene/noise.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace tarn::scene
{
namespace
{

double value(const std::string& text, double x = 0.0, double y = 0.0, double t = 0.0)
{
    return Formula(text, {}).at(x, y, t);
}

std::string refusal(const std::string& text, const FormulaContext& context = {})
{
    try
    {
        const Formula formula(text, context);
    }
    catch (const Error& error)
    {
        return error.what();
    }
    return "";
}

TEST(Formula, ComputesWithPlaceTimeAndConstants)
{
    EXPECT_EQ(value("2 + 3*4^2"), 50.0);
    EXPECT_EQ(value("x - 2*y + t", 1.0, 2.0, 5.0), 2.0);
    EXPECT_NEAR(value("sin(pi/2) + ln(e)"), 2.0, 1e-15);
    EXPECT_EQ(value("t < 3 ? 1 : 2", 0, 0, 2.0), 1.0);
    EXPECT_EQ(value("t < 3 ? 1 : 2", 0, 0, 4.0), 2.0);
    EXPECT_EQ(value("(1 < 2) && (3 >= 4)"), 0.0);
    FormulaContext context;
    context.constants = {{"H", 0.41}, {"Um", 1.5}};
    EXPECT_NEAR(Formula("4*Um*y*(H - y)/H^2", context).at(0, 0.205, 0), 1.5, 1e-12);
}

TEST(Formula, HasFloorModClampAndSmoothstep)
{
    EXPECT_EQ(value("floor(-0.5)"), -1.0);
    EXPECT_EQ(value("mod(-1, 3)"), 2.0);
    EXPECT_EQ(value("clamp(5, 0, 2)"), 2.0);
    EXPECT_EQ(value("smoothstep(0, 1, 0.5)"), 0.5);
    EXPECT_EQ(value("smoothstep(2, 4, 9)"), 1.0);
}

TEST(Formula, KnowsWhatItDependsOn)
{
    EXPECT_FALSE(Formula("pi", {}).usesPlace());
    EXPECT_FALSE(Formula("pi", {}).usesTime());
    EXPECT_TRUE(Formula("y", {}).usesPlace());
    EXPECT_TRUE(Formula("sin(t)", {}).usesTime());
}

TEST(Formula, IsEvaluatedAnewEachTime)
{
    const Formula formula("x + 10*t", {});
    EXPECT_EQ(formula.at(1, 0, 0), 1.0);
    EXPECT_EQ(formula.at(2, 0, 3), 32.0);
    EXPECT_EQ(formula.at(1, 0, 0), 1.0);
}

TEST(Formula, RefusesWhatIsNone)
{
    EXPECT_EQ(refusal("squrt(t)"),
              "'squrt(t)' uses 'squrt', which formulas do not know; did you mean 'sqrt'?");
    EXPECT_NE(refusal("1 +").find("is not a formula"), std::string::npos);
    EXPECT_NE(refusal("(((").find("is not a formula"), std::string::npos);
    EXPECT_NE(refusal("").find("empty"), std::string::npos);
    EXPECT_NE(refusal("1, 2").find("2 numbers"), std::string::npos);
    EXPECT_NE(refusal("x = 3").find("compare with =="), std::string::npos);
    EXPECT_NE(refusal("\"text\"").find("character"), std::string::npos);
    EXPECT_NE(refusal(std::string(5000, '1')).find("too long"), std::string::npos);
    EXPECT_NE(refusal(std::string(4000, '(')).find("is not a formula"), std::string::npos);
}

TEST(Formula, NamesOfConstantsMustBeFree)
{
    EXPECT_TRUE(Formula::isFreeName("Re"));
    EXPECT_TRUE(Formula::isFreeName("_a1"));
    for (const char* taken : {"", "1a", "a b", "x", "t", "pi", "sin", "noise", "a-b"})
    {
        EXPECT_FALSE(Formula::isFreeName(taken)) << taken;
    }
}

TEST(Noise, IsSmoothBoundedAndTheSameEverywhere)
{
    double highest = 0.0;
    for (int k = 0; k < 20000; ++k)
    {
        const double x = 0.0371 * k;
        const double y = 17.0 - 0.0113 * k;
        const double here = noise(1, x, y);
        ASSERT_LE(std::abs(here), 1.0);
        ASSERT_LT(std::abs(noise(1, x + 1e-6, y) - here), 1e-5);
        highest = std::max(highest, std::abs(here));
    }
    EXPECT_GT(highest, 0.7);
    EXPECT_EQ(noise(1, 3.0, -4.0), 0.0);
    EXPECT_NE(noise(1, 0.5, 0.5), noise(2, 0.5, 0.5));
    EXPECT_EQ(value("noise(0.3, 0.7)"), noise(1, 0.3, 0.7));
}

TEST(Noise, SurvivesEveryNumber)
{
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(), 1e300, -1e300})
    {
        EXPECT_EQ(noise(1, bad, 0.5), 0.0);
        EXPECT_EQ(noise(1, 0.5, bad), 0.0);
    }
}

} // namespace
} // namespace tarn::scene
