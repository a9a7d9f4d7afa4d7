// For lambdas in kernels. One that is called instead would keep all it captures in memory, and
// loops would load pointers over and over.
#pragma once

#include <hwy/base.h>

#if HWY_COMPILER_MSVC
#define TARN_INLINE HWY_ATTR
#else
#define TARN_INLINE HWY_ATTR __attribute__((always_inline))
#endif
