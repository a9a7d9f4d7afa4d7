// Which instruction set the SIMD kernels run on: what the machine has, and forcing one.
//
// Highway compiles each kernel once per target and picks by a process-wide mask at each
// HWY_DYNAMIC_DISPATCH. Forcing narrows that mask to one target.
#pragma once

#include "tarn/base.h"

namespace tarn
{

tnInstructionSets instructionSets() noexcept;

// Null: the best again. tn_errorUnsupported, and nothing changes, when the name is not in the list.
tnResult forceInstructionSet(const char* name) noexcept;

} // namespace tarn
