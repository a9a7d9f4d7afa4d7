// CellField: numbers of one's own, one for each cell of a part of a grid: copies of the library's
// fields, and what it does not have as such.
#pragma once

#include "render/defaults.h"
#include "render/inside_frame.h"

#include <algorithm>
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

    // A part of a field, which stays when the library makes the next one in the same place.
    FieldView copy(const tnFieldView& field, const CellPart& part)
    {
        float* out = resize(part);
        for (int j = 0; j < part.rows; ++j)
        {
            const float* row =
                field.data + std::ptrdiff_t(part.bottom + j) * field.stride + part.left;
            out = std::copy_n(row, part.columns, out);
        }
        return view();
    }

    FieldView view() const { return {numbers_.data(), columns_, rows_, columns_}; }

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

// 1 where there is too little water to be seen, else 0: dry land is drawn as solids are.
inline FieldView dryOf(const FieldView& depth, const CellPart& part, CellField& field)
{
    float* out = field.resize(part);
    for (int j = 0; j < part.rows; ++j)
    {
        const float* row = depth.row(j);
        for (int i = 0; i < part.columns; ++i)
        {
            *out++ = row[i] > kDryDepth ? 0.0F : 1.0F;
        }
    }
    return field.view();
}

} // namespace tarn::render
