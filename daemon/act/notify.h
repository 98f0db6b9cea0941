// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "sys/glib_ptr.h"

#include <optional>

namespace headroom {

/// The one desktop notification, by org.freedesktop.Notifications: replaced as the situation changes, withdrawn when it is over. Nothing waits
/// for the desktop's answer, which under pressure may take a minute; there is never more than one call under way, and then the newest notice counts.
class Notifier {
public:
    Notifier(GDBusConnection *bus, Report report);
    Notifier(const Notifier &) = delete;
    Notifier &operator=(const Notifier &) = delete;
    ~Notifier();

    /// Shows it instead of what is shown. Not if the user has closed one about the same app in the same state: until the next withdraw(), he knows.
    void show(const Notice &notice);
    void withdraw();

    /// What became of a wish: nothing follows it, and it goes by itself.
    void show_text(const AppId &app, const std::string &title, const std::string &text) const;

    std::function<void(const AppId &)> on_close; ///< "Close" was chosen; may be empty
    std::function<void(const AppId &)> on_never; ///< "Never for this app" was chosen; may be empty

private:
    void bring_about();
    void answered(GVariant *answer, GError *problem);
    void listen();
    void handle_signal(std::string_view name, GVariant *parameters);
    void chosen(std::string_view key);
    void closed();
    void stop_listening();

    GDBusConnection *m_bus; // outlives us: owned by serve()
    Report m_report;
    ObjectPtr<GCancellable> m_end; ///< cancelled when we go, so that a late answer touches nothing
    std::optional<Notice> m_wanted; ///< nullopt: none
    std::optional<Notice> m_asked; ///< what the call under way will have shown
    std::optional<Notice> m_shown;
    std::optional<Notice> m_closed; ///< what the user closed
    guint32 m_id = 0; ///< the desktop's number for ours; 0: there is none
    bool m_told_absent = false;
    guint m_signals = 0;
};

} // namespace headroom
