// Projection on the device: divergence to a field of the solver, its solution's gradient off; see
// project.cpp for the host's.
#include "backend/gl/gl_backend.h"
#include "backend/gl/gl_flow.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace tarn
{

namespace
{

// What a report holds, in floats; see flow_report.comp.
struct Reported
{
    float before2, guessed2, excess, unused;
    float after2, pressed, unused1, speed2;
    float cut, unused2, unused3, unused4;
};
static_assert(sizeof(Reported) == kReportBytes);

} // namespace

bool GlFlow::isClosed() const
{
    return !isOut(tn_sideLeft) && !isOut(tn_sideRight) && !isOut(tn_sideBottom) &&
           !isOut(tn_sideTop);
}

void GlFlow::divergenceTo(Backend& solver, FieldId r, float guess, const LateScale& scale,
                          bool first)
{
    const GlScope turn(device_);
    needDevice(kVelocity | kPressed);
    const GlField& right = static_cast<GlBackend&>(solver).field(r);
    gl_params::Flow p = params();
    p.guess = guess;
    p.scale = scale.scale;
    p.mean = scale.mean;
    p.stride = right.stride;
    run(kDivergence, p,
        {glRead(velocityNow_), glRead(pressedNow_), glWrite(right.buffer),
         glWrite(first ? before_ : later_), glRead(faces_)},
        tiles());
}

void GlFlow::setAside(Backend& solver, const Level& finest)
{
    const GlScope scope(device_);
    static_cast<GlBackend&>(solver).setAside(finest);
}

void GlFlow::subtractField(Backend& solver, const Level& finest, bool refined, float guess,
                           float keep, bool first)
{
    const GlScope scope(device_);
    const GlBackend& on = static_cast<GlBackend&>(solver);
    const GlField& solved = on.field(finest.x);
    gl_params::Flow p = params();
    p.guess = guess;
    p.keep = keep;
    p.stride = solved.stride;
    const auto cells = static_cast<float>(std::max<int64_t>(openCells_, 1));
    // What was pressed has a sum that the last report knows: once.
    p.mean = isClosed() && first ? keep / cells : 0.0f;
    run(refined ? kSubtractRefined : kSubtract, p,
        {glRead(velocityNow_), glRead(pressedNow_), glRead(solved.buffer), glWrite(velocityNext_),
         glWrite(pressedNext_), glRead(edgeValues_), glRead(report_), glRead(faces_),
         refined ? glRead(on.field(finest.p).buffer) : GlBinding{}},
        tiles());
    std::swap(velocityNow_, velocityNext_);
    std::swap(pressedNow_, pressedNext_);
    wroteDevice(kVelocity | kPressed);
}

void GlFlow::addPressed(float factor)
{
    if (!isHot())
    {
        needHost(kVelocity | kPressed);
        HostFlow::addPressed(factor);
        wroteHost(kVelocity);
        return;
    }
    const GlScope scope(device_);
    needDevice(kVelocity | kPressed);
    gl_params::Flow p = params();
    p.guess = -factor;
    run(kReflect, p,
        {glRead(velocityNow_), glRead(pressedNow_), glWrite(velocityNext_), glRead(edgeValues_),
         glRead(faces_)},
        groupsFor(shape_.nx + 1, shape_.ny + 1));
    std::swap(velocityNow_, velocityNext_);
    wroteDevice(kVelocity);
}

void GlFlow::publish(int64_t step)
{
    const GlScope scope(device_);
    gl_params::Flow p = params();
    p.count = static_cast<int32_t>(tiles().x * tiles().y);
    run(kReport, p,
        {glRead(before_), glRead(pressedNow_), glWrite(report_), glWrite(cut_), reports_.place()},
        {});
    published_[step % GlReadback::kMostSlots] = {step, reports_.sendWritten()};
}

// In a closed domain what is pressed has a free constant, which keeps within that of a step's
// change on the device; the host is told of none.
void GlFlow::centrePressed()
{
    const auto isOpen = [this](int32_t i, int32_t j) {
        return !anySolids_ ||
               openX_.row(j)[i] + openX_.row(j)[i + 1] + openY_.row(j)[i] + openY_.row(j + 1)[i] >
                   0.0f;
    };
    const double sum = sumRows(shape_.ny, [&](int32_t j) {
        double row = 0.0;
        for (int32_t i = 0; i < shape_.nx; ++i)
        {
            row += isOpen(i, j) ? wide(pressed_.row(j)[i]) : 0.0;
        }
        return row;
    });
    const auto mean =
        static_cast<float>(sum / static_cast<double>(std::max<int64_t>(openCells_, 1)));
    forRows(shape_.ny, [&](int32_t j) {
        for (int32_t i = 0; i < shape_.nx; ++i)
        {
            pressed_.row(j)[i] -= isOpen(i, j) ? mean : 0.0f;
        }
    });
}

LateMeasure GlFlow::measureOf(int64_t step)
{
    const GlScope scope(device_);
    Reported reported = {};
    LateMeasure measure;
    const Published& published = published_[std::max<int64_t>(step, 0) % GlReadback::kMostSlots];
    const auto read = [&](const std::byte* bytes) {
        std::memcpy(&reported, bytes, sizeof reported);
    };
    if (step >= 0 && published.step == step && reports_.take(published.number, read))
    {
        measure.step = step;
        measure.before = std::sqrt(static_cast<double>(reported.before2));
        measure.guessed = std::sqrt(static_cast<double>(reported.guessed2));
        measure.after = std::sqrt(static_cast<double>(reported.after2));
        measure.excess = static_cast<double>(reported.excess);
        measure.maxSpeed = std::sqrt(reported.speed2);
        measure.cut = reported.cut != 0.0f;
    }
    return measure;
}

} // namespace tarn
