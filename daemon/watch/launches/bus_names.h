// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/bus_peers.h"
#include "sys/glib_ptr.h"
#include "sys/off_the_loop.h"
#include "watch/units/processes.h"

#include <map>
#include <optional>
#include <string>

namespace headroom {

/// Detects apps that take their name on the session bus, which they do before they show a window.
/// The bus has started most of these, in its own unit. Also detects the desktop's own names: a
/// process that owns one is a part of the desktop, unless it is in a sandbox.
class BusNameWatch {
public:
    /// The arguments outlive it.
    BusNameWatch(GDBusConnection *bus, BusPeers &peers, ProcessWatch &processes, Emit emit);
    ~BusNameWatch();
    BusNameWatch(const BusNameWatch &) = delete;
    BusNameWatch &operator=(const BusNameWatch &) = delete;

private:
    void name_taken(const std::string &name, const char *owner);
    void application_named(const AppId &app, const std::string &owner);
    void find_desktop();
    void name_found(const std::string &name);
    void desktop_name_taken(const std::string &name, const std::string &owner);
    [[nodiscard]] std::optional<ProcessId> process_of(const BusPeer &peer);

    GDBusConnection *m_bus;
    BusPeers &m_peers;
    ProcessWatch &m_processes;
    Emit m_emit;
    ObjectPtr<GCancellable> m_ending{g_cancellable_new()};
    /// The names that may still turn out to be an app's.
    std::map<std::string, ScopedCancellable> m_asked;
    guint m_subscription = 0;
};

} // namespace headroom
