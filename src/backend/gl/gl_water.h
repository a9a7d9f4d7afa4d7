// GlWater: Water on the GPU. Its numbers live on the device; HostWater, which it derives from, is
// their twin in memory of the host.
//
// Waves run on the device (gl_water_waves.cpp, shaders/water_*.comp). All else is done by the twin,
// with what it needs of the fields brought to the host before, tile by tile or as a whole, and what
// it changed brought back (gl_water_tiles.cpp). So the device is what counts, and the twin is right
// where `fresh_` says so; or, after calls that change everything, the twin is what counts until the
// next step (isHostAhead_). Ground, bed, and what bodies displace are the host's: the device has a
// copy of the bed. (gl_water_bodies.cpp: bodies and strokes.)
//
// Nothing in a step waits for the device but what must: see gl_water_waves.cpp and wet().
#pragma once

#include "backend/gl/gl_field.h"
#include "backend/gl/gl_readback.h"
#include "backend/gl/gl_views.h"
#include "backend/gl/shaders/params.h"
#include "backend/water/host_water.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

struct GlWaterOptions
{
    int32_t bodyCapacity = 0;
    bool sameStep = false;   // forces of bodies are of the step itself, whatever it takes
    bool goesToHost = false; // the host goes on where the context is lost
};

class GlWater final : public HostWater
{
  public:
    // Null: *problem says why. The caller holds a GlScope.
    static GlWater* create(const WaterShape& shape, Tasks& tasks, GlDevice& device,
                           const GlWaterOptions& options, GlProblem* problem);
    GlWater(const WaterShape& shape, Tasks& tasks, GlDevice& device,
            const GlWaterOptions& options) noexcept;
    void destroy() noexcept override;

    // All shaders that a water needs, each with what is put before it.
    struct ProgramText
    {
        const char* name;
        const char* defines;
    };
    static std::span<const ProgramText> programTexts();

    void enter() override;
    void leave() override;
    bool isLost() override;
    tnBackend kind() const override { return isAway_ ? tn_backendGL : tn_backendCpu; }

    tnFieldView view(tnWaterField field) override;
    void fill(tnWaterField field, float value) override;
    void load(tnWaterField field, const float* values) override;
    WaterFields& fields() override;
    void finishFields() override;
    void visitState(FunctionRef<void(Rows)> visit) override;
    void finishRestore() override;
    WaterTiles& tiles() override;

    void setEdges(const WaterEdges& edges) override;
    double applyStroke(const WaterStroke& stroke) override;
    void decayDye(const float keep[TN_MAX_WATER_DYES]) override;

    void beginStep() override;
    WaterExtremes extremes(float gravity) override;
    float fastestWater() override;
    WaveOutcome runWaves(const WavePlan& plan) override;
    double takeLate() override;
    bool skipsSpray() override;

    void displace(std::span<WaterBody* const> bodies, float keepFading) override;
    void leaveBehind(const WaterBody& body) override;
    void look(WaterBody& body) override;
    void wet(std::span<WaterBody* const> bodies, const BodyLiquid& liquid) override;

    void beginGiven() override;

    ViscousSystem viscousSystem(float amount) override;

    void sample(std::span<const tnVec2> points, float gravity, tnWaterSample* out) override;
    tnWaterTotals totals(float density, float gravity) override;

    tnResult glView(tnWaterField field, tnGlFieldView* out, const char** why) override;
    tnResult sendField(int32_t slot, tnWaterField field, tnFieldView* out) override;
    tnResult sendSamples(int32_t slot, std::span<const tnVec2> points, float gravity) override;
    FarReads* farReads() override { return &reads_; }

  private:
    // Which fields of a tile the twin has as the device does; parts of `fresh_`.
    static constexpr uint8_t kDepth = 1;
    static constexpr uint8_t kMomentum = 2;
    static constexpr uint8_t kCarriedThings = 4;
    static constexpr uint8_t kPushes = 8;
    static constexpr uint8_t kBed = 16; // the other way round: only ever sent
    static constexpr uint8_t kState = kDepth | kMomentum | kCarriedThings;

    // As water_tiles.glsl and water_exchange.comp have them.
    enum class Exchange : int32_t
    {
        out,
        in,
        zero
    };
    static constexpr int32_t kGroupColumns = 32; // of water_waves.comp
    static constexpr int32_t kPlanWords = 32;
    static constexpr int32_t kTileWords = 6;
    static constexpr int32_t kBedField = 6;
    static constexpr int32_t kFirstCarriedField = 7;

    // A field of a tile, in the order the shader wants them.
    struct Piece
    {
        uint32_t tile;
        uint32_t field;
    };

    // The head of the plan, as a step left it.
    struct Report
    {
        int32_t substeps = 0;
        double carry = 0.0;
        float entered = 0.0f;
        float lost = 0.0f;
        float fastest = 0.0f;
        float deepest = 0.0f;
        float swiftest2 = 0.0f;
        int32_t awake = 0;
        int32_t stirred = 0;
    };

    struct Programs
    {
        GlProgram waves[2]; // without and with extras
        GlProgram plan, measure, inflow, exchange, decay;
    };

