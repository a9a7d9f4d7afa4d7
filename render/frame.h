// Frame: what is seen at one moment. It owns nothing; what it points to must stay until the
// picture is drawn.
#pragma once

#include <cstddef>
#include <span>

namespace tarn::render
{

class Texture;

// A field of numbers, one for each cell of a grid that covers the whole world. Row 0 is at the
// bottom. Fields of one Frame may have different resolutions; one of 1 x 1 is a constant.
struct FieldView
{
    const float* data = nullptr; // null: there is none
    int columns = 0;
    int rows = 0;
    std::ptrdiff_t rowStride = 0; // in floats, from one row to the next

    bool isThere() const { return data != nullptr; }
    const float* row(int j) const { return data + j * rowStride; }
};

// In metres.
struct Rectangle
{
    float left = 0.0F;
    float bottom = 0.0F;
    float right = 1.0F;
    float top = 1.0F;

    float width() const { return right - left; }
    float height() const { return top - bottom; }
};

struct Point
{
    float x = 0.0F;
    float y = 0.0F;
};

// A particle that drifts along.
struct Tracer
{
    float x = 0.0F;
    float y = 0.0F;
    float opacity = 1.0F; // 0 .. 1, so that old ones can fade
};

// All that has left one spot, the newest first.
struct Streakline
{
    std::span<const Point> points;
};

// Where in the texture each spot of liquid came from. 1 is the texture's own width and height; it
// repeats. Coordinates must be continuous, not wrapped.
struct TextureLayer
{
    FieldView u;
    FieldView v;
    FieldView weight; // not negative; the layers' weights need not add up to 1
};

struct TextureFrame
{
    const Texture* texture = nullptr;
    TextureLayer layers[2]; // the second may be absent
};

struct Frame
{
    Rectangle world;                 // what the fields cover
    double time = 0.0;               // seconds, for the label
    FieldView scalar;                // Content::scalar
    std::span<const FieldView> dyes; // Content::ink: up to kMaxDyes, all of one resolution
    TextureFrame texture;            // Content::texture
    FieldView solid;                 // the solid part of each cell, 0 .. 1
    FieldView velocityX;             // m/s at cell centres, for arrows
    FieldView velocityY;
    std::span<const Tracer> tracers;
    std::span<const Streakline> streaklines;
};

} // namespace tarn::render
