// From the public handle of a context to the device behind it.
#pragma once

#include "tarn/gl.h"

namespace tarn
{

class GlDevice;

// Null: the handle is null or stale; a line in the log says so.
GlDevice* findGlDevice(tnGl handle, const char* caller);

} // namespace tarn
