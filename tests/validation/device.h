// Where the cases of a thread compute: on the CPU, unless a DeviceScope says otherwise.
//
// On a GPU, forces of bodies are asked for in the step itself (tnWaterDef.sameStep), since cases
// move bodies by them.
#pragma once

#include "tarn/flow.h"
#include "tarn/solver.h"
#include "tarn/water.h"

#include <cstdint>
#include <string>

namespace tarn::validation
{

// While it lives, cases on this thread compute on that device of tnGetGlDeviceCount().
class DeviceScope
{
  public:
    explicit DeviceScope(int32_t device); // throws
    ~DeviceScope();
    DeviceScope(const DeviceScope&) = delete;
    DeviceScope& operator=(const DeviceScope&) = delete;

    std::string name() const; // of what it computes on

  private:
    tnGl gl_ = {};
};

// Whether a DeviceScope lives.
bool isOnDevice();

// Those that make it there.
tnFlowDef there(tnFlowDef def);
tnWaterDef there(tnWaterDef def);
tnSolverDef there(tnSolverDef def);

} // namespace tarn::validation
