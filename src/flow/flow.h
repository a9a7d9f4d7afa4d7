// Flow: the 2D fluid. What happens in a step, in order.
//
//     1  solids      the caller's edits are latched; solids move and become open parts of faces
//     2  advect      dye, temperature, texture, then the velocity, along the last velocity
//     3  forces      brushes and emitters, buoyancy, body force, decay, confinement
//     4  diffusion   viscosity and diffusion: the one solver, a = 1 / amount
//     5  projection  divergence -> the one solver, a = 0 -> the gradient comes off
//     6  tracers     particles follow the new velocity
//
// Arguments have been checked by api/flow*.cpp. Numbers are a backend's (FlowBackend); there are no
// loops over cells here.
#pragma once

#include "backend/flow/flow_backend.h"
#include "core/def_edges.h"
#include "core/memory.h"
#include "core/owned.h"
#include "core/shared_tasks.h"
#include "core/slots.h"
#include "flow/late_plan.h"
#include "solve/solver.h"

#include "tarn/flow.h"

#include <array>
#include <cstdint>
#include <span>

namespace tarn
{

// A solid as the caller gave it, and where it has come to.
struct SolidState
{
    Shape shape;
    double x, y, angle; // metres, radians; 64 bits, so that many small steps add up
    Motion motion;
    bool noSlip;
    bool fixedTemperature;
    float temperature;
    tnSolidForce force; // of the last step

    Pose pose() const
    {
        return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(angle)};
    }
};

// What a saved flow may contain: whatever the public calls would accept.
struct RestoreChecks
{
    bool (*def)(const tnFlowDef&);
    bool (*brush)(const tnFlowBrush&);
};

class GlDevice;

class Flow
{
  public:
    // The def has been checked. `gl` is where tn_backendGL computes, else null. On failure *out is
    // null; what only the device knows of it is in the log then.
    static tnResult create(const tnFlowDef& def, GlDevice* gl, Flow** out);
    void destroy() noexcept;
    ~Flow() = default;

    // What pushes the fluid in a step beside strokes and forces, by FlowBackend::addImpulse.
    using Pushes = FunctionRef<void(FlowBackend&)>;
    uint32_t step(float dt, const Pushes* pushes = nullptr);

    const tnFlowDef& def() const { return def_; }

    tnResult setSettings(const tnFlowSettings& settings);
    tnResult setEdge(tnSide side, const tnFlowEdge& edge);
    // Null: uniform again. Has as many values as there are cells along the side.
    void setEdgeProfile(tnSide side, int32_t quantity, const float* values);
    int32_t cellsAlong(tnSide side) const;

    bool brush(const tnFlowBrush& brush); // false: no room
    tnResult addEmitter(const tnFlowBrush& brush, tnEmitter* out);
    tnFlowBrush* findEmitter(tnEmitter emitter) { return emitters_.find(emitter); }
    bool removeEmitter(tnEmitter emitter) { return emitters_.remove(emitter); }

    tnResult addSolid(const SolidState& solid, tnSolid* out);
    SolidState* findSolid(tnSolid solid) { return solids_.find(solid); }
    bool removeSolid(tnSolid solid);
    void solidsChanged() { solidsChanged_ = true; }
    void setMask(const uint8_t* mask);
    void paintMask(tnVec2 from, tnVec2 to, float radius, bool solid);
    // Brings SolidState::force and maskForce up to date.
    void bringForces();
    tnSolidForce maskForce() const { return maskForce_; }

    tnFieldView view(tnFlowField field);
    void setField(tnFlowField field, const float* values);
    void textureWeights(float* first, float* second) const;
    void sample(std::span<const tnVec2> points, tnFlowSample* out);

    // flow_reads.cpp: looks without waiting. tn_errorUnsupported: *why says why; else as of Reads,
    // and tn_errorUnsupported where the device is gone.
    tnResult glView(tnFlowField field, tnGlFieldView* out, const char** why);
    tnResult requestField(tnFlowField field, tnRead* out);
    tnResult requestSamples(std::span<const tnVec2> points, tnRead* out);
    tnResult readField(tnRead read, bool waits, tnFieldView* out);
    tnResult readSamples(tnRead read, bool waits, const tnFlowSample** samples, int32_t* count);
    bool endRead(tnRead read);

    tnFlowStats stats() const { return stats_; }
    tnFlowTotals totals();

    int32_t addTracers(std::span<const tnVec2> points); // how many did not fit
    void clearTracers() { backend_->setTracerCount(0); }
    std::span<const tnVec2> tracers() { return backend_->tracers(); }

    // rebuild.cpp, snapshot.cpp
    tnResult resize(int32_t nx, int32_t ny, int32_t dyeScale);
    size_t saveSize();
    size_t save(std::span<std::byte> bytes);
    // tn_errorInvalidArgument: *problem is what is wrong with the bytes. On failure nothing
    // changes.
    tnResult restore(std::span<const std::byte> bytes, const RestoreChecks& checks,
                     const char** problem);
    uint64_t hash();

    Flow() = default;
    Flow(Flow&&) noexcept = default;
    Flow& operator=(Flow&&) noexcept = default;

  private:
    static constexpr int32_t kEdgeQuantities = tn_edgeDye0 + TN_MAX_DYES;

