// Viscosity between columns of water beside one another, as the one solver's equation.
//
//     depth u - div(nu dt depth grad u) = depth u before
//
// for each component of the velocity. Dry cells stand alone.
#include "backend/water/host_water.h"

#include <algorithm>

namespace tarn
{

ViscousSystem HostWater::viscousSystem(float amount)
{
    const int32_t nx = shape_.grid.nx;
    const int32_t ny = shape_.grid.ny;
    fillGhosts(now_.depth, -1);
    const auto face = [amount](float a, float b) {
        return std::min(a, b) > kDryDepth ? amount * (0.5f * (a + b)) : 0.0f;
    };
    tasks_.parallelFor(tiles_.rows, [&](int32_t tileRow) {
        // The last row of tiles has the faces of the edge above too.
        const int32_t end = tileRowEnd(tileRow) + (tileRow == tiles_.rows - 1 ? 1 : 0);
        for (int32_t j = tileRow * kTileRows; j < end; ++j)
        {
            const float* depth = now_.depth.row(j);
            const float* below = now_.depth.row(j - 1);
            float* a = viscous_[0].row(j);
            float* bx = viscous_[1].row(j);
            float* by = viscous_[2].row(j);
            for (int32_t i = 0; i < nx; ++i)
            {
                by[i] = face(below[i], depth[i]);
            }
            for (int32_t i = 0; j < ny && i < nx; ++i)
            {
                a[i] = depth[i] > kDryDepth ? depth[i] : 1.0f;
            }
            for (int32_t i = 0; j < ny && i <= nx; ++i)
            {
                bx[i] = face(depth[i - 1], depth[i]);
            }
        }
    });
    return {viscous_[0], viscous_[1], viscous_[2], viscous_[3], spare_};
}

void HostWater::loadViscous(int32_t axis)
{
    const Rows momentum = axis == 0 ? now_.momentumX : now_.momentumY;
    tasks_.parallelFor(tiles_.rows, [&](int32_t tileRow) {
        for (int32_t j = tileRow * kTileRows; j < tileRowEnd(tileRow); ++j)
        {
            const float* depth = now_.depth.row(j);
            const float* q = momentum.row(j);
            float* r = viscous_[3].row(j);
            float* x = spare_.row(j);
            for (int32_t i = 0; i < shape_.grid.nx; ++i)
            {
                const bool wet = depth[i] > kDryDepth;
                r[i] = wet ? q[i] : 0.0f;
                x[i] = wet ? q[i] / depth[i] : 0.0f;
            }
        }
    });
}

// Tiles that are still stay so: whether they sleep makes no difference.
void HostWater::acceptViscous(int32_t axis)
{
    const Rows momentum = axis == 0 ? now_.momentumX : now_.momentumY;
    tasks_.parallelFor(tiles_.rows, [&](int32_t tileRow) {
        for (int32_t column = 0; column < tiles_.columns; ++column)
        {
            if (tiles_.stirred[tileRow * tiles_.columns + column] == 0)
            {
                continue;
            }
            for (int32_t j = tileRow * kTileRows; j < tileRowEnd(tileRow); ++j)
            {
                const float* depth = now_.depth.row(j);
                const float* x = spare_.row(j);
                float* q = momentum.row(j);
                for (int32_t i = column * kTileColumns; i < tileColumnEnd(column); ++i)
                {
                    q[i] = depth[i] > kDryDepth ? depth[i] * x[i] : q[i];
                }
            }
        }
    });
}

} // namespace tarn
