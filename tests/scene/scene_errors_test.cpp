// What is wrong with a scene is said with key, value, remedy, file and line.
#include "scene/defaults.h"
#include "scene/document.h"
#include "scene/error.h"
#include "scene/polygon.h"
#include "scene/scene.h"
#include "scene/suggest.h"
#include "tarn/tarn.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tarn::scene
{
namespace
{

std::string refusal(const std::string& text, const std::vector<Override>& changes = {})
{
    try
    {
        Scene::parse(text, "pool.toml", changes);
    }
    catch (const Error& error)
    {
        return error.what();
    }
    return "accepted";
}

struct Case
{
    const char* text;
    const char* message;
};

TEST(SceneErrors, NameKeyValueRemedyFileAndLine)
{
    const Case cases[] = {
        {"[flow]\nnx = 64\n\ncell_size = -0.1",
         "flow.cell_size: -0.1 m is not positive; give a length above 0 (pool.toml:4)"},
        {"[flow]\ncell_size = 2e6", "flow.cell_size: 2000000 m is out of range; give a length from "
                                    "1e-06 to 1000000 (pool.toml:2)"},
        {"[flow]\ncell_size = 9e-7", "flow.cell_size: 9e-07 m is out of range; give a length from "
                                     "1e-06 to 1000000 (pool.toml:2)"},
        {"[flow]\nnx = 4\nwidth = 1e-6",
         "flow.width: 1e-06 m over 4 cells makes each 2.5e-07 m; give a width that makes it 1e-06 "
         "to 1000000 (pool.toml:3)"},
        {"[water]\ncell_size = 2e5",
         "water.cell_size: 200000 m is out of range; give a length from "
         "0.0001 to 100000 (pool.toml:2)"},
        {"[flow]\nnx = 0", "flow.nx: 0 is out of range; give a number of cells from 1 to 16384 "
                           "(pool.toml:2)"},
        {"[flow]\nnx = 1.5", "flow.nx: 1.5 is not a whole number; give one (pool.toml:2)"},
        {"[flow]\nnx = true", "flow.nx: true is not a number; give a number of cells, or a formula "
                              "in quotes (pool.toml:2)"},
        {"[flow]\nnx = nan",
         "flow.nx: nan is not a finite number; give a number of cells from 1 to "
         "16384 (pool.toml:2)"},
        {"[flow]\ncell_size = \"1/0\"", "flow.cell_size: '1/0' gives inf m, which is not a finite "
                                        "number; give a length above 0 (pool.toml:2)"},
        {"[run]\ndt = 0",
         "run.dt: 0 s is not positive; give a time above 0, up to 1000 (pool.toml:2)"},
        {"[run]\ndt = \"t\"", "run.dt: 't' changes with t; this number cannot (pool.toml:2)"},
        {"[flow.fluid]\nviscosity = -1", "flow.fluid.viscosity: -1 Pa s is negative; give a "
                                         "viscosity from 0 to 1e+12 (pool.toml:2)"},
        {"[flow.fluid]\ndensity = 1e39", "flow.fluid.density: 1e+39 kg/m^3 is too large for 32 "
                                         "bits; give a density from 1e-09 to 1e+12 (pool.toml:2)"},
        {"[[flow.solids]]\nradius = 1e-50", "flow.solids[0].radius: 1e-50 m is nothing in 32 bits; "
                                            "give a length above 0, up to 1000000 (pool.toml:2)"},
        {"[flow.fluid]\nviscosity = \"x\"", "flow.fluid.viscosity: 'x' depends on x or y; here a "
                                            "formula may use t only (pool.toml:2)"},
        {"[flow.fluid]\ngravity = [1]",
         "flow.fluid.gravity: a list of 1 was given; 2 are needed (pool.toml:2)"},
        {"flow = 3", "flow: 3 is not a table; write [flow] (pool.toml:1)"},
        {"[flow.solids]\nradius = 1",
         "flow.solids: a table is not a list of tables; write [[flow.solids]] (pool.toml:1)"},
        {"[flow.edges.left]\ntype = \"periodic\"",
         "flow.edges.left: is periodic, and right is not; make both so, or neither (pool.toml:1)"},
        {"[flow.edges.left]\nnormal_speed = 1",
         "flow.edges.left.normal_speed: has no effect on an edge of type 'wall'; it is for inflow "
         "(pool.toml:2)"},
        {"[flow.edges.left]\ndye = [1]",
         "flow.edges.left.dye: has no effect on an edge of type 'wall'; it is for inflow and "
         "outflow (pool.toml:2)"},
        {"[flow.edges.left]\ntype = \"outflow\"\ndye = [1]\ntemperature = 3", "accepted"},
        {"[[flow.solids]]\nshape = \"box\"\nsize = [0.5, 0.25]\nrounding = 0.1875",
         "flow.solids[0].rounding: 0.1875 m is more than half of the box's shorter side; give at "
         "most 0.125 (pool.toml:4)"},
        {"[[flow.solids]]\nshape = \"box\"\nsize = [0.5, 0.25]\nrounding = 0.125", "accepted"},
        {"[[flow.solids]]\nshape = \"polygon\"\nvertices = [[0, 0], [1, 1], [1, 0], [0, 1]]",
         "flow.solids[0].vertices: the sides from [0, 0] to [1, 1] and from [1, 0] to [0, 1] cross "
         "or touch; give the points in the order they have around the solid (pool.toml:3)"},
        {"[[flow.solids]]\nshape = \"polygon\"\nvertices = [[0, 0], [2, 0], [1, 0], [1, 1]]",
         "flow.solids[0].vertices: the sides from [0, 0] to [2, 0] and from [2, 0] to [1, 0] cross "
         "or touch; give the points in the order they have around the solid (pool.toml:3)"},
        {"[[flow.solids]]\nshape = \"polygon\"\nvertices = [[0, 0], [1, 1], [2, 2]]",
         "flow.solids[0].vertices: the 3 points from [0, 0] to [2, 2] lie on one line; give points "
         "around an area (pool.toml:3)"},
        {"[[flow.solids]]\nshape = \"polygon\"\nvertices = [[0, 0], [1, 0], [1, 0], [0, 1]]",
         "flow.solids[0].vertices: [1, 0] is given twice in a row; leave one out (pool.toml:3)"},
        {"[[flow.solids]]\nshape = \"polygon\"\nvertices = [[0, 0], [0, 1], [0.25, 0.25], [1, 0]]",
         "accepted"},
        {"[flow]\ntracer_capacity = 100\n[[flow.tracers]]\ncount = 60\n[[flow.tracers]]\ncount = "
         "50",
         "flow.tracers[1].count: 50 make 110 tracers, and there is room for 100; give fewer, or "
         "set flow.tracer_capacity to 110 (pool.toml:6)"},
        {"[flow]\ntracer_capacity = 100\n[[flow.tracers]]\ncount = 60\n[[flow.tracers]]\ncount = "
         "40",
         "accepted"},
        {"[flow]\ntracer_capacity = 9\n[[flow.tracers]]\narea = [1, 0, 2, 1]",
         "flow.tracers[0].area: 1, 0, 2, 1 is outside of the grid; give left, bottom, right, top "
         "within 0, 0, 1, 1 (pool.toml:4)"},
        {"[flow]\ntracer_capacity = 9\n[[flow.tracers]]\narea = [0, -2, 1, -1]",
         "flow.tracers[0].area: 0, -2, 1, -1 is outside of the grid; give left, bottom, right, top "
         "within 0, 0, 1, 1 (pool.toml:4)"},
        {"[flow]\ntracer_capacity = 9\n[[flow.tracers]]\narea = [-1, -1, 0.5, 0]",
         "flow.tracers[0].area: -1, -1, 0.5, 0 is outside of the grid; "},
        {"[flow]\ntracer_capacity = 9\n[[flow.tracers]]\narea = [-1, -1, 0.5, 0.5]", "accepted"},
        {"[[flow.solids]]\nname = \"a\"\n[[flow.solids]]\nname = \"a\"",
         "flow.solids[1].name: 'a' is taken by another solid; choose another (pool.toml:4)"},
        {"[[flow.solids]]\nposition = [\"t\", 0]\nvelocity = [1, 0]",
         "flow.solids[0].velocity: the position is a formula of t already; leave one out "
         "(pool.toml:3)"},
        {"[[flow.solids]]\ntemperature = 5", "flow.solids[0].temperature: no temperature is "
                                             "carried; set flow.temperature = true (pool.toml:2)"},
        {"[[flow.emitters]]\ndye = [1]", "flow.emitters[0].position: is missing; give one, as in "
                                         "position = [0.5, 0.5] (pool.toml:1)"},
        {"[flow.initial]\ndye = [1, 2, 3, 4]",
         "flow.initial.dye: a list of 4 was given; 0 to 3 are needed (pool.toml:2)"},
        {"[flow.initial]\ndye = [[[1, 2],\n [3]]]",
         "flow.initial.dye[0]: a list of 1 is not a row of 2 numbers, as the first is "
         "(pool.toml:3)"},
        {"[flow.initial]\ndye = [{ image = \"none.png\" }]",
         "flow.initial.dye[0].image: cannot read the picture 'none.png': No such file or "
         "directory; check the name (pool.toml:2)"},
        {"[flow.initial]\ndye = [{ image = \"/dev/zero\" }]",
         "flow.initial.dye[0].image: '/dev/zero' is not a file; name a PNG or JPEG (pool.toml:2)"},
        {"[view]\nshow = \"temperature\"", "view.show: 'temperature' is not carried; set "
                                           "flow.temperature = true (pool.toml:2)"},
        {"[view.speed]\nrange = [2, 1]",
         "view.speed.range: 2 is not below 1; give the lower end first (pool.toml:2)"},
        {"[view]\nwindow = [0, 0, 2, 2]", "view.window: is not a part of the grid; give left, "
                                          "bottom, right, top within 0, 0, 1, 1 (pool.toml:2)"},
        {"[[probes]]\ntype = \"force\"\nsolid = \"post\"",
         "probes[0].solid: there is no 'post'; choose from: mask (pool.toml:3)"},
        {"[constants]\nsin = 3", "constants.sin: cannot be the name of a constant; use letters, "
                                 "digits and _, and none of the names that formulas know already "
                                 "(pool.toml:2)"},
        {"[constants]\nb = \"2*a\"\na = 1", "constants.b: '2*a' uses 'a', which formulas do not "
                                            "know; choose from: abs, acos"},
    };
    for (const Case& entry : cases)
    {
        const std::string message = refusal(entry.text);
        EXPECT_EQ(message.substr(0, std::string(entry.message).size()), entry.message)
            << message << "\n"
            << entry.text;
    }
}

// What the library would refuse is refused where it is written.
TEST(SceneErrors, LimitsOfTheLibraryNameTheLine)
{
    const std::string solid = "[[flow.solids]]\n";
    const std::string emitter = "[[flow.emitters]]\nposition = [0, 0]\ndye = [1]\n";
    const std::string texts[] = {
        "[flow]\norigin = [2e9, 0]",
        "[flow.fluid]\ndensity = 1e-10",
        "[flow.fluid]\nviscosity = 2e12",
        "[flow.fluid]\nthermal_expansion = -2e6",
        "[flow.fluid]\nambient_temperature = 2e30",
        "[flow.fluid]\nthermal_diffusivity = 2e12",
        "[flow.fluid]\ncooling = 2e12",
        "[flow.fluid]\nvelocity_dissipation = 2e12",
        "[flow.fluid]\nconfinement = 2e12",
        "[flow.fluid]\ntexture_period = 1e-4",
        "[flow.fluid]\nacceleration = [0, 2e12]",
        "[flow.fluid]\ngravity = [-2e12, 0]",
        "[flow.fluid]\ndye_weight = [2e6]",
        "[flow.fluid]\ndye_diffusivity = [2e12]",
        "[flow.fluid]\ndye_dissipation = [2e12]",
        "[flow.edges.left]\ntype = \"inflow\"\nnormal_speed = 2e12",
        "[flow.edges.left]\ntype = \"inflow\"\ntangential_speed = -2e12",
        "[flow.edges.left]\ntemperature = 2e30",
        "[flow.edges.left]\ntype = \"inflow\"\ndye = [2e30]",
        "[flow.initial]\nvelocity_x = 2e12",
        "[flow.initial]\nvelocity_y = 2e12",
        "[flow.initial]\nstream = 1e10",
        "[flow.initial]\ndye = [2e30]",
        "[flow]\ntemperature = true\n[flow.initial]\ntemperature = 2e30",
        solid + "radius = 2e6",
        solid + "shape = \"box\"\nsize = [3e6, 1]",
        solid + "shape = \"box\"\nrounding = 2e6",
        solid + "shape = \"capsule\"\nlength = 3e6",
        solid + "shape = \"polygon\"\nvertices = [[0, 0], [2e6, 0], [0, 1]]",
        solid + "position = [2e9, 0]",
        solid + "velocity = [2e12, 0]",
        solid + "spin = 2e9",
        solid + "angle = 2e9",
        solid + "degrees = 2e9",
        "[flow]\ntemperature = true\n" + solid + "temperature = 2e30",
        emitter + "radius = 1e-7",
        emitter + "radius = 2e9",
        emitter + "hold_rate = 1e-7",
        emitter + "velocity = [2e12, 0]",
        emitter + "to = [2e9, 0]",
        "[[flow.emitters]]\nposition = [0, 0]\ndye = [2e30]",
        "[[flow.hands]]\nposition = [0, 2e9]",
        "[[flow.hands]]\nposition = [0, 0]\nradius = 1e-7",
    };
    for (const std::string& text : texts)
    {
        const std::string message = refusal(text);
        EXPECT_NE(message.find(" is out of range; give a"), std::string::npos) << message << text;
        const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
        EXPECT_NE(message.find("(pool.toml:" + std::to_string(lines) + ")"), std::string::npos)
            << message << "\n"
            << text;
    }
}

TEST(SceneErrors, SuggestTheNearestKeyOrWord)
{
    EXPECT_EQ(refusal("[flow]\ncell_sise = 1"),
              "flow.cell_sise: there is no such key; did you mean 'cell_size'? (pool.toml:2)");
    EXPECT_EQ(refusal("[flwo]\nnx = 1"),
              "flwo: there is no such key; did you mean 'flow'? (pool.toml:1)");
    EXPECT_EQ(refusal("[view]\nshow = \"sped\""),
              "view.show: there is no 'sped'; did you mean 'speed'? (pool.toml:2)");
    EXPECT_EQ(refusal("[run]\nzzzzzz = 1"), "run.zzzzzz: there is no such key; choose from: dt, "
                                            "probe_interval, time (pool.toml:2)");
    EXPECT_EQ(refusal("[flow.initial]\ndye = [{ imgae = \"a.png\" }]"),
              "flow.initial.dye[0].imgae: there is no such key; did you mean 'image'? "
              "(pool.toml:2)");
}

TEST(SceneErrors, NearestWordsCountSwapsAsOneAndLeaveStrangersAlone)
{
    const std::vector<std::string> words = {"radius", "rounding", "rate"};
    EXPECT_EQ(nearestWord("raduis", words), "radius");
    EXPECT_EQ(nearestWord("radios", words), "radius");
    EXPECT_EQ(nearestWord("viscosity", words), "");
    EXPECT_EQ(nearestWord("r", words), "");
    EXPECT_EQ(nearestWord("", words), "");
    EXPECT_EQ(nearestWord(std::string(100000, 'r'), words), "");
}

TEST(SceneErrors, OverridesAreNamedAsTheyWereGiven)
{
    EXPECT_EQ(refusal("", {{"flow.nx", "0", "--set flow.nx=0"}}),
              "flow.nx: 0 is out of range; give a number of cells from 1 to 16384 (--set "
              "flow.nx=0)");
    EXPECT_EQ(refusal("", {{"view.show", "sped", "--view sped"}}),
              "view.show: there is no 'sped'; did you mean 'speed'? (--view sped)");
    EXPECT_EQ(refusal("[[flow.solids]]", {{"flow.solids.2.radius", "1", "--set ..."}}),
              "flow.solids.2.radius: there is no element '2'; count from 0, or give the name of "
              "one (--set ...)");
    EXPECT_NE(refusal("", {{"flow..nx", "1", "--set flow..nx=1"}}).find("is not a key"),
              std::string::npos);
}

TEST(SceneOverrides, ReplaceAddAndFindElementsByNumberOrName)
{
    const std::string text = "[flow]\nnx = 8\n[[flow.solids]]\nname = \"post\"\nradius = 0.1\n"
                             "[view]\narrows = false";
    const Scene scene = Scene::parse(text, "pool.toml",
                                     {{"flow.nx", "16", "a"},
                                      {"flow.ny", "\"2*10\"", "b"},
                                      {"flow.solids.0.position", "[0.5, 0.25]", "c"},
                                      {"flow.solids.post.radius", "0.2", "d"},
                                      {"view.show", "speed", "e"},
                                      {"view.arrows.shown", "true", "f"},
                                      {"constants.k", "3", "g"}});
    EXPECT_EQ(scene.flow().def.nx, 16);
    EXPECT_EQ(scene.flow().def.ny, 20);
    EXPECT_EQ(scene.flow().solids[0].position[1].at(0.0), 0.25);
    EXPECT_EQ(scene.flow().solids[0].shape.radius, 0.2F);
    EXPECT_EQ(scene.flow().show, FlowShow::speed);
    EXPECT_TRUE(scene.view.style.arrows.shown);
}

TEST(HostileScenes, EndInAnError)
{
    const std::vector<std::string> texts = {
        std::string("\xff\xfe\x00 bad", 8),
        "a = " + std::string(100000, '['),
        "[" + std::string(100000, 'a') + "]",
        "[flow]\nnx = 99999999999999999999",
        "[flow]\nnx = 16384\nny = 16384\ndye_scale = 8\ndye_channels = 8",
        "[flow]\n[flow]",
        "[flow.fluid]\nviscosity = 1979-05-27",
        "[flow.fluid]\nviscosity = \"" + std::string(4000, '(') + "\"",
        "[flow]\nmask = [[[[]]]]",
        "[flow.initial]\ndye = [[]]",
        "[[flow.solids]]\nshape = \"polygon\"\nvertices = [[0, 0]]",
        "[[flow.solids]]\nradius = 1e-400",
        "[[flow.solids]]\nposition = [inf, 0]",
        "[view.dye]\ncolours = [\"#12345\"]",
        "[view]\nwidth = 1000000",
        "[flow.edges]\nleft = [1, 2]",
    };
    for (const std::string& text : texts)
    {
        const std::string message = refusal(text);
        EXPECT_NE(message, "accepted") << text.substr(0, 60);
        EXPECT_NE(message.find("pool.toml:"), std::string::npos) << message;
        EXPECT_LT(message.size(), 1000u);
    }
}

TEST(HostileScenes, NoPrefixOfAGoodSceneCrashes)
{
    const std::string text = "[constants]\nU = 1\n[flow]\nnx = 8\n[[flow.solids]]\nposition = "
                             "[\"U*t\", 0.5]\n[flow.edges.left]\ntype = \"inflow\"\nnormal_speed = "
                             "\"U*y\"\n[[probes]]\ntype = \"totals\"\n";
    ASSERT_EQ(refusal(text), "accepted");
    for (std::size_t size = 0; size < text.size(); ++size)
    {
        refusal(text.substr(0, size));
        std::string flipped = text;
        flipped[size] = static_cast<char>(flipped[size] ^ 0x15);
        refusal(flipped);
    }
}

// The reader has the rules of src/field/shape.cpp once more, to name the line: they stay the same.
TEST(SceneErrors, PolygonsAreRefusedAsTheLibraryRefusesThem)
{
    const std::vector<std::vector<tnVec2>> polygons = {
        {{0.2F, 0.2F}, {0.6F, 0.2F}, {0.6F, 0.6F}, {0.2F, 0.6F}},               // a square
        {{0.2F, 0.6F}, {0.6F, 0.6F}, {0.6F, 0.2F}, {0.2F, 0.2F}},               // the other way
        {{0.2F, 0.2F}, {0.6F, 0.6F}, {0.6F, 0.2F}, {0.2F, 0.6F}},               // a bow tie
        {{0.2F, 0.2F}, {0.6F, 0.2F}, {0.6F, 0.2F}, {0.2F, 0.6F}},               // a point twice
        {{0.2F, 0.2F}, {0.4F, 0.4F}, {0.6F, 0.6F}},                             // a line
        {{0.2F, 0.2F}, {0.6F, 0.2F}, {0.4F, 0.2F}, {0.4F, 0.5F}},               // folds back
        {{0.2F, 0.2F}, {0.4F, 0.2F}, {0.6F, 0.2F}, {0.4F, 0.5F}},               // goes straight on
        {{0.2F, 0.2F}, {0.6F, 0.2F}, {0.4F, 0.5F}, {0.4F, 0.2F}, {0.3F, 0.5F}}, // touches a side
        {{0.2F, 0.2F}, {0.6F, 0.2F}, {0.6F, 0.200001F}},                        // a sliver
        {{0.2F, 0.2F}, {1000.0F, 0.2F}, {1000.0F, 0.20001F}}};                  // too thin a one
    Flow flow = Flow::create(tnDefaultFlowDef()).orThrow();
    int refused = 0;
    for (std::size_t k = 0; k < polygons.size(); ++k)
    {
        tnSolidDef def = tnDefaultSolidDef();
        def.type = tn_shapePolygon;
        def.vertices = polygons[k].data();
        def.vertexCount = static_cast<int32_t>(polygons[k].size());
        tnSolid solid = {};
        const bool isTaken = tnFlow_AddSolid(flow.handle(), &def, &solid) == tn_success;
        EXPECT_EQ(polygonFault(polygons[k]).empty(), isTaken) << "polygon " << k;
        refused += isTaken ? 0 : 1;
    }
    EXPECT_GE(refused, 4);
}

TEST(HostileScenes, FilesThatAreTooLargeOrNoneAreRefused)
{
    EXPECT_THROW(Scene::load("/no/such/scene.toml"), Error);
    EXPECT_THROW(Scene::load("/tmp"), Error);
    EXPECT_THROW(Scene::load("/dev/zero"), Error);
    EXPECT_THROW(Scene::find("no_such_scene"), UnknownScene);
}

} // namespace
} // namespace tarn::scene
