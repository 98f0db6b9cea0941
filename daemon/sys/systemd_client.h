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
    /// out.
    using Reply = std::function<void(Result<VariantPtr>)>;

    /// Calls org.freedesktop.systemd1.Manager. parameters: floating or not; the call takes
    /// ownership. fds: may be nullptr.
    void call(const char *method, GVariant *parameters, GUnixFDList *fds, Reply reply) const;
    /// All properties of a unit, of all its interfaces: a{sv}.
    void unit_properties(const std::string &unit, Reply reply) const;

    /// Starts a transient unit and waits for its job. done: called with no error if the job's
    /// result is "done", otherwise with systemd's name of the failure.
    void start_transient(const std::string &unit, GVariant *properties, GUnixFDList *fds,
                         std::function<void(Result<void>)> done) const;

    [[nodiscard]] GDBusConnection *bus() const { return m_bus; }

private:
    GDBusConnection *m_bus; // outlives us: owned by main
};

} // namespace headroom
