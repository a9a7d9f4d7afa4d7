// What the public calls of flow.h accept. Each check names the caller and the field.
#pragma once

#include "flow/flow.h"

#include "tarn/flow.h"

namespace tarn
{

// Null, with a line in the log, when the handle is null or stale.
Flow* findFlow(tnFlow handle, const char* caller);

tnResult checkFlowDef(const tnFlowDef& def, const char* caller);
tnResult checkSettings(const tnFlowSettings& settings, const char* caller);
tnResult checkEdge(const tnFlowEdge& edge, const char* name, const char* caller);
tnResult checkBrush(const tnFlowBrush& brush, const char* caller);
tnResult checkPoint(const char* what, tnVec2 point, const char* caller, tnLogId id);
tnResult checkSide(tnSide side, const char* caller);

// The largest amounts that may be given: what they can add up to still fits 32 bits.
inline constexpr float kMostSpeed = 1.0e12f;  // m/s; the flow itself goes on with 1e8 at most
inline constexpr float kMostAmount = 1.0e30f; // of dye and temperature
inline constexpr float kFarthest = 1.0e9f;    // m

} // namespace tarn
