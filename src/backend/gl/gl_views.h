// Fields on the device for those who look at them: where they lie, and copies on their way to the
// host that nobody waits for.
#pragma once

#include "backend/gl/gl_field.h"
#include "backend/gl/gl_readback.h"
#include "field/reads.h"

#include "tarn/gl.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

// Where a field lies, in the terms of tnGlFieldView.
struct GlPlace
{
    const GlBuffer* buffer = nullptr;
    size_t first = 0; // element (0, 0) (floats)
    int32_t columns = 0;
    int32_t rows = 0;
    int32_t stride = 0;
    int32_t step = 1;

    GlPlace() = default;
    explicit GlPlace(const GlField& field)
        : buffer(&field.buffer), columns(field.columns), rows(field.rows), stride(field.stride)
    {
    }

    // From the first element to the last.
    size_t bytes() const
    {
        const auto before = static_cast<size_t>(rows - 1) * static_cast<size_t>(stride);
        return (before + static_cast<size_t>((columns - 1) * step) + 1) * sizeof(float);
    }
    // `frame` tells where in the world it lies.
    tnGlFieldView view(const tnFieldView& frame) const;
};

// Programs for looking, compiled when somebody first looks.
struct GlViewProgram
{
    const char* name;
    const char* defines;
};
inline constexpr GlViewProgram kGather = {"gather", ""};
inline constexpr GlViewProgram kFlowPressure[2] = {
    {"flow_view", "#define PRESSURE\n"}, {"flow_view", "#define PRESSURE\n#define SOLIDS\n"}};
inline constexpr GlViewProgram kFlowVorticity = {"flow_view", "#define VORTICITY\n"};
inline constexpr GlViewProgram kFlowDivergence[2] = {{"flow_view", ""},
                                                     {"flow_view", "#define SOLIDS\n"}};
inline constexpr GlViewProgram kFlowSample[2] = {{"flow_sample", ""},
                                                 {"flow_sample", "#define SOLIDS\n"}};
inline constexpr GlViewProgram kWaterView = {"water_view", ""};
inline constexpr GlViewProgram kWaterSample = {"water_sample", ""};
inline constexpr GlViewProgram kGlViewPrograms[] = {
    kGather,        kFlowPressure[0],   kFlowPressure[1],
    kFlowVorticity, kFlowDivergence[0], kFlowDivergence[1],
    kFlowSample[0], kFlowSample[1],     kWaterView,
    kWaterSample};

// A field that is made for those who look, at the first look. False: no memory.
bool takeMadeField(GlDevice& device, int32_t columns, int32_t rows, GlField* field);

// tn_errorUnsupported: it does not compile.
tnResult findViewProgram(GlDevice& device, const GlViewProgram& wanted, GlProgram* out,
                         GlProblem* problem);

// Reads of one flow or water, by slot: each a copy in memory that the host can see, behind a fence.
class GlReads final : public FarReads
{
  public:
    explicit GlReads(GlDevice& device) noexcept : device_(device) {}
    void destroy() noexcept;

    // The field as it is after all that was asked for before, in the rows of *out, whose frame is
    // given. tn_errorOutOfMemory, tn_errorUnsupported (a program does not compile).
    tnResult sendField(int32_t slot, GlPlace place, tnFieldView* out, GlProblem* problem);

    // Room for questions to a program and for its answers; sent when they are there.
    bool takeSampling(int32_t slot, size_t pointBytes, size_t answerBytes);
    const GlBuffer& points() const { return points_; }
    const GlBuffer& answers() const { return answers_; }
    // Groups of 64 points, not too many in a row for any device.
    static GlGroups groupsFor(size_t points);
    void sendAnswers(int32_t slot, size_t bytes);

    bool hasArrived(int32_t slot) override;
    const void* take(int32_t slot) override;
    void end(int32_t slot) noexcept override;

  private:
    struct Slot
    {
        GlReadback copy;
        size_t bytes = 0;
        const std::byte* held = nullptr;
    };

    bool reserve(int32_t slot, size_t bytes);
    bool grow(size_t bytes, GlBuffer* buffer);

    GlDevice& device_;
    Slot slots_[TN_MAX_READS];
    GlBuffer gathered_; // a field whose numbers lie apart
    GlBuffer points_;
    GlBuffer answers_;
};

} // namespace tarn
