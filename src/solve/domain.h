// The caller's coefficients, seen as conductances of the finest grid.
//
// b of a face becomes its conductance (twice b at a Dirichlet edge, half a cell away; 0 at a
// Neumann edge), a of a cell is multiplied by the cell's area, and all of them by one power of
// two that brings the largest near 1, so that no coefficient is out of a float's reach.
#pragma once

#include "field/grid.h"
#include "field/rows.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

// What a caller sets, for a grid of nx x ny cells.
struct Coefficients
{
    ConstRows a;              // nx a row; null: aEverywhere
    ConstRows bx;             // nx + 1 a row; null: 1
    ConstRows by;             // nx a row, ny + 1 rows; null: 1
    float aEverywhere = 0.0f; // where a is null
};

struct Domain
{
    GridShape shape;
    Coefficients given;
    bool hasA = false;   // a is above 0 somewhere
    float scale = 1.0f;  // of b, a power of two
    double scaleA = 1.0; // of a: the scale times the cell's area

    // Conductance of the face left of cell i, 0 <= i <= nx, in row j.
    float cx(int32_t i, int32_t j) const
    {
        const int32_t face = i == shape.x.cells && shape.x.periodic() ? 0 : i;
        const float b = given.bx != nullptr ? given.bx.row(j)[face] : 1.0f;
        return edgeFactor(shape.x, i) * (scale * b);
    }

    // Conductance of the face below cell j, 0 <= j <= ny, in column i.
    float cy(int32_t i, int32_t j) const
    {
        const int32_t face = j == shape.y.cells && shape.y.periodic() ? 0 : j;
        const float b = given.by != nullptr ? given.by.row(face)[i] : 1.0f;
        return edgeFactor(shape.y, j) * (scale * b);
    }

    float cellA(int32_t i, int32_t j) const
    {
        const float a = given.a != nullptr ? given.a.row(j)[i] : given.aEverywhere;
        return static_cast<float>(scaleA * static_cast<double>(a));
    }

    // The conductances of row j: nx + 1 faces between columns, or nx faces below the cells.
    void fillCx(int32_t j, float* row) const
    {
        const int32_t nx = shape.x.cells;
        const float* b = given.bx != nullptr ? given.bx.row(j) : nullptr;
        for (int32_t i = 1; i < nx; ++i)
        {
            row[i] = scale * (b != nullptr ? b[i] : 1.0f);
        }
        row[0] = cx(0, j);
        row[nx] = cx(nx, j);
    }
    void fillCy(int32_t j, float* row) const
    {
        const int32_t nx = shape.x.cells;
        const int32_t face = j == shape.y.cells && shape.y.periodic() ? 0 : j;
        const float* b = given.by != nullptr ? given.by.row(face) : nullptr;
        const float factor = edgeFactor(shape.y, j);
        for (int32_t i = 0; i < nx; ++i)
        {
            row[i] = factor * (scale * (b != nullptr ? b[i] : 1.0f));
        }
    }

    // Of the same faces, which are open: 1 or 0.
    void markOpenCx(int32_t j, uint8_t* row) const
    {
        const int32_t nx = shape.x.cells;
        const float* b = given.bx != nullptr ? given.bx.row(j) : nullptr;
        for (int32_t i = 1; i < nx; ++i)
        {
            row[i] = scale * (b != nullptr ? b[i] : 1.0f) > 0.0f ? 1 : 0;
        }
        row[0] = cx(0, j) > 0.0f ? 1 : 0;
        row[nx] = cx(nx, j) > 0.0f ? 1 : 0;
    }
    void markOpenCy(int32_t j, uint8_t* row) const
    {
        const int32_t nx = shape.x.cells;
        const int32_t face = j == shape.y.cells && shape.y.periodic() ? 0 : j;
        const float* b = given.by != nullptr ? given.by.row(face) : nullptr;
        const float factor = edgeFactor(shape.y, j);
        for (int32_t i = 0; i < nx; ++i)
        {
            row[i] = factor * (scale * (b != nullptr ? b[i] : 1.0f)) > 0.0f ? 1 : 0;
        }
    }

    // Whether x is tied to a value here: by a > 0 or by an open Dirichlet edge.
    bool isTied(int32_t i, int32_t j) const
    {
        const auto tied = [](const AxisShape& axis, int32_t cell, float low, float high) {
            return (cell == 0 && axis.low == tn_edgeDirichlet && low > 0.0f) ||
                   (cell == axis.cells - 1 && axis.high == tn_edgeDirichlet && high > 0.0f);
        };
        return cellA(i, j) > 0.0f || tied(shape.x, i, cx(i, j), cx(i + 1, j)) ||
               tied(shape.y, j, cy(i, j), cy(i, j + 1));
    }

  private:
    static float edgeFactor(const AxisShape& axis, int32_t face)
    {
        if (face > 0 && face < axis.cells)
        {
            return 1.0f;
        }
        switch (face == 0 ? axis.low : axis.high)
        {
        case tn_edgeDirichlet:
            return 2.0f;
        case tn_edgePeriodic:
            return axis.periodic() ? 1.0f : 0.0f;
        case tn_edgeNeumann:
            break;
        }
        return 0.0f;
    }
};

} // namespace tarn
