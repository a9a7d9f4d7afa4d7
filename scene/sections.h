// The sections of a scene file, each read by a file of its own.
//
// Every function takes all keys of its tables and finishes them: unknown ones are errors.
#pragma once

#include "scene/reader.h"
#include "scene/scene.h"

namespace tarn::scene
{

// Rules that several sections share. Places are as far as the library lets them be.
inline constexpr Rule kPlaceRule = within("place", "m", -1e9, 1e9);
inline constexpr Rule kSpeedRule = any("speed", "m/s");
inline constexpr Rule kDyeRule = any("amount of dye", "");

// The letters, digits, - and _ of names, so that they fit tables and command lines.
std::string readName(Reader& table, const std::string& fallback);

// The cells, their size (or the width that all make together) and where the grid begins.
struct GridKeys
{
    std::int32_t nx = 0;
    std::int32_t ny = 0;
    float cellSize = 0.0F;
    tnVec2 origin = {0.0F, 0.0F};

    Rectangle area() const;
};

// `cellSize` says how large the library lets cells be.
GridKeys readGrid(Reader& table, const GridKeys& fallback, const Rule& cellSize);

// A grid that would not fit ends here, not in the machine's last resort. `what` it is made of, as
// in "96 x 64 cells with 3 dyes".
void checkMemory(Reader& table, double bytes, const std::string& what);

// Reads the table of each side by `read(table, side)`, and sees to it that periodic edges face
// each other.
void readSides(Reader table, const std::function<bool(Reader, std::size_t)>& readIsPeriodic);

// Whoever comes later may not have the name of one before.
void checkNames(const std::vector<std::string>& names, std::vector<Reader>& tables,
                const char* what);

void readConstants(Reader table, FormulaContext& formulas);
RunDescription readRun(Reader table);

FlowDescription readFlow(Reader table);
FluidDescription readFluid(Reader table);
std::vector<SolidDescription> readSolids(Reader& flow, const FlowDescription& description);
std::vector<FlowBrushDescription> readEmitters(Reader& flow, const FlowDescription& description);
std::vector<FlowHandDescription> readHands(Reader& flow, const FlowDescription& description);
ViewDescription readView(Reader table, FlowDescription& flow);

WaterDescription readWater(Reader table);
SettingsDescription<tnWaterSettings> readWaterSettings(Reader& water);
std::vector<SpringDescription> readSprings(Reader& water);
std::vector<WaterHandDescription> readWaterHands(Reader& water);
std::vector<StrokeDescription> readStrokes(Reader& water);
std::vector<BodyDescription> readBodies(Reader& water);
std::optional<OnFlowDescription> readOnFlow(Reader& water, const WaterDescription& description);
ViewDescription readView(Reader table, WaterDescription& water);

std::vector<ProbeDescription> readProbes(Reader& root, const FlowDescription& flow);
std::vector<ProbeDescription> readProbes(Reader& root, const WaterDescription& water);

} // namespace tarn::scene
