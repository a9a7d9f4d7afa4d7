// Faces cut by the water's surface, and integrals over what is under it.
//
// Over a face the depth s below the surface is taken for linear, as its vertices give it. The part
// with s > 0 is the face itself, a corner of it, or what a corner leaves:
//
//          0                    0 (dry)
//         / \                  / \            M: half way between P and Q
//        P - Q  surface       P-M-Q  surface
//       /     \              / / \ \          pieces M P 1, M 2 Q, M 1 2: the same when mirrored
//      1 ----- 2 (dry)      1 ----- 2
//
// Sums over three corners are written a + (b + c) throughout: exchanging b and c, as a mirror does,
// changes no bit.
#pragma once

#include "core/float4.h"

namespace tarn
{

// A corner of a face.
struct WetPoint
{
    Float4 place{};    // x, y, z as an arm from the centre of mass, and the depth below the surface
    Float4 velocity{}; // through the water
};

TN_INLINE float depthOf(Float4 place)
{
    return place[3];
}

// Integrals over a triangle of area 1.
struct DepthIntegrals
{
    float depth = 0.0f;
    Float4 moments{}; // of depth times (x, y, z, depth)

    // Adds a triangle of area `part`.
    TN_INLINE void add(float part, Float4 a, Float4 b, Float4 c)
    {
        const Float4 sum = a + (b + c);
        const Float4 own = depthOf(a) * a + (depthOf(b) * b + depthOf(c) * c);
        depth += part * (1.0f / 3.0f) * depthOf(sum);
        moments = moments + (part * (1.0f / 12.0f)) * (depthOf(sum) * sum + own);
    }
};

// What of a face is under water, and its middle.
struct WetPart
{
    float part = 0.0f; // of its area; 0: it is dry
    WetPoint middle;
};

// Less of a face than this is nothing: what is divided by it stays finite.
inline constexpr float kLeastPart = 1e-20f;

TN_INLINE int wetCorners(const WetPoint& a, const WetPoint& b, const WetPoint& c)
{
    return int{depthOf(a.place) > 0.0f} + int{depthOf(b.place) > 0.0f} +
           int{depthOf(c.place) > 0.0f};
}

TN_INLINE WetPart wholeFace(const WetPoint& a, const WetPoint& b, const WetPoint& c)
{
    constexpr float kThird = 1.0f / 3.0f;
    return {1.0f,
            {kThird * (a.place + (b.place + c.place)),
             kThird * (a.velocity + (b.velocity + c.velocity))}};
}

// Calls piece(part, p, q, r) for every piece under the surface of a face that it crosses: `wet`,
// the number of wet corners, is 1 or 2.
template <class Piece>
TN_INLINE WetPart cutFace(int wet, const WetPoint& a, const WetPoint& b, const WetPoint& c,
                          Piece&& piece)
{
    constexpr float kThird = 1.0f / 3.0f;
    const bool corner =
        wet == 1; // corner 0 is wet and the others are dry; else the other way round
    const bool isA = (depthOf(a.place) > 0.0f) == corner;
    const bool isB = (depthOf(b.place) > 0.0f) == corner;
    const WetPoint& p0 = isA ? a : isB ? b : c;
    const WetPoint& p1 = isA ? b : isB ? c : a;
    const WetPoint& p2 = isA ? c : isB ? a : b;
    const float way1 = depthOf(p0.place) - depthOf(p1.place);
    const float way2 = depthOf(p0.place) - depthOf(p2.place);
    const float near1 = depthOf(p0.place) / way1; // from 0 to the surface, of the way to 1
    const float near2 = depthOf(p0.place) / way2;
    const float far1 = -depthOf(p1.place) / way1;
    const float far2 = -depthOf(p2.place) / way2;
    const Float4 p = far1 * p0.place + near1 * p1.place;
    const Float4 q = far2 * p0.place + near2 * p2.place;
    const float side1 = 0.5f * far1 * near2;
    const float side2 = 0.5f * far2 * near1;
    const float between = 0.5f * (far1 + far2);
    const float part = corner ? near1 * near2 : between + (side1 + side2);
    if (!(part > kLeastPart))
    {
        return {};
    }
    float at1 = 0.0f; // weights of corners 1 and 2 in the middle
    float at2 = 0.0f;
    if (corner)
    {
        piece(part, p0.place, p, q);
        at1 = kThird * near1;
        at2 = kThird * near2;
    }
    else
    {
        const Float4 middle = 0.5f * (p + q);
        piece(side1, middle, p, p1.place);
        piece(side2, middle, p2.place, q);
        piece(between, middle, p1.place, p2.place);
        // The whole less the dry corner, multiplied out so that nothing cancels.
        const float scale = kThird / part;
        at1 = scale * (far1 * (2.0f - far1) + near1 * near1 * far2);
        at2 = scale * (far2 * (2.0f - far2) + near2 * near2 * far1);
    }
    const float at0 = 1.0f - (at1 + at2);
    return {part,
            {at0 * p0.place + (at1 * p1.place + at2 * p2.place),
             at0 * p0.velocity + (at1 * p1.velocity + at2 * p2.velocity)}};
}

} // namespace tarn
