// Reads and narrows Highway's mask of targets.
//
// The list is what the machine supports and this build generated code for; compiled with the same
// flags as the kernels, so HWY_TARGETS here is HWY_TARGETS there. Bit order is best first.
#include "core/instruction_sets.h"

#include "core/log.h"

#include <bit>
#include <cctype>
#include <hwy/targets.h>
#include <mutex>

namespace tarn
{
namespace
{

struct State
{
    std::mutex mutex;
    int64_t forced = 0; // a single target, or 0 for the best
};

constinit State gState;

// Bits of all targets that can run here. The static target can by definition, whatever Highway
// detects at run time.
int64_t availableTargets()
{
    hwy::SetSupportedTargetsForTest(0);
    const int64_t available =
        (hwy::SupportedTargets() | HWY_STATIC_TARGET) & static_cast<int64_t>(HWY_TARGETS);
    hwy::SetSupportedTargetsForTest(gState.forced);
    return available;
}

int64_t bestOf(int64_t targets)
{
    return targets & -targets;
}

bool sameName(const char* a, const char* b)
{
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    while (*a != '\0' && lower(*a) == lower(*b))
    {
        ++a;
        ++b;
    }
    return lower(*a) == lower(*b);
}

// The bit of the target with this name, or 0.
int64_t findTarget(int64_t targets, const char* name)
{
    for (; targets != 0; targets &= targets - 1)
    {
        if (sameName(hwy::TargetName(bestOf(targets)), name))
        {
            return bestOf(targets);
        }
    }
    return 0;
}

} // namespace

tnInstructionSets instructionSets() noexcept
{
    const std::lock_guard lock(gState.mutex);
    const int64_t available = availableTargets();
    tnInstructionSets sets = {};
    for (int64_t targets = available; targets != 0 && sets.count < TN_MAX_INSTRUCTION_SETS;
         targets &= targets - 1)
    {
        sets.names[sets.count++] = hwy::TargetName(bestOf(targets));
    }
    sets.used = hwy::TargetName(gState.forced != 0 ? gState.forced : bestOf(available));
    return sets;
}

tnResult forceInstructionSet(const char* name) noexcept
{
    const std::lock_guard lock(gState.mutex);
    int64_t wanted = 0;
    if (name != nullptr)
    {
        wanted = findTarget(availableTargets(), name);
        if (wanted == 0)
        {
            logMessage(tn_logError, tn_logInstructionSet,
                       "tnForceInstructionSet: '%.40s' is not available here; choose one that "
                       "tnGetInstructionSets lists",
                       name);
            return tn_errorUnsupported;
        }
    }
    gState.forced = wanted;
    hwy::SetSupportedTargetsForTest(wanted);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return tn_success;
}

} // namespace tarn
