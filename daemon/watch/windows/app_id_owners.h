// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "watch/units/processes.h"

#include <map>
#include <memory>
#include <set>

namespace headroom {

/// Who owns the bus names that are the ids of some apps: asked for windows whose own connection tells another process than theirs.
class AppIdOwners {
public:
    AppIdOwners(GDBusConnection *bus, ProcessWatch &processes, Emit emit)
        : m_bus(bus), m_processes(processes), m_emit(std::move(emit))
    {
    }

    /// Of these from now on, and of no others. Those that are no application's are passed over.
    void follow(const std::set<AppId> &apps);

private:
    /// A name that is watched. Whatever is still asked for it is called off with it.
    struct Name {
        Name(AppIdOwners &asker, AppId id);
        ~Name();
        Name(const Name &) = delete;
        Name &operator=(const Name &) = delete;
        void is_application(bool yes);
        void taken(const char *owner);
        void lost();

        AppIdOwners &owners;
        AppId app;
        guint watch = 0; ///< 0: it is no application's, or it isn't known yet
        CallsOff errands;
        ObjectPtr<GCancellable> asking;
        bool told = false;
    };

    GDBusConnection *m_bus;
    ProcessWatch &m_processes;
    Emit m_emit;
    std::map<AppId, std::unique_ptr<Name>> m_names;
};

} // namespace headroom
