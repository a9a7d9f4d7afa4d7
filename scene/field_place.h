// FieldsFrom: where pictures take a run's fields from.
#pragma once

namespace tarn::scene
{

enum class FieldsFrom
{
    host,    // they are brought there where the run is on a GPU
    buffers, // of the GPU, where they lie
};

} // namespace tarn::scene
