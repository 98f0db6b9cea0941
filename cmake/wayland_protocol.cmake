# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: CC0-1.0

# headroom_data_control: the protocol by which a Wayland compositor tells of its clipboard, compiled for a client.
pkg_get_variable(wayland_scanner wayland-scanner wayland_scanner)
pkg_get_variable(wayland_protocols wayland-protocols pkgdatadir)
set(data_control ${wayland_protocols}/staging/ext-data-control/ext-data-control-v1.xml)
set(generated ${CMAKE_BINARY_DIR}/wayland-protocols)
foreach(made client-header:ext-data-control-v1-client-protocol.h server-header:ext-data-control-v1-server-protocol.h private-code:ext-data-control-v1-protocol.c)
    string(REPLACE ":" ";" made ${made})
    list(GET made 0 kind)
    list(GET made 1 file)
    add_custom_command(OUTPUT ${generated}/${file} COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}
        COMMAND ${wayland_scanner} ${kind} ${data_control} ${generated}/${file} DEPENDS ${data_control} VERBATIM)
endforeach()
add_library(headroom_data_control STATIC ${generated}/ext-data-control-v1-protocol.c ${generated}/ext-data-control-v1-client-protocol.h
    ${generated}/ext-data-control-v1-server-protocol.h)
target_include_directories(headroom_data_control SYSTEM INTERFACE ${generated})
target_link_libraries(headroom_data_control PUBLIC PkgConfig::WAYLAND_CLIENT)
