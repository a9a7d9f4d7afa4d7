// The two finest levels of a grid on a backend of choice, and data for them: what tests hold one
// backend to another with.
#pragma once

#include "backend/backend.h"
#include "support/random.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace tarn::test
{

using Numbers = std::vector<float>;

struct Release
{
    void operator()(Backend* backend) const { backend->destroy(); }
};
using OwnedBackend = std::unique_ptr<Backend, Release>;

struct Case
{
    static constexpr float kA = 0.02f; // of even data

    int32_t nx = 1;
    int32_t ny = 1;
    tnEdge left = tn_edgeNeumann;
    tnEdge right = tn_edgeNeumann;
    tnEdge bottom = tn_edgeNeumann;
    tnEdge top = tn_edgeNeumann;
    bool hasA = false;
    bool uniform = false;     // one conductance all over, but for solids in some columns
    bool even = false;        // one all over, and no solids
    float conductance = 0.5f; // of uniform and even data

    GridShape shape() const { return {{nx, 1.0f, left, right}, {ny, 1.0f, bottom, top}}; }
    std::string describe() const
    {
        return std::to_string(nx) + " x " + std::to_string(ny) + ", edges " + std::to_string(left) +
               std::to_string(right) + std::to_string(bottom) + std::to_string(top) +
               (hasA ? ", with a" : "") + (uniform ? ", uniform" : "") + (even ? ", even" : "") +
               ", conductance " + std::to_string(conductance);
    }

    // What `even` data are.
    EvenCoefficients evenCoefficients() const
    {
        const auto axis = [this](tnEdge low, tnEdge high) {
            const auto atEdge = [this](tnEdge edge) {
                return edge == tn_edgeNeumann     ? 0.0f
                       : edge == tn_edgeDirichlet ? 2.0f * conductance
                                                  : conductance;
            };
            return EvenAxis{atEdge(low), conductance, conductance, atEdge(high), 1.0f, 1.0f};
        };
        return {axis(left, right), axis(bottom, top), hasA ? kA : 0.0f};
    }
};

// A backend with the two finest levels of a grid, and a spare field of cells.
struct Bench
{
    OwnedBackend backend;
    Level fine;
    Level coarse;
    FieldId spare;

    Bench(Backend* made, const Case& which) : backend(made)
    {
        fine.shape = which.shape();
        coarse.shape = coarsened(fine.shape);
        fine.hasA = coarse.hasA = which.hasA;
        fine.omega = which.nx % 3 == 0 ? 1.0f : 1.3f;
        fine.isEven = coarse.isEven = which.even;
        fine.even = which.evenCoefficients();
        coarse.even = coarsened(fine.even, fine.shape);
        std::vector<FieldSpec> specs;
        for (const GridShape& shape : {fine.shape, coarse.shape})
        {
            const int32_t nx = shape.x.cells;
            const int32_t ny = shape.y.cells;
            const bool ring = shape.x.periodic();
            specs.push_back({nx, ny, Staggering::cells, ring, true});
            specs.push_back({nx, ny, Staggering::cells, false});
            specs.push_back({nx, ny, Staggering::facesX, false});
            specs.push_back({nx, ny, Staggering::facesY, false});
            specs.push_back({nx, ny, Staggering::cells, false});
            specs.push_back({nx, ny, Staggering::cells, ring});
        }
        specs.push_back({which.nx, which.ny, Staggering::cells, true});
        std::vector<FieldId> ids(specs.size());
        EXPECT_EQ(backend->createFields(specs, 0, ids.data()), tn_success);
        for (size_t k = 0; k < 2; ++k)
        {
            Level& level = k == 0 ? fine : coarse;
            level.x = ids[6 * k];
            level.r = ids[6 * k + 1];
            level.cx = ids[6 * k + 2];
            level.cy = ids[6 * k + 3];
            level.a = ids[6 * k + 4];
            level.p = ids[6 * k + 5];
        }
        spare = ids[12];
    }

    void write(FieldId field, int32_t columns, const Numbers& values) const
    {
        backend->writeRows(field, [&](int32_t j, float* row) {
            std::copy_n(values.data() + static_cast<size_t>(j) * static_cast<size_t>(columns),
                        columns, row);
        });
    }

    Numbers read(FieldId field, int32_t columns, int32_t rows) const
    {
        Numbers values(static_cast<size_t>(columns) * static_cast<size_t>(rows));
        backend->readRows(field, [&](int32_t j, const float* row) {
            std::copy_n(row, columns,
                        values.data() + static_cast<size_t>(j) * static_cast<size_t>(columns));
        });
        return values;
    }

    Numbers cells(const Level& level, FieldId field) const
    {
        return read(field, level.shape.x.cells, level.shape.y.cells);
    }

    double cellCount() const
    {
        return static_cast<double>(fine.shape.x.cells) * static_cast<double>(fine.shape.y.cells);
    }

    // Backend::writeRelaxAndRestrict of twice the fine level's r; without sweeps writeAndRestrict.
    Moments relaxAndRestrictRows(int32_t sweeps) const
    {
        const int32_t nx = fine.shape.x.cells;
        const Numbers r = cells(fine, fine.r);
        const auto fill = [&](int32_t j, float* row) {
            for (int32_t i = 0; i < nx; ++i)
            {
                row[i] =
                    2.0f *
                    r[static_cast<size_t>(j) * static_cast<size_t>(nx) + static_cast<size_t>(i)];
            }
        };
        return sweeps > 0 ? backend->writeRelaxAndRestrict(fine, coarse, fill, sweeps)
                          : backend->writeAndRestrict(fine, coarse, fill);
    }

    // Backend::relaxRows of the fine level's r; what came out is written to its x.
    void relaxRows(const Numbers& omegas) const
    {
        const int32_t nx = fine.shape.x.cells;
        const Numbers r = cells(fine, fine.r);
        Numbers x(r.size());
        const auto fill = [&](int32_t j, float* row) {
            std::copy_n(r.data() + static_cast<ptrdiff_t>(j) * nx, nx, row);
        };
        const auto take = [&](int32_t j, const float* row) {
            std::copy_n(row, nx, x.data() + static_cast<ptrdiff_t>(j) * nx);
        };
        backend->relaxRows(fine, fill, omegas, take);
        write(fine.x, nx, x);
        write(fine.r, nx, r);
    }
};

// Random coefficients and values: walls, shut faces, solid cells; x and r are 0 in solid cells.
struct Data
{
    Numbers cx, cy, a, x, r, p, spare, coarseX;

    explicit Data(const Case& which)
    {
        const int32_t nx = which.nx;
        const int32_t ny = which.ny;
        Random random(static_cast<uint64_t>(nx * 1000 + ny * 10 + (which.hasA ? 1 : 0)));
        const auto count = [](int32_t columns, int32_t rows) {
            return static_cast<size_t>(columns) * static_cast<size_t>(rows);
        };
        std::vector<bool> solid(count(nx, ny));
        for (size_t i = 0; i < solid.size(); ++i)
        {
            const auto column = static_cast<int32_t>(i % static_cast<size_t>(nx));
            const bool may = !which.uniform || (column > nx / 8 && column < nx / 5);
            solid[i] = random.chance(0.15f) && may && !which.even;
        }
        const auto isSolid = [&](int32_t i, int32_t j) -> bool {
            return solid[count(nx, (j + ny) % ny) + static_cast<size_t>((i + nx) % nx)];
        };
        const auto face = [&](bool between) {
            if (which.uniform)
            {
                return between ? which.conductance : 0.0f;
            }
            return between && !random.chance(0.1f) ? random.magnitude(0.01f, 1.0f) : 0.0f;
        };
        cx.resize(count(nx + 1, ny));
        cy.resize(count(nx, ny + 1));
        for (int32_t j = 0; j < ny; ++j)
        {
            for (int32_t i = 0; i <= nx; ++i)
            {
                const tnEdge edge = i == 0 ? which.left : i == nx ? which.right : tn_edgePeriodic;
                const bool inner = edge == tn_edgePeriodic;
                const bool open = inner ? !isSolid(i - 1, j) && !isSolid(i, j)
                                        : edge == tn_edgeDirichlet && !isSolid(i == 0 ? 0 : -1, j);
                cx[count(nx + 1, j) + static_cast<size_t>(i)] = face(open);
            }
            if (which.shape().x.periodic())
            {
                cx[count(nx + 1, j) + static_cast<size_t>(nx)] = cx[count(nx + 1, j)];
            }
        }
        for (int32_t j = 0; j <= ny; ++j)
        {
            for (int32_t i = 0; i < nx; ++i)
            {
                const tnEdge edge = j == 0 ? which.bottom : j == ny ? which.top : tn_edgePeriodic;
                const bool inner = edge == tn_edgePeriodic;
                const bool open = inner ? !isSolid(i, j - 1) && !isSolid(i, j)
                                        : edge == tn_edgeDirichlet && !isSolid(i, j == 0 ? 0 : -1);
                cy[count(nx, j) + static_cast<size_t>(i)] =
                    which.shape().y.periodic() && j == ny ? cy[static_cast<size_t>(i)] : face(open);
            }
        }
        if (which.even)
        {
            fillEvenly(which);
        }
        a.resize(count(nx, ny), which.even && which.hasA ? Case::kA : 0.0f);
        for (size_t i = 0; i < a.size() && which.hasA && !which.even; ++i)
        {
            a[i] = !solid[i] && random.chance(0.5f) ? random.magnitude(1e-3f, 1.0f) : 0.0f;
        }
        // Cells that ended up with nothing around them are solid as well.
        const auto values = [&] {
            Numbers result(count(nx, ny));
            for (int32_t j = 0; j < ny; ++j)
            {
                for (int32_t i = 0; i < nx; ++i)
                {
                    const size_t here = count(nx, j) + static_cast<size_t>(i);
                    const float d = cx[count(nx + 1, j) + static_cast<size_t>(i)] +
                                    cx[count(nx + 1, j) + static_cast<size_t>(i) + 1] + cy[here] +
                                    cy[here + static_cast<size_t>(nx)] + a[here];
                    result[here] = d > 0.0f ? random.between(-1.0f, 1.0f) : 0.0f;
                }
            }
            return result;
        };
        x = values();
        r = values();
        p = values();
        spare = values();
        const GridShape coarse = coarsened(which.shape());
        coarseX.resize(count(coarse.x.cells, coarse.y.cells));
        for (float& value : coarseX)
        {
            value = random.between(-1.0f, 1.0f);
        }
    }

    void fillEvenly(const Case& which)
    {
        const EvenCoefficients even = which.evenCoefficients();
        const size_t faces = static_cast<size_t>(which.nx) + 1;
        for (size_t k = 0; k < cx.size(); ++k)
        {
            cx[k] = even.x.face(static_cast<int32_t>(k % faces), which.nx);
        }
        for (size_t k = 0; k < cy.size(); ++k)
        {
            cy[k] = even.y.face(static_cast<int32_t>(k / (faces - 1)), which.ny);
        }
    }

    void loadCoefficients(const Bench& bench) const
    {
        const int32_t nx = bench.fine.shape.x.cells;
        bench.write(bench.fine.cx, nx + 1, cx);
        bench.write(bench.fine.cy, nx, cy);
        if (bench.fine.hasA)
        {
            bench.write(bench.fine.a, nx, a);
        }
        bench.backend->finishCoefficients(bench.fine);
        bench.backend->coarsenCoefficients(bench.fine, bench.coarse);
    }

    void loadValues(const Bench& bench) const
    {
        const int32_t nx = bench.fine.shape.x.cells;
        bench.write(bench.fine.x, nx, x);
        bench.write(bench.fine.r, nx, r);
        bench.write(bench.fine.p, nx, p);
        bench.write(bench.spare, nx, spare);
        bench.write(bench.coarse.x, bench.coarse.shape.x.cells, coarseX);
        bench.write(bench.coarse.r, bench.coarse.shape.x.cells, coarseX);
    }
};

} // namespace tarn::test
