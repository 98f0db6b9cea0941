// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "sys/cgroup_dir.h"
#include "sys/process.h"
#include "sys/systemd_client.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// Asks an app to quit, and does nothing after it. Its windows are closed by the compositor; or it quits by its own action; one without any window gets SIGTERM
/// for all of its processes, as at logout. Why not StopUnit: that ends in SIGKILL for whoever asks about unsaved work for longer than the time-out.
class Closer {
public:
    Closer(const CgroupDirs &dirs, ProcessTable table, const SystemdClient &systemd, Report report)
        : m_dirs(dirs), m_table(std::move(table)), m_systemd(systemd), m_report(std::move(report))
    {
    }

    ~Closer() { g_cancellable_cancel(m_end.get()); }
    Closer(const Closer &) = delete;
    Closer &operator=(const Closer &) = delete;

    void close(const Action &action, const action::Close &close) const;

    std::function<Result<void>(const std::vector<WindowId> &)>
        close_windows; ///< asks the compositor; an error: it can't be asked

private:
    void refused(UnitId unit, const Error &why) const;
    void close_processes(UnitId unit, const std::string &name) const;

    const CgroupDirs &m_dirs;
    ProcessTable m_table;
    const SystemdClient &m_systemd;
    Report m_report;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
