/* What every part of Tarn shares: version, result codes, log, memory, assertions, handles,
 * backends, instruction sets, hashing.
 *
 * Plain C99. The only global state of the library lives here: the hooks (log, allocator, assert)
 * and the instruction set. Set them before creating objects. Nothing here throws, and no call
 * crashes on a null pointer or a stale handle: it logs and returns a named error.
 */
#ifndef TARN_BASE_H
#define TARN_BASE_H

#include "tarn/log_ids.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of these headers. tnGetVersion tells the version of the library that is loaded. */
#define TN_VERSION_MAJOR 0
#define TN_VERSION_MINOR 1
#define TN_VERSION_PATCH 0

/* TN_API marks a public function. The build system defines TN_BUILDING while it compiles the
 * library, and TN_SHARED for users of the shared library (it matters on Windows only). */
#if defined(_WIN32)
#if defined(TN_BUILDING)
#define TN_API __declspec(dllexport)
#elif defined(TN_SHARED)
#define TN_API __declspec(dllimport)
#else
#define TN_API
#endif
#elif defined(__GNUC__)
#define TN_API __attribute__((visibility("default")))
#else
#define TN_API
#endif

/* Enumerations are 32 bits wide in C and C++ alike, and hold any such number: a bad one that comes
 * from a binding is an error to report, not undefined behaviour. */
#ifdef __cplusplus
#define TN_ENUM_TYPE : int32_t
#else
#define TN_ENUM_TYPE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------
 * Version */

typedef struct tnVersion
{
    int32_t major; /* changes when the API breaks */
    int32_t minor; /* changes when the API grows */
    int32_t patch; /* changes when only bodies do */
} tnVersion;

/* The version of the library that is loaded. */
TN_API tnVersion tnGetVersion(void);

/* ------------------------------------------------------------------------------------------------
 * Results */

/* What a call that can fail returns. A call that fails changes nothing. */
typedef enum tnResult TN_ENUM_TYPE
{
    tn_success = 0,
    tn_errorNullPointer,     /* a pointer that must point to something is null */
    tn_errorInvalidHandle,   /* null handle, or its object was destroyed */
    tn_errorInvalidArgument, /* a value outside the range its comment gives */
    tn_errorSize,            /* a size of zero, below zero, or too large to address */
    tn_errorNotFinite,       /* NaN or infinity where a finite number is needed */
    tn_errorNegative,        /* a negative number where one >= 0 is needed */
    tn_errorOutOfMemory,     /* the allocator returned null */
    tn_errorCapacity,        /* a fixed number of things is used up */
    tn_errorUnsupported,     /* this build or this machine cannot do that */
    tn_errorOverflow,        /* the result does not fit a 32-bit float */
    tn_errorThread,          /* the operating system refused a thread */
    tn_errorNotReady         /* what was asked for is still on its way; not logged */
} tnResult;

/* A short lower-case sentence, never null: "not a finite number". Static storage. */
TN_API const char* tnResult_ToString(tnResult result);

/* ------------------------------------------------------------------------------------------------
 * Log */

typedef enum tnLogLevel TN_ENUM_TYPE
{
    tn_logInfo,    /* worth knowing */
    tn_logWarning, /* the call went on, with something adjusted */
    tn_logError    /* the call did nothing */
} tnLogLevel;

/* What the message is about; see log_ids.h. */
#define TN_LOG_ENUM(id, meaning) id,
/* clang-format off */
typedef enum tnLogId TN_ENUM_TYPE
{
    TN_LOG_IDS(TN_LOG_ENUM)
    tn_logIdCount /* how many there are */
} tnLogId;
/* clang-format on */
#undef TN_LOG_ENUM

/* Receives one message: what was wrong, the value, what to do about it. `message` is one line
 * without a line break and lives only during the call. May be called from any thread that uses
 * the library. */
typedef void tnLogFcn(void* user, tnLogLevel level, tnLogId id, const char* message);

/* Sends all messages to `callback`, with `user` passed through. Null brings back the default:
 * warnings and errors go to stderr. */
TN_API void tnSetLogCallback(tnLogFcn* callback, void* user);

/* The id's own name, as in "tn_logNullPointer". Never null. Static storage. */
TN_API const char* tnLogId_ToString(tnLogId id);

