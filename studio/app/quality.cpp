#include "studio/app/quality.h"

#include "studio/app/defaults.h"

#include "scene/words.h"

#include <algorithm>

namespace tarn::studio
{
namespace
{

// From the best to the fastest.
constexpr Quality kSteps[] = {
    {render::Detail::high, kFinestPicture},
    {render::Detail::medium, kFinestPicture},
    {render::Detail::medium, 0.75F},
    {render::Detail::low, 0.75F},
    {render::Detail::low, 0.5F},
    {render::Detail::low, 0.35F},
    {render::Detail::low, kCoarsestPicture},
};
constexpr int kStepCount = int(std::size(kSteps));

// Slower than a third over the time a frame has, or in a third of it.
constexpr double kTooSlow = 1.33 * kFrameSeconds;
constexpr double kFastEnough = 0.33 * kFrameSeconds;

} // namespace

const std::vector<std::string>& qualityNames()
{
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> names = scene::detailNames();
        names.insert(names.begin(), "auto");
        return names;
    }();
    return kNames;
}

QualityGovernor::QualityGovernor(bool isSoftware)
    : isSoftware_(isSoftware), step_(isSoftware ? kStepCount - 2 : 0)
{
}

void QualityGovernor::choose(std::string_view name)
{
    const std::vector<std::string>& names = qualityNames();
    const auto found = std::find(names.begin(), names.end(), name);
    chosen_ = found != names.end() ? int(found - names.begin()) : 0;
}

Quality QualityGovernor::quality() const
{
    switch (chosen_)
    {
    case 1:
        // The lowest level draws fewer pixels too where the CPU has to.
        return {render::Detail::low, isSoftware_ ? kCoarsestPicture : 0.5F};
    case 2:
        return {render::Detail::medium, kFinestPicture};
    case 3:
        return {render::Detail::high, kFinestPicture};
    case 4:
        return {render::Detail::best, kFinestPicture};
    default:
        return kSteps[step_];
    }
}

void QualityGovernor::judge(double seconds)
{
    slowFrames_ = seconds > kTooSlow ? slowFrames_ + 1 : 0;
    fastFrames_ = seconds < kFastEnough ? fastFrames_ + 1 : 0;
    if (slowFrames_ >= kFramesToJudge && step_ + 1 < kStepCount)
    {
        ++step_;
        best_ = step_;
        slowFrames_ = 0;
    }
    // Better only after ten times as many: a change is seen.
    if (fastFrames_ >= 10 * kFramesToJudge && step_ > best_)
    {
        --step_;
        fastFrames_ = 0;
    }
}

void QualityGovernor::beginAnew()
{
    best_ = 0;
    slowFrames_ = 0;
    fastFrames_ = 0;
}

} // namespace tarn::studio
