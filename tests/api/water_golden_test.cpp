// Golden hashes: a few scenes of a hundred steps have the bits they had when this was written, on
// every machine. They change whenever Water's arithmetic does.
//
// To update: run this test with TARN_PRINT_GOLDEN=1 in the environment, look at what changed and
// why, and put the lines it prints into kGolden.
#include "tarn/water.h"

#include "support/test_water.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

namespace tarn
{
namespace
{

using test::TestWater;

struct Golden
{
    const char* scene;
    uint64_t hash;
};

constexpr Golden kGolden[] = {
    {"a splash in a pond", 0x98741f297c699378u},
    {"a dam breaks over blocks", 0x525fd2dc37ce70cfu},
    {"everything at once", 0xa9a62979c5466c85u},
    {"lava runs down a slope", 0x4992282be6764982u},
};

// Numbers of the host are exact or a few roundings, no functions of its C library.

uint64_t splashInAPond()
{
    TestWater water(test::waterDef(150, 70));
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {6.0f, 5.0f};
    brush.splash = 0.2f;
    brush.dye[0] = 1.0f;
    water.brush(brush);
    water.addBody(test::bodyAt(tn_bodySphere, 12.0f, 4.0f, 1.5f));
    for (int32_t k = 0; k < 100; ++k)
    {
        water.step(1.0f / 60.0f);
        water.moveBodies(1.0f / 60.0f);
    }
    return water.hash();
}

uint64_t damBreak()
{
    tnWaterDef def = test::waterDef(128, 40);
    def.particleCapacity = 20000;
    def.right = test::edgeOf(tn_waterOpen);
    TestWater water(def);
    water.set(tn_waterTerrain, [](double x, double y) {
        return x > 8.0 && x < 9.0 && y > 2.0 && y < 3.0 ? 2.0 : 0.0;
    });
    water.set(tn_waterDepth, [](double x, double) { return x < 4.0 ? 1.5 : 0.0; });
    water.step(1.0f / 60.0f, 100);
    return water.hash();
}

uint64_t everything()
{
    TestWater water(test::busyWaterDef(83, 61));
    test::fillBusyWater(water);
    for (int32_t k = 0; k < 100; ++k)
    {
        test::stepBusyWater(water, k);
    }
    return water.hash();
}

uint64_t lava()
{
    tnWaterDef def = test::waterDef(60, 30);
    def.level = 0.0f;
    def.settings.liquid = tnGetLiquid(tn_liquidLava);
    TestWater water(def);
    water.set(tn_waterTerrain, [](double x, double) { return -0.25 * x; });
    tnSpringDef crater = tnDefaultSpringDef();
    crater.position = {1.0f, 2.0f};
    crater.discharge = 1.0f;
    water.addSpring(crater);
    water.step(1.0f / 60.0f, 100);
    return water.hash();
}

using Run = uint64_t (*)();
constexpr Run kRuns[] = {splashInAPond, damBreak, everything, lava};

TEST(WaterGolden, ScenesHaveTheBitsTheyHad)
{
    const bool print = std::getenv("TARN_PRINT_GOLDEN") != nullptr;
    static_assert(std::size(kGolden) == std::size(kRuns));
    for (size_t k = 0; k < std::size(kGolden); ++k)
    {
        const uint64_t hash = kRuns[k]();
        if (print)
        {
            std::printf("    {\"%s\", 0x%016" PRIx64 "u},\n", kGolden[k].scene, hash);
        }
        EXPECT_EQ(hash, kGolden[k].hash) << kGolden[k].scene << "; see how to update at the top";
    }
}

} // namespace
} // namespace tarn
