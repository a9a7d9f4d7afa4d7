// Saved waters: the same bits after a restore, and nothing but a refusal for bytes that are not
// one.
#include "tarn/water.h"

#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/random.h"
#include "support/snapshot_bytes.h"
#include "support/test_water.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

using test::Bytes;
using test::kContentAt;
using test::put;
using test::seal;
using test::TestWater;

tnResult restore(const TestWater& water, const Bytes& bytes)
{
    return tnWater_Restore(water.handle(), bytes.data(), bytes.size());
}

// Steps, saves, steps on; and once more from what was saved, in other waters.
void expectSameAfterRestore(const tnWaterDef& def, const std::function<void(TestWater&)>& begin,
                            int32_t before, const char* name)
{
    constexpr int32_t kAfter = 12;
    TestWater first(def);
    begin(first);
    for (int32_t step = 0; step < before; ++step)
    {
        test::stepBusyWater(first, step);
    }
    test::strokeBusyWater(first, 0); // a stroke waits
    const Bytes bytes = first.save();
    const uint64_t saved = first.hash();
    const auto goOn = [before](TestWater& water) {
        std::vector<uint64_t> hashes;
        for (int32_t step = 1; step <= kAfter; ++step)
        {
            test::stepBusyWater(water, before + step, 0.01f + 0.003f * float(step));
            hashes.push_back(water.hash());
            if (step == 4 && !water.bodies.empty()) // what it displaced is left behind
            {
                EXPECT_EQ(tnWater_RemoveBody(water.handle(), water.bodies.back()), tn_success);
                water.bodies.pop_back();
            }
        }
        return hashes;
    };
    const std::vector<tnBody> bodies = first.bodies;
    const std::vector<uint64_t> expected = goOn(first);
    for (const int32_t threads : {1, 3})
    {
        for (const tnBackend backend : {tn_backendCpu, tn_backendReference})
        {
            tnWaterDef other = test::waterDef(5, 9);
            other.threads = threads;
            other.backend = backend;
            TestWater second(other);
            second.step(0.1f);
            ASSERT_EQ(restore(second, bytes), tn_success) << name;
            second.bodies = bodies;
            EXPECT_EQ(second.hash(), saved) << name;
            EXPECT_EQ(second.def().threads, threads);
            EXPECT_EQ(second.def().backend, backend);
            EXPECT_EQ(second.save(), bytes) << name;
            EXPECT_EQ(goOn(second), expected) << name << ", " << before << " steps before";
        }
    }
}

TEST(WaterSnapshot, NextStepsHaveTheBitsOfAWaterThatWentOn)
{
    for (const int32_t before : {0, 5, 30})
    {
        expectSameAfterRestore(test::busyWaterDef(78, 50), test::fillBusyWater, before, "busy");
    }
}

TEST(WaterSnapshot, NextStepsHaveTheSameBitsWithDropsInTheAir)
{
    tnWaterDef def = test::waterDef(96, 20);
    def.settings.rain = 1e-3f;
    def.particleCapacity = 3000;
    test::makePeriodic(def, false, true);
    const auto dam = [](TestWater& water) {
        water.set(tn_waterDepth, [](double x, double) { return x < 3.0 ? 2.0 : 0.2; });
        water.addBody(test::bodyAt(tn_bodyCapsule, 4.0f, 0.1f, 1.0f)); // across the seam
    };
    expectSameAfterRestore(def, dam, 30, "drops");
    TestWater water(def);
    dam(water);
    for (int32_t step = 0; step < 30; ++step)
    {
        test::stepBusyWater(water, step);
    }
    EXPECT_GT(water.stats().spray, 10) << "there was something to save";
}

TEST(WaterSnapshot, NextStepsHaveTheSameBitsWhenPartOfItSleeps)
{
    for (const int32_t before : {3, 7})
    {
        expectSameAfterRestore(
            test::waterDef(400, 120),
            [](TestWater& water) {
                water.set(tn_waterFoam, [](double x, double) { return x < 4.0 ? 0.5 : 0.0; });
            },
            before, "sleeping");
    }
}

