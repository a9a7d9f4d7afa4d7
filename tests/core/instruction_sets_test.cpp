// Instruction sets: what is listed can be forced, one after the other, in one process.
#include "core/instruction_sets.h"

#include "support/log_capture.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <set>
#include <string>

namespace tarn
{
namespace
{

class InstructionSets : public testing::Test
{
  protected:
    void TearDown() override { tnForceInstructionSet(nullptr); }
};

TEST_F(InstructionSets, ListIsNeverEmptyAndTheBestIsUsed)
{
    const tnInstructionSets sets = tnGetInstructionSets();
    ASSERT_GE(sets.count, 1);
    ASSERT_LE(sets.count, TN_MAX_INSTRUCTION_SETS);
    EXPECT_STREQ(sets.used, sets.names[0]);
    const std::set<std::string> names(sets.names, sets.names + sets.count);
    EXPECT_EQ(names.size(), static_cast<size_t>(sets.count));
}

TEST_F(InstructionSets, EachOneCanBeForcedInTurn)
{
    const tnInstructionSets sets = tnGetInstructionSets();
    for (int32_t i = 0; i < sets.count; ++i)
    {
        ASSERT_EQ(tnForceInstructionSet(sets.names[i]), tn_success) << sets.names[i];
        EXPECT_STREQ(tnGetInstructionSets().used, sets.names[i]);
        EXPECT_EQ(tnGetInstructionSets().count, sets.count) << "the list must not shrink";
        EXPECT_STREQ(hwy::TargetName(hwy::SupportedTargets()), sets.names[i]);
    }
    ASSERT_EQ(tnForceInstructionSet(nullptr), tn_success);
    EXPECT_STREQ(tnGetInstructionSets().used, sets.names[0]);
}

TEST_F(InstructionSets, NamesAreFoundInLowerCaseToo)
{
    std::string name = tnGetInstructionSets().names[0];
    for (char& c : name)
    {
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    EXPECT_EQ(tnForceInstructionSet(name.c_str()), tn_success);
}

TEST_F(InstructionSets, UnknownNameIsRefusedAndChangesNothing)
{
    const test::LogCapture log;
    const tnInstructionSets before = tnGetInstructionSets();
    for (const char* name : {"", "AVX", "MMX", "AVX2x"})
    {
        EXPECT_EQ(tnForceInstructionSet(name), tn_errorUnsupported) << name;
        EXPECT_EQ(log.last(), tn_logInstructionSet);
    }
    EXPECT_STREQ(tnGetInstructionSets().used, before.used);
}

} // namespace
} // namespace tarn
