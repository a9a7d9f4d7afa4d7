// Probes: numbers taken from a running flow, as columns of a table.
//
// The columns depend on the scene alone: `time`, `step`, then those of each probe in the order of
// the file, called name.quantity or, along a line, name.quantity.3.
#pragma once

#include "scene/scene.h"

#include <string>
#include <vector>

namespace tarn::scene
{

// What can be asked at a point of such a flow: "velocity_x", "pressure", "dye0", ...
std::vector<std::string> sampleQuantities(const tnFlowDef& def);

std::vector<std::string> probeColumns(const std::vector<ProbeDescription>& probes,
                                      const tnFlowDef& def);

// The numbers of now, one for each column. `solids` are those of the scene, in its order.
std::vector<double> probeValues(const std::vector<ProbeDescription>& probes, const tnFlowDef& def,
                                tnFlow flow, const std::vector<tnSolid>& solids);

// Lines of a CSV file, with the line break. Numbers have 9 digits, enough for every 32-bit one.
std::string csvHeading(const std::vector<std::string>& columns);
std::string csvLine(const std::vector<double>& values);

} // namespace tarn::scene
