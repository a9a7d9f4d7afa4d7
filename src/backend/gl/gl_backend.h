// GlBackend: the solver's table of operations as compute shaders (shaders/ has one file each).
//
// Sweeps run in tiles: a work group reads a square of cells into shared memory, does several
// half-sweeps there, each of which spoils one more ring of cells at the square's edge, and writes
// what is left. Hence x is read from one buffer and written to another, and the two change places.
// Interpolation before the sweeps, and residual, restriction and sums after them, happen in the
// same pass. Where coefficients are even they are computed, not read: bandwidth decides. The
// smallest levels of a V-cycle are one dispatch of one work group, in shared memory throughout.
//
// Rings of odd length, where two cells at the seam have the same colour, take plainer shaders, one
// dispatch for each set of cells that do not touch.
//
// Numbers agree with the reference to rounding, not to the bit. Sums, and what the reference does
// in 64 bits, are done in 64 bits here too, but for OpenGL ES, which has none.
//
// Host memory for readRow and lend is taken when it is first asked for: hard domains, and closed
// regions where a solve is refined.
#pragma once

#include "backend/backend.h"
#include "backend/gl/axis_modes.h"
#include "backend/gl/gl_device.h"
#include "backend/gl/gl_field.h"
#include "backend/gl/gl_solver_programs.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

class GlBackend final : public Backend
{
  public:
    explicit GlBackend(GlDevice& device) noexcept;
    ~GlBackend() override;
    void destroy() noexcept override;

    // For other parts on the same device: a field as it lies there now. What sweeps change may lie
    // elsewhere after the next operation: ask for it again.
    const GlField& field(FieldId id) const { return fields_[id.index].now; }
    GlDevice& device() const { return device_; }

    // x goes to the level's field p, and r becomes what x leaves of it; what x is then does not
    // matter.
    void setAside(const Level& level);

    void enter() noexcept override;
    void leave() noexcept override;
    bool isLost() override;

    size_t fieldBytes(std::span<const FieldSpec> specs) const override;
    tnResult createFields(std::span<const FieldSpec> specs, size_t spareBytes,
                          FieldId* out) override;
    size_t deviceBytes() const override;
    std::span<std::byte> lend(FieldId first) override;
    void reclaim(FieldId first) override;

    void writeRows(FieldId id, RowFill fill) override;
    Moments writeCells(FieldId id, RowFill fill) override;
    void readRows(FieldId id, RowVisit visit) override;
    void addRows(FieldId id, RowFill fill) override;
    void fetch(FieldId id) override;
    void readRow(FieldId id, int32_t row, float* values) override;
    void readScaledRow(FieldId id, int32_t row, float scale, float shift, float* values) override;

    void finishCoefficients(const Level& level) override;
    void finishA(const Level& level) override;

    void skipMeasures(bool skips) override { skips_ = skips; }
    void coarsenCoefficients(const Level& fine, const Level& coarse) override;
    void coarsenA(const Level& fine, const Level& coarse) override;
    void relax(const Level& level, int32_t sweeps, Order order, Start start, float omega) override;
    void relaxRows(const Level& level, RowFill r, std::span<const float> omegas,
                   RowVisit x) override;
    void relaxAndRestrict(const Level& fine, const Level& coarse, int32_t sweeps,
                          Start start) override;
    void prolongAndRelax(const Level& coarse, const Level& fine, int32_t sweeps, Order order,
                         Interpolation interpolation) override;
    double prolongRelaxAndRestrict(const Level& coarse, const Level& fine, Start start,
                                   int32_t postSweeps, int32_t preSweeps) override;
    Measured prolongRelaxAndMeasure(const Level& coarse, const Level& fine, Start start,
                                    int32_t sweeps, bool asks) override;
    int32_t smallLevels(std::span<const Level> levels) const override;
    void cycleSmall(std::span<const Level> levels, const CycleSweeps& sweeps) override;
    void solveStrip(const Level& level) override;
    void jacobi(const Level& level, FieldId scratch, float omega) override;

