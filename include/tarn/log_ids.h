/* Every message the library can log, as one list.
 *
 * TN_LOG_IDS(X) calls X(id, meaning) once for each. tnLogId in base.h is made of it, and so is
 * tnLogId_ToString. Tests and tools match on the id, never on the sentence. Append new ids to the
 * end of the list: the values are part of the ABI.
 */
#ifndef TARN_LOG_IDS_H
#define TARN_LOG_IDS_H

/* clang-format off */
#define TN_LOG_IDS(X)                                                                              \
    X(tn_logNone,                 "no message; never logged")                                      \
    X(tn_logNullPointer,          "a pointer argument that must point to something is null")       \
    X(tn_logInvalidHandle,        "a handle is null, or what it named was destroyed")              \
    X(tn_logOutOfMemory,          "the allocator returned null")                                   \
    X(tn_logHandleTableFull,      "no more objects of this kind can be created")                   \
    X(tn_logAllocatorInUse,       "the allocator cannot change while allocations are alive")       \
    X(tn_logAllocatorIncomplete,  "one of the two allocator functions is null")                    \
    X(tn_logThreadCount,          "a thread count is outside its range")                           \
    X(tn_logThreadStart,          "the operating system refused to start a thread")                \
    X(tn_logTaskSystem,           "a tnTaskSystem is half filled in")                              \
    X(tn_logInstructionSet,       "an instruction set is not available on this machine")           \
    X(tn_logNotFinite,            "a number is NaN or infinite")                                   \
    X(tn_logNegative,             "a number is negative that may not be")                          \
    X(tn_logOverflow,             "a result does not fit a 32-bit float")                          \
    X(tn_logSolverSize,           "a solver's grid has no cells or too many")                      \
    X(tn_logSolverDef,            "a field of a tnSolverDef is outside its range")                 \
    X(tn_logSolveParams,          "a field of a tnSolveParams is outside its range")               \
    X(tn_logGraphMemory,          "a solver's graphs do not fit its memory; it will be slow")      \
    X(tn_logFlowSize,             "a flow's grid has no cells or too many")                        \
    X(tn_logFlowDef,              "a field of a tnFlowDef is outside its range")                   \
    X(tn_logFlowSettings,         "a field of a tnFlowSettings is outside its range")              \
    X(tn_logFlowEdge,             "a field of a tnFlowEdge is outside its range")                  \
    X(tn_logFlowBrush,            "a field of a tnFlowBrush is outside its range")                 \
    X(tn_logSolidDef,             "a field of a tnSolidDef is outside its range")                  \
    X(tn_logFlowField,            "a field does not exist in this flow, or has another size")      \
    X(tn_logFlowStep,             "a time step is not a number above 0")                           \
    X(tn_logCapacity,             "a fixed number of things is used up")                           \
    X(tn_logFlowResize,           "a new size has other proportions, or loses profiles")           \
    X(tn_logSnapshot,             "bytes are not a saved state that can be read")                  \
    X(tn_logWaterSize,            "a water's grid has no cells or too many")                       \
    X(tn_logWaterDef,             "a field of a tnWaterDef is outside its range")                  \
    X(tn_logWaterSettings,        "a field of a tnWaterSettings is outside its range")             \
    X(tn_logWaterEdge,            "a field of a tnWaterEdge is outside its range")                 \
    X(tn_logWaterBrush,           "a field of a tnWaterBrush is outside its range")                \
    X(tn_logSpringDef,            "a field of a tnSpringDef is outside its range")                 \
    X(tn_logBodyDef,              "a field of a tnBodyDef is outside its range")                   \
    X(tn_logBodyMesh,             "a mesh is not closed, inside out or out of range")              \
    X(tn_logBodyMotion,           "a place or speed of a body is outside its range")               \
    X(tn_logWaterField,           "a field does not exist in this water, or has another size")     \
    X(tn_logWaterStep,            "a time step of a water is not a number above 0")                \
    X(tn_logSpray,                "spray is outside its range")                                    \
    X(tn_logGl,                   "OpenGL cannot do what is asked")                                \
    X(tn_logFlowSurface,          "a field of a tnFlowSurface is outside its range")               \
    X(tn_logDivergence,           "V-cycles make a residual larger; the solve ended early")
/* clang-format on */

#endif
