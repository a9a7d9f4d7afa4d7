// Reads [[water.bodies]].
#include "scene/defaults.h"
#include "scene/sections.h"
#include "scene/view_keys.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>

namespace tarn::scene
{
namespace
{

constexpr std::size_t kMaxGroups = 4096; // tables that somebody writes down
constexpr double kMaxCount = 65536.0;    // the library's limit

constexpr Rule kLengthRule = positive("length", "m");
constexpr Rule kCoefficientRule = within("coefficient", "", 0.0, 10.0);

// As files name shapes. The last two are meshes made by rule.
enum class ShapeWord
{
    sphere,
    box,
    capsule,
    cylinder,
    mesh,
    duck,
    boat
};

std::vector<std::string> shapeWords()
{
    return {"sphere", "box", "capsule", "cylinder", "mesh", "duck", "boat"};
}

float asFloat(double number)
{
    return static_cast<float>(number);
}

std::shared_ptr<const Mesh> readMeshFile(Reader& table)
{
    if (!table.has("file"))
    {
        table.origin("file").fail("is missing; name an OBJ file, as in file = \"buoy.obj\"");
    }
    const std::filesystem::path path =
        std::filesystem::path(table.context().folder) / table.text("file", {});
    auto mesh = std::make_shared<Mesh>();
    table.located("file", [&] { *mesh = readObj(path.string()); });
    if (const int open = openEdges(*mesh); open > 0)
    {
        table.origin("file").fail(fmt::format("{} edges have no triangle on one side; a body needs "
                                              "a closed surface",
                                              open));
    }
    return mesh;
}

// The shape's own keys; those of other shapes are unknown.
void readShape(Reader& table, ShapeWord word, BodyDescription& body)
{
    tnBodyDef& def = body.shape;
    const auto readRadius = [&] {
        def.radius = asFloat(table.number("radius", kLengthRule, double(def.radius)));
    };
    const auto readLength = [&] {
        const double usual = 2.0 * double(def.halfLength);
        def.halfLength = asFloat(table.number("length", kLengthRule, usual) / 2.0);
    };
    def.shape = tn_bodyMesh;
    switch (word)
    {
    case ShapeWord::sphere:
        def.shape = tn_bodySphere;
        readRadius();
        break;
    case ShapeWord::box:
    {
        const std::vector<double> size = table.numbers("size", kLengthRule, 3, {0.5, 0.5, 0.5});
        def.shape = tn_bodyBox;
        def.halfSize = {asFloat(size[0] / 2.0), asFloat(size[1] / 2.0), asFloat(size[2] / 2.0)};
        break;
    }
    case ShapeWord::capsule:
    case ShapeWord::cylinder:
        def.shape = word == ShapeWord::capsule ? tn_bodyCapsule : tn_bodyCylinder;
        readRadius();
        readLength();
        break;
    case ShapeWord::mesh:
        body.mesh = readMeshFile(table);
        break;
    case ShapeWord::duck:
        body.mesh = std::make_shared<const Mesh>(
            makeDuck(table.number("length", kLengthRule, kDefaultDuckLength)));
        break;
    case ShapeWord::boat:
        body.mesh = std::make_shared<const Mesh>(
            makeBoat(table.number("length", kLengthRule, kDefaultBoatLength)));
        break;
    }
}

void readMatter(Reader& table, BodyDescription& body)
{
    tnBodyDef& def = body.shape;
    const auto usual = double(def.density);
    body.density = table.range("density", positive("density", "kg/m^3"), {usual, usual});
    if (table.has("mass"))
    {
        if (table.has("density"))
        {
            table.origin("mass").fail("both mass and density are given; leave one of them out");
        }
        def.mass = asFloat(table.number("mass", positive("mass", "kg"), 1.0));
    }
    if (table.has("drag"))
    {
        def.drag = asFloat(table.number("drag", kCoefficientRule, 0.0));
    }
    def.lift = asFloat(table.number("lift", kCoefficientRule, double(def.lift)));
    def.effectiveArea =
        asFloat(table.number("effective_area", kPartRule, double(def.effectiveArea)));
    def.addedMass = asFloat(table.number("added_mass", kCoefficientRule, double(def.addedMass)));
    def.facets = table.whole("facets", within("number", "", 0.0, 1e6), def.facets);
    body.friction = table.number("friction", notNegative("coefficient", ""), kDefaultFriction);
    body.restitution =
        table.number("restitution", within("coefficient", "", 0.0, 1.0), kDefaultRestitution);
}

tnVec3 readVec3(Reader& table, const char* key, const Rule& rule)
{
    const std::vector<double> v = table.numbers(key, rule, 3, {0.0, 0.0, 0.0});
    return {asFloat(v[0]), asFloat(v[1]), asFloat(v[2])};
}

void readMotion(Reader& table, BodyDescription& body)
{
    if (!table.has("position"))
    {
        table.origin("position").fail("is missing; give one, as in position = [1, 1, 0.5]");
    }
    body.position = table.vector3("position", kPlaceRule, {0.0, 0.0, 0.0});
    body.rotation = table.vector3("rotation", any("angle", "degrees"), {0.0, 0.0, 0.0});
    body.shape.velocity = readVec3(table, "velocity", kSpeedRule);
    body.shape.spin = readVec3(table, "spin", any("spin", "rad/s"));
    body.isFixed = table.flag("fixed", false);
    body.returns = table.flag("returns", false);
    const bool isHeld = body.isFixed || body.isLed();
    for (const char* key : {"velocity", "spin", "returns", "motor"})
    {
        if (isHeld && table.has(key))
        {
            table.origin(key).fail(body.isFixed
                                       ? "has no effect on a fixed body; leave it out"
                                       : "has no effect where formulas of t lead the body; leave "
                                         "it out");
        }
    }
    if (body.isFixed && body.isLed())
    {
        table.origin("fixed").fail("position or rotation is a formula of t; a fixed body has "
                                   "numbers only");
    }
}

void readCrowd(Reader& table, BodyDescription& body)
{
    static const std::vector<std::string> kTurned = {"as_given", "heading", "any"};
    body.count = table.whole("count", within("number", "", 1.0, kMaxCount), 1);
    const std::vector<double> spread =
        table.numbers("spread", notNegative("length", "m"), 3, {0.0, 0.0, 0.0});
    std::copy(spread.begin(), spread.end(), body.spread.begin());
    const Turned usual = body.count > 1 ? Turned::any : Turned::asGiven;
    body.turned = static_cast<Turned>(table.choice("turned", kTurned, std::size_t(usual)));
    body.scale = table.range("scale", positive("factor", ""), {1.0, 1.0});
    if (body.count > 1 && body.isLed())
    {
        table.origin("count").fail("formulas of t lead one body; write a table for each");
    }
}

std::optional<MotorDescription> readMotor(Reader& body)
{
    if (!body.has("motor"))
    {
        return std::nullopt;
    }
    Reader table = body.table("motor");
    MotorDescription motor;
    motor.thrust = table.quantity("thrust", any("force", "N"), 0.0);
    motor.steer = table.quantity("steer", within("angle", "degrees", -90.0, 90.0), 0.0);
    motor.position = readVec3(table, "position", kPlaceRule);
    if (!table.has("thrust"))
    {
        table.origin("thrust").fail("is missing; give a force in N");
    }
    table.finish();
    return motor;
}

// Colours that people know these things by, unless the file says otherwise.
std::vector<std::string> usualColours(ShapeWord word)
{
    switch (word)
    {
    case ShapeWord::sphere:
        return {"#d8382f", "#2f6fd8", "#f0b429", "#2fa36b"};
    case ShapeWord::duck:
        return {"#ffd21f"};
    case ShapeWord::boat:
        return {"#b5432f"};
    default:
        return {"#b98a55", "#a5703f", "#c79c66"};
    }
}

void readLook(Reader& table, ShapeWord word, BodyDescription& body)
{
    static const std::vector<std::string> kLooks = {"plain", "wood", "ball", "duck"};
    constexpr render::BodyLook kUsual[] = {render::BodyLook::ball,  render::BodyLook::wood,
                                           render::BodyLook::plain, render::BodyLook::wood,
                                           render::BodyLook::plain, render::BodyLook::duck,
                                           render::BodyLook::plain};
    body.look = static_cast<render::BodyLook>(
        table.choice("look", kLooks, std::size_t(kUsual[std::size_t(word)])));
    std::vector<std::string> colours = table.texts("colours");
    if (colours.empty())
    {
        colours = usualColours(word);
    }
    table.located("colours", [&] {
        for (const std::string& colour : colours)
        {
            body.colours.push_back(render::parseColour(colour));
        }
    });
}

BodyDescription readBody(Reader& table, std::size_t number)
{
    BodyDescription body;
    body.shape = tnDefaultBodyDef();
    body.name = readName(table, fmt::format("body{}", number));
    const auto word = static_cast<ShapeWord>(table.choice("shape", shapeWords(), 0));
    readShape(table, word, body);
    readMatter(table, body);
    readMotion(table, body);
    readCrowd(table, body);
    body.motor = readMotor(table);
    readLook(table, word, body);
    table.finish();
    return body;
}

} // namespace

std::vector<BodyDescription> readBodies(Reader& water)
{
    std::vector<BodyDescription> bodies;
    std::vector<std::string> names;
    std::vector<Reader> tables = water.tables("bodies", kMaxGroups);
    for (Reader& table : tables)
    {
        bodies.push_back(readBody(table, bodies.size()));
        names.push_back(bodies.back().name);
    }
    checkNames(names, tables, "body");
    return bodies;
}

} // namespace tarn::scene
