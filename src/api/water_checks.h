// What the public calls of water.h accept. Each check names the caller and the field.
#pragma once

#include "api/arguments.h"
#include "water/water.h"

#include "tarn/water.h"

namespace tarn
{

// Null, with a line in the log, when the handle is null or stale.
Water* findWater(tnWater handle, const char* caller);

// Answers a question about a water: body(water, *out), once both are known to be there.
template <class T, class Body>
tnResult answer(tnWater handle, T* out, const char* caller, Body&& body)
{
    Water* water = findWater(handle, caller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (out == nullptr)
    {
        return refuseNull(caller, "out");
    }
    return body(*water, *out);
}

tnResult checkWaterDef(const tnWaterDef& def, const char* caller);
tnResult checkWaterSettings(const tnWaterSettings& settings, const char* caller);
tnResult checkWaterEdge(const tnWaterEdge& edge, const char* name, const char* caller);
tnResult checkWaterBrush(const tnWaterBrush& brush, const char* caller);
tnResult checkBody(const tnBodyDef& def, const char* caller);
tnResult checkSpring(const tnSpringDef& spring, const char* caller);
ArgumentCheck& checkVector(ArgumentCheck& check, const char* what, tnVec3 vector, float most,
                           const char* remedy);
tnResult checkWaterSide(tnSide side, const char* caller);
tnResult checkField(const Water& water, tnWaterField field, const char* caller);
tnResult checkPoints(const tnVec2* points, int32_t count, const char* caller);

} // namespace tarn
