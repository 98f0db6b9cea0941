// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "watch/duties/claims.h"

#include <map>
#include <set>
#include <string>

namespace headroom {

/// Bus names that others call (a file manager's, a keyring's, a portal backend's): their owners
/// must answer. Only a monitor sees a call, so a name that may be called counts. An app's own name
/// doesn't: a call to it starts the app, and is seen as a start.
class ServedNames {
public:
    ServedNames(GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~ServedNames();
    ServedNames(const ServedNames &) = delete;
    ServedNames &operator=(const ServedNames &) = delete;

private:
    void ask(const char *method, void (ServedNames::*answered)(GVariant *));
    void take_startable_names(GVariant *names);
    void take_owned_names(GVariant *names);
    void owner_changed(const std::string &name, bool is_owned);

    GDBusConnection *m_bus;
    Claims m_claims;
    /// The bus would start a service for these: they exist to be called.
    std::set<std::string, std::less<>> m_startable;
    /// The names that may still turn out to be an app's own.
    std::map<std::string, ScopedCancellable, std::less<>> m_asked;
    guint m_subscriptions[2]{};
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
