// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon.h"

// Which app and which unit a caller on the bus is in. Callers are not followed: a program may fork
// as often as it likes, and each child may call.
namespace headroom {

/// The caller is the app whose unit it runs in. Only if the unit is no app's, the app counts for
/// which snapd or flatpak made the sandbox.
bool Daemon::is_own_app(const BusPeer &caller, const AppId &id)
{
    const auto unit = m_processes.unit_now(caller.pid);
    m_loop.settle(); // the unit may be new
    if (!m_peers.has_its_pid(caller)) // its process has ended, so another one may have been seen
        return false;
    const Session &session = m_loop.session();
    const Unit *known = unit ? session.find_unit(*unit) : nullptr;
    if (known && !known->app.empty())
        return session.app_called(id) == known->app;
    return !caller.sandbox.app.empty()
        && session.app_called(id) == session.app_called(caller.sandbox.app);
}

CallerPlace Daemon::place_of(const std::string &caller)
{
    const BusPeer *peer = m_peers.find(caller);
    if (!peer)
        return ProcessId{}; // it has just left, and so will what it has asked for
    const auto unit = m_processes.unit_now(peer->pid);
    if (unit && m_peers.has_its_pid(*peer))
        return *unit;
    return ProcessId{peer->pid, peer->start_ticks.value_or(0)};
}

} // namespace headroom
