// The table of whole-field operations that Flow is made of.
//
// src/flow lists what happens in a step and calls these; a backend owns the numbers. Lengths inside
// are in cells and velocities in m/s, unless a comment says otherwise; `rate` is dt over the size
// of a cell, so that rate * velocity is a way in cells.
//
// The grid is staggered. In cells, cell (i, j) has its middle at (i + 1/2, j + 1/2); velocity x of
// face (i, j) lies at (i, j + 1/2), velocity y at (i + 1/2, j), vorticity at corners (i, j). Dye
// cells are 1/scale as wide. On a periodic axis of n cells, face n is a copy of face 0.
#pragma once

#include "backend/backend.h"
#include "backend/flow/confinement.h"
#include "core/function_ref.h"
#include "core/tasks.h"
#include "core/work_scope.h"
#include "field/reads.h"
#include "field/rows.h"
#include "field/shape.h"

#include "tarn/flow.h"
#include "tarn/solver.h"

#include <cstdint>
#include <span>

namespace tarn
{

// What a flow's fields are made for. Fixed for the life of a backend.
struct FlowShape
{
    int32_t nx = 1;
    int32_t ny = 1;
    float cellSize = 1.0f; // metres
    tnVec2 origin = {};    // metres
    int32_t dyeChannels = 0;
    int32_t dyeScale = 1;
    bool temperature = false;
    bool texture = false;
    int32_t tracerCapacity = 0;
    int32_t solidCapacity = 0;
    bool wrapX = false; // periodic
    bool wrapY = false;

    int32_t dyeColumns() const { return nx * dyeScale; }
    int32_t dyeRows() const { return ny * dyeScale; }
};

// One edge, with a value for each cell along it. The arrays are the caller's and stay valid.
struct FlowEdge
{
    tnFlowEdgeType type = tn_flowWall;
    bool noSlip = false;
    bool fixedTemperature = false;
    const float* normal = nullptr;     // into the grid
    const float* tangential = nullptr; // along +x or +y
    const float* temperature = nullptr;
    const float* dye[TN_MAX_DYES] = {};
};

struct FlowEdges
{
    FlowEdge sides[4]; // by tnSide

