// CellWindow: the part of a grid that pictures show, in whole cells.
#pragma once

#include "scene/quantity.h"

#include "render/inside_frame.h"
#include "tarn/field.h"
#include "tarn/gl.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tarn::scene
{

struct CellWindow : render::CellPart
{
    // Of a grid of nx x ny cells; without a part of it: all.
    CellWindow(const std::optional<Rectangle>& part, int nx, int ny, float cellSize, tnVec2 origin)
        : CellPart{0, 0, nx, ny, {}}
    {
        const auto cell = [&](double place, float from, int last) {
            const double cells = std::round((place - double(from)) / double(cellSize));
            return static_cast<int>(std::clamp(cells, 0.0, double(last)));
        };
        if (part)
        {
            left = std::min(cell(part->left, origin.x, nx), nx - 1);
            bottom = std::min(cell(part->bottom, origin.y, ny), ny - 1);
            columns = std::max(1, cell(part->right, origin.x, nx) - left);
            rows = std::max(1, cell(part->top, origin.y, ny) - bottom);
        }
        world.left = origin.x + cellSize * static_cast<float>(left);
        world.bottom = origin.y + cellSize * static_cast<float>(bottom);
        world.right = world.left + cellSize * static_cast<float>(columns);
        world.top = world.bottom + cellSize * static_cast<float>(rows);
    }

    // Its part of a field with so many cells in each of the grid's.
    render::FieldView seen(const tnFieldView& view, int cellsPerCell = 1) const
    {
        const float* first =
            view.data + std::ptrdiff_t(bottom * cellsPerCell) * view.stride + left * cellsPerCell;
        return {first, columns * cellsPerCell, rows * cellsPerCell, view.stride};
    }

    // The same of one that lies on the GPU.
    render::FieldView seen(const tnGlFieldView& view, int cellsPerCell = 1) const
    {
        render::FieldView part;
        part.columns = columns * cellsPerCell;
        part.rows = rows * cellsPerCell;
        part.gpu.buffer = view.buffer;
        part.gpu.bytes = view.bytes;
        part.gpu.first = view.offset / std::int64_t(sizeof(float)) +
                         std::int64_t(bottom * cellsPerCell) * view.stride +
                         std::int64_t(left * cellsPerCell) * view.step;
        part.gpu.stride = view.stride;
        part.gpu.step = view.step;
        return part;
    }
};

} // namespace tarn::scene
