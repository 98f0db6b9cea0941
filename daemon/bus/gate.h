// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/callers.h"
#include "bus/public_properties.h"

#include <functional>
#include <set>
#include <string>

namespace headroom {

/// Every call goes through here, and is answered by the table of callers where that refuses it; every signal goes to those alone who may read what is in it.
/// So but for what anybody may read nothing is broadcast: who has called nothing is sent nothing.
class Gate {
public:
    /// The bus and the peers outlive it.
    Gate(GDBusConnection *bus, BusPeers &peers);

    std::function<bool(const std::string &name)> is_compositor; ///< whether this unique name is
    std::function<bool(const BusPeer &caller, const std::string &app)>
        is_of; ///< whether that is the caller's own application

    /// Takes the call, and hands it on, now or later, if it is allowed.
    void pass(GDBusMethodInvocation *call,
              std::move_only_function<void(GDBusMethodInvocation *call)> allowed);
    /// Takes a call of PublicProperties.Get() or GetAll(), and answers it. `find` is asked when it is known who calls; it gives nullptr where there is no such object any more.
    void pass_to_properties(GDBusMethodInvocation *call,
                            std::move_only_function<const PublicProperties *()> find);

    /// Whether a connection that has called may read everything.
    [[nodiscard]] bool is_reader(const char *name) const { return m_readers.contains(name); }

    /// Sends a signal to everybody who may read everything. Takes the arguments, floating or not.
    void send_signal(const std::string &path, const char *interface, const char *signal,
                     GVariant *arguments) const;
    /// PropertiesChanged for what has changed.
    void tell_changes(const std::string &path, PublicProperties &properties) const;

private:
    [[nodiscard]] CallerFacts facts(const BusPeer &caller, GDBusMethodInvocation *call) const;
    void answer_properties(GDBusMethodInvocation *call, const BusPeer &caller,
                           const PublicProperties *properties);
    void refuse(GDBusMethodInvocation *call, const BusPeer &caller, const Error &why);

    GDBusConnection *m_bus;
    BusPeers &m_peers;
    std::set<std::string> m_readers; ///< may read everything, and have called
};

} // namespace headroom
