// A pool for tests of spray: fields made by hand, and a Spray over them. Ghosts are NaN, so that
// whoever reads them is found out.
#pragma once

#include "backend/water/spray.h"
#include "backend/water/water_places.h"
#include "core/wide.h"

#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace tarn::test
{

class SprayPool
{
  public:
    SprayPool(int32_t nx, int32_t ny, float cellSize, int32_t capacity, int32_t threads = 1,
              int32_t dyes = 0)
    {
        grid.nx = nx;
        grid.ny = ny;
        grid.cellSize = cellSize;
        settings.liquid = {1000.0f, 0.001f, 0.0f, 0.0f};
        settings.gravity = 9.81f;
        settings.rainHeight = 3.0f;
        settings.dropVolume = 1e-6f;
        settings.spray = 1.0f;
        settings.foamLife = 4.0f;
        Rows* rows[] = {&fields.depth,     &fields.momentumX, &fields.momentumY, &fields.ground,
                        &fields.displaced, &fields.bed,       &fields.foam};
        for (Rows* field : rows)
        {
            addField(field);
        }
        for (int32_t k = 0; k < dyes; ++k)
        {
            addField(&fields.dye[k]);
        }
        awake.assign(static_cast<size_t>(tilesAcross(nx) * tilesUp(ny)), 1);
        foamy.assign(awake.size(), 0);
        stirred.assign(awake.size(), 0);
        measured.assign(awake.size(), 0);
        EXPECT_TRUE(arena_.create(Spray::bytes(grid, capacity, dyes)));
        EXPECT_TRUE(spray.create(arena_, grid, capacity, dyes));
        EXPECT_EQ(arena_.used(), arena_.bytes());
        EXPECT_EQ(tasks_.init({}, threads), tn_success);
    }

    using Formula = std::function<float(int32_t i, int32_t j)>;

    void fill(Rows field, const Formula& formula) const
    {
        for (int32_t j = 0; j < grid.ny; ++j)
        {
            for (int32_t i = 0; i < grid.nx; ++i)
            {
                field.row(j)[i] = formula(i, j);
            }
        }
    }
    void fill(Rows field, float value) const
    {
        fill(field, [value](int32_t, int32_t) { return value; });
    }

    void setEdges(tnWaterEdgeType type)
    {
        std::fill(edges, edges + 4, type);
        grid.wrapX = grid.wrapY = type == tn_waterPeriodic;
    }

    SprayWater water()
    {
        fill(fields.bed, [this](int32_t i, int32_t j) {
            return fields.ground.row(j)[i] + fields.displaced.row(j)[i];
        });
        return {grid, fields, tiles()};
    }
    WaterTiles tiles()
    {
        return {tilesAcross(grid.nx), tilesUp(grid.ny), stirred.data(), awake.data(),
                awake.data(),         foamy.data(),     measured.data()};
    }

    SprayReport step(float dt, std::span<const SprayImpact> impacts = {})
    {
        const SprayStep input = {
            water(), {edges[0], edges[1], edges[2], edges[3]}, &settings, dt, impacts};
        return spray.step(tasks_, input);
    }

    float add(tnVec3 position, tnVec3 velocity, float volume, bool taken = false)
    {
        return spray.add(water(), settings.liquid, position, velocity, volume, taken);
    }

    std::span<const tnWaterParticle> particles() const
    {
        return {spray.particles(), static_cast<size_t>(spray.count())};
    }

    double sum(Rows field) const
    {
        double result = 0.0;
        for (int32_t j = 0; j < grid.ny; ++j)
        {
            for (int32_t i = 0; i < grid.nx; ++i)
            {
                result += wide(field.row(j)[i]);
            }
        }
        return result * wide(grid.cellArea());
    }

    // On the ground and in the air.
    double volume() const { return sum(fields.depth) + spray.volume(); }
    Vec2 volumeFlow() const
    {
        return Vec2{sum(fields.momentumX), sum(fields.momentumY)} + spray.volumeFlow();
    }

    // Everything, bit by bit.
    std::vector<float> snapshot()
    {
        water(); // the bed is what it follows from
        std::vector<float> all;
        for (const std::vector<float>& field : storage_)
        {
            all.insert(all.end(), field.begin(), field.end());
        }
        const SprayState state = spray.state();
        const size_t count = static_cast<size_t>(state.count);
        append(all, state.particles, count * sizeof *state.particles);
        append(all, state.traits, count * sizeof *state.traits);
        append(all, state.dyes, count * sizeof(float) * static_cast<size_t>(state.dyeChannels));
        append(all, state.ledger, sizeof *state.ledger);
        return all;
    }

    WaterGrid grid;
    WaterFields fields;
    tnWaterSettings settings = {};
    tnWaterEdgeType edges[4] = {};
    std::vector<uint8_t> awake;
    std::vector<uint8_t> stirred;
    std::vector<uint8_t> measured;
    std::vector<uint8_t> foamy;
    Spray spray;

  private:
    void addField(Rows* field)
    {
        const size_t stride = static_cast<size_t>(grid.nx + 2 * kWaterGhosts);
        const size_t rows = static_cast<size_t>(grid.ny + 2 * kWaterGhosts);
        storage_.emplace_back(stride * rows, std::numeric_limits<float>::quiet_NaN());
        *field = {storage_.back().data() + kWaterGhosts * (stride + 1), stride};
        fill(*field, 0.0f);
    }

    static void append(std::vector<float>& all, const void* data, size_t size)
    {
        const size_t at = all.size();
        all.resize(at + size / sizeof(float));
        std::memcpy(all.data() + at, data, size);
    }

    std::vector<std::vector<float>> storage_;
    Arena arena_;
    Tasks tasks_;
};

inline bool sameBits(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// A bore that runs along x: `high` behind `front` (in cells), `low` ahead, some cells wide. Its
// momentum is what the jump asks for.
inline void fillBore(SprayPool& pool, float front, float low, float high, float cells)
{
    const float speed = std::sqrt(0.5f * 9.81f * high / low * (high + low));
    const auto depth = [=](int32_t i) {
        const float s = (static_cast<float>(i) - front) / cells;
        return low + (high - low) * 0.5f * (1.0f - std::tanh(2.0f * s));
    };
    pool.fill(pool.fields.depth, [&](int32_t i, int32_t) { return depth(i); });
    pool.fill(pool.fields.momentumX, [&](int32_t i, int32_t) { return speed * (depth(i) - low); });
    pool.fill(pool.fields.momentumY, 0.0f);
}

} // namespace tarn::test
