// Looks for waves that break and water that falls, tile by tile, and lets foam fade and grow there.
//
// Nothing but foam changes here: what is found is written down, to be done afterwards in the order
// of tiles. Tiles that sleep are not looked at.
#include "backend/water/spray_parts.h"
#include "backend/water/spray_rows.h"
#include "core/exponential.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace tarn
{

namespace
{

// What is the same for all cells in a step.
struct Yield
{
    SprayCriteria criteria;
    float sprayPerRate; // depth thrown for each m/s that the criteria give
    float foamPerRate;
    float foamKept;
    float gravity;
    float area;
    float parcel;    // volume of a drop (m^3)
    float shallow;   // depth that throws nothing (m)
    uint64_t number; // of the step

    Yield(const SprayStep& step, uint64_t stepNumber)
        : criteria(step.water.grid.cellSize),
          sprayPerRate(step.settings->spray * thinness(step.settings->liquid) * step.dt),
          foamPerRate(thinness(step.settings->liquid) * step.dt),
          foamKept(
              static_cast<float>(keptAfter(1.0 / wide(step.settings->foamLife), wide(step.dt)))),
          gravity(step.settings->gravity), area(step.water.grid.cellArea()),
          parcel(parcelVolume(step.water.grid)), shallow(leastDepth(step.water.grid)),
          number(stepNumber)
    {
    }
};

// How drops leave a cell where a wave breaks: up with the surface, and ahead of the water. On a
// fine grid a front comes up faster than any water does: no faster than the wave goes.
tnVec3 thrownVelocity(const WaveFront& front, tnVec2 water, float waveSpeed)
{
    const float slope = std::sqrt(front.slopeX * front.slopeX + front.slopeY * front.slopeY);
    const float ahead = spray::kAhead * waveSpeed;
    return boundedVelocity({water.x - ahead * (front.slopeX / slope),
                            water.y - ahead * (front.slopeY / slope),
                            spray::kUp * std::min(front.rise, waveSpeed)});
}

// Rows of a tile, one cell beyond its ends included, in a copy where the edges' rules hold. Three
// rows take turns as the one that is looked at and those below and above it.
struct TileRows
{
    static constexpr int32_t kBeyond = 1; // element 0 is the cell before the tile

    float surface[3][kTileColumns + 2 * kBeyond];
    float depth[3][kTileColumns + 2 * kBeyond];
    float momentumX[kTileColumns + 2 * kBeyond];
    float momentumY[3][kTileColumns];
    int32_t below = 0;
    int32_t here = 1;
    int32_t above = 2;

    void advance()
    {
        const int32_t free = below;
        below = here;
        here = above;
        above = free;
    }

    SprayRow row(const float* ground) const
    {
        return {surface[here] + kBeyond,
                surface[below] + kBeyond,
                surface[above] + kBeyond,
                depth[here] + kBeyond,
                depth[below] + kBeyond,
                depth[above] + kBeyond,
                momentumX + kBeyond,
                momentumY[here],
                momentumY[below],
                momentumY[above],
                ground};
    }
};

class TileSearch
{
  public:
    TileSearch(const SprayStep& step, const Yield& yield, int32_t tile)
        : step_(step), grid_(step.water.grid), fields_(step.water.fields), yield_(yield),
          firstI_(tile % step.water.tiles.columns * kTileColumns),
          firstJ_(tile / step.water.tiles.columns * kTileRows),
          columns_(std::min(kTileColumns, grid_.nx - firstI_)),
          count_(std::min(kTileRows, grid_.ny - firstJ_))
    {
    }

    // Writes at most kBirthsPerTile of what is found; returns how many there are.
    int32_t run(SprayBirth* births) { return isCalm() ? fadeAll() : lookAt(births); }

    bool foamLeft() const { return foamLeft_; }

  private:
    // Nothing comes up fast, and no ground falls off steeply; seen in the fields as they are, which
    // takes a fraction of a closer look. Of tiles at the edges nothing is known.
    bool isCalm() const
    {
        if (firstI_ == 0 || firstJ_ == 0 || firstI_ + columns_ == grid_.nx ||
            firstJ_ + count_ == grid_.ny)
        {
            return false;
        }
        bool calm = true;
        for (int32_t j = firstJ_; j < firstJ_ + count_ && calm; ++j)
        {
            const auto at = [&](Rows rows, int32_t row) { return rows.row(row) + firstI_; };
            SprayRow row = {};
            row.surface = at(fields_.ground, j);
            row.surfaceBelow = at(fields_.ground, j - 1);
            row.surfaceAbove = at(fields_.ground, j + 1);
            row.momentumX = at(fields_.momentumX, j);
            row.momentumYBelow = at(fields_.momentumY, j - 1);
            row.momentumYAbove = at(fields_.momentumY, j + 1);
            row.ground = row.surface;
            calm = !mayThrow(row, yield_.criteria, columns_);
        }
        return calm;
    }

    void fadeRow(int32_t j)
    {
        foamLeft_ |= fadeFoam(fields_.foam.row(j) + firstI_, fields_.depth.row(j) + firstI_,
                              yield_.foamKept, columns_);
    }

    int32_t fadeAll()
    {
        for (int32_t j = firstJ_; j < firstJ_ + count_; ++j)
        {
            fadeRow(j);
        }
        return 0;
    }

    int32_t lookAt(SprayBirth* births)
    {
        int32_t found = 0;
        loadLevel(rows_.below, firstJ_ - 1);
        loadLevel(rows_.here, firstJ_);
        for (int32_t j = firstJ_; j < firstJ_ + count_; ++j, rows_.advance())
        {
            loadLevel(rows_.above, j + 1);
            loadRow(j);
            fadeRow(j);
            const SprayRow row = rows_.row(fields_.ground.row(j) + firstI_);
            if (!findSprayRates(row, yield_.criteria, columns_, &rates_))
            {
                continue;
            }
            leaveOutBodies(j);
            foamLeft_ = true;
            for (int32_t i = 0; i < columns_; ++i)
            {
                const SprayBirth birth = birthIn(row, i, j);
                if (birth.drops == 0 && birth.flecks == 0)
                {
                    continue;
                }
                if (found < spray::kBirthsPerTile)
                {
                    births[found] = birth;
                }
                ++found;
            }
        }
        return found;
    }

    // Surface, depth and velocity y of row j, which may be one beyond the grid.
    void loadLevel(int32_t slot, int32_t j)
    {
        const int32_t inside = cellOnAxis(j, grid_.ny, grid_.wrapY);
        const float* depth = fields_.depth.row(inside) + firstI_;
        const float* bed = fields_.bed.row(inside) + firstI_;
        float* surface = rows_.surface[slot] + TileRows::kBeyond;
        sumSurface(bed, depth, surface, columns_);
        surface[-1] = fields_.surface(before(), inside);
        surface[columns_] = fields_.surface(after(), inside);
        copyWithEnds(rows_.depth[slot], fields_.depth.row(inside));

        const float* momentum = fields_.momentumY.row(inside) + firstI_;
        std::memcpy(rows_.momentumY[slot], momentum, bytes());
        if (inside != j && isWall(j < 0 ? tn_sideBottom : tn_sideTop))
        {
            std::transform(momentum, momentum + columns_, rows_.momentumY[slot],
                           std::negate<float>());
        }
    }

    // Velocity x of row j.
    void loadRow(int32_t j)
    {
        copyWithEnds(rows_.momentumX, fields_.momentumX.row(j));
        if (firstI_ == 0 && isWall(tn_sideLeft))
        {
            rows_.momentumX[0] = -rows_.momentumX[0];
        }
        if (firstI_ + columns_ == grid_.nx && isWall(tn_sideRight))
        {
            rows_.momentumX[columns_ + 1] = -rows_.momentumX[columns_ + 1];
        }
    }

    // The hump of a body is no wave, nor are the cells beside it; what bodies throw are impacts.
    void leaveOutBodies(int32_t j)
    {
        const auto rowOf = [&](int32_t row) {
            return fields_.displaced.row(cellOnAxis(row, grid_.ny, grid_.wrapY));
        };
        float withEnds[kTileColumns + 2 * TileRows::kBeyond];
        copyWithEnds(withEnds, rowOf(j));
        leaveOutHumps(withEnds + TileRows::kBeyond, rowOf(j - 1) + firstI_, rowOf(j + 1) + firstI_,
                      columns_, &rates_);
    }

    bool isWall(tnSide side) const { return step_.edges[side] == tn_waterWall; }
    int32_t before() const { return cellOnAxis(firstI_ - 1, grid_.nx, grid_.wrapX); }
    int32_t after() const { return cellOnAxis(firstI_ + columns_, grid_.nx, grid_.wrapX); }
    size_t bytes() const { return static_cast<size_t>(columns_) * sizeof(float); }

    void copyWithEnds(float* to, const float* row) const
    {
        to[0] = row[before()];
        std::memcpy(to + TileRows::kBeyond, row + firstI_, bytes());
        to[columns_ + 1] = row[after()];
    }

    // What the rates of the i-th cell of the row come to in this step.
    SprayBirth birthIn(const SprayRow& row, int32_t i, int32_t j) const
    {
        SprayBirth birth = {};
        const float depth = row.depth[i];
        const float rate = rates_.thrown[i] + rates_.falling[i];
        if (!(rate > 0.0f || rates_.foaming[i] > 0.0f) || !(depth > yield_.shallow))
        {
            return birth;
        }
        const WaterCell cell = {firstI_ + i, j};
        const Fold fold(grid_, cell);
        CounterRandom random(yield_.number, kForSearch, fold.low, fold.high);
        birth.cell = static_cast<int16_t>((j - firstJ_) * kTileColumns + i);

        const float white = whiten(fields_, cell, yield_.foamPerRate * rates_.foaming[i]);
        birth.flecks =
            static_cast<uint8_t>(random.rounded(spray::kFlecks * white, spray::kMostFlecks));

        const float layer = std::min(yield_.sprayPerRate * rate, spray::kMostRate * depth);
        const float volume = layer * yield_.area;
        const float parcel = std::min(yield_.parcel, spray::kParcelOfDepth * depth * yield_.area);
        const int32_t drops = random.rounded(volume / parcel, spray::kMostDrops);
        birth.drops = static_cast<uint8_t>(drops);
        // Where there would be more drops than that, each is larger.
        birth.volume = std::max(parcel, volume / static_cast<float>(spray::kMostDrops));
        if (drops > 0)
        {
            const tnVec2 water = waterVelocity(fields_, cell);
            const WaveFront front(row, SeenSurfaces(row, i), yield_.criteria.perTwoCells, i);
            birth.falls = rates_.falling[i] > rates_.thrown[i];
            birth.velocity = birth.falls
                                 ? tnVec3{water.x, water.y, 0.0f}
                                 : thrownVelocity(front, water, std::sqrt(yield_.gravity * depth));
            birth.spread =
                spray::kSpread *
                (birth.falls ? std::sqrt(water.x * water.x + water.y * water.y) : birth.velocity.z);
        }
        return birth;
    }

    const SprayStep& step_;
    const WaterGrid& grid_;
    const WaterFields& fields_;
    const Yield& yield_;
    int32_t firstI_;
    int32_t firstJ_;
    int32_t columns_;
    int32_t count_; // of its rows
    TileRows rows_;
    SprayRates rates_;
    bool foamLeft_ = false;
};

} // namespace

void Spray::search(Tasks& tasks, const SprayStep& step)
{
    const Yield yield(step, ledger_.steps);
    const WaterTiles& tiles = step.water.tiles;
    tasks.parallelFor(tiles.rows, [this, &step, &yield, &tiles](int32_t row) {
        for (int32_t tile = row * tiles.columns; tile < (row + 1) * tiles.columns; ++tile)
        {
            birthCounts_[tile] = 0;
            if (tiles.worked[tile] != 0)
            {
                TileSearch tileSearch(step, yield, tile);
                birthCounts_[tile] = tileSearch.run(birthsOf(tile));
                tiles.foamy[tile] = tileSearch.foamLeft() ? 1 : 0;
            }
        }
    });
}

} // namespace tarn
