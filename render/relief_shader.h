// ReliefShader: the light that comes along a ray into the eye.
#pragma once

#include "render/body_set.h"
#include "render/height_map.h"
#include "render/light_map.h"
#include "render/relief_looks.h"
#include "render/relief_site.h"
#include "render/ripples.h"

#include <cstdint>
#include <vector>

namespace tarn::render
{

// Numbers per node that some frames have.
struct ReliefExtras
{
    std::vector<Quad> drift; // a: foam 0 .. 1, b, c: velocity, m/s; empty: no foam
    std::vector<Quad> tint;  // a, b, c: absorption by dyes, 1/m of each channel; empty: no dyes
};

class ReliefShader
{
  public:
    ReliefShader(const ReliefView& view, const ReliefLooks& looks, const ReliefSite& site,
                 const HeightMap& map, const BodySet& bodies, const LightMap& lights,
                 const ReliefExtras& extras, const Ripples& ripples, double time)
        : view_(view), looks_(looks), site_(site), map_(map), bodies_(bodies), lights_(lights),
          extras_(extras), ripples_(ripples), time_(time)
    {
        prepare();
    }

    struct Seen
    {
        Colour light;
        float t = 0.0F;         // metres to what is seen
        std::uint32_t what = 0; // differs between things that have an edge against each other
    };

    // `perMetre` and `footprint` make the metres that a pixel covers: perMetre * t + footprint.
    // `mayMeetBodies` is false where the caller knows better.
    Seen trace(const Ray& ray, float perMetre, float footprint, bool mayMeetBodies) const;

    // Light on a white sheet in the open, for drops.
    Colour whiteLight() const { return sunLight_ * 0.6F + skyLight_; }

  private:
    enum class Thing : std::uint32_t
    {
        table,
        stone,
        side, // of the block
        wall, // of a pool, inside
        ground,
        water,
        cutGround,
        cutWater,
        bodies, // and all numbers above
    };
    struct Hit
    {
        Thing thing = Thing::table;
        float t = 0.0F;
        Vec3 normal;
    };

    void prepare();
    Hit castSite(const Ray& ray, float to) const;
    bool castBlock(const Ray& ray, const Rectangle& block, float high, Hit& hit,
                   float& leave) const;

    Colour lit(Colour albedo, Vec3 normal, float sun, float sky) const;
    Colour table(Vec3 at) const;
    Colour dryGround(Vec3 at, Spot spot, float footprint) const;
    Colour wall(Vec3 at, Vec3 normal, float footprint, bool isWet, float water) const;
    Colour water(const Ray& ray, Vec3 at, float footprint) const;
    Colour throughSide(const Ray& ray, Vec3 at, Vec3 normal, float footprint) const;
    Colour mirrored(Vec3 at, Vec3 along, float footprint) const;
    Colour beneath(const Ray& ray, float water, float footprint, float light, Colour tint) const;
    Colour body(const BodyHit& hit, const Ray& ray, float footprint, bool isUnderWater) const;
    float toGround(const Ray& ray) const;
    float sunUnderWater(Vec3 at, float water, float strength) const;
    Colour sunInMirror(Vec3 along) const;

    const ReliefView& view_;
    const ReliefLooks& looks_;
    const ReliefSite& site_;
    const HeightMap& map_;
    const BodySet& bodies_;
    const LightMap& lights_;
    const ReliefExtras& extras_;
    const Ripples& ripples_;
    double time_;

    Colour sunLight_; // on a white sheet that faces it
    Colour skyLight_; // on a white sheet under all of it
    Colour waterSun_; // what of sunLight_ gets through a flat surface
    Colour deep_;     // what deep liquid sends back in full light
    float wetBand_ = 0.0F;
    float narrow_ = 0.0F; // of the sun in water
    bool isGlowing_ = false;
};

} // namespace tarn::render
