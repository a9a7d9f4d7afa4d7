// Sine, cosine and arc sine that have the same bits on every machine.
//
// The C library's differ from one to the next in the last bit. These use nothing but + - * / and
// square roots, which IEEE 754 makes exact, and are within 5e-16 of the truth.
#pragma once

namespace tarn
{

struct SinCos
{
    double sin = 0.0;
    double cos = 1.0;
};

// Of an angle in radians. Beyond a million radians the angle counts with an error of 4e-17 of
// itself, much less than the spacing of 32-bit angles there; one that is not finite counts as 0.
SinCos sinCos(double angle);

// Of a sine from -1 to 1, in radians from -pi/2 to pi/2; sines beyond count as -1 or 1.
double arcSine(double sine);

} // namespace tarn
