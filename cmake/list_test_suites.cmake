# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: CC0-1.0

# Read by ctest, for headroom_test_suites(). PROGRAM prints "Suite." before the cases of each suite.
get_filename_component(name "${program}" NAME)
if(NOT EXISTS "${program}")
    add_test("${name}_NOT_BUILT" "${program}")
    return()
endif()
execute_process(COMMAND "${program}" --gtest_list_tests OUTPUT_VARIABLE listed
    COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listed}")
foreach(suite IN LISTS suites)
    string(REGEX REPLACE "[\n.]" "" suite "${suite}")
    add_test("${suite}" "${program}" "--gtest_filter=${suite}.*")
    list(FIND serial "${suite}" is_serial) # ctest sets no policies, and IN_LIST needs one
    if(NOT is_serial EQUAL -1)
        set_tests_properties("${suite}" PROPERTIES RUN_SERIAL TRUE)
    endif()
endforeach()
