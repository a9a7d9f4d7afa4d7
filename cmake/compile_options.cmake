# What every target of this project is compiled with.
#
# tarn_compile_options(target): the language, the warnings, the sanitizers, and the arithmetic.
# Results must be the same bits everywhere, so no compiler may fuse a multiplication with an
# addition or reorder a sum. No -march: kernels choose their instruction set at run time.

function(tarn_compile_options target)
    target_compile_features(${target} PRIVATE cxx_std_20 c_std_99)
    set_target_properties(
        ${target}
        PROPERTIES CXX_EXTENSIONS OFF
                   C_EXTENSIONS OFF
                   CXX_VISIBILITY_PRESET hidden
                   C_VISIBILITY_PRESET hidden
                   VISIBILITY_INLINES_HIDDEN ON)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 /fp:precise)
        if(TARN_WARNINGS_AS_ERRORS)
            target_compile_options(${target} PRIVATE /WX)
        endif()
        return()
    endif()

    target_compile_options(
        ${target}
        PRIVATE -ffp-contract=off
                -fno-fast-math
                -Wall
                -Wextra
                -Wpedantic
                -Wshadow
                -Wconversion
                -Wsign-conversion
                -Wdouble-promotion
                -Wcast-qual
                -Wformat=2
                -Wundef
                -Wvla
                $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor
                -Woverloaded-virtual
                -Wextra-semi>)
    if(TARN_WARNINGS_AS_ERRORS)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(TARN_SANITIZE)
        target_compile_options(
            ${target} PRIVATE -fsanitize=${TARN_SANITIZE} -fno-sanitize-recover=all
                              -fno-omit-frame-pointer)
        target_link_options(${target} PRIVATE -fsanitize=${TARN_SANITIZE})
    endif()
    if(TARN_COVERAGE)
        target_compile_options(${target} PRIVATE --coverage -fprofile-update=atomic)
        target_link_options(${target} PRIVATE --coverage)
    endif()
endfunction()
