# Puts the texts of shaders into a library: tarn_embed_shaders, and the script that it runs.
#
# tarn_embed_shaders(OUTPUT file.cpp HEADER "room/texts.h" NAMESPACE tarn TYPE GlShaderText
#                    FUNCTION glShaderTexts SHADERS a.comp b.glsl)
#
# The header declares `struct TYPE { std::string_view name; std::string_view text; }` and
# `std::span<const TYPE> FUNCTION()`, which the file defines: all texts, sorted by name.
if(NOT CMAKE_SCRIPT_MODE_FILE)
    set(TARN_EMBED_SHADERS ${CMAKE_CURRENT_LIST_FILE})
    function(tarn_embed_shaders)
        cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUTPUT;HEADER;NAMESPACE;TYPE;FUNCTION" "SHADERS")
        add_custom_command(
            OUTPUT ${arg_OUTPUT}
            COMMAND ${CMAKE_COMMAND} -DOUTPUT=${arg_OUTPUT} -DHEADER=${arg_HEADER}
                    -DNAMESPACE=${arg_NAMESPACE} -DTYPE=${arg_TYPE} -DFUNCTION=${arg_FUNCTION}
                    "-DSHADERS=${arg_SHADERS}" -P ${TARN_EMBED_SHADERS}
            DEPENDS ${arg_SHADERS} ${TARN_EMBED_SHADERS}
            VERBATIM)
    endfunction()
    return()
endif()

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
"// Made by embed_shaders.cmake from the shaders beside ${HEADER}.
#include \"${HEADER}\"

namespace ${NAMESPACE}
{
namespace
{

${arrays}
std::string_view textOf(const unsigned char* bytes, std::size_t size)
{
    return {reinterpret_cast<const char*>(bytes), size};
}

} // namespace

std::span<const ${TYPE}> ${FUNCTION}()
{
    static const ${TYPE} kTexts[] = {
${entries}    };
    return kTexts;
}

} // namespace ${NAMESPACE}
")
file(COPY_FILE ${OUTPUT}.tmp ${OUTPUT} ONLY_IF_DIFFERENT)
file(REMOVE ${OUTPUT}.tmp)
