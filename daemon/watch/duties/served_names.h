// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "watch/duties/claims.h"

#include <map>
#include <set>
#include <string>

namespace headroom {

/// Names on the bus that others call (a file manager's, a keyring's, a portal backend's): whoever owns one must answer. Nobody but a monitor sees a call,
/// so who may be called counts. An application's own name isn't one: who calls that starts it, and is seen doing so.
class ServedNames {
public:
    ServedNames(GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~ServedNames();
    ServedNames(const ServedNames &) = delete;
    ServedNames &operator=(const ServedNames &) = delete;

private:
    void ask(const char *method, void (ServedNames::*answered)(GVariant *));
    void can_be_started(GVariant *names);
    void are_owned(GVariant *names);
    void owner_changed(const std::string &name, bool is_owned);

    GDBusConnection *m_bus;
    Claims m_claims;
    std::set<std::string, std::less<>>
        m_startable; ///< for these the bus would start somebody: they are there to be called
    std::map<std::string, CallsOff, std::less<>>
        m_asked; ///< by the names of which it isn't known yet whether they are an application's
    guint m_subscriptions[2]{};
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
