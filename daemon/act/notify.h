// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/left_notice.h"
#include "act/outside.h"
#include "sys/bus_peers.h"
#include "sys/glib_ptr.h"

#include <optional>

namespace headroom {

/// The only desktop notification, by org.freedesktop.Notifications. It is replaced as the situation
/// changes, and withdrawn at its end. Nothing waits for the desktop's answer, which may take
/// a minute under pressure. At most one call is under way; after it, only the newest notice counts.
class Notifier {
public:
    /// All outlive it, but peers may end before it does if no event is dispatched in between.
    /// directory: as in LeftNotice.
    Notifier(GDBusConnection *bus, BusPeers &peers, Outside &outside, Report report,
             std::string directory);
    Notifier(const Notifier &) = delete;
    Notifier &operator=(const Notifier &) = delete;
    ~Notifier();

    /// Shows the notice instead of the current one. Does nothing if the user has closed one about
    /// the same app in the same state; the next withdraw() ends this.
    void show(const Notice &notice);
    void withdraw();
    /// See LeftNotice. No other daemon may run.
    void close_left() { m_left.close(); }

    /// Shows the outcome of a request. Nothing follows it, and it expires by itself.
    void show_text(const AppId &app, const std::string &title, const std::string &text) const;

private:
    void update();
    void answered(GVariant *answer, GError *problem);
    void listen();
    void handle_signal(const char *sender, std::string signal, GVariant *parameters);
    void take(std::string_view signal, GVariant *parameters);
    void chosen(std::string_view key);
    void keep();
    void closed();
    void stop_listening();

    GDBusConnection *m_bus; // outlives us: owned by serve()
    BusPeers &m_peers;
    Outside &m_outside;
    Report m_report;
    /// Cancelled in the destructor, so that a late answer touches nothing.
    ObjectPtr<GCancellable> m_end;
    std::optional<Notice> m_wanted; ///< nullopt: none
    std::optional<Notice> m_asked; ///< what the call under way will have shown
    std::optional<Notice> m_shown;
    std::optional<Notice> m_closed; ///< what the user closed
    /// The desktop's id of our notification. 0: there is none.
    guint32 m_id = 0;
    bool m_has_logged_absence = false;
    guint m_signals = 0;
    guint m_server = 0; ///< the watch of the server's name
    std::string m_server_name; ///< its unique name; empty: not known
    LeftNotice m_left;
};

} // namespace headroom
