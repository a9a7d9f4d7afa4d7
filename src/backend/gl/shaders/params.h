// The blocks of parameters that shaders are given, one text for C++ and GLSL.
//
// A block has scalars only (int, uint, float), so that its layout is the same on both sides: one
// word each, in order. A shader defines the name of its block, in capitals, before it includes this.
#ifdef __cplusplus
#pragma once
#include <cstdint>
namespace tarn::gl_params
{
using uint = uint32_t;
#define TARN_BLOCK(Name) struct Name
#define TARN_BLOCK_END ;
#else
#define TARN_BLOCK(Name) layout(std140, binding = 0) uniform Name
#define TARN_BLOCK_END p;
#endif

// f = alpha g + beta f over nx x ny numbers in rows of `stride`.
#if defined(__cplusplus) || defined(COMBINE)
TARN_BLOCK(Combine)
{
    int nx;
    int ny;
    int stride;
    float alpha;
    float beta;
}
TARN_BLOCK_END
#endif

#ifdef __cplusplus
} // namespace tarn::gl_params
#endif
