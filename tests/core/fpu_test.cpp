// FpuScope: whatever state the host's thread is in, arithmetic inside is the standard one.
#include "core/fpu.h"

#include "core/tasks.h"

#include <atomic>
#include <cfenv>
#include <gtest/gtest.h>
#include <limits>

namespace tarn
{
namespace
{

// Through volatile, so that the compiler cannot compute it ahead.
float third()
{
    const volatile float one = 1.0f;
    const volatile float three = 3.0f;
    return one / three;
}

TEST(FpuScope, RoundsToNearestWhateverTheHostChose)
{
    const float expected = third();
    std::fesetround(FE_UPWARD);
    {
        const FpuScope fpu;
        EXPECT_EQ(third(), expected);
    }
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    std::fesetround(FE_TONEAREST);
}

#if defined(TN_FPU_MXCSR)

constexpr unsigned kFlushToZero = 0x8000;
constexpr unsigned kDenormalsAreZero = 0x0040;

float halfOfSmallest()
{
    const volatile float smallest = std::numeric_limits<float>::min();
    const volatile float half = 0.5f;
    return smallest * half;
}

class FlushingHost : public testing::Test
{
  protected:
    void SetUp() override { _mm_setcsr(saved_ | kFlushToZero | kDenormalsAreZero); }
    void TearDown() override { _mm_setcsr(saved_); }

    unsigned saved_ = _mm_getcsr();
};

TEST_F(FlushingHost, DenormalsSurviveInsideAndTheHostsStateComesBack)
{
    EXPECT_EQ(halfOfSmallest(), 0.0f);
    {
        const FpuScope fpu;
        EXPECT_GT(halfOfSmallest(), 0.0f);
    }
    EXPECT_EQ(halfOfSmallest(), 0.0f);
}

TEST_F(FlushingHost, EveryTaskRunsInTheStandardState)
{
    for (const int32_t threads : {1, 2, 4})
    {
        Tasks tasks;
        ASSERT_EQ(tasks.init({}, threads), tn_success);
        std::atomic<int> kept = 0;
        tasks.parallelFor(64, [&](int32_t) { kept += halfOfSmallest() > 0.0f ? 1 : 0; });
        EXPECT_EQ(kept, 64) << threads << " threads";
    }
}

#endif

} // namespace
} // namespace tarn
