// LightMap: what the sun does to ground and water before anyone looks: shadows and caustics, for
// every node of the lattice.
#pragma once

#include "render/body_set.h"
#include "render/height_map.h"
#include "render/noise.h"
#include "render/relief_site.h"

#include <vector>

namespace tarn::render
{

class LightMap
{
  public:
    void build(const HeightMap& map, const BodySet& bodies, const ReliefSite& site,
               const ReliefView& view, const Noise& noise, double time, const Bands& bands);

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
    void gather(const HeightMap& map, const ReliefSite& site, const ReliefView& view,
                const Noise& noise, double time, const Bands& bands);

    std::vector<Quad> nodes_;
    std::vector<Quad> softer_;
    int columns_ = 0; // of the caustics
    int rows_ = 0;
    std::vector<float> caustics_;
    std::vector<float> landings_; // where light from each spot of the surface lands: x, y
};

// The slope of waves too small for the grid. Two patches of noise drift over each other.
Noise::Slope rippleAt(const Noise& noise, const Rectangle& world, float x, float y, double time);

} // namespace tarn::render
