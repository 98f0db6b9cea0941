// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <functional>
#include <string>

/// The calls to the user manager that we need. They never block; a callback gets the answer in the
/// main loop.
namespace headroom {

class SystemdClient {
public:
    explicit SystemdClient(GDBusConnection *bus) : m_bus(bus) {}

    /// An error with the code ETIMEDOUT: there was no answer, and the call may still be carried
    /// out. ENOENT: systemd knows no such unit.
    using Reply = std::function<void(Result<VariantPtr>)>;

    /// Calls org.freedesktop.systemd1.Manager. parameters: floating or not; the call takes
    /// ownership. fds: may be nullptr.
    void call(const char *method, GVariant *parameters, GUnixFDList *fds, Reply reply) const;
    /// All properties of a unit, of all its interfaces: a{sv}.
    void unit_properties(const std::string &unit, Reply reply) const;
    /// One of them: (v).
    void unit_property(const std::string &unit, const char *interface, const char *property,
                       Reply reply) const;
    /// Calls `changed` with the properties of this interface that have changed, a{sv}. systemd
    /// emits them only while some client has called Subscribe. End it by
    /// g_dbus_connection_signal_unsubscribe().
    [[nodiscard]] guint follow_unit(const std::string &unit, const char *interface,
                                    std::function<void(GVariant *)> changed) const;

    /// Starts a transient unit and waits for its job. done: called with no error if the job's
    /// result is "done", otherwise with systemd's name of the failure.
    void start_transient(const std::string &unit, GVariant *properties, GUnixFDList *fds,
                         std::function<void(Result<void>)> done) const;

    [[nodiscard]] GDBusConnection *bus() const { return m_bus; }

private:
    void ask_unit(const std::string &unit, const char *method, GVariant *arguments,
                  Reply reply) const;

    GDBusConnection *m_bus; // outlives us: owned by main
};

} // namespace headroom