    const FlowEdge& operator[](tnSide side) const { return sides[side]; }
};

// A solid as it is now. Slots are numbered by the caller, from 0; forces come back by slot.
struct FlowSolid
{
    PlacedShape shape; // metres
    Pose pose;
    Motion motion;
    int32_t slot = 0;
    bool noSlip = true;
    bool fixedTemperature = false;
    float temperature = 0.0f;
};

struct FlowSolids
{
    std::span<const FlowSolid> bodies;
    const uint8_t* mask = nullptr; // nx * ny, not 0: solid; null: none
};

// Accelerations and decays; see tnFlowSettings.
struct FlowForces
{
    tnVec2 acceleration = {};
    tnVec2 lift = {};     // gravity times thermal expansion, upwards for warm: m/s^2 per K
    float ambient = 0.0f; // K
    tnVec2 weight[TN_MAX_DYES] = {}; // gravity times weight: m/s^2 per unit of dye
    float keepVelocity = 1.0f;       // what dissipation leaves in a step
    float keepTemperature = 1.0f;
    float keepDye[TN_MAX_DYES] = {};
    Confinement confinement;
};

// A brush in cells, for one step.
struct FlowStroke
{
    double fromX = 0.0, fromY = 0.0, toX = 0.0, toY = 0.0; // cells
    double radius = 1.0;                                   // cells
    bool holds = false;                                    // else adds
    float holdDt = 0.0f;                                   // rate times dt, of holding
    bool velocityToo = true, dyeToo = true, temperatureToo = true;
    tnVec2 velocity = {};
    float dye[TN_MAX_DYES] = {};
    float temperature = 0.0f;
};

// A push at a point, in amounts that one cell would get alone; the cells around share it.
struct FlowImpulse
{
    double x = 0.0, y = 0.0; // cells
    tnVec2 velocity = {};    // m/s
    float inward = 0.0f;     // m/s through each face of the cell: only pressure comes of it
};

// A velocity, measured.
struct VelocityMeasure
{
    double divergence = 0.0; // the root of the sum of its squares over cells, per cell (m/s)
    float maxSpeed = 0.0f;   // m/s
};

// From divergence to a solver's r on a device: scale * (divergence - mean).
struct LateScale
{
    float scale = 1.0f;
    float mean = 0.0f;
};

// What a projection on a device came to, once it has become known.
struct LateMeasure
{
    int64_t step = -1;     // as given to publish; below 0: nothing is known yet
    double before = 0.0;   // divergence, in VelocityMeasure's way: of the velocity,
    double guessed = 0.0;  // less the guess,
    double after = 0.0;    // and in the end
    double excess = 0.0;   // the sum of all divergence: what a closed region has too much
    float maxSpeed = 0.0f; // m/s
    bool cut = false;      // a speed was beyond its limit
};

// For the even and for the odd columns of a row.
struct ColumnFactors
{
    float even = 1.0f, odd = 1.0f;
};

// Something the one solver can solve, in the rows that Solver takes. b of faces towards a value
// that is given has moved into a and r.
struct ImplicitSystem
{
    int32_t nx = 0; // unknowns
    int32_t ny = 0;
    tnEdge left = tn_edgeNeumann, right = tn_edgeNeumann;
    tnEdge bottom = tn_edgeNeumann, top = tn_edgeNeumann;
    ConstRows a, bx, by;
    float aEverywhere = 0.0f; // where a is null
    Rows r, x;
    bool changes = false; // x is to be solved for by its change (see changeRow),
    Rows change;          // and there is room for that
};

// Which unknowns an implicit system is about.
enum class Diffused
{
    velocityX,
    velocityY,
    temperature,
    dye // channel given beside it
};

class FlowBackend
{
  public:
    virtual ~FlowBackend() = default;
    virtual void destroy() noexcept = 0;

    virtual const FlowShape& shape() const = 0;

    // ---- Fields on the host. A field that is made when asked for is made by this call.
    virtual tnFieldView view(tnFlowField field, float pressurePerPressed) = 0;
    virtual Rows rows(tnFlowField field) = 0; // of those that are state: for loading and saving
    virtual Rows pressed() = 0; // pressure * dt / (density * cellSize), of the last step

    // Takes the fluid of another flow, whatever its resolution.
    virtual void copyFluid(FlowBackend& from) = 0;

    // ---- Edges and solids
    virtual void setEdges(const FlowEdges& edges) = 0;

    // Solids become open parts of faces, velocities of shut ones, and links between cells. Cells
    // that come free take the mean of the free ones around them. True when any open part changed.
    virtual bool setSolids(const FlowSolids& solids) = 0;
    virtual bool hasSolids() const = 0;

    // Gives shut faces and edges their velocities, and fills what lies beyond the edges.
    virtual void finishVelocity() = 0;
    virtual void finishScalars() = 0;

    // ---- Motion
    // Follows the velocity from every cell, back in time, and `ahead` as MacCormack needs it, and
    // moves the velocity along these ways. With `reflection` not 0, what moves is the velocity less
    // that much of the gradient of what is pressed. First of all motion; what else moves needs the
    // velocity as it was, which stays until it is accepted.
    virtual void advectVelocity(float rate, tnAdvection scheme, float reflection, bool ahead) = 0;
    virtual void acceptVelocity() = 0;

    // Before advectVelocity: advectScalars will come, with these schemes. Where that saves a pass
    // through memory, they move along with the velocity then.
    virtual void announceScalars(tnAdvection /*dye*/, tnAdvection /*temperature*/) {}

    // Dye and temperature. Returns the substeps taken by tn_advectionConserving, 0 if none were;
    // *cut when their number was at its limit and the flow was taken to be slower.
    virtual int32_t advectScalars(float rate, tnAdvection dye, tnAdvection temperature,
                                  bool* cut) = 0;