    // An implicit solver and what its coefficients were last made from.
    struct Implicit
    {
        Owned<Solver> solver;
        float amount = 0.0f;
        uint64_t facesVersion = 0; // of the open parts and edges; 0: never set
    };
    // What must be saved of it for the next solve to have the same bits.
    struct Learnt
    {
        bool current = false; // its coefficients are those of the faces as they are
        bool stalls = false;
        float amount = 0.0f;
    };
    enum
    {
        kVelocityX,
        kVelocityY,
        kTemperature,
        kDye,
        kDiffusions
    };
    static constexpr Diffused kWhat[kDiffusions] = {Diffused::velocityX, Diffused::velocityY,
                                                    Diffused::temperature, Diffused::dye};

    tnResult takeMemory();
    tnResult makeBackend();
    tnResult makeSolvers();
    tnResult makeSolver(const ImplicitSystem& system, GlDevice* gl, Owned<Solver>* out) const;
    static FlowShape shapeOf(const tnFlowDef& def);
    FlowEdges edges();
    void fillEdgeValues(tnSide side);
    void refreshEdges();
    tnFlowEdge& edgeOf(tnSide side) { return tarn::edgeOf(def_, side); }
    void bringUpToDate(); // solids and edges, when asked about between steps
    // Makes all anew for this def (another size, other edges) and keeps the fluid. On failure
    // nothing changes.
    tnResult rebuild(const tnFlowDef& def);
    // A new flow that works with the threads of this one.
    tnResult createLike(const tnFlowDef& def, Flow** out) const;
    void takeOver(Flow& from);
    template <class Archive>
    void visitState(Archive& archive);
    template <class Archive>
    void visitFields(Archive& archive);
    template <class Archive>
    void visitAll(Archive& archive, Learnt (&learnt)[kDiffusions + 1]);
    void recall(Learnt (&learnt)[kDiffusions + 1]); // what the solvers have learnt, pressure's last
    void teach(const Learnt (&learnt)[kDiffusions + 1]);

    void moveSolids(float dt);
    void placeSolids();
    void advectTexture(float dt);
    void measureDrag();
    void measurePressure(float dt);
    void applyForces(float dt, const Pushes* pushes, uint32_t* flags);
    void diffuse(float dt, uint32_t* flags);
    tnResult solveChange(Solver& solver, const ImplicitSystem& system, const tnSolveParams& params,
                         tnSolveResult* result);
    int32_t changeLate(Solver& solver, const ImplicitSystem& system, Diffused what,
                       int32_t channel);
    int32_t diffuseOne(Implicit& implicit, Diffused what, int32_t channel, float amount,
                       uint32_t* flags);
    float reflection(float dt) const;
    float pressureGuess(float dt) const;
    void limitProjected(uint32_t* flags);
    void project(float dt, float reflected, uint32_t* flags);
    // late_projection.cpp: the same where numbers stay on a device
    bool leaveDevice(); // false: the def does not allow it
    bool projectsLate() const;
    struct LatePass;
    void projectOnce(LatePass& pass);
    void projectLate(float dt, float reflected, uint32_t* flags);
    void finishWaiting(LatePass& pass, uint32_t* flags);
    void learnLate(uint32_t* flags);
    LateGoal lateGoal(const LateMeasure& measure);
    void noteLate(const LateMeasure& measure, bool missed, uint32_t* flags);
    FlowStroke strokeOf(const tnFlowBrush& brush, float dt) const;
    float pressurePerPressed() const;

    tnFlowDef def_ = {};
    Owned<SharedTasks> tasks_; // outlives what works with it
    Owned<FlowBackend> backend_;
    Implicit pressure_;
    GlDevice* gl_ = nullptr; // of tn_backendGL
    Implicit late_;          // the pressure's solver there
    LatePlan latePlan_;
    float lateMean_ = 0.0f; // of the divergence, where no edge is open
    Implicit diffusions_[kDiffusions];

    Arena arena_;
    float* edgeValues_[4][kEdgeQuantities] = {}; // one for each cell along the side
    bool edgeProfiled_[4][kEdgeQuantities] = {};
    Slots<SolidState, tnSolid> solids_;
    FlowSolid* placed_ = nullptr; // the solids in use, for the backend
    int32_t placedCount_ = 0;
    tnSolidForce* forces_ = nullptr; // by slot
    tnSolidForce maskForce_ = {};
    bool forcesLate_ = false; // those of the last step are not there yet
    uint8_t* mask_ = nullptr; // nx * ny; 1: solid
    bool masked_ = false;     // any is
    Slots<tnFlowBrush, tnEmitter> emitters_;
    tnFlowBrush* brushes_ = nullptr; // waiting for the next step
    int32_t brushCount_ = 0;
    FlowStroke* strokes_ = nullptr;

    bool solidsChanged_ = true;
    bool edgesChanged_ = true;
    bool velocityGiven_ = false; // set from outside, and not free of divergence yet
    uint32_t pendingFlags_ = 0;
    uint64_t facesVersion_ = 1;
    double texturePhase_ = 0.0; // of the first layer, 0 to 1
    float lastDt_ = 0.0f;
    bool reflects_ = false; // the next step may; see reflection()
    bool startled_ = true; // new edges push at once: the next pressure is no step's like the others
    tnFlowStats stats_ = {};
    Reads reads_;
};

} // namespace tarn
