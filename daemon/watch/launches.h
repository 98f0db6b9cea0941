// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/processes.h"

namespace headroom {

/// GIO tells the session bus of each application it launches, with the pid and the desktop file. A hint: anybody may send it.
class LaunchWatch {
public:
    LaunchWatch(GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~LaunchWatch();
    LaunchWatch(const LaunchWatch &) = delete;
    LaunchWatch &operator=(const LaunchWatch &) = delete;

private:
    void launched(GVariant *parameters);

    GDBusConnection *m_bus;
    ProcessWatch &m_processes;
    Emit m_emit;
    guint m_subscription = 0;
};

} // namespace headroom
