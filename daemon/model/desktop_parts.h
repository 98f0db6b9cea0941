// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <set>
#include <string_view>

/// What a desktop is made of. A process is part of it by what it does. Names serve while that isn't
/// known yet, and for services that do nothing that can be observed.
namespace headroom {

/// Programs that are never moved, wherever they are found: compositors, shells, agents, portals,
/// the bus, input methods, audio servers.
[[nodiscard]] bool is_exempt_program(std::string_view program);

/// Of these, the ones whose unit is never an app's. A compositor isn't among them: in a window of
/// another compositor it is an app.
[[nodiscard]] bool is_session_program(std::string_view program);

/// X servers whose clients' windows a Wayland compositor shows. It may see only this process behind
/// all of them.
[[nodiscard]] bool is_x_server(std::string_view program);
/// Whether the window's process is known, and is an X server.
[[nodiscard]] bool is_of_x_server(const Session &session, const Window &window);

/// Whether the window may be that of any X11 client: its process is unknown, or an X server. False
/// in an X11 session: there the server reports the processes of all clients outside of sandboxes.
[[nodiscard]] bool may_be_any_x11_clients(const Session &session, const Window &window);

/// Bus names that only the desktop itself takes: its shell, panel, session manager, notifications.
[[nodiscard]] bool is_desktop_name(std::string_view bus_name);

/// Bus names of services that a session needs and that are no apps. dbus-broker names the unit of a
/// service after its bus name.
[[nodiscard]] bool is_session_service(std::string_view bus_name);

/// The compositor, the window manager, owners of the desktop's names, panels and docks.
[[nodiscard]] std::set<ProcessId> desktop_processes(const Session &session);

/// The ancestors of these processes: the session's own chain. Lineages are known only within a
/// cgroup.
[[nodiscard]] std::set<ProcessId> session_chain(const Session &session,
                                                const std::set<ProcessId> &desktop);

/// Whether a unit is the desktop's though its place is an app's. True if a part of the desktop runs
/// in it, if the process at its top is an agent, a keyring or a locker, or if it was made for a bus
/// name that no app has.
[[nodiscard]] bool is_part_of_session(const Session &session, UnitId unit);

/// All units that are the desktop's by their processes.
[[nodiscard]] std::set<UnitId> units_with_parts(const Session &session);

} // namespace headroom
