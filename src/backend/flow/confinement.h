// Vorticity confinement (Fedkiw, Stam, Jensen 2001): a push around the middle of whirls, along
// N x vorticity where N points up the slope of |vorticity|.
//
// In the plane that is a viscosity below 0. With nothing against it the finest whirls grow until
// the grid takes as much from them, and that depends on the time step. So the push comes with the
// eddy viscosity of Leith (Physics of Fluids 11, 1968), in proportion to the slope of vorticity:
// what both leave of a whirl is alike in steps of every length.
#pragma once

#include <algorithm>

namespace tarn
{

// The push on a cell is strength * |vorticity|. Where vorticity differs by `rise` over two cells
// along its slope, Leith's viscosity takes calm * min(rise, steepest) * rise.
struct Confinement
{
    float strength = 0.0f; // m/s; 0: none at all
    float calm = 0.0f;     // m
    float steepest = 0.0f; // 1/s
};

namespace defaults
{

// Leith's factor: with this one 30 and 144 steps a second end alike (docs/flow.md). It fades in up
// to a confinement of kCalmedFrom (1/s), so that none is where the least begins.
inline constexpr float kCalming = 0.5f;
inline constexpr float kCalmedFrom = 4.0f;
// The viscosity is at most this times cellSize^2 / dt: what is explicit must not take too much.
inline constexpr float kMostCalmed = 0.25f;

} // namespace defaults

// `rate` (1/s) is what it gives fine whirls, in parts of their own speed.
inline Confinement makeConfinement(float rate, float cellSize, float dt)
{
    const float calming = defaults::kCalming * std::min(1.0f, rate / defaults::kCalmedFrom);
    return {rate * cellSize, 0.25f * calming * cellSize,
            2.0f * defaults::kMostCalmed / (calming * dt)};
}

} // namespace tarn
