// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// Switches our extension on in GNOME Shell when somebody asks for that, by the Shell's own call, which also writes it down for the logins to come. What
/// GNOME has switched off altogether stays off.
class GnomeExtension {
public:
    /// For all of it. The Shell reads the extension from the disk when it is first switched on, and whoever asked gives up after 25 s.
    static constexpr guint patience_ms = 10'000;
    using Done = std::function<void(const Result<void> &)>;

    explicit GnomeExtension(GDBusConnection *bus, guint patience = patience_ms)
        : m_bus(bus), m_patience(patience)
    {
    }
    ~GnomeExtension();
    GnomeExtension(const GnomeExtension &) = delete;
    GnomeExtension &operator=(const GnomeExtension &) = delete;

    /// done: it runs, or why it doesn't. Who asks while somebody else waits gets the same answer.
    void enable(Done done);

private:
    using Answered = void (GnomeExtension::*)(GVariant *);
    struct Question;

    void ask(const char *interface, const char *method, GVariant *arguments,
             const char *answer_type, Answered answered);
    void properties_told(GVariant *answer);
    void switched_on(GVariant *answer);
    void state_told(GVariant *answer);
    void listen();
    void judge(GVariant *info);
    void ran_out_of_time();
    void finish(const Result<void> &outcome);

    GDBusConnection *m_bus;
    guint m_patience;
    std::vector<Done> m_waiting;
    ObjectPtr<GCancellable>
        m_attempt; ///< cancelled at its end: whatever is answered later is nobody's
    guint m_subscription = 0;
    SourceId m_deadline;
    std::string m_shell_version;
    bool m_is_switched_on =
        false; ///< in this attempt: the Shell has said yes, and may not have started it yet
};

} // namespace headroom
