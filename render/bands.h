// Bands: work on the rows of a picture, shared out among threads. Bands depend on the number of
// rows alone, and rows never depend on each other within one call.
#pragma once

#include "render/defaults.h"

#include "tarn/tasks.h"

#include <algorithm>

namespace tarn::render
{

class Bands
{
  public:
    explicit Bands(tnTaskSystem tasks = {}) : tasks_(tasks) {}

    // Calls work(first, end) for bands of rows that make up 0 .. rows - 1. `work` must not throw.
    template <class F>
    void each(int rows, const F& work) const
    {
        const int count = (rows + kBandRows - 1) / kBandRows;
        if (tasks_.parallelFor == nullptr || count < 2)
        {
            work(0, rows);
            return;
        }
        struct Job
        {
            const F* work;
            int rows;
        } job{&work, rows};
        tasks_.parallelFor(
            tasks_.user, count,
            [](void* context, int index) {
                const Job& j = *static_cast<const Job*>(context);
                const int first = index * kBandRows;
                (*j.work)(first, std::min(first + kBandRows, j.rows));
            },
            &job);
    }

  private:
    tnTaskSystem tasks_;
};

} // namespace tarn::render
