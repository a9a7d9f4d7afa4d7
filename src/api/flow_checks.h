// What the public calls of flow.h accept. Each check names the caller and the field.
#pragma once

#include "api/arguments.h"
#include "flow/defaults.h"
#include "flow/flow.h"

#include "tarn/flow.h"

namespace tarn
{

// Null, with a line in the log, when the handle is null or stale.
Flow* findFlow(tnFlow handle, const char* caller);

// Answers a question about a flow: body(flow, *out), once both are known to be there.
template <class T, class Body>
tnResult answer(tnFlow handle, T* out, const char* caller, Body&& body)
{
    Flow* flow = findFlow(handle, caller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (out == nullptr)
    {
        return refuseNull(caller, "out");
    }
    return body(*flow, *out);
}

tnResult checkFlowDef(const tnFlowDef& def, const char* caller);
tnResult checkSettings(const tnFlowSettings& settings, const char* caller);
tnResult checkEdge(const tnFlowEdge& edge, const char* name, const char* caller);
tnResult checkBrush(const tnFlowBrush& brush, const char* caller);
tnResult checkPoint(const char* what, tnVec2 point, const char* caller, tnLogId id);
tnResult checkSide(tnSide side, const char* caller);
tnResult checkField(const Flow& flow, tnFlowField field, const char* caller);

using defaults::kFarthest;
using defaults::kLeastCellSize;
using defaults::kMostAmount;
using defaults::kMostCellSize;
using defaults::kMostSpeed;

} // namespace tarn
