// The texts of shaders/, put into the library when it is built, and a program's text made of them.
#pragma once

#include <span>
#include <string_view>

namespace tarn
{

struct GlShaderText
{
    std::string_view name; // "relax.comp", "cells.glsl"
    std::string_view text;
};

// All of them, sorted by name; see embed_shaders.cmake.
std::span<const GlShaderText> glShaderTexts();

// The text of shaders/NAME.comp as a compiler wants it: a first line with the version, the defines,
// and what it includes by lines #include "file.glsl" put in their place, once each. Memory is
// core/memory.h's; size 0: there is no such file, or no memory.
class GlProgramText
{
  public:
    GlProgramText(const char* name, const char* defines, bool es);
    ~GlProgramText();
    GlProgramText(const GlProgramText&) = delete;
    GlProgramText& operator=(const GlProgramText&) = delete;

    std::string_view text() const { return {text_, size_}; }

  private:
    static constexpr int kMostIncluded = 32;

    void add(std::string_view piece);
    void addFile(std::string_view file);
    bool isNew(std::string_view file);

    char* text_ = nullptr;
    size_t size_ = 0;
    size_t capacity_ = 0;
    std::string_view included_[kMostIncluded];
    int includedCount_ = 0;
};

} // namespace tarn
