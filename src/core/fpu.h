// FpuScope: the same floating-point arithmetic on every thread, whoever made the thread.
//
// Games switch flush-to-zero on, audio threads too, and some drivers leave odd rounding modes
// behind. Within the scope this thread rounds to nearest, keeps denormals and traps nothing; at
// its end the host's state is back. Costs a register read when the state is already right.
#pragma once

#include <cstdint>

#if defined(__SSE2__) || defined(_M_X64)
#define TN_FPU_MXCSR 1
#include <xmmintrin.h>
#elif defined(__aarch64__) && defined(__GNUC__)
#define TN_FPU_FPCR 1
#endif

namespace tarn
{

class FpuScope
{
  public:
#if defined(TN_FPU_MXCSR)
    FpuScope() noexcept : saved_(_mm_getcsr())
    {
        // Bits 0..5 only record what happened; they are not part of the state.
        changed_ = (saved_ & ~kStatusBits) != kDefault;
        if (changed_)
        {
            _mm_setcsr(kDefault);
        }
    }
    ~FpuScope()
    {
        if (changed_)
        {
            _mm_setcsr(static_cast<unsigned>(saved_));
        }
    }

  private:
    static constexpr uint32_t kStatusBits = 0x3f;
    static constexpr uint32_t kDefault = 0x1f80; // all exceptions masked, nearest, no FTZ, no DAZ
    uint32_t saved_;
    bool changed_;
#elif defined(TN_FPU_FPCR)
    FpuScope() noexcept
    {
        asm volatile("mrs %0, fpcr" : "=r"(saved_));
        changed_ = saved_ != 0; // zero: nearest, no flushing, no traps
        if (changed_)
        {
            const uint64_t standard = 0;
            asm volatile("msr fpcr, %0" : : "r"(standard));
        }
    }
    ~FpuScope()
    {
        if (changed_)
        {
            asm volatile("msr fpcr, %0" : : "r"(saved_));
        }
    }

  private:
    uint64_t saved_ = 0;
    bool changed_ = false;
#else
    FpuScope() noexcept {}
    ~FpuScope() {}
#endif

  public:
    FpuScope(const FpuScope&) = delete;
    FpuScope& operator=(const FpuScope&) = delete;
};

} // namespace tarn
