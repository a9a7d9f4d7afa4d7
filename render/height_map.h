// HeightMap: ground and water of a frame on one lattice, fine enough that no cells are seen, and
// rays cast against them.
//
// The lattice's nodes are `step` metres apart, the outermost half a step from the world's edge;
// beyond them heights go on as they are. On dry ground the water's height continues from the shore
// below the ground, so that the shore is where the two cross.
#pragma once

#include "render/canvas.h"
#include "render/relief.h"
#include "render/vec3.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tarn::render
{

// Four numbers for each node that are asked for together.
struct Quad
{
    float a = 0.0F;
    float b = 0.0F;
    float c = 0.0F;
    float d = 0.0F;
};

// Where a point lies between nodes.
struct Spot
{
    std::size_t index = 0; // of the node at its lower left
    float fx = 0.0F;       // 0 .. 1 from there
    float fy = 0.0F;
};

class HeightMap
{
  public:
    struct Heights
    {
        float water;
        float ground;

        float top() const { return std::max(water, ground); }
    };

    // Reads terrain, depth and surface.
    void build(const ReliefFrame& frame, const Bands& bands);

    const Rectangle& world() const { return world_; }
    int columns() const { return columns_; }
    int rows() const { return rows_; }
    float step() const { return step_; } // metres
    float lowestGround() const { return lowestGround_; }
    float highestGround() const { return highestGround_; }
    float highest() const { return highest_; }           // of all there is
    bool hasWater() const { return hasWater_; }          // anywhere
    float meanWater() const { return meanWater_; }       // height; of the ground when all is dry
    float highestWater() const { return highestWater_; } // likewise

    Spot spotAt(float x, float y) const
    {
        const float u = std::clamp((x - world_.left) * perMetreX_ - 0.5F, 0.0F, lastU_);
        const float v = std::clamp((y - world_.bottom) * perMetreY_ - 0.5F, 0.0F, lastV_);
        return spotOf(u, v);
    }

    Heights heightsAt(Spot spot) const
    {
        const Heights* low = heights_.data() + spot.index;
        const Heights* high = low + columns_;
        const float w0 = mix(low[0].water, low[1].water, spot.fx);
        const float w1 = mix(high[0].water, high[1].water, spot.fx);
        const float g0 = mix(low[0].ground, low[1].ground, spot.fx);
        const float g1 = mix(high[0].ground, high[1].ground, spot.fx);
        return {mix(w0, w1, spot.fy), mix(g0, g1, spot.fy)};
    }
    Heights heightsAt(float x, float y) const { return heightsAt(spotAt(x, y)); }
    Heights node(int i, int j) const { return heights_[indexOf(i, j)]; }

    std::size_t indexOf(int i, int j) const
    {
        return std::size_t(j) * std::size_t(columns_) + std::size_t(i);
    }
    std::size_t nodeCount() const { return heights_.size(); }
    Vec3 place(int i, int j, float z) const
    {
        return {world_.left + (static_cast<float>(i) + 0.5F) / perMetreX_,
                world_.bottom + (static_cast<float>(j) + 0.5F) / perMetreY_, z};
    }

    // One of the numbers per node between nodes.
    Quad quadAt(const std::vector<Quad>& quads, Spot spot) const
    {
        const Quad* low = quads.data() + spot.index;
        const Quad* high = low + columns_;
        const float w00 = (1.0F - spot.fx) * (1.0F - spot.fy);
        const float w10 = spot.fx * (1.0F - spot.fy);
        const float w01 = (1.0F - spot.fx) * spot.fy;
        const float w11 = spot.fx * spot.fy;
        return {low[0].a * w00 + low[1].a * w10 + high[0].a * w01 + high[1].a * w11,
                low[0].b * w00 + low[1].b * w10 + high[0].b * w01 + high[1].b * w11,
                low[0].c * w00 + low[1].c * w10 + high[0].c * w01 + high[1].c * w11,
                low[0].d * w00 + low[1].d * w10 + high[0].d * w01 + high[1].d * w11};
    }

    // How steep the water (a, b along x, y) and the ground (c, d) are.
    const std::vector<Quad>& slopes() const { return slopes_; }

    // A field as numbers per node, row by row from the bottom.
    void onLattice(const FieldView& field, std::vector<float>& out, const Bands& bands) const;

    // Where a ray that starts above it first meets the ground or the water, whichever is higher, or
    // the ground alone, between `from` and `to` metres; `to` or more: nowhere.
    float castTop(const Ray& ray, float from, float to) const;
    float castGround(const Ray& ray, float from, float to) const;

  private:
    // Tiles of so many nodes along either side know how high they reach.
    static constexpr int kTile = 8;

    Spot spotOf(float u, float v) const
    {
        const int i = std::min(static_cast<int>(u), columns_ - 2);
        const int j = std::min(static_cast<int>(v), rows_ - 2);
        return {indexOf(i, j), u - static_cast<float>(i), v - static_cast<float>(j)};
    }

    // How high a tile reaches, and how much at most from a node to the next.
    struct Tops
    {
        float top;
        float ground;
        float steepest;
    };

    void chooseLattice(const ReliefFrame& frame);
    void readCells(const ReliefFrame& frame, const Bands& bands);
    void continueWater(const ReliefFrame& frame, const Bands& bands);
    void measure();
    void makeSlopes(const Bands& bands);
    float steepestAt(int i, int j) const;
    void makeTiles(const Bands& bands);
    void makeBigTiles();
    template <class Height, class TileTop>
    float cast(const Ray& ray, float from, float to, const Height& heightAt,
               const TileTop& tileTop) const;

    Rectangle world_;
    int columns_ = 2;
    int rows_ = 2;
    float step_ = 1.0F;
    float perMetreX_ = 1.0F; // nodes
    float perMetreY_ = 1.0F;
    float lastU_ = 1.0F; // columns_ - 1
    float lastV_ = 1.0F;
    float lowestGround_ = 0.0F;
    float highestGround_ = 0.0F;
    float highest_ = 0.0F;
    float meanWater_ = 0.0F;
    float highestWater_ = 0.0F;
    bool hasWater_ = false;

    std::vector<float> cellGround_; // as the fields have them
    std::vector<float> cellWater_;
    std::vector<float> cellNext_;
    std::vector<float> nodeWater_;
    std::vector<float> nodeGround_;
    std::vector<Heights> heights_;
    std::vector<Quad> slopes_;
    int tileColumns_ = 1;
    int tileRows_ = 1;
    std::vector<Tops> tiles_;
    int bigColumns_ = 1;
    std::vector<Tops> bigTiles_;
};

} // namespace tarn::render
