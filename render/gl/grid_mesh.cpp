#include "render/gl/grid_mesh.h"

#include <cstdint>
#include <vector>

namespace tarn::render::gl
{

GridMesh::GridMesh(const Context& context)
    : context_(&context), indices_(context, BufferKind::indices), array_(context)
{
}

void GridMesh::resize(int columns, int rows)
{
    if (columns == columns_ && rows == rows_)
    {
        return;
    }
    columns_ = columns;
    rows_ = rows;
    std::vector<std::uint32_t> indices;
    indices.reserve(6 * std::size_t(columns) * std::size_t(rows));
    const auto width = static_cast<std::uint32_t>(columns) + 1;
    for (std::uint32_t j = 0; j < static_cast<std::uint32_t>(rows); ++j)
    {
        for (std::uint32_t i = 0; i + 1 < width; ++i)
        {
            const std::uint32_t low = j * width + i;
            const std::uint32_t high = low + width;
            indices.insert(indices.end(), {low, low + 1, high + 1, low, high + 1, high});
        }
    }
    array_.bind();
    indices_.upload(indices.data(), indices.size() * sizeof(std::uint32_t));
    array_.add(indices_);
}

void GridMesh::draw() const
{
    array_.bind();
    (*context_)->DrawElements(GL_TRIANGLES, 6 * columns_ * rows_, GL_UNSIGNED_INT, nullptr);
}

} // namespace tarn::render::gl
