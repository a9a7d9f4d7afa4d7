#include "validation/device.h"

#include "tarn/tarn.hpp"

namespace tarn::validation
{

namespace
{

thread_local tnGl gNow = {};

template <class Def>
Def onDevice(Def def)
{
    if (isOnDevice())
    {
        def.backend = tn_backendGL;
        def.gl = gNow;
    }
    return def;
}

} // namespace

DeviceScope::DeviceScope(int32_t device)
{
    tnGlDef def = tnDefaultGlDef();
    def.device = device;
    orThrow(tnCreateGl(&def, &gl_));
    gNow = gl_;
}

DeviceScope::~DeviceScope()
{
    gNow = {};
    tnDestroyGl(gl_);
}

std::string DeviceScope::name() const
{
    tnGlInfo info;
    orThrow(tnGl_GetInfo(gl_, &info));
    return info.renderer;
}

bool isOnDevice()
{
    return !TN_IS_NULL(gNow);
}

tnFlowDef there(tnFlowDef def)
{
    return onDevice(def);
}

tnWaterDef there(tnWaterDef def)
{
    def.sameStep = true;
    return onDevice(def);
}

tnSolverDef there(tnSolverDef def)
{
    return onDevice(def);
}

} // namespace tarn::validation
