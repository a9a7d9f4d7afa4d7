// Looks at a water that wait for nothing: fields where they lie on a device, and reads.
#include "water/water.h"

namespace tarn
{

tnResult Water::glView(tnWaterField field, tnGlFieldView* out, const char** why)
{
    const WaterScope scope(*backend_);
    return backend_->glView(field, out, why);
}

tnResult Water::requestField(tnWaterField field, tnRead* out)
{
    const WaterScope scope(*backend_);
    if (backend_->isLost())
    {
        return tn_errorUnsupported;
    }
    return reads_.requestField(
        backend_->farReads(),
        [&](int32_t slot, tnFieldView* view) { return backend_->sendField(slot, field, view); },
        [&] { return backend_->view(field); }, out);
}

tnResult Water::requestSamples(std::span<const tnVec2> points, tnRead* out)
{
    const WaterScope scope(*backend_);
    if (backend_->isLost())
    {
        return tn_errorUnsupported;
    }
    return reads_.requestSamples<tnWaterSample>(
        static_cast<int32_t>(points.size()), backend_->farReads(),
        [&](int32_t slot) { return backend_->sendSamples(slot, points, def_.settings.gravity); },
        [&](tnWaterSample* samples) { backend_->sample(points, def_.settings.gravity, samples); },
        out);
}

tnResult Water::readField(tnRead read, bool waits, tnFieldView* out)
{
    const WaterScope scope(*backend_);
    return reads_.get(read, waits, out);
}

tnResult Water::readSamples(tnRead read, bool waits, const tnWaterSample** samples, int32_t* count)
{
    const WaterScope scope(*backend_);
    return reads_.get(read, waits, samples, count);
}

bool Water::endRead(tnRead read)
{
    const WaterScope scope(*backend_);
    return reads_.end(read);
}

} // namespace tarn