TEST(WaterSnapshot, RestoresHandlesOfBodiesAndSprings)
{
    TestWater water(test::waterDef(32, 32));
    const tnBody gone = water.addBody(test::bodyAt(tn_bodySphere, 2.0f, 2.0f, 1.0f));
    ASSERT_EQ(tnWater_RemoveBody(water.handle(), gone), tn_success);
    const tnBody body = water.addBody(test::Tetrahedron().bodyAt(2.0f, 1.5f, 1.0f));
    tnSpringDef spring = tnDefaultSpringDef();
    spring.discharge = 1.0f;
    const tnSpring well = water.addSpring(spring);
    const Bytes bytes = water.save();
    ASSERT_EQ(tnWater_RemoveBody(water.handle(), body), tn_success);
    ASSERT_EQ(tnWater_RemoveSpring(water.handle(), well), tn_success);
    ASSERT_EQ(restore(water, bytes), tn_success);
    water.bodies = {body};
    EXPECT_EQ(water.body(body).shape, tn_bodyMesh);
    EXPECT_EQ(water.body(body).position.y, 1.5f);
    EXPECT_EQ(tnWater_SetSpring(water.handle(), well, &spring), tn_success);
    const test::LogCapture log;
    tnBodyDef now = {};
    EXPECT_EQ(tnWater_GetBody(water.handle(), gone, &now), tn_errorInvalidHandle);
}

TEST(WaterSnapshot, NeedsAsMuchRoomAsItSays)
{
    const test::LogCapture log;
    TestWater water(test::waterDef(8, 8));
    const size_t size = tnWater_GetSaveSize(water.handle());
    Bytes bytes(size, std::byte{0x5a});
    size_t written = 7;
    EXPECT_EQ(tnWater_Save(water.handle(), bytes.data(), size - 1, &written), tn_errorCapacity);
    EXPECT_EQ(written, 0u);
    EXPECT_EQ(log.last(), tn_logCapacity);
    EXPECT_EQ(bytes, Bytes(size, std::byte{0x5a})) << "nothing is written";
    EXPECT_EQ(tnWater_Save(water.handle(), bytes.data(), size, &written), tn_success);
    EXPECT_EQ(written, size);
}

// ---- Bytes that are not a saved water

class HostileWater : public testing::Test
{
  protected:
    HostileWater() : water_(smallDef())
    {
        water_.addBody(test::bodyAt(tn_bodySphere, 0.3f, 0.3f, 1.0f));
        water_.addBody(test::Tetrahedron().bodyAt(0.4f, 0.2f, 0.9f));
        tnSpringDef spring = tnDefaultSpringDef();
        spring.discharge = 0.01f;
        water_.addSpring(spring);
        water_.step(1.0f / 60.0f, 3);
        EXPECT_EQ(tnWater_AddSpray(water_.handle(), {0.3f, 0.3f, 2.0f}, {}, 1e-5f, true),
                  tn_success);
        water_.brush(tnDefaultWaterBrush());
        bytes_ = water_.save();
        hash_ = water_.hash();
    }

    static tnWaterDef smallDef()
    {
        tnWaterDef def = test::waterDef(6, 5);
        def.bodyCapacity = 3;
        def.springCapacity = 2;
        def.brushCapacity = 2;
        def.particleCapacity = 8;
        return def;
    }

    // Refused with a reason, and the water is as it was.
    void expectRefused(const Bytes& bytes, const char* what)
    {
        const test::LogCapture log;
        EXPECT_EQ(restore(water_, bytes), tn_errorInvalidArgument) << what;
        EXPECT_EQ(log.last(), tn_logSnapshot) << what;
        EXPECT_EQ(water_.hash(), hash_) << what;
    }

    TestWater water_;
    Bytes bytes_;
    uint64_t hash_ = 0;
};

