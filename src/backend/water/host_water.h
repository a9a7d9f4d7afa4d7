// HostWater: the table of Water's operations over memory of the host.
//
// One class for the reference and the cpu backend: they differ in the kernels, which are given, and
// in how many threads work. GlWater derives from it, and has it do what it does not do itself. The
// bodies are sorted by what they do: host_water.cpp (memory, views, tiles), waves.cpp (substeps),
// wave_run.cpp (those of a step), wave_speeds.cpp, water_bodies.cpp, body_around.cpp and
// body_forces.cpp, given_surface.cpp, water_edges.cpp, strokes.cpp, water_viscosity.cpp,
// water_probe.cpp (points, totals).
#pragma once

#include "backend/water/water_backend.h"
#include "backend/water/water_places.h"
#include "backend/water/water_surface.h"
#include "backend/water/wave_rows.h"
#include "core/memory.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

struct BodyFrame;
struct BodyPlace;

class HostWater : public WaterBackend
{
  public:
    HostWater(const WaterShape& shape, const WaveRowKernels& kernels, Tasks& tasks) noexcept;
    ~HostWater() override = default;
    bool takeMemory() noexcept;
    void destroy() noexcept override;

    const WaterShape& shape() const override { return shape_; }
    tnFieldView view(tnWaterField field) override;
    void fill(tnWaterField field, float value) override;
    void load(tnWaterField field, const float* values) override;
    WaterFields& fields() override { return fields_; }
    void finishFields() override;
    void visitState(FunctionRef<void(Rows)> visit) override;
    void finishRestore() override;
    WaterTiles& tiles() override { return tiles_; }
    void wakeAll() override { tiles_.wakeAll(); }
    tnBackend kind() const override;

    void setEdges(const WaterEdges& edges) override;
    double applyStroke(const WaterStroke& stroke) override;
    void decayDye(const float keep[TN_MAX_WATER_DYES]) override;

    void beginStep() override;
    WaterExtremes extremes(float gravity) override;
    float fastestWater() override;
    WaveOutcome runWaves(const WavePlan& plan) override;

    void displace(std::span<WaterBody* const> bodies, float keepFading) override;
    void leaveBehind(const WaterBody& body) override;
    void look(WaterBody& body) override;
    void wet(std::span<WaterBody* const> bodies, const BodyLiquid& liquid) override;

    void beginGiven() override;
    double displaceBelow(std::span<WaterBody* const> bodies, float keepFading) override;
    void visitPushes(std::span<WaterBody* const> bodies, const GivenSurface& surface, float gravity,
                     FunctionRef<void(const WaterPush&)> visit) override;
    double shape(const GivenSurface& surface, double displaced) override;

    ViscousSystem viscousSystem(float amount) override;
    void loadViscous(int32_t axis) override;
    void acceptViscous(int32_t axis) override;

    void sample(std::span<const tnVec2> points, float gravity, tnWaterSample* out) override;
    tnWaterTotals totals(float density, float gravity) override;

    static constexpr int32_t kCarried = 1 + TN_MAX_WATER_DYES; // foam and dyes

    // What substeps move.
    struct State
    {
        Rows depth, momentumX, momentumY;
        Rows carried[kCarried]; // amounts per area; null: none
    };

    // Cells that one task works on in one go.
    struct Chunk
    {
        int32_t firstColumn, endColumn;
        int32_t firstRow, endRow;

        int32_t width() const { return endColumn - firstColumn; }
    };
    static constexpr int32_t kChunkColumns = 16 * kTileColumns; // working rows stay in L2

  protected:
    static constexpr uint8_t kBodiesBefore = 1; // water was displaced in this tile,
    static constexpr uint8_t kBodiesNow = 2;    // or is,
    static constexpr uint8_t kBodies = kBodiesBefore | kBodiesNow;
    static constexpr uint8_t kBodiesNear = 4; // or so near that bodies have a share in it

    struct Scratch; // working rows of a task; waves.cpp
    struct Substep; // waves.cpp

    tnFieldView frame() const; // a view but for its numbers
    Rows takeField() noexcept;
    template <class Value>
    void setAll(tnWaterField field, Value&& value);
    size_t fieldBytes() const;
    size_t rowFloats() const;
    int32_t taskCount(int32_t pieces) const;

    // Tiles.
    void chooseAwake(bool sleeps);
    void makeChunks();
    void putToSleep(int32_t tile);
    void copyTile(int32_t tile, Rows from, Rows to) const;
    void nameFields();
    void turnOver();
    int32_t tileColumnEnd(int32_t column) const;
    int32_t tileRowEnd(int32_t row) const;
    template <class Body>
    void forChunks(Body&& body);

    // water_edges.cpp
    void fillGhosts(float gravity);
    template <class Body>
    void forAlong(tnSide side, Body&& body) const;
    void fillLevel(tnSide side, float gravity);
    void fillInflow(tnSide side);
    void fillGhosts(Rows rows, int32_t mirroredAxis);
    void fillBedGhosts();
    void sumBed();
    void findCarried();
    bool edgesBring(int32_t dye) const;
    void prepareInflow(float gravity);

