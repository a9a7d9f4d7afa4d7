// A scene's text, changed in place and written anew.
#include "scene/document_text.h"

#include "scene/builtin.h"
#include "scene/change.h"
#include "scene/error.h"
#include "scene/scene_run.h"

#include <gtest/gtest.h>

namespace tarn::scene
{
namespace
{

std::string with(const std::string& text, const std::string& key, const std::string& toml)
{
    const KeyText change = {key, toml};
    return withKeys(text, std::span(&change, 1));
}

std::string without(const std::string& text, const std::string& key)
{
    const KeyText change = {key, {}, true};
    return withKeys(text, std::span(&change, 1));
}

const std::string kText = "summary = \"Größe\" # a sentence\n"
                          "\n"
                          "[water] # the water\n"
                          "nx = 32\n"
                          "ny = 32 # rows\n"
                          "liquid = \"honey\"\n"
                          "\n"
                          "# Two of them.\n"
                          "[[water.bodies]]\n"
                          "name = \"first\"\n"
                          "position = [1,\n"
                          "  1, \"1 + 1\"] # a place\n"
                          "\n"
                          "# The second.\n"
                          "[[water.bodies]]\n"
                          "name = \"second\"\n"
                          "position = [2, 1, 2]\n"
                          "[water.bodies.motor]\n"
                          "thrust = 3\n"
                          "\n"
                          "[view]\n"
                          "width = 64\n";

TEST(DocumentText, EveryBuiltInSceneIsTheSameWhenWrittenAnew)
{
    for (const BuiltinScene& scene : builtinScenes())
    {
        const Document document(scene.text, std::string(scene.name));
        const std::string text = toToml(document.root());
        EXPECT_TRUE(areEqual(Document(text, "anew").root(), document.root())) << text;
        EXPECT_NO_THROW(Scene::parse(text, "anew")) << scene.name;
    }
}

TEST(DocumentText, AValueIsReplacedWhereItIs)
{
    EXPECT_EQ(with(kText, "water.ny", "48").find("ny = 48 # rows\n"), kText.find("ny = 32"));
    EXPECT_EQ(with(kText, "summary", "\"x\"").substr(0, 28), "summary = \"x\" # a sentence\n\n");
    const std::string moved = with(kText, "water.bodies.second.position.2", "\"3*t\"");
    EXPECT_NE(moved.find("position = [2, 1, \"3*t\"]\n"), std::string::npos) << moved;
    const std::string whole = with(kText, "water.bodies.0.position", "[4, 5, 6]");
    EXPECT_NE(whole.find("position = [4, 5, 6] # a place\n"), std::string::npos) << whole;
}

TEST(DocumentText, ANewKeyComesAfterThoseOfItsTable)
{
    EXPECT_NE(with(kText, "water.gravity", "1.62").find("liquid = \"honey\"\ngravity = 1.62\n"),
              std::string::npos);
    EXPECT_NE(with(kText, "seed", "7").find("# a sentence\nseed = 7\n\n[water]"),
              std::string::npos);
    EXPECT_NE(with(kText, "water.bodies.first.count", "3").find("# a place\ncount = 3\n\n# The"),
              std::string::npos);
    const std::string table = with(kText, "view.relief.tile", "0.5");
    EXPECT_NE(table.find("width = 64\n\n[view.relief]\ntile = 0.5\n"), std::string::npos) << table;
    const std::string run = with(kText, "run.dt", "\"1/60\"");
    EXPECT_NE(run.find("\n[run]\ndt = \"1/60\"\n"), std::string::npos) << run;
}

TEST(DocumentText, ShorthandBecomesATable)
{
    const std::string text = with(kText, "water.liquid.viscosity", "3.5");
    EXPECT_NE(text.find("liquid = { name = \"honey\", viscosity = 3.5 }\n"), std::string::npos)
        << text;
    EXPECT_NE(with(text, "water.liquid.name", "\"oil\"").find("{ name = \"oil\", viscosity"),
              std::string::npos);
    EXPECT_NE(without(text, "water.liquid.viscosity").find("liquid = { name = \"honey\" }\n"),
              std::string::npos);
}

TEST(DocumentText, ASectionBecomesAValueAndTheRestStays)
{
    const std::string text = "# A pond.\n[water] # the water\nnx = 32\n\n"
                             "# Thick.\n[water.liquid]\nname = \"honey\" # sweet\nviscosity = 3\n\n"
                             "# All of it.\n[view] # a view\nwidth = 64\n";
    EXPECT_EQ(with(text, "water.liquid", "\"oil\""),
              "# A pond.\n[water] # the water\nnx = 32\nliquid = \"oil\"\n\n\n"
              "# All of it.\n[view] # a view\nwidth = 64\n");
    const std::string table = with(text, "water.liquid", "{ name = \"mud\" }");
    EXPECT_NE(table.find("nx = 32\nliquid = { name = \"mud\" }\n"), std::string::npos) << table;
    EXPECT_NE(table.find("# All of it.\n[view] # a view\n"), std::string::npos) << table;
    const std::string list = with(kText, "water.bodies", "[]");
    EXPECT_NE(list.find("liquid = \"honey\"\nbodies = []\n"), std::string::npos) << list;
    EXPECT_NE(list.find("ny = 32 # rows\n"), std::string::npos) << list;
    EXPECT_EQ(list.find("motor"), std::string::npos) << list;
}

TEST(DocumentText, OnlyALiquidsAndArrowsPlainValuesAreShorthand)
{
    const Document document("[water]\nliquid = \"honey\"\n[view]\narrows = true\n"
                            "[view.relief]\nliquid = \"sea\"\n",
                            "test");
    const Written name = findWritten(document.root(), "water.liquid.name");
    ASSERT_NE(name.value, nullptr);
    EXPECT_EQ(*name.value->asText(), "honey");
    EXPECT_EQ(name.key, "water.liquid");
    EXPECT_EQ(findWritten(document.root(), "view.arrows.shown").key, "view.arrows");
    EXPECT_EQ(findWritten(document.root(), "view.arrows.spacing").value, nullptr);
    EXPECT_EQ(findWritten(document.root(), "view.relief.liquid.name").value, nullptr);
    EXPECT_EQ(findWritten(document.root(), "water.nx").value, nullptr);
}

TEST(DocumentText, KeysAndElementsAreTakenOut)
{
    EXPECT_EQ(without(kText, "water.ny").find("ny ="), std::string::npos);
    EXPECT_NE(without(kText, "water.ny").find("nx = 32\nliquid"), std::string::npos);
    EXPECT_EQ(without(kText, "water.nothing"), kText);
    const std::string one = withoutElement(kText, "water.bodies", 0);
    EXPECT_NE(one.find("liquid = \"honey\"\n\n\n# The second."), std::string::npos) << one;
    const std::string first = withoutElement(kText, "water.bodies", 1);
    EXPECT_EQ(first.find("motor"), std::string::npos) << first;
    EXPECT_NE(first.find("# Two of them."), std::string::npos);
    EXPECT_NE(first.find("[view]"), std::string::npos);
    const std::string table = "[view]\n[view.arrows] # none\nshown = true\n[run]\n";
    EXPECT_EQ(without(table, "view.arrows.shown"), "[view]\n[run]\n") << "an empty table goes too";
    EXPECT_EQ(without("[water]\nnx = 3\n", "water.nx"), "[water]\n") << "but the fluid's";
    const std::string none = withoutElement(one, "water.bodies", 0);
    EXPECT_EQ(none.find("bodies"), std::string::npos) << none;
    EXPECT_NE(none.find("# the water"), std::string::npos);
}

TEST(DocumentText, ATableIsAddedToItsList)
{
    const std::string text = withElement(kText, "water.bodies", "name = \"third\"\n");
    EXPECT_NE(text.find("thrust = 3\n\n[[water.bodies]]\nname = \"third\"\n\n[view]"),
              std::string::npos)
        << text;
    const std::string spring = withElement(kText, "water.springs", "discharge = 1\n");
    EXPECT_NE(spring.find("width = 64\n\n[[water.springs]]\ndischarge = 1\n"), std::string::npos);
}

// Whatever way a text is written in, it says what was asked for, and nothing else is different.
TEST(DocumentText, OtherWaysOfWritingAreUnderstood)
{
    const std::string texts[] = {
        "water.nx = 32\nwater.ny = 32\n",
        "water = { nx = 32, ny = 32, bodies = [{ name = \"a\", position = [1, 1, 1] }] }\n",
        "[water]\r\nnx = 32\r\nny = 32\r\n",
        "[ water ]\nnx = 32\n[water.liquid]\n",
        "[water.liquid]\nname = \"oil\"\n[water]\nnx = 32",
        "",
    };
    for (const std::string& text : texts)
    {
        for (const KeyText& change :
             {KeyText{"water.nx", "64"}, KeyText{"water.liquid.viscosity", "2"},
              KeyText{"view.show", "\"depth\""}, KeyText{"water.nx", {}, true},
              KeyText{"water.bodies.0.name", {}, true}})
        {
            Document wanted(text, "text");
            std::string changed;
            try
            {
                if (change.isRemoved)
                {
                    wanted.remove(change.key);
                }
                else
                {
                    wanted.set({change.key, change.toml, "test"});
                }
                changed = withKeys(text, std::span(&change, 1));
            }
            catch (const Error&)
            {
                continue; // both refuse it
            }
            EXPECT_TRUE(areEqual(Document(changed, "changed").root(), wanted.root()))
                << text << "\n"
                << change.key << "\n"
                << changed;
        }
        Document wanted(text, "text");
        wanted.append("water.bodies", "name = \"b\"\nposition = [2, 2, 2]\n");
        const std::string changed =
            withElement(text, "water.bodies", "name = \"b\"\nposition = [2, 2, 2]\n");
        EXPECT_TRUE(areEqual(Document(changed, "changed").root(), wanted.root())) << changed;
    }
}

TEST(DocumentText, NumbersAndTextsReadBackAsTheyAre)
{
    for (const double number : {0.1, 1.0 / 3.0, -1e-300, 6.02e23, 5.0, -0.0, 12345678.9})
    {
        const Document document("x = " + numberToml(number), "number");
        EXPECT_EQ(std::get<double>(document.root().asTable()->find("x")->data), number);
    }
    for (const std::string text : {"", "a \"b\" \\ c", "line\nline\ttab", "Größe", "\x7f"})
    {
        const Document document("x = " + scene::quoted(text), "text");
        EXPECT_EQ(*document.root().asTable()->find("x")->asText(), text);
    }
}

} // namespace
} // namespace tarn::scene
