// The row loops of Flow, compiled once per instruction set: Highway chooses which, the compiler
// makes vectors of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/flow_row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/cpu/extremes-inl.h"
#include "backend/flow/flow_grid.h"
#include "backend/flow/row_kernels.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#ifndef TN_RESTRICT
#define TN_RESTRICT HWY_RESTRICT
#endif

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

namespace hn = hwy::HWY_NAMESPACE;

// In vectors that stay in registers from one end of a row to the other.
class RowLanes
{
    using D = hn::CappedTag<float, kRowLanes>;
    using V = hn::Vec<D>;
    static constexpr auto kLanes = static_cast<int32_t>(hn::MaxLanes(D()));

  public:
    HWY_INLINE RowLanes()
    {
        for (V& part : parts_)
        {
            part = hn::Zero(D());
        }
    }
    HWY_INLINE void addSquares(const float (&added)[kRowLanes])
    {
        for (int32_t p = 0; p < kParts; ++p)
        {
            const V own = hn::LoadU(D(), added + kLanes * p);
            parts_[p] = hn::Add(parts_[p], hn::Mul(own, own));
        }
    }
    HWY_INLINE void raise(const float (&to)[kRowLanes])
    {
        for (int32_t p = 0; p < kParts; ++p)
        {
            parts_[p] = greater(parts_[p], hn::LoadU(D(), to + kLanes * p));
        }
    }
    HWY_INLINE void store(float (&out)[kRowLanes]) const
    {
        for (int32_t p = 0; p < kParts; ++p)
        {
            hn::StoreU(parts_[p], D(), out + kLanes * p);
        }
    }

  private:
    static constexpr int32_t kParts = kRowLanes / kLanes;
    V parts_[kParts];
};

#include "backend/flow/row_loops-inl.h"

const FlowRowKernels* table()
{
    return &kFlowRowKernels;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tarn
{

HWY_EXPORT(table);

const FlowRowKernels& vectorFlowRowKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
