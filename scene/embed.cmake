# Writes builtin_scenes.cpp: the texts of scene files as arrays of bytes.
#
# cmake -DOUTPUT=builtin_scenes.cpp -DSCENES="a.toml;b.toml" -P embed.cmake
set(arrays "")
set(entries "")
list(SORT SCENES)
foreach(path IN LISTS SCENES)
    get_filename_component(name ${path} NAME_WE)
    file(READ ${path} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "constexpr unsigned char k_${name}[] = {${bytes}0};\n")
    string(APPEND entries "    {\"${name}\", textOf(k_${name}, sizeof k_${name} - 1)},\n")
endforeach()
file(WRITE ${OUTPUT}.tmp
"// Made by scene/embed.cmake from scenes/*.toml.
#include \"scene/builtin.h\"

namespace tarn::scene
{
namespace
{

${arrays}
std::string_view textOf(const unsigned char* bytes, std::size_t size)
{
    return {reinterpret_cast<const char*>(bytes), size};
}

} // namespace

std::span<const BuiltinScene> builtinScenes()
{
    static const BuiltinScene kScenes[] = {
${entries}    };
    return kScenes;
}

} // namespace tarn::scene
")
file(COPY_FILE ${OUTPUT}.tmp ${OUTPUT} ONLY_IF_DIFFERENT)
file(REMOVE ${OUTPUT}.tmp)
