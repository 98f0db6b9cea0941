// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/callers.h"
#include "bus/public_properties.h"
#include "bus/requests.h"

#include <functional>
#include <set>
#include <string>

namespace headroom {

/// Every call passes through here. The table of callers decides which calls are refused. A signal
/// goes only to connections that may read its content. So only public properties are broadcast; a
/// connection that has called nothing receives nothing else.
class Gate {
public:
    /// All of them outlive it.
    Gate(GDBusConnection *bus, BusPeers &peers, Requests &requests);

    /// Takes the call, and passes it on, now or later, if it is allowed.
    void pass(GDBusMethodInvocation *call,
              std::move_only_function<void(GDBusMethodInvocation *call)> allowed);
    /// Takes a call of Properties.Get() or GetAll(), and answers it. `find` runs when the caller is
    /// known. It returns nullptr if the object no longer exists.
    void pass_to_properties(GDBusMethodInvocation *call,
                            std::move_only_function<const PublicProperties *()> find);

    /// Whether this connection has made a call and may read everything.
    [[nodiscard]] bool is_reader(const char *name) const { return m_readers.contains(name); }

    /// Sends a signal to each connection that may read everything. Takes the arguments, floating or
    /// not.
    void send_signal(const std::string &path, const char *interface, const char *signal,
                     GVariant *arguments) const;
    /// Sends PropertiesChanged for the changed properties.
    void send_changes(const std::string &path, PublicProperties &properties) const;

private:
    [[nodiscard]] CallerFacts facts(const BusPeer &caller, GDBusMethodInvocation *call) const;
    void answer_properties(GDBusMethodInvocation *call, const BusPeer &caller,
                           const PublicProperties *properties);
    void refuse(GDBusMethodInvocation *call, const BusPeer &caller, const Error &why);

    GDBusConnection *m_bus;
    BusPeers &m_peers;
    Requests &m_requests;
    /// Unique names that may read everything, and have made a call.
    std::set<std::string> m_readers;
};

} // namespace headroom
