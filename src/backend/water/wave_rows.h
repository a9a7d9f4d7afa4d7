// Loops over one row that the waves of Water spend their time in.
//
// The scheme is a finite-volume one for the shallow-water equations (Audusse et al. 2004), with van
// Leer's half step ahead in place of a second stage (MUSCL-Hancock; Toro 2001, ch. 11): limited
// slopes carry what a cell holds to the middle of the substep, by the equations themselves, and to
// each of its four faces; two such states meet at a face and make a flux (HLLC, over the higher of
// the two beds), and fluxes change cells. Second order in space and time for one set of fluxes.
//
//     momentum gets   -(flux_e - p_e) + (flux_w - p_w) - g h (surface_e - surface_w)
//
// where p = g/2 h^2 of the state at the face, cut by the higher bed, seen from this cell, and h the
// depth in the middle of the substep. Written this way, pressure and bed slope cancel to the last
// bit where the surface is level: there the half step changes nothing.
//
// Still water is still to the last bit too: a face is calm when the cells beside it do not move and
// their surfaces differ by rounding only; nothing passes it. A cell between calm faces that is as
// good as still becomes still. So a pond comes to rest, and what rests can sleep.
//
// No cell gives more than it has: each of its faces has a share of what is there, by how fast waves
// run that way, and a flux is cut to the share of the cell it comes from. At the steps that waves
// allow, that hardly ever happens; so depths stay above 0 and the volume stays what it is.
//
// The loops are written once, in wave_loops-inl.h, and compiled plainly and for each instruction
// set (backend/cpu/wave_row_kernels.cpp); all have the same bits, and so have a water and its
// mirror image: sums are written so that each order of the axes rounds alike.
#pragma once

#include <cmath>
#include <cstdint>

namespace tarn
{

inline constexpr float kThinDepth = 1.0e-4f; // m; below it velocities are damped: 0.1 mm
inline constexpr float kDryWaves = 1.0e-6f;  // m; below it there are none
inline constexpr float kUnseen = 1.0e-9f;    // of dye times depth (m); less is none

// Differences of the surface that are rounding, as part of the numbers it is made of.
inline constexpr float kLevelRounding = 4.0e-7f;

// A cell gives a little less than all, so that rounding does not ask for more.
inline constexpr float kMostGiven = 0.999998f;

// A cell between calm faces is still below this part of the speed of waves (its square), unless
// wind drives it.
inline constexpr float kStillSpeed2 = 1.0e-10f;

// Of waves in a cell, along x or y.
inline float waveSpeed(float depth, float momentumX, float momentumY, float gravity)
{
    const float x = std::fabs(momentumX);
    const float y = std::fabs(momentumY);
    const float least = depth > kThinDepth ? depth : kThinDepth;
    const float speed = depth > kDryWaves ? (x > y ? x : y) / least : 0.0f;
    return speed + std::sqrt(gravity * depth);
}

// Cells of a row, as waves see them.
struct CellRow
{
    const float* depth;
    float* surface;
    float* velocity[2]; // x, y
    float* moves;       // 1 where it does, else 0
    float* most[4];     // mass that may leave left, right, down and up; negative left and down
};

// The states of a row of cells at one of their faces.
struct FaceRow
{
    float* depth;
    float* surface;
    float* across; // velocity through the face
    float* along;  // and beside it
};

// What its slopes do to the water of a cell: g h (surface_e - surface_w), and likewise up.
struct InnerRow
{
    float *x, *y;
};

// What passes a row of faces, per width and time. Low is the cell on the left or below.
struct FluxRow
{
    float* mass;
    float* low;          // momentum through the face, less p, seen from the low cell
    float* high;         // likewise
    float* along;        // momentum beside it
    float* rough;        // 1 where the surfaces on either side differ, else 0
    float* lowPressure;  // p of the low cell's state; null: not wanted
    float* highPressure; // both or neither
};

struct WaveConstants
{
    float gravity;
    float thinDepth2;  // square of the depth below which velocities are damped
    float dryDepth;    // below it there are none
    float maxSpeed;    // each component stays within it
    float perRate;     // cellSize / dt
    float rate;        // dt / cellSize
    float yieldRise;   // a rise of the surface times depth that yield stress holds (m^2)
    float stillSpeed2; // between calm faces: still below this part of depth (square of a speed)
    float zero = 0.0f; // not known to the compiler: larger than 0 or 0 is one instruction then
};

// The end of a row of cells: dt times fluxes over cell size changes what was.
struct UpdateRow
{
    FluxRow left; // faces of columns; those of cell i are i and i + 1
    FluxRow below, above;
    InnerRow inner;
    const float* moves;
    const float *depth, *momentumX, *momentumY; // at its beginning
    float *toDepth, *toMomentumX, *toMomentumY;
    // += rate times what the bed did to water that is not calm, and the rate; null: not wanted
    float *pushX, *pushY, *worked;
    float* stirred; // per column: above 0 when anything moves or changes; only ever raised
    float* deepest; // per column: the largest depth
};

// What slows the water down; at the end of a substep.
struct FrictionRow
{
    float dt;
    float manning;      // g n^2
    float laminar;      // 3 nu
    float yield;        // stress over density
    float windX, windY; // push on the surface (m^2/s^2)
    float thinDepth, dryDepth;
    const float* depth;
    float *momentumX, *momentumY;
};

struct WaveRowKernels
{
    void (*cells)(const WaveConstants& constants, const float* depth, const float* momentumX,
                  const float* momentumY, const float* bed, const CellRow& out, int32_t count);

    // States of `here` at its faces in the middle of the substep, and what follows from its slopes.
    void (*faces)(const WaveConstants& constants, const CellRow& before, const CellRow& here,
                  const CellRow& after, const FaceRow& west, const FaceRow& east,
                  const FaceRow& south, const FaceRow& north, const InnerRow& inner, int32_t count);

    // From the high states of the low cells and the low states of the high cells. Speeds of waves
    // go into `fastest`, one per face, if larger.
    void (*fluxes)(const WaveConstants& constants, const FaceRow& low, const FaceRow& high,
                   const CellRow& lowCells, const CellRow& highCells, int32_t axis,
                   const FluxRow& out, float* fastest, int32_t count);

    void (*update)(const WaveConstants& constants, const UpdateRow& row, int32_t first,
                   int32_t end);
    void (*friction)(const FrictionRow& row, int32_t count);

    // Speeds of waves and depths of cells, if larger.
    void (*extremes)(const float* depth, const float* momentumX, const float* momentumY,
                     float gravity, float* fastest, float* deepest, int32_t count);
    // Squares of the water's speeds go into `fastest2`, if larger.
    void (*speeds)(const float* depth, const float* momentumX, const float* momentumY,
                   float dryDepth, float* fastest2, int32_t count);

    // Something carried along: its amounts per area become concentrations,
    void (*concentrations)(const float* amount, const float* depth, float dryDepth, float* out,
                           int32_t count);
    // those become values at faces in the middle of the substep,
    void (*carriedFaces)(const WaveConstants& constants, const CellRow& cells, const float* before,
                         const float* here, const float* after, float* west, float* east,
                         float* south, float* north, int32_t count);
    // and change what is there.
    void (*carry)(float rate, const float* leftMass, const float* belowMass, const float* aboveMass,
                  const float* west, const float* east, const float* south, const float* north,
                  const float* northOfBelow, const float* southOfAbove, const float* amount,
                  float* to, int32_t count);
};

const WaveRowKernels& plainWaveRowKernels();
const WaveRowKernels& vectorWaveRowKernels();

} // namespace tarn
