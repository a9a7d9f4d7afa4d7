// A field of floats on the device, and rows on their way between it and the host.
//
// Rows lie in plain order, row 0 first, each as long as a multiple of 32 floats, so that rows begin
// where memory is read at once. What lies between the last column and the row's end is 0.
#pragma once

#include "backend/gl/gl_device.h"
#include "core/function_ref.h"
#include "core/memory.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

// Floats from one row to the next: the rule for every field on the device.
constexpr int32_t glStride(int32_t columns)
{
    constexpr int32_t kStep = 32;
    return (columns + kStep - 1) / kStep * kStep;
}

constexpr size_t glFieldBytes(int32_t columns, int32_t rows)
{
    return static_cast<size_t>(glStride(columns)) * static_cast<size_t>(rows) * sizeof(float);
}

struct GlField
{
    GlBuffer buffer;
    int32_t columns = 0;
    int32_t rows = 0;
    int32_t stride = 0; // floats

    size_t rowBytes() const { return static_cast<size_t>(stride) * sizeof(float); }
};

// Zeroed. False: no memory, and *out is empty.
bool createGlField(GlDevice& device, int32_t columns, int32_t rows, GlField* out);
void destroyGlField(GlDevice& device, GlField* field) noexcept;

// Memory on the host through which rows pass, some at a time.
class GlRows
{
  public:
    using Fill = FunctionRef<void(int32_t row, float* values)>;
    using Visit = FunctionRef<void(int32_t row, const float* values)>;

    // For rows of at most so many columns. False: the allocator returned null.
    bool create(int32_t mostColumns);

    // fill(row, values) for all rows, or `count` of them from `first`; values is zeroed before, and
    // has room for the whole stride.
    void write(GlDevice& device, const GlField& to, Fill fill);
    void write(GlDevice& device, const GlField& to, int32_t first, int32_t count, Fill fill);

    // change(row, values) for all rows: values are what the field holds, and then what they are
    // changed to. Waits for the device; false as below.
    bool update(GlDevice& device, const GlField& field, Fill change);

    // Waits for the device. False: the context is lost, and rows that could not be had were not
    // visited.
    bool read(GlDevice& device, const GlField& from, Visit visit);
    bool read(GlDevice& device, const GlField& from, int32_t first, int32_t count, Visit visit);

  private:
    // Rows that fit the memory at once.
    int32_t rowsAtOnce(const GlField& field) const;

    Arena arena_;
    float* values_ = nullptr;
    size_t floats_ = 0;
};

} // namespace tarn
