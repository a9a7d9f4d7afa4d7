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

#include "core/vec3.h"

namespace tarn
{

// A point, as an arm from the centre of mass, and how deep it lies below the surface.
struct DeepPoint
{
    float x = 0.0f;
    float y = 0.0f;
    float z = 0.0f;
    float s = 0.0f;
};

constexpr DeepPoint operator+(DeepPoint a, DeepPoint b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.s + b.s};
}

constexpr DeepPoint operator*(float f, DeepPoint a)
{
    return {f * a.x, f * a.y, f * a.z, f * a.s};
}

constexpr DeepPoint mix(float a, DeepPoint p, float b, DeepPoint q)
{
    return a * p + b * q;
}

// Integrals over a triangle of area 1.
struct DepthIntegrals
{
    float depth = 0.0f;  // of s
    DeepPoint moments{}; // of s (x, y, z, s)

    // Adds a triangle of area `part`.
    void add(float part, const DeepPoint& a, const DeepPoint& b, const DeepPoint& c)
    {
        const DeepPoint sum = a + (b + c);
        const DeepPoint own = a.s * a + (b.s * b + c.s * c);
        depth += part * (1.0f / 3.0f) * sum.s;
        moments = moments + part * (1.0f / 12.0f) * (sum.s * sum + own);
    }
};

// Which part of a triangle is under water, and where its middle is.
struct WetPart
{
    float part = 0.0f;       // of its area
    float at[3] = {0, 0, 0}; // weights of the corners that make the middle
};

// Less of a face than this is nothing: what is divided by it stays finite.
inline constexpr float kLeastPart = 1e-20f;

// Calls piece(part, p, q, r) for every piece of the triangle a, b, c under the surface.
template <class Piece>
WetPart cutFace(const DeepPoint& a, const DeepPoint& b, const DeepPoint& c, Piece&& piece)
{
    constexpr float kThird = 1.0f / 3.0f;
    const bool wet[3] = {a.s > 0.0f, b.s > 0.0f, c.s > 0.0f};
    const int count = int{wet[0]} + int{wet[1]} + int{wet[2]};
    if (count == 3)
    {
        piece(1.0f, a, b, c);
        return {1.0f, {kThird, kThird, kThird}};
    }
    if (count == 0)
    {
        return {};
    }
    const bool corner = count == 1; // wet, and the two others dry; else the other way round
    const int first = wet[0] == corner ? 0 : wet[1] == corner ? 1 : 2;
    const DeepPoint* const points[5] = {&a, &b, &c, &a, &b};
    const DeepPoint& p0 = *points[first];
    const DeepPoint& p1 = *points[first + 1];
    const DeepPoint& p2 = *points[first + 2];
    const float near1 = p0.s / (p0.s - p1.s); // from 0 to the surface, as a part of the way to 1
    const float near2 = p0.s / (p0.s - p2.s);
    const float far1 = p1.s / (p1.s - p0.s);
    const float far2 = p2.s / (p2.s - p0.s);
    const DeepPoint p = mix(far1, p0, near1, p1);
    const DeepPoint q = mix(far2, p0, near2, p2);
    const float side1 = 0.5f * far1 * near2;
    const float side2 = 0.5f * far2 * near1;
    const float between = 0.5f * (far1 + far2);
    const float part = corner ? near1 * near2 : between + (side1 + side2);
    if (!(part > kLeastPart))
    {
        return {};
    }
    float at1 = 0.0f;
    float at2 = 0.0f;
    if (corner)
    {
        piece(part, p0, p, q);
        at1 = kThird * near1;
        at2 = kThird * near2;
    }
    else
    {
        const DeepPoint middle = mix(0.5f, p, 0.5f, q);
        piece(side1, middle, p, p1);
        piece(side2, middle, p2, q);
        piece(between, middle, p1, p2);
        // The whole less the dry corner, multiplied out so that nothing cancels.
        const float scale = kThird / part;
        at1 = scale * (far1 * (2.0f - far1) + near1 * near1 * far2);
        at2 = scale * (far2 * (2.0f - far2) + near2 * near2 * far1);
    }
    WetPart result{part, {0.0f, 0.0f, 0.0f}};
    result.at[first] = 1.0f - (at1 + at2);
    result.at[(first + 1) % 3] = at1;
    result.at[(first + 2) % 3] = at2;
    return result;
}

} // namespace tarn
