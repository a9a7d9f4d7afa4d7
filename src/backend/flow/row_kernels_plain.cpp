#include "backend/flow/flow_grid.h"
#include "backend/flow/row_kernels.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#define TN_RESTRICT

namespace tarn
{
namespace
{

class RowLanes
{
  public:
    void addSquares(const float (&added)[kRowLanes])
    {
        for (int32_t lane = 0; lane < kRowLanes; ++lane)
        {
            lanes_[lane] += added[lane] * added[lane];
        }
    }
    void raise(const float (&to)[kRowLanes])
    {
        for (int32_t lane = 0; lane < kRowLanes; ++lane)
        {
            lanes_[lane] = to[lane] > lanes_[lane] ? to[lane] : lanes_[lane];
        }
    }
    void store(float (&out)[kRowLanes]) const { std::copy_n(lanes_, kRowLanes, out); }

  private:
    float lanes_[kRowLanes] = {};
};

#include "backend/flow/row_loops-inl.h"

} // namespace

const FlowRowKernels& plainFlowRowKernels()
{
    return kFlowRowKernels;
}

} // namespace tarn
