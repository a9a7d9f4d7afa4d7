// The lesser and the greater of two numbers, in vectors, as std::min and std::max choose: the first
// where they are equal or one is no number.
//
// Included once per instruction set.
#if defined(TARN_BACKEND_CPU_EXTREMES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TARN_BACKEND_CPU_EXTREMES_INL_H
#undef TARN_BACKEND_CPU_EXTREMES_INL_H
#else
#define TARN_BACKEND_CPU_EXTREMES_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

// x86 has just these, the other way around.
template <class V>
HWY_INLINE V lesser(V a, V b)
{
#if HWY_ARCH_X86
    return hwy::HWY_NAMESPACE::Min(b, a);
#else
    return hwy::HWY_NAMESPACE::IfThenElse(hwy::HWY_NAMESPACE::Lt(b, a), b, a);
#endif
}
template <class V>
HWY_INLINE V greater(V a, V b)
{
#if HWY_ARCH_X86
    return hwy::HWY_NAMESPACE::Max(b, a);
#else
    return hwy::HWY_NAMESPACE::IfThenElse(hwy::HWY_NAMESPACE::Lt(a, b), b, a);
#endif
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#endif
