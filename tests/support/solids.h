// Patterns of solid cells that make a domain hard: walls, staircases, mazes, blocks, pockets.
//
// Every pattern is a mask over nx * ny cells, row by row, 1 for solid, and depends on its arguments
// alone. Shared by tests and benchmarks; sees the public API only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tarn::test
{

struct Mask
{
    int32_t nx = 0;
    int32_t ny = 0;
    std::vector<uint8_t> solid;

    Mask(int32_t columns, int32_t rows, bool filled = false);

    bool inside(int32_t i, int32_t j) const { return i >= 0 && i < nx && j >= 0 && j < ny; }
    bool at(int32_t i, int32_t j) const { return solid[index(i, j)] != 0; }
    void set(int32_t i, int32_t j, bool value) { solid[index(i, j)] = value ? 1 : 0; }
    size_t index(int32_t i, int32_t j) const
    {
        return static_cast<size_t>(j) * static_cast<size_t>(nx) + static_cast<size_t>(i);
    }
};

// Walls one cell thick, `spacing` apart, each with one gap of one cell at a random place.
Mask verticalWalls(int32_t nx, int32_t ny, int32_t spacing, uint64_t seed);
Mask horizontalWalls(int32_t nx, int32_t ny, int32_t spacing, uint64_t seed);

// Diagonal lines of single steps, closed along faces (no leak through corners), `spacing` columns
// apart, each with a gap of three cells in the middle.
Mask staircases(int32_t nx, int32_t ny, int32_t spacing);

// A perfect maze (recursive backtracker): corridors and walls one cell wide, one way between any
// two places.
Mask perfectMaze(int32_t nx, int32_t ny, uint64_t seed);

// The same with every tenth wall broken open, so that there are rings.
Mask braidedMaze(int32_t nx, int32_t ny, uint64_t seed);

// Random blocks of 1 to 6 cells a side, until about a third is covered.
Mask randomBlocks(int32_t nx, int32_t ny, uint64_t seed);

// Each cell solid with the given probability.
Mask randomCells(int32_t nx, int32_t ny, float probability, uint64_t seed);

// A grid of rooms of `side` cells with walls of one cell around each and no doors.
Mask sealedRooms(int32_t nx, int32_t ny, int32_t side);

// Single solid cells at every third column and row.
Mask islands(int32_t nx, int32_t ny);

// Solid cells with open cells at every third column and row: pockets of one cell.
Mask pockets(int32_t nx, int32_t ny);

// One wall in the middle, from edge to edge, with one gap.
Mask oneWall(int32_t nx, int32_t ny);

struct NamedMask
{
    std::string name;
    Mask mask;
};

// All of the above at one size.
std::vector<NamedMask> allPatterns(int32_t nx, int32_t ny);

// Faces between two open cells get `value`, all others of the inside 0; faces on the edges get
// `value` where their cell is open. bx has nx + 1 a row, by nx a row and ny + 1 rows.
struct Faces
{
    std::vector<float> bx;
    std::vector<float> by;
};
Faces facesAround(const Mask& mask, float value = 1.0f);

// Open fractions of faces between discs at random places, cut by straight edges between the
// corners of cells; some faces are open by as little as 1 %.
Faces facesAroundDiscs(int32_t nx, int32_t ny, int32_t discs, uint64_t seed);

} // namespace tarn::test
