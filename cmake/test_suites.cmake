# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: CC0-1.0

# A test of ctest for each suite of a GoogleTest program. gtest_discover_tests() makes one for each
# case. With sanitizers, each start of the program takes 0.1 s, which was a quarter of the floor.
#
#   headroom_test_suites(target [SERIAL suite…])    SERIAL: nothing else runs beside these
function(headroom_test_suites target)
    cmake_parse_arguments(PARSE_ARGV 1 of_target "" "" "SERIAL")
    set(here ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
    file(GENERATE OUTPUT ${here} CONTENT
        "set(program \"$<TARGET_FILE:${target}>\")\n\
set(serial \"${of_target_SERIAL}\")\n\
include(\"${PROJECT_SOURCE_DIR}/cmake/list_test_suites.cmake\")\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${here})
endfunction()
