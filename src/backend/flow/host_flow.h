// HostFlow: the table of Flow's operations over memory of the host.
//
// One class for the reference and the cpu backend: they differ in the kernels of advection, which
// are given, and in how many threads work. Everything is done in rows (or bands of them) that do
// not depend on one another; sums are made per row and then in order.
//
// The bodies are sorted by what they do: host_flow.cpp (memory, views), boundary.cpp (edges),
// rasterize.cpp, solid_links.cpp and refill.cpp (solids), carry.cpp (advection), conserve.cpp,
// forces.cpp, impulse.cpp, project.cpp, diffuse.cpp, solid_forces.cpp, probe.cpp (points, totals,
// tracers).
#pragma once

#include "backend/flow/flow_backend.h"
#include "backend/flow/flow_grid.h"
#include "backend/flow/lagging_sweep.h"
#include "backend/flow/row_kernels.h"
#include "backend/flow/solid_block.h"
#include "backend/flow/stroke_turns.h"
#include "core/memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tarn
{

// Numbers of a field in padded rows; see flow_grid.h.
struct Field
{
    float* first = nullptr; // of node (0, 0)
    int32_t columns = 0;
    int32_t rows = 0;
    size_t stride = 0;

    float* row(int32_t j) const
    {
        return first + static_cast<ptrdiff_t>(j) * static_cast<ptrdiff_t>(stride);
    }
    operator Rows() const { return {first, stride}; }
    operator ConstRows() const { return {first, stride}; }
};

// A field that is carried along: as it is, and two buffers for the way.
struct Carried
{
    Field now;
    Field hat;
    Field next;

    void advance() { std::swap(now, next); }
};

// Bytes of links with their border.
struct Links
{
    uint8_t* first = nullptr;
    int32_t stride = 0;
    int32_t nx = 0;
    int32_t ny = 0;

    uint8_t* row(int32_t j) const { return first + static_cast<ptrdiff_t>(j) * stride; }
};

// The force of the fluid on one owner of faces (N, N m).
struct ForceSums
{
    double x = 0.0, y = 0.0, torque = 0.0;

    ForceSums& operator+=(const ForceSums& other)
    {
        x += other.x;
        y += other.y;
        torque += other.torque;
        return *this;
    }
};

// Bits of links beside those of Link. The cell has just come free: set only while solids are drawn.
inline constexpr uint8_t kLinkFreed = 32;
// A dye cell is in the part of its velocity cell that the flow passes through (conserve.cpp). On
// the grid of velocity the same bit is kLinkTouchedWithin.
inline constexpr uint8_t kLinkMainPart = 128;

// Who covers a face: 0 nobody, 1 the mask, 2 + slot a solid.
using FaceOwner = uint16_t;
inline constexpr FaceOwner kNobody = 0;
inline constexpr FaceOwner kMaskOwner = 1;
inline constexpr FaceOwner kFirstSolid = 2;

// What an owner of faces is like; one for each FaceOwner.
struct OwnerTraits
{
    bool sticks = true; // the fluid at its surface moves with it
    bool fixedTemperature = false;
    float temperature = 0.0f;
    float spin = 0.0f; // rad/s
};

// What lies beyond an edge of a scalar field: a copy of the edge's cell, a value, or what makes the
// edge itself have the value.
enum class Beyond
{
    copy,
    value,
    mirrored
};

// Values beyond the edges of a scalar field, one for each velocity cell along the edge.
struct ScalarEdges
{
    Beyond kind[4] = {};
    const float* values[4] = {};

    float value(int32_t side, int32_t cell) const
    {
        return values[side] != nullptr ? values[side][cell] : 0.0f;
    }
};

class HostFlow : public FlowBackend
{
  public:
    HostFlow(const FlowShape& shape, const AdvectKernels& kernels, const FlowRowKernels& rows,
             Tasks& tasks) noexcept;
    ~HostFlow() override = default;
    bool takeMemory() noexcept;
    void destroy() noexcept override;

    const FlowShape& shape() const override { return shape_; }

    tnFieldView view(tnFlowField field, float pressurePerPressed) override;
    Rows rows(tnFlowField field) override;
    Rows pressed() override { return pressed_; }

    void copyFluid(FlowBackend& from) override;

    void setEdges(const FlowEdges& edges) override;
    bool setSolids(const FlowSolids& solids) override;
    bool hasSolids() const override { return anySolids_; }
    void finishVelocity() override;
    void finishScalars() override;

    void advectVelocity(float rate, tnAdvection scheme, float reflection, bool ahead) override;
    void acceptVelocity() override;
    void announceScalars(tnAdvection dye, tnAdvection temperature) override;
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
    void changeRow(int32_t j, float factor, float* row) override;
    void addChange(RowOf change) override;
    void addChangeRow(int32_t j, const float* change, ColumnFactors factors) override;
    void acceptDiffused(Diffused what, int32_t channel) override;

    ImplicitSystem pressureSystem() override;
    void beginDivergence(float guess) override;
    void divergenceRow(int32_t j, float factor, float* row) override;
    double divergenceBefore() override;
    int64_t openCells() const override { return openCells_; }
    VelocityMeasure subtractPotential(RowOf potential, float guess, float keep) override;
    void addPressed(float factor) override;
    void scalePressed(float factor) override;

    VelocityMeasure measureVelocity() override;
    void measureDrag(float viscosity, std::span<const FlowSolid> bodies, tnSolidForce* bySlot,
                     tnSolidForce* mask) override;
    void measurePressure(float density, float dt, std::span<const FlowSolid> bodies,
                         tnSolidForce* bySlot, tnSolidForce* mask) override;
    void sample(std::span<const tnVec2> points, float pressurePerPressed,
                tnFlowSample* out) override;
    tnFlowTotals totals(float density, float ambient) override;

    int32_t addTracers(std::span<const tnVec2> points) override;
    bool setTracerCount(int32_t count) override;
    int32_t tracerCount() const override { return tracerCount_; }
    std::span<tnVec2> tracers() override { return {tracers_, static_cast<size_t>(tracerCount_)}; }

  protected: // for GlFlow, which keeps the same fields on a device as well
    // Rows that one task handles: as many as leave several bands for each thread, since what lies
    // along their ends is done twice. A matter of speed only.
    static constexpr int32_t kFewestBandRows = 16;
    static constexpr int32_t kMostBandRows = 64;
    static int32_t bandRowsFor(int32_t rows, int32_t threads)
    {
        constexpr int32_t kBandsPerThread = 4;
        const int32_t fair = rows / (kBandsPerThread * threads);
        return fair < kFewestBandRows ? kFewestBandRows
               : fair > kMostBandRows ? kMostBandRows
                                      : fair;
    }
    // Rows that a correction may be behind, so that they stay in the second cache. A power of two.
    static constexpr int32_t kBoundRows = 32;

    // body(begin, end) for bands of rows, at the same time.
    template <class Body>
    void forBands(int32_t rows, Body&& body)
    {
        tasks_.parallelFor((rows + bandRows_ - 1) / bandRows_, [&](int32_t band) {
            const int32_t begin = band * bandRows_;
            body(begin, begin + bandRows_ < rows ? begin + bandRows_ : rows);
        });
    }
    // body(row) for each row, bands of them at the same time.
    template <class Body>
    void forRows(int32_t rows, Body&& body)
    {
        forBands(rows, [&](int32_t begin, int32_t end) {
            for (int32_t row = begin; row < end; ++row)
            {
                body(row);
            }
        });
    }
    // The same in tiles.
    template <class Body>
    void forTiles(const RowTiles& tiles, Body&& body)
    {
        tasks_.parallelFor(tiles.count, [&](int32_t tile) {
            for (int32_t row = tiles.cut(tile); row < tiles.cut(tile + 1); ++row)
            {
                body(row);
            }
        });
    }
    // body(first, end) for the cells of row j, or below it, that lie in blocks with solids.
    template <class Body>
    void forSolidBlocks(int32_t j, Body&& body) const
    {
        const int32_t columns = blocksOf(shape_.nx);
        const int32_t band = std::min(j / kSolidBlock, blocksOf(shape_.ny) - 1);
        const uint8_t* blocks = solidBlocks_ + int64_t{band} * columns;
        for (int32_t I = 0; I < columns; ++I)
        {
            if (blocks[I] != 0)
            {
                body(I * kSolidBlock, std::min((I + 1) * kSolidBlock, shape_.nx));
            }
        }
    }
    // The sum over rows of what body(row) returns, in order.
    template <class Body>
    double sumRows(int32_t rows, Body&& body)
    {
        forRows(rows, [&](int32_t row) { rowSums_[row] = body(row); });
        return summedRows(rows);
    }
    double summedRows(int32_t rows) const
    {
        double sum = 0.0;
        for (int32_t row = 0; row < rows; ++row)
        {
            sum += rowSums_[row];
        }
        return sum;
    }

    Field takeField(int32_t columns, int32_t rows) noexcept;
    tnFieldView frameOf(tnFlowField field) const; // a view but for its numbers
    const Field& madeField(tnFlowField field, float pressurePerPressed);
    size_t wantedBytes() const noexcept;
    FlowGrid grid(int32_t scale) const;
    AdvectJob jobFor(AdvectJob::At at, float rate) const;
    LinkGrid linkGrid(const Links& links, bool dye) const;
    bool isOpenEdge(tnSide side) const;

    // probe.cpp: a place in cells, as the cell it is in and the rest; points are in metres.
    struct Place
    {
        int32_t baseX = 0;
        int32_t baseY = 0;
        float restX = 0.0f;
        float restY = 0.0f;
    };
    Place placeOf(tnVec2 point) const;
    float solidAt(tnVec2 point, const Place& place) const;
    bool isBeyondWall(tnVec2 point) const;

    // resample.cpp
    void copyField(const Field& to, Rows from, int32_t columns, int32_t rows, bool nodesX,
                   bool nodesY);

    // boundary.cpp
    void finishVelocity(const Field& u, const Field& v);
    void finishFaces(const Field& u, const Field& v, int32_t j);
    void finishBeyond(const Field& u, const Field& v);
    void finishScalar(const Field& field, const ScalarEdges& edges, int32_t scale);
    void finishScalarRow(const Field& field, const ScalarEdges& edges, int32_t scale, int32_t j);
    void finishScalarBeyond(const Field& field, const ScalarEdges& edges, int32_t scale);
    ScalarEdges temperatureEdges() const;
    ScalarEdges dyeEdges(int32_t channel) const;
    ScalarEdges copiedEdges() const { return {}; }

    // rasterize.cpp: solids on the grid of the velocity, or on that of the dye.
    struct BandReport
    {
        bool opensChanged = false;
        int32_t changedBlocks = 0;
        int32_t freedCells = 0;
        int64_t openedCells = 0;
    };
    enum BlockChange : uint8_t
    {
        kBlockSame,
        kBlockChanged, // other solids are drawn in it
        kBlockFreed    // and cells have come free
    };
    struct SolidTarget
    {
        int32_t nx = 0;
        int32_t ny = 0;
        int32_t scale = 1; // cells along a velocity cell
        Field openX, openY, covered;
        Links links;
        int32_t blockColumns = 0;
        int32_t blockRows = 0;
        uint64_t* drawn = nullptr;     // by block: a hash of what is drawn in it; 0: nothing
        uint8_t* changed = nullptr;    // by block: one of BlockChange
        uint8_t* touched = nullptr;    // by block: see solidBlocks_
        uint16_t* near = nullptr;      // by row of blocks: room for two lists of placements
        BandReport* reports = nullptr; // by row of blocks

        bool isVelocity() const { return scale == 1; }
    };
    int32_t mostPlacements() const noexcept;
    size_t solidTargetBytes(int32_t scale) const noexcept;
    SolidTarget takeSolidTarget(int32_t scale) noexcept;
    void openEverything() noexcept;
    void noteOwners(std::span<const FlowSolid> bodies);
    void placeCopies(std::span<const FlowSolid> bodies);
    SolidLattice latticeOf(const SolidTarget& target, const uint8_t* mask) const;
    bool drawSolids(const SolidTarget& target, const FlowSolids& solids);
    void drawBand(const SolidTarget& target, const SolidLattice& lattice, const FlowSolids& solids,
                  int32_t band);
    bool drawBlock(const SolidTarget& target, const SolidBlock& block, int32_t firstX,
                   int32_t firstY);
    struct FaceRow;
    FaceRow faceRow(const SolidTarget& target, bool isX, int32_t j) const;
    // solid_links.cpp
    void linkBand(const SolidTarget& target, int32_t band);
    void linkBorder(const SolidTarget& target) const;
    void markTouchedWithin(int32_t band);
    void markTouched();
    // refill.cpp
    void refillFreed(const SolidTarget& target);
    // A cell that came free and took the mean of some of those beside it (bits: left, right, below,
    // above), for those who keep it elsewhere; layer after layer on each grid.
    struct Refill
    {
        int32_t i, j;
        int32_t scale;
        int32_t layer;
        uint32_t sides;
    };
    virtual void noteRefill(const Refill& /*refill*/) {}
    // solid_forces.cpp
    struct ForceUnit // one of them, the other 0
    {
        double perPressed = 0.0; // Pa
        double viscosity = 0.0;  // Pa s
    };
    class ForceMeter;
    ForceMeter meterOf(const FlowSolid& body, const ForceUnit& unit) const;
    ForceMeter meterOfMask(const ForceUnit& unit) const;
    template <class Visit>
    void visitReach(const FlowSolid& body, Visit&& visit) const;
    // A part of a force as what it is made of, for those who measure elsewhere: constant + the sum
    // of weights times what is pressed in a cell and in those left, right, below and above, or
    // times the velocity of a face, whose force is along x or y; at `arm` from where torque is
    // about.
    struct ForceNode
    {
        enum Kind : int32_t
        {
            kDragX,
            kDragY,
            kPressure
        };
        int32_t kind;
        int32_t i, j;
        float armX, armY;
        float constant;
        float weightX[5];
        float weightY[5];
    };
    using TakeForceNode = FunctionRef<void(const ForceNode& node)>;
    // Of a body, or of the mask where that is null: drag for a viscosity of 1, or pressure for 1 Pa
    // per pressed.
    void listForces(bool drag, const FlowSolid* body, TakeForceNode take) const;
    void measure(const ForceUnit& unit, std::span<const FlowSolid> bodies, tnSolidForce* bySlot,
                 tnSolidForce* mask, void (*write)(const ForceSums& sums, tnSolidForce& force));

    // carry.cpp
    struct CarriedScalar
    {
        Carried* field;
        ScalarEdges edges;
    };
    AdvectJob jobForDye(float rate) const;
    AdvectJob jobAlong(float rate, std::span<const CarriedScalar> scalars) const;
    size_t listAlong(CarriedScalar* scalars);
    void useWays(AdvectJob& job) const;
    void traceWays(const AdvectJob& job, int32_t j, bool ahead);
    void traceEarly(const AdvectJob& job, const RowTiles& tiles, bool ahead);
    int32_t tileCount(int32_t rows, bool amongSolids) const noexcept;
    RowTiles advectTiles(int32_t rows) const;
    size_t boundStride() const noexcept;
    size_t boundFloats() const noexcept;
    BoundRing boundRing(int32_t tile, int32_t fields, int32_t rows) const;
    template <class Move, class Reach, class Finish, class Correct>
    void moveAndCorrect(const RowTiles& tiles, int32_t fields, int32_t mostReach, Move&& move,
                        Reach&& reach, Finish&& finish, Correct&& correct);
    void carryScalars(AdvectJob job, std::span<const CarriedScalar> scalars, tnAdvection scheme);
    // conserve.cpp: the same by fluxes; returns the substeps.
    class SweptFaces;
    void sweepRowX(const SweptFaces& faces, const Field& from, const Field& to, int32_t j,
                   bool first) const;
    void sweepRowY(const SweptFaces& faces, const Field& from, const Field& to, int32_t j,
                   bool first) const;
    float mostSwept(const SweptFaces& faces, int32_t columns, int32_t rows);
    struct SubstepPlan
    {
        int32_t count = 1;
        float slower = 1.0f; // what the flow is taken to be
        bool cut = false;    // to be so
    };
    // Given the most of its volume that a cell gives or takes in a whole step.
    static SubstepPlan substepsFor(float mostSwept);
    int32_t carryByFluxes(std::span<const CarriedScalar> scalars, int32_t scale, float rate,
                          bool* cut);

    // forces.cpp
    struct StrokedField
    {
        Field field;
        float amount = 0.0f;
        float most = 0.0f; // what it may become
    };
    bool strokeNodes(const FlowStroke& stroke, double scale, double phaseX, double phaseY,
                     NodeRange rows, std::span<const StrokedField> fields, Rows room);
    bool strokeBand(const FlowStroke& stroke, NodeRange band, float maxSpeed, float most);
    struct Pull;
    void pullRow(const Pull& pull, float ambient, int32_t j, float* pulled) const;
    void makeWhirl(int32_t j, const Field& field, int32_t row);
    bool isWhirledEarly(int32_t j) const;
    void makeEarlyWhirls();
    const float* whirlRow(int32_t j, int32_t begin) const;
    void pullCells(const FlowForces& forces, const Pull& pullX, const Pull& pullY, int32_t j,
                   int32_t begin, float* x, float* y) const;
    bool pullBand(const FlowForces& forces, const Pull& pullX, const Pull& pullY, float dt,
                  float maxSpeed, int32_t begin, int32_t end);
    VelocityRow velocityRow(int32_t j) const
    {
        return {u_.now.row(j), v_.now.row(j), v_.now.row(j + 1)};
    }

    // impulse.cpp
    bool isFreeFace(bool isX, int32_t i, int32_t j) const;
    void shareFaces(bool isX, double x, double y, float amount);

    // diffuse.cpp
    struct Unknowns
    {
        ImplicitSystem system;
        // Of a component of velocity:
        bool isX = false;
        int32_t first = 0;             // nodes before it, along the component, are given
        const FlowEdge* low = nullptr; // the edges along the component
        const FlowEdge* high = nullptr;
    };
    Unknowns velocityUnknowns(bool isX) const;
    float draggedAlong(const FlowEdge& edge, bool isX, int32_t face) const;
    void addVelocityEdges(const Unknowns& nodes, int32_t row, float own, float factor,
                          float* r) const;
    ImplicitSystem velocitySystem(bool isX, float amount, bool coefficients);
    void fillVelocityCoefficients(bool isX, float a, const ImplicitSystem& system);
    struct WallDrag
    {
        bool holds = false; // the neighbour is held by a wall
        float conductance = 0.0f;
        float velocity = 0.0f;
    };
    bool isHeld(bool isX, int32_t i, int32_t j) const;
    WallDrag dragOf(bool isX, int32_t i, int32_t j, int32_t di, int32_t dj) const;
    void holdRow(bool isX, int32_t first, int32_t row, const ImplicitSystem& system, float a,
                 bool coefficients) const;
    Unknowns scalarUnknowns(Diffused what, int32_t channel) const;
    void addScalarEdges(const ImplicitSystem& system, int32_t j, float own, float factor,
                        float* r) const;
    ImplicitSystem scalarSystem(Diffused what, int32_t channel, float amount, bool coefficients);
    void finishDiffused(const Field& field, const ScalarEdges& edges, int32_t scale);
    bool heatsAnything() const;
    void heatRow(int32_t j, const ImplicitSystem& system, float a, bool coefficients) const;

    // project.cpp
    void makeDivergence(const Field& to, float factor);
    void pressBeyond();
    void askForFacesAhead(int32_t j) const;
    float* pressedRow(int32_t j);
    void subtractPressed(const Field& toX, const Field& toY, float factor);
    bool isOut(tnSide side) const { return edges_[side].type == tn_flowOutflow; }
    CoveredRow coveredRow(int32_t j) const;
    const float* potentialRow(RowOf potential, int32_t j, float* buffer) const;
    void subtractInBand(RowOf potential, float guess, float keep, int32_t begin, int32_t end);
    void closeBand(RowOf potential, float keep, int32_t end);
    void measureRow(int32_t j);
    VelocityMeasure measuredRows() const;
    void makeVorticity();

    FlowShape shape_;
    const AdvectKernels& kernels_;
    const FlowRowKernels& rows_;
    Tasks& tasks_;
    int32_t bandRows_;
    Arena arena_;
    FlowEdges edges_;

    Carried u_, v_;
    Carried temperature_;
    Carried dyes_[TN_MAX_DYES];
    Field texture_[4];     // x and y of the first layer, then of the second
    Field textureNext_[2]; // x and y
    Field reflectedX_, reflectedY_;
    Field wayX_[2], wayY_[2]; // from cells, back and ahead; in memory of the implicit systems
    Field potential_;         // of the pressure's system; vorticity while forces act
    Field pressed_;
    Field right_;   // of the pressure's system
    Field scratch_; // cells: what a view or a stage makes of the others
    Field push_;    // cells, likewise
    Field vorticity_;
    double* rowSums_ = nullptr;
    float* rowSpeeds_ = nullptr;  // the largest squares
    int32_t* rowReach_ = nullptr; // rows that ways ahead lead away, for ny rows of cells
    bool* isLeft_ = nullptr;      // rows that are yet to be corrected
    float* bounds_ = nullptr;     // a ring for each tile; see moveAndCorrect
    float guess_ = 0.0f;          // see beginDivergence
    bool dyesGoAlong_ = false;    // see announceScalars
    bool temperatureGoesAlong_ = false;
    ForceSums* rowForces_ = nullptr; // for ny + 1 rows

    // Solids
    bool anySolids_ = false;
    int64_t openCells_ = 0;
    Field openX_, openY_;         // open part of faces
    Field wallX_, wallY_;         // velocity of what covers them
    Field solidCells_;            // covered part of cells
    Field solidDyes_;             // and of dye cells; the same field where the scale is 1
    Field dyeOpenX_, dyeOpenY_;   // open part of dye faces; the same fields where the scale is 1
    FaceOwner* ownerX_ = nullptr; // (nx + 1) x ny, no padding
    FaceOwner* ownerY_ = nullptr;
    Links links_;
    Links dyeLinks_; // the same bytes where the scale is 1
    uint8_t* solidBlocks_ = nullptr;
    OwnerTraits* owners_ = nullptr; // by FaceOwner
    Placement* placements_ = nullptr;
    int32_t placementCount_ = 0;
    SolidTarget velocitySolids_;
    SolidTarget dyeSolids_; // nowhere where the scale is 1

    // Coefficients of the implicit systems: rows of up to nx + 1, and ny + 1 of them
    Field systemA_, systemBx_, systemBy_;
    // What changeRow is about
    Unknowns changing_;
    Diffused changed_ = Diffused::dye;
    Field changedField_;        // of a scalar,
    ScalarEdges changedEdges_;  // and its edges
    float changeFactor_ = 1.0f; // of div(grad old)

    // Where the nodes of each kind lie; see NodeColumns
    struct NodeTables
    {
        int32_t* columnBase = nullptr;
        float* columnPhase = nullptr;
        int32_t* rowBase = nullptr;
        float* rowPhase = nullptr;
        int32_t columns = 0;
        int32_t rows = 0;
    };
    NodeTables cellNodes_, faceXNodes_, faceYNodes_, dyeNodes_;
    size_t nodeTableBytes(int32_t columns, int32_t rows) const noexcept;
    NodeTables takeNodes(int32_t columns, int32_t rows, int32_t scale, float phaseX,
                         float phaseY) noexcept;

    tnVec2* tracers_ = nullptr;
    tnVec2* tracersMoved_ = nullptr;
    int32_t tracerCount_ = 0;
};

} // namespace tarn
