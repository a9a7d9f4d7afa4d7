// LightMap: what the sun does to ground and water before anyone looks: shadows and caustics, for
// every node of the lattice.
#pragma once

#include "render/body_set.h"
#include "render/height_map.h"
#include "render/relief_site.h"
#include "render/ripples.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tarn::render
{

class LightMap
{
  public:
    void build(const HeightMap& map, const BodySet& bodies, const ReliefSite& site,
               const LiquidLook& liquid, const Ripples& ripples, const Bands& bands);

    // a: the sun on the ground, under water too; b: the sun on the water; c: how much sky the
    // ground sees. All 0 .. 1.
    const std::vector<Quad>& nodes() const { return nodes_; }

    // How much light waves gather on the ground (1: as much as flat water lets through); x, y is
    // where a flat surface would have let it in.
    float causticAt(const HeightMap& map, float x, float y) const;

  private:
    void castShadows(const HeightMap& map, const ReliefSite& site, const Bands& bands);
    void castBodies(const HeightMap& map, const BodySet& bodies, const ReliefSite& site,
                    const Bands& bands);
    void soften(const HeightMap& map, const Bands& bands);
    void makeTilted(const HeightMap& map, float rough, const Ripples& ripples, const Bands& bands);
    void gather(const HeightMap& map, const ReliefSite& site, const LiquidLook& liquid,
                const Ripples& ripples, const Bands& bands);
    void softenCaustics(const Bands& bands);

    std::vector<Quad> nodes_;
    std::vector<Quad> softer_;
    std::vector<Quad> tilted_;
    int columns_ = 0; // of the caustics
    int rows_ = 0;
    std::vector<float> caustics_;
    std::vector<float> landings_; // where light from each spot of the surface lands: x, y
};

inline float LightMap::causticAt(const HeightMap& map, float x, float y) const
{
    if (caustics_.empty())
    {
        return 1.0F;
    }
    const Rectangle& world = map.world();
    const float u =
        std::clamp((x - world.left) / world.width() * static_cast<float>(columns_) - 0.5F, 0.0F,
                   static_cast<float>(columns_ - 1));
    const float v =
        std::clamp((y - world.bottom) / world.height() * static_cast<float>(rows_) - 0.5F, 0.0F,
                   static_cast<float>(rows_ - 1));
    const int i = std::min(static_cast<int>(u), columns_ - 2);
    const int j = std::min(static_cast<int>(v), rows_ - 2);
    const float fx = u - static_cast<float>(i);
    const float fy = v - static_cast<float>(j);
    const float* low = caustics_.data() + std::size_t(j) * std::size_t(columns_) + std::size_t(i);
    const float* high = low + columns_;
    const float gathered = mix(mix(low[0], low[1], fx), mix(high[0], high[1], fx), fy);
    return gathered;
}

} // namespace tarn::render
