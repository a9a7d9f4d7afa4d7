// The public symbols of base.h: names for enums, and the hooks, handed to core.
#include "tarn/base.h"

#include "core/check.h"
#include "core/hash.h"
#include "core/instruction_sets.h"
#include "core/log.h"
#include "core/memory.h"

using namespace tarn;

tnVersion tnGetVersion(void)
{
    return {TN_VERSION_MAJOR, TN_VERSION_MINOR, TN_VERSION_PATCH};
}

const char* tnResult_ToString(tnResult result)
{
    switch (result)
    {
    case tn_success:
        return "success";
    case tn_errorNullPointer:
        return "a pointer is null";
    case tn_errorInvalidHandle:
        return "the handle is null or stale";
    case tn_errorInvalidArgument:
        return "an argument is outside its range";
    case tn_errorSize:
        return "a size is zero, negative or too large";
    case tn_errorNotFinite:
        return "not a finite number";
    case tn_errorNegative:
        return "a number is negative";
    case tn_errorOutOfMemory:
        return "out of memory";
    case tn_errorCapacity:
        return "the capacity is used up";
    case tn_errorUnsupported:
        return "not supported by this build or machine";
    case tn_errorOverflow:
        return "the result does not fit a 32-bit float";
    case tn_errorThread:
        return "a thread could not be started";
    case tn_errorNotReady:
        return "still on its way";
    }
    return "unknown result";
}

void tnSetLogCallback(tnLogFcn* callback, void* user)
{
    setLogCallback(callback, user);
}

const char* tnLogId_ToString(tnLogId id)
{
    switch (id)
    {
#define TN_LOG_NAME(name, meaning)                                                                 \
    case name:                                                                                     \
        return #name;
        TN_LOG_IDS(TN_LOG_NAME)
#undef TN_LOG_NAME
    case tn_logIdCount:
        break;
    }
    return "unknown log id";
}

tnResult tnSetAllocator(tnAllocFcn* alloc, tnFreeFcn* free, void* user)
{
    return setAllocator(alloc, free, user);
}

int64_t tnGetAllocatedBytes(void)
{
    return allocatedBytes();
}

int64_t tnGetAllocationCount(void)
{
    return allocationCount();
}

void tnSetAssertHandler(tnAssertFcn* handler)
{
    setAssertHandler(handler);
}

const char* tnBackend_ToString(tnBackend backend)
{
    switch (backend)
    {
    case tn_backendCpu:
        return "cpu";
    case tn_backendReference:
        return "reference";
    case tn_backendGL:
        return "gl";
    }
    return "unknown";
}

tnInstructionSets tnGetInstructionSets(void)
{
    return instructionSets();
}

tnResult tnForceInstructionSet(const char* name)
{
    return forceInstructionSet(name);
}

uint64_t tnHash(const void* data, size_t size, uint64_t seed)
{
    if (data == nullptr && size != 0)
    {
        logMessage(tn_logError, tn_logNullPointer,
                   "tnHash: data is null but size is %zu; the seed is returned unchanged", size);
        return seed;
    }
    return hashBytes(data, size, seed);
}
