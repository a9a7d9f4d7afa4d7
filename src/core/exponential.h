// The exponential function with the same bits on every machine; the C library's differ.
#pragma once

namespace tarn
{

// Within 1e-15 of e^x, relatively; 0 below -700, infinite above 700.
double exponential(double x);

// What is left of a thing that decays at `rate` (1/s) after dt; 1 for no decay.
inline double keptAfter(double rate, double dt)
{
    return rate > 0.0 ? exponential(-rate * dt) : 1.0;
}

} // namespace tarn
