// Spray: water in the air, rain, and foam, of one water. Called once a step, after the waves.
//
//     Spray spray;
//     arena.create(... + Spray::bytes(grid, capacity, dyes));
//     spray.create(arena, grid, capacity, dyes);
//     each step:  SprayReport report = spray.step(tasks, {grid, fields, tiles, ...});
//
// A step lists its phases in spray.cpp: what flies comes down, foam fades, waves break, bodies
// splash, rain starts to fall. Fields are read and written without their ghosts, which are stale
// afterwards. Volume leaves and enters cells through WaterExchange: depths, drops and the rest
// together keep it to the rounding of 64 bits.
//
// Searching and flying go in parallel over tiles and pieces of fixed size; what changes cells
// shared by many goes one after another, in the order of tiles and particles: the same bits for any
// number of threads. Random numbers depend on the step and on the place folded about the middle of
// the grid, so that the mirror image of a wave breaks into the mirror image of its spray.
#pragma once

#include "backend/water/particle_pool.h"
#include "backend/water/water_exchange.h"
#include "backend/water/water_grid.h"
#include "backend/water/water_tiles.h"
#include "core/memory.h"
#include "core/tasks.h"
#include "core/vec2.h"

#include <cstdint>
#include <span>

namespace tarn
{

// A body that presses into the surface during a step.
struct SprayImpact
{
    tnVec2 position; // of its middle (m)
    float radius;    // of where it meets the surface (m)
    float speed;     // downwards, relative to the water (m/s)
    float area;      // of that place (m^2): area * speed is swept aside every second
};

// The water that spray comes from and falls into.
struct SprayWater
{
    WaterGrid grid;
    WaterFields fields;
    WaterTiles tiles; // those that were not worked on are not searched; those touched wake; it is
                      // noted in which there is foam
};

struct SprayStep
{
    SprayWater water;
    tnWaterEdgeType edges[4];        // by tnSide; periodic as the grid is
    const tnWaterSettings* settings; // liquid, gravity, rain, spray, foamLife, wind
    float dt;                        // the time that passed (s)
    std::span<const SprayImpact> impacts;
};

struct SprayReport
{
    double added = 0.0;   // rain that has come into being (m^3)
    double lost = 0.0;    // what flew away over open edges (m^3)
    bool refused = false; // there was no room for a drop: its water stayed where it was
};

// Numbers of the state, beside the particles.
struct SprayLedger
{
    WaterRests rests;
    double rainDue = 0.0; // that is not a whole drop yet (m^3)
    uint64_t steps = 0;   // taken: where random numbers come from
};

// All that is to be saved: `count` of each array (times dyeChannels, of dyes) and the ledger.
struct SprayState
{
    tnWaterParticle* particles;
    ParticleTrait* traits;
    float* dyes;
    SprayLedger* ledger;
    int32_t count;
    int32_t capacity;
    int32_t dyeChannels;
};

// Whether a step could have left such a particle: for those that come from a file.
bool isSound(const tnWaterParticle& particle, const ParticleTrait& trait);

struct SprayBirth; // drops and flecks that are born in a cell

class Spray
{
  public:
    // What create takes from the arena, which zeroes it.
    static size_t bytes(const WaterGrid& grid, int32_t capacity, int32_t dyeChannels);
    bool create(Arena& arena, const WaterGrid& grid, int32_t capacity,
                int32_t dyeChannels) noexcept;

    SprayReport step(Tasks& tasks, const SprayStep& step) noexcept;

    // Throws a volume (m^3) into the air. `taken`: from the cell below it, at most kMostByHand of
    // what there is. Returns what is in the air now; 0: there was no room, or no water.
    float add(const SprayWater& water, const tnLiquid& liquid, tnVec3 position, tnVec3 velocity,
              float volume, bool taken) noexcept;

    const tnWaterParticle* particles() const { return pool_.particles(); }
    int32_t count() const { return pool_.count(); }
    int32_t countOf(tnParticleKind kind) const;

    // Of all drops; the volume includes the rest.
    double volume() const;
    double dye(int32_t channel) const;
    Vec2 volumeFlow() const; // volume times velocity (m^4/s)

    SprayState state();

    // After `count` particles, all of them sound, and the ledger were written into what state()
    // points to.
    void restored(int32_t count) { pool_.setCount(count); }

  private:
    // In the order of a step.
    void fly(Tasks& tasks, const SprayStep& step);
    void land(const SprayStep& step, SprayReport* report);
    void search(Tasks& tasks, const SprayStep& step);
    void giveBirth(const SprayStep& step, SprayReport* report);
    void splash(const SprayStep& step, SprayReport* report);
    void rain(const SprayStep& step, SprayReport* report);

    // A drop gives its water to a cell. Whether a part of it goes on, as another drop.
    bool landDrop(const SprayStep& step, const WaterExchange& exchange, int32_t k, WaterCell cell);

    void giveBirthIn(const SprayStep& step, const WaterExchange& exchange, WaterCell cell,
                     const SprayBirth& birth, SprayReport* report);
    void throwCrown(const SprayStep& step, const SprayImpact& impact, uint32_t number,
                    SprayReport* report);

    // A drop out of a cell; `size` from 0 to 1, for the air. False: there is no room.
    bool throwDrop(const SprayStep& step, const WaterExchange& exchange, WaterCell from,
                   float volume, tnVec3 position, tnVec3 velocity, float size);
    // A fleck, where there is a free place; `random` from 0 to 1, for its life.
    void addFleck(const SprayStep& step, tnVec2 position, float random);

    bool addRainDrop(const SprayStep& step, uint32_t number, SprayReport* report);
    void rainAtOnce(const SprayStep& step, uint32_t number, double drops, SprayReport* report);

    SprayBirth* birthsOf(int32_t tile) const;

    ParticlePool pool_;
    SprayLedger ledger_;
    int32_t* fates_ = nullptr;       // of particles: the cell they land in, or one of Fate
    SprayBirth* births_ = nullptr;   // kBirthsPerTile for each tile
    int32_t* birthCounts_ = nullptr; // that there would be in each tile
    tnVec2* landedFlecks_ = nullptr; // kMostLandedFlecks
};

} // namespace tarn
