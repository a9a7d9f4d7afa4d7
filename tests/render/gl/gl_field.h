// Fields for tests of pictures: on the host, and the same on the GPU.
#pragma once

#include "render/frame.h"

#include "render/gl/gl_stage.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tarn::render::gl
{

inline constexpr float kBad = std::numeric_limits<float>::quiet_NaN();

// A field of one's own.
struct Field
{
    int columns;
    int rows;
    std::vector<float> numbers;

    Field(int across, int up, float value = 0.0F)
        : columns(across), rows(up), numbers(std::size_t(across) * std::size_t(up), value)
    {
    }

    float& at(int i, int j)
    {
        return numbers[std::size_t(j) * std::size_t(columns) + std::size_t(i)];
    }
    FieldView view() const { return {numbers.data(), columns, rows, columns}; }

    template <class F>
    Field& fill(const F& formula)
    {
        for (int j = 0; j < rows; ++j)
        {
            for (int i = 0; i < columns; ++i)
            {
                at(i, j) = formula((static_cast<float>(i) + 0.5F) / static_cast<float>(columns),
                                   (static_cast<float>(j) + 0.5F) / static_cast<float>(rows));
            }
        }
        return *this;
    }
};

// The same numbers in a buffer of the GPU, three floats apart and with a margin, as a fluid's may
// be.
class OnGpu
{
  public:
    explicit OnGpu(const Field& field)
    {
        const Context& gl = test::glContext();
        constexpr int kStep = 3;
        const int stride = kStep * field.columns + 5;
        std::vector<float> floats(std::size_t(7 + stride * (field.rows + 1)), kBad);
        view_.columns = field.columns;
        view_.rows = field.rows;
        view_.gpu.first = 7;
        view_.gpu.stride = stride;
        view_.gpu.step = kStep;
        for (int j = 0; j < field.rows; ++j)
        {
            for (int i = 0; i < field.columns; ++i)
            {
                floats[std::size_t(7 + j * stride + i * kStep)] =
                    field.numbers[std::size_t(j) * std::size_t(field.columns) + std::size_t(i)];
            }
        }
        gl->GenBuffers(1, &view_.gpu.buffer);
        gl->BindBuffer(GL_ARRAY_BUFFER, view_.gpu.buffer);
        view_.gpu.bytes = std::int64_t(floats.size() * sizeof(float));
        gl->BufferData(GL_ARRAY_BUFFER, GLsizeiptr(view_.gpu.bytes), floats.data(), GL_STATIC_DRAW);
    }
    ~OnGpu() { test::glContext()->DeleteBuffers(1, &view_.gpu.buffer); }
    OnGpu(const OnGpu&) = delete;
    OnGpu& operator=(const OnGpu&) = delete;

    FieldView view() const { return view_; }

  private:
    FieldView view_;
};

} // namespace tarn::render::gl
