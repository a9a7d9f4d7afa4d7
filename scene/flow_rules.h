// Rules for the numbers of a flow: what the library takes, so that errors name file and line.
#pragma once

#include "scene/quantity.h"

namespace tarn::scene
{

inline constexpr double kMostFlowAmount = 1e30; // of dye and temperature
inline constexpr double kMostSolidSize = 1e6;   // m

inline constexpr Rule kFlowSpeedRule = within("speed", "m/s", -1e12, 1e12);
inline constexpr Rule kFlowAccelerationRule = within("acceleration", "m/s^2", -1e12, 1e12);
inline constexpr Rule kTemperatureRule =
    within("temperature", "K", -kMostFlowAmount, kMostFlowAmount);
inline constexpr Rule kFlowDyeRule = within("amount of dye", "", -kMostFlowAmount, kMostFlowAmount);
inline constexpr Rule kFlowAngleRule = within("angle", "radians", -1e9, 1e9);
inline constexpr Rule kFlowSpinRule = within("spin", "rad/s", -1e9, 1e9);

inline constexpr Rule kFlowRateRule = within("rate", "1/s", 0.0, 1e12);
inline constexpr Rule kFlowViscosityRule = within("viscosity", "Pa s", 0.0, 1e12);

// What a step makes of a brush.
inline constexpr Rule kFlowBrushRadiusRule = within("length", "m", 1e-6, 1e9);
inline constexpr Rule kFlowHoldRateRule = within("rate", "1/s", 1e-6, 1e9);

// Solids: of what is measured from the middle, and of what is measured across.
inline constexpr Rule kSolidVertexRule = within("place", "m", -kMostSolidSize, kMostSolidSize);
inline constexpr Rule kSolidRadiusRule = {"length", "m", 0.0, kMostSolidSize, true};
inline constexpr Rule kSolidLengthRule = {"length", "m", 0.0, 2.0 * kMostSolidSize, true};

} // namespace tarn::scene
