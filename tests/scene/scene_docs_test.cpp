// docs/scenes.md: every example loads and runs, every error is as it says, no key is missing.
#include "scene/error.h"
#include "scene/scene_run.h"

#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace tarn::scene
{
namespace
{

struct Block
{
    std::string language;
    std::string text;
};

std::string documentation()
{
    std::ifstream file(TARN_DOCS "/scenes.md");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// Whether the key stands somewhere as a word of its own.
bool isDescribed(const std::string& text, const std::string& key)
{
    const auto isOneOf = [&text](size_t at, const char* marks) {
        return at < text.size() && std::strchr(marks, text[at]) != nullptr;
    };
    for (size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1))
    {
        if (at > 0 && isOneOf(at - 1, "`.[ ") && isOneOf(at + key.size(), "`.], \n"))
        {
            return true;
        }
    }
    return false;
}

std::vector<Block> blocks()
{
    std::vector<Block> result;
    std::istringstream lines(documentation());
    bool isInside = false;
    for (std::string line; std::getline(lines, line);)
    {
        if (line.rfind("```", 0) == 0)
        {
            isInside = !isInside;
            if (isInside)
            {
                result.push_back({line.substr(3), ""});
            }
        }
        else if (isInside)
        {
            result.back().text += line + "\n";
        }
    }
    return result;
}

// Small enough to run them all.
std::vector<Override> smaller()
{
    return {{"view.width", "96", "test"}};
}

TEST(SceneDocs, EveryExampleRunsAndEveryErrorIsAsWritten)
{
    const std::vector<Block> all = blocks();
    int examples = 0;
    int errors = 0;
    for (std::size_t k = 0; k < all.size(); ++k)
    {
        if (all[k].language != "toml")
        {
            continue;
        }
        if (k + 1 < all.size() && all[k + 1].language == "error")
        {
            ++errors;
            try
            {
                Scene::parse(all[k].text, "pool.toml");
                ADD_FAILURE() << "accepted:\n" << all[k].text;
            }
            catch (const Error& error)
            {
                EXPECT_EQ(std::string(error.what()) + "\n", all[k + 1].text);
            }
            continue;
        }
        ++examples;
        SCOPED_TRACE(all[k].text);
        const Scene scene =
            Scene::parse(all[k].text, "pool.toml", smaller(), TARN_TEST_DATA "/scene");
        const std::unique_ptr<SceneRun> run = startScene(scene, {1, tn_backendCpu});
        for (int step = 0; step < 2; ++step)
        {
            EXPECT_EQ(run->step(scene.run.dt) & tn_stepBadInput, 0u);
        }
        EXPECT_EQ(run->steps(), 2);
        run->probeNumbers();
        EXPECT_EQ(run->makeCamera()->shoot().width, 96);
    }
    EXPECT_GE(examples, 22);
    EXPECT_GE(errors, 5);
}

// A table with a key that is near to none lists those that there are.
TEST(SceneDocs, EveryKeyIsDescribed)
{
    const std::string text = documentation();
    const std::vector<std::string> tables = {
        "",
        "[run]",
        "[flow]",
        "[flow.edges]",
        "[flow.edges.left]",
        "[flow.fluid]",
        "[flow.initial]",
        "[[flow.solids]]",
        "[[flow.solids]]\nshape = \"box\"",
        "[[flow.solids]]\nshape = \"capsule\"",
        "[[flow.solids]]\nshape = \"polygon\"\nvertices = [[0, 0], [1, 0], [0, 1]]",
        "[[flow.emitters]]\nposition = [0, 0]\ndye = [1]",
        "[[flow.hands]]\nposition = [0, 0]",
        "[flow]\ntracer_capacity = 1\n[[flow.tracers]]",
        "[[probes]]\ntype = \"point\"\nposition = [0, 0]",
        "[[probes]]\ntype = \"line\"\nfrom = [0, 0]\nto = [1, 1]",
        "[[probes]]\ntype = \"force\"\nsolid = \"mask\"",
        "[water]",
        "[water.liquid]",
        "[water.edges]",
        "[water.edges.left]",
        "[water.initial]",
        "[[water.springs]]\nposition = [0, 0]\ndischarge = 1",
        "[[water.hands]]\nposition = [0, 0]",
        "[[water.strokes]]\nposition = [0, 0]",
        "[[water.bodies]]\nposition = [0, 0, 0]",
        "[[water.bodies]]\nposition = [0, 0, 0]\nshape = \"box\"",
        "[[water.bodies]]\nposition = [0, 0, 0]\nshape = \"cylinder\"",
        "[[water.bodies]]\nposition = [0, 0, 0]\nshape = \"mesh\"\nfile = \"wedge.obj\"",
        "[[water.bodies]]\nposition = [0, 0, 0]\nmotor = { thrust = 1, qqqqqqqqqqqq = 1 }",
        "[water]\n[[water.bodies]]\nposition = [0, 0, 0]\n[[probes]]\ntype = \"body\"\nbody = "
        "\"body0\"",
        "[water]\n[view]",
        "[water]\n[view.relief]",
        "[view]",
        "[view.dye]",
        "[view.speed]",
        "[view.texture]",
        "[view.solids]",
        "[view.tracers]",
        "[view.arrows]",
        "[view.inside]"};
    for (const std::string& table : tables)
    {
        std::string message;
        try
        {
            Scene::parse(table + "\nqqqqqqqqqqqqqqqqqq = 1", "pool.toml", {},
                         TARN_TEST_DATA "/scene");
        }
        catch (const Error& error)
        {
            message = error.what();
        }
        const std::string before = "choose from: ";
        const std::size_t begin = message.find(before);
        ASSERT_NE(begin, std::string::npos) << table << ": " << message;
        std::istringstream keys(message.substr(begin + before.size()));
        for (std::string key; keys >> key && key[0] != '(';)
        {
            key = key.substr(0, key.find(','));
            EXPECT_TRUE(isDescribed(text, key)) << "'" << key << "' of " << table;
        }
    }
}

} // namespace
} // namespace tarn::scene
