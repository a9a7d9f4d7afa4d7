// Coefficients that need not be stored: all faces between cells are alike, and so is a.
//
// Then a conductance is a number of the axis it conducts along times a width of the other one:
//
//     cx(i, j) = x.face(i) y.width(j)     cy(i, j) = x.width(i) y.face(j)
//     a(i, j)  = a x.width(i) y.width(j)
//
// on every level, where only the last cell of an axis may be narrower (field/grid.h), so that five
// numbers describe an axis. A backend that is slowed down by memory alone computes them.
#pragma once

#include "field/grid.h"

#include <cstdint>

namespace tarn
{

struct EvenAxis
{
    float low = 0.0f;        // conductance, for a unit of width, of face 0,
    float inner = 0.0f;      // of the faces between,
    float beforeLast = 0.0f; // of face cells - 1, which is the last cell's
    float high = 0.0f;       // and of face `cells`
    float width = 1.0f;      // of a cell, in widths of the finest level's
    float lastWidth = 1.0f;  // and of the last one

    float face(int32_t i, int32_t cells) const
    {
        return i == 0 ? low : i == cells ? high : i == cells - 1 ? beforeLast : inner;
    }
    float widthOf(int32_t i, int32_t cells) const { return i == cells - 1 ? lastWidth : width; }
};

struct EvenCoefficients
{
    EvenAxis x;
    EvenAxis y;
    float a = 0.0f;
};

// Those of the next coarser grid, as Backend::coarsenCoefficients makes them.
EvenAxis coarsened(const EvenAxis& axis, const AxisShape& fine);
EvenCoefficients coarsened(const EvenCoefficients& coefficients, const GridShape& fine);

} // namespace tarn