/* ------------------------------------------------------------------------------------------------
 * Memory */

/* Returns `size` bytes (> 0) aligned to `alignment` bytes (a power of two), or null. Any thread. */
typedef void* tnAllocFcn(void* user, size_t size, size_t alignment);

/* Takes back what tnAllocFcn gave, with the same size. Never called with null. Any thread. */
typedef void tnFreeFcn(void* user, void* memory, size_t size);

/* Sends all of the library's memory through these two. Both null brings back the default (the C++
 * heap). Allocation happens when objects are created, and in calls whose comments say so; never
 * while they step or solve on the CPU.
 * tn_errorInvalidArgument when only one is null, or while any object is alive. */
TN_API tnResult tnSetAllocator(tnAllocFcn* alloc, tnFreeFcn* free, void* user);

/* Bytes allocated and not yet freed. Zero when every object has been destroyed. */
TN_API int64_t tnGetAllocatedBytes(void);

/* Allocations ever made. Two equal readings prove that nothing in between allocated. */
TN_API int64_t tnGetAllocationCount(void);

/* ------------------------------------------------------------------------------------------------
 * Assertions */

/* Told of a broken invariant inside the library: a bug in Tarn, not in its use. Returns true to
 * stop in the debugger (or abort), false to go on. */
typedef bool tnAssertFcn(const char* condition, const char* file, int32_t line);

/* Null brings back the default: print to stderr, then stop. Assertions are compiled into debug
 * builds, and into any build made with TARN_ASSERTS on. */
TN_API void tnSetAssertHandler(tnAssertFcn* handler);

/* ------------------------------------------------------------------------------------------------
 * Handles
 *
 * Objects are named by small values, passed by copy:
 *
 *     typedef struct tnThing { uint32_t index, generation; } tnThing;
 *
 * All zero is null and names nothing. A handle goes stale when its object is destroyed, and stays
 * so when the slot is used again: the generation differs. Compare with TN_HANDLE_EQUALS. */
#define TN_IS_NULL(handle) ((handle).index == 0)
#define TN_HANDLE_EQUALS(a, b) ((a).index == (b).index && (a).generation == (b).generation)

/* ------------------------------------------------------------------------------------------------
 * Backends and instruction sets */

/* Who does the arithmetic on whole fields. */
typedef enum tnBackend TN_ENUM_TYPE
{
    tn_backendCpu = 0,       /* SIMD and threads; the default */
    tn_backendReference = 1, /* plain scalar loops on one thread; slow, for tests */
    tn_backendGL = 2         /* compute shaders on a GPU; see gl.h */
} tnBackend;

/* What happens where a backend cannot be had: the call fails, or the CPU does the work. */
typedef enum tnFallback TN_ENUM_TYPE
{
    tn_fallbackFail = 0, /* default */
    tn_fallbackCpu = 1   /* with a warning in the log */
} tnFallback;

/* "cpu", "reference", "gl"; "unknown" for any other value. Static storage. */
TN_API const char* tnBackend_ToString(tnBackend backend);

#define TN_MAX_INSTRUCTION_SETS 16

typedef struct tnInstructionSets
{
    int32_t count;                              /* how many this machine can run, >= 1 */
    const char* names[TN_MAX_INSTRUCTION_SETS]; /* best first: "AVX3", "AVX2", ... Static */
    const char* used;                           /* the one in use; one of names */
} tnInstructionSets;

/* The instruction sets that this build has code for and this machine can run, and the one that is
 * used. Results are the same bits with every one of them; only the speed differs. */
TN_API tnInstructionSets tnGetInstructionSets(void);

/* Uses the instruction set of that name (upper or lower case) from now on, in the whole process;
 * null goes back to the best. For tests, benchmarks and comparison: call it while nothing is
 * computing. tn_errorUnsupported when this machine or build lacks it; nothing changes then. */
TN_API tnResult tnForceInstructionSet(const char* name);

/* ------------------------------------------------------------------------------------------------
 * Hash */

/* A fast 64-bit hash of `size` bytes, the same on every machine for the same bytes. Not
 * cryptographic. To hash several arrays, pass the hash so far as the seed of the next; start
 * with 0. `data` may be null when size is 0. */
TN_API uint64_t tnHash(const void* data, size_t size, uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
