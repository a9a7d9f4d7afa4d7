// WaterDescription: what a scene file says about water and the bodies in it, read and checked.
#pragma once

#include "scene/mesh.h"
#include "scene/settings.h"

#include "render/colour.h"
#include "render/relief.h"
#include "tarn/water_on_flow.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tarn::scene
{

// Numbers for x, y and z.
using Vector3 = std::array<Quantity, 3>;

struct WaterEdgeDescription
{
    tnWaterEdgeType type = tn_waterWall;
    Quantity level;
    Quantity discharge;
    std::vector<Quantity> dye;

    bool varies() const;
    tnWaterEdge at(double t) const;
};

// What the water is like at the beginning. Absent: at rest, its surface at the level, clear.
struct InitialWater
{
    std::optional<Pattern> surface; // or depth
    std::optional<Pattern> depth;
    std::optional<Pattern> velocityX;
    std::optional<Pattern> velocityY;
    std::optional<Pattern> foam;
    std::vector<Pattern> dye;
};

struct SpringDescription
{
    Vector position;
    Quantity radius;
    Quantity discharge;
    Vector velocity;
    std::vector<Quantity> dye;
    Quantity isOn; // above 0: it works

    bool varies() const;
    tnSpringDef at(double t) const;
};

// What hands and strokes do, as numbers that may change with time.
struct WaterBrushDescription
{
    Vector position;
    std::optional<Vector> to; // the other end of a line
    Quantity radius;
    Vector velocity;
    Quantity water;
    Quantity splash;
    Quantity terrain;
    Quantity foam;
    std::vector<Quantity> dye;
};

// A hand in the water: its way is a formula of t, and the water is drawn along.
struct WaterHandDescription
{
    WaterBrushDescription brush; // per second
    Quantity push;               // how much of the hand's velocity the water takes on
    Quantity holdRate;           // how quickly (1/s)
    Quantity isOn;               // above 0: it works
};

// Done once, or again and again.
struct StrokeDescription
{
    WaterBrushDescription brush;
    double time = 0.0;  // s; the first one
    double every = 0.0; // s; 0: only once
    double until = 0.0; // s; no more from then on
};

// Pushes a body along its own +x while it is under water, as an outboard motor does.
struct MotorDescription
{
    Quantity thrust;                      // N
    Quantity steer;                       // degrees; above 0 turns to the left
    tnVec3 position = {0.0F, 0.0F, 0.0F}; // of the propeller, in the body's own axes (m)
};

enum class Turned
{
    asGiven,
    heading, // by chance about z
    any      // by chance about any axis
};

// A body, or many of a kind.
struct BodyDescription
{
    std::string name;
    tnBodyDef shape = {};             // its numbers that are not below
    std::shared_ptr<const Mesh> mesh; // of a mesh
    Vector3 position;
    Vector3 rotation; // degrees about x, then y, then z
    std::int32_t count = 1;
    std::array<double, 3> spread = {0.0, 0.0, 0.0}; // m; the box around position that they fill
    Turned turned = Turned::asGiven;
    std::array<double, 2> scale = {1.0, 1.0};       // from, to: by chance
    std::array<double, 2> density = {500.0, 500.0}; // likewise
    bool isFixed = false;
    bool returns = false; // to where it began, when it has left the grid
    std::optional<MotorDescription> motor;
    double friction = 0.0;
    double restitution = 0.0;
    std::vector<render::Colour> colours; // taken in turn
    render::BodyLook look = render::BodyLook::plain;

    bool isLed() const; // by formulas of position or rotation
};

// A flow that makes the surface, in place of waves.
struct OnFlowDescription
{
    std::int32_t nx = 0; // cells of the flow
    std::int32_t ny = 0;
    tnFlowSurface surface = {}; // its level is the water's
    float viscosity = 0.0F;     // Pa s
    float dissipation = 0.0F;   // 1/s; of its velocity and dye
    float confinement = 0.0F;   // 1/s
    bool isCompared = false;    // the same on waves is run and shown beside it
};

// What pictures show.
enum class WaterShow
{
    relief,
    surface,
    depth,
    speed,
    foam,
    dye,
    terrain
};

struct WaterDescription
{
    tnWaterDef def = {};                       // size, capacities
    std::array<WaterEdgeDescription, 4> edges; // by tnSide
    SettingsDescription<tnWaterSettings> settings;
    std::optional<Pattern> terrain;
    InitialWater initial;
    std::vector<SpringDescription> springs;
    std::vector<WaterHandDescription> hands;
    std::vector<StrokeDescription> strokes;
    std::vector<BodyDescription> bodies;
    std::optional<OnFlowDescription> onFlow;
    WaterShow show = WaterShow::relief;
    render::ReliefView relief; // of WaterShow::relief

    Rectangle area() const; // what the grid covers
};

// The words of `view.show`, in the order of WaterShow.
const std::vector<std::string>& waterShowNames();

} // namespace tarn::scene