    // waves.cpp
    double runSubstep(float dt, const WaveSettings& settings,
                      bool sleeps); // returns the volume over the edges
    static size_t scratchBytes();
    double runChunks(const Substep& substep);
    bool isFoamyAround(int32_t tile) const;
    void findTasks(const Chunk& chunk, Scratch& scratch);
    void runChunk(const Substep& substep, const Chunk& chunk, Scratch& scratch, double* entered);
    void cellRow(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch);
    void faceRow(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch);
    void leftFluxes(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch);
    void upFluxes(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch);
    void finishRow(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch,
                   double* entered);
    void carryRow(const Substep& substep, const Chunk& chunk, int32_t j, Scratch& scratch);
    void admit(const Substep& substep, tnSide side, const FluxRow& flux, const FaceRow& inside,
               const CellRow& cells, int32_t face, int32_t cell);
    void noteTiles(const Chunk& chunk, const Scratch& scratch, const Substep& substep);

    // wave_speeds.cpp
    void measureTile(int32_t tile, float gravity);
    virtual void quicken(int32_t tile, float speed); // a cell of it has become so fast

    // strokes.cpp
    template <class Body>
    void forStroke(const WaterStroke& stroke, Body&& body);
    double addDepth(int32_t i, int32_t j, double depth, tnVec2 velocity,
                    const float dye[TN_MAX_WATER_DYES]);
    double splash(const WaterStroke& stroke);

    // body_around.cpp
    void lookAround(WaterBody& body) const;

    // water_bodies.cpp, body_forces.cpp
    bool findCorners(const BodyPlace& place, ptrdiff_t (&at)[4]) const;
    template <class Run>
    void forRuns(const BodyBox& box, int32_t more, Run&& run) const;
    template <class Body>
    void forBox(const BodyBox& box, int32_t more, Body&& body) const;
    template <class Body>
    void forTilesWith(uint8_t marks, Body&& body);
    template <class Body>
    void forBodies(std::span<WaterBody* const> bodies, int32_t perTask, Body&& body);
    BodyBox boxOf(const WaterBody& body) const;
    void displaceOne(WaterBody& body) const;
    void heap(WaterBody& body, const BodyFrame& frame) const;
    void heapAround(const WaterBody& body, const BodyPlace& place, float height) const;
    bool isAllWet(const BodyBox& box) const;
    bool isWetAround(const BodyPlace& place) const;
    BodyHead headUnder(const WaterBody& body) const;
    void gather(const WaterBody& body, Rows to);
    void markNear(const BodyBox& box);
    void beginPushes(int32_t tile);
    void settle(int32_t tile, float keepFading);
    void takeMeans(int32_t tile);
    void lookActual(WaterBody& body, const BodyBox& box) const;
    void slide(WaterBody& body, const BodyLiquid& liquid) const;
    template <class Body>
    void forWet(const WaterBody& of, Body&& body) const;
    void limitPush(WaterBody& body, const BodyLiquid& liquid) const;
    void pushBack(const WaterBody& body, float usual, float gravity);
    void leaveRest(int32_t tile, const BodyLiquid& liquid);
    void takeShares(const float* surface, int32_t first, int32_t end, int32_t j,
                    float* volumes) const;
    void shareRest(std::span<WaterBody* const> bodies, const BodyLiquid& liquid);

    // given_surface.cpp
    template <class Body>
    double sumCells(Body&& body);
    double setDepth(int32_t i, int32_t j, float to);

    // water_probe.cpp
    tnWaterSample sampleAt(const SurfacePlace& place) const;

    WaterShape shape_;
    const WaveRowKernels& kernels_;
    Tasks& tasks_;
    Arena arena_;
    WaterEdges edges_;
    State now_;
    State next_; // what a substep makes; the same as now_ in tiles that sleep
    WaterFields fields_;
    Rows pushX_, pushY_; // what the bed did to the water in this step (m^2/s), near bodies,
    Rows worked_;        // and for how long the water there was not calm (s / m: over cell size)
    Rows meanSurface_;   // before the waves, then the mean with after them, where there are bodies
    Rows gathered_;      // 0 but while bodies are at work
    Rows spare_;         // what views and viscosity make
    Rows viscous_[4];    // a, bx, by, r; x is spare_
    WaterTiles tiles_;
    uint8_t* tileWasFoamy_ = nullptr; // when the last step began, or foam was carried in it
    uint8_t* tileBodies_ = nullptr;   // kBodiesNow, kBodiesBefore, kBodiesNear
    Chunk* chunks_ = nullptr;
    int32_t chunkCount_ = 0;
    double* chunkEntered_ = nullptr; // volume over the edges
    std::byte* scratch_ = nullptr;
    int32_t scratchCount_ = 0;
    float* inflow_[4] = {};       // mass flux of each cell along an inflow edge
    bool carries_[kCarried] = {}; // whether there is any, so that substeps must move it
};

} // namespace tarn
