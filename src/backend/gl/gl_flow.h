// GlFlow: the table of Flow's operations on a GPU.
//
// Fields are kept twice: on the device, and in HostFlow, which this is one of. Each group of fields
// is fresh on one side or on both. An operation runs on the device, or brings what it needs to the
// host, where HostFlow does it. All of a step runs on the device, among solids too, but for
// conserving advection where they cut finer dye cells. Solids are drawn by the host, whose open
// parts of faces and links are copied; so are what walls give to viscosity and the weights of
// forces. Totals, samples and views are the host's.
//
// Shaders are in shaders/flow_*.comp. Numbers beyond the edges are stored with the nodes they
// belong to. A step reads nothing back: sums come with a report, steps later (see GlReadback).
#pragma once

#include "backend/flow/host_flow.h"
#include "backend/gl/gl_device.h"
#include "backend/gl/gl_field.h"
#include "backend/gl/gl_readback.h"
#include "backend/gl/gl_views.h"
#include "backend/gl/shaders/params.h"

namespace tarn
{

inline constexpr size_t kReportBytes = 3 * 4 * sizeof(float); // see flow_report.comp

class GlFlow final : public HostFlow
{
  public:
    GlFlow(const FlowShape& shape, GlDevice& device, Tasks& tasks) noexcept;
    ~GlFlow() override;
    // False: *problem says why; tn_errorOutOfMemory or tn_errorUnsupported.
    tnResult takeDevice(GlProblem* problem);
    void destroy() noexcept override;

    // A program: for flows among solids or without, and of those that carry, for so many fields
    // side by side.
    struct ProgramText
    {
        int32_t number;
        bool among;
        int32_t width; // 0: it does not matter
        const char* name;
        const char* defines;
    };
    // Visits all of them; stops where visit returns false, and returns that.
    using VisitProgram = FunctionRef<bool(const ProgramText& text)>;
    static bool visitPrograms(bool rings, VisitProgram visit);

    void enter() override;
    void leave() override;

    tnFieldView view(tnFlowField field, float pressurePerPressed) override;
    Rows rows(tnFlowField field) override;
    Rows pressed() override;
    void copyFluid(FlowBackend& from) override;

    void setEdges(const FlowEdges& edges) override;
    bool setSolids(const FlowSolids& solids) override;
    void finishVelocity() override;
    void finishScalars() override;

    void advectVelocity(float rate, tnAdvection scheme, float reflection, bool ahead) override;
    void acceptVelocity() override;
    void announceScalars(tnAdvection, tnAdvection) override {} // a dispatch each, all the same
    int32_t advectScalars(float rate, tnAdvection dye, tnAdvection temperature, bool* cut) override;
    void advectTexture(float rate, const bool renew[2]) override;
    void advectTracers(float rate) override;

    bool applyStrokes(std::span<const FlowStroke> strokes, float maxSpeed, float most) override;
    void addImpulse(const FlowImpulse& impulse) override;
    bool limitVelocity(float maxSpeed) override;
    bool applyForces(const FlowForces& forces, float dt, float maxSpeed) override;

    ImplicitSystem diffusionSystem(Diffused what, int32_t channel, float amount,
                                   bool coefficients) override;
    void beginChange(Diffused what, int32_t channel) override;
    void addChange(RowOf change) override;
    void acceptDiffused(Diffused what, int32_t channel) override;

    void beginDivergence(float guess) override;
    VelocityMeasure subtractPotential(RowOf potential, float guess, float keep) override;
    void addPressed(float factor) override;
    void scalePressed(float factor) override;

    bool isLost() override { return !left_ && device_.isLost(); }
    void leaveDevice() override;

    bool projectsOnDevice() const override { return isHot(); }
    bool diffusesOnDevice() const override { return isHot() && !lacksGiven_; }
    void changeTo(Backend& solver, const Level& finest, float a, float scale) override;
    void addField(Backend& solver, FieldId x) override;
    bool isClosed() const override;
    bool conductTo(Backend& solver, const Level& finest, float scale) override;
    void divergenceTo(Backend& solver, FieldId r, float guess, const LateScale& scale,
                      bool first) override;
    void setAside(Backend& solver, const Level& finest) override;
    void subtractField(Backend& solver, const Level& finest, bool refined, float guess, float keep,
                       bool first) override;
    void publish(int64_t step) override;
    LateMeasure measureOf(int64_t step) override;

    VelocityMeasure measureVelocity() override;
    void measureDrag(float viscosity, std::span<const FlowSolid> bodies, tnSolidForce* bySlot,
                     tnSolidForce* mask) override;
    void measurePressure(float density, float dt, std::span<const FlowSolid> bodies,
                         tnSolidForce* bySlot, tnSolidForce* mask) override;
    void bringForces(std::span<const FlowSolid> bodies, tnSolidForce* bySlot,
                     tnSolidForce* mask) override;
    void sample(std::span<const tnVec2> points, float pressurePerPressed,
                tnFlowSample* out) override;
    tnFlowTotals totals(float density, float ambient) override;

