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
// and for velocity y the same holds with x and y exchanged. A node is held by a wall when less than
// half of its face is open: its middle is then inside the solid. Walls of masks lie on faces, half
// a cell from the nodes along them and a whole one from those that look at them.
#pragma once

#include <algorithm>

namespace tarn
{

inline constexpr float kHeldBelow = 0.5f; // open part of a held node's face

// A wall at the node itself would make a system as stiff as can be, and a tenth of a cell is as
// good as none.
inline constexpr float kLeastWallDistance = 0.1f;

// To a held neighbour on the same grid line, from a node with `open` of its own face.
inline float wallAlongFace(float open, float neighbourOpen)
{
    const float distance = neighbourOpen > 0.0f ? 0.5f + neighbourOpen : open - 0.5f;
    return std::clamp(distance, kLeastWallDistance, 1.0f);
}

// To a held neighbour across a cell, whose two other faces are open by `low` and `high`.
inline float wallAcrossCell(float low, float high)
{
    return std::clamp(0.5f * (low + high), kLeastWallDistance, 1.0f);
}

// A solid that spins has another velocity at its surface than at the held node, which is a cell
// from the node beside it: `turns` is the change of the component per cell towards the held node.
inline float wallVelocity(float atHeldNode, float turns, float distance)
{
    return atHeldNode - turns * (1.0f - distance);
}

} // namespace tarn
