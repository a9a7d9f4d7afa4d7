// FlowDescription: what a scene file says about a 2D flow, read and checked.
#pragma once

#include "scene/settings.h"

#include "render/image.h"
#include "tarn/flow.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tarn::scene
{

struct FlowEdgeDescription
{
    tnFlowEdgeType type = tn_flowWall;
    bool noSlip = false;
    Pattern normalSpeed;
    Pattern tangentialSpeed;
    std::optional<Pattern> temperature; // walls: none is insulated
    std::vector<Pattern> dye;

    // With its uniform values; profiles come on their own.
    tnFlowEdge plain() const;
};

using FluidDescription = SettingsDescription<tnFlowSettings>;

// What the fluid is like at the beginning. Absent: at rest, ambient, without dye.
struct InitialFlow
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
struct FlowBrushDescription
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
struct FlowHandDescription
{
    FlowBrushDescription brush; // dye and temperature are per second
    Quantity push;              // how much of the hand's velocity the fluid takes on
};

struct TracerDescription
{
    Rectangle area;
    std::int32_t count = 0; // at the beginning
    Quantity rate;          // new ones, per second
};

// What pictures show.
enum class FlowShow
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

struct FlowDescription
{
    tnFlowDef def = {};                       // size, capacities, edges' types
    std::array<FlowEdgeDescription, 4> edges; // by tnSide
    FluidDescription fluid;
    InitialFlow initial;
    std::vector<SolidDescription> solids;
    std::vector<FlowBrushDescription> emitters;
    std::vector<FlowHandDescription> hands;
    std::vector<TracerDescription> tracers;
    FlowShow show = FlowShow::dye;
    TextureDescription texture; // of FlowShow::texture

    Rectangle area() const; // what the grid covers
};

// The words of `view.show`, in the order of FlowShow.
const std::vector<std::string>& flowShowNames();

} // namespace tarn::scene
