#include "backend/gl/gl_shader_texts.h"

#include "core/memory.h"

#include <cstdio>
#include <cstring>

namespace tarn
{

namespace
{

constexpr std::string_view kInclude = "#include \"";

std::string_view textOf(std::string_view file)
{
    for (const GlShaderText& shader : glShaderTexts())
    {
        if (shader.name == file)
        {
            return shader.text;
        }
    }
    return {};
}

} // namespace

GlProgramText::GlProgramText(const char* name, const char* defines, bool es)
{
    capacity_ = std::strlen(defines) + 1024;
    for (const GlShaderText& shader : glShaderTexts())
    {
        capacity_ += shader.text.size();
    }
    text_ = static_cast<char*>(allocate(capacity_, 1));
    char file[64];
    std::snprintf(file, sizeof file, "%s.comp", name);
    if (text_ == nullptr || textOf(file).empty())
    {
        return;
    }
    add(es ? "#version 310 es\n#define TARN_ES 1\nprecision highp float;\nprecision highp int;\n"
           : "#version 430 core\n");
    add(defines);
    addFile(file);
}

GlProgramText::~GlProgramText()
{
    deallocate(text_, text_ != nullptr ? capacity_ : 0);
}

void GlProgramText::add(std::string_view piece)
{
    std::memcpy(text_ + size_, piece.data(), piece.size());
    size_ += piece.size();
}

bool GlProgramText::isNew(std::string_view file)
{
    for (int k = 0; k < includedCount_; ++k)
    {
        if (included_[k] == file)
        {
            return false;
        }
    }
    included_[includedCount_++] = file;
    return true;
}

void GlProgramText::addFile(std::string_view file)
{
    if (includedCount_ == kMostIncluded || !isNew(file))
    {
        return;
    }
    std::string_view rest = textOf(file);
    while (!rest.empty())
    {
        const size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end == rest.npos ? rest.size() : end + 1);
        rest.remove_prefix(line.size());
        if (line.substr(0, kInclude.size()) == kInclude)
        {
            const std::string_view named = line.substr(kInclude.size());
            addFile(named.substr(0, named.find('"')));
        }
        else
        {
            add(line);
        }
    }
}

} // namespace tarn
