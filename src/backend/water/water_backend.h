// The table of whole-field operations that Water is made of.
//
// src/water lists what happens in a step and calls these; a backend owns the numbers. Lengths are
// in metres unless a comment says cells; depths and heights always are in metres.
#pragma once

#include "backend/water/given_surface.h"
#include "backend/water/water_body.h"
#include "backend/water/water_grid.h"
#include "backend/water/water_tiles.h"
#include "core/function_ref.h"
#include "core/tasks.h"
#include "core/work_scope.h"
#include "field/reads.h"

#include "tarn/solver.h"
#include "tarn/water.h"

#include <cstdint>
#include <span>

namespace tarn
{

// What a water's fields are made for. Fixed for the life of a backend.
struct WaterShape
{
    WaterGrid grid;
    int32_t dyeChannels = 0;
};

struct WaterEdges
{
    tnWaterEdge sides[4] = {}; // by tnSide

    const tnWaterEdge& operator[](tnSide side) const { return sides[side]; }
};

// A brush or spring for one step: amounts in its middle.
struct WaterStroke
{
    double fromX = 0.0, fromY = 0.0, toX = 0.0, toY = 0.0; // cells; middles at whole numbers
    double radius = 1.0;                                   // cells
    tnVec2 velocity = {};                                  // m/s
    float water = 0.0f;                                    // m
    double volume = 0.0; // m^3 in all, below 0: taken away; with velocity and dye that it has
    float splash = 0.0f; // m
    float terrain = 0.0f;
    float foam = 0.0f;
    float dye[TN_MAX_WATER_DYES] = {};
};

// What the waves need to know for a substep.
struct WaveSettings
{
    float gravity = 9.81f;
    float maxSpeed = 1.0e3f; // m/s; faster water is cut to it
    float manning = 0.0f;    // g n^2
    float viscosity = 0.0f;  // kinematic (m^2/s)
    float yield = 0.0f;      // stress over density (m^2/s^2)
    tnVec2 wind = {};        // push on the surface (m^2/s^2)

    bool isWindy() const { return wind.x != 0.0f || wind.y != 0.0f; }
};

// The largest of the whole grid, from the last substep or since it was touched.
struct WaterExtremes
{
    float fastest = 0.0f; // |velocity| + sqrt(g depth), m/s
    float deepest = 0.0f; // m
};

// The waves of a step: as many substeps as they need, or as are allowed.
struct WavePlan
{
    float dt = 0.0f;
    double reach = 0.0; // what a wave may go in a substep (m)
    int32_t maxSubsteps = 1;
    bool sleeps = true;
    double added = 0.0; // the volume that has come into the water so far (m^3)
    WaveSettings settings;
};

// What became of it. Far away, of a step some steps before; see GlWater.
struct WaveOutcome
{
    double added = 0.0; // as in the plan, with what came over the edges
    double lost = 0.0;  // time that did not fit the substeps allowed (s)
    int32_t substeps = 0;
    int32_t tilesAwake = 0;
    float fastest = 0.0f; // as of WaterExtremes
    int64_t deviceBytes = 0;
};

// The system that viscosity solves for one component of the velocity.
struct ViscousSystem
{
    ConstRows a, bx, by, r;
    Rows x;
};

class WaterBackend
{
  public:
    virtual ~WaterBackend() = default;
    virtual void destroy() noexcept = 0;

    virtual const WaterShape& shape() const = 0;

    // Whoever calls anything else holds it meanwhile; see WaterScope.
    virtual void enter() {}
    virtual void leave() {}
    // Where its numbers are is gone, with them; nothing else may be called but destroy.
    virtual bool isLost() { return false; }
    // Who computes now.
    virtual tnBackend kind() const = 0;

    // ---- Fields
    virtual tnFieldView view(tnWaterField field) = 0;
    virtual void fill(tnWaterField field, float value) = 0;
    virtual void load(tnWaterField field, const float* values) = 0; // see tnWater_SetField
    // Those that are state, in memory of the host. After writing: finishFields.
    virtual WaterFields& fields() = 0;
    virtual void finishFields() = 0;
    // All that must be saved, row by row of the grid; after reading: finishRestore.
    virtual void visitState(FunctionRef<void(Rows)> visit) = 0;
    virtual void finishRestore() = 0;
    virtual WaterTiles& tiles() = 0;
    virtual void wakeAll() = 0;