    // Texture coordinates, by layer; `renew` starts it afresh.
    virtual void advectTexture(float rate, const bool renew[2]) = 0;

    virtual void advectTracers(float rate) = 0;

    // ---- Forces
    // Speeds stay within `maxSpeed`, the rest within `most`. Returns whether a speed was cut.
    virtual bool applyStrokes(std::span<const FlowStroke> strokes, float maxSpeed, float most) = 0;
    // Faces that are given or shut get nothing; the open ones of a point get all. After the last
    // one: limitVelocity, which returns whether a speed was cut.
    virtual void addImpulse(const FlowImpulse& impulse) = 0;
    virtual bool limitVelocity(float maxSpeed) = 0;
    // Returns whether a speed was cut to `maxSpeed`.
    virtual bool applyForces(const FlowForces& forces, float dt, float maxSpeed) = 0;

    // ---- Implicit parts
    // Viscosity or diffusion as a system, where amount is diffusivity * dt / cellSize^2. x is the
    // field itself, in place. With `coefficients` false, a, bx and by are as the last time for
    // these unknowns and are left out. nx = 0 when there are no unknowns. Where system.changes, r
    // is room too.
    virtual ImplicitSystem diffusionSystem(Diffused what, int32_t channel, float amount,
                                           bool coefficients) = 0;
    // r for the change of x, of the system asked for last: row by row, times a factor, once begun.
    virtual void beginChange(Diffused what, int32_t channel) = 0;
    virtual void changeRow(int32_t j, float factor, float* row) = 0;
    using RowOf = FunctionRef<const float*(int32_t j, float* buffer)>;
    // x += the change; row by row, times factors, at the same time, when changeRow will not be
    // asked for the rows beside it any more.
    virtual void addChange(RowOf change) = 0;
    virtual void addChangeRow(int32_t j, const float* change, ColumnFactors factors) = 0;
    // After x was solved for; velocity x before y.
    virtual void acceptDiffused(Diffused what, int32_t channel) = 0;

    // The system for the potential: a = 0, b = open parts, in cells; r and x are room for it.
    virtual ImplicitSystem pressureSystem() = 0;
    // r of the pressure system for what the velocity less `guess` times the gradient of pressed
    // has of divergence: row by row, times a factor, once this has been called.
    virtual void beginDivergence(float guess) = 0;
    virtual void divergenceRow(int32_t j, float factor, float* row) = 0;
    // After all rows: that of the velocity itself, in VelocityMeasure's way.
    virtual double divergenceBefore() = 0;
    virtual int64_t openCells() const = 0;

    // velocity -= gradient of (guess * pressed + x); pressed = keep * pressed + x, where row j of x
    // comes from `potential`.
    virtual VelocityMeasure subtractPotential(RowOf potential, float guess, float keep) = 0;
    // velocity += factor * gradient of pressed: undoes a reflection.
    virtual void addPressed(float factor) = 0;
    virtual void scalePressed(float factor) = 0;

    // ---- Projection on a device. Numbers stay there, and sums are known later; the rows above are
    // for when this is not possible.
    virtual bool projectsOnDevice() const { return false; }
    virtual bool isClosed() const { return false; } // no edge lets pressure out
    // Writes the coefficients of the pressure system where a solver there has them, times `scale`.
    // False: it does not, and the solver must be given them.
    virtual bool conductTo(Backend&, const Level& /*finest*/, float /*scale*/) { return false; }
    // r of the pressure system, as divergenceRow makes it, less its mean as it is known, times
    // `scale`, to a field of a solver's backend on the same device. The first of a step is
    // measured.
    virtual void divergenceTo(Backend&, FieldId /*r*/, float /*guess*/, const LateScale& /*scale*/,
                              bool /*first*/)
    {
    }
    // Sets x of a solver's level there aside, in its field p, and leaves in r what that does not
    // solve: the x found for this is small, and rounded less.
    virtual void setAside(Backend&, const Level& /*finest*/) {}
    // As subtractPotential, x being that of a level of that backend; where it is refined, what was
    // set aside counts too. Where no edge lets pressure out, the mean of what is pressed is that of
    // the last change.
    virtual void subtractField(Backend&, const Level& /*finest*/, bool /*refined*/, float /*guess*/,
                               float /*keep*/, bool /*first*/)
    {
    }
    // Ends a step: what it measured will be known, under this number, without waiting for it.
    virtual void publish(int64_t /*step*/) {}
    // Waits for it where the device is so far behind.
    virtual LateMeasure measureOf(int64_t /*step*/) { return {}; }

