// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"
#include "sys/timer.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// Switches our extension on in GNOME Shell on request. It uses the Shell's own call, which also
/// saves the setting for later logins. If all extensions are switched off in GNOME, they stay off.
class GnomeExtension {
public:
    /// The limit for the whole attempt. The Shell reads the extension from disk when it is first
    /// switched on, and our caller gives up after 25 s.
    static constexpr guint timeout_ms = 10'000;
    using Done = std::function<void(const Result<void> &)>;

    explicit GnomeExtension(GDBusConnection *bus, guint timeout = timeout_ms)
        : m_bus(bus), m_timeout(timeout)
    {
    }
    ~GnomeExtension();
    GnomeExtension(const GnomeExtension &) = delete;
    GnomeExtension &operator=(const GnomeExtension &) = delete;

    /// done: the extension runs, or the reason why not. A request during an attempt gets that
    /// attempt's answer.
    void enable(Done done);

private:
    using Answered = void (GnomeExtension::*)(GVariant *);
    struct Question;

    void ask(const char *interface, const char *method, GVariant *arguments,
             const char *answer_type, Answered answered);
    void take_properties(GVariant *answer);
    void switched_on(GVariant *answer);
    void take_state(GVariant *answer);
    void listen();
    void check_state(GVariant *info);
    void time_out();
    void finish(const Result<void> &outcome);

    GDBusConnection *m_bus;
    guint m_timeout;
    std::vector<Done> m_waiting;
    /// Cancelled when the attempt ends. Later answers are ignored.
    ObjectPtr<GCancellable> m_attempt;
    guint m_subscription = 0;
    Timer m_deadline;
    std::string m_shell_version;
    /// In this attempt: the Shell has accepted the request, but may not have started the extension.
    bool m_is_switched_on = false;
};

} // namespace headroom
