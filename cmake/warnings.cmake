# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: CC0-1.0

# For our own code. Generated D-Bus code is compiled without these.
add_library(headroom_warnings INTERFACE)
target_compile_options(headroom_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
    -Wswitch-enum -Wformat=2
    -Wno-missing-field-initializers # designated initialisers omit members that have a default
    $<$<BOOL:${HEADROOM_WERROR}>:-Werror>)
