// The rows of open and solid cells in vectors, compiled once per instruction set by Highway.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/open_row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/cpu/half_row-inl.h"
#include "backend/cpu/open_row_kernels.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

// Which lanes of the vector at cell k are solid.
HWY_INLINE M32 solidAt(SolidBits solid, int32_t k)
{
    uint8_t bits[2] = {solid[k / 8], solid[k / 8 + 1]};
    if (lanes() < 8)
    {
        bits[0] = static_cast<uint8_t>(bits[0] >> (k % 8));
    }
    return hn::LoadMaskBits(F32(), bits);
}

// out = made(k, vector at cell k of the row), for rows that are aligned to nothing.
template <class Made>
HWY_INLINE void makeRow(const float* row, int32_t count, float* out, Made&& made)
{
    const F32 d;
    int32_t k = 0;
    for (; k + lanes() <= count; k += lanes())
    {
        hn::StoreU(made(k, hn::LoadU(d, row + k)), d, out + k);
    }
    if (k < count)
    {
        HWY_ALIGN float part[kLanes] = {};
        std::copy_n(row + k, count - k, part);
        hn::Store(made(k, hn::Load(d, part)), d, part);
        std::copy_n(part, count - k, out + k);
    }
}

double scale(const float* row, SolidBits solid, int32_t count, float factor, float* out)
{
    const V32 by = hn::Set(F32(), factor);
    Sum32 lost;
    makeRow(row, count, out, [&](int32_t k, V32 cells) TARN_INLINE {
        const M32 isSolid = solidAt(solid, k);
        const V32 value = hn::Mul(by, cells);
        const V32 gone = hn::IfThenElseZero(isSolid, value);
        lost.add(k, hn::Mul(gone, gone));
        return hn::IfThenZeroElse(isSolid, value);
    });
    return lost.total();
}

void put(const float* row, SolidBits solid, int32_t count, float factor, float shift, float* x)
{
    const V32 by = hn::Set(F32(), factor);
    const V32 less = hn::Set(F32(), shift);
    makeRow(row, count, x, [&](int32_t k, V32 cells) TARN_INLINE {
        return hn::Sub(hn::Mul(by, cells), hn::IfThenZeroElse(solidAt(solid, k), less));
    });
}

const OpenRowKernels* table()
{
    static constexpr OpenRowKernels kTable = {scale, put};
    return &kTable;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tarn
{

HWY_EXPORT(table);

const OpenRowKernels& openRowKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