    int32_t addTracers(std::span<const tnVec2> points) override;
    bool setTracerCount(int32_t count) override;
    int32_t tracerCount() const override { return tracerCount_; }
    std::span<tnVec2> tracers() override;

    tnResult glView(tnFlowField field, float pressurePerPressed, tnGlFieldView* out,
                    const char** why) override;
    tnResult sendField(int32_t slot, tnFlowField field, float pressurePerPressed,
                       tnFieldView* out) override;
    tnResult sendSamples(int32_t slot, std::span<const tnVec2> points,
                         float pressurePerPressed) override;
    FarReads* farReads() override { return &reads_; }

  private:
    // Fields that travel together.
    enum Group : uint32_t
    {
        kVelocity = 1,
        kPressed = 2,
        kDyes = 4,
        kTemperature = 8,
        kTexture = 16,
        kScalars = kDyes | kTemperature,
        kAll = 31
    };
    // Cells that the flow carries, as one buffer of equal fields: groups of up to four, which lie
    // side by side in each cell, so that they are looked up together.
    struct CarriedCells
    {
        GlBuffer now, hat, next;
        const Field* hosts[TN_MAX_DYES] = {};
        int32_t count = 0;
        int32_t width = 1; // of a group
        int32_t scale = 1;
        int32_t quantity = 0; // its row of edge values; see flow_grid.glsl. Below 0: none
        size_t fieldBytes = 0;

        size_t groups() const { return static_cast<size_t>((count + width - 1) / width); }
    };
    // What walls and edges give to the r of a diffusion among solids, and which nodes are free.
    struct GivenNodes
    {
        GlBuffer buffer; // made when it is first needed
        bool stale = true;
        float amount = 0.0f;
    };
    struct DiffusedField
    {
        Group group;
        Carried* host;
        const GlBuffer& buffer;
    };
    enum Program
    {
        kTrace,
        kMove,
        kMoveCorrect,
        kCarry,
        kCarryCorrect,
        kCarryBoth,
        kCarryFine,
        kCarryFineCorrect,
        kMostSwept,
        kSweep,
        kCarryTexture,
        kTracers,
        kReflect,
        kDivergence,
        kSubtract,
        kSubtractRefined,
        kReport,
        kStroke,
        kPull,
        kDecay,
        kRefill,
        kConduct,
        kForce,
        kChange,
        kChanged,
        kToPlanes,
        kFromPlanes,
        kPrograms
    };
    struct Band
    {
        int32_t begin = 0;
        int32_t end = 0; // none where that is not beyond the beginning
    };
    static constexpr int32_t kEveryRow = 1 << 30;
    // A stroke's nodes: a component of velocity, or some fields of carried cells.
    struct StrokedNodes
    {
        int32_t target = 0; // see flow_stroke.comp
        const CarriedCells* cells = nullptr;
        double scale = 1.0;
        double phaseX = 0.0, phaseY = 0.0;
        int32_t columns = 0, rows = 0;
        float most = 0.0f;
        int32_t fields = 0;
        int32_t field[TN_MAX_DYES] = {};
        float amount[TN_MAX_DYES] = {};

        void add(int32_t which, float much)
        {
            field[fields] = which;
            amount[fields++] = much;
        }
    };
    static constexpr int32_t kMostStrokes = 256;        // on the device at a time
    static constexpr int32_t kMostForceNodes = 1 << 17; // 8 MiB: walls of 40000 cells
    static constexpr int32_t kForceNodesAtOnce = 256;
    // Rows of values along an edge; see flow_grid.glsl.
    static constexpr size_t kEdgeRows = 3 + TN_MAX_DYES;
    static constexpr int32_t kTemperatureRow = 2;
    static constexpr int32_t kDyeRow = 3;

    // Whether what fills a step runs on the device now.
    bool isHot() const { return !left_; }

    // gl_flow.cpp
    tnResult compile(GlProblem* problem);
    bool takeBuffers();
    void needHost(uint32_t groups);
    void needDevice(uint32_t groups);
    void wroteHost(uint32_t groups);
    void wroteDevice(uint32_t groups);
    void transfer(uint32_t group, bool toDevice);
    // The whole of a field's memory, numbers beyond its edges included.
    static std::span<std::byte> bytesOf(const Field& field);
    static std::span<std::byte> bytesOf(const Links& links);
    void transferField(const GlBuffer& buffer, size_t offset, const Field& field, bool toDevice);
    void transferCells(const CarriedCells& cells, bool toDevice);
    bool needsWidth(int32_t width) const;
    void uploadEdges();
    void run(Program program, const gl_params::Flow& p, std::initializer_list<GlBinding> buffers,
             GlGroups groups);
    gl_params::Flow params() const;
    gl_params::Flow paramsFor(const CarriedCells& cells) const;
    static GlGroups groupsFor(int32_t columns, int32_t rows);
    GlGroups tiles() const;
    size_t edgeStride() const;
    size_t offsetV() const;  // bytes of faces x
    size_t blocksAt() const; // bytes before those of blocks among the links
    size_t blocks() const;
    size_t dyeLinksAt() const;

