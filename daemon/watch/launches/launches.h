// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/bus_peers.h"
#include "sys/off_the_loop.h"
#include "watch/units/processes.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>

namespace headroom {

/// GIO announces each app that it launches on the session bus, with pid and desktop file. Any
/// program may send such a signal. So it counts only from a process that can have launched that
/// one, or if the launched process itself has GIO's mark in its environment.
class LaunchWatch {
public:
    /// The arguments outlive it. is_desktop: whether a process is known to be a part of the
    /// desktop.
    LaunchWatch(GDBusConnection *bus, BusPeers &peers, ProcessWatch &processes,
                std::function<bool(std::int32_t pid)> is_desktop, Emit emit);
    ~LaunchWatch();
    LaunchWatch(const LaunchWatch &) = delete;
    LaunchWatch &operator=(const LaunchWatch &) = delete;

private:
    struct Launched {
        AppId app;
        std::int32_t pid = 0;
    };

    void announced(const std::string &sender, GVariant *parameters);
    void check_sender(const BusPeer &sender, const Launched &launched);
    void look_for_mark(const BusPeer &sender, const Launched &launched);
    void accept(const BusPeer &sender, const Launched &launched);
    void ignore(const BusPeer &sender, const Launched &launched);

    GDBusConnection *m_bus;
    BusPeers &m_peers;
    ProcessWatch &m_processes;
    std::function<bool(std::int32_t)> m_is_desktop;
    Emit m_emit;
    unsigned m_looks = 0; ///< searches for a mark, under way
    unsigned m_forged = 0; ///< announcements that were ignored
    ScopedCancellable m_errands;
    guint m_subscription = 0;
};

} // namespace headroom
