// Scene: what a scene file says, read and checked, ready to run any number of times.
//
//     const scene::Scene scene = scene::Scene::load("pool.toml");
//     const auto run = scene::startScene(scene);            // scene_run.h
//     while (run->time() < scene.run.time) { run->step(scene.run.dt); }
//
// docs/scenes.md describes the files. Formulas inside a Scene keep working space, so a Scene and
// its copies may be used by one thread at a time.
#pragma once

#include "scene/flow_description.h"
#include "scene/water_description.h"

#include "render/inside_view.h"
#include "render/view.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tarn::scene
{

struct RunDescription
{
    double dt = 0.0;            // s
    double time = 0.0;          // s; how long a run is when nobody says
    double probeInterval = 0.0; // s between rows; 0: every step
};

enum class ProbeKind
{
    point,
    line,
    totals,
    stats,
    force, // flow: on a solid
    body   // water: of a body
};

struct ProbeDescription
{
    std::string name;
    ProbeKind kind = ProbeKind::point;
    std::vector<std::array<double, 2>> points; // of a point or a line
    std::vector<std::string> quantities;       // of a point or a line
    int thing = -1; // whose force: a solid, or -1 for the mask; which group of bodies
    int index = 0;  // of a body in its group
    std::array<double, 2> direction = {1.0, 0.0}; // of drag; lift is counter-clockwise from it
    double dynamicForce = 0.0; // N; drag and lift are parts of it; 0: they are not wanted
};

// What pictures of all scenes have; what they show is the part's own.
struct ViewDescription
{
    render::View style;
    std::optional<Rectangle> window; // the part of the grid that is seen; none: all
    double fps = 0.0;                // pictures a second of video
    double pace = 1.0;               // simulated seconds a second of video
    render::InsideView inside;       // of pictures by OpenGL
};

// A scene's text and where it is from.
struct SceneText
{
    std::string text;
    std::string source; // what errors call it
    std::string folder; // where its pictures lie; empty: it is built in

    // A file where there is one of this name, else a built-in scene. Throws an Error; an
    // UnknownScene where there is neither.
    static SceneText find(const std::string& nameOrPath);
};

struct Scene
{
    std::string name;       // of the file, without folder and suffix
    std::string summary;    // one sentence
    std::uint32_t seed = 0; // of noise() and of everything strewn
    RunDescription run;
    std::variant<FlowDescription, WaterDescription> part;
    std::vector<ProbeDescription> probes;
    ViewDescription view;
    // All that the text says, changes included; files by their whole names, so that it says the
    // same wherever it is saved.
    std::shared_ptr<const Value> written;

    // The part, where it is known which it is.
    const FlowDescription& flow() const { return std::get<FlowDescription>(part); }
    const WaterDescription& water() const { return std::get<WaterDescription>(part); }

    // The same on so many times as many cells along each axis, to the nearest whole one; the width
    // stays, and so does the height to a cell.
    void refine(double times);

    // Reads a file. Throws an Error.
    static Scene load(const std::string& path, const std::vector<Override>& changes = {});

    // Reads text; `source` is what errors call it, `folder` is where its pictures lie.
    static Scene parse(std::string_view text, const std::string& source,
                       const std::vector<Override>& changes = {}, const std::string& folder = {});

    // What SceneText::find() finds.
    static Scene find(const std::string& nameOrPath, const std::vector<Override>& changes = {});
};

} // namespace tarn::scene
