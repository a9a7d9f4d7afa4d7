// Golden hashes: a few scenes of a hundred steps have the bits they had when this was written, on
// every machine. They change whenever Flow's arithmetic does.
//
// To update: run this test with TARN_PRINT_GOLDEN=1 in the environment, look at what changed and
// why, and put the lines it prints into kGolden.
#include "tarn/flow.h"

#include "support/solids.h"
#include "support/test_flow.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <string>

namespace tarn
{
namespace
{

using test::TestFlow;

struct Golden
{
    const char* scene;
    uint64_t hash;
};

constexpr Golden kGolden[] = {
    {"ink in a box", 0xa44dcd0c51880d9fu},
    {"whirls on a torus", 0x01f85f6b25eb5b94u},
    {"wind past solids", 0x48903a5047683d33u},
    {"heated maze", 0xc49000ec5c13d391u},
};

void inkInABox(tnFlowDef& def)
{
    def = test::flowDef(48, 40);
    def.dyeScale = 2;
    def.settings.confinement = 8.0f;
    def.settings.dyeDissipation[0] = 0.1f;
}

void whirlsOnATorus(tnFlowDef& def)
{
    def = test::flowDef(45, 37);
    test::makePeriodic(def);
    def.settings.dyeAdvection = tn_advectionConserving;
}

void windPastSolids(tnFlowDef& def)
{
    def = test::busyDef(50, 38);
}

void heatedMaze(tnFlowDef& def)
{
    def = test::flowDef(41, 41);
    def.temperature = true;
    def.top = test::edgeOf(tn_flowOutflow);
    def.bottom.fixedTemperature = true;
    def.bottom.temperature = 50.0f;
    def.settings.thermalDiffusivity = 1e-3f;
    def.settings.viscosity = 1e-4f;
}

using MakeDef = void (*)(tnFlowDef&);
constexpr MakeDef kDefs[] = {inkInABox, whirlsOnATorus, windPastSolids, heatedMaze};

uint64_t hashOf(size_t scene)
{
    tnFlowDef def = {};
    kDefs[scene](def);
    TestFlow flow(def);
    if (kDefs[scene] == windPastSolids)
    {
        test::fillBusyScene(flow.handle());
    }
    if (kDefs[scene] == heatedMaze)
    {
        test::Mask mask = test::braidedMaze(41, 41, 4);
        for (uint8_t& cell : mask.solid)
        {
            cell = cell != 0 ? 255 : 0;
        }
        EXPECT_EQ(tnFlow_SetMask(flow.handle(), mask.solid.data(), 41 * 41), tn_success);
    }
    for (int32_t step = 0; step < 100; ++step)
    {
        test::stepBusyScene(flow.handle(), step);
    }
    return flow.hash();
}

TEST(FlowGolden, ScenesHaveTheBitsTheyHad)
{
    const bool print = std::getenv("TARN_PRINT_GOLDEN") != nullptr;
    static_assert(std::size(kGolden) == std::size(kDefs));
    for (size_t k = 0; k < std::size(kGolden); ++k)
    {
        const uint64_t hash = hashOf(k);
        if (print)
        {
            std::printf("    {\"%s\", 0x%016" PRIx64 "u},\n", kGolden[k].scene, hash);
        }
        EXPECT_EQ(hash, kGolden[k].hash) << kGolden[k].scene << "; see how to update at the top";
    }
}

} // namespace
} // namespace tarn
