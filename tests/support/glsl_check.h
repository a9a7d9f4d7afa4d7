// Puts the texts of programs before glslangValidator, all in one go.
#pragma once

#include "backend/gl/gl_shader_texts.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace tarn::test
{

class GlslCheck
{
  public:
    GlslCheck() { std::filesystem::create_directories(folder_); }
    ~GlslCheck() { std::filesystem::remove_all(folder_); }
    GlslCheck(const GlslCheck&) = delete;
    GlslCheck& operator=(const GlslCheck&) = delete;

    static bool isThere() { return std::string(TARN_GLSLANG).empty() == false; }

    // The shader with these defines, as OpenGL and as OpenGL ES get it.
    void add(const char* name, const char* defines)
    {
        for (const bool es : {false, true})
        {
            const GlProgramText text(name, defines, es);
            ASSERT_FALSE(text.text().empty()) << name;
            const std::string file =
                folder_ + "/" + std::to_string(count_++) + (es ? "_es_" : "_") + name + ".comp";
            std::ofstream(file) << text.text();
            files_ += " " + file;
        }
    }

    int32_t count() const { return count_; }

    void expectValid() const
    {
        const std::string command = std::string(TARN_GLSLANG) + files_ + " 2>&1";
        std::FILE* pipe = popen(command.c_str(), "r");
        ASSERT_NE(pipe, nullptr);
        std::string told;
        std::array<char, 4096> some = {};
        while (std::fgets(some.data(), static_cast<int>(some.size()), pipe) != nullptr)
        {
            told += some.data();
        }
        EXPECT_EQ(pclose(pipe), 0) << told;
    }

  private:
    std::string folder_ = testing::TempDir() + "tarn_glsl_" +
                          testing::UnitTest::GetInstance()->current_test_info()->test_suite_name();
    std::string files_;
    int32_t count_ = 0;
};

} // namespace tarn::test
