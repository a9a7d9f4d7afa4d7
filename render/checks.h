// Checks of views and frames: what makes no sense is refused with an Error that names it.
#pragma once

#include "render/frame.h"
#include "render/view.h"

namespace tarn::render
{

struct ReliefFrame;
struct ReliefView;

// A number within its limits.
void requireRange(const char* name, float value, float low, float high);

// Pixels along a side.
void requireSize(const char* name, int value, int least);

// Where fields may lie for the one who draws them.
enum class FieldPlace
{
    host,
    any, // the GPU too
};

// A field that a view needs; one that may be absent.
void requireField(const char* name, const FieldView& field, FieldPlace place = FieldPlace::host);
void checkOptional(const char* name, const FieldView& field, FieldPlace place = FieldPlace::host);
// One that a view needs, with as many cells as another.
void requireSameSize(const char* name, const FieldView& field, const char* otherName,
                     const FieldView& other, FieldPlace place = FieldPlace::host);

// What fields cover.
void requireWorld(const Rectangle& world);

// How pictures are to look, and whether a frame has what that takes.
void checkView(const View& view);
void checkFrame(const View& view, const Frame& frame, FieldPlace place = FieldPlace::host);

// The same of reliefs; checkLook is checkView but for the picture's size and the camera.
void checkView(const ReliefView& view);
void checkLook(const ReliefView& view);
void checkFrame(const ReliefFrame& frame, FieldPlace place = FieldPlace::host);

} // namespace tarn::render
