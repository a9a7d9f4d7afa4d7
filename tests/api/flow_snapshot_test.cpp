// Saved flows: the same bits after a restore, and nothing but a refusal for bytes that are not one.
#include "tarn/flow.h"

#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/random.h"
#include "support/snapshot_bytes.h"
#include "support/solids.h"
#include "support/test_flow.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

using test::Bytes;
using test::kContentAt;
using test::kOrderAt;
using test::kSizeAt;
using test::kVersionAt;
using test::put;
using test::seal;
using test::TestFlow;

tnResult restore(const TestFlow& flow, const Bytes& bytes)
{
    return tnFlow_Restore(flow.handle(), bytes.data(), bytes.size());
}

// Steps, saves, steps on; and once more from what was saved, in other flows.
void expectSameAfterRestore(const tnFlowDef& def, const std::function<void(TestFlow&)>& begin,
                            int32_t before, const char* name)
{
    constexpr int32_t kAfter = 6;
    TestFlow first(def);
    begin(first);
    for (int32_t step = 0; step < before; ++step)
    {
        test::stepBusyScene(first.handle(), step);
    }
    test::strokeBusyScene(first.handle(), 0); // a stroke waits
    const Bytes bytes = first.save();
    const uint64_t saved = first.hash();
    const auto goOn = [before](const TestFlow& flow) {
        std::vector<uint64_t> hashes;
        for (int32_t step = 1; step <= kAfter; ++step)
        {
            test::stepBusyScene(flow.handle(), before + step, 0.01f + 0.003f * float(step));
            hashes.push_back(flow.hash());
        }
        return hashes;
    };
    const std::vector<uint64_t> expected = goOn(first);
    for (const int32_t threads : {1, 3})
    {
        for (const tnBackend backend : {tn_backendCpu, tn_backendReference})
        {
            tnFlowDef other = test::flowDef(5, 9);
            other.threads = threads;
            other.backend = backend;
            TestFlow second(other);
            second.step(0.1f);
            ASSERT_EQ(restore(second, bytes), tn_success) << name;
            EXPECT_EQ(second.hash(), saved) << name;
            EXPECT_EQ(second.def().threads, threads);
            EXPECT_EQ(second.def().backend, backend);
            EXPECT_EQ(second.save(), bytes) << name;
            EXPECT_EQ(goOn(second), expected) << name << ", " << before << " steps before";
        }
    }
}

TEST(FlowSnapshot, NextStepsHaveTheBitsOfAFlowThatWentOn)
{
    for (const int32_t before : {0, 5, 6}) // in the middle of a pair of steps, and after one
    {
        expectSameAfterRestore(
            test::busyDef(38, 30), [](TestFlow& flow) { test::fillBusyScene(flow.handle()); },
            before, "busy");
    }
    tnFlowDef ring = test::flowDef(32, 32);
    test::makePeriodic(ring);
    expectSameAfterRestore(
        ring, [](TestFlow& flow) { flow.setStream(test::whirls(1.0, 2, true)); }, 3, "ring");
    for (const int32_t before : {0, 3, 4}) // pressure without iterations
    {
        expectSameAfterRestore(
            test::flowDef(96, 43), [](TestFlow& flow) { flow.setStream(test::whirls(1.0, 2)); },
            before, "box");
    }
}

// The solver learns which method suits a domain; a restored flow must not have to learn it anew.
TEST(FlowSnapshot, NextStepsHaveTheSameBitsInAMaze)
{
    tnFlowDef def = test::flowDef(63, 63);
    def.top = test::edgeOf(tn_flowOutflow);
    expectSameAfterRestore(
        def,
        [](TestFlow& flow) {
            test::Mask mask = test::perfectMaze(63, 63, 3);
            for (uint8_t& cell : mask.solid)
            {
                cell = cell != 0 ? 255 : 0;
            }
            EXPECT_EQ(tnFlow_SetMask(flow.handle(), mask.solid.data(), 63 * 63), tn_success);
            flow.setStream(test::whirls(1.0, 2));
        },
        4, "maze");
}

TEST(FlowSnapshot, RestoresHandlesOfSolidsAndEmitters)
{
    TestFlow flow(test::flowDef(16, 16));
    tnSolidDef circle = tnDefaultSolidDef();
    circle.position = {0.5f, 0.5f};
    tnSolid gone = {}, solid = {};
    ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &gone), tn_success);
    ASSERT_EQ(tnFlow_RemoveSolid(flow.handle(), gone), tn_success);
    ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &solid), tn_success);
    const Bytes bytes = flow.save();
    ASSERT_EQ(tnFlow_RemoveSolid(flow.handle(), solid), tn_success);
    ASSERT_EQ(restore(flow, bytes), tn_success);
    tnSolidDef now = {};
    EXPECT_EQ(tnFlow_GetSolid(flow.handle(), solid, &now), tn_success);
    EXPECT_EQ(now.position.x, 0.5f);
    const test::LogCapture log;
    EXPECT_EQ(tnFlow_GetSolid(flow.handle(), gone, &now), tn_errorInvalidHandle);
}

TEST(FlowSnapshot, KeepsProfilesAlongEdges)
{
    tnFlowDef def = test::flowDef(12, 10);
    def.left = test::edgeOf(tn_flowInflow, 1.0f);
    def.right = test::edgeOf(tn_flowOutflow);
    TestFlow flow(def);
    std::vector<float> profile(10, 0.25f);
    profile[3] = 2.0f;
    ASSERT_EQ(
        tnFlow_SetEdgeProfile(flow.handle(), tn_sideLeft, tn_edgeNormalSpeed, profile.data(), 10),
        tn_success);
    const Bytes bytes = flow.save();
    TestFlow other(test::flowDef(4, 4));
    ASSERT_EQ(restore(other, bytes), tn_success);
    EXPECT_EQ(other.copy(tn_flowVelocityX).at(0, 3), 2.0f);
    EXPECT_EQ(other.copy(tn_flowVelocityX).at(0, 4), 0.25f);
    EXPECT_EQ(other.hash(), flow.hash());
}

