// Checks of views and frames: what makes no sense is refused with an Error that names it.
#pragma once

#include "render/frame.h"

namespace tarn::render
{

// A number within its limits.
void requireRange(const char* name, float value, float low, float high);

// Pixels along a side.
void requireSize(const char* name, int value, int least);

// A field that a view needs; one that may be absent.
void requireField(const char* name, const FieldView& field);
void checkOptional(const char* name, const FieldView& field);

// What fields cover.
void requireWorld(const Rectangle& world);

} // namespace tarn::render
