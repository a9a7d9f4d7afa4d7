// The stirred square that the flow suite starts from, made the same on every machine.
//
// Whirls of five sizes with walls around, and clouds of ink. Only additions, multiplications and
// divisions go into them, which every machine rounds alike, so that hashes can be compared between
// machines.
#pragma once

#include <cstdint>
#include <vector>

namespace tarn::bench
{

// A smooth wave of period 1 between -1 and 1, made of parabolas.
double wave(double t);

// The stream function at a point of the unit square (unit: m^2/s): velocity is (d/dy, -d/dx) of it.
// 0 at the walls. Speeds go up to about 1 m/s.
double stirring(double x, double y);

// The same at the corners of n x n cells: (n+1) x (n+1) numbers, row by row from below.
std::vector<double> stirringAtCorners(int32_t n);

// Ink of a channel at a point of the unit square, 0.05 to 1; each channel has clouds of its own.
double clouds(double x, double y, int channel);

// The same in the middles of n x n cells, row by row from below.
std::vector<float> cloudsInCells(int32_t n, int channel);

} // namespace tarn::bench
