// GridMesh: triangles over a grid of quads whose vertices shaders place by number (grid.glsl).
#pragma once

#include "render/gl/objects.h"

namespace tarn::render::gl
{

class GridMesh
{
  public:
    explicit GridMesh(const Context& context);

    void resize(int columns, int rows); // quads
    void draw() const;

    int columns() const { return columns_; }
    int rows() const { return rows_; }

  private:
    const Context* context_;
    Buffer indices_;
    VertexArray array_;
    int columns_ = 0;
    int rows_ = 0;
};

} // namespace tarn::render::gl
