// The row loops of the waves of Water, compiled once per instruction set: Highway chooses which,
// the compiler makes vectors of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/wave_row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/water/wave_rows.h"
#include "core/cube_root.h"

#include <cmath>
#include <type_traits>

#ifndef TN_ROW_LOOP
#if defined(__clang__)
#define TN_ROW_LOOP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TN_ROW_LOOP _Pragma("GCC ivdep")
#else
#define TN_ROW_LOOP
#endif
#endif

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

#include "backend/water/wave_loops-inl.h"

const WaveRowKernels* table()
{
    return &kWaveRowKernels;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tarn
{

HWY_EXPORT(table);

const WaveRowKernels& vectorWaveRowKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
