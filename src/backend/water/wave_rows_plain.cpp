#include "backend/water/wave_rows.h"
#include "core/cube_root.h"

#include <cmath>
#include <type_traits>

#ifndef TN_ROW_LOOP
#define TN_ROW_LOOP
#endif

namespace tarn
{
namespace
{

#include "backend/water/wave_loops-inl.h"

} // namespace

const WaveRowKernels& plainWaveRowKernels()
{
    return kWaveRowKernels;
}

} // namespace tarn
