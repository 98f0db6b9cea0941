# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: CC0-1.0

# headroom_wayland: the protocols by which a Wayland compositor reports its clipboard, its windows
# and starting applications. They are compiled for a client and for the servers of tests.
pkg_get_variable(wayland_scanner wayland-scanner wayland_scanner)
pkg_get_variable(wayland_protocols wayland-protocols pkgdatadir)
set(generated ${CMAKE_BINARY_DIR}/wayland-protocols)
add_library(headroom_wayland STATIC)
foreach(protocol ${wayland_protocols}/staging/ext-data-control/ext-data-control-v1.xml
        ${PLASMA_WAYLAND_PROTOCOLS_DIR}/plasma-window-management.xml
        ${PROJECT_SOURCE_DIR}/daemon/watch/windows/wlr-foreign-toplevel-management-unstable-v1.xml)
    get_filename_component(name ${protocol} NAME_WE)
    foreach(made client-header:${name}-client-protocol.h server-header:${name}-server-protocol.h
            private-code:${name}-protocol.c)
        string(REPLACE ":" ";" made ${made})
        list(GET made 0 kind)
        list(GET made 1 file)
        add_custom_command(OUTPUT ${generated}/${file}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}
            COMMAND ${wayland_scanner} ${kind} ${protocol} ${generated}/${file}
            DEPENDS ${protocol} VERBATIM)
        target_sources(headroom_wayland PRIVATE ${generated}/${file})
    endforeach()
endforeach()
target_include_directories(headroom_wayland SYSTEM INTERFACE ${generated})
target_link_libraries(headroom_wayland PUBLIC PkgConfig::WAYLAND_CLIENT)
