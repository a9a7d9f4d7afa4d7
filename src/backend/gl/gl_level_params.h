// A level's numbers in a block of parameters: the TARN_LEVEL of shaders/params.h.
#pragma once

#include "backend/gl/gl_backend.h"
#include "backend/gl/shaders/params.h"

namespace tarn
{

template <class Params>
void describeLevel(const GlBackend& backend, const Level& level, Params* out)
{
    out->nx = level.shape.x.cells;
    out->ny = level.shape.y.cells;
    out->ringX = level.shape.x.periodic() ? 1 : 0;
    out->ringY = level.shape.y.periodic() ? 1 : 0;
    out->stride = backend.field(level.x).stride;
    out->strideX = backend.field(level.cx).stride;
    out->hasA = level.hasA ? 1 : 0;
    out->lastX = level.shape.x.last;
    out->lastY = level.shape.y.last;
    out->lowX = level.even.x.low;
    out->innerX = level.even.x.inner;
    out->beforeLastX = level.even.x.beforeLast;
    out->highX = level.even.x.high;
    out->widthX = level.even.x.width;
    out->lastWidthX = level.even.x.lastWidth;
    out->lowY = level.even.y.low;
    out->innerY = level.even.y.inner;
    out->beforeLastY = level.even.y.beforeLast;
    out->highY = level.even.y.high;
    out->widthY = level.even.y.width;
    out->lastWidthY = level.even.y.lastWidth;
    out->evenA = level.hasA ? level.even.a : 0.0f;
}

// A block of which the level is the first part; the rest is 0.
template <class Params>
Params levelParams(const GlBackend& backend, const Level& level)
{
    Params params = {};
    describeLevel(backend, level, &params);
    return params;
}

} // namespace tarn
