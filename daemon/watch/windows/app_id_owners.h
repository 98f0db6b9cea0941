// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "watch/units/processes.h"

#include <map>
#include <memory>
#include <set>

namespace headroom {

/// The owners of bus names that are app ids. Needed for windows whose own connection reports
/// another process than the app's.
class AppIdOwners {
public:
    AppIdOwners(GDBusConnection *bus, ProcessWatch &processes, Emit emit)
        : m_bus(bus), m_processes(processes), m_emit(std::move(emit))
    {
    }

    /// Follows these from now on, and no others. Ids that are no app's bus name are skipped.
    void follow(const std::set<AppId> &apps);

private:
    /// A name that is watched. Its destruction cancels all requests for it.
    struct Name {
        Name(AppIdOwners &its_owners, AppId id);
        ~Name();
        Name(const Name &) = delete;
        Name &operator=(const Name &) = delete;
        void is_application(bool yes);
        void taken(const char *owner);
        void lost();

        AppIdOwners &owners;
        AppId app;
        /// 0: it is no app's name, or that isn't known yet.
        guint watch = 0;
        ScopedCancellable errands;
        ObjectPtr<GCancellable> asking;
        bool is_reported = false;
    };

    GDBusConnection *m_bus;
    ProcessWatch &m_processes;
    Emit m_emit;
    std::map<AppId, std::unique_ptr<Name>> m_names;
};

} // namespace headroom
