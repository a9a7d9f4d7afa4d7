// Frame: what is seen at one moment. It owns nothing; what it points to must stay until the
// picture is drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn::render
{

class Texture;

// Numbers in a buffer of the GPU, and what they mean: cell (i, j) is
//
//     factor * number[first + j * stride + i * step] + offset + risePerColumn * i + risePerRow * j
//
// or, between neighbours, the mean of two or four such numbers. Only stages of render/gl see it.
struct GlField
{
    std::uint32_t buffer = 0;     // the name of a buffer object; 0: there is none
    std::int64_t bytes = 0;       // of the whole buffer
    std::int64_t first = 0;       // in floats
    int stride = 0;               // in floats, from row to row
    int step = 1;                 // in floats, from column to column
    bool isMeanOfColumns = false; // of this number and the next one in the row
    bool isMeanOfRows = false;    // of this row's number and the next row's
    float factor = 1.0F;
    float offset = 0.0F;
    float risePerColumn = 0.0F;
    float risePerRow = 0.0F;
};

// A field of numbers, one for each cell of a grid that covers the whole world. Row 0 is at the
// bottom. Fields of one Frame may have different resolutions; one of 1 x 1 is a constant.
//
// A field lies in memory of the host, or on the GPU, where only OpenGL draws it.
struct FieldView
{
    const float* data = nullptr; // null: there is none on the host
    int columns = 0;
    int rows = 0;
    std::ptrdiff_t rowStride = 0; // in floats, from one row to the next
    GlField gpu = {};

    bool isThere() const { return data != nullptr; }
    bool isOnGpu() const { return gpu.buffer != 0; }
    bool isAnywhere() const { return isThere() || isOnGpu(); }
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
    FieldView scalar;                // Content::scalar; for OpenGL the speed where it is absent
    std::span<const FieldView> dyes; // Content::ink: up to kMaxDyes, all of one resolution
    TextureFrame texture;            // Content::texture
    FieldView solid;                 // the solid part of each cell, 0 .. 1
    FieldView velocityX;             // m/s at cell centres, for arrows
    FieldView velocityY;
    std::span<const Tracer> tracers;
    std::span<const Streakline> streaklines;
};

} // namespace tarn::render
