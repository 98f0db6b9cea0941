# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: CC0-1.0

# Most of what a compiler does for a small file is to read the same headers again. A target lists
# them in a header of its own: CMake does not compile anew when a list in CMakeLists.txt changes.
option(HEADROOM_PRECOMPILE "Precompile common headers" ON)

function(headroom_precompile target header)
    if(NOT HEADROOM_PRECOMPILE)
        return()
    endif()
    target_precompile_headers(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${header}>)
    # ccache only keeps what it can compare. Clang instantiates templates of the header once for all
    # files only if asked to.
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>
        "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>"
        $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fpch-instantiate-templates>)
endfunction()
