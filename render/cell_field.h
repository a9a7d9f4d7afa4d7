// CellField: numbers that the library does not have as such, one for each cell of a part of a grid.
#pragma once

#include "render/inside_frame.h"

#include <cmath>

#include <vector>

namespace tarn::render
{

class CellField
{
  public:
    // Makes room; returns the first of `part.cells()` numbers, rows without gaps.
    float* resize(const CellPart& part)
    {
        numbers_.resize(part.cells());
        columns_ = part.columns;
        rows_ = part.rows;
        return numbers_.data();
    }

    FieldView view() const { return {numbers_.data(), columns_, rows_, columns_}; }
    const std::vector<float>& numbers() const { return numbers_; }

  private:
    std::vector<float> numbers_;
    int columns_ = 0;
    int rows_ = 0;
};

// The speed of a velocity given in cells.
inline FieldView speedOf(const FieldView& x, const FieldView& y, const CellPart& part,
                         CellField& field)
{
    float* out = field.resize(part);
    for (int j = 0; j < part.rows; ++j)
    {
        const float* u = x.row(j);
        const float* v = y.row(j);
        for (int i = 0; i < part.columns; ++i)
        {
            *out++ = std::sqrt(u[i] * u[i] + v[i] * v[i]);
        }
    }
    return field.view();
}

} // namespace tarn::render