    // gl_flow_advect.cpp
    void carryOnDevice(CarriedCells& cells, float rate, tnAdvection scheme);
    float mostSweptOnDevice(const CarriedCells& cells, float whole);
    int32_t sweepOnDevice(CarriedCells& cells, float rate, bool* cut);
    int32_t carryByFluxesOnHost(Group group, float rate, bool* cut);

    // gl_flow_project.cpp
    void centrePressed();

    // gl_flow_tracers.cpp
    void bringTracers();

    // gl_flow_solids.cpp
    uint32_t fieldGroups() const;
    bool moveSolids(const FlowSolids& solids);
    void noteRefill(const Refill& refill) override;
    void sendRefills();
    void noteDrawn();
    void uploadSolids();
    void finishOnDevice(bool velocity);
    class ForceLists;
    bool listForceNodes(std::span<const FlowSolid> bodies);
    void sumForces(bool drag, float unit, std::span<const FlowSolid> bodies);

    // gl_flow_diffuse.cpp
    DiffusedField diffusedField(Diffused what);
    ImplicitSystem systemOfNothing(Diffused what, int32_t channel, float amount, bool coefficients);
    gl_params::Flow paramsForChange(const GlField& solved) const;

    // gl_flow_forces.cpp
    class StrokeBatches;

    // gl_flow_views.cpp
    GlPlace placeIn(const GlBuffer& buffer, size_t offset, const Field& field) const;
    GlPlace placeOfCarried(const CarriedCells& cells, int32_t which) const;
    tnResult findPlace(tnFlowField field, float pressurePerPressed, GlPlace* out);
    float meanPerSum() const;
    tnResult makeOnDevice(tnFlowField field, const GlViewProgram& wanted, const GlBuffer& from,
                          float scale, GlPlace* out);
    tnResult copyFromHost(tnFlowField field, GlPlace* out);

    GlDevice& device_;
    static constexpr int32_t kWidths = 3;       // of groups: 1, 2, 4
    GlProgram programs_[2][kPrograms][kWidths]; // without solids and among them
    uint32_t onHost_ = kAll;                    // fresh there
    uint32_t onDevice_ = 0;                     // and there
    bool movedOnDevice_ = false;
    bool left_ = false; // the device, for good
    // Rows of velocity cells around which the device has not got the solids that the host has.
    Band staleSolids_ = {0, kEveryRow};
    bool facesMoved_ = false; // the velocity has not been finished since
    bool edgesStale_ = true;  // numbers beyond the edges are not those of the edges now
    bool scalarEdgesStale_ = true;

    GlBuffer velocityNow_, velocityHat_, velocityNext_, velocityReflected_; // faces x, then y
    GlBuffer pressedNow_, pressedNext_; // and sums of tiles behind
    GlBuffer faces_;     // of solids: open parts, and velocities of what covers the rest
    GlBuffer linkBytes_; // of cells, of blocks, of dye cells
    GlBuffer ways_;
    GlBuffer edgeValues_;
    GlBuffer before_; // sums of tiles, of the first round of a projection
    GlBuffer later_;  // and of others
    GlBuffer cut_;    // whether a speed was, in this step
    GlBuffer report_;
    GlBuffer none_; // for what a program does not use
    CarriedCells dyeCells_;
    CarriedCells temperatureCells_;
    CarriedCells textureCells_;
    GlBuffer tracerPoints_;
    bool tracersOnDevice_ = false; // those there count
    gl_params::FlowStrokeNodes strokeWords_[kMostStrokes];
    GivenNodes given_[4];     // by Diffused; nothing gives dye any
    bool lacksGiven_ = false; // there was no memory for it
    int32_t channel_ = 0;     // of the dye that is being diffused
    struct FreedCell
    {
        int32_t i, j;
        uint32_t sides;
        int32_t unused;
    };
    FreedCell freed_[256]; // of one layer of one grid, to be sent
    int32_t freedCount_ = 0;
    Refill lastFreed_ = {};
    bool refills_ = false;                          // on the device, as the host draws
    GlBuffer forceNodes_, forceOwners_, forceSums_; // see flow_force.comp; made when first needed
    gl_params::FlowForceNode forceWords_[kForceNodesAtOnce];
    bool forcesStale_ = true; // the lists are not of the solids as they are
    bool forcesFit_ = false;  // they do on the device
    bool forcesOnDevice_ = false;
    GlReadback reports_;
    struct Published
    {
        int64_t step = -1;
        uint64_t number = 0;
    };
    Published published_[GlReadback::kMostSlots];

    // For those who look; see gl_flow_views.cpp.
    GlField made_[tn_flowDye0]; // by field; taken at the first look
    GlReads reads_;
    GlProblem viewProblem_;
    uint32_t copied_ = 0; // bits of fields in made_ that are as the host's
};

// Null: *result and *problem say why. The device and tasks must outlive it.
FlowBackend* createGlFlow(const FlowShape& shape, GlDevice& device, Tasks& tasks, tnResult* result,
                          GlProblem* problem);

} // namespace tarn
