# Writes gl_shaders.cpp: the texts of shaders as arrays of bytes.
#
# cmake -DOUTPUT=gl_shaders.cpp -DSHADERS="a.comp;b.glsl" -P embed_shaders.cmake
set(arrays "")
set(entries "")
list(SORT SHADERS)
set(number 0)
foreach(path IN LISTS SHADERS)
    get_filename_component(name ${path} NAME)
    file(READ ${path} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "constexpr unsigned char k${number}[] = {${bytes}0};\n")
    string(APPEND entries "    {\"${name}\", textOf(k${number}, sizeof k${number} - 1)},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT}.tmp
"// Made by embed_shaders.cmake from src/backend/gl/shaders.
#include \"backend/gl/gl_shader_texts.h\"

namespace tarn
{
namespace
{

${arrays}
std::string_view textOf(const unsigned char* bytes, std::size_t size)
{
    return {reinterpret_cast<const char*>(bytes), size};
}

} // namespace

std::span<const GlShaderText> glShaderTexts()
{
    static const GlShaderText kTexts[] = {
${entries}    };
    return kTexts;
}

} // namespace tarn
")
file(COPY_FILE ${OUTPUT}.tmp ${OUTPUT} ONLY_IF_DIFFERENT)
file(REMOVE ${OUTPUT}.tmp)
