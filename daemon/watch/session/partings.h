// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/name_watch.h"
#include "watch/emit.h"

#include <functional>
#include <gio/gio.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// Reports when the machine is about to sleep or shut down (logind, on the system bus), and when
/// Plasma is about to log out.
class PartingWatch {
public:
    /// The arguments outlive it.
    PartingWatch(GDBusConnection *bus, BusPeers &peers, Emit emit);
    ~PartingWatch();
    PartingWatch(const PartingWatch &) = delete;
    PartingWatch &operator=(const PartingWatch &) = delete;

    /// Called when another logind has replaced the one before.
    std::function<void()> on_new_logind;

private:
    void watch_logind();
    void watch_owner();
    void logind_appeared(const std::string &owner);
    void forget_logind();
    void subscribe(const char *signal, Parting parting);
    void plasma_logout_changed(const char *name, bool there);

    Emit m_emit;
    ObjectPtr<GDBusConnection> m_system_bus;
    std::vector<guint> m_subscriptions; ///< on the system bus
    guint m_owner_watch = 0; ///< the same
    std::string m_logind; ///< the last owner of its name; empty: there was none
    std::set<Parting> m_begun; ///< by logind's word
    std::set<std::string> m_asking; ///< those of Plasma's names that have an owner
    std::vector<std::unique_ptr<NameWatch>> m_names;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
