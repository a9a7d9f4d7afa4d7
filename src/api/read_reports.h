// What the log says of looks that do not wait (views on a GPU, reads), for flows and waters alike.
#pragma once

#include "api/arguments.h"

#include "tarn/field.h"

namespace tarn
{

// Of a view on the GPU; `why` is of tn_errorUnsupported.
inline tnResult reportGlView(tnResult result, const char* why, const char* caller)
{
    if (result == tn_errorOutOfMemory)
    {
        logMessage(tn_logError, tn_logOutOfMemory,
                   "%s: the GPU has no memory for the field; look at one that lies there as it is",
                   caller);
    }
    else if (result != tn_success)
    {
        logMessage(tn_logError, tn_logGl, "%s: there is no view on a GPU: %s", caller, why);
    }
    return result;
}

// Of asking for a read.
inline tnResult reportRequest(tnResult result, const char* caller)
{
    switch (result)
    {
    case tn_errorCapacity:
        return refuse(result, tn_logCapacity, caller, "the number of reads", TN_MAX_READS,
                      "end those that have been looked at");
    case tn_errorOutOfMemory:
        logMessage(tn_logError, tn_logOutOfMemory, "%s: no memory for the numbers; ask for fewer",
                   caller);
        break;
    case tn_errorUnsupported:
        logMessage(tn_logError, tn_logGl, "%s: its context is lost", caller);
        break;
    default:
        break;
    }
    return result;
}

inline tnResult refuseRead(tnRead read, const char* caller)
{
    logMessage(tn_logError, tn_logInvalidHandle,
               "%s: read {%u, %u} is null or has ended; ask for it first", caller, read.index,
               read.generation);
    return tn_errorInvalidHandle;
}

// Of looking at a read, which is said to be of a `kind`. One that is on its way is no error.
inline tnResult reportRead(tnResult result, tnRead read, const char* kind, const char* caller)
{
    switch (result)
    {
    case tn_errorInvalidHandle:
        return refuseRead(read, caller);
    case tn_errorInvalidArgument:
        logMessage(tn_logError, tn_logInvalidHandle, "%s: read {%u, %u} is not of %s", caller,
                   read.index, read.generation, kind);
        break;
    case tn_errorUnsupported:
        logMessage(tn_logError, tn_logGl,
                   "%s: the context was lost, and with it what was on its way; ask again", caller);
        break;
    default:
        break;
    }
    return result;
}

} // namespace tarn