    // gl_water.cpp
    bool takeDevice(GlProblem* problem);
    bool makePrograms(GlProblem* problem);
    bool makeBuffers(GlProblem* problem);
    void dropDevice() noexcept;
    bool isOnDevice();
    void moveToHost();
    void changedOnHost();
    void copyState(const State& from, const State& to) const;
    int32_t longestEdge() const;
    int32_t groupRows() const;

    // gl_water_tiles.cpp
    void bringHome();
    void goOut(float gravity);
    void writeState();
    bool readPlanes(const GlField& from, int32_t plane, Rows to);
    void writePlanes(const GlField& to, int32_t plane, Rows from);
    void readTiles();
    void writeTiles();
    void sendAsked(float gravity);
    Rows rowsOf(uint32_t field) const;
    void markTiles(int32_t column, int32_t row, int32_t columns, int32_t rows, uint8_t mark);
    static size_t pieceBytes(int32_t pieces);
    template <class Body>
    void forMarked(uint8_t mark, Body&& body);
    void addPieces(int32_t tile, uint8_t fields);
    void bring(uint8_t mark, uint8_t fields);
    void send(uint8_t mark, uint8_t fields);
    void clearPushes(uint8_t mark);
    void flushIfFull(Exchange way);
    void flushPieces(Exchange way);
    void dispatchPieces(Exchange way);
    template <class Body>
    void forRows(const Piece& piece, Body&& body) const;
    void pack(std::span<const Piece> pieces);
    void unpack(const std::byte* bytes, std::span<const Piece> pieces) const;

    // gl_water_waves.cpp
    void sendEdges();
    int32_t substepsFor(const WavePlan& plan) const;
    void planSubstep(const WavePlan& plan, int32_t phase, int32_t launched);
    void launchSubstep(const gl_params::WaterWaves& params, bool extras);
    bool anyPasses() const;
    gl_params::WaterWaves waveParams(const WaveSettings& settings) const;
    void beginCarrying();
    int64_t bytesOf(const Report& report) const;
    void takeReport(uint64_t number);
    bool sleepsThrough(const WavePlan& plan) const;
    void keepCopy();
    void takeCopy();

    // gl_water_bodies.cpp
    void markAround(const WaterBody& body);
    void noteNear();
    void askForForces(std::span<WaterBody* const> bodies, const BodyLiquid& liquid);
    void finishForces();
    void wetNow(std::span<WaterBody* const> bodies, const BodyLiquid& liquid);
    void quicken(int32_t tile, float speed) override;

    // gl_water_views.cpp
    void show();
    bool sendGround();
    tnResult findPlace(tnWaterField field, GlPlace* out);

    GlDevice& device_;
    GlWaterOptions options_;
    Arena glArena_;
    Programs programs_;
    bool isAway_ = false;      // the device is what counts, or will be
    bool isHostAhead_ = true;  // all of the twin is newer than the device
    uint8_t* fresh_ = nullptr; // by tile
    uint8_t* marks_ = nullptr; // by tile, for a moment
    uint8_t* asked_ = nullptr; // by tile: bodies are near, as the device is to know
    bool hasBodiesNear_ = false;
    bool asks_ = false;      // they have changed
    bool hasPushes_ = false; // waves have run since bodies displaced water

    GlField state_[2]; // depth, momentum x, y above one another; now, and what a substep makes
    GlField carried_[2];
    GlField deviceBed_;
    GlField pushes_;
    GlBuffer plan_; // and tiles, and sums along the edges
    GlBuffer edgeNumbers_;
    GlBuffer packed_;
    GlRows rows_;
    uint32_t* words_ = nullptr; // of tiles, on their way
    Piece* pieces_ = nullptr;
    int32_t pieceCount_ = 0;
    int32_t mostPieces_ = 0;
    float* packing_ = nullptr;
    GlReadback exchanges_;

    // Reports of steps: one each.
    GlReadback reports_;
    uint64_t taken_ = 0;     // the last one that was looked at
    uint64_t askedAt_ = 0;   // the last one before the host stirred any tile,
    uint64_t touchedAt_ = 0; // or changed what is there:
    WaterExtremes touched_;  // then it was this in those tiles
    bool isLoose_ = false;   // that was all of the water
    Report report_;
    double late_ = 0.0; // volume over the edges that nobody has been told of
    double lost_ = 0.0;
    bool carriedBefore_[kCarried] = {};

    // Copies of the state, for when the context is lost: in next_ once they are here.
    GlReadback copies_;
    uint64_t copyStep_ = 0; // steps_ when it was sent
    uint64_t keptStep_ = 0; // of the one in next_
    uint64_t steps_ = 0;

    // Forces that wait for the water of the last step.
    struct Waiting
    {
        WaterBody* body;
        BodyMotion motion;
    };
    Waiting* waiting_ = nullptr;
    WaterBody** waitingBodies_ = nullptr;
    int32_t waitingCount_ = 0;
    BodyLiquid waitingLiquid_ = {};
    int32_t waitingPieces_ = 0; // that were sent for; 0: they were too many

    // For those who look; see gl_water_views.cpp.
    GlField made_[tn_waterDye0 + TN_MAX_WATER_DYES]; // by field; taken at the first look
    bool isGroundStale_ = true;                      // in made_
    bool isShown_ = false; // the twin is ahead, and the device has the same to look at
    GlReads reads_;
    GlProblem viewProblem_;
};

} // namespace tarn
