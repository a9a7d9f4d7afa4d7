// Scene: what a scene file says, read and checked, ready to run any number of times.
//
//     const scene::Scene scene = scene::Scene::load("pool.toml");
//     scene::SceneRun run(scene);            // scene_run.h
//     while (run.time() < scene.run.time) { run.step(scene.run.dt); }
//
// docs/scenes.md describes the files. Formulas inside a Scene keep working space, so a Scene and
// its copies may be used by one thread at a time.
#pragma once

#include "scene/quantity.h"

#include "render/image.h"
#include "render/view.h"
#include "tarn/flow.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::scene
{

using Vector = std::array<Quantity, 2>;

struct RunDescription
{
    double dt = 0.0;            // s
    double time = 0.0;          // s; how long a run is when nobody says
    double probeInterval = 0.0; // s between rows; 0: every step
};

struct EdgeDescription
{
    tnFlowEdgeType type = tn_flowWall;
    bool noSlip = false;
    Pattern normalSpeed;
    Pattern tangentialSpeed;
    std::optional<Pattern> temperature; // walls: none is insulated
    std::vector<Pattern> dye;
};

// One number of tnFlowSettings that changes with time.
struct VaryingSetting
{
    float& (*of)(tnFlowSettings& settings, int index) = nullptr;
    int index = 0;
    Quantity value;
};

struct FluidDescription
{
    tnFlowSettings constant = {}; // what does not vary
    std::vector<VaryingSetting> varying;

    tnFlowSettings at(double t) const;
};

// What the fluid is like at the beginning. Absent: at rest, ambient, without dye.
struct InitialFields
{
    std::optional<Pattern> velocityX;
    std::optional<Pattern> velocityY;
    std::optional<Pattern> stream; // whose curl is the velocity
    std::optional<Pattern> temperature;
    std::vector<Pattern> dye;
    std::optional<Pattern> mask; // 0.5 and above is solid
};

struct SolidDescription
{
    std::string name;
    tnSolidDef shape = {};        // its numbers that are not below
    std::vector<tnVec2> vertices; // of a polygon
    Vector position;
    Quantity angle;
    Vector velocity; // where the position does not vary
    Quantity spin;   // where the angle does not vary

    bool isLed() const; // by formulas of position or angle
    bool hasVaryingSpeed() const;
};

// A brush with numbers that may change with time. Emitters and hands are such.
struct BrushDescription
{
    tnFlowBrush constant = {}; // mode and what is held
    Vector position;
    std::optional<Vector> to; // the other end of a line
    Quantity radius;
    Vector velocity;
    std::vector<Quantity> dye;
    Quantity temperature;
    Quantity holdRate;
    Quantity isOn; // above 0: it works

    bool varies() const;
};

// A stirring hand: its way is a formula of t, and the fluid is drawn along.
struct HandDescription
{
    BrushDescription brush; // dye and temperature are per second
    Quantity push;          // how much of the hand's velocity the fluid takes on
};

struct TracerDescription
{
    Rectangle area;
    std::int32_t count = 0; // at the beginning
    Quantity rate;          // new ones, per second
};

struct FlowDescription
{
    tnFlowDef def = {};                   // size, capacities, edges' types
    std::array<EdgeDescription, 4> edges; // by tnSide
    FluidDescription fluid;
    InitialFields initial;
    std::vector<SolidDescription> solids;
    std::vector<BrushDescription> emitters;
    std::vector<HandDescription> hands;
    std::vector<TracerDescription> tracers;

    Rectangle area() const; // what the grid covers
};

enum class ProbeKind
{
    point,
    line,
    force,
    totals,
    stats
};

struct ProbeDescription
{
    std::string name;
    ProbeKind kind = ProbeKind::point;
    std::vector<std::array<double, 2>> points;    // of a point or a line
    std::vector<std::string> quantities;          // of a point or a line
    int solid = -1;                               // of a force; -1: the mask
    std::array<double, 2> direction = {1.0, 0.0}; // of drag; lift is counter-clockwise from it
    double dynamicForce = 0.0; // N; drag and lift are parts of it; 0: they are not wanted
};

enum class Show
{
    dye,
    speed,
    pressure,
    vorticity,
    divergence,
    temperature,
    texture
};

// A picture for the liquid texture: a file, or formulas of x and y in 0 .. 1 for red, green, blue.
struct TextureDescription
{
    std::shared_ptr<const render::Image> image;
    std::vector<Pattern> channels;
    std::int32_t side = 0; // pixels of a picture made by formulas
};

struct ViewDescription
{
    Show show = Show::dye;
    render::View style;              // as `show` asks for
    std::optional<Rectangle> window; // the part of the grid that is seen; none: all
    TextureDescription texture;
    double fps = 0.0;  // pictures a second of video
    double pace = 1.0; // simulated seconds a second of video
};

struct Scene
{
    std::string name;       // of the file, without folder and suffix
    std::string summary;    // one sentence
    std::uint32_t seed = 0; // of noise() and of tracers
    RunDescription run;
    FlowDescription flow;
    std::vector<ProbeDescription> probes;
    ViewDescription view;

    // Reads a file. Throws an Error.
    static Scene load(const std::string& path, const std::vector<Override>& changes = {});

    // Reads text; `source` is what errors call it, `folder` is where its pictures lie.
    static Scene parse(std::string_view text, const std::string& source,
                       const std::vector<Override>& changes = {}, const std::string& folder = {});

    // A file where there is one of this name, else a built-in scene. Throws an UnknownScene too.
    static Scene find(const std::string& nameOrPath, const std::vector<Override>& changes = {});
};

// The words of `view.show`, in the order of Show.
const std::vector<std::string>& showNames();

} // namespace tarn::scene
