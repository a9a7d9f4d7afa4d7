// The patterns of solid cells; see solids.h.
#include "support/solids.h"

#include "support/random.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::test
{

namespace
{

size_t count(int32_t columns, int32_t rows)
{
    return static_cast<size_t>(columns) * static_cast<size_t>(rows);
}

// Corridors at odd columns and rows of a solid grid.
Mask carvedMaze(int32_t nx, int32_t ny, Random& random)
{
    Mask mask(nx, ny, true);
    if (nx < 3 || ny < 3)
    {
        return Mask(nx, ny, false);
    }
    struct Place
    {
        int32_t i, j;
    };
    std::vector<Place> path = {{1, 1}};
    mask.set(1, 1, false);
    while (!path.empty())
    {
        const Place here = path.back();
        std::array<Place, 4> ways = {{{2, 0}, {-2, 0}, {0, 2}, {0, -2}}};
        for (int32_t k = 3; k > 0; --k)
        {
            std::swap(ways[static_cast<size_t>(k)], ways[static_cast<size_t>(random.below(k + 1))]);
        }
        bool moved = false;
        for (const Place way : ways)
        {
            const Place there = {here.i + way.i, here.j + way.j};
            if (mask.inside(there.i, there.j) && mask.at(there.i, there.j))
            {
                mask.set(here.i + way.i / 2, here.j + way.j / 2, false);
                mask.set(there.i, there.j, false);
                path.push_back(there);
                moved = true;
                break;
            }
        }
        if (!moved)
        {
            path.pop_back();
        }
    }
    return mask;
}

} // namespace

Mask::Mask(int32_t columns, int32_t rows, bool filled)
    : nx(columns), ny(rows), solid(count(columns, rows), filled ? 1 : 0)
{
}

Mask verticalWalls(int32_t nx, int32_t ny, int32_t spacing, uint64_t seed)
{
    Mask mask(nx, ny);
    Random random(seed);
    for (int32_t i = spacing; i < nx; i += spacing)
    {
        const int32_t gap = random.below(ny);
        for (int32_t j = 0; j < ny; ++j)
        {
            mask.set(i, j, j != gap);
        }
    }
    return mask;
}

Mask horizontalWalls(int32_t nx, int32_t ny, int32_t spacing, uint64_t seed)
{
    const Mask turned = verticalWalls(ny, nx, spacing, seed);
    Mask mask(nx, ny);
    for (int32_t j = 0; j < ny; ++j)
    {
        for (int32_t i = 0; i < nx; ++i)
        {
            mask.set(i, j, turned.at(j, i));
        }
    }
    return mask;
}

Mask staircases(int32_t nx, int32_t ny, int32_t spacing)
{
    Mask mask(nx, ny);
    for (int32_t start = spacing - ny; start < nx; start += spacing)
    {
        for (int32_t j = 0; j < ny; ++j)
        {
            const bool gap = std::abs(j - ny / 2) <= 1;
            for (const int32_t i : {start + j, start + j + 1})
            {
                if (mask.inside(i, j) && !gap)
                {
                    mask.set(i, j, true);
                }
            }
        }
    }
    return mask;
}

Mask perfectMaze(int32_t nx, int32_t ny, uint64_t seed)
{
    Random random(seed);
    return carvedMaze(nx, ny, random);
}

Mask braidedMaze(int32_t nx, int32_t ny, uint64_t seed)
{
    Random random(seed);
    Mask mask = carvedMaze(nx, ny, random);
    for (int32_t j = 1; j + 1 < ny; ++j)
    {
        for (int32_t i = 1; i + 1 < nx; ++i)
        {
            if ((i + j) % 2 == 1 && mask.at(i, j) && random.chance(0.1f))
            {
                mask.set(i, j, false);
            }
        }
    }
    return mask;
}

Mask randomBlocks(int32_t nx, int32_t ny, uint64_t seed)
{
    Mask mask(nx, ny);
    Random random(seed);
    const auto wanted = static_cast<int64_t>(nx) * ny / 3;
    for (int64_t covered = 0; covered < wanted;)
    {
        const int32_t width = random.between(1, 6);
        const int32_t height = random.between(1, 6);
        const int32_t left = random.below(nx);
        const int32_t bottom = random.below(ny);
        for (int32_t j = bottom; j < std::min(bottom + height, ny); ++j)
        {
            for (int32_t i = left; i < std::min(left + width, nx); ++i)
            {
                covered += mask.at(i, j) ? 0 : 1;
                mask.set(i, j, true);
            }
        }
    }
    return mask;
}

Mask randomCells(int32_t nx, int32_t ny, float probability, uint64_t seed)
{
    Mask mask(nx, ny);
    Random random(seed);
    for (uint8_t& cell : mask.solid)
    {
        cell = random.chance(probability) ? 1 : 0;
    }
    return mask;
}

Mask sealedRooms(int32_t nx, int32_t ny, int32_t side)
{
    Mask mask(nx, ny);
    for (int32_t j = 0; j < ny; ++j)
    {
        for (int32_t i = 0; i < nx; ++i)
        {
            mask.set(i, j, i % (side + 1) == side || j % (side + 1) == side);
        }
    }
    return mask;
}

Mask islands(int32_t nx, int32_t ny)
{
    Mask mask(nx, ny);
    for (int32_t j = 1; j < ny; j += 3)
    {
        for (int32_t i = 1; i < nx; i += 3)
        {
            mask.set(i, j, true);
        }
    }
    return mask;
}

Mask pockets(int32_t nx, int32_t ny)
{
    Mask mask(nx, ny, true);
    for (int32_t j = 1; j < ny; j += 3)
    {
        for (int32_t i = 1; i < nx; i += 3)
        {
            mask.set(i, j, false);
        }
    }
    return mask;
}

Mask oneWall(int32_t nx, int32_t ny)
{
    Mask mask(nx, ny);
    for (int32_t j = 0; j < ny; ++j)
    {
        mask.set(nx / 2, j, j != ny / 3);
    }
    return mask;
}

std::vector<NamedMask> allPatterns(int32_t nx, int32_t ny)
{
    return {{"one wall with a gap", oneWall(nx, ny)},
            {"vertical walls", verticalWalls(nx, ny, 4, 11)},
            {"many vertical walls", verticalWalls(nx, ny, 2, 12)},
            {"horizontal walls", horizontalWalls(nx, ny, 5, 13)},
            {"staircases", staircases(nx, ny, 9)},
            {"perfect maze", perfectMaze(nx, ny, 14)},
            {"braided maze", braidedMaze(nx, ny, 15)},
            {"random blocks", randomBlocks(nx, ny, 16)},
            {"random cells", randomCells(nx, ny, 0.3f, 17)},
            {"sealed rooms", sealedRooms(nx, ny, 6)},
            {"sealed rooms of even pitch", sealedRooms(nx, ny, 7)},
            {"islands", islands(nx, ny)},
            {"pockets", pockets(nx, ny)}};
}

Faces facesAround(const Mask& mask, float value)
{
    const int32_t nx = mask.nx;
    const int32_t ny = mask.ny;
    Faces faces = {std::vector<float>(count(nx + 1, ny)), std::vector<float>(count(nx, ny + 1))};
    const auto open = [&](int32_t i, int32_t j) {
        return mask.at(std::clamp(i, 0, nx - 1), std::clamp(j, 0, ny - 1)) ? 0.0f : 1.0f;
    };
    for (int32_t j = 0; j < ny; ++j)
    {
        for (int32_t i = 0; i <= nx; ++i)
        {
            faces.bx[count(nx + 1, j) + static_cast<size_t>(i)] =
                value * open(i - 1, j) * open(i, j);
        }
    }
    for (int32_t j = 0; j <= ny; ++j)
    {
        for (int32_t i = 0; i < nx; ++i)
        {
            faces.by[count(nx, j) + static_cast<size_t>(i)] = value * open(i, j - 1) * open(i, j);
        }
    }
    return faces;
}

Faces facesAroundDiscs(int32_t nx, int32_t ny, int32_t discs, uint64_t seed)
{
    Random random(seed);
    struct Disc
    {
        float x, y, radius;
    };
    std::vector<Disc> all;
    const auto least = static_cast<float>(std::min(nx, ny));
    for (int32_t k = 0; k < discs; ++k)
    {
        all.push_back({random.unit() * static_cast<float>(nx),
                       random.unit() * static_cast<float>(ny),
                       random.between(0.02f, 0.15f) * least});
    }
    // Distance to the nearest disc at the corners of cells, negative inside.
    std::vector<float> corner(count(nx + 1, ny + 1), 1e9f);
    for (int32_t j = 0; j <= ny; ++j)
    {
        for (int32_t i = 0; i <= nx; ++i)
        {
            float& distance = corner[count(nx + 1, j) + static_cast<size_t>(i)];
            for (const Disc& disc : all)
            {
                distance = std::min(distance, std::hypot(static_cast<float>(i) - disc.x,
                                                         static_cast<float>(j) - disc.y) -
                                                  disc.radius);
            }
        }
    }
    // The part of a face between two corners that is outside.
    const auto open = [](float a, float b) {
        if (a <= 0.0f && b <= 0.0f)
        {
            return 0.0f;
        }
        if (a > 0.0f && b > 0.0f)
        {
            return 1.0f;
        }
        const float outside = std::max(a, b);
        return std::clamp(outside / std::fabs(a - b), 0.01f, 1.0f);
    };
    Faces faces = {std::vector<float>(count(nx + 1, ny)), std::vector<float>(count(nx, ny + 1))};
    for (int32_t j = 0; j < ny; ++j)
    {
        for (int32_t i = 0; i <= nx; ++i)
        {
            faces.bx[count(nx + 1, j) + static_cast<size_t>(i)] =
                open(corner[count(nx + 1, j) + static_cast<size_t>(i)],
                     corner[count(nx + 1, j + 1) + static_cast<size_t>(i)]);
        }
    }
    for (int32_t j = 0; j <= ny; ++j)
    {
        for (int32_t i = 0; i < nx; ++i)
        {
            faces.by[count(nx, j) + static_cast<size_t>(i)] =
                open(corner[count(nx + 1, j) + static_cast<size_t>(i)],
                     corner[count(nx + 1, j) + static_cast<size_t>(i) + 1]);
        }
    }
    return faces;
}

} // namespace tarn::test