TEST(FlowSnapshot, NeedsAsMuchRoomAsItSays)
{
    const test::LogCapture log;
    TestFlow flow(test::flowDef(8, 8));
    const size_t size = tnFlow_GetSaveSize(flow.handle());
    Bytes bytes(size, std::byte{0x5a});
    size_t written = 7;
    EXPECT_EQ(tnFlow_Save(flow.handle(), bytes.data(), size - 1, &written), tn_errorCapacity);
    EXPECT_EQ(written, 0u);
    EXPECT_EQ(log.last(), tn_logCapacity);
    EXPECT_EQ(bytes, Bytes(size, std::byte{0x5a})) << "nothing is written";
    EXPECT_EQ(tnFlow_Save(flow.handle(), bytes.data(), size, &written), tn_success);
    EXPECT_EQ(written, size);
}

// ---- Bytes that are not a saved flow

class HostileBytes : public testing::Test
{
  protected:
    HostileBytes()
    {
        tnFlowDef def = test::flowDef(6, 5);
        def.temperature = true;
        def.tracerCapacity = 4;
        def.solidCapacity = 3;
        def.emitterCapacity = 2;
        def.brushCapacity = 2;
        flow_.emplace_back(std::make_unique<TestFlow>(def));
        TestFlow& flow = *flow_.back();
        tnSolidDef circle = tnDefaultSolidDef();
        circle.position = {0.3f, 0.3f};
        circle.velocity = {0.1f, 0.0f};
        tnSolid solid = {};
        EXPECT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &solid), tn_success);
        const tnFlowBrush brush = tnDefaultFlowBrush();
        EXPECT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
        const tnVec2 tracer = {0.7f, 0.6f};
        EXPECT_EQ(tnFlow_AddTracers(flow.handle(), &tracer, 1), tn_success);
        bytes_ = flow.save();
        hash_ = flow.hash();
    }

    TestFlow& flow() { return *flow_.back(); }

    // Refused with a reason, and the flow is as it was.
    void expectRefused(const Bytes& bytes, const char* what)
    {
        const test::LogCapture log;
        EXPECT_EQ(restore(flow(), bytes), tn_errorInvalidArgument) << what;
        EXPECT_EQ(log.last(), tn_logSnapshot) << what;
        EXPECT_EQ(flow().hash(), hash_) << what;
    }

    std::vector<std::unique_ptr<TestFlow>> flow_;
    Bytes bytes_;
    uint64_t hash_ = 0;
};

TEST_F(HostileBytes, CutOffAnywhereAreRefused)
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

TEST_F(HostileBytes, WithAFlippedBitAreRefused)
{
    for (size_t at = 0; at < bytes_.size(); ++at)
    {
        Bytes flipped = bytes_;
        flipped[at] ^= std::byte{static_cast<uint8_t>(1u << (at % 8))};
        expectRefused(flipped, "flipped");
    }
}

// With the hash made right again, every change either is refused, or makes a flow that steps on
// with finite numbers.
TEST_F(HostileBytes, SealedAfterAnyChangeNeverBreakAFlow)
{
    const test::LogCapture log;
    test::Random random(99);
    const int32_t tries = test::scaled(test::kSlowBuild ? 1500 : 6000, 100000);
    int32_t accepted = 0;
    const size_t total = bytes_.size() - kContentAt;
    const auto tryOne = [&](const Bytes& changed, size_t at) {
        TestFlow& target = flow();
        if (restore(target, changed) != tn_success)
        {
            EXPECT_EQ(target.hash(), hash_);
            return;
        }
        ++accepted;
        target.step(0.02f, 2);
        EXPECT_TRUE(target.isFinite()) << "byte " << at;
        ASSERT_EQ(restore(target, bytes_), tn_success);
    };
    for (int32_t k = 0; k < tries && !HasFailure(); ++k)
    {
        Bytes changed = bytes_;
        const auto spot = static_cast<size_t>(random.below(static_cast<int32_t>(total)));
        const size_t at = kContentAt + spot;
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
        tryOne(changed, at);
    }
    EXPECT_GT(accepted, 0) << "many changes are harmless";
    EXPECT_LT(accepted, tries);
}

TEST_F(HostileBytes, OfAnotherVersionOrByteOrderAreRefused)
{
    Bytes other = bytes_;
    put(other, kVersionAt, uint32_t{99});
    expectRefused(other, "version");
    other = bytes_;
    put(other, kOrderAt, uint32_t{0x04030201});
    expectRefused(other, "byte order");
    other = bytes_;
    other[0] = std::byte{'t'};
    expectRefused(other, "magic");
}

TEST_F(HostileBytes, ThatClaimToBeHugeAreRefusedBeforeMemoryIsTaken)
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
        put(huge, kSizeAt, size);
        expectRefused(huge, "claimed size");
    }
    EXPECT_EQ(tnGetAllocationCount(), allocations);
}

TEST(FlowSnapshot, EveryBrushThatIsAcceptedCanBeSaved)
{
    const test::LogCapture log;
    TestFlow flow(test::flowDef(8, 8));
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.holdRate = std::nanf("");
    EXPECT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_errorNotFinite);
    brush.holdRate = -1.0f; // of no meaning without tn_brushHold
    EXPECT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
    EXPECT_EQ(restore(flow, flow.save()), tn_success);
}

} // namespace
} // namespace tarn
