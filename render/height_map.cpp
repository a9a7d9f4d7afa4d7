// HeightMap: cells are read and made finite, water is continued below dry ground, both are brought
// to the lattice by B-splines, then slopes and tiles are made.
//
// A ray walks through tiles and skips those it passes above; inside a tile it goes node by node
// until it is below, and ends with a few steps of regula falsi.
#include "render/height_map.h"

#include "render/defaults.h"
#include "render/resample.h"

#include <cmath>
#include <limits>

namespace tarn::render
{
namespace
{

constexpr float kNone = std::numeric_limits<float>::infinity();

float finite(float value)
{
    return std::isfinite(value) ? std::clamp(value, -kHighest, kHighest) : 0.0F;
}

} // namespace

void HeightMap::build(const ReliefFrame& frame, const Bands& bands)
{
    chooseLattice(frame);
    readCells(frame, bands);
    measure();
    continueWater(frame, bands);
    const FieldView water = {cellWater_.data(), frame.terrain.columns, frame.terrain.rows,
                             frame.terrain.columns};
    const FieldView ground = {cellGround_.data(), frame.terrain.columns, frame.terrain.rows,
                              frame.terrain.columns};
    onLattice(water, nodeWater_, bands);
    onLattice(ground, nodeGround_, bands);
    heights_.resize(nodeWater_.size());
    for (std::size_t n = 0; n < heights_.size(); ++n)
    {
        heights_[n] = {nodeWater_[n], nodeGround_[n]};
    }
    makeSlopes(bands);
    makeTiles(bands);
    makeBigTiles();
}

void HeightMap::chooseLattice(const ReliefFrame& frame)
{
    world_ = frame.world;
    const float longer = std::max(world_.width(), world_.height());
    const int cells = std::max(frame.terrain.columns, frame.terrain.rows);
    const int nodes = std::clamp(cells, kReliefLeastNodes, kReliefMostNodes);
    step_ = longer / static_cast<float>(nodes);
    const auto along = [&](float metres) {
        return std::clamp(static_cast<int>(std::lround(metres / step_)), 2, nodes);
    };
    columns_ = along(world_.width());
    rows_ = along(world_.height());
    perMetreX_ = static_cast<float>(columns_) / world_.width();
    perMetreY_ = static_cast<float>(rows_) / world_.height();
    lastU_ = static_cast<float>(columns_ - 1);
    lastV_ = static_cast<float>(rows_ - 1);
}

void HeightMap::readCells(const ReliefFrame& frame, const Bands& bands)
{
    const int columns = frame.terrain.columns;
    const int rows = frame.terrain.rows;
    const std::size_t count = std::size_t(columns) * std::size_t(rows);
    cellGround_.resize(count);
    cellWater_.resize(count);
    bands.each(rows, [&](int first, int end) {
        for (int j = first; j < end; ++j)
        {
            const float* terrain = frame.terrain.row(j);
            const float* depth = frame.depth.row(j);
            const float* surface = frame.surface.isThere() ? frame.surface.row(j) : nullptr;
            float* ground = cellGround_.data() + std::size_t(j) * std::size_t(columns);
            float* water = cellWater_.data() + std::size_t(j) * std::size_t(columns);
            for (int i = 0; i < columns; ++i)
            {
                ground[i] = finite(terrain[i]);
                const float deep = finite(depth[i]);
                const float height = surface != nullptr ? finite(surface[i]) : ground[i] + deep;
                water[i] = deep > kDryDepth ? std::max(height, ground[i]) : kNone;
            }
        }
    });
}

void HeightMap::measure()
{
    lowestGround_ = kNone;
    highestGround_ = -kNone;
    highestWater_ = -kNone;
    double sum = 0.0;
    std::size_t wet = 0;
    for (std::size_t n = 0; n < cellGround_.size(); ++n)
    {
        lowestGround_ = std::min(lowestGround_, cellGround_[n]);
        highestGround_ = std::max(highestGround_, cellGround_[n]);
        if (cellWater_[n] != kNone)
        {
            highestWater_ = std::max(highestWater_, cellWater_[n]);
            sum += static_cast<double>(cellWater_[n]);
            ++wet;
        }
    }
    hasWater_ = wet > 0;
    meanWater_ = hasWater_ ? static_cast<float>(sum / static_cast<double>(wet)) : lowestGround_;
    highestWater_ = hasWater_ ? highestWater_ : lowestGround_;
    highest_ = std::max(highestGround_, highestWater_);
}

// Dry cells take the mean of neighbours that have a height, ring by ring; then they are held below
// the ground.
void HeightMap::continueWater(const ReliefFrame& frame, const Bands& bands)
{
    const int columns = frame.terrain.columns;
    const int rows = frame.terrain.rows;
    bool isAllWet = true;
    for (const float water : cellWater_)
    {
        isAllWet = isAllWet && water != kNone;
    }
    if (isAllWet)
    {
        return;
    }
    std::vector<float> ownHeights = cellWater_;
    for (int ring = 0; hasWater_ && ring < kShoreRings; ++ring)
    {
        cellNext_ = cellWater_;
        bands.each(rows, [&](int first, int end) {
            for (int j = first; j < end; ++j)
            {
                for (int i = 0; i < columns; ++i)
                {
                    const std::size_t n = std::size_t(j) * std::size_t(columns) + std::size_t(i);
                    if (cellWater_[n] != kNone)
                    {
                        continue;
                    }
                    float sum = 0.0F;
                    int count = 0;
                    for (int b = std::max(j - 1, 0); b <= std::min(j + 1, rows - 1); ++b)
                    {
                        for (int a = std::max(i - 1, 0); a <= std::min(i + 1, columns - 1); ++a)
                        {
                            const float water =
                                cellWater_[std::size_t(b) * std::size_t(columns) + std::size_t(a)];
                            sum += water != kNone ? water : 0.0F;
                            count += water != kNone ? 1 : 0;
                        }
                    }
                    cellNext_[n] = count > 0 ? sum / static_cast<float>(count) : kNone;
                }
            }
        });
        cellWater_.swap(cellNext_);
    }
    const float below = kShoreBelow * step_;
    for (std::size_t n = 0; n < cellWater_.size(); ++n)
    {
        const bool isDry = ownHeights[n] == kNone;
        const float height = cellWater_[n] != kNone
                                 ? cellWater_[n]
                                 : cellGround_[n] - static_cast<float>(kShoreRings) * step_;
        cellWater_[n] = isDry ? std::min(height, cellGround_[n] - below) : ownHeights[n];
    }
}

void HeightMap::onLattice(const FieldView& field, std::vector<float>& out, const Bands& bands) const
{
    out.resize(std::size_t(columns_) * std::size_t(rows_));
    // resample writes the top row first.
    const Plane upsideDown = {out.data() + std::size_t(columns_) * std::size_t(rows_ - 1), columns_,
                              rows_, -columns_};
    resample(field, upsideDown, Upscale::smooth, bands);
}

void HeightMap::makeSlopes(const Bands& bands)
{
    slopes_.resize(heights_.size());
    bands.each(rows_, [&](int first, int end) {
        for (int j = first; j < end; ++j)
        {
            const int south = std::max(j - 1, 0);
            const int north = std::min(j + 1, rows_ - 1);
            const float perY = perMetreY_ / static_cast<float>(std::max(north - south, 1));
            for (int i = 0; i < columns_; ++i)
            {
                const int west = std::max(i - 1, 0);
                const int east = std::min(i + 1, columns_ - 1);
                const float perX = perMetreX_ / static_cast<float>(std::max(east - west, 1));
                const Heights w = node(west, j);
                const Heights e = node(east, j);
                const Heights s = node(i, south);
                const Heights n = node(i, north);
                slopes_[indexOf(i, j)] = {(e.water - w.water) * perX, (n.water - s.water) * perY,
                                          (e.ground - w.ground) * perX,
                                          (n.ground - s.ground) * perY};
            }
        }
    });
}

// How much heights change from a node to the next, along x and along y together.
float HeightMap::steepestAt(int i, int j) const
{
    const Heights here = node(i, j);
    const Heights east = node(std::min(i + 1, columns_ - 1), j);
    const Heights north = node(i, std::min(j + 1, rows_ - 1));
    return std::max(std::abs(east.water - here.water), std::abs(east.ground - here.ground)) +
           std::max(std::abs(north.water - here.water), std::abs(north.ground - here.ground));
}

void HeightMap::makeTiles(const Bands& bands)
{
    tileColumns_ = (columns_ + kTile - 1) / kTile;
    tileRows_ = (rows_ + kTile - 1) / kTile;
    tiles_.resize(std::size_t(tileColumns_) * std::size_t(tileRows_));
    bands.each(tileRows_, [&](int first, int end) {
        for (int tj = first; tj < end; ++tj)
        {
            for (int ti = 0; ti < tileColumns_; ++ti)
            {
                // Half a node around a tile is interpolated with nodes of its neighbours.
                Tops tops = {-kNone, -kNone, 0.0F};
                for (int j = std::max(tj * kTile - 1, 0);
                     j <= std::min((tj + 1) * kTile, rows_ - 1); ++j)
                {
                    for (int i = std::max(ti * kTile - 1, 0);
                         i <= std::min((ti + 1) * kTile, columns_ - 1); ++i)
                    {
                        tops.top = std::max(tops.top, node(i, j).top());
                        tops.ground = std::max(tops.ground, node(i, j).ground);
                        tops.steepest = std::max(tops.steepest, steepestAt(i, j));
                    }
                }
                tiles_[std::size_t(tj) * std::size_t(tileColumns_) + std::size_t(ti)] = tops;
            }
        }
    });
}

// Tiles of kTile x kTile tiles.
void HeightMap::makeBigTiles()
{
    bigColumns_ = (tileColumns_ + kTile - 1) / kTile;
    const int bigRows = (tileRows_ + kTile - 1) / kTile;
    bigTiles_.assign(std::size_t(bigColumns_) * std::size_t(bigRows), {-kNone, -kNone, 0.0F});
    for (int tj = 0; tj < tileRows_; ++tj)
    {
        for (int ti = 0; ti < tileColumns_; ++ti)
        {
            const Tops& tile =
                tiles_[std::size_t(tj) * std::size_t(tileColumns_) + std::size_t(ti)];
            Tops& big = bigTiles_[std::size_t(tj / kTile) * std::size_t(bigColumns_) +
                                  std::size_t(ti / kTile)];
            big.top = std::max(big.top, tile.top);
            big.ground = std::max(big.ground, tile.ground);
        }
    }
}

template <class Height, class TileTop>
float HeightMap::cast(const Ray& ray, float from, float to, const Height& heightAt,
                      const TileTop& tileTop) const
{
    // In nodes, with the world at 0 .. columns.
    const float u0 = (ray.origin.x - world_.left) * perMetreX_;
    const float v0 = (ray.origin.y - world_.bottom) * perMetreY_;
    const float du = ray.along.x * perMetreX_;
    const float dv = ray.along.y * perMetreY_;
    const float z0 = ray.origin.z;
    const float dz = ray.along.z;

    float t = from;
    float last = to;
    const auto clip = [&](float start, float speed, float size) {
        if (std::abs(speed) < 1e-9F)
        {
            last = start >= 0.0F && start <= size ? last : -1.0F;
            return;
        }
        const float a = -start / speed;
        const float b = (size - start) / speed;
        t = std::max(t, std::min(a, b));
        last = std::min(last, std::max(a, b));
    };
    clip(u0, du, static_cast<float>(columns_));
    clip(v0, dv, static_cast<float>(rows_));
    if (dz < 0.0F)
    {
        t = std::max(t, (highest_ - z0) / dz);
    }
    else if (dz > 0.0F)
    {
        last = std::min(last, (highest_ - z0) / dz);
    }

    const auto above = [&](float at) {
        const float u = std::clamp(u0 + at * du - 0.5F, 0.0F, lastU_);
        const float v = std::clamp(v0 + at * dv - 0.5F, 0.0F, lastV_);
        return z0 + at * dz - heightAt(spotOf(u, v));
    };
    const float pace = std::max(std::max(std::abs(du), std::abs(dv)), 1e-9F); // nodes per metre
    const float perNode = 1.0F / pace;
    constexpr float kPerTile = 1.0F / kTile;
    const float perU = std::abs(du) < 1e-9F ? 0.0F : 1.0F / du;
    const float perV = std::abs(dv) < 1e-9F ? 0.0F : 1.0F / dv;
    // Where it leaves a tile of so many nodes.
    const auto leave = [&](int ti, int tj, int nodes) {
        const float u = static_cast<float>((ti + (du > 0.0F ? 1 : 0)) * nodes);
        const float v = static_cast<float>((tj + (dv > 0.0F ? 1 : 0)) * nodes);
        const float atU = perU == 0.0F ? last : (u - u0) * perU;
        const float atV = perV == 0.0F ? last : (v - v0) * perV;
        return std::min(std::min(atU, atV), last);
    };
    // Whether it stays above what reaches so high.
    const auto isAbove = [&](float top, float end) {
        return z0 + dz * (dz < 0.0F ? end : t) > top;
    };
    while (t < last)
    {
        // A little ahead: exactly on a line is in the tile beyond it.
        const float inside = t + std::min(0.01F * perNode, 0.5F * (last - t));
        if (!(inside > t))
        {
            break; // too close to the end for a float
        }
        const int ti = std::clamp(floorToInt((u0 + inside * du) * kPerTile), 0, tileColumns_ - 1);
        const int tj = std::clamp(floorToInt((v0 + inside * dv) * kPerTile), 0, tileRows_ - 1);
        const int bi = ti / kTile;
        const int bj = tj / kTile;
        const float bigEnd = std::max(leave(bi, bj, kTile * kTile), inside);
        if (isAbove(
                tileTop(bigTiles_[std::size_t(bj) * std::size_t(bigColumns_) + std::size_t(bi)]),
                bigEnd))
        {
            t = bigEnd;
            continue;
        }
        const float end = std::max(leave(ti, tj, kTile), inside);
        const Tops& tile = tiles_[std::size_t(tj) * std::size_t(tileColumns_) + std::size_t(ti)];
        const float top = tileTop(tile);
        if (!isAbove(top, end))
        {
            float a = dz < 0.0F ? std::max(t, (top - z0) / dz) : t;
            float gapA = above(a);
            if (gapA <= 0.0F)
            {
                return a;
            }
            // Nothing can be met before the gap is closed at the tile's steepest; but no less than
            // a node at a time.
            const float closing = 1.0F / (std::max(-dz, 0.0F) + pace * tile.steepest + 1e-12F);
            while (a < end)
            {
                float b = std::min(a + std::max(gapA * closing, perNode), end);
                float gapB = above(b);
                if (gapB > 0.0F)
                {
                    a = b;
                    gapA = gapB;
                    continue;
                }
                for (int refinement = 0; refinement < 2; ++refinement)
                {
                    const float c = a + (b - a) * gapA / (gapA - gapB);
                    const float gapC = above(c);
                    (gapC > 0.0F ? a : b) = c;
                    (gapC > 0.0F ? gapA : gapB) = gapC;
                }
                return a + (b - a) * gapA / std::max(gapA - gapB, 1e-20F);
            }
        }
        t = end;
    }
    return kNone;
}

float HeightMap::castTop(const Ray& ray, float from, float to) const
{
    return cast(
        ray, from, to, [&](Spot spot) { return heightsAt(spot).top(); },
        [](const Tops& tops) { return tops.top; });
}

float HeightMap::castGround(const Ray& ray, float from, float to) const
{
    return cast(
        ray, from, to, [&](Spot spot) { return heightsAt(spot).ground; },
        [](const Tops& tops) { return tops.ground; });
}

} // namespace tarn::render
