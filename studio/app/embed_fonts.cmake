# Writes OUTPUT, the body of fonts.h, from the files TEXT and STRONG; either may be empty.
#
#     cmake -DOUTPUT=... -DTEXT=... -DSTRONG=... -P embed_fonts.cmake
set(body "// Made by studio/app/embed_fonts.cmake.\n#include \"studio/app/fonts.h\"\n\nnamespace tarn::studio\n{\n")
foreach(pair "textFont;${TEXT}" "strongFont;${STRONG}")
    list(GET pair 0 function)
    list(GET pair 1 file)
    if(file)
        file(READ "${file}" bytes HEX)
        string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
        string(APPEND body "static const unsigned char ${function}Bytes[] = {${bytes}};\n"
                           "std::span<const unsigned char> ${function}()\n"
                           "{\n    return ${function}Bytes;\n}\n")
    else()
        string(APPEND body "std::span<const unsigned char> ${function}()\n{\n    return {};\n}\n")
    endif()
endforeach()
file(WRITE "${OUTPUT}" "${body}} // namespace tarn::studio\n")
