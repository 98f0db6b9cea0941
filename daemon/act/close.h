// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/outside.h"
#include "sys/cgroup_dir.h"
#include "sys/never_apps_in.h"
#include "sys/process.h"
#include "sys/systemd_client.h"

#include <string>

namespace headroom {

/// Asks an app to quit, and does nothing after that. The compositor closes its windows, or the
/// app's own "quit" action is used. An app without any window gets SIGTERM in all its processes, as
/// at logout. StopUnit is not used: it ends in SIGKILL if an app asks about unsaved work for longer
/// than the stop timeout.
class Closer {
public:
    Closer(const CgroupDirs &dirs, ProcessTable table, const SystemdClient &systemd,
           Outside &outside, Report report)
        : m_dirs(dirs), m_table(std::move(table)), m_systemd(systemd), m_outside(outside),
          m_report(std::move(report))
    {
    }

    ~Closer() { g_cancellable_cancel(m_end.get()); }
    Closer(const Closer &) = delete;
    Closer &operator=(const Closer &) = delete;

    void close(const Action &action, const action::Close &close) const;

private:
    void report_refusal(UnitId unit, const Error &why) const;
    void close_processes(UnitId unit, const std::string &name) const;
    void terminate_unless(const NeverAppLook &look, UnitId unit, const std::string &name) const;

    const CgroupDirs &m_dirs;
    ProcessTable m_table;
    const SystemdClient &m_systemd;
    Outside &m_outside;
    Report m_report;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
