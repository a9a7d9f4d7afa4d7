// Every parameter of the tables: known to the reader, settable at both ends, and back by undo.
#include "studio/model/parameters.h"

#include "studio/test_scenes.h"

#include "studio/model/parameter_reads.h"
#include "studio/model/session.h"

#include "scene/builtin.h"
#include "scene/error.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace tarn::studio
{
namespace
{

// The values at the ends of a parameter's range.
std::vector<Setting> endsOf(const Parameter& parameter)
{
    switch (parameter.kind)
    {
    case ParameterKind::flag:
        return {false, true};
    case ParameterKind::choice:
        return {parameter.words.front(), parameter.words.back()};
    case ParameterKind::colour:
        return {std::string("#000000"), std::string("#ffffff")};
    case ParameterKind::pair:
        return {std::array<double, 2>{parameter.low, parameter.high},
                std::array<double, 2>{parameter.high, parameter.low}};
    default:
        return {parameter.low, parameter.high};
    }
}

void expectSame(const Setting& a, const Setting& b, const char* key)
{
    ASSERT_EQ(a.index(), b.index()) << key;
    if (const double* number = std::get_if<double>(&a))
    {
        EXPECT_NEAR(*number, std::get<double>(b), 1e-6 * std::abs(*number)) << key;
    }
    else if (const auto* pair = std::get_if<std::array<double, 2>>(&a))
    {
        EXPECT_NEAR((*pair)[0], std::get<3>(b)[0], 1e-5) << key;
        EXPECT_NEAR((*pair)[1], std::get<3>(b)[1], 1e-5) << key;
    }
    else
    {
        EXPECT_EQ(a, b) << key;
    }
}

// Of each part: 0 is water, 1 is flow.
class Parameters : public testing::TestWithParam<int>
{
  protected:
    Parameters() : session({.threads = 1})
    {
        session.openText(GetParam() == 0 ? kPlainPool : kPlainTank, "small");
    }

    Session session;
};

TEST_P(Parameters, CanBeSetAtBothEndsAndComeBackByUndo)
{
    session.pause();
    const std::string text = session.text();
    for (const Parameter& parameter : parametersOf(session.scene()))
    {
        for (const Setting& end : endsOf(parameter))
        {
            const Setting before = session.valueOf(parameter);
            ASSERT_NO_THROW(session.set(parameter, end)) << parameter.key;
            expectSame(end, session.valueOf(parameter), parameter.key);
            ASSERT_NO_THROW(session.stepOnce()) << parameter.key << " at " << tomlOf(end);
            if (session.canUndo())
            {
                session.undo();
            }
            expectSame(before, session.valueOf(parameter), parameter.key);
            EXPECT_EQ(session.text(), text) << parameter.key;
        }
        // Those that cost much say so, and no others. One of the ends is another value than now.
        scene::Change most = scene::Change::none;
        for (const Setting& end : endsOf(parameter))
        {
            most = std::max(most, session.planOf(parameter, end).change);
        }
        const std::string_view cost = parameter.cost;
        EXPECT_NE(most, scene::Change::none) << parameter.key;
        EXPECT_EQ(most == scene::Change::regrids, cost == kRegrids) << parameter.key;
        EXPECT_EQ(most == scene::Change::restarts, cost == kRestarts) << parameter.key;
    }
}

TEST_P(Parameters, TheDefaultIsTheReaders)
{
    for (const Parameter& parameter : parametersOf(session.scene()))
    {
        const Setting usual = session.defaultOf(parameter);
        session.set(parameter, endsOf(parameter).back());
        EXPECT_TRUE(session.isGiven(parameter)) << parameter.key;
        EXPECT_FALSE(session.writtenAs(parameter).empty()) << parameter.key;
        const std::string key = parameter.key;
        const bool isSize = key == "water.nx" || key == "flow.nx";
        const bool isNeeded = key == "view.show"; // what is usual depends on the dyes
        session.reset(parameter);
        if (!isNeeded)
        {
            expectSame(usual, session.valueOf(parameter), parameter.key);
        }
        EXPECT_EQ(session.isGiven(parameter), isSize) << parameter.key;
        while (session.canUndo())
        {
            session.undo();
        }
    }
}

TEST_P(Parameters, HaveLabelsHintsAndRangesThatMakeSense)
{
    std::set<std::string> keys;
    std::set<std::string> labels;
    std::vector<std::string> groups;
    for (const Parameter& parameter : parametersOf(session.scene()))
    {
        EXPECT_TRUE(keys.insert(parameter.key).second) << parameter.key;
        EXPECT_TRUE(labels.insert(std::string(parameter.group) + parameter.label).second)
            << parameter.label;
        EXPECT_FALSE(std::string(parameter.label).empty()) << parameter.key;
        const bool isRange = parameter.kind == ParameterKind::number ||
                             parameter.kind == ParameterKind::whole ||
                             parameter.kind == ParameterKind::pair;
        EXPECT_TRUE(!isRange || parameter.low < parameter.high) << parameter.key;
        EXPECT_TRUE(!parameter.isLogarithmic || parameter.low >= 0.0) << parameter.key;
        const Setting now = session.defaultOf(parameter);
        if (const double* number = std::get_if<double>(&now))
        {
            EXPECT_TRUE(*number >= parameter.low && *number <= parameter.high) << parameter.key;
        }
        EXPECT_TRUE(matches(parameter, parameter.label)) << parameter.key;
        EXPECT_FALSE(matches(parameter, "no such words")) << parameter.key;
        if (groups.empty() || groups.back() != parameter.group)
        {
            groups.emplace_back(parameter.group);
        }
    }
    EXPECT_EQ(findParameter(session.scene(), "no.such.key"), nullptr);
}

TEST(ParametersOfScenes, AreAmongTheirWords)
{
    for (const scene::BuiltinScene& builtin : scene::builtinScenes())
    {
        const scene::Scene scene = scene::Scene::find(std::string(builtin.name));
        for (const Parameter& parameter : parametersOf(scene))
        {
            const Setting now = parameter.read(scene, 0.0);
            if (parameter.kind == ParameterKind::choice)
            {
                const auto& words = parameter.words;
                EXPECT_NE(std::find(words.begin(), words.end(), std::get<std::string>(now)),
                          words.end())
                    << builtin.name << ": " << parameter.key << " = " << std::get<std::string>(now);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Parts, Parameters, testing::Values(0, 1),
                         [](const auto& part) { return part.index == 0 ? "Water" : "Flow"; });

} // namespace
} // namespace tarn::studio
