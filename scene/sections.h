// The sections of a scene file, each read by a file of its own.
//
// Every function takes all keys of its tables and finishes them: unknown ones are errors.
#pragma once

#include "scene/reader.h"
#include "scene/scene.h"

namespace tarn::scene
{

// Rules that several sections share.
inline constexpr Rule kPlaceRule = any("place", "m");
inline constexpr Rule kSpeedRule = any("speed", "m/s");
inline constexpr Rule kTemperatureRule = any("temperature", "K");
inline constexpr Rule kDyeRule = any("amount of dye", "");

// The letters, digits, - and _ of names, so that they fit tables and command lines.
std::string readName(Reader& table, const std::string& fallback);

void readConstants(Reader table, FormulaContext& formulas);
RunDescription readRun(Reader table);
FlowDescription readFlow(Reader table);
FluidDescription readFluid(Reader table);
std::vector<SolidDescription> readSolids(Reader& flow, const FlowDescription& description);
std::vector<BrushDescription> readEmitters(Reader& flow, const FlowDescription& description);
std::vector<HandDescription> readHands(Reader& flow, const FlowDescription& description);
std::vector<ProbeDescription> readProbes(Reader& root, const FlowDescription& flow);
ViewDescription readView(Reader table, const FlowDescription& flow);

} // namespace tarn::scene
