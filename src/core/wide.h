// wide: a float in 64 bits, said aloud. Conversions that happen by themselves are errors here.
#pragma once

namespace tarn
{

constexpr double wide(float value)
{
    return static_cast<double>(value);
}

} // namespace tarn
