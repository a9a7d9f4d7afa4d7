// The kernels of boxes in plain loops, a row or column at a time.
#include "backend/box_kernels.h"

#define TN_BOX_INLINE inline
#define TN_BOX_LAMBDA

namespace tarn
{
namespace
{

struct PlainLanes
{
    using V = float;
    static constexpr int32_t kCount = 1;

    static V load(const float* from) { return *from; }
    static void store(V value, float* to) { *to = value; }
    static V loadAnywhere(const float* from) { return *from; }
    static void storeAnywhere(V value, float* to) { *to = value; }
    static void ask(const float*) {}
    static bool areSame(V a, V b) { return a == b; }
    static V set(float value) { return value; }
    static V add(V a, V b) { return a + b; }
    static V sub(V a, V b) { return a - b; }
    static V mul(V a, V b) { return a * b; }
    static V div(V a, V b) { return a / b; }
    static V negated(V a) { return -a; }
    static V quotientOrZero(V a, V b) { return b != 0.0f ? a / b : 0.0f; }

    // A square of floats, rows for columns.
    static void exchange(const float* const* from, float* const* to)
    {
        for (int32_t row = 0; row < kBoxRows; ++row)
        {
            for (int32_t column = 0; column < kBoxRows; ++column)
            {
                to[column][row] = from[row][column];
            }
        }
    }
};

#include "backend/box_loops-inl.h"

} // namespace

const BoxKernels& plainBoxKernels()
{
    static constexpr BoxKernels kKernels = {boxForward<PlainLanes>, boxInverse<PlainLanes>,
                                            boxMoments<PlainLanes>, boxSolve<PlainLanes>};
    return kKernels;
}

} // namespace tarn
