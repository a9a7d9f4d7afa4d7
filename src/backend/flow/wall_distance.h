// How far a node of velocity is from the solid that its neighbour lies in, in cells.
//
// Walls that the fluid sticks to are seen by viscosity and by the force on solids, in one way.
// Nothing but the open parts of faces is needed, since faces lie along grid lines. A node of
// velocity x lies in the middle of its face:
//
//        |  neighbour, covered but for a rest        neighbour up or down: the surface is where
//     ---+--- . . . . . . . . . . . . . surface      the open part of the line ends
//        |
//        o  node                                     neighbour left or right: where the two faces
//        |                                           between them end, on the average
//
// and for velocity y the same holds with x and y exchanged. A node is held by a wall when its
// middle is inside the solid or just outside: when less than 0.6 of its face is open. Walls of
// masks lie on faces, half a cell from the nodes along them and a whole one from those that look at
// them.
#pragma once

#include <algorithm>

namespace tarn
{

// A node closer than this to a wall would make a system as stiff as can be: it is held instead, and
// its neighbour is a whole cell further away.
inline constexpr float kLeastWallDistance = 0.1f;
inline constexpr float kMostWallDistance = 1.0f + kLeastWallDistance;

inline constexpr float kHeldBelow = 0.5f + kLeastWallDistance; // open part of a held node's face

// To a held neighbour on the same grid line, from a node with `open` of its own face.
inline float wallAlongFace(float open, float neighbourOpen)
{
    const float distance = neighbourOpen > 0.0f ? 0.5f + neighbourOpen : open - 0.5f;
    return std::clamp(distance, kLeastWallDistance, kMostWallDistance);
}

// To a held neighbour across a cell, whose two other faces are open by `low` and `high`.
inline float wallAcrossCell(float low, float high)
{
    return std::max(0.5f * (low + high), kLeastWallDistance);
}

// The velocity of a solid that spins, at its surface, from that at the held node: `perCell` is how
// much it grows per cell on the way from the free node to the held one.
inline float wallVelocity(float atHeldNode, float perCell, float distance)
{
    return atHeldNode - perCell * (1.0f - distance);
}

} // namespace tarn
