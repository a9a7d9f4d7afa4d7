// Water: the height field with things floating in it. What happens in a step, in order.
//
//     1  edits      the caller's strokes, springs and drains
//     2  bodies     displace water where they are now
//     3  waves      substeps of the finite-volume scheme, as many as the waves ask for
//     4  viscosity  the one solver, a = depth, where the grid can feel it
//     5  forces     of the water on bodies, and theirs on the water
//     6  spray      leaves, flies, lands; rain; foam
//
// A step on a given surface is 1, 2, 5, then whatever makes the surface, and 6: given_step.cpp.
//
// Arguments have been checked by api/water*.cpp. Numbers are a backend's (WaterBackend); there are
// no loops over cells here.
#pragma once

#include "backend/water/spray.h"
#include "backend/water/water_backend.h"
#include "core/memory.h"
#include "core/owned.h"
#include "core/shared_tasks.h"
#include "core/slots.h"
#include "solve/solver.h"
#include "water/bodies.h"

#include "tarn/water.h"

#include <cstdint>
#include <span>

namespace tarn
{

class GlDevice;

// What a saved water may contain: whatever the public calls would accept.
struct WaterChecks
{
    bool (*def)(const tnWaterDef&);
    bool (*brush)(const tnWaterBrush&);
    bool (*spring)(const tnSpringDef&);
    tnResult (*body)(const tnBodyDef&); // may run out of memory
};

class Water
{
  public:
    // The def has been checked; `device` is what def.gl names, or null. On failure *out is null.
    // tn_errorUnsupported: the device cannot do it; the log says why.
    static tnResult create(const tnWaterDef& def, GlDevice* device, Water** out);
    void destroy() noexcept;
    ~Water();

    uint32_t step(float dt);

    // given_step.cpp: a step in which `makeSurface` has the place of the waves. It may ask what
    // pushes the water by visitPushes.
    uint32_t stepGiven(float dt, FunctionRef<GivenSurface()> makeSurface);
    void visitPushes(const GivenSurface& surface, FunctionRef<void(const WaterPush&)> visit);

    const tnWaterDef& def() const { return def_; }
    tnResult setSettings(const tnWaterSettings& settings);
    tnResult setEdge(tnSide side, const tnWaterEdge& edge);

    bool brush(const tnWaterBrush& brush); // false: no room
    tnResult addSpring(const tnSpringDef& spring, tnSpring* out);
    tnSpringDef* findSpring(tnSpring spring) { return springs_.find(spring); }
    bool removeSpring(tnSpring spring) { return springs_.remove(spring); }

    tnResult addBody(const tnBodyDef& def, tnBody* out); // tn_errorCapacity, tn_errorOutOfMemory
    tnResult setBody(BodyState& body, const tnBodyDef& def);
    BodyState* findBody(tnBody body) { return bodies_.find(body); }
    bool removeBody(tnBody body);
    int32_t wettedFaces(BodyState& body, tnWettedFace* out, int32_t capacity);

    tnFieldView view(tnWaterField field);
    void setField(tnWaterField field, const float* values);
    void sample(std::span<const tnVec2> points, tnWaterSample* out);

    // water_reads.cpp: looks without waiting. tn_errorUnsupported: *why says why; else as of Reads,
    // and tn_errorUnsupported where the device is gone.
    tnResult glView(tnWaterField field, tnGlFieldView* out, const char** why);
    tnResult requestField(tnWaterField field, tnRead* out);
    tnResult requestSamples(std::span<const tnVec2> points, tnRead* out);
    tnResult readField(tnRead read, bool waits, tnFieldView* out);
    tnResult readSamples(tnRead read, bool waits, const tnWaterSample** samples, int32_t* count);
    bool endRead(tnRead read);

    // What is in the air now (m^3); 0: no room.
    float addSpray(tnVec3 position, tnVec3 velocity, float volume, bool taken);
    std::span<const tnWaterParticle> particles() const;

    tnWaterStats stats();
    tnWaterTotals totals();

    // resize.cpp: another resolution, with the water kept; `ground` may be null. On failure nothing
    // changes.
    tnResult resize(int32_t nx, int32_t ny, const float* ground);

    // snapshot.cpp
    size_t saveSize();
    size_t save(std::span<std::byte> bytes); // 0: too little room
    // tn_errorInvalidArgument: *problem is what is wrong with the bytes. On failure nothing
    // changes.
    tnResult restore(std::span<const std::byte> bytes, const WaterChecks& checks,
                     const char** problem);
    uint64_t hash();

    Water() = default;
    Water(const Water&) = delete;
    Water& operator=(const Water&) = delete;

  private:
    void swap(Water& other) noexcept;
    tnResult takeOver(Water& from, const float* ground);
    tnResult takeOverBodies(Water& from);
    static void leaveJumpedBehind(Water& from);
    template <class Archive>
    void visitBody(Archive& archive, BodyState& state);
    template <class Archive>
    void visitBodies(Archive& archive);
    template <class Archive>
    bool readBody(Archive& archive, BodyState& state);
    template <class Archive>
    void visitState(Archive& archive);
    template <class Archive>
    void visitFields(Archive& archive);
    template <class Archive>
    void visitSpray(Archive& archive);
    template <class Archive>
    void visitAll(Archive& archive);

    tnResult takeMemory();
    tnResult makeBackend(const WaterShape& shape);
    tnResult makeSolver();
    bool feelsViscosity(float dt) const;
    float kinematicViscosity() const;

    uint32_t beginStep(float* dt);
    void applyEdits(float dt);
    float arriveBodies(float dt);
    void placeBodies(float dt);
    void wetBodies(float dt);
    BodyLiquid liquid(float dt) const;
    double runWaves(float dt, uint32_t* flags); // returns the time that passed
    void collectImpacts();
    void runSpray(float dt, uint32_t* flags);
    SprayWater sprayWater();
    void applyViscosity(float dt, uint32_t* flags);
    WaveSettings waveSettings(float dt, const WaterExtremes& extremes) const;
    WaterStroke strokeOf(const tnWaterBrush& brush, float dt) const;
    WaterStroke strokeOf(const tnSpringDef& spring, float dt) const;

    tnWaterDef def_ = {};
    GlDevice* device_ = nullptr;
    Owned<SharedTasks> tasks_; // outlives what works with it
    Owned<WaterBackend> backend_;
    Owned<Solver> viscosity_;

    Arena arena_;
    Slots<tnSpringDef, tnSpring> springs_;
    Slots<BodyState, tnBody> bodies_;
    WaterBody** present_ = nullptr; // the bodies in use, for the backend
    size_t presentCount_ = 0;
    Spray spray_;
    SprayImpact* impacts_ = nullptr; // of bodies in the last step
    size_t impactCount_ = 0;
    tnWaterBrush* brushes_ = nullptr; // waiting for the next step
    int32_t brushCount_ = 0;

    bool lacksMemory_ = false; // for a body, while it is restored
    uint32_t pendingFlags_ = 0;
    float lastDt_ = 0.0f;
    double added_ = 0.0; // m^3
    tnWaterStats stats_ = {};
    Reads reads_;
};

} // namespace tarn
