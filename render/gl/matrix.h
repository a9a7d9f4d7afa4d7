// Matrix: four by four numbers, column by column as OpenGL has them.
#pragma once

#include "render/vec3.h"

namespace tarn::render::gl
{

struct Matrix
{
    float numbers[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

    float& at(int row, int column) { return numbers[4 * column + row]; }
    float at(int row, int column) const { return numbers[4 * column + row]; }

    friend Matrix operator*(const Matrix& a, const Matrix& b)
    {
        Matrix product;
        for (int row = 0; row < 4; ++row)
        {
            for (int column = 0; column < 4; ++column)
            {
                float sum = 0.0F;
                for (int k = 0; k < 4; ++k)
                {
                    sum += a.at(row, k) * b.at(k, column);
                }
                product.at(row, column) = sum;
            }
        }
        return product;
    }
};

// A point times a matrix, divided by its fourth number.
inline Vec3 transformed(const Matrix& m, Vec3 p)
{
    const auto row = [&](int k) {
        return m.at(k, 0) * p.x + m.at(k, 1) * p.y + m.at(k, 2) * p.z + m.at(k, 3);
    };
    const float w = row(3);
    return {row(0) / w, row(1) / w, row(2) / w};
}

} // namespace tarn::render::gl
