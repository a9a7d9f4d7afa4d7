// Looks at a flow that wait for nothing: fields where they lie on a device, and reads.
#include "flow/flow.h"

namespace tarn
{

tnResult Flow::glView(tnFlowField field, tnGlFieldView* out, const char** why)
{
    const FlowScope scope(*backend_);
    bringUpToDate();
    return backend_->glView(field, pressurePerPressed(), out, why);
}

tnResult Flow::requestField(tnFlowField field, tnRead* out)
{
    const FlowScope scope(*backend_);
    if (backend_->isLost())
    {
        return tn_errorUnsupported;
    }
    bringUpToDate();
    const float perPressed = pressurePerPressed();
    return reads_.requestField(
        backend_->farReads(),
        [&](int32_t slot, tnFieldView* view) {
            return backend_->sendField(slot, field, perPressed, view);
        },
        [&] { return backend_->view(field, perPressed); }, out);
}

tnResult Flow::requestSamples(std::span<const tnVec2> points, tnRead* out)
{
    const FlowScope scope(*backend_);
    if (backend_->isLost())
    {
        return tn_errorUnsupported;
    }
    bringUpToDate();
    const float perPressed = pressurePerPressed();
    return reads_.requestSamples<tnFlowSample>(
        static_cast<int32_t>(points.size()), backend_->farReads(),
        [&](int32_t slot) { return backend_->sendSamples(slot, points, perPressed); },
        [&](tnFlowSample* samples) { backend_->sample(points, perPressed, samples); }, out);
}

tnResult Flow::readField(tnRead read, bool waits, tnFieldView* out)
{
    const FlowScope scope(*backend_);
    return reads_.get(read, waits, out);
}

tnResult Flow::readSamples(tnRead read, bool waits, const tnFlowSample** samples, int32_t* count)
{
    const FlowScope scope(*backend_);
    return reads_.get(read, waits, samples, count);
}

bool Flow::endRead(tnRead read)
{
    const FlowScope scope(*backend_);
    return reads_.end(read);
}

} // namespace tarn