    // ---- Edges and edits
    virtual void setEdges(const WaterEdges& edges) = 0;

    // Returns the volume that came or, below 0, went (m^3).
    virtual double applyStroke(const WaterStroke& stroke) = 0;
    virtual void decayDye(const float keep[TN_MAX_WATER_DYES]) = 0;

    // ---- Waves
    virtual void beginStep() = 0;                      // no tile has been worked on yet
    virtual WaterExtremes extremes(float gravity) = 0; // touched tiles are measured anew
    virtual float fastestWater() = 0; // without its waves (m/s); a look at all that moves
    virtual WaveOutcome runWaves(const WavePlan& plan) = 0;
    // The volume that came over the edges in steps whose outcome did not tell yet. Waits for it.
    virtual double takeLate() { return 0.0; }

    // Whether spray can be left out where there is no room for drops: it would have to bring all
    // of the water here, and there is no foam in it.
    virtual bool skipsSpray() { return false; }

    // ---- Bodies
    // Where they are now. What bodies that left have displaced fades to the part `keepFading`.
    virtual void displace(std::span<WaterBody* const> bodies, float keepFading) = 0;
    virtual void leaveBehind(const WaterBody& body) = 0; // what it displaced stays behind, to fade
    virtual void look(WaterBody& body) = 0;              // arms and water of a body as it is now
    // Their forces, and what the water gets in return.
    virtual void wet(std::span<WaterBody* const> bodies, const BodyLiquid& liquid) = 0;

    // ---- A surface that is given, in place of waves; see given_surface.h
    virtual void beginGiven() = 0; // before anybody pushes in a step
    // As displace, with the surface kept where it is. Returns the volume that came so (m^3).
    virtual double displaceBelow(std::span<WaterBody* const> bodies, float keepFading) = 0;
    // What strokes and bodies did to the water since beginGiven, in the order of cells and bodies.
    virtual void visitPushes(std::span<WaterBody* const> bodies, const GivenSurface& surface,
                             float gravity, FunctionRef<void(const WaterPush&)> visit) = 0;
    // Returns the volume that came (m^3).
    virtual double shape(const GivenSurface& surface, double displaced) = 0;

    // ---- Viscosity
    virtual ViscousSystem viscousSystem(float amount) = 0; // amount: nu dt / cellSize^2
    virtual void loadViscous(int32_t axis) = 0;            // r and x of one component
    virtual void acceptViscous(int32_t axis) = 0;

    // ---- Questions
    virtual void sample(std::span<const tnVec2> points, float gravity, tnWaterSample* out) = 0;
    virtual tnWaterTotals totals(float density, float gravity) = 0;

    // ---- Looks that nobody waits for, where fields lie on a device. tn_errorUnsupported: they do
    // not, or cannot be had there, and *why says so; tn_errorOutOfMemory.
    virtual tnResult glView(tnWaterField, tnGlFieldView*, const char** why)
    {
        *why = "it is not on a GPU; see tnWaterDef.backend";
        return tn_errorUnsupported;
    }
    // A field, or samples, as they are now, on their way in a slot of farReads. The frame of the
    // view is filled in.
    virtual tnResult sendField(int32_t /*slot*/, tnWaterField, tnFieldView*)
    {
        return tn_errorUnsupported;
    }
    virtual tnResult sendSamples(int32_t /*slot*/, std::span<const tnVec2>, float /*gravity*/)
    {
        return tn_errorUnsupported;
    }
    virtual FarReads* farReads() { return nullptr; }
};

using WaterScope = WorkScope<WaterBackend>;

// Of the host. Null: no memory.
WaterBackend* createWaterBackend(const WaterShape& shape, tnBackend backend, Tasks& tasks);

} // namespace tarn
