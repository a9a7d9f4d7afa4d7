// Looks at a flow on the device: where its fields lie, and reads that nobody waits for.
//
// What the device has is shown as it is. Pressure, divergence and vorticity are made there. What
// only the host knows (covered parts of cells) is copied to the device.
#include "backend/gl/gl_flow.h"

#include "backend/gl/gl_field.h"

#include <algorithm>
#include <iterator>

namespace tarn
{

// A field with all that lies around it, from `offset` bytes on.
GlPlace GlFlow::placeIn(const GlBuffer& buffer, size_t offset, const Field& field) const
{
    GlPlace place;
    place.buffer = &buffer;
    place.first = offset / sizeof(float) + kGhostRows * field.stride + kGhostColumns;
    place.columns = field.columns;
    place.rows = field.rows;
    place.stride = static_cast<int32_t>(field.stride);
    return place;
}

// Groups of fields lie side by side in each cell: placeOf in flow_grid.glsl.
GlPlace GlFlow::placeOfCarried(const CarriedCells& cells, int32_t which) const
{
    const int32_t width = cells.width;
    const auto group = static_cast<size_t>(which / width);
    GlPlace place = placeIn(cells.now, group * cells.fieldBytes, *cells.hosts[which]);
    place.first = place.first * static_cast<size_t>(width) + static_cast<size_t>(which % width);
    place.stride *= width;
    place.step = width;
    return place;
}

// From the sum of what is pressed, which the device knows of the last step, to its mean.
float GlFlow::meanPerSum() const
{
    return isClosed() ? 1.0f / static_cast<float>(std::max<int64_t>(openCells_, 1)) : 0.0f;
}

tnResult GlFlow::findPlace(tnFlowField field, float pressurePerPressed, GlPlace* out)
{
    switch (field)
    {
    case tn_flowVelocityX:
        needDevice(kVelocity);
        *out = placeIn(velocityNow_, 0, u_.now);
        return tn_success;
    case tn_flowVelocityY:
        needDevice(kVelocity);
        *out = placeIn(velocityNow_, offsetV(), v_.now);
        return tn_success;
    case tn_flowTemperature:
        needDevice(kTemperature);
        *out = placeIn(temperatureCells_.now, 0, temperature_.now);
        return tn_success;
    case tn_flowPressure:
        needDevice(kPressed);
        return makeOnDevice(field, kFlowPressure[anySolids_ ? 1 : 0], pressedNow_,
                            pressurePerPressed, out);
    case tn_flowDivergence:
        needDevice(kVelocity);
        return makeOnDevice(field, kFlowDivergence[anySolids_ ? 1 : 0], velocityNow_,
                            1.0f / shape_.cellSize, out);
    case tn_flowVorticity:
        needDevice(kVelocity);
        return makeOnDevice(field, kFlowVorticity, velocityNow_, 1.0f / shape_.cellSize, out);
    case tn_flowOpenX:
    case tn_flowOpenY:
        uploadSolids();
        *out =
            field == tn_flowOpenX ? placeIn(faces_, 0, openX_) : placeIn(faces_, offsetV(), openY_);
        return tn_success;
    case tn_flowSolidCells:
    case tn_flowSolidDyes:
        return copyFromHost(field, out);
    case tn_flowTextureX0:
    case tn_flowTextureY0:
    case tn_flowTextureX1:
    case tn_flowTextureY1:
        needDevice(kTexture);
        *out = placeOfCarried(textureCells_, field - tn_flowTextureX0);
        return tn_success;
    default:
        needDevice(kDyes);
        *out = placeOfCarried(dyeCells_, field - tn_flowDye0);
        return tn_success;
    }
}

tnResult GlFlow::makeOnDevice(tnFlowField field, const GlViewProgram& wanted, const GlBuffer& from,
                              float scale, GlPlace* out)
{
    const tnFieldView frame = frameOf(field);
    GlField& made = made_[field];
    GlProgram program;
    const tnResult found = findViewProgram(device_, wanted, &program, &viewProblem_);
    if (found != tn_success)
    {
        return found;
    }
    if (!takeMadeField(device_, frame.columns, frame.rows, &made))
    {
        return tn_errorOutOfMemory;
    }
    if (anySolids_)
    {
        uploadSolids();
    }
    gl_params::Flow p = params();
    p.columns = frame.columns;
    p.rows = frame.rows;
    p.stride = made.stride;
    p.scale = scale;
    p.mean = meanPerSum();
    device_.run(program, p, {glRead(from), glWrite(made.buffer), glRead(faces_), glRead(report_)},
                groupsFor(frame.columns, frame.rows));
    *out = GlPlace(made);
    return tn_success;
}

// A field that the host has, and that changes with solids only.
tnResult GlFlow::copyFromHost(tnFlowField field, GlPlace* out)
{
    const Field& from = madeField(field, 0.0f);
    GlField& made = made_[field];
    if (!takeMadeField(device_, from.columns, from.rows, &made))
    {
        return tn_errorOutOfMemory;
    }
    const uint32_t bit = 1u << field;
    if ((copied_ & bit) == 0)
    {
        for (int32_t j = 0; j < from.rows; ++j)
        {
            const std::span<const float> row(from.row(j), static_cast<size_t>(from.columns));
            device_.write(made.buffer, static_cast<size_t>(j) * made.rowBytes(),
                          std::as_bytes(row));
        }
        copied_ |= bit;
    }
    *out = GlPlace(made);
    return tn_success;
}

tnResult GlFlow::glView(tnFlowField field, float pressurePerPressed, tnGlFieldView* out,
                        const char** why)
{
    if (left_ || device_.isLost())
    {
        *why = "its context is lost";
        return tn_errorUnsupported;
    }
    GlPlace place;
    const tnResult result = findPlace(field, pressurePerPressed, &place);
    *why = viewProblem_.text;
    if (result == tn_success)
    {
        device_.publish();
        *out = place.view(frameOf(field));
    }
    return result;
}

tnResult GlFlow::sendField(int32_t slot, tnFlowField field, float pressurePerPressed,
                           tnFieldView* out)
{
    if (left_)
    {
        return tn_errorUnsupported;
    }
    GlPlace place;
    const tnResult result = findPlace(field, pressurePerPressed, &place);
    *out = frameOf(field);
    return result == tn_success ? reads_.sendField(slot, place, out, &viewProblem_) : result;
}

tnResult GlFlow::sendSamples(int32_t slot, std::span<const tnVec2> points, float pressurePerPressed)
{
    static_assert(sizeof(tnFlowSample) == 14 * sizeof(float)); // as flow_sample.comp has it
    GlProgram program;
    if (left_ || findViewProgram(device_, kFlowSample[anySolids_ ? 1 : 0], &program,
                                 &viewProblem_) != tn_success)
    {
        return tn_errorUnsupported;
    }
    const size_t answerBytes = points.size() * sizeof(tnFlowSample);
    if (!reads_.takeSampling(
            slot, sizeof(gl_params::FlowSampled) + points.size() * sizeof(gl_params::FlowPoint),
            answerBytes))
    {
        return tn_errorOutOfMemory;
    }
    needDevice(kAll);
    if (anySolids_)
    {
        uploadSolids();
    }
    gl_params::FlowSampled sampled = {};
    sampled.count = static_cast<int32_t>(points.size());
    sampled.dyes = shape_.dyeChannels;
    sampled.warm = shape_.temperature ? 1 : 0;
    sampled.whirl = 1.0f / shape_.cellSize;
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        const GlPlace place = placeOfCarried(dyeCells_, c);
        sampled.dyeFirst[c] = static_cast<int32_t>(place.first);
        sampled.dyeStride = place.stride;
        sampled.dyeStep = place.step;
    }
    device_.write(reads_.points(), 0, std::as_bytes(std::span(&sampled, 1)));
    // Places need 64 bits: they are the host's to find, some at a time.
    gl_params::FlowPoint some[256];
    for (size_t first = 0; first < points.size(); first += std::size(some))
    {
        const size_t count = std::min(std::size(some), points.size() - first);
        for (size_t k = 0; k < count; ++k)
        {
            const Place place = placeOf(points[first + k]);
            some[k] = {place.baseX, place.baseY, place.restX, place.restY,
                       solidAt(points[first + k], place)};
        }
        device_.write(reads_.points(), sizeof sampled + first * sizeof(gl_params::FlowPoint),
                      std::as_bytes(std::span(some, count)));
    }
    gl_params::Flow p = params();
    p.fine = shape_.dyeScale;
    p.scale = pressurePerPressed;
    p.mean = meanPerSum();
    const GlBuffer& warmth = shape_.temperature ? temperatureCells_.now : none_;
    const GlBuffer& dyes = shape_.dyeChannels > 0 ? dyeCells_.now : none_;
    device_.run(program, p,
                {glRead(reads_.points()), glWrite(reads_.answers()), glRead(velocityNow_),
                 glRead(pressedNow_), glRead(warmth), glRead(dyes), glRead(linkBytes_),
                 glRead(report_), glRead(faces_)},
                GlReads::groupsFor(points.size()));
    reads_.sendAnswers(slot, answerBytes);
    return tn_success;
}

} // namespace tarn
