# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: CC0-1.0

# Most of what a compiler does for a small file is to read the same headers again. Each file still
# includes what it needs: builds with this option off (the preset asan-clang) check that.
option(HEADROOM_PRECOMPILE "Precompile the headers of the standard library and of GLib or Qt" ON)

# The further arguments are headers, too.
function(headroom_precompile target)
    if(NOT HEADROOM_PRECOMPILE)
        return()
    endif()
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <charconv> <chrono> <deque> <expected> <format> <functional> <map>
        <memory> <optional> <ranges> <set> <span> <string> <string_view> <utility> <variant>
        <vector> ${ARGN})
    # ccache can't see which headers are in a precompiled one unless the preprocessor notes it.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()
