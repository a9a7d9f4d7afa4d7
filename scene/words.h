// The words that scene files have for enumerations, each list in the order of one: the reader takes
// them, and whoever offers a choice shows them. What views show is named in flow_description.h and
// water_description.h; names of colour maps and of looks are render's.
#pragma once

#include <string>
#include <vector>

namespace tarn::scene
{

const std::vector<std::string>& advectionNames();     // tnAdvection
const std::vector<std::string>& inkNames();           // render::InkMode
const std::vector<std::string>& legendNames();        // render::LegendPlace
const std::vector<std::string>& fresnelNames();       // render::FresnelKind
const std::vector<std::string>& groundNames();        // render::GroundLook
const std::vector<std::string>& borderNames();        // render::Border
const std::vector<std::string>& reliefQualityNames(); // render::ReliefQuality
const std::vector<std::string>& detailNames();        // render::Detail

} // namespace tarn::scene
