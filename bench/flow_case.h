// The flows that the suite `flow` measures: a stirred square metre with walls around it.
//
//     plume    semi-Lagrangian, one dye that rises, vorticity confinement: the least a game takes
//     ink      MacCormack, four dyes on the grid of the velocity
//     viscous  ink that is thick, and whose dyes spread
//     discs    ink among twenty discs that move
#pragma once

#include "tarn/tarn.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tarn::bench
{

struct FlowCase
{
    std::string name;
    int32_t dyes;
    int32_t emitters; // each pushes one component of velocity and adds one dye
    void (*choose)(tnFlowSettings& settings);
    void (*furnish)(Flow& flow); // with emitters, and solids
};

std::span<const FlowCase> flowCases();

// n x n cells, stirred, with clouds of dye and its emitters at work. Throws tarn::Error. On the
// CPU; or, with a context given, on its device, with another tolerance of the divergence.
Flow makeFlow(const FlowCase& flowCase, int32_t n, int32_t threads);
Flow makeFlow(const FlowCase& flowCase, int32_t n, int32_t threads, tnGl gl, float tolerance);

tnFlowSettings settingsOf(const FlowCase& flowCase);

// The name of a stage as a key: "advect_velocity".
std::string stageKey(int32_t stage);

// Bytes a cell that a step must move if it met memory once: each field that goes from step to step
// (velocity x and y, pressure, dyes) is read once and written once.
int32_t leastBytesPerCell(const FlowCase& flowCase);

// Nodes of a field that its emitters reach, over all of them.
double strokedPart(const FlowCase& flowCase);

} // namespace tarn::bench
