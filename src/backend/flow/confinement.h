// Vorticity confinement (Fedkiw, Stam, Jensen 2001): a push around the middle of whirls, along
// N x vorticity where N points up the slope of |vorticity|.
//
// In the plane that is a viscosity below 0. With nothing against it the finest whirls grow until
// the grid takes as much from them, and that depends on the time step. So the push comes with the
// eddy viscosity of Leith (Physics of Fluids 11, 1968), in proportion to the slope of vorticity: it
// points along the same line, and what both leave of a whirl is alike in steps of every length.
#pragma once

namespace tarn
{

// The push on a cell is strength * |vorticity| - calm * min(rise, steepest) * rise, where `rise` is
// by how much |vorticity| rises over two cells, up its slope.
struct Confinement
{
    float strength = 0.0f; // m/s; 0: none at all
    float calm = 0.0f;     // m
    float steepest = 0.0f; // 1/s
};

// `rate` (1/s) is what it gives fine whirls, in parts of their own speed, `calming` Leith's factor;
// no more than `mostCalmed` of what would even out neighbours is taken in a step of dt.
inline Confinement makeConfinement(float rate, float calming, float mostCalmed, float cellSize,
                                   float dt)
{
    return {rate * cellSize, 0.25f * calming * cellSize, 2.0f * mostCalmed / (calming * dt)};
}

} // namespace tarn