TEST_F(HostileWater, CutOffAnywhereIsRefused)
{
    for (size_t size = 0; size < bytes_.size(); ++size)
    {
        Bytes cut(bytes_.begin(), bytes_.begin() + static_cast<ptrdiff_t>(size));
        cut.reserve(1); // so that there is an address
        expectRefused(cut, "cut");
        if (size >= kContentAt)
        {
            seal(cut);
            expectRefused(cut, "cut, and sealed");
        }
    }
    Bytes longer = bytes_;
    longer.push_back(std::byte{0});
    expectRefused(longer, "longer");
    seal(longer);
    expectRefused(longer, "longer, and sealed");
}

TEST_F(HostileWater, WithAFlippedBitIsRefused)
{
    for (size_t at = 0; at < bytes_.size(); ++at)
    {
        Bytes flipped = bytes_;
        flipped[at] ^= std::byte{static_cast<uint8_t>(1u << (at % 8))};
        expectRefused(flipped, "flipped");
    }
}

// With the hash made right again, every change either is refused, or makes a water that steps on
// with finite numbers.
TEST_F(HostileWater, SealedAfterAnyChangeNeverBreaksAWater)
{
    const test::LogCapture log;
    test::Random random(99);
    const int32_t tries = test::scaled(test::kSlowBuild ? 1500 : 10000, 200000);
    int32_t accepted = 0;
    const size_t total = bytes_.size() - kContentAt;
    const std::vector<tnBody> bodies = water_.bodies;
    for (int32_t k = 0; k < tries && !HasFailure(); ++k)
    {
        Bytes changed = bytes_;
        const size_t at =
            kContentAt + static_cast<size_t>(random.below(static_cast<int32_t>(total)));
        switch (random.below(4))
        {
        case 0:
            changed[at] ^= std::byte{static_cast<uint8_t>(1 << random.below(8))};
            break;
        case 1:
            changed[at] = std::byte{static_cast<uint8_t>(random.below(256))};
            break;
        case 2:
            if (at + 4 <= changed.size())
            {
                put(changed, at, std::ldexp(random.unit() - 0.5f, random.between(-140, 128)));
            }
            break;
        default:
            if (at + 4 <= changed.size())
            {
                put(changed, at, random.chance(0.5f) ? INT32_MAX : INT32_MIN + random.below(9));
            }
            break;
        }
        seal(changed);
        if (restore(water_, changed) != tn_success)
        {
            EXPECT_EQ(water_.hash(), hash_);
            continue;
        }
        ++accepted;
        water_.bodies.clear(); // their handles may be others now
        water_.step(0.02f, 2);
        EXPECT_TRUE(water_.isFinite()) << "byte " << at;
        ASSERT_EQ(restore(water_, bytes_), tn_success);
        water_.bodies = bodies;
    }
    EXPECT_GT(accepted, 0) << "many changes are harmless";
    EXPECT_LT(accepted, tries);
}

TEST_F(HostileWater, OfAnotherVersionByteOrderOrKindIsRefused)
{
    Bytes other = bytes_;
    put(other, test::kVersionAt, uint32_t{99});
    expectRefused(other, "version");
    other = bytes_;
    put(other, test::kOrderAt, uint32_t{0x04030201});
    expectRefused(other, "byte order");
    other = bytes_;
    other[0] = std::byte{'t'};
    expectRefused(other, "magic");
    const test::TestFlow flow(test::flowDef(6, 5));
    expectRefused(flow.save(), "a saved flow");
}

TEST_F(HostileWater, ThatClaimsToBeHugeIsRefusedBeforeMemoryIsTaken)
{
    const int64_t allocations = tnGetAllocationCount();
    for (const int32_t size : {16384, 16385, -1, 0, INT32_MAX})
    {
        Bytes huge = bytes_;
        put(huge, kContentAt, size);     // nx
        put(huge, kContentAt + 4, size); // ny
        seal(huge);
        expectRefused(huge, "huge");
    }
    for (const uint64_t size : {uint64_t{0}, uint64_t{1} << 40, UINT64_MAX})
    {
        Bytes huge = bytes_;
        put(huge, test::kSizeAt, size);
        expectRefused(huge, "claimed size");
    }
    EXPECT_EQ(tnGetAllocationCount(), allocations);
}

} // namespace
} // namespace tarn
