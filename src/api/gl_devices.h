// From the public handle of a context to the device behind it.
#pragma once

#include "tarn/gl.h"

namespace tarn
{

class GlDevice;

// Null: the handle is null or stale; a line in the log says so.
GlDevice* findGlDevice(tnGl handle, const char* caller);

// The device that a def with this backend and this gl computes on: null for every backend but
// tn_backendGL. Else tn_errorInvalidHandle, or tn_errorUnsupported where the build has no OpenGL.
tnResult findGlDevice(tnBackend backend, tnGl handle, const char* caller, GlDevice** out);

} // namespace tarn