    // ---- Diffusion on a device, likewise. The r of the system asked for last (diffusionSystem,
    // beginChange), to the finest level of a solver there, times `scale`: that of the change, or
    // among solids that of the new values, with the old ones in p, for the solver to take A p off.
    virtual bool diffusesOnDevice() const { return false; }
    virtual void changeTo(Backend&, const Level& /*finest*/, float /*a*/, float /*scale*/) {}
    // The field += x, finished.
    virtual void addField(Backend&, FieldId /*x*/) {}

    // Whether the device is gone, with what was there. From leaveDevice on the host does
    // everything, with what it knows.
    virtual bool isLost() { return false; }
    virtual void leaveDevice() {}

    // Around many operations, where taking turns with others on a device costs time.
    virtual void enter() {}
    virtual void leave() {}

    // ---- What comes out
    virtual VelocityMeasure measureVelocity() = 0;
    // Forces on solids, by slot, and on the mask; each writes its part of them. Drag is what the
    // velocity of now makes of it: asked for between viscosity and projection, when walls hold it.
    virtual void measureDrag(float viscosity, std::span<const FlowSolid> bodies,
                             tnSolidForce* bySlot, tnSolidForce* mask) = 0;
    // density in kg/m^3, dt in s.
    virtual void measurePressure(float density, float dt, std::span<const FlowSolid> bodies,
                                 tnSolidForce* bySlot, tnSolidForce* mask) = 0;
    // Both may leave their sums on a device; this brings them, and waits for them.
    virtual void bringForces(std::span<const FlowSolid> /*bodies*/, tnSolidForce* /*bySlot*/,
                             tnSolidForce* /*mask*/)
    {
    }
    virtual void sample(std::span<const tnVec2> points, float pressurePerPressed,
                        tnFlowSample* out) = 0;
    virtual tnFlowTotals totals(float density, float ambient) = 0;

    // ---- Looks that nobody waits for, where fields lie on a device. tn_errorUnsupported: they do
    // not, or cannot be had there, and *why says so; tn_errorOutOfMemory.
    virtual tnResult glView(tnFlowField, float /*pressurePerPressed*/, tnGlFieldView*,
                            const char** why)
    {
        *why = "it is not on a GPU; see tnFlowDef.backend";
        return tn_errorUnsupported;
    }
    // A field, or samples of all, as they are now, on their way in a slot of farReads. The frame of
    // the view is filled in.
    virtual tnResult sendField(int32_t /*slot*/, tnFlowField, float /*pressurePerPressed*/,
                               tnFieldView*)
    {
        return tn_errorUnsupported;
    }
    virtual tnResult sendSamples(int32_t /*slot*/, std::span<const tnVec2>,
                                 float /*pressurePerPressed*/)
    {
        return tn_errorUnsupported;
    }
    virtual FarReads* farReads() { return nullptr; }

    // ---- Tracers
    virtual int32_t addTracers(std::span<const tnVec2> points) = 0; // how many did not fit
    virtual bool setTracerCount(int32_t count) = 0; // false: there is no room for so many
    // As far as is known; on a device, with those that left since they were last brought.
    virtual int32_t tracerCount() const = 0;
    virtual std::span<tnVec2> tracers() = 0; // brings them
};

using FlowScope = WorkScope<FlowBackend>;

// Null when there is no memory. `tasks` must outlive the backend. Of the host; see createGlFlow.
FlowBackend* createFlowBackend(const FlowShape& shape, tnBackend backend, Tasks& tasks);

} // namespace tarn
