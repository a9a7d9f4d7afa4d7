// What a fluid is like at one point, as lines of text: for a read-out under the cursor.
//
//     for (const ReadoutRow& row : waterReadout(water, {x, y}))
//         print(row.label, row.text, row.unit);        // "depth", "0.982", "m"
//
// A host that must not wait for a GPU asks for samples (tnFlow_RequestSamples,
// tnWater_RequestSamples) and makes rows of those.
#pragma once

#include "tarn/flow.h"
#include "tarn/water.h"

#include <string>
#include <vector>

namespace tarn::render
{

struct ReadoutRow
{
    std::string label; // "speed"
    float value = 0.0F;
    std::string text; // four digits of the value, the minus sign a real one
    std::string unit; // "m/s"; may be empty
};

// What there is in a sample: of temperature and dye only what the fluid carries.
std::vector<ReadoutRow> flowReadout(const tnFlowDef& def, tnVec2 point, const tnFlowSample& sample);
std::vector<ReadoutRow> waterReadout(const tnWaterDef& def, tnVec2 point,
                                     const tnWaterSample& sample);

// The same by tnFlow_Sample and tnWater_Sample, with the divergence of the flow's cell. Throws an
// Error when the handle is bad.
std::vector<ReadoutRow> flowReadout(tnFlow flow, tnVec2 point);
std::vector<ReadoutRow> waterReadout(tnWater water, tnVec2 point);

} // namespace tarn::render
