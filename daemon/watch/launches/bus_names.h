// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/off_the_loop.h"
#include "watch/units/processes.h"

#include <map>
#include <string>

namespace headroom {

/// Detects apps that take their name on the session bus, which they do before they show a window.
/// The bus has started most of these, in its own unit. Also detects the desktop's own names: a
/// process that owns one is a part of the desktop.
class BusNameWatch {
public:
    BusNameWatch(GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~BusNameWatch();
    BusNameWatch(const BusNameWatch &) = delete;
    BusNameWatch &operator=(const BusNameWatch &) = delete;

private:
    void name_taken(const std::string &name, const char *owner);
    void application_named(const AppId &app, const std::string &owner);
    void find_desktop();
    void desktop_name_taken(const std::string &name);

    GDBusConnection *m_bus;
    ProcessWatch &m_processes;
    Emit m_emit;
    ObjectPtr<GCancellable> m_ending{g_cancellable_new()};
    /// The names that may still turn out to be an app's.
    std::map<std::string, ScopedCancellable> m_asked;
    guint m_subscription = 0;
};

} // namespace headroom