    double residualNorm2(const Level& level) override;
    Measured measure(const Level& level) override;
    void visitResidual(const Level& level, RowPairVisit visit) override;
    double subtractApplied(const Level& level, FieldId f, double factor) override;
    double subtractAppliedSum(const Level& level, FieldId f, FieldId g) override;
    double dotApplied(const Level& level, FieldId f, FieldId g) override;
    double dot(const Level& level, FieldId f, FieldId g) override;
    void combine(const Level& level, FieldId f, float alpha, FieldId g, float beta) override;

  private:
    struct Field
    {
        GlField now;
        GlField other;         // of swept fields: where sweeps write
        float* host = nullptr; // what was fetched; rows as on the device
    };
    struct Triple
    {
        double values[3] = {};
    };
    // Half-sweeps, and what comes before and after them; see shaders/tile.comp.
    struct TileWork
    {
        const Level* coarse = nullptr;
        bool prolongs = false;
        bool restricts = false;
        bool measures = false;
        bool constant = false;
        bool fromZero = false;
        int32_t halves = 0;
        int32_t before = 0;
        int32_t over = 0;
        float omega = 1.0f;
        int32_t firstColour = 0;
    };

    friend tnResult createGlBackend(GlDevice& device, Backend** out);

    void swap(FieldId id);
    const GlField& storeResidual(const Level& level);
    bool createBuffers(std::span<const FieldSpec> specs);
    size_t bytesFrom(int32_t first) const;
    float* hostMemory(Field& field);
    // A field of coefficients, which programs for even levels do not look at.
    GlBinding coefficient(const Level& level, FieldId id) const
    {
        return level.isEven ? GlBinding{} : reads(id);
    }
    GlBinding reads(FieldId id) const { return glRead(field(id).buffer); }
    GlBinding writes(FieldId id) const { return glWrite(field(id).buffer); }

    void clearFor(Start start, const Level& level);
    uint32_t runTile(const Level& level, const TileWork& work);
    uint32_t sweep(const Level& level, TileWork work);
    void sweepRing(const Level& level, const TileWork& work);
    void relaxTiles(const Level& level, const TileWork& work);
    void relaxRingHalf(const Level& level, int32_t colour, float omega);
    void relaxRingCells(const Level& level, int32_t colour, float omega, bool lastRow,
                        int32_t firstColumn, int32_t endColumn);
    Triple totals(uint32_t groups);
    Triple residualSums(const Level& level);
    double applied(GlKernel kernel, const Level& level, FieldId f, FieldId g, double factor,
                   bool both);
    void solveStripOnHost(const Level& level);

    // gl_small_levels.cpp
    void describeSmall(std::span<const Level> levels);
    bool hasModes(const Level& level) const;
    size_t modesFloats() const;
    bool takeModesMemory(int32_t longestSide);
    void findModesOf(const Level& level);
    void solveByModes(const Level& level);

    GlDevice& device_;
    GlSolverPrograms programs_;
    Field* fields_ = nullptr;
    int32_t fieldCount_ = 0;
    GlRows rows_;
    Arena rowMemory_;
    float* row_ = nullptr; // one, as long as the longest
    std::byte* lent_ = nullptr;
    size_t lentBytes_ = 0;
    size_t spareBytes_ = 0;
    GlBuffer partials_;
    GlBuffer totals_;
    GlBuffer stripWork_;
    GlBuffer smallLevels_;
    GlBuffer smallCoefficients_;
    GlBuffer modes_;     // of the axes of the level that is solved by them
    GlBuffer modeLines_; // between the two passes of that
    int32_t longestModes_ = 0;
    AxisPattern patterns_[2];
    Arena modesArena_;
    double* modesWork_ = nullptr;
    float* modesValues_ = nullptr;
    bool coefficientsMoved_ = true; // since modes were found, or small levels described
    bool skips_ = false;
    bool lacksMemory_ = false;
};

// tn_errorUnsupported: the device cannot, or a shader does not compile; the log says why.
tnResult createGlBackend(GlDevice& device, Backend** out);

} // namespace tarn
